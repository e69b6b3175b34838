package breaking

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"schemac/lint"
	"schemac/model"
	"schemac/model/source"
)

// surface compares what concerns a surface as a whole.
func (s *comparer) surface() {
	old, new := s.old, s.new
	oldAt, newAt := surfaceSpan(old), surfaceSpan(new)
	d := difference{old: oldAt, new: newAt}
	if old.Name != new.Name {
		d.rule, d.before, d.after = SurfaceRenamed, old.Name, new.Name
		d.message = "the surface is called " + quote(new.Name) + " now, and was " + quote(old.Name)
		s.report(d)
	}
	if a, b := old.Server.Template(), new.Server.Template(); a != b {
		s.report(difference{
			rule: ServerChanged, message: "the server is " + b + " now, and was " + a, before: a, after: b,
			old: cmp.Or(old.Server.Span, oldAt), new: cmp.Or(new.Server.Span, newAt),
		})
	}
	if title, was := titleOf(new), titleOf(old); title != was {
		s.report(difference{rule: TitleChanged, message: "the title is " + stated(title) + " now, and was " + stated(was), before: was, after: title, old: oldAt, new: newAt})
	}
	if old.Version != new.Version {
		d.rule, d.before, d.after = VersionChanged, old.Version, new.Version
		d.message = "the version is " + quote(new.Version) + " now, and was " + quote(old.Version)
		s.report(d)
	}
	if old.Description != new.Description {
		d.rule, d.before, d.after = DescriptionChanged, old.Description, new.Description
		d.tokens = textTokens(new.Description) - textTokens(old.Description)
		d.message = "the instructions have changed" + cost(d.tokens)
		s.report(d).to(callers)
	}
	s.tokens()
	s.security()
	if old.Guard != nil && new.Guard != nil {
		s.guard(old.Guard, new.Guard)
	}
}

// titleOf is the title, where it is not only the name.
func titleOf(s *model.Surface) string {
	if s.Title == s.Name {
		return ""
	}
	return s.Title
}

// tokens compares what hosts send with every request.
func (s *comparer) tokens() {
	before, after := lint.EstimateTools(s.old), lint.EstimateTools(s.new)
	if before == after {
		return
	}
	s.report(difference{
		rule: TokensChanged, message: "all tools cost about " + strconv.Itoa(after) + " tokens now, and " + strconv.Itoa(before) + " before (" + signed(after-before) + ")",
		before: strconv.Itoa(before), after: strconv.Itoa(after), old: surfaceSpan(s.old), new: surfaceSpan(s.new), tokens: after - before,
	})
}

// security compares how callers of the HTTP interface authenticate.
func (s *comparer) security() {
	before, after := credentials(s.old), credentials(s.new)
	if before == after {
		return
	}
	d := difference{rule: SecurityChanged, before: before, after: after, old: authSpan(s.old), new: authSpan(s.new)}
	d.message = "requests authenticate by " + after + " now, and by " + before + " before"
	switch {
	case after == "":
		d.rule, d.message = SecurityRemoved, "requests do not authenticate any more, and did by "+before
	case before == "":
		d.rule, d.message = SecurityAdded, "requests authenticate now, by "+after
	}
	s.report(d)
}

func authSpan(s *model.Surface) source.Span {
	if s.Guard == nil {
		return source.Span{}
	}
	return cmp.Or(s.Guard.Auth.Span, s.Guard.Span)
}

// credentials says how to authenticate: the alternatives, each with all that it needs.
func credentials(s *model.Surface) string {
	var alternatives []string
	for _, together := range s.Security {
		var parts []string
		for _, name := range together {
			i := slices.IndexFunc(s.Schemes, func(sc model.SecurityScheme) bool { return sc.Name == name })
			if i < 0 {
				continue
			}
			sc := s.Schemes[i]
			text := sc.Scheme
			if sc.Type == "apiKey" {
				text = sc.In + " " + sc.Parameter
			}
			if sc.Prefix != "" && sc.Type == "apiKey" {
				text += " after " + quote(sc.Prefix)
			}
			parts = append(parts, text)
		}
		alternatives = append(alternatives, strings.Join(parts, " and "))
	}
	return strings.Join(alternatives, " or ")
}

// guard compares what a guardfile says beside its grants.
func (s *comparer) guard(old, new *model.Server) {
	before, after := secrets(old.Auth), secrets(new.Auth)
	if before != after && before != "" && after != "" {
		s.report(difference{
			rule: CredentialMoved, message: "the credential is found in " + after + " now, and was in " + before,
			before: before, after: after, old: cmp.Or(old.Auth.Span, old.Span), new: cmp.Or(new.Auth.Span, new.Span),
		})
	}
	for i, j := range paired(old.Headers, new.Headers, func(h *model.ConstantHeader) string { return strings.ToLower(h.Name) }) {
		a, b := model.ConstantHeader{Span: old.Span}, model.ConstantHeader{Span: new.Span}
		if i >= 0 {
			a = old.Headers[i]
		}
		if j >= 0 {
			b = new.Headers[j]
		}
		if a.Value != b.Value || a.Secret != b.Secret || i < 0 || j < 0 {
			name := a.Name + b.Name
			if i >= 0 && j >= 0 {
				name = b.Name
			}
			s.report(difference{
				rule: FixedValueChanged, path: name, message: "header " + quote(name) + " is " + sent(b, j) + " now, and was " + sent(a, i),
				before: a.Value, after: b.Value, old: a.Span, new: b.Span,
			})
		}
	}
	s.denials(old, new)
	s.policies(old, new)
}

func sent(h model.ConstantHeader, at int) string {
	switch {
	case at < 0:
		return "not sent"
	case h.Secret:
		return "a literal that is not shown"
	}
	return quote(h.Value)
}

// secrets says where the credentials are found, never what they are.
func secrets(a model.Auth) string {
	var list []string
	for _, c := range a.Credentials {
		var places []string
		for _, secret := range c.Secrets {
			places = append(places, strings.TrimSpace(secret.Provider+" "+secret.Address))
		}
		list = append(list, strings.Join(places, " or "))
	}
	return strings.Join(list, " and ")
}

// never is all that a file denies.
func never(s *model.Server) []model.Denial {
	if s == nil {
		return nil
	}
	return append(slices.Clone(s.Denied), s.Withdrawn...)
}

// denied returns the denial that held for an operation on the old side.
func (s *comparer) denied(op *model.Operation) *model.Denial {
	verb, resource := op.Origin.Verb, ""
	switch o := op.Origin; {
	case o.Grant != nil:
		resource = o.Grant.Resource
	case o.Action != nil:
		resource = o.Action.Resource
	default:
		return nil
	}
	for _, d := range never(s.old.Guard) {
		if d.Verb == verb && (d.Resource == resource || d.Resource == "*") {
			return &d
		}
	}
	return nil
}

// denials compares what the two sides deny. A denial in whose place there is a grant is reported with the grant.
func (s *comparer) denials(old, new *model.Server) {
	before, after := never(old), never(new)
	for i, j := range paired(before, after, func(d *model.Denial) string { return d.Verb + " " + d.Resource }) {
		switch {
		case i < 0:
			d := after[j]
			s.report(difference{
				rule: NeverAdded, path: d.Verb + " " + d.Resource, message: "`never " + d.Verb + " " + d.Resource + "` is new",
				after: "never", old: old.Span, new: d.Span,
			})
		case j < 0:
			d := before[i]
			if grants(new, d) {
				continue
			}
			s.report(difference{
				rule: NeverRemoved, path: d.Verb + " " + d.Resource, message: "`never " + d.Verb + " " + d.Resource + "` is removed",
				before: "never", old: d.Span, new: new.Span,
			})
		}
	}
}

// grants reports whether a server does what a denial is of.
func grants(s *model.Server, d model.Denial) bool {
	of := func(verb, resource string) bool {
		return verb == d.Verb && (resource == d.Resource || d.Resource == "*")
	}
	return slices.ContainsFunc(s.Grants, func(g *model.Grant) bool { return of(g.Verb, g.Resource) }) ||
		slices.ContainsFunc(s.Actions, func(a *model.Action) bool { return of(a.Verb, a.Resource) })
}

// asks are the policies that hold an agent back.
var asks = []string{"confirm", "rate-limit", "reject-empty", "reject-empty-argument"}

// policies compares the nodes beside `wrap`.
func (s *comparer) policies(old, new *model.Server) {
	a, b := numbered(old.Policies), numbered(new.Policies)
	for i, j := range paired(a, b, func(p *policy) string { return p.key }) {
		switch {
		case i < 0:
			p := b[j]
			s.report(difference{rule: PolicyAdded, path: p.name(), message: p.words() + " is new", after: p.Value.Compact(), old: old.Span, new: p.Span})
		case j < 0:
			p := a[i]
			c := s.report(difference{rule: PolicyRemoved, path: p.name(), message: p.words() + " is removed", before: p.Value.Compact(), old: p.Span, new: new.Span})
			if !slices.Contains(asks, p.Node) {
				c.as(Info)
			}
		default:
			p, q := a[i], b[j]
			if before, after := p.Value.Compact(), q.Value.Compact(); before != after {
				s.report(difference{rule: PolicyChanged, path: q.name(), message: q.words() + " has changed", before: before, after: after, old: p.Span, new: q.Span})
			}
		}
	}
}

// A policy is a node beside `wrap` with what tells it from others of its kind.
type policy struct {
	model.Policy
	key string
}

func numbered(list []model.Policy) []policy {
	seen := map[string]int{}
	var out []policy
	for _, p := range list {
		key := p.Node + " " + p.Tool
		seen[key]++
		out = append(out, policy{p, key + " " + strconv.Itoa(seen[key])})
	}
	return out
}

func (p *policy) name() string { return strings.TrimSpace(p.Node + " " + p.Tool) }

func (p *policy) words() string {
	if p.Tool == "" {
		return "`" + p.Node + "`"
	}
	return "`" + p.Node + "` of " + quote(p.Tool)
}

// restriction makes a change of what a text input may be one of `restrict`, or of what keeps a path parameter in its
// segment, where that is its cause.
func (s *comparer) restriction(c *Change, sd *side) {
	if c == nil || sd.direction == model.Output || s.op == nil || s.op.old == nil {
		return
	}
	p, q := inputOf(s.op.old, c.Path), inputOf(s.op.new, c.Path)
	if p == nil || q == nil {
		return
	}
	switch {
	case p.Restricted && q.Restricted:
		s.becomes(c, map[*Rule]*Rule{
			InputEnumNarrowed: RestrictTightened, InputPatternNarrowed: RestrictTightened,
			InputEnumWidened: RestrictLoosened, InputPatternWidened: RestrictLoosened,
		}[c.Rule], RestrictChanged)
	case q.Restricted:
		s.becomes(c, RestrictAdded, nil)
	case p.Restricted:
		s.becomes(c, RestrictRemoved, nil)
	case p.In == "path" && c.Rule == InputPatternWidened && c.After == "":
		c.Rule, c.Class, c.For = MetacharactersAllowed, Breaking, Operator
		c.Message = "input " + quote(c.Path) + " may hold any character now, also what leads to another path"
	case p.In == "path" && c.Rule == InputPatternNarrowed && c.Before == "":
		c.Rule = MetacharactersRefused
	}
}

// becomes gives a change the rule of a restriction, with its globs and their places.
func (s *comparer) becomes(c *Change, rule, otherwise *Rule) {
	if rule == nil {
		rule = otherwise
	}
	before, oldAt := globs(s.old.Guard, c.Path)
	after, newAt := globs(s.new.Guard, c.Path)
	c.Rule, c.Class, c.For = rule, rule.Class, rule.For&(s.op.who|Operator)
	c.Before, c.After = before, after
	// Where there is no restriction it is missing from the server: so all tools that it concerns are one change.
	s.place(c, cmp.Or(oldAt, surfaceSpan(s.old)), cmp.Or(newAt, surfaceSpan(s.new)))
	what := "input " + quote(c.Path)
	switch rule {
	case RestrictAdded:
		c.Message = what + " is restricted to " + after + " now"
	case RestrictRemoved:
		c.Message = what + " is not restricted any more, and was to " + before
	case RestrictLoosened:
		c.Message = what + " is restricted to more now: " + after + ", and before " + before
	case RestrictTightened:
		c.Message = what + " is restricted to less now: " + after + ", and before " + before
	case RestrictChanged:
		c.Message = what + " is restricted otherwise now: " + after + ", and before " + before
	}
}

// globs are what an input is restricted to, and the last place that says so.
func globs(s *model.Server, param string) (text string, at source.Span) {
	if s == nil {
		return "", at
	}
	var all []string
	for _, r := range s.Restricts {
		if r.Param == param {
			var any []string
			for _, g := range r.Globs {
				any = append(any, quote(g))
			}
			all, at = append(all, strings.Join(any, " or ")), r.Span
		}
	}
	return strings.Join(all, ", and "), at
}

// inputOf returns the input of a grant or an action, or nil.
func inputOf(op *model.Operation, name string) *model.Param {
	var list []*model.Param
	switch o := op.Origin; {
	case o.Grant != nil:
		list = o.Grant.Params
	case o.Action != nil:
		list = o.Action.Inputs
	}
	for _, p := range list {
		if p.Name == name {
			return p
		}
	}
	return nil
}

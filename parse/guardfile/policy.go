package guardfile

import (
	"strconv"
	"strings"
	"time"

	"schemac/model"
	"schemac/model/ordered"
	"schemac/parse/kdl"
)

// A policy is read into a sibling's members, which the model dump shows.

func (s *sibling) keep(name string, value ordered.Value) {
	s.members = append(s.members, ordered.Member{Name: name, Value: value})
}

func (s *sibling) keepText(name, text string) {
	if text != "" {
		s.keep(name, ordered.StringValue(text))
	}
}

// toolOf reads the tool that a node names first.
func (r *reader) toolOf(n *kdl.Node, s *sibling) bool {
	if len(n.Args) == 0 {
		return false
	}
	name, ok := r.name(n.Args[0], "tool", toolWord)
	s.tool = name
	return ok
}

// required reads a property that the node must have.
func (r *reader) required(n *kdl.Node, name, usage string) (string, *kdl.Value) {
	p := property(n, name)
	if p == nil {
		r.errorf(n.Name.Span, "missing-property", "%s has no %q; write `%s`", quote(n.Name.Text), name, usage)
		return "", nil
	}
	text, _ := r.text(p.Value, quote(name))
	return text, p.Value
}

func (r *reader) withhold(n *kdl.Node, s *sibling) bool {
	usage := `withhold "TOOL" { reason "…"; alternative "TOOL" }`
	r.conforms(n, form{usage: usage, min: 1, max: 1, block: mustBlock})
	dispatch(r, n.Children, []rule[*sibling]{
		{"reason", true, func(r *reader, n *kdl.Node, s *sibling) {
			r.conforms(n, form{usage: `reason "…"`, min: 1, max: 1})
			text, _ := r.argument(n, "a reason")
			s.keepText("reason", text)
		}},
		{"alternative", true, func(r *reader, n *kdl.Node, s *sibling) {
			if r.conforms(n, form{usage: `alternative "TOOL"`, min: 1, max: 1}) {
				s.other, _ = r.name(n.Args[0], "tool", toolWord)
				s.keepText("alternative", s.other.text)
			}
		}},
	}, s, `"withhold"`)
	if n.HasChildren && !hasNode(n, "reason") {
		r.errorf(n.Name.Span, "missing-reason", "%q gives no reason; write `%s`", "withhold", usage)
	}
	return r.toolOf(n, s)
}

func (r *reader) serverInfo(n *kdl.Node, s *sibling) bool {
	usage := `server-info name="TOOL"`
	r.conforms(n, form{usage: usage, max: 1, props: []string{"name"}})
	if len(n.Args) > 0 {
		if n.Args[0].Text != "disabled" {
			r.errorf(n.Args[0].Span, "unknown-value", "unexpected %s; write `server-info disabled`, or `%s`", quote(n.Args[0].Text), usage)
		} else {
			s.keep("disabled", ordered.BoolValue(true))
		}
	}
	if p := property(n, "name"); p != nil {
		s.other, _ = r.name(p.Value, "tool", toolWord)
		s.keepText("name", s.other.text)
	}
	return true
}

func (r *reader) icon(n *kdl.Node, s *sibling) bool {
	r.conforms(n, form{usage: `icon "SRC" mime="image/png" sizes="48x48"`, min: 1, max: 1, props: []string{"mime", "sizes"}})
	src, _ := r.argument(n, "the source of an icon")
	s.keepText("src", src)
	for _, name := range []string{"mime", "sizes"} {
		text, _ := r.textProperty(n, name)
		s.keepText(name, text)
	}
	return true
}

func (r *reader) confirm(n *kdl.Node, s *sibling) bool {
	usage := `confirm "TOOL" message="…"`
	r.conforms(n, form{usage: usage, min: 1, max: 1, props: []string{"message"}})
	text, _ := r.required(n, "message", usage)
	s.keepText("message", text)
	return r.toolOf(n, s)
}

// maxTTL is how long an answer may be reused.
const maxTTL = 24 * time.Hour

func (r *reader) cache(n *kdl.Node, s *sibling) bool {
	usage := `cache "TOOL" ttl="15m"`
	r.conforms(n, form{usage: usage, min: 1, max: 1, props: []string{"ttl"}})
	text, at := r.required(n, "ttl", usage)
	if d, err := time.ParseDuration(text); text != "" && (err != nil || d <= 0 || d > maxTTL) {
		r.errorf(at.Span, "invalid-duration", "%s is no time of up to 24 hours, such as \"15m\"", quote(text))
	}
	s.keepText("ttl", text)
	return r.toolOf(n, s)
}

func (r *reader) rateLimit(n *kdl.Node, s *sibling) bool {
	usage := `rate-limit "1/1s"`
	r.conforms(n, form{usage: usage, min: 1, max: 1, block: mayBlock})
	if text, ok := r.argument(n, "a rate"); ok {
		count, window, cut := strings.Cut(text, "/")
		number, err := strconv.Atoi(count)
		d, bad := time.ParseDuration(window)
		if !cut || err != nil || bad != nil || number <= 0 || d <= 0 {
			r.errorf(n.Args[0].Span, "invalid-rate", "%s is no rate; write a number of calls and a time, `%s`", quote(text), usage)
		}
		s.keepText("rate", text)
	}
	dispatch(r, n.Children, []rule[*sibling]{
		{"store", true, (*reader).store},
		{"bucket", true, func(r *reader, n *kdl.Node, s *sibling) {
			r.conforms(n, form{usage: `bucket "NAME"`, min: 1, max: 1})
			text, _ := r.argument(n, "a bucket")
			s.keepText("bucket", text)
		}},
	}, s, `"rate-limit"`)
	return true
}

// store reads `store redis env "URL"`; the address of a store may hold a password.
func (r *reader) store(n *kdl.Node, s *sibling) {
	usage := `store redis env NAME`
	if !r.conforms(n, form{usage: usage, min: 3, max: 3}) {
		return
	}
	if n.Args[0].Text != "redis" {
		r.errorf(n.Args[0].Span, "unknown-value", "unknown store; write `%s`", usage)
		return
	}
	var secrets []model.Secret
	r.secret(n.Args[1], n.Args[2], &secrets)
	for _, secret := range secrets {
		s.keep("store", ordered.ObjectValue(
			ordered.Member{Name: "kind", Value: ordered.StringValue("redis")},
			ordered.Member{Name: "provider", Value: ordered.StringValue(secret.Provider)},
			ordered.Member{Name: "address", Value: ordered.StringValue(secret.Address)},
		))
	}
}

func (r *reader) rejectEmpty(n *kdl.Node, s *sibling) bool {
	r.conforms(n, form{usage: `reject-empty "TOOL"`, min: 1, max: 1})
	return r.toolOf(n, s)
}

func (r *reader) rejectEmptyArgument(n *kdl.Node, s *sibling) bool {
	usage := `reject-empty-argument "TOOL" field="NAME"`
	r.conforms(n, form{usage: usage, min: 1, max: 1, props: []string{"field"}})
	text, at := r.required(n, "field", usage)
	if at != nil {
		s.field = word{text, at.Span}
		s.keepText("field", text)
	}
	return r.toolOf(n, s)
}

// extracts are the ways to make something of an answer that is no JSON, and the bound that each has.
var extracts = []struct {
	as, bound string
	most      int64
}{
	{"pdf-text", "max-pages", 200},
	{"feed-entries", "max-items", 250},
}

func (r *reader) extract(n *kdl.Node, s *sibling) bool {
	usage := `extract "TOOL" as="feed-entries"`
	r.conforms(n, form{usage: usage, min: 1, max: 1, props: []string{"as", "max-pages", "max-items"}})
	text, at := r.required(n, "as", usage)
	s.keepText("as", text)
	known := false
	for _, e := range extracts {
		p := property(n, e.bound)
		switch {
		case e.as == text:
			known = true
			if p != nil {
				r.extractBound(p, e.most, s)
			}
		case p != nil && text != "":
			r.errorf(p.Name.Span, "constraint-place", "%q is for as=%q", e.bound, e.as)
		}
	}
	if text != "" && !known {
		r.errorf(at.Span, "unknown-value", "unknown way to extract %s%s", quote(text), suggest(text, []string{extracts[0].as, extracts[1].as}))
	}
	return r.toolOf(n, s)
}

func (r *reader) extractBound(p *kdl.Property, most int64, s *sibling) {
	n, spelling, ok := r.whole(p.Value, quote(p.Name.Text))
	if !ok {
		return
	}
	if n < 1 || n > most {
		r.errorf(p.Value.Span, "out-of-range", "%s is from 1 to %d, and not %d", quote(p.Name.Text), most, n)
		return
	}
	s.keep(p.Name.Text, ordered.NumberValue(spelling))
}

// A served is a tool of the surface: a grant or an action.
type served struct {
	grant  *model.Grant
	action *model.Action
}

// siblings applies the nodes beside wrap, which are not inherited.
func (b *builder) siblings() {
	tools := map[string]served{}
	for _, g := range b.server.Grants {
		tools[g.ToolName()] = served{grant: g}
		b.tools = append(b.tools, g.ToolName())
	}
	for _, a := range b.server.Actions {
		tools[a.ToolName()] = served{action: a}
		b.tools = append(b.tools, a.ToolName())
	}
	b.byTool = tools
	for _, s := range b.v.unit.siblings {
		if s.node.text == "confirm" {
			b.confirmed[s.tool.text] = s.tool
		}
	}
	for _, s := range b.v.unit.siblings {
		if !b.crowded() {
			s.rule.apply(b, s, tools[s.tool.text])
		}
	}
}

// policy keeps a node for the model dump.
func (b *builder) policy(s *sibling, _ served) {
	value := ordered.ObjectValue(s.members...)
	b.server.Policies = append(b.server.Policies, model.Policy{Node: s.node.text, Tool: s.tool.text, Value: value, Span: s.node.at})
}

// isServed reports a tool that does not exist.
func (b *builder) isServed(w word) bool {
	if _, ok := b.byTool[w.text]; ok {
		return true
	}
	b.diags.Errorf(w.at, "unknown-tool", "no tool is named %s%s", quote(w.text), suggest(w.text, b.tools))
	return false
}

func (b *builder) toolPolicy(s *sibling, t served) {
	if b.isServed(s.tool) {
		b.policy(s, t)
	}
}

func (b *builder) fieldPolicy(s *sibling, t served) {
	if !b.isServed(s.tool) || s.field.text == "" {
		return
	}
	var names []string
	for _, p := range t.params() {
		names = append(names, p.Name)
		if p.Name == s.field.text {
			b.policy(s, t)
			return
		}
	}
	b.diags.Errorf(s.field.at, "unknown-field", "tool %s has no input %s%s", quote(s.tool.text), quote(s.field.text), suggest(s.field.text, names))
}

func (t served) params() []*model.Param {
	if t.grant != nil {
		return t.grant.Params
	}
	return t.action.Inputs
}

// isDestructive says what the hints of the tool will say (guardfile.md §4).
func (t served) isDestructive() bool {
	if t.grant != nil {
		return t.grant.Hints.Destructive == model.Yes || t.grant.Hints.Destructive == model.Unknown && t.grant.Method == "DELETE"
	}
	for _, c := range t.action.Calls {
		if (served{grant: c.Grant}).isDestructive() {
			return true
		}
	}
	return false
}

func (b *builder) cache(s *sibling, t served) {
	if !b.isServed(s.tool) {
		return
	}
	if t.isDestructive() {
		b.diags.Errorf(s.tool.at, "cache-destructive", "tool %s is destructive, and its answers cannot be reused", quote(s.tool.text))
		return
	}
	if confirmed, ok := b.confirmed[s.tool.text]; ok {
		b.diags.Errorf(s.tool.at, "cache-confirm", "tool %s asks for confirmation, and its answers cannot be reused", quote(s.tool.text)).
			WithRelated(confirmed.at, "confirmed here")
		return
	}
	b.policy(s, t)
}

func (b *builder) extract(s *sibling, t served) {
	if !b.isServed(s.tool) {
		return
	}
	if t.grant == nil || !t.grant.RawResponse {
		b.diags.Errorf(s.tool.at, "extract-json", "the answer of %s is JSON, from which nothing is extracted; say %q in its grant", quote(s.tool.text), "raw-response")
		return
	}
	b.policy(s, t)
}

// withhold checks that the tool does not exist, and that what is to be used instead does.
func (b *builder) withhold(s *sibling, t served) {
	if t.grant != nil || t.action != nil {
		b.diags.Errorf(s.tool.at, "withheld-tool", "tool %s is withheld and granted; keep one", quote(s.tool.text)).WithRelated(t.span(), "granted here")
		return
	}
	if s.other.text == "" || b.isServed(s.other) {
		b.policy(s, t)
	}
}

func (b *builder) serverInfo(s *sibling, t served) {
	if other, ok := b.byTool[s.other.text]; ok && s.other.text != "" {
		b.diags.Errorf(s.other.at, "duplicate-name", "%s is a tool already", quote(s.other.text)).WithRelated(other.span(), "granted here")
		return
	}
	b.policy(s, t)
}

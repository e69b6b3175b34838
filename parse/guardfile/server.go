package guardfile

import (
	"slices"
	"strings"

	"schemac/model"
	"schemac/model/ordered"
	"schemac/model/source"
)

// defaultPathPattern is what every string path parameter must match unless something else is said of it: one segment,
// without separator, query, fragment or escape, and neither "." nor ".." (guardfile.md §2).
const defaultPathPattern = `^\.{0,2}[^/?#%.][^/?#%]*$`

// A builder makes the model of one surface.
type builder struct {
	*linker
	v *vertex
	m *merged
	// unsafe are the path parameters that may hold any character.
	unsafe map[string]bool
	// parted are the globs that are reported because no path parameter can meet them.
	parted map[source.Span]bool
	server *model.Server
	// grants are those of the server by operation, and denied what removes the others.
	grants map[string]*model.Grant
	denied map[string]*denial
	// takes is what calls of a grant may and must give.
	takes map[*model.Grant]takes
	// tools are the names of all tools, and byTool what each is; confirmed are those that ask first.
	tools     []string
	byTool    map[string]served
	confirmed map[string]word
}

// takes are the inputs of a grant by name, and the names of the required ones.
type takes struct {
	params   map[string]*model.Param
	required []string
}

// server builds a surface of a file that is merged with what it inherits.
func (l *linker) server(v *vertex) *model.Server {
	w := v.unit.wrap
	b := &builder{
		linker: l, v: v, m: v.merged,
		unsafe: map[string]bool{}, parted: map[source.Span]bool{},
		server: &model.Server{Name: w.name.text, Headers: v.merged.headers, Span: w.name.at},
		grants: map[string]*model.Grant{}, denied: map[string]*denial{},
		takes: map[*model.Grant]takes{}, confirmed: map[string]word{},
	}
	for _, name := range w.metacharacters {
		b.unsafe[name.text] = true
	}
	b.upstream()
	for _, e := range b.m.entries {
		b.grant(e)
	}
	b.useRestrictions()
	b.restrictions()
	b.checkMetacharacters()
	for _, a := range b.m.actions {
		if a.denied == nil && !b.crowded() {
			b.server.Actions = append(b.server.Actions, b.action(a.action))
		}
	}
	b.denials()
	b.siblings()
	b.clashes()
	return b.server
}

// A sent is a header or query parameter of every request.
type sent struct {
	what string
	at   source.Span
}

// clashes reports what would be sent twice in one place: an input, a pin or a constant header that goes where the credential
// or a constant header goes already.
func (b *builder) clashes() {
	place := func(in, name string) string {
		if in == "header" {
			name = strings.ToLower(name)
		}
		return in + " " + name
	}
	taken := map[string]sent{}
	for _, c := range b.server.Auth.Credentials {
		taken[place(c.In, c.Name)] = sent{`"auth"`, b.server.Auth.Span}
	}
	clash := func(in, name string, at source.Span) bool {
		first, there := taken[place(in, name)]
		if there && !b.crowded() {
			b.diags.Errorf(at, "duplicate-name", "%s %s is set by %s already; keep one", placeNames[in], quote(name), first.what).
				WithRelated(first.at, "first here")
		}
		return there
	}
	for _, h := range b.server.Headers {
		if !clash("header", h.Name, h.Span) {
			taken[place("header", h.Name)] = sent{"`header` of \"wrap\"", h.Span}
		}
	}
	for _, g := range b.server.Grants {
		for _, p := range g.Params {
			if p.In == "header" || p.In == "query" {
				clash(p.In, p.Wire, p.Span)
			}
		}
		for _, p := range g.Pins {
			clash(p.In, p.Name, p.Span)
		}
	}
}

var placeNames = map[string]string{"header": "header", "query": "query parameter"}

// upstream says where requests go and how they authenticate.
func (b *builder) upstream() {
	w := b.v.unit.wrap
	if b.m.base == nil {
		b.diags.Errorf(w.node, "missing-base-url", "server %s has no %q; write `%s`", quote(w.name.text), "base-url", baseURLUsage)
	} else {
		b.server.Base = *b.m.base
	}
	if b.m.auth == nil {
		b.diags.Errorf(w.node, "missing-auth", "server %s has no %q; write `auth bearer { value env NAME }`, or `auth none`", quote(w.name.text), "auth")
	} else {
		b.server.Auth = *b.m.auth
	}
}

// grant adds a grant, with inputs of its own: what restricts them differs from surface to surface.
func (b *builder) grant(e entry) {
	key := operationKey(e.Verb, e.Resource)
	if e.denied != nil {
		b.denied[key] = e.denied
		return
	}
	g := *e.Grant
	g.Params = make([]*model.Param, len(e.Params))
	t := takes{params: map[string]*model.Param{}}
	for i, p := range e.Params {
		p = clone(p)
		b.constrain(p)
		g.Params[i], t.params[p.Name] = p, p
		if p.Required {
			t.required = append(t.required, p.Name)
		}
	}
	b.takes[&g] = t
	b.grants[key] = &g
	b.server.Grants = append(b.server.Grants, &g)
}

func clone(p *model.Param) *model.Param {
	param, property := *p, *p.Property
	if p.Constraints != nil {
		constraints := *p.Constraints
		property.Constraints = &constraints
	}
	param.Property = &property
	return &param
}

// constrain adds to an input what restrictions and its place ask for.
func (b *builder) constrain(p *model.Param) {
	only, restricted := b.m.filters[p.Name]
	if p.In == "header" {
		restricted = false
	}
	p.Restricted = restricted
	if p.Type.Kind != model.String {
		if restricted {
			last := only.by[len(only.by)-1]
			b.diags.Errorf(last.param.at, "restrict-type", "%s is %s in a grant, and globs restrict strings", quote(p.Name), article(typeName(p.Type))).
				WithRelated(p.Span, "the parameter")
		}
		return
	}
	own, stated := stringFilter(p.Property)
	isPath := p.In == "path" && !b.unsafe[p.Name]
	if isPath && restricted {
		b.separated(p, only.by)
	}
	switch {
	case restricted && only.failed: // reported
	case restricted && stated:
		both, why := meet(own, only.filter)
		b.ownClash(why, p, only)
		b.apply(p, both, isPath)
	case restricted:
		b.apply(p, only.filter, isPath)
	case !stated && isPath:
		apply(p.Property, filter{pattern: defaultPathPattern})
	case stated && isPath && own.values != nil:
		if i := slices.IndexFunc(own.values, func(v string) bool { return strings.ContainsAny(v, separators) }); i >= 0 {
			b.diags.Errorf(p.Span, "unsafe-pattern", "path parameter %s may be %s, which is more than one path segment; leave it out, or say `allow-metacharacters %s`", quote(p.Name), quote(own.values[i]), p.Name)
		}
		b.apply(p, own, isPath)
	case stated && isPath && own.values == nil && !isPathSafe(own.pattern):
		b.diags.Errorf(p.Span, "unsafe-pattern", "the pattern of path parameter %s admits more than one path segment; write it as `^…$` without %s, %q and %q, or say `allow-metacharacters %s`",
			quote(p.Name), list([]string{"/", "?", "#", "%"}), ".", "..", p.Name)
	}
	b.checkDefault(p)
}

// separated reports globs that a path parameter can never meet, each once for a surface.
func (b *builder) separated(p *model.Param, by []*restriction) {
	for _, r := range by {
		for _, s := range r.separated {
			if b.parted[s.glob.at] {
				continue
			}
			b.parted[s.glob.at] = true
			b.diags.Errorf(s.glob.at, "unsafe-pattern", "glob %s admits %q, which path parameter %s may not hold; leave it out, or say `allow-metacharacters %s`",
				quote(s.glob.text), s.separator, quote(p.Name), p.Name).
				WithRelated(p.Span, "the parameter")
		}
	}
}

// apply makes a filter the enum or the pattern of an input. In a path none may lead to another folder.
func (b *builder) apply(p *model.Param, f filter, isPath bool) {
	unsafe := slices.ContainsFunc(f.values, func(v string) bool { return v == "" || v == "." || v == ".." })
	if isPath && (unsafe || f.values == nil && f.pattern != "" && f.pathPattern == "") {
		b.diags.Errorf(p.Span, "unsafe-pattern", "path parameter %s may be %q or %q, which lead to another path; leave them out, or say `allow-metacharacters %s`", quote(p.Name), ".", "..", p.Name).
			WithRelated(f.at, "admitted here")
		return
	}
	if isPath && f.values == nil {
		f.pattern = f.pathPattern
	}
	apply(p.Property, f)
}

// checkDefault reports a default that what the surface adds does not admit.
func (b *builder) checkDefault(p *model.Param) {
	if p.Constraints == nil || p.Constraints.Default.Kind == ordered.Absent {
		return
	}
	if fault := violates(p.Constraints.Default, p.Constraints); fault != "" {
		b.diags.Errorf(p.Span, "default-not-allowed", "default %s of %s %s", quote(p.Constraints.Default.Text), quote(p.Name), fault)
	}
}

// stringFilter returns what the author says of a string.
func stringFilter(p *model.Property) (filter, bool) {
	c := p.Constraints
	switch {
	case c == nil || c.Enum == nil && c.Pattern == "":
		return filter{}, false
	case c.Enum != nil:
		f := filter{at: p.Span}
		for _, v := range c.Enum {
			if c.Pattern == "" || violates(v, &model.Constraints{Pattern: c.Pattern}) == "" {
				f.values = append(f.values, v.Text)
			}
		}
		return f, f.values != nil
	}
	return filter{pattern: c.Pattern, match: compiled(c.Pattern), at: p.Span}, true
}

// apply makes a filter the enum or the pattern of a property.
func apply(p *model.Property, f filter) {
	if f.values == nil && f.pattern == "" {
		return
	}
	c := p.Constraints
	if c == nil {
		c = &model.Constraints{}
		p.Constraints = c
	}
	c.Enum, c.Pattern = nil, f.pattern
	for _, v := range f.values {
		c.Enum = append(c.Enum, ordered.StringValue(v))
	}
}

func (b *builder) ownClash(why clash, p *model.Param, r restricted) {
	last := r.by[len(r.by)-1]
	switch why {
	case twoPatterns:
		b.diags.Errorf(p.Span, "restrict-patterns", "%s has a pattern and is restricted by another, and two patterns cannot be said as one; list the values without wildcards: `restrict %s matches \"a\" \"b\"`", quote(p.Name), p.Name).
			WithRelated(last.param.at, "restricted here")
	case nothingLeft:
		b.diags.Errorf(p.Span, "restrict-empty", "no value that %s admits meets its restriction", quote(p.Name)).
			WithRelated(last.param.at, "restricted here")
	}
}

// use returns what is known of a restriction's use.
func (l *linker) use(r *restriction) *use {
	u := l.restrictions[r]
	if u == nil {
		u = &use{}
		l.restrictions[r] = u
	}
	return u
}

// useRestrictions gives restrictions that met nothing what they might have met.
func (b *builder) useRestrictions() {
	var names []string
	for _, param := range b.m.params {
		for _, r := range b.m.filters[param].by {
			if u := b.use(r); !u.found {
				if !u.asked {
					u.asked = true
					b.restricted = append(b.restricted, r)
				}
				if names == nil {
					names = b.paramNames(func(p *model.Param) bool { return p.In != "header" && p.Type.Kind == model.String })
				}
				u.names = names
			}
		}
	}
}

// restrictions says what bounds inputs.
func (b *builder) restrictions() {
	for _, param := range b.m.params {
		for _, r := range b.m.filters[param].by {
			b.server.Restricts = append(b.server.Restricts, model.Restrict{Param: param, Globs: r.globs, Span: r.param.at})
		}
	}
}

// paramNames returns the names of some inputs, each once and as many as are looked at.
func (b *builder) paramNames(which func(*model.Param) bool) []string {
	names := []string{}
	known := map[string]bool{}
	for _, g := range b.server.Grants {
		for _, p := range g.Params {
			if which(p) && !known[p.Name] && len(names) < maxSuggestions {
				known[p.Name] = true
				names = append(names, p.Name)
			}
		}
	}
	return names
}

func (b *builder) checkMetacharacters() {
	if len(b.v.unit.wrap.metacharacters) == 0 {
		return
	}
	paths := map[string]bool{}
	for _, g := range b.server.Grants {
		for _, p := range g.Params {
			if p.In == "path" {
				paths[p.Name] = true
			}
		}
	}
	names := b.paramNames(func(p *model.Param) bool { return p.In == "path" })
	for _, w := range b.v.unit.wrap.metacharacters {
		if !paths[w.text] {
			b.diags.Errorf(w.at, "unknown-parameter", "no grant has a path parameter %s%s", quote(w.text), suggest(w.text, names))
		}
	}
}

// denials keeps those that hold: they document what no tool does, or take it away. One that an heir lifted in part says
// nothing true.
func (b *builder) denials() {
	for _, key := range b.m.order {
		for _, s := range b.m.denials[key] {
			if len(s.lifted) > 0 {
				continue
			}
			if s.documents {
				b.server.Denied = append(b.server.Denied, s.Denial)
			} else {
				b.server.Withdrawn = append(b.server.Withdrawn, s.Denial)
			}
			break // another file may say the same
		}
	}
}

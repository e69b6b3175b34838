package guardfile

import (
	"strings"

	"schemac/model"
	"schemac/model/source"
	"schemac/parse/kdl"
)

// A grant is a `can`, or an `override can`.
type grant struct {
	*model.Grant
	// override replaces an inherited grant or lifts an inherited never; bare says that it has no body and restores the
	// inherited grant.
	override, bare bool
}

// A draft is a grant being read.
type draft struct {
	*model.Grant
	methodStated bool
	// path is the template as written; nil when there is none.
	path *kdl.Value
	// refined are the path parameters that `path NAME TYPE` says more of, and refinedAt the same by name.
	refined   []*model.Param
	refinedAt map[string]*model.Param
	// exclusive are the groups as written, checked when all inputs are known.
	exclusive []exclusive
	// body is the first node that gives the request a body; zero without one.
	body source.Span
	// sets says that there is a `set`, however well it could be read.
	sets bool
	// crowded says that there are too many inputs, which is reported.
	crowded bool
	// meant are nodes that unknown ones were probably meant for.
	meant map[string]bool
	// open is the node `open-arguments`.
	open source.Span
}

var canRules = []rule[*draft]{
	{"path", false, (*reader).path}, // once is the template, which path itself counts
	{"method", true, (*reader).method},
	{"describe", true, (*reader).describe},
	{"query", false, func(r *reader, n *kdl.Node, g *draft) { r.inputs(n, "query", g) }},
	{"body", false, func(r *reader, n *kdl.Node, g *draft) { r.bodyAt(n, g); r.inputs(n, "body", g) }},
	{"header", false, func(r *reader, n *kdl.Node, g *draft) { r.inputs(n, "header", g) }},
	{"set", false, (*reader).set},
	{"returns", true, (*reader).returns},
	{"open-arguments", true, (*reader).openArguments},
	{"tool", true, (*reader).tool},
	{"title", true, (*reader).title},
	{"hints", true, (*reader).hints},
	{"raw-response", true, (*reader).rawResponse},
	{"fail-when", true, (*reader).failWhen},
}

const canUsage = `can VERB RESOURCE { path "/…" }`

func (r *reader) can(n *kdl.Node, w *wrap) {
	if r.conforms(n, form{usage: canUsage, min: 2, max: 2, block: mustBlock}) {
		r.keepGrant(r.grant(n, n.Args), w)
	}
}

func (r *reader) override(n *kdl.Node, w *wrap) {
	usage := "override can VERB RESOURCE { … }"
	if !r.conforms(n, form{usage: usage, min: 3, max: 3, block: mayBlock}) {
		return
	}
	if n.Args[0].Text != "can" {
		r.errorf(n.Args[0].Span, "override-kind", "only a grant can be overridden; write `%s`", usage)
		return
	}
	if n.HasChildren {
		g := r.grant(n, n.Args[1:])
		if g != nil {
			g.override = true
		}
		r.keepGrant(g, w)
		return
	}
	if verb, resource, at, ok := r.operation(n.Args[1:], false); ok {
		g := &model.Grant{Verb: verb, Resource: resource, Span: at}
		r.keepGrant(&grant{Grant: g, override: true, bare: true}, w)
	}
}

// keepGrant adds a grant, unless the file has one of the operation already.
func (r *reader) keepGrant(g *grant, w *wrap) {
	if g == nil {
		return
	}
	key := operationKey(g.Verb, g.Resource)
	if earlier := w.grantAt[key]; earlier != nil {
		r.errorf(g.Span, "duplicate-grant", "a second grant of %s, which would make a second tool %s; keep one", quote(key), quote(g.ToolName())).
			WithRelated(earlier.Span, "first here")
		return
	}
	w.grantAt[key] = g
	w.grants = append(w.grants, g)
}

// grant reads the body of a grant. It is nil when not even its operation can be read.
func (r *reader) grant(n *kdl.Node, args []*kdl.Value) *grant {
	g := &draft{Grant: &model.Grant{}, refinedAt: map[string]*model.Param{}}
	verb, resource, at, ok := r.operation(args, false)
	g.Verb, g.Resource, g.Span = verb, resource, at
	g.meant = dispatch(r, n.Children, canRules, g, `"can"`)
	if !ok {
		return nil
	}
	r.chooseMethod(g, args[0].Span)
	r.finishPath(g, n.Name.Span)
	r.uniqueNames(g)
	r.finishExclusive(g)
	r.checkBody(g)
	r.checkHabits(g)
	r.sayOpen(g)
	return &grant{Grant: g.Grant}
}

func (r *reader) describe(n *kdl.Node, g *draft) {
	r.conforms(n, form{usage: `describe "…"`, min: 1, max: 1})
	if text, ok := r.argument(n, `"describe"`); ok {
		g.Doc, g.DocSpan = text, n.Args[0].Span
	}
}

func (r *reader) tool(n *kdl.Node, g *draft) {
	if r.olderTool(n) || !r.conforms(n, form{usage: "tool NAME", min: 1, max: 1}) {
		return
	}
	name, _ := r.name(n.Args[0], "tool name", toolWord)
	g.Tool = name.text
}

// olderTool reports `tool x { GET … }`.
func (r *reader) olderTool(n *kdl.Node) bool {
	if !n.HasChildren {
		return false
	}
	r.unknown(n, `"can"`, nil)
	return true
}

func (r *reader) title(n *kdl.Node, g *draft) {
	r.conforms(n, form{usage: `title "…"`, min: 1, max: 1})
	g.Title, _ = r.argument(n, `"title"`)
}

func (r *reader) failWhen(n *kdl.Node, g *draft) {
	r.conforms(n, form{usage: `fail-when "EXPRESSION"`, min: 1, max: 1})
	g.FailWhen, _ = r.argument(n, `"fail-when"`)
}

func (r *reader) rawResponse(n *kdl.Node, g *draft) {
	r.conforms(n, form{usage: "raw-response"})
	g.RawResponse = true
}

// openArguments is the exception of contract §4; it is said once, by name.
func (r *reader) openArguments(n *kdl.Node, g *draft) {
	r.conforms(n, form{usage: "open-arguments"})
	g.OpenArguments, g.open = true, n.Name.Span
}

func (r *reader) sayOpen(g *draft) {
	if g.OpenArguments {
		r.diags.Infof(g.open, "open-arguments", "tool %s takes any further argument, and hosts learn of none", quote(g.ToolName()))
	}
}

// hintNames are the properties of `hints` and what each sets.
var hintNames = []struct {
	name string
	of   func(*model.Hints) *model.Hint
}{
	{"read-only", func(h *model.Hints) *model.Hint { return &h.ReadOnly }},
	{"destructive", func(h *model.Hints) *model.Hint { return &h.Destructive }},
	{"idempotent", func(h *model.Hints) *model.Hint { return &h.Idempotent }},
	{"open-world", func(h *model.Hints) *model.Hint { return &h.OpenWorld }},
}

func (r *reader) hints(n *kdl.Node, g *draft) {
	var known []string
	for _, hint := range hintNames {
		known = append(known, hint.name)
	}
	r.conforms(n, form{usage: "hints read-only=#true", props: known})
	if len(n.Props) == 0 && len(n.Args) == 0 {
		r.errorf(n.Name.Span, "missing-argument", "%q says too little; write `hints read-only=#true`", "hints")
	}
	for _, hint := range hintNames {
		p := property(n, hint.name)
		switch {
		case p == nil:
		case r.boolean(p.Value, quote(hint.name)):
			*hint.of(&g.Hints) = model.Yes
		default:
			*hint.of(&g.Hints) = model.No
		}
	}
	if g.Hints.ReadOnly == model.Yes && g.Hints.Destructive == model.Yes {
		r.errorf(n.Name.Span, "contradiction", "a tool that is %q is not %q; keep one", "read-only", "destructive")
	}
}

// bodyAt remembers the first node that gives the request a body.
func (r *reader) bodyAt(n *kdl.Node, g *draft) {
	if g.body.IsZero() {
		g.body = n.Name.Span
	}
}

func (r *reader) checkBody(g *draft) {
	if !g.body.IsZero() && hasNoBody(g.Method) {
		r.errorf(g.body, "body-not-allowed", "a %s request has no body; say %q, or another %q", g.Method, "query", "method")
	}
}

// checkHabits warns of grants that are legal and rarely meant. A stated method says that the author knows what the
// request is: `comment` may be an operation of one endpoint for all, and a POST does what its path says.
func (r *reader) checkHabits(g *draft) {
	if g.Verb == "comment" && !g.methodStated && g.path != nil && !endsInPlural(g.Path) {
		r.diags.Warnf(g.path.Span, "comment-path", "comments are a collection below a resource, and this path does not end in one, such as %q", "/comments")
	}
	edits := g.Method == "PATCH" || g.Method == "PUT"
	if (g.Verb == "close" || g.Verb == "reopen") && edits && !g.sets {
		r.diags.Warnf(g.Span, "close-without-set", "%s sends nothing that says so; write `set state \"…\"`", quote(g.Verb+" "+g.Resource))
	}
}

func endsInPlural(path string) bool {
	path = strings.TrimRight(path, "/")
	last := path[strings.LastIndexByte(path, '/')+1:]
	return strings.HasSuffix(last, "s") && !strings.HasSuffix(last, "ss")
}

// uniqueNames reports a name twice among path, query, body, header and set, and two inputs that go to one place; the
// later ones are dropped.
func (r *reader) uniqueNames(g *draft) {
	first := map[string]*model.Param{}
	wires := map[string]*model.Param{}
	kept := g.Params[:0]
	for _, p := range g.Params {
		wire := p.In + " " + p.Wire
		if p.In == "header" {
			wire = strings.ToLower(wire)
		}
		switch {
		case first[p.Name] != nil && first[p.Name].In == p.In:
			r.errorf(p.Span, "duplicate-name", "%s parameter %s stands twice", p.In, quote(p.Name)).WithRelated(first[p.Name].Span, "first here")
			continue
		case first[p.Name] != nil:
			earlier := first[p.Name]
			r.errorf(p.Span, "duplicate-name", "two inputs are named %s, in %q and in %q; name one otherwise, with upstream=%s", quote(p.Name), earlier.In, p.In, p.Wire).
				WithRelated(earlier.Span, "first here")
			continue
		case wires[wire] != nil:
			r.errorf(p.Span, "duplicate-name", "%s and %s are both sent as %s", quote(wires[wire].Name), quote(p.Name), quote(p.Wire)).
				WithRelated(wires[wire].Span, "first here")
		}
		first[p.Name], wires[wire] = p, p
		kept = append(kept, p)
	}
	g.Params = kept
	r.uniqueSet(g, first, wires)
}

func (r *reader) uniqueSet(g *draft, first, wires map[string]*model.Param) {
	fixed := seen{}
	kept := g.Set[:0]
	for _, f := range g.Set {
		input := first[f.Name]
		if input == nil {
			input = wires["body "+f.Name]
		}
		if input != nil {
			r.errorf(f.Span, "duplicate-name", "%s is an input already; a field is either set or given", quote(f.Name)).WithRelated(input.Span, "first here")
			continue
		}
		if !r.repeats(fixed, f.Name, f.Span, "field") {
			kept = append(kept, f)
		}
	}
	g.Set = kept
}

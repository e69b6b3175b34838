package guardfile

import (
	"fmt"
	"slices"

	"schemac/model"
	"schemac/parse/kdl"
)

// inputs reads `query`, `body` or `header` in one of three forms, which are told apart by quotes and never guessed
// (guardfile.md §3):
//
//	query q string required "description"   an unquoted type comes second: one input
//	query "q" "limit"                       all quoted: a list of names, optional strings
//	query { field "q" type="string" }       a block of fields
func (r *reader) inputs(n *kdl.Node, in string, g *draft) {
	switch {
	case len(n.Args) == 0:
		r.inputBlock(n, in, g)
	case len(n.Args) > 1 && isTypeWord(n.Args[1]):
		r.keepInput(r.settledField(n, field{in: in}), g)
	case allQuoted(n.Args) && !n.HasChildren:
		r.inputNames(n, in, g)
	default:
		r.ambiguous(n)
	}
}

// maxInputs is how many inputs, and groups of exclusive ones, a grant may have: no host shows more.
const maxInputs = 500

func (r *reader) keepInput(p *model.Param, g *draft) {
	switch {
	case p == nil:
	case len(g.Params) < maxInputs:
		g.Params = append(g.Params, p)
	case !g.crowded:
		g.crowded = true
		r.errorf(p.Span, "too-many", "a grant has at most %d inputs", maxInputs)
	}
}

func allQuoted(args []*kdl.Value) bool {
	return !slices.ContainsFunc(args, func(v *kdl.Value) bool { return v.Kind != kdl.String || v.Bare })
}

// inputNames reads a list of names; one alone may say `upstream="wire"`.
func (r *reader) inputNames(n *kdl.Node, in string, g *draft) {
	r.conforms(n, form{usage: n.Name.Text + ` "name"…`, min: 1, max: -1, props: []string{"upstream"}})
	upstream := property(n, "upstream")
	if upstream != nil && len(n.Args) > 1 {
		r.errorf(upstream.Name.Span, "constraint-place", "%q is for one name; write each on a line of its own", "upstream")
		upstream = nil
	}
	names := inputName
	if in == "header" {
		names = headerName
	}
	for _, arg := range n.Args {
		name, ok := r.name(arg, "name", names)
		if !ok {
			continue
		}
		p := &model.Param{
			Property: &model.Property{Name: name.text, Type: assumedString(name.at), Span: name.at},
			In:       in, Wire: name.text,
		}
		if upstream != nil {
			if wire, good := r.name(upstream.Value, "name", wireName); good {
				p.Wire = wire.text
			}
		}
		if in == "header" && isReservedHeader(p.Wire) {
			r.errorf(name.at, "reserved-header", "header %s is set by what carries the request out, and is no input", quote(p.Wire))
		}
		r.keepInput(p, g)
	}
}

// ambiguous shows both readings of a node that is of neither form.
func (r *reader) ambiguous(n *kdl.Node) {
	node, first := n.Name.Text, n.Args[0]
	if len(n.Args) == 1 {
		if n.HasChildren && !first.Bare {
			r.errorf(first.Span, "ambiguous-form", "write `%s %s string { … }` for one input, or leave out the block", node, first.Text)
			return
		}
		r.errorf(first.Span, "ambiguous-form", "write `%s %s string` for one input with a type, or `%s %q` for one that is an optional string", node, first.Text, node, first.Text)
		return
	}
	second := n.Args[1]
	help := ""
	if second.Bare {
		help = suggestType(second.Text)
	}
	r.errorf(second.Span, "ambiguous-form", "%s could be a type or a name: write `%s %s TYPE` for one input, or `%s %q %q` for a list of names%s",
		quote(second.Text), node, first.Text, node, clip(first.Text), clip(second.Text), help)
}

func clip(text string) string {
	if runes := []rune(text); len(runes) > maxQuoted {
		return string(runes[:maxQuoted]) + "…"
	}
	return text
}

// An inputBlock is `query { … }` being read.
type inputBlock struct {
	in    string
	grant *draft
}

func (r *reader) inputBlock(n *kdl.Node, in string, g *draft) {
	if !r.conforms(n, form{usage: fmt.Sprintf("%s { field \"name\" type=\"string\" }", in), block: mustBlock}) {
		return
	}
	if len(n.Children) == 0 {
		r.errorf(n.Name.Span, "empty-block", "%q names no field", in)
	}
	dispatch(r, n.Children, inputRules, &inputBlock{in, g}, quote(in))
}

var inputRules = []rule[*inputBlock]{
	{"field", false, (*reader).inputField},
	{"array", false, (*reader).inputField},
	{"object", false, (*reader).inputField},
	{"mutually-exclusive", false, (*reader).mutuallyExclusive},
}

func (r *reader) inputField(n *kdl.Node, b *inputBlock) {
	r.keepInput(r.memberField(n, field{in: b.in}), b.grant)
}

// An exclusive is `mutually-exclusive` as written.
type exclusive struct {
	words []word
}

func (r *reader) mutuallyExclusive(n *kdl.Node, b *inputBlock) {
	if !r.conforms(n, form{usage: `mutually-exclusive "a" "b"`, min: 2, max: -1}) {
		return
	}
	if len(b.grant.exclusive) == maxInputs {
		r.errorf(n.Name.Span, "too-many", "a grant has at most %d groups of exclusive inputs", maxInputs)
	}
	if len(b.grant.exclusive) >= maxInputs {
		return
	}
	group := exclusive{}
	first := seen{}
	for _, arg := range n.Args {
		if name, ok := r.name(arg, "name", inputName); ok && !r.repeats(first, name.text, name.at, "name") {
			group.words = append(group.words, name)
		}
	}
	b.grant.exclusive = append(b.grant.exclusive, group)
}

// finishExclusive checks the groups against the inputs: a member that is required would leave no choice.
func (r *reader) finishExclusive(g *draft) {
	if len(g.exclusive) == 0 {
		return
	}
	params := map[string]*model.Param{}
	var names []string
	for _, p := range g.Params {
		params[p.Name] = p
		names = append(names, p.Name)
	}
	for _, group := range g.exclusive {
		members := make([]string, 0, len(group.words))
		for _, w := range group.words {
			p := params[w.text]
			switch {
			case p == nil:
				r.errorf(w.at, "unknown-parameter", "no input is named %s%s", quote(w.text), suggest(w.text, names))
				continue
			case p.Required:
				r.errorf(w.at, "exclusive-required", "%s is required, so nothing can be given instead of it", quote(w.text)).WithRelated(p.Span, "required here")
			}
			members = append(members, w.text)
		}
		if len(members) > 1 {
			g.Exclusive = append(g.Exclusive, members)
		}
	}
}

package guardfile

import (
	"schemac/model"
	"schemac/parse/kdl"
)

const returnsUsage = "returns { field \"name\" type=\"string\" }"

// returns reads the shape of an answer: a block is an object, `returns array { … }` a list of objects, `returns
// array<T>` one of scalars, and names alone are fields of which nothing is known.
func (r *reader) returns(n *kdl.Node, g *draft) {
	switch {
	case len(n.Args) == 0 && !n.HasChildren:
		r.conforms(n, form{usage: returnsUsage, min: 1, block: mayBlock})
	case len(n.Args) == 0:
		r.conforms(n, form{usage: returnsUsage, block: mayBlock})
		g.Returns = &model.Type{Kind: model.ObjectKind, NonNull: true, Span: n.Name.Span, Shape: r.answer(n)}
	case isTypeWord(n.Args[0]):
		r.returnsList(n, g)
	case allQuoted(n.Args) && !n.HasChildren:
		r.conforms(n, form{usage: `returns "name"…`, max: -1})
		g.Returns = &model.Type{Kind: model.ObjectKind, NonNull: true, Span: n.Name.Span, Shape: r.answerNames(n.Args)}
	default:
		r.errorf(n.Args[0].Span, "returns-form", "write `%s`, `returns array { … }`, or `returns \"name\"…`", returnsUsage)
	}
}

func (r *reader) returnsList(n *kdl.Node, g *draft) {
	t, _ := typeOf(n.Args[0].Text, n.Args[0].Span)
	_, scalars := elementWord(n.Args[0].Text)
	switch {
	case t.Kind != model.ListKind || scalars && n.HasChildren || len(n.Args) > 1:
		r.errorf(n.Args[0].Span, "returns-form", "write `%s`, `returns array { … }`, or `returns array<string>`", returnsUsage)
		return
	case !scalars && !n.HasChildren:
		r.errorf(n.Args[0].Span, "returns-form", "say what the list holds: `returns array { … }`, or `returns array<string>`")
		return
	case n.HasChildren:
		t.Elem = &model.Type{Kind: model.ObjectKind, NonNull: true, Span: n.Args[0].Span, Shape: r.answer(n)}
	}
	r.conforms(n, form{max: 1, block: mayBlock})
	g.Returns = t
}

// answer reads a block of fields.
func (r *reader) answer(n *kdl.Node) *model.Shape {
	var members []*kdl.Node
	keep := func(_ *reader, n *kdl.Node, into *[]*kdl.Node) { *into = append(*into, n) }
	dispatch(r, n.Children, []rule[*[]*kdl.Node]{{"field", false, keep}, {"array", false, keep}, {"object", false, keep}}, &members, `"returns"`)
	if len(n.Children) == 0 {
		r.errorf(n.Name.Span, "empty-block", "%q names no field", "returns")
	}
	return r.shape(members, true)
}

func (r *reader) answerNames(args []*kdl.Value) *model.Shape {
	shape := &model.Shape{Direction: model.Output}
	first := seen{}
	for _, arg := range args {
		name, ok := r.name(arg, "field", wireName)
		if ok && !r.repeats(first, name.text, name.at, "field") {
			p := &model.Property{Name: name.text, Type: &model.Type{Span: name.at}, Span: name.at}
			shape.Fields = append(shape.Fields, model.Field{Property: p})
		}
	}
	return shape
}

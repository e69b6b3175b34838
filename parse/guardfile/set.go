package guardfile

import (
	"schemac/model"
	"schemac/model/ordered"
	"schemac/parse/kdl"
)

const setUsage = `set FIELD "value"`

// set reads fixed fields of the body: `set state "closed"`, `set state="closed"` or `set { state "closed"; labels 1 2 }`.
func (r *reader) set(n *kdl.Node, g *draft) {
	r.bodyAt(n, g)
	g.sets = true
	r.annotations(n)
	forms := 0
	for _, used := range []bool{len(n.Args) > 0, len(n.Props) > 0, n.HasChildren} {
		if used {
			forms++
		}
	}
	switch {
	case forms != 1 || len(n.Args) > 0 && len(n.Args) != 2 || n.HasChildren && len(n.Children) == 0:
		r.errorf(n.Name.Span, "set-form", "write `%s`, `set FIELD=\"value\"` or `set { FIELD \"value\" }`", setUsage)
	case n.HasChildren:
		for _, child := range n.Children {
			r.setField(child.Name, g, func() (ordered.Value, bool) { return r.fixed(child) })
		}
	case len(n.Args) > 0:
		r.setField(n.Args[0], g, func() (ordered.Value, bool) { return r.value(n.Args[1]) })
	default:
		for _, p := range n.Props {
			r.setField(p.Name, g, func() (ordered.Value, bool) { return r.value(p.Value) })
		}
	}
}

func (r *reader) setField(name *kdl.Value, g *draft, value func() (ordered.Value, bool)) {
	field, ok := r.name(name, "field", inputName)
	v, good := value()
	if ok && good {
		g.Set = append(g.Set, model.FixedField{Name: field.text, Value: v, Span: field.at})
	}
}

// fixed returns the value of a node in the block of `set`: one argument is a value, several are a list, a block is an
// object. Blocks nest no deeper than parse/kdl lets them.
func (r *reader) fixed(n *kdl.Node) (ordered.Value, bool) {
	r.annotations(n)
	r.properties(n, nil)
	if !n.HasChildren {
		if len(n.Args) == 0 {
			r.errorf(n.Name.Span, "missing-argument", "%s has no value; write `%s \"value\"`", quote(n.Name.Text), n.Name.Text)
			return ordered.Value{}, false
		}
		return r.values(n.Args)
	}
	if len(n.Args) > 0 {
		r.errorf(n.Args[0].Span, "unexpected-argument", "%s is an object, and takes no value beside its block", quote(n.Name.Text))
		return ordered.Value{}, false
	}
	return r.object(n.Children)
}

func (r *reader) object(nodes []*kdl.Node) (ordered.Value, bool) {
	object, all := ordered.ObjectValue(), true
	first := map[string]*kdl.Value{}
	for _, child := range nodes {
		name := child.Name.Text
		if earlier := first[name]; earlier != nil {
			r.errorf(child.Name.Span, "duplicate-name", "field %s stands twice", quote(name)).WithRelated(earlier.Span, "first here")
			all = false
			continue
		}
		first[name] = child.Name
		v, ok := r.fixed(child)
		all = all && ok
		object.Members = append(object.Members, ordered.Member{Name: name, Value: v})
	}
	return object, all
}

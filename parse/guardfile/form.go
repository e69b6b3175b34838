package guardfile

import (
	"slices"
	"strings"

	"schemac/model/diag"
	"schemac/parse/kdl"
)

// A block says whether a node may have children.
type block uint8

const (
	noBlock block = iota
	mayBlock
	mustBlock
)

// A form is what a node takes beside its name.
type form struct {
	// usage shows how the node is written.
	usage string
	// min and max bound the number of arguments; a negative max means any number.
	min, max int
	// props are the names of its properties.
	props []string
	block block
}

// conforms reports everything in which a node departs from a form. It is false when what is missing leaves nothing to
// read.
func (r *reader) conforms(n *kdl.Node, f form) bool {
	r.annotations(n)
	r.properties(n, f.props)
	if n.As != nil {
		r.errorf(n.As.Span, "unexpected-as", "only %q gives its result a name, and this is %s", "call", quote(n.Name.Text))
	}
	if f.max >= 0 && len(n.Args) > f.max {
		extra := n.Args[f.max]
		r.errorf(extra.Span, "unexpected-argument", "unexpected %s after %s; write `%s`", quote(extra.Text), quote(n.Name.Text), f.usage)
	}
	ok := true
	switch {
	case len(n.Args) < f.min:
		r.errorf(n.Name.Span, "missing-argument", "%s says too little; write `%s`", quote(n.Name.Text), f.usage)
		ok = false
	case f.block == mustBlock && !n.HasChildren:
		r.errorf(n.Name.Span, "missing-block", "%s needs a block; write `%s`", quote(n.Name.Text), f.usage)
		ok = false
	}
	if f.block == noBlock && n.HasChildren {
		at := n.Block
		if n.Block.Start < n.Block.End {
			at = at.File.Span(at.Start, at.Start+1)
		}
		r.errorf(at, "unexpected-block", "%s takes no block; write `%s`", quote(n.Name.Text), f.usage)
	}
	return ok
}

// annotations reports `(type)` before the node or its arguments: the language has none.
func (r *reader) annotations(n *kdl.Node) {
	report := func(v *kdl.Value) {
		if v != nil {
			r.errorf(v.Span, "unexpected-annotation", "guardfiles have no type annotations; leave out %s", quote("("+v.Text+")"))
		}
	}
	report(n.Type)
	for _, arg := range n.Args {
		report(arg.Type)
	}
	for _, p := range n.Props {
		report(p.Value.Type)
	}
}

// properties reports those that the node does not have, and those that stand twice.
func (r *reader) properties(n *kdl.Node, known []string) {
	first := map[string]*kdl.Property{}
	for _, p := range n.Props {
		name := p.Name.Text
		earlier, twice := first[name]
		switch {
		case slices.Contains(unsupported, name):
			r.errorf(p.Name.Span, "not-supported-yet", "%s is not supported yet", quote(name))
		case len(known) == 0:
			r.errorf(p.Name.Span, "unknown-property", "unknown property %s on %s, which has none", quote(name), quote(n.Name.Text))
		case !slices.Contains(known, name):
			r.errorf(p.Name.Span, "unknown-property", "unknown property %s on %s%s", quote(name), quote(n.Name.Text), suggest(name, known))
		case twice:
			r.errorf(p.Name.Span, "duplicate-property", "property %s stands twice", quote(name)).WithRelated(earlier.Name.Span, "first here")
		default:
			first[name] = p
		}
	}
}

// suggest says what the author may have meant, or else, when they are few, what there is.
func suggest(word string, known []string) string {
	if best := closest(word, known); best != "" {
		return "; did you mean " + quote(best) + "?"
	}
	switch {
	case len(known) == 0 || len(known) > 6:
		return ""
	case len(known) == 1:
		return "; there is " + list(known)
	}
	return "; there are " + list(known)
}

// list joins names for a sentence: "a", "b" and "c".
func list(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = quote(name)
	}
	if last := len(quoted) - 1; last > 0 {
		return strings.Join(quoted[:last], ", ") + " and " + quoted[last]
	}
	return strings.Join(quoted, "")
}

// property returns the first property of a name, or nil.
func property(n *kdl.Node, name string) *kdl.Property {
	for _, p := range n.Props {
		if p.Name.Text == name {
			return p
		}
	}
	return nil
}

// maxSuggestions is among how many names a did-you-mean looks: a file may hold as many mistakes as names.
const maxSuggestions = 100

func closest(word string, known []string) string {
	return diag.Closest(word, known[:min(len(known), maxSuggestions)])
}

package guardfile

import (
	"schemac/model"
	"schemac/model/ordered"
)

// input makes an input of an action. Type, description, pattern and enum of one that states no type are those of the
// parameter that it feeds; several must agree (guardfile.md §4).
func (n *binding) input(in *boundInput) *model.Param {
	p := &model.Param{
		Property: &model.Property{Name: in.name.text, Doc: in.doc, Description: in.doc, DocSpan: in.docSpan, Type: in.stated, Span: in.name.at},
		In:       "body", Wire: in.name.text, Required: in.required,
	}
	if !in.used && !n.partial {
		n.diags.Errorf(in.name.at, "unused-input", "input %s feeds no call; write `PARAM $%s` in one, or leave it out", quote(in.name.text), in.name.text)
	}
	for _, feed := range in.feeds {
		if !n.agree(p, feed, in) {
			break
		}
	}
	if p.Type == nil {
		p.Type = assumedString(in.name.at) // fed by nothing known, or only by what takes anything
	}
	n.inputDefault(p, in)
	if in.needed != nil && !in.required && in.defaults == nil {
		n.diags.Errorf(in.name.at, "optional-input", "input %s is optional and feeds %s, which is required; say `{ required }`, or a default", quote(in.name.text), quote(in.needed.Name)).
			WithRelated(in.needed.Span, "required here")
	}
	return p
}

// agree takes from a parameter what the input is to be, and reports where the parameters differ.
func (n *binding) agree(p *model.Param, feed *model.Param, in *boundInput) bool {
	differ := func(what, advice string) bool {
		d := n.diags.Errorf(in.name.at, "input-disagrees", "input %s feeds parameters that differ in %s; %s", quote(in.name.text), what, advice)
		for _, f := range in.feeds[:min(len(in.feeds), 4)] {
			d.WithRelated(f.Span, "one of them")
		}
		return false
	}
	switch {
	case p.Type == nil, isOpenObject(p.Type) && feed.Type.Kind == model.ObjectKind:
		p.Type = feed.Type
	case in.stated != nil && !accepts(feed.Type, in.stated):
		n.diags.Errorf(in.stated.Span, "value-type", "input %s is %s, and feeds %s, which is %s", quote(in.name.text), article(typeName(in.stated)), quote(feed.Name), article(typeName(feed.Type))).
			WithRelated(feed.Span, "the parameter")
		return false
	case in.stated == nil && !sameType(p.Type, feed.Type):
		return differ("type", "use an input for each")
	}
	if in.doc == "" && feed.Doc != "" {
		if p.Doc != "" && p.Doc != feed.Doc {
			return differ("description", "say `describe \"…\"` in the block of the input")
		}
		p.Doc, p.Description, p.DocSpan = feed.Doc, feed.Doc, feed.DocSpan
	}
	if what := n.agreeOn(p, feed); what != "" {
		return differ(what, "use an input for each")
	}
	return true
}

// agreeOn joins the constraints of a parameter to those of the input, and returns in what they differ, or "".
func (n *binding) agreeOn(p *model.Param, feed *model.Param) string {
	c := feed.Constraints
	if c == nil {
		return ""
	}
	if p.Constraints == nil {
		joined := *c
		joined.Default = ordered.Value{}
		if !isZero(&joined) {
			p.Constraints = &joined
		}
		return ""
	}
	own := p.Constraints
	for _, pair := range []struct {
		own  *string
		feed string
		what string
	}{
		{&own.Minimum, c.Minimum, "minimum"}, {&own.Maximum, c.Maximum, "maximum"},
		{&own.MinItems, c.MinItems, "min-items"}, {&own.MaxItems, c.MaxItems, "max-items"},
	} {
		switch {
		case pair.feed == "" || *pair.own == pair.feed:
		case *pair.own == "":
			*pair.own = pair.feed
		default:
			return pair.what
		}
	}
	return agreeOnText(p, feed)
}

// agreeOnText joins patterns and enums: a value must meet all of them, so that a list and a pattern make a list.
func agreeOnText(p, feed *model.Param) string {
	if p.Type.Kind != model.String {
		return agreeOnNumbers(p.Constraints, feed.Constraints)
	}
	mine, stated := stringFilter(p.Property)
	theirs, also := stringFilter(feed.Property)
	switch {
	case !also:
		return ""
	case !stated:
		apply(p.Property, theirs)
		return ""
	}
	both, why := meet(mine, theirs)
	switch why {
	case twoPatterns:
		return "pattern"
	case nothingLeft:
		return "enum"
	}
	apply(p.Property, both)
	return ""
}

func agreeOnNumbers(own, feed *model.Constraints) string {
	switch {
	case feed.Enum == nil:
		return ""
	case own.Enum == nil:
		own.Enum = feed.Enum
		return ""
	case len(own.Enum) != len(feed.Enum):
		return "enum"
	}
	for i := range own.Enum {
		if own.Enum[i].Text != feed.Enum[i].Text {
			return "enum"
		}
	}
	return ""
}

func (n *binding) inputDefault(p *model.Param, in *boundInput) {
	if in.defaults == nil {
		return
	}
	if !isScalar(p.Type.Kind) && p.Type.Kind != model.ListKind {
		n.diags.Errorf(in.defaultAt, "constraint-type", "%q says nothing of %s", "default", article(typeName(p.Type)))
		return
	}
	c := model.Constraints{}
	if p.Constraints != nil {
		c = *p.Constraints
	}
	r := &reader{unit: n.v.unit, diags: n.diags}
	if c.Default = r.defaultValue(in.defaults, p.Type, &c); c.Default.Kind != ordered.Absent {
		p.Constraints = &c
	}
}

// accepts reports whether a parameter takes every value of a type.
func accepts(param, value *model.Type) bool {
	return sameType(param, value) || param.Kind == model.Number && value.Kind == model.Integer || isOpenObject(value) && param.Kind == model.ObjectKind
}

// isOpenObject holds for an object of which nothing is known, which takes the shape of what it feeds.
func isOpenObject(t *model.Type) bool { return t.Kind == model.ObjectKind && t.Shape == nil }

// sameType compares types by what they admit. Shapes nest no deeper than blocks.
func sameType(a, b *model.Type) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case model.ListKind:
		return sameType(a.Elem, b.Elem)
	case model.ObjectKind:
		return sameShape(a.Shape, b.Shape)
	}
	return true
}

func sameShape(a, b *model.Shape) bool {
	if a == nil || b == nil {
		return a == b
	}
	if len(a.Fields) != len(b.Fields) {
		return false
	}
	for i, f := range a.Fields {
		g := b.Fields[i]
		if f.Name != g.Name || f.Required != g.Required || !sameType(f.Type, g.Type) {
			return false
		}
	}
	return true
}

package lint

import (
	"iter"
	"sync"

	"schemac/model"
	"schemac/model/source"
)

// shared is what several rules ask of one document, worked out once.
type shared struct {
	objects []*model.Object
	remarks map[source.Span]*model.Remark
	// owners says which type tells of what stands at a place: a class has the fields of its table.
	owners map[source.Span]*model.Object
	// texts are gathered by the first rule that asks.
	gathered sync.Once
	texts    []text
}

func newShared(d *model.Document) *shared {
	s := &shared{objects: reached(d), remarks: map[source.Span]*model.Remark{}, owners: map[source.Span]*model.Object{}}
	for _, r := range d.Remarks {
		s.remarks[r.Name] = r
	}
	for _, o := range s.objects {
		s.own(o, o.DescriptionSpan)
		for _, property := range o.Properties.All() {
			s.own(o, property.Span)
		}
	}
	return s
}

// own makes a type the owner of a place: the first that stands in the same file, else the first.
func (s *shared) own(o *model.Object, at source.Span) {
	if owner := s.owners[at]; owner == nil || owner.Span.File != at.File && o.Span.File == at.File {
		s.owners[at] = o
	}
}

// inherits reports whether the words of a type are those of another, which tells of them.
func (p *Pass) inherits(o *model.Object) bool {
	owner := p.shared.owners[o.DescriptionSpan]
	return o.DescriptionSpan.File != nil && owner != nil && owner != o && owner.Description == o.Description
}

// inherited reports whether a field is that of another type, as a class has those of its table. What is wrong with it
// is told of the other.
func (p *Pass) inherited(o *model.Object, property *model.Property) bool {
	owner := p.shared.owners[property.Span]
	if property.Span.File == nil || owner == nil || owner == o {
		return false
	}
	its := owner.Properties.Lookup(property.Name)
	return its != nil && its.Span == property.Span && its.Doc == property.Doc
}

// Objects returns the types that any output shows: exported tables, then what they embed or relate to.
func (p *Pass) Objects() []*model.Object { return p.shared.objects }

// hasRemark reports whether a comment could describe what has the name, which is a matter of another rule.
func (p *Pass) hasRemark(name source.Span) bool { return p.shared.remarks[name] != nil }

func reached(d *model.Document) []*model.Object {
	var list []*model.Object
	seen := map[*model.Object]bool{}
	add := func(o *model.Object) {
		if o != nil && !o.Hidden && !seen[o] {
			seen[o] = true
			list = append(list, o)
		}
	}
	for _, s := range d.Surfaces {
		for _, r := range s.Tables {
			add(r.Object)
		}
	}
	for i := 0; i < len(list); i++ {
		for _, property := range list[i].Properties.All() {
			if !property.Hidden {
				add(property.Type.Base().Object)
			}
		}
	}
	return list
}

// A text is something that an author wrote for readers, or could have: a description.
type text struct {
	// name is the name in the source; words are what is said, and span is where.
	name  source.Span
	words string
	span  source.Span
	// property, op and object: what is described is the first of them that is set; the others say what it is part of.
	property *model.Property
	op       *model.Operation
	object   *model.Object
	// inherited says that another text is the same, at the same place.
	inherited bool
}

// of names what is described, as a message calls it, such as `field "sku" of "Product"`.
func (t *text) of() string {
	switch {
	case t.property != nil && t.op != nil:
		return quoted("input", t.property.Name) + " of " + quoted("", t.op.Name)
	case t.property != nil:
		return quoted("field", t.property.Name) + " of " + quoted("", t.object.Name)
	case t.op != nil:
		return quoted("tool", t.op.Name)
	}
	return quoted("type", t.object.Name)
}

// texts returns everything that can be described and is shown: tables and types, their fields, grants and actions and
// their inputs. What has no description has no words.
func (p *Pass) texts() []text {
	p.shared.gathered.Do(func() { p.shared.texts = p.gather() })
	return p.shared.texts
}

// own goes through the texts, each once: what a class has from its table is told of the table.
func (p *Pass) own() iter.Seq[text] {
	return func(yield func(text) bool) {
		for _, t := range p.texts() {
			if !t.inherited && !yield(t) {
				return
			}
		}
	}
}

func (p *Pass) gather() []text {
	list := []text{}
	for _, o := range p.Objects() {
		list = append(list, text{name: o.Span, words: o.Description, span: o.DescriptionSpan, object: o, inherited: p.inherits(o)})
		for _, property := range o.Properties.All() {
			if property.Visible() {
				list = append(list, text{
					name: property.Span, words: property.Doc, span: property.DocSpan, property: property, object: o,
					inherited: p.inherited(o, property),
				})
			}
		}
	}
	p.operations(func(_ *model.Surface, op *model.Operation) {
		doc, at := authored(op)
		list = append(list, text{name: op.Span, words: doc, span: at, op: op})
		for _, param := range params(op) {
			list = append(list, text{name: param.Span, words: param.Doc, span: param.DocSpan, property: param.Property, op: op})
		}
	})
	return list
}

func quoted(word, name string) string {
	if word == "" {
		return `"` + name + `"`
	}
	return word + ` "` + name + `"`
}

// operations calls yield with every operation that an author declares one by one: grants, actions and custom tools, not
// those of tables.
func (p *Pass) operations(yield func(*model.Surface, *model.Operation)) {
	for _, s := range p.Surfaces {
		for _, op := range s.Operations {
			if op.Origin.Table == nil {
				yield(s, op)
			}
		}
	}
}

// authored returns the words that an author gives an operation, and their place.
func authored(op *model.Operation) (string, source.Span) {
	switch o := &op.Origin; {
	case o.Grant != nil:
		return o.Grant.Doc, o.Grant.DocSpan
	case o.Action != nil:
		return o.Action.Doc, o.Action.DocSpan
	case o.Custom != nil && o.Custom.Described:
		return op.Description, op.Span
	}
	return "", source.Span{}
}

// params returns the inputs that an author declares.
func params(op *model.Operation) []*model.Param {
	switch o := &op.Origin; {
	case o.Grant != nil:
		return o.Grant.Params
	case o.Action != nil:
		return o.Action.Inputs
	}
	return nil
}

// entity returns what an operation is about, in its author's words.
func entity(op *model.Operation) string {
	switch o := &op.Origin; {
	case o.Table != nil:
		return o.Table.Name
	case o.Grant != nil:
		return o.Grant.Resource
	case o.Action != nil:
		return o.Action.Resource
	}
	return op.Name
}

// or returns the first place that is one.
func or(spans ...source.Span) source.Span {
	for _, at := range spans {
		if !at.IsZero() {
			return at
		}
	}
	return source.Span{}
}

package lint

import (
	"schemac/model"
	"schemac/model/source"
)

// A Share is how many of all have something.
type Share struct{ Have, All int }

// Percent rounds down: 100 means all. Of nothing all is there.
func (s Share) Percent() int {
	if s.All == 0 {
		return 100
	}
	return 100 * s.Have / s.All
}

func (s *Share) count(has bool) {
	s.All++
	if has {
		s.Have++
	}
}

// Described returns the shares of tools, fields and inputs that have words of an author. A tool of a table has those of
// its table; a field, those that its description is made of (contract §2.1).
func Described(d *model.Document) (tools, fields, inputs Share) {
	for _, s := range d.Surfaces {
		for _, op := range s.Operations {
			if !op.Listed {
				continue
			}
			doc, _ := authored(op)
			tools.count(doc != "" || op.Origin.Table != nil && op.Origin.Table.Description != "")
			for _, p := range params(op) {
				inputs.count(p.Description != "")
			}
		}
	}
	for _, o := range reached(d) {
		for _, p := range o.Properties.All() {
			if p.Visible() {
				fields.count(p.Description != "")
			}
		}
	}
	return tools, fields, inputs
}

// A Docstring is a description that stands in a source.
type Docstring struct {
	// Name is how people ask for it: Product, Product.sku, get_issue, get_issue.index.
	Name string
	// At is the name in the source, Words what the author says, and Span where; both are empty where nothing is said.
	At    source.Span
	Words string
	Span  source.Span
}

// Docstrings returns the descriptions of all types, fields, tools and inputs that an output shows. Those of which nothing
// is said are among them.
func Docstrings(d *model.Document) []Docstring {
	var list []Docstring
	p := &Pass{Document: d, shared: newShared(d)}
	for _, t := range p.texts() {
		list = append(list, Docstring{t.dotted(), t.name, t.words, t.span})
	}
	return list
}

// dotted is the name of what is described, below that of what it is part of.
func (t *text) dotted() string {
	owner := ""
	if t.object != nil {
		owner = t.object.Name
	} else {
		owner = t.op.Name
	}
	if t.property != nil {
		return owner + "." + t.property.Name
	}
	return owner
}

package lint

import (
	"schemac/model"
	"schemac/model/diag"
)

// DescribeTables finds exported tables without words (facts: hosts.md §3: a missing description is the commonest fault).
var DescribeTables = &Rule{
	ID:    "describe-tables",
	Title: "an exported table without a description",
	Text: "The docstring of a type begins the description of its six tools, is that of its resource, and is the tag of its " +
		"operations in OpenAPI. Without it a model knows a table by its name alone. Say what one record is, and what it is for.",
	Before: `type Stay @table @export {
  "Number of the booking."
  id: ID @primaryKey
}
`,
	After: `"One booking of a room, from arrival to departure."
type Stay @table @export {
  "Number of the booking."
  id: ID @primaryKey
}
`,
	Severity: diag.Warning,
	Run: func(p *Pass) {
		p.tables(false, func(r *model.Resource) {
			p.Reportf(r.Span, "table %q has no description, so a model knows it by its name alone", r.Name).
				WithHelp("write a docstring above the type that says what one record is")
		})
	},
}

// tables calls yield with the exported tables, or classes, that have no description. A comment that could serve is a
// matter of another rule.
func (p *Pass) tables(class bool, yield func(*model.Resource)) {
	for _, s := range p.Surfaces {
		for _, r := range s.Tables {
			if r.Class == class && r.Description == "" && !p.hasRemark(r.Span) {
				yield(r)
			}
		}
	}
}

package lint

import (
	"schemac/model"
	"schemac/model/diag"
)

// OpenRecord finds tables whose closed output schema promises more than the server does (contract §3).
var OpenRecord = &Rule{
	ID:    "open-record",
	Title: "a table that may store what its output schema does not allow",
	Text: "A table without `@sealed` takes undeclared fields, while the output schema of its tools is closed. A client that checks " +
		"answers refuses a record that carries more. Seal the table, or write `records: open` in schemac.yaml.",
	Before: `"One film that is shown."
type Film @table @export {
  id: ID @primaryKey
}
`,
	After: `"One film that is shown."
type Film @table @export @sealed {
  id: ID @primaryKey
}
`,
	Severity: diag.Info,
	Run: func(p *Pass) {
		for _, s := range p.Surfaces {
			for _, op := range s.Operations {
				r := op.Origin.Table
				if r == nil || op.Origin.Verb != "get" || r.Class || r.Sealed || !op.Listed || op.Output == nil || op.Output.Additional != model.Closed {
					continue
				}
				p.Reportf(r.Span, "table %q may hold undeclared fields, and its output schema is closed", r.Name).
					WithHelp("add @sealed to the type, or \"records: open\" to schemac.yaml")
			}
		}
	},
}

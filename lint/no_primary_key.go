package lint

import "schemac/model/diag"

// NoPrimaryKey finds tables whose records nobody can address by what a record shows (contract §2).
var NoPrimaryKey = &Rule{
	ID:    "no-primary-key",
	Title: "a table without a primary key",
	Text: "Without `@primaryKey` records are addressed by an `id` that no record shows, so a model that has found a record cannot " +
		"get, change or delete it. Mark the field that is the key.",
	Before: `"One film that is shown."
type Film @table @export {
  title: String
}
`,
	After: `"One film that is shown."
type Film @table @export {
  title: String @primaryKey
}
`,
	Severity: diag.Warning,
	Compiler: []string{"no-primary-key"},
	Run: func(p *Pass) {
		for _, s := range p.Surfaces {
			for _, r := range s.Tables {
				if !r.Class && r.PrimaryKey() == nil {
					p.Reportf(r.Span, "table %q has no primary key, so its records are addressed by an %q that no record shows; mark a field with %q",
						r.Name, r.RoutingKey().Name, "@primaryKey")
				}
			}
		}
	},
}

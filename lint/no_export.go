package lint

import "schemac/model/diag"

// NoExport finds sources out of which nothing comes (contract §2).
var NoExport = &Rule{
	ID:    "no-export",
	Title: "tables of which none is exported",
	Text:  "Only a table with `@export` has a path, and so tools and operations. A schema that exports none compiles to nothing.",
	Before: `type Film @table {
  id: ID @primaryKey
}
`,
	After: `type Film @table @export {
  id: ID @primaryKey
}
`,
	Severity: diag.Warning,
	Compiler: []string{"no-export"},
	Run: func(p *Pass) {
		for _, o := range p.Document.Objects {
			if o.Export != nil {
				return
			}
		}
		for _, o := range p.Document.Objects {
			if o.Table != nil {
				p.Reportf(o.Span, "no table is exported, so there are no tools; add %q to a table, such as %q", "@export", o.Name)
				return
			}
		}
		for _, o := range p.Document.Objects {
			p.Reportf(o.Span, "no type is a table, so there is nothing to emit; a table with tools is marked %q", "@table @export")
			return
		}
	},
}

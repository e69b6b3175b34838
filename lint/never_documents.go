package lint

import "schemac/model/diag"

// NeverDocuments finds denials that remove nothing (guardfile.md §2).
var NeverDocuments = &Rule{
	ID:    "never-documents",
	Title: "a `never` that removes nothing",
	Text: "In a file that inherits nothing, what is not granted is no tool already. Such a `never` documents a decision, which is " +
		"fine; it does not protect anything.",
	Before: `wrap tides {
    base-url "api.tides.example.com"
    auth none
    can list stations { path "/stations"; describe "List all tide gauges." }
    never delete station { message "gauges stay" }
}
`,
	After: `wrap tides {
    base-url "api.tides.example.com"
    auth none
    can list stations { path "/stations"; describe "List all tide gauges." }
}
`,
	Severity: diag.Info,
	Compiler: []string{"never-documents"},
	Run: func(p *Pass) {
		for _, s := range p.Surfaces {
			if s.Guard == nil {
				continue
			}
			for _, d := range s.Guard.Denied {
				p.Reportf(d.Span, "`never %s %s` removes nothing; it documents a denial", d.Verb, d.Resource)
			}
		}
	},
}

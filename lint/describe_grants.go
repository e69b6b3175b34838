package lint

import (
	"schemac/model"
	"schemac/model/diag"
)

// DescribeGrants finds grants and actions without `describe` (guardfile.md §4).
var DescribeGrants = &Rule{
	ID:    "describe-grants",
	Title: "a grant or an action without a description",
	Text: "Without `describe` a tool says \"Use this to VERB RESOURCE through SURFACE.\", which its name says already. Say what " +
		"comes back, or what changes, and when to use it.",
	Before: `wrap tides {
    base-url "api.tides.example.com"
    auth none
    can list stations { path "/stations" }
}
`,
	After: `wrap tides {
    base-url "api.tides.example.com"
    auth none
    can list stations { path "/stations"; describe "List the tide gauges of a coast, with their positions." }
}
`,
	Severity: diag.Warning,
	Run: func(p *Pass) {
		p.operations(func(s *model.Surface, op *model.Operation) {
			what := "grant"
			if op.Origin.Action != nil {
				what = "action"
			}
			if doc, _ := authored(op); doc == "" && op.Origin.Custom == nil {
				p.Reportf(op.Span, "%s %q has no description, so its tool repeats its name", what, op.Origin.Verb+" "+entity(op)).
					WithHelp("add `describe \"…\"` that says what comes back, or what changes")
			}
		})
	},
}

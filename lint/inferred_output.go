package lint

import (
	"schemac/model"
	"schemac/model/diag"
)

// InferredOutput finds grants of which nobody says what comes back (guardfile.md §4).
var InferredOutput = &Rule{
	ID:    "inferred-output",
	Title: "a grant without `returns`",
	Text: "Without `returns` OpenAPI says \"any JSON\" and the tool promises nothing, so a model learns the shape of an answer only " +
		"by calling. Name at least the fields that it should read.",
	Before: `wrap tides {
    base-url "api.tides.example.com"
    auth none
    can get station { path "/stations/{id}"; describe "Get a tide gauge by its number." }
}
`,
	After: `wrap tides {
    base-url "api.tides.example.com"
    auth none
    can get station {
        path "/stations/{id}"
        describe "Get a tide gauge by its number."
        returns {
            field name string
        }
    }
}
`,
	Severity: diag.Info,
	Run: func(p *Pass) {
		p.operations(func(_ *model.Surface, op *model.Operation) {
			if g := op.Origin.Grant; g != nil && g.Returns == nil && !g.RawResponse {
				p.Reportf(g.Span, "tool %q does not say what it returns", op.Name).WithHelp("add `returns { … }` with the fields that a reader needs")
			}
		})
	},
}

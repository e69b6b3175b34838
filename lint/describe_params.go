package lint

import (
	"schemac/model"
	"schemac/model/diag"
)

// DescribeParams finds inputs of grants and actions without words, and guardfiles of which most inputs have none.
var DescribeParams = &Rule{
	ID:    "describe-params",
	Title: "an input of a grant or an action without a description",
	Text: "A model fills an input by its description; without one it guesses by the name. An info marks each input without " +
		"one; a guardfile of which fewer than 80 % are described is a warning. The inputs of path parameters are described with " +
		"`path NAME string \"…\"`.",
	Before: `wrap tides {
    base-url "api.tides.example.com"
    auth none
    can get station { path "/stations/{id}"; describe "Get a tide gauge with its position." }
}
`,
	After: `wrap tides {
    base-url "api.tides.example.com"
    auth none
    can get station {
        path "/stations/{id}"
        path id string "Number of the gauge, as the list shows it."
        describe "Get a tide gauge with its position."
    }
}
`,
	Severity: diag.Info,
	Run: func(p *Pass) {
		for _, s := range p.Surfaces {
			if s.Guard == nil {
				continue
			}
			var bare []*model.Property
			total := 0
			for _, op := range s.Operations {
				for _, param := range params(op) {
					if total++; param.Description == "" {
						bare = append(bare, param.Property)
					}
				}
			}
			p.lacking(s.Guard.Span, "input", quoted("server", s.Name), bare, total)
		}
	},
}

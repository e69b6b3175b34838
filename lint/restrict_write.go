package lint

import (
	"slices"

	"schemac/model"
	"schemac/model/diag"
)

// RestrictWrite finds grants that write wherever a caller says (guardfile.md §2, restrict).
var RestrictWrite = &Rule{
	ID:    "restrict-write",
	Title: "a grant that writes, and no restriction bounds where",
	Text: "A path parameter says on which owner or project a call works. Where no `restrict` bounds any parameter of a grant that " +
		"writes, a model that is led astray can write to all of them.",
	Before: `wrap tracker {
    base-url "tracker.example.com"
    auth none
    can create issue { path "/projects/{project}/issues"; describe "Create an issue."; body title string }
}
`,
	After: `wrap tracker {
    base-url "tracker.example.com"
    auth none
    restrict project matches "team-*"
    can create issue { path "/projects/{project}/issues"; describe "Create an issue."; body title string }
}
`,
	Severity: diag.Warning,
	Run: func(p *Pass) {
		p.operations(func(_ *model.Surface, op *model.Operation) {
			g := op.Origin.Grant
			if g == nil || slices.Contains([]string{"GET", "HEAD", "OPTIONS"}, g.Method) {
				return
			}
			var free []*model.Property
			for _, param := range g.Params {
				if param.In != "path" {
					continue
				}
				if param.Restricted {
					return
				}
				free = append(free, param.Property)
			}
			if len(free) > 0 {
				p.Reportf(g.Span, "tool %q writes, and no `restrict` bounds %s", op.Name, names(free)).
					WithHelp("write `restrict %s matches \"…\"` in the wrap", free[0].Name)
			}
		})
	},
}

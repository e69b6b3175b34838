package lint

import (
	"schemac/model"
	"schemac/model/diag"
)

// DescribeClasses finds Resource classes without `static description` (contract §8).
var DescribeClasses = &Rule{
	ID:    "describe-classes",
	Title: "a Resource class without a description",
	Text: "`static description` of a class begins the description of all its tools and stands on its operations in OpenAPI. " +
		"Without it they say only what every class's would.",
	Severity: diag.Warning,
	Run: func(p *Pass) {
		p.tables(true, func(r *model.Resource) {
			p.Reportf(r.Span, "class %q has no description, so a model knows it by its name alone", r.Name).
				WithHelp("add `static description = '…'` that says what one record is")
		})
	},
}

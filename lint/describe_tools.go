package lint

import (
	"schemac/model"
	"schemac/model/diag"
)

// DescribeTools finds custom tools without a description (contract §8).
var DescribeTools = &Rule{
	ID:    "describe-tools",
	Title: "a custom tool without a description",
	Text: "An entry of `static mcpTools` without `description` gets a generic one, by which a model cannot tell it from any " +
		"other tool. Say what it does, begin with a verb, and say when to use it.",
	Severity: diag.Warning,
	Compiler: []string{"tool-without-description"},
	Run: func(p *Pass) {
		p.operations(func(_ *model.Surface, op *model.Operation) {
			if c := op.Origin.Custom; c != nil && !c.Described {
				p.Reportf(op.Span, "tool %q has no description, so a model knows it by its name alone", op.Name).
					WithHelp("add `description: '…'` to the entry that says what the tool does and when to call it")
			}
		})
	},
}

package lint

import (
	"schemac/model"
	"schemac/model/diag"
)

// InputSchema finds custom tools without an input schema (contract §8).
var InputSchema = &Rule{
	ID:    "input-schema",
	Title: "a custom tool without an input schema",
	Text: "Without `inputSchema` the tool takes any object, and nothing tells a model what to put into it. Some hosts also turn " +
		"their strict mode off for such a tool.",
	Severity: diag.Warning,
	Compiler: []string{"tool-without-input"},
	Run: func(p *Pass) {
		p.operations(func(_ *model.Surface, op *model.Operation) {
			if c := op.Origin.Custom; c != nil && !c.Typed {
				p.Reportf(op.Span, "tool %q has no input schema, so a model cannot know its arguments", op.Name).
					WithHelp("add `inputSchema: { type: 'object', properties: { … } }` to the entry")
			}
		})
	},
}

package lint

import (
	"fmt"
	"slices"
	"strconv"

	"schemac/model"
	"schemac/model/diag"
	"schemac/model/source"
)

// InputSchema finds custom tools without an input schema (contract §8).
var InputSchema = &Rule{
	ID:    "input-schema",
	Title: "a custom tool without an input schema, or with one that some hosts do not take",
	Text: "Without `inputSchema` the tool takes any object, and nothing tells a model what to put into it. Some hosts also turn " +
		"their strict mode off for such a tool. What a class writes in an input itself is emitted as it stands, so keywords that break " +
		"hosts there (`anyOf`, `const`, a list without `items`, a member without `type`) are its author's to replace.",
	Severity: diag.Warning,
	Compiler: []string{"tool-without-input"},
	Run: func(p *Pass) {
		said := map[source.Span]bool{} // a property of a class is in several tools
		for _, s := range p.Surfaces {
			for _, op := range s.Operations {
				if c := op.Origin.Custom; c != nil && !c.Typed {
					p.Reportf(op.Span, "tool %q has no input schema, so a model cannot know its arguments", op.Name).
						WithHelp("add `inputSchema: { type: 'object', properties: { … } }` to the entry")
				} else if op.Listed {
					p.refused(op, said)
				}
			}
		}
	},
}

// refused reports the first keyword of an input that some hosts do not take, and how many there are, unless they are said.
func (p *Pass) refused(op *model.Operation, said map[source.Span]bool) {
	keywords := op.AuthoredKeywords()
	keywords = slices.DeleteFunc(keywords, func(k model.AuthoredKeyword) bool { return said[k.Span] && !k.Span.IsZero() })
	if len(keywords) == 0 {
		return
	}
	for _, k := range keywords {
		said[k.Span] = true
	}
	k := keywords[0]
	where := "at its root"
	if k.Pointer != "" {
		where = "at " + strconv.Quote(k.Pointer)
	}
	has := "has"
	if k.Missing {
		has = "lacks"
	}
	more := ""
	if n := len(keywords) - 1; n > 0 {
		more = fmt.Sprintf(", and more in %s", plural(n, "place"))
	}
	p.Reportf(or(k.Span, op.Span), "the input schema of tool %q %s %q %s%s; some hosts refuse such a tool, or drop what it says", op.Name, has, k.Keyword, where, more).
		WithHelp("say it with `type`, `properties`, `items`, `required` and `enum`, or in the description")
}

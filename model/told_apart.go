package model

import (
	"fmt"
	"strings"

	"schemac/model/ordered"
)

// tellingField returns the name of the field that tells the bodies of the grants apart: every grant fixes it (`set`), and
// each to another value, so that no body is that of two grants. It is the first such field of the first grant; "" when
// there is none, or only one grant.
func tellingField(grants []*Grant) string {
	if len(grants) < 2 {
		return ""
	}
	for _, f := range grants[0].Set {
		if tells(f.Name, grants) {
			return f.Name
		}
	}
	return ""
}

// tells reports whether every grant fixes the field, and no two to one value.
func tells(field string, grants []*Grant) bool {
	seen := make(map[string]bool, len(grants))
	for _, g := range grants {
		value := g.fixed(field).Identity()
		if value == "" || seen[value] {
			return false
		}
		seen[value] = true
	}
	return true
}

// fixed returns the value that the grant sends in a field of the body, or the absent one.
func (g *Grant) fixed(field string) ordered.Value {
	for _, f := range g.Set {
		if f.Name == field {
			return f.Value
		}
	}
	return ordered.Value{}
}

// toldApart is the body of grants that a field tells apart: exactly one of theirs, each a component of its own.
func toldApart(grants []*Grant, field string, operations map[*Grant]*Operation) *Body {
	body := &Body{Required: true, Field: field, Choices: make([]Choice, 0, len(grants))}
	for _, g := range grants {
		op := operations[g]
		body.Choices = append(body.Choices, Choice{
			Value: g.fixed(field),
			Component: Component{
				Name:        op.Name + ".body",
				Title:       op.Name,
				Description: op.Description,
				Shape:       g.bodyShape(),
				NoNulls:     true,
			},
		})
	}
	return body
}

// words are the summary and the description of an operation that is several tools: those of one of them would be wrong
// for the others.
func (b *Body) words() (summary, description string) {
	summary = fmt.Sprintf("One of %d operations, told apart by %q in the body.", len(b.Choices), b.Field)
	var text strings.Builder
	fmt.Fprintf(&text, "The field `%s` of the body says which operation is asked for:\n", b.Field)
	for _, c := range b.Choices {
		text.WriteString("\n* `" + c.Title + "`")
		if c.Value.Kind != ordered.StringKind || c.Value.Text != c.Title {
			text.WriteString(" (" + code(c.Value.Compact()) + ")")
		}
		if c.Description != "" {
			text.WriteString(": " + FirstSentence(c.Description))
		}
	}
	return summary, text.String()
}

// code puts a text of one line into the backquotes of CommonMark, more of them than the text holds in a row.
func code(text string) string {
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		return fence + " " + text + " " + fence
	}
	return fence + text + fence
}

// Discriminated reports whether readers may look the choice up by the field: its values are strings, which OpenAPI's
// `discriminator` asks for.
func (b *Body) Discriminated() bool {
	for _, c := range b.Choices {
		if c.Value.Kind != ordered.StringKind {
			return false
		}
	}
	return len(b.Choices) > 0
}

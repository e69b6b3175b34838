package model

import (
	"cmp"
	"slices"

	"schemac/model/ordered"
	"schemac/model/source"
)

// A Class is what a Resource class says of a resource beside its description and its Record (contract §8).
// parse/resource makes it; it is nil for a table that no class extends.
type Class struct {
	// Verbs are the names of the operations that the class offers, in any order.
	Verbs []string
	// Open says that nobody states the properties: inputs take anything, and nothing is promised of answers.
	Open bool
	// Outputs are the author's output schemas, by verb. They replace what is derived, in every document.
	Outputs map[string]*Shape
	// Annotations are what the author says of the tools, by verb. They are merged over what is derived.
	Annotations map[string]Annotations
	// Tools are the tools that the class declares itself, in order.
	Tools []*CustomTool
	// Span is the name of the class.
	Span source.Span
}

// Annotations are a title for people and the hints of a tool, as an author states them.
type Annotations struct {
	Title string
	Hints Hints
}

// A CustomTool is a tool that a Resource class declares itself (contract §8).
type CustomTool struct {
	Name, Title, Description string
	// Described and Typed say that the class states a description and an input schema; else both are generic.
	Described, Typed bool
	// Method is the method of the class that answers.
	Method string
	Input  *Shape
	// Output is nil when the class promises nothing.
	Output *Shape
	Hints  Hints
	Span   source.Span
}

// Authored returns the shape of a schema that an author has written. It is emitted as it is; its fields are what the
// root of it says of its properties, for those who only want to know names and words.
func Authored(schema ordered.Value, d Direction, at source.Span) *Shape {
	shape := &Shape{Direction: d, Verbatim: schema, Additional: Open}
	properties, _ := schema.Lookup("properties")
	required, _ := schema.Lookup("required")
	for _, m := range properties.Members {
		p := &Property{Name: m.Name, Type: &Type{Kind: authoredKind(m.Value)}, Span: at}
		if words, ok := m.Value.Lookup("description"); ok && words.Kind == ordered.StringKind {
			p.Doc, p.Description = words.Text, words.Text
		}
		shape.Fields = append(shape.Fields, Field{Property: p, Required: slices.ContainsFunc(required.Items, func(v ordered.Value) bool {
			return v.Kind == ordered.StringKind && v.Text == m.Name
		})})
	}
	if closed, ok := schema.Lookup("additionalProperties"); ok && closed.Text == "false" {
		shape.Additional = Closed
	}
	return shape
}

// authoredKind is the kind of a schema as far as its type says it.
func authoredKind(schema ordered.Value) Kind {
	t, _ := schema.Lookup("type")
	return map[string]Kind{"string": String, "integer": Integer, "number": Number, "boolean": Boolean}[t.Text]
}

// offers reports whether the resource has a verb: tables have all, a class those whose methods it has.
func (o *Object) offers(verb string) bool {
	return o.Statics == nil || slices.Contains(o.Statics.Verbs, verb)
}

// additional says whether records and inputs may hold what is not named.
func (o *Object) additional() Additional {
	if o.Statics != nil && o.Statics.Open {
		return Open
	}
	return Closed
}

// refine gives an operation what the class says of its verb.
func (c *Class) refine(op *Operation, v *verb) {
	if c.Open {
		op.Output = nil
		op.Input.Additional = Open
		if v.name == "search" { // there is no attribute to offer
			op.Input = &Shape{Direction: Input, Additional: Open}
		}
	}
	stated := c.Annotations[v.name]
	op.Title, op.Hints = cmp.Or(stated.Title, op.Title), op.Hints.over(stated.Hints)
	output := c.Outputs[v.name]
	if output == nil {
		return
	}
	op.Output = output
	if op.HTTP != nil {
		op.HTTP.answer(output)
	}
}

// answer replaces what the operation gives when all is well.
func (h *HTTP) answer(output *Shape) {
	h.Responses = slices.Clone(h.Responses)
	for i, r := range h.Responses {
		if r.Status != "200" {
			continue
		}
		replaced := *r
		replaced.Content = &Property{Type: &Type{Kind: ObjectKind, NonNull: true, Shape: output}}
		h.Responses[i] = &replaced
	}
}

// custom are the operations of the tools that the class declares. They have no path of their own in OpenAPI.
func (t *table) custom() []*Operation {
	if t.Statics == nil {
		return nil
	}
	var operations []*Operation
	for _, tool := range t.Statics.Tools {
		op := &Operation{
			Name:        tool.Name,
			Title:       tool.Title,
			Description: tool.Description,
			Input:       tool.Input,
			Output:      tool.Output,
			Hints:       tool.Hints,
			Listed:      t.Listed,
			Origin:      Origin{Custom: tool},
			Span:        tool.Span,
		}
		if t.options.ExplicitHints {
			op.explicit("", tool.Name)
		}
		operations = append(operations, op)
	}
	return operations
}

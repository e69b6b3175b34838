package lint

import (
	"strings"

	"schemac/model"
)

// Tokens estimates the tokens of a text of so many bytes of JSON: a quarter of them (facts: hosts.md §3; measured: 4.4
// bytes a token).
func Tokens(bytes int) int { return (bytes + 3) / 4 }

// EstimateTool estimates the bytes of the compact JSON of one tool.
func EstimateTool(op *model.Operation) int { return sizes{}.tool(op) }

// EstimateTools estimates the tokens of all tools that a surface lists.
func EstimateTools(s *model.Surface) int {
	sizes, bytes := sizes{}, 0
	for _, op := range s.Operations {
		if op.Listed {
			bytes += sizes.tool(op)
		}
	}
	return Tokens(bytes)
}

// sizes are the sizes of shapes that are worked out already: four of the six tools of a table give the same record.
type sizes map[*model.Shape]int

// tool estimates the bytes of a tool's compact JSON. Emitters are not at hand here, so it adds up what they would write;
// a test holds it to what they do write.
func (z sizes) tool(op *model.Operation) int {
	n := len(`{"name":"","description":"","inputSchema":},`) + len(op.Name) + escaped(op.Description) + z.shape(op.Input)
	if op.Output != nil {
		n += len(`"outputSchema":,`) + z.shape(op.Output)
	}
	if !op.Hints.IsZero() {
		n += len(`"annotations":{"readOnlyHint":true},`)
	}
	if op.Request != nil {
		n += z.request(op.Request)
	}
	return n
}

func (z sizes) request(r *model.Request) int {
	n := len(`"_meta":{"schemac/request":{"method":"","url":"","auth":{"scheme":"bearer","in":"header","name":"","env":""}}},`) + len(r.Method) + len(r.URL)
	for _, p := range r.Params {
		n += len(`"":"",`) + len(p.Name) + len(p.Wire)
	}
	return n
}

func (z sizes) shape(s *model.Shape) int {
	if s == nil {
		return len(`{"type":"object"}`)
	}
	if n, ok := z[s]; ok {
		return n
	}
	n := len(`{"type":"object","properties":{}}`)
	required := 0
	for i := range s.Fields {
		f := &s.Fields[i]
		n += len(`"":,`) + len(f.Name) + z.property(f, s.Direction)
		if f.Required {
			required += len(`"",`) + len(f.Name)
		}
	}
	if required > 0 {
		n += len(`"required":[],`) + required
	}
	if s.Additional != model.Unstated {
		n += len(`"additionalProperties":false,`)
	}
	z[s] = n
	return n
}

func (z sizes) property(f *model.Field, d model.Direction) int {
	n := len(`{},`) + z.value(f.Type, f.Nested, d)
	if d == model.Output && f.Nullable() {
		n += len(`["","null"]`)
	}
	if f.Description != "" {
		n += len(`"description":"",`) + escaped(f.Description)
	}
	if c := f.Constraints; c != nil {
		n += member("pattern", c.Pattern) + member("minimum", c.Minimum) + member("maximum", c.Maximum)
		for _, v := range c.Enum {
			n += len(v.Text) + len(`"",`)
		}
	}
	return n
}

func (z sizes) value(t *model.Type, nested *model.Shape, d model.Direction) int {
	switch t.Kind {
	case model.ListKind:
		return len(`"type":"array","items":{}`) + z.value(t.Elem, nested, d)
	case model.ObjectKind:
		if nested == nil {
			nested = t.Shape
		}
		if nested == nil {
			return len(`"type":"object","description":"A nested thing."`)
		}
		return z.shape(nested)
	case model.EnumKind:
		n := len(`"type":"string","enum":[]`)
		for _, name := range t.Enum.Names() {
			n += len(name) + len(`"",`)
		}
		return n
	case model.Date:
		return len(`"type":"string","format":"date-time"`)
	case model.Any:
		return len(`"type":["string","number","boolean","object","array","null"],"items":{}`) * int(model.Output-d) / int(model.Output)
	case model.Comparand:
		return len(`"type":["string","number","boolean","array","null"],"items":{"type":["string","number"]}`)
	case model.Long:
		return len(`"type":"integer"`)
	}
	return len(`"type":"string"`)
}

// escaped is the length of a text in JSON, without its quotes.
func escaped(text string) int {
	return len(text) + strings.Count(text, "\n") + strings.Count(text, `"`) + strings.Count(text, `\`)
}

// member is the length of a member, which an empty value leaves out.
func member(name, value string) int {
	if value == "" {
		return 0
	}
	return len(`"":"",`) + len(name) + escaped(value)
}

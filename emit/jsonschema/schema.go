// Package jsonschema turns the shapes of the model into JSON Schema 2020-12.
//
// There is one rendering of a property; a [Style] says which dialect it is for. MCP tools want everything in place and
// no null in inputs, OpenAPI wants references and formats, the bundle wants references and annotations.
package jsonschema

import "schemac/model/ordered"

// A Schema is a JSON Schema. Its fields stand in the order in which they are written (contract §2.1); a zero field is
// not written.
type Schema struct {
	Schema, Ref     string
	Type            []string
	Format          string
	ContentEncoding string
	Enum            []ordered.Value
	// EnumNames is an enum of strings; it saves a Value for each.
	EnumNames            []string
	Pattern              string
	Minimum, Maximum     string
	Items                *Schema
	Properties           []Property
	Required             []string
	AdditionalProperties Additional
	AnyOf                []*Schema
	Description          string
	Deprecated           bool
	Default              ordered.Value
	Defs                 []Property
	PrimaryKey           bool
	AssignCreatedTime    bool
	AssignUpdatedTime    bool
	// IsObject writes `properties` even when there are none.
	IsObject bool
}

// A Property is a named schema of an object.
type Property struct {
	Name   string
	Schema *Schema
}

// Additional is the value of `additionalProperties`.
type Additional uint8

// The values of `additionalProperties`; Unstated is not written.
const (
	Unstated Additional = iota
	Forbidden
	Allowed
)

// Write encodes the schema.
func (s *Schema) Write(w *ordered.Writer) {
	w.BeginObject()
	s.writeHead(w)
	s.writeAssertions(w)
	s.writeObject(w)
	s.writeAnnotations(w)
	w.EndObject()
}

func (s *Schema) writeHead(w *ordered.Writer) {
	writeText(w, "$schema", s.Schema)
	writeText(w, "$ref", s.Ref)
	switch len(s.Type) {
	case 0:
	case 1:
		w.Key("type")
		w.String(s.Type[0])
	default:
		w.Key("type")
		w.Strings(s.Type)
	}
	writeText(w, "format", s.Format)
	writeText(w, "contentEncoding", s.ContentEncoding)
}

func (s *Schema) writeAssertions(w *ordered.Writer) {
	switch {
	case s.EnumNames != nil:
		w.Key("enum")
		w.Strings(s.EnumNames)
	case s.Enum != nil:
		w.Key("enum")
		w.Value(ordered.ArrayValue(s.Enum...))
	}
	writeText(w, "pattern", s.Pattern)
	writeNumber(w, "minimum", s.Minimum)
	writeNumber(w, "maximum", s.Maximum)
	if s.Items != nil {
		w.Key("items")
		s.Items.Write(w)
	}
}

func (s *Schema) writeObject(w *ordered.Writer) {
	if s.IsObject {
		w.Key("properties")
		writeProperties(w, s.Properties)
	}
	if len(s.Required) > 0 {
		w.Key("required")
		w.Strings(s.Required)
	}
	if s.AdditionalProperties != Unstated {
		w.Key("additionalProperties")
		w.Bool(s.AdditionalProperties == Allowed)
	}
	if s.AnyOf != nil {
		w.Key("anyOf")
		w.BeginArray()
		for _, option := range s.AnyOf {
			option.Write(w)
		}
		w.EndArray()
	}
}

func (s *Schema) writeAnnotations(w *ordered.Writer) {
	writeText(w, "description", s.Description)
	writeFlag(w, "deprecated", s.Deprecated)
	if s.Default.Kind != ordered.Absent {
		w.Key("default")
		w.Value(s.Default)
	}
	if s.Defs != nil {
		w.Key("$defs")
		writeProperties(w, s.Defs)
	}
	writeFlag(w, "primaryKey", s.PrimaryKey)
	writeFlag(w, "assignCreatedTime", s.AssignCreatedTime)
	writeFlag(w, "assignUpdatedTime", s.AssignUpdatedTime)
}

func writeProperties(w *ordered.Writer, properties []Property) {
	w.BeginObject()
	for _, p := range properties {
		w.Key(p.Name)
		p.Schema.Write(w)
	}
	w.EndObject()
}

func writeText(w *ordered.Writer, key, text string) {
	if text != "" {
		w.Key(key)
		w.String(text)
	}
}

func writeNumber(w *ordered.Writer, key, lexeme string) {
	if lexeme != "" {
		w.Key(key)
		w.Number(lexeme)
	}
}

func writeFlag(w *ordered.Writer, key string, set bool) {
	if set {
		w.Key(key)
		w.Bool(true)
	}
}

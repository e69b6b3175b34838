// Package jsonschema turns the shapes of the model into JSON Schema 2020-12.
//
// There is one rendering of a property; a [Style] says which dialect it is for. MCP tools want everything in place and
// no null in inputs, OpenAPI wants references and formats, the bundle wants references and annotations.
package jsonschema

import (
	"schemac/model"
	"schemac/model/ordered"
)

// A Schema is a JSON Schema. Its fields stand in the order in which they are written (contract §2.1); a zero field is
// not written.
type Schema struct {
	Ref             string
	Type            []string
	Format          string
	ContentEncoding string
	Enum            []ordered.Value
	// EnumNames is an enum of strings; it saves a Value for each.
	EnumNames          []string
	Const              ordered.Value
	Pattern            string
	Minimum, Maximum   string
	MinItems, MaxItems string
	Items              *Schema
	// Keywords are further members as an author has written them.
	Keywords []ordered.Member
	// Verbatim is a whole schema as an author has written it; then nothing else counts.
	Verbatim ordered.Value
	// Object gives `properties`, `required` and `additionalProperties`; nil for a schema without them.
	Object       *Object
	AnyOf, OneOf []*Schema
	// Discriminator says which member of each of OneOf tells which of them a value is; nil when nothing does.
	Discriminator *Discriminator
	// Title is a name for people.
	Title       string
	Description string
	Deprecated  bool
	Default     ordered.Value

	PrimaryKey, AssignCreatedTime, AssignUpdatedTime bool
}

// A Discriminator is OpenAPI's help for readers (OpenAPI 3.1 §4.8.25): the value of a member names the schema. It asserts
// nothing.
type Discriminator struct {
	// Property is the name of the member.
	Property string
	// Mapping are its values, each with the reference to the schema that it names, in order.
	Mapping []Mapped
}

// Mapped is one value of a discriminator.
type Mapped struct{ Value, Ref string }

// An Object is the members of an object schema. They are rendered while they are written: a schema of a thousand
// tables holds tens of thousands of properties, and none of them is needed twice.
type Object struct {
	Style Style
	Shape *model.Shape
	// Memo keeps the text of properties; nil keeps none.
	Memo *Memo
}

// anyObject is the shape of an object of which nothing is known.
var anyObject = &model.Shape{Additional: model.Open}

// Write encodes the schema.
func (s *Schema) Write(w *ordered.Writer) {
	if authored := s.authored(); authored.Kind != ordered.Absent {
		w.Value(authored)
		return
	}
	w.BeginObject()
	s.writeHead(w)
	s.writeAssertions(w)
	s.writeObject(w)
	s.writeAnnotations(w)
	w.EndObject()
}

// authored returns the schema that its author has written whole.
func (s *Schema) authored() ordered.Value {
	if s.Object != nil && s.Object.Shape.Verbatim.Kind != ordered.Absent {
		return s.Object.Shape.Verbatim
	}
	return s.Verbatim
}

func (s *Schema) writeHead(w *ordered.Writer) {
	w.Text("$ref", s.Ref)
	switch len(s.Type) {
	case 0:
	case 1:
		w.Key("type")
		w.String(s.Type[0])
	default:
		w.Key("type")
		w.Strings(s.Type)
	}
	w.Text("format", s.Format)
	w.Text("contentEncoding", s.ContentEncoding)
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
	if s.Const.Kind != ordered.Absent {
		w.Key("const")
		w.Value(s.Const)
	}
	w.Text("pattern", s.Pattern)
	writeNumber(w, "minimum", s.Minimum)
	writeNumber(w, "maximum", s.Maximum)
	s.writeKeywords(w, afterBounds)
	writeNumber(w, "minItems", s.MinItems)
	writeNumber(w, "maxItems", s.MaxItems)
	if s.Items != nil {
		w.Key("items")
		s.Items.Write(w)
	}
}

func (s *Schema) writeObject(w *ordered.Writer) {
	if s.Object != nil {
		s.Object.write(w)
	}
	writeSchemas(w, "anyOf", s.AnyOf)
	writeSchemas(w, "oneOf", s.OneOf)
	if s.Discriminator != nil {
		s.Discriminator.write(w)
	}
	s.writeKeywords(w, afterObject)
}

func writeSchemas(w *ordered.Writer, key string, list []*Schema) {
	if list == nil {
		return
	}
	w.Key(key)
	w.BeginArray()
	for _, option := range list {
		option.Write(w)
	}
	w.EndArray()
}

func (d *Discriminator) write(w *ordered.Writer) {
	w.Key("discriminator")
	w.BeginObject()
	w.Key("propertyName")
	w.String(d.Property)
	w.Key("mapping")
	w.BeginObject()
	for _, m := range d.Mapping {
		w.Key(m.Value)
		w.String(m.Ref)
	}
	w.EndObject()
	w.EndObject()
}

func (o *Object) write(w *ordered.Writer) {
	w.Key("properties")
	w.BeginObject()
	required := 0
	for i := range o.Shape.Fields {
		f := &o.Shape.Fields[i]
		if f.Required {
			required++
		}
		w.Key(f.Name)
		if o.Memo != nil && f.Nested == nil {
			o.Memo.write(w, o.Style, f, o.Shape.Direction)
			continue
		}
		var s Schema
		o.Style.property(&s, f, o.Shape.Direction)
		if s.Object != nil {
			s.Object.Memo = o.Memo
		}
		s.Write(w)
	}
	w.EndObject()
	if required > 0 {
		o.writeRequired(w)
	}
	if o.Shape.Additional != model.Unstated {
		w.Key("additionalProperties")
		w.Bool(o.Shape.Additional == model.Open)
	}
}

func (o *Object) writeRequired(w *ordered.Writer) {
	w.Key("required")
	w.BeginArray()
	for _, f := range o.Shape.Fields {
		if f.Required {
			w.String(f.Name)
		}
	}
	w.EndArray()
}

func (s *Schema) writeAnnotations(w *ordered.Writer) {
	s.writeKeywords(w, beforeDescription)
	w.Text("title", s.Title)
	w.Text("description", s.Description)
	writeFlag(w, "deprecated", s.Deprecated)
	if s.Default.Kind != ordered.Absent {
		w.Key("default")
		w.Value(s.Default)
	}
	s.writeKeywords(w, afterDefault)
	writeFlag(w, "primaryKey", s.PrimaryKey)
	writeFlag(w, "assignCreatedTime", s.AssignCreatedTime)
	writeFlag(w, "assignUpdatedTime", s.AssignUpdatedTime)
	s.writeKeywords(w, atEnd)
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

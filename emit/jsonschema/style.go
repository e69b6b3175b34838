package jsonschema

import (
	"slices"

	"schemac/model"
	"schemac/model/ordered"
)

// A Style is a dialect of JSON Schema that a consumer reads.
type Style struct {
	// RefPrefix stands before a component's name in `$ref`; empty expands nothing and refers to nothing: nested
	// objects are in the shape, in place.
	RefPrefix string
	// Formats writes the numeric formats and bounds of OpenAPI, and leaves the type of a free value open in inputs
	// too.
	Formats bool
	// NullInputs lets an input be null where the field is nullable.
	NullInputs bool
	// Annotations writes primaryKey, assignCreatedTime and assignUpdatedTime.
	Annotations bool
}

// The styles of the three consumers.
var (
	// Tool is for MCP tools: everything in place, an optional input is absent and never null.
	Tool = Style{}
	// OpenAPI is for the components of an OpenAPI 3.1 document.
	OpenAPI = Style{RefPrefix: "#/components/schemas/", Formats: true, NullInputs: true}
	// Bundle is for the JSON Schema bundle.
	Bundle = Style{RefPrefix: "#/$defs/", Annotations: true}
)

// Object returns the schema of a shape.
func (st Style) Object(shape *model.Shape, description string) *Schema {
	return &Schema{Type: object, Object: &Object{Style: st, Shape: shape}, Description: description}
}

// Property returns the schema of a property that stands alone: a parameter, a header, the content of an answer.
func (st Style) Property(p *model.Property, d model.Direction) *Schema {
	s := &Schema{}
	st.property(s, &model.Field{Property: p}, d)
	return s
}

// property fills s with the schema of a field. The description and the flags belong to the whole, also where the type
// is a choice between a reference and null.
func (st Style) property(s *Schema, f *model.Field, d model.Direction) {
	p := f.Property
	switch {
	case p.Relationship != nil:
		st.relationship(s, p.Type)
	case (p.CreatedTime || p.UpdatedTime) && assigned(s, p.Type.Kind):
	default:
		nullable := p.Nullable() && (d == model.Output || st.NullInputs)
		st.value(s, p.Type, f.Nested, d, nullable)
	}
	if c := p.Constraints; c != nil {
		constrain(s, c)
	}
	s.Keywords = p.Keywords
	if p.Description != "" {
		s.Description = p.Description
	}
	s.Deprecated = p.Deprecated != nil
	if st.Annotations {
		s.PrimaryKey, s.AssignCreatedTime, s.AssignUpdatedTime = p.PrimaryKey, p.CreatedTime, p.UpdatedTime
	}
}

// constrain states what the author asks of a value. What the type states already is kept where the author is silent.
func constrain(s *Schema, c *model.Constraints) {
	if c.Minimum != "" {
		s.Minimum = c.Minimum
	}
	if c.Maximum != "" {
		s.Maximum = c.Maximum
	}
	s.MinItems, s.MaxItems = c.MinItems, c.MaxItems
	s.Pattern, s.Enum, s.Const, s.Default = c.Pattern, c.Enum, c.Const, c.Default
	if c.Format != "" {
		s.Format = c.Format
	}
	if len(s.Enum) > 0 && slices.Contains(s.Type, "null") && !slices.ContainsFunc(s.Enum, isNull) {
		s.Enum = append(slices.Clone(s.Enum), ordered.NullValue()) // the type alone would not let null in
	}
}

func isNull(v ordered.Value) bool { return v.Kind == ordered.NullKind }

// assigned fills s for a time that the server assigns, and reports whether the type is one that it assigns times to.
// Numbers are fractional milliseconds, even for Long (measured), so they are no integers.
func assigned(s *Schema, k model.Kind) bool {
	switch k {
	case model.Int, model.Long, model.BigInt, model.Float:
		s.Type = number
	case model.Date, model.String:
		s.Type, s.Format = text, "date-time"
	default:
		return false
	}
	return true
}

// relationship fills s for a reference to other records: always nullable, and without a shape where types are in place
// or the target has none to show.
func (st Style) relationship(s *Schema, t *model.Type) {
	target := t.Base().Object
	refers := st.RefPrefix != "" && target != nil && !target.Hidden
	if t.Kind == model.ListKind {
		s.Type, s.Items = arrayOrNull, &Schema{Type: object}
		if refers {
			s.Items = &Schema{Ref: st.RefPrefix + target.Component}
		}
		return
	}
	if refers {
		s.AnyOf = []*Schema{{Ref: st.RefPrefix + target.Component}, {Type: null}}
		return
	}
	s.Type = objectOrNull
}

// value fills s with the schema of a type. nested is the shape of its object, or of its elements' object.
func (st Style) value(s *Schema, t *model.Type, nested *model.Shape, d model.Direction, nullable bool) {
	switch t.Kind {
	case model.ListKind:
		s.Type = array
		s.Items = &Schema{}
		st.value(s.Items, t.Elem, nested, d, !t.Elem.NonNull && (d == model.Output || st.NullInputs))
	case model.ObjectKind:
		if st.reference(s, t, d, nullable) {
			return
		}
		st.inPlace(s, t, nested, d)
	case model.EnumKind:
		if nullable {
			s.AnyOf = []*Schema{{Type: text, EnumNames: t.Enum.Names()}, {Type: null}}
			return
		}
		s.Type, s.EnumNames = text, t.Enum.Names()
	default:
		st.scalar(s, t.Kind, d)
		s.authoredType(t)
	}
	switch {
	case nullable && len(s.Type) == 1:
		s.Type = withNull[s.Type[0]]
	case nullable && len(t.Names) > 0:
		s.Type = append(slices.Clone(t.Names), "null")
	}
}

// authoredType fills s with what an author says of a type that the model has no word for.
func (s *Schema) authoredType(t *model.Type) {
	s.Verbatim = t.Verbatim
	if len(t.Names) > 0 {
		s.Type, s.Items = t.Names, nil
		if slices.Contains(t.Names, "array") {
			s.Items = &Schema{}
		}
	}
}

// reference fills s with a `$ref` where the style has them; inputs refer to the input form of a type.
func (st Style) reference(s *Schema, t *model.Type, d model.Direction, nullable bool) bool {
	if st.RefPrefix == "" || t.Object == nil {
		return false
	}
	ref := st.RefPrefix + t.Object.Component
	if d == model.Input {
		ref += ".input"
	}
	if nullable {
		s.AnyOf = []*Schema{{Ref: ref}, {Type: null}}
	} else {
		s.Ref = ref
	}
	return true
}

// inPlace fills s with an object that is expanded or declared in place or, where expansion stopped, with what is left of
// it (contract §2.1).
func (st Style) inPlace(s *Schema, t *model.Type, nested *model.Shape, d model.Direction) {
	if nested == nil {
		nested = t.Shape
	}
	s.Type = object
	switch {
	case nested != nil:
		s.Object = &Object{Style: st, Shape: nested}
	case d == model.Input:
		s.Object = &Object{Style: st, Shape: anyObject}
	case t.Object != nil: // a type of the sources, and not an object of which nothing is known
		s.Description = "A nested " + t.Name + "."
	}
}

func (st Style) scalar(s *Schema, k model.Kind, d model.Direction) {
	switch k {
	case model.String, model.ID:
		s.Type = text
	case model.Int:
		s.Type = integer
		if st.Formats {
			s.Format = "int32"
		}
	case model.Long:
		s.Type = integer
		if st.Formats {
			s.Format, s.Minimum, s.Maximum = "int64", "-9007199254740992", "9007199254740992"
		}
	case model.BigInt, model.Integer:
		s.Type = integer
	case model.Number:
		s.Type = number
	case model.Float:
		s.Type = number
		if st.Formats {
			s.Format = "double"
		}
	case model.Boolean:
		s.Type = boolean
	case model.Date:
		s.Type, s.Format = text, "date-time"
	case model.Blob:
		s.Type, s.ContentEncoding = text, "base64"
	case model.Bytes:
		// A JSON answer carries a buffer object and no string (measured), so nothing is promised of it.
		if d == model.Input {
			s.Type, s.ContentEncoding = text, "base64"
		}
	case model.GeneratedKey:
		s.Type = key
	case model.Comparand:
		s.Type, s.Items = comparand, &Schema{Type: textOrNumber}
	case model.Any:
		// A typeless input breaks hosts of tools; readers of OpenAPI take it.
		if d == model.Input && !st.Formats {
			s.Type, s.Items = anything, &Schema{}
		}
	}
}

// The type lists are shared: a schema of a thousand tables has tens of thousands of them.
var (
	object       = []string{"object"}
	array        = []string{"array"}
	text         = []string{"string"}
	integer      = []string{"integer"}
	number       = []string{"number"}
	boolean      = []string{"boolean"}
	null         = []string{"null"}
	objectOrNull = []string{"object", "null"}
	arrayOrNull  = []string{"array", "null"}
	key          = []string{"string", "integer"}
	textOrNumber = []string{"string", "number"}
	comparand    = []string{"string", "number", "boolean", "array", "null"}
	anything     = []string{"string", "number", "boolean", "object", "array", "null"}
)

// withNull gives a single type joined with null. Nothing joined with null is nothing, and the list of all types holds
// null already.
var withNull = map[string][]string{
	"object": objectOrNull, "array": arrayOrNull,
	"string": {"string", "null"}, "integer": {"integer", "null"}, "number": {"number", "null"},
	"boolean": {"boolean", "null"},
}

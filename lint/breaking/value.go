package breaking

import (
	"slices"
	"strings"

	"schemac/model"
	"schemac/model/ordered"
	"schemac/model/source"
)

// kinds is a set of JSON types, without null.
type kinds uint8

const (
	booleans kinds = 1 << iota
	integers
	fractions
	texts
	arrays
	objects

	numbers  = integers | fractions
	anything = booleans | numbers | texts | arrays | objects
)

// jsonKinds are the sets that JSON Schema has names for.
var jsonKinds = map[string]kinds{
	"boolean": booleans, "integer": integers, "number": numbers, "string": texts, "array": arrays, "object": objects,
}

// The ranges of whole numbers, each within the next: Int, Long, and all.
const (
	intWidth = iota + 1
	longWidth
	everyWidth
)

// A value is what may stand at one place, in a form that two sides can be compared in.
type value struct {
	kinds kinds
	// width is the range of whole numbers.
	width int
	// format and encoding bound a text.
	format, encoding string
	// target is the name of the type that a relationship refers to, and refers that type.
	target string
	refers *model.Object
	// enum are the only values; nil for no such list.
	enum    []constant
	pattern string
	// bounds and lengths are limits by name, as numbers in the author's spelling.
	bounds, lengths [4]string
	// rest are assertions that nothing here decides, as text.
	rest string
	// null says that a schema which an author has written lets null in.
	null bool

	elem  *model.Type
	shape *model.Shape
	// nested is the shape of the object that the elements of a list hold, where it is expanded in place.
	nested *model.Shape
	// object is the type of the sources, where the value is one.
	object *model.Object

	initial ordered.Value
	words   string
}

// A constant is one JSON value: as it is shown, and as it is compared (1 and 1.0 are the same).
type constant struct{ text, identity string }

func constantOf(v ordered.Value) constant {
	text := v.Compact()
	if v.Kind == ordered.StringKind {
		return constant{text, text}
	}
	return constant{text, v.Identity()}
}

func constants(values []ordered.Value) []constant {
	list := make([]constant, len(values))
	for i, v := range values {
		list[i] = constantOf(v)
	}
	return list
}

// shown are the constants as text.
func shown(list []constant) []string {
	texts := make([]string, len(list))
	for i, c := range list {
		texts[i] = c.text
	}
	return texts
}

// The names of limits; those of an even place bound from below.
var (
	boundNames  = [4]string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}
	lengthNames = [4]string{"minLength", "maxLength", "minItems", "maxItems"}
)

// valueOf describes a property of a type, or the elements of one; nested is the shape of its object where that is
// expanded in place. p is nil for elements.
func valueOf(p *model.Property, t *model.Type, nested *model.Shape) *value {
	v := &value{kinds: anything, width: everyWidth, words: typeName(t)}
	v.typed(t, nested)
	if p == nil {
		return v
	}
	if r := p.Relationship; r != nil {
		v.kinds, v.object, v.shape = objects, nil, nil
		if t.Kind == model.ListKind {
			v.kinds, v.elem = arrays, nil
		}
		v.target, v.refers = t.Base().Name, t.Base().Object
	}
	if (p.CreatedTime || p.UpdatedTime) && v.kinds == integers {
		v.kinds = numbers // a fraction of milliseconds (contract §2.1)
	}
	if c := p.Constraints; c != nil {
		v.constrain(c)
	}
	for _, k := range p.Keywords {
		v.keyword(k)
	}
	return v
}

// typed fills in what a type says.
func (v *value) typed(t *model.Type, nested *model.Shape) {
	if t.Verbatim.Kind != ordered.Absent {
		v.schema(t.Verbatim, t.Span)
		return
	}
	switch t.Kind {
	case model.String, model.ID:
		v.kinds = texts
	case model.Int:
		v.kinds, v.width = integers, intWidth
	case model.Long:
		v.kinds, v.width = integers, longWidth
	case model.BigInt, model.Integer:
		v.kinds = integers
	case model.Float, model.Number:
		v.kinds = numbers
	case model.Boolean:
		v.kinds = booleans
	case model.Date:
		v.kinds, v.format = texts, "date-time"
	case model.Blob, model.Bytes:
		v.kinds, v.encoding = texts, "base64"
	case model.EnumKind:
		v.kinds = texts
		for _, name := range t.Enum.Names() {
			text := quote(name)
			v.enum = append(v.enum, constant{text, text})
		}
	case model.ObjectKind:
		v.kinds, v.object, v.shape = objects, t.Object, nested
		if nested == nil {
			v.shape = t.Shape
		}
	case model.ListKind:
		v.kinds, v.elem, v.nested = arrays, t.Elem, nested
	case model.GeneratedKey:
		v.kinds = texts | integers
	case model.Comparand:
		v.kinds = texts | numbers | booleans | arrays
	case model.Any:
		if len(t.Names) > 0 {
			v.kinds = kindsOf(t.Names)
		}
	}
}

func kindsOf(names []string) (k kinds) {
	for _, name := range names {
		k |= jsonKinds[name]
	}
	return k
}

func (v *value) constrain(c *model.Constraints) {
	v.bounds[0], v.bounds[1] = c.Minimum, c.Maximum
	v.lengths[2], v.lengths[3] = c.MinItems, c.MaxItems
	v.pattern = c.Pattern
	if c.Format != "" {
		v.format = c.Format
	}
	if len(c.Enum) > 0 {
		v.enum = constants(c.Enum)
	}
	if c.Const.Kind != ordered.Absent {
		v.enum = []constant{constantOf(c.Const)}
	}
	v.initial = c.Default
}

// keyword takes in one member of a schema that an author has written.
func (v *value) keyword(k ordered.Member) {
	if i := slices.Index(boundNames[:], k.Name); i >= 0 {
		v.bounds[i] = k.Value.Text
		return
	}
	if i := slices.Index(lengthNames[:], k.Name); i >= 0 {
		v.lengths[i] = k.Value.Text
		return
	}
	switch k.Name {
	case "title", "examples", "description", "$comment", "$schema", "$id", "deprecated", "readOnly", "writeOnly", "required", "properties", "additionalProperties", "items", "type":
		return // annotations, and what others read
	}
	if !strings.HasPrefix(k.Name, "x-") {
		v.rest += k.Name + ": " + k.Value.Compact() + "; "
	}
}

// schema fills in what a JSON Schema says that an author has written.
func (v *value) schema(schema ordered.Value, at source.Span) {
	v.kinds, v.words = anything, "any"
	for _, m := range schema.Members {
		switch m.Name {
		case "type":
			names := namesOf(m.Value)
			v.kinds, v.null = kindsOf(names), slices.Contains(names, "null")
			v.words = strings.Join(slices.DeleteFunc(names, func(n string) bool { return n == "null" }), " or ")
		case "format":
			v.format = m.Value.Text
		case "contentEncoding":
			v.encoding = m.Value.Text
		case "enum":
			v.enum = constants(m.Value.Items)
		case "const":
			v.enum = []constant{constantOf(m.Value)}
		case "pattern":
			v.pattern = m.Value.Text
		case "default":
			v.initial = m.Value
		case "items":
			if m.Value.Kind == ordered.ObjectKind {
				v.elem = &model.Type{NonNull: true, Verbatim: m.Value, Span: at}
			}
		default:
			v.keyword(m)
		}
	}
	if _, ok := schema.Lookup("properties"); ok {
		v.shape = &model.Shape{Verbatim: schema}
	}
}

func namesOf(v ordered.Value) []string {
	if v.Kind == ordered.StringKind {
		return []string{v.Text}
	}
	var names []string
	for _, item := range v.Items {
		names = append(names, item.Text)
	}
	return names
}

// inWords returns a shape whose members can be compared: a schema that an author has written as fields.
func inWords(s *model.Shape, at source.Span) *model.Shape {
	if s.Verbatim.Kind == ordered.Absent {
		return s
	}
	read := &model.Shape{Direction: s.Direction, Additional: model.Open}
	if v, ok := s.Verbatim.Lookup("additionalProperties"); ok && v.Text == "false" {
		read.Additional = model.Closed
	}
	properties, _ := s.Verbatim.Lookup("properties")
	required, _ := s.Verbatim.Lookup("required")
	for _, m := range properties.Members {
		p := &model.Property{Name: m.Name, Type: &model.Type{NonNull: true, Verbatim: m.Value, Span: at}, Span: at}
		if names, ok := m.Value.Lookup("type"); ok && slices.Contains(namesOf(names), "null") {
			p.Type.NonNull = false
		}
		if words, ok := m.Value.Lookup("description"); ok {
			p.Doc, p.Description = words.Text, words.Text
		}
		if d, ok := m.Value.Lookup("deprecated"); ok && d.Text == "true" {
			p.Deprecated = &model.Deprecation{}
		}
		read.Fields = append(read.Fields, model.Field{Property: p, Required: slices.Contains(namesOf(required), m.Name)})
	}
	return read
}

// typeName is a type as people write it.
func typeName(t *model.Type) string {
	switch {
	case t.Kind == model.ListKind:
		return "[" + typeName(t.Elem) + "]"
	case t.Verbatim.Kind != ordered.Absent:
		if names, ok := t.Verbatim.Lookup("type"); ok {
			return strings.Join(namesOf(names), " or ")
		}
		return "any"
	case len(t.Names) > 0:
		return strings.Join(t.Names, " or ")
	case t.Name != "":
		return t.Name
	}
	return strings.ToLower(t.Kind.String())
}

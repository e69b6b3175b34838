package resource

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"schemac/model"
	"schemac/model/ordered"
	"schemac/parse/resource/sandbox"
)

// jsonKinds are the types of JSON Schema as the Record of a table writes those of GraphQL (contract §8.1), so that an
// entry means the same whoever writes it.
var jsonKinds = map[string]model.Kind{
	"string": model.String, "integer": model.Int, "number": model.Float, "boolean": model.Boolean,
	"object": model.ObjectKind, "array": model.ListKind,
}

// typed returns the type that an entry, or the items of one, states.
func (e *entry) typed(v sandbox.Value) *model.Type {
	if e.keeps("type", "format", "contentEncoding", "graphqlType", "enum", "items", "nullable", "properties") && same(v, e.value) {
		return e.origin.Type
	}
	t := &model.Type{Span: e.span(v.Place)}
	word, nullable := e.word(v, t)
	t.NonNull = false
	e.fill(t, word, v)
	if nullable {
		t.NonNull = false
	}
	return t
}

// word returns the one type that an entry states; several are kept as they are.
func (e *entry) word(v sandbox.Value, t *model.Type) (word string, nullable bool) {
	stated, ok := lookup(v, "type")
	if !ok {
		return "", false
	}
	switch stated.Kind {
	case sandbox.String:
		return stated.Text, false
	case sandbox.Array:
		var names []string
		for _, item := range stated.Items {
			switch {
			case item.Text == "null":
				nullable = true
			case item.Kind == sandbox.String:
				names = append(names, item.Text)
			}
		}
		if len(names) == 1 {
			return names[0], nullable
		}
		t.Names = names
		return "", nullable
	case sandbox.Unknown:
		e.notStatic(stated, e.property.Name+".type")
	default:
		e.expect(stated, sandbox.String, e.property.Name+".type")
	}
	return "", false
}

// fill gives the type its kind. What the schemas declare wins over a built-in name, as in the schemas.
func (e *entry) fill(t *model.Type, word string, v sandbox.Value) {
	graphql, _ := lookup(v, "graphqlType")
	for _, name := range []string{graphql.Text, word} {
		if name != "" && e.declared(t, name) {
			return
		}
	}
	kind, known := jsonKinds[word]
	switch {
	case word == "" || word == "null":
		e.untyped(t, v)
	case !known:
		e.diags.Warnf(e.span(v.Place), "unknown-type", "unknown type %q of property %q is taken as %q; write a type of JSON Schema or of GraphQL", word, e.property.Name, "Any")
	case kind == model.ListKind:
		t.Kind, t.Elem = model.ListKind, e.items(v)
	case kind == model.ObjectKind:
		t.Kind = model.ObjectKind
		if properties, ok := lookup(v, "properties"); ok && (properties.Kind == sandbox.Object || properties.Kind == sandbox.Array) {
			t.Object = e.nested(v, properties, e.span(v.Place))
			t.Name = t.Object.Name
		}
	case kind == model.String:
		e.text(t, v)
	case kind == model.Int && exceedsInt(v):
		t.Kind, t.Name = model.Integer, "integer" // the author says what Int cannot hold
	default:
		t.Kind, t.Name = kind, kind.String()
	}
}

// exceedsInt reports whether an entry states a bound outside the 32 bits of GraphQL's Int.
func exceedsInt(v sandbox.Value) bool {
	for _, name := range []string{"minimum", "maximum"} {
		bound, _ := lookup(v, name)
		if n, err := strconv.ParseFloat(bound.Text, 64); err == nil && (n < math.MinInt32 || n > math.MaxInt32) {
			return true
		}
	}
	return false
}

// declared fills the type when the name is one of GraphQL: a scalar, or a type or enum of the schemas.
func (e *entry) declared(t *model.Type, name string) bool {
	if o := e.types[name]; o != nil {
		t.Kind, t.Name, t.Object = model.ObjectKind, name, o
		return true
	}
	if enum := e.enums[name]; enum != nil {
		t.Kind, t.Name, t.Enum = model.EnumKind, name, enum
		return true
	}
	if kind, ok := model.Scalar(name); ok {
		t.Kind, t.Name = kind, name
		return true
	}
	return false
}

// untyped is a type that no word names: members or items may tell.
func (e *entry) untyped(t *model.Type, v sandbox.Value) {
	if _, ok := lookup(v, "items"); ok && len(t.Names) == 0 {
		t.Kind, t.Elem = model.ListKind, e.items(v)
	}
}

// text tells the strings of JSON apart as the Record of a table writes them.
func (e *entry) text(t *model.Type, v sandbox.Value) {
	t.Kind, t.Name = model.String, "String"
	format, _ := lookup(v, "format")
	encoding, _ := lookup(v, "contentEncoding")
	switch {
	case format.Text == "date-time":
		t.Kind, t.Name = model.Date, "Date"
	case encoding.Text == "base64":
		t.Kind, t.Name = model.Blob, "Blob"
	}
	values, ok := lookup(v, "enum")
	if !ok || len(values.Items) == 0 || !slices.ContainsFunc(values.Items, isText) || slices.ContainsFunc(values.Items, isNoText) {
		return
	}
	enum := &model.Enum{Span: e.span(values.Place)}
	for _, item := range values.Items {
		enum.Add(model.EnumValue{Name: item.Text, Span: e.span(item.Place)})
	}
	t.Kind, t.Name, t.Enum = model.EnumKind, "", enum
}

func isText(v sandbox.Value) bool   { return v.Kind == sandbox.String }
func isNoText(v sandbox.Value) bool { return v.Kind != sandbox.String }

// plainWords are the members of `items` that the model has words for.
var plainWords = []string{"type", "graphqlType", "format", "contentEncoding", "nullable", "properties", "required", "items", "enum"}

// items returns the type of the elements. Items that say more than the model has words for are kept as written.
func (e *entry) items(v sandbox.Value) *model.Type {
	items, ok := lookup(v, "items")
	if !ok {
		items, ok = lookup(v, "elements")
	}
	if !ok || items.Kind != sandbox.Object {
		if ok {
			e.expect(items, sandbox.Object, e.property.Name+".items")
		}
		return &model.Type{}
	}
	if slices.ContainsFunc(items.Members, func(m sandbox.Member) bool { return !slices.Contains(plainWords, m.Name) }) {
		return &model.Type{NonNull: true, Verbatim: shown(items)}
	}
	t := e.typed(items)
	if nullable, ok := lookup(items, "nullable"); ok {
		t.NonNull = nullable.Text == "false"
	}
	return t
}

// ourWords are members of an entry that are no words of JSON Schema.
var ourWords = []string{"nullable", "hidden", "graphqlType", "isPrimaryKey", "primaryKey", "indexed", "computed", "relationship"}

// shown returns a schema as written, without what is hidden in it and without words of ours.
func shown(v sandbox.Value) ordered.Value {
	if v.Kind != sandbox.Object {
		return value(v)
	}
	members := []ordered.Member{}
	for _, m := range v.Members {
		hidden, _ := lookup(m.Value, "hidden")
		if m.Value.Kind == sandbox.Unknown || hidden.Text == "true" || slices.Contains(ourWords, m.Name) && m.Value.Kind != sandbox.Object {
			continue
		}
		members = append(members, ordered.Member{Name: m.Name, Value: shown(m.Value)})
	}
	return ordered.ObjectValue(members...)
}

// keyword takes a member that JSON Schema knows, or that nobody does: it is carried to every output as written.
func (e *entry) keyword(m sandbox.Member) {
	p := e.property
	c := p.Constraints
	if c == nil {
		c = &model.Constraints{}
	}
	switch m.Name {
	case "minimum":
		c.Minimum = m.Value.Text
	case "maximum":
		c.Maximum = m.Value.Text
	case "minItems":
		c.MinItems = m.Value.Text
	case "maxItems":
		c.MaxItems = m.Value.Text
	case "pattern":
		c.Pattern = m.Value.Text
	case "const":
		c.Const = value(m.Value)
	case "default":
		c.Default = value(m.Value)
	case "format":
		if p.Type.Kind == model.Date || e.keeps("type", "format") {
			return
		}
		c.Format = m.Value.Text
	case "enum":
		if p.Type.Kind == model.EnumKind || m.Value.Kind != sandbox.Array {
			return
		}
		c.Enum = value(m.Value).Items
	default:
		p.Keywords = append(p.Keywords, ordered.Member{Name: m.Name, Value: value(m.Value)})
		return
	}
	p.Constraints = c
	e.checkNumber(m)
}

// numeric are the keywords whose value is a number.
var numeric = []string{"minimum", "maximum", "minItems", "maxItems"}

// checkNumber holds the bounds to being numbers: they are written as they stand.
func (e *entry) checkNumber(m sandbox.Member) {
	if slices.Contains(numeric, m.Name) && m.Value.Kind != sandbox.Number {
		e.expect(m.Value, sandbox.Number, fmt.Sprintf("%s.%s", e.property.Name, m.Name))
		*map[string]*string{
			"minimum": &e.property.Constraints.Minimum, "maximum": &e.property.Constraints.Maximum,
			"minItems": &e.property.Constraints.MinItems, "maxItems": &e.property.Constraints.MaxItems,
		}[m.Name] = ""
	}
}

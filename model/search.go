package model

import (
	"strings"
	"unicode/utf8"
)

// maxHints is how long the description of `attribute` may become, in code points: some hosts cut or refuse more.
const maxHints = 1024

// searchInput is contract §3.2. All but the attributes is the same for every table.
func (t *table) searchInput() *Shape {
	condition := &Shape{Direction: Input, Additional: Closed, Fields: []Field{
		{Property: given("attribute", t.attributeEnum(), t.attributeHints()), Required: true},
		comparator,
		comparedValue,
	}}
	return &Shape{Direction: Input, Additional: Closed, Fields: []Field{
		{Property: conditions, Nested: condition},
		combination,
		projection,
		limit,
		cursor,
	}}
}

var (
	conditions = given("conditions", listOf(ObjectKind), "Conditions that a record must meet.")
	// comparator offers what the server's query language knows (measured: "not_equals" is refused).
	comparator = Field{Property: given("comparator",
		enumOf("equals", "not_equal", "contains", "starts_with", "ends_with",
			"greater_than", "greater_than_equal", "less_than", "less_than_equal", "between"),
		"Comparison operator; equals when omitted.")}
	comparedValue = Field{Required: true, Property: given("value", Type{Kind: Comparand},
		"Value to compare with; for between, an array of the low and the high value.")}
	combination = Field{Property: given("operator", enumOf("and", "or"), "How to combine conditions; and when omitted.")}
	projection  = Field{Property: given("get_attributes", listOf(String), "Attribute names to return; all when omitted.")}
	limit       = Field{Property: atLeastOne(given("limit", Type{Kind: Int}, "Maximum number of records to return."))}
	cursor      = Field{Property: given("cursor", Type{Kind: String}, "Opaque pagination cursor returned by a previous call.")}
)

func atLeastOne(p *Property) *Property {
	p.Constraints = &Constraints{Minimum: "1"}
	return p
}

func given(name string, t Type, description string) *Property {
	return &Property{Name: name, Type: &t, Description: description}
}

func listOf(k Kind) Type { return Type{Kind: ListKind, Elem: &Type{Kind: k, NonNull: true}} }

// enumOf is an enum that no source declares: names without words.
func enumOf(names ...string) Type {
	return Type{Kind: EnumKind, Enum: &Enum{names: names}}
}

// attributeEnum lists the attributes. A table in which nothing can be searched has no names to offer: an empty enum
// would admit no value and breaks hosts, so the name is then any string.
func (t *table) attributeEnum() Type {
	if len(t.attributes) == 0 {
		return Type{Kind: String}
	}
	names := make([]string, len(t.attributes))
	for i, p := range t.attributes {
		names[i] = p.Name
	}
	return enumOf(names...)
}

// attributeHints says in a few words what each attribute is, as many whole entries as fit.
func (t *table) attributeHints() string {
	var out strings.Builder
	out.WriteString("Attribute name to filter on.")
	length := out.Len()
	for _, p := range t.attributes {
		words := p.hint()
		if words == "" {
			continue
		}
		entry := " " + p.Name + ": " + words
		length += utf8.RuneCountInString(entry)
		if length > maxHints {
			break
		}
		out.WriteString(entry)
	}
	return out.String()
}

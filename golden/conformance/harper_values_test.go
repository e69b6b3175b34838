package conformance_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// A harperValue is a JSON value, and what is special about it.
type harperValue struct {
	about string
	value any
}

// harperNotNull returns the schema without its null: the first choice that is more.
func harperNotNull(s *openapi3.Schema) *openapi3.Schema {
	for _, option := range s.AnyOf {
		if !option.Value.Type.Is("null") {
			return option.Value
		}
	}
	return s
}

func harperNullable(s *openapi3.Schema) bool {
	if s.Type.Includes("null") {
		return true
	}
	return slices.ContainsFunc(s.AnyOf, func(o *openapi3.SchemaRef) bool { return o.Value.Type.Is("null") })
}

// harperKind says in one word what a schema admits, null apart.
func harperKind(s *openapi3.Schema) string {
	s = harperNotNull(s)
	switch {
	case len(s.Enum) > 0:
		return "enum"
	case s.ContentEncoding != "":
		return s.ContentEncoding
	case s.Format != "":
		return s.Format
	}
	for _, name := range s.Type.Slice() {
		if name != "null" {
			return name
		}
	}
	return "any"
}

// harperValid returns a value that the schema admits: the n-th, with only the members that it requires, or with all.
func harperValid(s *openapi3.Schema, full bool, n int, within ...*openapi3.Schema) any {
	s = harperNotNull(s)
	switch harperKind(s) {
	case "enum":
		return s.Enum[n%len(s.Enum)]
	case "base64":
		return []string{"aGFycGVy", "c2NoZW1hYw=="}[n%2]
	case "date-time":
		return fmt.Sprintf("2026-01-02T03:04:%02d.%03dZ", n/1000%60, n%1000)
	case "string":
		return fmt.Sprintf("text %d & more=ü", n)
	case "int32", "int64", "integer":
		return json.Number(fmt.Sprint(n))
	case "double", "number":
		return json.Number(fmt.Sprintf("%d.5", n))
	case "boolean":
		return n%2 == 0
	case "array":
		return []any{harperValid(s.Items.Value, full, n, within...), harperValid(s.Items.Value, full, n+1, within...)}
	case "object":
		return harperMembers(s, full, n, within...)
	}
	return map[string]any{"anything": []any{json.Number("1"), "two", nil, true}}
}

// harperMembers leaves out optional members of a type that holds them.
func harperMembers(s *openapi3.Schema, full bool, n int, within ...*openapi3.Schema) map[string]any {
	members := map[string]any{}
	within = append(slices.Clip(within), s)
	for name, p := range s.Properties {
		inner := harperNotNull(p.Value)
		if slices.Contains(s.Required, name) || full && !slices.Contains(within, inner) {
			members[name] = harperValid(inner, full, n, within...)
		}
	}
	return members
}

// harperBoundaries returns values that the schema just admits.
func harperBoundaries(s *openapi3.Schema) []harperValue {
	var list []harperValue
	if harperNullable(s) {
		list = append(list, harperValue{"null", nil})
	}
	s = harperNotNull(s)
	for _, value := range s.Enum {
		list = append(list, harperValue{"each name", value})
	}
	if len(s.Enum) == 0 {
		list = append(list, harperEdges(harperKind(s))...)
	}
	switch {
	case s.Items != nil:
		list = append(list, harperValue{"no elements", []any{}})
		for _, edge := range harperBoundaries(s.Items.Value) {
			list = append(list, harperValue{"element " + edge.about, []any{edge.value}})
		}
	case s.Type.Includes("object"):
		for _, name := range harperNames(s) {
			for _, edge := range harperBoundariesShallow(s.Properties[name].Value) {
				members := harperMembers(s, false, 1)
				members[name] = edge.value
				list = append(list, harperValue{"member " + edge.about, members})
			}
		}
	}
	return list
}

// harperBoundariesShallow leaves objects out, which may hold themselves.
func harperBoundariesShallow(s *openapi3.Schema) []harperValue {
	if harperKind(s) == "object" {
		return nil
	}
	return harperBoundaries(s)
}

func harperEdges(kind string) []harperValue {
	switch kind {
	case "string":
		return []harperValue{
			{"empty", ""}, {"beyond ASCII", "zażółć 🜚 \u2028 \u202e"}, {"quotes and escapes", "\"\\/\b\f\n\r\t"},
			{"NUL", "a\x00b"}, {"long", strings.Repeat("long ", 2000)}, {"looks like a number", "12"}, {"looks like null", "null"},
		}
	case "int32":
		return numbers("-2147483648", "2147483647", "0", "1e3", "5.0")
	case "int64":
		return numbers("-9007199254740992", "-9007199254740991", "9007199254740991", "9007199254740992", "0")
	case "integer":
		return numbers("1", "-1", "9007199254740993", "-123456789012345678901234567890")
	case "double", "number":
		return numbers("0", "-0.5", "5", "1e308", "-1e-308", "0.1")
	case "boolean":
		return []harperValue{{"true", true}, {"false", false}}
	case "date-time":
		return []harperValue{
			{"without a fraction", "2026-01-02T03:04:05Z"}, {"in another zone", "2026-01-02T03:04:05+02:00"},
			{"with microseconds", "2026-01-02T03:04:05.123456Z"}, {"before 1970", "1969-12-31T23:59:59Z"},
			{"far away", "9999-12-31T23:59:59.999Z"},
		}
	case "base64":
		return []harperValue{{"empty", ""}}
	case "any":
		return []harperValue{
			{"null", nil}, {"text", "x"}, {"number", json.Number("1.5")}, {"flag", false}, {"list", []any{}},
			{"object", map[string]any{}},
		}
	}
	return nil
}

func numbers(list ...string) []harperValue {
	var values []harperValue
	for _, text := range list {
		values = append(values, harperValue{text, json.Number(text)})
	}
	return values
}

// harperViolations returns values that the schema refuses.
func harperViolations(s *openapi3.Schema) []harperValue {
	var list []harperValue
	nullable := harperNullable(s)
	s = harperNotNull(s)
	kind := harperKind(s)
	if kind == "any" {
		return nil
	}
	if !nullable {
		list = append(list, harperValue{"null", nil})
	}
	for _, wrong := range harperWrong {
		if !slices.Contains(wrong.right, kind) {
			list = append(list, harperValue{wrong.about, wrong.value})
		}
	}
	list = append(list, harperOutside(kind)...)
	switch kind {
	case "array":
		for _, wrong := range harperViolations(s.Items.Value) {
			list = append(list, harperValue{"element " + wrong.about, []any{wrong.value}})
		}
	case "object":
		list = append(list, harperWrongMembers(s)...)
	}
	return list
}

// harperWrong are values of each JSON type, and the kinds that admit them.
var harperWrong = []struct {
	about string
	value any
	right []string
}{
	{"text", "text", []string{"string", "base64"}},
	{"an integer", json.Number("7"), []string{"int32", "int64", "integer", "double", "number"}},
	{"a fraction", json.Number("1.5"), []string{"double", "number"}},
	{"a flag", true, []string{"boolean"}},
	{"a list", []any{[]any{}}, []string{"array"}},
	{"an object", map[string]any{"zz": true}, []string{"object"}},
}

func harperOutside(kind string) []harperValue {
	switch kind {
	case "int32":
		return numbers("2147483648", "-2147483649")
	case "int64":
		return numbers("9007199254740994", "-9007199254740994")
	}
	return nil
}

func harperWrongMembers(s *openapi3.Schema) []harperValue {
	var list []harperValue
	for _, name := range harperNames(s) {
		if slices.Contains(s.Required, name) {
			members := harperMembers(s, false, 1)
			delete(members, name)
			list = append(list, harperValue{"member left out", members})
		}
		member := s.Properties[name].Value
		if harperKind(member) == "object" {
			continue // the type may hold itself
		}
		for _, wrong := range harperViolations(member) {
			members := harperMembers(s, false, 1)
			members[name] = wrong.value
			list = append(list, harperValue{"member " + harperKind(member) + " " + wrong.about, members})
		}
	}
	return list
}

// harperNames returns the names of the properties, sorted.
func harperNames(s *openapi3.Schema) []string {
	var names []string
	for name := range s.Properties {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

package model

import (
	"schemac/model/ordered"
	"schemac/model/source"
)

// Kind is what a [Type] is. The scalars are those of Harper's schema language (contract §2.1).
type Kind uint8

// The kinds of a type. The zero Kind is Any: a value of which nothing is known.
const (
	Any Kind = iota
	String
	ID
	Int
	Long
	BigInt
	Float
	Boolean
	Date
	Bytes
	Blob
	// EnumKind is a string out of a closed list: Type.Enum.
	EnumKind
	// ObjectKind is an object type: Type.Object, nil when the type is not declared.
	ObjectKind
	// ListKind is a list of Type.Elem.
	ListKind
	// Comparand is the value of a search condition: a string, number, boolean, null, or a list of strings and numbers.
	Comparand
	// Integer and Number are the plain JSON types, without the range that a server gives Int and Float.
	Integer
	Number
	// GeneratedKey is a key that the server makes for a table without a primary key: a string or an integer (measured).
	GeneratedKey
)

// scalars are the names that the schema language knows without declaration, in the order in which help lists them.
var scalars = []struct {
	Name string
	Kind Kind
}{
	{"ID", ID}, {"String", String}, {"Int", Int}, {"Long", Long}, {"BigInt", BigInt}, {"Float", Float},
	{"Boolean", Boolean}, {"Date", Date}, {"Bytes", Bytes}, {"Blob", Blob}, {"Any", Any},
}

// Scalar returns the kind of a built-in scalar.
func Scalar(name string) (Kind, bool) {
	for _, s := range scalars {
		if s.Name == name {
			return s.Kind, true
		}
	}
	return Any, false
}

// ScalarNames returns the names of the built-in scalars.
func ScalarNames() []string {
	names := make([]string, len(scalars))
	for i, s := range scalars {
		names[i] = s.Name
	}
	return names
}

// String returns the name of the kind as GraphQL writes it, or a word for the kinds that GraphQL has no name for.
func (k Kind) String() string {
	for _, s := range scalars {
		if s.Kind == k {
			return s.Name
		}
	}
	return map[Kind]string{
		EnumKind: "enum", ObjectKind: "object", ListKind: "list", Comparand: "comparand", GeneratedKey: "key",
		Integer: "integer", Number: "number",
	}[k]
}

// A Type is the type of a property or of a list's elements. It is one struct for all kinds, so that a switch over Kind
// says all there is to say.
type Type struct {
	Kind Kind
	// Name is the name as the source writes it; empty for a list.
	Name string
	// NonNull is the exclamation mark.
	NonNull bool
	// Elem is the element type of a list.
	Elem *Type
	// Enum is the enum of EnumKind.
	Enum *Enum
	// Object is the object type of ObjectKind; nil when a relationship names a type that is not declared.
	Object *Object
	// Shape is the members of an object that is declared in place; nil for one of which nothing is known.
	Shape *Shape
	// Names are the JSON types of Any where an author names several, without "null".
	Names []string
	// Verbatim is the JSON Schema that an author has written for the type; Absent for any other.
	Verbatim ordered.Value
	// Assumed says that the source states no type, and that this one is what the language takes then.
	Assumed bool
	// Span is the name in the source.
	Span source.Span
}

// Base returns the innermost element type: the type itself unless it is a list.
func (t *Type) Base() *Type {
	for t.Kind == ListKind {
		t = t.Elem
	}
	return t
}

// String returns the type as GraphQL writes it, such as "[Line!]!".
func (t *Type) String() string {
	text := t.Name
	if t.Kind == ListKind {
		text = "[" + t.Elem.String() + "]"
	}
	if t.NonNull {
		text += "!"
	}
	return text
}

// An Enum is a closed list of names.
type Enum struct {
	Name        string
	Description string
	// Values stand in declared order.
	Values []EnumValue
	Span   source.Span

	names []string
}

// An EnumValue is one name of an enum with the author's words for it, which may be empty.
type EnumValue struct {
	Name        string
	Description string
	// Deprecated is nil for a value that is not.
	Deprecated *Deprecation
	Span       source.Span
}

// words returns what readers are told of the value: the author's words, and that it is deprecated.
func (v *EnumValue) words() string {
	if v.Deprecated == nil {
		return v.Description
	}
	return join(v.Description, " ", v.Deprecated.Text())
}

// Names returns the names of the values in declared order. The caller must not change the slice.
func (e *Enum) Names() []string { return e.names }

// Add appends a value.
func (e *Enum) Add(v EnumValue) {
	e.Values = append(e.Values, v)
	e.names = append(e.names, v.Name)
}

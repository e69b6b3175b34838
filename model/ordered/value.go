package ordered

import (
	"math/big"
	"slices"
	"strings"
)

// Kind tells the JSON values apart.
type Kind uint8

// The kinds of a [Value]. The zero Value is Absent: no value at all, which is not the same as null.
const (
	Absent Kind = iota
	NullKind
	BoolKind
	NumberKind
	StringKind
	ArrayKind
	ObjectKind
)

// A Value is any JSON value, members in order, numbers in their own spelling. It carries what an author wrote as it
// is: a default, an enum member, a fixed field.
type Value struct {
	Kind Kind
	// Text is the string, the spelling of the number, or "true" or "false".
	Text string
	// Items are the elements of an array.
	Items []Value
	// Members are those of an object, in order.
	Members []Member
}

// A Member is one name and value of an object.
type Member struct {
	Name  string
	Value Value
}

// Lookup returns the member of a name of an object.
func (v Value) Lookup(name string) (Value, bool) {
	for _, m := range v.Members {
		if m.Name == name {
			return m.Value, true
		}
	}
	return Value{}, false
}

// Compact returns the JSON of v on one line; "" for an absent value.
func (v Value) Compact() string {
	return string(v.append(nil, func(lexeme string) string { return lexeme }, false))
}

// Identity returns a text that two values share exactly when they are the same to JSON Schema (core §4.2.2): numbers
// by their value (1, 1.0 and 10e-1 are one), objects whatever the order of their members. It is "" for an absent value.
func (v Value) Identity() string { return string(v.append(nil, canonicalNumber, true)) }

func (v Value) append(buf []byte, number func(string) string, sorted bool) []byte {
	switch v.Kind {
	case Absent:
		return buf
	case NullKind:
		return append(buf, "null"...)
	case BoolKind:
		return append(buf, v.Text...)
	case NumberKind:
		return append(buf, number(v.Text)...)
	case StringKind:
		return appendString(buf, v.Text)
	case ArrayKind:
		buf = append(buf, '[')
		for i, item := range v.Items {
			if i > 0 {
				buf = append(buf, ',')
			}
			buf = item.append(buf, number, sorted)
		}
		return append(buf, ']')
	}
	members := v.Members
	if sorted {
		members = slices.SortedStableFunc(slices.Values(members), func(a, b Member) int { return strings.Compare(a.Name, b.Name) })
	}
	buf = append(buf, '{')
	for i, m := range members {
		if i > 0 {
			buf = append(buf, ',')
		}
		buf = append(appendString(buf, m.Name), ':')
		buf = m.Value.append(buf, number, sorted)
	}
	return append(buf, '}')
}

// canonicalNumber writes a number of JSON as an integer without zeros at its end and a power of ten. The exponent is
// counted and never carried out: 1e999999999 is short.
func canonicalNumber(lexeme string) string {
	digits, sign := strings.CutPrefix(lexeme, "-")
	exponent := new(big.Int)
	if i := strings.IndexAny(digits, "eE"); i >= 0 {
		exponent.SetString(strings.TrimPrefix(digits[i+1:], "+"), 10)
		digits = digits[:i]
	}
	whole, fraction, _ := strings.Cut(digits, ".")
	digits = whole + fraction
	trimmed := strings.TrimRight(digits, "0")
	exponent.Add(exponent, big.NewInt(int64(len(digits)-len(trimmed)-len(fraction))))
	digits = strings.TrimLeft(trimmed, "0")
	switch {
	case digits == "":
		return "0"
	case sign:
		digits = "-" + digits
	}
	return digits + "e" + exponent.String()
}

// StringValue returns a string.
func StringValue(s string) Value { return Value{Kind: StringKind, Text: s} }

// NumberValue returns a number with the given spelling.
func NumberValue(lexeme string) Value { return Value{Kind: NumberKind, Text: lexeme} }

// BoolValue returns true or false.
func BoolValue(b bool) Value {
	if b {
		return Value{Kind: BoolKind, Text: "true"}
	}
	return Value{Kind: BoolKind, Text: "false"}
}

// NullValue returns null.
func NullValue() Value { return Value{Kind: NullKind} }

// ArrayValue returns an array.
func ArrayValue(items ...Value) Value { return Value{Kind: ArrayKind, Items: items} }

// ObjectValue returns an object.
func ObjectValue(members ...Member) Value { return Value{Kind: ObjectKind, Members: members} }

// Value writes v, which must not be Absent.
func (w *Writer) Value(v Value) {
	switch v.Kind {
	case StringKind:
		w.String(v.Text)
	case NumberKind, BoolKind:
		w.Number(v.Text)
	case ArrayKind:
		w.BeginArray()
		for _, item := range v.Items {
			w.Value(item)
		}
		w.EndArray()
	case ObjectKind:
		w.BeginObject()
		for _, m := range v.Members {
			w.Key(m.Name)
			w.Value(m.Value)
		}
		w.EndObject()
	default:
		w.Null()
	}
}

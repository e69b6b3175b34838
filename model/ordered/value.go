package ordered

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

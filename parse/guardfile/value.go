package guardfile

import (
	"schemac/model/ordered"
	"schemac/parse/kdl"
)

// maxNumber is how many characters a number may have: enough for every JSON number that means something.
const maxNumber = 64

// value returns an argument as a JSON value.
func (r *reader) value(v *kdl.Value) (ordered.Value, bool) {
	switch v.Kind {
	case kdl.Bool:
		return ordered.BoolValue(v.Text == "true"), true
	case kdl.Null:
		return ordered.NullValue(), true
	case kdl.Number:
		spelling, ok := v.JSONNumber()
		if !ok || len(spelling) > maxNumber {
			r.errorf(v.Span, "invalid-number", "%s is no number that JSON holds", quote(v.Text))
			return ordered.Value{}, false
		}
		return ordered.NumberValue(spelling), true
	}
	return ordered.StringValue(v.Text), true
}

// values returns several arguments as an array, and one as it is.
func (r *reader) values(args []*kdl.Value) (ordered.Value, bool) {
	var items []ordered.Value
	for _, arg := range args {
		item, ok := r.value(arg)
		if !ok {
			return ordered.Value{}, false
		}
		items = append(items, item)
	}
	if len(items) == 1 {
		return items[0], true
	}
	return ordered.ArrayValue(items...), true
}

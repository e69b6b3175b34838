package ordered

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestIdentity(t *testing.T) {
	object := ObjectValue
	groups := [][]Value{ // what stands in one group is one value
		{{}},
		{NullValue()},
		{BoolValue(true)},
		{BoolValue(false)},
		{StringValue("true")},
		{StringValue("1")},
		{StringValue("null")},
		{StringValue("")},
		{NumberValue("0"), NumberValue("-0"), NumberValue("0.00"), NumberValue("0e5"), NumberValue("-0.0E-7")},
		{NumberValue("1"), NumberValue("1.0"), NumberValue("10e-1"), NumberValue("0.1E+1"), NumberValue("0.01e2")},
		{NumberValue("-1"), NumberValue("-1.0")},
		{NumberValue("100"), NumberValue("1e2"), NumberValue("1.00e+02")},
		{NumberValue("9007199254740993")},
		{NumberValue("9007199254740992")},
		{NumberValue("1e999999999999999999999"), NumberValue("10e999999999999999999998")},
		{ArrayValue()},
		{object()},
		{ArrayValue(NumberValue("1"), NumberValue("2")), ArrayValue(NumberValue("1.0"), NumberValue("2"))},
		{ArrayValue(NumberValue("2"), NumberValue("1"))},
		{ArrayValue(StringValue("1,2"))},
		{
			object(Member{"a", NumberValue("1")}, Member{"b", StringValue("x")}),
			object(Member{"b", StringValue("x")}, Member{"a", NumberValue("1.0")}),
		},
		{object(Member{"a", NumberValue("1")})},
	}
	group := map[string]int{}
	for i, values := range groups {
		for _, v := range values {
			identity := v.Identity()
			if before, ok := group[identity]; ok && before != i {
				t.Errorf("%s is the same as one of group %d", v.Compact(), before)
			}
			if identity != values[0].Identity() {
				t.Errorf("%s and %s differ: %s, %s", v.Compact(), values[0].Compact(), identity, values[0].Identity())
			}
			group[identity] = i
		}
	}
}

// Two numbers have one identity exactly when they are equal.
func TestIdentityOfNumbers(t *testing.T) {
	number := rapid.StringMatching(`-?(0|[1-9][0-9]{0,2})(\.[0-9]{1,3})?([eE][+-]?[0-3])?`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := number.Draw(t, "a"), number.Draw(t, "b")
		x, _ := new(big.Rat).SetString(a)
		y, _ := new(big.Rat).SetString(b)
		if same := NumberValue(a).Identity() == NumberValue(b).Identity(); same != (x.Cmp(y) == 0) {
			t.Fatalf("%s and %s: same identity %v", a, b, same)
		}
	})
}

func TestCompact(t *testing.T) {
	v := ObjectValue(Member{"b", ArrayValue(NumberValue("1.0"), NullValue(), BoolValue(true))}, Member{"a\n", StringValue(`"<`)})
	if got, want := v.Compact(), `{"b":[1.0,null,true],"a\n":"\"<"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

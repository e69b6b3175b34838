package ordered

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func encode(v Value) string {
	w := NewWriter(nil)
	w.Value(v)
	_ = w.Close()
	return string(w.Bytes())
}

func TestValue(t *testing.T) {
	for _, row := range []struct {
		name string
		in   Value
		want string
	}{
		{"null", NullValue(), "null"},
		{"absent is null", Value{}, "null"},
		{"true", BoolValue(true), "true"},
		{"false", BoolValue(false), "false"},
		{"number of any size", NumberValue("123456789012345678901234567890"), "123456789012345678901234567890"},
		{"number as written", NumberValue("1.50e+03"), "1.50e+03"},
		{"empty string", StringValue(""), `""`},
		{"empty array", ArrayValue(), "[]"},
		{"empty object", ObjectValue(), "{}"},
		{"array", ArrayValue(NumberValue("1"), StringValue("b")), "[\n  1,\n  \"b\"\n]"},
		{"array in array", ArrayValue(ArrayValue(), ArrayValue(NullValue())), "[\n  [],\n  [\n    null\n  ]\n]"},
		{
			"order of members",
			ObjectValue(Member{"z", NumberValue("1")}, Member{"a", ObjectValue(Member{"", NullValue()})}),
			"{\n  \"z\": 1,\n  \"a\": {\n    \"\": null\n  }\n}",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			if diff := cmp.Diff(row.want+"\n", encode(row.in)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestString(t *testing.T) {
	for _, row := range []struct{ in, want string }{
		{"a b", `"a b"`},
		{`say "hi" \ bye`, `"say \"hi\" \\ bye"`},
		{"<a href='x'>&</a>", `"<a href='x'>&</a>"`},
		{"\u2028\u2029", "\"\u2028\u2029\""},
		{"\b\f\n\r\t", `"\b\f\n\r\t"`},
		{"\x00\x01\x1f", `"\u0000\u0001\u001f"`},
		{"\x7f\u0080\ufeff", "\"\x7f\u0080\ufeff\""},
		{"é 日本 🙂", `"é 日本 🙂"`},
		{"\n", `"\n"`},
	} {

		if got := strings.TrimSuffix(encode(StringValue(row.in)), "\n"); got != row.want {
			t.Errorf("%q: got %s, want %s", row.in, got, row.want)
		}
	}
}

func values(depth int) *rapid.Generator[Value] {
	return rapid.Custom(func(t *rapid.T) Value {
		text := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.SampledFrom([]rune("a<>&\"\\\u2028\n\x00\x1f\x7f🙂"))))
		kinds := 4
		if depth > 0 {
			kinds = 6
		}
		switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
		case 0:
			return NullValue()
		case 1:
			return BoolValue(rapid.Bool().Draw(t, "bool"))
		case 2:
			return NumberValue(rapid.StringMatching(`-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,4})?([eE][+-]?[0-9]{1,2})?`).Draw(t, "number"))
		case 3:
			return StringValue(text.Draw(t, "text"))
		case 4:
			return ArrayValue(rapid.SliceOfN(values(depth-1), 0, 4).Draw(t, "items")...)
		}
		names := rapid.SliceOfNDistinct(text, 0, 4, rapid.ID).Draw(t, "names")
		members := make([]Member, len(names))
		for i, name := range names {
			members[i] = Member{name, values(depth-1).Draw(t, "value")}
		}
		return ObjectValue(members...)
	})
}

// plain is the value as encoding/json reads it, with numbers as written.
func plain(v Value) any {
	switch v.Kind {
	case BoolKind:
		return v.Text == "true"
	case NumberKind:
		return json.Number(v.Text)
	case StringKind:
		return v.Text
	case ArrayKind:
		items := make([]any, len(v.Items))
		for i, item := range v.Items {
			items[i] = plain(item)
		}
		return items
	case ObjectKind:
		members := map[string]any{}
		for _, m := range v.Members {
			members[m.Name] = plain(m.Value)
		}
		return members
	}
	return nil
}

// names lists the names of all members in the order in which a decoder meets them.
func names(v Value) []string {
	var list []string
	for _, item := range v.Items {
		list = append(list, names(item)...)
	}
	for _, m := range v.Members {
		list = append(append(list, m.Name), names(m.Value)...)
	}
	return list
}

func namesRead(t *rapid.T, text string) []string {
	d := json.NewDecoder(strings.NewReader(text))
	var list []string
	var open []json.Delim
	isKey := false
	for {
		token, err := d.Token()
		if err != nil {
			return list
		}
		delim, _ := token.(json.Delim)
		switch {
		case delim == '{' || delim == '[':
			open = append(open, delim)
			isKey = delim == '{'
		case delim != 0:
			open = open[:len(open)-1]
			isKey = len(open) > 0 && open[len(open)-1] == '{'
		case isKey:
			list, isKey = append(list, token.(string)), false
		default:
			isKey = len(open) > 0 && open[len(open)-1] == '{'
		}
	}
}

// What is written is what encoding/json reads, members in order; and the layout is that of json.Indent.
func TestAgainstEncodingJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := values(4).Draw(t, "value")
		text := encode(v)
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		var read any
		if err := d.Decode(&read); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if diff := cmp.Diff(plain(v), read); diff != "" {
			t.Fatal(diff)
		}
		if diff := cmp.Diff(names(v), namesRead(t, text)); diff != "" {
			t.Fatal(diff)
		}
		var compact, indented bytes.Buffer
		if err := json.Compact(&compact, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := json.Indent(&indented, compact.Bytes(), "", "  "); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(indented.String()+"\n", text); diff != "" {
			t.Fatal(diff)
		}
	})
}

// wrap writes what write does inside the given number of containers.
func wrap(w *Writer, depth int, write func(*Writer)) {
	for i := range depth {
		if i%2 == 0 {
			w.BeginObject()
			w.Key("k")
		} else {
			w.BeginArray()
		}
	}
	write(w)
	for i := depth - 1; i >= 0; i-- {
		if i%2 == 0 {
			w.EndObject()
		} else {
			w.EndArray()
		}
	}
}

// A fragment that was encoded apart gives the bytes of direct writing, at any depth, as a first and a later element.
func TestFragment(t *testing.T) {
	var nested *Writer
	rapid.Check(t, func(t *rapid.T) {
		v := values(3).Draw(t, "value")
		depth := rapid.IntRange(0, 70).Draw(t, "depth")
		inArray := depth > 0 && depth%2 == 0
		write := func(value func(*Writer)) string {
			w := NewWriter(nil)
			wrap(w, depth, func(w *Writer) {
				if w.Depth() != depth {
					t.Fatalf("depth %d, want %d", w.Depth(), depth)
				}
				value(w)
				if inArray {
					value(w)
					w.Null()
				}
			})
			_ = w.Close()
			return string(w.Bytes())
		}
		if nested == nil || rapid.Bool().Draw(t, "anew") {
			nested = Nested(depth)
		} else {
			nested.Reset(depth)
		}
		nested.Value(v)
		direct := write(func(w *Writer) { w.Value(v) })
		apart := write(func(w *Writer) { w.Fragment(nested.Bytes()) })
		if diff := cmp.Diff(direct, apart); diff != "" {
			t.Fatal(diff)
		}
	})
}

// The indentation goes on beyond the blanks that are kept ready.
func TestDeepNesting(t *testing.T) {
	for _, depth := range []int{31, 32, 33, 64, 65, 200} {
		w := NewWriter(nil)
		wrap(w, depth, func(w *Writer) { w.Strings([]string{"a", "b"}) })
		_ = w.Close()
		var compact, want bytes.Buffer
		if err := json.Compact(&compact, w.Bytes()); err != nil {
			t.Fatal(err)
		}
		_ = json.Indent(&want, compact.Bytes(), "", "  ")
		if diff := cmp.Diff(want.String()+"\n", string(w.Bytes())); diff != "" {
			t.Errorf("depth %d: %s", depth, diff)
		}
	}
}

// A sink gets the bytes that a Writer without one keeps.
func TestSink(t *testing.T) {
	long := strings.Repeat("long text ", 1000)
	for _, n := range []int{0, 1, 12, 13, 14, 60} { // about thirteen fill the buffer
		items := make([]Value, n)
		for i := range items {
			items[i] = ObjectValue(Member{strconv.Itoa(i), StringValue(long)}, Member{"empty", ArrayValue()})
		}
		var sink bytes.Buffer
		w := NewWriter(&sink)
		w.Value(ArrayValue(items...))
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if sink.String() != encode(ArrayValue(items...)) {
			t.Errorf("%d items: a sink gets other bytes", n)
		}
	}
}

// full takes some bytes and then fails.
type full struct {
	room  int
	calls int
	err   error
}

func (f *full) Write(p []byte) (int, error) {
	f.calls++
	if f.room -= len(p); f.room < 0 {
		return 0, f.err
	}
	return len(p), nil
}

// Close returns the first error of the sink, which is not written to again.
func TestSinkError(t *testing.T) {
	for _, room := range []int{0, flushAt * 3 / 2, flushAt * 5 / 2} {
		sink := &full{room: room, err: errors.New("disk full")}
		w := NewWriter(sink)
		w.BeginArray()
		for range 100 {
			w.Strings([]string{strings.Repeat("x", 10_000)})
		}
		w.EndArray()
		if err := w.Close(); !errors.Is(err, sink.err) {
			t.Errorf("room %d: got %v", room, err)
		}
		if want := room/flushAt + 1; sink.calls != want {
			t.Errorf("room %d: %d calls, want %d", room, sink.calls, want)
		}
	}
}

func TestBool(t *testing.T) {
	w := NewWriter(nil)
	w.BeginArray()
	w.Bool(true)
	w.Bool(false)
	w.EndArray()
	if got := string(w.Bytes()); got != "[\n  true,\n  false\n]" {
		t.Errorf("got %s", got)
	}
}

package mcp_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing/fstest"
	"time"

	"pgregory.net/rapid"

	"schemac/emit"
	"schemac/model/diag"
	"schemac/parse"
)

// The tests of this package write random schemas as text, compile them as the command does, and hold the artifacts to
// what the text says. What follows is the test's own idea of a schema: it shares nothing with the model.

// A typ is an object type of a schema.
type typ struct {
	name   string
	table  bool
	sealed bool
	hidden bool
	doc    string
	fields []*fieldOf
}

// A fieldOf is a field; lists counts the brackets around its base. nonNull has one entry for the field and one for each
// list's elements.
type fieldOf struct {
	name    string
	base    string // a scalar, "Kind" for the enum, or the name of a type
	object  *typ
	lists   int
	nonNull []bool
	doc     string

	key, created, updated, expires, computed, embed, decide, hidden, related, deprecated bool
}

// hiddenMark is in every name and docstring that no artifact may show.
const hiddenMark = "XYZZY"

var scalars = []string{"ID", "String", "Int", "Long", "BigInt", "Float", "Boolean", "Date", "Bytes", "Blob", "Any", "Kind"}

func chance(t *rapid.T, n int) bool { return rapid.IntRange(1, n).Draw(t, "chance") == n }

// schema generates embedded types and tables. A non-null field leads only to a later type, so that records end.
func schema(t *rapid.T) []*typ {
	types := make([]*typ, rapid.IntRange(2, 6).Draw(t, "types"))
	tables := rapid.IntRange(1, min(3, len(types))).Draw(t, "tables")
	for i := range types {
		o := &typ{name: fmt.Sprintf("Thing%d", i), table: i < tables, sealed: chance(t, 4), hidden: i > 0 && chance(t, 6)}
		if o.hidden {
			o.name = fmt.Sprintf("%sThing%d", hiddenMark, i)
		}
		o.doc = words(t, o.hidden)
		types[i] = o
	}
	for i, o := range types {
		for j := range rapid.IntRange(1, 7).Draw(t, "fields") {
			o.fields = append(o.fields, field(t, types, tables, i, j))
		}
		if chance(t, 4) && o.table {
			continue
		}
		key := &fieldOf{
			name: "key", base: rapid.SampledFrom([]string{"ID", "String", "Int", "Long", "Any"}).Draw(t, "key"),
			nonNull: []bool{rapid.Bool().Draw(t, "non-null")}, key: true, doc: words(t, false),
		}
		if chance(t, 8) {
			// A hidden key keeps its name as routing input.
			key.hidden, key.doc = true, words(t, true)
		}
		at := rapid.IntRange(0, len(o.fields)).Draw(t, "at")
		o.fields = append(o.fields[:at:at], append([]*fieldOf{key}, o.fields[at:]...)...)
	}
	return types
}

func words(t *rapid.T, hidden bool) string {
	if hidden {
		return hiddenMark + " is secret. " + hiddenMark
	}
	return rapid.SampledFrom([]string{"", "", "Words. More words", `Say "hi" \ <b>&amp;</b>`, "é 日本 🙂\nsecond line", "- list\n  - of\n\nparagraphs"}).Draw(t, "words")
}

func field(t *rapid.T, types []*typ, tables, i, j int) *fieldOf {
	f := &fieldOf{name: fmt.Sprintf("f%d", j), base: rapid.SampledFrom(scalars).Draw(t, "base")}
	f.lists = rapid.SampledFrom([]int{0, 0, 0, 0, 1, 2}).Draw(t, "lists")
	for range f.lists + 1 {
		f.nonNull = append(f.nonNull, rapid.Bool().Draw(t, "non-null"))
	}
	switch {
	case tables < len(types) && chance(t, 3):
		target := rapid.IntRange(tables, len(types)-1).Draw(t, "embedded")
		f.object, f.base = types[target], types[target].name
		if target <= i {
			f.nonNull[0] = false
		}
	case types[i].table && chance(t, 4):
		f.object = types[rapid.IntRange(0, tables-1).Draw(t, "related")]
		f.base, f.related, f.lists, f.nonNull = f.object.name, true, f.lists%2, f.nonNull[:f.lists%2+1]
	}
	f.hidden = chance(t, 6)
	f.deprecated = chance(t, 8)
	if !f.related && f.object == nil {
		f.created, f.updated, f.expires = chance(t, 12), chance(t, 12), chance(t, 12)
		f.computed, f.embed, f.decide = chance(t, 12), chance(t, 12), chance(t, 12)
	}
	secret := f.hidden || !f.related && f.object != nil && f.object.hidden
	if secret {
		f.name = hiddenMark + f.name
	}
	f.doc = words(t, secret)
	return f
}

func (f *fieldOf) visible() bool {
	return !f.hidden && (f.related || f.object == nil || !f.object.hidden)
}

func (f *fieldOf) writable() bool {
	return f.visible() && !f.related && !f.computed && !f.created && !f.updated && !f.expires && !f.embed && !f.decide
}

// nullable says that an answer may hold null.
func (f *fieldOf) nullable() bool {
	return f.related || !f.nonNull[0] && !f.key && !f.created && !f.updated
}

func (f *fieldOf) typeText() string {
	text := f.base
	for i := f.lists; i >= 0; i-- {
		if i < f.lists {
			text = "[" + text + "]"
		}
		if f.nonNull[i] {
			text += "!"
		}
	}
	return text
}

// sdl is the schema as an author writes it.
func sdl(types []*typ) string {
	var out strings.Builder
	for _, o := range types {
		writeDoc(&out, "", o.doc)
		fmt.Fprintf(&out, "type %s%s%s%s {\n", o.name, when(o.table, " @table @export"), when(o.sealed, " @sealed"), when(o.hidden, " @hidden"))
		for _, f := range o.fields {
			writeDoc(&out, "  ", f.doc)
			fmt.Fprintf(&out, "  %s: %s", f.name, f.typeText())
			for _, d := range []struct {
				is   bool
				text string
			}{
				{f.key, "@primaryKey"}, {f.created, "@createdTime"}, {f.updated, "@updatedTime"}, {f.expires, "@expiresAt"},
				{f.computed, "@computed"}, {f.embed, "@embed"}, {f.decide, "@decide"}, {f.hidden, "@hidden"},
				{f.related, "@relationship(from: key)"}, {f.deprecated, "@deprecated"},
			} {
				out.WriteString(when(d.is, " "+d.text))
			}
			out.WriteString("\n")
		}
		out.WriteString("}\n\n")
	}
	out.WriteString("\"A kind.\"\nenum Kind {\n  \"The first.\"\n  A\n  B\n}\n")
	return out.String()
}

func when(is bool, text string) string {
	if is {
		return text
	}
	return ""
}

func writeDoc(out *strings.Builder, indent, doc string) {
	if doc != "" {
		fmt.Fprintf(out, "%s\"\"\"\n%s%s\n%s\"\"\"\n", indent, indent, strings.ReplaceAll(doc, "\n", "\n"+indent), indent)
	}
}

// everyKind are the words of --emit.
func everyKind() (kinds []string) {
	for _, target := range emit.Targets {
		kinds = append(kinds, target.Kind)
	}
	return kinds
}

// compile returns the bytes of every artifact by kind.
func compile(t rapid.TB, text string, options parse.Options) map[string][]byte {
	var diags diag.List
	files := fstest.MapFS{"a.graphql": {Data: []byte(text)}}
	result, err := parse.Load(files, []parse.Input{{Name: "a.graphql"}}, options, &diags)
	if err != nil {
		t.Fatalf("%v", err)
	}
	for _, d := range diags.Sorted() {
		if d.Severity == diag.Error {
			t.Fatalf("%s: %s\n%s", d.Span, d.Message, text)
		}
	}
	artifacts := map[string][]byte{}
	for _, a := range emit.Artifacts(result.Document, everyKind()) {
		artifacts[a.Kind] = emit.Bytes(a)
	}
	return artifacts
}

// base returns a value of the field's innermost type, as a caller writes it. schema is that of the tool's input; nil
// where that says nothing, so that the whole type counts.
func (f *fieldOf) baseValue(t *rapid.T, schema map[string]any) any {
	switch f.base {
	case "Int":
		return int64(rapid.Int32().Draw(t, "int"))
	case "Long":
		return rapid.Int64Range(-1<<53, 1<<53).Draw(t, "long")
	case "BigInt":
		return rapid.Int64().Draw(t, "big")
	case "Float":
		return rapid.Float64Range(-1e300, 1e300).Draw(t, "float")
	case "Boolean":
		return rapid.Bool().Draw(t, "boolean")
	case "Date":
		return time.Unix(rapid.Int64Range(0, 1<<33).Draw(t, "date"), 0).UTC().Format(time.RFC3339)
	case "Bytes", "Blob":
		return base64.StdEncoding.EncodeToString(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))
	case "Kind":
		return rapid.SampledFrom([]string{"A", "B"}).Draw(t, "kind")
	case "Any":
		return rapid.SampledFrom([]any{"text", 1.5, true, []any{1, "x", nil}, map[string]any{"a": nil}}).Draw(t, "any")
	case "ID", "String":
		return rapid.String().Draw(t, "text")
	}
	return f.object.record(t, schema)
}

func (f *fieldOf) value(t *rapid.T, schema map[string]any, depth int) any {
	if depth == f.lists {
		return f.baseValue(t, schema)
	}
	items, _ := schema["items"].(map[string]any)
	list := []any{}
	for range rapid.IntRange(0, 2).Draw(t, "items") {
		list = append(list, f.value(t, items, depth+1))
	}
	return list
}

// record returns what a caller may give: every field that is asked for, and others as it happens.
func (o *typ) record(t *rapid.T, schema map[string]any) map[string]any {
	properties, _ := schema["properties"].(map[string]any)
	closed := schema["additionalProperties"] == false
	record := map[string]any{}
	for _, f := range o.fields {
		nested, offered := properties[f.name].(map[string]any)
		if !f.writable() || closed && !offered {
			continue
		}
		optional := !f.nonNull[0] || f.key && o.table
		if !optional || schema != nil && rapid.Bool().Draw(t, "given") {
			record[f.name] = f.value(t, nested, 0)
		}
	}
	return record
}

// answer is what the server makes of a value that it was given: it adds what it assigns, leaves out or answers null
// where that is allowed.
func (f *fieldOf) answer(t *rapid.T, value any, depth int) any {
	switch v := value.(type) {
	case []any:
		if depth == f.lists {
			return v // of Any
		}
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = f.answer(t, item, depth+1)
			if !f.nonNull[depth+1] && chance(t, 4) {
				list[i] = nil
			}
		}
		return list
	case map[string]any:
		if f.object != nil {
			return f.object.answer(t, v)
		}
	case string:
		if f.base == "Bytes" { // measured: a buffer object
			return map[string]any{"type": "Buffer", "data": []any{1, 2}}
		}
	}
	return value
}

func (o *typ) answer(t *rapid.T, given map[string]any) map[string]any {
	record := map[string]any{}
	for _, f := range o.fields {
		if !f.visible() {
			continue
		}
		value, ok := given[f.name]
		assigned := f.created || f.updated
		switch {
		case ok:
			record[f.name] = f.answer(t, value, 0)
		case f.related || f.computed:
		case assigned && (o.table || f.nonNull[0]):
			record[f.name] = f.assigned(t)
		case f.key && o.table, f.nonNull[0]:
			record[f.name] = f.answer(t, f.value(t, nil, 0), 0)
		}
		if f.nullable() && (!f.nonNull[0] || f.related) && chance(t, 3) {
			record[f.name] = nil
		}
	}
	return record
}

// assigned returns a time as the server writes it: fractional milliseconds in numeric fields, else ISO 8601.
func (f *fieldOf) assigned(t *rapid.T) any {
	if f.lists == 0 {
		switch f.base {
		case "Int", "Long", "BigInt", "Float":
			return 1764526200000.25
		case "Date", "String":
			return "2026-11-30T18:10:00.250Z"
		}
	}
	return f.answer(t, f.value(t, nil, 0), 0)
}

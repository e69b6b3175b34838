package graphql

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"schemac/model"
	"schemac/model/diag"
	"schemac/model/ordered"
	"schemac/model/source"
)

func TestExtendKeepsSourceOrder(t *testing.T) {
	for _, row := range []struct {
		name string
		in   []string
		want string
	}{
		{"after", []string{"type A { a: Int } extend type A { b: Int } extend type A { c: Int }"}, "a b c"},
		{"before its type", []string{"extend type A { a: Int } type A { b: Int } extend type A { c: Int }"}, "a b c"},
		{"in an earlier file", []string{"extend type A { a: Int }", "type A { b: Int }", "extend type A { c: Int }"}, "a b c"},
		{"without fields", []string{"type A extend type A { a: Int } extend type A @sealed"}, "a"},
		{"its own file first", []string{"type A @table(database: x) { no: Int }", "extend type A { b: Int } type A @table(database: \"y\") { c: Int }"}, "b c"},
	} {
		t.Run(row.name, func(t *testing.T) {
			objects, _ := read(t, Options{}, row.in...)
			got := objects[len(objects)-1].Properties.Names()
			if want := strings.Fields(row.want); !slices.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

func TestExtendBringsDirectives(t *testing.T) {
	objects, diagnostics := read(t, Options{}, "type A { id: ID @primaryKey } extend type A @table @export(name: \"/as\") extend type A @sealed")
	a := objects[0]
	if a.Table == nil || a.Export == nil || a.Export.Path != "as" || !a.Sealed || len(diagnostics) > 0 {
		t.Errorf("got %+v and %v", a, messages(diagnostics))
	}
}

func TestExtendEnum(t *testing.T) {
	objects, _ := read(t, Options{}, `extend enum E { "c" C } type A { e: E } enum E { A } extend enum E { B }`)
	// A definition comes before its extensions: values have no order of their own.
	if got := objects[0].Properties.Lookup("e").Type.Enum.Names(); !slices.Equal(got, []string{"A", "C", "B"}) {
		t.Errorf("got %v", got)
	}
}

// A type name is looked up in its file, then its database, then in source order.
func TestLookup(t *testing.T) {
	const user = `type User @table(database: "u") { id: ID @primaryKey t: T }`
	table := func(database, mark string) string {
		return `type T @table(database: "` + database + `") { ` + mark + `: Int } `
	}
	for _, row := range []struct {
		name string
		in   []string
		want string
	}{
		{"only one", []string{user, table("x", "other")}, "other"},
		{"its file before all", []string{table("x", "first"), user + table("y", "own")}, "own"},
		{"its file before its database", []string{table("u", "database"), user + table("y", "own")}, "own"},
		{"its database within its file", []string{user + table("x", "other") + table("u", "own")}, "own"},
		{"its database before source order", []string{table("x", "first"), user, table("u", "database")}, "database"},
		{"source order", []string{table("x", "first"), user, table("y", "second")}, "first"},
		{"its file in source order", []string{table("x", "first"), user + table("y", "own") + table("z", "second")}, "own"},
	} {
		t.Run(row.name, func(t *testing.T) {
			objects, diagnostics := read(t, Options{}, row.in...)
			i := slices.IndexFunc(objects, func(o *model.Object) bool { return o.Name == "User" })
			target := objects[i].Properties.Lookup("t").Type.Object
			if target == nil || target.Properties.Names()[0] != row.want {
				t.Errorf("got %v, want %s; %v", target, row.want, messages(diagnostics))
			}
		})
	}
}

func TestTypes(t *testing.T) {
	for _, row := range []struct {
		field, rest string
		want        model.Kind
		code        string
	}{
		{"Int", "", model.Int, ""},
		{"JSON", "", model.Any, "unknown-type"},
		{"Bool", "", model.Any, "unknown-type"},
		{"U", "union U = A", model.Any, "abstract-type"},
		{"I", "interface I { x: Int }", model.Any, "abstract-type"},
		{"S", "scalar S", model.Any, "custom-scalar"},
		{"Date", "scalar Date", model.Date, ""},
		{"Date", "type Date { x: Int }", model.ObjectKind, "scalar-name"},
		{"Date", "enum Date { A }", model.EnumKind, ""},
		{"E", "enum E { A }", model.EnumKind, ""},
		{"B", "type B { x: Int }", model.ObjectKind, ""},
		{"P", "input P { x: Int }", model.Any, "input-type"},
		{"A", "", model.ObjectKind, ""},
	} {
		t.Run(row.field+" "+row.rest, func(t *testing.T) {
			objects, diagnostics := read(t, Options{}, "type A { f: "+row.field+" } "+row.rest)
			if got := objects[0].Properties.Lookup("f").Type.Kind; got != row.want {
				t.Errorf("got %s, want %s", got, row.want)
			}
			has := slices.ContainsFunc(diagnostics, func(d *diag.Diagnostic) bool { return d.Code == row.code })
			if has != (row.code != "") {
				t.Errorf("got %v, want %q", messages(diagnostics), row.code)
			}
		})
	}
}

func TestDirectives(t *testing.T) {
	objects, diagnostics := read(t, Options{}, `
type A @table(database: "shop", table: "as", expiration: 60, audit: true) @export(name: "/a/b", mcp: false, mqtt: false) @sealed {
  k: ID @primaryKey
  c: Float @createdTime
  u: Date @updatedTime
  x: Long @expiresAt
  i: Int @indexed(type: "HNSW")
  n: Int @computed(from: "i + 1", version: 2)
  r: A @relationship(from: k)
  s: A @relationship(from: "k")
  t: [A] @relationship(to: k)
  h: Int @hidden
  e: Int @enumerable
  l: Int @allow(role: ["a", "b"])
  m: [Float] @embed(source: i)
  d: String @decide(prompt: "x")
  o: Int @deprecated
  p: Int @deprecated(reason: "why")
}`)
	if len(diagnostics) > 0 {
		t.Errorf("got %v", messages(diagnostics))
	}
	a := objects[0]
	if a.Table.Database != "shop" || len(a.Table.Arguments) != 4 || !a.Sealed {
		t.Errorf("table: %+v", a.Table)
	}
	if e := a.Export; e.Path != "a/b" || e.MCP || !e.OpenAPI {
		t.Errorf("export: %+v", e)
	}
	is := func(name string, holds func(p *model.Property) bool) {
		for _, p := range a.Properties.All() {
			if strings.Contains(name, p.Name) != holds(p) {
				t.Errorf("%q of %s", name, p.Name)
			}
		}
	}
	is("k", func(p *model.Property) bool { return p.PrimaryKey })
	is("c", func(p *model.Property) bool { return p.CreatedTime })
	is("u", func(p *model.Property) bool { return p.UpdatedTime })
	is("x", func(p *model.Property) bool { return p.ExpiresAt })
	is("i", func(p *model.Property) bool { return p.Indexed })
	is("n", func(p *model.Property) bool { return p.Computed })
	is("rst", func(p *model.Property) bool { return p.Relationship != nil })
	is("rs", func(p *model.Property) bool { return p.Relationship != nil && p.Relationship.From == "k" })
	is("t", func(p *model.Property) bool { return p.Relationship != nil && p.Relationship.To == "k" })
	is("h", func(p *model.Property) bool { return p.Hidden })
	is("e", func(p *model.Property) bool { return p.Enumerable })
	is("m", func(p *model.Property) bool { return p.Embed })
	is("d", func(p *model.Property) bool { return p.Decide })
	is("op", func(p *model.Property) bool { return p.Deprecated != nil })
	is("p", func(p *model.Property) bool { return p.Deprecated != nil && p.Deprecated.Reason == "why" })
}

// An argument's value is what the author wrote, numbers in their own spelling.
func TestArgumentValues(t *testing.T) {
	text := func(s string) ordered.Value { return ordered.StringValue(s) }
	for _, row := range []struct {
		in   string
		want ordered.Value
	}{
		{`"a\n\"b\""`, text("a\n\"b\"")},
		{`"""` + "\n  a\n    b\n  " + `"""`, text("a\n  b")},
		{`"""First` + "\n      second\n    third" + `"""`, text("First\n  second\nthird")},
		{"name", text("name")},
		{"123456789012345678901234567890", ordered.NumberValue("123456789012345678901234567890")},
		{"-1.50e+3", ordered.NumberValue("-1.50e+3")},
		{"true", ordered.BoolValue(true)},
		{"false", ordered.BoolValue(false)},
		{"null", ordered.NullValue()},
		{"[]", ordered.ArrayValue()},
		{`[1 "a", [b]]`, ordered.ArrayValue(ordered.NumberValue("1"), text("a"), ordered.ArrayValue(text("b")))},
		{"{b: 1, a: {c: 2}}", ordered.ObjectValue(
			ordered.Member{Name: "b", Value: ordered.NumberValue("1")},
			ordered.Member{Name: "a", Value: ordered.ObjectValue(ordered.Member{Name: "c", Value: ordered.NumberValue("2")})})},
	} {
		objects, _ := read(t, Options{}, "type A { x: Int @indexed(a: "+row.in+") }")
		a := objects[0].Properties.Lookup("x").Directives[0].Arguments[0]
		w1, w2 := ordered.NewWriter(nil), ordered.NewWriter(nil)
		w1.Value(row.want)
		w2.Value(a.Value)
		if diff := cmp.Diff(string(w1.Bytes()), string(w2.Bytes())); diff != "" {
			t.Errorf("%s: %s", row.in, diff)
		}
		if a.Bare != (row.in == "name") {
			t.Errorf("%s: bare is %v", row.in, a.Bare)
		}
	}
}

func TestClientDocument(t *testing.T) {
	for _, row := range []struct {
		in   string
		want diag.Severity
	}{
		{"query { a }", diag.Info},
		{"# words\nmutation M { a }", diag.Info},
		{"{ a }", diag.Info},
		{"fragment F on T { a }", diag.Info},
		{"subscription S { a }", diag.Info},
	} {
		for _, found := range []bool{true, false} {
			var diags diag.List
			f, _ := source.New("q.graphql", []byte(row.in))
			Link([]*Unit{Parse(f, found, Options{}, &diags)}, &diags)
			want := row.want
			if !found {
				want = diag.Error
			}
			if list := diags.Sorted(); len(list) != 1 || list[0].Severity != want || list[0].Code != "client-document" {
				t.Errorf("%q, found %v: %v", row.in, found, places(list))
			}
		}
	}
}

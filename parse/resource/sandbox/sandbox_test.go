package sandbox

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// evaluateText evaluates one file and returns its result.
func evaluateText(t testing.TB, name, text string, modules ...Source) Result {
	t.Helper()
	request, err := json.Marshal(Request{Files: []Source{{name, text}}, Modules: modules, Tables: []Table{{
		Database: "data", Name: "Product", Description: "Catalog row.", Record: []Member{
			{"sku", Value{Kind: Object, Members: []Member{{"type", Value{Kind: String, Text: "string"}}, {"primaryKey", Value{Kind: Bool, Text: "true"}}}}},
		},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	reply, err := Evaluate(request)
	if err != nil {
		t.Fatalf("%v after %s", err, reply)
	}
	var last Line
	for line := range bytes.Lines(reply) {
		last = Line{}
		if err := json.Unmarshal(line, &last); err != nil {
			t.Fatal(err)
		}
	}
	return *last.Result
}

// shown writes a value briefly: JSON, with what is none in angle brackets.
func shown(v Value) string {
	switch v.Kind {
	case String:
		return "'" + v.Text + "'"
	case Array:
		var items []string
		for _, item := range v.Items {
			items = append(items, shown(item))
		}
		return "[" + strings.Join(items, ",") + "]"
	case Object:
		var members []string
		for _, m := range v.Members {
			members = append(members, m.Name+":"+shown(m.Value))
		}
		return "{" + strings.Join(members, ",") + "}"
	case Unknown:
		return "<" + v.Text + ">"
	case Null:
		return "null"
	}
	return v.Text
}

// Values are what JSON.stringify would give, in order; what it would lose or refuse is said.
func TestValues(t *testing.T) {
	for _, row := range []struct{ in, want string }{
		{`{ b: 1, a: 'x', 2: true, n: null, u: undefined }`, `{2:true,b:1,a:'x',n:null}`},
		{`[1, [2], 1e21, 0.1, -0]`, `[1,[2],1e+21,0.1,0]`},
		{`{ f() {}, g: () => 1, h: class {} }`, `{f:<it is a function>,g:<it is a function>,h:<it is a function>}`},
		{`[1n, NaN, Infinity, Symbol('s')]`, `[<it is a BigInt, which JSON does not have>,<it is NaN, which JSON does not have>,<it is Infinity, which JSON does not have>,<it is a symbol, which JSON does not have>]`},
		{`(() => { const a = {}; a.a = a; return a; })()`, `{a:<it contains itself>}`},
		{`new Map()`, `{}`},
		{`new Date(0)`, `'1970-01-01T00:00:00.000Z'`},
		{`Date.now()`, `<it comes from the clock>`},
		{`'at ' + new Date()`, `<it comes from the clock>`},
		{`Math.random()`, `<it comes from Math.random>`},
		{`fetch('x')`, `<it comes from "fetch", which is not read>`},
		{`{ ...server.config, a: 1 }`, `<it is spread from "server.config", which is not read>`},
		{"`${process.env.A} and more`", `<it comes from "process.env.A", which is not read>`},
		{`process.env.A ?? 'x'`, `<it comes from "process.env.A", which is not read>`},
		{`{ get a() { throw new Error('Not now.'); }, b: 1 }`, `{a:<it throws when it is read: Not now>,b:1}`},
		{`new Proxy({}, { ownKeys() { throw 1; } })`, `<it throws when it is read: 1>`},
		{`tables.Product.properties`, `{sku:{type:'string',primaryKey:true}}`},
		{`tables.Product.attributes`, `[{name:'sku',type:'string',primaryKey:true}]`},
		{`[tables.Product.description, tables.Product.primaryKey, tables.Product.hidden ?? 'no']`, `['Catalog row.','sku','no']`},
		{`Object.freeze({ a: Object.create(null, { b: { value: 1, enumerable: true } }) })`, `{a:{b:1}}`},
		{`[new String('s'), new Number(1), new Boolean(false)]`, `['s',1,false]`},
		{`(() => { let v = {}; for (let i = 0; i < 200; i++) v = { v }; return v; })()`, strings.Repeat("{v:", 65) + "<it is too large to be read>" + strings.Repeat("}", 65)},
		{`new Array(4294967295)`, `<it is too large to be read>`},
	} {
		r := evaluateText(t, "resources.js", "export class A extends Resource { static properties = "+row.in+" }")
		if len(r.Classes) != 1 || len(r.Classes[0].Statics) != 1 {
			t.Errorf("%s: got %+v", row.in, r)
			continue
		}
		if diff := cmp.Diff(row.want, shown(r.Classes[0].Statics[0].Value)); diff != "" {
			t.Errorf("%s: %s", row.in, diff)
		}
	}
}

// Places are those of the source as the author wrote it, whatever the compiler does to it.
func TestPlaces(t *testing.T) {
	for _, row := range []struct{ name, text, class, static, member string }{
		{"resources.js", "export class A extends Resource { static properties = { a: 1 } }", "A", "properties", "a"},
		{"resources.js", "\n/* é🙂 */ export class Ünï extends Resource { static 'properties' = { 'a-b': 1 } }", "Ünï", "'properties'", "'a-b'"},
		{"resources.js", "export default class A extends Resource { static properties = { a: 1 } }", "A", "properties", "a"},
		{"resources.ts", "enum E { X }\nexport abstract class A<T> extends Resource { declare t: T; static readonly properties: object = { a: E.X } as const }", "A", "properties", "a"},
		{"resources.js", "module.exports.A = class extends Resource { static properties = { a: 1 } }", "class", "properties", "a"},
		{"resources.js", "const make = () => class extends Resource { static get properties() { return { a: 1 } } }; export const A = make();", "A", "properties", "properties"},
		{"resources.js", "class A extends Resource {}\nA.properties = { a: 1 }; export { A }", "A", "A", "A"},
	} {
		r := evaluateText(t, row.name, row.text)
		if len(r.Classes) != 1 || len(r.Classes[0].Statics) != 1 {
			t.Errorf("%s: got %+v", row.text, r)
			continue
		}
		c := r.Classes[0]
		at := func(p Place) string { return row.text[p.Start:p.End] }
		got := []string{at(c.Place), at(c.Statics[0].Value.Place), at(c.Statics[0].Value.Members[0].Value.Place)}
		if diff := cmp.Diff([]string{row.class, row.static, row.member}, got); diff != "" {
			t.Errorf("%s: %s", row.text, diff)
		}
	}
}

// A file that does not load says why and where.
func TestProblems(t *testing.T) {
	for _, row := range []struct{ text, code, at string }{
		{"const a = ;", "resource-syntax", ";"},
		{"let a = 1;\nawait a;", "top-level-await", "await"},
		{"for (;;);", "resource-time", "for"},
		{"const f = () => f() + 1; f();", "resource-failed", ")"},
		{"throw new Error('x');", "resource-failed", "new"},
		{"process.exit(1)", "resource-failed", "1"},
		{"undefined.x;", "resource-failed", "x"},
		{"import './helper.js';", "resource-syntax", "in"},
	} {
		helper := Source{"helper.js", "const in = 1;"}
		r := evaluateText(t, "resources.js", row.text, helper)
		if len(r.Problems) != 1 {
			t.Errorf("%s: got %+v", row.text, r)
			continue
		}
		p := r.Problems[0]
		text := map[string]string{"resources.js": row.text, "helper.js": helper.Text}[p.Place.File]
		if diff := cmp.Diff([]string{row.code, row.at}, []string{p.Code, text[p.Place.Start:p.Place.End]}); diff != "" {
			t.Errorf("%s: %s: %s", row.text, diff, p.Text)
		}
	}
}

func TestCause(t *testing.T) {
	for words, want := range map[string]Fault{
		"fatal error: runtime: out of memory": ErrMemory, "runtime: goroutine stack exceeds 125829120-byte limit": ErrDepth, "": ErrCrash,
	} {
		if got := Cause(words); got != want {
			t.Errorf("%q: got %q", words, got)
		}
	}
}

// Whatever a file holds, the answer comes in time, and its places are in the file.
func FuzzEvaluate(f *testing.F) {
	files, err := filepath.Glob("../../../fixtures/resource/*/resources.*")
	if err != nil || len(files) == 0 {
		f.Fatalf("no fixtures: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(filepath.Ext(file) == ".ts", string(text))
	}
	for _, text := range []string{"", "\x00", "export", "export class", "export class A extends Resource { static properties = {", "//", "`", "/*", "#!/usr/bin/env node\n", "\u2028", "export default 1", "exports.a = exports", "c(A000\n"} {
		f.Add(false, text)
	}
	f.Fuzz(func(t *testing.T, typescript bool, text string) {
		name := "resources.js"
		if typescript {
			name = "resources.ts"
		}
		text = strings.ToValidUTF8(text, "?")
		request, _ := json.Marshal(Request{Files: []Source{{name, text}}})
		reply, err := Evaluate(request)
		if err != nil && err != error(ErrTime) {
			t.Fatal(err)
		}
		check := func(p Place) {
			if p.Start < 0 || p.End < p.Start || p.End > len(text) || p.File != "" && p.File != name {
				t.Fatalf("place %+v is outside the file", p)
			}
		}
		for line := range bytes.Lines(reply) {
			var l Line
			if err := json.Unmarshal(line, &l); err != nil {
				t.Fatal(err)
			}
			if l.At != nil {
				check(*l.At)
			}
			if l.Result == nil {
				continue
			}
			for _, p := range l.Result.Problems {
				check(p.Place)
			}
			for _, c := range l.Result.Classes {
				check(c.Place)
				for _, s := range c.Statics {
					check(s.Value.Place)
				}
			}
		}
	})
}

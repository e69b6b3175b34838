package resource_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"schemac/emit"
	"schemac/model"
	"schemac/model/diag"
	"schemac/parse"
)

// compile compiles files and returns the artifacts by kind, and what was said.
func compile(t rapid.TB, files map[string]string) (artifacts map[string]string, diags *diag.List) {
	t.Helper()
	fsys := fstest.MapFS{}
	var inputs []parse.Input
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
		if strings.HasSuffix(name, ".graphql") || strings.HasSuffix(name, "resources.js") || strings.HasSuffix(name, "resources.ts") {
			inputs = append(inputs, parse.Input{Name: name})
		}
	}
	diags = &diag.List{}
	result, err := parse.Load(fsys, inputs, parse.Options{Model: model.DefaultOptions()}, diags)
	if err != nil {
		t.Fatalf("%v", err)
	}
	artifacts = map[string]string{}
	for _, a := range emit.Artifacts(result.Document, []string{"tools", "openapi", "resources", "schema"}) {
		artifacts[a.Kind] = string(emit.Bytes(a))
	}
	return artifacts, diags
}

// A field is one property, as a schema and as a class write it.
type field struct{ graphql, static string }

// types are the types that both languages have, in the words of each.
var types = []struct{ graphql, static string }{
	{"String", "type: 'string'"}, {"String", "type: 'String'"}, {"ID", "type: 'ID'"}, {"Int", "type: 'integer'"}, {"Int", "type: ['integer']"},
	{"Long", "type: 'Long'"}, {"Long", "type: 'integer', graphqlType: 'Long'"}, {"BigInt", "type: 'BigInt'"}, {"Float", "type: 'number'"},
	{"Boolean", "type: 'boolean'"}, {"Date", "type: 'string', format: 'date-time'"}, {"Date", "type: 'Date'"}, {"Blob", "type: 'string', contentEncoding: 'base64'"},
	{"Bytes", "type: 'Bytes'"}, {"Any", "type: 'Any'"}, {"Any", ""}, {"[String]", "type: 'array', items: { type: 'string' }"},
	{"[Int!]", "type: 'array', items: { type: 'integer', nullable: false }"}, {"[[Float]]", "type: 'array', items: { type: 'array', items: { type: 'number' } }"},
	{"Color", "type: 'Color'"}, {"Box", "type: 'Box'"}, {"[Box!]", "type: 'array', items: { type: 'Box', nullable: false }"},
}

var directives = []struct{ graphql, static string }{
	{"", ""}, {"", ""}, {"", ""}, {"@createdTime", "assignCreatedTime: true"}, {"@updatedTime", "assignUpdatedTime: true"},
	{"@computed", "computed: true"}, {"@computed @indexed", "computed: true, indexed: {}"}, {"@hidden", "hidden: true"},
	{"@expiresAt", "expiresAt: true"}, {"@indexed", "indexed: true"}, {"@deprecated", "deprecated: true"},
	{`@deprecated(reason: "old")`, "deprecated: { reason: 'old' }"}, {`@relationship(from: "key")`, "relationship: { from: 'key' }"},
}

var docs = rapid.SampledFrom([]string{"", "", "A few words.", "Two sentences. And one more", "Quotes ' and `ticks` and <b>é日🙂</b>."})

func drawField(t *rapid.T, name string) field {
	ty, d := rapid.SampledFrom(types).Draw(t, "type"), rapid.SampledFrom(directives).Draw(t, "directive")
	if strings.HasPrefix(d.graphql, "@relationship") {
		ty.graphql, ty.static = "Box", "type: 'Box'"
	}
	doc := docs.Draw(t, "doc")
	graphql, static := name+": "+ty.graphql, ty.static
	if rapid.Bool().Draw(t, "non-null") {
		graphql += "!"
		static += ", nullable: false"
	}
	if doc != "" {
		graphql = fmt.Sprintf("  %q\n  %s", doc, graphql)
		static += fmt.Sprintf(", description: %q", doc)
	}
	if d.static != "" {
		static += ", " + d.static
	}
	return field{graphql + " " + d.graphql, name + ": { " + strings.TrimPrefix(static, ", ") + " }"}
}

const others = `
enum Color { "Like blood." RED GREEN }
type Box { "Across." width: Float! height: Float lid: Box tint: Color }
`

const verbs = "get() {} search() {} post() {} put() {} patch() {} delete() {}"

// Declaring a resource by docstrings or by statics gives identical bytes, whatever its properties are (contract §8).
func TestConvergence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		graphql, static := []string{"  \"The key.\"\n  key: ID! @primaryKey"}, []string{"key: { type: 'ID', nullable: false, primaryKey: true, description: 'The key.' }"}
		for i := range rapid.IntRange(0, 6).Draw(t, "fields") {
			f := drawField(t, fmt.Sprintf("f%d", i))
			graphql, static = append(graphql, f.graphql), append(static, f.static)
		}
		doc := docs.Draw(t, "class doc")
		schema, description := "", ""
		if doc != "" {
			schema, description = fmt.Sprintf("%q\n", doc), fmt.Sprintf("static description = %q;", doc)
		}
		schema += "type Thing @table @export {\n" + strings.Join(graphql, "\n") + "\n}\n"
		class := "export class Thing extends Resource { " + description + " static properties = {\n" + strings.Join(static, ",\n") + "\n}; " + verbs + " }\n"
		want, _ := compile(t, map[string]string{"a.graphql": schema + others})
		got, said := compile(t, map[string]string{"a.graphql": others, "resources.js": class})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("by docstrings and by statics (-docstrings +statics):\n%s\n%s\n%s\n%v", diff, schema, class, said.All())
		}
		spread := "export class Thing extends tables.Thing { static properties = { ...tables.Thing.properties }; }\n"
		again, _ := compile(t, map[string]string{"a.graphql": schema + others, "resources.js": spread})
		if diff := cmp.Diff(want, again); diff != "" {
			t.Fatalf("spread (-docstrings +spread):\n%s\n%s", diff, schema)
		}
		copied := "export class Thing extends Resource { static description = tables.Thing.description; static properties = JSON.parse(JSON.stringify(tables.Thing.properties)); " + verbs + " }\n"
		if strings.Contains(schema, "deprecated") || strings.Contains(schema, "Color") || strings.Contains(schema, "Box") || strings.Contains(schema, "@hidden") {
			return // a copy as text has the words that are derived, and not what they are derived from
		}
		unexported := strings.Replace(schema, " @export", "", 1)
		again, _ = compile(t, map[string]string{"a.graphql": unexported + others, "resources.js": copied})
		if diff := cmp.Diff(want["tools"], again["tools"]); diff != "" {
			t.Fatalf("copied as text (-docstrings +copied):\n%s\n%s", diff, schema)
		}
	})
}

package openapi_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"schemac/emit"
	"schemac/emit/verify"
	"schemac/model"
	"schemac/model/diag"
	"schemac/parse"
)

// A fixed is a value as a guardfile and as JSON write it.
type fixed struct{ kdl, json string }

// pool has values that are one in several spellings, and values of several types that look alike.
var pool = []fixed{
	{`"a"`, `"a"`}, {`"b"`, `"b"`}, {`"1"`, `"1"`}, {`"true"`, `"true"`}, {`""`, `""`},
	{`1`, `1`}, {`1.0`, `1.0`}, {`10e-1`, `10e-1`}, {`1.5`, `1.5`}, {`0`, `0`}, {`-0.0`, `-0.0`}, {`1e300`, `1e300`}, {`10e299`, `10e299`},
	{`#true`, `true`}, {`#false`, `false`},
	{`{ x 1; y "z" }`, `{"x":1,"y":"z"}`}, {`{ y "z"; x 1.0 }`, `{"y":"z","x":1.0}`}, {`{ x 2 }`, `{"x":2}`},
}

// A generatedGrant is one POST on a path that all share: its fixed fields, and its inputs, each required or not.
type generatedGrant struct {
	set    map[string]fixed
	inputs map[string]bool
}

func (g generatedGrant) kdl(i int) string {
	text := fmt.Sprintf("can run job%d { method POST; path \"/\"; describe \"Run job %d.\"\n", i, i)
	for _, name := range []string{"f", "g", "h"} {
		if value, ok := g.set[name]; ok {
			text += "set { " + name + " " + value.kdl + " }\n"
		}
		if required, ok := g.inputs[name]; ok {
			text += "body " + name + " string"
			if required {
				text += " required"
			}
			text += "\n"
		}
	}
	return text + "}\n"
}

// body is what the tool sends, with all of its inputs; other replaces members by name.
func (g generatedGrant) body(other map[string]string) any {
	members := map[string]json.RawMessage{}
	for name, value := range g.set {
		members[name] = json.RawMessage(value.json)
	}
	for name := range g.inputs {
		members[name] = json.RawMessage(`"text"`)
	}
	for name, text := range other {
		members[name] = json.RawMessage(text)
		if text == "" {
			delete(members, name)
		}
	}
	text, err := json.Marshal(members)
	if err != nil {
		panic(err)
	}
	return value(text)
}

func value(text []byte) any {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		panic(err)
	}
	return v
}

func generatedGrants(t *rapid.T) []generatedGrant {
	grants := make([]generatedGrant, rapid.IntRange(2, 5).Draw(t, "grants"))
	likely := rapid.SampledFrom([]int{1, 20}).Draw(t, "likely") // in half of the cases nearly all fields are fixed
	for i := range grants {
		g := generatedGrant{set: map[string]fixed{}, inputs: map[string]bool{}}
		for _, name := range []string{"f", "g"} {
			switch n := rapid.IntRange(0, 1+likely).Draw(t, "what"); n {
			case 0:
			case 1:
				g.inputs[name] = rapid.Bool().Draw(t, "required")
			default:
				g.set[name] = rapid.SampledFrom(pool).Draw(t, "value")
			}
		}
		if rapid.Bool().Draw(t, "more") {
			g.inputs["h"] = rapid.Bool().Draw(t, "required")
		}
		grants[i] = g
	}
	return grants
}

// An openAPI is a document as values.
type openAPI map[string]any

func (d openAPI) at(path ...string) any {
	var v any = map[string]any(d)
	for _, key := range path {
		o, _ := v.(map[string]any)
		v = o[key]
	}
	return v
}

// compileGuardfile returns the document of a guardfile, which verify has found valid.
func compileGuardfile(t *rapid.T, text string) openAPI {
	var diags diag.List
	files := fstest.MapFS{"a.mcp.kdl": {Data: []byte(text)}}
	result, err := parse.Load(files, []parse.Input{{Name: "a.mcp.kdl"}}, parse.Options{Model: model.DefaultOptions()}, &diags)
	if err != nil || diags.HasErrors() {
		t.Fatalf("%v %v\n%s", err, diags.Sorted(), text)
	}
	data := emit.Bytes(emit.Artifacts(result.Document, []string{"openapi"})[0])
	if err := verify.OpenAPI(data); err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	return value(data).(map[string]any)
}

// validator compiles a schema of the document.
func (d openAPI) validator(t *rapid.T, pointer string) *jsonschema.Schema {
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("urn:d", map[string]any(d)); err != nil {
		t.Fatalf("%v", err)
	}
	schema, err := compiler.Compile("urn:d#" + pointer)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return schema
}

const bodyPointer = "/paths/~1/post/requestBody/content/application~1json/schema"

// The choice between bodies is `oneOf` exactly where every grant fixes one field to a value of its own, whatever the
// spelling; it takes what each tool sends, and nothing with another value.
func TestToldApart(t *testing.T) {
	kinds := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		grants := generatedGrants(t)
		text := "wrap a { base-url \"a.example.com\"; auth none\n"
		for i, g := range grants {
			text += g.kdl(i)
		}
		d := compileGuardfile(t, text+"}\n")
		body, _ := d.at("paths", "/", "post", "requestBody").(map[string]any)
		schema, _ := d.at("paths", "/", "post", "requestBody", "content", "application/json", "schema").(map[string]any)
		field := tellingField(t, grants)
		choices, isOneOf := schema["oneOf"].([]any)
		if isOneOf != (field != "") {
			t.Fatalf("oneOf: %v; told apart by %q\n%s", isOneOf, field, text)
		}
		if !isOneOf {
			kinds["other"]++
			return
		}
		kinds["oneOf"]++
		discriminator, _ := schema["discriminator"].(map[string]any)
		if strings := allStrings(grants, field); strings != (discriminator["propertyName"] == field) {
			t.Fatalf("discriminator %v; %q holds strings only: %v", discriminator, field, strings)
		}
		if len(choices) != len(grants) || body["required"] != true {
			t.Fatalf("%d choices of %d grants, required: %v", len(choices), len(grants), body["required"])
		}
		whole := d.validator(t, bodyPointer)
		for i, g := range grants {
			if err := whole.Validate(g.body(nil)); err != nil {
				t.Fatalf("what tool %d sends is refused: %v\n%s", i, err, text)
			}
			taken := 0
			for j := range choices {
				if d.validator(t, fmt.Sprintf("%s/oneOf/%d", bodyPointer, j)).Validate(g.body(nil)) == nil {
					taken++
				}
			}
			if taken != 1 {
				t.Fatalf("%d choices take what tool %d sends\n%s", taken, i, text)
			}
			for _, wrong := range []string{`"another"`, `77`, `null`, `[1]`, ``} {
				if whole.Validate(g.body(map[string]string{field: wrong})) == nil {
					t.Fatalf("a body with %s: %s is taken\n%s", field, wrong, text)
				}
			}
		}
	})
	if kinds["oneOf"] == 0 || kinds["other"] == 0 {
		t.Errorf("not all was met: %v", kinds)
	}
}

// tellingField is the first field that all grants fix, each to another value by the validator's own measure; "" for none.
// Fields are written in the order of their names.
func tellingField(t *rapid.T, grants []generatedGrant) string {
	for _, name := range []string{"f", "g"} {
		different := true
		for i, g := range grants {
			own, ok := g.set[name]
			different = different && ok
			for _, before := range grants[:i] {
				different = different && !sameValue(t, own.json, before.set[name].json)
			}
		}
		if different {
			return name
		}
	}
	return ""
}

func sameValue(t *rapid.T, a, b string) bool {
	if a == "" || b == "" {
		return a == b
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("urn:c", map[string]any{"const": value([]byte(a))}); err != nil {
		t.Fatalf("%v", err)
	}
	return compiler.MustCompile("urn:c").Validate(value([]byte(b))) == nil
}

func allStrings(grants []generatedGrant, field string) bool {
	return !slices.ContainsFunc(grants, func(g generatedGrant) bool { return !strings.HasPrefix(g.set[field].json, `"`) })
}

package conformance_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const oneTool = `{"tools":[{"name":"get_A","description":"Gets.","inputSchema":{"type":"object","properties":{` +
	`"b":{"type":"string","enum":["x","y"],"description":"B."},"a":{"type":"integer","minimum":1}},"required":["b"],` +
	`"additionalProperties":false},"annotations":{"readOnlyHint":true}}]}`

// A list that lost something is not taken for the same.
func TestSameSeesLosses(t *testing.T) {
	emitted, err := Lists{Tools: []byte(oneTool), Resources: []byte(`{}`), Prompts: []byte(`{}`)}.listed()
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range []struct{ what, from, to string }{
		{"nothing", "", ""},
		{"a hint that is false anyway", `"readOnlyHint":true`, `"readOnlyHint":true,"idempotentHint":false`},
		{"name", "get_A", "get_B"},
		{"description", `"Gets."`, `"Gets"`},
		{"hint", `"readOnlyHint":true`, `"readOnlyHint":false`},
		{"property", `"a":{"type":"integer","minimum":1}`, `"c":{}`},
		{"order of an enum", `["x","y"]`, `["y","x"]`},
		{"bound", `"minimum":1`, `"minimum":2`},
		{"order of properties", `"b":{"type":"string","enum":["x","y"],"description":"B."},"a":{"type":"integer","minimum":1}`,
			`"a":{"type":"integer","minimum":1},"b":{"type":"string","enum":["x","y"],"description":"B."}`},
		{"a new key", `"name"`, `"extra":1,"name"`},
	} {
		text := strings.Replace(oneTool, change.from, change.to, 1)
		var got listed
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatal(err)
		}
		harmless := change.from == "" || strings.HasSuffix(change.what, "anyway")
		if err := got.same(emitted, tolerance{}); (err == nil) != harmless {
			t.Errorf("%s: %v", change.what, err)
		}
	}
	if err := (listed{}).same(emitted, tolerance{}); err == nil {
		t.Error("an empty list counts as the same")
	}
}

// Each thing that a converter can lose has its words.
func TestCompareSchemaSeesLosses(t *testing.T) {
	const schema = `{"type":"object","properties":{"a":{"type":"string","enum":["x"],"description":"A."},` +
		`"b":{"type":"array","items":{"type":"integer","minimum":1}}},"required":["b"],"additionalProperties":false}`
	for _, change := range []struct{ from, to, rule string }{
		{"", "", ""},
		{`"description":"A."`, `"title":"A"`, "description is lost, title is added"},
		{`"enum":["x"]`, `"enum":["x","y"]`, "enum is changed"},
		{`"type":"array"`, `"type":["array","null"]`, "type is changed"},
		{`"minimum":1`, `"format":"int32"`, "format is added, minimum is lost"},
		{`"items":{"type":"integer","minimum":1}`, `"x":1`, "a schema is lost, x is added"},
		{`"a":{"type":"string","enum":["x"],"description":"A."},`, ``, "a property is lost, properties are in another order"},
		{`"required":["b"]`, `"required":["a","b"]`, "optional properties become required"},
		{`,"required":["b"]`, ``, "a required property becomes optional"},
		{`"additionalProperties":false`, `"x":false`, "additionalProperties is lost, x is added"},
		{`{"type":"string","enum":["x"],"description":"A."}`,
			`{"anyOf":[{"type":"string","enum":["x"]},{"type":"null"}],"description":"A."}`, "an optional property also takes null"},
		{`{"type":"string","enum":["x"],"description":"A."}`, `{"anyOf":[{"type":"string"},{"type":"integer"}]}`,
			"a schema becomes a union"},
	} {
		var rules []string
		got := strings.Replace(schema, change.from, change.to, 1)
		compareSchema("", parseNode([]byte(schema)), parseNode([]byte(got)), func(rule, _ string) { rules = append(rules, rule) })
		slices.Sort(rules)
		if list := strings.Join(slices.Compact(rules), ", "); list != change.rule {
			t.Errorf("%s for %s: %q, want %q", change.to, change.from, list, change.rule)
		}
	}
}

// The stub sends what was emitted, byte for byte but for white space between tokens.
func TestStub(t *testing.T) {
	emitted := []byte("{\n  \"tools\": [ { \"name\": \"a<b>&c\", \"n\": 1.50, \"long\": 9223372036854775807 } ]\n}\n")
	lists := Lists{Tools: emitted}
	var out bytes.Buffer
	in := `{"jsonrpc":"2.0","id":"x","method":"tools/list"}` + "\n" + `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
	if err := lists.serveLines(strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	want := `{"jsonrpc":"2.0","id":"x","result":{"tools":[{"name":"a<b>&c","n":1.50,"long":9223372036854775807}]}}` + "\n"
	if out.String() != want {
		t.Errorf("got %s want %s", out.String(), want)
	}
}

// The list of what is meant names each thing once, with a reason that is a sentence.
func TestIntents(t *testing.T) {
	for i, a := range intents {
		if !strings.HasSuffix(a.Why, ".") || a.Host == "" || a.Rule == "" {
			t.Errorf("%s, %q: needs a host, a rule and a sentence", a.Host, a.Rule)
		}
		for _, b := range intents[:i] {
			if a.Rule == b.Rule && strings.HasPrefix(a.Host, b.Host) {
				t.Errorf("%s, %q: twice", a.Host, a.Rule)
			}
		}
	}
}

// A component that nothing refers to is one that readers warn of: the form of a request that nobody can make. Records are
// listed whether or not an operation answers one.
func TestNoUnusedForms(t *testing.T) {
	documents, err := filepath.Glob("../*/*/*.openapi.json")
	if err != nil || len(documents) == 0 {
		t.Fatal("no documents", err)
	}
	for _, path := range documents {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		schemas := parseNode(text).member("components").member("schemas")
		if schemas == nil {
			continue
		}
		for _, m := range schemas.members {
			if strings.Contains(m.name, ".") && !bytes.Contains(text, []byte(`"#/components/schemas/`+m.name+`"`)) {
				t.Errorf("%s: nothing refers to %s", path, m.name)
			}
		}
	}
}

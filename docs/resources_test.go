package docs

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"schemac/emit"
	"schemac/emit/verify"
	"schemac/model"
	"schemac/model/diag"
	"schemac/parse"
)

// The classes of the document compile beside its schema without a word, and give what the document shows.
func TestResourceExamples(t *testing.T) {
	text := read(t, "resources.md")
	files := fstest.MapFS{"schema.graphql": &fstest.MapFile{Data: []byte(blocks(text, "graphql")[0])}}
	inputs := []parse.Input{{Name: "schema.graphql"}}
	for i, class := range blocks(text, "js") {
		name := string(rune('a'+i)) + "/resources.js"
		files[name] = &fstest.MapFile{Data: []byte(class)}
		inputs = append(inputs, parse.Input{Name: name})
	}
	var diags diag.List
	result, err := parse.Load(files, inputs, parse.Options{Schema: verify.Schema, Model: model.DefaultOptions()}, &diags)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range diags.Sorted() {
		t.Errorf("%s: %s", d.Span, d.Message)
	}
	for _, a := range emit.Artifacts(result.Document, []string{"tools"}) {
		tools := flat(string(emit.Bytes(a)))
		for _, block := range blocks(text, "json") {
			if !strings.Contains(tools, flat(block)) {
				t.Errorf("the tools do not hold\n%s", block)
			}
		}
		byRecord, byArray := tool(t, emit.Bytes(a), "get_ByRecord"), tool(t, emit.Bytes(a), "get_ByArray")
		if diff := cmp.Diff(byArray, strings.ReplaceAll(byRecord, "ByRecord", "ByArray")); diff != "" {
			t.Errorf("the Record and the array give different tools: %s", diff)
		}
	}
}

// flat joins lines, so that indentation does not count.
func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

// tool returns the text of one tool of a list.
func tool(t *testing.T, list []byte, name string) string {
	t.Helper()
	var decoded struct{ Tools []json.RawMessage }
	if err := json.Unmarshal(list, &decoded); err != nil {
		t.Fatal(err)
	}
	for _, text := range decoded.Tools {
		if bytes.Contains(text, []byte(`"name": "`+name+`"`)) {
			return string(text)
		}
	}
	t.Fatalf("no tool %q", name)
	return ""
}

package docs

import (
	"testing"
	"testing/fstest"

	"schemac/emit"
	"schemac/model"
	"schemac/model/diag"
	"schemac/parse"
)

// Every schema in the documents compiles without a word.
func TestGraphqlExamples(t *testing.T) {
	examples := blocks(read(t, "graphql.md"), "graphql")
	if len(examples) == 0 {
		t.Fatal("graphql.md has no examples")
	}
	for _, text := range examples {
		var diags diag.List
		files := fstest.MapFS{"schema.graphql": &fstest.MapFile{Data: []byte(text)}}
		options := parse.Options{Comments: true, Model: model.DefaultOptions()}
		result, err := parse.Load(files, []parse.Input{{Name: "schema.graphql"}}, options, &diags)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range diags.Sorted() {
			t.Errorf("%s: %s", d.Span, d.Message)
		}
		if len(emit.Artifacts(result.Document, []string{"tools"})) == 0 {
			t.Errorf("no tools come out of\n%s", text)
		}
	}
}

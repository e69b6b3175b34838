package golden_test

import (
	"io"
	"testing"
	"testing/fstest"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"schemac/emit"
	"schemac/golden/generate"
	"schemac/model"
	"schemac/model/diag"
	"schemac/parse"
)

// The stages of a build, each on the generated schema of 1,000 tables. BenchmarkFloorParse is what the first of them
// cannot be faster than.

func BenchmarkFloorParse(b *testing.B) {
	text := string(generate.Schema(generatedTables))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := parser.ParseSchemaWithLimit(&ast.Source{Input: text}, 0); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	text := generate.Schema(generatedTables)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		load(b, text)
	}
}

func BenchmarkEncode(b *testing.B) {
	document := load(b, generate.Schema(generatedTables))
	for _, kind := range []string{"tools", "openapi", "schema", "model"} {
		artifact := emit.Artifacts(document, []string{kind})[0]
		b.Run(kind, func(b *testing.B) {
			b.SetBytes(int64(len(emit.Bytes(artifact))))
			b.ReportAllocs()
			for b.Loop() {
				if err := emit.Encode(io.Discard, artifact); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func load(tb testing.TB, text []byte) *model.Document {
	tb.Helper()
	var diags diag.List
	files := fstest.MapFS{"schema.graphql": &fstest.MapFile{Data: text}}
	result, err := parse.Load(files, []parse.Input{{Name: "schema.graphql"}}, parse.Options{Model: model.DefaultOptions()}, &diags)
	if err != nil || diags.HasErrors() {
		tb.Fatal(err, diags.Sorted())
	}
	return result.Document
}

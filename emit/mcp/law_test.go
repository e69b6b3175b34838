package mcp_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"schemac/emit/verify"
	"schemac/model"
	"schemac/parse"
)

func options(t *rapid.T) parse.Options {
	o := parse.Options{Model: model.DefaultOptions()}
	o.Model.OpenRecords = rapid.Bool().Draw(t, "open records")
	o.Model.ExplicitHints = rapid.Bool().Draw(t, "explicit hints")
	return o
}

type tool struct {
	Name                      string
	InputSchema, OutputSchema map[string]any
}

func toolsOf(t rapid.TB, data []byte) map[string]tool {
	var list struct{ Tools []tool }
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatalf("%v", err)
	}
	tools := map[string]tool{}
	for _, tool := range list.Tools {
		tools[tool.Name] = tool
	}
	return tools
}

// validator compiles one schema, or one definition of a bundle.
func validator(t rapid.TB, document any, pointer string) *jsonschema.Schema {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	if err := c.AddResource("https://schemac.invalid/s", document); err != nil {
		t.Fatalf("%v", err)
	}
	schema, err := c.Compile("https://schemac.invalid/s" + pointer)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return schema
}

// componentsOf returns the components of an OpenAPI document as a bundle.
func componentsOf(t rapid.TB, data []byte) any {
	data = bytes.ReplaceAll(data, []byte("#/components/schemas/"), []byte("#/$defs/"))
	var document struct {
		Components struct{ Schemas map[string]any }
	}
	if err := json.Unmarshal(data, &document); err != nil {
		t.Fatalf("%v", err)
	}
	return map[string]any{"$defs": document.Components.Schemas}
}

// The law of the contract: what create takes, with what the server adds, is what get promises, in the tools, in OpenAPI
// and in the bundle.
func TestWhatCreateTakesIsWhatGetGives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		types := schema(t)
		text := sdl(types)
		artifacts := compile(t, text, options(t))
		tools := toolsOf(t, artifacts["tools"])
		components := componentsOf(t, artifacts["openapi"])
		var bundle any
		if err := json.Unmarshal(artifacts["schema"], &bundle); err != nil {
			t.Fatalf("%v", err)
		}
		for _, o := range types {
			if !o.table || o.hidden {
				continue
			}
			must := func(what string, s *jsonschema.Schema, value any) {
				if err := s.Validate(value); err != nil {
					t.Fatalf("%s of %s: %v\n%v\n%s", what, o.name, err, value, text)
				}
			}
			create := tools["create_"+o.name].InputSchema
			input := validator(t, create, "")
			output := validator(t, tools["get_"+o.name].OutputSchema, "")
			component := validator(t, components, "#/$defs/"+o.name)
			body := validator(t, components, "#/$defs/"+o.name+".create")
			definition := validator(t, bundle, "#/$defs/"+o.name)
			form := validator(t, bundle, "#/$defs/"+o.name+".create")
			for range 3 {
				given := o.record(t, create)
				must("create's input", input, given)
				must("create's body", body, given)
				must("create's form", form, given)
				answer := o.answer(t, given)
				must("get's output", output, answer)
				must("the component", component, answer)
				must("the definition", definition, answer)
			}
		}
	})
}

// Every artifact of every schema is one that hosts take; what is hidden is in none; the same text gives the same bytes.
func TestEveryArtifact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := sdl(schema(t))
		o := options(t)
		artifacts := compile(t, text, o)
		if len(artifacts) < 5 {
			t.Fatalf("%d artifacts", len(artifacts))
		}
		for kind, data := range artifacts {
			if err := verify.Artifact(kind, data, nil); err != nil {
				t.Fatalf("%s: %v\n%s", kind, err, text)
			}
			if i := bytes.Index(data, []byte(hiddenMark)); i >= 0 {
				t.Fatalf("%s shows what is hidden: …%s…\n%s", kind, data[max(0, i-300):min(len(data), i+100)], text)
			}
		}
		again := compile(t, text, o)
		for kind := range artifacts {
			if diff := cmp.Diff(string(artifacts[kind]), string(again[kind])); diff != "" {
				t.Fatalf("%s: compiled twice: %s", kind, diff)
			}
		}
	})
}

// A docstring reaches every place where its field stands, byte for byte.
func TestDocstringsArriveWhole(t *testing.T) {
	doc := rapid.StringOf(rapid.SampledFrom([]rune("ab <>&\"\\/'{}#é日\u2028🙂\t\u00a0")))
	rapid.Check(t, func(t *rapid.T) {
		words := strings.TrimSpace(doc.Draw(t, "words"))
		words = strings.TrimRight(strings.ReplaceAll(words, `"""`, `""`), "\"\\")
		text := "type Thing @table @export {\n  key: ID! @primaryKey\n  \"\"\"\n  " + words + "\n  \"\"\"\n  f: Int\n}\n"
		artifacts := compile(t, text, parse.Options{Model: model.DefaultOptions()})
		tools := toolsOf(t, artifacts["tools"])
		for _, schema := range []map[string]any{
			tools["create_Thing"].InputSchema, tools["update_Thing"].InputSchema, tools["patch_Thing"].InputSchema, tools["get_Thing"].OutputSchema,
		} {
			f := schema["properties"].(map[string]any)["f"].(map[string]any)
			if got, _ := f["description"].(string); got != words {
				t.Fatalf("got %q, want %q", got, words)
			}
		}
	})
}

package main

import (
	"bytes"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"schemac/lint"
	"schemac/model/ordered"
)

var update = flag.Bool("update", false, "write generated files again")

const configSchemaFile = "../../docs/schemac.schema.json"

// configSchema returns the JSON Schema that editors check schemac.yaml with. It is made from the table of keys.
func configSchema() []byte {
	w := ordered.NewWriter(nil)
	w.BeginObject()
	w.Key("$schema")
	w.String("https://json-schema.org/draft/2020-12/schema")
	w.Key("title")
	w.String(configName)
	w.Key("description")
	w.String("Configuration of schemac. Every key is optional.")
	groupSchema(w, configKeys)
	w.EndObject()
	_ = w.Close() // there is no sink that could fail
	return w.Bytes()
}

func groupSchema(w *ordered.Writer, keys []configKey) {
	w.Key("type")
	w.String("object")
	w.Key("properties")
	w.BeginObject()
	for _, k := range keys {
		w.Key(k.name)
		keySchema(w, k)
	}
	w.EndObject()
	if slices.ContainsFunc(keys, func(k configKey) bool { return k.needed }) {
		w.Key("required")
		w.BeginArray()
		for _, k := range keys {
			if k.needed {
				w.String(k.name)
			}
		}
		w.EndArray()
	}
	w.Key("additionalProperties")
	w.Bool(false)
}

func keySchema(w *ordered.Writer, k configKey) {
	w.BeginObject()
	defer w.EndObject()
	w.Key("description")
	w.String(k.about)
	if k.field == nil {
		groupSchema(w, k.keys)
		return
	}
	switch value := k.field(defaultConfig()).(type) {
	case *string:
		textSchema(w, k)
		if *value != "" {
			w.Key("default")
			w.String(*value)
		}
	case *lint.Named:
		textSchema(w, k)
	case *[]lint.Named:
		listSchema(w, k)
		w.Key("default")
		w.Strings(textsOf(*value))
	case *bool:
		w.Key("type")
		w.String("boolean")
		w.Key("default")
		w.Bool(*value)
	case *[]string:
		listSchema(w, k)
		w.Key("default")
		w.Strings(*value)
	case *[]inputPath:
		listSchema(w, k)
	case *[]configPair:
		pairsSchema(w, k)
	}
}

func pairsSchema(w *ordered.Writer, k configKey) {
	w.Key("type")
	w.String("object")
	w.Key("properties")
	w.BeginObject()
	for _, name := range k.names {
		w.Key(name)
		w.BeginObject()
		textSchema(w, k)
		w.EndObject()
	}
	w.EndObject()
	w.Key("additionalProperties")
	w.Bool(false)
}

func listSchema(w *ordered.Writer, k configKey) {
	w.Key("type")
	w.String("array")
	w.Key("items")
	w.BeginObject()
	textSchema(w, k)
	w.EndObject()
	if k.filled {
		w.Key("minItems")
		w.Number("1")
	}
}

func textSchema(w *ordered.Writer, k configKey) {
	switch {
	case k.words != nil:
		w.Key("enum")
		w.Strings(k.words)
		return
	case k.name == "version" || k.pattern == numberPattern:
		w.Key("type")
		w.Strings([]string{"string", "number"}) // nobody quotes 1.4
	default:
		w.Key("type")
		w.String("string")
	}
	if k.pattern != "" {
		w.Key("pattern")
		w.String(k.pattern)
	}
}

func TestConfigSchemaIsUpToDate(t *testing.T) {
	want := configSchema()
	if *update {
		if err := os.WriteFile(configSchemaFile, want, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(configSchemaFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the table of keys says; run go test ./cmd/schemac -update", configSchemaFile)
	}
}

// The schema and the reader agree on what is a good schemac.yaml. Globs are the exception: a pattern cannot tell them.
func TestConfigSchemaAgreesWithReader(t *testing.T) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(configSchema()))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("schemac.schema.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("schemac.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]bool{
		fullConfig:                               true,
		"{}":                                     true,
		"info: {version: 1.4}":                   true,
		"tools: {allow: []}":                     true,
		"server: harper+rest://localhost":        true,
		"name: a" + strings.Repeat("b", 63):      true,
		"name: a" + strings.Repeat("b", 64):      false,
		"name: ../x":                             false,
		"name:":                                  false,
		"name: [x]":                              false,
		"emits: [tools]":                         false,
		"emit: [html]":                           false,
		"emit: []":                               false,
		"emit: tools":                            false,
		"inputs: []":                             false,
		"inputs: ['']":                           false,
		"out: ''":                                false,
		"info: {titel: x}":                       false,
		"info: {title: ' '}":                     false,
		"info: x":                                false,
		"records: sealed":                        false,
		"comments: yes":                          false,
		"server: localhost":                      false,
		"hints: {}":                              false,
		"[]":                                     false,
		"rules: {}":                              true,
		"rules: {tautology: off, hazard: error}": true,
		"rules: {tautology: never}":              false,
		"budget: {tools: 30, tool: 600}":         true,
		"budget: {tools: '0'}":                   false,
		"budget: {tools: many}":                  false,
		"rules: {tautologie: off}":               false,
		"require: {known: a.txt}":                true,
		"require: {known: a.txt, allow: [], deny: [x], streaming: [get_x], surface: s}": true,
		"require: {allow: [x]}":                 false,
		"require: {known: ''}":                  false,
		"require: {known: [a.txt]}":             false,
		"require: {known: a.txt, streming: []}": false,
		"require: {known: a.txt, surface: []}":  false,
		"require:":                              false,
	}
	for text, want := range tests {
		var value any
		if err := yaml.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		if got := schema.Validate(value) == nil; got != want {
			t.Errorf("%q: the schema says %t, want %t", text, got, want)
		}
		_, diags := readConfigText(text)
		if got := !diags.HasErrors(); got != want {
			t.Errorf("%q: the reader says %t, want %t", text, got, want)
		}
	}
}

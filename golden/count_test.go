package golden_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"schemac/emit"
	"schemac/golden/generate"
)

const generatedTables = 1000

// generated compiles a generated schema in memory.
func generated(t testing.TB, tables int) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, a := range emit.Artifacts(load(t, generate.Schema(tables)), []string{"tools", "openapi", "schema"}) {
		out[a.Kind] = emit.Bytes(a)
	}
	return out
}

// A schema is as much of a JSON Schema as the count needs.
type schema struct {
	Description string
	Properties  map[string]schema
}

// Every docstring of 12,000 fields and 1,000 types is where a model or a reader will look for it.
func TestEveryDocstringLands(t *testing.T) {
	artifacts := generated(t, generatedTables)
	var tools struct {
		Tools []struct {
			Name, Description         string
			InputSchema, OutputSchema schema
		}
	}
	var document struct {
		Tags       []struct{ Name, Description string }
		Paths      map[string]map[string]struct{ OperationID, Description string }
		Components struct{ Schemas map[string]schema }
	}
	var bundle struct {
		Defs map[string]schema `json:"$defs"`
	}
	mustUnmarshal(t, string(artifacts["tools"]), &tools)
	mustUnmarshal(t, string(artifacts["openapi"]), &document)
	mustUnmarshal(t, string(artifacts["schema"]), &bundle)

	inputs, outputs := map[string]schema{}, map[string]schema{}
	descriptions := map[string]string{}
	for _, tool := range tools.Tools {
		inputs[tool.Name], outputs[tool.Name], descriptions[tool.Name] = tool.InputSchema, tool.OutputSchema, tool.Description
	}
	operations := map[string]string{}
	for _, item := range document.Paths {
		for _, operation := range item {
			operations[operation.OperationID] = operation.Description
		}
	}

	counts := map[string]int{}
	hit := func(place string, has bool) {
		if has {
			counts[place]++
		}
	}
	for table := range generatedTables {
		typeName := generate.TypeName(table)
		for field := range generate.Fields {
			name, doc := generate.FieldName(field), generate.FieldDoc(table, field)
			says := func(s schema) bool { return strings.HasPrefix(s.Properties[name].Description, doc) }
			hit("tool inputs", says(inputs["create_"+typeName]) && says(inputs["update_"+typeName]) && says(inputs["patch_"+typeName]))
			hit("tool outputs", says(outputs["get_"+typeName]) && says(outputs["create_"+typeName]))
			hit("openapi", says(document.Components.Schemas[typeName]) && says(document.Components.Schemas[typeName+".create"]))
			hit("bundle", says(bundle.Defs[typeName]) && says(bundle.Defs[typeName+".update"]))
		}
		everywhere, described := true, true
		for _, verb := range []string{"get", "search", "create", "update", "patch", "delete"} {
			everywhere = everywhere && strings.HasPrefix(descriptions[verb+"_"+typeName], generate.TypeDoc(table)+"\n\n")
			described = described && operations[verb+"_"+typeName] == generate.TypeDoc(table)
		}
		hit("six tools", everywhere)
		hit("six operations", described)
	}
	fields := generatedTables * generate.Fields
	for place, want := range map[string]int{
		"tool inputs": fields, "tool outputs": fields, "openapi": fields, "bundle": fields,
		"six tools": generatedTables, "six operations": generatedTables,
	} {
		t.Logf("%s: %d of %d", place, counts[place], want)
		if counts[place] != want {
			t.Errorf("%s: %d of %d docstrings", place, counts[place], want)
		}
	}
}

// A thousand tables take one path through parallel code that small cases do not reach: the bytes stay the same.
func TestGeneratedIsStable(t *testing.T) {
	first, second := generated(t, 200), generated(t, 200)
	for kind := range first {
		if !bytes.Equal(first[kind], second[kind]) {
			t.Errorf("%s differs between two runs", kind)
		}
		if !json.Valid(first[kind]) {
			t.Errorf("%s is not JSON", kind)
		}
	}
	if got, want := bytes.Count(first["tools"], []byte(`"inputSchema"`)), 200*6; got != want {
		t.Errorf("%d tools, want %d", got, want)
	}
}

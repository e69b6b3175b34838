// Package verify holds emitted artifacts to the standards that they claim, with programs that nobody here wrote:
// every schema compiles under JSON Schema 2020-12, and the OpenAPI document loads and validates. It reads bytes, so it
// sees what a host would see. Nothing is loaded from a disk or a network.
package verify

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Artifact checks the bytes of an artifact of a kind (a word of --emit) and returns the first thing that is wrong.
// Kinds without schemas are only checked to be JSON. authored are the tools of a list in whose input an author has written
// what hosts do not take; it may be nil, see [Tools].
func Artifact(kind string, data []byte, authored map[string]bool) error {
	switch kind {
	case "tools":
		return Tools(data, authored)
	case "openapi":
		return OpenAPI(data)
	case "schema":
		return Bundle(data)
	}
	_, err := decode(data)
	return err
}

// Tools checks a tools/list result: every schema compiles, and every input has the form that all hosts take. The inputs of
// the tools in authored, which may be nil, need only compile: what an author states there is no fault of who emits it.
func Tools(data []byte, authored map[string]bool) error {
	list, err := decode(data)
	if err != nil {
		return err
	}
	compiler := newCompiler()
	for _, entry := range member(list, "tools") {
		tool, _ := entry.(object)
		name, _ := tool["name"].(string)
		if err := checkInput(tool["inputSchema"]); err != nil && !authored[name] {
			return fmt.Errorf("tool %q: inputSchema: %w", name, err)
		}
		for _, key := range []string{"inputSchema", "outputSchema"} {
			if schema, ok := tool[key]; ok {
				if err := compile(compiler, name+"/"+key, schema); err != nil {
					return fmt.Errorf("tool %q: %s: %w", name, key, err)
				}
			}
		}
	}
	return nil
}

// Bundle checks a JSON Schema bundle: every definition compiles, and every reference leads to another definition.
func Bundle(data []byte) error {
	bundle, err := decode(data)
	if err != nil {
		return err
	}
	root, _ := bundle.(object)
	definitions, _ := root["$defs"].(object)
	return compileDefinitions(bundle, definitions, "definition")
}

// Schema compiles one schema that an author has written, under 2020-12. Nothing is loaded for it.
func Schema(data []byte) error {
	schema, err := decode(data)
	if err != nil {
		return err
	}
	err = compile(newCompiler(), "schema", schema)
	var invalid *jsonschema.SchemaValidationError
	var fault *jsonschema.ValidationError
	if errors.As(err, &invalid) && errors.As(invalid.Err, &fault) {
		for len(fault.Causes) > 0 { // the deepest says it best
			fault = fault.Causes[0]
		}
		return fmt.Errorf("what stands at %q is not allowed there", "/"+strings.Join(fault.InstanceLocation, "/"))
	}
	return err
}

// compileDefinitions compiles each definition of a bundle; what says what to call one.
func compileDefinitions(bundle any, definitions object, what string) error {
	compiler := newCompiler()
	if err := compiler.AddResource(base+"bundle", bundle); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(definitions)) {
		if _, err := compiler.Compile(base + "bundle#/$defs/" + escapePointer(name)); err != nil {
			return fmt.Errorf("%s %q: %w", what, name, err)
		}
	}
	return nil
}

// object is a decoded JSON object; the validator reads these.
type object = map[string]any

func decode(data []byte) (any, error) { return jsonschema.UnmarshalJSON(bytes.NewReader(data)) }

func member(value any, key string) []any {
	o, _ := value.(object)
	list, _ := o[key].([]any)
	return list
}

// base is the address of what is checked; nothing is fetched from it.
const base = "https://schemac.invalid/"

func newCompiler() *jsonschema.Compiler {
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.UseLoader(noLoader{})
	return compiler
}

// noLoader refuses every address: the validator's own default opens files.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("reference leads outside: %s", url)
}

func compile(compiler *jsonschema.Compiler, name string, schema any) error {
	if err := compiler.AddResource(base+name, schema); err != nil {
		return err
	}
	_, err := compiler.Compile(base + name)
	return err
}

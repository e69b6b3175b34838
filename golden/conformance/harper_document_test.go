package conformance_test

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A harperResource is one table as our documents describe it.
type harperResource struct {
	// name is the type, tag the tag of its operations.
	name       string
	spec       *openapi3.T
	operations map[string]*harperOperation
	tools      map[string]*harperTool
	// key is the name of the path parameter, keySchema its schema, keyed whether records hold it.
	key       string
	keySchema *openapi3.Schema
	keyed     bool
	// keyMust says that the schema declares the key with an exclamation mark: the server then wants it in the body.
	keyMust bool
}

// A harperOperation is one operation of the OpenAPI document.
type harperOperation struct {
	name, verb, method, path string
	item                     *openapi3.PathItem
	*openapi3.Operation
}

// A harperTool is one tool of the MCP list, its schemas compiled.
type harperTool struct {
	input, output *jsonschema.Schema
	properties    []string
	attributes    []string
	hints         map[string]bool
}

// body is the schema of what the operation takes.
func (o *harperOperation) body() *openapi3.Schema {
	return o.RequestBody.Value.Content["application/json"].Schema.Value
}

// parameters returns those of one place.
func (o *harperOperation) parameters(in string) []*openapi3.Parameter {
	var list []*openapi3.Parameter
	for _, p := range o.Parameters {
		if p.Value.In == in {
			list = append(list, p.Value)
		}
	}
	return list
}

// harperCompile compiles a case with our own command and reads both documents back.
func harperCompile(t *testing.T, command, folder string) []*harperResource {
	t.Helper()
	out := t.TempDir()
	text, err := exec.Command(command, "build", folder, "--out", out, "--emit", "tools,openapi", "--verify").CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", folder, err, text)
	}
	spec, err := openapi3.NewLoader().LoadFromData(harperRead(t, filepath.Join(out, "app.openapi.json")))
	if err != nil {
		t.Fatal(err)
	}
	harperNewest(spec)
	tools := harperTools(t, harperRead(t, filepath.Join(out, "app.tools.json")))
	resources := harperResources(spec, tools)
	declared := harperRead(t, filepath.Join(folder, "schema.graphql"))
	for _, r := range resources {
		r.keyMust = harperKeyMust(declared, r.name)
	}
	return resources
}

// harperNewest makes kin-openapi read the components as JSON Schema 2020-12: it reads schemas with references as those
// of OpenAPI 3.0 unless they use a keyword that is newer.
func harperNewest(spec *openapi3.T) {
	for _, component := range spec.Components.Schemas {
		component.Value.Defs = openapi3.Schemas{"newer": openapi3.NewSchemaRef("", &openapi3.Schema{})}
	}
}

// harperKeyMust reports whether the type declares its key with an exclamation mark.
func harperKeyMust(schema []byte, name string) bool {
	_, after, _ := bytes.Cut(schema, []byte("type "+name+" "))
	body, _, _ := bytes.Cut(after, []byte("\n}"))
	return regexp.MustCompile(`! @primaryKey`).Match(body)
}

func harperResources(spec *openapi3.T, tools map[string]*harperTool) []*harperResource {
	byTag := map[string]*harperResource{}
	var list []*harperResource
	paths := spec.Paths.Keys()
	for _, path := range paths {
		item := spec.Paths.Value(path)
		for method, op := range item.Operations() {
			tag := op.Tags[0]
			r := byTag[tag]
			if r == nil {
				r = &harperResource{spec: spec, operations: map[string]*harperOperation{}, tools: map[string]*harperTool{}}
				byTag[tag] = r
				list = append(list, r)
			}
			verb, _, _ := strings.Cut(op.OperationID, "_")
			r.operations[verb] = &harperOperation{op.OperationID, verb, method, path, item, op}
			r.tools[verb] = tools[op.OperationID]
		}
	}
	for _, r := range list {
		r.complete()
	}
	return list
}

// complete fills in what follows from the operations.
func (r *harperResource) complete() {
	create := r.operations["create"].RequestBody.Value.Content["application/json"].Schema
	r.name = strings.TrimSuffix(strings.TrimPrefix(create.Ref, "#/components/schemas/"), ".create")
	key := r.operations["get"].parameters("path")[0]
	r.key, r.keySchema = key.Name, key.Schema.Value
	_, r.keyed = create.Value.Properties[r.key]
}

func harperTools(t *testing.T, data []byte) map[string]*harperTool {
	t.Helper()
	var list struct {
		Tools []struct {
			Name                      string
			InputSchema, OutputSchema json.RawMessage
			Annotations               map[string]bool
		}
	}
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	tools := map[string]*harperTool{}
	for _, tool := range list.Tools {
		made := &harperTool{input: harperSchema(t, tool.InputSchema), hints: tool.Annotations}
		if tool.OutputSchema != nil {
			made.output = harperSchema(t, tool.OutputSchema)
		}
		for name := range made.input.Properties {
			made.properties = append(made.properties, name)
		}
		slices.Sort(made.properties)
		made.attributes = harperAttributes(t, tool.InputSchema)
		tools[tool.Name] = made
	}
	return tools
}

// harperAttributes returns what a search may name.
func harperAttributes(t *testing.T, schema []byte) []string {
	t.Helper()
	var input struct {
		Properties struct {
			Conditions struct {
				Items struct {
					Properties struct{ Attribute struct{ Enum []string } }
				}
			}
		}
	}
	_ = json.Unmarshal(schema, &input) // other tools have a field of the name, of another type
	return input.Properties.Conditions.Items.Properties.Attribute.Enum
}

func harperSchema(t *testing.T, data []byte) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.AssertFormat()
	if err := compiler.AddResource("schema.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

package golden_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"schemac/emit"
	"schemac/emit/verify"
	"schemac/model"
	"schemac/model/diag"
	"schemac/parse"
)

// The checks below hold for every case: they walk the goldens, which TestGolden holds to the command.

func eachGolden(t *testing.T, pattern string, check func(t *testing.T, data []byte)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("*", "*", pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("no goldens match %s: %v", pattern, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.ToSlash(file), func(t *testing.T) { check(t, data) })
	}
}

func TestEverySchemaCompiles(t *testing.T) {
	for _, target := range emit.Targets {
		if target.Kind == "prompts" {
			continue
		}
		eachGolden(t, "*."+target.Kind+".json", func(t *testing.T, data []byte) {
			if err := verify.Artifact(target.Kind, data, nil); err != nil {
				t.Error(err)
			}
		})
	}
}

// Every tool list is one that the official schemas of all protocol revisions take.
func TestOfficialSchemas(t *testing.T) {
	revisions, _ := filepath.Glob("../../shared/corpus/mcp-schema/*.json")
	if len(revisions) == 0 {
		t.Skip("the official MCP schemas are not here")
	}
	for _, file := range revisions {
		for kind, definition := range map[string]string{"tools": "ListToolsResult", "resources": "ListResourcesResult"} {
			schema := officialSchema(t, file, definition)
			t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
				eachGolden(t, "*."+kind+".json", func(t *testing.T, data []byte) {
					value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
					if err == nil {
						err = schema.Validate(value)
					}
					if err != nil {
						t.Error(err)
					}
				})
			})
		}
	}
}

func officialSchema(t *testing.T, file, definition string) *jsonschema.Schema {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("mcp.json", document); err != nil {
		t.Fatal(err)
	}
	pointer := "#/definitions/"
	if bytes.Contains(data, []byte(`"$defs"`)) {
		pointer = "#/$defs/"
	}
	schema, err := compiler.Compile("mcp.json" + pointer + definition)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// Every place that a diagnostic names is inside its file.
func TestPlaces(t *testing.T) {
	place := regexp.MustCompile(`(?m)^  (?:-->|:::) (.+):(\d+):(\d+)$`)
	for _, name := range cases(t, fixtures) {
		text := readFolder(t, name)["diagnostics.txt"]
		for _, found := range place.FindAllStringSubmatch(text, -1) {
			source, err := os.ReadFile(filepath.Join(fixtures, name, found[1]))
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n", "\ufeff", "").Replace(string(source)), "\n")
			line, _ := strconv.Atoi(found[2])
			column, _ := strconv.Atoi(found[3])
			if line < 1 || line > len(lines) || column < 1 || column > len([]rune(lines[line-1]))+1 {
				t.Errorf("%s: place %s is outside the file", name, found[0])
			}
		}
	}
}

// Messages are lower case and have no full stop; codes are kebab-case.
func TestMessages(t *testing.T) {
	head := regexp.MustCompile(`(?m)^(?:error|warning|info)\[(.*?)\]: (.*)$`)
	sentence := regexp.MustCompile(`^[A-Z][a-z ]`) // but "KDL has no lists" is no sentence case
	kebab := regexp.MustCompile(`^[a-z]+(-[a-z0-9]+)*$`)
	for _, name := range cases(t, fixtures) {
		for _, found := range head.FindAllStringSubmatch(readFolder(t, name)["diagnostics.txt"], -1) {
			code, message := found[1], found[2]
			if !kebab.MatchString(code) {
				t.Errorf("%s: code %q is not kebab-case", name, code)
			}
			if strings.HasSuffix(message, ".") || sentence.MatchString(message) {
				t.Errorf("%s: message %q starts with a capital or ends with a full stop", name, message)
			}
		}
	}
}

// The Record and the attributes of the model dump are one thing in two shapes.
func TestRecordAndAttributes(t *testing.T) {
	eachGolden(t, "*.model.json", func(t *testing.T, data []byte) {
		var dump struct {
			Resources, Types []struct {
				Name       string
				Properties map[string]map[string]any
				Attributes []map[string]any
			}
		}
		if err := json.Unmarshal(data, &dump); err != nil {
			t.Fatal(err)
		}
		for _, o := range append(dump.Resources, dump.Types...) {
			fromAttributes := map[string]map[string]any{}
			for _, a := range o.Attributes {
				name, _ := a["name"].(string)
				delete(a, "name")
				fromAttributes[name] = a
			}
			if diff := cmp.Diff(o.Properties, fromAttributes); diff != "" {
				t.Errorf("%s: %s", o.Name, diff)
			}
		}
	})
}

// Each of the six operations is in both documents, and both call it the same.
func TestDocumentsAgree(t *testing.T) {
	// Cases that keep operations out of one document on purpose.
	waived := map[string]string{
		"graphql/export-paths": "the case is about protocols that are left out",
		"config/tools":         "the configuration lists fewer tools; OpenAPI still describes the whole interface",
		"config/emit":          "only tools are written",
		"resource/tools":       "the tools that a class declares itself are no HTTP operations",
	}
	for _, name := range cases(t, fixtures) {
		files := readFolder(t, name)
		if waived[name] != "" || files["app.tools.json"] == "" {
			continue
		}
		var tools struct{ Tools []struct{ Name string } }
		var document struct {
			Paths map[string]map[string]struct{ OperationID string }
		}
		mustUnmarshal(t, files["app.tools.json"], &tools)
		mustUnmarshal(t, files["app.openapi.json"], &document)
		want, got := map[string]bool{}, map[string]bool{}
		for _, tool := range tools.Tools {
			want[tool.Name] = true
		}
		for _, item := range document.Paths {
			for _, operation := range item {
				got[operation.OperationID] = true
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: tools and operations differ (-tools +openapi): %s", name, diff)
		}
	}
}

func mustUnmarshal(t *testing.T, text string, value any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), value); err != nil {
		t.Fatal(err)
	}
}

// The same input gives the same bytes: with inputs in another order, from another folder, with CRLF line ends, and on
// one processor.
func TestSameBytes(t *testing.T) {
	for _, name := range cases(t, fixtures) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := readFolder(t, name)
			if diff := cmp.Diff(want, withCRLF(t, name)); diff != "" {
				t.Errorf("with CRLF: %s", diff)
			}
			if diff := cmp.Diff(want, compileFrom(t, name, reversed, "GOMAXPROCS=1")); diff != "" {
				t.Errorf("with the inputs in reverse order, from inside, on one processor: %s", diff)
			}
		})
	}
}

// withCRLF compiles a copy of the case whose sources have the line ends of Windows.
func withCRLF(t *testing.T, name string) result {
	t.Helper()
	root := t.TempDir()
	from := filepath.Join(fixtures, name)
	err := filepath.WalkDir(from, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(from, path)
		target := filepath.Join(root, rel)
		if d.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		text = bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
		return os.WriteFile(target, text, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	return run(t, root, []string{"."}, hasConfig(name))
}

// reversed lists the entries of a folder in reverse order.
func reversed(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var inputs []string
	for _, e := range entries {
		if e.IsDir() || parse.KindOf(e.Name()) != parse.BySuffix {
			inputs = append([]string{"./" + e.Name()}, inputs...)
		}
	}
	return inputs
}

func compileFrom(t *testing.T, name string, inputs func(*testing.T, string) []string, environment ...string) result {
	t.Helper()
	folder := filepath.Join(fixtures, name)
	if area, _, _ := strings.Cut(name, "/"); area != "graphql" && area != "error" || name == "graphql/client-document" {
		// What is read depends on the folder, or on being found in it, so it is named as a whole.
		return run(t, folder, []string{"../" + filepath.Base(name)}, hasConfig(name), environment...)
	}
	return run(t, folder, inputs(t, folder), false, environment...)
}

func run(t *testing.T, dir string, inputs []string, configured bool, environment ...string) result {
	t.Helper()
	out := t.TempDir()
	args := append([]string{"build", "--out", out, "--verbose"}, inputs...)
	if !configured {
		args = append(args, "--emit", everyKind)
	}
	var stderr bytes.Buffer
	command := exec.Command(schemac, args...)
	command.Dir = dir
	command.Env = append(os.Environ(), environment...)
	command.Stderr = &stderr
	if err := command.Run(); err != nil && command.ProcessState.ExitCode() != 1 {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	files := readFolder(t, out)
	if text := diagnostics(stderr.String()); text != "" {
		files["diagnostics.txt"] = text
	}
	return files
}

// The library gives the same bytes as the command.
func TestLibrary(t *testing.T) {
	const name = "real/storefront"
	var diags diag.List
	inputs := []parse.Input{{Name: "schema.graphql"}, {Name: "orders.graphql"}}
	result, err := parse.Load(os.DirFS(filepath.Join(fixtures, name)), inputs, parse.Options{Model: model.DefaultOptions()}, &diags)
	if err != nil {
		t.Fatal(err)
	}
	golden := readFolder(t, name)
	for _, a := range emit.Artifacts(result.Document, []string{"tools", "resources", "openapi", "schema", "model"}) {
		if diff := cmp.Diff(golden[a.Name], string(emit.Bytes(a))); diff != "" {
			t.Errorf("%s: %s", a.Name, diff)
		}
	}
}

package docs

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"schemac/emit"
	"schemac/model"
	"schemac/model/diag"
	"schemac/parse"
)

// Every guardfile in the reference compiles, or gives the error that it announces, and the JSON below it is a part of
// what comes out.
func TestGuardfileExamples(t *testing.T) {
	examples := guardfileExamples(read(t, "guardfile.md"))
	if len(examples) < 20 {
		t.Fatalf("guardfile.md has %d examples", len(examples))
	}
	checkGuardfileExamples(t, examples)
}

func checkGuardfileExamples(t *testing.T, examples []*guardfileExample) {
	t.Helper()
	for _, e := range examples {
		artifacts, diags := e.compile(t)
		if code := firstError(diags); code != e.wantError {
			t.Errorf("error %q, want %q, from\n%s%s", code, e.wantError, e, strings.Join(diags, ""))
			continue
		}
		if e.wantError == "" && len(artifacts) == 0 {
			t.Errorf("nothing comes out of\n%s", e)
		}
		for _, text := range e.json {
			var want any
			if err := json.Unmarshal([]byte(text), &want); err != nil {
				t.Errorf("%v in\n%s", err, text)
			} else if !slices.ContainsFunc(artifacts, func(a any) bool { return holds(a, want) }) {
				t.Errorf("no artifact holds\n%s\nof\n%s", text, e)
			}
		}
	}
}

// A guardfileExample is one block of the reference, or several that name their files and belong together.
type guardfileExample struct {
	files     map[string]string
	wantError string
	// json are the blocks that follow it.
	json []string
}

func (e *guardfileExample) String() string {
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(e.files)) {
		text.WriteString("--- " + name + "\n" + e.files[name])
	}
	return text.String()
}

var fence = regexp.MustCompile("(?ms)^```(kdl|json)\n(.*?)^```$")

// guardfileExamples returns the examples in order.
func guardfileExamples(text string) []*guardfileExample {
	var examples []*guardfileExample
	named := false // whether the last block of KDL names its file
	for _, found := range fence.FindAllStringSubmatch(text, -1) {
		language, block := found[1], found[2]
		if language == "json" {
			last := examples[len(examples)-1]
			last.json = append(last.json, block)
			continue
		}
		first, _, _ := strings.Cut(block, "\n")
		name, isName := strings.CutPrefix(first, "// ")
		code, isError := strings.CutPrefix(name, "error: ")
		isName = isName && strings.HasSuffix(name, ".mcp.kdl")
		if !isName {
			name = "example.mcp.kdl"
		}
		if !named || !isName {
			examples = append(examples, &guardfileExample{files: map[string]string{}})
		}
		named = isName
		last := examples[len(examples)-1]
		last.files[name] = wholeFile(block)
		if isError {
			last.wantError = code
		}
	}
	return examples
}

// wholeFile puts what a fragment lacks around it: `wrap`, an address, `auth`, a grant.
func wholeFile(block string) string {
	has := func(node string) bool { return regexp.MustCompile(`(?m)^` + node + `\b`).MatchString(block) }
	if has("wrap") {
		return block
	}
	text := "wrap example {\n"
	if !has("base-url") {
		text += "base-url \"api.example.com\"\n"
	}
	if !has("auth") {
		text += "auth none\n"
	}
	if !has("can") {
		text += "can get thing { path \"/thing\"; describe \"Get the thing.\" }\n"
	}
	return text + block + "}\n"
}

// compile returns the artifacts as values and the diagnostics as lines of "severity[code] place: message".
func (e *guardfileExample) compile(t *testing.T) (artifacts []any, lines []string) {
	t.Helper()
	files := fstest.MapFS{}
	var inputs []parse.Input
	for name, text := range e.files {
		files[name] = &fstest.MapFile{Data: []byte(text)}
		inputs = append(inputs, parse.Input{Name: name})
	}
	var diags diag.List
	result, err := parse.Load(files, inputs, parse.Options{Model: model.DefaultOptions()}, &diags)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range diags.Sorted() {
		lines = append(lines, d.Severity.String()+"["+d.Code+"] "+d.Span.String()+": "+d.Message+"\n")
	}
	if diags.HasErrors() {
		return nil, lines
	}
	for _, a := range emit.Artifacts(result.Document, []string{"tools", "resources", "prompts", "openapi", "schema"}) {
		var value any
		if err := json.Unmarshal(emit.Bytes(a), &value); err != nil {
			t.Fatal(err)
		}
		artifacts = append(artifacts, value)
	}
	return artifacts, lines
}

// firstError returns the code of the first error, or "".
func firstError(lines []string) string {
	for _, line := range lines {
		if code, isError := strings.CutPrefix(line, "error["); isError {
			code, _, _ = strings.Cut(code, "]")
			return code
		}
	}
	return ""
}

// holds reports whether a JSON value is, or has somewhere inside, the other. An object holds one with fewer members.
func holds(value, part any) bool {
	if reflect.DeepEqual(value, part) {
		return true
	}
	switch value := value.(type) {
	case map[string]any:
		if members, ok := part.(map[string]any); ok && hasMembers(value, members) {
			return true
		}
		for _, v := range value {
			if holds(v, part) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(value, func(v any) bool { return holds(v, part) })
	}
	return false
}

func hasMembers(value, members map[string]any) bool {
	for name, member := range members {
		if v, ok := value[name]; !ok || !reflect.DeepEqual(v, member) {
			return false
		}
	}
	return true
}

// The tables of diagnostics list every code that a reader of guardfiles gives, and no other; cases show more, such as
// those of tool names, which other sources share.
func TestGuardfileCodes(t *testing.T) {
	given := map[string]bool{"missing-header": true, "missing-param": true} // made of two parts
	for _, folder := range []string{"../parse/guardfile", "../parse/kdl"} {
		for _, code := range codes(t, folder, reported, "*.go") {
			given[code] = true
		}
	}
	if len(given) < 20 {
		t.Fatalf("the readers give %d codes", len(given))
	}
	var elsewhere []string // they are shared with other sources
	for _, folder := range []string{"../parse", "../model"} {
		elsewhere = append(elsewhere, codes(t, folder, reported, "*.go")...)
	}
	shown := codes(t, "../golden", `(?m)^(?:error|warning|info)\[(.*?)\]`, "guardfile*/*/diagnostics.txt")

	_, section, _ := strings.Cut(read(t, "guardfile.md"), "\n## Diagnostics\n")
	listed := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| (`[^|]*`) \\|").FindAllStringSubmatch(section, -1) {
		for code := range strings.SplitSeq(row[1], ", ") {
			listed[strings.Trim(code, "`")] = true
		}
	}
	for _, code := range slices.Concat(slices.Sorted(maps.Keys(given)), shown) {
		if !listed[code] {
			t.Errorf("guardfile.md does not explain %q", code)
		}
	}
	for code := range listed {
		if !given[code] && !slices.Contains(shown, code) && !slices.Contains(elsewhere, code) {
			t.Errorf("guardfile.md explains %q, which nothing gives", code)
		}
	}
}

// reported captures the code of a diagnostic where it is made.
const reported = `(?:errorf|Errorf|Warnf|Infof)\([^\n]*?, "([a-z][a-z0-9-]*)",`

// codes returns what a pattern captures in the files of a folder, tests excepted.
func codes(t *testing.T, folder, pattern, files string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, files))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(string(text), -1) {
			found[match[1]] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

package parse

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"schemac/model"
	"schemac/model/diag"
	"schemac/model/source"
)

func files(texts map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, text := range texts {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

func load(t testing.TB, fsys fs.FS, inputs ...Input) (*Result, []string) {
	t.Helper()
	var diags diag.List
	result, err := Load(fsys, inputs, Options{Model: model.DefaultOptions()}, &diags)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, d := range diags.Sorted() {
		if d.Code == "no-export" { // about the document as a whole, which is the model's to judge
			continue
		}
		list = append(list, fmt.Sprintf("%s %s[%s]", d.Span, d.Severity, d.Code))
	}
	return result, list
}

func TestLoad(t *testing.T) {
	const table = "type %s @table @export { id: ID! @primaryKey }\n"
	schema := func(name string) string { return fmt.Sprintf(table, name) }
	for _, row := range []struct {
		name    string
		in      map[string]string
		inputs  []Input
		objects string
		want    []string
	}{
		{"in source order", map[string]string{"b.graphql": schema("B"), "a.graphql": schema("A"), "a/z.gql": schema("Z")},
			[]Input{{Name: "b.graphql"}, {Name: "a/z.gql"}, {Name: "a.graphql"}}, "A Z B", nil},
		{"a file twice", map[string]string{"a.graphql": schema("A")}, []Input{{Name: "a.graphql"}, {Name: "a.graphql"}}, "A", nil},
		{"content given", nil, []Input{{Name: "stdin.graphql", Content: []byte(schema("A"))}}, "A", nil},
		{"empty content", nil, []Input{{Name: "stdin.graphql", Content: []byte{}}}, "", nil},
		{"nothing", nil, nil, "", nil},
		{"nul beside another", map[string]string{"a.graphql": "type A\x00", "b.graphql": schema("B")},
			[]Input{{Name: "a.graphql"}, {Name: "b.graphql"}}, "B", []string{"a.graphql:1:7 error[nul-byte]"}},
		{"both faults", map[string]string{"a.graphql": "\x00\n\xFF\xFF"}, []Input{{Name: "a.graphql"}}, "",
			[]string{"a.graphql:1:1 error[nul-byte]", "a.graphql:2:1 error[invalid-utf8]"}},
		{"a mark and carriage returns", map[string]string{"a.graphql": "\uFEFF" + strings.ReplaceAll(schema("A")+"type B @x { y: Int }", "\n", "\r\n")},
			[]Input{{Name: "a.graphql"}}, "A B", []string{"a.graphql:2:8 warning[unknown-directive]"}},
		{"client operations found", map[string]string{"a.graphql": "query { a }", "b.graphql": schema("B")},
			[]Input{{Name: "a.graphql", Found: true}, {Name: "b.graphql", Found: true}}, "B", []string{"a.graphql:1:1 info[client-document]"}},
		{"client operations named", map[string]string{"a.graphql": "query { a }"}, []Input{{Name: "a.graphql"}}, "",
			[]string{"a.graphql:1:1 error[client-document]"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			result, diags := load(t, files(row.in), row.inputs...)
			var names []string
			for _, o := range result.Document.Objects {
				names = append(names, o.Name)
			}
			if got := strings.Join(names, " "); got != row.objects {
				t.Errorf("got %q, want %q", got, row.objects)
			}
			if diff := cmp.Diff(row.want, diags); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestLoadTooLarge(t *testing.T) {
	text := bytes.Repeat([]byte("# comment\n"), source.MaxBytes/10+1)
	_, diags := load(t, files(nil), Input{Name: "big.graphql", Content: text})
	if diff := cmp.Diff([]string{"big.graphql:1:1 error[file-too-large]"}, diags); diff != "" {
		t.Error(diff)
	}
}

// The machine's fault is an error, not a diagnostic.
func TestLoadError(t *testing.T) {
	fsys := fstest.MapFS{"folder.graphql": {Mode: fs.ModeDir}}
	for name, want := range map[string]string{"missing.graphql": "file does not exist", "folder.graphql": "not a regular file"} {
		var diags diag.List
		result, err := Load(fsys, []Input{{Name: name}}, Options{}, &diags)
		if result != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// half is a file whose second read fails.
type half struct{ fs.File }

func (h half) Read([]byte) (int, error) { return 0, errors.New("disk on fire") }

type failing struct{ fstest.MapFS }

func (f failing) Open(name string) (fs.File, error) {
	file, err := f.MapFS.Open(name)
	return half{file}, err
}

func TestLoadReadError(t *testing.T) {
	var diags diag.List
	_, err := Load(failing{files(map[string]string{"a.graphql": "type A"})}, []Input{{Name: "a.graphql"}}, Options{}, &diags)
	if err == nil || !strings.Contains(err.Error(), "disk on fire") {
		t.Errorf("got %v", err)
	}
}

func TestCommentsAreCounted(t *testing.T) {
	result, _ := load(t, files(map[string]string{
		"a.graphql": "# a\ntype A @table { id: ID @primaryKey } # no",
		"b.graphql": "type B @table {\n  id: ID @primaryKey # key\n}",
	}), Input{Name: "a.graphql"}, Input{Name: "b.graphql"})
	if result.Comments != 2 {
		t.Errorf("counted %d", result.Comments)
	}
}

func TestKindOf(t *testing.T) {
	for name, want := range map[string]Kind{
		"a.graphql": GraphQL, "a/b.gql": GraphQL, ".gql": GraphQL, "a.mcp.kdl": Guardfile, "resources.js": ResourceClass, "x.ts": ResourceClass,
		"a.graphqls": BySuffix, "a.graphql.txt": BySuffix, "graphql": BySuffix, "A.GRAPHQL": BySuffix, "a.kdl": BySuffix,
	} {
		if got := KindOf(name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// The order in which inputs are named is not seen.
func TestLoadAnyOrder(t *testing.T) {
	texts := map[string]string{
		"a.graphql": "type A @table @export { id: ID! @primaryKey b: B x: Nowhere }",
		"b.graphql": "type B { a: A c: [C] } extend type A { more: Int }",
		"c.graphql": "enum C { X } type A @table { id: ID }",
		"d.graphql": "type D @tabel { x: Int",
	}
	var inputs []Input
	for name := range texts {
		inputs = append(inputs, Input{Name: name})
	}
	_, want := load(t, files(texts), inputs...)
	rapid.Check(t, func(r *rapid.T) {
		_, got := load(t, files(texts), rapid.Permutation(inputs).Draw(r, "inputs")...)
		if diff := cmp.Diff(want, got); diff != "" {
			r.Fatal(diff)
		}
	})
}

// Twice the text takes about twice the time, whatever it repeats. The bound is far above what is measured and far below
// what a square would take.
func TestTimeGrowsWithTheText(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const n = 40_000
	numbered := func(pattern string) string {
		var out strings.Builder
		for i := range n {
			out.WriteString(strings.ReplaceAll(pattern, "%", fmt.Sprint(i)))
		}
		return out.String()
	}
	for _, row := range []struct{ name, text string }{
		{"types", numbered("type T% { x: Int }\n")},
		{"types on one line with a comment", "# c\n" + numbered("type T% { x: Int } ")},
		{"types of one name", numbered("type T { x: T }\n")},
		{"extensions", "type T { x: Int }" + numbered("extend type T { x%: Int }\n")},
		{"fields", "type T {" + numbered("x%: Int\n") + "}"},
		{"fields of one name", "type T {" + numbered("x: Int\n") + "}"},
		{"fields with comments", "type T {" + numbered("# c%: Int\nx%: Int # d\n") + "}"},
		{"unknown types", "type T {" + numbered("x%: Unknown%\n") + "}" + numbered("type Known% { x: Int }\n")},
		{"unknown directives", "type T {" + numbered("x%: Int @unknown%\n") + "}"},
		{"directives of a field", "type T { x: Int " + numbered("@d% ") + "}"},
		{"directive repeated", "type T { x: Int " + numbered("@indexed ") + "}"},
		{"arguments", "type T { x: Int @indexed(" + numbered("a%: 1 ") + ") }"},
		{"values", "type T { e: E } enum E {" + numbered("V% ") + "}"},
		{"values of one name", "type T { e: E } enum E {" + numbered("V ") + "}"},
		{"broken types", numbered("type T% { x }\n")},
		{"broken fields", "type T {\n" + numbered("x%\n") + "}"},
		{"closing braces", numbered("}\n")},
		{"opening braces", numbered("{\n")},
		{"quotes", numbered("\"\n")},
		{"block quotes", numbered("\"\"\"\n") + "\"\"\""},
		{"keywords", numbered("type ")},
		{"descriptions", numbered("\"d%\" ")},
		{"lists", "type T { x: " + strings.Repeat("[", n) + " }"},
	} {
		t.Run(row.name, func(t *testing.T) {
			took := time.Hour
			for try := 0; try < 3 && took > 4*time.Second; try++ { // other work on the machine may slow one try down
				var diags diag.List
				start := time.Now()
				_, err := Load(files(nil), []Input{{Name: "a.graphql", Content: []byte(row.text)}}, Options{Model: model.DefaultOptions()}, &diags)
				if err != nil {
					t.Fatal(err)
				}
				took = min(took, time.Since(start))
			}
			if took > 4*time.Second {
				t.Errorf("%d bytes take %v", len(row.text), took)
			}
		})
	}
}

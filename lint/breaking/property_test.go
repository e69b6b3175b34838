package breaking_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"schemac/lint/breaking"
	"schemac/model"
	"schemac/model/diag"
	"schemac/parse"
)

// A column is one field of a random table.
type column struct {
	name, kind string
	required   bool
	doc        string
	directive  string
}

func (c column) String() string {
	var out strings.Builder
	if c.doc != "" {
		fmt.Fprintf(&out, "  \"%s\"\n", c.doc)
	}
	out.WriteString("  " + c.name + ": " + c.kind)
	if c.required {
		out.WriteByte('!')
	}
	return out.String() + c.directive + "\n"
}

// A schema is random tables, by name.
type schema struct {
	names   []string
	columns map[string][]column
	colours []string
}

func (s *schema) text() string {
	var out strings.Builder
	out.WriteString("enum Colour { " + strings.Join(s.colours, " ") + " }\n\n")
	out.WriteString("type Box {\n  width: Int\n  depth: Long!\n  boxes: [Box!]\n}\n\n")
	for _, name := range s.names {
		out.WriteString("type " + name + " @table @export {\n  id: ID! @primaryKey\n")
		for _, c := range s.columns[name] {
			out.WriteString(c.String())
		}
		out.WriteString("}\n\n")
	}
	return out.String()
}

func (s *schema) clone() *schema {
	c := &schema{names: slices.Clone(s.names), columns: map[string][]column{}, colours: slices.Clone(s.colours)}
	for name, columns := range s.columns {
		c.columns[name] = slices.Clone(columns)
	}
	return c
}

var kindsOfColumn = []string{"Int", "Long", "BigInt", "Float", "String", "Boolean", "Date", "Any", "Colour", "[String]", "[Int!]", "[Colour!]", "Box", "[Box!]"}

func anySchema(t *rapid.T) *schema {
	s := &schema{columns: map[string][]column{}, colours: []string{"RED", "GREEN", "BLUE"}[:rapid.IntRange(1, 3).Draw(t, "colours")]}
	for _, name := range []string{"Alpha", "Beta", "Gamma"}[:rapid.IntRange(1, 3).Draw(t, "tables")] {
		s.names = append(s.names, name)
		for _, field := range []string{"one", "two", "three", "four"} {
			if rapid.IntRange(0, 3).Draw(t, "there") == 0 {
				continue
			}
			s.columns[name] = append(s.columns[name], column{
				name: field, kind: rapid.SampledFrom(kindsOfColumn).Draw(t, "kind"), required: rapid.Bool().Draw(t, "required"),
				doc:       rapid.SampledFrom([]string{"", "What it holds.", "Something else."}).Draw(t, "doc"),
				directive: rapid.SampledFrom([]string{"", "", "", " @deprecated(reason: \"no\")", " @computed", " @hidden", " @createdTime"}).Draw(t, "directive"),
			})
		}
	}
	return s
}

// Two schemas that have grown apart in any way: what one direction says, the other says back, at the same path. Nothing
// differs from itself, and the order is the same every time.
func TestBackAndForth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anySchema(t), anySchema(t)
		backAndForth(t, compile(t, sourceOf(a.text())), compile(t, sourceOf(b.text())))
	})
}

func backAndForth(t rapid.TB, old, new *model.Document) {
	t.Helper()
	there, back := compare(old, new), compare(new, old)
	unmatchedPaths(t, there, back)
	unmatchedPaths(t, back, there)
	if again := compare(old, new); report(again) != report(there) {
		t.Errorf("compared again:\n%s\nand before\n%s", report(again), report(there))
	}
	for _, d := range []*model.Document{old, new} {
		if changes := compare(d, d); len(changes) > 0 {
			t.Errorf("differs from itself: %s", report(changes))
		}
	}
	prints := map[string]bool{}
	for _, c := range there {
		if prints[c.Fingerprint()] {
			t.Errorf("two changes have the fingerprint %q", c.Fingerprint())
		}
		prints[c.Fingerprint()] = true
	}
}

func unmatchedPaths(t rapid.TB, there, back []*breaking.Change) {
	t.Helper()
	for _, c := range there {
		if !slices.ContainsFunc(back, func(d *breaking.Change) bool { return twins(c.Rule, d.Rule) && c.Path == d.Path }) {
			t.Errorf("%s at %q (%s) has no change back in\n%s", c.Rule.ID, c.Path, c.Message, report(back))
		}
	}
}

// A base is a schema to which one thing is done: a table with one field of each plain kind.
func base(t *rapid.T) *schema {
	s := &schema{names: []string{"Alpha", "Beta"}, columns: map[string][]column{}, colours: []string{"RED", "GREEN"}}
	for _, name := range s.names {
		for i, kind := range []string{"Int", "Long", "Float", "String", "Boolean", "Colour", "Date"} {
			s.columns[name] = append(s.columns[name], column{name: fmt.Sprint("field", i), kind: kind, required: rapid.Bool().Draw(t, "required")})
		}
	}
	return s
}

// mutations do one thing to one field and say what follows, apart from the tokens.
var mutations = []struct {
	name  string
	apply func(c *column) bool
	want  []string
}{
	{"require", func(c *column) bool { was := c.required; c.required = true; return !was },
		[]string{"input-non-null", "input-required", "output-required"}},
	{"relax", func(c *column) bool { was := c.required; c.required = false; return was },
		[]string{"input-nullable", "input-optional", "output-optional"}},
	{"widen", retype(map[string]string{"Int": "Long", "Long": "BigInt", "Date": "String", "Colour": "Any"}), []string{"input-type-widened", "output-type-widened"}},
	{"narrow", retype(map[string]string{"Long": "Int", "Float": "Int", "String": "Date"}), []string{"input-type-narrowed", "output-type-narrowed"}},
	{"retype", retype(map[string]string{"Int": "String", "Boolean": "Int", "Float": "Boolean", "Date": "Int"}), []string{"input-retyped", "output-retyped"}},
	{"enumerate", func(c *column) bool { was := c.kind; c.kind = "Colour"; return was == "String" }, []string{"input-enum-narrowed", "output-enum-narrowed"}},
	{"free", func(c *column) bool { was := c.kind; c.kind = "String"; return was == "Colour" }, []string{"input-enum-widened", "output-enum-widened"}},
	{"describe", func(c *column) bool { c.doc = "Words."; return true }, []string{"description-changed"}},
	{"deprecate", func(c *column) bool { c.directive = " @deprecated"; return true }, []string{"deprecated"}},
	{"compute", func(c *column) bool { was := c.required; c.directive = " @computed"; return !was },
		[]string{"input-enum-narrowed", "input-removed"}},
	{"hide", func(c *column) bool { c.directive = " @hidden"; return true }, []string{"input-enum-narrowed", "input-removed", "output-removed"}},
}

func retype(to map[string]string) func(*column) bool {
	return func(c *column) bool {
		kind, ok := to[c.kind]
		if ok {
			c.kind = kind
		}
		return ok
	}
}

// One thing is done to one field: exactly the rules of it speak, and only of that table.
func TestOneMutation(t *testing.T) {
	for _, m := range mutations {
		t.Run(m.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				before := base(t)
				after := before.clone()
				table := rapid.SampledFrom(before.names).Draw(t, "table")
				columns := after.columns[table]
				c := &columns[rapid.IntRange(0, len(columns)-1).Draw(t, "field")]
				if !m.apply(c) {
					t.Skip()
				}
				want := m.want
				if m.name == "widen" && c.kind == "Any" { // an enum is a list of values too
					want = []string{"input-enum-widened", "input-removed", "input-type-widened", "output-enum-widened", "output-type-widened"}
				}
				changes := sides(t, before.text(), after.text())
				got := map[string]bool{}
				for _, change := range changes {
					if change.Rule == breaking.TokensChanged {
						continue
					}
					got[change.Rule.ID] = true
					if change.Path != c.name && change.Path != "conditions[].attribute" {
						t.Errorf("speaks of %q: %s", change.Path, change.Message)
					}
					for _, op := range change.Operations {
						if !strings.HasSuffix(op, "_"+table) {
							t.Errorf("speaks of %s: %s", op, change.Message)
						}
					}
				}
				if diff := cmp.Diff(want, sortedIDs(got)); diff != "" {
					t.Errorf("%s of %s: %s\n%s", m.name, c, diff, report(changes))
				}
			})
		})
	}
}

func sortedIDs(set map[string]bool) (ids []string) {
	for id := range set {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// The order of fields, types and files is no change.
func TestOrderIsNoChange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := anySchema(t)
		after := before.clone()
		after.names = rapid.Permutation(before.names).Draw(t, "tables")
		after.colours = rapid.Permutation(before.colours).Draw(t, "colours")
		for _, name := range after.names {
			after.columns[name] = rapid.Permutation(before.columns[name]).Draw(t, "fields")
		}
		for _, c := range sides(t, before.text(), after.text()) {
			// Words that list attributes or values are in their order, and may cost a token more when cut elsewhere.
			if c.Rule != breaking.TokensChanged && c.Rule != breaking.DescriptionChanged {
				t.Errorf("%s: %s", c.Rule.ID, c.Message)
			}
		}
	})
}

// nodes are what a random grant may say beside its path, by what excludes each other.
var nodes = [][]string{
	{"", "query kind string\n", "query kind string required\n", "query kind int\n", "query kind string { enum \"a\" \"b\"; }\n", "query kind string { pattern \"^[a-z]+$\"; }\n", "query kind string { pattern \"^[a-z]*$\"; default \"a\"; }\n", "query kind number { minimum 1; maximum 9; }\n", "header kind string upstream=\"X-Kind\"\n"},
	{"", "method POST\n", "method PUT\n", "method DELETE\n"},
	{"", "hints read-only=#true\n", "hints destructive=#true idempotent=#true\n", "hints open-world=#false destructive=#false\n"},
	{"", "returns { field \"id\"; }\n", "returns { field \"id\" required=#true; field \"n\" type=\"int\" maximum=5; }\n", "returns array { field \"id\"; }\n", "returns array<string>\n"},
	{"", "raw-response\n"}, {"", "open-arguments\n"}, {"", "tool other\n"}, {"", "title \"One\"\n"}, {"", "fail-when \"x\"\n"},
}

// heads are what a random guardfile may say beside its grants.
var heads = [][]string{
	{"auth none\n", "auth bearer { value env A; }\n", "auth bearer { value env B; }\n", "auth header-token { header X; prefix \"token \"; value env A; }\n"},
	{"", "restrict who matches \"a-*\"\n", "restrict who matches \"a-*\" \"b\"\n", "restrict who matches \"a-1\"\n", "restrict who matches \"c?\"\n"},
	{"", "header \"X-A\" \"1\"\n", "header \"X-A\" \"2\"\n"},
	{"", "never delete thing { message \"No.\"; }\n"},
}

func anyGuardfile(t *rapid.T) string {
	pick := func(lists [][]string) (text string) {
		for _, list := range lists {
			text += rapid.SampledFrom(list).Draw(t, "node")
		}
		return text
	}
	name := rapid.SampledFrom([]string{"shop", "store"}).Draw(t, "name")
	text := "wrap " + name + " {\nbase-url \"" + rapid.SampledFrom([]string{"a.example.com", "b.example.com"}).Draw(t, "server") + "\"\n" + pick(heads)
	text += "can get thing {\npath \"/things/{who}\"\ndescribe \"Get it.\"\n" + pick(nodes) + "}\n"
	if rapid.Bool().Draw(t, "second") {
		text += "can list things {\npath \"/things\"\ndescribe \"List them.\"\nquery page int\n}\n"
	}
	return text + "}\n"
}

func TestBackAndForthGuardfile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyGuardfile(t), anyGuardfile(t)
		backAndForth(t, compile(t, sourceOf(a)), compile(t, sourceOf(b)))
	})
}

// Every case of the project against itself and against its neighbour: other than by design, nothing is ever the same.
func TestEveryCase(t *testing.T) {
	var documents []*read
	folders, _ := filepath.Glob("../../fixtures/*/*")
	for _, folder := range folders {
		if area := filepath.Base(filepath.Dir(folder)); area == "diff" || area == "resource-hostile" {
			continue
		}
		if d := lenient(t, folder); d != nil {
			documents = append(documents, d)
		}
	}
	if len(documents) < 100 {
		t.Fatalf("%d documents", len(documents))
	}
	for i, d := range documents {
		next := documents[(i+1)%len(documents)]
		if d.sound && next.sound {
			backAndForth(t, d.Document, next.Document)
		} else {
			compare(d.Document, next.Document) // it must not fall over
			compare(next.Document, d.Document)
		}
	}
}

// A read is a document, and whether it compiled without errors.
type read struct {
	*model.Document
	sound bool
}

// lenient compiles a folder as far as it can be compiled.
func lenient(t *testing.T, folder string) *read {
	t.Helper()
	fsys := os.DirFS(folder)
	var inputs []parse.Input
	_ = fs.WalkDir(fsys, ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && parse.KindOf(path) != parse.BySuffix {
			inputs = append(inputs, parse.Input{Name: path, Found: true})
		}
		return nil
	})
	diags := &diag.List{}
	result, err := parse.Load(fsys, inputs, parse.Options{Model: model.DefaultOptions()}, diags)
	if err != nil {
		return nil
	}
	return &read{result.Document, !diags.HasErrors()}
}

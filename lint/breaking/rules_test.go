package breaking_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"schemac/lint"
	"schemac/lint/breaking"
	"schemac/model"
	"schemac/model/diag"
	"schemac/model/ordered"
	"schemac/model/source"
	"schemac/parse"
)

// compile reads files, by name.
func compile(tb rapid.TB, files map[string]string) *model.Document {
	return compileWith(tb, files, model.DefaultOptions())
}

func compileWith(tb rapid.TB, files map[string]string, options model.Options) *model.Document {
	tb.Helper()
	fsys := fstest.MapFS{}
	var inputs []parse.Input
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
		inputs = append(inputs, parse.Input{Name: name})
	}
	diags := &diag.List{}
	result, err := parse.Load(fsys, inputs, parse.Options{Model: options}, diags)
	if err != nil {
		tb.Fatal(err)
	}
	for _, d := range diags.Sorted() {
		if d.Severity == diag.Error {
			tb.Fatalf("%s: %s\n%s", d.Span, d.Message, files)
		}
	}
	return result.Document
}

// sourceOf is the file that a text is.
func sourceOf(text string) map[string]string {
	if strings.Contains(text, "wrap ") {
		return map[string]string{"shop.mcp.kdl": text}
	}
	return map[string]string{"schema.graphql": text}
}

// sides compiles two texts and compares them.
func sides(tb rapid.TB, old, new string) []*breaking.Change {
	tb.Helper()
	return compare(compile(tb, sourceOf(old)), compile(tb, sourceOf(new)))
}

func compare(old, new *model.Document) []*breaking.Change {
	return breaking.Compare(old, new, breaking.Options{OldFile: func(name string) string { return "old:" + name }})
}

func fired(changes []*breaking.Change) (ids []string) {
	for _, c := range changes {
		if !slices.Contains(ids, c.Rule.ID) {
			ids = append(ids, c.Rule.ID)
		}
	}
	return ids
}

// withKeyword is a document with a custom tool whose input an author has written.
func withKeyword(name, value string) *model.Document {
	schema := ordered.ObjectValue(
		ordered.Member{Name: "type", Value: ordered.StringValue("object")},
		ordered.Member{Name: "properties", Value: ordered.ObjectValue(ordered.Member{
			Name: "day", Value: ordered.ObjectValue(
				ordered.Member{Name: "type", Value: ordered.StringValue("integer")},
				ordered.Member{Name: name, Value: ordered.NumberValue(value)}),
		})})
	op := &model.Operation{Name: "forecast", Listed: true, Input: &model.Shape{Verbatim: schema}}
	op.Origin.Custom = &model.CustomTool{Name: "forecast"}
	return &model.Document{Surfaces: []*model.Surface{{Name: "app", Operations: []*model.Operation{op}}}}
}

func versioned(version string) *model.Document {
	return &model.Document{Surfaces: []*model.Surface{{Name: "app", Version: version}}}
}

// handMade are both sides for the rules that no single source can show.
var handMade = map[*breaking.Rule][2]func() *model.Document{
	breaking.VersionChanged: {func() *model.Document { return versioned("1.0.0") }, func() *model.Document { return versioned("1.1.0") }},
	breaking.InputConstraintChanged: {
		func() *model.Document { return withKeyword("multipleOf", "2") }, func() *model.Document { return withKeyword("multipleOf", "3") },
	},
}

// both returns the two sides of a rule's example.
func both(tb rapid.TB, r *breaking.Rule) (old, new *model.Document) {
	tb.Helper()
	if hand, ok := handMade[r]; ok {
		return hand[0](), hand[1]()
	}
	before, after := r.Example()
	return compile(tb, sourceOf(before)), compile(tb, sourceOf(after))
}

var kebab = regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)

// Every rule is whole: its name, its words, and an example in which it finds a change of its class.
func TestRules(t *testing.T) {
	seen := map[string]bool{}
	codes := compilerCodes(t)
	for _, r := range breaking.Rules {
		t.Run(r.ID, func(t *testing.T) {
			if !kebab.MatchString(r.ID) || seen[r.ID] || breaking.Find(r.ID) != r {
				t.Errorf("name %q is not in kebab-case, or is taken", r.ID)
			}
			seen[r.ID] = true
			if lint.Find(r.ID) != nil || codes[r.ID] {
				t.Error("a lint rule or a code of the compiler has the name")
			}
			if r.Title == "" || strings.HasSuffix(r.Title, ".") || !strings.HasSuffix(r.Text, ".") || r.For == 0 {
				t.Errorf("title %q must have no full stop, the text must end with one, and it must concern somebody", r.Title)
			}
			if (r.Without == "") != (r.Example != nil) {
				t.Error("a rule has an example, or says why there is none")
			}
			old, new := both(t, r)
			i := slices.IndexFunc(compare(old, new), func(c *breaking.Change) bool { return c.Rule == r && c.Class == r.Class })
			if i < 0 {
				t.Errorf("does not find its own example, but %q", fired(compare(old, new)))
			}
		})
	}
}

// reported is a call that adds a diagnostic: its code is the first word in quotes.
var reported = regexp.MustCompile(`(?i)(?:error|warn|info)f\([^"\n]*"([a-z]+(?:-[a-z]+)+)"`)

// compilerCodes are the codes of diagnostics, as the sources of the compiler name them.
func compilerCodes(t *testing.T) map[string]bool {
	codes := map[string]bool{}
	for _, room := range []string{"parse", "model", "cmd"} {
		err := filepath.WalkDir(filepath.Join("../..", room), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
				return err
			}
			text, err := os.ReadFile(path)
			for _, m := range reported.FindAllStringSubmatch(string(text), -1) {
				codes[m[1]] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(codes) < 100 || !codes["never-documents"] {
		t.Fatalf("%d codes", len(codes))
	}
	return codes
}

// A line that holds a secret is not shown, on either side, and no change says what it is.
func TestSecrets(t *testing.T) {
	guard := func(auth string) string {
		return "wrap shop {\n    base-url \"api.example.com\"\n    auth " + auth + "\n    can list orders {\n        path \"/orders\"\n    }\n}\n"
	}
	before, after := guard(`bearer { value literal "hunter2" }`), guard(`header-token { header X-Key; value literal "hunter3" }`)
	var diags [2]diag.List
	var documents [2]*model.Document
	for i, text := range []string{before, after} {
		fsys := fstest.MapFS{"shop.mcp.kdl": &fstest.MapFile{Data: []byte(text)}}
		result, err := parse.Load(fsys, []parse.Input{{Name: "shop.mcp.kdl"}}, parse.Options{Model: model.DefaultOptions()}, &diags[i])
		if err != nil {
			t.Fatal(err)
		}
		documents[i] = result.Document
	}
	changes := breaking.Compare(documents[0], documents[1], breaking.Options{
		OldFile: func(name string) string { return "old:" + name },
		Hidden:  func(at source.Span) bool { return diags[0].Hides(at) || diags[1].Hides(at) },
	})
	var list diag.List
	for _, c := range changes {
		list.Add(c.Diagnostic())
	}
	var out strings.Builder
	if err := diag.Text(&out, list.Sorted(), false); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); strings.Contains(text, "hunter") || !strings.Contains(text, "security-changed") || !strings.Contains(text, "old:shop.mcp.kdl:3") {
		t.Errorf("got\n%s", text)
	}
}

// Each change has a change back: its twin, or one whose twin it is, or a waiver that says why there is none.
func TestSymmetry(t *testing.T) {
	for _, r := range breaking.Rules {
		t.Run(r.ID, func(t *testing.T) {
			if r.Twin == "" {
				if !strings.HasSuffix(r.Waiver, ".") {
					t.Error("neither a twin nor a waiver")
				}
				return
			}
			twin := breaking.Find(r.Twin)
			if twin == nil || r.Waiver != "" {
				t.Fatalf("twin %q, waiver %q", r.Twin, r.Waiver)
			}
			if back := breaking.Find(twin.Twin); back != r && back.Twin != r.Twin && twin.Twin != r.ID {
				t.Errorf("twin of the twin is %q", twin.Twin)
			}
			old, new := both(t, r)
			unmatched(t, compare(old, new), compare(new, old))
		})
	}
}

// unmatched reports changes that the other direction does not have.
func unmatched(t rapid.TB, there, back []*breaking.Change) {
	t.Helper()
	for _, c := range there {
		if c.Rule.Twin == "" {
			continue
		}
		if !slices.ContainsFunc(back, func(d *breaking.Change) bool { return twins(c.Rule, d.Rule) }) {
			t.Errorf("%s (%s): back there is only %q", c.Rule.ID, c.Message, fired(back))
		}
	}
}

func twins(a, b *breaking.Rule) bool { return a.Twin == b.ID || b.Twin == a.ID }

var (
	fullStop = regexp.MustCompile(`[^…]\.$`)
	upper    = regexp.MustCompile(`^[A-Z][a-z]`)
)

// Changes are in the manner of the house: lower case, no full stop; a place where there is a source; fingerprints that
// tell them apart.
func TestMessages(t *testing.T) {
	for _, r := range breaking.Rules {
		old, new := both(t, r)
		seen := map[string]bool{}
		for _, c := range compare(old, new) {
			if upper.MatchString(c.Message) || fullStop.MatchString(c.Message) || strings.Contains(c.Message, "%!") {
				t.Errorf("%s: %q", c.Rule.ID, c.Message)
			}
			print := c.Fingerprint()
			if seen[print] || !strings.HasPrefix(print, c.Rule.ID+" "+c.Surface) {
				t.Errorf("%s: fingerprint %q", r.ID, print)
			}
			seen[print] = true
			d := c.Diagnostic()
			if (d.Severity == diag.Error) != (c.Class == breaking.Breaking) || d.Code != c.Rule.ID {
				t.Errorf("%s: diagnostic %+v", r.ID, d)
			}
			if !c.Old.IsZero() && !strings.HasPrefix(c.Old.File.Name, "old:") {
				t.Errorf("%s: old place in %s", r.ID, c.Old)
			}
			if !c.New.IsZero() && strings.HasPrefix(c.New.File.Name, "old:") {
				t.Errorf("%s: new place in %s", r.ID, c.New)
			}
		}
		if again := compare(old, old); len(again) > 0 {
			t.Errorf("%s: a document differs from itself: %q", r.ID, again[0].Message)
		}
	}
}

func TestExplain(t *testing.T) {
	for _, r := range breaking.Rules {
		text := r.Explain()
		for n, line := range strings.Split(text, "\n") {
			if n > 0 && len(line) > 140 {
				t.Errorf("%s: line of %d bytes: %q", r.ID, len(line), line)
			}
		}
		if !strings.HasPrefix(text, r.ID+" ("+r.Class.String()+" for ") || !strings.HasSuffix(text, ".\n") {
			t.Errorf("got %s", text)
		}
	}
	if len(breaking.IDs()) != len(breaking.Rules) || breaking.Find("no-such-rule") != nil {
		t.Error("a rule is missing, or one too many")
	}
}

package breaking_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"schemac/lint/breaking"
	"schemac/model"
)

var update = flag.Bool("update", false, "write golden/diff and docs/diff.md again")

// Each case is a folder with both sides. What changes between them stands in the folder of the same name under golden.
const (
	fixtures = "../../fixtures/diff"
	goldens  = "../../golden/diff"
)

// A fixture is one case: the rule that it is about, and in a few words what it shows, from the comment on top of the new
// side; and both sides.
type fixture struct {
	name, rule, words string
	old, new          *model.Document
}

func fixturesOf(t *testing.T) []fixture {
	t.Helper()
	folders, err := filepath.Glob(filepath.Join(fixtures, "*"))
	if err != nil || len(folders) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	var list []fixture
	for _, folder := range folders {
		f := fixture{name: filepath.Base(folder)}
		old, new := readFolder(t, filepath.Join(folder, "old")), readFolder(t, filepath.Join(folder, "new"))
		f.rule, f.words = heading(new)
		f.old, f.new = compile(t, old), compile(t, new)
		list = append(list, f)
	}
	return list
}

// heading reads the comment `# RULE: words.` on top of one of the files.
func heading(files map[string]string) (rule, words string) {
	for _, text := range files {
		line, _, _ := strings.Cut(text, "\n")
		for _, mark := range []string{"# ", "// "} {
			if line, ok := strings.CutPrefix(line, mark); ok {
				rule, words, _ = strings.Cut(line, ": ")
				return rule, strings.TrimSuffix(words, ".")
			}
		}
	}
	return "", ""
}

func readFolder(t *testing.T, folder string) map[string]string {
	t.Helper()
	paths, _ := filepath.Glob(filepath.Join(folder, "*"))
	files := map[string]string{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(path)] = string(text)
	}
	return files
}

// report is all that is said of the changes.
func report(changes []*breaking.Change) string {
	var out strings.Builder
	for _, c := range changes {
		fmt.Fprintf(&out, "%s for %s [%s] %s", c.Class, c.For, c.Rule.ID, strings.Join(append([]string{c.Surface}, c.Operations...), " "))
		if c.Path != "" {
			fmt.Fprintf(&out, " %q", c.Path)
		}
		fmt.Fprintf(&out, "\n    %s\n    %s -> %s", c.Message, c.Old, c.New)
		if c.Tokens != 0 {
			fmt.Fprintf(&out, "  (%+d tokens)", c.Tokens)
		}
		out.WriteString("\n\n")
	}
	return out.String()
}

func TestFixtures(t *testing.T) {
	covered := map[string]bool{}
	for _, f := range fixturesOf(t) {
		t.Run(f.name, func(t *testing.T) {
			changes := compare(f.old, f.new)
			ids := fired(changes)
			if !slices.Contains(ids, f.rule) {
				t.Errorf("the comment on top says %q, and there is only %q", f.rule, ids)
			}
			for _, id := range ids {
				covered[id] = true
			}
			golden(t, filepath.Join(goldens, f.name, "changes.txt"), report(changes))
			unmatched(t, changes, compare(f.new, f.old))
			if again := compare(f.new, f.new); len(again) > 0 {
				t.Errorf("a side differs from itself: %s", report(again))
			}
		})
	}
	for _, r := range breaking.Rules {
		if !covered[r.ID] && r != breaking.VersionChanged { // which only a configuration changes
			t.Errorf("no case shows %s", r.ID)
		}
	}
}

// A golden without a case proves nothing.
func TestOrphans(t *testing.T) {
	folders, _ := filepath.Glob(filepath.Join(goldens, "*"))
	for _, folder := range folders {
		if _, err := os.Stat(filepath.Join(fixtures, filepath.Base(folder))); err != nil {
			t.Errorf("%s has no case", folder)
		}
	}
}

// golden compares a text with a file, or writes it there.
func golden(t *testing.T, path, text string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), text); diff != "" {
		t.Errorf("run make golden and read the diff (-%s +got):\n%s", path, diff)
	}
}

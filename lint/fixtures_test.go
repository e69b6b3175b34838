package lint_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"schemac/lint"
	"schemac/model/diag"
)

var update = flag.Bool("update", false, "write the golden files and docs/lint.md again")

const fixtures = "../fixtures/lint"

// whole are the rules that judge a surface, or all sources, as a whole: good and bad cannot stand side by side, and the
// example of the rule shows what is right.
var whole = map[string]bool{"tool-count": true, "token-budget": true, "no-export": true}

// Each rule has a case: it finds something in the files that are called bad, and nothing in those called good. What lint
// says of the case stands in testdata.
func TestFixtures(t *testing.T) {
	for _, rule := range lint.Rules {
		if handMade[rule] != nil {
			continue
		}
		t.Run(rule.ID, func(t *testing.T) {
			files := readFiles(t, filepath.Join(fixtures, rule.ID))
			c := compile(t, files, false)
			findings := c.lint()
			counts := map[string]int{}
			for _, f := range findings {
				if f.Rule == rule && !f.Span.IsZero() {
					name, _, _ := strings.Cut(f.Span.File.Name, ".")
					counts[name]++
				}
			}
			if counts["bad"] == 0 || counts["good"] > 0 || len(files) < 2 && !whole[rule.ID] {
				t.Errorf("%d files: %d findings in what is bad, %d in what is good", len(files), counts["bad"], counts["good"])
			}
			var out strings.Builder
			_ = diag.Text(&out, lint.Report(findings, c.diags).Sorted(), false)
			golden(t, filepath.Join("testdata", rule.ID+".txt"), out.String())
		})
	}
}

// A folder that belongs to no rule proves nothing.
func TestOrphans(t *testing.T) {
	for _, pattern := range []string{filepath.Join(fixtures, "*"), filepath.Join("testdata", "*.txt")} {
		paths, _ := filepath.Glob(pattern)
		for _, path := range paths {
			if lint.Find(strings.TrimSuffix(filepath.Base(path), ".txt")) == nil {
				t.Errorf("%s belongs to no rule", path)
			}
		}
	}
}

func readFiles(t *testing.T, folder string) map[string]string {
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
	if len(files) == 0 {
		t.Fatalf("%s has no case", folder)
	}
	return files
}

// golden compares a text with a file, or writes it there.
func golden(t *testing.T, path, text string) {
	t.Helper()
	if *update {
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
		t.Errorf("run go test ./lint -update and read the diff (-%s +got):\n%s", path, diff)
	}
}

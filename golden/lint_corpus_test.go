package golden_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Lint reads every real source, the broken ones too, and says the same twice. `make corpus` prints the findings by rule.
func TestCorpusLint(t *testing.T) {
	schemas, _ := filepath.Glob(filepath.Join(corpus, "graphql", "*.graphql"))
	guards, _ := filepath.Glob(filepath.Join(corpus, "guardfiles", "*.mcp.kdl"))
	if len(schemas) == 0 {
		t.Skip("the corpus is not here")
	}
	for _, group := range []struct {
		what  string
		files []string
		flags []string
	}{
		{"schemas", schemas, nil},
		{"schemas, comments as descriptions", schemas, []string{"--comments"}},
		{"guardfiles", guards, nil},
	} {
		counts := map[string]int{}
		for _, file := range group.files {
			first, again := lintJSON(t, file, group.flags), lintJSON(t, file, group.flags)
			if string(first) != string(again) {
				t.Errorf("%s: two runs differ", file)
			}
			var report struct {
				Findings []struct{ Rule, Severity string }
			}
			if err := json.Unmarshal(first, &report); err != nil {
				t.Fatal(err)
			}
			for _, f := range report.Findings {
				counts[f.Severity+" "+f.Rule]++
			}
		}
		var out strings.Builder
		for _, key := range slices.Sorted(maps.Keys(counts)) {
			fmt.Fprintf(&out, "\n%6d  %s", counts[key], key)
		}
		t.Logf("%d %s:%s", len(group.files), group.what, out.String())
	}
}

func lintJSON(t *testing.T, file string, flags []string) []byte {
	t.Helper()
	command := exec.Command(schemac, append([]string{"lint", file, "--format", "json"}, flags...)...)
	out, err := command.Output()
	if code := command.ProcessState.ExitCode(); err != nil && code != 1 {
		t.Fatalf("%s: exit code %d", file, code)
	}
	return out
}

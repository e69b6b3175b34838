package golden_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestChanges compares both sides of every case of fixtures/diff with the real command, and holds what it says to
// changes.txt, which lint/breaking writes: the places aside, whose names the command decides.
func TestChanges(t *testing.T) {
	folders, err := filepath.Glob(filepath.Join(fixtures, changes, "*"))
	if err != nil || len(folders) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, folder := range folders {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			t.Parallel()
			want, err := os.ReadFile(filepath.Join(changes, filepath.Base(folder), "changes.txt"))
			if err != nil {
				t.Fatal(err)
			}
			breaks := bytes.HasPrefix(want, []byte("breaking ")) || bytes.Contains(want, []byte("\nbreaking "))
			if diff := cmp.Diff(counted(withoutPlaces(string(want))), counted(diffOf(t, folder, breaks))); diff != "" {
				t.Errorf("schemac diff says otherwise (-golden +command):\n%s", diff)
			}
		})
	}
}

// diffOf runs the command on a case and writes its report as lint/breaking does. The command fails when something breaks.
func diffOf(t *testing.T, folder string, breaks bool) string {
	t.Helper()
	command := exec.Command(schemac, "diff", filepath.Join(folder, "old"), filepath.Join(folder, "new"), "--format", "json")
	var stderr bytes.Buffer
	command.Stderr = &stderr
	text, err := command.Output()
	if code := command.ProcessState.ExitCode(); (code == 1) != breaks || code > 1 {
		t.Fatalf("exit code %d: %v %s", code, err, stderr.String())
	}
	var report struct {
		Changes []struct {
			Rule, Class, Surface, Path, Message string
			For, Operations                     []string
		}
	}
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	var out strings.Builder
	for _, c := range report.Changes {
		fmt.Fprintf(&out, "%s for %s [%s] %s", c.Class, strings.Join(c.For, ", "), c.Rule, strings.Join(append([]string{c.Surface}, c.Operations...), " "))
		if c.Path != "" {
			fmt.Fprintf(&out, " %q", c.Path)
		}
		out.WriteString("\n    " + c.Message + "\n\n")
	}
	return out.String()
}

// withoutPlaces cuts the third line of each change.
func withoutPlaces(text string) string {
	var out strings.Builder
	for _, block := range strings.SplitAfter(text, "\n\n") {
		if lines := strings.SplitAfter(block, "\n"); len(lines) > 2 {
			out.WriteString(lines[0] + lines[1] + "\n")
		}
	}
	return out.String()
}

// counted are the changes whatever their order: the command puts the gravest first.
func counted(text string) map[string]int {
	blocks := map[string]int{}
	for _, block := range strings.SplitAfter(text, "\n\n") {
		blocks[block]++
	}
	return blocks
}

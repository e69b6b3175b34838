package golden_test

import (
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// What a depfile does not list has no part in a build: without those files the same comes out.
func TestDepfileListsAllThatIsRead(t *testing.T) {
	for _, name := range cases(t, fixtures) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.CopyFS(filepath.Join(dir, "in"), os.DirFS(filepath.Join(fixtures, name))); err != nil {
				t.Fatal(err)
			}
			if buildIn(dir, "first", "--depfile", "first.d") != nil {
				t.Skip("the case has errors")
			}
			listed := prerequisites(t, filepath.Join(dir, "first.d"))
			removed := removeOthers(t, dir, listed)
			if err := buildIn(dir, "second"); err != nil {
				t.Fatalf("without %v: %v", removed, err)
			}
			first, second := allFiles(t, filepath.Join(dir, "first")), allFiles(t, filepath.Join(dir, "second"))
			if !maps.Equal(first, second) {
				t.Errorf("without %v, which are not listed, other artifacts come out: %v", removed, differing(second, first))
			}
		})
	}
}

func buildIn(dir, out string, extra ...string) error {
	command := exec.Command(schemac, append([]string{"build", "in", "-q", "-o", out}, extra...)...)
	command.Dir = dir
	return command.Run()
}

// prerequisites reads the rule of a depfile.
func prerequisites(t *testing.T, file string) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rule, _, _ := strings.Cut(string(text), "\n\n")
	if strings.HasPrefix(rule, "\n") {
		t.Skip("the case gives no artifact, so there is no rule")
	}
	listed := map[string]bool{}
	for i, line := range strings.Split(rule, " \\\n  ") {
		if i > 0 {
			listed[strings.NewReplacer(`\ `, " ", `\#`, "#", `\:`, ":", "$$", "$").Replace(strings.TrimSuffix(line, "\n"))] = true
		}
	}
	if len(listed) == 0 {
		t.Fatalf("nothing is listed in %s", text)
	}
	return listed
}

// removeOthers removes the files of the case that are not listed, and returns their names.
func removeOthers(t *testing.T, dir string, listed map[string]bool) []string {
	t.Helper()
	var removed []string
	err := filepath.WalkDir(filepath.Join(dir, "in"), func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(dir, path)
		if err != nil || d.IsDir() || listed[filepath.ToSlash(name)] {
			return err
		}
		removed = append(removed, name)
		return os.Remove(path)
	})
	if err != nil {
		t.Fatal(err)
	}
	return removed
}

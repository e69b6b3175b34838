package golden_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const operations = fixtures + "/real/harper-operations"

// Each known operation of the server is a described and typed tool, and lint finds nothing at all under the strictest
// settings: every rule an error, infos too.
func TestOperationsAreCovered(t *testing.T) {
	out, err := exec.Command(schemac, "lint", operations, "--strict", "--max-warnings", "0", "--format", "text", "-v").CombinedOutput()
	if err != nil || string(out) != "0 errors, 0 warnings, 0 infos\n" {
		t.Errorf("%v\n%s", err, out)
	}
}

// An operation that a new version of the server brings fails until somebody has described it, at the line that asks for it.
func TestNewOperationIsNotCovered(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(operations)); err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(dir, "operations.txt")
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(list, append(text, "describe_everything\n"...), 0o644); err != nil {
		t.Fatal(err)
	}
	config, err := os.ReadFile(filepath.Join(dir, "schemac.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	before, _, found := strings.Cut(string(config), "operations.txt")
	line := strings.Count(before, "\n") + 1
	out, err := exec.Command(schemac, "lint", dir, "--format", "github").CombinedOutput()
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 1 || !found {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{"describe_everything", "title=coverage", "schemac.yaml,line=" + strconv.Itoa(line)} {
		if !strings.Contains(string(out), want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
}

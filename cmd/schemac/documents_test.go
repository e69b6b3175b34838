package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// The examples of these documents run from top to bottom, in one folder each, as those of docs/cli.md do.

func TestLintDocumentExamples(t *testing.T) { runDocument(t, "../../docs/linting.md") }

func TestCIDocumentExamples(t *testing.T) {
	for _, program := range []string{"git", "make"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("there is no %s", program)
		}
	}
	config := filepath.Join(t.TempDir(), "gitconfig")
	writeExample(t, config, "[user]\n\tname = a\n\temail = a@example.com\n")
	t.Setenv("GIT_CONFIG_GLOBAL", config)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("MAKEFLAGS", "") // the tests may themselves be run by make
	t.Setenv("MAKELEVEL", "0")
	dir := runDocument(t, "../../docs/ci.md")
	runWorkflow(t, dir)
}

// runWorkflow runs the steps of the workflow that are commands of schemac, as a pull request against main would.
func runWorkflow(t *testing.T, dir string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, ".github", "workflows", "schemac.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var workflow struct {
		Jobs map[string]struct {
			Steps []struct{ Name, Run string }
		}
	}
	if err := yaml.Unmarshal(text, &workflow); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GITHUB_BASE_REF", "main")
	if out, err := inFolder(dir, "git update-ref refs/remotes/origin/main main").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	// The examples leave a type without a docstring and a renamed field behind.
	want := map[string]int{
		"The artifacts are those of the sources": 0, "Lint has nothing against them": exitFindings,
		"Say what changes": 0, "No caller is broken unawares": exitFindings,
	}
	for _, step := range workflow.Jobs["schemac"].Steps {
		if !strings.HasPrefix(step.Run, "schemac ") {
			continue
		}
		out, err := inFolder(dir, step.Run).CombinedOutput()
		code := 0
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			code = exit.ExitCode()
		}
		if expected, known := want[step.Name]; !known || code != expected {
			t.Errorf("step %q: exit code %d, want %d\n%s", step.Name, code, expected, out)
		}
		delete(want, step.Name)
	}
	if len(want) > 0 {
		t.Errorf("steps that are not there: %v", want)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "changes.md")); err != nil || !strings.Contains(string(text), "**Breaking**") {
		t.Errorf("the comment is %q, %v", text, err)
	}
}

func inFolder(dir, line string) *exec.Cmd {
	command := exec.Command("sh", "-e", "-c", line)
	command.Dir = dir
	return command
}

// runDocument runs the examples of a document, or with -update writes what they print into it, and returns the folder that
// they ran in.
func runDocument(t *testing.T, document string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the examples are for a shell of Unix")
	}
	raw, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	parts := strings.Split(string(raw), "\n```")
	for i := 1; i+1 < len(parts); i += 2 { // between two fences
		info, body, _ := strings.Cut(parts[i], "\n")
		if _, name, ok := strings.Cut(info, " "); ok {
			writeExample(t, filepath.Join(dir, name), body+"\n")
		}
		if info != "console" {
			continue
		}
		ran := strings.Join(runExamples(t, dir, strings.Split(body, "\n")), "\n")
		if ran != body && !*update {
			t.Errorf("got\n%s\nwant\n%s", ran, body)
		}
		parts[i] = info + "\n" + ran
	}
	if again := strings.Join(parts, "\n```"); *update && again != string(raw) {
		writeExample(t, document, again)
	}
	return dir
}

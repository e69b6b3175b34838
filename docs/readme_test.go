package docs

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The commands of the README that can run from a checkout print what it says.
func TestReadmeCommands(t *testing.T) {
	ran := 0
	for _, block := range blocks(read(t, "../README.md"), "console") {
		line, want, _ := strings.Cut(block, "\n")
		words := strings.Fields(strings.TrimPrefix(line, "$ "))
		if len(words) < 2 || words[0] != "go" {
			continue
		}
		// What an earlier run left in the output folder would be spoken of, so this one has its own.
		if i := slices.Index(words, "-o"); i >= 0 {
			words = slices.Delete(words, i, i+2)
		}
		command := exec.Command(words[0], append(words[1:], "--out", t.TempDir())...)
		command.Dir = ".."
		got, _ := command.CombinedOutput() // one of them fails on purpose, and says so
		if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Errorf("%s (-README +got):\n%s", line, diff)
		}
		ran++
	}
	if ran < 2 {
		t.Errorf("ran %d commands of the README", ran)
	}
}

// The JSON of the README stands in an artifact as it is shown.
func TestReadmeJSON(t *testing.T) {
	tools := read(t, "../golden/real/storefront/app.tools.json")
	for _, block := range blocks(read(t, "../README.md"), "json") {
		indented := "    " + strings.ReplaceAll(strings.TrimSuffix(block, "\n"), "\n", "\n    ")
		if !strings.Contains(tools, indented) {
			t.Errorf("the artifact does not hold\n%s", block)
		}
	}
}

// The program of the README compiles a schema and prints the tools.
func TestReadmeProgram(t *testing.T) {
	programs := blocks(read(t, "../README.md"), "go")
	if len(programs) != 1 {
		t.Fatalf("the README has %d programs", len(programs))
	}
	dir := t.TempDir()
	source := filepath.Join(dir, "main.go")
	if err := os.WriteFile(source, []byte(programs[0]), 0o644); err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	// The program lives in the module for the length of this test only.
	overlay, _ := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(root, "readme_program", "main.go"): source}})
	overlayFile := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlayFile, overlay, 0o644); err != nil {
		t.Fatal(err)
	}
	command := exec.Command("go", "run", "-overlay", overlayFile, "./readme_program")
	command.Dir = root
	got, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(read(t, "../golden/real/storefront/app.tools.json"), string(got)); diff != "" {
		t.Error(diff)
	}
}

// blocks returns the fenced blocks of a language.
func blocks(text, language string) []string {
	var found []string
	for {
		_, rest, ok := strings.Cut(text, "\n```"+language+"\n")
		if !ok {
			return found
		}
		block, after, _ := strings.Cut(rest, "```")
		found = append(found, block)
		text = after
	}
}

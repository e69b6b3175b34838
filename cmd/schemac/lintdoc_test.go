package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

const lintDocument = "../../docs/linting.md"

// The examples of docs/linting.md run from top to bottom in one folder, as those of docs/cli.md do.
func TestLintDocumentExamples(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the examples are for a shell of Unix")
	}
	raw, err := os.ReadFile(lintDocument)
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
		writeExample(t, lintDocument, again)
	}
}

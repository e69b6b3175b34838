package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"schemac/lint"
)

const cliDocument = "../../docs/cli.md"

// TestCommandDocumentExamples runs docs/cli.md from top to bottom in one folder. A block whose fence names a file is that
// file. A block of "console" holds command lines after "$ " and what they print on both streams; with -update it is
// written again.
func TestCommandDocumentExamples(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the examples are for a shell of Unix")
	}
	dir := t.TempDir()
	text := readDocument(t)
	var out []string
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		out = append(out, lines[i])
		info, isFence := strings.CutPrefix(lines[i], "```")
		if !isFence {
			continue
		}
		var block []string
		for i++; lines[i] != "```"; i++ {
			block = append(block, lines[i])
		}
		if _, name, ok := strings.Cut(info, " "); ok {
			writeExample(t, filepath.Join(dir, name), strings.Join(block, "\n")+"\n")
		}
		if info == "console" {
			ran := runExamples(t, dir, block)
			if got, want := strings.Join(ran, "\n"), strings.Join(block, "\n"); got != want && !*update {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			block = ran
		}
		out = append(append(out, block...), "```")
	}
	if again := strings.Join(out, "\n"); *update && again != text {
		writeExample(t, cliDocument, again)
	}
}

func readDocument(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(cliDocument)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func writeExample(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// runExamples runs the command lines of a block and returns them with what they print.
func runExamples(t *testing.T, dir string, block []string) []string {
	t.Helper()
	var ran []string
	for _, line := range block {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		shell := exec.Command("sh", "-c", command)
		shell.Dir = dir
		printed, err := shell.CombinedOutput()
		if _, failed := err.(*exec.ExitError); err != nil && !failed {
			t.Fatal(err)
		}
		ran = append(ran, line)
		if text := strings.TrimSuffix(string(printed), "\n"); text != "" {
			ran = append(ran, strings.Split(text, "\n")...)
		}
	}
	return ran
}

// TestCommandDocumentNamesEveryCommand holds the list of commands to the program.
func TestCommandDocumentNamesEveryCommand(t *testing.T) {
	text := readDocument(t)
	for _, c := range newApp(nil, nil, nil).Commands {
		wantRow(t, text, fmt.Sprintf("| `%s` | %s |", c.Name, c.Usage))
	}
}

// TestCommandDocumentNamesEveryFlag holds the table of flags to what --help says.
func TestCommandDocumentNamesEveryFlag(t *testing.T) {
	text := readDocument(t)
	for _, f := range append(buildCommand().Flags, diffCommand().Flags...) {
		wantRow(t, text, flagRow(f.(cli.DocGenerationFlag)))
	}
}

func flagRow(f cli.DocGenerationFlag) string {
	argument, usage := flag.UnquoteUsage(&flag.Flag{Usage: f.GetUsage()})
	var spellings []string
	for _, name := range f.(cli.Flag).Names() {
		spelling := dashed(name)
		if f.TakesValue() {
			spelling += " " + argument
		}
		spellings = append(spellings, "`"+spelling+"`")
	}
	if value := strings.Trim(f.GetDefaultText(), `"`); f.TakesValue() && value != "" {
		usage += fmt.Sprintf(" (default `%s`)", value)
	}
	return fmt.Sprintf("| %s | %s |", strings.Join(spellings, ", "), usage)
}

// TestCommandDocumentNamesEveryKey holds the table of keys to the one that reads schemac.yaml, from which
// docs/schemac.schema.json is made as well.
func TestCommandDocumentNamesEveryKey(t *testing.T) {
	text := readDocument(t)
	for _, row := range keyRows(t, "", configKeys) {
		wantRow(t, text, row)
	}
}

func keyRows(t *testing.T, group string, keys []configKey) []string {
	t.Helper()
	var rows []string
	for _, k := range keys {
		if k.field == nil {
			rows = append(rows, keyRows(t, k.name+".", k.keys)...)
			continue
		}
		rows = append(rows, fmt.Sprintf("| `%s%s` | %s | %s |", group, k.name, keyDefault(t, k), k.about))
	}
	return rows
}

func keyDefault(t *testing.T, k configKey) string {
	t.Helper()
	value := k.field(defaultConfig())
	switch named := value.(type) {
	case *lint.Named:
		value = &named.Text
	case *[]lint.Named:
		texts := textsOf(*named)
		value = &texts
	}
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	shown := strings.ReplaceAll(strings.Trim(string(text), `"`), ",", ", ")
	switch _, isList := value.(*[]string); {
	case isList && shown == "null":
		shown = "[]"
	case isList && k.words != nil:
		shown = strings.ReplaceAll(shown, `"`, "")
	case shown == "" || shown == "null":
		return ""
	}
	return "`" + shown + "`"
}

func wantRow(t *testing.T, text, row string) {
	t.Helper()
	if !strings.Contains(text, "\n"+row+"\n") {
		t.Errorf("docs/cli.md lacks the row\n%s", row)
	}
}

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// patience is how long a build of a hostile input may take before a test calls it quadratic. Each of these takes a
// second or less on an idle machine.
const patience = 20 * time.Second

// repeat writes a text n times; "%d" in it is the number of the time.
func repeat(text string, n int) string {
	var out strings.Builder
	for i := range n {
		out.WriteString(strings.ReplaceAll(text, "%d", fmt.Sprint(i)))
	}
	return out.String()
}

const (
	goodType   = "type T%d @table {\n  id: ID @primaryKey\n  name: String\n}\n"
	brokenType = "type Broken @table {\n  id: ID @primaryKey\n  name:\n}\n"
)

// TestBadInput compiles sources that are large, broken or both. Each ends in time with code 1 and a message at its
// place, and leaves what an earlier build wrote.
func TestBadInput(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles 100 MB")
	}
	tests := []struct {
		name, source string
		place, says  string // of the first diagnostic
		most         int    // of the lines on standard error
	}{
		{"20 MB", "type A @table { id: ID @primaryKey }\n" + strings.Repeat("# comment\n", 2<<20), "schema.graphql:1:1", "file is larger than 16 MiB; split it", 10},
		{"16 MB of comments", strings.Repeat("#\n", 8<<20-1), "schema.graphql:4000001:1", "file has more than 4000000 tokens; split it", 10},
		{"nested lists", "type A @table {\n  a: " + strings.Repeat("[", 100_000) + "Int" + strings.Repeat("]", 100_000) + "\n}\n", "schema.graphql:2:1007", "lists are nested more than 1000 deep", 10},
		{"nested values", "type A @table {\n  a: Int @x(a: " + strings.Repeat("[", 100_000) + "\n}\n", "schema.graphql:2:1016", "lists are nested more than 1000 deep", 10},
		{"semicolons", strings.Repeat(";", 100_000), "schema.graphql:1:1", `unexpected ";"; fields end with their line`, 1000},
		{"open braces", "type A " + strings.Repeat("{", 100_000), "schema.graphql:1:9", `unexpected "{{"; this looks like a template: fill its placeholders in first`, 10},
		{"words", repeat("word%d\n", 100_000), "schema.graphql:1:1", `unexpected "word0"; a definition starts with a word such as "type" or "enum"`, 1000},
		{"keywords", strings.Repeat("enum ", 20_000), "schema.graphql:1:16", `enum "enum" is defined twice; rename or remove one`, 3000},
		{"one error in 20,000 types", repeat(goodType, 20_000) + brokenType, "schema.graphql:80004:1", `expected a type after ":", found "}"`, 10},
		{"one error, not in ASCII", "# é\n" + repeat(goodType, 20_000) + brokenType, "schema.graphql:80005:1", `expected a type after ":", found "}"`, 10},
		{"one error on one line", strings.ReplaceAll(repeat(goodType, 20_000)+brokenType, "\n", " "), "schema.graphql:1:1168941", `expected a type after ":", found "}"`, 10},
		{"one character in 20,000 types", repeat(goodType, 20_000) + "type Broken @table { id: ID; }\n", "schema.graphql:80001:28", `unexpected ";"; fields end with their line`, 10},
		{"an open docstring before 20,000 types", `"""Open` + "\n" + repeat(goodType, 20_000), "schema.graphql:1:1", `docstring is not closed; end it with """`, 10},
		{"20,000 broken types", repeat("type T%d @table {\n  name:\n}\n", 20_000), "schema.graphql:3:1", `expected a type after ":", found "}"`, 1000},
		{"20,000 broken fields", "type T @table {\n" + repeat("  name%d String\n", 20_000) + "}\n", "schema.graphql:2:9", `expected ":" after "name0", found "String"`, 1000},
		{"20,000 twins", repeat("type T @table { id: ID }\n", 20_000), "schema.graphql:2:6", `type "T" is defined twice in database "data"; rename or remove one`, 3000},
		{"a broken line of 1 MB", "type T @table { " + repeat("n%d: Long ", 70_000) + "\nx }", "schema.graphql:2:3", `expected ":" after "x", found "}"`, 10},
		{"mistakes on a line of 500 kB", "type T @table { id: ID id: Int " + repeat("n%d: Foo ", 40_000) + "}", "schema.graphql:1:24", `field "id" of type "T" is defined twice and differently; remove one`, 1000},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := tree(t, map[string]string{"good/schema.graphql": "type Good @table @export { id: ID @primaryKey }", "bad/schema.graphql": test.source})
			out := filepath.Join(dir, "out")
			if code, _, said := command(t, "build", filepath.Join(dir, "good"), "-o", out); code != 0 {
				t.Fatal(said)
			}
			before := texts(t, out)
			code, _, said := command(t, "build", filepath.Join(dir, "bad"), "-o", out)
			if code != exitFindings {
				t.Errorf("code %d", code)
			}
			message, place := firstDiagnostic(said)
			if message != test.says || place != test.place {
				t.Errorf("got  %s: %s\nwant %s: %s", place, message, test.place, test.says)
			}
			if lines := strings.Count(said, "\n"); lines > test.most {
				t.Errorf("it says %d lines", lines)
			}
			if after := texts(t, out); after != before {
				t.Error("the output folder has changed")
			}
		})
	}
}

// TestLargeInput compiles sources that are large and odd but good.
func TestLargeInput(t *testing.T) {
	tests := []struct{ name, source string }{
		{"a line of 1 MB", "type T @table @export { id: ID @primaryKey " + repeat("n%d: Long ", 70_000) + "}"},
		{"a commented line of 1 MB", "# A table.\ntype T @table @export { id: ID @primaryKey " + repeat("n%d: Long ", 70_000) + "}"},
		{"100,000 values", "enum E {\n" + repeat("V%d\n", 100_000) + "}\ntype T @table @export { id: ID @primaryKey e: E }\n"},
		{"20,000 unknown types", repeat("type T%d @table {\n  a: Unknown%d\n}\n", 20_000)},
		{"20,000 relationships to nothing", "type T @table {\n" + repeat("f%d: T @relationship(from: \"x%d\")\n", 20_000) + "}\n"},
		{"100,000 directives", "type T @table {\n  a: Int " + strings.Repeat("@unknown ", 100_000) + "\n}\n"},
		{"a docstring of 4 MB", `"""` + strings.Repeat(`\""" é`+"\n", 500_000) + `"""` + "\ntype T @table @export { id: ID @primaryKey }\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := tree(t, map[string]string{"schema.graphql": test.source})
			if code, _, said := command(t, "build", dir, "-o", filepath.Join(dir, "out"), "--emit", "tools"); code != 0 {
				t.Errorf("code %d: %s", code, said[:min(len(said), 1000)])
			}
		})
	}
}

// TestStandardInputIsBounded reads no more of an endless stream than a source may have.
func TestStandardInputIsBounded(t *testing.T) {
	var stderr bytes.Buffer
	code := run([]string{"schemac", "build", "-", "-o", filepath.Join(t.TempDir(), "out")}, endless{}, &bytes.Buffer{}, &stderr)
	if message, _ := firstDiagnostic(stderr.String()); code != exitFindings || message != "file is larger than 16 MiB; split it" {
		t.Errorf("code %d: %s", code, stderr.String())
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '#'
	}
	return len(p), nil
}

// TestNameThatIsNoText names a file that the search found and that no path of a source can name.
func TestNameThatIsNoText(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "\xff.graphql"), []byte("type A @table { id: ID }"), 0o666); err != nil {
		t.Skip("such a name cannot exist here: ", err)
	}
	code, _, said := command(t, "build", dir, "-o", filepath.Join(dir, "out"))
	if want := `schemac: cannot read "\xff.graphql": its name is not UTF-8; rename it` + "\n"; code != exitUsage || said != want {
		t.Errorf("code %d: %s", code, said)
	}
}

// command runs a command line within patience.
func command(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, said bytes.Buffer
	done := make(chan int, 1)
	go func() { done <- run(append([]string{"schemac"}, args...), strings.NewReader(""), &out, &said) }()
	select {
	case code := <-done:
		return code, out.String(), said.String()
	case <-time.After(patience):
		t.Fatalf("%q takes more than %s", args, patience)
		return 0, "", ""
	}
}

// firstDiagnostic returns the message and the place of the first diagnostic that is printed as an error.
func firstDiagnostic(said string) (message, place string) {
	lines := strings.Split(said, "\n")
	for i, line := range lines {
		if rest, ok := strings.CutPrefix(line, "error["); ok && i+1 < len(lines) {
			_, message, _ = strings.Cut(rest, "]: ")
			return message, strings.TrimPrefix(lines[i+1], "  --> ")
		}
	}
	return "", ""
}

// texts returns the names and texts of the files in a folder.
func texts(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&all, "%s\n%s\n", entry.Name(), text)
	}
	return all.String()
}

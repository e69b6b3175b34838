package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

// watchPatience is how long a line of a watching build may take to come; machines that run tests are busy.
const watchPatience = 20 * time.Second

// A watched is a running "schemac build --watch".
type watched struct {
	*testing.T
	dir     string
	command *exec.Cmd
	lines   chan string
}

func startWatch(t *testing.T, dir string, args ...string) *watched {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("no process can be interrupted there")
	}
	w := &watched{T: t, dir: dir, command: exec.Command("schemac", append([]string{"build", "--watch"}, args...)...), lines: make(chan string, 1000)}
	w.command.Dir = dir
	stderr, err := w.command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := w.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.command.Process.Kill() })
	go w.read(stderr)
	return w
}

func (w *watched) read(stderr io.Reader) {
	defer close(w.lines)
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		w.lines <- lines.Text()
	}
}

// expect waits for a line that matches.
func (w *watched) expect(pattern string) {
	w.Helper()
	want := regexp.MustCompile(pattern)
	timeout := time.After(watchPatience)
	var seen []string
	for {
		select {
		case line, ok := <-w.lines:
			if !ok {
				w.Fatalf("it ended before a line came that matches %s; before that came\n%s", pattern, strings.Join(seen, "\n"))
			}
			if seen = append(seen, line); want.MatchString(line) {
				return
			}
		case <-timeout:
			w.Fatalf("no line came that matches %s; what came is\n%s", pattern, strings.Join(seen, "\n"))
		}
	}
}

// silent says that nothing more has been printed.
func (w *watched) silent() {
	w.Helper()
	select {
	case line := <-w.lines:
		w.Errorf("a line too many: %s", line)
	case <-time.After(4 * quietTime):
	}
}

func (w *watched) put(name, text string) {
	w.Helper()
	writeExample(w.T, filepath.Join(w.dir, name), text)
}

// replace writes a file as many editors do: beside it, and then renamed over it.
func (w *watched) replace(name, text string) {
	w.Helper()
	w.put(name+"~", text)
	if err := os.Rename(filepath.Join(w.dir, name+"~"), filepath.Join(w.dir, name)); err != nil {
		w.Fatal(err)
	}
}

// interrupt ends the build as a person does.
func (w *watched) interrupt() {
	w.Helper()
	if err := w.command.Process.Signal(os.Interrupt); err != nil {
		w.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- w.command.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			w.Errorf("an interrupt ended it with %v", err)
		}
	case <-time.After(watchPatience):
		w.Fatal("an interrupt did not end it")
	}
}

const (
	bookSchema   = "type Book @table @export { id: ID @primaryKey title: String }\n"
	authorSchema = "type Author @table @export { id: ID @primaryKey }\n"
)

func TestWatchSources(t *testing.T) {
	dir := t.TempDir()
	writeExample(t, filepath.Join(dir, "schema.graphql"), bookSchema)
	w := startWatch(t, dir)
	w.expect(`^app: 1 table, 6 tools, 4 files$`)
	w.expect(`^watching 1 source; interrupt to end$`)

	w.put("schema.graphql", "\"\"\"A book.\"\"\"\n"+bookSchema)
	w.expect(`^schema.graphql changed: wrote app.openapi.json, app.resources.json, app.schema.json, app.tools.json, lint.json in \d+ms$`)
	w.replace("schema.graphql", "\"\"\"A book.\"\"\"\n"+bookSchema)
	w.expect(`^schema.graphql changed: nothing to write in \d+ms$`)
	w.replace("schema.graphql", bookSchema)
	w.expect(`^schema.graphql changed: wrote app`)

	// An error is told once, and leaves what was there.
	before := readTree(t, filepath.Join(dir, "schemac-out"))
	w.put("schema.graphql", "type Book @table @export {")
	w.expect(`^error\[unclosed-brace\]`)
	w.expect(`^schema.graphql changed: not built, 1 error$`)
	w.put("schema.graphql", "type Book @table @export {")
	w.expect(`^schema.graphql changed: not built, 1 error$`)
	if after := readTree(t, filepath.Join(dir, "schemac-out")); after != before {
		t.Error("a build with an error changed the output")
	}

	// New folders, one inside the other, then what is in them; a folder that goes.
	w.replace("schema.graphql", bookSchema)
	w.expect(`^schema.graphql changed: nothing to write`)
	w.put("more/and/authors.graphql", authorSchema)
	w.expect(`^more/and/authors.graphql changed: wrote app`)
	w.replace("more/and/authors.graphql", authorSchema+"# x\n")
	w.expect(`^more/and/authors.graphql changed: nothing to write`)
	w.put("more/notes.txt", "no source")
	w.put("schemac-out/mine.txt", "no source either")
	w.silent()
	if err := os.RemoveAll(filepath.Join(dir, "more")); err != nil {
		t.Fatal(err)
	}
	w.expect(`^more/and/authors.graphql changed: wrote app`)
	w.put("more/authors.graphql", authorSchema)
	w.expect(`^more/authors.graphql changed: wrote app`)

	// A configuration that comes, is wrong, and goes.
	w.put("schemac.yaml", "name: shop\n")
	w.expect(`^schemac.yaml changed: wrote shop.openapi.json.*, removed app.openapi.json`)
	w.put("schemac.yaml", "nmae: shop\n")
	w.expect(`^error\[config-unknown-key\]`)
	w.expect(`^schemac.yaml changed: not built, 1 error$`)
	if err := os.Remove(filepath.Join(dir, "schemac.yaml")); err != nil {
		t.Fatal(err)
	}
	w.expect(`^schemac.yaml changed: wrote app.openapi.json.*, removed shop.openapi.json`)
	w.interrupt()
}

func TestWatchWhatIsInheritedAndImported(t *testing.T) {
	dir := t.TempDir()
	base := "wrap base {\n    base-url \"example.com\"\n    auth none\n    can list orders {\n        path \"/orders\"\n        describe \"List the orders.\"\n    }\n}\n"
	writeExample(t, filepath.Join(dir, "guards", "shop.mcp.kdl"), "wrap shop {\n    inherit \"../layers/base.mcp.kdl\"\n}\n")
	writeExample(t, filepath.Join(dir, "layers", "base.mcp.kdl"), base)
	writeExample(t, filepath.Join(dir, "guards", "resources.js"), "import { words } from '../words.js'\nexport class Cart extends Resource {\n  static description = words\n  get() {}\n}\n")
	writeExample(t, filepath.Join(dir, "words.js"), "export const words = 'A cart.'\n")
	writeExample(t, filepath.Join(dir, "schemac.yaml"), "inputs: [guards]\nemit: [tools, resources]\n")
	w := startWatch(t, dir)
	w.expect(`^watching 2 sources`)
	w.put("layers/base.mcp.kdl", strings.Replace(base, "List the orders.", "List all orders.", 1))
	w.expect(`^layers/base.mcp.kdl changed: wrote shop.tools.json in`)
	w.replace("layers/base.mcp.kdl", base)
	w.expect(`^layers/base.mcp.kdl changed: wrote shop.tools.json in`)
	w.put("words.js", "export const words = 'A cart of books.'\n")
	w.expect(`^words.js changed: wrote app.*json in`)
	w.interrupt()
}

// A folder that only imports lead into goes and comes back; a schemac.yaml above the root appears, so that the root and all
// names are others.
func TestWatchFoldersOfImports(t *testing.T) {
	dir := t.TempDir()
	words := "export const words = 'A cart.'\n"
	writeExample(t, filepath.Join(dir, "src", "resources.js"), "import { words } from './lib/words.js'\nexport class Cart extends Resource {\n  static description = words\n  get() {}\n}\n")
	writeExample(t, filepath.Join(dir, "src", "lib", "words.js"), words)
	w := startWatch(t, dir, "src", "--emit", "tools", "-o", "out")
	w.expect(`^watching 1 source`)
	if err := os.Rename(filepath.Join(dir, "src", "lib"), filepath.Join(dir, "src", ".lib")); err != nil {
		t.Fatal(err)
	}
	w.expect(`^lib changed: wrote app.tools.json in`)
	if err := os.Mkdir(filepath.Join(dir, "src", "lib"), 0o777); err != nil {
		t.Fatal(err)
	}
	w.expect(`^lib changed: nothing to write in`)
	w.put("src/lib/words.js", words)
	w.expect(`^lib/words.js changed: wrote app.tools.json in`)

	w.put("schemac.yaml", "name: shop\n")
	w.expect(`^.*schemac.yaml changed: wrote shop.tools.json, removed app.tools.json in`)
	w.interrupt()
}

func TestWatchRefusals(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{{"nothing"}, {"-"}, {"--stdout", "app.tools.json"}} {
		w := startWatch(t, dir, args...)
		if err := w.command.Wait(); err == nil || w.command.ProcessState.ExitCode() != exitUsage {
			t.Errorf("%q: ended with %v", args, err)
		}
	}
}

// readTree returns the names, times and texts of a folder in one text.
func readTree(t *testing.T, dir string) string {
	t.Helper()
	var out strings.Builder
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		out.WriteString(entry.Name() + info.ModTime().String() + string(text))
	}
	return out.String()
}

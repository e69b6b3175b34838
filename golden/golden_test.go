// Package golden_test compiles every case under fixtures/ with the real command and compares what comes out with the
// folder of the same name here. `make golden` (-update) rewrites them; read the diff before you commit it.
package golden_test

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const fixtures = "../fixtures"

// schemac is the command under test, built once.
var schemac string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(testMain(m))
}

func testMain(m *testing.M) int {
	dir, err := os.MkdirTemp("", "schemac-golden-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	schemac = filepath.Join(dir, "schemac")
	if runtime.GOOS == "windows" {
		schemac += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", schemac, "../cmd/schemac").CombinedOutput(); err != nil {
		os.Stderr.Write(out)
		return 1
	}
	return m.Run()
}

// everyKind asks for all artifacts, also those that are not written by default.
const everyKind = "tools,resources,prompts,openapi,schema,lint,model"

// timed is the area of files that take all the time or memory that they get: what is said of one depends on which of
// the two ends first on the machine. The tests of parse/resource hold them to bounds instead.
const timed = "resource-hostile/"

// changes is the area of pairs of sources, of which each is no case of its own; lint/breaking compares them.
const changes = "diff/"

// cases returns the folders of two levels below a folder: area/case.
func cases(t *testing.T, root string) []string {
	t.Helper()
	folders, err := filepath.Glob(filepath.Join(root, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, folder := range folders {
		if info, err := os.Stat(folder); err == nil && info.IsDir() {
			name, _ := filepath.Rel(root, folder)
			if slash := filepath.ToSlash(name); strings.HasPrefix(slash, timed) || strings.HasPrefix(slash, changes) {
				continue
			}
			names = append(names, filepath.ToSlash(name))
		}
	}
	if len(names) == 0 {
		t.Fatalf("no cases below %s", root)
	}
	return names
}

// hasConfig reports whether a case decides itself what is written.
func hasConfig(name string) bool {
	text, err := os.ReadFile(filepath.Join(fixtures, name, "schemac.yaml"))
	return err == nil && bytes.Contains(text, []byte("emit:"))
}

// A result is what the command made of a case: files by name, and what it said of the sources.
type result map[string]string

// compile runs the command on a case as a user would, from outside the folder.
func compile(t *testing.T, name string, extra ...string) result {
	t.Helper()
	out := t.TempDir()
	args := append([]string{filepath.Join(fixtures, name), "--out", out, "--verbose"}, extra...)
	if !hasConfig(name) {
		args = append(args, "--emit", everyKind)
	}
	var stderr bytes.Buffer
	command := exec.Command(schemac, append([]string{"build", "--verify"}, args...)...)
	command.Stderr = &stderr
	err := command.Run()
	if code := command.ProcessState.ExitCode(); err != nil && code != 1 {
		t.Fatalf("exit code %d: %s", code, stderr.String())
	}
	if err == nil {
		upToDate(t, args...)
	}
	files := readFolder(t, out)
	if text := diagnostics(stderr.String()); text != "" {
		files["diagnostics.txt"] = text
	}
	if onlyDiagnostics := len(files) == 1 && files["diagnostics.txt"] != ""; err != nil && !onlyDiagnostics {
		t.Errorf("a case with errors must give diagnostics and nothing else; got %v", names(files))
	}
	return files
}

// upToDate holds that a check right after a build finds nothing to do.
func upToDate(t *testing.T, args ...string) {
	t.Helper()
	if text, err := exec.Command(schemac, append([]string{"check"}, args...)...).CombinedOutput(); err != nil {
		t.Errorf("check after build: %v\n%s", err, text)
	}
}

// diagnostics cuts off the lines that say what was done: each diagnostic ends with a blank line.
func diagnostics(stderr string) string {
	end := strings.LastIndex(stderr, "\n\n")
	if end < 0 {
		return ""
	}
	return stderr[:end+1]
}

func readFolder(t *testing.T, folder string) result {
	t.Helper()
	files := result{}
	entries, err := os.ReadDir(folder)
	if err != nil {
		if os.IsNotExist(err) {
			return files
		}
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") || e.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(text)
	}
	return files
}

func names(files result) []string {
	var list []string
	for name := range files {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

func TestGolden(t *testing.T) {
	for _, name := range cases(t, fixtures) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := compile(t, name)
			if *update {
				rewrite(t, name, got)
				return
			}
			if diff := cmp.Diff(readFolder(t, name), got); diff != "" {
				t.Errorf("run make golden and read the diff (-golden +got):\n%s", diff)
			}
		})
	}
}

func rewrite(t *testing.T, name string, files result) {
	t.Helper()
	if err := os.RemoveAll(name); err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		return
	}
	if err := os.MkdirAll(name, 0o755); err != nil {
		t.Fatal(err)
	}
	for file, text := range files {
		if err := os.WriteFile(filepath.Join(name, file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// A golden folder without a fixture proves nothing.
func TestOrphans(t *testing.T) {
	have := cases(t, fixtures)
	areas := map[string]bool{}
	for _, name := range have {
		area, _, _ := strings.Cut(name, "/")
		areas[area] = true
	}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		slash := filepath.ToSlash(path)
		if strings.Count(slash, "/") == 1 && areas[strings.Split(slash, "/")[0]] && !slices.Contains(have, slash) {
			if *update {
				return os.RemoveAll(path)
			}
			t.Errorf("golden %s has no fixture", slash)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// What a hostile file may cost: time for each file and memory in kilobytes; and what a busy machine adds to the time.
const (
	maxHostileTime   = 3 * time.Second
	maxHostileMemory = 512 << 10
	busy             = 3 * time.Second
)

// Each hostile file ends in time and memory, with a diagnostic in its place, touches no file, and leaves to the schema
// beside it what comes of that.
func TestHostileResources(t *testing.T) {
	cases, err := filepath.Glob("../../fixtures/resource-hostile/*")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range cases {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			work := t.TempDir()
			if err := os.CopyFS(work, os.DirFS(folder)); err != nil {
				t.Fatal(err)
			}
			before := listing(t, work)
			var said bytes.Buffer
			command := exec.Cmd{Path: self, Args: []string{"schemac", "build", ".", "--stdout", "app.tools.json"}, Dir: work, Stderr: &said}
			start := time.Now()
			out, err := command.Output()
			took := time.Since(start)
			if err != nil {
				t.Fatalf("%v: %s", err, said.String())
			}
			if most := time.Duration(strings.Count(before, "resources.js"))*maxHostileTime + busy; took > most {
				t.Errorf("took %v, more than %v", took, most)
			}
			if used := command.ProcessState.SysUsage().(*syscall.Rusage).Maxrss; used > maxHostileMemory && used > ownPeak(t) {
				t.Errorf("used %d kB", used)
			}
			if after := listing(t, work); after != before {
				t.Errorf("files before: %s, after: %s", before, after)
			}
			if !bytes.Contains(out, []byte(`"get_Product"`)) {
				t.Error("the table has no tools")
			}
			if !strings.Contains(said.String(), "resources.js:") {
				t.Errorf("no place in what was said: %s", said.String())
			}
		})
	}
}

func listing(t *testing.T, folder string) string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(folder, func(path string, _ os.DirEntry, err error) error {
		names = append(names, strings.TrimPrefix(path, folder))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(names, " ")
}

// Ten files share one process, and none of them costs more than 60 ms on a machine that is not busy.
func BenchmarkTenResourceFiles(b *testing.B) {
	work := b.TempDir()
	for _, name := range strings.Split("a b c d e f g h i j", " ") {
		text := "export class " + strings.ToUpper(name) + " extends Resource { static properties = { id: { type: 'string', primaryKey: true } }; get() {} }\n"
		if err := os.MkdirAll(filepath.Join(work, name), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(work, name, "resources.js"), []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		command := exec.Cmd{Path: self, Args: []string{"schemac", "build", ".", "--stdout", "app.tools.json"}, Dir: work}
		if out, err := command.Output(); err != nil || !bytes.Contains(out, []byte(`"get_J"`)) {
			b.Fatal(err)
		}
	}
}

// ownPeak is the most memory that this process has used, in kilobytes. A child starts as a copy of its parent, and its
// peak counts from there: one that is no larger than ours says nothing of the child.
func ownPeak(t *testing.T) int64 {
	t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return usage.Maxrss
}

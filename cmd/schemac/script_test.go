package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets scripts and the examples of the documentation run this very binary as schemac.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"schemac": main})
}

// TestScript runs testdata/script/*.txtar, one topic each. With -update, what a script compares with is written again.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("NO_COLOR", "")
			env.Setenv("ESC", "\x1b") // which drives a terminal, and which no script can hold visibly
			env.Values[folderStates{}] = map[string]map[string]fileState{}
			return nil
		},
		Condition: func(name string) (bool, error) {
			return name == "root" && os.Geteuid() == 0, nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"holds": scriptHolds,
			"keep":  scriptKeep,
			"kept":  scriptKept,
		},
	})
}

// scriptHolds is "holds DIR NAME…": the folder holds these files and no others.
func scriptHolds(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: holds DIR NAME…")
	}
	entries, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	want := slices.Sorted(slices.Values(args[1:]))
	if !slices.Equal(names, want) {
		ts.Fatalf("%s holds\n%s\nwant\n%s", args[0], strings.Join(names, "\n"), strings.Join(want, "\n"))
	}
}

// folderStates is the key of what "keep" remembers, by folder and by file.
type folderStates struct{}

type fileState struct {
	text     []byte
	modified time.Time
}

// scriptKeep is "keep DIR": it remembers every file of the folder.
func scriptKeep(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: keep DIR")
	}
	dir := ts.MkAbs(args[0])
	// Long ago, so that a file that is written again shows it even where clocks are coarse.
	past := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	for path := range readFolder(ts, dir) {
		ts.Check(os.Chtimes(filepath.Join(dir, path), past, past))
	}
	states(ts)[dir] = readFolder(ts, dir)
}

// scriptKept is "kept DIR": every file of the folder is as "keep" found it, its time included, and there is no other.
func scriptKept(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: kept DIR")
	}
	dir := ts.MkAbs(args[0])
	before, now := states(ts)[dir], readFolder(ts, dir)
	for name, was := range before {
		is, ok := now[name]
		switch {
		case !ok:
			ts.Fatalf("%s is gone", name)
		case !bytes.Equal(was.text, is.text):
			ts.Fatalf("%s has changed", name)
		case !was.modified.Equal(is.modified):
			ts.Fatalf("%s was written again", name)
		}
	}
	for name := range now {
		if _, ok := before[name]; !ok {
			ts.Fatalf("%s is new", name)
		}
	}
}

func states(ts *testscript.TestScript) map[string]map[string]fileState {
	return ts.Value(folderStates{}).(map[string]map[string]fileState)
}

// readFolder returns the files of a folder and those below it, by slash path.
func readFolder(ts *testscript.TestScript, dir string) map[string]fileState {
	files := map[string]fileState{}
	ts.Check(fs.WalkDir(os.DirFS(dir), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, path))
		files[path] = fileState{text, info.ModTime()}
		return err
	}))
	return files
}

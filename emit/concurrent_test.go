package emit

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"schemac/model/ordered"
)

// start runs the test binary as a second process that writes sets into dir.
func start(t *testing.T, dir, versions string, rounds string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "EMIT_TEST_FOLDER="+dir, "EMIT_TEST_VERSIONS="+versions, "EMIT_TEST_ROUNDS="+rounds)
	output := &bytes.Buffer{}
	cmd.Stdout, cmd.Stderr = output, output
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, output
}

// wantOneSet checks that a folder holds one of the sets and nothing of another.
func wantOneSet(t *testing.T, dir string, versions ...string) {
	t.Helper()
	for _, version := range versions {
		if !isMissing(filepath.Join(dir, "only-"+version+".tools.json")) {
			wantFiles(t, dir, set(version))
			return
		}
	}
	t.Errorf("the folder holds no set, but %q", list(t, dir))
}

func TestConcurrentWrites(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	var writers sync.WaitGroup
	for _, version := range []string{"a", "b", "c", "d"} {
		writers.Go(func() {
			for range 5 {
				if _, err := Write(dir, set(version), allKinds); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	needsLock(t, dir)
	wantOneSet(t, dir, "a", "b", "c", "d")
}

func TestConcurrentProcesses(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	one, said := start(t, dir, "ab", "20")
	two, saidToo := start(t, dir, "cd", "20")
	for _, err := range []error{one.Wait(), two.Wait()} {
		if err != nil {
			t.Error(err, said, saidToo)
		}
	}
	needsLock(t, dir)
	wantOneSet(t, dir, "b", "d")
}

// needsLock skips the rest of a test where two builds cannot wait for each other.
func needsLock(t *testing.T, dir string) {
	t.Helper()
	f, err := enter(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer f.leave()
	if f.lock == nil {
		t.Skip("no lock on this system")
	}
}

func TestKilledBuild(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	put(t, filepath.Join(dir, "README.md"), "foreign")
	for range 30 {
		cmd, output := start(t, dir, "ab", "")
		time.Sleep(time.Duration(rand.IntN(40)) * time.Millisecond) // the moment is what is being varied
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		cmd.Wait() // it was killed: that is its error
		if output.Len() > 0 {
			t.Fatal(output)
		}
		wantWholeFiles(t, dir)
	}
	write(t, dir, set("a"))
	if got := read(t, filepath.Join(dir, "README.md")); got != "foreign" {
		t.Errorf("README.md holds %q", got)
	}
	os.Remove(filepath.Join(dir, "README.md"))
	needsLock(t, dir)
	os.Remove(filepath.Join(dir, "only-b.tools.json")) // a build killed before its manifest leaves a file that nobody knows
	wantFiles(t, dir, set("a"))
}

// wantWholeFiles checks that each file is that of one version or the other, down to the last byte.
func wantWholeFiles(t *testing.T, dir string) {
	t.Helper()
	old, replaced := set("a"), set("b")
	for i := range old {
		got, err := os.ReadFile(filepath.Join(dir, old[i].Name))
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, Bytes(old[i])) && !bytes.Equal(got, Bytes(replaced[i])) {
			t.Errorf("%s is neither old nor new: %d bytes, it starts with %.40q", old[i].Name, len(got), got)
		}
	}
}

func TestTemporaryFilesOfKilledBuilds(t *testing.T) {
	dir := t.TempDir()
	f, err := enter(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer f.leave()
	old, young := filepath.Join(dir, ".schemac-0123.tmp"), filepath.Join(dir, ".schemac-4567.tmp")
	others := []string{".schemac-notes", "schemac-1.tmp", ".schemac.tmp.json"}
	for _, path := range []string{old, young} {
		put(t, path, "half")
	}
	for _, name := range others {
		put(t, filepath.Join(dir, name), "mine")
	}
	past := time.Now().Add(-2 * staleAfter)
	if err := os.Chtimes(old, past, past); err != nil {
		t.Fatal(err)
	}
	sweep(dir, staleAfter)
	if !isMissing(old) || isMissing(young) {
		t.Errorf("by age: %q", list(t, dir))
	}
	f.sweep()
	if f.lock != nil && !isMissing(young) {
		t.Errorf("under the lock: %q", list(t, dir))
	}
	for _, name := range others {
		if isMissing(filepath.Join(dir, name)) {
			t.Errorf("%s was removed", name)
		}
	}
}

// A large artifact never stands in memory, whether it is new, the same, or differs at its end.
func TestMemory(t *testing.T) {
	const count, limit = 40_000, 4 << 20
	line := strings.Repeat("x", 1000)
	large := func(last string) []Artifact {
		return []Artifact{{Name: "large.json", Kind: "tools", Encode: func(w *ordered.Writer) {
			w.BeginArray()
			for range count {
				w.BeginArray()
				w.String(line)
				w.EndArray()
			}
			w.String(last)
			w.EndArray()
		}}}
	}
	dir := t.TempDir()
	for _, step := range []struct{ name, last string }{{"new", "1"}, {"same", "1"}, {"different", "2"}} {
		artifacts := large(step.last)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		write(t, dir, artifacts)
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > limit {
			t.Errorf("%s: %d bytes allocated for a file of %d", step.name, used, count*len(line))
		}
	}
	if info, err := os.Stat(filepath.Join(dir, "large.json")); err != nil || info.Size() < count*int64(len(line)) {
		t.Error(info, err)
	}
}

package golden_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"schemac/golden/generate"
)

// kills is how many builds are killed, each at a random moment.
const kills = 200

// sides are two source folders that give the same names with other contents, and each a file that the other lacks.
type sides struct {
	folder [2]string
	want   [2]map[string]string
}

// twoSides makes the folders, and notes what a build of each gives. Many guardfiles make many files, and so many moments
// between two of them.
func twoSides(t *testing.T, tables, guards int) sides {
	t.Helper()
	var s sides
	root := t.TempDir()
	for i := range s.folder {
		s.folder[i] = filepath.Join(root, fmt.Sprint("side", i))
		schema := generate.Schema(tables)
		if i == 1 {
			schema = bytes.ReplaceAll(schema, []byte(", in words"), []byte(", in other words"))
		}
		files := map[string]string{"schema.graphql": string(schema)}
		for g := range guards {
			files[fmt.Sprintf("g%d.mcp.kdl", g)] = fmt.Sprintf("wrap g%d {\n    base-url \"example.com\"\n    auth none\n"+
				"    can list orders {\n        path \"/orders\"\n        describe \"List the orders of side %d.\"\n    }\n}\n", g, i)
		}
		files["only.mcp.kdl"] = strings.Replace(files["g0.mcp.kdl"], "wrap g0", fmt.Sprintf("wrap only%d", i), 1)
		if err := os.MkdirAll(s.folder[i], 0o777); err != nil {
			t.Fatal(err)
		}
		for name, text := range files {
			if err := os.WriteFile(filepath.Join(s.folder[i], name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		out := filepath.Join(root, fmt.Sprint("want", i))
		if text, err := s.build(i, out).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		s.want[i] = allFiles(t, out)
	}
	if len(s.want[0]) < guards*3 || maps.Equal(s.want[0], s.want[1]) {
		t.Fatal("the sides do not differ")
	}
	return s
}

func (s sides) build(side int, out string) *exec.Cmd {
	return exec.Command(schemac, "build", s.folder[side], "-o", out)
}

// allFiles returns the files of a folder by name, hidden ones too.
func allFiles(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	entries, err := os.ReadDir(folder)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(text)
	}
	return files
}

// TestKilledBuilds kills builds at random moments. Every file of the output folder is then as before or as after, and the
// next build makes the set whole.
func TestKilledBuilds(t *testing.T) {
	t.Parallel()
	s := twoSides(t, 10, 4)
	out := filepath.Join(t.TempDir(), "out")
	begin := time.Now()
	if err := s.build(0, out).Run(); err != nil {
		t.Fatal(err)
	}
	usual := time.Since(begin)
	untouched, mixed, whole := 0, 0, 0
	now := 0 // the side that the folder shows
	for range kills {
		next := 1 - now
		command := s.build(next, out)
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(rand.N(usual * 3 / 2))
		_ = command.Process.Kill()
		ended := command.Wait() == nil
		switch have := visible(allFiles(t, out)); {
		case maps.Equal(have, visible(s.want[now])) && !ended:
			untouched++
		case maps.Equal(have, visible(s.want[next])):
			whole++
		default:
			mixed++
			eachIsBeforeOrAfter(t, have, visible(s.want[now]), visible(s.want[next]))
		}
		if text, err := s.build(next, out).CombinedOutput(); err != nil {
			t.Fatalf("the build after a kill: %v\n%s", err, text)
		}
		if have := allFiles(t, out); !maps.Equal(have, s.want[next]) {
			t.Fatalf("the build after a kill leaves %v", differing(have, s.want[next]))
		}
		now = next
	}
	t.Logf("%d builds killed: %d before the first file was replaced, %d among them, %d after the last", kills, untouched, mixed, whole)
	if untouched == 0 || whole == 0 {
		t.Error("the moments were not spread over the build")
	}
}

// visible leaves out hidden files: the manifest, and what a killed build left for the next one to sweep.
func visible(files map[string]string) map[string]string {
	files = maps.Clone(files)
	maps.DeleteFunc(files, func(name, _ string) bool { return strings.HasPrefix(name, ".") })
	return files
}

func eachIsBeforeOrAfter(t *testing.T, have, before, after map[string]string) {
	t.Helper()
	for name, text := range have {
		if old, ok := before[name]; ok && old == text {
			continue
		}
		if fresh, ok := after[name]; !ok || fresh != text {
			t.Fatalf("%s is neither as before nor as after", name)
		}
	}
	for name := range after {
		_, was := before[name]
		if _, is := have[name]; was && !is {
			t.Fatalf("%s was there before and is there after, and is gone between", name)
		}
	}
}

func differing(have, want map[string]string) []string {
	var list []string
	for name, text := range want {
		if have[name] != text {
			list = append(list, name)
		}
	}
	for name := range have {
		if _, ok := want[name]; !ok {
			list = append(list, name+" (too many)")
		}
	}
	return list
}

// TestTwoBuildsAtOnce has two builds write different sets into one folder at the same time: the set that is left is that of
// the one or of the other.
func TestTwoBuildsAtOnce(t *testing.T) {
	t.Parallel()
	s := twoSides(t, 10, 4)
	for range 10 {
		out := filepath.Join(t.TempDir(), "out")
		var both [2]*exec.Cmd
		for i := range both {
			both[i] = s.build(i, out)
			if err := both[i].Start(); err != nil {
				t.Fatal(err)
			}
		}
		for _, command := range both {
			if err := command.Wait(); err != nil {
				t.Fatal(err)
			}
		}
		have := allFiles(t, out)
		if !maps.Equal(have, s.want[0]) && !maps.Equal(have, s.want[1]) {
			t.Fatalf("a set of neither build; beside the first: %v, beside the second: %v", differing(have, s.want[0]), differing(have, s.want[1]))
		}
	}
}

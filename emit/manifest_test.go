package emit

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
)

func TestManifest(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, []Artifact{artifact("b.json", "tools", "bb"), artifact("a.json", "lint", "a")})
	want := `{
  "schemac": 1,
  "files": [
    {
      "name": "a.json",
      "kind": "lint",
      "size": 4
    },
    {
      "name": "b.json",
      "kind": "tools",
      "size": 5
    }
  ]
}
`
	if got := read(t, filepath.Join(dir, manifestName)); got != want {
		t.Errorf("got %s", got)
	}
	if got := readManifest(dir); !reflect.DeepEqual(got, []entry{{"a.json", "lint", 4}, {"b.json", "tools", 5}}) {
		t.Errorf("got %+v", got)
	}
}

func TestManifestOfOthersDeletesNothing(t *testing.T) {
	const good = `{"schemac": 1, "files": [{"name": "mine.json", "kind": "tools", "size": 4}`
	tests := map[string]string{
		"cut off":         good,
		"merge conflict":  "<<<<<<< ours\n" + good + "]}",
		"other program":   `{"files": [{"name": "mine.json", "kind": "tools", "size": 4}]}`,
		"later format":    `{"schemac": 2, "files": [{"name": "mine.json", "kind": "tools", "size": 4}]}`,
		"other types":     `{"schemac": 1, "files": [{"name": "mine.json", "kind": "tools", "size": "4"}]}`,
		"a list":          `[1]`,
		"empty":           "",
		"leads out":       `{"schemac": 1, "files": [{"name": "../outside.json", "kind": "tools", "size": 4}]}`,
		"leads down":      `{"schemac": 1, "files": [{"name": "sub/deep.json", "kind": "tools", "size": 4}]}`,
		"leads down, too": `{"schemac": 1, "files": [{"name": "sub\\deep.json", "kind": "tools", "size": 4}]}`,
		"itself":          `{"schemac": 1, "files": [{"name": ".schemac.json", "kind": "tools", "size": 93}]}`,
		"the folder":      `{"schemac": 1, "files": [{"name": ".", "kind": "tools", "size": 4096}, {"name": "sub", "kind": "tools", "size": 4096}]}`,
	}
	for name, manifest := range tests {
		top := t.TempDir()
		dir := filepath.Join(top, "out")
		mine := []string{filepath.Join(dir, "mine.json"), filepath.Join(top, "outside.json"), filepath.Join(dir, "sub", "deep.json")}
		for _, path := range mine {
			put(t, path, "mine")
		}
		put(t, filepath.Join(dir, manifestName), manifest)
		if got := write(t, dir, []Artifact{artifact("a.json", "tools", "a")}); got.Removed != nil {
			t.Errorf("%s: removed %q", name, got.Removed)
		}
		for _, path := range mine {
			if got := read(t, path); got != "mine" {
				t.Errorf("%s: %s holds %q", name, path, got)
			}
		}
		if got := readManifest(dir); len(got) == 0 || got[0] != (entry{"a.json", "tools", 4}) {
			t.Errorf("%s: the manifest was not written again: %+v", name, got)
		}
	}
}

func TestEditedFilesAreKept(t *testing.T) {
	dir := t.TempDir()
	both := []Artifact{artifact("a.json", "tools", "a"), artifact("b.json", "tools", "b")}
	write(t, dir, both)
	put(t, filepath.Join(dir, "b.json"), "my own notes")
	put(t, filepath.Join(dir, "README.md"), "foreign")
	for range 2 { // it is said again as long as the file is there
		got := write(t, dir, both[:1])
		if want := (Result{Unchanged: []string{"a.json"}, Kept: []string{"b.json"}}); !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	if got := read(t, filepath.Join(dir, "b.json")); got != "my own notes" {
		t.Errorf("b.json holds %q", got)
	}
	os.Remove(filepath.Join(dir, "b.json"))
	if got := write(t, dir, both[:1]); got.Kept != nil {
		t.Errorf("got %+v", got)
	}
	if got := readManifest(dir); !reflect.DeepEqual(got, []entry{{"a.json", "tools", 4}}) {
		t.Errorf("the manifest lists a file that is gone: %+v", got)
	}
	if got := list(t, dir); !slices.Equal(got, []string{manifestName, "README.md", "a.json"}) {
		t.Errorf("the folder holds %q", got)
	}
}

// What stands where a file has to go must not be lost, and the build must not come half through before it says so.
func TestManifestThatIsAFolder(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, manifestName, "x"), "mine")
	_, err := Write(dir, set("a"), allKinds)
	want := `cannot write "` + filepath.Join(dir, manifestName) + `": there is a folder of that name`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if got := list(t, dir); !slices.Equal(got, []string{manifestName}) {
		t.Errorf("the folder holds %q", got)
	}
}

func TestNothingToWriteMakesNoManifest(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, nil)
	if got := list(t, dir); got != nil {
		t.Errorf("the folder holds %q", got)
	}
}

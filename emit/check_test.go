package emit

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// foretold is what the differences of a check mean for a build; the manifest is not in a [Result].
func foretold(differences []Difference) Result {
	var r Result
	for _, d := range differences {
		switch {
		case d.Name == manifestName:
		case d.State == Leftover:
			r.Removed = append(r.Removed, d.Name)
		case d.State == Edited:
			r.Kept = append(r.Kept, d.Name)
		default:
			r.Written = append(r.Written, d.Name)
		}
	}
	return r
}

// states are the differences in a few words each.
func states(t *testing.T, dir string, artifacts []Artifact) []string {
	t.Helper()
	found, err := Check(dir, artifacts, allKinds)
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, d := range found {
		words = append(words, d.State.String()+" "+d.Name)
	}
	return words
}

func TestCheckStates(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	a, b, c := artifact("a.tools.json", "tools", "a"), artifact("b.tools.json", "tools", "b"), artifact("c.tools.json", "tools", "c")
	if got := states(t, dir, []Artifact{a}); !slices.Equal(got, []string{"missing a.tools.json"}) {
		t.Errorf("a folder that is not there: %v", got)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("the check made the folder")
	}
	write(t, dir, []Artifact{a, b, c})
	put(t, filepath.Join(dir, c.Name), "mine, by hand")
	put(t, filepath.Join(dir, "notes.txt"), "nobody asked")
	got := states(t, dir, []Artifact{artifact("a.tools.json", "tools", "other"), artifact("d.tools.json", "tools", "d")})
	want := []string{"stale a.tools.json", "leftover b.tools.json", "edited c.tools.json", "missing d.tools.json"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	write(t, dir, []Artifact{a, b}, "tools")
	put(t, filepath.Join(dir, manifestName), "{}")
	if got := states(t, dir, []Artifact{a, b}); !slices.Equal(got, []string{"stale " + manifestName}) {
		t.Errorf("with another manifest: %v", got)
	}
	if err := os.Remove(filepath.Join(dir, manifestName)); err != nil {
		t.Fatal(err)
	}
	if got := states(t, dir, []Artifact{a, b}); got != nil {
		t.Errorf("without a manifest: %v", got)
	}
}

func TestCheckCountsCRLFAsLF(t *testing.T) {
	dir := t.TempDir()
	kept := []Artifact{artifact("a.tools.json", "tools", "a"), artifact("b.schema.json", "schema", "b")}
	write(t, dir, append([]Artifact{artifact("old.tools.json", "tools", "old")}, kept...))
	for _, name := range list(t, dir) {
		path := filepath.Join(dir, name)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		put(t, path, string(bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))))
	}
	got := states(t, dir, kept)
	if want := []string{"leftover old.tools.json"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	found, err := Check(dir, []Artifact{artifact("a.tools.json", "tools", "new"), kept[1]}, []string{"tools", "schema"})
	if err != nil || len(found) != 2 {
		t.Fatalf("got %+v, %v", found, err)
	}
	have, want, err := found[0].Texts()
	if err != nil || string(have) != "\"a\"\n" || string(want) != "\"new\"\n" {
		t.Errorf("got %q, %q, %v", have, want, err)
	}
	if r := write(t, dir, kept); !slices.Equal(r.Removed, []string{"old.tools.json"}) {
		t.Errorf("a build over such a checkout: %+v", r)
	}
	if got := states(t, dir, kept); got != nil {
		t.Errorf("after the build: %v", got)
	}
}

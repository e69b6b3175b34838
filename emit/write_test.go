package emit

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestEncodeAndBytes(t *testing.T) {
	var out bytes.Buffer
	a := artifact("a.json", "tools", "<&>")
	if err := Encode(&out, a); err != nil {
		t.Fatal(err)
	}
	if want := "\"<&>\"\n"; out.String() != want || string(Bytes(a)) != want {
		t.Errorf("got %q and %q, want %q", out.String(), Bytes(a), want)
	}
	if err := Encode(failing{}, a); err == nil {
		t.Error("the error of the writer is lost")
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestWriteReportsWhatItDid(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "out")
	a1, a2 := artifact("a.tools.json", "tools", "1"), artifact("a.tools.json", "tools", "2")
	b, c := artifact("b.openapi.json", "openapi", "b"), artifact("c.schema.json", "schema", "c")
	steps := []struct {
		name      string
		artifacts []Artifact
		kinds     []string
		want      Result
	}{
		{"first build", []Artifact{b, a1, c}, allKinds, Result{Written: []string{a1.Name, b.Name, c.Name}}},
		{"same again", []Artifact{a1, b, c}, allKinds, Result{Unchanged: []string{a1.Name, b.Name, c.Name}}},
		{"one change, one gone", []Artifact{a2, c}, allKinds,
			Result{Written: []string{a2.Name}, Unchanged: []string{c.Name}, Removed: []string{b.Name}}},
		{"only another kind asked for", []Artifact{b}, []string{"openapi"}, Result{Written: []string{b.Name}}},
		{"the kind of a is not asked for", []Artifact{b}, []string{"openapi", "schema"},
			Result{Unchanged: []string{b.Name}, Removed: []string{c.Name}}},
		{"nothing to write", nil, allKinds, Result{Removed: []string{a1.Name, b.Name}}},
	}
	for _, step := range steps {
		planned, err := Check(dir, step.artifacts, step.kinds)
		if err != nil {
			t.Fatal(err)
		}
		got := write(t, dir, step.artifacts, step.kinds...)
		if !reflect.DeepEqual(got, step.want) {
			t.Errorf("%s: got %+v, want %+v", step.name, got, step.want)
		}
		if said, want := foretold(planned), (Result{Written: step.want.Written, Removed: step.want.Removed}); !reflect.DeepEqual(said, want) {
			t.Errorf("%s: Check said %+v, want %+v", step.name, said, want)
		}
		if left, err := Check(dir, step.artifacts, step.kinds); err != nil || len(left) > 0 {
			t.Errorf("%s: Check finds %+v, %v after the build", step.name, left, err)
		}
	}
	wantFiles(t, dir, nil)
}

func TestWriteLeavesRightFilesAlone(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, set("a"))
	past := time.Now().Add(-time.Hour).Truncate(time.Second)
	before := map[string]fs.FileInfo{}
	for _, name := range list(t, dir) {
		path := filepath.Join(dir, name)
		if err := os.Chtimes(path, past, past); err != nil {
			t.Fatal(err)
		}
		before[name], _ = os.Stat(path)
	}
	write(t, dir, set("a"))
	for name, old := range before {
		now, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if !now.ModTime().Equal(past) || !os.SameFile(old, now) {
			t.Errorf("%s was written again", name)
		}
	}
	wantFiles(t, dir, set("a"))
}

func TestWriteFindsEveryDifference(t *testing.T) {
	long := strings.Repeat("x", 3*chunkSize)
	tests := map[string]string{ // what the file holds before
		"empty":               "",
		"first byte":          "x" + long[1:] + "\"\n",
		"last byte":           "\"" + long + "\"\r",
		"one byte more":       "\"" + long + "\"\n\n",
		"one byte less":       "\"" + long + "\"",
		"a chunk and no more": ("\"" + long)[:chunkSize],
		"middle":              "\"" + long[:2*chunkSize] + "y" + long[2*chunkSize+1:] + "\"\n",
	}
	for name, before := range tests {
		dir := t.TempDir()
		put(t, filepath.Join(dir, "a.json"), before)
		got := write(t, dir, []Artifact{artifact("a.json", "tools", long)})
		if !slices.Equal(got.Written, []string{"a.json"}) {
			t.Errorf("%s: got %+v", name, got)
		}
		wantFiles(t, dir, []Artifact{artifact("a.json", "tools", long)})
	}
}

func TestWriteKeepsMode(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old.json")
	put(t, old, "before")
	if err := os.Chmod(old, 0o600); err != nil {
		t.Fatal(err)
	}
	write(t, dir, []Artifact{artifact("old.json", "tools", "1"), artifact("new.json", "tools", "2")})
	plain := filepath.Join(t.TempDir(), "plain")
	put(t, plain, "") // created with 0644 less the umask
	like, _ := os.Stat(plain)
	for name, want := range map[string]fs.FileMode{"old.json": 0o600, "new.json": like.Mode(), manifestName: like.Mode()} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode() != want {
			t.Errorf("%s: got %v, %v, want %v", name, info.Mode(), err, want)
		}
	}
}

func TestWriteChangesNothingOnError(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, set("a"))
	if err := os.Mkdir(filepath.Join(dir, "z.lint.json"), 0o777); err != nil {
		t.Fatal(err)
	}
	_, err := Write(dir, append(set("b"), artifact("z.lint.json", "lint", "z")), allKinds)
	want := `cannot write "` + filepath.Join(dir, "z.lint.json") + `": there is a folder of that name`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	os.Remove(filepath.Join(dir, "z.lint.json"))
	wantFiles(t, dir, set("a"))
}

func TestWriteRefusesNames(t *testing.T) {
	tests := map[string][]string{
		`cannot write an artifact called "../a.json": it must be a plain file name`:                {"../a.json"},
		`cannot write an artifact called "a/b.json": it must be a plain file name`:                 {"a/b.json"},
		`cannot write an artifact called "": it must be a plain file name`:                         {""},
		`cannot write an artifact called ".schemac.json": it must be a plain file name`:            {".schemac.json"},
		`cannot write both "a.json" and "a.json": they differ at most in upper and lower case`:     {"a.json", "a.json"},
		`cannot write both "app.json" and "App.json": they differ at most in upper and lower case`: {"app.json", "App.json"},
	}
	for want, names := range tests {
		var artifacts []Artifact
		for _, name := range names {
			artifacts = append(artifacts, artifact(name, "tools", ""))
		}
		dir := filepath.Join(t.TempDir(), "out")
		if _, err := Write(dir, artifacts, allKinds); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", names, err, want)
		}
		if !isMissing(dir) {
			t.Errorf("%q: the folder was created", names)
		}
	}
}

func TestWriteFolder(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	put(t, file, "mine")
	for _, out := range []string{file, filepath.Join(file, "deep", "out")} {
		_, err := Write(out, set("a"), allKinds)
		want := `cannot create the output folder "` + out + `": "` + file + `" is a file`
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if got, err := Write(filepath.Join(dir, "none"), nil, allKinds); err != nil || !reflect.DeepEqual(got, Result{}) {
		t.Errorf("nothing to write: got %+v, %v", got, err)
	}
	if got := list(t, dir); !slices.Equal(got, []string{"file"}) || read(t, file) != "mine" {
		t.Errorf("the folder holds %q", got)
	}
}

// A folder that was made for a build that fails goes again.
func TestWriteTakesItsFolderBack(t *testing.T) {
	top := t.TempDir()
	long := artifact(strings.Repeat("n", 300)+".json", "tools", "no file system has such a name")
	if _, err := Write(filepath.Join(top, "x", "out"), append(set("a"), long), allKinds); err == nil {
		t.Error("no error")
	}
	if got := list(t, top); got != nil {
		t.Errorf("the folder holds %q", got)
	}
}

func TestWriteReadOnlyFolder(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("no folder is read-only for root")
	}
	dir := t.TempDir()
	write(t, dir, set("a"))
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	if _, err := Write(dir, set("b"), allKinds); !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), dir) {
		t.Errorf("got %v", err)
	}
	if got := write(t, dir, set("a")); len(got.Unchanged) != len(set("a")) {
		t.Errorf("a build that changes nothing: got %+v", got)
	}
	wantFiles(t, dir, set("a"))
}

func TestWriteFollowsLinks(t *testing.T) {
	top := t.TempDir()
	dir, elsewhere := filepath.Join(top, "out"), filepath.Join(top, "elsewhere")
	put(t, filepath.Join(elsewhere, "real.json"), "before")
	put(t, filepath.Join(dir, "keep"), "")
	links := map[string]string{
		"a.json": "../elsewhere/real.json", "b.json": "c.json", "c.json": filepath.Join(elsewhere, "later.json"), "loop.json": "loop.json",
	}
	for name, target := range links {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip("no symbolic links here: ", err)
		}
	}
	artifacts := []Artifact{artifact("a.json", "tools", "A"), artifact("b.json", "tools", "B")}
	write(t, dir, artifacts)
	for path, want := range map[string]string{"real.json": "\"A\"\n", "later.json": "\"B\"\n"} {
		if got := read(t, filepath.Join(elsewhere, path)); got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
	for name, target := range links {
		if got, _ := os.Readlink(filepath.Join(dir, name)); got != target {
			t.Errorf("%s is no longer a link to %s but %q", name, target, got)
		}
	}
	if got := write(t, dir, artifacts); len(got.Unchanged) != 2 {
		t.Errorf("second build: got %+v", got)
	}
	for want, names := range map[string][]string{"too many symbolic links": {"loop.json"}, "the same file": {"b.json", "c.json"}} {
		var bad []Artifact
		for _, name := range names {
			bad = append(bad, artifact(name, "tools", "x"))
		}
		if _, err := Write(dir, bad, allKinds); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", names, err, want)
		}
	}
	// A link that is obsolete was not made by a build, so no build removes it.
	if got := write(t, dir, nil); !slices.Equal(got.Kept, []string{"a.json", "b.json"}) || got.Removed != nil {
		t.Errorf("nothing to write: got %+v", got)
	}
}

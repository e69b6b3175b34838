package emit

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"schemac/model/ordered"
)

// TestMain lets the test binary be the second process of a test: see child.
func TestMain(m *testing.M) {
	if dir := os.Getenv("EMIT_TEST_FOLDER"); dir != "" {
		child(dir, os.Getenv("EMIT_TEST_VERSIONS"))
		return
	}
	os.Exit(m.Run())
}

// child writes set after set into a folder: one for each letter of versions, then from the start again, until it is
// killed. With EMIT_TEST_ROUNDS it stops by itself.
func child(dir, versions string) {
	rounds, endless := 0, os.Getenv("EMIT_TEST_ROUNDS") == ""
	if !endless {
		rounds, _ = strconv.Atoi(os.Getenv("EMIT_TEST_ROUNDS"))
	}
	for i := 0; endless || i < rounds; i++ {
		version := string(versions[i%len(versions)])
		if _, err := Write(dir, set(version), allKinds); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

var allKinds = []string{"tools", "resources", "openapi", "schema", "lint"}

// artifact returns one that holds a single string.
func artifact(name, kind, text string) Artifact {
	return Artifact{Name: name, Kind: kind, Encode: func(w *ordered.Writer) { w.String(text) }}
}

// set returns artifacts whose bytes, sizes and names depend on the version.
func set(version string) []Artifact {
	artifacts := []Artifact{
		artifact("only-"+version+".tools.json", "tools", version),
		artifact("lint.json", "lint", "the same in all versions"),
	}
	for i := range 4 {
		text := strings.Repeat(version, 30_000*(i+1)+int(version[0]))
		artifacts = append(artifacts, artifact(fmt.Sprintf("app%d.openapi.json", i), "openapi", text))
	}
	return artifacts
}

// write is a Write that has to succeed.
func write(t *testing.T, dir string, artifacts []Artifact, kinds ...string) Result {
	t.Helper()
	if len(kinds) == 0 {
		kinds = allKinds
	}
	result, err := Write(dir, artifacts, kinds)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// wantFiles checks that a folder holds exactly the artifacts and a manifest, hidden files included.
func wantFiles(t *testing.T, dir string, artifacts []Artifact) {
	t.Helper()
	want := []string{manifestName}
	for _, a := range artifacts {
		want = append(want, a.Name)
		got, err := os.ReadFile(filepath.Join(dir, a.Name))
		if err != nil {
			t.Error(err)
		} else if string(got) != string(Bytes(a)) {
			t.Errorf("%s has %d bytes, want %d; it starts with %.40q", a.Name, len(got), len(Bytes(a)), got)
		}
	}
	slices.Sort(want)
	if got := list(t, dir); !slices.Equal(got, want) {
		t.Errorf("the folder holds %q, want %q", got, want)
	}
}

func list(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

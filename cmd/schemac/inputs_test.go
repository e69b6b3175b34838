package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"schemac/model/diag"
	"schemac/parse"
)

// find runs a search as a command does, and returns the root below dir, the files as "name kind" with a star for those
// that are named, and what was said.
func find(t *testing.T, dir string, args ...string) (root string, files []string, diagnostics string, err error) {
	t.Helper()
	diags := &diag.List{}
	c, err := loadConfig(args, "", diags)
	if err != nil {
		return "", nil, "", err
	}
	s, err := findSources(c, args, c.outFolder(""), diags)
	if err != nil {
		return "", nil, "", err
	}
	for _, f := range s.Files {
		line := f.Name + " " + [...]string{parse.GraphQL: "graphql", parse.ResourceClass: "resource", parse.Guardfile: "guardfile"}[f.Kind]
		if f.Named {
			line += " *"
		}
		files = append(files, line)
	}
	root, _ = filepath.Rel(dir, s.Root)
	return filepath.ToSlash(root), files, said(diags), nil
}

// wantFiles checks what a search finds.
func wantFiles(t *testing.T, dir string, args []string, wantRoot string, want ...string) {
	t.Helper()
	root, files, said, err := find(t, dir, args...)
	if err != nil || said != "" {
		t.Errorf("%q: %v %s", args, err, said)
	}
	if root != wantRoot || !slices.Equal(files, want) {
		t.Errorf("%q: got root %q and\n%s\nwant root %q and\n%s", args, root, strings.Join(files, "\n"), wantRoot, strings.Join(want, "\n"))
	}
}

var project = map[string]string{
	"app/schema.graphql":                "",
	"app/types/more.gql":                "",
	"app/guards/team.mcp.kdl":           "",
	"app/resources.js":                  "",
	"app/resources.ts":                  "",
	"app/README.md":                     "",
	"app/guards/plain.kdl":              "",
	"app/other.js":                      "",
	"app/old.graphql.bak":               "",
	"app/.hidden.graphql":               "",
	"app/.git/x.graphql":                "",
	"app/node_modules/m/schema.graphql": "",
	"app/sub/vendor/v/schema.graphql":   "",
	"app/schemac-out/x.graphql":         "",
	"app/link.graphql":                  "-> schema.graphql",
	"app/loop":                          "-> .",
	"app/up":                            "-> ../..",
	"lib/lib.graphql":                   "",
	"empty/README.md":                   "",
	"alias":                             "-> app",
}

func TestFolderSearch(t *testing.T) {
	dir := tree(t, project)
	t.Chdir(dir)
	inApp := []string{"guards/team.mcp.kdl guardfile", "resources.js resource", "resources.ts resource", "schema.graphql graphql", "types/more.gql graphql"}
	for _, args := range [][]string{
		{"app"}, {"./app"}, {"app/"}, {"app/../app"}, {filepath.Join(dir, "app")}, {dir + "/app/"}, {"app", "./app/", "app/types"},
	} {
		// Nothing in schemac-out is skipped here: the output folder is the one in the working directory.
		wantFiles(t, dir, args, "app", slices.Insert(slices.Clone(inApp), 4, "schemac-out/x.graphql graphql")...)
	}
	wantFiles(t, dir, []string{"alias"}, "alias", slices.Insert(slices.Clone(inApp), 4, "schemac-out/x.graphql graphql")...)
	for _, work := range []struct {
		dir  string
		args []string
	}{{"app", nil}, {"app", []string{"."}}, {"app", []string{"../app"}}, {"alias", nil}} {
		t.Chdir(filepath.Join(dir, work.dir))
		wantFiles(t, dir, work.args, "app", inApp...)
	}
	t.Chdir(filepath.Join(dir, "app", "types"))
	wantFiles(t, dir, []string{"..", "../types"}, "app", slices.Insert(slices.Clone(inApp), 4, "schemac-out/x.graphql graphql")...)
}

func TestNamedFiles(t *testing.T) {
	dir := tree(t, project)
	t.Chdir(dir)
	wantFiles(t, dir, []string{"app/schema.graphql"}, "app", "schema.graphql graphql *")
	wantFiles(t, dir, []string{"app/other.js"}, "app", "other.js resource *")
	wantFiles(t, dir, []string{"app/.hidden.graphql"}, "app", ".hidden.graphql graphql *")
	wantFiles(t, dir, []string{"app/node_modules/m"}, "app/node_modules/m", "schema.graphql graphql")
	wantFiles(t, dir, []string{"app/types/more.gql", "lib"}, ".", "app/types/more.gql graphql *", "lib/lib.graphql graphql")
	wantFiles(t, dir, []string{"lib", "app/types/more.gql"}, ".", "app/types/more.gql graphql *", "lib/lib.graphql graphql")
	wantFiles(t, dir, []string{"lib", "lib/lib.graphql"}, "lib", "lib.graphql graphql *")
	// One file under two names is one file.
	wantFiles(t, dir, []string{"app/link.graphql", "app/schema.graphql"}, "app", "link.graphql graphql *")
	wantFiles(t, dir, []string{"app/types", "alias/types"}, "app/types", "more.gql graphql")
}

func TestSearchFaults(t *testing.T) {
	dir := tree(t, project)
	t.Chdir(dir)
	tests := []struct {
		args []string
		want string
	}{
		{[]string{"empty"}, `- error input-empty: no sources in folder "empty"; a search looks for *.graphql, *.gql, *.mcp.kdl, resources.js and resources.ts` + "\n"},
		{[]string{"lib", "empty"}, `- error input-empty: no sources in folder "empty"; a search looks for *.graphql, *.gql, *.mcp.kdl, resources.js and resources.ts` + "\n"},
		{[]string{"app/README.md"}, `- error input-kind: cannot tell what "app/README.md" is; a source is *.graphql or *.gql (schema), *.mcp.kdl (guardfile), *.js or *.ts (Resource classes)` + "\n"},
	}
	for _, test := range tests {
		if _, _, got, err := find(t, dir, test.args...); err != nil || got != test.want {
			t.Errorf("%q: got %s %v, want %s", test.args, got, err, test.want)
		}
	}
}

func TestUnreadableFolder(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root reads everything")
	}
	dir := tree(t, project)
	t.Chdir(dir)
	if err := os.Chmod("app/types", 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod("app/types", 0o777)
	_, _, _, err := find(t, dir, "app")
	if want := `cannot read folder "app/types": permission denied`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestInputsOfConfig(t *testing.T) {
	dir := tree(t, map[string]string{
		"p/schemac.yaml":     "inputs: [schema.graphql, guards/]\n",
		"p/schema.graphql":   "",
		"p/other.graphql":    "",
		"p/guards/a.mcp.kdl": "",
		"p/sub/b.graphql":    "",
		"q/schemac.yaml":     "name: q\nout: made\n",
		"q/q.graphql":        "",
		"q/made/x.graphql":   "",
		"q/sub/deep/r.gql":   "",
		"bad/schemac.yaml":   "inputs: [../p, none]\n",
		"far/schemac.yaml":   "inputs:\n  - ../p\n  - docs\n  - a.txt\n",
		"far/docs/x.md":      "",
		"far/a.txt":          "",
	})
	for _, work := range []string{"p", "p/sub"} {
		t.Chdir(filepath.Join(dir, work))
		wantFiles(t, dir, nil, "p", "guards/a.mcp.kdl guardfile", "schema.graphql graphql *")
	}
	t.Chdir(dir)
	wantFiles(t, dir, []string{"p/other.graphql"}, "p", "other.graphql graphql *")
	wantFiles(t, dir, []string{"p/sub"}, "p", "sub/b.graphql graphql")
	t.Chdir(filepath.Join(dir, "q", "sub"))
	wantFiles(t, dir, nil, "q", "q.graphql graphql", "sub/deep/r.gql graphql")
	wantFiles(t, dir, []string{"."}, "q", "sub/deep/r.gql graphql")

	t.Chdir(filepath.Join(dir, "bad"))
	if _, _, _, err := find(t, dir); err == nil || err.Error() != `schemac.yaml:1:16: "none" does not exist` {
		t.Errorf("got %v", err)
	}
	t.Chdir(filepath.Join(dir, "far"))
	want := `schemac.yaml:2:5 error input-outside: input "../p" lies outside the folder of schemac.yaml; move schemac.yaml up or the input down
schemac.yaml:3:5 error input-empty: no sources in folder "docs"; a search looks for *.graphql, *.gql, *.mcp.kdl, resources.js and resources.ts
schemac.yaml:4:5 error input-kind: cannot tell what "a.txt" is; a source is *.graphql or *.gql (schema), *.mcp.kdl (guardfile), *.js or *.ts (Resource classes)
`
	if _, _, got, err := find(t, dir); err != nil || got != want {
		t.Errorf("got %s %v, want %s", got, err, want)
	}
}

package main

import (
	"slices"
	"strings"
	"testing"

	"schemac/model/diag"
)

func TestHarperFiles(t *testing.T) {
	files := map[string]string{
		"schema.graphql": "", "src/a.graphql": "", "src/deep/b.graphql": "", "src/c.gql": "", "src/d.graphqls": "", "src/notes.md": "",
		"resources.js": "", "src/res/one.ts": "", "src/res/two.js": "", "src/.x.graphql": "", "guards/g.mcp.kdl": "",
		"vendor/v.graphql": "", "vendor/sub/w.graphql": "", "node_modules/n.graphql": "",
	}
	const guard, plainSchemas, plainResources = "guards/g.mcp.kdl", "schema.graphql src/a.graphql src/c.gql src/deep/b.graphql", "resources.js"
	tests := []struct{ name, config, want string }{
		{"not Harper's", "debug: true\n", guard + " " + plainSchemas + " " + plainResources},
		{"neither key, but the word", "# graphqlSchema\nrest: true\n", guard + " " + plainSchemas + " " + plainResources},
		{"not even a mapping", "- graphqlSchema\n", guard + " " + plainSchemas + " " + plainResources},
		{"empty", "", guard + " " + plainSchemas + " " + plainResources},
		{"the default", "rest: true\ngraphqlSchema:\n  files: '*.graphql'\njsResource:\n  files: 'resources.js'\n", guard + " schema.graphql resources.js"},
		{"one key leaves the other kind alone", "graphqlSchema: {files: ./schema.graphql}\n", guard + " schema.graphql resources.js"},
		{"the other key", "jsResource: {files: 'src/res/*.ts'}\n", guard + " " + plainSchemas + " src/res/one.ts"},
		{"list", "graphqlSchema: {files: [schema.graphql, 'src/*.graphql']}\n", guard + " schema.graphql src/a.graphql resources.js"},
		{"object", "graphqlSchema: {files: {source: 'src/**/*.graphql', ignore: 'src/deep'}}\n", guard + " src/a.graphql resources.js"},
		{"object with lists", "graphqlSchema: {files: {source: ['**/*.{graphql,gql}'], ignore: [src/a.graphql, '**/deep/**'], only: files}}\n", guard + " schema.graphql src/c.gql resources.js"},
		{"negation", "graphqlSchema: {files: ['src/**/*.graphql', '!src/deep/**']}\n", guard + " src/a.graphql resources.js"},
		{"leading slash", "graphqlSchema: {files: /src/*.gql}\n", guard + " src/c.gql resources.js"},
		{"another suffix", "graphqlSchema: {files: 'src/*.graphqls'}\n", guard + " src/d.graphqls resources.js"},
		{"no suffix asked for", "graphqlSchema: {files: 'src/*'}\njsResource: {files: './'}\n", guard + " src/a.graphql src/c.gql resources.js src/res/one.ts src/res/two.js"},
		{"skipped folder by name", "graphqlSchema: {files: ['vendor/*.graphql', '*.graphql']}\n", guard + " schema.graphql vendor/v.graphql resources.js"},
		{"skipped folder by wildcard", "graphqlSchema: {files: '**/*.graphql'}\n", guard + " schema.graphql src/a.graphql src/deep/b.graphql resources.js"},
		{"switched off", "graphqlSchema: {files: schema.graphql}\njsResource: false\n", guard + " schema.graphql"},
		{"without a value", "graphqlSchema:\njsResource:\n  files: resources.js\n", guard + " resources.js"},
		{"alias", "graphqlSchema: {files: &f [schema.graphql]}\nx: {files: *f}\n", guard + " schema.graphql resources.js"},
	}
	for _, test := range tests {
		files["config.yaml"] = test.config
		dir := tree(t, files)
		t.Chdir(dir)
		_, found, said, err := find(t, dir)
		want := strings.Fields(test.want)
		slices.Sort(want)
		for i, f := range found {
			found[i], _, _ = strings.Cut(f, " ")
		}
		if err != nil || said != "" || !slices.Equal(found, want) {
			t.Errorf("%s: got %q %s %v, want %q", test.name, found, said, err, want)
		}
	}
}

func TestHarperKinds(t *testing.T) {
	dir := tree(t, map[string]string{
		"config.yaml": "graphqlSchema: {files: types.txt}\njsResource: {files: 'lib/*.mjs'}\n",
		"types.txt":   "", "lib/a.mjs": "", "lib/b.mjs": "",
	})
	t.Chdir(dir)
	wantFiles(t, dir, nil, ".", "lib/a.mjs resource", "lib/b.mjs resource", "types.txt graphql")
	wantFiles(t, dir, []string{"lib/a.mjs"}, "lib", "a.mjs resource *")
}

func TestHarperFaults(t *testing.T) {
	tests := []struct{ config, want string }{
		{"graphqlSchema: {files: ../x.graphql}\n", `1:24 warning harper-config: glob "../x.graphql" leads out of the application; Harper refuses ".."`},
		{"graphqlSchema: '*.graphql'\n", `1:16 warning harper-config: "graphqlSchema" is "*.graphql"; it must be a group of keys with "files"`},
		{"graphqlSchema: true\n", `1:16 warning harper-config: "graphqlSchema" is "true"; it must be a group of keys with "files"`},
		{"graphqlSchema:\n  path: x\n", `2:3 warning harper-config: "graphqlSchema" has no "files", so Harper reads no file`},
		{"graphqlSchema: {files: {ignore: x}}\n", `1:24 warning harper-config: "files" of "graphqlSchema" has no "source"`},
		{"graphqlSchema: {files: [{a: b}]}\n", `1:25 warning harper-config: "files" of "graphqlSchema" is a group of keys; it must be a glob or a list of globs`},
		{"graphqlSchema: {files: ''}\n", `1:24 warning harper-config: "files" of "graphqlSchema" is ""; it must be a glob or a list of globs`},
		{"graphqlSchema: {files: 'a['}\n", `1:24 warning harper-config: "a[" is no glob`},
		{"graphqlSchema: {files: '+(a|b).graphql'}\n", `1:24 warning harper-config: glob "+(a|b).graphql" has an extended group, which is not understood here; write {a,b}`},
		{"graphqlSchema: {files: [s.graphql, none.graphql]}\n", `1:36 info harper-no-match: no file matches "none.graphql"`},
		{"graphqlSchema:\n  files: [s.graphql\nx: 1\n", `2:3 warning harper-config: config.yaml is no valid YAML: did not find expected ',' or ']'; it is not followed`},
		{"graphqlSchema: \x00\n", `1:16 warning harper-config: config.yaml is no UTF-8 text; it is not followed`},
		{"{{ broken }: {", ""},
	}
	for _, test := range tests {
		dir := tree(t, map[string]string{"app/config.yaml": test.config, "app/s.graphql": "", "t.graphql": ""})
		t.Chdir(dir)
		_, files, got, err := find(t, dir)
		want := test.want
		if want != "" {
			want = "app/config.yaml:" + want + "\n"
		}
		if err != nil || got != want {
			t.Errorf("%q: got %s %v, want %s", test.config, got, err, want)
		}
		if want := []string{"app/s.graphql graphql", "t.graphql graphql"}; !slices.Equal(files, want) {
			t.Errorf("%q: got %q, want %q", test.config, files, want)
		}
	}
}

// Applications in sub-folders each go by their own configuration; a glob of an outer one reaches into them.
func TestHarperApplications(t *testing.T) {
	dir := tree(t, map[string]string{
		"apps/a/config.yaml":          "graphqlSchema: {files: 'schemas/*.graphql'}\n",
		"apps/a/schemas/a.graphql":    "",
		"apps/a/draft.graphql":        "",
		"apps/b/config.yaml":          "jsResource: {files: r.js}\n",
		"apps/b/b.graphql":            "",
		"apps/b/r.js":                 "",
		"apps/b/in/config.yaml":       "graphqlSchema: {files: x.graphql}\n",
		"apps/b/in/x.graphql":         "",
		"apps/b/in/y.graphql":         "",
		"apps/b/in/resources.js":      "",
		"apps/c/harper-config.yaml":   "graphqlSchema: {files: new.graphql}\n",
		"apps/c/config.yaml":          "graphqlSchema: {files: old.graphql}\n",
		"apps/c/new.graphql":          "",
		"apps/c/old.graphql":          "",
		"plain/p.graphql":             "",
		"outer/config.yaml":           "graphqlSchema: {files: 'mods/*/s.graphql'}\n",
		"outer/mods/m/config.yaml":    "graphqlSchema: {files: t.graphql}\n",
		"outer/mods/m/s.graphql":      "",
		"outer/mods/m/t.graphql":      "",
		"outer/mods/m/u.graphql":      "",
		"outer/node_modules/x/config": "",
	})
	t.Chdir(dir)
	wantFiles(t, dir, nil, ".",
		"apps/a/schemas/a.graphql graphql",
		"apps/b/b.graphql graphql",
		"apps/b/in/resources.js resource",
		"apps/b/in/x.graphql graphql",
		"apps/b/r.js resource",
		"apps/c/new.graphql graphql",
		"outer/mods/m/s.graphql graphql",
		"outer/mods/m/t.graphql graphql",
		"plain/p.graphql graphql",
	)
	wantFiles(t, dir, []string{"apps/a"}, "apps/a", "schemas/a.graphql graphql")
	wantFiles(t, dir, []string{"apps/a/draft.graphql"}, "apps/a", "draft.graphql graphql *")

	s, err := findSources(defaultConfig(), []string{"apps"}, "", &diag.List{})
	if want := []string{"a/config.yaml", "b/config.yaml", "b/in/config.yaml", "c/harper-config.yaml"}; err != nil || !slices.Equal(s.Configs, want) {
		t.Errorf("read: got %q %v, want %q", s.Configs, err, want)
	}
}

func TestHarperHelpsWhenNothingIsFound(t *testing.T) {
	dir := tree(t, map[string]string{"config.yaml": "graphqlSchema: {files: schemas.graphql}\n", "schema.graphql": ""})
	t.Chdir(dir)
	diags := &diag.List{}
	if _, err := findSources(defaultConfig(), nil, "", diags); err != nil {
		t.Fatal(err)
	}
	want := `- error input-empty: no sources in folder "."; a search looks for *.graphql, *.gql, *.mcp.kdl, resources.js and resources.ts
config.yaml:1:24 info harper-no-match: no file matches "schemas.graphql"
`
	if got := said(diags); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if help := diags.Sorted()[0].Help; !strings.Contains(help, "graphqlSchema") {
		t.Errorf("the help is %q", help)
	}
}

func TestHarperConfigIsNoLink(t *testing.T) {
	dir := tree(t, map[string]string{"config.yaml": "-> real.yaml", "real.yaml": "graphqlSchema: {files: a.graphql}\n", "a.graphql": "", "b.graphql": ""})
	t.Chdir(dir)
	wantFiles(t, dir, nil, ".", "a.graphql graphql", "b.graphql graphql")
}

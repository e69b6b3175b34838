// Package docs holds the documentation to the code.
package docs

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const module = "schemac/"

// The import graph in architecture.md is the one of the code.
func TestImportGraph(t *testing.T) {
	if diff := cmp.Diff(documentedImports(t), actualImports(t)); diff != "" {
		t.Errorf("docs/architecture.md and the code disagree (-document +code):\n%s", diff)
	}
}

// Each dependency has a row in architecture.md that says which package alone imports it.
func TestDependencies(t *testing.T) {
	documented := map[string][]string{}
	for line := range strings.Lines(read(t, "architecture.md")) {
		cells := strings.Split(line, "|")
		if len(cells) == 5 && strings.Contains(cells[1], ".") && strings.Contains(cells[1], "/") {
			documented[strings.TrimSpace(cells[1])] = strings.Split(strings.TrimSpace(cells[2]), ", ")
		}
	}
	actual := map[string][]string{}
	for pkg, imports := range packages(t) {
		for _, path := range imports {
			if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") {
				continue
			}
			owner := moduleOf(t, path)
			if !slices.Contains(actual[owner], pkg) {
				actual[owner] = append(actual[owner], pkg)
			}
		}
	}
	for _, users := range []map[string][]string{documented, actual} {
		for name := range users {
			slices.Sort(users[name])
		}
	}
	if diff := cmp.Diff(documented, actual); diff != "" {
		t.Errorf("docs/architecture.md and the code disagree (-document +code):\n%s", diff)
	}
}

func documentedImports(t *testing.T) map[string][]string {
	_, block, ok := strings.Cut(read(t, "architecture.md"), "```imports\n")
	block, _, ok2 := strings.Cut(block, "```")
	if !ok || !ok2 {
		t.Fatal("architecture.md has no imports block")
	}
	graph := map[string][]string{}
	for line := range strings.Lines(block) {
		from, to, found := strings.Cut(line, "->")
		if !found {
			t.Fatalf("line %q has no arrow", line)
		}
		graph[strings.TrimSpace(from)] = strings.Fields(to)
	}
	return graph
}

func actualImports(t *testing.T) map[string][]string {
	graph := map[string][]string{}
	for pkg, imports := range packages(t) {
		own := []string{}
		for _, path := range imports {
			if inside, ok := strings.CutPrefix(path, module); ok {
				own = append(own, inside)
			}
		}
		slices.Sort(own)
		graph[pkg] = own
	}
	return graph
}

// packages lists the packages of this module that have code, each with its imports; tests do not count.
func packages(t *testing.T) map[string][]string {
	t.Helper()
	command := exec.Command("go", "list", "-f", `{{if .GoFiles}}{{.ImportPath}} {{join .Imports " "}}{{end}}`, "./...")
	command.Dir = ".."
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		if len(words) > 0 {
			all[strings.TrimPrefix(words[0], module)] = words[1:]
		}
	}
	return all
}

var modules []string

// moduleOf returns the required module that a package belongs to.
func moduleOf(t *testing.T, path string) string {
	t.Helper()
	if modules == nil {
		for line := range strings.Lines(read(t, "../go.mod")) {
			if words := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "require ")); len(words) >= 2 && strings.HasPrefix(words[1], "v") {
				modules = append(modules, words[0])
			}
		}
	}
	best := path
	for _, m := range modules {
		if path == m || strings.HasPrefix(path, m+"/") {
			best = m
		}
	}
	return best
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"go.yaml.in/yaml/v3"

	"schemac/model/diag"
	"schemac/model/source"
	"schemac/parse"
)

// Harper reads an application by the configuration file in its folder: components/componentLoader.ts takes the first
// of these names that exists, and the keys graphqlSchema and jsResource say by glob which files the two components
// read. With neither key the file is somebody else's.
var (
	harperConfigs = []string{"harper-config.yaml", "harperdb-config.yaml", "config.yaml"}
	harperKeys    = []harperKey{{parse.GraphQL, "graphqlSchema"}, {parse.ResourceClass, "jsResource"}}
)

// A harperKey is the key that says which files of a kind count.
type harperKey struct {
	kind parse.Kind
	name string
}

// A harperApp is a folder with a configuration of Harper's.
type harperApp struct {
	dir string // absolute
	// files say for each kind of source which files count; nil leaves the kind to the search.
	files map[parse.Kind]*harperFiles
}

// harperFiles is what Harper calls FilesOption: a glob, a list of globs, or {source: …, ignore: …}.
type harperFiles struct {
	source, ignore []*harperGlob
}

// A harperGlob is relative to the folder of the application.
type harperGlob struct {
	pattern string
	span    source.Span
	matched bool
}

// application returns the application that a folder is, or nil. A configuration that is broken is reported, and what
// cannot be understood of it is left to the search.
func (w *walk) application(dir string, entries []fs.DirEntry) (*harperApp, error) {
	name := harperConfig(entries)
	if name == "" {
		return nil, nil
	}
	file := filepath.Join(dir, name)
	f, faults, err := readYAML(file, w.name(file))
	if errors.Is(err, errYAMLTooLarge) {
		return nil, nil // nobody writes such a configuration for Harper
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read %q: %w", w.shown(file), plainCause(err))
	}
	w.configs = append(w.configs, f.Name)
	if !slices.ContainsFunc(harperKeys, func(key harperKey) bool { return strings.Contains(f.Text, key.name) }) {
		return nil, nil
	}
	if len(faults) > 0 {
		w.diags.Warnf(f.Span(faults[0].Offset, faults[0].Offset), "harper-config", "%s is no UTF-8 text; it is not followed", name)
		return nil, nil
	}
	root, _, fault := parseYAML(f)
	if fault != nil {
		w.diags.Warnf(fault.span, "harper-config", "%s is no valid YAML: %s; it is not followed", name, fault.message)
		return nil, nil
	}
	if root == nil || root.Kind != yaml.MappingNode {
		return nil, nil
	}
	reader := harperReader{places: yamlPlaces{file: f}, diags: w.diags}
	return reader.application(dir, root), nil
}

func harperConfig(entries []fs.DirEntry) string {
	for _, name := range harperConfigs {
		if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == name && e.Type().IsRegular() }) {
			return name
		}
	}
	return ""
}

// namedByApps returns what a file is to the applications that it lies in, if one of them names it.
func namedByApps(file string, apps []*harperApp) (kind parse.Kind, ok bool) {
	for _, app := range apps {
		rel, err := filepath.Rel(app.dir, file)
		if err != nil {
			continue
		}
		for _, key := range harperKeys {
			if files := app.files[key.kind]; files != nil && files.match(filepath.ToSlash(rel), key.kind) {
				return key.kind, true
			}
		}
	}
	return 0, false
}

// leadsInto reports whether a glob of the application names a folder, or one below it, letter by letter: so clear a
// wish counts more than that a search would skip the folder.
func (a *harperApp) leadsInto(folder string) bool {
	rel, err := filepath.Rel(a.dir, folder)
	if err != nil {
		return false
	}
	rel = filepath.ToSlash(rel)
	for _, files := range a.files {
		if files == nil {
			continue
		}
		for _, g := range files.source {
			base, _ := doublestar.SplitPattern(g.pattern)
			if base == rel || strings.HasPrefix(base, rel+"/") {
				return true
			}
		}
	}
	return false
}

// match reports whether a file counts, by its slash path below the application. Every glob that matches takes note.
func (h *harperFiles) match(rel string, kind parse.Kind) bool {
	for p := rel; p != "."; p = path.Dir(p) {
		if slices.ContainsFunc(h.ignore, func(g *harperGlob) bool { return g.match(p) }) {
			return false
		}
	}
	matched := false
	for _, g := range h.source {
		if g.match(rel) && (g.spellsSuffix() || isUsual(rel, kind)) {
			g.matched, matched = true, true
		}
	}
	return matched
}

// match follows Harper's library in that a wildcard stands for no hidden file.
func (g *harperGlob) match(rel string) bool {
	if strings.HasPrefix(path.Base(rel), ".") && !strings.HasPrefix(path.Base(g.pattern), ".") {
		return false
	}
	ok, err := doublestar.Match(g.pattern, rel)
	return ok && err == nil
}

// spellsSuffix reports whether the glob says itself which suffix it wants. "schemas/**" does not, and takes only files
// with a suffix of their kind: Harper would try to read every other file as well.
func (g *harperGlob) spellsSuffix() bool { return !strings.HasSuffix(g.pattern, "*") }

func isUsual(rel string, kind parse.Kind) bool {
	usual, ok := kindOf(rel)
	return ok && usual == kind
}

// reportUnmatched says which globs name no file: a build step may not have run, or the name has a mistake.
func (w *walk) reportUnmatched() {
	for _, app := range w.apps {
		for _, files := range app.files {
			if files == nil {
				continue
			}
			for _, g := range files.source {
				if !g.matched {
					w.diags.Infof(g.span, "harper-no-match", "no file matches %q", g.pattern)
				}
			}
		}
	}
}

// A harperReader reads one configuration.
type harperReader struct {
	places yamlPlaces
	diags  *diag.List
}

func (r *harperReader) application(dir string, root *yaml.Node) *harperApp {
	app, mine := &harperApp{dir: dir, files: map[parse.Kind]*harperFiles{}}, false
	for _, key := range harperKeys {
		if component := member(root, key.name); component != nil {
			mine = true
			app.files[key.kind] = r.component(key.name, component)
		}
	}
	if !mine {
		return nil
	}
	return app
}

// component returns what a component reads. Harper does not start a component without a value.
func (r *harperReader) component(key string, n *yaml.Node) *harperFiles {
	if n.Kind == yaml.ScalarNode && (n.Tag == "!!null" || strings.EqualFold(n.Value, "false")) {
		return &harperFiles{}
	}
	if n.Kind != yaml.MappingNode {
		r.warnf(n, "%q is %s; it must be a group of keys with %q", key, yamlType(n), "files")
		return nil
	}
	files := member(n, "files")
	if files == nil {
		r.warnf(n, "%q has no %q, so Harper reads no file", key, "files")
		return nil
	}
	return r.files(key, files)
}

func (r *harperReader) files(key string, n *yaml.Node) *harperFiles {
	from, ignored := n, (*yaml.Node)(nil)
	if n.Kind == yaml.MappingNode {
		from, ignored = member(n, "source"), member(n, "ignore")
		if from == nil {
			r.warnf(n, "%q of %q has no %q", "files", key, "source")
			return nil
		}
	}
	result := &harperFiles{}
	if ignored != nil {
		result.ignore = r.globs(key, ignored)
	}
	for _, g := range r.globs(key, from) {
		if rest, negated := strings.CutPrefix(g.pattern, "!"); negated {
			g.pattern = rest
			result.ignore = append(result.ignore, g)
			continue
		}
		result.source = append(result.source, g)
	}
	if len(result.source) == 0 {
		return nil // each glob has been reported
	}
	return result
}

// globs reads a glob or a list of them.
func (r *harperReader) globs(key string, n *yaml.Node) []*harperGlob {
	items := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		items = n.Content
	}
	var globs []*harperGlob
	for _, item := range items {
		text := plainNode(item)
		if !isText(text) || strings.TrimSpace(text.Value) == "" {
			r.warnf(item, "%q of %q is %s; it must be a glob or a list of globs", "files", key, yamlType(text))
			continue
		}
		if g := r.glob(item, text.Value); g != nil {
			globs = append(globs, g)
		}
	}
	return globs
}

// glob brings a glob into the form of doublestar, as Harper brings it into that of fast-glob.
func (r *harperReader) glob(n *yaml.Node, glob string) *harperGlob {
	pattern := strings.TrimPrefix(strings.TrimPrefix(glob, "/"), "./")
	switch {
	case strings.Contains(pattern, ".."):
		r.warnf(n, "glob %q leads out of the application; Harper refuses %q", glob, "..")
		return nil
	case pattern == "" || pattern == ".":
		pattern = "**/*"
	case slices.ContainsFunc([]string{"@(", "+(", "?(", "*(", "!("}, func(s string) bool { return strings.Contains(pattern, s) }):
		r.warnf(n, "glob %q has an extended group, which is not understood here; write {a,b}", glob)
		return nil
	case !doublestar.ValidatePattern(pattern):
		r.warnf(n, "%q is no glob", glob)
		return nil
	}
	return &harperGlob{pattern: pattern, span: r.places.span(n)}
}

func (r *harperReader) warnf(n *yaml.Node, format string, args ...any) {
	r.diags.Warnf(r.places.span(n), "harper-config", format, args...)
}

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"schemac/model/diag"
)

// A search collects the files of a run.
type search struct {
	root    string
	out     string                // the output folder, absolute
	found   map[string]sourceFile // by the path free of symbolic links
	configs []string
	folders []string
	diags   *diag.List
}

// sources returns what was found.
func (s *search) sources() *sources {
	result := &sources{Root: s.root}
	for _, file := range s.found {
		result.Files = append(result.Files, file)
	}
	slices.SortFunc(result.Files, func(a, b sourceFile) int { return strings.Compare(a.Name, b.Name) })
	slices.Sort(s.configs)
	result.Configs = slices.Compact(s.configs)
	slices.Sort(s.folders)
	result.Folders = slices.Compact(s.folders)
	return result
}

// input takes a file, or searches a folder.
func (s *search) input(in input) error {
	if !isWithin(in.abs, s.root) {
		s.diags.Errorf(in.Span, "input-outside", "input %q lies outside the folder of %s; move %s up or the input down", in.Path, configName, configName)
		return nil
	}
	if !in.folder {
		s.file(in)
		return nil
	}
	w := walk{search: s, start: in}
	if err := w.folder(in.abs, nil, false); err != nil {
		return err
	}
	if w.count == 0 {
		s.diags.Errorf(in.Span, "input-empty", "no sources in folder %q; a search looks for %s", in.Path, searchedNames).
			WithHelp("%s", w.emptyHelp())
	}
	w.reportUnmatched()
	return nil
}

func (s *search) file(in input) {
	kind, ok := kindOf(filepath.Base(in.abs))
	if !ok {
		s.diags.Errorf(in.Span, "input-kind", "cannot tell what %q is; a source is *.graphql or *.gql (schema), *.mcp.kdl (guardfile), *.js or *.ts (Resource classes)", in.Path)
		return
	}
	s.add(in.real, sourceFile{Name: s.name(in.abs), Kind: kind, Named: true})
}

// add takes a file. Of one that has been found before, under this or another name, the lesser name counts, so that
// the order of inputs does not matter.
func (s *search) add(real string, file sourceFile) {
	if before, ok := s.found[real]; ok {
		file.Named = file.Named || before.Named
		file.Name = min(file.Name, before.Name)
		file.Kind = min(file.Kind, before.Kind)
	}
	s.found[real] = file
}

// name returns the slash path of a file below the root.
func (s *search) name(abs string) string {
	rel, err := filepath.Rel(s.root, abs)
	if err != nil {
		rel = abs // never: both are absolute and the file lies below
	}
	return filepath.ToSlash(rel)
}

// A walk is the search of one folder.
type walk struct {
	*search
	start input
	count int // files found
	apps  []*harperApp
}

// folder searches a folder and those below it. The applications are those that the folder lies in, the innermost
// last. In a folder that is skipped by name, only what an application names counts.
func (w *walk) folder(path string, apps []*harperApp, skipped bool) error {
	w.folders = append(w.folders, path)
	entries, err := os.ReadDir(path)
	if err != nil {
		return fmt.Errorf("cannot read folder %q: %w", w.shown(path), plainCause(err))
	}
	if !skipped {
		app, err := w.application(path, entries)
		if err != nil {
			return err
		}
		if app != nil {
			apps = append(slices.Clip(apps), app)
			w.apps = append(w.apps, app)
		}
	}
	for _, entry := range entries {
		below := filepath.Join(path, entry.Name())
		switch {
		case entry.IsDir():
			err = w.subfolder(below, apps, skipped)
		case entry.Type().IsRegular():
			w.file(below, apps, skipped)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) subfolder(path string, apps []*harperApp, skipped bool) error {
	if path != w.out && !isSkipped(filepath.Base(path)) {
		return w.folder(path, apps, skipped)
	}
	if slices.ContainsFunc(apps, func(a *harperApp) bool { return a.leadsInto(path) }) {
		return w.folder(path, apps, true)
	}
	return nil
}

// isSkipped reports whether a search passes a folder by: hidden ones, and other people's code.
func isSkipped(name string) bool {
	return strings.HasPrefix(name, ".") || name == "node_modules" || name == "vendor"
}

// file takes a file if an application names it, or if it has the name of a source whose kind the innermost
// application leaves to the search.
func (w *walk) file(path string, apps []*harperApp, skipped bool) {
	kind, ok := namedByApps(path, apps)
	if !ok && !skipped && !strings.HasPrefix(filepath.Base(path), ".") {
		kind, ok = searchedKind(filepath.Base(path))
		if ok && len(apps) > 0 {
			ok = apps[len(apps)-1].files[kind] == nil
		}
	}
	if !ok {
		return
	}
	w.count++
	below, err := filepath.Rel(w.start.abs, path)
	if err != nil {
		return // never: the walk began there
	}
	w.add(filepath.Join(w.start.real, below), sourceFile{Name: w.name(path), Kind: kind})
}

// shown returns a path as an extension of the one that the user gave.
func (w *walk) shown(path string) string {
	below, err := filepath.Rel(w.start.abs, path)
	if err != nil {
		return path
	}
	return filepath.Join(w.start.Path, below)
}

func (w *walk) emptyHelp() string {
	if len(w.apps) > 0 {
		return "Harper's configuration in the folder names other files; see the keys graphqlSchema and jsResource there"
	}
	return "hidden folders, node_modules, vendor, the output folder and symbolic links are not searched"
}

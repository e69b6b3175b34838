package main

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"schemac/lint"
	"schemac/model/diag"
	"schemac/model/source"
)

// read reads the list of operations that `known` names, and holds the globs against it. dir is the folder of schemac.yaml,
// absolute. A list that cannot be read is an error at `known`: a gate without it would let everything through.
func (q *configRequire) read(dir string, diags *diag.List) {
	if q.Known.Text == "" {
		return
	}
	path := filepath.FromSlash(q.Known.Text)
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	if real, err := filepath.EvalSymlinks(path); !isWithin(path, dir) || err == nil && !isWithin(real, dir) {
		diags.Errorf(q.Known.Span, "require-known", "%q lies outside the folder of %s; move the list into it", q.Known.Text, configName)
		return
	}
	q.Path = path
	raw, err := readAtMost(path, maxYAMLBytes)
	if errors.Is(err, fs.ErrNotExist) {
		diags.Errorf(q.Known.Span, "require-known", "%q does not exist; %q names the file with the operations of the server", q.Known.Text, "known")
		return
	}
	if err != nil {
		diags.Errorf(q.Known.Span, "require-known", "cannot read %q: %v", q.Known.Text, plainCause(err))
		return
	}
	name := path
	if relative, err := filepath.Rel(dir, path); err == nil {
		name = relative
	}
	list, faults := source.New(filepath.ToSlash(name), raw)
	q.List = list
	if len(faults) > 0 {
		at := list.Span(faults[0].Offset, faults[0].Offset+len("\uFFFD"))
		diags.Errorf(at, "require-known", "%q is no UTF-8 text; save it as UTF-8", q.Known.Text)
		return
	}
	if !q.names(diags) {
		return
	}
	if len(q.Operations) == 0 {
		diags.Errorf(q.Known.Span, "require-known", "%q names no operation; write the name of one on each line", q.Known.Text)
		return
	}
	q.checkGlobs("allow", q.Allow, diags)
	q.checkGlobs("streaming", q.Streaming, diags)
}

// names reads the list: one name on a line, and comments from "#" to the end of it. It is false when a line is no name.
func (q *configRequire) names(diags *diag.List) (good bool) {
	good = true
	first := map[string]source.Span{}
	start := 0
	for line := range strings.Lines(q.List.Text) {
		text, _, _ := strings.Cut(line, "#")
		name := strings.TrimSpace(text)
		from := start + strings.Index(line, name)
		at := q.List.Span(from, from+len(name))
		start += len(line)
		switch before, twice := first[name]; {
		case name == "":
		case strings.ContainsAny(name, " \t,;"):
			diags.Errorf(at, "require-name", "%q is no name of an operation; write one on each line", name)
			good = false
		case twice:
			diags.Warnf(at, "require-duplicate", "operation %q stands twice; remove one", name).WithRelated(before, "first here")
		default:
			first[name] = at
			q.Operations = append(q.Operations, lint.Named{Text: name, Span: at})
		}
	}
	return good
}

// checkGlobs warns of globs that match nothing: they are misspelt, or the operation is gone.
func (q *configRequire) checkGlobs(key string, globs []lint.Named, diags *diag.List) {
	names := textsOf(q.Operations)
	for _, glob := range globs {
		if glob.Matches(names...) {
			continue
		}
		d := diags.Warnf(glob.Span, "require-glob", "%q in %q matches no operation in %q", glob.Text, key, q.Known.Text)
		if best := diag.Closest(glob.Text, names); best != "" {
			d.WithHelp("did you mean %q", best)
		}
	}
}

// textsOf returns the texts without their places.
func textsOf(named []lint.Named) []string {
	var texts []string
	for _, n := range named {
		texts = append(texts, n.Text)
	}
	return texts
}

// requirement is what lint holds the tools to; nil when nothing is required.
func (q *configRequire) requirement() *lint.Requirement {
	if len(q.Operations) == 0 {
		return nil
	}
	return &lint.Requirement{
		Known: q.Operations, At: q.Known.Span, Allow: q.Allow, Deny: q.Deny, Streaming: q.Streaming, Surface: q.Surface,
	}
}

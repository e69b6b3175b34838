package main

import (
	"bytes"
	"fmt"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"

	"schemac/lint"
	"schemac/model"
	"schemac/model/diag"
	"schemac/model/source"
)

// fix turns the comments of the sources that describe something into docstrings, and reports whether a file has changed.
// A file with errors is left as it is. With dry it only prints the difference; there being one ends the command.
func (r *compilation) fix(dry bool) (bool, error) {
	if len(r.args) == 1 && r.args[0] == "-" {
		return false, usagef("--fix rewrites files; standard input is none")
	}
	files, order := map[*source.File][]*model.Remark{}, []*source.File{}
	for _, remark := range r.document.Remarks {
		f := remark.Name.File
		if files[f] == nil {
			order = append(order, f)
		}
		files[f] = append(files[f], remark)
	}
	broken := r.broken()
	silent := r.unfixable()
	changed := 0
	for _, f := range order {
		if broken[f] {
			r.sayf("%s has errors and is left as it is", f.Name)
			continue
		}
		differs, err := r.fixFile(f, files[f], silent, dry)
		if err != nil {
			return false, err
		}
		if differs {
			changed++
		}
	}
	if dry && changed > 0 {
		return true, errFindings
	}
	return changed > 0, nil
}

// unfixable returns what tells the remarks that are to stay comments.
func (r *compilation) unfixable() func(*model.Remark) bool {
	if r.config.lintOptions().Off[lint.CommentAsDocstring.ID] {
		return func(*model.Remark) bool { return true }
	}
	return lint.Silenced(r.document)
}

// broken are the files of which something could not be read.
func (r *compilation) broken() map[*source.File]bool {
	files := map[*source.File]bool{}
	for _, d := range r.diags.All() {
		if d.Severity == diag.Error {
			files[d.Span.File] = true
		}
	}
	return files
}

func (r *compilation) fixFile(f *source.File, remarks []*model.Remark, silent func(*model.Remark) bool, dry bool) (bool, error) {
	path := filepath.Join(r.root, filepath.FromSlash(f.Name))
	raw, err := readAtMost(path, source.MaxBytes+1)
	if err != nil {
		return false, fmt.Errorf("cannot read %q: %w", shortest(path), plainCause(err))
	}
	fixed := lint.Fix(raw, f, remarks, silent)
	if bytes.Equal(raw, fixed) {
		return false, nil
	}
	if dry {
		_, err := r.stdout.Write(diff.Diff(f.Name, raw, f.Name+" (fixed)", fixed))
		return true, err
	}
	if err := rewrite(path, fixed); err != nil {
		return false, err
	}
	r.sayf("fixed %s", f.Name)
	return true, nil
}

// Package resource reads Resource files, `resources.js` and `resources.ts` (contract §8): the statics of the classes
// that they export, as JavaScript means them.
//
// The files are evaluated in a sandbox ([schemac/parse/resource/sandbox]); what comes back are values with places. This
// package makes objects of the model of them, or changes those that the schemas have made.
package resource

import (
	"io/fs"
	"slices"

	"schemac/model"
	"schemac/model/diag"
	"schemac/model/source"
	"schemac/parse/resource/sandbox"
)

// Options say how files are evaluated and schemas checked.
type Options struct {
	// Evaluate answers a request of the sandbox. It is best done by a process of its own that can be ended; nil
	// evaluates in this one, which is for files that are trusted: see [sandbox.Evaluate].
	Evaluate func(request []byte) (reply []byte, err error)
	// Schema compiles the text of a JSON Schema 2020-12 that an author has written and says what is wrong; nil does
	// not look.
	Schema func(text []byte) error
}

// Link evaluates the files and returns the objects of the schemas with those of the classes, in source order. What the
// files import from beside them is read from fsys. The error is for an evaluation that cannot be had at all.
func Link(fsys fs.FS, files []*source.File, objects []*model.Object, options Options, diags *diag.List) ([]*model.Object, error) {
	if len(files) == 0 {
		return objects, nil
	}
	l := &linker{options: options, diags: diags, files: map[string]*source.File{}, originals: map[*model.Object]*model.Object{}}
	modules := follow(fsys, files)
	for _, f := range slices.Concat(modules, files) {
		l.files[f.Name] = f
	}
	l.declare(objects)
	results, err := evaluate(l.request(files, modules), options.Evaluate)
	if err != nil {
		return nil, err
	}
	for _, r := range results {
		l.report(r.Problems)
		for i := range r.Classes {
			l.class(&r.Classes[i])
		}
	}
	objects = append(slices.Clip(objects), l.made...)
	if len(l.made) > 0 {
		slices.SortStableFunc(objects, func(a, b *model.Object) int { return a.Span.Compare(b.Span) })
	}
	return objects, nil
}

// A linker makes objects of the classes of all files.
type linker struct {
	options Options
	diags   *diag.List
	files   map[string]*source.File
	// tables are those of the schemas, in the order of the request; types and enums are what an entry may name.
	tables []*model.Object
	types  map[string]*model.Object
	enums  map[string]*model.Enum
	// originals are tables as the schemas declare them, where a class has changed them.
	originals map[*model.Object]*model.Object
	// made are the objects that no schema has.
	made []*model.Object
}

// severities of problems that stop nothing; all others are warnings.
var severities = map[string]diag.Severity{"import-not-read": diag.Info}

// report says why files, or parts of them, could not be read. None of it stops the run: what the other sources say
// does not depend on it.
func (l *linker) report(problems []sandbox.Problem) {
	for _, p := range problems {
		if severities[p.Code] == diag.Info {
			l.diags.Infof(l.span(p.Place), p.Code, "%s", p.Text)
			continue
		}
		l.diags.Warnf(l.span(p.Place), p.Code, "%s", p.Text)
	}
}

// span returns a place as the model knows it.
func (l *linker) span(p sandbox.Place) source.Span {
	f := l.files[p.File]
	if f == nil {
		return source.Span{}
	}
	return f.Span(p.Start, p.End)
}

// declare notes what the schemas declare.
func (l *linker) declare(objects []*model.Object) {
	l.types, l.enums = map[string]*model.Object{}, map[string]*model.Enum{}
	for _, o := range objects {
		if l.types[o.Name] == nil {
			l.types[o.Name] = o
		}
		if o.Table != nil {
			l.tables = append(l.tables, o)
		}
		for _, p := range o.Properties.All() {
			p.Describe(o.Name)
			if e := p.Type.Base().Enum; e != nil && l.enums[e.Name] == nil {
				l.enums[e.Name] = e
			}
		}
	}
}

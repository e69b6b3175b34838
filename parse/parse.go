// Package parse reads sources and links them into the document that emitters write.
package parse

import (
	"cmp"
	"io/fs"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"schemac/model"
	"schemac/model/diag"
	"schemac/model/source"
	"schemac/parse/graphql"
	"schemac/parse/guardfile"
	"schemac/parse/resource"
)

// An Input is one source file.
type Input struct {
	// Name is the slash path of the file in the file system given to [Load].
	Name string
	// Kind chooses the reader; the zero Kind goes by the name.
	Kind Kind
	// Found says that a search found the file, so that one which is no source of ours is skipped.
	Found bool
	// Content is the text when it does not come from the file system (standard input).
	Content []byte
}

// Options change how sources are read and what they mean.
type Options struct {
	// Comments lets `#` comments of GraphQL files serve as descriptions.
	Comments bool
	// Evaluate and Schema serve the reading of Resource classes; both may be nil, see [resource.Options].
	Evaluate func(request []byte) (reply []byte, err error)
	Schema   func(text []byte) error
	Model    model.Options
}

// A Result is what [Load] makes of the inputs.
type Result struct {
	Document *model.Document
	// Comments counts the definitions without a docstring that a `#` comment describes or could describe.
	Comments int
	// Inherited are the files beside the inputs that were read, by name.
	Inherited []string
}

// Load reads the inputs, in source order whatever their order here, and links them. Faults of the sources go to diags;
// the error is for a file that cannot be read.
func Load(fsys fs.FS, inputs []Input, options Options, diags *diag.List) (*Result, error) {
	inputs = slices.Clone(inputs)
	slices.SortFunc(inputs, func(a, b Input) int { return cmp.Compare(a.Name, b.Name) })
	inputs = slices.CompactFunc(inputs, func(a, b Input) bool { return a.Name == b.Name })
	units, err := parseAll(fsys, inputs, options, diags)
	if err != nil {
		return nil, err
	}
	result := &Result{}
	var schemas []*graphql.Unit
	var guards []*guardfile.Unit
	var classes []*source.File
	files := guardfileSet{fsys: fsys, units: map[string]*guardfile.Unit{}, diags: diags}
	for i, u := range units {
		switch {
		case u.schema != nil:
			schemas = append(schemas, u.schema)
			result.Comments += u.schema.Comments
		case u.guard != nil:
			guards = append(guards, u.guard)
			files.units[inputs[i].Name] = u.guard
		case u.class != nil:
			classes = append(classes, u.class)
		}
	}
	objects := graphql.Link(schemas, diags)
	objects, err = resource.Link(fsys, classes, objects, resource.Options{Evaluate: options.Evaluate, Schema: options.Schema}, diags)
	if err != nil {
		return nil, err
	}
	servers := guardfile.Link(guards, files.inherited, diags)
	result.Document = model.Link(objects, servers, options.Model, diags)
	for _, u := range schemas {
		result.Document.Remarks = append(result.Document.Remarks, u.Remarks...)
		result.Document.Notes = append(result.Document.Notes, u.Notes...)
	}
	slices.Sort(files.read)
	for _, name := range files.read {
		if u := files.units[name]; u != nil {
			guards = append(guards, u)
		}
	}
	for _, u := range guards {
		result.Document.Notes = append(result.Document.Notes, u.Notes...)
	}
	result.Inherited = files.read
	return result, nil
}

// A unit is one input, read by the reader of its kind; all are nil for one that gives nothing.
type unit struct {
	schema *graphql.Unit
	guard  *guardfile.Unit
	// class is a Resource file, which is evaluated when all schemas are known.
	class *source.File
}

// parseAll parses the inputs side by side and joins what they have to say in their order.
func parseAll(fsys fs.FS, inputs []Input, options Options, diags *diag.List) ([]unit, error) {
	units := make([]unit, len(inputs))
	lists := make([]diag.List, len(inputs))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, input := range inputs {
		group.Go(func() error {
			f, err := read(fsys, input, &lists[i])
			if f != nil {
				units[i] = parseFile(f, input, options, &lists[i])
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	for i := range lists {
		diags.Merge(&lists[i])
	}
	return units, nil
}

func parseFile(f *source.File, input Input, options Options, diags *diag.List) unit {
	kind := input.Kind
	if kind == BySuffix {
		kind = KindOf(input.Name)
	}
	switch kind {
	case GraphQL:
		return unit{schema: graphql.Parse(f, input.Found, graphql.Options{Comments: options.Comments}, diags)}
	case Guardfile:
		return unit{guard: guardfile.Parse(f, diags)}
	case ResourceClass:
		return unit{class: f}
	}
	diags.Errorf(f.Span(0, 0), "unknown-source", "cannot tell what the file is; a source is *.graphql or *.gql (schema), *.mcp.kdl (guardfile), *.js or *.ts (Resource classes)")
	return unit{}
}

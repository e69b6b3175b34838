// Package parse reads sources and links them into the document that emitters write.
package parse

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"schemac/model"
	"schemac/model/diag"
	"schemac/model/source"
	"schemac/parse/graphql"
)

// An Input is one source file.
type Input struct {
	// Name is the slash path of the file in the file system given to [Load].
	Name string
	// Found says that a search found the file, so that one which is no source of ours is skipped.
	Found bool
	// Content is the text when it does not come from the file system (standard input).
	Content []byte
}

// Options change how sources are read and what they mean.
type Options struct {
	// Comments lets `#` comments of GraphQL files serve as descriptions.
	Comments bool
	Model    model.Options
}

// Load reads the inputs, in source order whatever their order here, and links them. Faults of the sources go to diags;
// the error is for a file that cannot be read.
func Load(fsys fs.FS, inputs []Input, options Options, diags *diag.List) (*Result, error) {
	inputs = slices.Clone(inputs)
	slices.SortFunc(inputs, func(a, b Input) int { return cmp.Compare(a.Name, b.Name) })
	inputs = slices.CompactFunc(inputs, func(a, b Input) bool { return a.Name == b.Name })

	units := make([]*graphql.Unit, len(inputs))
	lists := make([]diag.List, len(inputs))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, input := range inputs {
		group.Go(func() error {
			f, err := read(fsys, input, &lists[i])
			if f == nil {
				return err
			}
			units[i] = graphql.Parse(f, input.Found, graphql.Options{Comments: options.Comments}, &lists[i])
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	result := &Result{}
	units = slices.DeleteFunc(units, func(u *graphql.Unit) bool { return u == nil })
	for i := range lists {
		diags.Merge(&lists[i])
	}
	for _, u := range units {
		result.Comments += u.Comments
	}
	result.Document = model.Link(graphql.Link(units, diags), nil, options.Model, diags)
	for _, u := range units {
		result.Document.Remarks = append(result.Document.Remarks, u.Remarks...)
		result.Document.Notes = append(result.Document.Notes, u.Notes...)
	}
	return result, nil
}

// A Result is what [Load] makes of the inputs.
type Result struct {
	Document *model.Document
	// Comments counts the definitions without a docstring that a `#` comment describes or could describe.
	Comments int
}

// Suffixes are the endings of the files that schemac reads.
var Suffixes = []string{".graphql", ".gql"}

// IsSource reports whether a file name is one that a search of a folder should find.
func IsSource(name string) bool {
	return slices.ContainsFunc(Suffixes, func(suffix string) bool { return strings.HasSuffix(name, suffix) })
}

// read returns the normalised file, or nil when it is too large, which it reports.
func read(fsys fs.FS, input Input, diags *diag.List) (*source.File, error) {
	raw := input.Content
	if raw == nil {
		var err error
		if raw, err = readFile(fsys, input.Name); err != nil {
			return nil, err
		}
	}
	if len(raw) > source.MaxBytes {
		f, _ := source.New(input.Name, nil)
		diags.Errorf(f.Span(0, 0), "file-too-large", "file is larger than %d MiB; split it", source.MaxBytes>>20)
		return nil, nil
	}
	f, faults := source.New(input.Name, raw)
	for _, fault := range faults {
		reportFault(f, fault, diags)
	}
	if len(faults) > 0 {
		return nil, nil
	}
	return f, nil
}

// readFile reads at most one byte more than a source may have.
func readFile(fsys fs.FS, name string) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", name)
	}
	return readAll(io.LimitReader(f, source.MaxBytes+1), info.Size())
}

func readAll(r io.Reader, size int64) ([]byte, error) {
	buf := make([]byte, 0, min(size, source.MaxBytes)+1)
	for {
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if err == io.EOF {
			return buf, nil
		}
		if err != nil {
			return nil, err
		}
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
	}
}

func reportFault(f *source.File, fault source.Fault, diags *diag.List) {
	at := f.Span(fault.Offset, fault.Offset+len("\uFFFD"))
	more := ""
	if fault.Count > 1 {
		more = fmt.Sprintf(" (%d of them)", fault.Count)
	}
	switch fault.Kind {
	case source.NUL:
		diags.Errorf(at, "nul-byte", "file holds a NUL byte%s; a source is UTF-8 text", more)
	default:
		diags.Errorf(at, "invalid-utf8", "file holds a byte that is not UTF-8%s; save it as UTF-8", more)
	}
}

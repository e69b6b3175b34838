package parse

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"schemac/model/diag"
	"schemac/model/source"
)

// A Kind says which reader a source is for.
type Kind int

// The kinds of sources. BySuffix is the zero Kind: the file name decides.
const (
	BySuffix Kind = iota
	GraphQL
	Guardfile
	ResourceClass
)

// suffixes say what a file is by its name.
var suffixes = []struct {
	suffix string
	kind   Kind
}{
	{".graphql", GraphQL},
	{".gql", GraphQL},
	{".mcp.kdl", Guardfile},
	{".js", ResourceClass},
	{".ts", ResourceClass},
	{".mjs", ResourceClass},
	{".cjs", ResourceClass},
	{".mts", ResourceClass},
	{".cts", ResourceClass},
}

// KindOf returns the kind of a file by its name, or BySuffix when no reader is for it.
func KindOf(name string) Kind {
	for _, s := range suffixes {
		if strings.HasSuffix(name, s.suffix) {
			return s.kind
		}
	}
	return BySuffix
}

// read returns the normalised file, or nil when it cannot be a source, which it reports.
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
	if first, _, _ := strings.Cut(f.Text, "\n"); strings.HasPrefix(first, lfsVersion) {
		diags.Errorf(f.Span(0, len(first)), "lfs-pointer", "file is a pointer of Git LFS and not the source that it stands for; fetch that with \"git lfs pull\", or keep sources out of LFS")
		return nil, nil
	}
	return f, nil
}

// lfsVersion begins the text that Git LFS leaves in place of a file that has not been fetched (specification of Git LFS, "The
// Pointer"): its first key is "version", and its value begins so.
const lfsVersion = "version https://git-lfs.github.com/spec/"

var errNotRegular = errors.New("not a regular file")

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
		return nil, &fs.PathError{Op: "read", Path: name, Err: errNotRegular}
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

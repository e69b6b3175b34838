package parse

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"schemac/model/diag"
	"schemac/model/source"
	"schemac/parse/guardfile"
)

// A guardfileSet holds the guardfiles of a run, and reads those that they inherit. Each file is read once, however it
// is reached.
type guardfileSet struct {
	fsys  fs.FS
	units map[string]*guardfile.Unit // by name; nil for one that could not be read
	read  []string                   // names of inherited files that are no inputs
	diags *diag.List
}

// inherited returns the unit of a file that another names, or nil when it cannot be had, which it reports. The file
// must lie inside the root of the run, also when symbolic links lead to it (guardfile.md, "Inheritance").
func (s *guardfileSet) inherited(from *guardfile.Unit, relative string, at source.Span) *guardfile.Unit {
	name := path.Join(path.Dir(from.File().Name), relative)
	if path.IsAbs(relative) || !fs.ValidPath(name) {
		s.diags.Errorf(at, "inherit-outside", "%q lies outside the input folder; inherit a file inside it", relative)
		return nil
	}
	real, err := resolve(s.fsys, name)
	switch {
	case errors.Is(err, errOutside):
		s.diags.Errorf(at, "inherit-outside", "%q leads outside the input folder through a symbolic link; inherit a file inside it", relative)
		return nil
	case err != nil:
		s.diags.Errorf(at, "inherit-missing", "cannot read %q: %s", relative, cause(err))
		return nil
	}
	if unit, ok := s.units[real]; ok {
		return unit
	}
	unit, err := s.load(real)
	if err != nil {
		s.diags.Errorf(at, "inherit-missing", "cannot read %q: %s", relative, cause(err))
	}
	s.units[real] = unit // also nil: what is wrong with a file is said once
	return unit
}

func (s *guardfileSet) load(name string) (*guardfile.Unit, error) {
	f, err := read(s.fsys, Input{Name: name}, s.diags)
	if err != nil {
		return nil, err
	}
	s.read = append(s.read, name)
	if f == nil {
		return nil, nil
	}
	return guardfile.Parse(f, s.diags), nil
}

// cause is an error without the operation and the path, which the message names already.
func cause(err error) string {
	var located *fs.PathError
	if errors.As(err, &located) {
		err = located.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "there is no such file"
	}
	return err.Error()
}

var errOutside = errors.New("outside the input folder")

// maxLinks bounds how many symbolic links a path may lead through.
const maxLinks = 40

// resolve follows the symbolic links in a path and returns the path without them. It returns errOutside when a link
// leads out of the file system.
func resolve(fsys fs.FS, name string) (string, error) {
	done, rest := ".", strings.Split(name, "/")
	for links := 0; len(rest) > 0; {
		next := path.Join(done, rest[0])
		rest = rest[1:]
		if !fs.ValidPath(next) {
			return "", errOutside
		}
		info, err := fs.Lstat(fsys, next)
		if err != nil {
			return "", err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			done = next
			continue
		}
		if links++; links > maxLinks {
			return "", errors.New("too many symbolic links")
		}
		target, err := fs.ReadLink(fsys, next)
		if err != nil {
			return "", err
		}
		if path.IsAbs(target) {
			return "", errOutside
		}
		rest = append(strings.Split(path.Clean(target), "/"), rest...)
	}
	return done, nil
}

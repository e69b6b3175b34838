package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"schemac/model/diag"
	"schemac/model/source"
	"schemac/parse"
)

// An inputPath is an INPUT as somebody wrote it.
type inputPath struct {
	// Path is relative to the working directory, or in schemac.yaml to the folder of that file.
	Path string
	// Span is the place in schemac.yaml; zero for an INPUT of the command line.
	Span source.Span
}

// Sources are the files of a run.
type sources struct {
	// Root is the folder that the names below are relative to, absolute: that of schemac.yaml if there is one, else the
	// nearest common parent of the inputs.
	Root string
	// Files are in the order of their names, each once.
	Files []sourceFile
	// Configs are the configuration files that were read because they might be Harper's, as slash paths relative to
	// Root.
	Configs []string
	// Folders are the folders that were searched, absolute, in their order.
	Folders []string
}

// A sourceFile is one file to read.
type sourceFile struct {
	// Name is the slash path relative to the root.
	Name string
	Kind parse.Kind
	// Named says that an INPUT names this very file; else a search of a folder found it.
	Named bool
}

const searchedNames = "*.graphql, *.gql, *.mcp.kdl, resources.js and resources.ts"

// searchedKind returns what a file is when a search without further rules should find it: of scripts only the one that
// Harper reads by default.
func searchedKind(name string) (kind parse.Kind, ok bool) {
	kind = parse.KindOf(name)
	if kind == parse.ResourceClass {
		return kind, name == "resources.js" || name == "resources.ts"
	}
	return kind, kind != parse.BySuffix
}

// kindOf returns what a file is by its suffix.
func kindOf(name string) (kind parse.Kind, ok bool) {
	kind = parse.KindOf(name)
	return kind, kind != parse.BySuffix
}

// An input is an INPUT that exists.
type input struct {
	inputPath
	abs    string // absolute; the folders that lead to it are free of symbolic links, it may be one itself
	real   string // what it is when it is a symbolic link, else the same as abs
	folder bool
}

// base is the folder of a file, and a folder itself.
func (in input) base() string {
	if in.folder {
		return in.abs
	}
	return filepath.Dir(in.abs)
}

// findInput looks an INPUT up. The error says which one is missing or cannot be read.
func findInput(p inputPath, dir string) (input, error) {
	path := p.Path
	if dir != "" && !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	abs, err := canonicalPath(path)
	if errors.Is(err, fs.ErrNotExist) {
		return input{}, p.missing()
	}
	if err != nil {
		return input{}, p.errorf("cannot read %q: %w", p.Path, plainCause(err))
	}
	info, err := os.Stat(abs)
	if errors.Is(err, fs.ErrNotExist) {
		return input{}, p.missing()
	}
	if err != nil {
		return input{}, p.errorf("cannot read %q: %w", p.Path, plainCause(err))
	}
	if !info.IsDir() && !info.Mode().IsRegular() {
		return input{}, p.errorf("cannot read %q: it is neither a file nor a folder", p.Path)
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return input{}, p.errorf("cannot read %q: %w", p.Path, plainCause(err))
	}
	return input{inputPath: p, abs: abs, real: real, folder: info.IsDir()}, nil
}

func (p inputPath) missing() error {
	if strings.ContainsAny(p.Path, "*?[") {
		return p.errorf("%q does not exist; an input is a file or a folder, not a glob", p.Path)
	}
	return p.errorf("%q does not exist", p.Path)
}

// errorf makes an error that begins with the place in schemac.yaml, if the input stands there.
func (p inputPath) errorf(format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if p.Span.IsZero() {
		return err
	}
	return fmt.Errorf("%s: %w", p.Span, err)
}

// canonicalPath makes a path absolute and resolves the symbolic links in the folders that lead to it, so that it has
// one spelling whatever the working directory is and is called. The last element keeps its name.
func canonicalPath(path string) (string, error) {
	if !filepath.IsAbs(path) {
		work, err := os.Getwd()
		if err != nil {
			return "", err
		}
		if work, err = filepath.EvalSymlinks(work); err != nil {
			return "", err
		}
		path = filepath.Join(work, path)
	}
	path = filepath.Clean(path)
	parent, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return "", err
	}
	return filepath.Join(parent, filepath.Base(path)), nil
}

// commonFolder returns the nearest common parent of the inputs of the command line, and of no input the working
// directory.
func commonFolder(args []string) (string, error) {
	inputs, err := findInputs(commandLine(args), "")
	if err != nil {
		return "", err
	}
	return commonParent(inputs)
}

// commandLine returns the inputs that the command line names; without any it is the working directory.
func commandLine(args []string) []inputPath {
	if len(args) == 0 {
		args = []string{"."}
	}
	var paths []inputPath
	for _, arg := range args {
		paths = append(paths, inputPath{Path: arg})
	}
	return paths
}

// findInputs looks inputs up, each once.
func findInputs(paths []inputPath, dir string) ([]input, error) {
	var inputs []input
	for _, p := range paths {
		in, err := findInput(p, dir)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(inputs, func(before input) bool { return before.abs == in.abs }) {
			inputs = append(inputs, in)
		}
	}
	return inputs, nil
}

func commonParent(inputs []input) (string, error) {
	common := inputs[0].base()
	for _, in := range inputs[1:] {
		for !isWithin(in.base(), common) {
			if common == filepath.Dir(common) {
				return "", fmt.Errorf("%q and %q have no folder in common", inputs[0].Path, in.Path)
			}
			common = filepath.Dir(common)
		}
	}
	return common, nil
}

// isWithin reports whether path is the folder or lies below it; both are absolute.
func isWithin(path, folder string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// findSources expands the inputs of a run into files: those of the command line, else those of schemac.yaml, else the
// folder of schemac.yaml, else the working directory. The folder out, if any, is not searched. What is wrong with the inputs
// themselves goes to diags; the error is for one that is missing or cannot be read.
func findSources(c *config, args []string, out string, diags *diag.List) (*sources, error) {
	paths, dir := commandLine(args), ""
	if len(args) == 0 && c.File != nil {
		paths, dir = c.Inputs, c.Dir
		if len(paths) == 0 {
			paths = []inputPath{{Path: "."}}
		}
	}
	inputs, err := findInputs(paths, dir)
	if err != nil {
		return nil, err
	}
	s := search{root: c.Dir, found: map[string]sourceFile{}, diags: diags}
	if s.root == "" {
		if s.root, err = commonParent(inputs); err != nil {
			return nil, err
		}
	}
	if out != "" {
		// An output folder that cannot be looked up does not exist, so no search comes upon it.
		s.out, _ = canonicalPath(out)
	}
	for _, in := range inputs {
		if err := s.input(in); err != nil {
			return nil, err
		}
	}
	return s.sources(), nil
}

// plainCause strips the operation and the path from an error of package os; messages name the path that the user gave.
func plainCause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

package resource

import (
	"io"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"schemac/model/source"
	"schemac/parse/resource/sandbox"
)

// Bounds of what files may import from beside them: how many, and bytes in all.
const (
	maxModules     = 500
	maxModuleBytes = 16 << 20
)

// relativeImport finds the imports that may lead to a file. It may find too many (in comments, say): one that nobody
// imports is not evaluated.
var relativeImport = regexp.MustCompile(`\b(?:from|import|require)\b\s*\(?\s*["'](\.{1,2}(?:/[^"'\n]*)?)["']`)

// follow reads what the files import from beside them, and what that imports. A file that cannot be read, or that is
// no text, is left out: the sandbox then has a stand-in for it.
func follow(fsys fs.FS, files []*source.File) []*source.File {
	known := map[string]bool{}
	for _, f := range files {
		known[f.Name] = true
	}
	var modules []*source.File
	left := maxModuleBytes
	pending := append([]*source.File{}, files...)
	for len(pending) > 0 && len(modules) < maxModules {
		f := pending[0]
		pending = pending[1:]
		for _, found := range relativeImport.FindAllStringSubmatch(f.Text, -1) {
			name, ok := sandbox.Resolve(f.Name, found[1], func(name string) bool { return known[name] || isFile(fsys, name) })
			if !ok || known[name] {
				continue
			}
			known[name] = true
			if m := readModule(fsys, name, left); m != nil {
				left -= len(m.Text)
				modules = append(modules, m)
				pending = append(pending, m)
			}
		}
	}
	return modules
}

// isFile reports whether a name is a regular file that no symbolic link leads to: a link may lead out of the folder
// that the user has named.
func isFile(fsys fs.FS, name string) bool {
	if fsys == nil || !fs.ValidPath(name) {
		return false
	}
	info, err := fs.Lstat(fsys, name)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
		if info, err := fs.Lstat(fsys, folder); err != nil || !info.IsDir() {
			return false
		}
	}
	return true
}

func readModule(fsys fs.FS, name string, most int) *source.File {
	f, err := fsys.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	var text strings.Builder
	if n, err := io.Copy(&text, io.LimitReader(f, int64(most)+1)); err != nil || n > int64(most) {
		return nil
	}
	module, faults := source.New(name, []byte(text.String()))
	if len(faults) > 0 {
		return nil
	}
	return module
}

package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// A readLog is a folder of the disk that remembers which files were opened in it. Whatever reads sources, imports of
// Resource classes and inherited guardfiles among them, reads through it, so no list of them can lack one.
type readLog struct {
	fs.ReadLinkFS

	mutex  sync.Mutex
	opened map[string]bool // by slash path
	sought map[string]bool // the same of names that were looked for, there or not
}

func newReadLog(folder string) *readLog {
	// The file system of a folder of the disk follows symbolic links: package os documents it.
	return &readLog{ReadLinkFS: os.DirFS(folder).(fs.ReadLinkFS), opened: map[string]bool{}, sought: map[string]bool{}}
}

// Open opens the file called name, a slash path.
func (l *readLog) Open(name string) (fs.File, error) {
	l.mutex.Lock()
	l.opened[name] = true
	l.mutex.Unlock()
	return l.ReadLinkFS.Open(name)
}

// Lstat looks for the file called name, a slash path. What imports do not find is no file that was read, but a build that
// watches must know of it.
func (l *readLog) Lstat(name string) (fs.FileInfo, error) {
	l.mutex.Lock()
	l.sought[name] = true
	l.mutex.Unlock()
	return l.ReadLinkFS.Lstat(name)
}

// wanted returns what this compilation has read and what it has looked for and not found, as paths of the disk in their
// order.
func (r *compilation) wanted() []string {
	paths := r.files()
	if r.log != nil {
		for name := range r.log.sought {
			paths = append(paths, filepath.Join(r.root, filepath.FromSlash(name)))
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// files returns all that this compilation has read, as paths of the disk in their order: schemac.yaml and the list of operations
// that it names, the configuration files of applications, the sources, and what those import or inherit.
func (r *compilation) files() []string {
	var paths []string
	if r.config != nil && r.config.File != nil {
		paths = append(paths, filepath.Join(r.config.Dir, configName))
	}
	if r.config != nil && r.config.Require.Path != "" {
		paths = append(paths, r.config.Require.Path)
	}
	for _, name := range r.found.Configs {
		paths = append(paths, filepath.Join(r.found.Root, filepath.FromSlash(name)))
	}
	if r.log != nil {
		for name := range r.log.opened {
			paths = append(paths, filepath.Join(r.root, filepath.FromSlash(name)))
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

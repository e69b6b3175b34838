package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/urfave/cli/v2"

	"schemac/emit"
	"schemac/model/diag"
)

const (
	// quietTime is how long nothing must happen before a change counts as complete: editors write a file in several steps.
	quietTime = 50 * time.Millisecond
	// mostWait is how long a change is waited out that does not end.
	mostWait = time.Second
	// mostNames is how many changed files a line names.
	mostNames = 3
)

// watch builds, and builds again whenever something changes that the build has read or would read, until the first
// interrupt. An error in a source is told and waited out. The error is for a first build that cannot be made at all, or
// for a system that cannot watch.
func watch(c *cli.Context) error {
	if c.IsSet("stdout") || slices.Contains(c.Args().Slice(), "-") {
		return usagef("--watch builds when files change; it takes neither --stdout nor standard input")
	}
	life, stop := signal.NotifyContext(c.Context, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(life, stop) // a second interrupt ends the process at once
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("cannot watch files: %w", err)
	}
	defer watcher.Close()
	w := watching{life: life, cli: c, watcher: watcher, folders: map[string]bool{}}
	if err := w.first(); err != nil {
		return err
	}
	for {
		changed, err := w.next()
		if err == nil && life.Err() == nil {
			err = w.again(changed)
		}
		if err != nil || life.Err() != nil {
			return err
		}
	}
}

// A watching is what is known between two builds.
type watching struct {
	life    context.Context
	cli     *cli.Context
	watcher *fsnotify.Watcher
	folders map[string]bool // those that are watched, absolute

	last *compilation // the last one that found its inputs
	said string       // its diagnostics
}

// first builds as without --watch.
func (w *watching) first() error {
	b, err := w.build()
	if err != nil && !errors.Is(err, errFindings) {
		return err
	}
	if err == nil {
		b.compilation.summarise(b.artifacts, b.result)
	}
	b.sayf("watching %s; interrupt to end", count(len(w.last.found.Files), "source"))
	return nil
}

// again builds after a change and says in one line what came of it.
func (w *watching) again(changed []string) error {
	begin := time.Now()
	b, err := w.build()
	what, took := named(changed), time.Since(begin).Round(time.Millisecond)
	var broken brokenWatch
	switch {
	case errors.As(err, &broken):
		return err
	case w.life.Err() != nil:
		return nil
	case errors.Is(err, errFindings):
		b.sayf("%s changed: not built, %s", what, count(b.diags.Count(diag.Error), "error"))
	case err != nil: // a file that is just being replaced, for one
		fmt.Fprintf(w.cli.App.ErrWriter, "%s changed: not built: %v\n", what, err)
	default:
		b.sayf("%s changed: %s in %s", what, outcome(b.result), took)
	}
	debug.FreeOSMemory() // the next build begins with an empty heap, as a first one does
	return nil
}

// A built is one build of many.
type built struct {
	*compilation
	artifacts []emit.Artifact
	result    emit.Result
}

// build compiles and writes, and watches all that was read. Diagnostics are printed when they are not those of the build
// before. When it takes several rounds, the result is what they did together.
func (w *watching) build() (built, error) {
	var done emit.Result
	for {
		// What is searched is watched before it is read, so that no change falls between.
		ahead := newCompilation(w.cli)
		if ahead.locate() == nil {
			if _, err := w.follow(ahead.found.Folders); err != nil {
				return built{ahead, nil, emit.Result{}}, err
			}
		}
		b, err := w.buildOnce()
		done = together(done, b.result)
		b.result = done
		if b.found.Root == "" {
			return b, err
		}
		w.last = b.compilation
		if more, broken := w.follow(b.foldersRead()); broken != nil || !more {
			return b, errors.Join(err, broken)
		}
	}
}

// together is the result of two builds, one after the other: a file counts as what became of it last, and as written when
// the second build found what the first had written.
func together(first, second emit.Result) emit.Result {
	for _, name := range first.Written {
		if slices.Contains(second.Unchanged, name) {
			second.Written = append(second.Written, name)
			second.Unchanged = slices.DeleteFunc(slices.Clone(second.Unchanged), func(n string) bool { return n == name })
		}
	}
	for _, name := range first.Removed {
		if !slices.Contains(second.Written, name) && !slices.Contains(second.Unchanged, name) {
			second.Removed = append(second.Removed, name)
		}
	}
	slices.Sort(second.Written)
	slices.Sort(second.Removed)
	return second
}

func (w *watching) buildOnce() (built, error) {
	b := built{compilation: newCompilation(w.cli)}
	b.writes = true
	out := b.stderr
	if b.colored(out) {
		b.color = "always"
	}
	var words bytes.Buffer
	b.stderr = &words
	artifacts, kinds, err := b.compile(w.cli)
	b.stderr, b.artifacts = out, artifacts
	if words.String() != w.said {
		w.said = words.String()
		if _, err := words.WriteTo(out); err != nil {
			return b, err
		}
	}
	if err == nil && w.cli.Bool("verify") {
		err = verifyAll(artifacts, b.document)
	}
	// An interrupt reaches the child that evaluates Resource classes as well: what is compiled now may lack some.
	if err != nil || w.life.Err() != nil {
		return b, err
	}
	b.result, err = b.write(w.cli, artifacts, kinds)
	return b, err
}

// foldersRead are the folders of all files that were read or looked for, under the names by which they were reached and free
// of symbolic links, and the one above the root: the root may be replaced as a whole. Where there is no such folder, it is
// the one in which it would have to be made.
func (r *compilation) foldersRead() []string {
	folders := map[string]bool{filepath.Dir(r.found.Root): true, r.found.Root: true}
	for _, path := range r.wanted() {
		folder := filepath.Dir(path)
		for !isThere(folder) && folder != filepath.Dir(folder) {
			folder = filepath.Dir(folder)
		}
		folders[folder] = true
		if real, err := filepath.EvalSymlinks(path); err == nil {
			folders[filepath.Dir(real)] = true
		}
	}
	return slices.Sorted(maps.Keys(folders))
}

// A brokenWatch says that the system watches no more.
type brokenWatch struct{ error }

// follow watches folders beside those that are watched, and reports whether there were new ones.
func (w *watching) follow(folders []string) (bool, error) {
	more := false
	for _, folder := range folders {
		if w.folders[folder] {
			continue
		}
		switch err := w.watcher.Add(folder); {
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
			continue
		case err != nil:
			return false, brokenWatch{fmt.Errorf("cannot watch %q: %w", folder, err)}
		}
		w.folders[folder], more = true, true
	}
	return more, nil
}

// next waits for a change that concerns the build, and returns the files that have changed, by the names of the run; none
// when the wait is over.
func (w *watching) next() ([]string, error) {
	touched := map[string]bool{}
	var quiet, enough <-chan time.Time
	for {
		select {
		case <-w.life.Done():
			return nil, nil
		case err := <-w.watcher.Errors:
			if !errors.Is(err, fsnotify.ErrEventOverflow) {
				return nil, brokenWatch{fmt.Errorf("cannot watch files: %w", err)}
			}
			return []string{"more than can be told"}, nil
		case event := <-w.watcher.Events:
			if event.Op == fsnotify.Chmod {
				continue
			}
			if w.forget(event); quiet == nil {
				enough = time.After(mostWait)
			}
			touched[event.Name] = true
			quiet = time.After(quietTime)
			continue
		case <-quiet:
		case <-enough:
		}
		if changed := w.concern(touched); len(changed) > 0 {
			return changed, nil
		}
		clear(touched)
		quiet, enough = nil, nil
	}
}

// forget notes that a watched folder is no longer where it was; one that takes its place will be new.
func (w *watching) forget(event fsnotify.Event) {
	if (event.Has(fsnotify.Remove) || event.Has(fsnotify.Rename)) && w.folders[event.Name] {
		_ = w.watcher.Remove(event.Name) // it may have gone by itself
		delete(w.folders, event.Name)
	}
}

// concern returns which of the paths that something happened to are of interest: files that were read or looked
// for, configuration files, and what makes the search come out differently.
func (w *watching) concern(touched map[string]bool) []string {
	read := map[string]bool{}
	for _, path := range w.last.wanted() {
		read[path] = true
		if real, err := filepath.EvalSymlinks(path); err == nil {
			read[real] = true
		}
	}
	names := map[string]bool{}
	for path := range touched {
		if read[path] || isConfig(filepath.Base(path)) || isModule(path, w.last.found.Root) {
			names[w.name(path)] = true
		}
	}
	now := newCompilation(w.cli)
	if err := now.locate(); err != nil && len(names) == 0 {
		names[w.name(w.last.found.Root)] = true // the build will say what is wrong
	}
	before, after := sourcePaths(w.last), sourcePaths(now)
	for path := range before {
		if !after[path] {
			names[w.name(path)] = true
		}
	}
	for path := range after {
		if !before[path] {
			names[w.name(path)] = true
		}
	}
	if len(names) == 0 { // a folder may have come or gone, and with it what a source imports
		for path := range read {
			if folder := touchedAbove(path, touched); folder != "" {
				names[w.name(folder)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// touchedAbove returns the nearest of the folders that lead to a file to which something happened, or "".
func touchedAbove(path string, touched map[string]bool) string {
	for dir := filepath.Dir(path); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if touched[dir] {
			return dir
		}
	}
	return ""
}

func isConfig(base string) bool {
	return base == configName || base == otherConfigName || slices.Contains(harperConfigs, base)
}

// isModule reports whether a file may be what a Resource class imports, or a guardfile inherits, and did not find.
func isModule(path, root string) bool {
	_, ok := kindOf(filepath.Base(path))
	return ok && isWithin(path, root)
}

// sourcePaths are the sources that a search found, absolute: what they are called depends on where schemac.yaml is.
func sourcePaths(r *compilation) map[string]bool {
	paths := map[string]bool{}
	for _, f := range r.found.Files {
		paths[filepath.Join(r.found.Root, filepath.FromSlash(f.Name))] = true
	}
	return paths
}

// name returns a path as messages show it.
func (w *watching) name(path string) string {
	if rel, err := filepath.Rel(w.last.found.Root, path); err == nil && filepath.IsLocal(rel) && rel != "." {
		path = rel
	}
	return plainText(filepath.ToSlash(path))
}

// named joins the names of changed files, as many as a line holds.
func named(names []string) string {
	if more := len(names) - mostNames; more > 0 {
		return strings.Join(names[:mostNames], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(names, ", ")
}

// outcome says what a build did to the output folder.
func outcome(r emit.Result) string {
	var parts []string
	if len(r.Written) > 0 {
		parts = append(parts, "wrote "+strings.Join(r.Written, ", "))
	}
	if len(r.Removed) > 0 {
		parts = append(parts, "removed "+strings.Join(r.Removed, ", "))
	}
	if parts == nil {
		return "nothing to write"
	}
	return strings.Join(parts, ", ")
}

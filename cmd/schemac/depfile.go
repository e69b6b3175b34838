package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"schemac/emit"
)

// writeDepfile writes the rule of Make, which Ninja reads too, that says which files the artifacts are made from: all that
// was read, and the folders that were searched, since a new file in one of them is a new source. Each of them has an empty
// rule of its own, so that one which is deleted is no error. A file that is right is left alone.
func (r *compilation) writeDepfile(path string, artifacts []emit.Artifact) error {
	var out bytes.Buffer
	for _, a := range artifacts {
		out.WriteString(makeWord(filepath.Join(r.config.outFolder(r.out), a.Name)))
		out.WriteString(" ")
	}
	text := strings.TrimSuffix(out.String(), " ")
	out.Reset()
	inputs := r.dependencies()
	if text != "" {
		fmt.Fprintf(&out, "%s:", text)
		for _, name := range inputs {
			fmt.Fprintf(&out, " \\\n  %s", name)
		}
		out.WriteString("\n")
	}
	for _, name := range inputs {
		fmt.Fprintf(&out, "\n%s:\n", name)
	}
	if before, err := os.ReadFile(path); err == nil && bytes.Equal(before, out.Bytes()) {
		return nil
	}
	if err := os.WriteFile(path, out.Bytes(), 0o666); err != nil {
		return fmt.Errorf("cannot write %q: %w", path, plainCause(err))
	}
	return nil
}

// checkDepfile refuses a depfile that would take the place of a source or an artifact, as happens when the name of a source
// follows --depfile, and names that no rule can hold.
func (r *compilation) checkDepfile(path string, artifacts []emit.Artifact) error {
	if path == "" {
		return usagef("--depfile is empty; name a file")
	}
	for _, name := range append(r.files(), r.found.Folders...) {
		if strings.ContainsAny(fromHere(name), unruly) {
			return fmt.Errorf("cannot write %q into a depfile: Make takes a line break, \";\", \"|\", \"=\" and \"%%\" in a name for something of its own; rename it", fromHere(name))
		}
	}
	taken := r.files()
	for _, a := range artifacts {
		taken = append(taken, filepath.Join(r.config.outFolder(r.out), a.Name))
	}
	here, err := os.Stat(path)
	for _, name := range taken {
		if there, missing := os.Stat(name); err == nil && missing == nil && os.SameFile(here, there) || filepath.Clean(name) == filepath.Clean(path) {
			return usagef("--depfile is %q, which is a source or an artifact; name a file of its own, such as build.d", path)
		}
	}
	return nil
}

// unruly are the characters that neither Make nor Ninja takes in the name of a file, however they are escaped.
const unruly = "\r\n;|=%"

// dependencies are the files that were read and the folders that were searched, as words of Make.
func (r *compilation) dependencies() []string {
	var words []string
	for _, path := range append(r.files(), r.found.Folders...) {
		words = append(words, makeWord(path))
	}
	return words
}

// makeWord writes a path as Make takes it in a rule.
func makeWord(path string) string {
	return makeEscapes.Replace(fromHere(path))
}

var makeEscapes = strings.NewReplacer(" ", `\ `, "#", `\#`, "$", "$$", ":", `\:`)

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/urfave/cli/v2"

	"schemac/model/diag"
	"schemac/model/source"
	"schemac/parse"
	"schemac/parse/kdl"
)

func fmtCommand() *cli.Command {
	return &cli.Command{
		Name:      "fmt",
		Usage:     "lay guardfiles out in the canonical way",
		ArgsUsage: "[FILE…]",
		Description: `FILE is a guardfile or a folder, which is searched for *.mcp.kdl; without one it is
the working directory, and "-" is standard input. The layout is four spaces a
level, one node a line; comments, quoting and the order of everything are kept.
Without a flag the result goes to standard output.

Examples:
  schemac fmt forgejo.mcp.kdl          print it
  schemac fmt -w .                     rewrite the files that differ
  schemac fmt -d .                     print the difference; exit 1 if there is one

Exit codes: 0 good, 1 a file has errors, or -d found a difference, 2 wrong usage
or a file that cannot be read or written.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "diff", Aliases: []string{"d"}, Usage: "print what would change", DisableDefaultText: true},
			&cli.BoolFlag{Name: "write", Aliases: []string{"w"}, Usage: "rewrite the files", DisableDefaultText: true},
			&cli.StringFlag{Name: "color", Usage: "`WHEN` to colour: auto, always, never", Value: "auto"},
		},
		Action: format,
	}
}

// format formats each guardfile. A file with errors is reported and left; the others are done all the same.
func format(c *cli.Context) error {
	if c.Bool("diff") && c.Bool("write") {
		return usagef("-d and -w do not go together")
	}
	f := formatter{diff: c.Bool("diff"), write: c.Bool("write"), stdout: c.App.Writer}
	if c.Args().Len() == 1 && c.Args().First() == "-" {
		return f.stdin(c)
	}
	files, err := guardfiles(c.Args().Slice(), &f.diags)
	if err != nil {
		return err
	}
	for _, path := range files {
		if err := f.file(path); err != nil {
			return err
		}
	}
	return f.end(c)
}

type formatter struct {
	diff, write bool
	stdout      io.Writer
	diags       diag.List
	differs     bool
}

// guardfiles expands the arguments of the command into files.
func guardfiles(args []string, diags *diag.List) ([]string, error) {
	found, err := findSources(defaultConfig(), args, "", diags)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, f := range found.Files {
		path := filepath.Join(found.Root, filepath.FromSlash(f.Name))
		if f.Kind == parse.Guardfile {
			files = append(files, shortest(path))
		} else if f.Named {
			return nil, usagef("%q is no guardfile; fmt takes *.mcp.kdl", f.Name)
		}
	}
	return files, nil
}

// shortest returns the path relative to the working directory where that is below it, for people to read.
func shortest(path string) string {
	dir, err := os.Getwd()
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}

func (f *formatter) stdin(c *cli.Context) error {
	raw, err := io.ReadAll(io.LimitReader(c.App.Reader, source.MaxBytes+1))
	if err != nil {
		return fmt.Errorf("cannot read standard input: %w", err)
	}
	if err := f.text("stdin.mcp.kdl", raw, ""); err != nil {
		return err
	}
	return f.end(c)
}

func (f *formatter) file(path string) error {
	raw, err := readAtMost(path, source.MaxBytes+1)
	if err != nil {
		return fmt.Errorf("cannot read %q: %w", path, plainCause(err))
	}
	return f.text(filepath.ToSlash(path), raw, path)
}

// text formats one text and does with it what the flags say. path is empty for standard input.
func (f *formatter) text(name string, raw []byte, path string) error {
	file, faults := source.New(name, raw)
	if len(raw) > source.MaxBytes {
		f.diags.Errorf(file.Span(0, 0), "file-too-large", "file is larger than %d MiB; split it", source.MaxBytes>>20)
		return nil
	}
	if len(faults) > 0 {
		f.diags.Errorf(file.Span(faults[0].Offset, faults[0].Offset), "invalid-utf8", "file holds a byte that is not UTF-8 text")
		return nil
	}
	document := kdl.Parse(file, &f.diags)
	if document.Broken {
		return nil
	}
	formatted := []byte(kdl.Format(document))
	switch {
	case f.diff:
		difference := diff.Diff(name, raw, name+" (formatted)", formatted)
		f.differs = f.differs || len(difference) > 0
		_, err := f.stdout.Write(difference)
		return err
	case f.write && path != "":
		if bytes.Equal(raw, formatted) {
			return nil
		}
		return rewrite(path, formatted)
	}
	_, err := f.stdout.Write(formatted)
	return err
}

// rewrite replaces a file as a whole, with its permissions.
func rewrite(path string, text []byte) error {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(path), ".schemac-*.tmp")
	if err != nil {
		return fmt.Errorf("cannot write %q: %w", path, plainCause(err))
	}
	defer os.Remove(temp.Name()) // it is gone when all went well
	_, err = temp.Write(text)
	if err == nil {
		err = temp.Chmod(info.Mode().Perm())
	}
	if err == nil {
		err = temp.Sync()
	}
	if closing := temp.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("cannot write %q: %w", path, plainCause(err))
	}
	return nil
}

// end prints what was wrong and says how the command ends.
func (f *formatter) end(c *cli.Context) error {
	r := newCompilation(c)
	if err := diag.Text(c.App.ErrWriter, f.diags.Sorted(), r.colored(r.stderr)); err != nil {
		return err
	}
	if f.diags.HasErrors() || f.differs {
		return errFindings
	}
	return nil
}

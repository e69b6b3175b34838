package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"schemac/lint/breaking"
	"schemac/model/source"
)

// Words of the flags of diff.
var (
	diffFormats = []string{"text", "json", "markdown", "github", "sarif"}
	failWords   = []string{"breaking", "any", "never"}
)

func diffCommand() *cli.Command {
	return &cli.Command{
		Name:      "diff",
		Usage:     "say what a change means to those who call, read and operate",
		ArgsUsage: "OLD NEW",
		Description: `OLD and NEW are each a folder or a file, as for build, or git:REV[:PATH]: a revision of
the repository that the working directory is in, read without touching the work tree.
PATH starts at the top of the repository, or with "./" in the working directory; without
it the side is what the other side was at that revision. Of a folder with a schemac.yaml
the inputs count that are written there.

Each change is breaking, compatible or info, names a rule that "schemac explain" knows,
says whom it concerns, and where it is on both sides. A breaking change that is meant is
accepted in the schemac.yaml of NEW, by the words that the report gives, with a reason:

  accept:
    input-required app/create_Book/title 0123456789ab: nobody creates books without one

Examples:
  schemac diff git:main .                       what this branch changes
  schemac diff git:v1.4.0:api git:HEAD:api      between two revisions of a folder
  schemac diff old/ new/ --format markdown      for a comment on a pull request
  schemac diff git:main . --fail-on any         any change at all fails

Exit codes: 0 good, 1 there is a change that --fail-on names, 2 wrong usage, or a side
that cannot be read or does not compile.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "comments", Usage: "let # comments serve where there is no docstring", DisableDefaultText: true},
			&cli.StringFlag{Name: "format", Usage: "`FORMAT` of the report: " + strings.Join(diffFormats, ", "), Value: "text"},
			&cli.StringFlag{Name: "fail-on", Usage: "`WHICH` changes give exit code 1: " + strings.Join(failWords, ", "), Value: "breaking"},
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print breaking changes only", DisableDefaultText: true},
			&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "print what was before and after", DisableDefaultText: true},
			&cli.StringFlag{Name: "color", Usage: "`WHEN` to colour: auto, always, never", Value: "auto"},
		},
		Action: runDiff,
	}
}

// runDiff compares two sides.
func runDiff(c *cli.Context) error {
	if err := errors.Join(checkWord("format", c.String("format"), diffFormats), checkWord("fail-on", c.String("fail-on"), failWords)); err != nil {
		return err
	}
	if c.Args().Len() != 2 {
		return usagef("diff takes two sides, OLD and NEW; got %d", c.Args().Len())
	}
	workshop, err := os.MkdirTemp("", "schemac-diff-")
	if err != nil {
		return fmt.Errorf("cannot make a folder to read into: %w", err)
	}
	defer os.RemoveAll(workshop)
	first, second := c.Args().Get(0), c.Args().Get(1)
	before, err := loadSide(c, first, second, filepath.Join(workshop, "old"))
	if err != nil {
		return err
	}
	after, err := loadSide(c, second, first, filepath.Join(workshop, "new"))
	if err != nil {
		return err
	}
	changes := breaking.Compare(before.document, after.document, breaking.Options{
		OldFile: before.shown,
		NewFile: after.shown,
		Hidden:  func(at source.Span) bool { return before.diags.Hides(at) || after.diags.Hides(at) },
	})
	breaking.ByClass(changes)
	report := diffReport{compilation: after.compilation, changes: after.accept(changes)}
	if err := report.print(c.String("format")); err != nil {
		return err
	}
	return report.verdict(c.String("fail-on"))
}

// A side is one of two that are compared.
type side struct {
	*compilation
	arg string
	// prefix is put before the names of files.
	prefix string
}

// loadSide compiles one side. A side that does not compile is an error: nobody knows what it would have changed.
func loadSide(c *cli.Context, arg, other, workshop string) (*side, error) {
	s := &side{compilation: newCompilation(c), arg: arg}
	s.args, s.quiet, s.governed = []string{arg}, true, true
	if arg == "-" {
		return nil, usagef("diff compares folders, files and revisions; standard input is none of them")
	}
	if strings.HasPrefix(arg, gitPrefix) {
		if err := s.checkout(other, workshop); err != nil {
			return nil, err
		}
	}
	err := s.load()
	if err == nil {
		s.unused = 0
		err = s.report()
	}
	switch {
	case errors.Is(err, errFindings):
		return nil, fmt.Errorf("%q does not compile, so there is nothing to compare", arg)
	case err != nil && s.ceiling != "":
		return nil, errors.New(strings.ReplaceAll(filepath.ToSlash(err.Error()), filepath.ToSlash(s.ceiling)+"/", s.prefix))
	case err != nil:
		return nil, err
	}
	s.quiet = c.Bool("quiet")
	if s.prefix == "" {
		s.prefix = fromHere(s.root)
	}
	return s, nil
}

// checkout reads a revision into a folder and makes that the input.
func (s *side) checkout(other, dir string) error {
	at, err := parseGit(s.arg, other)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("cannot make a folder to read into: %w", err)
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return fmt.Errorf("cannot make a folder to read into: %w", err)
	}
	if err := at.checkout(dir); err != nil {
		return fmt.Errorf("cannot read %q: %w", s.arg, err)
	}
	s.ceiling, s.prefix = dir, gitPrefix+at.rev+":"
	s.args = []string{filepath.Join(dir, filepath.FromSlash(at.path))}
	return nil
}

// shown returns the name of a file for a report: relative to the working directory, or to the top of the revision.
func (s *side) shown(name string) string {
	if s.ceiling == "" {
		return path.Join(s.prefix, name)
	}
	below, err := filepath.Rel(s.ceiling, filepath.Join(s.root, filepath.FromSlash(name)))
	if err != nil {
		below = name // never: the root lies below
	}
	return s.prefix + filepath.ToSlash(below)
}

// A judged change is one with the reason for which it is accepted, or none.
type judged struct {
	*breaking.Change
	reason string
}

// accept finds the changes that schemac.yaml accepts, and tells of entries that no change needs any more.
func (s *side) accept(changes []*breaking.Change) []judged {
	list := make([]judged, len(changes))
	used := map[string]bool{}
	for i, c := range changes {
		list[i].Change = c
		if c.Class != breaking.Breaking {
			continue
		}
		print := c.Fingerprint()
		if at := slices.IndexFunc(s.config.Accept, func(p configPair) bool { return p.Name == print }); at >= 0 {
			list[i].reason = s.config.Accept[at].Value
			used[print] = true
		}
	}
	for _, p := range s.config.Accept {
		if !used[p.Name] {
			s.diags.Infof(p.Span, "accept-expired", "no change is %q now, so nothing is accepted; remove it once it is merged, or accept what there is", p.Name)
		}
	}
	return list
}

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/urfave/cli/v2"

	"schemac/emit"
	"schemac/model/diag"
	"schemac/model/source"
)

// checkFormats are the words of --format.
var checkFormats = []string{"text", "github"}

// mostDiffLines is how many lines of one file's difference are printed without --verbose.
const mostDiffLines = 60

// mostDiffBytes is how large a file may be of which differences are shown; what schemac writes of the largest source is
// smaller.
const mostDiffBytes = 256 << 20

func checkCommand() *cli.Command {
	return &cli.Command{
		Name:      "check",
		Usage:     "say whether the artifacts on disk are what build would write",
		ArgsUsage: "[INPUT…]",
		Description: `INPUT is as for build; give the flags that build is given. Nothing is written. Each file
that is stale, missing or left over is named on standard output, with a unified diff
from what it holds to what build would write, and at the end stands the command that
mends it. Line ends that a checkout has turned into CR LF are not stale.

Examples:
  schemac check                      this folder, against schemac-out/
  schemac check guards/ -o api       one folder of sources, against api/
  schemac check --format github      as annotations of a pull request

Exit codes: 0 the artifacts are up to date, 1 they are not, or the input has errors,
2 wrong usage or a file that cannot be read.`,
		Flags: append(sourceFlags(),
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Usage: "compare with the files in `DIR`"},
			&cli.StringFlag{Name: "emit", Usage: "compare only the kinds in `LIST`: " + strings.Join(artifactKinds, ", ")},
			&cli.StringFlag{Name: "format", Usage: "`FORMAT` of the report: " + strings.Join(checkFormats, ", "), Value: "text"},
		),
		Action: check,
	}
}

// check compares what build would write with what is there.
func check(c *cli.Context) error {
	format := c.String("format")
	if err := checkWord("format", format, checkFormats); err != nil {
		return err
	}
	r := newCompilation(c)
	artifacts, kinds, err := r.compile(c)
	if err != nil {
		return err
	}
	differences, err := emit.Check(r.config.outFolder(r.out), artifacts, kinds)
	if err != nil {
		return err
	}
	if len(differences) == 0 {
		r.sayf("%s up to date", count(len(artifacts), "file"))
		return nil
	}
	report := checkReport{r.stdout, r.verbose}
	for _, d := range differences {
		if err := report.difference(d, format); err != nil {
			return err
		}
	}
	fmt.Fprintf(r.stderr, "%s\n", mending(differences, buildCommandLine(c)))
	return errFindings
}

// A checkReport prints differences, one after the other, so that no two large files are in memory.
type checkReport struct {
	stdout  io.Writer
	verbose bool
}

func (p checkReport) difference(d emit.Difference, format string) error {
	have, want, err := d.Texts()
	if err != nil {
		return err
	}
	name := fromHere(d.Path)
	if format == "github" {
		return p.annotation(d, name, have, want)
	}
	if _, err := fmt.Fprintf(p.stdout, "%s: %s\n", d.State, plainText(name)); err != nil || d.State == emit.Missing || want == nil {
		return err
	}
	if len(have) > mostDiffBytes || !utf8.Valid(have) {
		_, err := fmt.Fprintf(p.stdout, "… it holds nothing that schemac could have written (%s)\n", count(len(have), "byte"))
		return err
	}
	text := p.difftext(plainText(name), have, want)
	for line := range bytes.Lines(text) {
		line, found := bytes.CutSuffix(line, []byte("\n"))
		shown := plainText(string(line))
		if found {
			shown += "\n"
		}
		if _, err := io.WriteString(p.stdout, shown); err != nil {
			return err
		}
	}
	return nil
}

// diffWindow is how many lines behind the first difference are compared without --verbose: more than are printed, and few
// enough that a file that is stale throughout takes no longer than one that is right.
const diffWindow = 2000

// difftext is the unified diff of a file, without --verbose its beginning, which says how much more there is.
func (p checkReport) difftext(name string, have, want []byte) []byte {
	whole := true
	if !p.verbose {
		start := firstDifference(have, want)
		before, after := linesFrom(have, start, diffWindow), linesFrom(want, start, diffWindow)
		whole = len(before) == len(have) && len(after) == len(want)
		have, want = before, after
	}
	text := diff.Diff(name, have, name+" (build)", want)
	if _, after, found := bytes.Cut(text, []byte("\n")); found && bytes.HasPrefix(text, []byte("diff ")) {
		text = after // the first line repeats the two that follow
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	missing := len(lines) - 1 - mostDiffLines
	switch {
	case p.verbose || whole && missing <= 0:
		return text
	case !whole:
		return append(bytes.Join(lines[:min(len(lines), mostDiffLines)], nil), "… more lines; --verbose shows them\n"...)
	}
	more := fmt.Sprintf("… %s; --verbose shows %s\n", count(missing, "more line"), plural(missing, "it", "them"))
	return append(bytes.Join(lines[:mostDiffLines], nil), more...)
}

// linesFrom returns the text up to the end of the line that is so many lines behind an offset.
func linesFrom(text []byte, offset, lines int) []byte {
	end := min(offset, len(text))
	for range lines {
		i := bytes.IndexByte(text[end:], '\n')
		if i < 0 {
			return text
		}
		end += i + 1
	}
	return text[:end]
}

// annotation prints the difference as a workflow command at the first line that differs.
func (p checkReport) annotation(d emit.Difference, name string, have, want []byte) error {
	message := map[emit.State]string{
		emit.Stale:    "is stale: build would write something else from here on",
		emit.Missing:  "is missing: build would write it",
		emit.Leftover: "is left over: nothing gives it now, and build would remove it",
		emit.Edited:   "is left over: nothing gives it now; it has been edited, so remove it by hand",
	}[d.State]
	f, faults := source.New(name, have)
	if len(faults) > 0 {
		f, have = &source.File{Name: name}, nil // it is no text, so it has no lines
	}
	at := min(firstDifference(have, want), len(f.Text))
	return diag.GitHub(p.stdout, []*diag.Diagnostic{{
		Severity: diag.Error, Code: d.State.String(), Span: f.Span(at, at), Message: filepath.Base(name) + " " + message,
	}}, "")
}

// firstDifference returns the offset of the line in which two texts part.
func firstDifference(have, want []byte) int {
	if want == nil {
		return 0
	}
	n := 0
	for n < len(have) && n < len(want) && have[n] == want[n] {
		n++
	}
	return bytes.LastIndexByte(have[:n], '\n') + 1
}

// mending says what to do.
func mending(differences []emit.Difference, command string) string {
	edited := 0
	for _, d := range differences {
		if d.State == emit.Edited {
			edited++
		}
	}
	text := count(len(differences), "file") + " not up to date"
	if edited < len(differences) {
		text += "; run: " + command
	}
	if edited > 0 {
		text += fmt.Sprintf("; remove by hand what nothing gives now and somebody has edited (%s)", count(edited, "file"))
	}
	return text
}

// buildCommandLine returns the command that would write what check has compared with.
func buildCommandLine(c *cli.Context) string {
	words := []string{"schemac", "build"}
	for _, arg := range c.Args().Slice() {
		words = append(words, quoted(operand(arg)))
	}
	for _, f := range buildCommand().Flags {
		name := f.Names()[0]
		if !slices.Contains(c.LocalFlagNames(), name) || !c.IsSet(name) || slices.Contains(manners, name) {
			continue
		}
		words = append(words, "--"+name)
		if _, ok := f.(*cli.BoolFlag); !ok {
			words = append(words, quoted(c.String(name)))
		}
	}
	return strings.Join(words, " ")
}

// manners are the flags that change how a command speaks and not what it does.
var manners = []string{"quiet", "verbose", "color"}

// operand returns an input so that no command takes it for a flag; "-" is standard input.
func operand(arg string) string {
	if strings.HasPrefix(arg, "-") && arg != "-" {
		return "./" + arg
	}
	return arg
}

// quoted returns a word as a POSIX shell takes it.
func quoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./,:+=@%", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// fromHere returns a path relative to the working directory, with slashes, where there is such a path below it.
func fromHere(path string) string {
	dir, err := os.Getwd()
	if err == nil && filepath.IsAbs(path) {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			dir = real
		}
		if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
			path = rel
		}
	}
	return filepath.ToSlash(path)
}

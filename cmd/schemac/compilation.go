package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"runtime/debug"
	"unicode/utf8"

	"github.com/mattn/go-isatty"
	"github.com/urfave/cli/v2"

	"schemac/emit/verify"
	"schemac/model"
	"schemac/model/diag"
	"schemac/model/source"
	"schemac/parse"
)

// sourceFlags are the flags of every command that reads sources.
func sourceFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "comments", Usage: "let # comments serve where there is no docstring", DisableDefaultText: true},
		&cli.BoolFlag{Name: "strict", Usage: "treat warnings as errors", DisableDefaultText: true},
		&cli.StringFlag{Name: "stdin-name", Usage: "the `NAME` of what \"-\" reads", Value: "schema.graphql"},
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print errors only", DisableDefaultText: true},
		&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "print every info and every file", DisableDefaultText: true},
		&cli.StringFlag{Name: "color", Usage: "`WHEN` to colour: auto, always, never", Value: "auto"},
	}
}

// A compilation is one reading of sources by a command: what was asked, and what came of it.
type compilation struct {
	args           []string
	out            string
	stdinName      string
	stdin          io.Reader
	stdout, stderr io.Writer
	comments       bool
	strict         bool
	quiet, verbose bool
	color          string
	// writes says that the command would write artifacts, were it not for an error.
	writes bool

	// governed says that an argument which is the folder of schemac.yaml stands for the inputs that are written there.
	governed bool
	// ceiling is the folder above which no configuration is looked for, absolute; "" when there is none.
	ceiling  string
	config   *config
	found    sources  // what the inputs came to; empty for standard input
	log      *readLog // what was read of them
	diags    diag.List
	document *model.Document
	// root is the folder that names of inputs are relative to; "." for standard input.
	root   string
	inputs []parse.Input
	// unused counts the comments that could serve as descriptions and do not.
	unused int
}

func newCompilation(c *cli.Context) *compilation {
	return &compilation{
		args:      c.Args().Slice(),
		out:       c.String("out"),
		stdinName: c.String("stdin-name"),
		stdin:     c.App.Reader,
		stdout:    c.App.Writer,
		stderr:    c.App.ErrWriter,
		comments:  c.Bool("comments"),
		strict:    c.Bool("strict"),
		quiet:     c.Bool("quiet"),
		verbose:   c.Bool("verbose"),
		color:     c.String("color"),
	}
}

// load reads the configuration and the sources into a document. Faults of the user go to diags.
func (r *compilation) load() error {
	if r.color != "auto" && r.color != "always" && r.color != "never" {
		return usagef("--color is %q; it takes auto, always or never", r.color)
	}
	if len(r.args) == 1 && r.args[0] == "-" {
		return r.loadStdin()
	}
	for _, arg := range r.args {
		if arg == "-" {
			return usagef(`"-" reads one source and stands alone`)
		}
	}
	if err := r.locate(); err != nil {
		return err
	}
	if r.diags.HasErrors() {
		return r.report() // with a broken configuration nobody knows what the sources mean
	}
	inputs := make([]parse.Input, len(r.found.Files))
	for i, f := range r.found.Files {
		inputs[i] = parse.Input{Name: f.Name, Kind: f.Kind, Found: !f.Named}
	}
	tuneCollector(totalSize(&r.found))
	return r.parse(r.found.Root, inputs)
}

// locate reads the configuration and looks for the sources. Faults of the user go to diags.
func (r *compilation) locate() error {
	var err error
	if r.config, err = loadConfig(r.args, r.ceiling, &r.diags); err != nil {
		return err
	}
	args := r.args
	if r.governed && r.config.File != nil && len(args) == 1 {
		if folder, err := canonicalPath(args[0]); err == nil && folder == r.config.Dir {
			args = nil
		}
	}
	found, err := findSources(r.config, args, r.config.outFolder(r.out), &r.diags)
	if err != nil {
		return err
	}
	r.found = *found
	return nil
}

// loadStdin reads one source from standard input, with the configuration of the working directory.
func (r *compilation) loadStdin() error {
	if _, ok := kindOf(r.stdinName); !ok {
		return usagef("--stdin-name is %q; its ending must say what is read, such as schema.graphql", r.stdinName)
	}
	var err error
	if r.config, err = loadConfig(nil, "", &r.diags); err != nil {
		return err
	}
	if r.diags.HasErrors() {
		return r.report()
	}
	content, err := io.ReadAll(io.LimitReader(r.stdin, source.MaxBytes+1))
	if err != nil {
		return fmt.Errorf("cannot read standard input: %w", err)
	}
	return r.parse(".", []parse.Input{{Name: r.stdinName, Content: append([]byte{}, content...)}})
}

func (r *compilation) parse(root string, inputs []parse.Input) error {
	r.root, r.inputs, r.log = root, inputs, newReadLog(root)
	options := parse.Options{
		Comments: r.comments || r.config.Comments,
		Evaluate: evaluateResources,
		Schema:   verify.Schema,
		Model:    r.config.options(),
	}
	result, err := parse.Load(r.log, inputs, options, &r.diags)
	if err != nil {
		return unreadable(err)
	}
	r.document = result.Document
	if !options.Comments {
		r.unused = result.Comments
	}
	return nil
}

// unreadable names the source that could not be read.
func unreadable(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		if !utf8.ValidString(path.Path) {
			return fmt.Errorf("cannot read %q: its name is not UTF-8; rename it", path.Path)
		}
		return fmt.Errorf("cannot read %q: %w", path.Path, path.Err)
	}
	return fmt.Errorf("cannot read %w", err)
}

func totalSize(found *sources) int64 {
	var total int64
	for _, f := range found.Files {
		if info, err := os.Stat(found.Root + string(os.PathSeparator) + f.Name); err == nil {
			total += info.Size()
		}
	}
	return total
}

// Sources up to smallInput bytes are compiled without garbage collection, as long as the heap stays below smallHeap
// bytes: most runs end before a collection could pay. Larger inputs trade memory for time moderately.
const (
	smallInput   = 2 << 20
	smallHeap    = 100 << 20
	largePercent = 150
)

func tuneCollector(total int64) {
	if total <= smallInput {
		debug.SetGCPercent(-1)
		debug.SetMemoryLimit(smallHeap)
		return
	}
	debug.SetGCPercent(largePercent)
	debug.SetMemoryLimit(math.MaxInt64)
}

// report prints the diagnostics and returns errFindings when they end the run.
func (r *compilation) report() error {
	if r.strict {
		r.diags.Strict()
	}
	if err := diag.Text(r.stderr, r.abridged(&r.diags), r.colored(r.stderr)); err != nil {
		return err
	}
	if r.unused > 0 && !r.quiet {
		r.sayf(`note: %s could serve as %s where there is no docstring; use --comments, or "comments: true" in schemac.yaml`,
			count(r.unused, "# comment"), plural(r.unused, "a description", "descriptions"))
	}
	if !r.diags.HasErrors() {
		return nil
	}
	done := ""
	if r.writes {
		done = "; nothing written"
	}
	fmt.Fprintf(r.stderr, "%s%s%s\n", count(r.diags.Count(diag.Error), "error"), r.warnings(), done)
	return errFindings
}

func (r *compilation) warnings() string {
	if n := r.diags.Count(diag.Warning); n > 0 {
		return ", " + count(n, "warning")
	}
	return ""
}

// mostShown is how many diagnostics of one severity and code are printed without --verbose. A large schema has
// hundreds of infos, and nobody reads a hundred errors of one sort before mending the first.
var mostShown = map[diag.Severity]int{diag.Error: 100, diag.Warning: 100, diag.Info: 3}

// abridged returns the diagnostics of a list to print. The last of each sort that is cut says how many are missing.
func (r *compilation) abridged(list *diag.List) []*diag.Diagnostic {
	type sort struct {
		severity diag.Severity
		code     string
	}
	var shown []*diag.Diagnostic
	counts := map[sort]int{}
	last := map[sort]*diag.Diagnostic{}
	for _, d := range list.Sorted() {
		if r.quiet && d.Severity != diag.Error {
			continue
		}
		s := sort{d.Severity, d.Code}
		if counts[s]++; r.verbose || counts[s] <= mostShown[s.severity] {
			shown = append(shown, d)
			last[s] = d
		}
	}
	for s, n := range counts {
		if missing := n - mostShown[s.severity]; missing > 0 && !r.verbose {
			last[s].WithHelp("%s like this; --verbose shows %s", count(missing, "more "+s.severity.String()), plural(missing, "it", "them"))
		}
	}
	return shown
}

// colored reports whether what goes to w is coloured: on a terminal, unless NO_COLOR is set (no-color.org).
func (r *compilation) colored(w io.Writer) bool {
	if r.color != "auto" {
		return r.color == "always"
	}
	file, ok := w.(*os.File)
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isatty.IsTerminal(file.Fd())
}

// sayf prints one line for people.
func (r *compilation) sayf(format string, args ...any) {
	if !r.quiet {
		fmt.Fprintf(r.stderr, format+"\n", args...)
	}
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

func didYouMean(word string, candidates []string) string {
	if best := diag.Closest(word, candidates); best != "" {
		return fmt.Sprintf(" (did you mean %q?)", best)
	}
	return ""
}

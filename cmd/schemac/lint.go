package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"schemac/emit"
	"schemac/lint"
	"schemac/model/diag"
	"schemac/model/ordered"
)

// lintKind is the word of --emit for the findings of a build.
const lintKind = "lint"

// lintFormats are the words of --format.
var lintFormats = []string{"text", "json", "sarif", "github"}

func lintCommand() *cli.Command {
	return &cli.Command{
		Name:      "lint",
		Usage:     "find what a model, or a reader, will miss or misread",
		ArgsUsage: "[INPUT…]",
		Description: `INPUT is as for build. Each finding names its rule; "schemac explain RULE" says why it
matters and shows an example, "schemac explain" lists the rules. Findings go to
standard output, and what is wrong with a source among them.

Severities are set in schemac.yaml:

  rules: { describe-fields: error, open-record: off }

and one finding is silenced at its place, with a reason:

  # schemac:ignore describe-tables internal, no model reads it

Examples:
  schemac lint                              this folder
  schemac lint --max-warnings 0             for CI: no warnings either
  schemac lint --format github              as annotations of a pull request
  schemac lint --format sarif > lint.sarif  for code scanning
  schemac lint --fix                        turn comments into docstrings
  schemac lint --fix --diff                 show what --fix would change

Exit codes: 0 good, 1 the input has errors, there is a finding of severity error,
there are more warnings than allowed, or --fix --diff found a difference, 2 wrong
usage or a file that cannot be read or written.`,
		Flags: append(sourceFlags(),
			&cli.StringFlag{Name: "format", Usage: "`FORMAT` of the findings: " + strings.Join(lintFormats, ", "), Value: "text"},
			&cli.IntFlag{Name: "max-warnings", Usage: "fail when there are more than `N` warnings", Value: -1, DefaultText: "no limit"},
			&cli.BoolFlag{Name: "fix", Usage: "turn # comments that describe something into docstrings", DisableDefaultText: true},
			&cli.BoolFlag{Name: "diff", Usage: "with --fix: print what would change, and write nothing", DisableDefaultText: true},
		),
		Action: runLint,
	}
}

// runLint prints the findings of the inputs.
func runLint(c *cli.Context) error {
	format := c.String("format")
	if err := checkWord("format", format, lintFormats); err != nil {
		return err
	}
	if c.IsSet("max-warnings") && c.Int("max-warnings") < 0 {
		return usagef("--max-warnings is %d; it takes 0 or more", c.Int("max-warnings"))
	}
	if c.Bool("diff") && !c.Bool("fix") {
		return usagef("--diff shows what --fix would do; give both")
	}
	r := newCompilation(c)
	if err := r.load(); err != nil {
		return err
	}
	if c.Bool("fix") {
		fixed, err := r.fix(c.Bool("diff"))
		if err != nil || c.Bool("diff") {
			return err
		}
		if fixed { // what is left is seen in the new text only
			if r = newCompilation(c); r.load() != nil {
				return r.load()
			}
		}
	}
	report := lint.Report(r.findings(), &r.diags)
	if r.strict {
		report.Strict()
	}
	if err := r.printFindings(report, format); err != nil {
		return err
	}
	return r.verdict(report, c.Int("max-warnings"))
}

func checkWord(flag, word string, words []string) error {
	for _, known := range words {
		if word == known {
			return nil
		}
	}
	return usagef("unknown %s %q%s; known are %s", flag, word, didYouMean(word, words), strings.Join(words, ", "))
}

// findings lints the document.
func (r *compilation) findings() []*lint.Finding {
	return lint.Run(r.document, &r.diags, r.config.lintOptions())
}

// lintOptions is what the configuration says of rules.
func (c *config) lintOptions() lint.Options {
	options := lint.Options{Severity: map[string]diag.Severity{}, Off: map[string]bool{}, Budget: c.budget(), Require: c.Require.requirement()}
	severities := map[string]diag.Severity{"error": diag.Error, "warning": diag.Warning, "info": diag.Info}
	for _, pair := range c.Rules {
		if severity, ok := severities[pair.Value]; ok {
			options.Severity[pair.Name] = severity
		} else {
			options.Off[pair.Name] = true
		}
	}
	return options
}

// budget is what the configuration allows tools to cost.
func (c *config) budget() lint.Budget {
	var budget lint.Budget
	for _, row := range []struct {
		digits string
		into   *int
	}{{c.Budget.Tools, &budget.Tools}, {c.Budget.Tool, &budget.ToolTokens}, {c.Budget.List, &budget.ListTokens}} {
		*row.into, _ = strconv.Atoi(row.digits) // the reader of the configuration takes digits only
	}
	return budget
}

// lintArtifact returns the artifact with the findings of a build, or none when there are no findings.
func (r *compilation) lintArtifact() []emit.Artifact {
	diagnostics := lint.Diagnostics(r.findings())
	if len(diagnostics) == 0 {
		return nil
	}
	return []emit.Artifact{{
		Name: "lint.json", Kind: lintKind, Encode: func(w *ordered.Writer) { diag.JSON(w, diagnostics) },
	}}
}

// printFindings writes the report to standard output, in text with the counts on standard error.
func (r *compilation) printFindings(report *diag.List, format string) error {
	switch format {
	case "github":
		return diag.GitHub(r.stdout, report.Sorted(), r.prefix())
	case "json", "sarif":
		w := ordered.NewWriter(r.stdout)
		if format == "json" {
			diag.JSON(w, report.Sorted())
		} else {
			diag.SARIF(w, report.Sorted(), r.tool(), r.prefix())
		}
		return w.Close()
	}
	if err := diag.Text(r.stdout, r.abridged(report), r.colored(r.stdout)); err != nil {
		return err
	}
	r.sayf("%s, %s, %s", count(report.Count(diag.Error), "error"), count(report.Count(diag.Warning), "warning"), count(report.Count(diag.Info), "info"))
	return nil
}

// tool is what a SARIF log says of schemac.
func (r *compilation) tool() diag.Tool {
	tool := diag.Tool{Name: "schemac", Version: version(), Anchor: r.anchor()}
	for _, rule := range lint.Rules {
		tool.Rules = append(tool.Rules, diag.RuleWords{ID: rule.ID, Title: rule.Title, Text: rule.Text, Severity: rule.Severity})
	}
	return tool
}

// anchor is the file that what concerns no single place is shown at, from the working directory: schemac.yaml, which says
// what the surfaces are, or else the first source.
func (r *compilation) anchor() string {
	switch {
	case r.config.File != nil:
		return fromHere(filepath.Join(r.config.Dir, configName))
	case len(r.inputs) > 0:
		return path.Join(r.prefix(), r.inputs[0].Name)
	}
	return ""
}

// prefix leads from the working directory to the folder that names of sources are relative to; programs that show
// findings beside the source look from there. It is empty where there is no such way.
func (r *compilation) prefix() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	relative, err := filepath.Rel(dir, r.root)
	if err != nil || relative == "." {
		return ""
	}
	return filepath.ToSlash(relative)
}

// verdict says how the command ends.
func (r *compilation) verdict(report *diag.List, maxWarnings int) error {
	if report.HasErrors() {
		return errFindings
	}
	if n := report.Count(diag.Warning); maxWarnings >= 0 && n > maxWarnings {
		fmt.Fprintf(r.stderr, "%s; at most %d allowed\n", count(n, "warning"), maxWarnings)
		return errFindings
	}
	return nil
}

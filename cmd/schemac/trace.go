package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"schemac/lint"
)

func traceCommand() *cli.Command {
	return &cli.Command{
		Name:      "trace",
		Usage:     "say where a docstring lands, and how many land everywhere",
		ArgsUsage: "[NAME] [INPUT…]",
		Description: `NAME is a type, a field (Product.sku), a tool of a guardfile (get_issue) or its input
(get_issue.index). Every artifact and JSON pointer that its docstring reaches is
printed, and where it arrives in part only or hosts cut it.

With --coverage there is no NAME: the shares of docstrings that reach MCP, OpenAPI
and the JSON Schema bundle alike, and of tools, fields and inputs that have a
description, are printed.

Examples:
  schemac trace Product.sku
  schemac trace Product schema.graphql
  schemac trace --coverage
  schemac trace --coverage --fail-under 80    for CI: fail if a share is lower

Exit codes: 0 good, 1 the input has errors, or a share is under --fail-under, 2 wrong
usage or an unknown name.`,
		Flags: append(sourceFlags(),
			&cli.BoolFlag{Name: "coverage", Usage: "print shares, not places", DisableDefaultText: true},
			&cli.IntFlag{Name: "fail-under", Usage: "with --coverage: fail if a share is under `PCT` per cent"},
		),
		Action: trace,
	}
}

// trace prints where one docstring lands, or the shares of all.
func trace(c *cli.Context) error {
	r := newCompilation(c)
	if c.IsSet("fail-under") && (!c.Bool("coverage") || c.Int("fail-under") < 0 || c.Int("fail-under") > 100) {
		return usagef("--fail-under takes 0 to 100, together with --coverage")
	}
	if c.Bool("coverage") {
		return r.traceCoverage(c.Int("fail-under"))
	}
	if len(r.args) == 0 {
		return usagef("name what to trace, such as Product.sku, or give --coverage")
	}
	name := r.args[0]
	r.args = r.args[1:]
	if err := r.loadQuietly(""); err != nil {
		return err
	}
	docs := lint.Docstrings(r.document)
	i := slices.IndexFunc(docs, func(d lint.Docstring) bool { return d.Name == name })
	if i < 0 {
		var names []string
		for _, d := range docs {
			if strings.Contains(d.Name, ".") == strings.Contains(name, ".") {
				names = append(names, d.Name)
			}
		}
		return usagef("%q is nothing that an output shows%s", name, didYouMean(name, names))
	}
	return r.traceOne(docs, i)
}

func (r *compilation) traceOne(docs []lint.Docstring, i int) error {
	d := docs[i]
	if d.Words == "" {
		fmt.Fprintf(r.stderr, "%s (%s) has no docstring\n", d.Name, lineOf(d.At))
		return nil
	}
	all, err := r.landings(docs)
	if err != nil {
		return err
	}
	fmt.Fprintf(r.stdout, "%s (%s): %s\n", d.Name, lineOf(d.Span), count(utf8.RuneCountInString(d.Words), "character"))
	artifact, places, artifacts := "", 0, 0
	for _, l := range all {
		if l.doc != i {
			continue
		}
		if l.artifact != artifact {
			artifact = l.artifact
			artifacts++
			fmt.Fprintf(r.stdout, "\n%s\n", artifact)
		}
		places++
		fmt.Fprintf(r.stdout, "  %s%s\n", l.pointer, l.fate())
	}
	fmt.Fprintf(r.stdout, "\n%s in %s\n", count(places, "place"), count(artifacts, "artifact"))
	return nil
}

// hostCuts are the lengths at which hosts cut the description of a tool, in code points (facts: hosts.md §2.2).
var hostCuts = []int{1024, 2048}

// fate says what becomes of a docstring at the place.
func (l *landing) fate() string {
	var words []string
	if !l.whole {
		words = append(words, "the first sentence")
	}
	if l.kind == "tools" && strings.Count(l.pointer, "/") == 3 && strings.HasSuffix(l.pointer, "/description") {
		for _, cut := range hostCuts {
			if l.end > cut {
				words = append(words, fmt.Sprintf("cut by hosts that cut at %d", cut))
			}
		}
	}
	if words == nil {
		return ""
	}
	return " (" + strings.Join(words, ", ") + ")"
}

// consumers are what a docstring should reach, by the kinds of artifacts that stand for it.
var consumers = []struct {
	name  string
	kinds []string
}{
	{"MCP", []string{"tools", "resources", "prompts"}}, {"OpenAPI", []string{"openapi"}}, {"the JSON Schema bundle", []string{"schema"}},
}

// traceCoverage prints the shares, and with --verbose which docstrings miss what.
func (r *compilation) traceCoverage(failUnder int) error {
	if err := r.loadVerbosely(); err != nil {
		return err
	}
	docs := lint.Docstrings(r.document)
	all, err := r.landings(docs)
	if err != nil {
		return err
	}
	var everywhere lint.Share
	reached := reachedKinds(all, len(docs))
	for i, d := range docs {
		if d.Words == "" {
			continue
		}
		missing := misses(reached[i])
		everywhere.All++
		if missing == nil {
			everywhere.Have++
		} else if r.verbose {
			fmt.Fprintf(r.stderr, "%s (%s) does not reach %s\n", d.Name, lineOf(d.Span), strings.Join(missing, ", "))
		}
	}
	tools, fields, inputs := lint.Described(r.document)
	low := false
	for _, row := range []struct {
		share lint.Share
		words string
	}{
		{everywhere, "docstrings that reach MCP, OpenAPI and the JSON Schema bundle"},
		{tools, "tools with a description of their author"},
		{fields, "fields with a description"},
		{inputs, "inputs of grants and actions with a description"},
	} {
		if row.share.All == 0 {
			continue
		}
		fmt.Fprintf(r.stdout, "%3d %%  %d of %d %s\n", row.share.Percent(), row.share.Have, row.share.All, row.words)
		low = low || row.share.Percent() < failUnder
	}
	if low {
		fmt.Fprintf(r.stderr, "a share is under %d %%\n", failUnder)
		return errFindings
	}
	return nil
}

// loadVerbosely is loadQuietly, with the flag --verbose kept.
func (r *compilation) loadVerbosely() error {
	verbose := r.verbose
	err := r.loadQuietly("")
	r.verbose = verbose
	return err
}

// reachedKinds returns the kinds of artifacts that each docstring reaches.
func reachedKinds(all []landing, docs int) []map[string]bool {
	reached := make([]map[string]bool, docs)
	for _, l := range all {
		if reached[l.doc] == nil {
			reached[l.doc] = map[string]bool{}
		}
		reached[l.doc][l.kind] = true
	}
	return reached
}

// misses returns the consumers that a docstring does not reach, which reaches the kinds.
func misses(kinds map[string]bool) []string {
	var missing []string
	for _, c := range consumers {
		if !slices.ContainsFunc(c.kinds, func(kind string) bool { return kinds[kind] }) {
			missing = append(missing, c.name)
		}
	}
	return missing
}

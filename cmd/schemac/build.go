package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"schemac/emit"
	"schemac/emit/verify"
	"schemac/model"
	"schemac/model/ordered"
)

func buildCommand() *cli.Command {
	return &cli.Command{
		Name:      "build",
		Usage:     "compile sources into artifacts",
		ArgsUsage: "[INPUT…]",
		Description: `INPUT is a file or a folder; without one it is the working directory, or what
schemac.yaml says. Artifacts go to schemac-out/, one set for each surface:

  app.tools.json       MCP tools/list of all tables together
  app.resources.json   MCP resources/list
  app.openapi.json     OpenAPI 3.1
  app.schema.json      JSON Schema 2020-12 bundle
  lint.json            what lint finds; findings never stop a build
  NAME.tools.json …    the same for each guardfile, named after its wrap

Nothing is written when a source has an error.

Examples:
  schemac build                                   this folder
  schemac build schema.graphql -o api             one file, into api/
  schemac build --emit tools,openapi              only these kinds
  schemac build --stdout app.tools.json | jq .    write nothing, print one
  schemac build - --stdin-name schema.graphql     read standard input
  schemac build --watch                           build again on every change

Exit codes: 0 good, 1 the input has errors, 2 wrong usage or a file that cannot
be read or written.`,
		Flags: append(sourceFlags(),
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Usage: "write into `DIR`"},
			&cli.StringFlag{Name: "emit", Usage: "write only the kinds in `LIST`: " + strings.Join(artifactKinds, ", ")},
			&cli.StringFlag{Name: "stdout", Usage: "print `ARTIFACT` (a file name such as app.tools.json) and write nothing"},
			&cli.StringFlag{Name: "depfile", Usage: "write into `FILE` a rule of Make or Ninja with all that was read"},
			&cli.BoolFlag{Name: "watch", Aliases: []string{"w"}, Usage: "build again whenever a source changes, until interrupted", DisableDefaultText: true},
			&cli.BoolFlag{Name: "verify", Usage: "check every schema and the OpenAPI document before anything is written", DisableDefaultText: true},
		),
		Action: build,
	}
}

// build compiles the inputs and writes what comes out.
func build(c *cli.Context) error {
	if c.IsSet("depfile") && c.IsSet("stdout") {
		return usagef("--depfile says what the files that are written are made from, and --stdout writes none; leave one out")
	}
	if c.Bool("watch") {
		return watch(c)
	}
	r := newCompilation(c)
	r.writes = true
	artifacts, kinds, err := r.compile(c)
	if err != nil {
		return err
	}
	if c.Bool("verify") {
		if err := verifyAll(artifacts, r.document); err != nil {
			return err
		}
	}
	if name := c.String("stdout"); c.IsSet("stdout") {
		return r.print(artifacts, name)
	}
	result, err := r.write(c, artifacts, kinds)
	if err != nil {
		return err
	}
	r.summarise(artifacts, result)
	return nil
}

// compile reads the sources, reports what is wrong with them and returns the artifacts, with the kinds that were asked
// for. A source with an error gives errFindings.
func (r *compilation) compile(c *cli.Context) ([]emit.Artifact, []string, error) {
	asked, err := askedKinds(c)
	if err != nil {
		return nil, nil, err
	}
	if c.IsSet("out") && r.out == "" {
		return nil, nil, usagef("--out is empty; name a folder")
	}
	if err := r.load(); err != nil {
		return nil, nil, err
	}
	kinds := r.config.Emit
	if asked != nil {
		kinds = asked
	}
	if err := r.report(); err != nil {
		return nil, nil, err
	}
	artifacts := emit.Artifacts(r.document, kinds)
	if slices.Contains(kinds, lintKind) {
		artifacts = append(artifacts, r.lintArtifact()...)
	}
	return artifacts, kinds, nil
}

// askedKinds returns the kinds that the flag names, or nil without the flag.
func askedKinds(c *cli.Context) ([]string, error) {
	if !c.IsSet("emit") {
		return nil, nil
	}
	var kinds []string
	for word := range strings.SplitSeq(c.String("emit"), ",") {
		word = strings.TrimSpace(word)
		if word == "" {
			return nil, usagef("--emit %q has an empty place; name kinds, as in tools,openapi", c.String("emit"))
		}
		if !slices.Contains(artifactKinds, word) {
			return nil, usagef("unknown kind %q in --emit%s; known are %s", word, didYouMean(word, artifactKinds), strings.Join(artifactKinds, ", "))
		}
		kinds = append(kinds, word)
	}
	return kinds, nil
}

// verifyAll checks the artifacts. What it finds is a fault of schemac and not of the input.
func verifyAll(artifacts []emit.Artifact, d *model.Document) error {
	authored := authoredInputs(d)
	for _, a := range artifacts {
		if err := verify.Artifact(a.Kind, emit.Bytes(a), authored[a.Name]); err != nil {
			return fmt.Errorf("%s does not verify, which is a fault of schemac; nothing is written: %w", a.Name, err)
		}
	}
	return nil
}

// authoredInputs are the tools whose input an author has written, or in whose input an author has written what hosts do not
// take, by the name of their list. Lint speaks of them (input-schema).
func authoredInputs(d *model.Document) map[string]map[string]bool {
	lists := map[string]map[string]bool{}
	for _, s := range d.Surfaces {
		tools := map[string]bool{}
		for _, op := range s.Operations {
			if op.Input.Verbatim.Kind != ordered.Absent || len(op.AuthoredKeywords()) > 0 {
				tools[op.Name] = true
			}
		}
		lists[s.Name+".tools.json"] = tools
	}
	return lists
}

// print writes one artifact to standard output.
func (r *compilation) print(artifacts []emit.Artifact, name string) error {
	var names []string
	for _, a := range artifacts {
		if a.Name == name {
			return emit.Encode(r.stdout, a)
		}
		names = append(names, a.Name)
	}
	if len(names) == 0 {
		return usagef("there is no artifact %q: the sources give none", name)
	}
	return usagef("there is no artifact %q; there are %s", name, strings.Join(names, ", "))
}

// write puts the artifacts into the output folder, and writes the depfile when one is asked for.
func (r *compilation) write(c *cli.Context, artifacts []emit.Artifact, kinds []string) (emit.Result, error) {
	if c.IsSet("depfile") {
		if err := r.checkDepfile(c.String("depfile"), artifacts); err != nil {
			return emit.Result{}, err
		}
	}
	result, err := emit.Write(r.config.outFolder(r.out), artifacts, kinds)
	if err != nil || !c.IsSet("depfile") {
		return result, err
	}
	return result, r.writeDepfile(c.String("depfile"), artifacts)
}

// summarise says what was done, one line for each surface.
func (r *compilation) summarise(artifacts []emit.Artifact, result emit.Result) {
	for _, s := range r.document.Surfaces {
		files := 0
		for _, a := range artifacts {
			if strings.HasPrefix(a.Name, s.Name+".") {
				files++
			}
		}
		r.sayf("%s: %s", s.Name, summary(s, files))
	}
	for _, name := range result.Removed {
		r.sayf("removed %s, which an earlier build wrote", name)
	}
	for _, name := range result.Kept {
		r.sayf("kept %s: an earlier build wrote it and nothing gives it now, but it has been edited", name)
	}
	if r.verbose {
		r.list(r.config.outFolder(r.out), result)
	}
}

func (r *compilation) list(dir string, result emit.Result) {
	for _, name := range result.Written {
		r.sayf("wrote %s", dir+string(os.PathSeparator)+name)
	}
	for _, name := range result.Unchanged {
		r.sayf("unchanged %s", dir+string(os.PathSeparator)+name)
	}
}

// summary says what a surface holds.
func summary(s *model.Surface, files int) string {
	text := count(s.Tools(), "tool") + ", " + count(files, "file")
	if s.Guard == nil {
		text = count(len(s.Tables), "table") + ", " + text
	}
	return text
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

package lint

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"schemac/model"
	"schemac/model/diag"
	"schemac/model/ordered"
	"schemac/model/source"
)

// A Requirement is what the configuration demands of a server's operations (design: cli.md, `require:`).
type Requirement struct {
	// Known are the operations that the server has, each once, with their places in the list that names them; At is where
	// the configuration names that list.
	Known []Named
	At    source.Span
	// Allow, Deny and Streaming are globs over the names. What Allow matches must be a tool, unless Deny matches it. What
	// Streaming matches answers with a stream, so it can be no tool. A glob of the defaults has no place.
	Allow, Deny, Streaming []Named
	// Surface is the name of the only surface whose tools count; empty when those of any do.
	Surface Named
}

// Named is a text that somebody wrote, and its place.
type Named struct {
	Text string
	Span source.Span
}

// Coverage finds operations that the configuration requires and that are no good tools (design: lint.md).
var Coverage = &Rule{
	ID:    "coverage",
	Title: "an operation that `require` in schemac.yaml asks for, and that has no tool, no description or an open input",
	Text: "`require` holds a guardfile to the list of operations that a server has: `known` names a file with one name on a line, " +
		"`allow` and `deny` are globs. Each operation that `allow` matches and `deny` does not must be a listed tool of that name, with a " +
		"description by its author and with inputs that state a type and a description, and without `open-arguments`. What `streaming` " +
		"matches must be no tool, for a tool cannot answer with a stream. So an operation that a new version of the server brings fails " +
		"here, and not in front of a model. Grant it, or say in `deny` that it is left out.",
	Severity:   diag.Error,
	Configured: true,
	Run: func(p *Pass) {
		if p.Require == nil {
			return
		}
		tools, ok := p.toolsByName(p.Require)
		if !ok {
			return
		}
		for _, known := range p.Require.Known {
			p.cover(p.Require, known, tools[known.Text])
		}
	},
}

// toolsByName returns the operations of the surfaces that count, those of one name in source order. It is false when the
// configuration names a surface that is not there.
func (p *Pass) toolsByName(r *Requirement) (map[string][]*model.Operation, bool) {
	tools := map[string][]*model.Operation{}
	var surfaces []string
	for _, s := range p.Surfaces {
		surfaces = append(surfaces, s.Name)
		if r.Surface.Text != "" && s.Name != r.Surface.Text {
			continue
		}
		for _, op := range s.Operations {
			tools[op.Name] = append(tools[op.Name], op)
		}
	}
	if r.Surface.Text == "" || slices.Contains(surfaces, r.Surface.Text) {
		return tools, true
	}
	f := p.Reportf(r.Surface.Span, "no surface is called %q", r.Surface.Text)
	if best := diag.Closest(r.Surface.Text, surfaces); best != "" {
		f.WithHelp("did you mean %q", best)
	} else if len(surfaces) > 0 {
		f.WithHelp("there are %s", strings.Join(surfaces, ", "))
	}
	return nil, false
}

// cover reports what one known operation lacks. tools are those of its name; one that is whole is enough.
func (p *Pass) cover(r *Requirement, known Named, tools []*model.Operation) {
	listed := slices.DeleteFunc(slices.Clone(tools), func(op *model.Operation) bool { return !op.Listed })
	if glob, streams := matching(r.Streaming, known.Text); streams {
		if len(listed) > 0 {
			p.Reportf(or(glob.Span, r.At), "operation %q streams, and is a tool; no tool can answer with a stream", known.Text).
				WithHelp("remove the tool, or take the operation out of `streaming`").
				WithRelated(listed[0].Span, "the tool is here")
		}
		return
	}
	glob, required := matching(r.Allow, known.Text)
	if _, denied := matching(r.Deny, known.Text); !required || denied {
		return
	}
	at := or(glob.Span, r.At)
	switch {
	case len(tools) == 0:
		p.Reportf(at, "operation %q is required by %q, and no tool has that name", known.Text, glob.Text).
			WithHelp("grant it in a guardfile, or leave it out with `deny`").
			WithRelated(known.Span, "known from here")
		return
	case len(listed) == 0:
		p.Reportf(at, "operation %q is required by %q, and its tool is not listed", known.Text, glob.Text).
			WithHelp("let `tools` in schemac.yaml list it, or leave it out with `deny`").
			WithRelated(known.Span, "known from here").WithRelated(tools[0].Span, "the tool is here")
		return
	}
	if slices.ContainsFunc(listed, func(op *model.Operation) bool { return len(faults(op)) == 0 }) {
		return
	}
	p.Reportf(at, "operation %q is required by %q, and its tool %s", known.Text, glob.Text, strings.Join(faults(listed[0]), ", ")).
		WithHelp("describe the tool and each input, and give each input a type").
		WithRelated(known.Span, "known from here").WithRelated(listed[0].Span, "the tool is here")
}

// Matches reports whether the text, as a glob, matches one of the names; a malformed one matches nothing.
func (n Named) Matches(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		ok, err := path.Match(n.Text, name)
		return ok && err == nil
	})
}

// matching returns the first glob that matches.
func matching(globs []Named, name string) (Named, bool) {
	for _, glob := range globs {
		if glob.Matches(name) {
			return glob, true
		}
	}
	return Named{}, false
}

// faults says what a tool lacks to be described and typed whole, in phrases that follow "its tool".
func faults(op *model.Operation) []string {
	var list, untyped, undescribed []string
	doc, _ := authored(op)
	if doc == "" && (op.Origin.Table == nil || op.Origin.Table.Description == "") {
		list = append(list, "has no description")
	}
	switch {
	case op.Origin.Custom != nil && !op.Origin.Custom.Typed:
		return append(list, "has no input schema")
	case op.Input.Additional == model.Open:
		list = append(list, "takes any further argument")
	}
	for _, in := range inputsOf(op) {
		if !in.typed {
			untyped = append(untyped, quoted("", in.name))
		}
		if !in.described {
			undescribed = append(undescribed, quoted("", in.name))
		}
	}
	return append(append(list, lacking("type", untyped)...), lacking("description", undescribed)...)
}

// lacking says of some inputs that they have none of a thing.
func lacking(thing string, inputs []string) []string {
	if len(inputs) == 0 {
		return nil
	}
	if more := len(inputs) - mostNames; more > 0 {
		inputs = append(inputs[:mostNames:mostNames], plural(more, "other"))
	}
	return []string{fmt.Sprintf("states no %s of %s", thing, enumerate(inputs, "and"))}
}

// An input is what an operation takes, as far as its author says it.
type input struct {
	name             string
	typed, described bool
}

func inputsOf(op *model.Operation) []input {
	var list []input
	declared := params(op)
	for _, p := range declared {
		list = append(list, input{p.Name, !p.Type.Assumed, p.Doc != ""})
	}
	if declared != nil {
		return list
	}
	schemas, _ := op.Input.Verbatim.Lookup("properties")
	for _, f := range op.Input.Fields {
		schema, verbatim := schemas.Lookup(f.Name)
		list = append(list, input{f.Name, !verbatim || statesType(schema), f.Description != ""})
	}
	return list
}

// statesType reports whether a schema that an author has written says what a value is.
func statesType(schema ordered.Value) bool {
	for _, key := range []string{"type", "enum", "const", "$ref", "anyOf", "oneOf", "allOf"} {
		if _, ok := schema.Lookup(key); ok {
			return true
		}
	}
	return false
}

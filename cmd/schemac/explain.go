package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"schemac/lint"
	"schemac/lint/breaking"
	"schemac/model"
	"schemac/model/source"
)

func explainCommand() *cli.Command {
	return &cli.Command{
		Name:      "explain",
		Usage:     "say what a rule means, or why a field is in an input or not",
		ArgsUsage: "[RULE | TYPE | TOOL] [INPUT…]",
		Description: `RULE is the name of a rule of lint or of diff; without an argument all are listed.
TYPE is a type of the sources: for each field it is shown in which input and output
it is, whether it is required there or may be null, and why, with the place in the
source. TOOL is the tool of a grant or an action, such as get_issue.

Examples:
  schemac explain                        all rules
  schemac explain too-long               one rule, with an example
  schemac explain input-required         one kind of change, and what follows from it
  schemac explain Product                the fields of a type, in each direction
  schemac explain get_issue guards/      the inputs of a grant in guards/

Exit codes: 0 good, 1 the input has errors, 2 wrong usage or an unknown name.`,
		Flags:  sourceFlags(),
		Action: explain,
	}
}

// explain prints one rule, all rules, or the fields of a type or the inputs of a tool.
func explain(c *cli.Context) error {
	name := c.Args().First()
	if name == "" {
		return listRules(c.App.Writer)
	}
	if rule := lint.Find(name); rule != nil {
		_, err := io.WriteString(c.App.Writer, rule.Explain())
		return err
	}
	if rule := breaking.Find(name); rule != nil {
		_, err := io.WriteString(c.App.Writer, rule.Explain())
		return err
	}
	r := newCompilation(c)
	r.args = r.args[1:]
	if err := r.loadQuietly(name); err != nil {
		return err
	}
	if o := r.object(name); o != nil {
		return r.explainObject(o)
	}
	if op := r.operation(name); op != nil {
		return r.explainOperation(op)
	}
	return usagef("%q is no rule, no type and no tool%s", name, didYouMean(name, append(ruleNames(), r.names()...)))
}

// loadQuietly reads the sources for a command that answers a question about them. Only errors are told.
func (r *compilation) loadQuietly(about string) error {
	if err := r.load(); err != nil {
		if about != "" {
			if best := didYouMean(about, ruleNames()); best != "" {
				return usagef("%q is no rule%s, and there are no sources to look for it in: %v", about, best, err)
			}
		}
		return err
	}
	r.quiet, r.unused = true, 0
	return r.report()
}

// ruleNames are those of lint and of diff.
func ruleNames() []string { return append(lint.IDs(), breaking.IDs()...) }

// listRules prints what lint looks for, then what diff tells apart.
func listRules(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "What `schemac lint` looks for:")
	for _, rule := range lint.Rules {
		fmt.Fprintf(table, "%s\t%s\t%s\n", rule.ID, rule.Severity, rule.Title)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w, "\nThe changes that `schemac diff` tells apart, and for whom:")
	for _, rule := range breaking.Rules {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", rule.ID, rule.Class, rule.For, rule.Title)
	}
	return table.Flush()
}

// names are what can be asked for in the sources: types and tools.
func (r *compilation) names() []string {
	var names []string
	for _, o := range r.document.Objects {
		names = append(names, o.Name)
	}
	for _, s := range r.document.Surfaces {
		for _, op := range s.Operations {
			names = append(names, op.Name)
		}
	}
	return names
}

func (r *compilation) object(name string) *model.Object {
	for _, o := range r.document.Objects {
		if o.Name == name {
			return o
		}
	}
	return nil
}

// operation returns the operation of a tool name, or of the words of a grant: "get issue".
func (r *compilation) operation(name string) *model.Operation {
	for _, s := range r.document.Surfaces {
		for _, op := range s.Operations {
			words := op.Origin.Verb
			if g := op.Origin.Grant; g != nil {
				words += " " + g.Resource
			}
			if op.Name == name || words == name {
				return op
			}
		}
	}
	return nil
}

// explainObject prints the matrix of a type: each field in each direction, and why.
func (r *compilation) explainObject(o *model.Object) error {
	fmt.Fprintf(r.stdout, "%s (%s): %s\n\n", o.Name, lineOf(o.Span), kindOfObject(o))
	shapes := r.shapesOf(o)
	table := tabwriter.NewWriter(r.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "FIELD\tTYPE\tCREATE\tUPDATE\tPATCH\tGET\tSEARCH\tWHY")
	for _, p := range o.Properties.All() {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", p.Name, p.Type,
			inputCell(shapes["create"], p), inputCell(shapes["update"], p), inputCell(shapes["patch"], p),
			outputCell(shapes["get"], p), searchCell(p, o), strings.Join(reasons(o, p), "; "))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(r.stdout, "\n"+explainLegend)
	return err
}

const explainLegend = `CREATE, UPDATE, PATCH: required or optional in the input, which is never null.
GET: in the answer always (never null), nullable (null or left out) or optional (left
out, never null). SEARCH: whether a condition may name it. "-": it is not there.
`

func kindOfObject(o *model.Object) string {
	switch {
	case o.Hidden:
		return "hidden, in no output"
	case o.Export != nil && o.Table != nil:
		return "table, exported as /" + o.Export.Path
	case o.Table != nil:
		return "table, not exported"
	}
	return "type that records embed"
}

// shapesOf returns the inputs of create, update and patch, and the output of get. A type without operations has those
// that it would have.
func (r *compilation) shapesOf(o *model.Object) map[string]*model.Shape {
	shapes := map[string]*model.Shape{}
	for _, s := range r.document.Surfaces {
		for _, op := range s.Operations {
			if op.Origin.Table == nil || op.Origin.Table.Object != o {
				continue
			}
			shapes[op.Origin.Verb] = op.Input
			if op.Origin.Verb == "get" {
				shapes["get"] = op.Output
			}
		}
	}
	if len(shapes) == 0 {
		key := o.RoutingKey()
		shapes["create"], shapes["update"], shapes["patch"], shapes["get"] = o.CreateInput(), o.UpdateInput(key), o.PatchInput(key), o.Record(true)
	}
	return shapes
}

func inputCell(s *model.Shape, p *model.Property) string {
	f, ok := lookup(s, p)
	switch {
	case !ok:
		return "-"
	case f.Required:
		return "required"
	}
	return "optional"
}

func outputCell(s *model.Shape, p *model.Property) string {
	f, ok := lookup(s, p)
	switch {
	case !ok:
		return "-"
	case f.Required:
		return "always"
	case p.Nullable():
		return "nullable"
	}
	return "optional"
}

// lookup finds a property in a shape, which may be nil: a verb that there is not.
func lookup(s *model.Shape, p *model.Property) (f model.Field, ok bool) {
	if s == nil {
		return f, false
	}
	return s.Lookup(p.Name)
}

func searchCell(p *model.Property, o *model.Object) string {
	if p.Searchable() && o.Table != nil {
		return "condition"
	}
	return "-"
}

// A reason is a directive that decides where a field is, and what it does.
type reason struct{ directive, does string }

var fieldReasons = []reason{
	{"primaryKey", "the key: addresses a record, made by the server when create leaves it out"},
	{"createdTime", "assigned by the server: no input, always there"},
	{"updatedTime", "assigned by the server: no input, always there"},
	{"expiresAt", "set by the server: no input"},
	{"computed", "computed: no input, answered when selected"},
	{"relationship", "other records: no input, answered when selected"},
	{"embed", "made by the server: no input"},
	{"decide", "made by the server: no input"},
	{"hidden", "in no output and no input"},
}

// reasons says why a field is where it is: its directives, else its type, each with its place.
func reasons(o *model.Object, p *model.Property) []string {
	var list []string
	for _, row := range fieldReasons {
		i := slices.IndexFunc(p.Directives, func(d model.Directive) bool { return d.Name == row.directive })
		if i >= 0 && !(row.directive == "primaryKey" && !p.PrimaryKey) {
			list = append(list, fmt.Sprintf("@%s %s: %s", row.directive, lineOf(p.Directives[i].Span), row.does))
		}
	}
	if list != nil {
		return list
	}
	at := lineOf(p.Type.Span)
	if embedded := p.Type.Base().Object; embedded != nil && embedded.Hidden {
		return []string{fmt.Sprintf("%s: type %s is hidden", at, embedded.Name)}
	}
	if p.Type.NonNull {
		return []string{fmt.Sprintf("%s: %q is non-null", at, p.Type)}
	}
	return []string{fmt.Sprintf("%s: %q may be null", at, p.Type)}
}

// lineOf is "file:line", or "-" for what stands in no source.
func lineOf(at source.Span) string {
	if at.IsZero() {
		return "-"
	}
	return fmt.Sprintf("%s:%d", plainText(at.File.Name), at.Position().Line)
}

// explainOperation prints the inputs of a grant, an action or a table's operation.
func (r *compilation) explainOperation(op *model.Operation) error {
	if t := op.Origin.Table; t != nil && !t.Class {
		return r.explainObject(t.Object)
	}
	fmt.Fprintf(r.stdout, "%s (%s): %s\n\n", op.Name, lineOf(op.Span), callOf(op))
	table := tabwriter.NewWriter(r.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "INPUT\tTYPE\tGOES TO\tNEEDED\tNULL\tWHY")
	for _, f := range op.Input.Fields {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\tnever\t%s\n", f.Name, typeWords(f.Type), placeOf(op, f.Name), needed(f.Required), whyInput(op, f))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	output := "the output is not described: the grant has no `returns`"
	if op.Output != nil {
		output = "the output has " + strings.Join(fieldNames(op.Output), ", ")
	}
	_, err := fmt.Fprintf(r.stdout, "\n%s\n", output)
	return err
}

// callOf says what a call of the tool does.
func callOf(op *model.Operation) string {
	if op.Request != nil {
		return op.Request.Method + " " + op.Request.URL
	}
	if op.Calls != nil {
		return count(len(op.Calls), "call")
	}
	return "executed by the server"
}

func typeWords(t *model.Type) string {
	if t.Kind == model.ListKind {
		return "list of " + typeWords(t.Elem)
	}
	return strings.ToLower(t.Kind.String())
}

func needed(required bool) string {
	if required {
		return "required"
	}
	return "optional"
}

// placeOf is the part of the request that an input goes to.
func placeOf(op *model.Operation, name string) string {
	if op.Request != nil {
		for _, p := range op.Request.Params {
			if p.Name == name {
				return p.In
			}
		}
	}
	return "calls"
}

func whyInput(op *model.Operation, f model.Field) string {
	g := op.Origin.Grant
	if g == nil {
		return lineOf(f.Span) + ": an input of the action"
	}
	for _, p := range g.Params {
		switch {
		case p.Name != f.Name:
		case p.In == "path" && p.Restricted:
			return lineOf(or(p.Span, g.PathSpan)) + ": in the path, and bounded by `restrict`"
		case p.In == "path":
			return lineOf(or(p.Span, g.PathSpan)) + ": in the path"
		case p.Required:
			return lineOf(p.Span) + ": stated as required"
		}
	}
	return lineOf(f.Span) + ": not stated as required"
}

func or(at, other source.Span) source.Span {
	if at.IsZero() {
		return other
	}
	return at
}

func fieldNames(s *model.Shape) []string {
	var names []string
	for _, f := range s.Fields {
		names = append(names, f.Name)
	}
	return names
}

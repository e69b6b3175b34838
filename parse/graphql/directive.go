package graphql

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"schemac/model"
	"schemac/model/diag"
	"schemac/model/ordered"
)

// A directive is one row of what Harper's schema language knows (contract §2): where the directive may stand and what
// it sets. A nil function says that it may not stand there.
type directive struct {
	name   string
	object func(o *model.Object, d *model.Directive, diags *diag.List)
	field  func(p *model.Property, d *model.Directive, diags *diag.List)
}

// keptObject and keptField are for directives that change no schema; they are kept as written.
func keptObject(*model.Object, *model.Directive, *diag.List)  {}
func keptField(*model.Property, *model.Directive, *diag.List) {}

var directives = []directive{
	{name: "table", object: applyTable},
	{name: "export", object: applyExport},
	{name: "sealed", object: func(o *model.Object, _ *model.Directive, _ *diag.List) { o.Sealed = true }},
	{name: "splitSegments", object: keptObject},
	{name: "replicate", object: keptObject},
	{name: "fullText", object: keptObject},
	{
		name:   "hidden",
		object: func(o *model.Object, _ *model.Directive, _ *diag.List) { o.Hidden = true },
		field:  func(p *model.Property, _ *model.Directive, _ *diag.List) { p.Hidden = true },
	},
	{name: "primaryKey", field: func(p *model.Property, _ *model.Directive, _ *diag.List) { p.PrimaryKey = true }},
	{name: "createdTime", field: func(p *model.Property, _ *model.Directive, _ *diag.List) { p.CreatedTime = true }},
	{name: "updatedTime", field: func(p *model.Property, _ *model.Directive, _ *diag.List) { p.UpdatedTime = true }},
	{name: "expiresAt", field: func(p *model.Property, _ *model.Directive, _ *diag.List) { p.ExpiresAt = true }},
	{name: "indexed", field: func(p *model.Property, _ *model.Directive, _ *diag.List) { p.Indexed = true }},
	{name: "computed", field: func(p *model.Property, _ *model.Directive, _ *diag.List) { p.Computed = true }},
	{name: "relationship", field: applyRelationship},
	{name: "enumerable", field: func(p *model.Property, _ *model.Directive, _ *diag.List) { p.Enumerable = true }},
	{name: "allow", field: keptField},
	{name: "embed", field: func(p *model.Property, _ *model.Directive, _ *diag.List) { p.Embed = true }},
	{name: "decide", field: func(p *model.Property, _ *model.Directive, _ *diag.List) { p.Decide = true }},
	{name: "deprecated", field: applyDeprecated},
}

// graphqlDirectives are those of the GraphQL specification beside @deprecated: silent everywhere.
var graphqlDirectives = []string{"specifiedBy", "oneOf", "skip", "include"}

func findDirective(name string) *directive {
	for i := range directives {
		if directives[i].name == name {
			return &directives[i]
		}
	}
	return nil
}

// applyObjectDirectives gives the directives of a type their meaning.
func applyObjectDirectives(o *model.Object, written []model.Directive, u *Unit, diags *diag.List) {
	seen := make(repeats, len(written))
	for i := range written {
		d := &written[i]
		known := findDirective(d.Name)
		switch {
		case seen.holds(d, diags):
		case known != nil && known.object != nil:
			known.object(o, d, diags)
		case known != nil:
			diags.Warnf(d.Span, "directive-location", "%q belongs on a field; on type %q it does nothing", "@"+d.Name, o.Name)
		default:
			reportUnknown(d, fmt.Sprintf("type %q", o.Name), u, diags, func(known *directive) bool { return known.object != nil })
		}
	}
}

// applyFieldDirectives gives the directives of a field their meaning.
func applyFieldDirectives(p *model.Property, u *Unit, diags *diag.List) {
	seen := make(repeats, len(p.Directives))
	for i := range p.Directives {
		d := &p.Directives[i]
		known := findDirective(d.Name)
		switch {
		case seen.holds(d, diags):
		case known != nil && known.field != nil:
			known.field(p, d, diags)
		case known != nil:
			diags.Warnf(d.Span, "directive-location", "%q belongs on a type; on field %q it does nothing", "@"+d.Name, p.Name)
		default:
			reportUnknown(d, fmt.Sprintf("field %q", p.Name), u, diags, func(known *directive) bool { return known.field != nil })
		}
	}
}

// places says where the directive has a meaning.
func (k *directive) places() string {
	switch {
	case k.name == "deprecated":
		return "a field or a value"
	case k.object == nil:
		return "a field"
	case k.field == nil:
		return "a type"
	}
	return "a type or a field"
}

// warnIdle reports directives on enums and their values, where only @deprecated has a meaning: who writes @hidden there
// may rely on it.
func warnIdle(written []model.Directive, place string, onValue bool, u *Unit, diags *diag.List) {
	for i := range written {
		d := &written[i]
		known := findDirective(d.Name)
		switch {
		case onValue && d.Name == "deprecated":
		case known != nil:
			diags.Warnf(d.Span, "directive-location", "%q belongs on %s; on %s it does nothing", "@"+d.Name, known.places(), place)
		default:
			reportUnknown(d, place, u, diags, func(*directive) bool { return false })
		}
	}
}

// repeats are the directives of one definition so far, by name.
type repeats map[string]*model.Directive

// holds reports a directive that stands twice; the first counts.
func (r repeats) holds(d *model.Directive, diags *diag.List) bool {
	first := r[d.Name]
	if first == nil {
		r[d.Name] = d
		return false
	}
	diags.Warnf(d.Span, "repeated-directive", "%q stands twice; the first counts", "@"+d.Name).
		WithRelated(first.Span, "first here")
	return true
}

func reportUnknown(d *model.Directive, place string, u *Unit, diags *diag.List, fits func(*directive) bool) {
	if u.declared[d.Name] || slices.Contains(graphqlDirectives, d.Name) {
		return
	}
	var names []string
	for i := range directives {
		if fits(&directives[i]) {
			names = append(names, directives[i].name)
		}
	}
	suggestion := ""
	if best := diag.Closest(d.Name, names); best != "" {
		suggestion = fmt.Sprintf("; did you mean %q", "@"+best)
	}
	diags.Warnf(d.Span, "unknown-directive", "unknown directive %q on %s%s", "@"+d.Name, place, suggestion)
}

func applyTable(o *model.Object, d *model.Directive, diags *diag.List) {
	t := &model.Table{Database: model.DefaultDatabase, Arguments: d.Arguments, Span: d.Span}
	for _, name := range []string{"schema", "database"} { // "schema" is the older spelling
		if database, ok := stringArgument(d, name, diags); ok && database != "" {
			t.Database = database
		}
	}
	if sealed, ok := d.FindArgument("sealed"); ok && sealed.Value.Kind == ordered.BoolKind {
		o.Sealed = o.Sealed || sealed.Value.Text == "true"
	}
	o.Table = t
}

// warnPath warns of paths at which the server was seen to have no collection (docs/harper.md).
func warnPath(d *model.Directive, name string, diags *diag.List) {
	at := d.Span
	if a, ok := d.FindArgument("name"); ok {
		at = a.Span
	}
	if strings.HasSuffix(name, "/") {
		diags.Warnf(at, "export-slash", "path %q ends in a slash, and the server has no collection there; write %q", name, strings.TrimRight(name, "/"))
	}
	const literal = "-._~!$&'()*+,;=:@/" // beside letters and digits, what a path may hold as it is (RFC 3986)
	encoded := func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(literal, r)
	}
	if i := strings.IndexFunc(name, encoded); i >= 0 {
		r, _ := utf8.DecodeRuneInString(name[i:])
		diags.Warnf(at, "export-encoded", "path %q holds %q, which a URL must encode, and the server finds no encoded path; use letters, digits, %q and %q", name, string(r), "-", "_")
	}
}

// exportProtocols are the arguments of @export beside the name. Harper takes any word as a protocol.
var exportProtocols = []string{"rest", "http", "mcp", "mqtt", "sse", "ws"}

func applyExport(o *model.Object, d *model.Directive, diags *diag.List) {
	e := &model.Export{Path: o.Name, MCP: true, OpenAPI: true, Span: d.Span}
	if name, ok := stringArgument(d, "name", diags); ok {
		if path := strings.Trim(name, "/"); path != "" {
			e.Path = path
			warnPath(d, name, diags)
		}
	}
	for _, a := range d.Arguments {
		switch a.Name {
		case "name":
		case "mcp":
			e.MCP = booleanArgument(d, a, diags)
		case "rest", "http":
			e.OpenAPI = e.OpenAPI && booleanArgument(d, a, diags)
		default:
			suggestArgument(d, a, diags)
		}
	}
	o.Export = e
}

// suggestArgument warns of an argument that looks like a misspelt one; any other word may be a protocol.
func suggestArgument(d *model.Directive, a model.Argument, diags *diag.List) {
	if slices.Contains(exportProtocols, a.Name) {
		return
	}
	if best := diag.Closest(a.Name, append([]string{"name"}, exportProtocols...)); best != "" && len(a.Name) > 2 {
		diags.Warnf(a.NameSpan, "unknown-argument", "unknown argument %q of %q; did you mean %q", a.Name, "@"+d.Name, best)
	}
}

func stringArgument(d *model.Directive, name string, diags *diag.List) (string, bool) {
	a, ok := d.FindArgument(name)
	if !ok {
		return "", false
	}
	if a.Value.Kind != ordered.StringKind {
		diags.Errorf(a.Span, "argument-type", "argument %q of %q is %s; it takes a string", name, "@"+d.Name, valueWord(a.Value))
		return "", false
	}
	return a.Value.Text, true
}

// booleanArgument returns what a protocol argument says; one that is no boolean counts as true, as for the server.
func booleanArgument(d *model.Directive, a model.Argument, diags *diag.List) bool {
	if a.Value.Kind == ordered.BoolKind {
		return a.Value.Text == "true"
	}
	advice := "write true or false"
	if a.Value.Kind == ordered.StringKind {
		advice += ", without quotes"
	}
	diags.Warnf(a.Span, "argument-type", "argument %q of %q is %s, which counts as true; %s", a.Name, "@"+d.Name, valueWord(a.Value), advice)
	return true
}

func applyRelationship(p *model.Property, d *model.Directive, diags *diag.List) {
	r := &model.Relationship{Span: d.Span}
	r.From, _ = stringArgument(d, "from", diags)
	r.To, _ = stringArgument(d, "to", diags)
	if !hasArgument(d, "from") && !hasArgument(d, "to") {
		diags.Warnf(d.Span, "relationship-key", "relationship %q names no key; say %q (an attribute here) or %q (an attribute there)", p.Name, "from:", "to:")
	}
	p.Relationship = r
}

func hasArgument(d *model.Directive, name string) bool {
	_, ok := d.FindArgument(name)
	return ok
}

// valueWord says in words what an argument's value is.
func valueWord(v ordered.Value) string {
	switch v.Kind {
	case ordered.ArrayKind:
		return "a list"
	case ordered.ObjectKind:
		return "an object"
	case ordered.StringKind:
		return fmt.Sprintf("the string %q", v.Text)
	case ordered.NullKind:
		return "null"
	}
	return v.Text
}

func applyDeprecated(p *model.Property, d *model.Directive, diags *diag.List) {
	p.Deprecated = deprecation(d, diags)
}

// deprecation returns what @deprecated says of a field or of a value of an enum.
func deprecation(d *model.Directive, diags *diag.List) *model.Deprecation {
	reason, _ := stringArgument(d, "reason", diags)
	return &model.Deprecation{Reason: reason, Span: d.Span}
}

package resource

import (
	"slices"
	"strings"

	"schemac/model"
	"schemac/model/diag"
	"schemac/model/source"
	"schemac/parse/resource/sandbox"
)

// verbOf says which verb a method of a class is (contract §8).
var verbOf = map[string]string{
	"get": "get", "search": "search", "post": "create", "put": "update", "patch": "patch", "delete": "delete",
}

// verbNames are all verbs, in the order of contract §3.
var verbNames = []string{"get", "search", "create", "update", "patch", "delete"}

// A reading is one class on its way into the model.
type reading struct {
	*linker
	class  *sandbox.Class
	object *model.Object
	// base is the table that the class extends, as the schemas declare it, or nil.
	base *model.Object
}

// class makes an object of a class, or changes that of the table whose resource it replaces.
func (l *linker) class(c *sandbox.Class) {
	at := l.span(c.Place)
	if len(c.Path) == 0 {
		l.diags.Warnf(at, "class-name", "default export has no name, so it has no path; give the class a name")
		return
	}
	if c.Unread != "" {
		l.unread(c, at)
		return
	}
	table := l.table(c)
	path := strings.Join(c.Path, "/")
	if c.IsTable && table.Export != nil && table.Export.Path == path {
		return // exported by the schema and by the file: one and the same
	}
	r := &reading{linker: l, class: c}
	r.object = r.target(table, path, at)
	r.base = l.original(table)
	r.object.Statics = &model.Class{Span: at}
	r.describe()
	r.record()
	r.verbs()
	r.outputs()
	r.annotations()
	r.tools()
}

// unread says of a class that nobody knows what it inherits.
func (l *linker) unread(c *sandbox.Class, at source.Span) {
	name := c.Path[len(c.Path)-1]
	for _, prefix := range []string{"tables.", "databases."} {
		table, ok := strings.CutPrefix(c.Unread, prefix)
		if !ok {
			continue
		}
		l.diags.Warnf(at, "unknown-table", "class %q extends %q, and no schema declares that table, so the class is not read%s", name, c.Unread, l.suggest(prefix, table))
		return
	}
	l.diags.Warnf(at, "class-not-read", "class %q extends %q, which is not read, so neither is the class; extend Resource or a table", name, c.Unread)
}

// suggest names the table that was meant.
func (l *linker) suggest(prefix, name string) string {
	var names []string
	for _, o := range l.tables {
		spelled := o.Table.Database + "." + o.Name
		if prefix == "tables." && o.Table.Database != model.DefaultDatabase {
			if o.Name == name {
				return `; it is "databases.` + spelled + `"`
			}
			continue
		}
		if prefix == "tables." {
			spelled = o.Name
		}
		names = append(names, spelled)
	}
	if best := diag.Closest(name, names); best != "" {
		return `; did you mean "` + prefix + best + `"`
	}
	return ""
}

// table returns the table that a class extends, or nil.
func (l *linker) table(c *sandbox.Class) *model.Object {
	for _, o := range l.tables {
		if c.Table != "" && o.Name == c.Table && o.Table.Database == c.Database {
			return o
		}
	}
	return nil
}

// original returns a table as the schemas declare it, also after a class has changed it.
func (l *linker) original(o *model.Object) *model.Object {
	if before := l.originals[o]; before != nil {
		return before
	}
	return o
}

// target returns the object that a class describes: that of the table whose path or name it takes, so that what refers
// to the table refers to what the class says, else a new one.
func (r *reading) target(table *model.Object, path string, at source.Span) *model.Object {
	name := r.class.Path[len(r.class.Path)-1]
	export := &model.Export{Path: path, MCP: true, OpenAPI: true, Span: at}
	replaces := table != nil && table.Statics == nil && table.Export != nil && table.Export.Path == path
	if replaces {
		r.diags.Warnf(at, "class-replaces-table", "class %q replaces the resource of table %q, so %q in the schema is not needed", name, table.Name, "@export").
			WithRelated(table.Export.Span, "exported here")
		export.MCP, export.OpenAPI = table.Export.MCP, table.Export.OpenAPI
	}
	if table != nil && name == table.Name && table.Statics == nil && (replaces || table.Export == nil) {
		before := *table
		r.originals[table] = &before
		table.Export, table.Properties = export, model.Properties{}
		return table
	}
	if replaces { // under another name
		before := *table
		r.originals[table] = &before
		table.Export = nil
	}
	o := &model.Object{Name: name, Export: export, Span: at, Table: &model.Table{Span: at}}
	if table != nil {
		o.Table, o.Sealed, o.Directives = table.Table, table.Sealed, table.Directives
	}
	r.made = append(r.made, o)
	return o
}

// describe takes the description and whether the class is hidden.
func (r *reading) describe() {
	o := r.object
	if r.base != nil {
		o.Description, o.DescriptionSpan, o.Hidden = r.base.Description, r.base.DescriptionSpan, r.base.Hidden
	}
	if v, ok := r.static("description", sandbox.String); ok {
		o.Description, o.DescriptionSpan = v.Text, r.span(v.Place)
	}
	if v, ok := r.static("hidden", sandbox.Bool); ok {
		o.Hidden = v.Text == "true"
	}
}

// verbs are those whose methods the class has; a table has all.
func (r *reading) verbs() {
	s := r.object.Statics
	if r.base != nil {
		s.Verbs = verbNames
		return
	}
	for _, method := range r.class.Methods {
		s.Verbs = append(s.Verbs, verbOf[method])
	}
	if len(s.Verbs) == 0 {
		if _, tools := r.find("mcpTools"); !tools {
			r.diags.Infof(s.Span, "class-without-verbs", "class %q has none of the methods get, search, post, put, patch and delete, so it has no operations", r.object.Name)
		}
		return
	}
	if s.Open && !r.object.Hidden {
		r.diags.Warnf(s.Span, "class-without-properties", "class %q states no properties, so its tools take anything and promise nothing; add %q", r.object.Name, "static properties")
	}
}

// find returns a static, whatever it is.
func (r *reading) find(name string) (sandbox.Value, bool) {
	i := slices.IndexFunc(r.class.Statics, func(s sandbox.Static) bool { return s.Name == name })
	if i < 0 {
		return sandbox.Value{}, false
	}
	return r.class.Statics[i].Value, true
}

// static returns a static of a kind; one of another kind is reported and counts as absent.
func (r *reading) static(name string, kind sandbox.Kind) (sandbox.Value, bool) {
	v, ok := r.find(name)
	if !ok || v.Kind == sandbox.Null {
		return v, false
	}
	return v, r.expect(v, kind, "static "+name)
}

// kindWords name kinds in messages.
var kindWords = map[sandbox.Kind]string{
	sandbox.Null: "null", sandbox.Bool: "a boolean", sandbox.Number: "a number", sandbox.String: "a string",
	sandbox.Array: "an array", sandbox.Object: "an object",
}

// expect reports a value that is of another kind, or that is none at all.
func (r *reading) expect(v sandbox.Value, kind sandbox.Kind, what string) bool {
	switch {
	case v.Kind == kind:
		return true
	case v.Kind == sandbox.Unknown:
		r.notStatic(v, what)
	default:
		r.diags.Warnf(r.span(v.Place), "static-type", "%q of class %q is %s; it takes %s", what, r.object.Name, kindWords[v.Kind], kindWords[kind])
	}
	return false
}

// notStatic reports what cannot be known without running the server.
func (r *reading) notStatic(v sandbox.Value, what string) {
	r.diags.Warnf(r.span(v.Place), "not-statically-known", "%q of class %q is not statically known: %s", what, r.object.Name, v.Text)
}

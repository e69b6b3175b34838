package model

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"strings"
	"sync"

	"schemac/model/diag"
	"schemac/model/source"
)

// Link makes the document of a run out of the objects and the servers of its sources, which stand in source order and
// whose types are resolved. It gives descriptions, paths and component names, makes the operations, and reports every
// name that two things claim.
func Link(objects []*Object, servers []*Server, options Options, diags *diag.List) *Document {
	d := &Document{Objects: objects}
	if len(objects) > 0 || len(servers) == 0 {
		d.Surfaces = append(d.Surfaces, application(objects, &options, diags))
	}
	for _, server := range servers {
		d.Surfaces = append(d.Surfaces, guarded(server, &options, diags))
	}
	checkSurfaceNames(d.Surfaces, diags)
	return d
}

// application makes the surface of all tables together.
func application(objects []*Object, options *Options, diags *diag.List) *Surface {
	for _, o := range objects {
		for _, p := range o.Properties.All() {
			p.Describe(o.Name)
		}
	}
	nameComponents(objects, diags)
	app := &Surface{
		Name:    options.Name,
		Title:   cmp.Or(options.Title, options.Name),
		Version: options.Version,
		Server:  BaseURL{URL: strings.TrimRight(options.Server, "/")},
		Schemes: harperSecurity,
	}
	for _, scheme := range app.Schemes {
		app.Security = append(app.Security, []string{scheme.Name})
	}
	app.Tables = resources(objects, diags)
	for _, r := range app.Tables {
		app.present(r)
	}
	var group sync.WaitGroup
	group.Go(func() { app.Components = components(objects, app.Tables) })
	group.Go(func() { app.Definitions = definitions(objects, app.Tables, options) })
	app.makeOperations(options, diags)
	app.checkToolNames(diags)
	group.Wait()
	return app
}

// present adds what documents say of a table beside its operations: the tag in OpenAPI, the entry in MCP's resources
// (contract §5).
func (s *Surface) present(r *Resource) {
	if r.OpenAPI {
		s.Tags = append(s.Tags, Tag{r.Tag, r.Description})
	}
	if r.Listed {
		s.Listing = append(s.Listing, StaticResource{
			Name:        r.Export.Path,
			URI:         s.Server.URL + "/" + r.Export.EncodedPath(),
			Description: join(r.Description, " ", "Application resource at /"+r.Export.Path+"."),
			MIMEType:    "application/json",
			Span:        r.Span,
		})
	}
}

// SurfaceNamePattern is the expression that every name of a surface matches (contract §5). Artifacts are called by it, so
// it is a file name everywhere. The reader of guardfiles holds their names to it, and [Link] that of the application.
const SurfaceNamePattern = `^[a-z0-9][a-z0-9._-]{0,63}$`

var surfaceName = regexp.MustCompile(SurfaceNamePattern)

// checkSurfaceNames holds the name of the application to the pattern, and all names to each naming one surface. A guardfile
// whose name is empty is one whose name could not be read, which is reported.
func checkSurfaceNames(surfaces []*Surface, diags *diag.List) {
	seen := map[string]*Surface{}
	for _, s := range surfaces {
		if s.Guard != nil && s.Name == "" {
			continue
		}
		if !surfaceName.MatchString(s.Name) {
			diags.Errorf(s.span(), "surface-name",
				"surface name %q is not usable as a file name; use lower-case letters, digits, %q, %q and %q, at most 64", s.Name, ".", "_", "-")
			continue
		}
		first := seen[s.Name]
		if first == nil {
			seen[s.Name] = s
			continue
		}
		what := "another guardfile"
		if first.Guard == nil {
			what = "the application"
		}
		d := diags.Errorf(s.span(), "surface-name", "surface name %q is that of %s already, so that their artifacts would be the same files; rename one of them", s.Name, what)
		if first.Guard != nil {
			d.WithRelated(first.span(), "first here")
		}
	}
}

// span is the name of the surface in its source; the application's stands in none.
func (s *Surface) span() source.Span {
	if s.Guard == nil {
		return source.Span{}
	}
	return s.Guard.Span
}

// resources returns what the application exports. An object that cannot have operations is left out with a warning.
func resources(objects []*Object, diags *diag.List) []*Resource {
	if !diags.HasErrors() { // what exports may be what could not be read
		reportNoExport(objects, diags)
	}
	claimed := map[string]*Object{}
	var list []*Resource
	for _, o := range objects {
		if o.Export == nil || o.Hidden {
			continue
		}
		if o.Export.Parameterised() {
			diags.Warnf(o.Export.Span, "parameter-path",
				"path %q of %s %q has a parameter segment, so it gets no operations; export a plain path to get them", o.Export.Path, o.sort(), o.Name)
			continue
		}
		if first := claimed[o.Export.Path]; first != nil {
			advice := "give one of them another name with @export(name:)"
			if first.isClass() && o.isClass() {
				advice = "export one of them under another name"
			}
			diags.Errorf(o.Export.Span, "path-collision",
				"path %q of %s %q is claimed by %s %q already; %s", o.Export.Path, o.sort(), o.Name, first.sort(), first.Name, advice).
				WithRelated(first.Export.Span, "first claimed here")
			continue
		}
		claimed[o.Export.Path] = o
		reportKey(o, diags)
		list = append(list, &Resource{
			Object:  o,
			Listed:  o.Export.MCP,
			Tag:     o.Component,
			OpenAPI: o.Export.OpenAPI,
			Class:   o.isClass(),
		})
	}
	return list
}

// isClass reports whether the object stands in a Resource class. A table whose resource a class replaces is still
// described where it is declared.
func (o *Object) isClass() bool { return o.Statics != nil && o.Statics.Span == o.Span }

// sort is what messages call the object.
func (o *Object) sort() string {
	if o.isClass() {
		return "class"
	}
	return "type"
}

// reportNoExport says once that nothing will come out: the sources have tables, or types, and export none.
func reportNoExport(objects []*Object, diags *diag.List) {
	var first *Object
	for _, o := range objects {
		if o.Export != nil {
			return
		}
		if first == nil || first.Table == nil && o.Table != nil {
			first = o
		}
	}
	if first == nil {
		diags.Warnf(source.Span{}, "no-export", "the sources declare no table and no server, so there is nothing to emit")
		return
	}
	if first.Table == nil {
		diags.Warnf(first.Span, "no-export", "no type is a table, so there is nothing to emit; a table with tools is marked %q", "@table @export")
		return
	}
	diags.Warnf(first.Span, "no-export", "no table is exported, so there are no tools; add %q to a table, such as %q", "@export", first.Name)
}

func reportKey(o *Object, diags *diag.List) {
	key := o.PrimaryKey()
	byClass := o.Statics != nil && o.Statics.Span == o.Span
	switch {
	case byClass && (o.Statics.Open || key != nil): // a class may name a key that it does not show
	case byClass:
		diags.Warnf(o.Span, "no-primary-key", "class %q has no primary key, so its records are addressed by an %q that no record shows; add %q",
			o.Name, o.RoutingKey().Name, "static primaryKey")
	case key == nil:
		diags.Warnf(o.Span, "no-primary-key", "table %q has no primary key, so its records are addressed by an %q that no record shows; mark a field with %q",
			o.Name, o.RoutingKey().Name, "@primaryKey")
	case key.Hidden:
		diags.Warnf(key.Span, "hidden-primary-key", "primary key %q of table %q is hidden, so no record shows the key that get, update, patch and delete ask for",
			key.Name, o.Name)
	}
}

// makeOperations fills Operations and Paths. Tables know nothing of each other, so they are made in parallel and
// joined in source order.
func (s *Surface) makeOperations(options *Options, diags *diag.List) {
	type made struct {
		operations []*Operation
		cut        []string
		paths      []Path
	}
	each := make([]made, len(s.Tables))
	parallel(len(each), func(i int) {
		t := newTable(s.Tables[i], options)
		m := &each[i]
		m.operations, m.cut = t.operations()
		for _, op := range m.operations {
			op.Listed = op.Listed && options.lists(op.Name)
		}
		if t.OpenAPI {
			m.paths = t.paths(m.operations)
		}
	})
	for i, m := range each {
		if s.Tables[i].Listed {
			reportCut(s.Tables[i], m.cut, diags)
		}
		s.Operations = append(s.Operations, m.operations...)
		s.Paths = append(s.Paths, m.paths...)
	}
}

// lists reports whether the configuration lets MCP list a tool.
func (o *Options) lists(name string) bool {
	return matchesAny(o.Allow, name) && !matchesAny(o.Deny, name)
}

// matchesAny reports whether a glob matches; malformed ones, which the configuration reports, match nothing.
func matchesAny(globs []string, name string) bool {
	for _, glob := range globs {
		if ok, err := path.Match(glob, name); ok && err == nil {
			return true
		}
	}
	return false
}

// reportCut says once for a table which nested objects the inputs of its tools do not show whole.
func reportCut(r *Resource, cut []string, diags *diag.List) {
	if len(cut) == 0 {
		return
	}
	var names []string
	seen := map[string]bool{}
	for _, path := range cut {
		if !seen[path] {
			seen[path] = true
			names = append(names, `"`+path+`"`)
		}
	}
	if len(names) > 5 {
		names = append(names[:5], "…")
	}
	diags.Infof(r.Span, "nested-cut", "tool inputs of table %q do not expand %s: nested types are shown down to %d levels, %d properties and never inside themselves",
		r.Name, strings.Join(names, ", "), maxInlineLevel, maxInlineProperties)
}

var toolName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// checkToolNames holds the names to what every host takes (contract §5): the alphabet, the length, and that two names
// stay apart when a host folds case and dashes. Operations that MCP does not list need only differ as operationIds.
func (s *Surface) checkToolNames(diags *diag.List) {
	exact, folded := map[string]*Operation{}, map[string]*Operation{}
	reported := map[[2]source.Span]bool{} // two tables collide in six names: one mistake, one message
	once := func(a, b source.Span) bool {
		pair := [2]source.Span{a, b}
		defer func() { reported[pair] = true }()
		return !reported[pair]
	}
	for _, op := range s.Operations {
		if op.Listed && !toolName.MatchString(op.Name) {
			if once(op.Span, op.Span) {
				diags.Errorf(op.Span, "tool-name", "tool name %q %s; %s", op.Name, unfit(op.Name), op.renaming("the"))
			}
			continue
		}
		key := strings.ToLower(strings.ReplaceAll(op.Name, "-", "_"))
		first := exact[op.Name]
		if first == nil && op.Listed {
			first = folded[key]
		}
		if first != nil {
			if once(first.Span, op.Span) {
				collide(first, op, op.renaming("one"), diags)
			}
			continue
		}
		exact[op.Name] = op
		if op.Listed {
			folded[key] = op
		}
	}
}

// renaming says how the name of the tool is changed; which is "the" or, where another would do as well, "one".
func (op *Operation) renaming(which string) string {
	switch o := &op.Origin; {
	case o.Custom != nil:
		return "give " + which + " tool another name"
	case o.Action != nil:
		return "give the action another verb or resource, which make its name"
	case o.Table != nil && o.Table.Class:
		return "export the class under another name"
	case o.Table != nil:
		return "give " + which + " path another name with @export(name:)"
	}
	return `state another name with "tool"`
}

// unfit says why hosts do not take a name.
func unfit(name string) string {
	if len(name) > 64 {
		return fmt.Sprintf("has %d characters, and hosts take at most 64", len(name))
	}
	return `has characters that hosts do not take: only letters, digits, "_" and "-" are`
}

func collide(first, second *Operation, advice string, diags *diag.List) {
	message := fmt.Sprintf("tool name %q is given twice", second.Name)
	if first.Name != second.Name {
		message = fmt.Sprintf("tool names %q and %q are the same to hosts that fold case and dashes", first.Name, second.Name)
	}
	diags.Errorf(second.Span, "tool-name-collision", "%s; %s", message, advice).
		WithRelated(first.Span, "the other comes from here")
}

// nameComponents gives every object its name in components: its own, and for a later one of the same name its
// database and name (contract §2).
func nameComponents(objects []*Object, diags *diag.List) {
	taken := map[string]*Object{}
	for _, o := range objects {
		o.Component = o.Name
		if taken[o.Name] != nil && o.Table != nil {
			o.Component = componentCharacters.ReplaceAllString(o.Table.Database, "_") + "." + o.Name
		}
		for _, form := range []string{"", ".create", ".update", ".patch", ".input"} {
			if first := taken[o.Component+form]; first != nil {
				diags.Errorf(o.Span, "component-collision", "type %q would be called %q, as type %q is; rename one of them or its database",
					o.Name, o.Component+form, first.Name).WithRelated(first.Span, "the other is here")
				break
			}
			taken[o.Component+form] = o
		}
	}
}

var componentCharacters = regexp.MustCompile(`[^A-Za-z0-9_-]`)

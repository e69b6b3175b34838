package resource

import (
	"fmt"
	"slices"
	"strings"

	"schemac/model"
	"schemac/model/diag"
	"schemac/model/ordered"
	"schemac/parse/resource/sandbox"
)

// outputs takes `static outputSchemas`: the author's own schemas of what operations give, by verb.
func (r *reading) outputs() {
	stated, ok := r.static("outputSchemas", sandbox.Object)
	if !ok {
		return
	}
	r.object.Statics.Outputs = map[string]*model.Shape{}
	for _, m := range stated.Members {
		verb := r.verb(m, "static outputSchemas")
		if verb == "" {
			continue
		}
		if shape := r.schema(m.Value, "outputSchemas."+m.Name, model.Output); shape != nil {
			r.object.Statics.Outputs[verb] = shape
		}
	}
}

// verb returns the verb that a member names, by its own name or by that of its method; an unknown one is reported.
func (r *reading) verb(m sandbox.Member, what string) string {
	if slices.Contains(verbNames, m.Name) {
		return m.Name
	}
	if verb := verbOf[m.Name]; verb != "" {
		return verb
	}
	suggestion := ""
	if best := diag.Closest(m.Name, verbNames); best != "" {
		suggestion = fmt.Sprintf("; did you mean %q", best)
	}
	r.diags.Warnf(r.span(m.Value.Place), "unknown-verb", "%q of class %q names %q, which is no verb%s", what, r.object.Name, m.Name, suggestion)
	return ""
}

// annotations takes `static mcp = { annotations }`.
func (r *reading) annotations() {
	mcp, ok := r.static("mcp", sandbox.Object)
	if !ok {
		return
	}
	stated, ok := lookup(mcp, "annotations")
	if !ok || !r.expect(stated, sandbox.Object, "mcp.annotations") {
		return
	}
	r.object.Statics.Annotations = map[string]model.Annotations{}
	for _, m := range stated.Members {
		if verb := r.verb(m, "mcp.annotations"); verb != "" {
			r.object.Statics.Annotations[verb] = r.hints(m.Value, "mcp.annotations."+m.Name)
		}
	}
}

// hints reads the annotations of a tool in the words of MCP.
func (r *reading) hints(v sandbox.Value, what string) model.Annotations {
	var a model.Annotations
	if !r.expect(v, sandbox.Object, what) {
		return a
	}
	places := map[string]*model.Hint{
		"readOnlyHint": &a.Hints.ReadOnly, "destructiveHint": &a.Hints.Destructive,
		"idempotentHint": &a.Hints.Idempotent, "openWorldHint": &a.Hints.OpenWorld,
	}
	for _, m := range v.Members {
		switch hint := places[m.Name]; {
		case m.Name == "title":
			if r.expect(m.Value, sandbox.String, what+".title") {
				a.Title = m.Value.Text
			}
		case hint == nil:
			r.diags.Warnf(r.span(m.Value.Place), "unknown-annotation", "annotation %q of class %q is none of MCP, so no host reads it", m.Name, r.object.Name)
		case r.expect(m.Value, sandbox.Bool, what+"."+m.Name):
			*hint = model.No
			if m.Value.Text == "true" {
				*hint = model.Yes
			}
		}
	}
	return a
}

// tools takes `static mcpTools`: each entry is a tool.
func (r *reading) tools() {
	stated, ok := r.static("mcpTools", sandbox.Array)
	if !ok {
		return
	}
	for i, item := range stated.Items {
		if tool := r.tool(item, fmt.Sprintf("mcpTools[%d]", i)); tool != nil {
			r.object.Statics.Tools = append(r.object.Statics.Tools, tool)
		}
	}
}

// tool returns a tool of the class's own; what is how messages call the entry.
func (r *reading) tool(v sandbox.Value, what string) *model.CustomTool {
	if !r.expect(v, sandbox.Object, what) {
		return nil
	}
	t := &model.CustomTool{Span: r.span(v.Place)}
	name, ok := lookup(v, "name")
	if !ok || !r.expect(name, sandbox.String, what+".name") {
		if !ok {
			r.diags.Warnf(t.Span, "tool-without-name", "%q of class %q has no %q, so it is no tool", what, r.object.Name, "name")
		}
		return nil
	}
	t.Name, t.Span = name.Text, r.span(name.Place)
	t.Method, _ = r.word(v, t.Name, "method")
	t.Title, _ = r.word(v, t.Name, "title")
	if annotations, ok := lookup(v, "annotations"); ok {
		a := r.hints(annotations, t.Name+".annotations")
		t.Hints = a.Hints
		if t.Title == "" {
			t.Title = a.Title
		}
	}
	r.described(v, t)
	r.typed(v, t)
	if output, ok := lookup(v, "outputSchema"); ok {
		t.Output = r.schema(output, t.Name+".outputSchema", model.Output)
	}
	return t
}

// word returns a text of a tool.
func (r *reading) word(v sandbox.Value, tool, name string) (string, bool) {
	stated, ok := lookup(v, name)
	if !ok || stated.Kind == sandbox.Null || !r.expect(stated, sandbox.String, tool+"."+name) {
		return "", false
	}
	return stated.Text, stated.Text != ""
}

// described gives a tool its description, or the generic one that the server gives it (facts: harper.md §4).
func (r *reading) described(v sandbox.Value, t *model.CustomTool) {
	if t.Description, t.Described = r.word(v, t.Name, "description"); t.Described {
		return
	}
	path := r.path()
	t.Description = fmt.Sprintf("Custom MCP tool exposed by Resource '%s' (method '%s'). RBAC is enforced by the Resource itself.", path, t.Method)
	r.diags.Warnf(t.Span, "tool-without-description", "tool %q of resource %q has no description, so it gets a generic one; add %q to the entry", t.Name, path, "description")
}

// typed gives a tool its input schema, or the generic one, which takes anything.
func (r *reading) typed(v sandbox.Value, t *model.CustomTool) {
	if input, ok := lookup(v, "inputSchema"); ok && input.Kind != sandbox.Null {
		if t.Input = r.schema(input, t.Name+".inputSchema", model.Input); t.Input != nil {
			t.Typed = true
			return
		}
	} else {
		r.diags.Warnf(t.Span, "tool-without-input", "tool %q of resource %q has no input schema, so it takes anything; add %q to the entry", t.Name, r.path(), "inputSchema")
	}
	t.Input = &model.Shape{Direction: model.Input, Additional: model.Open}
}

func (r *reading) path() string { return strings.Join(r.class.Path, "/") }

// schema returns the shape of a schema that the author has written (contract §8): as written, in order, with what
// `$ref` refers to in its place, because hosts of tools do not follow it. One that hosts cannot use is an error.
func (r *reading) schema(v sandbox.Value, what string, d model.Direction) *model.Shape {
	if unknown, ok := firstUnknown(v); ok {
		r.notStatic(unknown, what)
		return nil
	}
	if !r.expect(v, sandbox.Object, what) {
		return nil
	}
	if root, _ := lookup(v, "type"); root.Text != "object" {
		r.diags.Errorf(r.span(v.Place), "schema-root", "schema %q of class %q is not of type %q at its root; hosts take nothing else", what, r.object.Name, "object")
		return nil
	}
	i := &inliner{reading: r, root: v, what: what}
	inlined := i.inline(v, nil)
	if i.failed {
		return nil
	}
	if i.found {
		inlined.Members = without(inlined.Members, "$defs", "definitions")
	}
	if d == model.Input {
		inlined.Members = without(inlined.Members, "$schema", "$id")
	}
	schema := value(inlined)
	if r.options.Schema != nil {
		w := ordered.NewWriter(nil)
		w.Value(schema)
		if err := r.options.Schema(w.Bytes()); err != nil {
			r.diags.Errorf(r.span(v.Place), "schema-invalid", "schema %q of class %q is no JSON Schema 2020-12: %s", what, r.object.Name, strings.Join(strings.Fields(err.Error()), " "))
			return nil
		}
	}
	return model.Authored(schema, d, r.span(v.Place))
}

func without(members []sandbox.Member, names ...string) []sandbox.Member {
	return slices.DeleteFunc(slices.Clone(members), func(m sandbox.Member) bool { return slices.Contains(names, m.Name) })
}

// firstUnknown finds what is no JSON in a value.
func firstUnknown(v sandbox.Value) (sandbox.Value, bool) {
	if v.Kind == sandbox.Unknown {
		return v, true
	}
	for _, item := range v.Items {
		if found, ok := firstUnknown(item); ok {
			return found, true
		}
	}
	for _, m := range v.Members {
		if found, ok := firstUnknown(m.Value); ok {
			return found, true
		}
	}
	return sandbox.Value{}, false
}

package guardfile

import (
	"slices"
	"strings"

	"schemac/model"
	"schemac/model/source"
	"schemac/parse/kdl"
)

// A field says what kind of place a field is read for.
type field struct {
	// in is "path", "query", "header" or "body"; empty for a member of an object.
	in string
	// output says that the server answers it.
	output bool
}

// facets are what may be said of a field beside its name, type and description; each as a property, as a node in the
// block, or both.
var facets = []struct {
	name           string
	property, node bool
}{
	{"type", true, false}, {"items", true, true}, {"required", true, true}, {"minimum", true, true}, {"maximum", true, true},
	{"min-items", true, true}, {"max-items", true, true}, {"upstream", true, false}, {"encode", true, false}, {"raw", true, false},
	{"enum", true, true}, {"default", true, true}, {"describe", true, true}, {"pattern", true, true},
}

func facetNames(node bool) []string {
	var names []string
	for _, f := range facets {
		if node && f.node || !node && f.property {
			names = append(names, f.name)
		}
	}
	return names
}

// A fact is one facet as written.
type fact struct {
	args []*kdl.Value
	at   source.Span
}

// A fieldDraft is a field being read.
type fieldDraft struct {
	*model.Param
	place field
	// facts are the facets that are stated, each once.
	facts map[string]fact
	// members are the fields of an object.
	members []*kdl.Node
	// word is what messages call the node: "field", "array" or "object", or the place of a settled one.
	word string
}

// memberNames are the nodes of a block of fields.
var memberNames = []string{"field", "array", "object"}

// settledField reads `query NAME TYPE [required] ["description"] { … }` and its like. The second argument is a type.
func (r *reader) settledField(n *kdl.Node, place field) *model.Param {
	d := r.newField(n, place)
	d.Type, _ = typeOf(n.Args[1].Text, n.Args[1].Span)
	r.tail(n.Args[2:], d)
	r.conforms(n, form{usage: n.Name.Text + ` NAME TYPE [required] ["description"]`, max: -1, props: facetNames(false), block: mayBlock})
	r.facetsOf(n, d)
	return r.finishField(n, d)
}

// memberField reads `field "q" type="string"`, `array "labels" items="integer"` and `object "o" { … }` and, beside the
// engine's form, `field q string required "…"`.
func (r *reader) memberField(n *kdl.Node, place field) *model.Param {
	usage := n.Name.Text + ` "NAME"`
	if !r.conforms(n, form{usage: usage, min: 1, max: -1, props: facetNames(false), block: mayBlock}) {
		return nil
	}
	if n.Name.Text == "field" && len(n.Args) > 1 && isTypeWord(n.Args[1]) {
		d := r.newField(n, place)
		d.Type, _ = typeOf(n.Args[1].Text, n.Args[1].Span)
		r.tail(n.Args[2:], d)
		r.facetsOf(n, d)
		return r.finishField(n, d)
	}
	d := r.newField(n, place)
	if n.Name.Text != "field" {
		d.Type, _ = typeOf(n.Name.Text, n.Name.Span)
	}
	r.tail(n.Args[1:], d)
	r.facetsOf(n, d)
	return r.finishField(n, d)
}

func (r *reader) newField(n *kdl.Node, place field) *fieldDraft {
	return &fieldDraft{
		Param: &model.Param{Property: &model.Property{Span: n.Args[0].Span}, In: place.in},
		place: place,
		facts: map[string]fact{},
		word:  n.Name.Text,
	}
}

// tail reads `[required] ["description"]`.
func (r *reader) tail(args []*kdl.Value, d *fieldDraft) {
	if len(args) > 0 && isWord(args[0], "required") {
		d.facts["required"] = fact{at: args[0].Span}
		args = args[1:]
	}
	if len(args) > 0 && args[0].Kind == kdl.String && !args[0].Bare {
		d.facts["describe"] = fact{args[:1], args[0].Span}
		args = args[1:]
	}
	if len(args) == 0 {
		return
	}
	at, text := args[0].Span, args[0].Text
	switch {
	case isWord(args[0], "required"):
		r.errorf(at, "unexpected-argument", "%q stands before the description", "required")
	case args[0].Kind == kdl.String && args[0].Bare && closest(text, []string{"required"}) != "":
		r.errorf(at, "unexpected-argument", "unexpected %s; did you mean %q?", quote(text), "required")
	case args[0].Kind == kdl.String && args[0].Bare:
		r.errorf(at, "unexpected-argument", "unexpected %s; a description stands in quotes", quote(text))
	default:
		r.errorf(at, "unexpected-argument", "unexpected %s after the description", quote(text))
	}
}

// facetsOf collects what properties and the block say of a field.
func (r *reader) facetsOf(n *kdl.Node, d *fieldDraft) {
	for _, p := range n.Props {
		if slices.Contains(facetNames(false), p.Name.Text) && p == property(n, p.Name.Text) {
			r.state(p.Name, []*kdl.Value{p.Value}, d)
		}
	}
	for _, child := range n.Children {
		name := child.Name.Text
		switch {
		case slices.Contains(memberNames, name):
			d.members = append(d.members, child)
		case !slices.Contains(facetNames(true), name):
			r.unknown(child, quote(n.Name.Text), append(facetNames(true), memberNames...))
		case name == "required":
			if r.conforms(child, form{usage: "required"}) {
				r.state(child.Name, nil, d)
			}
		case name == "enum" || name == "default":
			if r.conforms(child, form{usage: name + ` "value"`, min: 1, max: -1}) {
				r.state(child.Name, child.Args, d)
			}
		case r.conforms(child, form{usage: name + " VALUE", min: 1, max: 1}):
			r.state(child.Name, child.Args, d)
		}
	}
}

func (r *reader) state(name *kdl.Value, args []*kdl.Value, d *fieldDraft) {
	if earlier, twice := d.facts[name.Text]; twice {
		r.errorf(name.Span, "duplicate-constraint", "%s is stated twice", quote(name.Text)).WithRelated(earlier.at, "first here")
		return
	}
	d.facts[name.Text] = fact{args, name.Span}
}

// finishField gives the field its type, and what is said of it, the meaning. It is nil when the name cannot be used.
func (r *reader) finishField(n *kdl.Node, d *fieldDraft) *model.Param {
	r.chooseType(d)
	r.elements(d)
	r.describeField(d)
	r.location(d)
	r.constraints(d)
	r.members(n, d)
	names := inputName
	if d.place.in == "header" {
		names = headerName
	}
	if d.place.output {
		names = wireName
	}
	name, ok := r.name(n.Args[0], "name", names)
	if !ok {
		return nil
	}
	d.Name = name.text
	if d.Wire == "" {
		d.Wire = name.text
	}
	if d.place.in == "header" && isReservedHeader(d.Wire) {
		r.errorf(name.at, "reserved-header", "header %s is set by what carries the request out, and is no input", quote(d.Wire))
	}
	return d.Param
}

// chooseType takes the type from the argument, the node, or `type=`; a field that states none is a string.
func (r *reader) chooseType(d *fieldDraft) {
	stated, ok := d.facts["type"]
	switch {
	case ok && d.Type != nil:
		r.errorf(stated.at, "duplicate-constraint", "the type is stated twice").WithRelated(d.Type.Span, "first here")
	case ok:
		text, good := r.text(stated.args[0], `"type"`)
		if d.Type, ok = typeOf(text, stated.args[0].Span); good && !ok {
			r.errorf(stated.args[0].Span, "unknown-type", "unknown type %s%s", quote(text), suggestType(text))
		}
		if !ok {
			d.Type = nil
		}
	}
	if d.Type == nil {
		d.Type = assumedString(d.Span)
	}
}

// elements gives a list the type of its elements.
func (r *reader) elements(d *fieldDraft) {
	items, ok := d.facts["items"]
	if !ok {
		return
	}
	if d.Type.Kind != model.ListKind {
		r.constraintType("items", items, d)
		return
	}
	text, good := r.text(items.args[0], `"items"`)
	if !good {
		return
	}
	t, known := typeOf(text, items.args[0].Span)
	if !known || !isScalar(t.Kind) && (t.Kind != model.ObjectKind || !d.place.sendsObjects()) {
		r.errorf(items.args[0].Span, "unknown-type", "%s is no type of elements%s", quote(text), suggest(text, []string{"string", "integer", "number", "boolean"}))
		return
	}
	if strings.HasPrefix(d.Type.Span.Text(), "array<") && d.Type.Elem.Kind != t.Kind {
		r.errorf(items.at, "duplicate-constraint", "the type of the elements is stated twice").WithRelated(d.Type.Span, "first here")
		return
	}
	d.Type.Elem = t
}

// sendsObjects says that a list here may hold objects: it goes into the body of a request.
func (f field) sendsObjects() bool { return f.in == "body" || f.in == "" && !f.output }

func (r *reader) describeField(d *fieldDraft) {
	if f, ok := d.facts["describe"]; ok {
		if text, good := r.text(f.args[0], "a description"); good {
			d.Doc, d.Description, d.DocSpan = text, text, f.args[0].Span
		}
	}
	if f, ok := d.facts["required"]; ok {
		d.Required = len(f.args) == 0 || r.boolean(f.args[0], `"required"`)
	}
	if d.place.output {
		d.Type.NonNull = d.Required
	}
}

// location checks what concerns the request, and whether the type can stand in its place.
func (r *reader) location(d *fieldDraft) {
	if f, ok := d.facts["upstream"]; ok {
		if d.place.in == "" || d.place.in == "path" {
			r.errorf(f.at, "constraint-place", "%q is for inputs in the query, the body or a header", "upstream")
		} else if name, good := r.name(f.args[0], "name", wireName); good {
			d.Wire = name.text
		}
	}
	if f, ok := d.facts["encode"]; ok {
		text, _ := r.text(f.args[0], `"encode"`)
		switch {
		case d.place.in != "query" || d.Type.Kind != model.ListKind:
			r.errorf(f.at, "constraint-place", "%q is for lists in the query", "encode")
		case text == "repeat" || text == "brackets":
			d.Encode = text
		case text != "":
			r.errorf(f.args[0].Span, "unknown-value", "unknown %q %s%s", "encode", quote(text), suggest(text, []string{"repeat", "brackets"}))
		}
	}
	kind := d.Type.Kind
	misfit := d.place.in == "query" && kind == model.ObjectKind || (d.place.in == "path" || d.place.in == "header") && !isScalar(kind)
	if misfit {
		r.errorf(d.Type.Span, "type-place", "a %s parameter is no %s", d.place.in, typeName(d.Type))
	}
}

// members reads the fields of an object, or of the objects in a list that the server answers or a body holds.
func (r *reader) members(n *kdl.Node, d *fieldDraft) {
	if f, ok := d.facts["raw"]; ok && r.boolean(f.args[0], `"raw"`) {
		if d.Type.Kind != model.ObjectKind || len(d.members) > 0 {
			r.errorf(f.at, "constraint-place", "%q is for objects without a block", "raw")
		}
	}
	switch {
	case len(d.members) == 0:
	case d.Type.Kind == model.ObjectKind:
		d.Type.Shape = r.shape(d.members, d.place.output)
	case d.Type.Kind == model.ListKind && (d.place.output || d.place.sendsObjects()):
		if stated := d.statedElements(); stated != nil && stated.Kind != model.ObjectKind {
			r.errorf(d.members[0].Name.Span, "unexpected-field", "the elements of %s are no objects, and have no fields", quote(n.Args[0].Text)).
				WithRelated(stated.Span, "stated here")
			return
		}
		d.Type.Elem = &model.Type{Kind: model.ObjectKind, NonNull: true, Span: d.Type.Span, Shape: r.shape(d.members, d.place.output)}
	default:
		r.errorf(d.members[0].Name.Span, "unexpected-field", "%s is no object, and has no fields", quote(n.Args[0].Text))
	}
}

// statedElements is the type of a list's elements as somebody wrote it; nil when nobody did.
func (d *fieldDraft) statedElements() *model.Type {
	if _, ok := d.facts["items"]; ok || strings.HasPrefix(d.Type.Span.Text(), "array<") {
		return d.Type.Elem
	}
	return nil
}

// shape reads a block of fields. Blocks nest no deeper than parse/kdl lets them.
func (r *reader) shape(nodes []*kdl.Node, output bool) *model.Shape {
	shape := &model.Shape{Direction: model.Input, Additional: model.Closed}
	if output {
		shape = &model.Shape{Direction: model.Output}
	}
	first := seen{}
	for _, n := range nodes {
		p := r.memberField(n, field{output: output})
		if p == nil || r.repeats(first, p.Name, p.Span, "field") {
			continue
		}
		shape.Fields = append(shape.Fields, model.Field{Property: p.Property, Required: p.Required})
	}
	return shape
}

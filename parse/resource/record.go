package resource

import (
	"fmt"
	"slices"
	"strings"

	"schemac/model"
	"schemac/model/diag"
	"schemac/model/source"
	"schemac/parse/resource/sandbox"
)

// record fills the properties Record: the static, in either form, else that of the table. A class without one is open.
func (r *reading) record() {
	o := r.object
	stated, attributes := r.statedRecord()
	switch {
	case stated != nil:
		o.Properties = r.entries(*stated, o.Name, attributes)
	case r.base != nil:
		for _, p := range r.base.Properties.All() {
			inherited := *p
			o.Properties.Add(&inherited)
		}
	default:
		o.Statics.Open = true
	}
	r.required()
	r.key()
}

// statedRecord returns `static properties`, else the array form `static attributes`.
func (r *reading) statedRecord() (record *sandbox.Value, attributes bool) {
	properties, ok := r.static("properties", sandbox.Object)
	array, both := r.find("attributes")
	if ok {
		if both {
			r.diags.Warnf(r.span(array.Place), "attributes-unused", "%q of class %q does not count beside %q; keep one of them", "static attributes", r.object.Name, "static properties")
		}
		return &properties, false
	}
	if array, ok = r.static("attributes", sandbox.Array); ok {
		return &array, true
	}
	return nil, false
}

// entries makes a Record of an object of entries or of an array of them. owner is the type that they belong to.
func (r *reading) entries(v sandbox.Value, owner string, attributes bool) model.Properties {
	var record model.Properties
	members := v.Members
	if attributes {
		members = r.named(v)
	}
	for _, m := range members {
		if m.Name == "" {
			continue
		}
		p := r.entry(m, owner)
		if earlier := record.Add(p); earlier != nil {
			r.diags.Warnf(p.Span, "duplicate-field", "property %q of class %q is there twice; the first counts", p.Name, r.object.Name).
				WithRelated(earlier.Span, "first here")
		}
		if len(p.Name) > maxNameLength {
			r.diags.Warnf(p.Span, "property-name", "property name %q has %d characters; hosts take at most %d", p.Name, len(p.Name), maxNameLength)
		}
	}
	return record
}

// maxNameLength is the longest property key that hosts take (facts: hosts.md §2.2).
const maxNameLength = 64

// named turns the array form into the Record: each attribute says its name itself.
func (r *reading) named(v sandbox.Value) []sandbox.Member {
	var members []sandbox.Member
	for i, item := range v.Items {
		what := fmt.Sprintf("attributes[%d]", i)
		if !r.expect(item, sandbox.Object, what) {
			continue
		}
		name, ok := lookup(item, "name")
		if !ok || !r.expect(name, sandbox.String, what+".name") {
			if !ok {
				r.diags.Warnf(r.span(item.Place), "attribute-name", "%q of class %q has no %q", what, r.object.Name, "name")
			}
			continue
		}
		item.Members = slices.DeleteFunc(slices.Clone(item.Members), func(m sandbox.Member) bool { return m.Name == "name" })
		item.Place = name.Place
		members = append(members, sandbox.Member{Name: name.Text, Value: item})
	}
	return members
}

func lookup(v sandbox.Value, name string) (sandbox.Value, bool) {
	for _, m := range v.Members {
		if m.Name == name {
			return m.Value, true
		}
	}
	return sandbox.Value{}, false
}

// required gives what `static required` names a "!".
func (r *reading) required() {
	v, ok := r.static("required", sandbox.Array)
	if !ok {
		return
	}
	for _, item := range v.Items {
		if !r.expect(item, sandbox.String, "static required") {
			continue
		}
		p := r.object.Properties.Lookup(item.Text)
		if p == nil {
			if !r.object.Statics.Open {
				r.unknownName(item, "static required")
			}
			continue
		}
		nonNull := *p.Type
		nonNull.NonNull = true
		p.Type = &nonNull
	}
}

func (r *reading) unknownName(v sandbox.Value, what string) {
	suggestion := ""
	if best := diag.Closest(v.Text, r.object.Properties.Names()); best != "" {
		suggestion = fmt.Sprintf("; did you mean %q", best)
	}
	r.diags.Warnf(r.span(v.Place), "unknown-property", "%q of class %q names %q, which is no property%s", what, r.object.Name, v.Text, suggestion)
}

// key finds the primary key: the property that `static primaryKey` names, else the first that says so itself. A key
// that is in no record still addresses one.
func (r *reading) key() {
	o := r.object
	stated, ok := r.static("primaryKey", sandbox.String)
	switch {
	case ok && stated.Text != "":
		for _, p := range o.Properties.All() {
			p.PrimaryKey = p.Name == stated.Text
		}
		if o.Properties.Lookup(stated.Text) == nil {
			r.addKey(&model.Property{Name: stated.Text, Type: &model.Type{Kind: model.String, Name: "String", NonNull: true}, Span: r.span(stated.Place)})
		}
	case o.PrimaryKey() == nil && r.base != nil && r.base.PrimaryKey() != nil:
		inherited := *r.base.PrimaryKey()
		if p := o.Properties.Lookup(inherited.Name); p != nil {
			p.PrimaryKey = true
		} else {
			r.addKey(&inherited)
		}
	}
	first := o.PrimaryKey()
	for _, p := range o.Properties.All() {
		if p.PrimaryKey && p != first {
			p.PrimaryKey = false
			r.diags.Warnf(p.Span, "second-primary-key", "class %q has the primary key %q already; this one is ignored", o.Name, first.Name).
				WithRelated(first.Span, "the key is here")
		}
	}
}

// addKey adds a key that the Record does not show. Of an open class that is what is known, so it is no surprise.
func (r *reading) addKey(p *model.Property) {
	p.PrimaryKey, p.Hidden = true, true
	r.object.Properties.Add(p)
}

// An entry is one entry of the Record at work (contract §8.1).
type entry struct {
	*reading
	owner    string
	value    sandbox.Value
	property *model.Property
	// origin is the property of a table that the entry was spread from, and same says that its own words for the type
	// stand unchanged.
	origin *model.Property
}

// entry makes a property of an entry.
func (r *reading) entry(m sandbox.Member, owner string) *model.Property {
	p := &model.Property{Name: m.Name, Type: &model.Type{}, Span: r.span(m.Value.Place)}
	if !r.expect(m.Value, sandbox.Object, m.Name) {
		return p
	}
	e := &entry{reading: r, owner: owner, value: m.Value, property: p, origin: r.origin(m.Value)}
	if e.origin != nil && e.unchanged() {
		inherited := *e.origin
		inherited.Name = m.Name
		return &inherited
	}
	p.Type = e.typed(m.Value)
	e.nullable()
	for _, member := range m.Value.Members {
		e.member(member)
	}
	return p
}

// unchanged reports whether an entry of a table stands as it is.
func (e *entry) unchanged() bool { return same(e.value, wire(e.origin.Entry())) }

// same compares two values; the places do not count.
func same(a, b sandbox.Value) bool {
	return a.Kind == b.Kind && a.Text == b.Text && slices.EqualFunc(a.Items, b.Items, same) &&
		slices.EqualFunc(a.Members, b.Members, func(m, n sandbox.Member) bool { return m.Name == n.Name && same(m.Value, n.Value) })
}

// keeps reports whether members of an entry are those of the table's entry that it was spread from.
func (e *entry) keeps(names ...string) bool {
	if e.origin == nil {
		return false
	}
	before := wire(e.origin.Entry())
	for _, name := range names {
		a, hasA := lookup(e.value, name)
		b, hasB := lookup(before, name)
		if hasA != hasB || hasA && !same(a, b) {
			return false
		}
	}
	return true
}

// nullable gives the type its "!": `nullable: false` says so, and so does the key of a table in what it inherits.
func (e *entry) nullable() {
	if v, ok := lookup(e.value, "nullable"); ok && e.expect(v, sandbox.Bool, e.property.Name+".nullable") {
		t := *e.property.Type
		t.NonNull = v.Text == "false"
		e.property.Type = &t
	}
}

// flags are the directives that an entry states as booleans, or as objects where they have arguments.
var flags = map[string]func(p *model.Property) *bool{
	"primaryKey":        func(p *model.Property) *bool { return &p.PrimaryKey },
	"isPrimaryKey":      func(p *model.Property) *bool { return &p.PrimaryKey },
	"assignCreatedTime": func(p *model.Property) *bool { return &p.CreatedTime },
	"assignUpdatedTime": func(p *model.Property) *bool { return &p.UpdatedTime },
	"expiresAt":         func(p *model.Property) *bool { return &p.ExpiresAt },
	"computed":          func(p *model.Property) *bool { return &p.Computed },
	"embed":             func(p *model.Property) *bool { return &p.Embed },
	"decide":            func(p *model.Property) *bool { return &p.Decide },
	"indexed":           func(p *model.Property) *bool { return &p.Indexed },
	"enumerable":        func(p *model.Property) *bool { return &p.Enumerable },
	"hidden":            func(p *model.Property) *bool { return &p.Hidden },
	"allow":             func(*model.Property) *bool { return new(bool) }, // changes no schema
}

// typeWords are members that [entry.typed] and [entry.nullable] have read.
var typeWords = []string{"type", "graphqlType", "contentEncoding", "nullable", "properties", "required", "items", "elements"}

func (e *entry) member(m sandbox.Member) {
	p := e.property
	if flag := flags[m.Name]; flag != nil {
		*flag(p) = m.Value.Kind == sandbox.Object || m.Value.Text == "true"
		if m.Value.Kind == sandbox.Object {
			p.Directives = append(p.Directives, e.directive(m))
		}
		return
	}
	if slices.Contains(typeWords, m.Name) {
		return
	}
	if m.Value.Kind == sandbox.Unknown {
		e.notStatic(m.Value, p.Name+"."+m.Name)
		return
	}
	switch m.Name {
	case "description":
		e.description(m.Value)
	case "deprecated":
		e.deprecated(m.Value)
	case "relationship":
		e.relationship(m.Value)
	default:
		e.keyword(m)
	}
}

// directive keeps what an entry says of a directive that has arguments.
func (e *entry) directive(m sandbox.Member) model.Directive {
	d := model.Directive{Name: m.Name, Span: e.span(m.Value.Place)}
	for _, argument := range value(m.Value).Members {
		d.Arguments = append(d.Arguments, model.Argument{Name: argument.Name, Value: argument.Value})
	}
	return d
}

func (e *entry) description(v sandbox.Value) {
	if !e.expect(v, sandbox.String, e.property.Name+".description") {
		return
	}
	e.property.Doc, e.property.DocSpan = v.Text, e.span(v.Place)
	if e.keeps("description") {
		e.property.Doc, e.property.DocSpan = e.origin.Doc, e.origin.DocSpan
	}
}

func (e *entry) deprecated(v sandbox.Value) {
	switch {
	case v.Text == "false" && v.Kind == sandbox.Bool || v.Kind == sandbox.Null:
	case e.keeps("deprecated"):
		e.property.Deprecated = e.origin.Deprecated
	default:
		reason, _ := lookup(v, "reason")
		if v.Kind == sandbox.String {
			reason = v
		}
		e.property.Deprecated = &model.Deprecation{Reason: reason.Text, Span: e.span(v.Place)}
	}
}

func (e *entry) relationship(v sandbox.Value) {
	if e.keeps("relationship") {
		e.property.Relationship = e.origin.Relationship
		return
	}
	if v.Kind != sandbox.Object {
		return
	}
	from, _ := lookup(v, "from")
	to, _ := lookup(v, "to")
	e.property.Relationship = &model.Relationship{From: from.Text, To: to.Text, Span: e.span(v.Place)}
}

// span of a name, for objects that a Record declares in place.
func (e *entry) nestedName() string {
	name := strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			return r
		}
		return '_'
	}, e.owner+"_"+e.property.Name)
	for e.types[name] != nil {
		name += "_"
	}
	return name
}

// nested makes an object type of the members that an entry declares in place.
func (e *entry) nested(v, properties sandbox.Value, at source.Span) *model.Object {
	o := &model.Object{Name: e.nestedName(), Span: at}
	e.types[o.Name] = o
	o.Properties = e.entries(properties, o.Name, properties.Kind == sandbox.Array)
	required, _ := lookup(v, "required")
	for _, item := range required.Items {
		if p := o.Properties.Lookup(item.Text); p != nil {
			p.Type.NonNull = true
		}
	}
	e.made = append(e.made, o)
	return o
}

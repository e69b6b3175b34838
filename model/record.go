package model

import "schemac/model/ordered"

// Entry returns the property as an entry of the properties Record (contract §8.1): JSON Schema words with the flags of
// the schema language, as objects where the directive has arguments. Where JSON Schema has no word for a type,
// `graphqlType` names it.
func (p *Property) Entry() ordered.Value {
	e := entry{}
	e.addType(p.Type)
	e.addConstraints(p.Constraints)
	e = append(e, p.Keywords...)
	if p.Type.NonNull {
		e.add("nullable", ordered.BoolValue(false))
	}
	e.flag("primaryKey", p.PrimaryKey)
	e.flag("assignCreatedTime", p.CreatedTime)
	e.flag("assignUpdatedTime", p.UpdatedTime)
	e.flag("expiresAt", p.ExpiresAt)
	e.directive(p, "computed", p.Computed)
	e.directive(p, "embed", p.Embed)
	e.directive(p, "decide", p.Decide)
	e.directive(p, "indexed", p.Indexed)
	e.directive(p, "enumerable", p.Enumerable)
	e.directive(p, "allow", p.directive("allow") != nil)
	if r := p.Relationship; r != nil {
		e.add("relationship", relationshipValue(r))
	}
	if d := p.Deprecated; d != nil && d.Reason != "" {
		e.add("deprecated", ordered.ObjectValue(ordered.Member{Name: "reason", Value: ordered.StringValue(d.Reason)}))
	} else {
		e.flag("deprecated", d != nil)
	}
	if p.Description != "" {
		e.add("description", ordered.StringValue(p.Description))
	}
	return ordered.ObjectValue(e...)
}

// directive returns the first directive of a name, or nil.
func (p *Property) directive(name string) *Directive {
	for i := range p.Directives {
		if p.Directives[i].Name == name {
			return &p.Directives[i]
		}
	}
	return nil
}

// Said returns what the directive says: true, or an object of its arguments where there are any.
func (d *Directive) Said() ordered.Value {
	if len(d.Arguments) == 0 {
		return ordered.BoolValue(true)
	}
	e := entry{}
	for _, a := range d.Arguments {
		e.add(a.Name, a.Value)
	}
	return ordered.ObjectValue(e...)
}

func relationshipValue(r *Relationship) ordered.Value {
	e := entry{}
	if r.From != "" {
		e.add("from", ordered.StringValue(r.From))
	}
	if r.To != "" {
		e.add("to", ordered.StringValue(r.To))
	}
	return ordered.ObjectValue(e...)
}

// Record returns the visible properties as an object: name to entry.
func (ps *Properties) Record() ordered.Value {
	var e entry
	for _, p := range ps.All() {
		if p.Visible() {
			e.add(p.Name, p.Entry())
		}
	}
	return ordered.ObjectValue(e...)
}

// Attributes returns the visible properties as an array of entries, each with its name first.
func (ps *Properties) Attributes() ordered.Value {
	var items []ordered.Value
	for _, p := range ps.All() {
		if p.Visible() {
			named := entry{{Name: "name", Value: ordered.StringValue(p.Name)}}
			items = append(items, ordered.ObjectValue(append(named, p.Entry().Members...)...))
		}
	}
	return ordered.ArrayValue(items...)
}

// An entry is an object in the making.
type entry []ordered.Member

func (e *entry) add(name string, v ordered.Value) {
	*e = append(*e, ordered.Member{Name: name, Value: v})
}

func (e *entry) flag(name string, set bool) {
	if set {
		e.add(name, ordered.BoolValue(true))
	}
}

// directive adds what the directive of a name says, when the property has it.
func (e *entry) directive(p *Property, name string, set bool) {
	if d := p.directive(name); set && d != nil {
		e.add(name, d.Said())
		return
	}
	e.flag(name, set)
}

// set replaces a member, or adds it.
func (e *entry) set(name string, v ordered.Value) {
	for i := range *e {
		if (*e)[i].Name == name {
			(*e)[i].Value = v
			return
		}
	}
	e.add(name, v)
}

// addConstraints adds what an author asks of a value beside its type.
func (e *entry) addConstraints(c *Constraints) {
	if c == nil {
		return
	}
	if c.Format != "" {
		e.set("format", ordered.StringValue(c.Format))
	}
	if len(c.Enum) > 0 {
		e.set("enum", ordered.ArrayValue(c.Enum...))
	}
	if c.Const.Kind != ordered.Absent {
		e.add("const", c.Const)
	}
	if c.Pattern != "" {
		e.add("pattern", ordered.StringValue(c.Pattern))
	}
	for _, bound := range []struct{ name, number string }{
		{"minimum", c.Minimum}, {"maximum", c.Maximum}, {"minItems", c.MinItems}, {"maxItems", c.MaxItems},
	} {
		if bound.number != "" {
			e.add(bound.name, ordered.NumberValue(bound.number))
		}
	}
	if c.Default.Kind != ordered.Absent {
		e.add("default", c.Default)
	}
}

// jsonTypes says how the Record writes each kind: the JSON type, and what else tells it apart from others of the type.
var jsonTypes = map[Kind]struct{ jsonType, format, encoding, graphql string }{
	String:     {jsonType: "string"},
	ID:         {jsonType: "string", graphql: "ID"},
	Int:        {jsonType: "integer"},
	Long:       {jsonType: "integer", graphql: "Long"},
	BigInt:     {jsonType: "integer", graphql: "BigInt"},
	Float:      {jsonType: "number"},
	Boolean:    {jsonType: "boolean"},
	Date:       {jsonType: "string", format: "date-time"},
	Bytes:      {jsonType: "string", encoding: "base64", graphql: "Bytes"},
	Blob:       {jsonType: "string", encoding: "base64"},
	EnumKind:   {jsonType: "string"},
	ObjectKind: {jsonType: "object"},
	ListKind:   {jsonType: "array"},
	Integer:    {jsonType: "integer"},
	Number:     {jsonType: "number"},
}

func (e *entry) addType(t *Type) {
	form := jsonTypes[t.Kind]
	for _, member := range []struct{ name, text string }{
		{"type", form.jsonType}, {"format", form.format}, {"contentEncoding", form.encoding}, {"graphqlType", form.graphql},
	} {
		if member.text != "" {
			e.add(member.name, ordered.StringValue(member.text))
		}
	}
	switch t.Kind {
	case Any:
		e.addAny(t)
	case EnumKind:
		if t.Name != "" { // an enum that a class states in place has none
			e.add("graphqlType", ordered.StringValue(t.Name))
		}
		var names []ordered.Value
		for _, name := range t.Enum.Names() {
			names = append(names, ordered.StringValue(name))
		}
		e.add("enum", ordered.ArrayValue(names...))
	case ObjectKind:
		if t.Object == nil || !t.Object.Hidden {
			e.add("graphqlType", ordered.StringValue(t.Name))
		}
	case ListKind:
		var items entry
		items.addType(t.Elem)
		if t.Elem.NonNull && t.Elem.Verbatim.Kind == ordered.Absent {
			items.add("nullable", ordered.BoolValue(false))
		}
		e.add("items", ordered.ObjectValue(items...))
	}
}

// addAny adds what is known of a value that may be anything: the schema or the types that an author has written, or
// that nothing is.
func (e *entry) addAny(t *Type) {
	switch {
	case t.Verbatim.Kind == ordered.ObjectKind:
		*e = append(*e, t.Verbatim.Members...)
	case len(t.Names) > 0:
		var names []ordered.Value
		for _, name := range t.Names {
			names = append(names, ordered.StringValue(name))
		}
		e.add("type", ordered.ArrayValue(names...))
	default:
		e.add("graphqlType", ordered.StringValue("Any"))
	}
}

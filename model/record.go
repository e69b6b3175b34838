package model

import "schemac/model/ordered"

// Entry returns the property as an entry of the properties Record (contract §8.1): JSON Schema words with the flags of
// the schema language. Where JSON Schema has no word for a type, `graphqlType` names it.
func (p *Property) Entry() ordered.Value {
	e := entry{}
	e.addType(p.Type)
	if p.Type.NonNull {
		e.add("nullable", ordered.BoolValue(false))
	}
	e.flag("primaryKey", p.PrimaryKey)
	e.flag("assignCreatedTime", p.CreatedTime)
	e.flag("assignUpdatedTime", p.UpdatedTime)
	e.flag("expiresAt", p.ExpiresAt)
	e.flag("computed", p.Computed)
	e.flag("embed", p.Embed)
	e.flag("decide", p.Decide)
	e.flag("indexed", p.Indexed)
	if r := p.Relationship; r != nil {
		e.add("relationship", relationshipValue(r))
	}
	e.flag("deprecated", p.Deprecated != nil)
	if p.Description != "" {
		e.add("description", ordered.StringValue(p.Description))
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
		e.add("graphqlType", ordered.StringValue("Any"))
	case EnumKind:
		e.add("graphqlType", ordered.StringValue(t.Name))
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
		if t.Elem.NonNull {
			items.add("nullable", ordered.BoolValue(false))
		}
		e.add("items", ordered.ObjectValue(items...))
	}
}

package model

import "schemac/model/ordered"

// http describes a verb over HTTP (contract §6). Statuses and bodies are what the server was measured to answer.
func (t *table) http(v *verb) *HTTP {
	h := &HTTP{
		Method:      v.method,
		Summary:     t.sentence(v),
		Description: t.Description,
		Tag:         t.Tag,
		Responses:   v.responses(t),
	}
	if h.Description == "" {
		h.Description = v.words
	}
	switch {
	case !v.collection:
		h.Parameters = []Parameter{{Property: t.key, In: "path", Required: true}}
	case v.body == "":
		h.Parameters = t.filters()
	}
	if v.body != "" {
		h.Body = &Body{Required: true, Component: t.Component + "." + v.body}
	}
	return h
}

// filters are the query parameters of a search: equality with an attribute of scalar or enum type.
func (t *table) filters() []Parameter {
	var filters []Parameter
	for _, p := range t.attributes {
		if p.equalled() {
			filters = append(filters, Parameter{Property: p.undefaulted(), In: "query"})
		}
	}
	return filters
}

// undefaulted returns the property without its default: of a query parameter a default would say that a search without
// it finds only the records that have the default.
func (p *Property) undefaulted() *Property {
	if p.Constraints == nil || p.Constraints.Default.Kind == ordered.Absent {
		return p
	}
	constraints := *p.Constraints
	constraints.Default = ordered.Value{}
	plain := *p
	plain.Constraints = &constraints
	return &plain
}

// equalled reports whether a query parameter can equal the property. An attribute of which nothing is known (Any) may
// hold an object, which none can. What follows is measured: the server finds nothing by Bytes and Blob, and of a time
// that it assigns to a whole number it answers a fraction, which it then refuses as a parameter.
func (p *Property) equalled() bool {
	switch p.Type.Kind {
	case ListKind, ObjectKind, Any, Bytes, Blob:
		return false
	case Int, Long, BigInt:
		return !p.CreatedTime && !p.UpdatedTime
	}
	return true
}

// Answers that are the same for every table. Every operation may be refused for want of credentials or rights. These
// are the answers that contract §6 names: what the server says of a request that is not one of this document (text that
// is no JSON, a query parameter that is not described) or when it fails (500) is told in docs/harper.md and not here.
var (
	unauthorised = &Response{Status: "401", Description: "No valid credentials."}
	forbidden    = &Response{Status: "403", Description: "Not allowed."}
	refused      = &Response{Status: "400", Description: "The input was refused; the text says why.", Content: text}
	missing      = &Response{Status: "404", Description: "No record has this key."}
	conflict     = &Response{Status: "409", Description: "A record with this key exists already.", Content: text}
	written      = &Response{Status: "204", Description: "Written; no body."}
	gone         = &Response{
		Status: "200", Description: "True when the record is gone.",
		Content: &Property{Type: &Type{Kind: Boolean, Name: "Boolean", NonNull: true}},
	}
)

// text is a JSON string: how the server words a refusal (measured).
var text = &Property{Type: &Type{Kind: String, Name: "String", NonNull: true}}

// self is the type of one record of the table.
func (t *table) self() *Type {
	return &Type{Kind: ObjectKind, Name: t.Name, NonNull: true, Object: t.Object}
}

// one is the answer with the record; four operations give it.
func (t *table) one() *Response {
	if t.ok == nil {
		t.ok = &Response{Status: "200", Description: "The record.", Content: &Property{Type: t.self()}}
	}
	return t.ok
}

// addressed are the answers of an operation that only takes a key. One that is no text may be refused: the server reads
// it as the type of the key (measured).
func (t *table) addressed(first *Response, others ...*Response) []*Response {
	all := []*Response{first}
	if t.key.Type.Kind != String && t.key.Type.Kind != ID {
		all = append(all, refused)
	}
	return append(all, others...)
}

// afterWrite are the answers of the operations that change one record.
func (t *table) afterWrite() []*Response {
	return []*Response{t.one(), written, refused, unauthorised, forbidden}
}

func (t *table) matches() *Response {
	list := &Type{Kind: ListKind, NonNull: true, Elem: t.self()}
	return &Response{Status: "200", Description: "The records that match.", Content: &Property{Type: list}}
}

// created answers with the new key. A table without a primary key gets one from the server, a string or an integer.
func (t *table) created() *Response {
	key := *t.key
	if t.PrimaryKey() == nil {
		key.Type = &Type{Kind: GeneratedKey, NonNull: true}
	}
	location := &Property{
		Name:        "Location",
		Description: "Key of the new record.",
		Type:        &Type{Kind: String, Name: "String", NonNull: true},
	}
	return &Response{
		Status: "201", Description: "Created; the body is the key of the new record.",
		Headers: []*Property{location}, Content: &key,
	}
}

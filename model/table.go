package model

import (
	"slices"
	"strings"
)

// A verb is one row of the table of contract §3: everything that tells the six operations of a table apart.
type verb struct {
	name string
	// sentence says what the tool does; %T stands for the type, %K for the key.
	sentence string
	access   string
	method   string
	// collection says that the path is the collection and not one record.
	collection bool
	// words describe the HTTP operation of a table without a docstring.
	words string
	input func(t *table) *Shape
	// output is nil when no result is promised.
	output func(t *table) *Shape
	// body is the suffix of the component that a request carries; empty for none.
	body string
	// responses are the answers in the order of their status.
	responses func(t *table) []*Response
	// hints are claimed always, explicit ones only with `hints: explicit`.
	hints, explicit Hints
}

var verbs = []verb{
	{
		name: "get", sentence: "Fetches a single %T record by %K.", access: "allowGet", method: "get",
		words:  "retrieve a record by its primary key",
		input:  func(t *table) *Shape { return keyOnly(t.key) },
		output: func(t *table) *Shape { return t.record },
		responses: func(t *table) []*Response {
			return t.addressed(t.one(), unauthorised, forbidden, missing)
		},
		hints: Hints{ReadOnly: Yes}, explicit: Hints{Yes, No, Yes, No},
	},
	{
		name: "search", sentence: "Searches %T records by attribute conditions.", access: "allowSearch", method: "get",
		collection: true,
		words:      "search for records by the specified property name and value pairs",
		input:      func(t *table) *Shape { return t.searchInput() },
		responses: func(t *table) []*Response {
			return []*Response{t.matches(), refused, unauthorised, forbidden}
		},
		hints: Hints{ReadOnly: Yes}, explicit: Hints{Yes, No, Yes, No},
	},
	{
		name: "create", sentence: "Creates a new %T record.", access: "allowCreate", method: "post", collection: true,
		words: "create a new record auto-assigning a primary key",
		input: func(t *table) *Shape { return t.CreateInput() }, output: func(t *table) *Shape { return t.record },
		body: "create",
		responses: func(t *table) []*Response {
			return []*Response{t.one(), t.created(), refused, unauthorised, forbidden, conflict}
		},
		explicit: Hints{No, No, No, No},
	},
	{
		name: "update", sentence: "Replaces a %T record by %K (PUT semantics).", access: "allowUpdate", method: "put",
		words: "create or update the record with the URL path that maps to the record's primary key",
		input: func(t *table) *Shape { return t.UpdateInput(t.key) }, output: func(t *table) *Shape { return t.record },
		body:      "update",
		responses: func(t *table) []*Response { return t.afterWrite() },
		hints:     Hints{Idempotent: Yes}, explicit: Hints{No, Yes, Yes, No},
	},
	{
		name: "patch", sentence: "Partially updates a %T record by %K.", access: "allowPatch", method: "patch",
		words: "patch the record with the URL path that maps to the record's primary key",
		input: func(t *table) *Shape { return t.PatchInput(t.key) }, output: func(t *table) *Shape { return t.record },
		body:      "patch",
		responses: func(t *table) []*Response { return t.afterWrite() },
		explicit:  Hints{No, Yes, No, No},
	},
	{
		name: "delete", sentence: "Deletes a %T record by %K.", access: "allowDelete", method: "delete",
		words: "delete a record with the given primary key",
		input: func(t *table) *Shape { return keyOnly(t.key) }, output: func(t *table) *Shape { return t.deletion() },
		responses: func(t *table) []*Response { return t.addressed(gone, unauthorised, forbidden) },
		hints:     Hints{Destructive: Yes}, explicit: Hints{No, Yes, No, No},
	},
}

// A table is a resource while its operations are made.
type table struct {
	*Resource
	key *Property
	// record is what get, create, update and patch answer; one shape, so that it is the same four times.
	record *Shape
	// attributes are what a search may name.
	attributes []*Property
	// ok is the answer with the record, once it is made.
	ok      *Response
	options *Options
}

func newTable(r *Resource, options *Options) *table {
	t := &table{Resource: r, key: r.RoutingKey(), record: r.Record(!options.OpenRecords), options: options}
	for _, p := range r.Properties.All() {
		if p.Searchable() {
			t.attributes = append(t.attributes, p)
		}
	}
	t.record.Inline(r.Object)
	return t
}

// operations returns the operations, those of the verbs first, and the paths of the fields that their inputs had to cut.
func (t *table) operations() (operations []*Operation, cut []string) {
	for i := range verbs {
		v := &verbs[i]
		if !t.offers(v.name) {
			continue
		}
		op := &Operation{
			Name:        v.name + "_" + t.ToolSuffix(),
			Description: t.toolDescription(v),
			Input:       v.input(t),
			Hints:       v.hints,
			Listed:      t.Listed,
			Origin:      Origin{Verb: v.name, Table: t.Resource},
			Span:        t.Span,
		}
		if v.output != nil {
			op.Output = v.output(t)
		}
		if v.body != "" {
			cut = append(cut, op.Input.Inline(t.Object)...)
		}
		if t.options.ExplicitHints {
			op.Title, op.Hints = strings.ToUpper(v.name[:1])+v.name[1:]+" "+t.Name, v.explicit
		}
		if t.OpenAPI {
			op.HTTP = t.http(v)
		}
		if t.Statics != nil {
			t.Statics.refine(op, v)
		}
		operations = append(operations, op)
	}
	return append(operations, t.custom()...), cut
}

// paths returns the collection with its operations, then the record with its.
func (t *table) paths(operations []*Operation) []Path {
	collection := Path{Template: "/" + t.Export.EncodedPath() + "/"}
	record := Path{Template: collection.Template + "{" + t.key.Name + "}"}
	for _, op := range operations {
		switch {
		case op.HTTP == nil: // a tool of a class
		case verbNamed(op.Origin.Verb).collection:
			collection.Operations = append(collection.Operations, op)
		default:
			record.Operations = append(record.Operations, op)
		}
	}
	return slices.DeleteFunc([]Path{collection, record}, func(p Path) bool { return len(p.Operations) == 0 })
}

func verbNamed(name string) *verb {
	i := slices.IndexFunc(verbs, func(v verb) bool { return v.name == name })
	return &verbs[i]
}

func (t *table) sentence(v *verb) string {
	return strings.Replace(strings.Replace(v.sentence, "%T", t.Name, 1), "%K", t.key.Name, 1)
}

// toolDescription is contract §3.1.
func (t *table) toolDescription(v *verb) string {
	text := t.sentence(v) + " Runtime RBAC (" + v.access + ") enforces per-record access at call time."
	return join(t.Description, "\n\n", text)
}

// deletion is what delete gives. It is open and promises only `deleted`: servers differ in the rest (contract §3).
func (t *table) deletion() *Shape {
	shape := &Shape{Direction: Output, Fields: []Field{{Required: true, Property: &Property{
		Name:        "deleted",
		Description: "True when a record was deleted; false when none matched.",
		Type:        &Type{Kind: Boolean, Name: "Boolean", NonNull: true},
	}}}}
	if !t.key.Hidden {
		shape.Fields = append(shape.Fields, Field{Property: &Property{
			Name:        t.key.Name,
			Description: "Primary key of the deleted record.",
			Type:        t.key.Type,
			PrimaryKey:  true,
		}})
	}
	return shape
}

package openapi

import (
	"cmp"

	"schemac/emit/jsonschema"
	"schemac/model"
	"schemac/model/ordered"
)

func writePath(w *ordered.Writer, p *model.Path, security [][]string, memo *responseMemo) {
	w.Key(p.Template)
	w.BeginObject()
	for _, op := range p.Operations {
		w.Key(op.HTTP.Method)
		writeOperation(w, op, security, memo)
	}
	w.EndObject()
}

func writeOperation(w *ordered.Writer, op *model.Operation, security [][]string, memo *responseMemo) {
	h := op.HTTP
	w.BeginObject()
	w.Key("operationId")
	w.String(op.Name)
	w.Text("summary", h.Summary)
	w.Text("description", h.Description)
	w.Key("tags")
	w.Strings([]string{h.Tag})
	writeParameters(w, h.Parameters)
	if h.Body != nil {
		writeBody(w, h.Body)
	}
	w.Key("responses")
	w.BeginObject()
	for _, r := range h.Responses {
		w.Key(r.Status)
		memo.write(w, r)
	}
	w.EndObject()
	writeSecurity(w, security)
	writeNames(w, h.Names)
	writeMerged(w, h.Merged)
	w.EndObject()
}

// writeNames maps the path item's parameter names to those of the tool.
func writeNames(w *ordered.Writer, names []model.Rename) {
	if len(names) == 0 {
		return
	}
	w.Key("x-parameter-names")
	w.BeginObject()
	for _, n := range names {
		w.Key(n.Name)
		w.String(n.Input)
	}
	w.EndObject()
}

// writeMerged lists the tools that share a method and a path, with what tells their requests apart.
func writeMerged(w *ordered.Writer, merged []model.Merged) {
	if len(merged) == 0 {
		return
	}
	w.Key("x-operations")
	w.BeginArray()
	for _, op := range merged {
		w.BeginObject()
		w.Text("name", op.Name)
		w.Text("description", op.Description)
		if len(op.Request.Set) > 0 {
			w.Key("set")
			w.BeginObject()
			for _, f := range op.Request.Set {
				w.Key(f.Name)
				w.Value(f.Value)
			}
			w.EndObject()
		}
		writePinned(w, op.Request.Pins)
		writeNames(w, op.Names)
		w.EndObject()
	}
	w.EndArray()
}

// writePinned lists the pinned literals of a tool by their place, in the form of the tool's own request.
func writePinned(w *ordered.Writer, pins []model.Pin) {
	var places []ordered.Member
	for _, in := range []string{"header", "query"} {
		var members []ordered.Member
		for _, p := range pins {
			if p.In == in && p.Secret == nil {
				members = append(members, ordered.Member{Name: p.Name, Value: ordered.StringValue(p.Literal)})
			}
		}
		if members != nil {
			places = append(places, ordered.Member{Name: in, Value: ordered.ObjectValue(members...)})
		}
	}
	if places != nil {
		w.Key("constant")
		w.Value(ordered.ObjectValue(places...))
	}
}

func writeParameters(w *ordered.Writer, parameters []model.Parameter) {
	if len(parameters) == 0 {
		return
	}
	w.Key("parameters")
	w.BeginArray()
	for i := range parameters {
		writeParameter(w, &parameters[i])
	}
	w.EndArray()
}

// writeParameter says the description and the deprecation of a property once, beside its schema.
func writeParameter(w *ordered.Writer, p *model.Parameter) {
	w.BeginObject()
	w.Key("name")
	w.String(p.Name)
	w.Key("in")
	w.String(p.In)
	if p.Required {
		w.Key("required")
		w.Bool(true)
	}
	w.Text("description", p.Description)
	if p.Deprecated != nil {
		w.Key("deprecated")
		w.Bool(true)
	}
	w.Key("schema")
	parameterSchema(p).Write(w)
	w.EndObject()
}

// sent is the style of what a caller of a guardfile's server sends: a value on the wire is never null.
var sent = jsonschema.Style{RefPrefix: jsonschema.OpenAPI.RefPrefix, Formats: true}

func parameterSchema(p *model.Parameter) *jsonschema.Schema {
	own := bare(p.Property)
	if len(p.Alternatives) == 0 {
		return own
	}
	options := []*jsonschema.Schema{own}
	for _, other := range p.Alternatives {
		options = append(options, bare(other))
	}
	return anyOf(options)
}

// anyOf returns the one schema, or a choice between those that differ.
func anyOf(options []*jsonschema.Schema) *jsonschema.Schema {
	var different []*jsonschema.Schema
	seen := map[string]bool{}
	w := ordered.Nested(0)
	for _, s := range options {
		w.Reset(0)
		s.Write(w)
		if text := string(w.Bytes()); !seen[text] {
			seen[text] = true
			different = append(different, s)
		}
	}
	if len(different) == 1 {
		return different[0]
	}
	return &jsonschema.Schema{AnyOf: different}
}

// bare returns the schema of a parameter or header.
func bare(p *model.Property) *jsonschema.Schema {
	s := sent.Property(p, model.Input)
	s.Description, s.Deprecated = "", false
	return s
}

func writeBody(w *ordered.Writer, body *model.Body) {
	w.Key("requestBody")
	w.BeginObject()
	if body.Required {
		w.Key("required")
		w.Bool(true)
	}
	writeContent(w, "", bodySchema(body))
	w.EndObject()
}

func bodySchema(body *model.Body) *jsonschema.Schema {
	if body.Component != "" {
		return &jsonschema.Schema{Ref: jsonschema.OpenAPI.RefPrefix + body.Component}
	}
	if len(body.Choices) > 0 {
		return oneOf(body)
	}
	var options []*jsonschema.Schema
	for _, shape := range body.Shapes {
		options = append(options, sent.Object(shape, ""))
	}
	return anyOf(options)
}

// oneOf returns a choice between components that exclude each other, with the member that tells them apart where its
// values can be keys.
func oneOf(body *model.Body) *jsonschema.Schema {
	s := &jsonschema.Schema{}
	var mapping []jsonschema.Mapped
	for _, c := range body.Choices {
		ref := sent.RefPrefix + c.Name
		s.OneOf = append(s.OneOf, &jsonschema.Schema{Ref: ref})
		mapping = append(mapping, jsonschema.Mapped{Value: c.Value.Text, Ref: ref})
	}
	if body.Discriminated() {
		s.Discriminator = &jsonschema.Discriminator{Property: body.Field, Mapping: mapping}
	}
	return s
}

// A responseMemo keeps the text of answers: some are the same in every table, some in four operations of one.
type responseMemo struct {
	texts   map[*model.Response][]byte
	scratch *ordered.Writer
}

// responseMemoSize bounds a memo: an answer of one table is met again soon or never.
const responseMemoSize = 256

func (m *responseMemo) write(w *ordered.Writer, r *model.Response) {
	text, known := m.texts[r]
	if !known {
		if m.texts == nil {
			m.texts, m.scratch = make(map[*model.Response][]byte, responseMemoSize), ordered.Nested(0)
		}
		if len(m.texts) >= responseMemoSize {
			clear(m.texts)
		}
		m.scratch.Reset(w.Depth())
		writeResponse(m.scratch, r)
		text = append([]byte(nil), m.scratch.Bytes()...)
		m.texts[r] = text
	}
	w.Fragment(text)
}

func writeResponse(w *ordered.Writer, r *model.Response) {
	w.BeginObject()
	w.Key("description")
	w.String(r.Description)
	if len(r.Headers) > 0 {
		w.Key("headers")
		w.BeginObject()
		for _, h := range r.Headers {
			writeHeader(w, h)
		}
		w.EndObject()
	}
	if r.Content != nil {
		writeContent(w, r.MediaType, answer(r))
	}
	w.EndObject()
}

func answer(r *model.Response) *jsonschema.Schema {
	own := jsonschema.OpenAPI.Property(r.Content, model.Output)
	if len(r.Alternatives) == 0 {
		return own
	}
	options := []*jsonschema.Schema{own}
	for _, other := range r.Alternatives {
		options = append(options, jsonschema.OpenAPI.Property(other, model.Output))
	}
	return anyOf(options)
}

func writeHeader(w *ordered.Writer, h *model.Property) {
	w.Key(h.Name)
	w.BeginObject()
	w.Text("description", h.Description)
	w.Key("schema")
	bare(h).Write(w)
	w.EndObject()
}

func writeContent(w *ordered.Writer, mediaType string, s *jsonschema.Schema) {
	w.Key("content")
	w.BeginObject()
	w.Key(cmp.Or(mediaType, "application/json"))
	w.BeginObject()
	w.Key("schema")
	s.Write(w)
	w.EndObject()
	w.EndObject()
}

// writeSecurity lists the alternatives: one of them is enough, and the schemes of one are needed together. An empty
// list says that no credentials are needed.
func writeSecurity(w *ordered.Writer, alternatives [][]string) {
	w.Key("security")
	w.BeginArray()
	for _, schemes := range alternatives {
		w.BeginObject()
		for _, name := range schemes {
			w.Key(name)
			w.Strings(nil)
		}
		w.EndObject()
	}
	w.EndArray()
}

package openapi

import (
	"schemac/emit/jsonschema"
	"schemac/model"
	"schemac/model/ordered"
)

func writePath(w *ordered.Writer, p *model.Path, security []model.SecurityScheme) {
	w.Key(p.Template)
	w.BeginObject()
	for _, op := range p.Operations {
		w.Key(op.HTTP.Method)
		writeOperation(w, op, security)
	}
	w.EndObject()
}

func writeOperation(w *ordered.Writer, op *model.Operation, security []model.SecurityScheme) {
	h := op.HTTP
	w.BeginObject()
	w.Key("operationId")
	w.String(op.Name)
	writeText(w, "summary", h.Summary)
	writeText(w, "description", h.Description)
	w.Key("tags")
	w.Strings([]string{h.Tag})
	writeParameters(w, h.Parameters)
	if h.Body != nil {
		writeBody(w, h.Body)
	}
	w.Key("responses")
	w.BeginObject()
	for i := range h.Responses {
		writeResponse(w, &h.Responses[i])
	}
	w.EndObject()
	writeSecurity(w, security)
	w.EndObject()
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
	writeText(w, "description", p.Description)
	if p.Deprecated != nil {
		w.Key("deprecated")
		w.Bool(true)
	}
	w.Key("schema")
	bare(p.Property).Write(w)
	w.EndObject()
}

// bare returns the schema of a parameter or header: a value on the wire is never null.
func bare(p *model.Property) *jsonschema.Schema {
	style := jsonschema.OpenAPI
	style.NullInputs = false
	s := style.Property(p, model.Input)
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
	writeContent(w, &jsonschema.Schema{Ref: jsonschema.OpenAPI.RefPrefix + body.Component})
	w.EndObject()
}

func writeResponse(w *ordered.Writer, r *model.Response) {
	w.Key(r.Status)
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
		writeContent(w, jsonschema.OpenAPI.Property(r.Content, model.Output))
	}
	w.EndObject()
}

func writeHeader(w *ordered.Writer, h *model.Property) {
	w.Key(h.Name)
	w.BeginObject()
	writeText(w, "description", h.Description)
	w.Key("schema")
	bare(h).Write(w)
	w.EndObject()
}

func writeContent(w *ordered.Writer, s *jsonschema.Schema) {
	w.Key("content")
	w.BeginObject()
	w.Key("application/json")
	w.BeginObject()
	w.Key("schema")
	s.Write(w)
	w.EndObject()
	w.EndObject()
}

// writeSecurity lists the schemes as alternatives: one of them is enough.
func writeSecurity(w *ordered.Writer, schemes []model.SecurityScheme) {
	w.Key("security")
	w.BeginArray()
	for _, scheme := range schemes {
		w.BeginObject()
		w.Key(scheme.Name)
		w.Strings(nil)
		w.EndObject()
	}
	w.EndArray()
}

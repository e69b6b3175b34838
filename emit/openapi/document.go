// Package openapi writes the OpenAPI 3.1 document of a surface (contract §6).
package openapi

import (
	"schemac/emit/jsonschema"
	"schemac/model"
	"schemac/model/ordered"
)

// Write encodes the document, path by path, so that a large one needs no tree in memory.
func Write(s *model.Surface, w *ordered.Writer) {
	w.BeginObject()
	w.Key("openapi")
	w.String("3.1.0")
	writeInfo(w, s)
	writeServers(w, s)
	writeTags(w, s)
	w.Key("paths")
	w.BeginObject()
	var memo responseMemo
	for i := range s.Paths {
		writePath(w, &s.Paths[i], s.Security, &memo)
	}
	w.EndObject()
	writeComponents(w, s)
	writeActions(w, s)
	w.EndObject()
}

func writeInfo(w *ordered.Writer, s *model.Surface) {
	w.Key("info")
	w.BeginObject()
	w.Key("title")
	w.String(s.Title)
	w.Key("version")
	w.String(s.Version)
	w.Text("description", s.Description)
	w.EndObject()
}

func writeServers(w *ordered.Writer, s *model.Surface) {
	w.Key("servers")
	w.BeginArray()
	w.BeginObject()
	w.Key("url")
	w.String(s.Server.Template())
	if variable := s.Server.Variable; variable != "" {
		w.Key("variables")
		w.BeginObject()
		w.Key(variable)
		w.BeginObject()
		// OpenAPI wants a default; no file says where a server runs whose address an environment variable holds.
		w.Text("default", "http://localhost")
		w.Text("description", "The value of the environment variable "+variable+".")
		w.EndObject()
		w.EndObject()
	}
	w.EndObject()
	w.EndArray()
}

func writeTags(w *ordered.Writer, s *model.Surface) {
	w.Key("tags")
	w.BeginArray()
	for _, tag := range s.Tags {
		w.BeginObject()
		w.Key("name")
		w.String(tag.Name)
		w.Text("description", tag.Description)
		w.EndObject()
	}
	w.EndArray()
}

func writeComponents(w *ordered.Writer, s *model.Surface) {
	if len(s.Components) == 0 && len(s.Schemes) == 0 {
		return
	}
	w.Key("components")
	w.BeginObject()
	if len(s.Components) > 0 {
		w.Key("schemas")
		w.BeginObject()
		var memo jsonschema.Memo
		for _, c := range s.Components {
			w.Key(c.Name)
			component(&c, &memo).Write(w)
		}
		w.EndObject()
	}
	if len(s.Schemes) > 0 {
		w.Key("securitySchemes")
		w.BeginObject()
		for _, scheme := range s.Schemes {
			writeSecurityScheme(w, scheme)
		}
		w.EndObject()
	}
	w.EndObject()
}

// component returns the schema of a component. One without null has a style of its own, which the memo does not serve.
func component(c *model.Component, memo *jsonschema.Memo) *jsonschema.Schema {
	s := memo.Object(jsonschema.OpenAPI, c.Shape, c.Description)
	if c.NoNulls {
		s = sent.Object(c.Shape, c.Description)
	}
	s.Title = c.Title
	return s
}

func writeSecurityScheme(w *ordered.Writer, scheme model.SecurityScheme) {
	w.Key(scheme.Name)
	w.BeginObject()
	w.Text("type", scheme.Type)
	w.Text("description", scheme.Description)
	w.Text("name", scheme.Parameter)
	w.Text("in", scheme.In)
	w.Text("scheme", scheme.Scheme)
	w.Text("bearerFormat", scheme.BearerFormat)
	w.Text("x-prefix", scheme.Prefix)
	w.EndObject()
}

// writeActions describes the tools that make more than one request: HTTP has no word for them.
func writeActions(w *ordered.Writer, s *model.Surface) {
	begun := false
	for _, op := range s.Operations {
		if op.Calls == nil {
			continue
		}
		if !begun {
			begun = true
			w.Key("x-actions")
			w.BeginArray()
		}
		w.BeginObject()
		w.Text("name", op.Name)
		w.Text("description", op.Description)
		w.Key("input")
		jsonschema.Tool.Object(op.Input, "").Write(w)
		w.Key("calls")
		w.Value(model.CallsValue(op.Calls))
		w.EndObject()
	}
	if begun {
		w.EndArray()
	}
}

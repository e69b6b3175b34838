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
	writeText(w, "description", s.Description)
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
		writeText(w, "default", "http://localhost")
		writeText(w, "description", "The value of the environment variable "+variable+".")
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
		writeText(w, "description", tag.Description)
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
			memo.Object(jsonschema.OpenAPI, c.Shape, c.Description).Write(w)
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

func writeSecurityScheme(w *ordered.Writer, scheme model.SecurityScheme) {
	w.Key(scheme.Name)
	w.BeginObject()
	writeText(w, "type", scheme.Type)
	writeText(w, "description", scheme.Description)
	writeText(w, "name", scheme.Parameter)
	writeText(w, "in", scheme.In)
	writeText(w, "scheme", scheme.Scheme)
	writeText(w, "bearerFormat", scheme.BearerFormat)
	writeText(w, "x-prefix", scheme.Prefix)
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
		writeText(w, "name", op.Name)
		writeText(w, "description", op.Description)
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

func writeText(w *ordered.Writer, key, text string) {
	if text != "" {
		w.Key(key)
		w.String(text)
	}
}

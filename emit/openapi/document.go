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
	for i := range s.Paths {
		writePath(w, &s.Paths[i], s.Security)
	}
	w.EndObject()
	writeComponents(w, s)
	w.EndObject()
}

func writeInfo(w *ordered.Writer, s *model.Surface) {
	w.Key("info")
	w.BeginObject()
	w.Key("title")
	w.String(s.Title)
	w.Key("version")
	w.String(s.Version)
	w.EndObject()
}

func writeServers(w *ordered.Writer, s *model.Surface) {
	w.Key("servers")
	w.BeginArray()
	w.BeginObject()
	w.Key("url")
	w.String(s.Server)
	w.EndObject()
	w.EndArray()
}

func writeTags(w *ordered.Writer, s *model.Surface) {
	w.Key("tags")
	w.BeginArray()
	for _, r := range s.Resources {
		if !r.OpenAPI {
			continue
		}
		w.BeginObject()
		w.Key("name")
		w.String(r.Tag)
		writeText(w, "description", r.Description)
		w.EndObject()
	}
	w.EndArray()
}

func writeComponents(w *ordered.Writer, s *model.Surface) {
	w.Key("components")
	w.BeginObject()
	w.Key("schemas")
	w.BeginObject()
	for _, c := range s.Components {
		w.Key(c.Name)
		jsonschema.OpenAPI.Object(c.Shape, c.Description).Write(w)
	}
	w.EndObject()
	w.Key("securitySchemes")
	w.BeginObject()
	for _, scheme := range s.Security {
		writeSecurityScheme(w, scheme)
	}
	w.EndObject()
	w.EndObject()
}

func writeSecurityScheme(w *ordered.Writer, scheme model.SecurityScheme) {
	w.Key(scheme.Name)
	w.BeginObject()
	writeText(w, "type", scheme.Type)
	writeText(w, "scheme", scheme.Scheme)
	writeText(w, "bearerFormat", scheme.BearerFormat)
	w.EndObject()
}

func writeText(w *ordered.Writer, key, text string) {
	if text != "" {
		w.Key(key)
		w.String(text)
	}
}

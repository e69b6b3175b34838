package mcp

import (
	"schemac/model"
	"schemac/model/ordered"
)

// Resources writes the result of resources/list for a surface (contract §5).
func Resources(s *model.Surface, w *ordered.Writer) {
	writeList(w, "resources", func() {
		for _, r := range s.Resources {
			if r.Listed {
				writeResource(w, r)
			}
		}
	})
}

func writeResource(w *ordered.Writer, r *model.Resource) {
	description := "Application resource at /" + r.Export.Path + "."
	if r.Description != "" {
		description = r.Description + " " + description
	}
	w.BeginObject()
	w.Key("uri")
	w.String(r.URI)
	w.Key("name")
	w.String(r.Export.Path)
	w.Key("description")
	w.String(description)
	w.Key("mimeType")
	w.String("application/json")
	w.EndObject()
}

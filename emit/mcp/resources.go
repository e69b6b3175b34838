package mcp

import (
	"schemac/model"
	"schemac/model/ordered"
)

// Resources writes the result of resources/list for a surface (contract §5).
func Resources(s *model.Surface, w *ordered.Writer) {
	writeList(w, "resources", func() {
		for i := range s.Listing {
			writeResource(w, &s.Listing[i])
		}
	})
}

func writeResource(w *ordered.Writer, r *model.StaticResource) {
	w.BeginObject()
	w.Text("uri", r.URI)
	w.Text("name", r.Name)
	w.Text("title", r.Title)
	w.Text("description", r.Description)
	w.Text("mimeType", r.MIMEType)
	if len(r.Audience) > 0 || r.Priority != "" {
		w.Key("annotations")
		w.BeginObject()
		if len(r.Audience) > 0 {
			w.Key("audience")
			w.Strings(r.Audience)
		}
		if r.Priority != "" {
			w.Key("priority")
			w.Number(r.Priority)
		}
		w.EndObject()
	}
	writeTextMeta(w, r.Text)
	w.EndObject()
}

// writeTextMeta carries the lines that the guardfile holds, so that a runtime can serve them.
func writeTextMeta(w *ordered.Writer, lines []string) {
	if len(lines) == 0 {
		return
	}
	w.Key("_meta")
	w.BeginObject()
	w.Key("schemac/text")
	w.Strings(lines)
	w.EndObject()
}

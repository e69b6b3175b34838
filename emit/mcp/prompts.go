package mcp

import (
	"schemac/model"
	"schemac/model/ordered"
)

// Prompts writes the result of prompts/list for a surface (guardfile.md §3).
func Prompts(s *model.Surface, w *ordered.Writer) {
	writeList(w, "prompts", func() {
		for i := range s.Prompts {
			writePrompt(w, &s.Prompts[i])
		}
	})
}

func writePrompt(w *ordered.Writer, p *model.Prompt) {
	w.BeginObject()
	w.Text("name", p.Name)
	w.Text("title", p.Title)
	w.Text("description", p.Description)
	if len(p.Arguments) > 0 {
		w.Key("arguments")
		w.BeginArray()
		for _, a := range p.Arguments {
			w.BeginObject()
			w.Text("name", a.Name)
			w.Text("title", a.Title)
			w.Text("description", a.Description)
			if a.Required {
				w.Key("required")
				w.Bool(true)
			}
			w.EndObject()
		}
		w.EndArray()
	}
	writeTextMeta(w, p.Text)
	w.EndObject()
}

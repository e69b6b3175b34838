// Package dump writes the canonical model itself, for people and programs that want to see what schemac understood.
package dump

import (
	"schemac/model"
	"schemac/model/ordered"
)

// Write writes a surface of a document: its resources, each with its properties as a Record and as an array of
// attributes, the types that they embed or relate to, and the operations. What is hidden is not shown.
func Write(d *model.Document, s *model.Surface, w *ordered.Writer) {
	w.BeginObject()
	text(w, "surface", s.Name)
	text(w, "title", s.Title)
	text(w, "version", s.Version)
	text(w, "description", s.Description)
	text(w, "server", s.Server.Template())
	if s.Guard == nil {
		writeTables(w, d, s)
	} else {
		writeGuard(w, s.Guard)
	}
	list(w, "operations", func() {
		for _, op := range s.Operations {
			writeOperation(w, op)
		}
	})
	w.EndObject()
}

func writeTables(w *ordered.Writer, d *model.Document, s *model.Surface) {
	exported := map[*model.Object]bool{}
	list(w, "resources", func() {
		for _, r := range s.Tables {
			exported[r.Object] = true
			writeResource(w, s, r)
		}
	})
	list(w, "types", func() {
		for _, o := range d.Objects {
			if !o.Hidden && !exported[o] {
				w.BeginObject()
				writeObject(w, o)
				w.EndObject()
			}
		}
	})
}

func writeResource(w *ordered.Writer, s *model.Surface, r *model.Resource) {
	w.BeginObject()
	text(w, "path", r.Export.Path)
	text(w, "uri", s.Server.Template()+"/"+r.Export.EncodedPath())
	flag(w, "mcp", r.Listed)
	flag(w, "openapi", r.OpenAPI)
	writeObject(w, r.Object)
	w.EndObject()
}

// writeGuard writes what a guardfile says beside its operations.
func writeGuard(w *ordered.Writer, g *model.Server) {
	text(w, "source", g.Span.String())
	text(w, "auth", string(g.Auth.Scheme))
	if len(g.Denied) > 0 {
		list(w, "denied", func() {
			for _, d := range g.Denied {
				w.BeginObject()
				text(w, "verb", d.Verb)
				text(w, "resource", d.Resource)
				text(w, "message", d.Message)
				text(w, "source", d.Span.String())
				w.EndObject()
			}
		})
	}
	if len(g.Policies) > 0 {
		list(w, "policies", func() {
			for _, p := range g.Policies {
				w.BeginObject()
				text(w, "node", p.Node)
				text(w, "tool", p.Tool)
				if p.Value.Kind != ordered.Absent {
					w.Key("value")
					w.Value(p.Value)
				}
				text(w, "source", p.Span.String())
				w.EndObject()
			}
		})
	}
}

func writeObject(w *ordered.Writer, o *model.Object) {
	text(w, "name", o.Name)
	text(w, "component", o.Component)
	if o.Table != nil {
		text(w, "database", o.Table.Database)
	}
	flag(w, "sealed", o.Sealed)
	text(w, "description", o.Description)
	text(w, "source", o.Span.String())
	w.Key("properties")
	w.Value(o.Properties.Record())
	w.Key("attributes")
	w.Value(o.Properties.Attributes())
}

func writeOperation(w *ordered.Writer, op *model.Operation) {
	w.BeginObject()
	text(w, "name", op.Name)
	flag(w, "listed", op.Listed)
	if op.HTTP != nil {
		text(w, "method", op.HTTP.Method)
	}
	text(w, "source", op.Span.String())
	w.Key("input")
	w.Strings(names(op.Input))
	w.Key("required")
	w.Strings(required(op.Input))
	if op.Output != nil {
		w.Key("output")
		w.Strings(names(op.Output))
	}
	if r := op.Request; r != nil {
		text(w, "request", r.Method+" "+r.URL)
		text(w, "failWhen", r.FailWhen)
	}
	w.EndObject()
}

func names(s *model.Shape) []string {
	list := make([]string, len(s.Fields))
	for i, f := range s.Fields {
		list[i] = f.Name
	}
	return list
}

func required(s *model.Shape) []string {
	var list []string
	for _, f := range s.Fields {
		if f.Required {
			list = append(list, f.Name)
		}
	}
	return list
}

func list(w *ordered.Writer, key string, items func()) {
	w.Key(key)
	w.BeginArray()
	items()
	w.EndArray()
}

func text(w *ordered.Writer, key, value string) {
	if value != "" {
		w.Key(key)
		w.String(value)
	}
}

func flag(w *ordered.Writer, key string, set bool) {
	if set {
		w.Key(key)
		w.Bool(true)
	}
}

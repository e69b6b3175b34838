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
	w.Text("surface", s.Name)
	w.Text("title", s.Title)
	w.Text("version", s.Version)
	w.Text("description", s.Description)
	w.Text("server", s.Server.Template())
	if s.Guard == nil {
		writeTables(w, d, s)
	} else {
		writeGuard(w, s.Guard)
	}
	paths := pathsOf(s)
	list(w, "operations", func() {
		for _, op := range s.Operations {
			writeOperation(w, op, paths[op])
		}
	})
	w.EndObject()
}

// pathsOf returns the path template of each operation that OpenAPI describes, also of those that share one.
func pathsOf(s *model.Surface) map[*model.Operation]string {
	paths := map[*model.Operation]string{}
	for _, p := range s.Paths {
		for _, op := range p.Operations {
			paths[op] = p.Template
			for _, m := range op.HTTP.Merged {
				paths[m.Operation] = p.Template
			}
		}
	}
	return paths
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
	w.Text("path", r.Export.Path)
	w.Text("uri", s.Server.Template()+"/"+r.Export.EncodedPath())
	flag(w, "mcp", r.Listed)
	flag(w, "openapi", r.OpenAPI)
	writeObject(w, r.Object)
	w.EndObject()
}

// writeGuard writes what a guardfile says beside its operations.
func writeGuard(w *ordered.Writer, g *model.Server) {
	w.Text("source", g.Span.String())
	w.Text("auth", string(g.Auth.Scheme))
	if len(g.Denied) > 0 {
		list(w, "denied", func() {
			for _, d := range g.Denied {
				w.BeginObject()
				w.Text("verb", d.Verb)
				w.Text("resource", d.Resource)
				w.Text("message", d.Message)
				w.Text("source", d.Span.String())
				w.EndObject()
			}
		})
	}
	if len(g.Policies) > 0 {
		list(w, "policies", func() {
			for _, p := range g.Policies {
				w.BeginObject()
				w.Text("node", p.Node)
				w.Text("tool", p.Tool)
				if p.Value.Kind != ordered.Absent {
					w.Key("value")
					w.Value(p.Value)
				}
				w.Text("source", p.Span.String())
				w.EndObject()
			}
		})
	}
}

func writeObject(w *ordered.Writer, o *model.Object) {
	w.Text("name", o.Name)
	w.Text("component", o.Component)
	if o.Table != nil {
		w.Text("database", o.Table.Database)
	}
	flag(w, "sealed", o.Sealed)
	w.Text("description", o.Description)
	w.Text("source", o.Span.String())
	writeDirectives(w, o.Directives)
	w.Key("properties")
	w.Value(o.Properties.Record())
	w.Key("attributes")
	w.Value(o.Properties.Attributes())
}

// writeDirectives writes what stands on a type, by name; of one that is repeated the first counts.
func writeDirectives(w *ordered.Writer, directives []model.Directive) {
	if len(directives) == 0 {
		return
	}
	w.Key("directives")
	w.BeginObject()
	seen := map[string]bool{}
	for i := range directives {
		d := &directives[i]
		if !seen[d.Name] {
			seen[d.Name] = true
			w.Key(d.Name)
			w.Value(d.Said())
		}
	}
	w.EndObject()
}

func writeOperation(w *ordered.Writer, op *model.Operation, path string) {
	w.BeginObject()
	w.Text("name", op.Name)
	flag(w, "listed", op.Listed)
	w.Text("title", op.Title)
	w.Text("description", op.Description)
	if op.HTTP != nil {
		w.Text("method", op.HTTP.Method)
	}
	w.Text("path", path)
	writeHints(w, op.Hints)
	w.Text("source", op.Span.String())
	w.Key("input")
	w.Strings(names(op.Input))
	w.Key("required")
	w.Strings(required(op.Input))
	if op.Output != nil {
		w.Key("output")
		w.Strings(names(op.Output))
	}
	if r := op.Request; r != nil {
		w.Text("request", r.Method+" "+r.URL)
		w.Text("failWhen", r.FailWhen)
	}
	w.EndObject()
}

// writeHints writes the hints of which something is known.
func writeHints(w *ordered.Writer, h model.Hints) {
	if h.IsZero() {
		return
	}
	w.Key("hints")
	w.BeginObject()
	for _, row := range []struct {
		name string
		hint model.Hint
	}{{"readOnly", h.ReadOnly}, {"destructive", h.Destructive}, {"idempotent", h.Idempotent}, {"openWorld", h.OpenWorld}} {
		if row.hint != model.Unknown {
			w.Key(row.name)
			w.Bool(row.hint == model.Yes)
		}
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

func flag(w *ordered.Writer, key string, set bool) {
	if set {
		w.Key(key)
		w.Bool(true)
	}
}

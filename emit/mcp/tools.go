// Package mcp writes what an MCP server answers to tools/list and resources/list.
//
// The results are in the form that all protocol revisions take (facts: hosts.md §1.3): one page, the members that
// newer revisions require, and no member that is null.
package mcp

import (
	"schemac/emit/jsonschema"
	"schemac/model"
	"schemac/model/ordered"
)

// A Tool is one entry of tools/list; its fields stand in the order in which they are written.
type Tool struct {
	Name         string
	Title        string
	Description  string
	InputSchema  *jsonschema.Schema
	OutputSchema *jsonschema.Schema
	Annotations  model.Hints
	// operation gives `_meta`.
	operation *model.Operation
	// output is the text of OutputSchema where that is known already.
	output []byte
}

// NewTool returns the tool of an operation.
func NewTool(op *model.Operation) Tool {
	tool := Tool{
		Name:        op.Name,
		Title:       op.Title,
		Description: op.Description,
		InputSchema: jsonschema.Tool.Object(op.Input, ""),
		Annotations: op.Hints,
		operation:   op,
	}
	if op.Output != nil {
		tool.OutputSchema = jsonschema.Tool.Object(op.Output, "")
	}
	return tool
}

// Write encodes the tool.
func (t *Tool) Write(w *ordered.Writer) {
	w.BeginObject()
	w.Key("name")
	w.String(t.Name)
	w.Text("title", t.Title)
	w.Text("description", t.Description)
	w.Key("inputSchema")
	t.InputSchema.Write(w)
	switch {
	case t.output != nil:
		w.Key("outputSchema")
		w.Fragment(t.output)
	case t.OutputSchema != nil:
		w.Key("outputSchema")
		t.OutputSchema.Write(w)
	}
	if !t.Annotations.IsZero() {
		w.Key("annotations")
		writeHints(w, t.Annotations)
	}
	writeMeta(w, t.operation)
	w.EndObject()
}

func writeHints(w *ordered.Writer, h model.Hints) {
	w.BeginObject()
	writeHint(w, "readOnlyHint", h.ReadOnly)
	writeHint(w, "destructiveHint", h.Destructive)
	writeHint(w, "idempotentHint", h.Idempotent)
	writeHint(w, "openWorldHint", h.OpenWorld)
	w.EndObject()
}

func writeHint(w *ordered.Writer, key string, h model.Hint) {
	if h != model.Unknown {
		w.Key(key)
		w.Bool(h == model.Yes)
	}
}

// Tools writes the result of tools/list for a surface.
func Tools(s *model.Surface, w *ordered.Writer) {
	var memo jsonschema.Memo
	var shared sharedOutput
	writeList(w, "tools", func() {
		for _, op := range s.Operations {
			if op.Listed {
				tool := NewTool(op)
				tool.InputSchema.Object.Memo = &memo
				tool.output = shared.encoded(op.Output, w.Depth()+1)
				tool.Write(w)
			}
		}
	})
}

// A sharedOutput keeps the text of the last output schema: four of the six tools of a table give the same record.
type sharedOutput struct {
	shape *model.Shape
	text  *ordered.Writer
}

func (s *sharedOutput) encoded(shape *model.Shape, depth int) []byte {
	if shape == nil {
		return nil
	}
	if shape != s.shape {
		if s.text == nil {
			s.text = ordered.Nested(depth)
		}
		s.text.Reset(depth)
		jsonschema.Tool.Object(shape, "").Write(s.text)
		s.shape = shape
	}
	return s.text.Bytes()
}

// writeList writes a list result: one page that hosts may keep for five minutes (contract §5).
func writeList(w *ordered.Writer, member string, items func()) {
	w.BeginObject()
	w.Key("resultType")
	w.String("complete")
	w.Key(member)
	w.BeginArray()
	items()
	w.EndArray()
	w.Key("ttlMs")
	w.Number("300000")
	w.Key("cacheScope")
	w.String("public")
	w.EndObject()
}

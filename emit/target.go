package emit

import (
	"slices"

	"schemac/emit/dump"
	"schemac/emit/jsonschema"
	"schemac/emit/mcp"
	"schemac/emit/openapi"
	"schemac/model"
	"schemac/model/ordered"
)

// A Target is one kind of artifact: a row of the table below is all that a new output costs.
type Target struct {
	// Kind is the word of --emit.
	Kind string
	// Default says that the kind is written when nobody chooses.
	Default bool
	// About says what the file holds, for help.
	About string
	// has reports whether the surface has anything of this kind; an empty artifact is not written.
	has    func(s *model.Surface) bool
	encode func(d *model.Document, s *model.Surface, w *ordered.Writer)
}

// Targets are all kinds, in the order in which help and summaries name them.
var Targets = []Target{
	{
		Kind: "tools", Default: true, About: "MCP tools/list",
		has:    func(s *model.Surface) bool { return s.Tools() > 0 },
		encode: func(_ *model.Document, s *model.Surface, w *ordered.Writer) { mcp.Tools(s, w) },
	},
	{
		Kind: "resources", Default: true, About: "MCP resources/list",
		has:    func(s *model.Surface) bool { return len(s.Listing) > 0 },
		encode: func(_ *model.Document, s *model.Surface, w *ordered.Writer) { mcp.Resources(s, w) },
	},
	{
		Kind: "prompts", Default: true, About: "MCP prompts/list",
		has:    func(s *model.Surface) bool { return len(s.Prompts) > 0 },
		encode: func(_ *model.Document, s *model.Surface, w *ordered.Writer) { mcp.Prompts(s, w) },
	},
	{
		Kind: "openapi", Default: true, About: "OpenAPI 3.1",
		has:    func(s *model.Surface) bool { return len(s.Paths) > 0 },
		encode: func(_ *model.Document, s *model.Surface, w *ordered.Writer) { openapi.Write(s, w) },
	},
	{
		Kind: "schema", Default: true, About: "JSON Schema 2020-12 bundle",
		has:    func(s *model.Surface) bool { return len(s.Definitions) > 0 },
		encode: func(_ *model.Document, s *model.Surface, w *ordered.Writer) { jsonschema.WriteBundle(s, w) },
	},
	{
		Kind: "model", About: "the canonical model",
		has:    func(s *model.Surface) bool { return len(s.Operations) > 0 },
		encode: dump.Write,
	},
}

// Artifacts returns the files of a document, of the given kinds only: surface by surface, kinds in the order of
// [Targets].
func Artifacts(d *model.Document, kinds []string) []Artifact {
	var artifacts []Artifact
	for _, s := range d.Surfaces {
		for _, t := range Targets {
			if !slices.Contains(kinds, t.Kind) || !t.has(s) {
				continue
			}
			artifacts = append(artifacts, Artifact{
				Name:   s.Name + "." + t.Kind + ".json",
				Kind:   t.Kind,
				Encode: func(w *ordered.Writer) { t.encode(d, s, w) },
			})
		}
	}
	return artifacts
}

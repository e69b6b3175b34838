// Package model is what every reader produces and every emitter writes: the canonical form of all sources of a run.
//
// Its centre is the properties Record ([Properties]). Tables, embedded types and requests are described by Records;
// operations are made from them in one place ([Surface.Operations]), so that MCP and OpenAPI cannot disagree. Every
// value carries the place in the source that it comes from.
package model

import "schemac/model/source"

// A Document is all that one run compiles.
type Document struct {
	// Objects are the types of all sources, in source order.
	Objects []*Object
	// Surfaces are what hosts see, one after the other.
	Surfaces []*Surface
	// Remarks are the comments that describe something, or could; Notes are those that speak to schemac, such as
	// `# schemac:ignore RULE reason`. [Link] knows neither; who reads the sources adds them.
	Remarks []*Remark
	Notes   []source.Span
}

// A Surface is what one host sees: the application, with the tables of all sources together, or the server of one
// guardfile.
type Surface struct {
	Name string
	// Title, Version and Description describe the HTTP interface.
	Title, Version, Description string
	// Server is where it answers.
	Server BaseURL
	// Tables are the exported, visible objects, in source order.
	Tables []*Resource
	// Operations stand in source order, those of a table in the order of contract §3.
	Operations []*Operation
	// Paths hold the operations that OpenAPI describes.
	Paths []Path
	// Tags are the groups of OpenAPI's operations.
	Tags []Tag
	// Schemes are the ways to authenticate. Security lists alternatives; the schemes of one are needed together.
	Schemes  []SecurityScheme
	Security [][]string
	// Components are what OpenAPI refers to; Definitions are what the JSON Schema bundle defines.
	Components, Definitions []Component
	// Listing is what MCP lists as resources; Prompts as prompts.
	Listing []StaticResource
	Prompts []Prompt
	// Guard is the guardfile that the surface comes from; nil for the application.
	Guard *Server
}

// A Tag is a group of operations.
type Tag struct{ Name, Description string }

// A SecurityScheme is one way to authenticate, in the words of OpenAPI.
type SecurityScheme struct {
	// Name is what operations refer to.
	Name string
	// Type is "http" or "apiKey".
	Type string
	// Scheme is "basic" or "bearer", of an http scheme. BearerFormat hints at the form of a bearer token.
	Scheme, BearerFormat string
	// In and Parameter are the place of an API key, and Prefix what stands before it.
	In, Parameter, Prefix string
	Description           string
}

// harperSecurity is what Harper's REST interface takes (facts: harper.md §3).
var harperSecurity = []SecurityScheme{
	{Name: "basicAuth", Type: "http", Scheme: "basic"},
	{Name: "bearerAuth", Type: "http", Scheme: "bearer", BearerFormat: "JWT"},
}

// A Resource is something with a path, a description and a properties Record.
type Resource struct {
	*Object
	// Listed says that MCP lists it and its tools.
	Listed bool
	// Tag is the group of its operations in OpenAPI; OpenAPI says whether it is described there.
	Tag     string
	OpenAPI bool
	// Class says that a class of a Resource source describes it, and no table type.
	Class bool
}

// Tools returns how many operations MCP lists.
func (s *Surface) Tools() int {
	n := 0
	for _, op := range s.Operations {
		if op.Listed {
			n++
		}
	}
	return n
}

// Options are the choices of the configuration that change what the sources mean. The zero value is not usable: see
// [DefaultOptions].
type Options struct {
	// Name is the name of the application's surface.
	Name string
	// Title and Version go into the OpenAPI document; an empty title is the surface's name.
	Title, Version string
	// Server is where the application answers.
	Server string
	// OpenRecords leaves records open in outputs: `records: open`.
	OpenRecords bool
	// ExplicitHints writes a title and all four hints on every tool: `hints: explicit`.
	ExplicitHints bool
	// Allow and Deny are globs over tool names; a tool is listed when one of Allow and none of Deny matches.
	Allow, Deny []string
}

// DefaultOptions are those of a run without configuration.
func DefaultOptions() Options {
	return Options{Name: "app", Version: "0.0.0", Server: "https://localhost:9926", Allow: []string{"*"}}
}

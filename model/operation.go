package model

import (
	"schemac/model/ordered"
	"schemac/model/source"
)

// An Operation is one thing that a host may call, described without any transport: a runtime can stand on it, and
// emitters write what is there without asking where it came from.
type Operation struct {
	// Name is the tool's name and the operationId: both documents name the same thing.
	Name string
	// Title is a name for people; empty when nobody states one.
	Title string
	// Description is what a model reads.
	Description string
	// Input is what the tool takes.
	Input *Shape
	// Output is what the tool gives; nil when nothing is promised.
	Output *Shape
	Hints  Hints
	// Listed says that MCP lists the tool.
	Listed bool
	// HTTP is the operation over HTTP; nil when OpenAPI does not describe it, or not on its own.
	HTTP *HTTP
	// Request is how a runtime turns a call into an HTTP request, and Calls the calls that it makes instead. An
	// operation has one of them or neither: those of tables have none, their server executes them.
	Request *Request
	Calls   []*Call
	// Origin is what the operation is made of.
	Origin Origin
	// Span is the definition that the operation comes from.
	Span source.Span
}

// A Request is all that a runtime needs to send one. Every input of the operation has its place in Params.
type Request struct {
	// Method is in upper case; URL is the whole template, with path parameters in braces.
	Method, URL string
	Params      []*Param
	// Set are body fields that are sent as they are.
	Set []FixedField
	// Auth names where the credential is found; it never holds one.
	Auth    Auth
	Headers []ConstantHeader
	Pins    []Pin
	// Accept is the media type to ask for; empty means JSON.
	Accept string
	// Exclusive are groups of inputs of which at most one may be given: an input schema may hold no keyword for it.
	Exclusive [][]string
	// FailWhen is an expression over the answer that says that the call failed; it may be empty.
	FailWhen string
}

// A Hint is a fact that may be unknown; an unknown one is left out of every output.
type Hint uint8

// The values of a hint.
const (
	Unknown Hint = iota
	Yes
	No
)

// Hints are the annotations of a tool: MCP defines what each means.
type Hints struct {
	ReadOnly, Destructive, Idempotent, OpenWorld Hint
}

// IsZero reports whether nothing is known.
func (h Hints) IsZero() bool { return h == Hints{} }

// HTTP is an operation as an HTTP request and its answers.
type HTTP struct {
	// Method is in lower case, as a path item of OpenAPI names it.
	Method string
	// Summary is one sentence, Description the longer text, Tag the group.
	Summary, Description, Tag string
	Parameters                []Parameter
	// Body is nil for a request without one.
	Body *Body
	// Responses may be shared between operations that are answered alike.
	Responses []*Response
	// Names maps the names of path parameters to those of the tool, where the path item has other names.
	Names []Rename
	// Merged are the tools that share the method and the path, the operation's own first; nil when there is one.
	Merged []Merged
}

// Merged is one of several tools that share a method and a path, with the names that it gives path parameters.
type Merged struct {
	*Operation
	Names []Rename
}

// A Rename gives a path parameter the name that a tool calls it.
type Rename struct{ Name, Input string }

// A Parameter is a property outside the body.
type Parameter struct {
	*Property
	// In is "path", "query" or "header".
	In       string
	Required bool
	// Alternatives are the parameter as other tools of the same method and path take it; nil when all agree.
	Alternatives []*Property
	// fixed says that no tool takes it: the guardfile says what is sent.
	fixed bool
}

// A Body is the JSON of a request.
type Body struct {
	Required bool
	// Component names the component that describes it; else Shapes do, as alternatives; else Choices.
	Component string
	Shapes    []*Shape
	// Choices exclude each other: exactly one of them describes a body. Field is the member that tells which, a required
	// constant in each.
	Choices []Choice
	Field   string
}

// A Choice is one of several bodies that exclude each other, with the value of the member that tells it apart.
type Choice struct {
	Component
	Value ordered.Value
}

// A Response is one answer that the server gives.
type Response struct {
	// Status is the HTTP status code, or "default".
	Status      string
	Description string
	// Headers are described in order.
	Headers []*Property
	// Content describes the answer; nil for an empty body. Alternatives are the answers of other tools of the same method
	// and path.
	Content      *Property
	Alternatives []*Property
	// MediaType is that of the content; empty means JSON.
	MediaType string
}

// A Path is a URL path template with the operations on it.
type Path struct {
	// Template is percent-encoded, with parameters in braces.
	Template   string
	Operations []*Operation
}

// A Component is a named shape that others refer to.
type Component struct {
	Name string
	// Title is a name for people; it may be empty.
	Title       string
	Description string
	Shape       *Shape
	// NoNulls says that no member may be null: who has nothing to say leaves it out.
	NoNulls bool
}

package model

import "schemac/model/source"

// A Remark is a comment beside a definition that has no docstring: it describes the definition, or could.
type Remark struct {
	// Of says what is described: "type", "enum", "field", "value", or another word of GraphQL that starts a definition.
	Of string
	// Name is the name of what is described.
	Name source.Span
	// Text is the description that the comment gives (contract §2); Lines are the comments that it is made of.
	Text  string
	Lines []source.Span
	// Serves says that the comment is the description, because comments were asked for.
	Serves bool
}

// An Origin is what an operation is made of. Emitters do not ask; rules and explanations do.
type Origin struct {
	// Verb is that of the table's operation, of the grant or of the action; empty for a custom tool.
	Verb string
	// Table, Grant, Action and Custom: one of them is set.
	Table  *Resource
	Grant  *Grant
	Action *Action
	Custom *CustomTool
}

// Package sandbox evaluates Resource files and reads the statics of their classes (contract §8).
//
// A [Request] goes in as JSON and lines of JSON come out, so that it runs as well in a child process, where time and
// memory can be held ([Serve]), as in the process of the caller ([Evaluate]). It opens no file, starts no process,
// has no network, no clock and no randomness: what a file imports is in the request, or is an inert stand-in.
// esbuild turns TypeScript and modules into scripts, goja runs them. Nothing of either leaves this package.
package sandbox

// A Request is all that an evaluation sees of the world.
type Request struct {
	// Files are evaluated one after the other, each in a world of its own.
	Files []Source
	// Modules are what the files import from beside them; other imports are stand-ins.
	Modules []Source
	Tables  []Table
}

// A Source is the text of one file. Name is a slash path.
type Source struct{ Name, Text string }

// A Table is what a file finds in `tables` and `databases`.
type Table struct {
	Database, Name, Description string
	// Record holds the entries of `properties`, in order.
	Record []Member
}

// A Line is one line of the reply: where the evaluation is, or what a file gives.
type Line struct {
	// At is the statement that begins. When nothing follows it, it did not end.
	At     *Place  `json:",omitempty"`
	Result *Result `json:",omitempty"`
}

// A Result is what one file gives.
type Result struct {
	File    string
	Classes []Class
	// Problems are why the file, or a part of it, could not be read.
	Problems []Problem
}

// A Problem is a fault in a place, in words that a diagnostic can take.
type Problem struct {
	// Code is that of the diagnostic; Text the message without the place.
	Code, Text string
	Place      Place
}

// A Place is a range of bytes in a file. The zero Place is nowhere.
type Place struct {
	File       string `json:"f,omitempty"`
	Start, End int    `json:",omitempty"`
}

// A Class is an exported Resource class.
type Class struct {
	// Path is the exported name, after those of the objects that hold it. It is empty for a default export without a
	// name.
	Path []string
	// Table says what the class extends: "database.name" of a table, or empty for Resource.
	Database, Table string
	// Unread names what the class extends when that is a stand-in.
	Unread string
	// IsTable says that the export is the table itself and no class of the author's.
	IsTable bool
	// Methods are the verb methods that the class defines or inherits from classes of the author's, in the order of
	// [methods].
	Methods []string
	// Statics are those of contract §8 that are there.
	Statics []Static
	Place   Place
}

// A Static is one static of a class, its own or inherited.
type Static struct {
	Name  string
	Value Value
}

// A Kind tells the values apart.
type Kind string

// The kinds of a [Value].
const (
	Null    Kind = "null"
	Bool    Kind = "boolean"
	Number  Kind = "number"
	String  Kind = "string"
	Array   Kind = "array"
	Object  Kind = "object"
	Unknown Kind = "unknown"
)

// A Value is a JSON value with its places, or something that is none.
type Value struct {
	Kind Kind `json:"k"`
	// Text is the string, the spelling of the number or "true" or "false"; of an Unknown it says what it is instead.
	Text    string   `json:"t,omitempty"`
	Items   []Value  `json:"i,omitempty"`
	Members []Member `json:"m,omitempty"`
	// Origin is the index + 1 of the table whose entry the object is, or was spread from, and Entry that of the entry.
	Origin int   `json:"o,omitempty"`
	Entry  int   `json:"e,omitempty"`
	Place  Place `json:"p,omitzero"`
}

// A Member is one name and value of an object.
type Member struct {
	Name  string `json:"n"`
	Value Value  `json:"v"`
}

// statics are the statics that anybody reads (contract §8).
var statics = []string{
	"description", "properties", "required", "attributes", "outputSchemas", "mcp", "mcpTools", "hidden", "primaryKey",
}

// methods are those that make a verb (contract §8).
var methods = []string{"get", "search", "post", "put", "patch", "delete"}

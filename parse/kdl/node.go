package kdl

import "schemac/model/source"

// A Document is one file, read.
type Document struct {
	File *source.File
	// Version is the KDL version that the file was read as: 2, or 1 when it says `/- kdl-version 1`.
	Version int
	// Broken says that an error was reported: the tree holds what could be read, which may be less than was written.
	Broken bool
	// Nodes are the nodes at the top, in source order.
	Nodes []*Node
	// Comments are those outside every node, in source order; [Format] places them by their spans.
	Comments []*Comment
}

// A Node is a name with arguments, properties and children (KDL 2, "Node").
type Node struct {
	// Type is the annotation before the name, `(type)name`, or nil.
	Type *Value
	// Name is a string, of a node that was read without fault; its Bare says whether it was written without quotes.
	Name *Value
	// Args are the arguments in source order.
	Args []*Value
	// Props are the properties in source order. A name may be there twice; by KDL the last one counts.
	Props []*Property
	// HasChildren tells `node {}` from `node`.
	HasChildren bool
	// Children are the nodes of the block, in source order.
	Children []*Node
	// Block is the place of the children's block, both braces included; zero without one.
	Block source.Span
	// As is NAME in the trailing `as NAME` after the block, or nil (a tolerance of docs/guardfile.md, not KDL).
	As *Value
	// Comments are those after the name, in the block (outside its nodes) and before the end, in source order.
	Comments []*Comment
	// Span reaches from the annotation or name to the last entry, closing brace or NAME.
	Span source.Span
}

// An Entry is an argument or a property: what KDL lets stand mixed after a node's name.
type Entry struct {
	// Arg is the argument, or nil.
	Arg *Value
	// Prop is the property, or nil.
	Prop *Property
}

func (e Entry) end() int {
	if e.Arg != nil {
		return e.Arg.Span.End
	}
	return e.Prop.Span.End
}

// start is where the entry begins, an argument's annotation included.
func (e Entry) start() int {
	if e.Arg != nil {
		return e.Arg.start()
	}
	return e.Prop.Span.Start
}

// Entries returns the arguments and properties together, in source order.
func (n *Node) Entries() []Entry {
	entries := make([]Entry, 0, len(n.Args)+len(n.Props))
	props := n.Props
	for _, arg := range n.Args {
		for len(props) > 0 && props[0].Span.Start < arg.Span.Start {
			entries = append(entries, Entry{Prop: props[0]})
			props = props[1:]
		}
		entries = append(entries, Entry{Arg: arg})
	}
	for _, prop := range props {
		entries = append(entries, Entry{Prop: prop})
	}
	return entries
}

// A Property is a name and a value, `name=value` (KDL 2, "Property").
type Property struct {
	// Name is a string.
	Name  *Value
	Value *Value
	// Span reaches from the name to the end of the value.
	Span source.Span
}

// Kind tells what a value is.
type Kind uint8

const (
	// String is text: bare, quoted, raw or multi-line.
	String Kind = iota
	// Number is a number of any radix, or #inf, #-inf, #nan.
	Number
	// Bool is #true or #false, or the bare words true and false.
	Bool
	// Null is #null, or the bare word null.
	Null
)

// String returns the word for messages: "string", "number", "boolean" or "null".
func (k Kind) String() string { return [...]string{"string", "number", "boolean", "null"}[k] }

// A Value is one string, number or keyword (KDL 2, "Value").
type Value struct {
	Kind Kind
	// Bare says that a string or keyword was written as a bare word: `int`, not `"int"`; `true`, not `#true`.
	Bare bool
	// Text is the decoded string; of a number its spelling, `0x1F`; else "true", "false" or "null".
	Text string
	// Type is the annotation before the value, `(type)value`, or nil.
	Type *Value
	// Span is the value as it is written, quotes included and annotation not.
	Span source.Span
}

// Raw returns the value as it is written in the file. In a KDL 1 file, where places are not known, it is of no use.
func (v *Value) Raw() string { return v.Span.Text() }

// start is where the value begins, its annotation included.
func (v *Value) start() int {
	if v.Type != nil {
		return v.Type.Span.Start
	}
	return v.Span.Start
}

// A Comment is `// line`, `/* block */`, or something that `/-` takes out of the document.
type Comment struct {
	// Node is the node that `/-` takes out, or a stand-in without a name that holds a block that it takes out.
	// It is nil for other comments, also for an argument or property after `/-`.
	Node *Node
	// Span reaches from the first slash to the end of what is commented out; a line's end is not in it.
	Span source.Span
}

// Text returns the comment as it is written.
func (c *Comment) Text() string { return c.Span.Text() }

// isPlain holds for line and block comments, which may move to another place of their line; what stands after `/-`
// may not, or it would become something else.
func (c *Comment) isPlain() bool { return c.Text()[1] != '-' }

func (c *Comment) isLine() bool { return c.Text()[1] == '/' }

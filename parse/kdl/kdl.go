// Package kdl reads and prints KDL 2, the syntax of guardfiles.
//
// It is a reader of its own because guardfiles need what no library had: an exact place for every part, the difference
// between a bare word and a quoted string, properties in order, and all errors of a file at once. It passes the official
// test suite, and accepts two things more (docs/guardfile.md, "Tolerances"): the bare words true, false and null as
// values, and `as NAME` behind the block of a node.
//
//	kdl.go        Parse
//	node.go       the tree; arena.go its memory
//	scanner.go    characters, words and lines
//	space.go      blanks, comments, continued lines
//	value.go      words, keywords, type annotations
//	string.go     quoted and raw strings; multiline.go those of several lines
//	number.go     numbers
//	codepoint.go  characters that no file may hold
//	parser.go     nodes; entry.go arguments and properties; block.go braces
//	recover.go    where to go on after a fault; report.go the words for it
//	format.go     Format; layout.go the order of what it prints
//	v1.go         files that say that they are KDL 1
package kdl

import (
	"schemac/model/diag"
	"schemac/model/source"
)

// Parse reads a file. Faults go to diags, all that there are, and the document holds what could be read of the rest.
// Bytes that are no UTF-8 are the business of [source.New], which reports them.
//
// It takes time in proportion to the size of the file, whatever is in it. Blocks may be 512 deep.
func Parse(f *source.File, diags *diag.List) *Document {
	version := versionOf(f)
	switch version.number {
	case "1":
		return parseVersion1(f, version.span, diags)
	case "", "2":
		return newParser(f, diags).document()
	}
	p := newParser(f, diags)
	p.errorf(version.span.Start, version.span.End, "kdl-version", "unknown KDL version %s; schemac reads 2 and 1", quote(version.number))
	return p.document()
}

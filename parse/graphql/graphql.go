// Package graphql reads GraphQL schema files as Harper uses them (contract §2).
//
// Files are parsed one by one, in parallel if the caller likes, into a [Unit] each; [Link] then merges extensions,
// resolves type names and gives the objects of the model. Nothing of gqlparser leaves this package.
package graphql

import (
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"schemac/model"
	"schemac/model/diag"
	"schemac/model/source"
)

// Options change how files are read.
type Options struct {
	// Comments lets `#` comments serve as descriptions where there is no docstring.
	Comments bool
}

// A Unit is what one file holds, before names are resolved.
type Unit struct {
	file *source.File
	// definitions stand in source order, extensions among them.
	definitions []*definition
	// declared are the directives that the file itself declares.
	declared map[string]bool
	// broken are the names of definitions that could not be read; to use them is no second mistake.
	broken map[string]bool
	// Comments counts the definitions without a docstring that a `#` comment could describe.
	Comments int
	// Remarks are those comments, and the ones that do describe; Notes are the comments that speak to schemac.
	Remarks []*model.Remark
	Notes   []source.Span
}

// Parse reads one file. found says that a search of a folder found it: a file of client operations is then none of our
// business, while one that the user names is an error. Every mistake is reported; what could be read is in the unit.
func Parse(f *source.File, found bool, options Options, diags *diag.List) *Unit {
	unit := &Unit{file: f, declared: map[string]bool{}, broken: map[string]bool{}}
	parsed := make(chan struct{})
	var document *ast.SchemaDocument
	var err error
	go func() { // the parser and the scan read the same text and need nothing of each other
		document, err = parser.ParseSchemaWithLimit(&ast.Source{Name: f.Name, Input: f.Text}, maxTokens)
		close(parsed)
	}()
	s, ok := scanFile(f, diags)
	<-parsed
	if !ok {
		return unit
	}
	if s.client {
		reportClient(s, found, diags)
		return unit
	}
	unit.Notes = s.notes()
	if s.broken || err != nil {
		parsePieces(unit, s, options, diags)
		return unit
	}
	r := &reader{unit: unit, scan: s, options: options, diags: diags}
	r.document(document)
	return unit
}

func reportClient(s *scan, found bool, diags *diag.List) {
	if found {
		diags.Infof(s.first, "client-document", "file holds client operations and no schema; skipped")
		return
	}
	diags.Errorf(s.first, "client-document", "file holds client operations (%q), not a schema; name a file with type definitions", s.first.Text())
}

// Package guardfile reads `.mcp.kdl` files: each is the whole contract of one MCP server, its operations inline.
//
// Files are parsed one by one, in parallel if the caller likes, into a [Unit] each; [Link] then merges what a file
// inherits, applies its restrictions and ties the calls of actions to grants. Two dialects of the language are read side
// by side: the settled grammar, and that of the engine which runs the files today. No KDL tree leaves this package.
//
//	guardfile.go  Parse
//	form.go       what a node takes beside its name; rule.go tables of nodes, and words for those that are in none
//	text.go       small readers of arguments; value.go constants; name.go alphabets
//	note.go       comments that speak to schemac
//	conceal.go    keeps secrets out of every message; credential.go which names promise one
//	wrap.go       the nodes inside wrap; auth.go secrets; baseurl.go
//	can.go        grants; method.go verbs; path.go templates; set.go fixed fields; returns.go answers
//	param.go      query, body and header in their three forms; field.go one field of any of them; type.go
//	constraint.go what a field's values must meet; pattern.go which patterns every host reads alike
//	restrict.go   restrictions; glob.go their patterns; meet.go and addup.go several together
//	action.go     actions as written; bind.go their calls, infer.go their inputs
//	sibling.go    the nodes beside wrap; policy.go those that change how tools are served; pin.go
//	link.go       Link; graph.go who inherits whom; merge.go what comes of it; server.go the model
package guardfile

import (
	"schemac/model/diag"
	"schemac/model/source"
	"schemac/parse/kdl"
)

// A Unit is what one file says, before it is merged with what it inherits.
type Unit struct {
	file *source.File
	// wrap is nil when the file has none, which is reported.
	wrap *wrap
	// siblings are the nodes beside wrap, in source order.
	siblings []*sibling
	// broken says that the syntax is, so that what seems to be missing is perhaps only unread.
	broken bool
	// secrets are kept out of messages.
	secrets *secrets
	// Notes are the comments that speak to schemac.
	Notes []source.Span
}

// File returns the file of the unit; an inherited path is relative to it.
func (u *Unit) File() *source.File { return u.file }

// A reader reads one file.
type reader struct {
	unit  *Unit
	diags *diag.List
	// errors counts what is reported.
	errors int
}

// maxErrors is how many errors one file is told of; a file with more is not what its author thinks it is.
const maxErrors = 1000

// crowded says that so much is wrong that reading on is of no use.
func (r *reader) crowded() bool { return r.errors >= maxErrors }

// Parse reads one file. Every mistake is reported; what could be read is in the unit.
func Parse(f *source.File, diags *diag.List) *Unit {
	syntax, meaning := &diag.List{}, &diag.List{}
	doc := kdl.Parse(f, syntax)
	u := &Unit{file: f, broken: doc.Broken, secrets: findSecrets(doc), Notes: notes(doc)}
	r := &reader{unit: u, diags: meaning}
	r.document(doc)
	if doc.Broken {
		meaning = besides(syntax, meaning)
	}
	syntax.Merge(meaning)
	u.secrets.redact(syntax)
	diags.Merge(syntax)
	return u
}

// document reads the nodes at the top: one wrap, and what may stand beside it.
func (r *reader) document(doc *kdl.Document) {
	meant := false // an unknown node is probably the wrap
	for _, n := range doc.Nodes {
		if r.crowded() {
			break
		}
		if n.Name.Text != "wrap" {
			meant = meant || closest(n.Name.Text, []string{"wrap"}) != ""
			r.sibling(n)
			continue
		}
		if r.unit.wrap != nil {
			r.errorf(n.Name.Span, "duplicate-node", "a second %q; one file is one server", "wrap").
				WithRelated(r.unit.wrap.node, "first here")
			continue
		}
		r.unit.wrap = r.wrap(n)
	}
	if r.unit.wrap == nil && !meant {
		end := doc.File.Span(0, 0)
		r.errorf(end, "missing-wrap", "file has no %q; a guardfile says `wrap NAME { … }`", "wrap")
	}
	r.repeatedSiblings()
	if r.crowded() {
		r.unit.broken = true
		r.errorf(doc.File.Span(0, 0), "too-many", "more than %d errors; the others are not shown", maxErrors)
	}
}

// errorf adds an error.
func (r *reader) errorf(at source.Span, code, format string, args ...any) *diag.Diagnostic {
	r.errors++
	return r.diags.Errorf(at, code, format, args...)
}

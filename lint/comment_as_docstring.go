package lint

import (
	"strings"

	"schemac/model"
	"schemac/model/diag"
)

// CommentAsDocstring finds comments that describe something, where only a docstring reaches anybody (contract §2).
var CommentAsDocstring = &Rule{
	ID:    "comment-as-docstring",
	Title: "a comment that describes a type or a field, and reaches no reader",
	Text: "A `#` comment is for who reads the schema; a docstring reaches every tool and document. `schemac lint --fix` turns such " +
		"comments into docstrings and touches nothing else of the file; `--fix --diff` shows what it would do. With " +
		"`comments: true` in schemac.yaml comments serve as they are, and the rule is silent.",
	Before: `"One film that is shown."
type Film @table @export {
  id: ID @primaryKey
  length: Int # in minutes, without advertisements
}
`,
	After: `"One film that is shown."
type Film @table @export {
  id: ID @primaryKey
  """in minutes, without advertisements"""
  length: Int
}
`,
	Severity: diag.Info,
	Run: func(p *Pass) {
		for _, r := range p.Document.Remarks {
			if r.Serves {
				continue
			}
			f := p.Reportf(r.Lines[0], "this comment describes %s %q and reaches no reader; write it as a docstring", r.Of, r.Name.Text()).
				WithHelp("\"schemac lint --fix\" rewrites it")
			if isHeading(r) {
				f.WithHelp("if it heads the fields below, put a blank line under it; else \"schemac lint --fix\" rewrites it")
			}
		}
	},
}

// isHeading reports whether a comment above a field reads like the heading of several: a few words, and no sentence.
func isHeading(r *model.Remark) bool {
	above := r.Lines[0].Start < r.Name.Start
	return r.Of == "field" && above && len(r.Lines) == 1 && len(strings.Fields(r.Text)) <= 3 && !strings.ContainsAny(r.Text, ".,;")
}

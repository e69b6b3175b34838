package lint

import (
	"unicode/utf8"

	"schemac/model/diag"
)

// The cuts of hosts, in code points (facts: hosts.md §2.2).
const (
	// shortCut is where some APIs refuse a description or cut it.
	shortCut = 1024
	// longCut is where Claude Code cuts.
	longCut = 2048
)

// firstWords is how many code points of the sentence of a verb tell it from the others: "Partially updates".
const firstWords = 17

// DistinguishingSentence finds docstrings of tables behind which the words that tell its tools apart are cut off.
var DistinguishingSentence = &Rule{
	ID:    "distinguishing-sentence",
	Title: "a docstring so long that the words which tell a table's tools apart are cut off",
	Text: "The docstring of a table comes first in the description of its six tools, and the sentence that tells `get_` from " +
		"`delete_` second. Some hosts cut a description at 1,024 characters, others at 2,048. When the docstring alone is that " +
		"long, six tools look the same. Keep in the docstring of the type what one record is, and move the rest to the fields.",
	Before:   longDocstring(40),
	After:    longDocstring(2),
	Severity: diag.Warning,
	Run: func(p *Pass) {
		for _, s := range p.Surfaces {
			for _, r := range s.Tables {
				length := utf8.RuneCountInString(r.Description)
				if !r.Listed || r.Class || length+len("\n\n")+firstWords <= shortCut {
					continue
				}
				cut, severity := shortCut, diag.Warning
				if length+len("\n\n")+firstWords > longCut {
					cut, severity = longCut, diag.Error
				}
				p.Reportf(or(r.DescriptionSpan, r.Span),
					"the docstring of table %q has %s characters; hosts that cut at %s lose the words that tell %q from %q",
					r.Name, grouped(length), grouped(cut), "get_"+r.ToolSuffix(), "delete_"+r.ToolSuffix()).
					As(severity).WithHelp("keep what one record is, and move the rest to the fields")
			}
		}
	},
}

// longDocstring returns a table with a docstring of so many sentences.
func longDocstring(sentences int) string {
	words := ""
	for range sentences {
		words += "What is said here at length. "
	}
	return "\"" + words + "\"\ntype Essay @table @export {\n  id: ID @primaryKey\n}\n"
}

package lint

import (
	"strings"
	"unicode/utf8"

	"schemac/model/diag"
)

// longWords is the length, in code points, from which a description costs more than it says (design: lint.md).
const longWords = 400

// TooLong finds long descriptions (facts: hosts.md §2.2, §3).
var TooLong = &Rule{
	ID:    "too-long",
	Title: "a description over 400 characters, or over 1,024",
	Text: "Every description is read on every request. Over 400 characters is a warning; over 1,024, where some hosts cut or " +
		"refuse, an error. Docstrings of tables past 1,024 are a matter of distinguishing-sentence.",
	Before: `"One film that is shown."
type Film @table @export {
  id: ID @primaryKey
  "` + strings.Repeat("Words that nobody needs to read. ", 13) + `"
  title: String
}
`,
	After: `"One film that is shown."
type Film @table @export {
  id: ID @primaryKey
  "As on the poster."
  title: String
}
`,
	Severity: diag.Warning,
	Run: func(p *Pass) {
		for t := range p.own() {
			length := utf8.RuneCountInString(t.words)
			switch {
			case length <= longWords:
			case length <= shortCut:
				p.Reportf(or(t.span, t.name), "the description of %s has %s characters; say it in %d", t.of(), grouped(length), longWords)
			case t.property != nil || t.op != nil || t.object.Export == nil:
				p.Reportf(or(t.span, t.name), "the description of %s has %s characters; some hosts refuse or cut more than %s",
					t.of(), grouped(length), grouped(shortCut)).As(diag.Error)
			}
		}
	},
}

package kdl

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"schemac/model/diag"
)

// maxErrors bounds what is reported of one file: past it, the file is no KDL.
const maxErrors = 1000

// errorf reports a fault of the file.
func (p *parser) errorf(start, end int, code, format string, args ...any) *diag.Diagnostic {
	if p.stopped || start == p.reported || p.strayCodePoint(start, end) {
		return &diag.Diagnostic{} // nobody wants to hear more: one mistake, one message
	}
	p.reported = start
	p.errors++
	if p.errors > maxErrors {
		p.stopped = true
		return p.diags.Errorf(p.span(start, start), "kdl-too-many-errors", "more than %d errors; the rest of the file is not read", maxErrors)
	}
	return p.diags.Errorf(p.span(start, end), code, format, args...)
}

// count adds one to a number of things and stops reading when there are too many to hold in memory.
func (p *parser) count(n *int, limit, at int) {
	*n++
	if *n == limit+1 && !p.stopped {
		p.errorf(at, at, "kdl-too-large", "more than %d nodes, or %d arguments, properties and comments; split the file", maxNodes, maxEntries)
		p.stopped = true
	}
}

// found describes what stands at the cursor, for "expected …, found …".
func (p *parser) found() (start, end int, description string) {
	start = p.pos
	switch {
	case p.eof():
		return start, start, "the end of the file"
	case p.newlineSize(start) > 0, p.at("//"):
		return start, start, "the end of the line"
	case p.at("/-"):
		return start, start + 2, `"/-"`
	}
	_, size := utf8.DecodeRuneInString(p.text[start:])
	return start, start + size, quote(p.text[start : start+size])
}

// entryText describes the word or character at the cursor.
func (p *parser) entryText() (end int, text string) {
	_, end, found := p.found()
	if word := p.wordEnd(p.pos); word > p.pos {
		return word, quote(p.text[p.pos:word])
	}
	if strings.HasPrefix(p.text[p.pos:], `"`) {
		return end, "a quoted string"
	}
	return end, found
}

// quote puts text of the user into a message: shortened, and in quotes that it does not hold itself.
func quote(text string) string {
	if cut := strings.IndexAny(text, "\n\v\f\r"); cut >= 0 {
		text = text[:cut] + "…"
	}
	if utf8.RuneCountInString(text) > 60 {
		text = string([]rune(text)[:60]) + "…"
	}
	if strings.Contains(text, `"`) {
		return "`" + text + "`"
	}
	return `"` + text + `"`
}

// requote writes a word as the string that its author meant.
func requote(word string) string {
	if strings.ContainsAny(word, `"\`) {
		return quote(`#"` + word + `"#`)
	}
	return quote(word)
}

func describeBlanks(blanks string) string {
	tabs := strings.Count(blanks, "\t")
	spaces := strings.Count(blanks, " ")
	switch len(blanks) {
	case 0:
		return "none"
	case tabs:
		return plural(tabs, "tab")
	case spaces:
		return plural(spaces, "space")
	}
	return fmt.Sprintf("%+q", blanks)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

package kdl

import (
	"strings"
	"unicode/utf8"
)

const tripleQuote = `"""`

// quoted reads the string that begins with the quote at the cursor. It fails when the string has no end.
func (p *parser) quoted() (*Value, bool) {
	open := p.pos
	if p.at(tripleQuote) {
		return p.multiline(open, 0)
	}
	end, escaped := p.quotedEnd(open + 1)
	if end < 0 {
		p.unterminated(open, 0)
		return nil, false
	}
	text := p.text[open+1 : end]
	if escaped {
		text = p.unescape(text, 0, identity(open+1))
	}
	p.pos = end + 1
	return p.stringValue(text, open), true
}

// raw reads the string that begins with hashes at the cursor and the quote after them.
func (p *parser) raw(hashes int) (*Value, bool) {
	open := p.pos
	quote := open + hashes
	if strings.HasPrefix(p.text[quote:], tripleQuote) {
		return p.multiline(open, hashes)
	}
	end := p.rawEnd(quote+1, hashes)
	if end < 0 {
		p.unterminated(open, hashes)
		return nil, false
	}
	p.pos = end + 1 + hashes
	return p.stringValue(p.text[quote+1:end], open), true
}

func (p *parser) stringValue(text string, start int) *Value {
	return p.tree.value(Value{Kind: String, Text: text, Span: p.span(start, p.pos)})
}

// quotedEnd returns the offset of the quote that closes a string of one line whose text begins at offset i, or -1, and
// whether the text holds a backslash. A newline is part of the string only when a backslash takes it back.
func (p *parser) quotedEnd(i int) (end int, escaped bool) {
	for i < len(p.text) {
		switch c := p.text[i]; {
		case c == '"':
			return i, escaped
		case c == '\\':
			escaped = true
			i = p.escapeEnd(i)
		case p.isNewline(i):
			return -1, escaped
		default:
			i++
		}
	}
	return -1, escaped
}

// escapeEnd returns the end of what the backslash at offset i takes: all blanks and newlines after it, or else the one
// byte that keeps a quote or another backslash from meaning something.
func (p *parser) escapeEnd(i int) int {
	if end := p.spaceEnd(i + 1); end > i+1 {
		return end
	}
	if i+1 < len(p.text) && (p.text[i+1] == '"' || p.text[i+1] == '\\') {
		return i + 2
	}
	return i + 1
}

// spaceEnd returns the end of the blanks and newlines from offset i on.
func (s *scanner) spaceEnd(i int) int {
	return s.run(i, func(i int) int { return max(s.blankSize(i), s.newlineSize(i)) })
}

// rawEnd returns the offset of the quote with hashes after it that closes a raw string of one line, or -1.
func (p *parser) rawEnd(i, hashes int) int {
	for i < len(p.text) && !p.isNewline(i) {
		if p.text[i] != '"' {
			i++
			continue
		}
		run := p.hashRun(i + 1)
		if run >= hashes {
			return i
		}
		i += 1 + run
	}
	return -1
}

// hashRun counts the hashes from offset i on.
func (p *parser) hashRun(i int) int {
	n := 0
	for i+n < len(p.text) && p.text[i+n] == '#' {
		n++
	}
	return n
}

// unescape resolves the escapes of a string (KDL 2, "Escapes"). Of several faults the first is reported: who writes one
// Windows path has made one mistake. text begins at offset base of a longer one whose bytes come from at.
func (p *parser) unescape(text string, base int, at origin) string {
	var out strings.Builder
	out.Grow(len(text))
	reported := false
	for i := 0; i < len(text); {
		backslash := strings.IndexByte(text[i:], '\\')
		if backslash < 0 {
			out.WriteString(text[i:])
			break
		}
		out.WriteString(text[i : i+backslash])
		i += backslash
		size, ok := writeEscape(&out, text[i:])
		if !ok && !reported {
			reported = true
			p.errorf(at.offset(base+i), at.offset(base+i+size-1)+1, "kdl-escape", "%s", escapeFault(text[i:i+size]))
		}
		i += size
	}
	return out.String()
}

// writeEscape writes what the escape that text begins with stands for, and returns its length. It fails when the
// backslash begins no escape; the length is then that of the fault.
func writeEscape(out *strings.Builder, text string) (size int, ok bool) {
	next, width := utf8.DecodeRuneInString(text[1:])
	if plain := strings.IndexRune(`"\bfnrts`, next); plain >= 0 {
		out.WriteByte("\"\\\b\f\n\r\t "[plain])
		return 2, true
	}
	if next == 'u' {
		return writeUnicodeEscape(out, text)
	}
	blanks := scanner{text: text}
	if end := blanks.spaceEnd(1); end > 1 {
		return end, true
	}
	return 1 + width, false
}

// writeUnicodeEscape does the work of [writeEscape] for \u{…}.
func writeUnicodeEscape(out *strings.Builder, text string) (size int, ok bool) {
	if !strings.HasPrefix(text, `\u{`) {
		return 2, false
	}
	digits := 0
	r := rune(0)
	for digits < 7 && 3+digits < len(text) && digitOf(text[3+digits]) < 16 {
		r = r<<4 | rune(digitOf(text[3+digits]))
		digits++
	}
	size = 3 + digits
	if !strings.HasPrefix(text[size:], "}") || digits == 0 || digits > 6 {
		return size, false
	}
	size++
	if !utf8.ValidRune(r) {
		return size, false
	}
	out.WriteRune(r)
	return size, true
}

// escapeFault says what is wrong with an escape.
func escapeFault(escape string) string {
	switch {
	case escape == `\/`:
		return `"\/" is no escape in KDL 2; write "/"`
	case escape == `\'`:
		return `"\'" is no escape; write "'"`
	case escape == `\0`, escape == `\x`:
		return quote(escape) + ` is no escape; write the code point in hexadecimal: "\u{0}"`
	case escape == `\u`:
		return `"\u" needs its code point in braces: "\u{1F600}"`
	case strings.HasSuffix(escape, "}"):
		return quote(escape) + ` is no character; the last is "\u{10FFFF}", and D800 to DFFF are none`
	case strings.HasPrefix(escape, `\u`):
		return quote(escape) + ` is no escape; "\u{…}" holds one to six hexadecimal digits`
	}
	return quote(escape) + ` is no escape; a backslash itself is written "\\"`
}

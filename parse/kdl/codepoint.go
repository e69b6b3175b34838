package kdl

import "unicode/utf8"

// codePoints reports the code points that no KDL file may hold as they are (KDL 2, "Disallowed Literal Code Points"),
// neighbours together. The rest of the reader takes them for letters.
func (p *parser) codePoints() {
	for i := 0; i < len(p.text) && !p.stopped; {
		c := p.text[i]
		if ' ' <= c && c < 0x7F || '\t' <= c && c <= '\r' {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(p.text[i:])
		if isDisallowed(r) && (r != '\uFEFF' || i > 0) {
			end := p.run(i, p.disallowedSize)
			p.disallowed(r, i, end)
			p.checked = end
			size = end - i
		}
		i += size
	}
}

// strayCodePoint reports whether a fault at a place comes from a code point that has been reported already.
func (p *parser) strayCodePoint(start, end int) bool {
	if p.checked == 0 {
		return false
	}
	for i := start; i < min(max(end, start+1), len(p.text)); i++ {
		if i < p.checked && p.disallowedSize(i) > 0 {
			return true
		}
	}
	return false
}

func (p *parser) disallowedSize(i int) int {
	if r, size := utf8.DecodeRuneInString(p.text[i:]); size > 0 && isDisallowed(r) {
		return size
	}
	return 0
}

func (p *parser) disallowed(r rune, start, end int) {
	if r == '\uFEFF' {
		p.errorf(start, end, "kdl-code-point", `U+FEFF, a byte order mark, may stand only at the start of a file; delete it`)
		return
	}
	p.errorf(start, end, "kdl-code-point", `U+%04X%s may not stand in a file as it is; delete it, or write "\u{%X}" in a quoted string`,
		r, codePointName(r), r)
}

func codePointName(r rune) string {
	switch {
	case r < ' ':
		return ", a control character,"
	case r == 0x7F:
		return ", the delete character,"
	}
	return ", which changes the direction of text,"
}

func isDisallowed(r rune) bool {
	switch {
	case r < '\t', '\r' < r && r < ' ', r == 0x7F, r == '\uFEFF':
		return true
	}
	return '\u200E' <= r && r <= '\u200F' || '\u202A' <= r && r <= '\u202E' || '\u2066' <= r && r <= '\u2069'
}

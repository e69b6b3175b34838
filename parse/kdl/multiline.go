package kdl

import (
	"sort"
	"strings"
)

// multiline reads the string of several lines whose hashes and three quotes begin at the cursor (KDL 2, "Multi-line
// String"). It fails when the string has no end.
func (p *parser) multiline(open, hashes int) (*Value, bool) {
	body := open + hashes + len(tripleQuote)
	if p.newlineSize(body) == 0 {
		return p.multilineOnOneLine(open, hashes)
	}
	end := p.multilineEnd(body, hashes)
	if end < 0 {
		p.errorf(open, body, "kdl-unterminated-string", `this string is never closed; end it with %s on a line of its own`,
			quote(tripleQuote+strings.Repeat("#", hashes)))
		p.doubtful = true
		p.pos = len(p.text)
		return nil, false
	}
	p.pos = end + len(tripleQuote) + hashes
	text, at := p.text[body:end], identity(body)
	if hashes == 0 {
		text, at = p.joinLines(text, body)
	}
	return p.stringValue(p.dedent(text, at, hashes == 0), open), true
}

// multilineOnOneLine reports text on the line of the opening quotes, and goes on behind the closing ones: on the same
// line or, for an author who knows other languages, on a later one.
func (p *parser) multilineOnOneLine(open, hashes int) (*Value, bool) {
	body := open + hashes + len(tripleQuote)
	p.errorf(open, body, "kdl-multiline-start", `after %s a new line must begin; write text of one line in one pair of quotes`,
		quote(p.text[open:body]))
	closing := tripleQuote + strings.Repeat("#", hashes)
	line := p.lineEnd(body)
	if end := strings.Index(p.text[body:line], closing); end >= 0 {
		p.pos = body + end + len(closing)
		return nil, false
	}
	p.pos = line
	// Searched for once only: when there is none now, there is none later.
	if hashes == 0 && !p.noTripleQuote {
		end := strings.Index(p.text[line:], closing)
		p.noTripleQuote = end < 0
		if end >= 0 {
			p.pos = line + end + len(closing)
		}
	}
	return nil, false
}

// multilineEnd returns the offset of the closing quotes of a multi-line string, or -1.
func (p *parser) multilineEnd(body, hashes int) int {
	if hashes > 0 {
		end := strings.Index(p.text[body:], tripleQuote+strings.Repeat("#", hashes))
		if end < 0 {
			return -1
		}
		return body + end
	}
	for i := body; i < len(p.text); {
		next := strings.IndexAny(p.text[i:], `"\`)
		if next < 0 {
			return -1
		}
		i += next
		switch {
		case p.text[i] == '\\':
			i = min(i+2, len(p.text))
		case strings.HasPrefix(p.text[i:], tripleQuote):
			return i
		default:
			i++
		}
	}
	return -1
}

// joinLines takes out the escaped blanks and newlines: by KDL they go before the indentation is looked at, all other
// escapes after it.
func (p *parser) joinLines(text string, start int) (string, origin) {
	at := identity(start)
	var out strings.Builder
	kept := 0
	for i := 0; i < len(text); {
		backslash := strings.IndexByte(text[i:], '\\')
		if backslash < 0 {
			break
		}
		i += backslash
		end := p.spaceEnd(start+i+1) - start
		if end == i+1 {
			i += 2
			continue
		}
		out.WriteString(text[kept:i])
		kept, i = end, end
		at = append(at, piece{out: out.Len(), in: start + end})
	}
	if kept == 0 {
		return text, at
	}
	out.WriteString(text[kept:])
	return out.String(), at
}

// dedent takes the indentation of the last line from every line, and joins the lines with "\n". text begins with the
// newline after the opening quotes and ends before the closing ones.
func (p *parser) dedent(text string, at origin, escapes bool) string {
	first, last := outerLines(text)
	indent := text[last:]
	if !isBlank(indent) {
		closing := at.offset(len(text))
		p.errorf(closing, closing+len(tripleQuote), "kdl-multiline-end",
			`the closing quotes of a multi-line string must stand on a line of their own`)
		indent = ""
	}
	lines := scanner{text: text}
	var out strings.Builder
	reported := false
	for start := first; start < last; {
		end := lines.lineEnd(start)
		if start > first {
			out.WriteByte('\n')
		}
		content := text[start:end]
		switch {
		case isBlank(content):
			content = ""
		case !strings.HasPrefix(content, indent) && !reported:
			reported = true
			p.wrongIndent(at.offset(start), content, indent)
		}
		content = strings.TrimPrefix(content, indent)
		if escapes && strings.IndexByte(content, '\\') >= 0 {
			content = p.unescape(content, end-len(content), at)
		}
		out.WriteString(content)
		start = end + lines.newlineSize(end)
	}
	return out.String()
}

func (p *parser) wrongIndent(start int, content, indent string) {
	blanks := scanner{text: content}
	width := blanks.blankEnd(0)
	p.errorf(start, start+max(width, 1), "kdl-multiline-indent",
		`a line of a multi-line string must begin with the indentation of the closing quotes, %s; this one begins with %s`,
		describeBlanks(indent), describeBlanks(content[:width]))
}

// outerLines returns where the second and the last line of text start.
func outerLines(text string) (second, last int) {
	s := scanner{text: text}
	second = s.newlineSize(0)
	last = second
	for {
		end := s.lineEnd(last)
		if end == len(text) {
			return second, last
		}
		last = end + s.newlineSize(end)
	}
}

// isBlank holds for text of blanks alone.
func isBlank(text string) bool {
	s := scanner{text: text}
	return s.blankEnd(0) == len(text)
}

// origin maps offsets in a text from which pieces were taken out to offsets in the file: piece by piece, in order.
type origin []piece

// A piece says that the text from offset out on comes from the file's offset in on.
type piece struct{ out, in int }

func identity(start int) origin { return origin{{out: 0, in: start}} }

// offset returns where in the file the byte at an offset of the text comes from.
func (o origin) offset(i int) int {
	k := sort.Search(len(o), func(k int) bool { return o[k].out > i }) - 1
	return o[k].in + i - o[k].out
}

package kdl

import "strings"

// resync goes on after a fault inside a node: to the end of its line, or to the brace that opens or closes a block on
// it, so that the blocks of the file keep their shape. Nothing on the way is reported: one mistake, one message.
func (p *parser) resync() {
	for !p.atTerminator() && p.next() != '{' {
		p.skipToken()
	}
}

// atTerminator reports whether a node ends here (KDL 2, `node-terminator`, and the brace of the parent).
func (p *parser) atTerminator() bool {
	if p.eof() {
		return true
	}
	switch p.text[p.pos] {
	case ';', '}':
		return true
	case '/':
		return p.at("//")
	}
	return p.isNewline(p.pos)
}

// skipToken moves behind one string, comment, continuation or character without a word about it.
func (p *parser) skipToken() {
	switch p.text[p.pos] {
	case '"':
		p.skipString(0)
	case '#':
		hashes := p.hashRun(p.pos)
		if strings.HasPrefix(p.text[p.pos+hashes:], `"`) {
			p.skipString(hashes)
			return
		}
		p.pos += hashes
	case '\\':
		if !p.continuation(&Node{}) {
			p.pos++
		}
	case '/':
		p.skipSlash()
	default:
		p.pos++
	}
}

func (p *parser) skipSlash() {
	switch {
	case p.at("/*"):
		p.doubtful = !p.skipBlockComment() || p.doubtful
	case p.at("//"):
		p.pos = p.lineEnd(p.pos)
	default:
		p.pos++
	}
}

func (p *parser) skipString(hashes int) {
	open := p.pos
	body := open + hashes + 1
	closing := 1 + hashes
	end := -1
	switch {
	case strings.HasPrefix(p.text[open+hashes:], tripleQuote) && p.newlineSize(body+2) > 0:
		closing += 2
		end = p.multilineEnd(body+2, hashes)
	case hashes > 0:
		end = p.rawEnd(body, hashes)
	default:
		end, _ = p.quotedEnd(body)
	}
	if end >= 0 {
		p.pos = end + closing
		return
	}
	if closing > 1+hashes {
		p.pos = len(p.text)
		p.doubtful = true
		return
	}
	p.pos = p.guessBrace(body)
}

// skipBlock moves behind the block that opens at the cursor, or to the end of the text.
func (p *parser) skipBlock() {
	depth := 0
	for !p.eof() {
		switch p.text[p.pos] {
		case '{':
			depth++
			p.pos++
		case '}':
			depth--
			p.pos++
		default:
			p.skipToken()
		}
		if depth == 0 {
			return
		}
	}
	p.doubtful = true
}

// unterminated reports a string of one line that has no closing quote on it, at its opening one, and moves to where
// the file seems to go on.
func (p *parser) unterminated(open, hashes int) {
	body := open + hashes + 1
	closing := quote(`"` + strings.Repeat("#", hashes))
	line := p.lineEnd(body)
	if end := p.laterQuote(line, hashes); end >= 0 {
		p.errorf(open, body, "kdl-unterminated-string", "a string in one pair of quotes ends on its line; write %s, text and %s on lines of their own",
			quote(strings.Repeat("#", hashes)+tripleQuote), quote(tripleQuote+strings.Repeat("#", hashes)))
		p.pos = end
		return
	}
	p.errorf(open, body, "kdl-unterminated-string", "this string is not closed on its line; end it with %s", closing)
	p.pos = p.guessBrace(body)
}

// laterQuote tells a string that goes on over several lines (as KDL 1 allows) from one whose quote was forgotten: it
// returns the end of the closing quote if the first later line with quotes has one too many, and its first does not
// look like an opening one; else -1.
func (p *parser) laterQuote(line, hashes int) int {
	next := strings.IndexByte(p.text[line:], '"')
	if next < 0 {
		return -1
	}
	next += line
	if hashes > 0 {
		if p.hashRun(next+1) < hashes {
			return -1
		}
		return next + 1 + hashes
	}
	quotes := 0
	end := p.lineEnd(next)
	for i := next; i < end; i++ {
		switch p.text[i] {
		case '"':
			quotes++
		case '\\':
			i++
		}
	}
	if quotes%2 == 0 || p.looksOpening(next) {
		return -1
	}
	return next + 1
}

// looksOpening holds for a quote with a blank before it and text after it.
func (p *parser) looksOpening(quote int) bool {
	before, after := p.text[quote-1], quote+1
	return strings.IndexByte(" \t\n=(", before) >= 0 && after < len(p.text) && p.blankSize(after) == 0 && !p.isNewline(after)
}

// guessBrace looks at the rest of a line that a forgotten quote has swallowed. A brace at its end most likely is one,
// so it is left to be read; with any other that has no partner, complaints about braces are no longer to be trusted.
func (p *parser) guessBrace(body int) int {
	line := p.lineEnd(body)
	tail := strings.TrimRight(p.text[body:line], " \t;")
	opened, closed := strings.Count(tail, "{"), strings.Count(tail, "}")
	if opened == closed {
		return line
	}
	p.doubtful = true
	if opened > closed && strings.HasSuffix(tail, "{") || closed > opened && strings.HasSuffix(tail, "}") {
		return body + len(tail) - 1
	}
	return line
}

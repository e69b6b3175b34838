package kdl

import "unicode/utf8"

// space skips what may stand between the parts of a node: blanks, block comments, and a newline after a backslash
// (KDL 2, `node-space`). Comments go to sink. It reports whether anything was skipped.
func (p *parser) space(sink *Node) bool {
	start := p.pos
	for p.blank() || p.blockComment(sink) || p.continuation(sink) {
		if c := p.next(); c > '/' && c != '\\' && c < utf8.RuneSelf {
			break // as good as always: one blank, and a word
		}
	}
	return p.pos > start
}

// lineSpace skips what may stand between nodes: also newlines and line comments (KDL 2, `line-space`).
func (p *parser) lineSpace(sink *Node) {
	for !p.stopped && (p.space(sink) || p.newline() || p.lineComment(sink)) {
	}
}

func (p *parser) blank() bool {
	end := p.blankEnd(p.pos)
	skipped := end > p.pos
	p.pos = end
	return skipped
}

func (p *parser) newline() bool {
	size := p.newlineSize(p.pos)
	p.pos += size
	return size > 0
}

func (p *parser) lineComment(sink *Node) bool {
	if !p.at("//") {
		return false
	}
	start := p.pos
	p.pos = p.lineEnd(start)
	p.comment(sink, start, p.pos)
	return true
}

func (p *parser) blockComment(sink *Node) bool {
	if !p.at("/*") {
		return false
	}
	start := p.pos
	if !p.skipBlockComment() {
		p.errorf(start, start+2, "kdl-unclosed-comment", `this comment is never closed; end it with "*/"`).
			WithHelp(`block comments nest: each "/*" inside needs its own "*/"`)
		p.doubtful = true
	}
	p.comment(sink, start, p.pos)
	return true
}

// skipBlockComment moves behind the comment at the cursor and those in it, or to the end of the text if it has no end.
func (p *parser) skipBlockComment() bool {
	depth := 0
	for !p.eof() {
		switch {
		case p.at("/*"):
			depth++
			p.pos += 2
		case p.at("*/"):
			depth--
			p.pos += 2
		default:
			p.pos++
		}
		if depth == 0 {
			return true
		}
	}
	return false
}

// continuation skips a backslash and the newline that it takes back (KDL 2, "Line Continuation"). Where the backslash
// is something else it stays, and whoever meets it next reports it.
func (p *parser) continuation(sink *Node) bool {
	if p.next() != '\\' {
		return false
	}
	start := p.pos
	p.pos++
	for p.blank() || p.blockComment(sink) {
	}
	p.lineComment(sink)
	if p.newline() || p.eof() {
		return true
	}
	p.pos = start
	return false
}

// comment adds a comment to sink.
func (p *parser) comment(sink *Node, start, end int) *Comment {
	p.count(&p.entries, maxEntries, start)
	c := p.tree.comment(Comment{Span: p.span(start, end)})
	sink.Comments = append(sink.Comments, c)
	return c
}

package kdl

import (
	"strings"
	"unicode/utf8"

	"schemac/model/source"
)

// A scanner is a place in a text, with the questions that KDL asks of the characters there.
type scanner struct {
	file *source.File
	text string
	pos  int
	// lines remembers the line of the last question of [scanner.lineOf].
	lines lineCursor
}

func (s *scanner) eof() bool { return s.pos >= len(s.text) }

// at reports whether the text goes on with token.
func (s *scanner) at(token string) bool { return strings.HasPrefix(s.text[s.pos:], token) }

// next returns the byte at the cursor, 0 at the end. No construct of KDL begins with a zero byte, so the two need not
// be told apart where a construct is looked for.
func (s *scanner) next() byte {
	if s.eof() {
		return 0
	}
	return s.text[s.pos]
}

func (s *scanner) span(start, end int) source.Span { return s.file.Span(start, end) }

// newlineSize returns the length of the newline at offset i, or 0 (KDL 2, "Newline").
func (s *scanner) newlineSize(i int) int {
	if i >= len(s.text) {
		return 0
	}
	switch c := s.text[i]; {
	case c == '\r' && strings.HasPrefix(s.text[i:], "\r\n"):
		return 2
	case '\n' <= c && c <= '\r': // LF, VT, FF, CR
		return 1
	case c < utf8.RuneSelf:
		return 0
	}
	switch r, size := utf8.DecodeRuneInString(s.text[i:]); r {
	case '\u0085', '\u2028', '\u2029':
		return size
	}
	return 0
}

// blankSize returns the length of the blank at offset i that is no newline, or 0 (KDL 2, "Whitespace").
func (s *scanner) blankSize(i int) int {
	if i >= len(s.text) {
		return 0
	}
	if c := s.text[i]; c < utf8.RuneSelf {
		if c == ' ' || c == '\t' {
			return 1
		}
		return 0
	}
	if r, size := utf8.DecodeRuneInString(s.text[i:]); isWideBlank(r) {
		return size
	}
	return 0
}

func isWideBlank(r rune) bool {
	switch r {
	case '\u00A0', '\u1680', '\u202F', '\u205F', '\u3000':
		return true
	}
	return '\u2000' <= r && r <= '\u200A'
}

// wordSize returns the length of the identifier character at offset i, or 0 (KDL 2, "Identifier String"). A code point
// that no file may hold counts as one: [parser.codePoints] has reported it, and a second message would help nobody.
func (s *scanner) wordSize(i int) int {
	if i >= len(s.text) {
		return 0
	}
	c := s.text[i]
	if c < utf8.RuneSelf {
		return btoi(isWordByte(c))
	}
	if s.blankSize(i) > 0 || s.newlineSize(i) > 0 {
		return 0
	}
	_, size := utf8.DecodeRuneInString(s.text[i:])
	return size
}

func isWordByte(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '\v', '\f', '\r', '\\', '/', '(', ')', '{', '}', ';', '[', ']', '"', '#', '=':
		return false
	}
	return true
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// wordEnd returns the end of the identifier characters from offset i on.
func (s *scanner) wordEnd(i int) int {
	for i < len(s.text) && s.text[i] < utf8.RuneSelf && isWordByte(s.text[i]) {
		i++ // most words are ASCII, and reading them is much of the work
	}
	if i < len(s.text) && s.text[i] >= utf8.RuneSelf {
		return s.run(i, s.wordSize)
	}
	return i
}

// blankEnd returns the end of the blanks from offset i on.
func (s *scanner) blankEnd(i int) int {
	for i < len(s.text) && (s.text[i] == ' ' || s.text[i] == '\t') {
		i++
	}
	if i < len(s.text) && s.text[i] >= utf8.RuneSelf {
		return s.run(i, s.blankSize)
	}
	return i
}

// run adds up sizes from offset i on until one is 0.
func (s *scanner) run(i int, sizeAt func(int) int) int {
	for {
		size := sizeAt(i)
		if size == 0 {
			return i
		}
		i += size
	}
}

// lineEnd returns the offset of the newline that ends the line of offset i, or the length of the text.
func (s *scanner) lineEnd(i int) int {
	for i < len(s.text) && !s.isNewline(i) {
		i++
	}
	return i
}

// isNewline reports whether a newline begins at offset i, which must be inside the text. Few bytes need a second look.
func (s *scanner) isNewline(i int) bool {
	c := s.text[i]
	return (c <= '\r' || c >= utf8.RuneSelf) && s.newlineSize(i) > 0
}

// lineCursor is a line: where it starts, how wide its indentation is, and how far it has been searched.
type lineCursor struct{ start, indent, searched int }

// lineOf returns the line of offset i as far as indentation is concerned. Offsets must not go down from call to call:
// the text is then searched once, however often is asked.
func (s *scanner) lineOf(i int) lineCursor {
	if nl := strings.LastIndexByte(s.text[s.lines.searched:i], '\n'); nl >= 0 {
		s.lines.start = s.lines.searched + nl + 1
		s.lines.indent = s.blankEnd(s.lines.start) - s.lines.start
	}
	s.lines.searched = i
	return s.lines
}

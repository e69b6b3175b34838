package graphql

import (
	"bytes"
	"errors"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/lexer"
	"github.com/vektah/gqlparser/v2/parser"

	"schemac/model/diag"
	"schemac/model/source"
)

// gqlparser stops at the first mistake of a file. So a file that has one is cut into its definitions, each of which is
// parsed on its own: every broken definition gives its message, and the others are read as if nothing had happened.

// A token is a lexer's token with byte offsets, small enough for millions.
type token struct {
	kind       lexer.Type
	start, end int32
}

func (t token) text(f *source.File) string { return f.Text[t.start:t.end] }

func (t token) span(f *source.File) source.Span { return f.Span(int(t.start), int(t.end)) }

// A piece is the tokens of one definition, or of what stands before the first.
type piece struct {
	file   *source.File
	tokens []token
	// end is the byte offset at which the next piece starts.
	end int
	// open is the innermost brace that the piece leaves open.
	open *token
	// next is the title of the piece that follows.
	next string
	// invalid says that the lexer has reported a mistake inside.
	invalid bool
}

// parsePieces reads what can be read of a broken file and reports the rest.
func parsePieces(unit *Unit, s *scan, options Options, diags *diag.List) {
	m := &mistakes{diags: diags}
	tokens := relex(s, m)
	pieces := split(unit.file, tokens)
	for i := range pieces {
		p := &pieces[i]
		name := p.name()
		if !p.parse(unit, s, options, m) && name != "" {
			unit.broken[name] = true
		}
	}
}

const (
	// maxMistakes bounds what a file that is no GraphQL at all has to say.
	maxMistakes = 100
	// maxReread is how many bytes of a definition are parsed again to find more mistakes than its first.
	maxReread = 32 << 20
)

// The mistakes of a file are counted, by the lexer's and the parser's together.
type mistakes struct {
	diags *diag.List
	count int
	// full says that there have been too many. The rest of the file is then not read.
	full bool
}

// add counts a mistake at a byte offset and reports whether it may still be reported.
func (m *mistakes) add(f *source.File, at int) bool {
	if m.count++; m.count > maxMistakes && !m.full {
		m.full = true
		m.diags.Errorf(f.Span(at, at), "syntax", "more than %d mistakes; the rest of the file is not read", maxMistakes)
	}
	return !m.full
}

// relex reads all tokens and goes on after a lexer error, which it reports. Comments go into the scan.
func relex(s *scan, m *mistakes) []token {
	f := s.file
	s.comments = nil
	var tokens []token
	unclosed, definition, swallows := swallowing(f.Text)
	for base := 0; base < len(f.Text); {
		end, next := len(f.Text), len(f.Text)
		if swallows && base <= unclosed {
			end, next = unclosed, definition
		}
		lex := lexer.New(&ast.Source{Input: f.Text[base:end]})
		baseRunes := s.runes.runeOffset(f.Text, base)
		for len(tokens) < maxTokens {
			t, err := lex.ReadToken()
			from := s.runes.byteOffset(f.Text, baseRunes+t.Pos.Start)
			to := s.runes.byteOffset(f.Text, baseRunes+t.Pos.End)
			if err != nil {
				if !m.add(f, from) {
					return tokens
				}
				at, resume := reportLexError(f, from, to, lexError(err), m.diags)
				tokens = append(tokens, token{lexer.Invalid, int32(at.Start), int32(at.End)})
				next = resume
				break
			}
			if t.Kind == lexer.EOF {
				if end == unclosed && swallows && m.add(f, unclosed) {
					at, _ := reportUnterminatedBlock(f, unclosed, m.diags)
					tokens = append(tokens, token{lexer.Invalid, int32(at.Start), int32(at.End)})
				}
				break
			}
			if t.Kind == lexer.Comment {
				s.addComment(f.Span(from, to), f.LineOf(from))
				continue
			}
			tokens = append(tokens, token{t.Kind, int32(from), int32(to)})
		}
		base = next
	}
	return tokens
}

// split cuts the tokens at each one that starts a definition, and behind each closed body: what stands there in error is
// no part of the definition before it.
func split(f *source.File, tokens []token) []piece {
	var pieces []piece
	var open []token
	start, parens := 0, 0
	nested := false // a body holds no braces, so one that does is none: a template's placeholder
	cut := func(end int) {
		if end == start {
			return
		}
		p := piece{file: f, tokens: tokens[start:end], end: len(f.Text)}
		if end < len(tokens) {
			p.end = int(tokens[end].start)
		}
		if len(open) > 0 {
			p.open = &open[len(open)-1]
		}
		for _, t := range p.tokens {
			p.invalid = p.invalid || t.kind == lexer.Invalid
		}
		pieces = append(pieces, p)
		start, open, parens, nested = end, nil, 0, false
	}
	for i, t := range tokens {
		if startsDefinition(f, tokens, i, len(open)) {
			cut(descriptionBefore(tokens, i, start))
		}
		switch t.kind {
		case lexer.BraceL:
			nested = nested || len(open) > 0 && parens == 0
			open = append(open, t)
		case lexer.BraceR:
			if len(open) > 0 {
				open = open[:len(open)-1]
				if len(open) == 0 && parens == 0 && !nested { // in parentheses it is an object that ends
					cut(i + 1)
				}
			}
		case lexer.ParenL:
			parens++
		case lexer.ParenR:
			parens--
		}
	}
	cut(len(tokens))
	for i := 1; i < len(pieces); i++ {
		pieces[i-1].next = pieces[i].title()
	}
	return pieces
}

// startsDefinition reports whether the token is the keyword of a definition. Inside braces, which may be open by
// mistake, the words after it must leave no doubt: a field can be called "type" too. So can a type: after a keyword it
// is a name unless a name follows.
func startsDefinition(f *source.File, tokens []token, i, depth int) bool {
	if !isKeyword(f, tokens, i) {
		return false
	}
	if kindAt(tokens, i-1) == lexer.At && sameLine(f, tokens, i-1) {
		return false
	}
	if depth > 0 {
		return headsDefinition(f, tokens, i)
	}
	if !isKeyword(f, tokens, i-1) {
		return true
	}
	return tokens[i-1].text(f) != "extend" && kindAt(tokens, i+1) == lexer.Name
}

func isKeyword(f *source.File, tokens []token, i int) bool {
	return kindAt(tokens, i) == lexer.Name && definitionKeywords[tokens[i].text(f)]
}

// headsDefinition reports whether a keyword and what follows it, on one line, can only be the head of a definition.
func headsDefinition(f *source.File, tokens []token, i int) bool {
	if tokens[i].text(f) == "extend" {
		return isKeyword(f, tokens, i+1) && headsDefinition(f, tokens, i+1)
	}
	if kindAt(tokens, i+1) != lexer.Name || !sameLine(f, tokens, i) {
		return false
	}
	after := kindAt(tokens, i+2)
	return after == lexer.BraceL || after == lexer.At || after == lexer.Equals ||
		after == lexer.Name && tokens[i+2].text(f) == "implements"
}

// sameLine reports whether the token after the one at i starts on the line on which that ends.
func sameLine(f *source.File, tokens []token, i int) bool {
	return !strings.Contains(f.Text[tokens[i].end:tokens[i+1].start], "\n")
}

func kindAt(tokens []token, i int) lexer.Type {
	if i >= 0 && i < len(tokens) {
		return tokens[i].kind
	}
	return lexer.EOF
}

// descriptionBefore moves the cut before the description of the definition at i.
func descriptionBefore(tokens []token, i, start int) int {
	if i > start && (tokens[i-1].kind == lexer.BlockString || tokens[i-1].kind == lexer.String) {
		return i - 1
	}
	return i
}

// name returns the name that the piece defines, or "".
func (p *piece) name() string {
	for i, t := range p.tokens {
		if t.kind == lexer.Name && definitionKeywords[t.text(p.file)] && kindAt(p.tokens, i+1) == lexer.Name {
			if next := p.tokens[i+1].text(p.file); !definitionKeywords[next] {
				return next
			}
		}
	}
	return ""
}

// parse reads the piece into the unit and reports whether it could.
func (p *piece) parse(unit *Unit, s *scan, options Options, m *mistakes) bool {
	if m.full {
		return false
	}
	start := int(p.tokens[0].start)
	part := &source.File{Name: p.file.Name, Text: p.file.Text[start:p.end]}
	if p.invalid {
		p.reportAll(part, start, m)
		return false
	}
	document, err := parser.ParseSchemaWithLimit(&ast.Source{Input: part.Text}, maxTokens)
	if err != nil {
		p.reportAll(part, start, m)
		return false
	}
	local, ok := scanFile(part, m.diags)
	if !ok {
		return false
	}
	r := &reader{unit: unit, scan: local.moved(s, start), options: options, diags: m.diags}
	r.baseRunes = s.runes.runeOffset(p.file.Text, start)
	r.document(document)
	return true
}

// reportAll reports the mistakes of a piece. Fields stand on lines of their own, so after each mistake its line is
// blanked and the rest is parsed again; a line with a brace is never blanked, for it holds more than a field. Parsing
// again and again is quadratic, so a large definition does not give all its mistakes at once.
func (p *piece) reportAll(part *source.File, start int, m *mistakes) {
	text := []byte(part.Text)
	reported := p.invalid
	for {
		i := slices.IndexFunc(p.tokens, func(t token) bool { return t.kind == lexer.Invalid })
		if i < 0 {
			break
		}
		if !p.blankLine(text, p.lineOf(i), start) { // the lexer has reported it
			return
		}
	}
	last := -1
	for read := 0; read <= maxReread; read += len(text) {
		_, err := parser.ParseSchemaWithLimit(&ast.Source{Input: string(text)}, maxTokens)
		if err == nil || len(p.tokens) == 0 {
			return
		}
		offset, message := errorOffset(err, part, start)
		index := sort.Search(len(p.tokens), func(i int) bool { return int(p.tokens[i].end) > offset })
		if offset <= last || reported && strings.HasPrefix(message, "expected at least one") {
			return
		}
		if !m.add(p.file, offset) {
			return
		}
		last, reported = offset, true
		p.report(index, message, m.diags)
		if !p.blankField(text, index, start) {
			return
		}
	}
}

// blankField overwrites the line of the field that the token at an index makes wrong. It is the line before when that
// one breaks off: a "name" without a type is noticed at the next field.
func (p *piece) blankField(text []byte, index, start int) bool {
	if index >= len(p.tokens) {
		return false
	}
	line := p.lineOf(index)
	if index > 0 && p.lineOf(index-1) != line && !p.endsField(index-1) {
		line = p.lineOf(index - 1)
	}
	return p.blankLine(text, line, start)
}

// endsField reports whether a field can be whole at the token: it ends with a type or with a directive.
func (p *piece) endsField(i int) bool {
	switch p.tokens[i].kind {
	case lexer.Bang, lexer.BracketR, lexer.ParenR, lexer.BraceL:
		return true
	case lexer.Name:
		return i > 0 && (p.tokens[i-1].kind == lexer.Colon || p.tokens[i-1].kind == lexer.At)
	}
	return false
}

func (p *piece) lineOf(i int) int { return p.file.LineOf(int(p.tokens[i].start)) }

// blankLine overwrites a line with blanks, one for each rune, and forgets its tokens. Places behind it stay what they
// are, for the parser counts runes and lines. It refuses a line with a brace.
func (p *piece) blankLine(text []byte, line, start int) bool {
	content, from := p.file.Line(line)
	if strings.ContainsAny(content, "{}") || from < start {
		return false
	}
	blanks := []rune(content)
	for i := range blanks {
		blanks[i] = ' '
	}
	// The parser counts runes, so the line may shrink in bytes; what is cut off is filled after the line's end.
	filled := append([]byte(string(blanks)), bytes.Repeat([]byte{' '}, len(content)-len(blanks))...)
	copy(text[from-start:], filled)
	p.tokens = slices.DeleteFunc(p.tokens, func(t token) bool {
		return int(t.start) >= from && int(t.start) <= from+len(content)
	})
	return true
}

// moved returns the scan of a piece as a scan of the whole file: docstrings at their true places, and all comments, for
// those above a definition are no part of its piece.
func (s *scan) moved(whole *scan, start int) *scan {
	baseRunes := whole.runes.runeOffset(whole.file.Text, start)
	out := &scan{file: whole.file, runes: whole.runes, comments: whole.comments}
	for _, d := range s.docs {
		d.at += baseRunes
		d.span = whole.file.Span(d.span.Start+start, d.span.End+start)
		out.docs = append(out.docs, d)
	}
	return out
}

// errorOffset returns the byte offset in the file of a parser's error in a piece that starts at start.
func errorOffset(err error, part *source.File, start int) (offset int, message string) {
	var located *gqlerror.Error
	if !errors.As(err, &located) || len(located.Locations) == 0 {
		return start, err.Error()
	}
	at := located.Locations[0]
	line, lineStart := part.Line(min(at.Line, part.LineOf(len(part.Text))))
	column := lineStart
	for n := 1; n < at.Column && column < lineStart+len(line); n++ {
		_, size := utf8.DecodeRuneInString(part.Text[column:])
		column += size
	}
	return start + column, located.Message
}

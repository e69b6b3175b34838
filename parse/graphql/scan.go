package graphql

import (
	"errors"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/lexer"

	"schemac/model/diag"
	"schemac/model/source"
)

// maxTokens bounds the time and memory that one file may cost; comments count.
const maxTokens = 4_000_000

// A scan is what the lexer alone can say of a file. gqlparser's document lacks the place of a description and dedents
// block strings wrongly when their text starts on the line of the quotes (facts: libraries.md §1), so descriptions come
// from here.
type scan struct {
	file  *source.File
	runes runeIndex
	// docs stand in the order of the tokens that they describe.
	docs []docstring
	// comments stand in source order.
	comments []comment
	// client says that the first definition is a client operation and no type.
	client bool
	first  source.Span
	// broken says that the lexer stopped before the end.
	broken bool
	// depth is how many braces are open at the token that is being read.
	depth int
}

// A docstring is a description and the rune offset of the token that it stands before.
type docstring struct {
	at   int
	text string
	span source.Span
}

// scanFile reads the tokens of a file once. It returns false when there are too many, which it reports.
func scanFile(f *source.File, diags *diag.List) (*scan, bool) {
	s := &scan{file: f, runes: newRuneIndex(f.Text)}
	lex := lexer.New(&ast.Source{Name: f.Name, Input: f.Text})
	var previous lexer.Token
	var pending *docstring // a description that waits for what it describes
	for count := 0; ; count++ {
		token, err := lex.ReadToken()
		if err != nil {
			s.broken = true
			return s, true
		}
		if count == maxTokens {
			diags.Errorf(s.span(token.Pos.Start, token.Pos.End), "too-many-tokens", "file has more than %d tokens; split it", maxTokens)
			return s, false
		}
		switch token.Kind {
		case lexer.EOF:
			return s, true
		case lexer.Comment:
			s.addComment(s.span(token.Pos.Start, token.Pos.End), token.Pos.Line)
			continue
		case lexer.BraceL:
			s.depth++
		case lexer.BraceR:
			s.depth--
		}
		if s.first.IsZero() {
			s.first = s.span(token.Pos.Start, token.Pos.End)
			s.client = isClientOperation(token)
		}
		pending = s.describe(pending, token, previous)
		previous = token
	}
}

// describe notes a description when it stands before what it describes: a string that is no value. The keyword of a
// definition lies between a description and the name, so the entry moves on from a keyword to the name after it; inside
// braces such a word is itself a name.
func (s *scan) describe(pending *docstring, token, previous lexer.Token) *docstring {
	if token.Kind == lexer.BlockString || token.Kind == lexer.String {
		if isValuePosition(previous) {
			return nil
		}
		return &docstring{text: s.docText(token), span: s.span(token.Pos.Start, token.Pos.End)}
	}
	if pending == nil || token.Kind != lexer.Name {
		return nil
	}
	pending.at = token.Pos.Start
	s.docs = append(s.docs, *pending)
	isDescription := previous.Kind == lexer.BlockString || previous.Kind == lexer.String
	if isDescription && s.depth == 0 && definitionKeywords[token.Value] {
		return pending
	}
	return nil
}

// isValuePosition reports whether a string after the token is a value (of an argument or a default) or an element of a
// list of values.
func isValuePosition(previous lexer.Token) bool {
	return previous.Kind == lexer.Colon || previous.Kind == lexer.Equals || previous.Kind == lexer.BracketL
}

// definitionKeywords start a definition.
var definitionKeywords = map[string]bool{
	"type": true, "enum": true, "interface": true, "union": true, "input": true, "scalar": true, "schema": true,
	"directive": true, "extend": true,
}

func isClientOperation(t lexer.Token) bool {
	if t.Kind == lexer.BraceL {
		return true
	}
	return t.Kind == lexer.Name && (t.Value == "query" || t.Value == "mutation" || t.Value == "subscription" || t.Value == "fragment")
}

// doc returns the description before the token at a rune offset.
func (s *scan) doc(at int) (docstring, bool) {
	low, high := 0, len(s.docs)
	for low < high {
		middle := (low + high) / 2
		if s.docs[middle].at < at {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low < len(s.docs) && s.docs[low].at == at {
		return s.docs[low], true
	}
	return docstring{}, false
}

func (s *scan) docText(t lexer.Token) string {
	if t.Kind == lexer.String {
		return t.Value
	}
	return blockText(s.span(t.Pos.Start, t.Pos.End))
}

// blockText returns what a block string with its quotes says.
func blockText(at source.Span) string {
	raw := at.Text()
	return blockString(raw[3 : len(raw)-3])
}

// span turns rune offsets into a place.
func (s *scan) span(start, end int) source.Span {
	return s.file.Span(s.runes.byteOffset(s.file.Text, start), s.runes.byteOffset(s.file.Text, end))
}

// blockString is BlockStringValue of the GraphQL specification (§2.9.4): the common indentation of all lines but the
// first is removed, and so are blank lines at both ends.
func blockString(raw string) string {
	raw = strings.ReplaceAll(raw, `\"""`, `"""`)
	lines := strings.Split(raw, "\n")
	common := -1
	for _, line := range lines[1:] {
		indent := len(line) - len(strings.TrimLeft(line, " \t"))
		if indent < len(line) && (common < 0 || indent < common) {
			common = indent
		}
	}
	for i := 1; i < len(lines) && common > 0; i++ {
		lines[i] = lines[i][min(common, len(lines[i])):]
	}
	start, end := 0, len(lines)
	for start < end && isBlank(lines[start]) {
		start++
	}
	for end > start && isBlank(lines[end-1]) {
		end--
	}
	return strings.Join(lines[start:end], "\n")
}

func isBlank(line string) bool { return strings.Trim(line, " \t") == "" }

// A runeIndex finds the byte of a rune. gqlparser counts runes; everything else here counts bytes.
type runeIndex struct {
	// every holds the byte offset of each strideth rune; nil for a text of ASCII, where both counts agree.
	every []int
}

const stride = 64

func newRuneIndex(text string) runeIndex {
	if isASCII(text) {
		return runeIndex{}
	}
	var every []int
	n := 0
	for i := range text {
		if n%stride == 0 {
			every = append(every, i)
		}
		n++
	}
	return runeIndex{every}
}

func isASCII(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func (x runeIndex) byteOffset(text string, runes int) int {
	if x.every == nil {
		return min(runes, len(text))
	}
	slot := min(runes/stride, len(x.every)-1)
	offset := x.every[slot]
	for n := slot * stride; n < runes && offset < len(text); n++ {
		_, size := utf8.DecodeRuneInString(text[offset:])
		offset += size
	}
	return offset
}

// runeOffset is the inverse of byteOffset.
func (x runeIndex) runeOffset(text string, offset int) int {
	if x.every == nil {
		return offset
	}
	slot := sort.SearchInts(x.every, offset+1) - 1
	return slot*stride + utf8.RuneCountInString(text[x.every[slot]:offset])
}

// lexError returns the message of a lexer error without its place.
func lexError(err error) string {
	var located *gqlerror.Error
	if errors.As(err, &located) {
		return located.Message
	}
	return err.Error()
}

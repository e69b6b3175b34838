package graphql

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/vektah/gqlparser/v2/lexer"

	"schemac/model/diag"
	"schemac/model/source"
)

// reportLexError says what the lexer could not read between two offsets, and returns the place and where to go on.
func reportLexError(f *source.File, start, end int, message string, diags *diag.List) (at source.Span, resume int) {
	inBlock := strings.HasSuffix(f.Text[:start], `"""`) && strings.Contains(message, "tring")
	switch {
	case inBlock && strings.HasPrefix(message, "Unterminated string"):
		return reportUnterminatedBlock(f, start-3, diags)
	case strings.HasPrefix(message, "Invalid character within String"):
		at = f.Span(end, end+1)
		diags.Errorf(at, "syntax", "control character %+q inside a string", at.Text())
		if inBlock {
			return at, resumeAfterDocstring(f, at.End)
		}
		return at, lineEnd(f, at.End)
	case strings.HasPrefix(message, "Unterminated string"):
		at = f.Span(start-1, lineEnd(f, start))
		diags.Errorf(at, "syntax", "string is not closed; end it with a double quote on the same line, or start it with three")
		return at, at.End
	case strings.HasPrefix(message, "Cannot parse the unexpected character"), strings.HasPrefix(message, "Unexpected single quote"):
		at = f.Span(end, end+unreadable(f.Text[end:]))
		diags.Errorf(at, "syntax", "%s", unexpectedCharacter(at.Text()))
		if at.Text() == "'" { // the closing quote is no second mistake
			if closing := strings.IndexByte(f.Text[at.End:lineEnd(f, at.End)], '\''); closing >= 0 {
				return at, at.End + closing + 1
			}
		}
		return at, at.End
	}
	at = f.Span(start, max(end, start+1))
	diags.Errorf(at, "syntax", "%s", lowerFirst(strings.TrimSuffix(message, ".")))
	return at, max(lineEnd(f, end), at.End)
}

// unreadable returns the length of what the lexer cannot read: one character or, of letters that no name may have,
// the rest of the word.
func unreadable(text string) int {
	r, size := utf8.DecodeRuneInString(text)
	if !unicode.IsLetter(r) {
		return max(size, 1)
	}
	if end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }); end > 0 {
		return end
	}
	return len(text)
}

func unexpectedCharacter(c string) string {
	if r, _ := utf8.DecodeRuneInString(c); unicode.IsLetter(r) {
		return fmt.Sprintf("unexpected %q; names are made of a-z, A-Z, 0-9 and %q", c, "_")
	}
	switch c {
	case ";":
		return `unexpected ";"; fields end with their line`
	case "'":
		return `unexpected "'"; strings are written with double quotes`
	}
	return fmt.Sprintf("unexpected %q", c)
}

// reportUnterminatedBlock reports a docstring that never ends, and returns where to go on.
func reportUnterminatedBlock(f *source.File, start int, diags *diag.List) (at source.Span, resume int) {
	at = f.Span(start, start+3)
	diags.Errorf(at, "unterminated-docstring", `docstring is not closed; end it with """`)
	return at, resumeAfterDocstring(f, at.End)
}

// swallowing finds the docstring that is not closed in a file whose quotes do not pair: the lexer would close it with
// the opening quotes of the next one and complain about the prose there. It is the first that holds a line which starts
// a definition; resume is where that line starts.
func swallowing(text string) (start, resume int, found bool) {
	for i := 0; i < len(text); {
		switch {
		case text[i] == '#':
			i += lengthTo(text[i:], '\n')
		case strings.HasPrefix(text[i:], `"""`):
			body := text[i+3:]
			length := closing(body)
			if line := definitionLine.FindStringIndex(body[:length]); line != nil && !found {
				start, resume, found = i, i+3+line[0], true
			}
			if length == len(body) {
				return start, resume, found
			}
			i += 3 + length + 3
		case text[i] == '"':
			i += 1 + stringLength(text[i+1:])
		default:
			i++
		}
	}
	return 0, 0, false
}

// stringLength returns the length of the rest of a string with its closing quote, or of the line.
func stringLength(rest string) int {
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		case '\n':
			return i
		}
	}
	return len(rest)
}

func lengthTo(text string, c byte) int {
	if end := strings.IndexByte(text, c); end >= 0 {
		return end
	}
	return len(text)
}

// closing returns the length of a block string's body: up to its closing quotes or, without any, all of it.
func closing(body string) int {
	for i := 0; i+3 <= len(body); i++ {
		if body[i:i+3] == `"""` && (i == 0 || body[i-1] != '\\') {
			return i
		}
	}
	return len(body)
}

// definitionLine finds a line that starts a definition.
var definitionLine = regexp.MustCompile(`(?m)^(?:extend )?(?:type|enum|interface|union|input|scalar) [_A-Za-z][_A-Za-z0-9]*[ \t]*[{@=\n]`)

// resumeAfterDocstring goes on at the next definition, since what follows the quotes is prose.
func resumeAfterDocstring(f *source.File, from int) int {
	if next := definitionLine.FindStringIndex(f.Text[from:]); next != nil {
		return from + next[0]
	}
	return len(f.Text)
}

func lineEnd(f *source.File, from int) int { return from + lengthTo(f.Text[from:], '\n') }

func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// report says what is wrong with a piece whose parse failed at the token of an index; one beyond the last says that the
// definition ends too early.
func (p *piece) report(index int, message string, diags *diag.List) {
	switch {
	case index < len(p.tokens):
		diags.Errorf(p.tokens[index].span(p.file), "syntax", "%s", p.explain(index, message))
	case p.open != nil:
		p.reportOpen(diags)
	default:
		at := p.tokens[len(p.tokens)-1].span(p.file)
		diags.Errorf(at, "syntax", "definition ends too early after %q", at.Text())
	}
}

func (p *piece) reportOpen(diags *diag.List) {
	next := "the end of the file"
	if p.next != "" {
		next = fmt.Sprintf("%q", p.next)
	}
	diags.Errorf(p.open.span(p.file), "unclosed-brace", `%q is not closed; add "}" before %s`, p.title(), next)
}

// title returns the keyword and the name of the definition, such as "type Order".
func (p *piece) title() string {
	var words []string
	for _, t := range p.tokens {
		if t.kind != lexer.Name {
			if len(words) > 0 {
				break
			}
			continue
		}
		words = append(words, t.text(p.file))
		if !definitionKeywords[t.text(p.file)] {
			break
		}
	}
	return strings.Join(words, " ")
}

// explain words a parser's error at the token of an index. The parser only names kinds of tokens; what an author needs
// is the likely mistake.
func (p *piece) explain(index int, message string) string {
	here := p.tokens[index]
	word := here.text(p.file)
	previous := token{kind: lexer.EOF}
	if index > 0 {
		previous = p.tokens[index-1]
	}
	switch {
	case strings.Contains(message, "maximum nesting depth"):
		return "lists are nested more than 1000 deep"
	case here.kind == lexer.BraceL && kindAt(p.tokens, index+1) == lexer.BraceL:
		return `unexpected "{{"; this looks like a template: fill its placeholders in first`
	case here.kind == lexer.BraceR && previous.kind == lexer.BraceL:
		return `a body needs at least one field; add one, or leave "{}" out`
	case here.kind == lexer.BracketL && previous.kind == lexer.Name:
		name := previous.text(p.file)
		return fmt.Sprintf("unexpected %q after %q; a list is written %q", "[", name, "["+name+"]")
	case here.kind == lexer.BraceR && index == len(p.tokens)-1 && p.open == nil && strings.HasPrefix(message, "Unexpected"):
		return `unexpected "}"; nothing is open here`
	case strings.HasPrefix(message, "Expected Name") && previous.kind == lexer.Colon:
		return fmt.Sprintf("expected a type after %q, found %s", ":", found(word))
	case index == 0 && here.kind == lexer.Name:
		return fmt.Sprintf("unexpected %q; a definition starts with a word such as %q or %q%s", word, "type", "enum", suggestKeyword(word))
	case index > 0 && strings.HasPrefix(message, "Expected "):
		expected, _, _ := strings.Cut(strings.TrimPrefix(message, "Expected "), ", found")
		if expected == "Name" {
			return fmt.Sprintf("expected a name after %s, found %s", found(previous.text(p.file)), found(word))
		}
		return fmt.Sprintf("expected %q after %s, found %s", strings.Trim(expected, `"`), found(previous.text(p.file)), found(word))
	}
	return "unexpected " + found(word)
}

// found quotes a token for a message; a long one is named only.
func found(word string) string {
	if strings.HasPrefix(word, `"`) {
		return "a string"
	}
	return fmt.Sprintf("%q", word)
}

func suggestKeyword(word string) string {
	if best := diag.Closest(word, []string{"type", "enum", "extend", "interface", "union", "input", "scalar", "schema", "directive"}); best != "" {
		return fmt.Sprintf("; did you mean %q", best)
	}
	return ""
}

package graphql

import (
	"fmt"
	"regexp"
	"sort"
	"strings"
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
		_, size := utf8.DecodeRuneInString(f.Text[end:])
		at = f.Span(end, end+max(size, 1))
		diags.Errorf(at, "syntax", "%s", unexpectedCharacter(at.Text()))
		return at, at.End
	}
	at = f.Span(start, max(end, start+1))
	diags.Errorf(at, "syntax", "%s", lowerFirst(strings.TrimSuffix(message, ".")))
	return at, max(lineEnd(f, end), at.End)
}

func unexpectedCharacter(c string) string {
	switch c {
	case ";":
		return `unexpected ";"; fields end with their line`
	case "'":
		return `unexpected "'"; strings are written with double quotes`
	}
	return fmt.Sprintf("unexpected %q", c)
}

// reportUnterminatedBlock reports a docstring that never ends. The lexer finds it at the last of an odd number of
// quotes; the true place is the first docstring that swallows a definition.
func reportUnterminatedBlock(f *source.File, start int, diags *diag.List) (source.Span, int) {
	offset := start
	swallowed := ""
	for from := 0; from < len(f.Text); {
		open := strings.Index(f.Text[from:], `"""`)
		if open < 0 {
			break
		}
		open += from
		body := f.Text[open+3:]
		length := closing(body)
		if found := definitionLine.FindString(body[:length]); found != "" {
			offset, swallowed = open, strings.TrimRight(found, " {@\n")
			break
		}
		from = open + 3 + length + 3
	}
	at := f.Span(offset, offset+3)
	d := diags.Errorf(at, "unterminated-docstring", `docstring is not closed; end it with """`)
	if swallowed != "" {
		d.WithHelp("it reaches beyond %q", strings.TrimSpace(swallowed))
	}
	if offset == start {
		return at, resumeAfterDocstring(f, at.End)
	}
	return f.Span(start, start+3), len(f.Text)
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

func lineEnd(f *source.File, from int) int {
	if end := strings.IndexByte(f.Text[from:], '\n'); end >= 0 {
		return from + end
	}
	return len(f.Text)
}

func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// report says what is wrong with a piece that does not parse, or that leaves a brace open.
func (p *piece) report(err error, part *source.File, start int, diags *diag.List) {
	last := len(p.tokens) - 1
	index, message := len(p.tokens), ""
	if err != nil {
		var offset int
		offset, message = errorOffset(err, part, start)
		index = sort.Search(len(p.tokens), func(i int) bool { return int(p.tokens[i].end) > offset })
	}
	if index <= last {
		diags.Errorf(p.tokens[index].span(p.file), "syntax", "%s", p.explain(index, message))
	}
	if p.open != nil && p.balancesElsewhere(index) {
		p.reportOpen(diags)
		return
	}
	if index > last {
		at := p.tokens[last].span(p.file)
		diags.Errorf(at, "syntax", "definition ends too early after %q", at.Text())
	}
}

// balancesElsewhere reports whether the open brace is a mistake of its own, and not the one at the token: a mistake
// there may have hidden the closing brace.
func (p *piece) balancesElsewhere(index int) bool {
	return index >= len(p.tokens) || p.tokens[index].kind != lexer.BraceL
}

func (p *piece) reportOpen(diags *diag.List) {
	at := p.open.span(p.file)
	next := "the end of the file"
	if p.end < len(p.file.Text) {
		next = fmt.Sprintf("%q", strings.TrimRight(firstLine(p.file.Text[p.end:]), " {"))
	}
	what := "definition"
	if name := p.name(); name != "" {
		what = fmt.Sprintf("type %q", name)
	}
	diags.Errorf(at, "unclosed-brace", `%s is not closed; add "}" before %s`, what, next)
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	if strings.HasPrefix(line, `"""`) {
		return `"""`
	}
	return line
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
	case strings.HasPrefix(message, "Expected :"):
		return fmt.Sprintf("expected %q after %q, found %q", ":", previous.text(p.file), word)
	case strings.HasPrefix(message, "Expected Name") && previous.kind == lexer.Colon:
		return fmt.Sprintf("expected a type after %q, found %q", ":", word)
	case strings.HasPrefix(message, "Expected Name"):
		return fmt.Sprintf("expected a name, found %q", word)
	case index == 0 && here.kind == lexer.Name:
		return fmt.Sprintf("unexpected %q; a definition starts with a word such as %q or %q%s", word, "type", "enum", suggestKeyword(word))
	}
	return fmt.Sprintf("unexpected %q", word)
}

func suggestKeyword(word string) string {
	if best := diag.Closest(word, []string{"type", "enum", "extend", "interface", "union", "input", "scalar", "schema", "directive"}); best != "" {
		return fmt.Sprintf("; did you mean %q", best)
	}
	return ""
}

package kdl

import (
	"strings"

	"schemac/model/diag"
)

// keywords are the words that KDL 2 writes with a hash, so that no bare word is one by accident.
var keywords = []string{"#true", "#false", "#null", "#inf", "#-inf", "#nan"}

// value reads a string, number or keyword. What names, in a message, the thing that must stand here. On failure the
// fault is reported, and the cursor is where [parser.resync] may go on.
func (p *parser) value(what string) (*Value, bool) { return p.valueAfter(nil, what) }

// valueAfter does the work of value; in a property, name is its name.
func (p *parser) valueAfter(name *Value, what string) (*Value, bool) {
	switch c := p.next(); {
	case p.wordSize(p.pos) > 0:
		return p.word()
	case c == '"':
		return p.quoted()
	case c == '#':
		return p.hash()
	case c == '\\' && p.blankSize(p.pos+1) > 0:
		p.errorf(p.pos, p.pos+1, "kdl-line-continuation", `"\" continues a line, and must be the last thing on it`)
		p.pos++
		return nil, false
	case c == '/' && !p.at("//") && !p.at("/-"), c == '[', c == ']', c == '\\':
		return p.badWord(p.pos)
	}
	start, end, found := p.found()
	if name != nil {
		what += " after " + quote(name.Raw()+"=")
	}
	p.errorf(start, end, "kdl-missing-value", "expected %s, found %s", what, found)
	return nil, false
}

// word reads a bare word: a string, a number, or a keyword without its hash.
func (p *parser) word() (*Value, bool) {
	start := p.pos
	if p.isVersion1Raw(start) {
		return p.version1Raw(start)
	}
	end := p.wordEnd(start)
	if p.breaksWord(end) {
		return p.badWord(start)
	}
	p.pos = end
	word := p.text[start:end]
	v := p.tree.value(Value{Kind: String, Bare: true, Text: word, Span: p.span(start, end)})
	switch {
	case looksLikeNumber(word):
		p.number(v)
	case word == "true", word == "false":
		v.Kind = Bool // a tolerance (docs/guardfile.md): published files say `required=true`
	case word == "null":
		v.Kind = Null
	case word == "inf", word == "-inf", word == "nan":
		p.errorf(start, end, "kdl-bare-keyword", "%s must be written %s, or in quotes if it is text", quote(word), quote("#"+word))
	}
	return v, true
}

func (p *parser) number(v *Value) {
	v.Kind, v.Bare = Number, false
	if fault := numberFault(v.Text); fault != "" {
		p.errorf(v.Span.Start, v.Span.End, "kdl-number", "%s", fault)
		v.Kind, v.Bare = String, true
	}
}

// hash reads what begins with "#": a keyword or a raw string.
func (p *parser) hash() (*Value, bool) {
	start := p.pos
	hashes := p.hashRun(start)
	if strings.HasPrefix(p.text[start+hashes:], `"`) {
		return p.raw(hashes)
	}
	p.pos = p.wordEnd(start + hashes)
	word := p.text[start:p.pos]
	v := p.tree.value(Value{Text: strings.TrimPrefix(word, "#"), Span: p.span(start, p.pos)})
	switch word {
	case "#true", "#false":
		v.Kind = Bool
	case "#null":
		v.Kind = Null
	case "#inf", "#-inf", "#nan":
		v.Kind, v.Text = Number, word
	default:
		p.unknownKeyword(start, word)
	}
	return v, true
}

func (p *parser) unknownKeyword(start int, word string) {
	if nearest := diag.Closest(word, keywords); nearest != "" {
		p.errorf(start, p.pos, "kdl-keyword", "unknown keyword %s; did you mean %s?", quote(word), quote(nearest))
		return
	}
	p.errorf(start, p.pos, "kdl-keyword", `unknown keyword %s; text that holds "#" must be quoted`, quote(word))
}

// breaksWord reports whether the character at offset i, which ends a bare word, was meant to be part of it.
func (p *parser) breaksWord(i int) bool {
	if i >= len(p.text) {
		return false
	}
	switch p.text[i] {
	case '[', ']', '(', '#':
		return true
	case ')':
		return !p.inType
	case '/':
		return !strings.HasPrefix(p.text[i:], "//") && !strings.HasPrefix(p.text[i:], "/*") && !strings.HasPrefix(p.text[i:], "/-")
	case '\\':
		rest := p.text[p.blankEnd(i+1):]
		return rest != "" && p.newlineSize(len(p.text)-len(rest)) == 0 && rest[0] != '/'
	}
	return false
}

// badWord reports a bare word that holds a character that it may not, such as a path without quotes. All of it is one
// fault, up to a blank or a brace that seems to be one.
func (p *parser) badWord(start int) (*Value, bool) {
	end := p.badWordEnd(start)
	word := p.text[start:end]
	if word[0] == '[' {
		p.errorf(start, start+1, "kdl-bare-word", `KDL has no lists in "[" and "]"; write the values with blanks between them`)
		p.pos = end
		return nil, false
	}
	bad := strings.IndexAny(word, `/\()[]#`)
	p.errorf(start, end, "kdl-bare-word", "a bare word may not hold %s; quote it: %s", quote(word[bad:bad+1]), requote(word))
	p.pos = end
	return nil, false
}

func (p *parser) badWordEnd(i int) int {
	depth := 0
	for i < len(p.text) && p.blankSize(i) == 0 && !p.isNewline(i) && p.text[i] != ';' {
		switch p.text[i] {
		case '{':
			depth++
		case '}':
			if depth == 0 {
				return i
			}
			depth--
		}
		i++
	}
	if depth == 1 && p.text[i-1] == '{' {
		return i - 1 // the block of `a/b{`
	}
	p.doubtful = p.doubtful || depth > 0
	return i
}

// isVersion1Raw recognises r"…" and r#"…"#, the raw strings of KDL 1.
func (p *parser) isVersion1Raw(start int) bool {
	if p.text[start] != 'r' {
		return false
	}
	return strings.HasPrefix(p.text[start+1+p.hashRun(start+1):], `"`)
}

func (p *parser) version1Raw(start int) (*Value, bool) {
	hashes := p.hashRun(start + 1)
	body := start + 1 + hashes + 1
	if end := p.rawEnd(body, hashes); end >= 0 {
		p.pos = end + 1 + hashes
	} else if end := p.laterQuote(p.lineEnd(body), hashes); end >= 0 {
		p.pos = end
	} else {
		p.pos = p.guessBrace(body)
	}
	p.errorf(start, p.pos, "kdl-v1-raw-string", `%s is KDL 1; a raw string is written #"…"#, without "r"`,
		quote(p.text[start:p.pos])).
		WithHelp("a file that begins with `/- kdl-version 1` is read as KDL 1")
	return nil, false
}

// annotation reads the type in parentheses that may stand before a name or value (KDL 2, "Type Annotation").
func (p *parser) annotation(sink *Node) (*Value, bool) {
	if p.next() != '(' {
		return nil, true
	}
	open := p.pos
	p.pos++
	p.space(sink)
	p.inType = true
	v, ok := p.value("a type")
	p.inType = false
	if !ok || !p.wantString(v, "a type") {
		return nil, false
	}
	p.space(sink)
	if p.next() != ')' {
		p.errorf(open, open+1, "kdl-unclosed-type", `this "(" is never closed; a type annotation is one word or string in parentheses`)
		return nil, false
	}
	p.pos++
	p.space(sink)
	return v, true
}

// wantString reports a number or keyword where only a string may stand: as a name or type.
func (p *parser) wantString(v *Value, what string) bool {
	if v.Kind == String {
		return true
	}
	raw := v.Raw()
	kind := "keyword"
	if v.Kind == Number {
		kind = "number"
	}
	p.errorf(v.Span.Start, v.Span.End, "kdl-not-a-string", "%s must be a string, and %s is a %s; quote it: %s", what, quote(raw), kind, requote(raw))
	return false
}

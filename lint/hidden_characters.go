package lint

import (
	"fmt"
	"strings"
	"unicode"

	"schemac/model"
	"schemac/model/diag"
	"schemac/model/ordered"
	"schemac/model/source"
)

// HiddenCharacters finds characters that a reader does not see and a model does (facts: hosts.md §3).
var HiddenCharacters = &Rule{
	ID:    "hidden-characters",
	Title: "a control character or an invisible one in a description, a name or a value",
	Text: "What is invisible in a review can still instruct a model: zero-width characters, marks that turn the direction of text, " +
		"tag characters. Remove them. Joiners inside emoji and inside scripts that need them are no finding.",
	Before:   "\"One film that is shown.\u200b\"\ntype Film @table @export {\n  id: ID @primaryKey\n}\n",
	After:    "\"One film that is shown.\"\ntype Film @table @export {\n  id: ID @primaryKey\n}\n",
	Severity: diag.Error,
	Run: func(p *Pass) {
		for t := range p.own() {
			p.hidden("the description of "+t.of(), t.words, or(t.span, t.name))
			if t.property != nil {
				p.hiddenValues(t)
			}
		}
		for _, s := range p.Surfaces {
			p.hiddenBeside(s)
		}
	},
}

// hiddenValues looks at the values that a property may have, and at what is said beside its description.
func (p *Pass) hiddenValues(t text) {
	if c := t.property.Constraints; c != nil {
		for _, v := range c.Enum {
			if v.Kind == ordered.StringKind {
				p.hidden("a value of "+t.of(), v.Text, t.name)
			}
		}
	}
	if e := t.property.Type.Base().Enum; e != nil {
		for _, v := range e.Values {
			p.hidden("the description of value "+quoted("", v.Name), v.Description, v.Span)
			if v.Deprecated != nil {
				p.hidden("the deprecation of value "+quoted("", v.Name), v.Deprecated.Reason, v.Deprecated.Span)
			}
		}
	}
	if d := t.property.Deprecated; d != nil {
		p.hidden("the deprecation of "+t.of(), d.Reason, d.Span)
	}
}

// hiddenBeside looks at what a guardfile says beside its tools.
func (p *Pass) hiddenBeside(s *model.Surface) {
	if s.Guard == nil {
		return
	}
	p.hidden("the instructions of "+quoted("server", s.Name), s.Description, s.Guard.Span)
	for _, g := range s.Guard.Grants {
		p.hidden("the title of "+quoted("tool", g.ToolName()), g.Title, g.Span)
	}
	for _, r := range s.Guard.Resources {
		p.hidden(quoted("resource", r.Name), strings.Join(append([]string{r.Title, r.Description}, r.Text...), "\n"), r.Span)
	}
	for _, r := range s.Guard.Prompts {
		p.hidden(quoted("prompt", r.Name), strings.Join(append([]string{r.Title, r.Description}, r.Text...), "\n"), r.Span)
	}
}

// hidden reports the first hidden character of a text, at its place in the source when it stands there as it is.
func (p *Pass) hidden(of, words string, at source.Span) {
	i, r := firstHidden(words)
	if i < 0 {
		return
	}
	if j := strings.IndexRune(at.Text(), r); j >= 0 {
		at = at.File.Span(at.Start+j, at.Start+j+len(string(r)))
	}
	p.Reportf(at, "%s holds %s, which readers do not see and models do; remove it", of, characterName(r))
}

// firstHidden returns the place and the first character of a text that is not seen, or a negative place.
func firstHidden(text string) (int, rune) {
	if isASCII(text) {
		return -1, 0
	}
	runes := []rune(text)
	for i, r := range runes {
		if isHidden(r) && !(isJoiner(r) && i > 0 && i+1 < len(runes) && joins(runes[i-1]) && joins(runes[i+1])) {
			return i, r
		}
	}
	return -1, 0
}

// isASCII reports whether there is nothing but printable ASCII, tabs and line ends, which most texts are.
func isASCII(text string) bool {
	for i := 0; i < len(text); i++ {
		if c := text[i]; (c < ' ' || c > '~') && c != '\n' && c != '\t' {
			return false
		}
	}
	return true
}

func isHidden(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case r == 0xAD || r == 0x034F || r == 0x115F || r == 0x1160 || r == 0x17B4 || r == 0x17B5 || r == 0x3164 || r == 0xFFA0:
		return true // the soft hyphen, and letters that show nothing
	case r >= 0xE0100 && r <= 0xE01EF: // variation selectors that carry data
		return true
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp)
}

func isJoiner(r rune) bool { return r == 0x200C || r == 0x200D }

// joins reports whether a joiner has a meaning beside the character: in emoji, and in letters beyond Latin.
func joins(r rune) bool {
	return unicode.In(r, unicode.So, unicode.Sk, unicode.Mn, unicode.Mc) || unicode.IsLetter(r) && !unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic)
}

// characterName returns the number of a character, and what it is called where that is known.
func characterName(r rune) string {
	name := map[rune]string{
		0xAD: "a soft hyphen", 0x200B: "a zero-width space", 0x200C: "a zero-width non-joiner", 0x200D: "a zero-width joiner",
		0x200E: "a left-to-right mark", 0x200F: "a right-to-left mark", 0x2060: "a word joiner", 0xFEFF: "a byte order mark",
		0x202A: "a direction mark", 0x202B: "a direction mark", 0x202C: "a direction mark", 0x202D: "a direction mark", 0x202E: "a direction mark",
	}[r]
	switch {
	case r >= 0xE0000 && r <= 0xE007F:
		name = "a tag character"
	case name == "" && unicode.IsControl(r):
		name = "a control character"
	case name == "":
		name = "an invisible character"
	}
	return fmt.Sprintf("%s (U+%04X)", name, r)
}

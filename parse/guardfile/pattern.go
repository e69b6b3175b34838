package guardfile

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"

	"schemac/parse/kdl"
)

// maxPattern is how many bytes a pattern may have.
const maxPattern = 1000

// pattern returns a pattern that RE2, JavaScript with the flag u, and Rust read alike, or "" when it reports one that
// they do not (facts of hosts: no flags, no lookaround, no backreference, brackets in classes escaped).
func (r *reader) pattern(v *kdl.Value) string {
	text, ok := r.text(v, `"pattern"`)
	if !ok {
		return ""
	}
	if len(text) > maxPattern {
		r.errorf(v.Span, "invalid-pattern", "a pattern has at most %d bytes, and this one %d", maxPattern, len(text))
		return ""
	}
	s := &patternScan{text: text}
	s.scan()
	if s.fault != "" {
		r.errorf(inside(v)(s.start, s.end), "invalid-pattern", "%s", s.fault)
		return ""
	}
	if _, err := regexp.Compile(text); err != nil {
		r.errorf(v.Span, "invalid-pattern", "pattern %s is none that every host reads: %s", quote(text), compileFault(err))
		return ""
	}
	return text
}

func compileFault(err error) string {
	if e, ok := err.(*syntax.Error); ok {
		return string(e.Code)
	}
	return "it cannot be compiled"
}

// A patternScan looks for what the dialects read differently. What none of them can read is left to Go's compiler.
type patternScan struct {
	text       string
	pos        int
	fault      string
	start, end int
}

// The escapes that all dialects read alike: these characters, and in a class "-" as well.
const (
	escapable  = `^$\.*+?()[]{}|/`
	escapeWord = "dDwWsStnrfv"
)

// categories are the names that all dialects know after \p.
var categories = []string{
	"L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "Mc", "Me", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po",
	"S", "Sm", "Sc", "Sk", "So", "Z", "Zs", "Zl", "Zp", "C", "Cc", "Cf", "Co",
}

func (s *patternScan) fail(start, end int, fault string) {
	if s.fault == "" {
		s.fault, s.start, s.end = fault, start, min(end, len(s.text))
	}
	s.pos = len(s.text)
}

func (s *patternScan) scan() {
	assertion := false // what stands before is no atom that can be repeated
	for s.pos < len(s.text) {
		start := s.pos
		c := s.text[start]
		s.pos++
		switch {
		case c == '\\':
			s.escape(start, false)
			assertion = strings.HasPrefix(s.text[start:], `\b`) || strings.HasPrefix(s.text[start:], `\B`)
			continue
		case c == '[':
			s.class(start)
		case c == ']':
			s.fail(start, start+1, `write "]" as "\\]"`)
		case c == '(':
			s.group(start)
		case strings.IndexByte("*+?{", c) >= 0 && assertion:
			s.fail(start, start+1, "only characters, classes and groups can be repeated")
		case c == '{':
			s.counted(start)
		case c == '}':
			s.fail(start, start+1, `write "}" as "\\}"`)
		}
		assertion = c == '^' || c == '$' || c == '('
	}
}

func (s *patternScan) group(start int) {
	if !strings.HasPrefix(s.text[s.pos:], "?") {
		return
	}
	if strings.HasPrefix(s.text[s.pos:], "?:") {
		s.pos += len("?:")
		return
	}
	s.fail(start, start+3, "not every host reads "+quote(s.text[start:min(start+3, len(s.text))])+"; only groups `(…)` and `(?:…)`, without names, flags and lookaround")
}

// counted reads {n}, {n,} or {n,m}.
var countedRepeat = regexp.MustCompile(`^\{[0-9]+(,[0-9]*)?\}`)

func (s *patternScan) counted(start int) {
	length := len(countedRepeat.FindString(s.text[start:]))
	if length == 0 || start == 0 {
		s.fail(start, start+1, `write "{" as "\\{"`)
		return
	}
	s.pos = start + length
}

func (s *patternScan) escape(start int, class bool) {
	if s.pos >= len(s.text) {
		s.fail(start, start+1, "a pattern does not end in a backslash")
		return
	}
	c := s.text[s.pos]
	s.pos++
	switch {
	case strings.IndexByte(escapable, c) >= 0, strings.IndexByte(escapeWord, c) >= 0, class && c == '-', !class && (c == 'b' || c == 'B'):
	case c == 'x' && hexadecimal.MatchString(s.text[s.pos:]):
		s.pos += 2
	case c == 'p' || c == 'P':
		name, _, closed := strings.Cut(strings.TrimPrefix(s.text[s.pos:], "{"), "}")
		if !closed || !strings.HasPrefix(s.text[s.pos:], "{") || !slices.Contains(categories, name) {
			s.fail(start, start+2, `a class of characters is written \p{L}, with a general category`)
			return
		}
		s.pos += len("{}") + len(name)
	default:
		_, size := utf8.DecodeRuneInString(s.text[s.pos-1:])
		s.fail(start, start+1+size, "not every host reads "+quote(s.text[start:start+1+size]))
	}
}

var hexadecimal = regexp.MustCompile(`^[0-9A-Fa-f]{2}`)

// class reads […] behind its bracket.
func (s *patternScan) class(start int) {
	if strings.HasPrefix(s.text[s.pos:], "^") {
		s.pos++
	}
	first := s.pos
	ranged := false // a range has just ended, so that "-" would start another
	for s.pos < len(s.text) {
		at := s.pos
		c := s.text[at]
		s.pos++
		switch {
		case c == ']' && at > first:
			return
		case c == ']':
			s.fail(at, at+1, `write "]" as "\\]" in a class`)
		case c == '[':
			s.fail(at, at+1, `write "[" as "\\[" in a class`)
		case strings.IndexByte("&~-", c) >= 0 && strings.HasPrefix(s.text[s.pos:], string(c)):
			s.fail(at, at+2, "not every host reads "+quote(s.text[at:at+2])+" in a class as two characters")
		case c == '-' && at > first && !strings.HasPrefix(s.text[s.pos:], "]"):
			s.upper(at, ranged)
			ranged = true
			continue
		case c == '\\':
			s.escape(at, true)
			ranged = isSet(s.text[at:])
			continue
		}
		ranged = false
	}
	if s.fault == "" {
		s.fail(start, start+1, `this "[" is never closed`)
	}
}

// isSet holds for an escape that is more than one character, and so no end of a range.
func isSet(text string) bool { return len(text) > 1 && strings.IndexByte("dDwWsSpP", text[1]) >= 0 }

// upper reads the end of a range behind its "-" at an offset.
func (s *patternScan) upper(at int, ranged bool) {
	if ranged || isSet(s.text[s.pos:]) && s.text[s.pos] == '\\' {
		s.fail(at, at+1, `write "-" as "\\-" in a class, unless it stands between two characters`)
		return
	}
	if s.pos >= len(s.text) {
		return
	}
	switch s.text[s.pos] {
	case '\\':
		s.pos++
		s.escape(s.pos-1, true)
	case '[':
		s.fail(s.pos, s.pos+1, `write "[" as "\\[" in a class`)
	default:
		_, size := utf8.DecodeRuneInString(s.text[s.pos:])
		s.pos += size
	}
}

// separators are what no path parameter may hold unless `allow-metacharacters` names it.
const separators = "/?#%"

// isPathSafe reports whether what a pattern matches is one path segment: from end to end, without separators, and
// neither empty nor a step to another folder.
func isPathSafe(pattern string) bool {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return false
	}
	re = re.Simplify()
	compiled := regexp.MustCompile(pattern)
	return isAnchored(re) && !holdsSeparator(re) &&
		!compiled.MatchString("") && !compiled.MatchString(".") && !compiled.MatchString("..")
}

// isAnchored holds for ^…$, and for alternatives each of which is that.
func isAnchored(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpConcat:
		return len(re.Sub) > 1 && re.Sub[0].Op == syntax.OpBeginText && re.Sub[len(re.Sub)-1].Op == syntax.OpEndText
	case syntax.OpCapture:
		return isAnchored(re.Sub[0])
	case syntax.OpAlternate:
		return !slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return !isAnchored(sub) })
	}
	return false
}

// holdsSeparator reports whether any part matches a separator.
func holdsSeparator(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return true
	case syntax.OpLiteral:
		return slices.ContainsFunc(re.Rune, func(c rune) bool { return strings.ContainsRune(separators, c) })
	case syntax.OpCharClass:
		for i := 0; i < len(re.Rune); i += 2 {
			low, high := re.Rune[i], re.Rune[i+1]
			if strings.ContainsFunc(separators, func(c rune) bool { return low <= c && c <= high }) {
				return true
			}
		}
	}
	return slices.ContainsFunc(re.Sub, holdsSeparator)
}

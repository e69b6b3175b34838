package guardfile

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// A glob is one shape of a restriction, in the syntax of path/filepath: `*`, `?`, classes, and a backslash before a
// character that stands for itself.
type glob struct {
	tokens []token
	// literal is the one text that it matches, when wild is false.
	literal string
	wild    bool
	// separator is the first of [separators] that it admits, or "".
	separator string
}

// A token is a part of a glob.
type token struct {
	// pattern is its regular expression, and undotted one for the same without "."; it is empty when nothing is left.
	pattern, undotted string
	// many says that it matches any number of characters, and dot that one of them may be ".".
	many, dot bool
}

// segment is the class of what no wildcard matches beyond (guardfile.md §2), and undotted the same without ".".
const segment, undotted = "[^" + separators + "]", "[^" + separators + ".]"

// translate reads a glob. fault says what is wrong with it, or "".
func translate(text string) (g glob, fault string) {
	var literal strings.Builder
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRuneInString(text[i:])
		var t token
		switch c {
		case '*':
			t = token{segment + "*", segment + "*" + undotted + segment + "*", true, true}
			g.wild = true
		case '?':
			t = token{segment, undotted, false, true}
			g.wild = true
		case '[':
			class, length, fault := readClass(text[i:])
			if fault != "" {
				return glob{}, fault
			}
			t = class.token()
			g.admit(class.separator())
			g.wild, size = true, length
		case '\\':
			if i++; i == len(text) {
				return glob{}, "a glob does not end in a backslash"
			}
			c, size = utf8.DecodeRuneInString(text[i:])
			fallthrough
		default:
			literal.WriteRune(c)
			if strings.ContainsRune(separators, c) {
				g.admit(string(c))
			}
			t = token{pattern: regexp.QuoteMeta(string(c)), undotted: regexp.QuoteMeta(string(c)), dot: c == '.'}
			if c == '.' {
				t.undotted = ""
			}
		}
		i += size
		if last := len(g.tokens) - 1; t.many && last >= 0 && g.tokens[last].many {
			continue // several stars in a row are one
		}
		g.tokens = append(g.tokens, t)
	}
	g.literal = literal.String()
	return g, ""
}

func (g *glob) admit(separator string) { g.separator = cmp.Or(g.separator, separator) }

// pattern is a regular expression for the glob, without anchors.
func (g glob) pattern() string {
	var out strings.Builder
	for _, t := range g.tokens {
		out.WriteString(t.pattern)
	}
	return out.String()
}

// pathPattern is the same without "", "." and "..", which are no segment of a path but lead elsewhere. It is empty
// when nothing is left. A glob that could match them has at most two tokens beside stars, and each takes a dot: then a
// text must hold something else than dots in one of its places.
func (g glob) pathPattern() string {
	single := 0
	for _, t := range g.tokens {
		if !t.dot {
			return g.pattern()
		}
		if !t.many {
			single++
		}
	}
	switch {
	case single > 2:
		return g.pattern()
	case single == 0:
		return strings.TrimSuffix(strings.TrimPrefix(defaultPathPattern, "^"), "$")
	}
	var ways []string
	for i, t := range g.tokens {
		if t.undotted == "" {
			continue
		}
		way := glob{tokens: slices.Clone(g.tokens)}
		way.tokens[i].pattern = t.undotted
		ways = append(ways, way.pattern())
	}
	if len(ways) > 1 {
		return "(?:" + strings.Join(ways, "|") + ")"
	}
	return strings.Join(ways, "")
}

// A class is `[…]` of a glob.
type class struct {
	negated bool
	// ranges are the first and the last character of each.
	ranges [][2]rune
}

// readClass reads the class that text begins with, and returns its length.
func readClass(text string) (c class, length int, fault string) {
	i := 1
	if strings.HasPrefix(text[i:], "^") {
		c.negated = true
		i++
	}
	for first := i; ; {
		if i >= len(text) {
			return c, 0, `a class ends with "]"`
		}
		if text[i] == ']' && i > first {
			return c, i + 1, ""
		}
		low, size := classRune(text[i:])
		if size == 0 {
			return c, 0, `in a class, "-" and "]" stand behind a backslash, and a range has two ends`
		}
		i += size
		high := low
		if strings.HasPrefix(text[i:], "-") {
			if high, size = classRune(text[i+1:]); size == 0 || high < low {
				return c, 0, "a range in a class has two ends, the lower first"
			}
			i += 1 + size
		}
		c.ranges = append(c.ranges, [2]rune{low, high})
	}
}

// classRune returns a character of a class and the length of its spelling, 0 when it is none.
func classRune(text string) (rune, int) {
	if text == "" || text[0] == ']' || text[0] == '-' {
		return 0, 0
	}
	if text[0] == '\\' {
		c, size := utf8.DecodeRuneInString(text[1:])
		if size == 0 {
			return 0, 0
		}
		return c, 1 + size
	}
	return utf8.DecodeRuneInString(text)
}

func (c class) token() token {
	holdsDot := false
	var without [][2]rune
	for _, r := range c.ranges {
		if r[0] > '.' || r[1] < '.' {
			without = append(without, r)
			continue
		}
		holdsDot = true
		if r[0] < '.' {
			without = append(without, [2]rune{r[0], '.' - 1})
		}
		if r[1] > '.' {
			without = append(without, [2]rune{'.' + 1, r[1]})
		}
	}
	t := token{pattern: c.String(), dot: holdsDot != c.negated}
	switch {
	case !t.dot:
		t.undotted = t.pattern
	case c.negated:
		t.undotted = class{true, append(slices.Clone(c.ranges), [2]rune{'.', '.'})}.String()
	case len(without) > 0:
		t.undotted = class{false, without}.String()
	}
	return t
}

// separator returns the first separator in the class, or "". A negated class holds none.
func (c class) separator() string {
	for _, s := range separators {
		if !c.negated && slices.ContainsFunc(c.ranges, func(r [2]rune) bool { return r[0] <= s && s <= r[1] }) {
			return string(s)
		}
	}
	return ""
}

// String returns the class as a regular expression. A negated one excludes the separators too.
func (c class) String() string {
	var out strings.Builder
	out.WriteByte('[')
	if c.negated {
		out.WriteString("^" + separators)
	}
	var last rune
	for _, r := range c.ranges {
		out.WriteString(classEscape(r[0], last))
		if r[1] != r[0] {
			out.WriteString("-" + classEscape(r[1], 0))
		}
		last = r[1]
	}
	out.WriteByte(']')
	return out.String()
}

// classEscape spells a character in a class so that all dialects read it alike; two of some in a row would be an
// operator in one of them.
func classEscape(c, last rune) string {
	switch {
	case strings.ContainsRune(`\[]^-`, c):
		return `\` + string(c)
	case (c == '&' || c == '~') && c == last:
		return map[rune]string{'&': `\x26`, '~': `\x7e`}[c]
	}
	return string(c)
}

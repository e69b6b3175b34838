package guardfile

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// A glob is one shape of a restriction, in the syntax of path/filepath: `*`, `?`, classes, and a backslash before a
// character that stands for itself.
type glob struct {
	// pattern is a regular expression without anchors.
	pattern string
	// literal is the one text that it matches, when wild is false.
	literal string
	wild    bool
}

// segment is the class of what no wildcard matches beyond (guardfile.md §2).
const segment = "[^" + separators + "]"

// translate reads a glob. fault says what is wrong with it, or "".
func translate(text string) (g glob, fault string) {
	var pattern, literal strings.Builder
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRuneInString(text[i:])
		switch c {
		case '*':
			if !strings.HasPrefix(text[:i], "*") || text[i-1] != '*' { // several in a row are one
				pattern.WriteString(segment + "*")
			}
			g.wild = true
		case '?':
			pattern.WriteString(segment)
			g.wild = true
		case '[':
			length, class, fault := translateClass(text[i:])
			if fault != "" {
				return glob{}, fault
			}
			pattern.WriteString(class)
			g.wild, size = true, length
		case '\\':
			i++
			if i == len(text) {
				return glob{}, "a glob does not end in a backslash"
			}
			c, size = utf8.DecodeRuneInString(text[i:])
			fallthrough
		default:
			pattern.WriteString(regexp.QuoteMeta(string(c)))
			literal.WriteRune(c)
		}
		i += size
	}
	g.pattern, g.literal = pattern.String(), literal.String()
	return g, ""
}

// translateClass reads the class that text begins with, and returns its length.
func translateClass(text string) (length int, class, fault string) {
	var out strings.Builder
	out.WriteByte('[')
	i := 1
	if strings.HasPrefix(text[i:], "^") {
		out.WriteString("^" + separators)
		i++
	}
	var last rune
	for first := i; ; {
		if i >= len(text) {
			return 0, "", `a class ends with "]"`
		}
		if text[i] == ']' && i > first {
			out.WriteByte(']')
			return i + 1, out.String(), ""
		}
		low, size := classRune(text[i:])
		if size == 0 {
			return 0, "", `in a class, "-" and "]" stand behind a backslash, and a range has two ends`
		}
		i += size
		high := low
		if strings.HasPrefix(text[i:], "-") {
			if high, size = classRune(text[i+1:]); size == 0 || high < low {
				return 0, "", "a range in a class has two ends, the lower first"
			}
			i += 1 + size
		}
		out.WriteString(classEscape(low, last))
		if high != low {
			out.WriteString("-" + classEscape(high, 0))
		}
		last = high
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

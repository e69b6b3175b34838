package guardfile

import (
	"strconv"
	"strings"

	"schemac/model/source"
	"schemac/parse/kdl"
)

// A word is a name and where it stands.
type word struct {
	text string
	at   source.Span
}

// maxQuoted is how many code points of the author's text a message repeats.
const maxQuoted = 60

// quote puts a text into double quotes, the end of a long one left out.
func quote(text string) string {
	if len(text) > maxQuoted {
		if runes := []rune(text); len(runes) > maxQuoted {
			text = string(runes[:maxQuoted]) + "…"
		}
	}
	return strconv.Quote(text)
}

// text returns a string that is not empty; what says in a message what it is.
func (r *reader) text(v *kdl.Value, what string) (string, bool) {
	if v.Kind != kdl.String {
		r.errorf(v.Span, "argument-type", "%s is a string, and %s is a %s; put it in quotes if it is text", what, quote(v.Text), v.Kind)
		return "", false
	}
	if strings.TrimSpace(v.Text) == "" {
		r.errorf(v.Span, "empty-text", "%s is empty", what)
		return "", false
	}
	return v.Text, true
}

// argument returns the first argument of a node as text.
func (r *reader) argument(n *kdl.Node, what string) (string, bool) {
	if len(n.Args) == 0 {
		return "", false // reported by conforms
	}
	return r.text(n.Args[0], what)
}

// textProperty returns the text of a property; "" when the node does not have it.
func (r *reader) textProperty(n *kdl.Node, name string) (string, bool) {
	p := property(n, name)
	if p == nil {
		return "", false
	}
	return r.text(p.Value, quote(name))
}

// flag returns the boolean of a property; false when the node does not have it.
func (r *reader) flag(n *kdl.Node, name string) bool {
	p := property(n, name)
	return p != nil && r.boolean(p.Value, quote(name))
}

func (r *reader) boolean(v *kdl.Value, what string) bool {
	if v.Kind != kdl.Bool {
		r.errorf(v.Span, "argument-type", "%s is #true or #false, and not %s", what, quote(v.Text))
		return false
	}
	return v.Text == "true"
}

// isWord reports whether a value is a bare word of the language, such as `required`.
func isWord(v *kdl.Value, text string) bool {
	return v.Kind == kdl.String && v.Bare && v.Text == text
}

// whole numbers are few digits long, so that comparing them is no work.
const maxWholeDigits = 15

// whole returns a whole number that is not negative.
func (r *reader) whole(v *kdl.Value, what string) (int64, string, bool) {
	spelling, ok := v.JSONNumber()
	n, err := strconv.ParseInt(spelling, 10, 64)
	if !ok || err != nil || n < 0 || len(spelling) > maxWholeDigits {
		r.errorf(v.Span, "argument-type", "%s is a whole number, and not %s", what, quote(v.Text))
		return 0, "", false
	}
	return n, spelling, true
}

// inside returns what gives the place of bytes i to j of a string's text; it is that of the string when escapes move
// them.
func inside(v *kdl.Value) func(i, j int) source.Span {
	raw, start := v.Raw(), v.Span.Start
	switch raw {
	case v.Text:
	case `"` + v.Text + `"`:
		start++
	default:
		return func(int, int) source.Span { return v.Span }
	}
	return func(i, j int) source.Span { return v.Span.File.Span(start+i, start+j) }
}

// wordsSpan reaches from one value to another.
func wordsSpan(first, last *kdl.Value) source.Span {
	return first.Span.File.Span(first.Span.Start, max(first.Span.End, last.Span.End))
}

// seen remembers names and where they stand.
type seen map[string]source.Span

// repeats reports a name that was there before; what says what it names.
func (r *reader) repeats(first seen, name string, at source.Span, what string) bool {
	earlier, twice := first[name]
	if !twice {
		first[name] = at
		return false
	}
	r.errorf(at, "duplicate-name", "%s %s stands twice", what, quote(name)).WithRelated(earlier, "first here")
	return true
}

package kdl

import (
	"slices"
	"strings"
)

// Format prints a document in the layout of `schemac fmt`:
//
//   - one node on a line, four blanks for each block that is open, at most one empty line in a row;
//   - a block on one line stays on one line, its nodes separated by "; ";
//   - a line that is continued stays continued, four blanks deeper;
//   - words, strings, numbers and comments stay as they are written; a multi-line string is moved as a whole.
//
// Reading what it prints gives the same tree, and formatting that changes nothing. The document must have been read
// without errors. A KDL 1 file is returned as it is: its comments are not in the tree.
func Format(doc *Document) string {
	if doc.Version == 1 {
		return doc.File.Text
	}
	f := &formatter{text: doc.File.Text}
	f.lines(parts(doc.Nodes, doc.Comments), 0)
	if f.out.Len() > 0 {
		f.out.WriteByte('\n')
	}
	return f.out.String()
}

const indentation = "    "

// A formatter prints one document. What layout the author chose it takes from the text between two parts.
type formatter struct {
	text   string
	out    strings.Builder
	indent int
}

// lines prints parts on lines of their own; from is where the text before them ends.
func (f *formatter) lines(all []part, from int) {
	c := cursor{text: f.text, previous: from, furthest: from}
	joined := false // the part before is a comment that begins a line, so that a node may follow on it
	ended := false  // the part before takes the rest of the line
	for i, p := range all {
		gap := c.gap(p)
		breaks := newlines(gap)
		sameLine := f.out.Len() > 0 && breaks == 0 && !ended && f.mayTrail(p, gap, joined)
		if sameLine {
			f.out.WriteByte(' ')
		} else {
			f.newline(breaks > 1 && i > 0)
		}
		joined, ended = !sameLine && !p.isNode(), p.isLineComment()
		f.part(p)
	}
}

// mayTrail reports whether a part that the author wrote on the line of the part before stays there: a comment does,
// unless it is about what follows (`a; /* b's */ b`), and a node after a comment.
func (f *formatter) mayTrail(p part, gap string, joined bool) bool {
	if p.isNode() {
		return joined
	}
	return p.isLineComment() || !strings.Contains(gap, ";")
}

func (f *formatter) newline(empty bool) {
	if f.out.Len() > 0 {
		f.out.WriteByte('\n')
		if empty {
			f.out.WriteByte('\n')
		}
	}
	f.pad(f.indent)
}

func (f *formatter) pad(depth int) {
	for range depth {
		f.out.WriteString(indentation)
	}
}

func (f *formatter) part(p part) {
	switch {
	case p.node != nil:
		f.node(p.node)
	case p.comment != nil:
		f.comment(p.comment)
	case p.as != nil:
		f.out.WriteString("as ")
		f.value(p.as)
	default:
		f.entry(p.entry)
	}
}

func (f *formatter) comment(c *Comment) {
	text := c.Text()
	switch {
	case c.isLine():
		f.out.WriteString(trimBlanks(text))
	case c.Node == nil:
		f.out.WriteString(text)
	default:
		f.out.WriteString("/-")
		if s := (scanner{text: text}); c.Node.Name != nil && s.spaceEnd(2) > 2 {
			f.out.WriteByte(' ')
		}
		f.node(c.Node)
	}
}

// trimBlanks cuts the blanks from the end of a line comment.
func trimBlanks(text string) string {
	return strings.TrimRightFunc(text, func(r rune) bool { return r == ' ' || r == '\t' || isWideBlank(r) })
}

// node prints a node, or the block of a stand-in for one.
func (f *formatter) node(n *Node) {
	header, inside, tail := split(n)
	end := n.Span.Start
	if n.Name != nil {
		f.annotation(n.Type)
		f.value(n.Name)
		end = n.Name.Span.End
	}
	broken := f.continued(header, end, n.HasChildren)
	if !n.HasChildren {
		return
	}
	if n.Name != nil && !broken {
		f.out.WriteByte(' ')
	}
	f.block(n, inside)
	f.continued(tail, n.Block.End, false)
}

// continued prints the parts of a node on its line, or on further ones where the author continued it. more says that a
// block follows. It reports whether the last thing printed is the start of a line.
func (f *formatter) continued(all []part, from int, more bool) (lineStart bool) {
	c := cursor{text: f.text, previous: from, furthest: from}
	for i, p := range all {
		breaks := newlines(c.gap(p)) > 0
		inner := more || i+1 < len(all)
		switch {
		case p.isLineComment() && inner && lineStart:
			f.out.WriteString("\\ ")
		case p.isLineComment() && inner:
			f.out.WriteString(" \\ ")
		case lineStart:
		case breaks && !p.isLineComment():
			f.out.WriteString(" \\")
			f.continuedLine()
		default:
			f.out.WriteByte(' ')
		}
		f.part(p)
		lineStart = p.isLineComment() && inner
		if lineStart {
			f.continuedLine()
		}
	}
	return lineStart
}

func (f *formatter) continuedLine() {
	f.out.WriteByte('\n')
	f.pad(f.indent + 1)
}

func (f *formatter) block(n *Node, inside []part) {
	f.out.WriteByte('{')
	switch {
	case len(inside) == 0:
	case newlines(n.Block.Text()) == 0:
		f.oneLine(inside, n.Block.Start+1)
	default:
		f.indent++
		f.lines(inside, n.Block.Start+1)
		f.indent--
		f.newline(false)
	}
	f.out.WriteByte('}')
}

// oneLine prints the parts of a block that stays on one line.
func (f *formatter) oneLine(all []part, from int) {
	c := cursor{text: f.text, previous: from, furthest: from}
	open := false // a node was printed and not yet ended
	for _, p := range all {
		gap := c.gap(p)
		if open && (p.isNode() || strings.Contains(gap, ";")) {
			f.out.WriteByte(';')
			open = false
		}
		f.out.WriteByte(' ')
		f.part(p)
		open = open || p.isNode()
	}
	f.out.WriteByte(' ')
}

func (f *formatter) entry(e Entry) {
	if e.Arg != nil {
		f.annotated(e.Arg)
		return
	}
	f.value(e.Prop.Name)
	f.out.WriteByte('=')
	f.annotated(e.Prop.Value)
}

func (f *formatter) annotated(v *Value) {
	f.annotation(v.Type)
	f.value(v)
}

func (f *formatter) annotation(v *Value) {
	if v == nil {
		return
	}
	f.out.WriteByte('(')
	f.value(v)
	f.out.WriteByte(')')
}

// value prints a value as it is written.
func (f *formatter) value(v *Value) {
	raw := v.Raw()
	if lines, ok := movableLines(raw); ok {
		f.moved(lines)
		return
	}
	f.out.WriteString(raw)
}

// movableLines returns the lines of a multi-line string whose indentation may change: one in which a backslash takes
// back a newline or blank, or in which other newlines than "\n" stand, is better left alone.
func movableLines(raw string) (lines []string, ok bool) {
	if !strings.HasPrefix(strings.TrimLeft(raw, "#"), tripleQuote) || strings.ContainsAny(raw, "\v\f\r\u0085\u2028\u2029") {
		return nil, false
	}
	lines = strings.Split(raw, "\n")
	if raw[0] != '#' && slices.ContainsFunc(lines, takesBackBlanks) {
		return nil, false
	}
	return lines, true
}

// takesBackBlanks holds for a line with a backslash before a blank or its end.
func takesBackBlanks(line string) bool {
	s := scanner{text: line}
	for i := range len(line) {
		if line[i] == '\\' && (i+1 == len(line) || s.blankSize(i+1) > 0) {
			return true
		}
	}
	return false
}

// moved prints the lines of a multi-line string one block deeper than its node.
func (f *formatter) moved(lines []string) {
	closing := lines[len(lines)-1]
	s := scanner{text: closing}
	indent := closing[:s.blankEnd(0)]
	f.out.WriteString(lines[0])
	for _, line := range lines[1:] {
		f.out.WriteByte('\n')
		if isBlank(line) {
			continue
		}
		f.pad(f.indent + 1)
		f.out.WriteString(strings.TrimPrefix(line, indent))
	}
}

package diag

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"schemac/model/source"
)

// window is how many code points of a source line are shown: a line of a megabyte must not flood a terminal.
const window = 120

// Text writes the diagnostics in the form of rustc: the message, the place, the source line with a caret, notes and
// help, and a blank line after each. With color, ANSI sequences mark severities. It returns the writer's error.
func Text(w io.Writer, diagnostics []*Diagnostic, color bool) error {
	p := printer{color: color}
	for _, d := range diagnostics {
		p.diagnostic(d)
	}
	_, err := io.WriteString(w, p.out.String())
	return err
}

type printer struct {
	out   strings.Builder
	color bool
}

func (p *printer) diagnostic(d *Diagnostic) {
	head := fmt.Sprintf("%s[%s]", d.Severity, d.Code)
	fmt.Fprintf(&p.out, "%s: %s\n", p.paint(severityColor(d.Severity), head), printable(d.Message))
	if !d.Span.IsZero() {
		p.place("-->", d.Span, "^", "", d.HideSource)
	}
	for _, r := range d.Related {
		p.place(":::", r.Span, "-", r.Message, r.HideSource)
	}
	if d.Help != "" {
		fmt.Fprintf(&p.out, "  %s %s\n", p.paint(bold, "= help:"), printable(d.Help))
	}
	p.out.WriteByte('\n')
}

// place shows a span: where it is and, unless the source is to be hidden, the first line of it with a mark below.
func (p *printer) place(arrow string, at source.Span, mark, label string, hide bool) {
	fmt.Fprintf(&p.out, "  %s %s", p.paint(bold, arrow), printable(at.String()))
	if hide {
		fmt.Fprintf(&p.out, " %s\n", strings.TrimSpace(printable(label)+" (the line holds a secret and is not shown)"))
		return
	}
	p.out.WriteByte('\n')
	position := at.Position()
	line, start := at.File.Line(position.Line)
	shown, before, width := excerpt(line, at.Start-start, at.End-at.Start)
	number := fmt.Sprint(position.Line)
	gutter := strings.Repeat(" ", len(number))
	fmt.Fprintf(&p.out, "%s |\n%s | %s\n%s | %s%s", gutter, number, shown, gutter, before, strings.Repeat(mark, width))
	if label != "" {
		p.out.WriteString(" " + printable(label))
	}
	p.out.WriteByte('\n')
}

// excerpt returns the part of a line to show, the blanks that lead to the mark, and how many marks to print. The offset
// and length are in bytes. Tabs are kept in both lines, so that the mark stands below its text.
func excerpt(line string, offset, length int) (shown, before string, marks int) {
	end := min(offset+length, offset+window*utf8.UTFMax, len(line))
	marks = max(1, cells([]rune(line[offset:end])))
	// Of a line of megabytes only the part around the mark is looked at; both cuts fall beside what is shown.
	from, to := max(0, offset-window*utf8.UTFMax), min(len(line), offset+window*utf8.UTFMax)
	prefix, rest := []rune(strings.ToValidUTF8(line[from:offset], "")), []rune(strings.ToValidUTF8(line[offset:to], ""))
	cut := ""
	if len(prefix) > window/2 {
		prefix, cut = prefix[len(prefix)-window/2:], "…"
	}
	tail := ""
	if room := window - len(prefix); len(rest) > room {
		rest, tail = rest[:room], "…"
	}
	shown = strings.TrimRight(cut+printable(string(prefix))+printable(string(rest))+tail, " ")
	return shown, strings.Repeat(" ", len([]rune(cut))) + blank(prefix), min(marks, max(1, cells(rest)))
}

// blank returns blanks as wide as the text; tabs stay.
func blank(runes []rune) string {
	var out strings.Builder
	for _, r := range runes {
		if r == '\t' {
			out.WriteByte('\t')
		} else {
			out.WriteString("  "[:cell(r)])
		}
	}
	return out.String()
}

// cells is how many columns a terminal takes for a text.
func cells(runes []rune) int {
	n := 0
	for _, r := range runes {
		n += cell(r)
	}
	return n
}

// cell is how many columns a terminal takes for a character: none for what is drawn over the one before, two for what is wide
// (Unicode Standard Annex 11).
func cell(r rune) int {
	if r < 0x300 {
		return 1
	}
	if unicode.In(r, unicode.Mn, unicode.Me) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// printable replaces control and other invisible characters, so that a source file cannot drive the terminal.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || unicode.IsGraphic(r) {
			return r
		}
		return utf8.RuneError
	}, text)
}

const (
	bold   = "\x1b[1m"
	red    = "\x1b[1;31m"
	yellow = "\x1b[1;33m"
	cyan   = "\x1b[1;36m"
	reset  = "\x1b[0m"
)

func severityColor(s Severity) string { return [...]string{red, yellow, cyan}[s] }

func (p *printer) paint(color, text string) string {
	if !p.color {
		return text
	}
	return color + text + reset
}

package lint

import (
	"strings"

	"schemac/model"
	"schemac/model/diag"
	"schemac/model/source"
)

// UnusedIgnore finds comments that silence nothing. It runs after all other rules, which is why it has no loop of its
// own: what it reports is known only then.
var UnusedIgnore = &Rule{
	ID:    "unused-ignore",
	Title: "a comment that silences a rule, and has no effect",
	Text: "`# schemac:ignore RULE reason` (in a guardfile `// schemac:ignore RULE reason`) silences one rule on its own line, or on " +
		"the line below its block of comments; a docstring there counts with the line that it describes. The reason is required, " +
		"so that the next reader knows when the comment may go. One that names no rule, gives no reason or silences nothing is " +
		"reported: it would hide a finding of tomorrow.",
	Before: `# schemac:ignore describe-tables
type Visit @table @export {
  id: ID @primaryKey
}
`,
	After: `# schemac:ignore describe-tables internal, no model reads it
type Visit @table @export {
  id: ID @primaryKey
}
`,
	Severity: diag.Warning,
	Run:      func(*Pass) {},
}

// A note is one `schemac:ignore`.
type note struct {
	at source.Span
	// rule is the ID that it names, and ruleAt its place; fault says why the note has no effect, if it has none.
	rule   string
	ruleAt source.Span
	fault  string
	// first and last are the lines that it silences.
	first, last int
	used        bool
}

// notes are those of a document by file. off are the rules that do not run.
type notes struct {
	all    []*note
	byFile map[*source.File][]*note
	off    map[string]bool
}

func readNotes(d *model.Document, off map[string]bool) *notes {
	n := &notes{byFile: map[*source.File][]*note{}, off: off}
	for _, at := range d.Notes {
		if one := readNote(at); one != nil {
			n.all = append(n.all, one)
			n.byFile[at.File] = append(n.byFile[at.File], one)
		}
	}
	return n
}

const noteWord = "schemac:ignore"

// readNote reads a comment that speaks to schemac.
func readNote(at source.Span) *note {
	n := &note{at: at}
	text := at.Text()
	start := strings.Index(text, "schemac:")
	word, rest, _ := strings.Cut(text[start:], " ")
	if word != noteWord {
		n.fault = `unknown comment "` + word + `"; there is "` + noteWord + `"`
		return n
	}
	rest = strings.TrimSpace(strings.TrimSuffix(rest, "*/"))
	id, reason, _ := strings.Cut(rest, " ")
	n.rule = id
	if i := strings.LastIndex(text, id); id != "" {
		n.ruleAt = at.File.Span(at.Start+i, at.Start+i+len(id))
		if i := strings.Index(text, " "+id); i >= 0 {
			n.ruleAt = at.File.Span(at.Start+i+1, at.Start+i+1+len(id))
		}
	}
	n.first, n.last = silenced(at)
	switch {
	case id == "":
		n.fault = `"` + noteWord + `" names no rule; write "` + noteWord + ` RULE reason"`
	case Find(id) == nil:
		n.fault = `unknown rule "` + id + `"`
		if best := diag.Closest(id, IDs()); best != "" {
			n.fault += `; did you mean "` + best + `"`
		}
	case strings.TrimSpace(reason) == "":
		n.fault = `"` + noteWord + ` ` + id + `" gives no reason; say why it is right here, and the rule is silent`
	}
	return n
}

// silenced returns the lines that a comment speaks of: its own and, when nothing else stands there, its whole block of
// comments, the line below it and, when that begins a docstring, the line below the docstring.
func silenced(at source.Span) (first, last int) {
	f := at.File
	own := f.LineOf(at.Start)
	if !isComment(lineOf(f, own)) {
		return own, own
	}
	lines := f.LineOf(len(f.Text))
	first, last = own, own
	for first > 1 && isComment(lineOf(f, first-1)) {
		first--
	}
	for last < lines && isComment(lineOf(f, last+1)) {
		last++
	}
	if last == lines {
		return first, last
	}
	last++
	text, start := f.Line(last)
	body := strings.TrimLeft(text, " \t,")
	if !strings.HasPrefix(body, `"`) {
		return first, last
	}
	end := last
	if strings.HasPrefix(body, `"""`) {
		after := start + len(text) - len(body) + 3
		if i := strings.Index(f.Text[after:], `"""`); i >= 0 {
			end = f.LineOf(after + i)
		}
	}
	return first, min(end+1, lines)
}

func lineOf(f *source.File, n int) string {
	text, _ := f.Line(n)
	return text
}

func isComment(line string) bool {
	line = strings.TrimLeft(line, " \t,")
	return strings.HasPrefix(line, "#") && !strings.HasPrefix(line, `#"`) || strings.HasPrefix(line, "//")
}

// silence reports whether a note covers the finding, and marks it as used.
func (n *notes) silence(f *Finding) bool {
	covering := n.covering(f.Rule, f.Span)
	for _, one := range covering {
		one.used = true
	}
	return len(covering) > 0
}

// covering returns the notes that silence a rule at a place. Of no notes there are none.
func (n *notes) covering(rule *Rule, at source.Span) []*note {
	if n == nil || at.IsZero() || len(n.byFile[at.File]) == 0 {
		return nil
	}
	line := at.File.LineOf(at.Start)
	var covering []*note
	for _, one := range n.byFile[at.File] {
		if one.fault == "" && one.rule == rule.ID && one.first <= line && line <= one.last {
			covering = append(covering, one)
		}
	}
	return covering
}

// findings reports the notes that have no effect. Those that silence nothing are left out when the source was not read
// whole: what they silence may be what could not be read.
func (n *notes) findings(whole bool) []*Finding {
	p := &Pass{rule: UnusedIgnore}
	for _, one := range n.all {
		switch {
		case one.fault != "":
			p.Reportf(or(one.ruleAt, one.at), "%s", one.fault)
		case whole && !one.used && !n.off[one.rule]:
			p.Reportf(one.ruleAt, "rule %q finds nothing here; remove the comment", one.rule)
		}
	}
	return p.findings
}

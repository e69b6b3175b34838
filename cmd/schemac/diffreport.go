package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"schemac/lint/breaking"
	"schemac/model/diag"
	"schemac/model/ordered"
	"schemac/model/source"
)

// A diffReport is what diff prints: the changes, the gravest first.
type diffReport struct {
	*compilation // of the new side
	changes      []judged
}

// print writes the report to standard output, and to standard error what is wrong with entries that accept changes.
func (p diffReport) print(format string) error {
	if err := diag.Text(p.stderr, p.ownDiagnostics(), p.colored(p.stderr)); err != nil {
		return err
	}
	switch format {
	case "github":
		return diag.GitHub(p.stdout, p.diagnostics(), "")
	case "json":
		w := ordered.NewWriter(p.stdout)
		p.json(w)
		return w.Close()
	case "sarif":
		w := ordered.NewWriter(p.stdout)
		tool := changeTool()
		tool.Anchor = p.anchor()
		diag.SARIF(w, p.diagnostics(), tool, "")
		return w.Close()
	case "markdown":
		_, err := io.WriteString(p.stdout, p.markdown())
		return err
	}
	if _, err := io.WriteString(p.stdout, p.text()); err != nil {
		return err
	}
	p.sayf("%s", p.counts())
	return nil
}

// ownDiagnostics are those about accepted changes; what the sources have to say else is for build and lint to tell.
func (p diffReport) ownDiagnostics() []*diag.Diagnostic {
	if p.quiet {
		return nil
	}
	return p.diags.With(func(d *diag.Diagnostic) bool { return d.Code == "accept-expired" }, nil).Sorted()
}

// verdict says how the command ends. Accepted changes do not count.
func (p diffReport) verdict(failOn string) error {
	for _, c := range p.changes {
		if c.reason == "" && (failOn == "any" || failOn == "breaking" && c.Class == breaking.Breaking) {
			return errFindings
		}
	}
	return nil
}

// counts says how many changes there are of each class.
func (p diffReport) counts() string {
	var n [3]int
	accepted := 0
	for _, c := range p.changes {
		if c.reason != "" {
			accepted++
		} else {
			n[c.Class]++
		}
	}
	if len(p.changes) == 0 {
		return "no changes"
	}
	text := fmt.Sprintf("%d breaking, %d compatible, %s", n[breaking.Breaking], n[breaking.Compatible], count(n[breaking.Info], "info"))
	if accepted > 0 {
		text += fmt.Sprintf(", %d breaking accepted", accepted)
	}
	return text
}

// text is the report for a terminal: for each change what it is, then where and for whom.
func (p diffReport) text() string {
	var out strings.Builder
	colored := p.colored(p.stdout)
	for _, c := range p.changes {
		if p.quiet && (c.Class != breaking.Breaking || c.reason != "") {
			continue
		}
		class := c.Class.String()
		if c.reason != "" {
			class = "accepted"
		}
		fmt.Fprintf(&out, "%s[%s]: %s: %s\n", paint(class, colored), c.Rule.ID, plainText(c.Subject()), plainText(c.Message))
		fmt.Fprintf(&out, "    %s; for %s\n", plainText(places(c.Change)), c.For)
		if p.verbose {
			values(&out, c.Change)
		}
		switch {
		case c.reason != "":
			fmt.Fprintf(&out, "    because %s\n", plainText(c.reason))
		case c.Class == breaking.Breaking:
			fmt.Fprintf(&out, "    accept: %q\n", c.Fingerprint())
		}
	}
	return out.String()
}

// paint colours a class: red is breaking, and what is accepted has been red.
func paint(class string, colored bool) string {
	color := map[string]string{"breaking": "31", "compatible": "32", "info": "36", "accepted": "33"}[class]
	if !colored {
		return class
	}
	return "\x1b[1;" + color + "m" + class + "\x1b[0m"
}

// values prints what differs, when it says more than the message does.
func values(out *strings.Builder, c *breaking.Change) {
	if c.Before != "" {
		fmt.Fprintf(out, "    - %s\n", plainText(c.Before))
	}
	if c.After != "" {
		fmt.Fprintf(out, "    + %s\n", plainText(c.After))
	}
}

// places says where a change is: the new place, and the old one where it is another.
func places(c *breaking.Change) string {
	switch {
	case c.New.IsZero() && c.Old.IsZero():
		return "in no source"
	case c.New.IsZero():
		return "was at " + c.Old.String()
	case c.Old.IsZero():
		return "at " + c.New.String()
	}
	return "at " + c.New.String() + ", was at " + c.Old.String()
}

// plainText keeps control characters of sources and of names of files from a terminal, and a text on its line.
func plainText(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 {
			return ' '
		}
		if !unicode.IsGraphic(r) { // such as what turns the direction of a line
			return utf8.RuneError
		}
		return r
	}, text)
}

// diagnostics are the changes as code scanning and annotations take them. What is gone has no place in the new sources, so
// the old one is told in words.
func (p diffReport) diagnostics() []*diag.Diagnostic {
	var list []*diag.Diagnostic
	for _, c := range p.changes {
		d := c.Diagnostic()
		if c.New.IsZero() && !c.Old.IsZero() {
			d.Message += " (was at " + c.Old.String() + ")"
		}
		d.Span, d.Related = c.New, nil
		if c.reason != "" {
			d.Severity, d.Help = diag.Info, "accepted: "+c.reason
		}
		list = append(list, d)
	}
	return list
}

// changeTool is what a SARIF log says of schemac: rules of changes.
func changeTool() diag.Tool {
	tool := diag.Tool{Name: "schemac", Version: version()}
	for _, rule := range breaking.Rules {
		severity := diag.Info
		if rule.Class == breaking.Breaking {
			severity = diag.Error
		}
		tool.Rules = append(tool.Rules, diag.RuleWords{ID: rule.ID, Title: rule.Title, Text: rule.Text, Severity: severity})
	}
	return tool
}

// json writes the report in its stable form (docs/diff.md).
func (p diffReport) json(w *ordered.Writer) {
	w.BeginObject()
	w.Key("version")
	w.Number("1")
	w.Key("changes")
	w.BeginArray()
	for _, c := range p.changes {
		c.json(w)
	}
	w.EndArray()
	w.EndObject()
}

func (c judged) json(w *ordered.Writer) {
	w.BeginObject()
	w.Key("rule")
	w.String(c.Rule.ID)
	w.Key("class")
	w.String(c.Class.String())
	w.Key("for")
	stringList(w, c.For.Names())
	w.Key("surface")
	w.String(c.Surface)
	if len(c.Operations) > 0 {
		w.Key("operations")
		stringList(w, c.Operations)
	}
	w.Text("path", c.Path)
	w.Key("message")
	w.String(c.Message)
	w.Text("before", c.Before)
	w.Text("after", c.After)
	jsonPlace(w, "old", c.Old)
	jsonPlace(w, "new", c.New)
	if c.Tokens != 0 {
		w.Key("tokens")
		w.Number(strconv.Itoa(c.Tokens))
	}
	if c.Class == breaking.Breaking {
		w.Key("fingerprint")
		w.String(c.Fingerprint())
	}
	w.Text("accepted", c.reason)
	w.EndObject()
}

func stringList(w *ordered.Writer, list []string) {
	w.BeginArray()
	for _, text := range list {
		w.String(text)
	}
	w.EndArray()
}

func jsonPlace(w *ordered.Writer, key string, at source.Span) {
	if at.IsZero() {
		return
	}
	position := at.Position()
	w.Key(key)
	w.BeginObject()
	w.Key("file")
	w.String(at.File.Name)
	w.Key("line")
	w.Number(strconv.Itoa(position.Line))
	w.Key("column")
	w.Number(strconv.Itoa(position.Column))
	w.EndObject()
}

// markdown is the report for a comment on a pull request: breaking changes in a table, the others folded away.
func (p diffReport) markdown() string {
	var out strings.Builder
	fmt.Fprintf(&out, "### schemac: %s\n", p.counts())
	groups := []struct {
		title    string
		open     bool
		belongs  func(judged) bool
		selected []judged
	}{
		{title: "Breaking", open: true, belongs: func(c judged) bool { return c.Class == breaking.Breaking && c.reason == "" }},
		{title: "Breaking and accepted", open: true, belongs: func(c judged) bool { return c.reason != "" }},
		{title: "Compatible", belongs: func(c judged) bool { return c.Class == breaking.Compatible }},
		{title: "Info", belongs: func(c judged) bool { return c.Class == breaking.Info }},
	}
	for _, g := range groups {
		for _, c := range p.changes {
			if g.belongs(c) {
				g.selected = append(g.selected, c)
			}
		}
		markdownGroup(&out, g.title, g.open, g.selected)
	}
	return out.String()
}

// mostRows is how many changes of a group a comment shows: a comment on GitHub holds 65,536 characters.
const mostRows = 100

func markdownGroup(out *strings.Builder, title string, open bool, changes []judged) {
	if len(changes) == 0 {
		return
	}
	if open {
		fmt.Fprintf(out, "\n**%s**\n", title)
	} else {
		fmt.Fprintf(out, "\n<details><summary>%s (%d)</summary>\n", title, len(changes))
	}
	out.WriteString("\n| change | for | rule | where |\n|---|---|---|---|\n")
	for i, c := range changes {
		if i == mostRows {
			fmt.Fprintf(out, "| … %s | | | |\n", count(len(changes)-i, "more change"))
			break
		}
		what := markdownText(c.Subject()) + ": " + markdownText(c.Message)
		if c.reason != "" {
			what += "<br>accepted: " + markdownText(c.reason)
		}
		fmt.Fprintf(out, "| %s | %s | `%s` | %s |\n", what, c.For, c.Rule.ID, markdownText(places(c.Change)))
	}
	if !open {
		out.WriteString("\n</details>\n")
	}
}

// markdownText keeps a text of the sources from being read as markup.
func markdownText(text string) string {
	var out strings.Builder
	for _, r := range plainText(text) {
		switch {
		case r == '<':
			out.WriteString("&lt;")
		case r == '&':
			out.WriteString("&amp;")
		case r == '@':
			out.WriteString("&#64;") // names nobody
		case strings.ContainsRune("\\`*_{}[]()#+!|~", r):
			out.WriteString("\\" + string(r))
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

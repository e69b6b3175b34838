package lint

import (
	"fmt"
	"strings"
)

// Explain returns what there is to know of a rule, for a terminal.
func (r *Rule) Explain() string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s (%s): %s\n\n%s\n", r.ID, r.Severity, r.Title, Wrap(r.Text, 80))
	if r.Before != "" {
		fmt.Fprintf(&out, "\nBefore:\n\n%s\nAfter:\n\n%s", indented(shortened(r.Before)), indented(shortened(r.After)))
	}
	fmt.Fprintf(&out, "\nIn schemac.yaml:\n\n    rules: { %s: off }\n", r.ID)
	if !r.Configured {
		fmt.Fprintf(&out, "\nAt one place:\n\n    # schemac:ignore %s REASON\n", r.ID)
	}
	return out.String()
}

// Markdown returns the reference of all rules: docs/lint.md.
func Markdown() string {
	var out strings.Builder
	out.WriteString(markdownHead)
	for _, r := range Rules {
		fmt.Fprintf(&out, "| [%s](#%s) | %s | %s |\n", r.ID, r.ID, r.Severity, strings.ReplaceAll(r.Title, "|", `\|`))
	}
	for _, r := range Rules {
		fmt.Fprintf(&out, "\n## %s\n\n**%s**: %s.\n\n%s\n", r.ID, r.Severity, r.Title, r.Text)
		if r.Before != "" {
			language := "graphql"
			if strings.HasPrefix(r.Before, "wrap ") {
				language = "kdl"
			}
			fmt.Fprintf(&out, "\nBefore:\n\n```%s\n%s```\n\nAfter:\n\n```%s\n%s```\n", language, shortened(r.Before), language, shortened(r.After))
		}
	}
	return out.String()
}

const markdownHead = `# Lint rules

This page is generated from the rules; ` + "`schemac explain RULE`" + ` prints the same. [linting.md](linting.md) says how to use them.
The severity is the one that a finding has unless the rule says otherwise for a graver case. A finding never stops a build.

| rule | severity | finds |
|---|---|---|
`

// mostLines is how many lines of an example are shown, and mostColumns how many characters of a line.
const (
	mostLines   = 14
	mostColumns = 130
)

// shortened cuts an example that shows a fault by its length.
func shortened(text string) string {
	lines := strings.SplitAfter(text, "\n")
	if len(lines) > mostLines+2 {
		lines = append(append(lines[:mostLines-2:mostLines-2], "  …\n"), lines[len(lines)-2:]...)
	}
	for i, line := range lines {
		if len(line) > mostColumns {
			lines[i] = line[:mostColumns/2] + " … " + line[len(line)-mostColumns/4:]
		}
	}
	return strings.Join(lines, "")
}

// indented moves an example away from the text around it.
func indented(text string) string { return Indent("    ", text) }

// Indent puts blanks before each line that is not empty.
func Indent(blanks, text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if line != "\n" {
			out.WriteString(blanks)
		}
		out.WriteString(line)
	}
	return out.String()
}

// Wrap breaks a text into lines of at most width bytes, for a terminal.
func Wrap(text string, width int) string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return strings.Join(append(lines, line), "\n")
}

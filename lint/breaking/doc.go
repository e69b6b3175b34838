package breaking

import (
	"fmt"
	"strings"
)

// Explain returns what there is to know of a rule, for a terminal.
func (r *Rule) Explain() string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s (%s for %s): %s\n\n%s\n", r.ID, r.Class, r.For, r.Title, wrap(r.Text, 80))
	if r.Example != nil {
		before, after := r.Example()
		fmt.Fprintf(&out, "\nBefore:\n\n%s\nAfter:\n\n%s", indented(before), indented(after))
	}
	return out.String() + r.back()
}

// back says what the change back is.
func (r *Rule) back() string {
	switch r.Twin {
	case "":
		return "\n" + wrap(r.Waiver, 80) + "\n"
	case r.ID:
		return "\nThe change back is one of the same rule.\n"
	}
	return "\nThe change back: " + r.Twin + ".\n"
}

// indented moves an example away from the text around it.
func indented(text string) string { return indentBy("    ", text) }

func indentBy(blanks, text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if line != "\n" {
			out.WriteString(blanks)
		}
		out.WriteString(line)
	}
	return out.String()
}

// wrap breaks a text into lines of at most width bytes.
func wrap(text string, width int) string {
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

// Markdown returns the reference of all rules: a part of docs/diff.md.
func Markdown() string {
	var out strings.Builder
	out.WriteString("| rule | class | for | says |\n|---|---|---|---|\n")
	for _, r := range Rules {
		fmt.Fprintf(&out, "| [%s](#%s) | %s | %s | %s |\n", r.ID, r.ID, r.Class, r.For, strings.ReplaceAll(r.Title, "|", `\|`))
	}
	for _, r := range Rules {
		fmt.Fprintf(&out, "\n### %s\n\n**%s** for %s: %s.\n\n%s\n", r.ID, r.Class, r.For, r.Title, r.Text)
	}
	return out.String()
}

package breaking

import (
	"fmt"
	"strings"

	"schemac/lint"
)

// Explain returns what there is to know of a rule, for a terminal.
func (r *Rule) Explain() string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s (%s for %s): %s\n\n%s\n", r.ID, r.Class, r.For, r.Title, lint.Wrap(r.Text, 80))
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
		return "\n" + lint.Wrap(r.Waiver, 80) + "\n"
	case r.ID:
		return "\nThe change back is one of the same rule.\n"
	}
	return "\nThe change back: " + r.Twin + ".\n"
}

// indented moves an example away from the text around it, and what is in a block of a guardfile into it.
func indented(text string) string { return lint.Indent("    ", text) }

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

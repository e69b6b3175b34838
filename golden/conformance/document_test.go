package conformance_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// hostsDocument is the page that says what hosts make of the artifacts. The part between the marks is made here.
const (
	hostsDocument = "../../docs/hosts.md"
	beginMark     = "<!-- made by make conformance: begin -->\n"
	endMark       = "<!-- made by make conformance: end -->\n"
)

// checkDocument holds the page to the run, or rewrites it. It rests on the artifacts of this repository alone.
func (x *Run) checkDocument() error {
	text, err := os.ReadFile(hostsDocument)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(text), beginMark)
	old, after, ok2 := strings.Cut(rest, endMark)
	if !ok || !ok2 {
		return fmt.Errorf("docs/hosts.md has lost its marks")
	}
	made := x.outcome()
	if made == old {
		return nil
	}
	if !*update {
		return fmt.Errorf("docs/hosts.md says something else; read the difference after `make conformance-hosts UPDATE=1`")
	}
	return os.WriteFile(hostsDocument, []byte(before+beginMark+made+endMark+after), 0o644)
}

// outcome is the made part of the page.
func (x *Run) outcome() string {
	var text strings.Builder
	text.WriteString("\n### Who takes what\n\n| host | takes |\n|---|---|\n")
	for _, r := range x.board.reports {
		takes := "all"
		if refused := len(r.refused); refused > 0 || r.tried == 0 {
			takes = "not all"
		}
		fmt.Fprintf(&text, "| %s | %s |\n", r.Host, takes)
	}
	text.WriteString("\n### What models are told\n\n|")
	converted := x.converted()
	for _, r := range converted {
		text.WriteString(" | " + r.Host)
	}
	text.WriteString(" |\n|---" + strings.Repeat("|---", len(converted)) + "|\n")
	for _, a := range aspects {
		text.WriteString("| " + a.name)
		for _, r := range converted {
			text.WriteString(" | " + a.cell(r))
		}
		text.WriteString(" |\n")
	}
	text.WriteString("\n### Findings that are meant\n\n| host | says | why it stays |\n|---|---|---|\n")
	for _, intent := range intents {
		fmt.Fprintf(&text, "| %s | %s | %s |\n", intent.Host, strings.ReplaceAll(intent.Rule, "|", `\|`), intent.Why)
	}
	text.WriteString("\n")
	return text.String()
}

func (x *Run) converted() []*Report {
	var list []*Report
	for _, r := range x.board.reports {
		if slices.Contains(converters, r.Host) {
			list = append(list, r)
		}
	}
	return list
}

// An aspect is a row of the table of converters: what findings speak of, by words that their rules hold.
type aspect struct {
	name  string
	words []string
}

var aspects = []aspect{
	{"name of a tool", []string{"in the name of the tool"}},
	{"description of a tool", []string{"description of the tool"}},
	{"properties and their order", []string{"a property is lost", "a schema is lost", "another order"}},
	{"`type`, `items`, `enum`", []string{"type ", "items ", "enum ", "union", "takes null"}},
	{"`description` of a property", []string{"description "}},
	{"`format`, `contentEncoding`, `pattern`, bounds, `deprecated`", []string{"format ", "contentEncoding ", "pattern ",
		"minimum ", "maximum ", "minItems ", "maxItems ", "minLength ", "maxLength ", "deprecated ", "default "}},
	{"`required`", []string{"become required", "becomes optional"}},
	{"closed and open objects", []string{"additionalProperties ", "strict mode"}},
}

// cell says what a host does to an aspect: it keeps it, or what it does instead.
func (a aspect) cell(r *Report) string {
	var said []string
	for _, intent := range intents {
		f := r.findings[intent.Rule]
		if f == nil || f.Intended == nil || f.Intended.Rule != intent.Rule || !f.Golden || !strings.HasPrefix(r.Host, intent.Host) {
			continue
		}
		if a.owns(intent.Rule) {
			said = append(said, intent.Rule)
		}
	}
	if len(said) == 0 {
		return "kept"
	}
	return strings.Join(said, "; ")
}

// owns reports whether a rule belongs to this aspect: to the first whose words it holds.
func (a aspect) owns(rule string) bool {
	for _, other := range aspects {
		for _, word := range other.words {
			if strings.Contains(rule, word) {
				return other.name == a.name
			}
		}
	}
	return false
}

package lint

import (
	"regexp"
	"strings"

	"schemac/model"
	"schemac/model/diag"
)

// NameStyle finds names of tools that hosts change (facts: hosts.md §2.2, §2.3).
var NameStyle = &Rule{
	ID:    "name-style",
	Title: "a tool name that some hosts change or refuse",
	Text: "Letters, digits and single underscores, beginning with a letter, reach a model unchanged everywhere. Hosts turn a dash " +
		"into an underscore, and two underscores part their own prefixes from the name.",
	Before: `wrap films {
    base-url "films.example.com"
    auth none
    can full-text-search films { path "/films"; describe "Search films by any word." }
}
`,
	After: `wrap films {
    base-url "films.example.com"
    auth none
    can full-text-search films { path "/films"; describe "Search films by any word."; tool find_films }
}
`,
	Severity: diag.Info,
	Compiler: []string{"tool-name"},
	Run: func(p *Pass) {
		for _, s := range p.Surfaces {
			var before *model.Resource
			for _, op := range s.Operations {
				table := op.Origin.Table
				if !op.Listed || plainName.MatchString(op.Name) && !strings.Contains(op.Name, "__") || table != nil && table == before {
					continue
				}
				before = table
				p.Reportf(op.Span, "tool name %q has %s, which some hosts change", op.Name, oddity(op.Name)).WithHelp("%s", rename(op))
			}
		}
	},
}

var plainName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)

func oddity(name string) string {
	switch {
	case strings.Contains(name, "__"):
		return "two underscores"
	case strings.Contains(name, "-"):
		return "a dash"
	case strings.Contains(name, "."):
		return "a dot"
	}
	return "another beginning than a letter, or other characters than letters, digits and underscores"
}

// rename says how the name of a tool is changed.
func rename(op *model.Operation) string {
	switch o := &op.Origin; {
	case o.Table != nil && o.Table.Class:
		return "export the class under another name"
	case o.Table != nil:
		return "give the table another path with @export(name:)"
	case o.Action != nil:
		return "give the action another verb or resource, which make its name"
	case o.Custom != nil:
		return "give the tool another name in mcpTools"
	}
	return "state another name with `tool`"
}

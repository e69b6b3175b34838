package lint

import (
	"strings"

	"schemac/model"
	"schemac/model/diag"
	"schemac/model/source"
)

// DuplicateDescription finds tools that a model cannot tell apart by their descriptions (facts: hosts.md §3).
var DuplicateDescription = &Rule{
	ID:    "duplicate-description",
	Title: "two tools or tables with the same description, apart from the name of what they are about",
	Text: "A model chooses a tool by its description. When two say the same, the choice falls on either. Say in each what " +
		"tells it from the other.",
	Before: `"Data of a film, for the programme."
type Film @table @export {
  id: ID @primaryKey
}

"Data of a hall, for the programme."
type Hall @table @export {
  id: ID @primaryKey
}
`,
	After: `"One film that is or was shown, with its title and its length."
type Film @table @export {
  id: ID @primaryKey
}

"One room with a screen, and how many seats it has."
type Hall @table @export {
  id: ID @primaryKey
}
`,
	Severity: diag.Warning,
	Run: func(p *Pass) {
		for _, s := range p.Surfaces {
			first := map[string]*candidate{}
			list := candidates(s)
			said := make([]string, len(list))
			for i, c := range list {
				said[i] = c.anonymous()
				if before := first[said[i]]; before == nil || before.inherits() && !c.inherits() {
					first[said[i]] = c
				}
			}
			for i, c := range list {
				switch other := first[said[i]]; {
				case other == c:
				case other.span == c.span:
					p.Reportf(c.name, "%s has the description of %s; say what tells them apart", c.of, other.of).
						WithRelated(other.span, "the description is here").
						WithHelp("add `static description = '…'` to the class")
				default:
					p.Reportf(c.span, "apart from names, the description of %s says the same as that of %s; say what tells them apart", c.of, other.of).
						WithRelated(other.span, "the other is here")
				}
			}
		}
	},
}

// A candidate is something that a model chooses by its description: a table, whose six tools begin with it, or a tool.
type candidate struct {
	of, entity, words string
	// name is what is described, and span its description.
	name, span source.Span
	op         *model.Operation
}

// inherits reports whether the words stand in another file than what they describe: a class has those of its table.
func (c *candidate) inherits() bool { return c.name.File != c.span.File }

// candidates returns those of a surface that have words of an author.
func candidates(s *model.Surface) []*candidate {
	var list []*candidate
	for _, r := range s.Tables {
		if r.Description != "" && r.Listed {
			list = append(list, &candidate{of: quoted(sort(r), r.Name), entity: r.Name, words: r.Description, name: r.Span, span: or(r.DescriptionSpan, r.Span)})
		}
	}
	for _, op := range s.Operations {
		if doc, at := authored(op); doc != "" && op.Listed {
			list = append(list, &candidate{of: quoted("tool", op.Name), entity: entity(op), words: doc, name: op.Span, span: or(at, op.Span), op: op})
		}
	}
	return list
}

// sort says what a resource is to its author.
func sort(r *model.Resource) string {
	if r.Class {
		return "class"
	}
	return "table"
}

// anonymous returns what the description says without the name of its entity, in any of its forms.
func (c *candidate) anonymous() string {
	own := map[string]bool{stem(strings.ToLower(c.entity)): true}
	for _, word := range content(c.entity) {
		own[word] = true
	}
	var kept []string
	for _, word := range content(c.words) {
		if !own[word] {
			kept = append(kept, word)
		}
	}
	return strings.Join(kept, " ")
}

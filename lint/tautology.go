package lint

import (
	"slices"

	"schemac/model/diag"
)

// Tautology finds descriptions that say no more than the name (facts: hosts.md §3: 73 % of servers repeat names).
var Tautology = &Rule{
	ID:    "tautology",
	Title: "a description that only repeats the name",
	Text: "\"The title.\" beside `title` costs tokens and says nothing. Say what the name does not: the unit, the form, who sets " +
		"it, what it is for.",
	Before: `"One film that is shown."
type Film @table @export {
  id: ID @primaryKey
  "The running time of the film."
  runningTime: Int
}
`,
	After: `"One film that is shown."
type Film @table @export {
  id: ID @primaryKey
  "In minutes, without advertisements."
  runningTime: Int
}
`,
	Severity: diag.Warning,
	Run: func(p *Pass) {
		for t := range p.own() {
			if t.words != "" && !t.says() {
				p.Reportf(or(t.span, t.name), "the description of %s only repeats its name; say what the name does not", t.of())
			}
		}
	},
}

// says reports whether the words add anything to the names of what they describe.
func (t *text) says() bool {
	var known []string
	for _, name := range t.names() {
		for word := range eachWord(name) {
			known = append(known, word, stem(word))
		}
	}
	for word := range eachWord(t.words) {
		if !fillers[word] && !generic[word] && !slices.Contains(known, word) && !slices.Contains(known, stem(word)) && !generic[stem(word)] {
			return true
		}
	}
	return false
}

// names are those of what is described, and of what it is part of.
func (t *text) names() []string {
	var list []string
	if t.object != nil {
		list = append(list, t.object.Name)
	}
	if t.op != nil {
		list = append(list, t.op.Name, t.op.Origin.Verb, entity(t.op))
	}
	if t.property != nil {
		list = append(list, t.property.Name)
		if t.property.PrimaryKey {
			list = append(list, "primary key unique identifier id")
		}
	}
	return list
}

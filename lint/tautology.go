package lint

import (
	"maps"

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
		p.texts(func(t text) {
			if t.words != "" && !t.says() {
				p.Reportf(or(t.span, t.name), "the description of %s only repeats its name; say what the name does not", t.of)
			}
		})
	},
}

// says reports whether the words add anything to the names of what they describe.
func (t *text) says() bool {
	known := maps.Clone(generic)
	add := func(name string) {
		for _, word := range wordsOf(name) {
			known[word], known[stem(word)] = true, true
		}
	}
	if t.object != nil {
		add(t.object.Name)
	}
	if t.op != nil {
		add(t.op.Name)
		add(t.op.Origin.Verb + " " + entity(t.op))
	}
	if t.property != nil {
		add(t.property.Name)
		if t.property.PrimaryKey {
			add("primary key unique identifier id")
		}
	}
	for _, word := range content(t.words) {
		if !known[word] {
			return true
		}
	}
	return false
}

package lint

import (
	"regexp"

	"schemac/model/diag"
)

// PropertyKey finds names of fields and inputs for which a host refuses every request (facts: hosts.md §2.2, Claude API).
var PropertyKey = &Rule{
	ID:    "property-key",
	Title: "a name of a field or an input that hosts refuse",
	Text: "The keys of a tool's properties match `^[A-Za-z0-9_.-]{1,64}$`. For one key that does not, a host refuses every request " +
		"that carries the tool list.",
	Before: `"One reading of a meter."
type Reading @table @export {
  id: ID @primaryKey
  theNumberOfKilowattHoursThatWereUsedInTheHouseholdSinceTheLastReading: Float
}
`,
	After: `"One reading of a meter."
type Reading @table @export {
  id: ID @primaryKey
  "Kilowatt hours since the reading before."
  used: Float
}
`,
	Severity: diag.Error,
	Compiler: []string{"property-name"},
	Run: func(p *Pass) {
		for t := range p.own() {
			if t.property != nil && !propertyKey.MatchString(t.property.Name) {
				p.Reportf(t.name, "%s has a name that hosts refuse; use at most 64 letters, digits, %q, %q and %q", t.of(), "_", ".", "-")
			}
		}
	},
}

var propertyKey = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,64}$`)

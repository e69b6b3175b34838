package lint

import (
	"schemac/model"
	"schemac/model/diag"
)

// BigInteger finds integers that hosts written in JavaScript round (facts: hosts.md §2.2, any JS host).
var BigInteger = &Rule{
	ID:    "big-integer",
	Title: "an integer that may be too large for JavaScript",
	Text: "JSON has one sort of number, and hosts written in JavaScript round integers beyond 2^53. A `BigInt` that is a number of " +
		"something that is counted will do, and so will a time that the server assigns; one that is an identifier loses its last digits. Make that a String.",
	Before: `"One account at the bank."
type Account @table @export {
  id: ID @primaryKey
  "Number at the bank."
  number: BigInt
}
`,
	After: `"One account at the bank."
type Account @table @export {
  id: ID @primaryKey
  "Number at the bank, in digits."
  number: String
}
`,
	Severity: diag.Info,
	Run: func(p *Pass) {
		for t := range p.own() {
			if t.property != nil && t.property.Type.Base().Kind == model.BigInt && !t.property.CreatedTime && !t.property.UpdatedTime {
				p.Reportf(or(t.property.Type.Base().Span, t.name), "%s is %q, and hosts written in JavaScript round it beyond 2^53", t.of(), "BigInt").
					WithHelp("make an identifier a String")
			}
		}
	},
}

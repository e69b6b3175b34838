package lint

import (
	"schemac/model"
	"schemac/model/diag"
)

// The lengths of tool names that hosts take (facts: hosts.md §2.2): they put a prefix with the server's name before it.
const (
	longName = 40
	mostName = 64
)

// NameLength finds names of tools that are too long for some hosts.
var NameLength = &Rule{
	ID:    "name-length",
	Title: "a tool name over 40 characters, or over 64",
	Text: "Hosts put the name of the server before that of the tool and take 64 characters in all, some 59. From 40 characters on a " +
		"tool can be missing in one host and there in another. Give the table another path with `@export(name:)`, or the grant " +
		"another name with `tool`.",
	Before: `"One reading of a meter."
type HouseholdElectricityConsumptionReading @table @export {
  id: ID @primaryKey
}
`,
	After: `"One reading of a meter."
type HouseholdElectricityConsumptionReading @table @export(name: "readings") {
  id: ID @primaryKey
}
`,
	Severity: diag.Warning,
	Compiler: []string{"tool-name"},
	Run: func(p *Pass) {
		p.longest(func(op *model.Operation, more int) {
			severity, limit := diag.Warning, longName
			if len(op.Name) > mostName {
				severity, limit = diag.Error, mostName
			}
			p.Reportf(op.Span, "tool name %q has %d characters%s; hosts that put a prefix before it take %d", op.Name, len(op.Name), andMore(more), limit).
				As(severity).WithHelp("%s", shorten(op))
		})
	},
}

// longest calls yield with each tool whose name is too long: of a table only with the longest, and how many more there are.
func (p *Pass) longest(yield func(op *model.Operation, more int)) {
	for _, s := range p.Surfaces {
		for i := 0; i < len(s.Operations); {
			op, more := s.Operations[i], -1
			table := op.Origin.Table
			for ; i < len(s.Operations); i++ {
				next := s.Operations[i]
				if next != op && (table == nil || next.Origin.Table != table) {
					break
				}
				if len(next.Name) > longName {
					more++
				}
				if len(next.Name) > len(op.Name) {
					op = next
				}
			}
			if more >= 0 {
				yield(op, more)
			}
		}
	}
}

func andMore(more int) string {
	if more == 0 {
		return ""
	}
	return ", and " + plural(more, "other") + " of the table " + verb(more, "is", "are") + " too long"
}

// shorten says how the name of a tool is changed.
func shorten(op *model.Operation) string {
	switch o := &op.Origin; {
	case o.Table != nil && o.Table.Class:
		return "export the class under a shorter name"
	case o.Table != nil:
		return "give the table a shorter path with @export(name:)"
	case o.Action != nil:
		return "give the action a shorter verb or resource, which make its name"
	case o.Custom != nil:
		return "give the tool a shorter name in mcpTools"
	}
	return "state a shorter name with `tool`"
}

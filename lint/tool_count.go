package lint

import (
	"strings"

	"schemac/model/diag"
)

// ToolCount finds surfaces with more tools than models choose among well (facts: hosts.md §3).
var ToolCount = &Rule{
	ID:    "tool-count",
	Title: "a surface that lists more tools than models choose among well",
	Text: "Models choose well among some 20 tools, badly past 100, and some hosts list no more than 40 or 128. Keep tables out of MCP " +
		"with `@export(mcp: false)`, or name the tools that count with `tools: { allow: […], deny: […] }` in schemac.yaml. " +
		"`budget: { tools: N }` sets another limit.",
	Before:   manyTables(4, ""),
	After:    manyTables(4, "(mcp: false)"),
	Severity: diag.Warning,
	Run: func(p *Pass) {
		for _, s := range p.Surfaces {
			total := s.Tools()
			if total <= p.Budget.Tools {
				continue
			}
			listed := 0
			for _, op := range s.Operations {
				if op.Listed {
					listed++
				}
				if listed > p.Budget.Tools {
					p.Reportf(op.Span, "surface %q lists %s; models choose well among %d, which are passed here", s.Name, plural(total, "tool"), p.Budget.Tools).
						WithHelp("list those that count: `tools: { allow: […], deny: […] }` in schemac.yaml, or @export(mcp: false)")
					break
				}
			}
		}
	},
}

// manyTables returns some tables; the last has an argument of its export.
func manyTables(n int, last string) string {
	var out strings.Builder
	for i := range n {
		export := "@export"
		if i == n-1 {
			export += last
		}
		out.WriteString("type Kind" + string(rune('A'+i)) + " @table " + export + " {\n  id: ID @primaryKey\n}\n\n")
	}
	return strings.TrimSuffix(out.String(), "\n")
}

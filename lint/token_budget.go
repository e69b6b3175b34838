package lint

import (
	"strings"

	"schemac/model"
	"schemac/model/diag"
	"schemac/model/source"
)

// TokenBudget finds tools, and lists of tools, that cost more than they should (facts: hosts.md §3).
var TokenBudget = &Rule{
	ID:    "token-budget",
	Title: "a tool over 500 tokens, or a list of tools over 10,000",
	Text: "A host sends the list of tools with every request, or defers it past some thousand tokens. What a tool costs is " +
		"estimated as a quarter of the bytes of its compact JSON; `schemac tokens` shows the sums by part. " +
		"`budget: { tool: N, list: N }` in schemac.yaml sets other limits.",
	Before:   wideTable(60),
	After:    wideTable(2),
	Severity: diag.Warning,
	Run: func(p *Pass) {
		for _, s := range p.Surfaces {
			total := p.costs(s)
			if total > p.Budget.ListTokens {
				p.Reportf(surfaceSpan(s), "the tools of surface %q cost about %s tokens; hosts bear %s", s.Name, about(total), grouped(p.Budget.ListTokens)).
					WithHelp("list fewer tools: `tools: { allow: […], deny: […] }` in schemac.yaml")
			}
		}
	},
}

// costs reports the tools that cost too much, of a table only the dearest, and returns what all cost together.
func (p *Pass) costs(s *model.Surface) (total int) {
	sizes := sizes{}
	for i := 0; i < len(s.Operations); {
		table := s.Operations[i].Origin.Table
		var dearest *model.Operation
		most, more := p.Budget.ToolTokens, 0
		for first := i; i < len(s.Operations); i++ {
			op := s.Operations[i]
			if i > first && (table == nil || op.Origin.Table != table) {
				break
			}
			if !op.Listed {
				continue
			}
			bytes := sizes.tool(op)
			total += bytes
			if Tokens(bytes) > p.Budget.ToolTokens {
				more++
			}
			if Tokens(bytes) > most {
				dearest, most = op, Tokens(bytes)
			}
		}
		if dearest != nil {
			p.Reportf(dearest.Span, "tool %q costs about %s tokens%s; a tool should cost at most %s", dearest.Name, about(most), besides(more-1), grouped(p.Budget.ToolTokens)).
				WithHelp("\"schemac tokens\" shows what each part costs")
		}
	}
	return Tokens(total)
}

// about rounds an estimate to tens: it is no better than that.
func about(tokens int) string { return grouped((tokens + 5) / 10 * 10) }

func besides(more int) string {
	if more == 0 {
		return ""
	}
	return ", and " + plural(more, "other") + " of the table " + verb(more, "costs", "cost") + " too much"
}

// surfaceSpan is where a surface begins: the name of the server, or the first table.
func surfaceSpan(s *model.Surface) (at source.Span) {
	if s.Guard != nil {
		return s.Guard.Span
	}
	for _, r := range s.Tables {
		return r.Span
	}
	return at
}

// wideTable returns a table with so many fields.
func wideTable(fields int) string {
	var out strings.Builder
	out.WriteString("\"One reading of many meters at a time.\"\ntype Reading @table @export {\n  id: ID @primaryKey\n")
	for i := range fields {
		out.WriteString("  \"What the meter of this number showed then.\"\n  meter" + grouped(i) + ": Float\n")
	}
	return out.String() + "}\n"
}

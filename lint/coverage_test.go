package lint_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"schemac/lint"
	"schemac/model"
	"schemac/model/diag"
	"schemac/model/ordered"
)

const coverageGuard = `wrap desk {
    base-url "desk.example.com"
    auth none
    can get ticket { path "/tickets/{id}"; path id int "Its number."; describe "Get a ticket." }
    can find ticket { path "/find/{id}"; method GET; describe "Find a ticket." }
    can list ticket { path "/tickets"; query { field "page" describe="Which page."; field "size" type="integer" describe="How many." }; describe "List tickets." }
    action view ticket { describe "View a ticket."; input id { required }; call get ticket { id $id } }
    action show ticket { describe "Show a ticket."; input id { required }; call find ticket { id $id } }
}
`

const coverageSchema = `"A shop on the corner."
type Shop @table @export { "Its number." id: ID @primaryKey "As on the door." name: String }
type Stall @table @export { id: ID @primaryKey name: String }
`

// What coverage says of one operation, whatever kind of tool it is.
func TestCoverage(t *testing.T) {
	all := []lint.Named{{Text: "*"}}
	typed := ordered.ObjectValue(ordered.Member{Name: "type", Value: ordered.StringValue("integer")},
		ordered.Member{Name: "description", Value: ordered.StringValue("How many.")})
	authored := ordered.ObjectValue(ordered.Member{Name: "properties", Value: ordered.ObjectValue(
		ordered.Member{Name: "a", Value: typed}, ordered.Member{Name: "b", Value: ordered.ObjectValue()})},
		ordered.Member{Name: "additionalProperties", Value: ordered.BoolValue(false)})
	for _, row := range []struct {
		operation string
		change    func(r *lint.Requirement)
		want      string
	}{
		{"get_ticket", nil, ""},
		{"find_ticket", nil, `operation "find_ticket" is required by "*", and its tool states no type of "id", states no description of "id"`},
		{"list_ticket", nil, `operation "list_ticket" is required by "*", and its tool states no type of "page"`},
		{"view_ticket", nil, ""},
		{"show_ticket", nil, `operation "show_ticket" is required by "*", and its tool states no type of "id", states no description of "id"`},
		{"get_Shop", nil, ""},
		{"create_Shop", nil, ""},
		{"create_Stall", nil, `operation "create_Stall" is required by "*", and its tool has no description, states no description of "name"`},
		{"count", nil, `operation "count" is required by "*", and its tool states no type of "b", states no description of "b"`},
		{"guess", nil, `operation "guess" is required by "*", and its tool has no description, has no input schema`},
		{"hide", nil, `operation "hide" is required by "*", and its tool is not listed`},
		{"erase", nil, `operation "erase" is required by "*", and no tool has that name`},
		{"erase", func(r *lint.Requirement) { r.Deny = []lint.Named{{Text: "era*"}} }, ""},
		{"erase", func(r *lint.Requirement) { r.Allow = []lint.Named{{Text: "get_*"}} }, ""},
		{"erase", func(r *lint.Requirement) { r.Allow = []lint.Named{{Text: "["}} }, ""},
		{"erase", func(r *lint.Requirement) { r.Streaming = []lint.Named{{Text: "erase"}} }, ""},
		{"hide", func(r *lint.Requirement) { r.Streaming = all }, ""},
		{"get_ticket", func(r *lint.Requirement) { r.Streaming = all }, `operation "get_ticket" streams, and is a tool; no tool can answer with a stream`},
		{"get_ticket", func(r *lint.Requirement) { r.Streaming, r.Deny = all, all }, `operation "get_ticket" streams, and is a tool; no tool can answer with a stream`},
		{"get_ticket", func(r *lint.Requirement) { r.Surface.Text = "desk" }, ""},
		{"get_Shop", func(r *lint.Requirement) { r.Surface.Text = "desk" }, `operation "get_Shop" is required by "*", and no tool has that name`},
		{"get_ticket", func(r *lint.Requirement) { r.Surface.Text = "desc" }, `no surface is called "desc"`},
		{"get_ticket", func(r *lint.Requirement) { r.Surface.Text, r.Known = "desc", nil }, `no surface is called "desc"`},
	} {
		c := compile(t, map[string]string{"a.graphql": coverageSchema, "b.mcp.kdl": coverageGuard}, false)
		if c.diags.HasErrors() {
			t.Fatal(c.diags.Sorted()[0].Message)
		}
		for name, tool := range map[string]*model.CustomTool{"count": {Described: true, Typed: true}, "guess": {}, "hide": {Described: true, Typed: true}} {
			op := &model.Operation{Name: name, Description: "Do it.", Input: &model.Shape{}, Listed: name != "hide", Origin: model.Origin{Custom: tool}}
			if name == "count" {
				op.Input = model.Authored(authored, model.Input, op.Span)
			}
			c.document.Surfaces[0].Operations = append(c.document.Surfaces[0].Operations, op)
		}
		c.require = &lint.Requirement{Known: []lint.Named{{Text: row.operation}}, Allow: all}
		if row.change != nil {
			row.change(c.require)
		}
		var want []string
		if row.want != "" {
			want = []string{row.want}
		}
		if diff := cmp.Diff(want, found(c.lint(), lint.Coverage)); diff != "" {
			t.Errorf("%s: %s", row.operation, diff)
		}
	}
}

// What could not be read is not missing.
func TestCoverageOfBrokenSources(t *testing.T) {
	c := compile(t, map[string]string{"b.mcp.kdl": "wrap desk {"}, false)
	c.require = &lint.Requirement{Known: []lint.Named{{Text: "get_ticket"}}, Allow: []lint.Named{{Text: "*"}}}
	if got := found(c.lint(), lint.Coverage); len(got) > 0 || c.diags.Count(diag.Error) == 0 {
		t.Errorf("found %q, errors %d", got, c.diags.Count(diag.Error))
	}
}

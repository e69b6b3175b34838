package lint

import (
	"fmt"
	"slices"
	"strings"

	"schemac/model"
	"schemac/model/diag"
)

// SameRequest finds grants that nothing tells apart: one method and path, the same fixed parts, and the same inputs that a
// call must give.
var SameRequest = &Rule{
	ID:    "same-request",
	Title: "two tools that make the same request",
	Text: "Grants may share a method and a path, and a field that each sets to another value tells them apart. Two that set the same " +
		"values, and ask for the same inputs, are one operation under two names: a model has no ground to choose, and one of the names " +
		"promises what is not done. It is often a slip in a copied grant. Correct the value, or keep one of the tools.",
	Before: `wrap tracker {
    base-url "tracker.example.com"
    auth none
    restrict id matches "T-*"
    can close ticket { path "/tickets/{id}"; describe "Close a ticket that is done."; set state "closed" }
    can reopen ticket { path "/tickets/{id}"; describe "Open a closed ticket again."; set state "closed" }
}
`,
	After: `wrap tracker {
    base-url "tracker.example.com"
    auth none
    restrict id matches "T-*"
    can close ticket { path "/tickets/{id}"; describe "Close a ticket that is done."; set state "closed" }
    can reopen ticket { path "/tickets/{id}"; describe "Open a closed ticket again."; set state "open" }
}
`,
	Severity: diag.Warning,
	Run: func(p *Pass) {
		for _, s := range p.Surfaces {
			for _, path := range s.Paths {
				for _, op := range path.Operations {
					p.sameRequests(op.HTTP.Merged)
				}
			}
		}
	},
}

// sameRequests compares the tools of one method and path.
func (p *Pass) sameRequests(merged []model.Merged) {
	first := map[string]*model.Operation{}
	for _, m := range merged {
		if m.Request == nil || !m.Listed {
			continue
		}
		key := requestKey(m.Request)
		before := first[key]
		if key == "" || before == nil {
			first[key] = m.Operation
			continue
		}
		p.Reportf(m.Span, "tool %q makes the same request as tool %q: nothing that they send tells them apart", m.Name, before.Name).
			WithRelated(before.Span, "the other is here").
			WithHelp("set another value in one of them, or keep one")
	}
}

// requestKey is what two requests that cannot be told apart share, or "" for one that is left alone: a read without fixed
// fields, of which a file may have several for several ways to use the answer. Inputs that a call may leave out tell fixed
// bodies as little apart as their descriptions do; without fixed fields they are all that there is.
func requestKey(r *model.Request) string {
	if len(r.Set) == 0 && (r.Method == "GET" || r.Method == "HEAD") {
		return ""
	}
	var parts []string
	for _, f := range r.Set {
		parts = append(parts, "set "+f.Name+" "+f.Value.Identity())
	}
	for _, pin := range r.Pins {
		parts = append(parts, fmt.Sprintf("pin %s %s %q %v %s", pin.In, pin.Name, pin.Literal, place(pin.Secret), pin.From))
	}
	segments := 0
	for _, param := range r.Params {
		name := param.Wire
		if param.In == "path" { // the same path may call it otherwise
			segments++
			name = fmt.Sprint(segments)
		}
		if param.Required || len(r.Set) == 0 {
			parts = append(parts, fmt.Sprintf("%s %s %v %d %s", param.In, name, param.Required, param.Type.Kind, bounds(param.Constraints)))
		}
	}
	slices.Sort(parts)
	return r.Accept + "\n" + strings.Join(parts, "\n")
}

func place(s *model.Secret) string {
	if s == nil {
		return ""
	}
	return s.Provider + " " + s.Address
}

// bounds are what a value must meet.
func bounds(c *model.Constraints) string {
	if c == nil {
		return ""
	}
	var values []string
	for _, v := range c.Enum {
		values = append(values, v.Identity())
	}
	slices.Sort(values)
	return fmt.Sprintf("%q %q %q %q %q %q", values, c.Pattern, c.Minimum, c.Maximum, c.MinItems, c.MaxItems)
}

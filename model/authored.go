package model

import (
	"slices"

	"schemac/model/ordered"
	"schemac/model/source"
)

// An AuthoredKeyword is a part of an input schema that its author has written and that some hosts do not take (contract §4,
// facts: hosts.md §2). It is emitted as written: what the author says is not schemac's to change.
type AuthoredKeyword struct {
	// Keyword is what hosts refuse, such as "anyOf"; for a member that has no type and a list without items it is the
	// keyword that is missing.
	Keyword string
	Missing bool
	// Pointer leads to the schema that has it, from the root of the input: a JSON pointer, empty for the root itself.
	Pointer string
	// Span is the narrowest place that is known; it may be zero.
	Span source.Span
}

// refusedKeywords break hosts when they stand in a tool's input.
var refusedKeywords = []string{
	"$schema", "$id", "$ref", "$defs", "oneOf", "anyOf", "allOf", "not", "const", "prefixItems", "patternProperties", "if",
}

// AuthoredKeywords returns what authors have written in the input of the operation and hosts do not take, in order. What
// schemac makes itself holds none of it.
func (o *Operation) AuthoredKeywords() []AuthoredKeyword {
	w := &authoredWalk{}
	w.shape(o.Input, "")
	return w.found
}

type authoredWalk struct {
	found []AuthoredKeyword
	at    source.Span
}

func (w *authoredWalk) add(keyword string, missing bool, pointer string) {
	w.found = append(w.found, AuthoredKeyword{keyword, missing, pointer, w.at})
}

func (w *authoredWalk) shape(s *Shape, pointer string) {
	if s == nil {
		return
	}
	if s.Verbatim.Kind != ordered.Absent {
		if len(s.Fields) > 0 {
			w.at = s.Fields[0].Span
		}
		if _, ok := s.Verbatim.Lookup("properties"); !ok {
			w.add("properties", true, pointer)
		}
		w.schema(s.Verbatim, pointer)
		return
	}
	for i := range s.Fields {
		f := &s.Fields[i]
		w.at = f.Span
		w.property(f.Property, pointer+"/properties/"+f.Name)
		w.shape(f.Nested, pointer+"/properties/"+f.Name)
	}
}

func (w *authoredWalk) property(p *Property, pointer string) {
	for _, m := range p.Keywords {
		if slices.Contains(refusedKeywords, m.Name) {
			w.add(m.Name, false, pointer)
		}
	}
	if p.Constraints != nil && p.Constraints.Const.Kind != ordered.Absent {
		w.add("const", false, pointer)
	}
	for t := p.Type; t != nil; t = t.Elem {
		w.schema(t.Verbatim, pointer)
		pointer += "/items"
	}
}

// typed looks at the schema of a member, which has to say its type.
func (w *authoredWalk) typed(v ordered.Value, pointer string) {
	if _, ok := v.Lookup("type"); !ok {
		w.add("type", true, pointer)
	}
	w.schema(v, pointer)
}

func (w *authoredWalk) schema(v ordered.Value, pointer string) {
	if v.Kind == ordered.Absent {
		return
	}
	for _, m := range v.Members {
		if slices.Contains(refusedKeywords, m.Name) {
			w.add(m.Name, false, pointer)
		}
	}
	items, ok := v.Lookup("items")
	if t, _ := v.Lookup("type"); !ok && (t.Text == "array" || slices.ContainsFunc(t.Items, func(v ordered.Value) bool { return v.Text == "array" })) {
		w.add("items", true, pointer)
	}
	w.schema(items, pointer+"/items")
	properties, _ := v.Lookup("properties")
	for _, m := range properties.Members {
		w.typed(m.Value, pointer+"/properties/"+m.Name)
	}
}

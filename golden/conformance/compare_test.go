package conformance_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
)

// A listed is what a client made of the three lists.
type listed struct {
	Tools, Resources, Prompts []json.RawMessage
}

func (l Lists) listed() (listed, error) {
	var all listed
	for _, text := range [][]byte{l.Tools, l.Resources, l.Prompts} {
		if err := json.Unmarshal(text, &all); err != nil {
			return all, err
		}
	}
	return all, nil
}

// What a comparison may overlook, because a program in between is free to do so.
type tolerance struct {
	sorted   bool // lists come sorted by name
	unsorted bool // the order of properties is gone
	untitled bool // arguments of prompts have no title
}

// same compares what came out of a client with what was emitted; nil means that nothing is lost.
func (l listed) same(emitted listed, may tolerance) error {
	for _, list := range []struct {
		kind, key string
		got, want []json.RawMessage
	}{
		{"tools", "name", l.Tools, emitted.Tools},
		{"resources", "uri", l.Resources, emitted.Resources},
		{"prompts", "name", l.Prompts, emitted.Prompts},
	} {
		want := list.want
		if may.sorted {
			want = slices.Clone(want)
			slices.SortStableFunc(want, func(a, b json.RawMessage) int { return compareKeys(a, b, list.key) })
		}
		if len(list.got) != len(want) {
			return fmt.Errorf("%d %s of %d are listed", len(list.got), list.kind, len(want))
		}
		for i := range want {
			if err := sameEntry(list.got[i], want[i], may); err != nil {
				return fmt.Errorf("%s %d (%s): %w", list.kind, i, keyOf(want[i], list.key), err)
			}
		}
	}
	return nil
}

func keyOf(entry json.RawMessage, key string) string {
	var members map[string]json.RawMessage
	var text string
	_ = json.Unmarshal(entry, &members)
	_ = json.Unmarshal(members[key], &text)
	return text
}

func compareKeys(a, b json.RawMessage, key string) int {
	x, y := keyOf(a, key), keyOf(b, key)
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// sameEntry compares one tool, resource or prompt. A client may add members that say nothing (a hint that is false).
func sameEntry(got, want json.RawMessage, may tolerance) error {
	var g, w map[string]any
	if err := json.Unmarshal(got, &g); err != nil {
		return err
	}
	if err := json.Unmarshal(want, &w); err != nil {
		return err
	}
	dropFalseHints(g)
	dropFalseHints(w)
	if may.untitled {
		dropArgumentTitles(w)
	}
	for key := range w {
		if !reflect.DeepEqual(g[key], w[key]) {
			return fmt.Errorf("%s is not what was emitted: %v", key, firstDifference(g[key], w[key]))
		}
	}
	for key := range g {
		if _, ok := w[key]; !ok {
			return fmt.Errorf("%s was not emitted", key)
		}
	}
	if may.unsorted {
		return nil
	}
	gotOrder, wantOrder := propertyOrder(got), propertyOrder(want)
	if !slices.Equal(gotOrder, wantOrder) {
		return fmt.Errorf("properties are in another order: %v for %v", gotOrder, wantOrder)
	}
	return nil
}

// dropFalseHints removes hints that equal their default: readOnlyHint and idempotentHint are false when absent.
func dropFalseHints(entry map[string]any) {
	hints, ok := entry["annotations"].(map[string]any)
	if !ok {
		return
	}
	for _, name := range []string{"readOnlyHint", "idempotentHint"} {
		if hints[name] == false {
			delete(hints, name)
		}
	}
	if len(hints) == 0 {
		delete(entry, "annotations")
	}
}

// dropArgumentTitles removes the titles of a prompt's arguments.
func dropArgumentTitles(entry map[string]any) {
	arguments, _ := entry["arguments"].([]any)
	for _, argument := range arguments {
		if members, ok := argument.(map[string]any); ok {
			delete(members, "title")
		}
	}
}

// firstDifference says where two values part.
func firstDifference(got, want any) string {
	g, okG := got.(map[string]any)
	w, okW := want.(map[string]any)
	if okG && okW {
		for key := range w {
			if !reflect.DeepEqual(g[key], w[key]) {
				return "/" + key + firstDifference(g[key], w[key])
			}
		}
		for key := range g {
			if _, ok := w[key]; !ok {
				return "/" + key + " is new"
			}
		}
	}
	short := func(v any) string {
		text, _ := json.Marshal(v)
		if len(text) > 80 {
			text = append(text[:80], "…"...)
		}
		return string(text)
	}
	return " " + short(got) + " for " + short(want)
}

// propertyOrder is the names of all properties of the schemas in a tool, in the order in which they stand.
func propertyOrder(entry json.RawMessage) []string {
	var tool struct {
		InputSchema  json.RawMessage `json:"inputSchema"`
		OutputSchema json.RawMessage `json:"outputSchema"`
	}
	if json.Unmarshal(entry, &tool) != nil {
		return nil
	}
	var order []string
	for _, schema := range []json.RawMessage{tool.InputSchema, tool.OutputSchema} {
		if schema != nil {
			walkSchema(parseNode(schema), func(_ string, n *node) {
				if properties := n.member("properties"); properties != nil {
					for _, m := range properties.members {
						order = append(order, m.name)
					}
				}
			})
		}
	}
	return order
}

package conformance_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// converters are the hosts of llm.mjs with their versions, as in package.json.
var converters = []string{
	"@langchain/mcp-adapters 1.1.4", "@openai/agents-core 0.20.0, strict", "@ai-sdk/mcp 2.0.99", "@google/genai 3.3.0",
}

// askConverters lets the libraries between MCP and models convert every input schema, and notes each loss.
func (x *Run) askConverters(reports []*Report) {
	type job struct {
		Surface int    `json:"surface"`
		URL     string `json:"url"`
		Tools   string `json:"tools"`
	}
	var jobs []job
	for _, s := range x.surfaces {
		jobs = append(jobs, job{s.Number, fmt.Sprintf("%s/stub/%d", x.base, s.Number), s.Prefix + ".tools.json"})
	}
	err := x.lines("llm.mjs", 3*time.Minute, jobs, nil, func(line []byte) error {
		var result struct {
			Host    string
			Surface int
			Error   string
			Tools   []converted
		}
		if err := json.Unmarshal(line, &result); err != nil {
			return err
		}
		s := x.surfaces[result.Surface]
		report := reports[slices.IndexFunc(reports, func(r *Report) bool { return strings.HasPrefix(r.Host, result.Host+" ") })]
		var failure error
		if result.Error != "" {
			failure = errors.New(result.Error)
		} else {
			failure = compareConverted(report, s, result.Tools)
		}
		report.try(s.Name, failure)
		return nil
	})
	reports[0].fail(err)
}

// A converted tool is what a host would send to its model.
type converted struct {
	Name, Description string
	Schema            json.RawMessage
	Strict            *bool
}

func compareConverted(report *Report, s Surface, got []converted) error {
	if len(got) != len(s.emitted.Tools) {
		return fmt.Errorf("%d tools of %d arrive", len(got), len(s.emitted.Tools))
	}
	for i, text := range s.emitted.Tools {
		var want rawTool
		if err := json.Unmarshal(text, &want); err != nil {
			return err
		}
		switch {
		case got[i].Name == want.Name:
		case got[i].Name == strings.ReplaceAll(want.Name, "-", "_"):
			report.find(`"-" in the name of the tool becomes "_"`, s.Golden, s.Name+" "+want.Name)
		default:
			return fmt.Errorf("tool %d is called %q instead of %q", i, got[i].Name, want.Name)
		}
		place := s.Name + " " + want.Name
		if got[i].Description != want.Description {
			report.find("the description of the tool is changed", s.Golden, place)
		}
		if strict := got[i].Strict; strict != nil && !*strict {
			report.find("strict mode is off: "+openReason(parseNode(want.InputSchema)), s.Golden, place)
		}
		compareSchema("", parseNode(want.InputSchema), parseNode(got[i].Schema), func(rule, path string) {
			report.find(rule, s.Golden, place+" "+path)
		})
	}
	return nil
}

// openReason says which open object makes a schema one that strict mode does not have.
func openReason(root *node) string {
	reason := "for no reason that is known"
	walkSchema(root, func(path string, n *node) {
		open := n.member("additionalProperties") == nil || n.member("additionalProperties").scalar == true
		if slices.Contains(n.member("type").texts(), "object") && open {
			switch {
			case n.member("type").kind == '[':
				reason = "Any may be an object"
			case path == "":
				reason = "the tool takes open arguments"
			default:
				reason = "an object is open"
			}
		}
	})
	return reason
}

// compareSchema walks the emitted schema beside the converted one and says what differs.
func compareSchema(path string, want, got *node, find func(rule, path string)) {
	if got == nil || got.kind != '{' {
		find("a schema is lost", path)
		return
	}
	inner := got
	if branches := got.member("anyOf"); branches != nil && want.member("anyOf") == nil {
		if inner = notNull(branches.items); inner == nil {
			find("a schema becomes a union", path)
			return
		}
		find("an optional property also takes null", path)
	}
	for _, m := range want.members {
		switch m.name {
		case "properties":
			compareProperties(path, m.value, inner.member("properties"), find)
		case "items":
			compareSchema(path+"/items", m.value, inner.member("items"), find)
		case "required":
			// below, where also an absent list counts
		default:
			value := inner.member(m.name)
			if value == nil {
				value = got.member(m.name)
			}
			switch {
			case value == nil:
				find(m.name+" is lost", path)
			case value.json() != m.value.json():
				find(m.name+" is changed", path)
			}
		}
	}
	compareRequired(path, want, inner, find)
	for _, m := range inner.members {
		if want.member(m.name) == nil && m.name != "required" {
			find(m.name+" is added", path)
		}
	}
}

func compareProperties(path string, want, got *node, find func(rule, path string)) {
	for i, m := range want.members {
		at := path + "/properties/" + m.name
		value := got.member(m.name)
		if value == nil {
			find("a property is lost", at)
			continue
		}
		if i >= len(got.members) || got.members[i].name != m.name {
			find("properties are in another order", at)
		}
		compareSchema(at, m.value, value, find)
	}
}

func compareRequired(path string, want, got *node, find func(rule, path string)) {
	before, after := want.member("required").texts(), got.member("required").texts()
	for _, name := range before {
		if !slices.Contains(after, name) {
			find("a required property becomes optional", path)
		}
	}
	if len(after) > len(before) {
		find("optional properties become required", path)
	}
}

// notNull is the one branch beside {"type":"null"}.
func notNull(branches []*node) *node {
	if len(branches) != 2 {
		return nil
	}
	for i, b := range branches {
		if b.member("type").text() == "null" {
			return branches[1-i]
		}
	}
	return nil
}

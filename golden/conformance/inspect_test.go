package conformance_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// distinct are the surfaces whose tools no surface before them has, byte for byte.
func distinct(all []Surface) []Surface {
	seen := map[string]bool{}
	var list []Surface
	for _, s := range all {
		if text := string(s.Lists.Tools); !seen[text] {
			seen[text] = true
			list = append(list, s)
		}
	}
	return list
}

// A complaint of the Inspector, as it prints one: severity, tool, place and issue.
var complaint = regexp.MustCompile(`(?m)^(Warning|Error): tool "(.*)"\n  Path: (.*)\n  Issue: (.*)$`)

// askInspector runs the Inspector's command for each surface, with its portability check.
func (x *Run) askInspector(report *Report, transport string) {
	type job struct {
		Surface int      `json:"surface"`
		Args    []string `json:"args"`
	}
	var jobs []job
	for _, s := range distinct(x.surfaces) {
		args := []string{"--method", "tools/list", "--strict"}
		if transport == "stdio" {
			args = append(args, "-e", serveVariable+"=stub "+s.Prefix, x.self)
		} else {
			args = append(args, "--transport", "http", "--server-url", fmt.Sprintf("%s/stub/%d", x.base, s.Number))
		}
		jobs = append(jobs, job{s.Number, args})
	}
	err := x.lines("inspect.mjs", 3*time.Minute, jobs, []string{transport}, func(line []byte) error {
		var result struct {
			Surface          int
			Out, Said, Error string
		}
		if err := json.Unmarshal(line, &result); err != nil {
			return err
		}
		s := x.surfaces[result.Surface]
		report.try(s.Name, inspected(s, result.Out, result.Error))
		for _, m := range complaint.FindAllStringSubmatch(result.Said, -1) {
			part, path, _ := strings.Cut(m[3], ".")
			report.find(m[1]+", "+part+": "+issue(m[4]), s.Golden, s.Name+" "+m[2]+" "+path)
		}
		return nil
	})
	report.fail(err)
}

// inspected says why the Inspector does not show what was emitted.
func inspected(s Surface, out, failure string) error {
	if failure != "" {
		return errors.New(failure)
	}
	var got listed
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		return err
	}
	want := s.emitted
	want.Resources, want.Prompts = nil, nil
	return got.same(want, tolerance{})
}

// issue is the first sentence of what the Inspector says, with lists of types by where they come from.
func issue(text string) string {
	if i := strings.Index(text, ". "); i >= 0 {
		text = text[:i]
	}
	return typeList.ReplaceAllStringFunc(strings.TrimSuffix(text, "."), func(list string) string {
		switch {
		case nullable.MatchString(list):
			return "[T, null]"
		case slices.Contains(ownLists, list):
			return list
		}
		return "an author's own"
	})
}

var (
	typeList = regexp.MustCompile(`\["\w+"(?:,"\w+")*\]`)
	nullable = regexp.MustCompile(`^\["\w+","null"\]$`)
	// ownLists are the lists of types that the compiler writes by itself: Any, the value of a condition, its elements.
	ownLists = []string{
		`["string","number","boolean","object","array","null"]`,
		`["string","number","boolean","array","null"]`,
		`["string","number"]`,
	}
)

// askSuite runs the tools-list scenario of the official conformance suite against each surface.
func (x *Run) askSuite(report *Report) {
	type job struct {
		Surface int    `json:"surface"`
		URL     string `json:"url"`
	}
	var jobs []job
	for _, s := range distinct(x.surfaces) {
		if len(s.emitted.Tools) > 0 { // the scenario wants a tool
			jobs = append(jobs, job{s.Number, fmt.Sprintf("%s/stub/%d", x.base, s.Number)})
		}
	}
	err := x.lines("suite.mjs", 4*time.Minute, jobs, []string{"tools-list"}, func(line []byte) error {
		var result struct {
			Surface   int
			Code, Out string
		}
		if err := json.Unmarshal(line, &result); err != nil {
			return err
		}
		var failure error
		if result.Code != "0" || !strings.Contains(result.Out, "Passed: 1/1") {
			failure = fmt.Errorf("exit %s: %s", result.Code, lastLines([]byte(result.Out), 6))
		}
		report.try(x.surfaces[result.Surface].Name, failure)
		return nil
	})
	report.fail(err)
}

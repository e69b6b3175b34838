package conformance_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
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

var nullable = regexp.MustCompile(`\["\w+","null"\]`)

// issue is the first sentence of what the Inspector says, with every nullable type as one.
func issue(text string) string {
	if i := strings.Index(text, ". "); i >= 0 {
		text = text[:i]
	}
	return nullable.ReplaceAllString(strings.TrimSuffix(text, "."), "[T, null]")
}

// askSuite runs the tools-list scenario of the official conformance suite against each surface.
func (x *Run) askSuite(report *Report) {
	script := x.shop.module("@modelcontextprotocol/conformance/dist/index.js")
	out := filepath.Join(x.shop.dir, "results")
	for _, s := range distinct(x.surfaces) {
		if len(s.emitted.Tools) == 0 {
			continue // the scenario wants a tool
		}
		url := fmt.Sprintf("%s/stub/%d", x.base, s.Number)
		text, _, err := x.shop.start(time.Minute, script, "server", "--url", url, "--scenario", "tools-list", "--output-dir", out)
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, lastLines(text, 6))
		}
		report.try(s.Name, err)
	}
}

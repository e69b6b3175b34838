package conformance_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
)

// documents are the surfaces that have an OpenAPI document.
func (x *Run) documents() []Surface {
	return slices.DeleteFunc(slices.Clone(x.surfaces), func(s Surface) bool { return s.OpenAPI == "" })
}

// askKin loads and validates each document in this process.
func (x *Run) askKin(report *Report) {
	for _, s := range x.documents() {
		document, err := openapi3.NewLoader().LoadFromFile(s.OpenAPI)
		if err == nil {
			err = document.Validate(context.Background())
		}
		report.try(s.Name, err)
	}
}

// A problem is one line of a linter.
type problem struct {
	document, rule, place string
	isError               bool
}

// judge counts each document as refused when it has an error, and notes the warnings.
func (x *Run) judge(report *Report, problems []problem) {
	for _, s := range x.documents() {
		var failure error
		for _, p := range problems {
			if p.document != s.OpenAPI {
				continue
			}
			if p.isError && failure == nil {
				failure = fmt.Errorf("%s at %s", p.rule, p.place)
			}
			if !p.isError {
				report.find(p.rule, s.Golden, s.Name+" "+p.place)
			}
		}
		report.try(s.Name, failure)
	}
}

// askRedocly lints all documents in one run with the recommended rules, less the one that the server's paths break.
func (x *Run) askRedocly(report *Report) {
	const rules = "extends: [recommended]\nrules:\n  no-path-trailing-slash: off\n"
	config, err := x.shop.file("redocly.yaml", []byte(rules))
	if err != nil {
		report.fault = err
		return
	}
	args := []string{"lint", "--config", config, "--format", "json", "--max-problems", "1000000"}
	for _, s := range x.documents() {
		args = append(args, s.OpenAPI)
	}
	out, said, err := x.shop.start(2*time.Minute, x.shop.module("@redocly/cli/bin/cli.js"), args...)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		report.fault = err
		return
	}
	var problems []problem
	decoder := json.NewDecoder(bytes.NewReader(out)) // one value a document
	seen := 0
	for ; ; seen++ {
		var result struct {
			Problems []struct {
				RuleID, Severity, Message string
				Location                  []struct {
					Source  struct{ Ref string }
					Pointer string
				}
			}
		}
		if err := decoder.Decode(&result); err == io.EOF {
			break
		} else if err != nil {
			report.fault = fmt.Errorf("%w\n%s", err, lastLines(said, 8))
			return
		}
		for _, p := range result.Problems {
			document := filepath.Join(x.shop.dir, filepath.FromSlash(p.Location[0].Source.Ref))
			if filepath.IsAbs(p.Location[0].Source.Ref) {
				document = p.Location[0].Source.Ref
			}
			problems = append(problems, problem{document, p.RuleID, p.Location[0].Pointer, p.Severity == "error"})
		}
	}
	if seen != len(x.documents()) {
		report.fault = fmt.Errorf("%d documents of %d were linted\n%s", seen, len(x.documents()), lastLines(said, 8))
	}
	x.judge(report, problems)
}

// askSpectral lints all documents with spectral:oas. In one run with others Spectral takes a path with percent signs for
// the decoded one, which is not there, and reports what it lacks; so a document with errors is asked again by itself.
func (x *Run) askSpectral(report *Report) {
	var all []string
	for _, s := range x.documents() {
		all = append(all, s.OpenAPI)
	}
	problems, err := x.spectral(all...)
	if err != nil {
		report.fault = err
		return
	}
	var again []string
	for _, s := range x.documents() {
		text, err := os.ReadFile(s.OpenAPI)
		if err != nil {
			report.fault = err
			return
		}
		if percentPath.Match(text) || slices.ContainsFunc(problems, func(p problem) bool { return p.document == s.OpenAPI && p.isError }) {
			again = append(again, s.OpenAPI)
		}
	}
	problems = slices.DeleteFunc(problems, func(p problem) bool { return p.document == "" || slices.Contains(again, p.document) })
	for _, document := range again {
		alone, err := x.spectral(document)
		if err != nil {
			report.fault = err
			return
		}
		problems = append(problems, alone...)
	}
	x.judge(report, problems)
}

var percentPath = regexp.MustCompile(`"/[^"\s]*%[0-9A-F]{2}[^"]*": \{`)

func (x *Run) spectral(documents ...string) ([]problem, error) {
	rules, err := x.shop.file("spectral.yaml", []byte("extends: spectral:oas\n"))
	if err != nil {
		return nil, err
	}
	script := x.shop.module("@stoplight/spectral-cli/dist/index.js")
	args := append([]string{"lint", "--ruleset", rules, "--format", "json", "--quiet"}, documents...)
	out, said, err := x.shop.start(2*time.Minute, script, args...)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	var results []struct {
		Code, Source, Message string
		Path                  []any
		Severity              int
	}
	if err := json.Unmarshal(out, &results); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, lastLines(said, 8))
	}
	var problems []problem
	for _, r := range results {
		var path strings.Builder
		for _, step := range r.Path {
			fmt.Fprintf(&path, "/%v", step)
		}
		problems = append(problems, problem{r.Source, r.Code, path.String(), r.Severity == 0})
	}
	return problems, nil
}

// generators are the readers of openapi.mjs with their versions, as in package.json.
var generators = []string{
	"openapi-typescript 7.13.0 + tsc 5.9.3", "@hey-api/openapi-ts 0.99.0 + tsc 5.9.3", "openapi-mcp-generator 4.0.1",
}

// askGenerators lets readers of OpenAPI generate code and tools, and type-checks the code in one run.
func (x *Run) askGenerators(reports []*Report) {
	type job struct {
		Surface  int    `json:"surface"`
		Document string `json:"document"`
	}
	var jobs []job
	for _, s := range x.documents() {
		jobs = append(jobs, job{s.Number, s.OpenAPI})
	}
	generated := filepath.Join(x.shop.dir, "generated")
	if err := os.RemoveAll(generated); err != nil {
		reports[0].fail(err)
		return
	}
	failures := map[generation]error{}
	tools := map[int][]converted{}
	err := x.lines("openapi.mjs", 4*time.Minute, jobs, []string{generated}, func(line []byte) error {
		var result struct {
			generation
			Error string
			Tools []converted
		}
		if err := json.Unmarshal(line, &result); err != nil {
			return err
		}
		if result.Error != "" {
			failures[result.generation] = errors.New(result.Error)
		}
		tools[result.Surface] = result.Tools
		return nil
	})
	reports[0].fail(err)
	reports[0].fail(x.check(generated, failures))
	for _, report := range reports {
		host, _, _ := strings.Cut(report.Host, " ")
		for _, s := range x.documents() {
			failure := failures[generation{host, s.Number}]
			if failure == nil && report == reports[2] {
				failure = sameOperations(report, s, tools[s.Number])
			}
			report.try(s.Name, failure)
		}
	}
}

// A generation is what one generator made of one surface.
type generation struct {
	Host    string
	Surface int
}

var mistake = regexp.MustCompile(`(?m)^(?:.*?/)?(\d+)/(types\.ts|client/\S*?)\(\d+,\d+\): (error .*)$`)

// check runs tsc once over all that was generated and notes the first mistake of each.
func (x *Run) check(generated string, failures map[generation]error) error {
	const config = `{"compilerOptions":{"noEmit":true,"strict":true,"skipLibCheck":true,"target":"es2022","module":"esnext",` +
		`"moduleResolution":"bundler","lib":["es2022","dom","dom.iterable"],"types":[]},"include":["**/*.ts"]}`
	if err := os.WriteFile(filepath.Join(generated, "tsconfig.json"), []byte(config), 0o644); err != nil {
		return err
	}
	out, said, err := x.shop.start(4*time.Minute, x.shop.module("typescript/bin/tsc"), "--pretty", "false", "-p", generated)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return err
	}
	mistakes := mistake.FindAllStringSubmatch(string(out), -1)
	for _, m := range mistakes {
		surface, _ := strconv.Atoi(m[1])
		made := generation{"@hey-api/openapi-ts", surface}
		if m[2] == "types.ts" {
			made.Host = "openapi-typescript"
		}
		if failures[made] == nil {
			failures[made] = fmt.Errorf("%s: %s", m[2], m[3])
		}
	}
	if err != nil && len(mistakes) == 0 {
		return fmt.Errorf("tsc: %w\n%s\n%s", err, lastLines(out, 6), lastLines(said, 6))
	}
	return nil
}

// sameOperations compares the tools that a generator makes of a document with its operations, and what of their inputs
// arrives.
func sameOperations(report *Report, s Surface, got []converted) error {
	document, err := openapi3.NewLoader().LoadFromFile(s.OpenAPI)
	if err != nil {
		return err
	}
	want := map[string]*openapi3.Operation{}
	for _, item := range document.Paths.Map() {
		for _, operation := range item.Operations() {
			want[operation.OperationID] = operation
		}
	}
	if len(got) != len(want) {
		return fmt.Errorf("%d tools for %d operations", len(got), len(want))
	}
	for _, tool := range got {
		operation := want[tool.Name]
		if operation == nil {
			return fmt.Errorf("tool %q is no operation", tool.Name)
		}
		schema := parseNode(tool.Schema)
		for _, p := range operation.Parameters {
			if schema.member("properties").member(p.Value.Name) == nil {
				report.find("a parameter is lost", s.Golden, s.Name+" "+tool.Name+" "+p.Value.Name)
			}
		}
		if operation.RequestBody != nil && schema.member("properties").member("requestBody") == nil {
			report.find("a request body is lost", s.Golden, s.Name+" "+tool.Name)
		}
	}
	return nil
}

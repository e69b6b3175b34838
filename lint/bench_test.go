package lint_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"schemac/emit"
	"schemac/golden/generate"
	"schemac/lint"
	"schemac/model/diag"
)

// tables is the size of schema at which lint is compared with a build.
const tables = 1000

func generated(tb testing.TB) compiled {
	return compile(tb, map[string]string{"schema.graphql": string(generate.Schema(tables))}, false)
}

func BenchmarkLint(b *testing.B) {
	c := generated(b)
	b.ReportAllocs()
	for b.Loop() {
		c.lint()
	}
}

// BenchmarkBuild is what lint is compared with: everything that a build does after reading, without the disk.
func BenchmarkBuild(b *testing.B) {
	c := generated(b)
	for b.Loop() {
		for _, a := range emit.Artifacts(c.document, []string{"tools", "resources", "openapi", "schema"}) {
			if err := emit.Encode(io.Discard, a); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// What token-budget estimates is near what emitters write: within a tenth for a surface, a quarter for a tool.
func TestSizes(t *testing.T) {
	for name, files := range estimated(t) {
		c := compile(t, files, false)
		for _, s := range c.document.Surfaces {
			all, estimate := 0, 0
			real := written(t, c, s.Name)
			for _, op := range s.Operations {
				size, ok := real[op.Name]
				if !ok {
					continue
				}
				guess := lint.EstimateTool(op)
				all, estimate = all+size, estimate+guess
				if off(guess, size) > 0.25 {
					t.Errorf("%s: tool %q has %d bytes, estimated %d", name, op.Name, size, guess)
				}
			}
			if off(estimate, all) > 0.1 {
				t.Errorf("%s: %q has %d bytes, estimated %d", name, s.Name, all, estimate)
			}
		}
	}
}

func off(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return max(float64(a-b), float64(b-a)) / float64(b)
}

// estimated are the cases to compare: real schemas and generated ones.
func estimated(t *testing.T) map[string]map[string]string {
	cases := map[string]map[string]string{
		"generated":           {"schema.graphql": string(generate.Schema(20))},
		"generated guardfile": {"generated.mcp.kdl": string(generate.Guardfile(20))},
	}
	for _, pattern := range []string{"../fixtures/real/*/*.graphql", "../fixtures/graphql/scalars/*.graphql", "../fixtures/graphql/embedded/*.graphql", "../fixtures/graphql/enums/*.graphql"} {
		paths, _ := filepath.Glob(pattern)
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			cases[path] = map[string]string{"schema.graphql": string(text)}
		}
	}
	return cases
}

// written returns the sizes of the tools of a surface as compact JSON.
func written(t *testing.T, c compiled, surface string) map[string]int {
	t.Helper()
	if c.diags.Count(diag.Error) > 0 {
		t.Fatal(c.diags.Sorted()[0].Message)
	}
	sizes := map[string]int{}
	for _, a := range emit.Artifacts(c.document, []string{"tools"}) {
		if a.Name != surface+".tools.json" {
			continue
		}
		var list struct{ Tools []json.RawMessage }
		if err := json.Unmarshal(emit.Bytes(a), &list); err != nil {
			t.Fatal(err)
		}
		for _, raw := range list.Tools {
			var named struct{ Name string }
			var compact bytes.Buffer
			if err := json.Unmarshal(raw, &named); err != nil {
				t.Fatal(err)
			}
			if err := json.Compact(&compact, raw); err != nil {
				t.Fatal(err)
			}
			sizes[named.Name] = compact.Len()
		}
	}
	return sizes
}

package breaking_test

import (
	"strings"
	"testing"

	"schemac/golden/generate"
	"schemac/lint/breaking"
)

// tables is the size of schema at which a comparison is measured: it must take well under the time of a build.
const tables = 1000

// BenchmarkCompareSame is the usual case: next to nothing has changed.
func BenchmarkCompareSame(b *testing.B) {
	text := string(generate.Schema(tables))
	benchmark(b, text, text)
}

// BenchmarkCompareAll changes every table.
func BenchmarkCompareAll(b *testing.B) {
	text := string(generate.Schema(tables))
	benchmark(b, text, strings.ReplaceAll(text, "summary: String", "summary: String!"))
}

func BenchmarkCompareGuardfile(b *testing.B) {
	text := string(generate.Guardfile(tables))
	old, new := compile(b, sourceOf(text)), compile(b, sourceOf(strings.Replace(text, "team-*", "team-a*", 1)))
	b.ReportAllocs()
	for b.Loop() {
		breaking.Compare(old, new, breaking.Options{})
	}
}

func benchmark(b *testing.B, before, after string) {
	old, new := compile(b, sourceOf(before)), compile(b, sourceOf(after))
	b.ReportAllocs()
	for b.Loop() {
		breaking.Compare(old, new, breaking.Options{})
	}
}

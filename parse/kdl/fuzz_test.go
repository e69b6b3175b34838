package kdl

import (
	"os"
	"path/filepath"
	"testing"

	"schemac/model/diag"
	"schemac/model/source"
)

// addSeeds adds the cases of the tables, and the official suite where there is one.
func addSeeds(f *testing.F) {
	for _, c := range treeCases {
		f.Add(c.in)
	}
	for _, c := range errorCases {
		f.Add(c.in)
	}
	for _, c := range formatCases {
		f.Add(c.in)
	}
	inputs, _ := filepath.Glob(suite + "/input/*.kdl")
	for _, input := range inputs {
		if raw, err := os.ReadFile(input); err == nil {
			f.Add(string(raw))
		}
	}
}

// FuzzParse: whatever the bytes are, reading them ends, says a bounded number of things in places that exist, and gives
// a tree whose every place reads as what it is the place of.
func FuzzParse(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		doc, diags, _ := read(t, text)
		if n := diags.Count(diag.Error); n > maxErrors+1 || n > len(doc.File.Text)+1 {
			t.Errorf("%d errors in %d bytes", n, len(doc.File.Text))
		}
		whole := source.Span{File: doc.File, End: len(doc.File.Text)}
		seen := map[source.Span]bool{}
		for _, d := range diags.Sorted() {
			within(t, doc.File, d.Span, whole)
			for _, r := range d.Related {
				within(t, doc.File, r.Span, whole)
			}
			if seen[d.Span] {
				t.Errorf("two messages at %v:\n%s", d.Span, listing(diags))
			}
			seen[d.Span] = true
		}
		if !doc.Broken && doc.Version == 2 {
			checkPlaces(t, doc)
		}
	})
}

// FuzzFormat: what can be read can be formatted, with the same tree and comments, and stays so.
func FuzzFormat(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		doc, _, faults := read(t, text)
		if !doc.Broken && faults == 0 {
			checkFormat(t, doc)
		}
	})
}

package kdl

import (
	"slices"
	"testing"
)

// checkFormat holds Format to its promise for a document that was read without errors.
func checkFormat(t testing.TB, doc *Document) {
	t.Helper()
	once := Format(doc)
	again, diags, _ := read(t, once)
	if diags.HasErrors() {
		t.Fatalf("formatted text has errors:\n%s\n%s", listing(diags), once)
	}
	if got, want := dump(again), dump(doc); got != want {
		t.Fatalf("formatting changes the tree of\n%s\nformatted:\n%s\ngot:\n%s\nwant:\n%s", doc.File.Text, once, got, want)
	}
	got, want := comments(again), comments(doc)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("formatting changes the comments of\n%s\ngot:  %q\nwant: %q", doc.File.Text, got, want)
	}
	if twice := Format(again); twice != once {
		t.Fatalf("formatting twice differs for\n%s\nonce:\n%s\ntwice:\n%s", doc.File.Text, once, twice)
	}
}

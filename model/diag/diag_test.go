package diag

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"schemac/model/source"
)

func lines(diagnostics []*Diagnostic) []string {
	var out []string
	for _, d := range diagnostics {
		out = append(out, fmt.Sprintf("%s %s[%s] %s", d.Span, d.Severity, d.Code, d.Message))
	}
	return out
}

func TestSorted(t *testing.T) {
	a := &source.File{Name: "a", Text: "0123\n4567"}
	b := &source.File{Name: "b", Text: "0123"}
	var l List
	l.Errorf(b.Span(0, 1), "z", "last file")
	l.Warnf(a.Span(5, 6), "z", "second line")
	l.Infof(a.Span(0, 2), "z", "longer")
	l.Errorf(a.Span(0, 1), "z", "other words")
	l.Errorf(a.Span(0, 1), "z", "a word")
	l.Errorf(a.Span(0, 1), "y", "zzz")
	l.Errorf(a.Span(0, 1), "z", "a word")
	l.Errorf(source.Span{}, "z", "nowhere")
	want := []string{
		"- error[z] nowhere", "a:1:1 error[y] zzz", "a:1:1 error[z] a word", "a:1:1 error[z] other words",
		"a:1:1 info[z] longer", "a:2:1 warning[z] second line", "b:1:1 error[z] last file",
	}
	if diff := cmp.Diff(want, lines(l.Sorted())); diff != "" {
		t.Error(diff)
	}
	if l.Count(Error) != 6 { // counting is of what was added, the repeated one too
		t.Errorf("%d errors", l.Count(Error))
	}
}

// The order in which diagnostics are found is not seen, and sorting keeps each kind of finding exactly once.
func TestSortedAnyOrder(t *testing.T) {
	f := &source.File{Name: "f", Text: "0123456789"}
	finding := rapid.Custom(func(t *rapid.T) *Diagnostic {
		at := rapid.IntRange(0, 3).Draw(t, "at")
		return &Diagnostic{
			Span:    f.Span(at, at+rapid.IntRange(0, 1).Draw(t, "length")),
			Code:    rapid.SampledFrom([]string{"a", "b"}).Draw(t, "code"),
			Message: rapid.SampledFrom([]string{"x", "y"}).Draw(t, "message"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		items := rapid.SliceOf(finding).Draw(t, "items")
		once := map[string]bool{}
		for _, d := range items {
			once[fmt.Sprint(d.Span.Start, d.Span.End, d.Code, d.Message)] = true
		}
		sorted := lines((&List{items: items}).Sorted())
		shuffled := lines((&List{items: rapid.Permutation(items).Draw(t, "shuffled")}).Sorted())
		if len(sorted) != len(once) {
			t.Fatalf("%d kept of %d", len(sorted), len(once))
		}
		if diff := cmp.Diff(sorted, shuffled); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestStrict(t *testing.T) {
	var l List
	l.Infof(source.Span{}, "i", "info")
	if l.Strict(); l.HasErrors() {
		t.Error("an info became an error")
	}
	l.Warnf(source.Span{}, "w", "warning")
	if l.HasErrors() {
		t.Error("a warning is an error")
	}
	if l.Strict(); !l.HasErrors() || l.Count(Warning) != 0 || l.Count(Error) != 1 || l.Count(Info) != 1 {
		t.Errorf("got %d errors, %d warnings, %d infos", l.Count(Error), l.Count(Warning), l.Count(Info))
	}
}

func TestMerge(t *testing.T) {
	var a, b List
	a.Errorf(source.Span{}, "a", "first")
	b.Errorf(source.Span{}, "b", "second").WithHelp("do %d things", 2).WithRelated(source.Span{}, "see %q", "there")
	a.Merge(&b)
	if diff := cmp.Diff([]string{"- error[a] first", "- error[b] second"}, lines(a.Sorted())); diff != "" {
		t.Error(diff)
	}
	if d := a.Sorted()[1]; d.Help != "do 2 things" || len(d.Related) != 1 || d.Related[0].Message != `see "there"` {
		t.Errorf("got %+v", d)
	}
}

func TestClosest(t *testing.T) {
	directives := []string{"table", "export", "hidden", "primaryKey", "indexed", "createdTime", "updatedTime", "relationship"}
	types := []string{"ID", "String", "Int", "Long", "BigInt", "Float", "Boolean", "Date", "Bytes", "Blob", "Any"}
	for _, row := range []struct {
		word       string
		candidates []string
		want       string
	}{
		{"index", directives, "indexed"},
		{"primarykey", directives, "primaryKey"},
		{"primray", directives, ""},
		{"primaryKye", directives, "primaryKey"},
		{"creatdTime", directives, "createdTime"},
		{"createTime", directives, "createdTime"},
		{"relation", directives, "relationship"},
		{"relationships", directives, "relationship"},
		{"colour", directives, ""},
		{"", directives, ""},
		{"Bool", types, "Boolean"},
		{"bool", types, "Boolean"},
		{"string", types, "String"},
		{"Strnig", types, "String"},
		{"integer", types, "Int"},
		{"Id", types, "ID"},
		{"In", types, "Int"},
		{"of", []string{"error", "off"}, "off"},
		{"an", []string{"another"}, ""},
		{"X", types, ""},
		{"X", []string{"A", "B", "x1"}, ""},
		{"Ex", []string{"Ed", "Eva"}, ""},
		{"Customer", []string{"Order", "Costumer"}, "Costumer"},
		{"abc", []string{"abd", "abe"}, "abd"},
		{"Product", []string{"product", "Product2"}, "product"},
		{strings.Repeat("a", 1000), []string{strings.Repeat("a", 999)}, strings.Repeat("a", 999)},
		{"word", nil, ""},
	} {
		if got := Closest(row.word, row.candidates); got != row.want {
			t.Errorf("%.20q of %.80v: got %.20q, want %.20q", row.word, row.candidates, got, row.want)
		}
	}
}

// The distance is zero for the same word only and the same in both directions. A letter more changes it by at most two:
// itself, and the swap that it parts.
func TestDistance(t *testing.T) {
	word := rapid.StringMatching(`[ab]{0,8}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		d := distance(a, b)
		if (d == 0) != (a == b) || d != distance(b, a) || d > max(len(a), len(b)) {
			t.Fatalf("distance %d of %q and %q, %d back", d, a, b, distance(b, a))
		}
		i := rapid.IntRange(0, len(a)).Draw(t, "i")
		if inserted := distance(a[:i]+"c"+a[i:], b); inserted > d+2 || inserted < d-1 {
			t.Fatalf("a letter more changes the distance from %d to %d", d, inserted)
		}
	})
	if d := distance("ab", "ba"); d != 1 {
		t.Errorf("a swap costs %d", d)
	}
}

package source

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestNew(t *testing.T) {
	invalid := func(offset, count int) Fault { return Fault{InvalidUTF8, offset, count} }
	nul := func(offset, count int) Fault { return Fault{NUL, offset, count} }
	for _, row := range []struct {
		name, in, want string
		faults         []Fault
	}{
		{"empty", "", "", nil},
		{"plain", "type A\n", "type A\n", nil},
		{"mark", "\uFEFFtype A", "type A", nil},
		{"mark alone", "\uFEFF", "", nil},
		{"second mark is text", "\uFEFF\uFEFFa", "\uFEFFa", nil},
		{"mark inside", "a\uFEFF", "a\uFEFF", nil},
		{"crlf", "a\r\nb\r\n", "a\nb\n", nil},
		{"cr", "a\rb\r", "a\nb\n", nil},
		{"cr then crlf", "a\r\r\nb", "a\n\nb", nil},
		{"lf then cr", "a\n\rb", "a\n\nb", nil},
		{"mark and crlf", "\uFEFF\r\n", "\n", nil},
		{"replacement character is text", "a\uFFFDb", "a\uFFFDb", nil},
		{"replacement character beside cr", "\uFFFD\r", "\uFFFD\n", nil},
		{"nul", "a\x00b", "a\uFFFDb", []Fault{nul(1, 1)}},
		{"nul after crlf", "a\r\n\x00\x00", "a\n\uFFFD\uFFFD", []Fault{nul(2, 2)}},
		{"nul after mark", "\uFEFF\x00", "\uFFFD", []Fault{nul(0, 1)}},
		{"invalid", "a\xFFb", "a\uFFFDb", []Fault{invalid(1, 1)}},
		{"cut sequence", "ab\xE2\x82", "ab\uFFFD\uFFFD", []Fault{invalid(2, 2)}},
		{"surrogate", "\xED\xA0\x80", "\uFFFD\uFFFD\uFFFD", []Fault{invalid(0, 3)}},
		{"overlong", "\xC0\x80", "\uFFFD\uFFFD", []Fault{invalid(0, 2)}},
		{"latin-1", "caf\xE9\r\n", "caf\uFFFD\n", []Fault{invalid(3, 1)}},
		{"utf-16", "\xFF\xFEa\x00", "\uFFFD\uFFFDa\uFFFD", []Fault{invalid(0, 2), nul(7, 1)}},
		{"both kinds, first kind first", "\x00\xFF", "\uFFFD\uFFFD", []Fault{invalid(3, 1), nul(0, 1)}},
	} {
		t.Run(row.name, func(t *testing.T) {
			f, faults := New("a.graphql", []byte(row.in))
			if f.Text != row.want || f.Name != "a.graphql" {
				t.Errorf("got %q of %s, want %q", f.Text, f.Name, row.want)
			}
			if diff := cmp.Diff(row.faults, faults); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Whatever the bytes, the text is valid, has one kind of line end, and names the place of its first fault.
func TestNewOfAnyBytes(t *testing.T) {
	piece := rapid.SampledFrom([]string{"a", "é", "\r", "\n", "\r\n", "\x00", "\xFF", "\xE2\x82", "\uFEFF", "\uFFFD", "🙂", "\xED\xA0\x80"})
	rapid.Check(t, func(t *rapid.T) {
		raw := strings.Join(rapid.SliceOf(piece).Draw(t, "raw"), "")
		f, faults := New("", []byte(raw))
		if !utf8.ValidString(f.Text) || strings.ContainsAny(f.Text, "\r\x00") {
			t.Fatalf("not normalised: %q", f.Text)
		}
		total := 0
		for _, fault := range faults {
			total += fault.Count
			if !strings.HasPrefix(f.Text[fault.Offset:], "\uFFFD") {
				t.Fatalf("fault at %d of %q is no replacement character", fault.Offset, f.Text)
			}
		}
		written := strings.Count(f.Text, "\uFFFD") - strings.Count(raw, "\uFFFD")
		if total != written {
			t.Fatalf("%d faults counted, %d characters replaced", total, written)
		}
		again, faults := New("", []byte("\uFEFF"+f.Text)) // a mark that is text must not be taken for one
		if again.Text != f.Text || faults != nil {
			t.Fatalf("normalising twice changes %q to %q", f.Text, again.Text)
		}
	})
}

func text() *rapid.Generator[string] {
	return rapid.Map(rapid.SliceOf(rapid.SampledFrom([]string{"a", "\n", "\n", "é", "🙂", "\t", "日本", "e\u0301"})),
		func(pieces []string) string { return strings.Join(pieces, "") })
}

// The place of every character is what counting from the start gives.
func TestPositionOfEveryRune(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := &File{Name: "a", Text: text().Draw(t, "text")}
		line, column := 1, 1
		check := func(offset int) {
			if got := f.Position(offset); got != (Position{line, column}) {
				t.Fatalf("offset %d: got %v, want %d:%d", offset, got, line, column)
			}
			if got := f.LineOf(offset); got != line {
				t.Fatalf("offset %d: got line %d, want %d", offset, got, line)
			}
		}
		for offset, r := range f.Text {
			check(offset)
			column++
			if r == '\n' {
				line, column = line+1, 1
			}
		}
		check(len(f.Text))
	})
}

// The lines of a file joined are its text, and each starts where it says.
func TestLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := &File{Text: text().Draw(t, "text")}
		for i, want := range strings.Split(f.Text, "\n") {
			got, start := f.Line(i + 1)
			if got != want {
				t.Fatalf("line %d: got %q, want %q", i+1, got, want)
			}
			if f.Position(start) != (Position{i + 1, 1}) || f.Text[start:start+len(got)] != want {
				t.Fatalf("line %d does not start at %d", i+1, start)
			}
		}
	})
}

func TestSpanIsInsideItsFile(t *testing.T) {
	f := &File{Name: "a", Text: "0123456789"}
	for _, row := range []struct {
		start, end int
		want       string
	}{
		{0, 10, "0123456789"}, {3, 5, "34"}, {5, 5, ""}, {10, 10, ""},
		{-4, 2, "01"}, {8, 99, "89"}, {99, 100, ""}, {5, 2, ""}, {-2, -1, ""},
	} {
		if got := f.Span(row.start, row.end); got.Text() != row.want || got.Start > got.End {
			t.Errorf("%d to %d: got %q (%d to %d), want %q", row.start, row.end, got.Text(), got.Start, got.End, row.want)
		}
	}
}

func TestZeroSpan(t *testing.T) {
	var zero Span
	if !zero.IsZero() || zero.Text() != "" || zero.String() != "-" || zero.Position() != (Position{}) {
		t.Errorf("the zero span is somewhere: %v %q", zero, zero.Text())
	}
	if (&File{}).Span(0, 0).IsZero() {
		t.Error("the span of an empty file is nowhere")
	}
}

func TestSpanString(t *testing.T) {
	f := &File{Name: "schema/a.graphql", Text: "a\né🙂 b"}
	for _, row := range []struct {
		offset int
		want   string
	}{
		{0, "schema/a.graphql:1:1"}, {1, "schema/a.graphql:1:2"}, {2, "schema/a.graphql:2:1"},
		{4, "schema/a.graphql:2:2"}, {9, "schema/a.graphql:2:4"}, {10, "schema/a.graphql:2:5"},
	} {
		if got := f.Span(row.offset, row.offset).String(); got != row.want {
			t.Errorf("offset %d: got %s, want %s", row.offset, got, row.want)
		}
	}
}

// Spans are ordered: nowhere, then by file name byte by byte, then by start, then by end.
func TestSpanOrder(t *testing.T) {
	upper, lower := &File{Name: "B", Text: "0123"}, &File{Name: "a", Text: "0123"}
	sorted := []Span{{}, upper.Span(0, 0), upper.Span(0, 2), upper.Span(1, 1), upper.Span(3, 4), lower.Span(0, 1), lower.Span(2, 2)}
	for i, a := range sorted {
		for j, b := range sorted {
			if got := a.Compare(b); (got < 0) != (i < j) || (got == 0) != (i == j) {
				t.Errorf("%v against %v: %d", a, b, got)
			}
			if a.Before(b) != (i < j) {
				t.Errorf("%v before %v: %v", a, b, a.Before(b))
			}
		}
	}
}

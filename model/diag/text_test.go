package diag

import (
	"errors"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"schemac/model/source"
)

func render(t testing.TB, d *Diagnostic, color bool) string {
	t.Helper()
	var out strings.Builder
	if err := Text(&out, []*Diagnostic{d}, color); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Each row is a file in which the part between « and » is marked, and what stands below the place.
func TestExcerpt(t *testing.T) {
	long := strings.Repeat("x", 1000)
	for _, row := range []struct{ name, in, want string }{
		{"word", "type A {\n  name: «Strin»\n}", "2 |   name: Strin\n  |         ^^^^^"},
		{"start of the file", "«typ» A", "1 | typ A\n  | ^^^"},
		{"no length", "a «»b", "1 | a b\n  |   ^"},
		{"end of the file", "ab«»", "1 | ab\n  |   ^"},
		{"end of the file after a line end", "ab\n«»", "2 | \n  | ^"},
		{"empty file", "«»", "1 | \n  | ^"},
		{"empty line", "a\n«»\nb", "2 | \n  | ^"},
		{"several lines", "a «b {\n  c\n}»\n", "1 | a b {\n  |   ^^^"},
		{"line end alone", "ab«\n»cd", "1 | ab\n  |   ^"},
		{"tabs", "\t\ta\t«b\tc»", "1 | \t\ta\tb\tc\n  | \t\t \t^^^"},
		{"letters of two bytes", "é «é»", "1 | é é\n  |   ^"},
		{"emoji, two columns wide", "🙂🙂 «🙂»", "1 | 🙂🙂 🙂\n  |      ^^"},
		{"wide and tabs", "日\t«本x»", "1 | 日\t本x\n  |   \t^^^"},
		{"drawn over the letter before", "cafe\u0301 «e\u0301»x", "1 | cafe\u0301 e\u0301x\n  |      ^"},
		{"controls", "a\x1b[31m «b»\x07\u202e", "1 | a\uFFFD[31m b\uFFFD\uFFFD\n  |        ^"},
		{"blanks at the end", "a  «»  ", "1 | a\n  |    ^"},
		{"line ten", strings.Repeat("\n", 9) + "«a»", "10 | a\n   | ^"},
		{"cut on the right", "«ab»" + long, "1 | ab" + long[:118] + "…\n  | ^^"},
		{"cut on both sides", long + "«ab»" + long, "1 | …" + long[:60] + "ab" + long[:58] + "…\n  | " + strings.Repeat(" ", 61) + "^^"},
		{"cut on the left", long + "«ab»", "1 | …" + long[:60] + "ab\n  | " + strings.Repeat(" ", 61) + "^^"},
		{"longer than what is shown", "a«" + long + "»", "1 | a" + long[:119] + "…\n  |  " + strings.Repeat("^", 119)},
		{"tab in what is cut", "\t" + long + "\t«a»", "1 | …" + long[:59] + "\ta\n  | " + strings.Repeat(" ", 60) + "\t^"},
	} {
		t.Run(row.name, func(t *testing.T) {
			before, rest, _ := strings.Cut(row.in, "«")
			inside, after, _ := strings.Cut(rest, "»")
			f := &source.File{Name: "f", Text: before + inside + after}
			d := &Diagnostic{Code: "code", Message: "words", Span: f.Span(len(before), len(before)+len(inside))}
			_, got, _ := strings.Cut(render(t, d, false), " |\n")
			if diff := cmp.Diff(row.want+"\n\n", got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func example() *Diagnostic {
	f := &source.File{Name: "a/shop.graphql", Text: "type A {\n  x: Int\n  x: Int\n}"}
	var l List
	return l.Warnf(f.Span(20, 21), "duplicate-field", "field %q is defined twice", "x").
		WithRelated(f.Span(11, 12), "first here").WithHelp("remove one")
}

func TestText(t *testing.T) {
	want := `warning[duplicate-field]: field "x" is defined twice
  --> a/shop.graphql:3:3
  |
3 |   x: Int
  |   ^
  ::: a/shop.graphql:2:3
  |
2 |   x: Int
  |   - first here
  = help: remove one

`
	if diff := cmp.Diff(want, render(t, example(), false)); diff != "" {
		t.Error(diff)
	}
}

func TestTextInColor(t *testing.T) {
	plain := strings.NewReplacer(bold, "", red, "", yellow, "", cyan, "", reset, "")
	for severity, color := range []string{red, yellow, cyan} {
		d := example()
		d.Severity = Severity(severity)
		got := render(t, d, true)
		if !strings.HasPrefix(got, color+d.Severity.String()+"[duplicate-field]"+reset+": ") {
			t.Errorf("%s: %q", d.Severity, got)
		}
		if diff := cmp.Diff(render(t, d, false), plain.Replace(got)); diff != "" {
			t.Errorf("colours change the words: %s", diff)
		}
	}
}

func TestTextNowhere(t *testing.T) {
	got := render(t, &Diagnostic{Severity: Info, Code: "code", Message: "words"}, false)
	if got != "info[code]: words\n\n" {
		t.Errorf("got %q", got)
	}
}

// Nothing that a source, a message or a file name holds can drive the terminal.
func TestTextIsHarmless(t *testing.T) {
	evil := rapid.StringOf(rapid.SampledFrom([]rune("ab\n\t\x1b\x07\x00\x9b\u202e\u2066\u200b\ufeff🙂")))
	rapid.Check(t, func(t *rapid.T) {
		f := &source.File{Name: evil.Draw(t, "name"), Text: evil.Draw(t, "text")}
		at := f.Span(0, rapid.IntRange(0, len(f.Text)).Draw(t, "end"))
		d := &Diagnostic{Code: "code", Message: evil.Draw(t, "message"), Help: evil.Draw(t, "help"), Span: at}
		d.WithRelated(at, "%s", evil.Draw(t, "related"))
		var out strings.Builder
		_ = Text(&out, []*Diagnostic{d}, false)
		for _, r := range out.String() {
			if r != '\n' && r != '\t' && !unicode.IsGraphic(r) {
				t.Fatalf("%U in %q", r, out.String())
			}
		}
		if n := strings.Count(out.String(), "\n"); n > 11 {
			t.Fatalf("%d lines: %q", n, out.String())
		}
	})
}

type broken struct{ error }

func (b broken) Write([]byte) (int, error) { return 0, b.error }

func TestTextReturnsTheWritersError(t *testing.T) {
	full := errors.New("disk full")
	if err := Text(broken{full}, []*Diagnostic{example()}, false); !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
}

// A line that is hidden is not shown, whoever speaks of it and in whichever list.
func TestHide(t *testing.T) {
	f := &source.File{Name: "f", Text: "a s3cret\nb s3cret\nc"}
	var first, all List
	first.Hide(f.Span(2, 12))
	all.Warnf(f.Span(0, 1), "code", "words").WithRelated(f.Span(9, 10), "there").WithRelated(f.Span(18, 19), "and here")
	all.Merge(&first)
	var out strings.Builder
	_ = Text(&out, all.Sorted(), false)
	want := `warning[code]: words
  --> f:1:1 (the line holds a secret and is not shown)
  ::: f:2:1 there (the line holds a secret and is not shown)
  ::: f:3:1
  |
3 | c
  | - and here

`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

package graphql

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"schemac/model"
	"schemac/model/diag"
	"schemac/model/source"
)

// A writer of schemas puts random blanks, commas and comments between tokens, where GraphQL takes them.
type scribe struct {
	*rapid.T
	out strings.Builder
}

var gaps = rapid.SampledFrom([]string{" ", " ", "\n", "\t", "  \n\n ", ",", "\r\n", " # é \"\"\" {\n", "\n# 🙂: Int\n"})

func (s *scribe) write(tokens ...string) {
	for _, token := range tokens {
		s.out.WriteString(token)
		s.out.WriteString(gaps.Draw(s.T, "gap"))
	}
}

// doc writes a docstring now and then.
func (s *scribe) doc() {
	s.write(rapid.SampledFrom([]string{"", "", `"é 🙂"`, "\"\"\"\n  日本 type X {\n\"\"\"", `"a \" b"`, `""""""`}).Draw(s.T, "doc"))
}

func (s *scribe) directives(known []string) {
	for _, name := range rapid.SliceOfN(rapid.SampledFrom(known), 0, 2).Draw(s.T, "directives") {
		s.write("@", name) // blanks after the "@" are legal
		if rapid.Bool().Draw(s.T, "arguments") {
			s.write("(", "a", ":", rapid.SampledFrom([]string{`"é"`, "1", "-1.5e3", "name", "true", `"""x"""`}).Draw(s.T, "value"), ")")
		}
	}
}

var names = []string{"a", "type", "input", "enum", "extend", "on", "id", "_x1", "schema", "query", "fragment", "true", "null", "implements", "union", "repeatable"}

func (s *scribe) object(name string) {
	s.doc()
	s.write("type", name)
	s.directives([]string{"table", "sealed", "x"})
	s.write("{")
	for _, field := range rapid.SliceOfNDistinct(rapid.SampledFrom(names), 1, 6, rapid.ID).Draw(s.T, "fields") {
		s.doc()
		s.write(field, ":")
		s.write(rapid.SampledFrom([][]string{{"Int"}, {"E", "!"}, {"[", "Any", "]"}, {"[", "[", "E", "!", "]", "]", "!"}, {"Nowhere"}}).Draw(s.T, "type")...)
		s.directives([]string{"indexed", "hidden", "x", "deprecated"})
	}
	s.write("}")
}

func (s *scribe) enum() {
	s.doc()
	s.write("enum", "E", "{")
	for _, value := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"A", "type", "input", "enum", "on", "extend"}), 1, 5, rapid.ID).Draw(s.T, "values") {
		s.doc()
		// On one line with the next, "type A @x" could be the head of a definition if a brace were not closed.
		s.write(value, "\n")
		s.directives([]string{"deprecated"})
	}
	s.write("}")
}

// Every place is exactly what it is the place of, whatever stands between, and beside a broken definition too.
func TestSpansAreTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &scribe{T: t}
		s.write(rapid.SampledFrom([]string{"", "# é\n", "\"🙂\""}).Draw(t, "start"))
		s.object("First")
		s.enum()
		s.object("type")
		if rapid.Bool().Draw(t, "broken") {
			s.write("type", "Broken", "{", "x", "}", "\n")
		}
		s.object("Last")
		objects, diagnostics := read(t, Options{Comments: rapid.Bool().Draw(t, "comments")}, s.out.String())
		if len(objects) != 3 {
			t.Fatalf("%d objects, %v", len(objects), messages(diagnostics))
		}
		is := func(at source.Span, want string) {
			if at.Text() != want {
				t.Fatalf("the place of %q is %q", want, at.Text())
			}
		}
		for _, o := range objects {
			is(o.Span, o.Name)
			checkDirectives(t, o.Directives)
			for _, p := range o.Properties.All() {
				is(p.Span, p.Name)
				checkDirectives(t, p.Directives)
				base := p.Type.Base()
				is(base.Span, base.Name)
				if e := base.Enum; e != nil {
					is(e.Span, e.Name)
					for _, v := range e.Values {
						is(v.Span, v.Name)
					}
				}
			}
		}
	})
}

func checkDirectives(t *rapid.T, directives []model.Directive) {
	for _, d := range directives {
		if text := d.Span.Text(); !strings.HasPrefix(text, "@") || !strings.HasSuffix(text, d.Name) {
			t.Fatalf("the place of %q is %q", "@"+d.Name, text)
		}
		for _, a := range d.Arguments {
			if text := a.Span.Text(); strings.Trim(text, `"`) != a.Value.Text {
				t.Fatalf("the place of %q is %q", a.Value.Text, text)
			}
		}
	}
}

// Every diagnostic of a small broken input is at the place that row marks with « and ».
func TestPlacesOfMistakes(t *testing.T) {
	for _, row := range []struct{ in, code string }{
		{`type A @table { x: Int «@indexd» }`, "unknown-directive"},
		{`type A @table { "é🙂" x: «Strin» }`, "unknown-type"},
		{`type A @table { x: [[«Strin»!]]! }`, "unknown-type"},
		{`type A @table { x: Int @deprecated(reason: «5») }`, "argument-type"},
		{`type A @table(database: «[»"a", "b"]) { x: Int }`, "argument-type"},
		{`type A @table { x: Int @deprecated(reason: «{»a: {b: 1}}) }`, "argument-type"},
		{`type A @table { x: Int @deprecated(reason: «$»v) }`, "syntax"},
		{`type A @table @export(«nam»: "x") { x: Int }`, "unknown-argument"},
		{"type A @table { x: Int }\r\nextend type «B» { y: Int }", "unknown-type"},
		{"\uFEFFtype A @table {\r\n  x: Int\r\n  «x»: String\r\n}", "duplicate-field"},
		{"type A { x: Int }\ntype «A» { x: Int }", "duplicate-type"},
		{"enum E { A B «A» }\ntype X { e: E }", "duplicate-value"},
		{`input I { a: Int } type A { x: «I» }`, "input-type"},
		{`type A @table { k: ID @primaryKey l: ID «@primaryKey» }`, "second-primary-key"},
		{`type A { x: Int y: [A] «@relationship(to: x)» }`, "embedded-relationship"},
		{`type A @table { x: Int «@hidden» @hidden @hidden }`, ""},
	} {
		before, rest, _ := strings.Cut(row.in, "«")
		inside, after, _ := strings.Cut(rest, "»")
		_, diagnostics := read(t, Options{}, before+inside+after)
		want := normalised(inside)
		if row.code == "embedded-relationship" {
			want, _, _ = strings.Cut(want, "(") // the place of a directive is its name
		}
		found := row.code == ""
		for _, d := range diagnostics {
			if d.Code == row.code && d.Span.Text() == want && d.Span.Start == len(normalised(before)) {
				found = true
			}
		}
		if !found {
			t.Errorf("%s: no %q at %q in %v", row.in, row.code, want, places(diagnostics))
		}
	}
}

func places(diagnostics []*diag.Diagnostic) []string {
	var list []string
	for _, d := range diagnostics {
		list = append(list, fmt.Sprintf("%s %q: %s[%s] %s", d.Span, d.Span.Text(), d.Severity, d.Code, d.Message))
	}
	return list
}

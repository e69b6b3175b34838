package graphql

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"schemac/model"
	"schemac/model/diag"
	"schemac/model/source"
)

// read reads and links sources as files a.graphql, b.graphql, …
func read(t rapid.TB, options Options, texts ...string) ([]*model.Object, []*diag.Diagnostic) {
	t.Helper()
	var diags diag.List
	var units []*Unit
	for i, text := range texts {
		f, faults := source.New(fmt.Sprintf("%c.graphql", 'a'+i), []byte(text))
		if len(faults) > 0 {
			t.Fatalf("unreadable source %q", text)
		}
		units = append(units, Parse(f, false, options, &diags))
	}
	return Link(units, &diags), diags.Sorted()
}

// messages returns "severity[code] message" of each diagnostic.
func messages(diagnostics []*diag.Diagnostic) []string {
	var list []string
	for _, d := range diagnostics {
		list = append(list, fmt.Sprintf("%s[%s] %s", d.Severity, d.Code, d.Message))
	}
	return list
}

// blockStringValue is BlockStringValue(rawValue) of the GraphQL specification (October 2021, §2.9.4), step by step as
// the specification has it.
func blockStringValue(raw string) string {
	whitespace := func(s string) int {
		n := 0
		for n < len(s) && (s[n] == ' ' || s[n] == '\t') {
			n++
		}
		return n
	}
	raw = strings.ReplaceAll(strings.ReplaceAll(raw, "\r\n", "\n"), "\r", "\n")
	lines := strings.Split(raw, "\n")
	var commonIndent *int
	for i, line := range lines {
		if i == 0 {
			continue
		}
		length, indent := len(line), whitespace(line)
		if indent < length {
			if commonIndent == nil || indent < *commonIndent {
				commonIndent = &indent
			}
		}
	}
	if commonIndent != nil {
		for i := range lines {
			if i > 0 {
				lines[i] = lines[i][min(*commonIndent, len(lines[i])):]
			}
		}
	}
	for len(lines) > 0 && whitespace(lines[0]) == len(lines[0]) {
		lines = lines[1:]
	}
	for len(lines) > 0 && whitespace(lines[len(lines)-1]) == len(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	return strings.Join(lines, "\n")
}

func TestBlockString(t *testing.T) {
	for _, row := range []struct{ raw, want string }{
		{"", ""},
		{"   ", ""},
		{"\n\n  \n", ""},
		{"one line", "one line"},
		{"  kept in front  ", "  kept in front  "},
		{"\n  two\n  lines\n", "two\nlines"},
		{"First\n      second\n    third", "First\n  second\nthird"},
		{"\n\ta\n\t\tb\n", "a\n\tb"},
		{"\n \ta\n\t b\n", "a\nb"},
		{"\n  a\n\n  b\n", "a\n\nb"},
		{"\n  a\n    \n  b\n", "a\n  \nb"},
		{"\n  a  \n", "a  "},
		{`say \"""hi\"""`, `say """hi"""`},
		{`say \"hi\"`, `say \"hi\"`},
		{`\n stays`, `\n stays`},
		{"\n    a\n  b\n      c", "  a\nb\n    c"},
		{"\n \u00a0a\n b", "\u00a0a\nb"},
	} {
		if got := blockString(row.raw); got != row.want {
			t.Errorf("%q: got %q, want %q", row.raw, got, row.want)
		}
	}
}

// A docstring in a file is what the specification says, whatever line ends the file has.
func TestDocstringAgainstTheSpecification(t *testing.T) {
	piece := rapid.SampledFrom([]string{"a", "b.", " ", "  ", "\t", "\n", "\r\n", "\r", "\n\n", `"`, `\`, `\"""`, "#", "{", "}", "@", "é", "🙂", "\u00a0", "\u2028", "type X {"})
	rapid.Check(t, func(t *rapid.T) {
		raw := strings.Join(rapid.SliceOf(piece).Draw(t, "raw"), "")
		// The quotes that close are the first three that no backslash precedes, so the text may neither hold nor end with any.
		body := strings.ReplaceAll(strings.ReplaceAll(raw, `\"""`, "\x00"), `"`, "'")
		body = strings.TrimRight(strings.ReplaceAll(body, "\x00", `\"""`), `\`)
		if strings.HasSuffix(body, `"`) {
			body += " "
		}
		want := strings.ReplaceAll(blockStringValue(body), `\"""`, `"""`)
		before := rapid.SampledFrom([]string{"", "# é\r\n", "\"🙂\"\nenum E { A }\n"}).Draw(t, "before")
		objects, diagnostics := read(t, Options{}, before+`"""`+body+`""" type A {`+` """`+body+`""" f: Int }`)
		if len(diagnostics) > 0 || len(objects) != 1 {
			t.Fatalf("%q: %d objects, %v", body, len(objects), messages(diagnostics))
		}
		a := objects[0]
		if a.Description != want || a.Properties.Lookup("f").Doc != want {
			t.Fatalf("%q: got %q and %q, want %q", body, a.Description, a.Properties.Lookup("f").Doc, want)
		}
		for _, at := range []source.Span{a.DescriptionSpan, a.Properties.Lookup("f").DocSpan} {
			if a.Description != "" && at.Text() != normalised(`"""`+body+`"""`) {
				t.Fatalf("the place of %q is %q", body, at.Text())
			}
		}
	})
}

func normalised(text string) string {
	f, _ := source.New("", []byte(text))
	return f.Text
}

// docs returns "Type", "Type.field" or "Enum VALUE" with the docstring of each that has one, in source order.
func docs(objects []*model.Object) []string {
	var list []string
	add := func(name, text string) {
		if text != "" {
			list = append(list, name+"="+text)
		}
	}
	for _, o := range objects {
		add(o.Name, o.Description)
		for _, p := range o.Properties.All() {
			add(o.Name+"."+p.Name, p.Doc)
			if e := p.Type.Base().Enum; e != nil {
				add(e.Name, e.Description)
				for _, v := range e.Values {
					add(e.Name+" "+v.Name, v.Description)
				}
			}
		}
	}
	return list
}

func TestDocstringsLandOnTheirDefinition(t *testing.T) {
	for _, row := range []struct {
		name, in string
		want     []string
	}{
		{"type and fields", `"t" type A { "x" x: Int y: Int """z""" z: Int }`, []string{"A=t", "A.x=x", "A.z=z"}},
		{"on a line with others", `"t" type A { "x" x: Int, "y" y: Int }`, []string{"A=t", "A.x=x", "A.y=y"}},
		{"enum and values", `type A { e: E } "e" enum E { "a" A B "c" C }`, []string{"E=e", "E A=a", "E C=c"}},
		{"fields named as keywords", `type A { "1" type: Int "2" enum: Int input: Int "4" extend: Int "5" directive: Int "6" schema: Int scalar: Int union: Int "9" interface: Int }`,
			[]string{"A.type=1", "A.enum=2", "A.extend=4", "A.directive=5", "A.schema=6", "A.interface=9"}},
		{"values named as keywords", `type A { e: E } enum E { "1" input output "3" type scalar "5" extend union other }`,
			[]string{"E input=1", "E type=3", "E extend=5"}},
		{"types named as keywords", `"1" type type { "f" type: Int } type input { a: Int } "3" type enum { b: Int }`,
			[]string{"type=1", "type.type=f", "enum=3"}},
		{"after a directive with a string", `type A { x: Int @relationship(from: "y") y: Int "z" z: Int @deprecated(reason: """why""") w: Int }`,
			[]string{"A.z=z"}},
		{"after a directive with lists", `directive @d(a: [String]) on OBJECT type A @d(a: ["1", "2" "3"]) { x: Int @d(a: ["a" "b"]) "y" y: Int }`,
			[]string{"A.y=y"}},
		{"after a directive with objects", `directive @d(a: I) on OBJECT type A { x: Int @d(a: {type: "1", b: {c: "2"}}) y: Int "z" z: Int }`,
			[]string{"A.z=z"}},
		{"after default values", `type A { x(a: String = "d", "arg" b: [String] = ["e" "f"], c: I = {type: "g"}): Int y: Int "z" z: Int }`,
			[]string{"A.z=z"}},
		{"argument's own", `type A { "x" x("a" a: Int): Int y("b" type: Int): Int }`, []string{"A.x=x"}},
		{"after a directive's declaration", `"d" directive @d("a" a: Int) on OBJECT type A { x: Int } "b" type B { x: Int }`, []string{"B=b"}},
		{"after other definitions", `"s" scalar S "i" interface I { "f" f: Int } "u" union U = A "in" input P { "g" g: Int = 1 } "sc" schema { query: A } type A { x: Int }`, nil},
		{"union without members", `"u" union U type A { x: Int }`, nil},
		{"extension", `type A { "x" x: Int } extend type A { "y" y: Int }`, []string{"A.x=x", "A.y=y"}},
		{"empty", `"" type A { """""" x: Int }`, nil},
		{"escapes", `"tab\tquote\" \u00e9 \\" type A { x: Int }`, []string{"A=tab\tquote\" é \\"}},
		{"comment between", "\"t\" # c\n# d\ntype # e\nA { \"x\" # f\n x: Int }", []string{"A=t", "A.x=x"}},
		{"comment with quotes", "# \"no\"\ntype A { # \"\"\"\n x: Int }", nil},
		{"wide text before", "\"🙂é\" type A { \"日本\" x: Int \"🙂\" y: Int z: Int }", []string{"A=🙂é", "A.x=日本", "A.y=🙂"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			objects, diagnostics := read(t, Options{}, row.in)
			if diff := cmp.Diff(row.want, docs(objects)); diff != "" {
				t.Error(diff)
			}
			for _, d := range diagnostics {
				if d.Severity == diag.Error {
					t.Errorf("%s: %s", d.Span, d.Message)
				}
			}
			// The same definitions are read one by one when another one is broken.
			objects, _ = read(t, Options{}, row.in+"\ntype Broken { x }")
			if diff := cmp.Diff(row.want, docs(objects)); diff != "" {
				t.Errorf("beside a broken definition: %s", diff)
			}
		})
	}
}

func TestComments(t *testing.T) {
	for _, row := range []struct {
		name, in string
		want     []string
	}{
		{"above", "# a type\ntype A {\n  # a field\n  x: Int\n}", []string{"A=a type", "A.x=a field"}},
		{"trailing", "type A {\n  x: Int # words\n  y: Int\n}", []string{"A.x=words"}},
		{"above before trailing", "type A {\n  # above\n  x: Int # behind\n}", []string{"A.x=above"}},
		{"trailing after a divider", "type A {\n  # ------\n  x: Int # behind\n}", []string{"A.x=behind"}},
		{"docstring wins", "# no\n\"yes\" type A {\n  # no\n  \"\"\"yes\"\"\"\n  x: Int # no\n}", []string{"A=yes", "A.x=yes"}},
		{"several lines", "# one\n#two\n#   three  \ntype A { x: Int }", []string{"A=one\ntwo\n  three"}},
		{"lines without a letter", "# ====\n# words\n# 1 2 3\n#\ntype A { x: Int }", []string{"A=words"}},
		{"does not touch", "# far\n\ntype A {\n  # far\n\n  x: Int\n}", nil},
		{"only the block that touches", "# far\n\n# near\ntype A { x: Int }", []string{"A=near"}},
		{"trailing of the line before", "type A {\n  x: Int # of x\n  y: Int\n}", []string{"A.x=of x"}},
		{"behind the brace", "type A { # of no field\n  x: Int\n}", nil},
		{"code", "type A {\n  # old: String\n  x: Int\n  # old: String! @indexed\n  # older: Int\n  y: Int\n}", nil},
		{"code of a type", "# type Old {\n#   x: Int\n# }\ntype A { x: Int }", nil},
		{"a colon is no code", "# note: it is old\n# and: this too, mostly\ntype A { x: Int }", []string{"A=note: it is old\nand: this too, mostly"}},
		{"two hashes", "## heading\ntype A { x: Int }", []string{"A=# heading"}},
		{"wide text", "# é🙂\ntype A { x: Int } # no\n# ü\ntype B { x: Int }", []string{"A=é🙂", "B=ü"}},
		{"other letters", "# 日本\ntype A { x: Int }", []string{"A=日本"}},
		{"enum values", "type A { e: E }\n# e\nenum E {\n  # a\n  A\n  B # b\n  C\n}", []string{"E=e", "E A=a", "E B=b"}},
		{"carriage returns", "# one\r\n# two\r\ntype A {\r\n  x: Int # x\r\n}", []string{"A=one\ntwo", "A.x=x"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			objects, _ := read(t, Options{Comments: true}, row.in)
			if diff := cmp.Diff(row.want, docs(objects)); diff != "" {
				t.Error(diff)
			}
			objects, _ = read(t, Options{Comments: true}, "type Broken { x }\n\n"+row.in)
			if diff := cmp.Diff(row.want, docs(objects)); diff != "" {
				t.Errorf("beside a broken definition: %s", diff)
			}
			if objects, _ = read(t, Options{}, row.in); row.name != "docstring wins" && docs(objects) != nil {
				t.Errorf("without the option: %v", docs(objects))
			}
		})
	}
}

// A comment that could serve is counted whether or not it does, so that the command can say so.
func TestCommentsAreCounted(t *testing.T) {
	text := "# a\ntype A {\n  # ---\n  x: Int\n  y: Int # y\n  \"z\"\n  z: Int # no\n}"
	for _, comments := range []bool{false, true} {
		f, _ := source.New("a.graphql", []byte(text))
		if unit := Parse(f, false, Options{Comments: comments}, &diag.List{}); unit.Comments != 2 {
			t.Errorf("comments %v: %d counted, want 2", comments, unit.Comments)
		}
	}
}

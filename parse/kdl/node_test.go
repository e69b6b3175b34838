package kdl

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"schemac/model/source"
)

// A tree is written as dump writes it: bare words bare, strings in quotes, bare keywords as bare#true.
var treeCases = []struct{ name, in, want string }{
	{"bare and quoted", `query "q" string`, `query "q" string`},
	{"quoted names", `"a b" "k"=v #"r"#="w"`, `"a b" "k"=v "r"="w"`},
	{"entries keep order and duplicates", `a 1 k=1 b k=2 j=3 c`, `a 1 k=1 b k=2 j=3 c`},
	{"annotations", `(t)a ("u v")1 k=(w)x`, `(t)a ("u v")1 k=(w)x`},
	{"keywords", `a #true #false #null #inf #-inf #nan`, `a #true #false #null #inf #-inf #nan`},
	{"bare keywords are values", `a true false null required=true k=(t)null`, `a bare#true bare#false bare#null required=bare#true k=(t)bare#null`},
	{"only whole words are keywords", `truely nullable infinite a=trues`, `truely nullable infinite a=trues`},
	{"True is a word", `a True NULL`, `a True NULL`},
	{"numbers keep their spelling", `a 0x1F -1_000.50e+3 +7 007`, `a 0x1F -1_000.50e+3 +7 007`},
	{"words like globs and references", `restrict owner matches coily* $owner <x> $a.b -- - . -x`, `restrict owner matches coily* $owner <x> $a.b -- - . -x`},
	{"no children and none", "a\nb {}\nc {\n}", "a\nb {\n}\nc {\n}"},
	{"nested", "a { b { c; d }; e }", "a {\n  b {\n    c\n    d\n  }\n  e\n}"},
	{"no blank before a brace", "a{b{c}}", "a {\n  b {\n    c\n  }\n}"},
	{"as", `call get issue { owner $owner repo $repo } as issue`, "call get issue {\n  owner $owner repo $repo\n} as issue"},
	{"as with all around it", "a {} /-{ x } /* c */ \\\n as /* d */ \"b c\" /-{ y }; d", "a {\n} as \"b c\"\nd"},
	{"as is a word elsewhere", "as as as=as { as }", "as as as=as {\n  as\n}"},
	{"flat pairs are arguments", "call { a $b c $d\ne 1 }", "call {\n  a $b c $d\n  e 1\n}"},
	{"escapes", `a "\"\\\b\f\n\r\t\s\u{1F600}\u{41}" "x\   y"`, "a \"\\\"\\\\\\b\\f\\n\\r\\t 😀A\" \"xy\""},
	{"raw", `a #"\n"# ##"a"#b"## #""#`, `a "\\n" "a\"#b" ""`},
	{"empty strings", `"" ""=""`, `"" ""=""`},
	{"multi-line", "a \"\"\"\n    b\n      c \"\"\n\n   \t\n    \\td\n    \"\"\"", "a \"b\\n  c \\\"\\\"\\n\\n\\n\\td\""},
	{"multi-line, raw", "a #\"\"\"\n  \\n\"\"\"\n  \"\"\"#", `a "\\n\"\"\""`},
	{"multi-line, continued", "a \"\"\"\n  b \\\n     c\n  d\\\n\n  \"\"\"", ""},
	{"slashdash", "/- a { b }\nc /- 1 /-k=2 3 /-{ d } { e /-f\n/-g } /-{ h }", "c 3 {\n  e\n}"},
	{"slashdash before a line", "a 1 /-\n2 3\n/- // c\nb\nd", "a 1 3\nd"},
	{"comments", "/* a /* b */ */ c /* d */ e // f\n// g\nh", "c e\nh"},
	{"continued lines", "a \\\n b \\ // c\n d\\\n\ne", "a b d\ne"},
	{"every newline", "a\vb\fc\u0085d\u2028e\u2029f\rg\r\nh", "a\nb\nc\nd\ne\nf\ng\nh"},
	{"every blank", "a\u00a0b\u3000c\td", "a b c d"},
	{"byte order mark", "\ufeffa", "a"},
	{"semicolons", "a;b ; c;", "a\nb\nc"},
	{"a blank is not needed around a comment", "a\"b\"", ""},
	{"version 2", "/- kdl-version 2\na b", "a b"},
}

func TestTrees(t *testing.T) {
	for _, c := range treeCases {
		doc, diags, _ := read(t, c.in)
		if c.want == "" {
			if !diags.HasErrors() {
				t.Errorf("%s: %q is accepted", c.name, c.in)
			}
			continue
		}
		if got := strings.TrimSpace(dump(doc)); got != c.want || len(diags.Sorted()) > 0 {
			t.Errorf("%s: %q\ngot:\n%s\n%s\nwant:\n%s", c.name, c.in, got, listing(diags), c.want)
		}
		checkPlaces(t, doc)
		checkFormat(t, doc)
	}
}

// checkPlaces holds every span to what it claims: what it covers reads as what it is the place of.
func checkPlaces(t rapid.TB, doc *Document) {
	t.Helper()
	checkNodePlaces(t, doc.File, doc.Nodes, source.Span{File: doc.File, End: len(doc.File.Text)})
	for _, c := range doc.Comments {
		checkComment(t, doc.File, c)
	}
}

func checkNodePlaces(t rapid.TB, f *source.File, nodes []*Node, outer source.Span) {
	t.Helper()
	last := outer.Start
	for _, n := range nodes {
		within(t, f, n.Span, source.Span{File: f, Start: last, End: outer.End})
		last = n.Span.End
		if alone, diags, _ := read(t, n.Span.Text()); !diags.HasErrors() && dump(alone) != dump(&Document{Nodes: []*Node{n}}) {
			t.Fatalf("%q is not the text of\n%s", n.Span.Text(), dump(&Document{Nodes: []*Node{n}}))
		}
		checkValue(t, f, n.Name, n.Span)
		checkValue(t, f, n.As, n.Span)
		for _, e := range n.Entries() {
			if e.Arg != nil {
				checkValue(t, f, e.Arg, n.Span)
				continue
			}
			within(t, f, e.Prop.Span, n.Span)
			checkValue(t, f, e.Prop.Name, e.Prop.Span)
			checkValue(t, f, e.Prop.Value, e.Prop.Span)
		}
		for _, c := range n.Comments {
			checkComment(t, f, c)
		}
		if n.HasChildren {
			within(t, f, n.Block, n.Span)
			if text := n.Block.Text(); text[0] != '{' || text[len(text)-1] != '}' {
				t.Fatalf("the block is %q", text)
			}
			checkNodePlaces(t, f, n.Children, n.Block)
		}
	}
}

func checkValue(t rapid.TB, f *source.File, v *Value, outer source.Span) {
	t.Helper()
	if v == nil {
		return
	}
	within(t, f, v.Span, outer)
	checkValue(t, f, v.Type, source.Span{File: f, Start: outer.Start, End: v.Span.Start})
	alone, diags, _ := read(t, "a "+v.Raw())
	if diags.HasErrors() || len(alone.Nodes) != 1 || len(alone.Nodes[0].Args) != 1 {
		t.Fatalf("%q is not the text of a value", v.Raw())
	}
	if got := alone.Nodes[0].Args[0]; got.Kind != v.Kind || got.Bare != v.Bare || got.Text != v.Text {
		t.Fatalf("%q reads as %q, not %q", v.Raw(), got.Text, v.Text)
	}
}

func checkComment(t rapid.TB, f *source.File, c *Comment) {
	t.Helper()
	within(t, f, c.Span, source.Span{File: f, End: len(f.Text)})
	text := c.Text()
	if len(text) < 2 || text[0] != '/' || !strings.ContainsRune("/*-", rune(text[1])) {
		t.Fatalf("%q is not the text of a comment", text)
	}
	if c.Node != nil && c.Node.Name != nil {
		checkNodePlaces(t, f, []*Node{c.Node}, c.Span)
	}
}

func within(t rapid.TB, f *source.File, inner, outer source.Span) {
	t.Helper()
	if inner.File != f || inner.Start < outer.Start || inner.End > outer.End || inner.Start > inner.End {
		t.Fatalf("%d–%d is not within %d–%d", inner.Start, inner.End, outer.Start, outer.End)
	}
}

func TestPlaces(t *testing.T) {
	const text = "a\n  (t)node \"é\" k=(u)0x1 { b } as c // d"
	doc, _, _ := read(t, text)
	n := doc.Nodes[1]
	for _, c := range []struct {
		what string
		span source.Span
		want string
	}{
		{"node", n.Span, "2:3 (t)node \"é\" k=(u)0x1 { b } as c"},
		{"name", n.Name.Span, "2:6 node"},
		{"type", n.Type.Span, "2:4 t"},
		{"argument", n.Args[0].Span, "2:11 \"é\""},
		{"property", n.Props[0].Span, "2:15 k=(u)0x1"},
		{"property name", n.Props[0].Name.Span, "2:15 k"},
		{"property value", n.Props[0].Value.Span, "2:20 0x1"},
		{"property type", n.Props[0].Value.Type.Span, "2:18 u"},
		{"block", n.Block, "2:24 { b }"},
		{"child", n.Children[0].Span, "2:26 b"},
		{"as", n.As.Span, "2:33 c"},
		{"comment", doc.Comments[0].Span, "2:35 // d"},
	} {
		at := c.span.Position()
		if got := strings.TrimPrefix(c.span.String(), "test.kdl:") + " " + c.span.Text(); got != c.want {
			t.Errorf("%s: %s (%v), want %s", c.what, got, at, c.want)
		}
	}
}

func TestJSONNumber(t *testing.T) {
	for in, want := range map[string]string{
		"0": "0", "-0": "-0", "+1": "1", "007": "7", "-00.50": "-0.50", "1_000": "1000", "1.5e+10": "1.5e+10",
		"1E-1_0": "1E-10", "0x1F": "31", "-0xff": "-255", "0o17": "15", "0b1_01": "5", "0x00": "0", "12345678901234567890123": "12345678901234567890123",
		"0xffffffffffffffffffff": "1208925819614629174706175", "#inf": "", "#-inf": "", "#nan": "",
		"0x" + strings.Repeat("f", maxRadixDigits+1): "", `"1"`: "", "#true": "",
	} {
		doc, diags, _ := read(t, "a "+in)
		got, ok := doc.Nodes[0].Args[0].JSONNumber()
		if got != want || ok != (want != "") || diags.HasErrors() {
			t.Errorf("%s is %q, %v", in, got, ok)
		}
	}
}

func TestKindString(t *testing.T) {
	if got := String.String() + Number.String() + Bool.String() + Null.String(); got != "stringnumberbooleannull" {
		t.Error(got)
	}
}

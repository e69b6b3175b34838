package kdl

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// checkFormat holds Format to its promise for a document that was read without errors.
func checkFormat(t rapid.TB, doc *Document) {
	t.Helper()
	once := Format(doc)
	again, diags, _ := read(t, once)
	if diags.HasErrors() {
		t.Fatalf("formatted text has errors:\n%s\n%s", listing(diags), once)
	}
	if got, want := dump(again), dump(doc); got != want || again.Version != doc.Version {
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

var formatCases = []struct{ name, in, want string }{
	{"empty", " \n\n", ""},
	{"blanks", "  a   b\tk = (t) 1\u00a0\n", "a b k=(t)1\n"},
	{"spelling stays", `a "b" #"c"# 0x1F 1_0 true #true "\u{41}" "k"=v`, `a "b" #"c"# 0x1F 1_0 true #true "\u{41}" "k"=v` + "\n"},
	{"semicolons", "a;b; c\n", "a\nb\nc\n"},
	{"indentation", "a {\n\tb {\nc\n}\n  }", "a {\n    b {\n        c\n    }\n}\n"},
	{"empty lines", "\n\na\n\n\n\nb {\n\n\nc\n\n\nd\n\n}\n\n", "a\n\nb {\n    c\n\n    d\n}\n"},
	{"one line stays", "a {b;c 1;  d{e}}\n", "a { b; c 1; d { e } }\n"},
	{"several lines stay", "a {b;c\n}\n", "a {\n    b\n    c\n}\n"},
	{"empty blocks", "a{}\nb {\n\n}\n", "a {}\nb {}\n"},
	{"as", "call x {a $b}as  c\n", "call x { a $b } as c\n"},
	{"continued lines", "a b\\\n c \\\n\n d { \n}\n", "a b \\\n    c\n\nd {}\n"},
	{"continued in a block", "x {\n a \\\n b \\ // c\n d {\n e\n }\n}", "x {\n    a \\\n        b \\ // c\n        d {\n        e\n    }\n}\n"},
	{"comments on lines", "// a  \n\n\n/* b\n  c */\nd // e\t\nf {   // g\n  h // i\n  // j\n}   // k\n// l", "// a\n\n/* b\n  c */\nd // e\nf { // g\n    h // i\n    // j\n} // k\n// l\n"},
	{"block comments", "/* a */ b /* c */ d /* e */\nf /* g */ { /* h */ i /* j */ } /* k */", "/* a */ b /* c */ d /* e */\nf /* g */ { /* h */ i /* j */ } /* k */\n"},
	{"a comment before what it is about", "a; /* b's */ b\nc; // c's", "a\n/* b's */ b\nc // c's\n"},
	{"comments in entries", "a k /* b */ = /* c */ (/* d */ t) /* e */ v w", "a k=(t)v /* b */ /* c */ /* d */ /* e */ w\n"},
	{"comments in a name", "( /* a */ t) /* b */ c d {\n}", "(t)c d {} /* a */ /* b */\n"},
	{"slashdash", "/-a  b {c;\n d}\n/- e\nf /-g  /- k = 1 /-{\nh\n} {i}/-{ j }", "/-a b {\n    c\n    d\n}\n/- e\nf /-g /- k = 1 /-{\n    h\n} { i } /-{ j }\n"},
	{"slashdash on one line", "a { /-b; c /- d; /-e }", "a { /-b; c /- d; /-e }\n"},
	{"a multi-line string moves along", "a {\nb \"\"\"\n  c\n    d\n   \n  \"\"\" #\"\"\"\n\\ \n\"\"\"#\n}", "a {\n    b \"\"\"\n        c\n          d\n\n        \"\"\" #\"\"\"\n        \\ \n        \"\"\"#\n}\n"},
	{"a continued multi-line string stays", "a {\nb \"\"\"\n  c \\\n d\n  \"\"\"\n}", "a {\n    b \"\"\"\n  c \\\n d\n  \"\"\"\n}\n"},
	{"version", "\n\n/-   kdl-version 2\na", "/- kdl-version 2\na\n"},
	{"continued before nodes", "\\\n\\ // a\nb; \\\n c\n", "// a\nb\nc\n"},
}

func TestFormat(t *testing.T) {
	for _, c := range formatCases {
		doc, diags, _ := read(t, c.in)
		if diags.HasErrors() {
			t.Errorf("%s: %s", c.name, listing(diags))
			continue
		}
		if got := Format(doc); got != c.want {
			t.Errorf("%s: %q\ngot:\n%s\nwant:\n%s", c.name, c.in, got, c.want)
		}
		checkFormat(t, doc)
	}
}

// The guardfiles of other people lie beside the repository where there are any.
func TestGuardfiles(t *testing.T) {
	const folder = "../../../shared/corpus/guardfiles"
	files, _ := filepath.Glob(folder + "/*.kdl")
	if len(files) == 0 {
		t.Skipf("there are no guardfiles in %s", folder)
	}
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		doc, diags, _ := read(t, string(raw))
		if strings.Contains(name, "malformed") {
			if got := listing(diags); got != "7:20 kdl-unclosed-brace this \"{\" is never closed; add \"}\"\n" {
				t.Errorf("%s: %s", name, got)
			}
			continue
		}
		if len(diags.Sorted()) > 0 {
			t.Errorf("%s: %s", name, listing(diags))
			continue
		}
		checkPlaces(t, doc)
		checkFormat(t, doc)
	}
}

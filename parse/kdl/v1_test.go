package kdl

import (
	"fmt"
	"strings"
	"testing"

	"schemac/model/diag"
)

func TestVersion1(t *testing.T) {
	text := `// comment
/- kdl-version 1
(t)wrap "x" b=true a=(u)null b=false {
    n 1 -2.50 0x1F 1e400 12345678901234567890 r#"a\b"# "a\/b
c"
}
last "no newline"`
	doc, diags, _ := read(t, text)
	const tree = `("t")"wrap" "x" "a"=("u")#null "b"=#false {
  "n" 1 -2.5 31 1e+400 12345678901234567890 "a\\b" "a/b\nc"
}
"last" "no newline"
`
	if got := dump(doc); doc.Version != 1 || got != tree {
		t.Errorf("got:\n%s", got)
	}
	const said = "2:1 kdl-v1-read this file is read as KDL 1; what is said about its nodes points here\n"
	if got := listing(diags); got != said || diags.Count(diag.Info) != 1 {
		t.Errorf("said:\n%s", got)
	}
	for _, n := range append(doc.Nodes, doc.Nodes[0].Children...) {
		if n.Span.String() != "test.kdl:2:1" || n.Span.Text() != "/- kdl-version 1" || n.Name.Span != n.Span {
			t.Errorf("%s is at %v %q", n.Name.Text, n.Span, n.Span.Text())
		}
	}
	if Format(doc) != text {
		t.Error("Format changes a KDL 1 file")
	}
}

func TestVersion1Refused(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"too large", strings.Repeat("a\n", 32<<10), "must be smaller than 64 KiB, and this one has 65553 bytes"},
		{"KDL 2", "wrap x {\n}", "this file is no KDL 1: "},
		{"replacement character", "a \"\uFFFD\"", "U+FFFD"},
		{"endless string", "a \"" + strings.Repeat("x", 30000), "this file is no KDL 1: "},
		{"too deep", strings.Repeat("a {\n", 600) + strings.Repeat("}\n", 600), "more than 512 blocks inside each other"},
		{"huge number", "a 1e600000000", "too large or too small"},
	} {
		doc, diags, _ := read(t, "/- kdl-version 1\n"+c.body)
		if got := listing(diags); !strings.HasPrefix(got, "1:1 kdl-v1 ") || !strings.Contains(got, c.want) || len(got) > 250 || strings.Count(got, "\n") != 1 {
			t.Errorf("%s: %.300s", c.name, got)
		}
		if len(doc.Nodes) > 0 {
			t.Errorf("%s: has nodes", c.name)
		}
	}
}

// The file that just fits comes out whole: kdl-go garbles larger ones.
func TestVersion1Largest(t *testing.T) {
	const marker = "/- kdl-version 1\n"
	var body strings.Builder
	for i := 0; body.Len() < maxVersion1-len(marker)-40; i++ {
		fmt.Fprintf(&body, "node-%d \"text of %d\" k=%d\n", i, i, i)
	}
	text := marker + body.String()
	text += strings.Repeat(" ", maxVersion1-1-len(text))
	doc, diags, _ := read(t, text)
	if diags.HasErrors() {
		t.Fatal(listing(diags))
	}
	for i, n := range doc.Nodes {
		if got, want := n.Name.Text+n.Args[0].Text+n.Props[0].Value.Text, fmt.Sprintf("node-%dtext of %d%d", i, i, i); got != want {
			t.Fatalf("node %d is %q", i, got)
		}
	}
}

// The marker counts only as the first thing in the file, in exactly this shape; version 2 is not worth a word.
func TestVersionMarker(t *testing.T) {
	for text, want := range map[string]int{
		"/- kdl-version 1\na \"b\"":           1,
		"/-kdl-version 1":                     1,
		"\n// c\n/* d */ /- kdl-version 1 ;a": 1,
		"/- kdl-version 2\na b":               2,
		"/- \"kdl-version\" 1\na b":           2,
		"/- kdl-version \"1\"\na b":           2,
		"/- kdl-version 1 2\na b":             2,
		"/- kdl-version 1 {}\na b":            2,
		"a; /- kdl-version 1\nb c":            2,
		"/- a\n/- kdl-version 1\nb c":         2,
		"kdl-version 1\na b":                  2,
	} {
		doc, diags, _ := read(t, text)
		if doc.Version != want || diags.HasErrors() || want == 2 && len(diags.Sorted()) > 0 {
			t.Errorf("%q is version %d: %s", text, doc.Version, listing(diags))
		}
	}
}

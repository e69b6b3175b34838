package kdl

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"schemac/model/diag"
	"schemac/model/source"
)

// guardfile returns a guardfile of about the given size.
func guardfile(size int) string {
	var out strings.Builder
	out.WriteString("wrap example {\n    base-url \"example.com/api/v1\"\n")
	for i := 0; out.Len() < size; i++ {
		fmt.Fprintf(&out, `
    // Reads thing %[1]d.
    can get thing-%[1]d {
        path "/things/{owner}/%[1]d"
        describe "Get one \"thing\" of number %[1]d."
        query q string required "search term"
        query { field "limit" type="integer" minimum=1 maximum=100 required=#false; field "since" }
        returns { field id int; field title string }
    }
`, i)
	}
	out.WriteString("}\n")
	return out.String()
}

func BenchmarkParse(b *testing.B) {
	text := guardfile(1 << 20)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Parse(&source.File{Name: "bench.kdl", Text: text}, &diag.List{})
	}
}

func BenchmarkFormat(b *testing.B) {
	text := guardfile(1 << 20)
	doc := Parse(&source.File{Name: "bench.kdl", Text: text}, &diag.List{})
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Format(doc)
	}
}

// shapes are texts that cost a careless reader more than linear time, or its stack.
func shapes(size int) map[string]string {
	fill := func(unit string) string { return strings.Repeat(unit, size/len(unit)) }
	half := func(unit string) string { return strings.Repeat(unit, size/2/len(unit)) }
	hashes := func(format func(int) string) string {
		var out strings.Builder
		for i := 1; out.Len() < size; i++ {
			out.WriteString(format(i))
		}
		return out.String()
	}
	return map[string]string{
		"braces":                 fill("{"),
		"nested":                 fill("a{"),
		"nested and closed":      half("a{") + half("}"),
		"closing braces":         fill("}"),
		"blocks on one line":     fill("a{}"),
		"indented block line":    half(" ") + half("a{}"),
		"words":                  fill("a "),
		"nodes":                  fill("a;"),
		"lines":                  fill("a\n"),
		"newlines":               fill("\n"),
		"blanks":                 fill(" "),
		"one word":               fill("a"),
		"one number":             "a " + fill("1"),
		"one hexadecimal number": "a 0x" + fill("f"),
		"numbers":                "a " + fill("1 "),
		"bad numbers":            "a " + fill("1x "),
		"quotes":                 fill(`"`),
		"empty strings":          fill(`"" `),
		"open strings":           fill("a \"b\n"),
		"open strings with text": fill("a \"b\nc\n"),
		"open triple quotes":     fill("a \"\"\"b\n"),
		"triple quotes":          fill("a \"\"\"\n"),
		"escapes":                `a "` + fill(`\n`) + `"`,
		"bad escapes":            `a "` + fill(`\q`) + `"`,
		"strings with escapes":   "a" + fill(` "\q"`),
		"escaped blanks":         `a "` + fill(`\ `) + `"`,
		"escaped lines":          "a \"\"\"\n" + fill("\\ \n") + "\n\"\"\"",
		"multi-line":             "a \"\"\"\n" + fill("\n") + "\"\"\"",
		"multi-line, indented":   "a \"\"\"\n" + fill("  \\n\\ b\n") + "  \"\"\"",
		"hashes":                 fill("#"),
		"raw strings":            hashes(func(i int) string { return strings.Repeat("#", i) + "\" " }),
		"raw multi-line strings": hashes(func(i int) string { return strings.Repeat("#", i) + "\"\"\"x\n" }),
		"raw quotes":             `a ##"` + fill(`"#`),
		"block comments":         fill("/*"),
		"block comments, closed": half("/*") + half("*/"),
		"comment in comment":     "/*" + fill("/**/"),
		"line comments":          fill("//\n"),
		"slashdash":              fill("/-"),
		"slashdash nodes":        fill("/-a\n"),
		"slashdash entries":      "a" + fill(" /-b"),
		"slashdash blocks":       "a" + fill(" /-{}"),
		"slashdash lines":        fill("/-\n"),
		"backslashes":            fill(`\`),
		"continuations":          "a" + fill(" \\\n"),
		"bad continuations":      fill("\\/**/a"),
		"parentheses":            fill("("),
		"types":                  "a" + fill(" (b)c"),
		"properties":             "a" + fill(" b=c"),
		"equals":                 fill("="),
		"semicolons":             fill(";"),
		"slashes":                fill("a/b "),
		"control characters":     fill("\x01"),
		"control and other":      fill("\x01 a"),
		"wide blanks":            fill("\u3000"),
		"wide letters":           fill("é"),
		"wide newlines":          fill("a\u2028"),
		"bytes":                  fill("\xff"),
		"version":                "/- kdl-version 1\n" + fill("a\n"),
		"as":                     "a {}" + fill(" as b"),
		"guardfile":              guardfile(size),
	}
}

// Whatever the shape of a file, it is read in linear time and with a bounded number of messages. The bound on the time
// is wide: a busy machine must not fail it, and what grows faster than the text fails it by far.
func TestHostileShapes(t *testing.T) {
	const size = 256 << 10
	for name, text := range shapes(size) {
		start := time.Now()
		doc, diags, _ := read(t, text)
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%s: %v", name, took)
		}
		if n := len(diags.Sorted()); n > maxErrors+1 {
			t.Errorf("%s: %d messages", name, n)
		}
		if !doc.Broken {
			Format(doc)
		}
	}
}

func TestDepth(t *testing.T) {
	deepest := strings.Repeat("a {", maxDepth) + strings.Repeat("}", maxDepth)
	if doc, diags, _ := read(t, deepest); len(diags.Sorted()) > 0 {
		t.Error(listing(diags))
	} else {
		checkFormat(t, doc)
	}
	for text, want := range map[string]string{
		strings.Repeat("a {", 2_000_000): "1:1539 kdl-too-deep more than 512 blocks inside each other\n",
		strings.Repeat("{", 2_000_000):   "1:1 kdl-missing-value expected the name of a node, found \"{\"\n",
		strings.Repeat("}", 2_000_000):   "1:1 kdl-unexpected-brace this \"}\" closes nothing; delete it, or open its block with \"{\"\n",
		strings.Repeat("a{", maxDepth) + "a {" + strings.Repeat("b{", 1000) + strings.Repeat("}", 1001+maxDepth) + "\nb": "1:1027 kdl-too-deep more than 512 blocks inside each other\n",
	} {
		_, diags, _ := read(t, text)
		if got := listing(diags); got != want {
			t.Errorf("%.300s", got)
		}
	}
}

func TestTooLarge(t *testing.T) {
	for _, text := range []string{strings.Repeat("a;", maxNodes+10), "a" + strings.Repeat(" 1", maxEntries+10)} {
		_, diags, _ := read(t, text)
		if got := listing(diags); strings.Count(got, "\n") != 1 || !strings.Contains(got, "kdl-too-large") {
			t.Errorf("%.300s", got)
		}
	}
}

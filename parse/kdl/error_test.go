package kdl

import (
	"strings"
	"testing"

	"schemac/model/diag"
)

// Every message, with its place. A want is "line:column code message", one on a line.
var errorCases = []struct{ in, want string }{
	// Strings.
	{"a \"x\nb", "1:3 kdl-unterminated-string this string is not closed on its line; end it with `\"`"},
	{"a \"x\nb \"y\nc", "1:3 kdl-unterminated-string this string is not closed on its line; end it with `\"`\n" +
		"2:3 kdl-unterminated-string this string is not closed on its line; end it with `\"`"},
	{"a \"x\ny\" z\nb", "1:3 kdl-unterminated-string a string in one pair of quotes ends on its line; write `\"\"\"`, text and `\"\"\"` on lines of their own"},
	{"a \"x\n\"\nb", "1:3 kdl-unterminated-string a string in one pair of quotes ends on its line; write `\"\"\"`, text and `\"\"\"` on lines of their own"},
	{"a #\"x\ny\"# z\nb", "1:3 kdl-unterminated-string a string in one pair of quotes ends on its line; write `#\"\"\"`, text and `\"\"\"#` on lines of their own"},
	{"a ##\"x\"#\nb", "1:3 kdl-unterminated-string this string is not closed on its line; end it with `\"##`"},
	{"a \"\"\"\nb {\n", "1:3 kdl-unterminated-string this string is never closed; end it with `\"\"\"` on a line of its own"},
	{"a ##\"\"\"\nb\"\"\"#", "1:3 kdl-unterminated-string this string is never closed; end it with `\"\"\"##` on a line of its own"},
	{"a \"\"\"x\"\"\" {\nb \"\\q\"\n}", "1:3 kdl-multiline-start after `\"\"\"` a new line must begin; write text of one line in one pair of quotes\n" +
		"2:4 kdl-escape \"\\q\" is no escape; a backslash itself is written \"\\\\\""},
	{"a \"\"\"x\n y\n \"\"\"\nb", "1:3 kdl-multiline-start after `\"\"\"` a new line must begin; write text of one line in one pair of quotes"},
	{"a \"\"\"\nx\"\"\" b", "2:2 kdl-multiline-end the closing quotes of a multi-line string must stand on a line of their own"},
	{"a \"\"\"\n\tx\n  y\n  z\n  \"\"\"", "2:1 kdl-multiline-indent a line of a multi-line string must begin with the indentation of the closing quotes, 2 spaces; this one begins with 1 tab"},
	{"a \"\"\"\nx \\\n  y \\q\n  \"\"\"", "2:1 kdl-multiline-indent a line of a multi-line string must begin with the indentation of the closing quotes, 2 spaces; this one begins with none\n" +
		"3:5 kdl-escape \"\\q\" is no escape; a backslash itself is written \"\\\\\""},
	{`a "C:\Users\me"`, `1:6 kdl-escape "\U" is no escape; a backslash itself is written "\\"`},
	{`a "\/"`, `1:4 kdl-escape "\/" is no escape in KDL 2; write "/"`},
	{`a "é\'"`, `1:5 kdl-escape "\'" is no escape; write "'"`},
	{`a "\x41"`, `1:4 kdl-escape "\x" is no escape; write the code point in hexadecimal: "\u{0}"`},
	{`a "\u0041"`, `1:4 kdl-escape "\u" needs its code point in braces: "\u{1F600}"`},
	{`a "\u{}"`, `1:4 kdl-escape "\u{" is no escape; "\u{…}" holds one to six hexadecimal digits`},
	{`a "\u{1234567}"`, `1:4 kdl-escape "\u{1234567" is no escape; "\u{…}" holds one to six hexadecimal digits`},
	{`a "\u{D800}"`, `1:4 kdl-escape "\u{D800}" is no character; the last is "\u{10FFFF}", and D800 to DFFF are none`},
	{`a r"x" {` + "\nb 1x\n}", "1:3 kdl-v1-raw-string `r\"x\"` is KDL 1; a raw string is written #\"…\"#, without \"r\"\n" +
		`2:3 kdl-number "1x" is no number; text that begins like one must be quoted`},
	{"a r#\"x\ny\"# z\nb", "1:3 kdl-v1-raw-string `r#\"x…` is KDL 1; a raw string is written #\"…\"#, without \"r\""},

	// Words, numbers, keywords.
	{"path /repos/{owner}/x {\n}", `1:6 kdl-bare-word a bare word may not hold "/"; quote it: "/repos/{owner}/x"`},
	{"path /repos/{owner\n}", `1:6 kdl-bare-word a bare word may not hold "/"; quote it: "/repos/{owner"`},
	{"a { b c/d}\ne", `1:7 kdl-bare-word a bare word may not hold "/"; quote it: "c/d"`},
	{"a/b{\n}", `1:1 kdl-bare-word a bare word may not hold "/"; quote it: "a/b"`},
	{`a b\c`, "1:3 kdl-bare-word a bare word may not hold \"\\\"; quote it: `#\"b\\c\"#`"},
	{"a b#c", `1:3 kdl-bare-word a bare word may not hold "#"; quote it: "b#c"`},
	{"a array[string]", `1:3 kdl-bare-word a bare word may not hold "["; quote it: "array[string]"`},
	{"a b)", `1:3 kdl-bare-word a bare word may not hold ")"; quote it: "b)"`},
	{"a [1, 2]", `1:3 kdl-bare-word KDL has no lists in "[" and "]"; write the values with blanks between them`},
	{"a 10% 0x 1._0 1e 1.2.3", `1:3 kdl-number "10%" is no number; text that begins like one must be quoted` + "\n" +
		`1:7 kdl-number "0x" is no hexadecimal number; text that begins like one must be quoted` + "\n" +
		`1:10 kdl-number "1._0" needs a digit after its point` + "\n" +
		`1:15 kdl-number "1e" is no number; text that begins like one must be quoted` + "\n" +
		`1:18 kdl-number "1.2.3" is no number; text that begins like one must be quoted`},
	{"a -.5 .5x 0b2 0o8", `1:3 kdl-number a number needs a digit before its point: "-0.5"` + "\n" +
		`1:7 kdl-number ".5x" is no number; text that begins like one must be quoted` + "\n" +
		`1:11 kdl-number "0b2" is no binary number; text that begins like one must be quoted` + "\n" +
		`1:15 kdl-number "0o8" is no octal number; text that begins like one must be quoted`},
	{"a #True", `1:3 kdl-keyword unknown keyword "#True"; did you mean "#true"?`},
	{"a #1234567", `1:3 kdl-keyword unknown keyword "#1234567"; text that holds "#" must be quoted`},
	{"a -inf k=nan", `1:3 kdl-bare-keyword "-inf" must be written "#-inf", or in quotes if it is text` + "\n" +
		`1:10 kdl-bare-keyword "nan" must be written "#nan", or in quotes if it is text`},
	{"a true=1", `1:3 kdl-not-a-string the name of a property must be a string, and "true" is a keyword; quote it: "true"`},
	{"a 5=1", `1:3 kdl-not-a-string the name of a property must be a string, and "5" is a number; quote it: "5"`},
	{"true 1\n12 {\n}", `1:1 kdl-not-a-string the name of a node must be a string, and "true" is a keyword; quote it: "true"` + "\n" +
		`2:1 kdl-not-a-string the name of a node must be a string, and "12" is a number; quote it: "12"`},

	// Entries.
	{"a \"b\"c {\n}", `1:6 kdl-missing-space a blank must stand between "c" and what is before it`},
	{`a "b"c "d`, `1:6 kdl-missing-space a blank must stand between "c" and what is before it`},
	{`a b"c"`, `1:4 kdl-missing-space a blank must stand between a quoted string and what is before it`},
	{"a k=\nb k= // c", "1:5 kdl-missing-value expected a value after \"k=\", found the end of the line\n" +
		"2:6 kdl-missing-value expected a value after \"k=\", found the end of the line"},
	{"a k=/-1 2", `1:5 kdl-missing-value expected a value after "k=", found "/-"`},
	{"a k=", `1:5 kdl-missing-value expected a value after "k=", found the end of the file`},
	{"key=1\nkey = 2", `1:4 kdl-equals "=" stands between the name and the value of a property, and here is no name; the value of a node needs no "="` + "\n" +
		`2:5 kdl-equals "=" stands between the name and the value of a property, and here is no name; the value of a node needs no "="`},
	{"a ()b", `1:4 kdl-missing-value expected a type, found ")"`},
	{"a (t", `1:3 kdl-unclosed-type this "(" is never closed; a type annotation is one word or string in parentheses`},
	{"a (t u)b", `1:3 kdl-unclosed-type this "(" is never closed; a type annotation is one word or string in parentheses`},
	{"a (t)", `1:6 kdl-missing-value expected an argument or property, found the end of the file`},
	{"(t)\nb", `1:4 kdl-missing-value expected the name of a node, found the end of the line`},
	{"(1)a", `1:2 kdl-not-a-string a type must be a string, and "1" is a number; quote it: "1"`},
	{"a (t)k=1", `1:3 kdl-type-before-name the type of a property stands before its value: "k=(t)…"`},
	{"a \\ b\nc", `1:3 kdl-line-continuation "\" continues a line, and must be the last thing on it`},
	{"a /-\nb /- }", `2:3 kdl-slashdash "/-" takes out the node, argument, property or block after it, and here is none, but "}"` + "\n" +
		`2:6 kdl-unexpected-brace this "}" closes nothing; delete it, or open its block with "{"`},
	{"/- /- a", `1:1 kdl-slashdash "/-" takes out the node, argument, property or block after it, and here is none, but "/-"`},
	{"a /-", `1:3 kdl-slashdash "/-" takes out the node, argument, property or block after it, and here is none, but the end of the file`},
	{";a;;b", "1:1 kdl-stray-semicolon this \";\" ends no node; delete it\n1:4 kdl-stray-semicolon this \";\" ends no node; delete it"},
	{"a\n; ;\n;", "2:1 kdl-stray-semicolon this \";\" ends no node; delete it"},

	// Blocks.
	{"a {\n    b {\n        c\n}\n", `2:7 kdl-unclosed-brace this "{" is never closed; add "}"`},
	{"a {\n b {\n c", `2:4 kdl-unclosed-brace this "{" is never closed; add "}"`},
	{"a {\n    b {\n  }\n}\nc {\n", `5:3 kdl-unclosed-brace this "{" is never closed; add "}"`},
	{"a { b }\n}\nc }", `2:1 kdl-unexpected-brace this "}" closes nothing; delete it, or open its block with "{"` + "\n" +
		`3:3 kdl-unexpected-brace this "}" closes nothing; delete it, or open its block with "{"`},
	{"a {} {\n b 1x\n}\nc", `1:6 kdl-second-block a node has one block of children; start a new line or write ";" before the next node` + "\n" +
		`2:4 kdl-number "1x" is no number; text that begins like one must be quoted`},
	{"a { b } c { d 1x }\n", `1:9 kdl-after-block nothing may follow the block of a node, found "c"; start a new line or write ";" before it` + "\n" +
		`1:15 kdl-number "1x" is no number; text that begins like one must be quoted`},
	{"a {} \"c\" d", "1:6 kdl-after-block nothing may follow the block of a node, found a quoted string; start a new line or write \";\" before it"},
	{"a /-{} b", `1:8 kdl-entry-after-block arguments and properties stand before all blocks of a node, and "b" stands behind one`},
	{"a {} as\nb", `1:6 kdl-as "as" must be followed by a name, found the end of the line`},
	{"a {} as 1", `1:9 kdl-not-a-string the name after "as" must be a string, and "1" is a number; quote it: "1"`},
	{"a {} as b c", `1:11 kdl-after-block nothing may follow the block of a node, found "c"; start a new line or write ";" before it`},
	{"a {} as b as c", `1:11 kdl-after-block nothing may follow the block of a node, found "as"; start a new line or write ";" before it`},

	{"a {}}\n } }\nb", `1:5 kdl-unexpected-brace this "}" closes nothing; delete it, or open its block with "{"`},
	{"{{{ a", `1:1 kdl-missing-value expected the name of a node, found "{"`},
	{"{ a }\nb {\n { 1x }\n}", `1:1 kdl-missing-value expected the name of a node, found "{"` + "\n" +
		`3:2 kdl-missing-value expected the name of a node, found "{"` + "\n" +
		`3:4 kdl-number "1x" is no number; text that begins like one must be quoted`},

	// A forgotten quote that swallows a brace is one mistake.
	{"a {\n b \"c {\n  d\n }\n}", "2:4 kdl-unterminated-string this string is not closed on its line; end it with `\"`"},
	{"a {\n b { c \"d }\n}\ne", "2:8 kdl-unterminated-string this string is not closed on its line; end it with `\"`"},
	{"a {\n b \"/c/{d\n}\n", "2:4 kdl-unterminated-string this string is not closed on its line; end it with `\"`"},

	// What follows a fault on its line is skipped as what it is, so that no brace in it counts.
	{"a \"b\"c \"{\" #\"{\"# #x /* { */ x/y \\ \n \"\"\"\n{\n\"\"\" {\n d 1x\n}", `1:6 kdl-missing-space a blank must stand between "c" and what is before it` + "\n" +
		`5:4 kdl-number "1x" is no number; text that begins like one must be quoted`},
	{"a \"b\"c // {\nd 1x", `1:6 kdl-missing-space a blank must stand between "c" and what is before it` + "\n" +
		`2:3 kdl-number "1x" is no number; text that begins like one must be quoted`},
	{"a {\n b \"b\"c \\d \"e {\n  f\n }\n}", `2:7 kdl-missing-space a blank must stand between "c" and what is before it`},
	{"a {\n b \"b\"c \"\"\"\n}", `2:7 kdl-missing-space a blank must stand between "c" and what is before it`},
	{"a {\n b \"b\"c /* }", `2:7 kdl-missing-space a blank must stand between "c" and what is before it`},
	{"a {} as [b\nc", `1:9 kdl-bare-word KDL has no lists in "[" and "]"; write the values with blanks between them`},
	{"a {} )", `1:6 kdl-after-block nothing may follow the block of a node, found ")"; start a new line or write ";" before it`},
	{"a /-[b\nc", `1:5 kdl-bare-word KDL has no lists in "[" and "]"; write the values with blanks between them`},
	{"a r\"b {\nc\n}", "1:3 kdl-v1-raw-string `r\"b ` is KDL 1; a raw string is written #\"…\"#, without \"r\""},

	// Comments and code points.
	{"a {\n/* b /* c */\n}", `2:1 kdl-unclosed-comment this comment is never closed; end it with "*/"`},
	{"a \"\u202eb\" \u200e\u200f\n//\u2066", `1:4 kdl-code-point U+202E, which changes the direction of text, may not stand in a file as it is; delete it, or write "\u{202E}" in a quoted string` + "\n" +
		`1:8 kdl-code-point U+200E, which changes the direction of text, may not stand in a file as it is; delete it, or write "\u{200E}" in a quoted string` + "\n" +
		`2:3 kdl-code-point U+2066, which changes the direction of text, may not stand in a file as it is; delete it, or write "\u{2066}" in a quoted string`},
	{"a \ufeff", `1:3 kdl-code-point U+FEFF, a byte order mark, may stand only at the start of a file; delete it`},
	{"a \x7f\x01", `1:3 kdl-code-point U+007F, the delete character, may not stand in a file as it is; delete it, or write "\u{7F}" in a quoted string`},

	// Versions.
	{"/- kdl-version 3\na", `1:1 kdl-version unknown KDL version "3"; schemac reads 2 and 1`},
	{"/- kdl-version 1\na b", "1:1 kdl-v1 this file is no KDL 1: unexpected Newline in state stateProperty"},
}

func TestErrors(t *testing.T) {
	for _, c := range errorCases {
		_, diags, _ := read(t, c.in)
		if got := strings.TrimSpace(listing(diags)); got != c.want {
			t.Errorf("%q\ngot:\n%s\nwant:\n%s", c.in, got, c.want)
		}
	}
}

// What a later stage knows by a code must not change by accident; and a message keeps to the house style.
func TestMessageStyle(t *testing.T) {
	for _, c := range errorCases {
		_, diags, _ := read(t, c.in)
		for _, d := range diags.Sorted() {
			if !strings.HasPrefix(d.Code, "kdl-") || strings.HasSuffix(d.Message, ".") || strings.Contains(d.Message, "\n") {
				t.Errorf("%q: %s %s", c.in, d.Code, d.Message)
			}
		}
	}
}

// Errors on different lines are all reported, each once, and the nodes between them are read.
func TestRecovery(t *testing.T) {
	doc, diags, _ := read(t, `
wrap x {
    base-url "example.com
    can get issue {
        path /a/{b}
        query q 1x required
    }
    can list issue { path "/a" } describe "x"
    body "a" "b"c
    set k=
    ok 1
}
last
`)
	want := []string{"3:14", "5:14", "6:17", "8:34", "9:17", "10:11"}
	var got []string
	for _, line := range strings.Split(strings.TrimSpace(listing(diags)), "\n") {
		got = append(got, strings.Fields(line)[0])
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("got %s", listing(diags))
	}
	tree := dump(doc)
	for _, node := range []string{"  can get issue {\n    path\n", "  can list issue {\n    path \"/a\"\n  }\n  describe \"x\"\n", "  ok 1\n}\nlast\n"} {
		if !strings.Contains(tree, node) {
			t.Errorf("%q is not in the tree:\n%s", node, tree)
		}
	}
}

// The places beside the first: the block that stays open, and every open one.
func TestUnclosedBraceRelated(t *testing.T) {
	_, diags, _ := read(t, "a {\n    b {\n}\n")
	d := diags.Sorted()[0]
	if len(d.Related) != 1 || d.Related[0].Span.String() != "test.kdl:1:3" {
		t.Errorf("related: %+v", d.Related)
	}
	_, diags, _ = read(t, strings.Repeat("a {", 100))
	if d := diags.Sorted()[0]; d.Span.Start != 99*3+2 || len(d.Related) != maxRelated {
		t.Errorf("%v, %d related", d.Span, len(d.Related))
	}
}

func TestErrorLimit(t *testing.T) {
	_, diags, _ := read(t, strings.Repeat("\x01 ", 5000)+strings.Repeat("a =\n", 5000))
	if n := diags.Count(diag.Error); n != maxErrors+1 {
		t.Errorf("%d errors", n)
	}
	if last := diags.Sorted()[maxErrors]; last.Code != "kdl-too-many-errors" {
		t.Errorf("the last is %s", last.Code)
	}
}

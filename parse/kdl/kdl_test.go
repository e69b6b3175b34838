package kdl

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"schemac/model/diag"
	"schemac/model/source"
)

// read parses a text; faults counts what the file itself reports of its bytes.
func read(t rapid.TB, text string) (doc *Document, diags *diag.List, faults int) {
	t.Helper()
	file, found := source.New("test.kdl", []byte(text))
	diags = &diag.List{}
	doc = Parse(file, diags)
	if doc.Broken != diags.HasErrors() {
		t.Errorf("Broken is %v", doc.Broken)
	}
	return doc, diags, len(found)
}

// listing prints diagnostics, one on a line: "line:column code message".
func listing(diags *diag.List) string {
	var out strings.Builder
	for _, d := range diags.Sorted() {
		at := d.Span.Position()
		fmt.Fprintf(&out, "%d:%d %s %s\n", at.Line, at.Column, d.Code, d.Message)
	}
	return out.String()
}

// dump prints all of a tree but the places, for comparison.
func dump(doc *Document) string {
	var out strings.Builder
	dumpNodes(&out, doc.Nodes, "")
	return out.String()
}

func dumpNodes(out *strings.Builder, nodes []*Node, indent string) {
	for _, n := range nodes {
		out.WriteString(indent + dumpType(n.Type) + dumpValue(n.Name))
		for _, e := range n.Entries() {
			if e.Arg != nil {
				out.WriteString(" " + dumpValue(e.Arg))
			} else {
				out.WriteString(" " + dumpValue(e.Prop.Name) + "=" + dumpValue(e.Prop.Value))
			}
		}
		if n.HasChildren {
			out.WriteString(" {\n")
			dumpNodes(out, n.Children, indent+"  ")
			out.WriteString(indent + "}")
		}
		if n.As != nil {
			out.WriteString(" as " + dumpValue(n.As))
		}
		out.WriteString("\n")
	}
}

func dumpType(v *Value) string {
	if v == nil {
		return ""
	}
	return "(" + dumpValue(v) + ")"
}

// dumpValue shows kind, bareness and text: `int` is a bare word, `"int"` a string.
func dumpValue(v *Value) string {
	text := v.Text
	switch {
	case v.Kind == String && !v.Bare:
		text = fmt.Sprintf("%q", text)
	case v.Kind == Bool && !v.Bare, v.Kind == Null && !v.Bare:
		text = "#" + text
	case v.Kind != String && v.Bare:
		text = "bare#" + text
	}
	return dumpType(v.Type) + text
}

// comments lists the text of all comments in source order, blanks at line ends aside.
func comments(doc *Document) []string {
	var all []*Comment
	var walk func(nodes []*Node, comments []*Comment)
	walk = func(nodes []*Node, comments []*Comment) {
		for _, c := range comments {
			all = append(all, c)
			if c.Node != nil {
				walk(c.Node.Children, c.Node.Comments)
			}
		}
		for _, n := range nodes {
			walk(n.Children, n.Comments)
		}
	}
	walk(doc.Nodes, doc.Comments)
	var out []string
	for _, c := range all {
		if c.Node == nil {
			out = append(out, trimBlanks(c.Text()))
		} else {
			out = append(out, "/-")
		}
	}
	return out
}

package guardfile

import (
	"strings"

	"schemac/model/source"
	"schemac/parse/kdl"
)

// notes returns the comments of a file that speak to schemac, such as `// schemac:ignore RULE reason`.
func notes(doc *kdl.Document) []source.Span {
	list := appendNotes(nil, doc.Comments)
	waiting := doc.Nodes
	for len(waiting) > 0 {
		n := waiting[0]
		list = appendNotes(list, n.Comments)
		waiting = append(waiting[1:len(waiting):len(waiting)], n.Children...)
	}
	return list
}

func appendNotes(list []source.Span, comments []*kdl.Comment) []source.Span {
	for _, c := range comments {
		if strings.HasPrefix(strings.TrimLeft(c.Text(), "/* \t"), "schemac:") {
			list = append(list, c.Span)
		}
	}
	return list
}

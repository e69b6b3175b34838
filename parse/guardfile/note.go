package guardfile

import (
	"strings"

	"schemac/model/source"
	"schemac/parse/kdl"
)

// notes returns the comments of a file that speak to schemac, such as `// schemac:ignore RULE reason`.
func notes(doc *kdl.Document) []source.Span {
	return nodeNotes(appendNotes(nil, doc.Comments), doc.Nodes)
}

// nodeNotes looks into nodes. Blocks nest no deeper than parse/kdl lets them.
func nodeNotes(list []source.Span, nodes []*kdl.Node) []source.Span {
	for _, n := range nodes {
		list = nodeNotes(appendNotes(list, n.Comments), n.Children)
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

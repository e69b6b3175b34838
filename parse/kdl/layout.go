package kdl

// A part is what is printed as one: a node, comment, argument, property or `as NAME`.
type part struct {
	node    *Node
	comment *Comment
	entry   Entry
	as      *Value
}

func (p part) start() int {
	switch {
	case p.node != nil:
		return p.node.Span.Start
	case p.comment != nil:
		return p.comment.Span.Start
	case p.as != nil:
		return p.as.Span.Start
	}
	return p.entry.start()
}

func (p part) end() int {
	switch {
	case p.node != nil:
		return nodeEnd(p.node, len(p.node.Comments))
	case p.comment != nil:
		return p.comment.Span.End
	case p.as != nil:
		return p.as.Span.End
	}
	return p.entry.end()
}

func (p part) isLineComment() bool { return p.comment != nil && p.comment.isLine() }

// isNode holds for nodes, also for those that "/-" takes out.
func (p part) isNode() bool { return p.comment == nil || !p.comment.isPlain() }

// parts merges nodes and comments into source order.
func parts(nodes []*Node, comments []*Comment) []part {
	merged := make([]part, 0, len(nodes)+len(comments))
	for _, n := range nodes {
		for len(comments) > 0 && comments[0].Span.Start < n.Span.Start {
			merged = append(merged, part{comment: comments[0]})
			comments = comments[1:]
		}
		merged = append(merged, part{node: n})
	}
	for _, c := range comments {
		merged = append(merged, part{comment: c})
	}
	return merged
}

// A cursor goes over the gaps between parts. A comment may stand inside the part before it (`k = /* c */ v`).
type cursor struct {
	text string
	// previous is the end of the part before, furthest of all parts so far.
	previous, furthest int
}

// gap returns the text between the part before and p.
func (c *cursor) gap(p part) string {
	from := c.furthest
	if p.start() < from {
		from = min(c.previous, p.start())
	}
	c.previous = p.end()
	c.furthest = max(c.furthest, c.previous)
	return c.text[from:p.start()]
}

// newlines counts the newlines in a gap, as far as the layout goes: none, one, or more.
func newlines(gap string) int {
	s := scanner{text: gap}
	n := 0
	for i := 0; i < len(gap) && n < 2; {
		if !s.isNewline(i) {
			i++
			continue
		}
		n++
		i += s.newlineSize(i)
	}
	return n
}

// split returns the parts of a node before, in and behind its block.
func split(n *Node) (header, inside, tail []part) {
	var comments [3][]*Comment
	for _, c := range n.Comments {
		switch {
		case !n.HasChildren || c.Span.Start < n.Block.Start:
			comments[0] = append(comments[0], c)
		case c.Span.Start < n.Block.End:
			comments[1] = append(comments[1], c)
		default:
			comments[2] = append(comments[2], c)
		}
	}
	return headerParts(n, comments[0]), parts(n.Children, comments[1]), tailParts(n, comments[2])
}

func headerParts(n *Node, comments []*Comment) []part {
	entries := n.Entries()
	merged := make([]part, 0, len(entries)+len(comments))
	for _, e := range entries {
		p := part{entry: e}
		for len(comments) > 0 && comments[0].Span.Start < p.start() {
			merged = append(merged, part{comment: comments[0]})
			comments = comments[1:]
		}
		merged = append(merged, p)
	}
	return append(merged, parts(nil, comments)...)
}

func tailParts(n *Node, comments []*Comment) []part {
	merged := parts(nil, comments)
	if n.As == nil {
		return merged
	}
	i := 0
	for i < len(comments) && comments[i].Span.Start < n.As.Span.Start {
		i++
	}
	return append(merged[:i:i], append([]part{{as: n.As}}, merged[i:]...)...)
}

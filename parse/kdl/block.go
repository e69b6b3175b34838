package kdl

import "schemac/model/source"

// A block is one that is open.
type block struct {
	// node takes the children.
	node *Node
	// open is the offset of the brace.
	open int
	// indent is the indentation of the line of the brace, in bytes.
	indent int
	// owner goes on behind the closing brace.
	owner head
	// comment is the comment that the block is, when "/-" stands before it.
	comment *Comment
}

// openBlock opens the block at the cursor: the children of the node, or what comment takes out. It fails, and the
// cursor is behind the block, when blocks are too deep.
func (p *parser) openBlock(h *head, comment *Comment) bool {
	if len(p.stack) > maxDepth {
		if !p.doubtful {
			p.errorf(p.pos, p.pos+1, "kdl-too-deep", "more than %d blocks inside each other", maxDepth)
		}
		p.skipBlock()
		return false
	}
	b := block{node: h.node, open: p.pos, indent: p.lineOf(p.pos).indent, owner: *h, comment: comment}
	switch {
	case comment != nil:
		b.node = p.tree.node()
		comment.Node = b.node
		b.owner.phase = max(h.phase, inBlocks)
	case h.phase >= afterBlock:
		p.errorf(p.pos, p.pos+1, "kdl-second-block", `a node has one block of children; start a new line or write ";" before the next node`)
		b.node = p.tree.node()
	default:
		b.owner.phase = afterBlock
	}
	if p.reported == p.pos {
		p.doubtful = true // a brace that stands where it may not is perhaps one too many
	}
	b.owner.spaced = true // no blank is needed behind a brace
	b.node.HasChildren = true
	b.node.Block = p.span(p.pos, p.pos+1) // until the other brace is seen
	p.stack = append(p.stack, b)
	p.pos++
	return true
}

// closeBlock closes the innermost block at the brace at the cursor, and goes on with its node.
func (p *parser) closeBlock() {
	at := p.pos
	p.pos++
	if len(p.stack) == 1 {
		p.strayBrace(at)
		return
	}
	b := p.stack[len(p.stack)-1]
	p.stack = p.stack[:len(p.stack)-1]
	p.compareIndent(b, at)
	b.node.Block = p.span(b.open, p.pos)
	h := b.owner
	if b.comment != nil {
		b.comment.Span = p.span(b.comment.Span.Start, p.pos)
	} else {
		h.node.Span.End = p.pos
	}
	p.rest(&h)
}

// compareIndent remembers a closing brace that stands first on its line and not below the line of its partner.
func (p *parser) compareIndent(b block, at int) {
	line := p.lineOf(at)
	if line.start+line.indent == at && line.indent < b.indent {
		p.suspect = p.span(b.open, b.open+1)
	}
}

func (p *parser) strayBrace(at int) {
	follows := p.strayEnd > 0 && p.spaceEnd(p.strayEnd) == at
	p.strayEnd = p.pos
	if p.doubtful || follows {
		return
	}
	p.errorf(at, at+1, "kdl-unexpected-brace", `this "}" closes nothing; delete it, or open its block with "{"`)
}

// unclosed reports the blocks that are open at the end of the file, in one message: at the innermost, or rather at a
// brace in it that by the indentation has taken another's partner.
func (p *parser) unclosed() {
	open := p.stack[1:]
	if len(open) == 0 || p.stopped || p.doubtful {
		return
	}
	innermost := open[len(open)-1].open
	at := p.span(innermost, innermost+1)
	related := open[:len(open)-1]
	if p.suspect.Start > innermost {
		at, related = p.suspect, open
	}
	d := p.errorf(at.Start, at.End, "kdl-unclosed-brace", `this "{" is never closed; add "}"`)
	for _, b := range related[max(0, len(related)-maxRelated):] {
		if b.open != at.Start {
			d.WithRelated(p.span(b.open, b.open+1), "%s", relatedBrace(at, p.suspect))
		}
	}
}

// maxRelated bounds the further places that one message names.
const maxRelated = 4

func relatedBrace(at, suspect source.Span) string {
	if at == suspect {
		return "so that this block is still open at the end of the file"
	}
	return "this one is not closed either"
}

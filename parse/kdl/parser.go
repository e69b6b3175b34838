package kdl

import (
	"slices"

	"schemac/model/diag"
	"schemac/model/source"
)

// Limits of one file. The depth is docs/guardfile.md's; the numbers keep the tree of the largest file that schemac
// reads below a gigabyte, and an honest file of that size is far from them.
const (
	maxDepth   = 512
	maxNodes   = 1 << 20
	maxEntries = 1 << 22
)

// A parser reads one file from front to back. Blocks that are open are in stack and not in the call stack, so no input
// can make it overflow.
type parser struct {
	scanner
	diags *diag.List
	// tree gives the parts of the document their memory.
	tree arenas
	// stack holds the open blocks, outermost first; the first is the document.
	stack []block
	// errors, nodes and entries count up to their limits.
	errors, nodes, entries int
	// stopped says that a limit was reached: the file is not read any further.
	stopped bool
	// doubtful says that a reported fault has swallowed braces, so that further ones out of balance are no news.
	doubtful bool
	// reported is where the last message points, -1 before the first.
	reported int
	// checked is the end of the last code point that no file may hold, and was reported.
	checked int
	// strayEnd is the end of the last closing brace that closes nothing.
	strayEnd int
	// inType says that a ")" may follow the word that is read.
	inType bool
	// noTripleQuote says that no `"""` was found when last looked for.
	noTripleQuote bool
	// suspect is the last brace whose partner has another indentation: the likely culprit when one is missing.
	suspect source.Span
}

// A head is a node of which the end has not been seen.
type head struct {
	node *Node
	// comment is the comment that the node is, when "/-" stands before it.
	comment *Comment
	phase   phase
	// spaced says that a blank stands before the cursor.
	spaced bool
}

// A phase says what may still come in a node. Each only allows less than the one before.
type phase int

const (
	inEntries  phase = iota // arguments, properties, blocks
	inBlocks                // blocks: one was there after "/-"
	afterBlock              // blocks after "/-", `as NAME`
	afterAs                 // blocks after "/-"
)

func newParser(f *source.File, diags *diag.List) *parser {
	p := &parser{scanner: scanner{file: f, text: f.Text}, diags: diags, reported: -1}
	p.stack = []block{{node: &Node{}}}
	p.lines.indent = p.blankEnd(0)
	if p.at("\uFEFF") {
		p.pos = len("\uFEFF")
	}
	return p
}

// document reads the whole file.
func (p *parser) document() *Document {
	p.codePoints()
	for !p.stopped {
		p.lineSpace(p.container())
		if p.eof() {
			break
		}
		p.nodeOrBrace()
	}
	p.unclosed()
	root := p.stack[0].node
	return &Document{File: p.file, Version: 2, Broken: p.errors > 0, Nodes: root.Children, Comments: root.Comments}
}

// container is the node whose children are read.
func (p *parser) container() *Node { return p.stack[len(p.stack)-1].node }

func (p *parser) nodeOrBrace() {
	switch p.next() {
	case '}':
		p.closeBlock()
	case ';':
		p.straySemicolons()
	default:
		p.node()
	}
}

func (p *parser) straySemicolons() {
	p.errorf(p.pos, p.pos+1, "kdl-stray-semicolon", `this ";" ends no node; delete it`)
	for p.next() == ';' {
		p.pos = p.spaceEnd(p.pos + 1)
	}
}

// node reads a node up to its end or to the opening brace of its block.
func (p *parser) node() {
	parent := p.container()
	p.count(&p.nodes, maxNodes, p.pos)
	h := head{node: p.tree.node()}
	if p.at("/-") {
		h.comment = p.slashdash(parent)
		h.comment.Node = h.node
	} else {
		parent.Children = append(parent.Children, h.node)
	}
	if !p.name(&h, parent) {
		p.resync()
	}
	p.rest(&h)
}

// slashdash reads "/-" and what may stand before the thing that it takes out; that thing is still to come.
func (p *parser) slashdash(sink *Node) *Comment {
	c := p.comment(sink, p.pos, p.pos+2)
	p.pos += 2
	p.lineSpace(sink)
	return c
}

// name reads the annotation and name of a node. Comments among them go to the parent, so that those of the node all
// stand behind its name. Without a name the node gets an empty one.
func (p *parser) name(h *head, parent *Node) bool {
	n := h.node
	start := p.pos
	n.Span = p.span(start, start)
	switch {
	case h.comment != nil && p.nothingAfterSlashdash(h.comment):
	case p.next() == '{' && parent.Name != nil && parent.Name.Span.Start == parent.Name.Span.End:
		// A brace without a node inside such a one: the first has been reported.
	default:
		if typ, ok := p.annotation(parent); ok {
			n.Type = typ
			n.Name, _ = p.value("the name of a node")
		}
	}
	if n.Name == nil {
		n.Name = p.tree.value(Value{Kind: String, Span: n.Span})
		return false
	}
	n.Span.End = p.pos
	p.wantString(n.Name, "the name of a node")
	return true
}

// nothingAfterSlashdash reports a "/-" that stands before nothing that it could take out.
func (p *parser) nothingAfterSlashdash(c *Comment) bool {
	if !p.atTerminator() && !p.at("/-") {
		return false
	}
	_, _, found := p.found()
	p.errorf(c.Span.Start, c.Span.Start+2, "kdl-slashdash",
		`"/-" takes out the node, argument, property or block after it, and here is none, but %s`, found)
	if p.at("/-") {
		p.pos += 2
	}
	return true
}

// rest reads what follows the name of a node, until it ends or a block opens.
func (p *parser) rest(h *head) {
	for !p.stopped {
		h.spaced = p.space(h.node) || h.spaced
		switch {
		case p.atTerminator():
			p.finish(h)
			return
		case p.next() == '{':
			if p.openBlock(h, nil) {
				return
			}
		case p.at("/-"):
			if p.slashdashEntry(h) {
				return
			}
		case h.phase == afterBlock && p.text[p.pos:p.wordEnd(p.pos)] == "as":
			p.as(h)
		case h.phase >= afterBlock:
			if p.strayEntry(h) {
				return
			}
		default:
			p.entry(h)
		}
	}
}

// finish ends a node. Comments behind its last part belong to the line and not to the node.
func (p *parser) finish(h *head) {
	if p.next() == ';' {
		p.pos++
	}
	n := h.node
	if h.comment == nil && len(n.Comments) == 0 {
		return
	}
	last := lastPart(n)
	i := len(n.Comments)
	for i > 0 && n.Comments[i-1].isPlain() && n.Comments[i-1].Span.Start >= last {
		i--
	}
	if h.comment != nil {
		h.comment.Span = p.span(h.comment.Span.Start, nodeEnd(n, i))
	}
	parent := p.container()
	parent.Comments = append(parent.Comments, n.Comments[i:]...)
	n.Comments = n.Comments[:i:i]
}

// lastPart is where the last entry, block or NAME of a node starts.
func lastPart(n *Node) int {
	last := n.Name.Span.Start
	if len(n.Args) > 0 {
		last = max(last, n.Args[len(n.Args)-1].start())
	}
	if len(n.Props) > 0 {
		last = max(last, n.Props[len(n.Props)-1].Span.Start)
	}
	if n.HasChildren {
		last = max(last, n.Block.End)
	}
	if n.As != nil {
		last = max(last, n.As.Span.Start)
	}
	return last
}

// nodeEnd is where a node ends that has so many comments.
func nodeEnd(n *Node, comments int) int {
	if comments == 0 {
		return n.Span.End
	}
	return max(n.Span.End, n.Comments[comments-1].Span.End)
}

// as reads the trailing `as NAME`, a tolerance of docs/guardfile.md.
func (p *parser) as(h *head) {
	word := p.pos
	p.pos += len("as")
	spaced := p.space(h.node)
	if p.atTerminator() || !spaced {
		_, _, found := p.found()
		p.errorf(word, word+len("as"), "kdl-as", `"as" must be followed by a name, found %s`, found)
		p.resync()
		h.phase = afterAs
		return
	}
	h.phase, h.spaced = afterAs, false
	name, ok := p.value("a name")
	if !ok {
		p.resync()
		return
	}
	if p.wantString(name, `the name after "as"`) {
		h.node.As = name
		h.node.Span.End = p.pos
	}
}

// strayEntry reports what stands behind a block and may not. When it can be the start of a node, it is read as one, and
// strayEntry returns true.
func (p *parser) strayEntry(h *head) bool {
	end, text := p.entryText()
	p.errorf(p.pos, end, "kdl-after-block", `nothing may follow the block of a node, found %s; start a new line or write ";" before it`, text)
	if !p.atName() {
		p.resync()
		return false
	}
	p.finish(h)
	return true
}

// atName reports whether a bare word without any fault stands at the cursor.
func (p *parser) atName() bool {
	end := p.wordEnd(p.pos)
	word := p.text[p.pos:end]
	return word != "" && !looksLikeNumber(word) && !slices.Contains(keywords, "#"+word) && !p.breaksWord(end) && !p.isVersion1Raw(p.pos)
}

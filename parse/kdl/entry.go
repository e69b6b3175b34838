package kdl

// entry reads an argument or property of a node.
func (p *parser) entry(h *head) {
	if !p.mayEnter(h) {
		p.resync()
		return
	}
	n := h.node
	e, spaced, ok := p.readEntry(n)
	h.spaced = spaced
	if !ok {
		p.resync()
		return
	}
	p.tree.add(n, e)
	n.Span.End = e.end()
}

// mayEnter reports an argument or property that stands where none may.
func (p *parser) mayEnter(h *head) bool {
	if h.phase != inEntries {
		end, text := p.entryText()
		p.errorf(p.pos, end, "kdl-entry-after-block", "arguments and properties stand before all blocks of a node, and %s stands behind one", text)
		return false
	}
	if p.next() == '=' {
		p.errorf(p.pos, p.pos+1, "kdl-equals", `"=" stands between the name and the value of a property, and here is no name; the value of a node needs no "="`)
		return false
	}
	if h.spaced {
		return true
	}
	end, text := p.entryText()
	p.errorf(p.pos, end, "kdl-missing-space", "a blank must stand between %s and what is before it", text)
	return false
}

// readEntry reads an argument or property. The comments in it go to sink. spaced says that blanks behind it are read
// as well: only behind them is it known whether a "=" follows.
func (p *parser) readEntry(sink *Node) (e Entry, spaced, ok bool) {
	p.count(&p.entries, maxEntries, p.pos)
	start := p.pos
	typ, ok := p.annotation(sink)
	if !ok {
		return e, false, false
	}
	v, ok := p.value("an argument or property")
	if !ok {
		return e, false, false
	}
	v.Type = typ
	spaced = p.space(sink)
	if p.next() != '=' {
		return Entry{Arg: v}, spaced, true
	}
	if !p.propertyName(v, start) {
		return e, false, false
	}
	p.pos++
	p.space(sink)
	value, ok := p.propertyValue(v, sink)
	if !ok {
		return e, false, false
	}
	return Entry{Prop: p.tree.prop(Property{Name: v, Value: value, Span: p.span(start, p.pos)})}, false, true
}

// propertyName reports a name before the "=" at the cursor that cannot be one, and the type from offset start on.
func (p *parser) propertyName(v *Value, start int) bool {
	if v.Type != nil {
		p.errorf(start, v.Span.Start, "kdl-type-before-name",
			"the type of a property stands before its value: %s", quote(v.Raw()+"=("+v.Type.Raw()+")…"))
		return false
	}
	return p.wantString(v, "the name of a property")
}

func (p *parser) propertyValue(name *Value, sink *Node) (*Value, bool) {
	typ, ok := p.annotation(sink)
	if !ok {
		return nil, false
	}
	v, ok := p.valueAfter(name, "a value")
	if !ok {
		return nil, false
	}
	v.Type = typ
	return v, true
}

// slashdashEntry reads "/-" among the entries of a node and what it takes out. It returns true when a block opens.
func (p *parser) slashdashEntry(h *head) bool {
	before := len(h.node.Comments) + 1
	c := p.slashdash(h.node)
	if p.nothingAfterSlashdash(c) {
		p.resync()
		return false
	}
	if p.next() == '{' {
		return p.openBlock(h, c)
	}
	h.spaced = true
	if !p.mayEnter(h) {
		p.resync()
		return false
	}
	// What stands before and in the entry is part of one comment; what is behind it is not.
	h.node.Comments = h.node.Comments[:before]
	inside := &Node{}
	e, spaced, ok := p.readEntry(inside)
	h.spaced = spaced
	if !ok {
		p.resync()
		return false
	}
	end := e.end()
	c.Span = p.span(c.Span.Start, end)
	for _, comment := range inside.Comments {
		if comment.Span.Start >= end {
			h.node.Comments = append(h.node.Comments, comment)
		}
	}
	return false
}

package guardfile

import (
	"maps"
	"strings"

	"schemac/model/source"
)

// maxLevels is how many files may inherit from each other in a row.
const maxLevels = 64

// A vertex is a file among those that inherit from each other.
type vertex struct {
	unit *Unit
	// parents are the files that it inherits, in order.
	parents []parent
	// level is 1 for a file that inherits nothing.
	level int
	// open says that its parents are being looked at, and done that they were.
	open, done bool
	// bad says that it, or what it inherits, cannot be used, which is reported.
	bad bool
	// heirs are the surface names of the files that inherit it, directly or not.
	heirs map[string]bool
	// spoiled says that an heir is bad: whether the file is a surface is then not known, and nothing is made of it.
	spoiled bool
	// layer says that it is no surface.
	layer  bool
	merged *merged
}

// A parent is an inherited file, and where that is said.
type parent struct {
	*vertex
	at source.Span
}

// A frame is a vertex whose parents are being looked at, and which is next.
type frame struct {
	v    *vertex
	next int
}

// vertex returns that of a file. Two units of one file are the same file.
func (l *linker) vertex(u *Unit) *vertex {
	v := l.vertices[u.file.Name]
	if v == nil {
		v = &vertex{unit: u, heirs: map[string]bool{}, bad: u.broken || u.wrap == nil || u.wrap.name.text == ""}
		l.vertices[u.file.Name] = v
	}
	return v
}

// discover finds everything that a file inherits and adds it to the order, parents first. It keeps a stack of its own,
// so that a chain of any length ends in a message.
func (l *linker) discover(u *Unit) {
	v := l.vertex(u)
	if v.done || v.open {
		return
	}
	stack := []frame{l.enter(v)}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		inherits := top.v.inherits()
		if top.next == len(inherits) {
			l.leave(top.v)
			stack = stack[:len(stack)-1]
			continue
		}
		next := inherits[top.next]
		top.next++
		from := l.inherited(top.v.unit, next.path, next.at)
		if from == nil {
			top.v.bad = true
			continue
		}
		p := l.vertex(from)
		top.v.parents = append(top.v.parents, parent{p, next.at})
		if p.open {
			l.cycle(stack, p, next.at)
			continue
		}
		if !p.done {
			stack = append(stack, l.enter(p))
		}
	}
}

func (v *vertex) inherits() []*inheritance {
	if v.unit.wrap == nil {
		return nil
	}
	return v.unit.wrap.inherits
}

func (l *linker) enter(v *vertex) frame {
	v.open = true
	return frame{v: v}
}

// leave counts the levels below a vertex, and passes on what makes it bad.
func (l *linker) leave(v *vertex) {
	v.open, v.done = false, true
	v.level = 1
	for _, p := range v.parents {
		v.bad = v.bad || p.bad
		v.level = max(v.level, p.level+1)
		if p.level == maxLevels && !v.bad {
			l.diags.Errorf(p.at, "inherit-depth", "more than %d files inherit from each other in a row", maxLevels)
			v.bad = true
		}
	}
	l.order = append(l.order, v)
}

// maxCycle is how many files of a cycle a message names.
const maxCycle = 8

// cycle reports that the last file on the stack inherits one below it.
func (l *linker) cycle(stack []frame, to *vertex, at source.Span) {
	first := len(stack) - 1
	for stack[first].v != to {
		first--
	}
	var files []string
	for _, f := range stack[first:] {
		f.v.bad = true
		files = append(files, f.v.unit.file.Name)
	}
	if len(files) > maxCycle {
		files = append(files[:maxCycle-1], "…", files[len(files)-1])
	}
	files = append(files, to.unit.file.Name)
	l.diags.Errorf(at, "inherit-cycle", "files inherit from each other in a circle: %s", strings.Join(files, " → "))
}

// markLayers finds the files that others inherit and that are no surface: those with the name of an heir, or without a
// base-url (guardfile.md §2, "Inheritance").
func (l *linker) markLayers() {
	for i := len(l.order) - 1; i >= 0; i-- { // heirs before their parents
		v := l.order[i]
		if v.unit.wrap == nil {
			continue
		}
		for _, p := range v.parents {
			if v.bad || v.spoiled {
				p.spoiled = true
				continue
			}
			p.heirs[v.unit.wrap.name.text] = true
			maps.Copy(p.heirs, v.heirs)
		}
		v.layer = v.spoiled || v.heirs[v.unit.wrap.name.text] || len(v.heirs) > 0 && !v.bad && v.merged.base == nil
	}
}

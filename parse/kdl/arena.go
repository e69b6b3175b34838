package kdl

// Chunks of an arena begin small, for small files, and double up to this many things, so that the largest stay below
// the size from which on Go's allocator is slow (32 KiB).
const maxChunk = 128

// An arena hands out zero values of T from chunks: a tree of a million small parts is read twice as fast when the
// allocator is not asked for each. A chunk lives as long as any part of it.
type arena[T any] struct {
	chunk []T
	size  int
}

// one returns a place for a value.
func (a *arena[T]) one() *T { return &a.many(1)[0] }

// list returns an empty list with room for n values.
func (a *arena[T]) list(n int) []T { return a.many(n)[:0] }

func (a *arena[T]) many(n int) []T {
	if len(a.chunk) < n {
		a.size = max(n, min(2*a.size, maxChunk), 8)
		a.chunk = make([]T, a.size)
	}
	taken := a.chunk[:n:n]
	a.chunk = a.chunk[n:]
	return taken
}

// arenas are those of the parts of a tree.
type arenas struct {
	nodes    arena[Node]
	values   arena[Value]
	props    arena[Property]
	comments arena[Comment]
	args     arena[*Value]
	propRefs arena[*Property]
}

func (a *arenas) node() *Node { return a.nodes.one() }

func (a *arenas) value(v Value) *Value {
	place := a.values.one()
	*place = v
	return place
}

func (a *arenas) prop(p Property) *Property {
	place := a.props.one()
	*place = p
	return place
}

func (a *arenas) comment(c Comment) *Comment {
	place := a.comments.one()
	*place = c
	return place
}

// add appends an entry to those of a node; most nodes have a few.
func (a *arenas) add(n *Node, e Entry) {
	if e.Arg == nil {
		if n.Props == nil {
			n.Props = a.propRefs.list(2)
		}
		n.Props = append(n.Props, e.Prop)
		return
	}
	if n.Args == nil {
		n.Args = a.args.list(4)
	}
	n.Args = append(n.Args, e.Arg)
}

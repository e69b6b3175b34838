package model

import "slices"

// Bounds of inlining (contract §2.1): hosts cannot follow references in tool schemas, so object types are expanded in
// place, and schemas of types that refer to each other must end.
const (
	maxInlineLevel      = 3
	maxInlineProperties = 200
)

// An occurrence is one field that holds an object, at its place in a schema that is being expanded.
type occurrence struct {
	field *Field
	level int // 1 for a field of the record
	outer *enclosing
}

// enclosing is the chain of types around an occurrence, innermost first.
type enclosing struct {
	object *Object
	outer  *enclosing
}

func (e *enclosing) holds(o *Object) bool {
	for ; e != nil; e = e.outer {
		if e.object == o {
			return true
		}
	}
	return false
}

// Inline expands the objects of a shape in place, breadth-first and in source order, within the bounds. root is the
// outermost type. In an input a nullable field that is not expanded is removed. It returns the fields that were cut, each
// by its path from the record, such as "home.owner".
func (s *Shape) Inline(root *Object) (cut []string) {
	if !slices.ContainsFunc(s.Fields, func(f Field) bool { return f.embeds() }) {
		return nil
	}
	queue := s.occurrences(nil, 1, &enclosing{object: root})
	total := len(s.Fields)
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		object := next.field.Type.Base().Object
		if next.level > maxInlineLevel || next.outer.holds(object) {
			continue
		}
		nested := object.embedded(s.Direction)
		if total+len(nested.Fields) > maxInlineProperties {
			continue
		}
		total += len(nested.Fields)
		next.field.Nested = nested
		queue = nested.occurrences(queue, next.level+1, &enclosing{object: object, outer: next.outer})
	}
	return s.prune("")
}

// occurrences appends the fields of the shape that hold an embedded object.
func (s *Shape) occurrences(queue []occurrence, level int, outer *enclosing) []occurrence {
	for i := range s.Fields {
		if s.Fields[i].embeds() {
			queue = append(queue, occurrence{&s.Fields[i], level, outer})
		}
	}
	return queue
}

// embeds reports whether the field holds an object in place: a relationship refers to another record and does not.
func (f *Field) embeds() bool {
	return f.Relationship == nil && f.Type.Base().Kind == ObjectKind && f.Type.Base().Object != nil
}

// prune removes what an input cannot hold, and collects what was cut, outer fields first; within is the path that leads to
// the shape.
func (s *Shape) prune(within string) (cut []string) {
	kept := s.Fields[:0:0]
	for _, f := range s.Fields {
		if f.embeds() && f.Nested == nil {
			cut = append(cut, within+f.Name)
			if s.Direction == Input && !f.Type.NonNull {
				continue
			}
		}
		kept = append(kept, f)
	}
	s.Fields = kept
	for _, f := range s.Fields {
		if f.Nested != nil {
			cut = append(cut, f.Nested.prune(within+f.Name+".")...)
		}
	}
	return cut
}

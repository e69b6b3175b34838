package breaking

import (
	"slices"

	"schemac/model"
	"schemac/model/ordered"
)

// A relation says how the values that one side admits stand to those of the other.
type relation uint8

const (
	same relation = iota
	narrower
	wider
	// apart is neither, and unknown is not decided.
	apart
	unknown
)

// ordering returns the relation that two inclusions make.
func ordering(newInOld, oldInNew bool) relation {
	switch {
	case newInOld && oldInNew:
		return same
	case newInOld:
		return narrower
	case oldInNew:
		return wider
	}
	return apart
}

// within reports whether all that a admits by its type b admits.
func within(a, b *value) bool {
	if a.kinds&^b.kinds != 0 || a.kinds&integers != 0 && a.width > b.width {
		return false
	}
	if b.format != "" && a.format != b.format || b.encoding != "" && a.encoding != b.encoding {
		return a.kinds&texts == 0
	}
	return a.target == b.target
}

// alike reports whether two properties admit the same values, as far as it is seen at a glance: most are plain scalars.
func alike(p, q *model.Property, t, u *model.Type) bool {
	if p != nil && q != nil && (p.Constraints != nil || q.Constraints != nil || p.Relationship != nil || q.Relationship != nil ||
		len(p.Keywords)+len(q.Keywords) > 0 || p.CreatedTime != q.CreatedTime || p.UpdatedTime != q.UpdatedTime) {
		return false
	}
	return (p == nil) == (q == nil) && sameScalar(t, u)
}

func sameScalar(t, u *model.Type) bool {
	if t.Kind != u.Kind || t.Verbatim.Kind != ordered.Absent || u.Verbatim.Kind != ordered.Absent || t.Names != nil || u.Names != nil {
		return false
	}
	switch t.Kind {
	case model.ObjectKind:
		return false
	case model.EnumKind:
		return slices.Equal(t.Enum.Names(), u.Enum.Names())
	case model.ListKind:
		return t.Elem.NonNull == u.Elem.NonNull && sameScalar(t.Elem, u.Elem)
	}
	return true
}

package model

import (
	"slices"

	"schemac/model/ordered"
)

// Direction says who writes a value: the caller (an input) or the server (an output). Nullability, required members
// and closedness differ by it.
type Direction uint8

// The two directions.
const (
	Input Direction = iota
	Output
)

// Additional says what a shape states about members that it does not name.
type Additional uint8

// What a shape states about further members: nothing, that there are none, or that any may follow.
const (
	Unstated Additional = iota
	Closed
	Open
)

// A Shape is the members of one object, in order: what an operation takes or gives, before any dialect of JSON Schema.
type Shape struct {
	Fields     []Field
	Direction  Direction
	Additional Additional
	// Verbatim is the JSON Schema that an author has written for the shape; Absent for one that is made of its fields.
	Verbatim ordered.Value
}

// A Field is a member of a shape.
type Field struct {
	*Property
	Required bool
	// Nested is the shape of the object that the property, or each element of its list, holds where it is expanded
	// in place; nil when it is no object, is referred to by name, or is cut (contract §2.1).
	Nested *Shape
}

// Lookup returns the field of a name.
func (s *Shape) Lookup(name string) (Field, bool) {
	for _, f := range s.Fields {
		if f.Name == name {
			return f, true
		}
	}
	return Field{}, false
}

// Record is the shape of one record as the server answers it: every visible property. Required are those that are
// always there (contract §3).
func (o *Object) Record(closed bool) *Shape {
	shape := &Shape{Direction: Output, Fields: make([]Field, 0, len(o.Properties.All()))}
	if closed {
		shape.Additional = o.additional()
	}
	for _, p := range o.Properties.All() {
		if !p.Visible() {
			continue
		}
		always := p.Type.NonNull
		if o.Table != nil {
			always = always || p.PrimaryKey || p.CreatedTime || p.UpdatedTime
		}
		shape.Fields = append(shape.Fields, Field{Property: p, Required: always && !p.Computed && p.Relationship == nil})
	}
	return shape
}

// embedded is the shape of an object inside another, in either direction. Required are its non-null fields that are
// neither computed nor relationships; an output stays open (contract §2.1).
func (o *Object) embedded(d Direction) *Shape {
	shape := &Shape{Direction: d, Fields: make([]Field, 0, len(o.Properties.All()))}
	if d == Input {
		shape.Additional = Closed
	}
	for _, p := range o.Properties.All() {
		if !p.Visible() || d == Input && !p.Writable() {
			continue
		}
		shape.Fields = append(shape.Fields, Field{
			Property: p,
			Required: p.Type.NonNull && !p.Computed && p.Relationship == nil,
		})
	}
	return shape
}

// writable appends the fields that a caller may set, in source order; required says which of the non-null ones the
// caller must.
func (s *Shape) writable(o *Object, skip *Property, required bool) *Shape {
	s.Fields = slices.Grow(s.Fields, len(o.Properties.All()))
	for _, p := range o.Properties.All() {
		if !p.Writable() || p == skip {
			continue
		}
		s.Fields = append(s.Fields, Field{Property: p, Required: required && p.Type.NonNull && !p.PrimaryKey})
	}
	return s
}

// CreateInput is what create takes: the writable properties, the key among them and never required.
func (o *Object) CreateInput() *Shape {
	return (&Shape{Direction: Input, Additional: o.additional()}).writable(o, nil, true)
}

// UpdateInput is what update takes: the routing key first, then the other writable properties.
func (o *Object) UpdateInput(key *Property) *Shape { return o.keyed(key, true) }

// PatchInput is what patch takes: as update, but only the key is required.
func (o *Object) PatchInput(key *Property) *Shape { return o.keyed(key, false) }

func (o *Object) keyed(key *Property, required bool) *Shape {
	shape := keyOnly(key)
	shape.Additional = o.additional()
	return shape.writable(o, key, required)
}

// keyOnly is what get and delete take.
func keyOnly(key *Property) *Shape {
	return &Shape{Direction: Input, Additional: Closed, Fields: []Field{{Property: key, Required: true}}}
}

// body returns a request body in components: the writable properties without the key, which is in the path.
func (o *Object) body(key *Property, required bool) *Shape {
	return (&Shape{Direction: Input, Additional: sealed(o)}).writable(o, key, required)
}

func sealed(o *Object) Additional {
	if o.Sealed {
		return Closed
	}
	return Unstated
}

package jsonschema

import (
	"schemac/model"
	"schemac/model/ordered"
)

// A Memo keeps the text of properties while one artifact is written: a field of a table stands in the same words in
// create, update and patch, and the parts of a search are the same in every table. A Memo serves one style and one
// writer. The zero Memo is ready to use.
type Memo struct {
	texts   map[memoKey][]byte
	scratch *ordered.Writer
}

// A memoKey is all that a property's text depends on, in one style.
type memoKey struct {
	property  *model.Property
	direction model.Direction
	depth     int
}

// memoSize bounds a Memo: properties are met again soon or never.
const memoSize = 4096

// Object returns the schema of a shape whose properties the memo keeps.
func (m *Memo) Object(style Style, shape *model.Shape, description string) *Schema {
	return &Schema{Type: object, Object: &Object{style, shape, m}, Description: description}
}

func (m *Memo) write(w *ordered.Writer, style Style, f *model.Field, d model.Direction) {
	key := memoKey{f.Property, d, w.Depth()}
	text, known := m.texts[key]
	if !known {
		text = m.encode(style, f, key)
	}
	w.Fragment(text)
}

func (m *Memo) encode(style Style, f *model.Field, key memoKey) []byte {
	if m.texts == nil {
		m.texts, m.scratch = make(map[memoKey][]byte, memoSize), ordered.Nested(0)
	}
	if len(m.texts) >= memoSize {
		clear(m.texts)
	}
	m.scratch.Reset(key.depth)
	var s Schema
	style.property(&s, f, key.direction)
	s.Write(m.scratch)
	text := append([]byte(nil), m.scratch.Bytes()...)
	m.texts[key] = text
	return text
}

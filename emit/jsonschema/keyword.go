package jsonschema

import "schemac/model/ordered"

// A slot is a place among the members of a schema where keywords of an author are written (contract §2.1).
type slot int

const (
	atEnd slot = iota
	afterBounds
	afterObject
	beforeDescription
	afterDefault
)

// slots say where the keywords stand that no field of [Schema] holds; all others come last, as written.
var slots = map[string]slot{
	"minLength": afterBounds, "maxLength": afterBounds, "exclusiveMinimum": afterBounds, "exclusiveMaximum": afterBounds,
	"multipleOf": afterBounds,
	"anyOf":      afterObject, "oneOf": afterObject, "allOf": afterObject, "not": afterObject,
	"title": beforeDescription, "examples": afterDefault,
}

func (s *Schema) writeKeywords(w *ordered.Writer, at slot) {
	for _, k := range s.Keywords {
		if slots[k.Name] == at {
			w.Key(k.Name)
			w.Value(k.Value)
		}
	}
}

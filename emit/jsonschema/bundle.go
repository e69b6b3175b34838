package jsonschema

import (
	"schemac/model"
	"schemac/model/ordered"
)

// dialect is the meta-schema that the bundle states.
const dialect = "https://json-schema.org/draft/2020-12/schema"

// WriteBundle writes the JSON Schema bundle of a surface: every definition under `$defs`, tied by `$ref`, so that
// nothing is cut (contract §7).
func WriteBundle(s *model.Surface, w *ordered.Writer) {
	w.BeginObject()
	w.Text("$schema", dialect)
	w.Key("$defs")
	w.BeginObject()
	var memo Memo
	for _, c := range s.Definitions {
		w.Key(c.Name)
		memo.Object(Bundle, c.Shape, c.Description).Write(w)
	}
	w.EndObject()
	w.EndObject()
}

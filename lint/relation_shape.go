package lint

import (
	"schemac/model"
	"schemac/model/diag"
)

// RelationShape finds relationships whose list and key do not fit (contract §2).
var RelationShape = &Rule{
	ID:    "relation-shape",
	Title: "a list relationship over a single key, or a single one over a list of keys",
	Text: "`@relationship(from: key)` gives as many records as the key holds: a list of keys gives a list, a single key one record. " +
		"An output schema that says otherwise is wrong in every answer.",
	Before: `"One film that is shown."
type Film @table @export {
  id: ID @primaryKey
  hallId: ID
  halls: [Hall] @relationship(from: hallId)
}

"One room with a screen."
type Hall @table @export {
  id: ID @primaryKey
}
`,
	After: `"One film that is shown."
type Film @table @export {
  id: ID @primaryKey
  hallId: ID
  hall: Hall @relationship(from: hallId)
}

"One room with a screen."
type Hall @table @export {
  id: ID @primaryKey
}
`,
	Severity: diag.Warning,
	Compiler: []string{"relation-shape"},
	Run: func(p *Pass) {
		for _, o := range p.Document.Objects {
			for _, property := range o.Properties.All() {
				r := property.Relationship
				if r == nil || r.From == "" || r.To != "" {
					continue
				}
				key := o.Properties.Lookup(r.From)
				if key == nil {
					continue
				}
				many, keys := property.Type.Kind == model.ListKind, key.Type.Kind == model.ListKind
				switch {
				case many && !keys && key.Type.Kind != model.Any:
					p.Reportf(property.Type.Span, "relationship %q is a list over the single key %q; make the key a list or the field single", property.Name, key.Name)
				case !many && keys:
					p.Reportf(property.Type.Span, "relationship %q is single over the list of keys %q; make the field a list or the key single", property.Name, key.Name)
				}
			}
		}
	},
}

package lint

import (
	"schemac/model"
	"schemac/model/diag"
)

// KeyNotString finds primary keys that cannot stand in a path.
var KeyNotString = &Rule{
	ID:    "key-not-string",
	Title: "a primary key that cannot stand in a path",
	Text: "The key is the last segment of a record's path. A text or an integer can stand there; of a list, an object, a date, " +
		"a fraction or a truth value a caller cannot know the spelling, so the record cannot be addressed.",
	Before: `"One closing day of the shop."
type Holiday @table @export {
  day: Date @primaryKey
}
`,
	After: `"One closing day of the shop."
type Holiday @table @export {
  "As in 2026-12-25."
  day: String @primaryKey
}
`,
	Severity: diag.Warning,
	Run: func(p *Pass) {
		for _, s := range p.Surfaces {
			for _, r := range s.Tables {
				key := r.PrimaryKey()
				if key == nil {
					continue
				}
				switch key.Type.Kind {
				case model.String, model.ID, model.Int, model.Long, model.BigInt, model.EnumKind, model.Integer, model.Any:
				default:
					p.Reportf(or(key.Type.Span, key.Span), "primary key %q of table %q is %s, whose spelling in a path a caller cannot know; make it %q or %q",
						key.Name, r.Name, quoted("", key.Type.String()), "ID", "String")
				}
			}
		}
	},
}

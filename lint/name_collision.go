package lint

import (
	"strings"

	"schemac/model"
	"schemac/model/diag"
)

// NameCollision finds names that hosts take for the same (facts: hosts.md §2.2: many sanitise names).
var NameCollision = &Rule{
	ID:    "name-collision",
	Title: "two names that are one to hosts which fold case and dashes",
	Text: "Hosts and generated clients write `userId`, `user-id` and `user_id` alike. Two tools of a surface, or two fields of one " +
		"input, that differ in no other way overwrite each other there. Rename one.",
	Before: `"One visit to a page."
type Visit @table @export {
  id: ID @primaryKey
  userId: String
  userid: String
}
`,
	After: `"One visit to a page."
type Visit @table @export {
  id: ID @primaryKey
  userId: String
  visitorId: String
}
`,
	Severity: diag.Error,
	Compiler: []string{"tool-name-collision"},
	Run: func(p *Pass) {
		for _, s := range p.Surfaces {
			p.toolCollisions(s)
		}
		for _, o := range p.Objects() {
			p.propertyCollisions(o.Properties.All(), quoted("type", o.Name))
		}
		p.operations(func(_ *model.Surface, op *model.Operation) {
			var inputs []*model.Property
			for _, param := range params(op) {
				inputs = append(inputs, param.Property)
			}
			p.propertyCollisions(inputs, quoted("tool", op.Name))
		})
	},
}

func fold(name string) string {
	return dashes.Replace(strings.ToLower(name))
}

var dashes = strings.NewReplacer("-", "_", ".", "_")

// toolCollisions reports the pairs of which MCP lists one at most: they meet in OpenAPI, and the compiler reports the
// others. Two tables collide in six names, and that is one mistake.
func (p *Pass) toolCollisions(s *model.Surface) {
	first := map[string]*model.Operation{}
	type pair struct{ a, b any }
	seen := map[pair]bool{}
	for _, op := range s.Operations {
		before := first[fold(op.Name)]
		if before == nil {
			first[fold(op.Name)] = op
			continue
		}
		both := pair{before.Span, op.Span}
		if before.Name == op.Name || seen[both] {
			continue
		}
		seen[both] = true
		p.Reportf(op.Span, "names %q and %q are one to clients that fold case and dashes; rename one", op.Name, before.Name).
			WithRelated(before.Span, "the other is here")
	}
}

func (p *Pass) propertyCollisions(properties []*model.Property, of string) {
	first := map[string]*model.Property{}
	for _, property := range properties {
		if !property.Visible() {
			continue
		}
		key := fold(property.Name)
		if before := first[key]; before != nil {
			p.Reportf(property.Span, "fields %q and %q of %s are one to hosts that fold case and dashes; rename one", before.Name, property.Name, of).
				WithRelated(before.Span, "the other is here")
			continue
		}
		first[key] = property
	}
}

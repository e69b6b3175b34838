package graphql

import (
	"fmt"

	"github.com/vektah/gqlparser/v2/ast"

	"schemac/model"
	"schemac/model/source"
)

// resolveField finds the type of a field, and holds a relationship to what the server does with it.
func (l *linker) resolveField(owner *definition, p *model.Property) {
	if p.Relationship != nil && owner.object.Table == nil {
		l.diags.Warnf(p.Relationship.Span, "embedded-relationship",
			"%q on field %q is ignored by the server: type %q is no table", "@relationship", p.Name, owner.name)
		p.Relationship = nil
	}
	l.resolve(owner, p, p.Type.Base())
}

func (l *linker) resolve(owner *definition, p *model.Property, t *model.Type) {
	// What the file declares wins over a built-in scalar, as on the server; a scalar declaration declares nothing new.
	target := l.lookup(owner, t.Name)
	if target == nil || target.kind == ast.Scalar {
		if kind, ok := model.Scalar(t.Name); ok {
			l.resolveScalar(p, t, kind)
			return
		}
	}
	switch {
	case target == nil:
		l.unknown(p, t)
	case target.object != nil:
		t.Kind, t.Object = model.ObjectKind, target.object
		if p.Relationship != nil && target.object.Table == nil {
			l.diags.Warnf(t.Span, "relationship-type", "relationship %q leads to type %q, which is no table", p.Name, t.Name)
		}
	case target.enum != nil:
		t.Kind, t.Enum = model.EnumKind, target.enum
	case target.kind == ast.InputObject:
		l.diags.Errorf(t.Span, "input-type", "field %q has the input type %q; a field takes an output type", p.Name, t.Name).
			WithRelated(target.span, "declared as input here")
	case target.kind != ast.Scalar:
		l.diags.Warnf(t.Span, "abstract-type", "field %q has the %s type %q, which the server does not know; it is %q", p.Name, kindWord[target.kind], t.Name, "Any")
	}
	if p.Relationship != nil && t.Kind != model.ObjectKind {
		noTable(t)
	}
}

func (l *linker) resolveScalar(p *model.Property, t *model.Type, kind model.Kind) {
	t.Kind = kind
	if p.Relationship != nil {
		l.diags.Warnf(t.Span, "relationship-type", "relationship %q leads to the scalar %q; name a table", p.Name, t.Name)
		noTable(t)
	}
}

// noTable keeps a relationship to something that is no type a relationship: what it answers are objects of which
// nothing is known.
func noTable(t *model.Type) {
	t.Kind, t.Enum, t.Object = model.ObjectKind, nil, nil
}

// lookup finds the definition of a name as seen from a type: in its file, then in its database, then in source order
// (contract §2).
func (l *linker) lookup(owner *definition, name string) *definition {
	candidates := l.byName[name]
	switch len(candidates) {
	case 0:
		return nil
	case 1:
		return candidates[0]
	}
	asked := question{owner.unit, database(owner), name}
	if known := l.answers[asked]; known != nil {
		return known
	}
	candidates = prefer(candidates, func(d *definition) bool { return d.unit == owner.unit })
	candidates = prefer(candidates, func(d *definition) bool { return database(d) == asked.database })
	l.answers[asked] = candidates[0]
	return candidates[0]
}

// A question is a name that has several definitions, and all of an owner that decides between them.
type question struct {
	unit           *Unit
	database, name string
}

// prefer returns the candidates that fit or, when none does, all of them.
func prefer(candidates []*definition, fits func(*definition) bool) []*definition {
	var fitting []*definition
	for _, d := range candidates {
		if fits(d) {
			fitting = append(fitting, d)
		}
	}
	if len(fitting) == 0 {
		return candidates
	}
	return fitting
}

func database(d *definition) string {
	if d.object == nil || d.object.Table == nil {
		return ""
	}
	return d.object.Table.Database
}

// otherNames are what people from other languages write for a scalar.
var otherNames = map[string]string{
	"JSON": "Any", "JSONObject": "Any", "Json": "Any", "Object": "Any", "Map": "Any",
	"DateTime": "Date", "Timestamp": "Date", "Time": "Date",
	"Number": "Float", "Double": "Float", "Decimal": "Float", "Text": "String", "UUID": "ID",
}

func (l *linker) unknown(p *model.Property, t *model.Type) {
	if l.broken[t.Name] {
		return
	}
	if p.Relationship != nil {
		l.diags.Warnf(t.Span, "unknown-type", "relationship %q leads to type %q, which is not defined%s", p.Name, t.Name, l.suggest(t.Name, l.typeNames))
		return
	}
	suggestion := l.suggest(t.Name, func() []string { return append(model.ScalarNames(), l.names...) })
	switch known := otherNames[t.Name]; known {
	case "":
	case "Any":
		suggestion = `; write "Any" to say so`
	default:
		suggestion = fmt.Sprintf("; did you mean %q", known)
	}
	l.diags.Warnf(t.Span, "unknown-type", "unknown type %q of field %q is taken as %q%s", t.Name, p.Name, "Any", suggestion)
}

// checkKeys holds the relationships of a table to the attributes that they name.
func (l *linker) checkKeys(d *definition) {
	for _, p := range d.object.Properties.All() {
		r := p.Relationship
		if r == nil {
			continue
		}
		if r.From != "" {
			l.checkFrom(d.object, p)
		}
		if target := p.Type.Base().Object; r.To != "" && target != nil && target.Properties.Lookup(r.To) == nil {
			l.diags.Warnf(r.Span, "relationship-key", "relationship %q names the attribute %q, which type %q does not have%s",
				p.Name, r.To, target.Name, l.suggest(r.To, target.Properties.Names))
		}
	}
}

// checkFrom compares a relationship with the attribute that holds its keys: many records need many keys.
func (l *linker) checkFrom(o *model.Object, p *model.Property) {
	r := p.Relationship
	key := o.Properties.Lookup(r.From)
	if key == nil {
		l.diags.Warnf(r.Span, "relationship-key", "relationship %q names the attribute %q, which type %q does not have%s",
			p.Name, r.From, o.Name, l.suggest(r.From, o.Properties.Names))
		return
	}
	many, keys := p.Type.Kind == model.ListKind, key.Type.Kind == model.ListKind
	switch {
	case r.To != "": // both ends are named, so how many records there are is for the other end to say
	case many && !keys:
		l.diags.Warnf(p.Type.Span, "relation-shape", "relationship %q is a list over the single key %q; make the key a list or the field single", p.Name, key.Name)
	case !many && keys:
		l.diags.Warnf(p.Type.Span, "relation-shape", "relationship %q is single over the list of keys %q; make the field a list or the key single", p.Name, key.Name)
	}
}

// fieldDirective returns the place of a field's directive.
func fieldDirective(p *model.Property, name string) source.Span {
	for _, d := range p.Directives {
		if d.Name == name {
			return d.Span
		}
	}
	return p.Span
}

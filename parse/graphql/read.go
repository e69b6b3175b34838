package graphql

import (
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"schemac/model"
	"schemac/model/diag"
	"schemac/model/ordered"
	"schemac/model/source"
)

// A definition is one definition or extension of a file, its type names not yet resolved.
type definition struct {
	kind      ast.DefinitionKind
	extension bool
	name      string
	doc       string
	docSpan   source.Span
	// directives are the directives of the definition itself.
	directives []model.Directive
	// fields are those of an object type.
	fields []*model.Property
	// values are those of an enum.
	values []model.EnumValue
	// onValues are the directives of those values that have any, by the name of the value.
	onValues []valueDirectives
	span     source.Span
	unit     *Unit
	// object and enum are what linking makes of it.
	object *model.Object
	enum   *model.Enum
}

// The directives of a value of an enum.
type valueDirectives struct {
	value      string
	directives []model.Directive
}

// A reader turns the document of gqlparser into definitions. It serves a whole file, or one piece of it: then base is
// where the piece starts in the file.
type reader struct {
	unit    *Unit
	scan    *scan
	options Options
	diags   *diag.List
	// baseRunes is the rune offset at which the piece starts.
	baseRunes int
}

func (r *reader) document(d *ast.SchemaDocument) {
	for _, declared := range d.Directives {
		r.unit.declared[declared.Name] = true
	}
	all := make([]*definition, 0, len(d.Definitions)+len(d.Extensions))
	for _, def := range d.Definitions {
		all = append(all, r.definition(def, false))
	}
	for _, def := range d.Extensions {
		all = append(all, r.definition(def, true))
	}
	if len(d.Extensions) > 0 {
		slices.SortStableFunc(all, func(a, b *definition) int { return a.span.Start - b.span.Start })
	}
	r.unit.definitions = append(r.unit.definitions, all...)
}

func (r *reader) definition(def *ast.Definition, extension bool) *definition {
	d := &definition{
		kind:       def.Kind,
		extension:  extension,
		name:       def.Name,
		directives: r.directives(def.Directives),
		unit:       r.unit,
	}
	// The position is that of the name, but the keyword's for what the parser had not reached yet.
	d.span = r.nameSpan(def.Position, def.Name)
	if def.Kind == ast.Object || def.Kind == ast.Enum { // words for anything else reach no reader
		d.doc, d.docSpan = r.description(d.span, def.Position.Start, kindWord[def.Kind])
	}
	switch def.Kind {
	case ast.Object:
		d.fields = make([]*model.Property, len(def.Fields))
		block := make([]model.Property, len(def.Fields)) // one allocation for all fields
		for i, f := range def.Fields {
			r.field(&block[i], f)
			d.fields[i] = &block[i]
		}
	case ast.Enum:
		for _, v := range def.EnumValues {
			d.values = append(d.values, r.enumValue(v))
			if len(v.Directives) > 0 {
				d.onValues = append(d.onValues, valueDirectives{v.Name, r.directives(v.Directives)})
			}
		}
	}
	return d
}

func (r *reader) field(p *model.Property, f *ast.FieldDefinition) {
	p.Name = f.Name
	p.Span = r.nameSpan(f.Position, f.Name)
	p.Doc, p.DocSpan = r.description(p.Span, f.Position.Start, "field")
	p.Type = r.fieldType(f.Type)
	p.Directives = r.directives(f.Directives)
	if len(f.Arguments) > 0 {
		r.diags.Infof(p.Span, "field-arguments", "arguments of field %q are ignored: a table's field takes none", f.Name)
	}
}

func (r *reader) fieldType(t *ast.Type) *model.Type {
	if t.Elem != nil {
		return &model.Type{Kind: model.ListKind, NonNull: t.NonNull, Elem: r.fieldType(t.Elem), Span: r.span(t.Position)}
	}
	return &model.Type{Name: t.NamedType, NonNull: t.NonNull, Span: r.nameSpan(t.Position, t.NamedType)}
}

func (r *reader) enumValue(v *ast.EnumValueDefinition) model.EnumValue {
	span := r.nameSpan(v.Position, v.Name)
	doc, _ := r.description(span, v.Position.Start, "value")
	return model.EnumValue{Name: v.Name, Description: doc, Span: span}
}

// description returns the docstring before a name or, where comments serve and there is none, the comment. what says
// which sort of thing the name is.
func (r *reader) description(name source.Span, at int, what string) (string, source.Span) {
	if doc, ok := r.scan.doc(at + r.baseRunes); ok {
		return doc.text, doc.span
	}
	if len(r.scan.comments) == 0 {
		return "", source.Span{}
	}
	trailing := what == "field" || what == "value"
	text, lines := r.scan.commentFor(name, trailing)
	if text == "" {
		return "", source.Span{}
	}
	r.unit.Comments++
	r.unit.Remarks = append(r.unit.Remarks, &model.Remark{Of: what, Name: name, Text: text, Lines: lines, Serves: r.options.Comments})
	span := lines[0]
	span.End = lines[len(lines)-1].End
	if !r.options.Comments {
		return "", source.Span{}
	}
	return text, span
}

func (r *reader) directives(list ast.DirectiveList) []model.Directive {
	if len(list) == 0 {
		return nil
	}
	directives := make([]model.Directive, len(list))
	for i, d := range list {
		span := r.nameSpan(d.Position, d.Name)
		span.Start = max(strings.LastIndexByte(r.scan.file.Text[:span.Start], '@'), 0)
		directives[i] = model.Directive{Name: d.Name, Span: span}
		for _, a := range d.Arguments {
			directives[i].Arguments = append(directives[i].Arguments, r.argument(a))
		}
	}
	return directives
}

func (r *reader) argument(a *ast.Argument) model.Argument {
	return model.Argument{
		Name:     a.Name,
		Value:    r.value(a.Value),
		Bare:     a.Value.Kind == ast.EnumValue,
		NameSpan: r.nameSpan(a.Position, a.Name),
		Span:     r.span(a.Value.Position),
	}
}

// value keeps what an author wrote: numbers in their own spelling, names as strings.
func (r *reader) value(v *ast.Value) ordered.Value {
	switch v.Kind {
	case ast.IntValue, ast.FloatValue:
		return ordered.NumberValue(v.Raw)
	case ast.BooleanValue:
		return ordered.BoolValue(v.Raw == "true")
	case ast.NullValue:
		return ordered.NullValue()
	case ast.BlockValue:
		return ordered.StringValue(blockText(r.span(v.Position)))
	case ast.ListValue:
		items := make([]ordered.Value, len(v.Children))
		for i, child := range v.Children {
			items[i] = r.value(child.Value)
		}
		return ordered.ArrayValue(items...)
	case ast.ObjectValue:
		members := make([]ordered.Member, len(v.Children))
		for i, child := range v.Children {
			members[i] = ordered.Member{Name: child.Name, Value: r.value(child.Value)}
		}
		return ordered.ObjectValue(members...)
	}
	return ordered.StringValue(v.Raw)
}

func (r *reader) span(p *ast.Position) source.Span {
	return r.scan.span(p.Start+r.baseRunes, p.End+r.baseRunes)
}

// nameSpan is the place of a name: gqlparser's position of a definition ends where its last token does.
func (r *reader) nameSpan(p *ast.Position, name string) source.Span {
	start := r.scan.runes.byteOffset(r.scan.file.Text, p.Start+r.baseRunes)
	return r.scan.file.Span(start, start+len(name))
}

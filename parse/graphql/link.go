package graphql

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/vektah/gqlparser/v2/ast"

	"schemac/model"
	"schemac/model/diag"
	"schemac/model/source"
)

// Link makes objects of the definitions of all files, which stand in source order: it merges extensions, gives
// directives their meaning and resolves type names. Every name that is unknown or defined twice is reported.
func Link(units []*Unit, diags *diag.List) []*model.Object {
	l := &linker{
		byName:  map[string][]*definition{},
		answers: map[question]*definition{},
		values:  map[*model.Enum]map[string]source.Span{},
		broken:  map[string]bool{},
		diags:   diags,
	}
	l.collect(units)
	l.extend(units)
	for _, d := range l.objects {
		l.apply(d)
	}
	l.checkDuplicates()
	for _, d := range l.objects {
		for _, p := range d.object.Properties.All() {
			l.resolveField(d, p)
		}
	}
	for _, d := range l.objects {
		l.checkKeys(d)
	}
	objects := make([]*model.Object, len(l.objects))
	for i, d := range l.objects {
		objects[i] = d.object
	}
	return objects
}

type linker struct {
	// byName holds the definitions of a name in source order, without extensions.
	byName map[string][]*definition
	// names are all of them, in source order, for suggestions.
	names   []string
	objects []*definition
	// answers are those of lookups with a choice, so that a name of many definitions is not searched for each use.
	answers map[question]*definition
	// values are the places of an enum's values, by their names.
	values map[*model.Enum]map[string]source.Span
	broken map[string]bool
	// comparisons counts the names that suggestions have been chosen from.
	comparisons int
	diags       *diag.List
}

func (l *linker) collect(units []*Unit) {
	for _, u := range units {
		for name := range u.broken {
			l.broken[name] = true
		}
		for _, d := range u.definitions {
			if !d.extension {
				l.define(d)
			}
		}
	}
}

func (l *linker) define(d *definition) {
	if len(l.byName[d.name]) == 0 {
		l.names = append(l.names, d.name)
	}
	l.byName[d.name] = append(l.byName[d.name], d)
	switch d.kind {
	case ast.Object:
		d.object = &model.Object{Name: d.name, Description: d.doc, DescriptionSpan: d.docSpan, Span: d.span}
		l.objects = append(l.objects, d)
		if _, ok := model.Scalar(d.name); ok {
			l.diags.Warnf(d.span, "scalar-name", "type %q hides the built-in scalar of that name, as it does on the server; call it something else to use both", d.name)
		}
	case ast.Enum:
		d.enum = &model.Enum{Name: d.name, Description: d.doc, Span: d.span}
		l.addValues(d.enum, d)
	case ast.Interface, ast.Union:
		l.diags.Infof(d.span, "abstract-type", "%s %q is not stored by the server; fields of this type are %q", kindWord[d.kind], d.name, "Any")
	case ast.Scalar:
		if _, ok := model.Scalar(d.name); !ok {
			l.diags.Infof(d.span, "custom-scalar", "scalar %q is unknown to the server; fields of this type are %q", d.name, "Any")
		}
	}
}

var kindWord = map[ast.DefinitionKind]string{
	ast.Object: "type", ast.Enum: "enum", ast.Interface: "interface", ast.Union: "union", ast.InputObject: "input", ast.Scalar: "scalar",
}

func (l *linker) addValues(e *model.Enum, d *definition) {
	warnIdle(d.directives, fmt.Sprintf("enum %q", e.Name), false, d.unit, l.diags)
	deprecated := map[string]*model.Deprecation{}
	for _, v := range d.onValues {
		warnIdle(v.directives, fmt.Sprintf("value %q of enum %q", v.value, e.Name), true, d.unit, l.diags)
		for i := range v.directives {
			if v.directives[i].Name == "deprecated" {
				deprecated[v.value] = deprecation(&v.directives[i], l.diags)
			}
		}
	}
	seen := l.values[e]
	if seen == nil {
		seen = make(map[string]source.Span, len(d.values))
		l.values[e] = seen
	}
	for _, v := range d.values {
		if earlier, ok := seen[v.Name]; ok {
			l.diags.Errorf(v.Span, "duplicate-value", "value %q of enum %q is declared twice; remove one", v.Name, e.Name).
				WithRelated(earlier, "first here")
		} else {
			seen[v.Name] = v.Span
		}
		v.Deprecated = deprecated[v.Name]
		e.Add(v)
	}
}

// extend merges extensions into what they extend. The parts of a type contribute their fields in source order.
func (l *linker) extend(units []*Unit) {
	parts := map[*definition][]*definition{}
	for _, u := range units {
		for _, d := range u.definitions {
			base := d
			if d.extension {
				if base = l.extended(d); base == nil {
					continue
				}
				if base.enum != nil {
					l.addValues(base.enum, d)
				}
			}
			if base.object != nil {
				parts[base] = append(parts[base], d)
			}
		}
	}
	for _, base := range l.objects {
		for _, part := range parts[base] {
			l.addFields(base.object, part)
		}
	}
}

// extended returns the definition that an extension extends: of its own file first, else the first of the name.
func (l *linker) extended(d *definition) *definition {
	var best *definition
	for _, candidate := range l.byName[d.name] {
		if candidate.kind != d.kind {
			continue
		}
		if candidate.unit == d.unit {
			return candidate
		}
		if best == nil {
			best = candidate
		}
	}
	if best == nil && !l.broken[d.name] {
		l.diags.Errorf(d.span, "unknown-type", "cannot extend %s %q, which is not defined%s", kindWord[d.kind], d.name, l.suggest(d.name, l.typeNames))
	}
	return best
}

func (l *linker) addFields(o *model.Object, part *definition) {
	o.Directives = append(o.Directives, part.directives...)
	for _, p := range part.fields {
		if earlier := o.Properties.Add(p); earlier != nil {
			l.reportDuplicate(o, earlier, p)
		}
		if len(p.Name) > maxNameLength {
			l.diags.Warnf(p.Span, "property-name", "field name %q has %d characters; hosts take at most %d", p.Name, len(p.Name), maxNameLength)
		}
	}
}

// reportDuplicate reports a field that is defined twice. Real schemas hold such slips: where both say the same nothing
// is at stake, and where they differ nobody can know which is meant.
func (l *linker) reportDuplicate(o *model.Object, first, second *model.Property) {
	if first.Type.String() == second.Type.String() && sameDirectives(first.Directives, second.Directives) {
		l.diags.Warnf(second.Span, "duplicate-field", "field %q of type %q is defined twice alike; the first counts, remove one", second.Name, o.Name).
			WithRelated(first.Span, "first here")
		return
	}
	l.diags.Errorf(second.Span, "duplicate-field", "field %q of type %q is defined twice and differently; remove one", second.Name, o.Name).
		WithRelated(first.Span, "first here")
}

func sameDirectives(a, b []model.Directive) bool {
	return slices.EqualFunc(a, b, func(x, y model.Directive) bool {
		return x.Name == y.Name && slices.EqualFunc(x.Arguments, y.Arguments, func(m, n model.Argument) bool {
			return m.Name == n.Name && reflect.DeepEqual(m.Value, n.Value)
		})
	})
}

// maxNameLength is the longest property key that hosts take (facts: hosts.md §2.2).
const maxNameLength = 64

// apply gives the directives of a type and its fields their meaning.
func (l *linker) apply(d *definition) {
	o := d.object
	applyObjectDirectives(o, o.Directives, d.unit, l.diags)
	if o.Export != nil && o.Table == nil {
		l.diags.Warnf(o.Export.Span, "export-without-table", "%q on type %q does nothing without %q", "@export", o.Name, "@table")
		o.Export = nil
	}
	var key *model.Property
	for _, p := range o.Properties.All() {
		applyFieldDirectives(p, d.unit, l.diags)
		if !p.PrimaryKey {
			continue
		}
		if key != nil {
			p.PrimaryKey = false
			l.diags.Warnf(fieldDirective(p, "primaryKey"), "second-primary-key", "type %q has the primary key %q already; this one is ignored", o.Name, key.Name).
				WithRelated(key.Span, "the key is here")
			continue
		}
		key = p
	}
}

// checkDuplicates reports names that are defined twice. Two tables of one name may live in two databases.
func (l *linker) checkDuplicates() {
	for _, name := range l.names {
		seen := map[string]*definition{}
		for _, d := range l.byName[name] {
			database := ""
			if d.object != nil && d.object.Table != nil {
				database = d.object.Table.Database
			}
			first := seen[database]
			if first == nil && database != "" {
				first = seen[""]
			}
			if first == nil {
				seen[database] = d
				continue
			}
			where := ""
			if database != "" {
				where = fmt.Sprintf(" in database %q", database)
			}
			l.diags.Errorf(d.span, "duplicate-type", "%s %q is defined twice%s; rename or remove one", kindWord[d.kind], name, where).
				WithRelated(first.span, "first here")
		}
	}
}

// maxComparisons bounds what suggestions may cost: to compare every unknown name with every known one is quadratic.
const maxComparisons = 500_000

func (l *linker) typeNames() []string { return l.names }

// suggest returns the end of a message that names what was meant, or "".
func (l *linker) suggest(word string, candidates func() []string) string {
	if l.comparisons > maxComparisons {
		return ""
	}
	names := candidates()
	l.comparisons += len(names)
	if best := diag.Closest(word, names); best != "" {
		return fmt.Sprintf("; did you mean %q", best)
	}
	return ""
}

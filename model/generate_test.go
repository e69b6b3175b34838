package model

import (
	"fmt"

	"pgregory.net/rapid"

	"schemac/model/diag"
	"schemac/model/source"
)

// link makes the application of objects, as a run without a configuration does.
func link(objects []*Object, options Options) (*Surface, *diag.List) {
	var diags diag.List
	return Link(objects, nil, options, &diags).Surfaces[0], &diags
}

// at gives every generated name a place of its own.
var generated = &source.File{Name: "generated.graphql", Text: string(make([]byte, 1<<16))}

func scalar(k Kind, nonNull bool) *Type { return &Type{Kind: k, Name: k.String(), NonNull: nonNull} }

// schemas generates types and tables that use each other, with every combination of flags.
func schemas(t *rapid.T) []*Object {
	place := 0
	span := func() source.Span {
		place++
		return generated.Span(place, place+1)
	}
	objects := make([]*Object, rapid.IntRange(1, 5).Draw(t, "objects"))
	for i := range objects {
		objects[i] = &Object{Name: fmt.Sprintf("T%d", i), Span: span(), Sealed: chance(t, 4), Hidden: chance(t, 6)}
		objects[i].Description = docstring(t, "T"+fmt.Sprint(i), objects[i].Hidden)
		if i == 0 || rapid.Bool().Draw(t, "table") {
			objects[i].Table = &Table{Database: DefaultDatabase}
			objects[i].Export = &Export{Path: objects[i].Name, MCP: true, OpenAPI: true, Span: span()}
		}
	}
	for i, o := range objects {
		for j := range rapid.IntRange(0, 8).Draw(t, "fields") {
			p := field(t, objects, fmt.Sprintf("f%d_%d", i, j))
			p.Span = span()
			o.Properties.Add(p)
		}
		if key := rapid.IntRange(-1, len(o.Properties.All())-1).Draw(t, "key"); key >= 0 {
			p := o.Properties.All()[key]
			p.PrimaryKey, p.Relationship, p.Computed = true, nil, false
			p.Type = scalar(rapid.SampledFrom([]Kind{ID, String, Int, Long, Any}).Draw(t, "key type"), rapid.Bool().Draw(t, "non-null"))
		}
	}
	return objects
}

// chance is true once in n.
func chance(t *rapid.T, n int) bool { return rapid.IntRange(1, n).Draw(t, "chance") == n }

// hiddenMark is in every name and docstring that no output may show.
const hiddenMark = "XYZZY"

func docstring(t *rapid.T, of string, hidden bool) string {
	if hidden {
		return hiddenMark + " words"
	}
	return rapid.SampledFrom([]string{"", "What " + of + " is.", "First. Second!", "line\nline"}).Draw(t, "doc")
}

func field(t *rapid.T, objects []*Object, name string) *Property {
	p := &Property{Name: name, Hidden: chance(t, 5)}
	if p.Hidden {
		p.Name = hiddenMark + name
	}
	p.Doc = docstring(t, name, p.Hidden)
	p.Type = fieldType(t, objects, 2)
	p.CreatedTime, p.UpdatedTime, p.ExpiresAt = chance(t, 8), chance(t, 8), chance(t, 8)
	p.Computed, p.Embed, p.Decide = chance(t, 8), chance(t, 8), chance(t, 8)
	p.Indexed, p.Enumerable = chance(t, 3), chance(t, 8)
	if base := p.Type.Base(); base.Kind == ObjectKind && (base.Object.Table != nil && !chance(t, 3)) {
		p.Relationship = &Relationship{From: "k"}
	}
	if base := p.Type.Base(); base.Object != nil && base.Object.Hidden && p.Relationship == nil {
		p.Doc = hiddenMark
	}
	if chance(t, 6) {
		p.Deprecated = &Deprecation{Reason: docstring(t, name, p.Hidden)}
	}
	return p
}

func fieldType(t *rapid.T, objects []*Object, lists int) *Type {
	nonNull := rapid.Bool().Draw(t, "non-null")
	if lists > 0 && chance(t, 5) {
		return &Type{Kind: ListKind, NonNull: nonNull, Elem: fieldType(t, objects, lists-1)}
	}
	switch {
	case chance(t, 3):
		o := rapid.SampledFrom(objects).Draw(t, "object")
		return &Type{Kind: ObjectKind, Name: o.Name, NonNull: nonNull, Object: o}
	case chance(t, 6):
		e := &Enum{Name: "E", Description: docstring(t, "E", false)}
		e.Add(EnumValue{Name: "A", Description: "The first."})
		e.Add(EnumValue{Name: "B"})
		return &Type{Kind: EnumKind, Name: "E", NonNull: nonNull, Enum: e}
	}
	return scalar(rapid.SampledFrom([]Kind{ID, String, Int, Long, BigInt, Float, Boolean, Date, Bytes, Blob, Any}).Draw(t, "scalar"), nonNull)
}

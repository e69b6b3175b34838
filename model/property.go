package model

import (
	"strings"

	"schemac/model/ordered"
	"schemac/model/source"
)

// A Property is one named, typed, documented field: the vocabulary of JSON Schema plus the flags of the schema
// language. It is the unit of everything that describes the shape of something.
type Property struct {
	Name string
	// Doc is what the author wrote, byte for byte; DocSpan is where.
	Doc     string
	DocSpan source.Span
	// Description is what hosts read: Doc, or words that contract §2.1 derives, with enum values and deprecation
	// added. [Describe] fills it.
	Description string
	Type        *Type

	// PrimaryKey, CreatedTime, UpdatedTime, ExpiresAt, Computed, Embed, Decide, Indexed, Enumerable and Hidden are
	// the directives of these names.
	PrimaryKey, CreatedTime, UpdatedTime, ExpiresAt bool
	Computed, Embed, Decide                         bool
	Indexed, Enumerable, Hidden                     bool
	// Relationship says that the field is reached through keys; nil for a field that is stored.
	Relationship *Relationship
	// Deprecated is nil for a property that is not.
	Deprecated *Deprecation
	// Constraints are what a value must meet beside its type; nil for none.
	Constraints *Constraints
	// Keywords are further members of the property's schema, as an author has written them (contract §8.1).
	Keywords []ordered.Member
	// Directives are all directives of the field as written, in order.
	Directives []Directive
	// Span is the name in the source; zero for a property that no source writes.
	Span source.Span
}

// A Relationship ties a record to others: From is the own attribute that holds their keys, To the attribute of the
// others that holds this record's key. One of them is empty.
type Relationship struct {
	From, To string
	Span     source.Span
}

// A Deprecation says that a property should not be used any more, and why; the reason may be empty.
type Deprecation struct {
	Reason string
	Span   source.Span
}

// Text returns "Deprecated: REASON", or "Deprecated." without a reason (contract §2.1).
func (d *Deprecation) Text() string {
	if d.Reason == "" {
		return "Deprecated."
	}
	return "Deprecated: " + d.Reason
}

// Constraints are the assertions of JSON Schema that a source states. Numbers are in the author's spelling; an empty
// one is not stated.
type Constraints struct {
	Minimum, Maximum   string
	MinItems, MaxItems string
	Pattern            string
	// Format replaces the format that the type gives.
	Format string
	Enum   []ordered.Value
	// Const is the only value; Absent when there is none.
	Const   ordered.Value
	Default ordered.Value
}

// A Directive is one directive as written. Arguments keep their order and their values.
type Directive struct {
	Name      string
	Arguments []Argument
	// Span is the directive with its "@".
	Span source.Span
}

// An Argument is one argument of a directive.
type Argument struct {
	Name  string
	Value ordered.Value
	// Bare says that the value is a name and no quoted string; GraphQL calls it an enum value.
	Bare bool
	// NameSpan is the place of the name, Span that of the value.
	NameSpan, Span source.Span
}

// FindArgument returns the argument of a name.
func (d *Directive) FindArgument(name string) (Argument, bool) {
	for _, a := range d.Arguments {
		if a.Name == name {
			return a, true
		}
	}
	return Argument{}, false
}

// Visible reports whether the property is in any output: neither it nor the type that it embeds is hidden.
func (p *Property) Visible() bool {
	if p.Hidden {
		return false
	}
	object := p.Type.Base().Object
	return object == nil || !object.Hidden || p.Relationship != nil
}

// Writable reports whether a caller may set the property (contract §3).
func (p *Property) Writable() bool {
	return p.Visible() && !p.CreatedTime && !p.UpdatedTime && !p.ExpiresAt && !p.Computed &&
		p.Relationship == nil && !p.Embed && !p.Decide
}

// Nullable reports whether an answer may hold null. Keys and assigned times are never null, whatever the field says
// (measured); a relationship always may be.
func (p *Property) Nullable() bool {
	if p.Relationship != nil {
		return true
	}
	return !p.Type.NonNull && !p.PrimaryKey && !p.CreatedTime && !p.UpdatedTime
}

// Searchable reports whether a search condition may name the property: visible, stored or, if computed, indexed.
func (p *Property) Searchable() bool {
	return p.Visible() && p.Relationship == nil && (!p.Computed || p.Indexed)
}

// Describe fills Description for a property of the object called owner. The words are the field's, else those of its
// embedded or enum type, else a sentence for the primary key; the documented values of an enum and a deprecation
// follow. Types must be resolved.
func (p *Property) Describe(owner string) {
	text := p.words()
	if p.Hidden { // of a hidden key the name and the type are shown, where it addresses a record
		text = ""
	}
	if text == "" && p.PrimaryKey {
		text = "Primary key of the " + owner + " record."
	}
	// What an author has spread from the Record of a table holds these words already.
	if e := p.Type.Base().Enum; e != nil && !strings.Contains(text, e.lines()) {
		text = join(text, "\n", e.lines())
	}
	if p.Deprecated != nil && !p.Hidden && !strings.HasSuffix(text, p.Deprecated.Text()) {
		text = join(text, "\n\n", p.Deprecated.Text())
	}
	p.Description = text
}

// words returns the author's words for the property: its own, else its type's.
func (p *Property) words() string {
	base := p.Type.Base()
	switch {
	case p.Doc != "" || p.Relationship != nil:
		return p.Doc
	case base.Enum != nil:
		return base.Enum.Description
	case base.Object != nil:
		return base.Object.Description
	}
	return ""
}

// hint returns the few words that tell the attribute apart in a search (contract §3.2), or "".
func (p *Property) hint() string {
	if text := p.words(); text != "" {
		return FirstSentence(text)
	}
	if p.PrimaryKey {
		return "primary key."
	}
	if p.Deprecated != nil {
		return p.Deprecated.Text()
	}
	return ""
}

// lines returns one line for each value that is documented or deprecated.
func (e *Enum) lines() string {
	var lines []string
	for i := range e.Values {
		if words := e.Values[i].words(); words != "" {
			lines = append(lines, e.Values[i].Name+": "+fold(words))
		}
	}
	return strings.Join(lines, "\n")
}

// FirstSentence returns the text up to and including the first full stop, exclamation or question mark that white
// space or the end follows, line ends as spaces; all of it when there is none (contract §3.2).
func FirstSentence(text string) string {
	text = fold(text)
	for i := 0; i < len(text); i++ {
		if strings.IndexByte(".!?", text[i]) < 0 {
			continue
		}
		if i+1 == len(text) || text[i+1] == ' ' || text[i+1] == '\t' {
			return text[:i+1]
		}
	}
	return text
}

func fold(text string) string { return strings.ReplaceAll(text, "\n", " ") }

// join puts the separator between two texts when there are two.
func join(a, separator, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + separator + b
}

// Properties is the properties Record: an ordered map from name to property. The Record (lookup by name) and the
// attributes (iteration in source order) are this one structure, so they cannot drift. The zero value is empty.
type Properties struct {
	list  []*Property
	index map[string]int
}

// indexFrom is the length from which a map is faster than a look at each name.
const indexFrom = 16

// Add appends a property. It returns the property that has the name already and adds nothing, or nil.
func (ps *Properties) Add(p *Property) *Property {
	if earlier := ps.Lookup(p.Name); earlier != nil {
		return earlier
	}
	ps.list = append(ps.list, p)
	if ps.index != nil {
		ps.index[p.Name] = len(ps.list) - 1
	} else if len(ps.list) == indexFrom {
		ps.index = make(map[string]int, 2*indexFrom)
		for i, q := range ps.list {
			ps.index[q.Name] = i
		}
	}
	return nil
}

// Lookup returns the property of a name, or nil.
func (ps *Properties) Lookup(name string) *Property {
	if ps.index != nil {
		if i, ok := ps.index[name]; ok {
			return ps.list[i]
		}
		return nil
	}
	for _, p := range ps.list {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// All returns the properties in source order. The caller must not change the slice.
func (ps *Properties) All() []*Property { return ps.list }

// Names returns the names in source order.
func (ps *Properties) Names() []string {
	names := make([]string, len(ps.list))
	for i, p := range ps.list {
		names[i] = p.Name
	}
	return names
}

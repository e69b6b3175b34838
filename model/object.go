package model

import (
	"strings"

	"schemac/model/source"
)

// An Object is a named object type: a table, or a type that records embed.
type Object struct {
	Name string
	// Description is the author's docstring, byte for byte; DescriptionSpan is where it stands.
	Description     string
	DescriptionSpan source.Span
	// Properties is the properties Record.
	Properties Properties
	// Table is nil for a type that is only embedded.
	Table *Table
	// Export is nil for a type that has no path.
	Export *Export
	// Statics are what a Resource class adds; nil for a type of which there is none.
	Statics *Class
	// Sealed says that the server refuses undeclared fields; Hidden that no output may show the type.
	Sealed, Hidden bool
	// Directives are all directives of the type and its extensions, as written.
	Directives []Directive
	// Component is the name in components and in the bundle, unique in a surface; [Link] fills it.
	Component string
	// Span is the name in the source.
	Span source.Span
}

// DefaultDatabase is the database of a table that names none.
const DefaultDatabase = "data"

// A Table says where records are kept. Arguments are those of the directive, all of them, in order.
type Table struct {
	Database  string
	Arguments []Argument
	Span      source.Span
}

// An Export gives a table a path. MCP and OpenAPI say which outputs show it.
type Export struct {
	// Path has neither a leading nor a trailing slash and is never empty.
	Path         string
	MCP, OpenAPI bool
	Span         source.Span
}

// Parameterised reports whether the path has a ":param" or "*" segment: a route, not the place of a collection.
func (e *Export) Parameterised() bool {
	for segment := range strings.SplitSeq(e.Path, "/") {
		if strings.HasPrefix(segment, ":") || strings.HasPrefix(segment, "*") {
			return true
		}
	}
	return false
}

// EncodedPath returns the path with everything percent-encoded that RFC 3986 does not allow in a segment.
func (e *Export) EncodedPath() string {
	var out strings.Builder
	for i := 0; i < len(e.Path); i++ {
		c := e.Path[i]
		if isUnreserved(c) || strings.IndexByte("/!$&'()*+,;=:@", c) >= 0 {
			out.WriteByte(c)
			continue
		}
		writePercent(&out, c)
	}
	return out.String()
}

func writePercent(out *strings.Builder, c byte) {
	const digits = "0123456789ABCDEF"
	out.WriteByte('%')
	out.WriteByte(digits[c>>4])
	out.WriteByte(digits[c&15])
}

func isUnreserved(c byte) bool { return isAlphanumeric(c) || strings.IndexByte("-._~", c) >= 0 }

func isAlphanumeric(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// ToolSuffix returns P of contract §3: the path with "/" and "." as "_" and everything else outside [A-Za-z0-9_-]
// removed, or the type name when nothing is left.
func (o *Object) ToolSuffix() string {
	suffix := strings.Map(func(r rune) rune {
		switch {
		case r == '/' || r == '.':
			return '_'
		case r == '_' || r == '-' || r < 128 && isAlphanumeric(byte(r)):
			return r
		}
		return -1
	}, o.Export.Path)
	if suffix == "" {
		return o.Name
	}
	return suffix
}

// PrimaryKey returns the property that is the key, hidden or not, or nil.
func (o *Object) PrimaryKey() *Property {
	for _, p := range o.Properties.All() {
		if p.PrimaryKey {
			return p
		}
	}
	return nil
}

// RoutingKey returns the property that addresses one record: the primary key or, for a table without one, a string
// called "id" ("_id" when a field has that name) that is in no record.
func (o *Object) RoutingKey() *Property {
	if key := o.PrimaryKey(); key != nil {
		return key
	}
	name := "id"
	for o.Properties.Lookup(name) != nil {
		name = "_" + name
	}
	return &Property{
		Name:        name,
		Description: "Primary key of the " + o.Name + " record.",
		Type:        &Type{Kind: String, Name: "String", NonNull: true},
		PrimaryKey:  true,
	}
}

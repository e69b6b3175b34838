// Package generate makes schemas of any size for tests and measurements: many documented tables, every docstring
// different from every other, so that each can be looked for in the output.
package generate

import (
	"fmt"
	"strings"
)

// Fields is how many fields a generated table has. Each has a docstring.
const Fields = 12

// field is the pattern of one field: its name and what follows the colon.
type field struct{ name, rest string }

// fields mix types, nullability and directives as real schemas do.
var fields = [Fields]field{
	{"id", "ID! @primaryKey"},
	{"title", "String! @indexed"},
	{"summary", "String"},
	{"quantity", "Int!"},
	{"weight", "Float"},
	{"serial", "Long"},
	{"active", "Boolean!"},
	{"dueAt", "Date"},
	{"tags", "[String]"},
	{"payload", "Any"},
	{"note", "String @deprecated(reason: \"use summary\")"},
	{"ownerId", "ID @indexed"},
}

// TypeDoc is the docstring of a table.
func TypeDoc(table int) string {
	return fmt.Sprintf("Table %d of the generated schema: one row for each thing it keeps.", table)
}

// FieldDoc is the docstring of a field of a table.
func FieldDoc(table, field int) string {
	return fmt.Sprintf("What field %d of table %d holds, in words.", field, table)
}

// TypeName is the name of a table.
func TypeName(table int) string { return fmt.Sprintf("Thing%d", table) }

// FieldName is the name of a field, the same in all tables.
func FieldName(i int) string { return fields[i].name }

// Schema returns a schema of the given number of exported tables.
func Schema(tables int) []byte {
	var out strings.Builder
	for t := range tables {
		fmt.Fprintf(&out, "\"\"\"\n%s\n\"\"\"\ntype %s @table @export {\n", TypeDoc(t), TypeName(t))
		for i, f := range fields {
			fmt.Fprintf(&out, "  \"\"\"\n  %s\n  \"\"\"\n  %s: %s\n", FieldDoc(t, i), f.name, f.rest)
		}
		out.WriteString("}\n\n")
	}
	return []byte(out.String())
}

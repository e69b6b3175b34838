package lint

import (
	"strings"

	"schemac/model"
	"schemac/model/diag"
	"schemac/model/source"
)

// covered is the share of fields, or of inputs, in per cent below which the whole is worth a warning (facts: hosts.md §3).
const covered = 80

// DescribeFields finds fields without words, and types of which most fields have none.
var DescribeFields = &Rule{
	ID:    "describe-fields",
	Title: "a field without a description",
	Text: "The docstring of a field stands beside it in every input and output. An info marks each field without one; a type " +
		"of which fewer than 80 % are described is a warning. A primary key counts as described, because its description is " +
		"derived, and so does a field whose enum or embedded type has a docstring. The fields that a class has from its table " +
		"count there, and one that is silenced with a reason counts nowhere.",
	Before: `"One booking of a room."
type Stay @table @export {
  id: ID @primaryKey
  channel: String
}
`,
	After: `"One booking of a room."
type Stay @table @export {
  id: ID @primaryKey
  "The agency that it came through; empty when the guest booked directly."
  channel: String
}
`,
	Severity: diag.Info,
	Run: func(p *Pass) {
		for _, o := range p.Objects() {
			var bare []*model.Property
			total := 0
			for _, property := range o.Properties.All() {
				if !property.Visible() || p.inherited(o, property) {
					continue
				}
				if total++; property.Description == "" {
					bare = append(bare, property)
				}
			}
			p.lacking(o.Span, "field", quoted("type", o.Name), bare, total)
		}
	},
}

// lacking reports each of the properties without a description and, when they are more than a fifth of the whole, the
// whole. What a comment could describe is a matter of another rule, and what somebody has silenced with a reason does not
// count either way.
func (p *Pass) lacking(whole source.Span, noun, of string, all []*model.Property, total int) {
	var bare []*model.Property
	for _, property := range all {
		if len(p.notes.covering(p.rule, property.Span)) > 0 {
			p.Reportf(property.Span, "%s %q of %s has no description", noun, property.Name, of) // so that the note has an effect
			total--
			continue
		}
		bare = append(bare, property)
	}
	if described := total - len(bare); described*100 < total*covered {
		p.Reportf(whole, "%d of %s %ss of %s %s a description (%d %%): %s %s none", described, grouped(total), noun, of,
			verb(described, "has", "have"), described*100/total, names(bare), verb(len(bare), "has", "have")).As(diag.Warning)
	}
	for _, property := range bare {
		if !p.hasRemark(property.Span) {
			p.Reportf(property.Span, "%s %q of %s has no description", noun, property.Name, of)
		}
	}
}

// mostNames is how many names a message lists.
const mostNames = 5

func names(properties []*model.Property) string {
	var list []string
	for i, p := range properties {
		if i == mostNames {
			list = append(list, plural(len(properties)-mostNames, "other"))
			break
		}
		list = append(list, quoted("", p.Name))
	}
	return enumerate(list, "and")
}

// enumerate joins words as a sentence does: a, b and c.
func enumerate(list []string, last string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " " + last + " " + list[len(list)-1]
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

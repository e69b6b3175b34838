package lint

import (
	"regexp"
	"slices"
	"strings"

	"schemac/model"
	"schemac/model/diag"
	"schemac/model/source"
)

// EnumInWords finds values that are listed in words, where a type could list them.
var EnumInWords = &Rule{
	ID:    "enum-in-words",
	Title: "values that are listed in words and not by a type",
	Text: "`open|closed|all` in a description is a hint; an enum is a rule that hosts show and check. In GraphQL declare an enum and " +
		"use it as the type; in a guardfile write `{ enum \"open\" \"closed\" }`. It is offered and not made: whether the list is whole, " +
		"only its author knows.",
	Before: `"One task of the list."
type Task @table @export {
  id: ID @primaryKey
  "open|done|dropped"
  state: String
}
`,
	After: `"One task of the list."
type Task @table @export {
  id: ID @primaryKey
  "How far it is."
  state: State
}

enum State {
  OPEN
  DONE
  DROPPED
}
`,
	Severity: diag.Info,
	Run: func(p *Pass) {
		for t := range p.own() {
			if t.property == nil || !couldBeEnum(t.property) {
				continue
			}
			words, at, comment := t.words, t.span, false
			if remark := p.shared.remarks[t.name]; words == "" && remark != nil {
				words, at, comment = remark.Text, remark.Lines[0], true
			}
			if values := listed(words, comment); values != nil {
				p.Reportf(listedSpan(at, values), "%s lists its values in words (%s); a type can list them", t.of(), strings.Join(values, ", ")).
					WithHelp("%s", offerEnum(t, values))
			}
		}
	},
}

// couldBeEnum reports whether the values of a property are texts that nothing lists yet.
func couldBeEnum(p *model.Property) bool {
	base := p.Type.Base()
	stated := p.Constraints != nil && (p.Constraints.Enum != nil || p.Constraints.Const.Kind != 0)
	return base.Kind == model.String && !stated && p.Relationship == nil
}

var (
	// bars is a|b|c.
	bars = regexp.MustCompile(`(?:^|[\s("'` + "`" + `:=])([A-Za-z][\w-]*["'` + "`" + `]?(?:\s?\|\s?["'` + "`" + `]?[A-Za-z][\w-]*["'` + "`" + `]?)+)`)
	// oneOf is "one of: a, b, c" and "either a or b".
	oneOf = regexp.MustCompile(`(?i)(?:one of|either|can be|must be|values?(?: are)?|allowed|valid|possible)\s*:?\s*((?:["'` + "`" + `][\w-]+["'` + "`" + `](?:\s*(?:,|/|\bor\b|\band\b)\s*)?)+|[\w-]+(?:\s*[,/]\s*(?:or\s+)?[\w-]+)+(?:\s+or\s+[\w-]+)?)`)
	// quotes is "a", "b" or "c".
	quotes = regexp.MustCompile(`["'` + "`" + `][\w-]+["'` + "`" + `](?:\s*(?:,|/|\bor\b|,\s*or\b)\s*["'` + "`" + `][\w-]+["'` + "`" + `])+`)
	// bare is a whole comment such as: open, closed, all.
	bare = regexp.MustCompile(`^[a-z][a-z0-9_-]*(?:\s*[,/]\s*[a-z][a-z0-9_-]*){2,}\.?$|^[A-Z][A-Z0-9_-]*(?:\s*[,/]\s*[A-Z][A-Z0-9_-]*)+\.?$`)
	// sample says that what follows are examples out of many.
	sample = regexp.MustCompile(`(?i)\b(e\.?g\.?|for example|such as|like|etc|examples?|including|other)\b|\.\.\.|…`)
	value  = regexp.MustCompile(`[A-Za-z0-9][\w-]*`)
)

// leads are parts of what oneOf begins with, to look for before it: nearly all texts have none of them.
var leads = []string{"ne of", "ither", "an be", "ust be", "alue", "llowed", "alid", "ossible"}

// listed returns the values that the words list, or nil. A whole comment may be a list without any sign of it.
func listed(words string, comment bool) []string {
	if words == "" || words[0] == '[' { // a list in brackets is one value of a list type
		return nil
	}
	found := list(words, comment)
	if found == "" || sample.MatchString(words) {
		return nil
	}
	var values []string
	for _, v := range value.FindAllString(found, -1) {
		if v != "or" && v != "and" && v != "null" && !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	if len(values) < 2 {
		return nil
	}
	return values
}

// list returns the part of the words that is a list. Most texts have no sign of one, and are not searched.
func list(words string, comment bool) string {
	if !strings.ContainsAny(words, "|,/\"'`") {
		return ""
	}
	if strings.Contains(words, "|") {
		if m := bars.FindStringSubmatch(words); m != nil {
			return m[1]
		}
	}
	if slices.ContainsFunc(leads, func(lead string) bool { return strings.Contains(words, lead) }) {
		if m := oneOf.FindStringSubmatch(words); m != nil {
			return m[1]
		}
	}
	if strings.ContainsAny(words, "\"'`") {
		if m := quotes.FindString(words); m != "" {
			return m
		}
	}
	if comment && bare.MatchString(words) {
		return words
	}
	return ""
}

// listedSpan is the list inside a description, or all of it.
func listedSpan(at source.Span, values []string) source.Span {
	text := at.Text()
	start := strings.Index(text, values[0])
	last := values[len(values)-1]
	if start < 0 {
		return at
	}
	end := strings.Index(text[start:], last)
	if end < 0 || strings.Contains(text[start:start+end], "\n") {
		return at
	}
	return at.File.Span(at.Start+start, at.Start+start+end+len(last))
}

func offerEnum(t text, values []string) string {
	if t.op != nil {
		return `write { enum "` + strings.Join(values, `" "`) + `" } behind the input`
	}
	name := strings.ToUpper(t.property.Name[:1]) + t.property.Name[1:]
	if slices.ContainsFunc(values, func(v string) bool { return strings.Contains(v, "-") || v[0] >= '0' && v[0] <= '9' }) {
		return "declare an enum and use it as the type; its values are names, so these need other spellings"
	}
	return "declare `enum " + name + " { " + strings.Join(values, " ") + " }` and use it as the type"
}

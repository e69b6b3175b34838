package lint

import (
	"slices"
	"strings"
	"unicode"

	"schemac/model"
	"schemac/model/diag"
)

// WhenToUse finds siblings that do not say which of them to take (facts: hosts.md §3: 89 % of tools give no guidance).
var WhenToUse = &Rule{
	ID:    "when-to-use",
	Title: "tools that do the same to the same thing, and nothing says which to take",
	Text: "`search_jobs-by-date` and `search_jobs-by-user` do one thing in two ways. Let each say when it is the right one: \"Use this " +
		"when the user is known\", or name the other.",
	Before: `wrap jobs {
    base-url "jobs.example.com"
    auth none
    can search jobs-by-date { path "/by-date"; describe "Search jobs by the day on which they started." }
    can search jobs-by-user { path "/by-user"; describe "Search jobs by the person who started them." }
}
`,
	After: `wrap jobs {
    base-url "jobs.example.com"
    auth none
    can search jobs-by-date { path "/by-date"; describe "Search jobs by their day. Use this unless the person is known." }
    can search jobs-by-user { path "/by-user"; describe "Search jobs by person. Use this when somebody is named." }
}
`,
	Severity: diag.Info,
	Run: func(p *Pass) {
		for _, s := range p.Surfaces {
			groups := map[string][]*model.Operation{}
			var order []string
			for _, op := range s.Operations {
				if op.Origin.Table != nil || !op.Listed {
					continue
				}
				key := family(op)
				if groups[key] == nil {
					order = append(order, key)
				}
				groups[key] = append(groups[key], op)
			}
			for _, key := range order {
				p.siblings(groups[key])
			}
		}
	},
}

// siblings reports those of a family that give no guidance.
func (p *Pass) siblings(family []*model.Operation) {
	if len(family) < 2 {
		return
	}
	names := map[string]bool{}
	for _, op := range family {
		names[op.Name] = true
	}
	for _, op := range family {
		doc, at := authored(op)
		if doc == "" || namesAnother(doc, op.Name, names) || contains(doc, guidance) {
			continue
		}
		var others []string
		for _, other := range family[:min(len(family), mostNames+1)] {
			if other != op && len(others) < mostNames {
				others = append(others, quoted("", other.Name))
			}
		}
		p.Reportf(or(at, op.Span), "nothing says when to take %q and when %s", op.Name, enumerate(others, "or")).
			WithHelp("let the description say when it is the right one, as in \"Use this when …\"")
	}
}

// namesAnother reports whether a description names a sibling of its own tool.
func namesAnother(doc, own string, names map[string]bool) bool {
	words := strings.FieldsFunc(doc, func(r rune) bool {
		return !(unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_-.", r))
	})
	for _, word := range words {
		if word = strings.TrimRight(word, "-."); word != own && names[word] {
			return true
		}
	}
	return false
}

// guidance are words with which a description says when to take a tool.
var guidance = set(`use when whenever instead prefer preferred unless if rather unlike otherwise only first before after`)

// particles part the noun of a tool from how it is found: jobs-by-date.
var particles = []string{"by", "for", "with", "without", "from", "in", "on", "of", "to", "at", "via", "using", "near", "between"}

// family returns what the siblings of an operation share: the last word of the verb, as in ai-search, and the noun.
func family(op *model.Operation) string {
	verb, noun := wordsOf(op.Origin.Verb), wordsOf(entity(op))
	if len(verb) == 0 && len(noun) > 1 { // a custom tool has one name for both
		verb, noun = noun[:1], noun[1:]
	}
	for i, word := range noun {
		if i > 0 && slices.Contains(particles, word) {
			noun = noun[:i]
			break
		}
	}
	if len(verb) > 0 {
		verb = verb[len(verb)-1:]
	}
	for i := range noun {
		noun[i] = stem(noun[i])
	}
	return strings.Join(verb, " ") + "/" + strings.Join(noun, " ")
}

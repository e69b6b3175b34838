package guardfile

import (
	"strings"

	"schemac/model/source"
	"schemac/parse/kdl"
)

// verbs say which method a verb has (guardfile.md §2). An exact word comes before a pattern, in which "*" is any text.
var verbs = []struct {
	method string
	words  []string
}{
	{"GET", []string{"get", "list", "view", "search"}},
	{"POST", []string{"create", "add", "comment", "pin"}},
	{"PATCH", []string{"edit", "close", "reopen", "archive", "unarchive"}},
	{"PUT", []string{"set"}},
	{"DELETE", []string{"delete", "remove"}},
	// What writes comes before what reads: a "create-on-search" that is taken for a read would be called without a thought.
	{"POST", []string{"create-on-*"}},
	{"GET", []string{"list-*", "*-search"}},
}

// methodOf returns the method of a verb, or "".
func methodOf(verb string) string {
	for _, row := range verbs {
		for _, word := range row.words {
			if matchesVerb(word, verb) {
				return row.method
			}
		}
	}
	return ""
}

func matchesVerb(word, verb string) bool {
	before, after, wild := strings.Cut(word, "*")
	if !wild {
		return word == verb
	}
	return len(verb) > len(word)-1 && strings.HasPrefix(verb, before) && strings.HasSuffix(verb, after)
}

var methods = []string{"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"}

// hasNoBody holds for the methods whose requests have none.
func hasNoBody(method string) bool { return method == "GET" || method == "DELETE" || method == "HEAD" }

func (r *reader) method(n *kdl.Node, g *draft) {
	g.methodStated = true
	if !r.conforms(n, form{usage: "method PATCH", min: 1, max: 1}) {
		return
	}
	text, ok := r.argument(n, `"method"`)
	if !ok {
		return
	}
	for _, m := range methods {
		if strings.EqualFold(m, text) {
			g.Method = m
			return
		}
	}
	r.errorf(n.Args[0].Span, "unknown-method", "unknown method %s%s", quote(text), suggest(strings.ToUpper(text), methods))
}

// chooseMethod takes the method from the verb unless it is stated.
func (r *reader) chooseMethod(g *draft, verb source.Span) {
	if g.methodStated || g.meant["method"] || g.meant[foreign] && methodOf(g.Verb) == "" {
		return
	}
	if g.Method = methodOf(g.Verb); g.Method == "" {
		r.errorf(verb, "missing-method", "verb %s does not say which method it has; write `method POST` or another%s", quote(g.Verb), otherVerb(g.Verb))
	}
}

func otherVerb(verb string) string {
	var known []string
	for _, row := range verbs {
		for _, word := range row.words {
			if !strings.Contains(word, "*") {
				known = append(known, word)
			}
		}
	}
	if best := closest(verb, known); best != "" {
		return ", or did you mean " + quote(best) + "?"
	}
	return ""
}

package guardfile

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"schemac/model/diag"
	"schemac/model/source"
	"schemac/parse/kdl"
)

// secrets are the parts of a file that no diagnostic may repeat: literal secrets and, since a misspelt provider or a
// forgotten word must not make one public, everything in the place of a secret that is not understood.
type secrets struct {
	places []source.Span
	texts  map[string]bool
	// guesses are the places that may hold a secret in a file whose syntax is broken, so that its tree cannot tell.
	guesses []source.Span
}

// findSecrets looks through a whole file.
func findSecrets(doc *kdl.Document) *secrets {
	s := &secrets{texts: map[string]bool{}}
	for _, n := range doc.Nodes {
		s.node(n, n.Name.Text == "pin", false)
		for _, child := range n.Children {
			s.constant(child, n.Name.Text)
		}
	}
	s.comments(doc.Comments)
	if doc.Broken {
		s.guess(doc)
	}
	return s
}

// node looks at a node and what is in it. A literal in `pin` is a constant and no secret; in `auth`, and where a value
// is looked up, only what is known to be none is shown. Blocks nest no deeper than parse/kdl lets them.
func (s *secrets) node(n *kdl.Node, pinned, guarded bool) {
	name := n.Name.Text
	// A node that the language does not know and whose name is that of a credential may be a header in a misspelt block.
	guarded = guarded || name == "auth" || name == "value" || name == "store" || !language[name] && isCredentialName(name)
	values := slices.Clone(n.Args)
	for _, p := range n.Props {
		values = append(values, p.Value)
	}
	if name == "base-url" && len(n.Args) > 0 && strings.ContainsAny(n.Args[0].Text, "@?#") {
		s.hide(n.Args[0])
	}
	literal := name == "literal"
	plain := pinned || language[name]
	for i, v := range values {
		switch {
		case literal && !plain, guarded && !isPublic(n, i):
			s.hide(v)
		case v.Kind == kdl.String && v.Text == "literal":
			literal = true
		}
	}
	if pinned && len(n.Args) == 3 && n.Args[1].Text != "literal" && !isPublicAddress(n.Args[1].Text, n.Args[2], 1) {
		s.hide(n.Args[2])
	}
	s.comments(n.Comments)
	for _, child := range n.Children {
		s.node(child, pinned, guarded)
	}
}

// constant looks at a node of `wrap` or `pin`, or of one that may be meant for these: in a header or query parameter that
// carries credentials, what is sent is a secret.
func (s *secrets) constant(n *kdl.Node, home string) {
	if home != "wrap" && home != "pin" && language[home] || home == "wrap" && n.Name.Text != "header" && language[n.Name.Text] {
		return
	}
	for _, p := range n.Props {
		if isCredentialName(p.Name.Text) {
			s.hide(p.Value)
		}
	}
	if len(n.Args) == 0 || !isCredentialName(n.Args[0].Text) {
		return
	}
	values := n.Args[1:]
	if home != "wrap" && len(n.Args) == 3 && slices.Contains(providers, n.Args[1].Text) {
		if values = n.Args[2:]; n.Args[1].Text != "literal" {
			return // where the secret is
		}
	}
	for _, v := range values {
		s.hide(v)
	}
	for _, p := range n.Props {
		s.hide(p.Value)
	}
}

// language are the nodes in which the word literal is nothing but a word. In another, which may be a misspelt one, what
// follows it may be a secret.
var language = languageNodes()

func languageNodes() map[string]bool {
	nodes := map[string]bool{}
	for _, home := range homes {
		if home.place == `"auth"` {
			continue
		}
		for _, name := range home.nodes {
			nodes[name] = true
		}
	}
	for _, name := range slices.Concat(memberNames, facetNames(true), siblingNames(), []string{"wrap", "describe", "text", "argument", "message"}) {
		nodes[name] = true
	}
	return nodes
}

// isPublic reports whether the argument of an index, in the place of a secret, is known to be none.
func isPublic(n *kdl.Node, i int) bool {
	switch n.Name.Text {
	case "auth":
		return i == 0 && slices.ContainsFunc(authSchemes, func(a authScheme) bool { return string(a.scheme) == n.Args[0].Text })
	case "header", "prefix", "param":
		return i == 0 && len(n.Args) == 1
	case "value":
		return len(n.Args) == 2 && len(n.Props) == 0 && isPublicAddress(n.Args[0].Text, n.Args[1], i)
	case "store":
		return len(n.Args) == 3 && len(n.Props) == 0 && (i == 0 || isPublicAddress(n.Args[1].Text, n.Args[2], i-1))
	case "literal":
		return false
	}
	return len(n.Args) == 1 && len(n.Props) == 0 && isPublicAddress(n.Name.Text, n.Args[0], 1)
}

// isPublicAddress reports whether part 0, the provider, or part 1, its address, is what it should be.
func isPublicAddress(provider string, address *kdl.Value, part int) bool {
	known := slices.Contains(providers, provider)
	if part == 0 || !known {
		return known
	}
	return provider != "literal" && (provider != "env" || variableName.holds(address.Text))
}

func (s *secrets) hide(v *kdl.Value) {
	s.places = append(s.places, v.Span)
	if v.Text != "" && !isVocabulary(v.Text) {
		s.texts[v.Text] = true
	}
}

// isVocabulary holds for words of the language: to take them out of messages would hide nothing.
func isVocabulary(text string) bool {
	return slices.Contains(providers, text) || language[text] || slices.ContainsFunc(homes, func(h home) bool { return slices.Contains(h.nodes, text) }) ||
		slices.ContainsFunc(authSchemes, func(a authScheme) bool { return string(a.scheme) == text })
}

// comments hides those that speak of literals: a secret that is commented out is still one.
func (s *secrets) comments(comments []*kdl.Comment) {
	for _, c := range comments {
		if text := c.Text(); strings.Contains(text, "literal") || len(constantStarts(text)) > 0 {
			s.places = append(s.places, c.Span)
		}
	}
}

// secretStart finds, in a text that is no tree, where a secret may begin: behind the word literal, and behind the word
// value unless a known provider follows. constantStarts finds the rest.
var secretStart = regexp.MustCompile(`literal"?|(?:^|[\s;{])"?(?:value|auth)"?[ \t]`)

var publicStart = regexp.MustCompile(`^[ \t]*(?:\{|"?(?:env|file|ssm|bearer|header-token|query-param|none)\b)`)

// constantStart finds what may be a constant header or a pin; its group is the name.
var constantStart = regexp.MustCompile(`(?:^|[\s;{])"?(?:header|query)"?[ \t]+"?([^\s"=;{}]+)"?(?:[ \t]+|=)`)

// inputStart is what follows the name where it is an input, or where its value is said to be elsewhere.
var inputStart = regexp.MustCompile(`^(?:(?:string|int|integer|number|float|bool|boolean|array|object)\b|"?(?:env|file|ssm)\b|upstream=)`)

// constantStarts returns, in a text that is no tree, where the value of a credential may begin and where its node does.
func constantStarts(text string) [][]int {
	var starts [][]int
	for _, at := range constantStart.FindAllStringSubmatchIndex(text, -1) {
		if isCredentialName(text[at[2]:at[3]]) && !inputStart.MatchString(text[at[1]:]) {
			starts = append(starts, at[:2])
		}
	}
	return starts
}

// guess hides what follows such a word up to the end of the line, or of a string of several lines.
func (s *secrets) guess(doc *kdl.Document) {
	text := doc.File.Text
	constants := constantStarts(text)
	if doc.Version == 1 && (secretStart.MatchString(text) || len(constants) > 0) { // its messages have no place, and repeat what they like
		s.guesses = append(s.guesses, doc.File.Span(0, len(text)))
		return
	}
	starts := slices.Concat(secretStart.FindAllStringIndex(text, -1), constants)
	slices.SortStableFunc(starts, func(a, b []int) int { return cmp.Compare(a[1], b[1]) })
	for _, at := range starts {
		rest := text[at[1]:]
		isLiteral := strings.HasPrefix(text[at[0]:], "literal") || constantStart.MatchString(text[at[0]:at[1]])
		if !isLiteral && publicStart.MatchString(rest) {
			continue
		}
		end := lineEnd(rest)
		if open := strings.Index(rest[:end], `"""`); open >= 0 {
			if closing := strings.Index(rest[end:], `"""`); closing >= 0 {
				end += closing + 3
			} else {
				end = len(rest)
			}
		} else if trimmed := strings.TrimRight(rest[:end], " \t"); strings.HasSuffix(trimmed, `\`) {
			end += min(len(rest)-end, 1)
			end += lineEnd(rest[end:])
		}
		if last := len(s.guesses) - 1; last >= 0 && s.guesses[last].End >= at[1] {
			s.guesses[last].End = max(s.guesses[last].End, at[1]+end) // so that they stay in order and apart
			continue
		}
		s.guesses = append(s.guesses, doc.File.Span(at[1], at[1]+end))
	}
}

func lineEnd(text string) int {
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		return i
	}
	return len(text)
}

// minShort is the length from which on a secret is looked for in messages also where it does not stand in quotes.
const minShort = 6

// redact keeps the secrets out of diagnostics: their lines are hidden for good, whoever speaks of them, and the words
// are taken out of the messages that are there.
func (s *secrets) redact(diags *diag.List) {
	for _, at := range slices.Concat(s.places, s.guesses) {
		diags.Hide(at)
	}
	if len(s.texts) == 0 && len(s.guesses) == 0 {
		return
	}
	replacer := s.replacer()
	for _, d := range diags.All() {
		if s.guessed(d.Span) {
			d.Message = "there is a fault on a line that may hold a secret, so more is not said"
			d.Help = ""
		}
		d.Message, d.Help = replacer.Replace(d.Message), replacer.Replace(d.Help)
		for i := range d.Related {
			d.Related[i].Message = replacer.Replace(d.Related[i].Message)
		}
	}
}

func (s *secrets) guessed(at source.Span) bool {
	i := sort.Search(len(s.guesses), func(i int) bool { return s.guesses[i].End > at.Start })
	return i < len(s.guesses) && s.guesses[i].File == at.File && s.guesses[i].Start < max(at.End, at.Start+1)
}

func (s *secrets) replacer() *strings.Replacer {
	texts := slices.Collect(maps.Keys(s.texts))
	slices.SortFunc(texts, func(a, b string) int { return cmp.Or(len(b)-len(a), cmp.Compare(a, b)) }) // one may hold another
	var pairs []string
	for _, text := range texts {
		pairs = append(pairs, quote(text), `"…"`, strconv.Quote(text), `"…"`)
		if len(text) >= minShort {
			pairs = append(pairs, text, "…")
		}
	}
	return strings.NewReplacer(pairs...)
}

// missing are the codes that say that something is not there, or not known: in a file whose syntax is broken it may
// only be unread.
var missing = []string{"unknown-", "missing-", "unused-", "empty-", "optional-", "set-form", "close-without-set", "resource-audience", "contradiction"}

// structural are the faults after which nothing is where it belongs.
var structural = []string{"kdl-unclosed-brace", "kdl-unexpected-brace", "kdl-too-deep", "kdl-unterminated-string", "kdl-v1", "kdl-too-many-errors", "kdl-too-large", "kdl-unclosed-comment"}

// besides returns what remains to be said of the meaning of a file when its syntax is broken: one mistake has one
// message.
func besides(syntax, meaning *diag.List) *diag.List {
	kept := &diag.List{}
	lines := map[int]bool{}
	for _, d := range syntax.All() {
		if slices.Contains(structural, d.Code) {
			return kept
		}
		if d.Severity == diag.Error && !d.Span.IsZero() {
			lines[d.Span.File.LineOf(d.Span.Start)] = true
		}
	}
	for _, d := range meaning.All() {
		absent := slices.ContainsFunc(missing, func(code string) bool { return strings.HasPrefix(d.Code, code) })
		if !absent && !lines[d.Span.File.LineOf(d.Span.Start)] {
			kept.Add(d)
		}
	}
	return kept
}

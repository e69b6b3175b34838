package guardfile

import (
	"strings"

	"schemac/model"
	"schemac/model/source"
	"schemac/parse/kdl"
)

const (
	pathUsage   = `path "/a/{p}/b"`
	refineUsage = `path p TYPE "description"`
)

// path reads `path "/a/{p}"`, the template, or `path p TYPE "description"`, which says more of one parameter.
func (r *reader) path(n *kdl.Node, g *draft) {
	if len(n.Args) > 1 || len(n.Args) == 1 && n.HasChildren {
		r.refinement(n, g)
		return
	}
	if g.path != nil && len(n.Args) == 1 {
		r.errorf(n.Name.Span, "duplicate-node", "%q stands twice in %q; write `%s` to say more of a parameter", "path", "can", refineUsage).
			WithRelated(g.path.Span, "first here")
		return
	}
	if !r.conforms(n, form{usage: pathUsage, min: 1, max: 1}) {
		return
	}
	g.path = n.Args[0]
	if text, ok := r.argument(n, `"path"`); ok {
		g.Path, g.PathSpan = text, n.Args[0].Span
	}
}

func (r *reader) refinement(n *kdl.Node, g *draft) {
	if len(n.Args) < 2 || !isTypeWord(n.Args[1]) {
		at := n.Args[min(len(n.Args), 2)-1].Span
		help := ""
		if len(n.Args) > 1 && n.Args[1].Bare {
			help = suggestType(n.Args[1].Text)
		}
		r.errorf(at, "path-form", "write `%s` for the path, or `%s` to say more of a parameter%s", pathUsage, refineUsage, help)
		return
	}
	p := r.settledField(n, field{in: "path"})
	if p == nil {
		return
	}
	if earlier := g.refinedAt[p.Name]; earlier != nil {
		r.errorf(p.Span, "duplicate-name", "path parameter %s is refined twice", quote(p.Name)).WithRelated(earlier.Span, "first here")
		return
	}
	g.refinedAt[p.Name] = p
	g.refined = append(g.refined, p)
}

// finishPath puts the path parameters before the other inputs, in the order of the template.
func (r *reader) finishPath(g *draft, at source.Span) {
	if g.path == nil && (g.meant["path"] || g.meant[foreign]) {
		return // the unknown node is the mistake
	}
	if g.path == nil {
		r.errorf(at, "missing-path", "%s has no path; write `%s`", quote(g.Verb+" "+g.Resource), pathUsage)
		return
	}
	if g.Path == "" {
		return // reported
	}
	words := r.template(g.path)
	params := make([]*model.Param, 0, len(words)+len(g.Params))
	used := map[string]bool{}
	for _, w := range words {
		used[w.text] = true
		params = append(params, pathParam(w, g.refinedAt[w.text]))
	}
	for _, p := range g.refined {
		if !used[p.Name] {
			r.errorf(p.Span, "unknown-parameter", "the path has no %s%s", quote("{"+p.Name+"}"), suggest(p.Name, texts(words)))
		}
	}
	g.Params = append(params, g.Params...)
}

func pathParam(w word, refined *model.Param) *model.Param {
	if refined != nil {
		refined.Required = true
		return refined
	}
	return &model.Param{
		Property: &model.Property{Name: w.text, Type: assumedString(w.at), Span: w.at},
		In:       "path", Wire: w.text, Required: true,
	}
}

func texts(words []word) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = w.text
	}
	return out
}

// maxPath is how many bytes a path template may have.
const maxPath = 2000

// template checks a path template and returns its parameters.
func (r *reader) template(v *kdl.Value) []word {
	text := v.Text
	if len(text) > maxPath {
		r.errorf(v.Span, "invalid-path", "a path has at most %d bytes, and this one %d", maxPath, len(text))
		return nil
	}
	place := inside(v)
	fault := func(i, j int, format string, args ...any) {
		r.errorf(place(i, j), "invalid-path", format, args...)
	}
	if !strings.HasPrefix(text, "/") {
		fault(0, len(text), "a path begins with %q; write %s", "/", quote("/"+text))
	}
	if i := strings.IndexAny(text, "?#"); i >= 0 {
		fault(i, i+1, "a path has no %s; say %q for what follows", quote(text[i:i+1]), "query")
		text = text[:i]
	}
	var words []word
	first := seen{}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c <= ' ' || c == 0x7f || c == '\\':
			fault(i, i+1, "a path holds no %s; write it percent-encoded", quote(text[i:i+1]))
		case c == '}':
			fault(i, i+1, "this %q closes nothing", "}")
		case c == '{':
			end := strings.IndexAny(text[i+1:], "{}/")
			if end < 0 || text[i+1+end] != '}' {
				fault(i, i+1, "this %q is never closed", "{")
				return words
			}
			end += i + 1
			if w := (word{text[i+1 : end], place(i, end+1)}); r.parameter(w, first) {
				words = append(words, w)
			}
			i = end
		}
	}
	return words
}

// parameter checks one `{name}`.
func (r *reader) parameter(w word, first seen) bool {
	switch {
	case w.text == "":
		r.errorf(w.at, "invalid-path", "%q names no parameter", "{}")
	case !inputName.holds(w.text):
		r.errorf(w.at, "invalid-name", "path parameter %s is not made of %s", quote(w.text), inputName.words)
	default:
		return !r.repeats(first, w.text, w.at, "path parameter")
	}
	return false
}

package guardfile

import (
	"regexp"
	"strings"

	"schemac/parse/kdl"
)

// A restriction is a `restrict`.
type restriction struct {
	param word
	// only is what the parameter may be.
	only filter
	// globs are how the author wrote it.
	globs []string
	// separated are those that admit a separator.
	separated []separated
}

// A separated glob admits a separator of paths, which no path parameter may hold.
type separated struct {
	glob      word
	separator string
}

// maxGlobs and maxGlob bound a restriction: what it admits is compiled, and compared with others.
const maxGlobs, maxGlob = 500, 200

const restrictUsage = `restrict PARAM matches "GLOB"…`

func (r *reader) restrict(n *kdl.Node, w *wrap) {
	if !r.conforms(n, form{usage: restrictUsage, min: 3, max: -1}) {
		return
	}
	if n.Args[1].Text != "matches" {
		r.errorf(n.Args[1].Span, "restrict-form", "expected %q, found %s; write `%s`", "matches", quote(n.Args[1].Text), restrictUsage)
		return
	}
	param, ok := r.name(n.Args[0], "parameter", inputName)
	rest := &restriction{param: param}
	only, globs, good := r.globs(n.Args[2:], rest)
	if !ok || !good {
		return
	}
	if earlier := w.restrictAt[param.text]; earlier != nil {
		r.errorf(param.at, "duplicate-restrict", "parameter %s is restricted twice; list all globs in one, of which any may match: `restrict %s matches %s`",
			quote(param.text), param.text, clip(strings.Join(append(spelt(earlier.globs), spelt(globs)...), " "))).
			WithRelated(earlier.param.at, "first here")
		return
	}
	only.at = param.at
	rest.only, rest.globs = only, globs
	w.restrictAt[param.text] = rest
	w.restricts = append(w.restricts, rest)
}

func spelt(globs []string) []string {
	out := make([]string, len(globs))
	for i, g := range globs {
		out[i] = quote(g)
	}
	return out
}

// globs reads several globs, any of which may match: the texts when none has a wildcard, else one pattern. It notes in rest
// which of them admit a separator.
func (r *reader) globs(args []*kdl.Value, rest *restriction) (only filter, written []string, ok bool) {
	if len(args) > maxGlobs {
		r.errorf(args[maxGlobs].Span, "invalid-glob", "a restriction lists at most %d globs", maxGlobs)
		return filter{}, nil, false
	}
	ok = true
	var patterns, paths []string
	wild := false
	for _, arg := range args {
		text, good := r.text(arg, "a glob")
		if !good {
			return filter{}, nil, false
		}
		g, fault := translate(text)
		if len(text) > maxGlob {
			fault = "it is too long"
		}
		if fault != "" {
			r.errorf(arg.Span, "invalid-glob", "malformed glob %s: %s", quote(text), fault)
			ok = false
			continue
		}
		wild = wild || g.wild
		if g.separator != "" {
			rest.separated = append(rest.separated, separated{word{text, arg.Span}, g.separator})
		}
		written = append(written, text)
		patterns = append(patterns, g.pattern())
		if path := g.pathPattern(); path != "" {
			paths = append(paths, path)
		}
		only.values = append(only.values, g.literal)
	}
	if !wild || !ok {
		only.values = unique(only.values)
		return only, written, ok
	}
	only.values = nil
	only.pattern, only.pathPattern = anchored(patterns), anchored(paths)
	var err error
	if only.match, err = regexp.Compile(only.pattern); err != nil {
		r.errorf(args[0].Span, "invalid-glob", "malformed glob; %s", compileFault(err))
		ok = false
	}
	return only, written, ok
}

// anchored joins patterns of which any may match; "" when there are none.
func anchored(patterns []string) string {
	switch len(patterns) {
	case 0:
		return ""
	case 1:
		return "^" + patterns[0] + "$"
	}
	return "^(?:" + strings.Join(patterns, "|") + ")$"
}

func unique(values []string) []string {
	first := map[string]bool{}
	kept := values[:0]
	for _, v := range values {
		if !first[v] {
			first[v] = true
			kept = append(kept, v)
		}
	}
	return kept
}

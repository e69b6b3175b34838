package guardfile

import (
	"slices"

	"schemac/model/source"
)

// restrict adds a restriction to those that hold; they only ever add up.
func (g *merger) restrict(r restricted, param string, at source.Span) {
	mine, there := g.filters[param]
	if !there {
		g.params = append(g.params, param)
		g.filters[param] = r
		return
	}
	if containsAll(mine.by, r.by) {
		return
	}
	both := restricted{by: union(mine.by, r.by), failed: mine.failed || r.failed}
	if !both.failed {
		var why clash
		both.filter, why = meet(mine.filter, r.filter)
		both.failed = why != noClash
		g.clash(why, param, at, mine.filter)
	}
	g.filters[param] = both
}

func (g *merger) clash(why clash, param string, at source.Span, first filter) {
	switch why {
	case twoPatterns:
		g.linker.diags.Errorf(at, "restrict-patterns", "%s is restricted by an inherited pattern already, and two patterns cannot be said as one; list the values without wildcards: `restrict %s matches \"a\" \"b\"`", quote(param), param).
			WithRelated(first.at, "the other pattern")
	case nothingLeft:
		g.linker.diags.Errorf(at, "restrict-empty", "no value of %s meets both this restriction and the inherited one", quote(param)).
			WithRelated(first.at, "the other restriction")
	}
}

func containsAll(all, some []*restriction) bool {
	return !slices.ContainsFunc(some, func(r *restriction) bool { return !slices.Contains(all, r) })
}

func union(a, b []*restriction) []*restriction {
	all := slices.Clone(a)
	for _, r := range b {
		if !slices.Contains(all, r) {
			all = append(all, r)
		}
	}
	return all
}

// meet notes which restrictions meet a parameter here. What an heir removes or replaces is no fault of theirs.
func (g *merger) meet() {
	for _, e := range g.entries {
		for _, p := range e.Params {
			if p.In == "header" {
				continue
			}
			for _, r := range g.filters[p.Name].by {
				g.linker.use(r).found = true
			}
		}
	}
}

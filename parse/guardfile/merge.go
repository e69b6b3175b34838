package guardfile

import (
	"maps"
	"slices"
	"strings"

	"schemac/model"
	"schemac/model/source"
)

// merged is what a file says with what it inherits. It is never changed once it is made, since heirs share its parts.
type merged struct {
	base    *model.BaseURL
	auth    *model.Auth
	headers []model.ConstantHeader
	entries []entry
	// index says where the entry of an operation is.
	index       map[string]int
	actions     []actionEntry
	actionIndex map[string]int
	// denials are all that hold, by operation; the resource may be "*".
	denials map[string][]standing
	order   []string
	filters map[string]restricted
	params  []string
}

// An entry is a grant and what became of it.
type entry struct {
	*grant
	// denied is the never that removes it; nil while it stands.
	denied *denial
	// rival is another grant of the operation that another parent has, and where that parent is inherited.
	rival   *grant
	rivalAt source.Span
}

// An actionEntry is an action and the never that removes it.
type actionEntry struct {
	*action
	denied *denial
}

// A standing is a denial, and the operations for which an heir has lifted it.
type standing struct {
	*denial
	lifted map[string]bool
}

// restricted is what all restrictions of one parameter say together.
type restricted struct {
	filter
	by []*restriction
	// failed says that they cannot be said together, which is reported.
	failed bool
}

// merge merges a file with its parents, which are merged already.
func (l *linker) merge(v *vertex) {
	if v.bad {
		return
	}
	g := &merger{
		merged: &merged{index: map[string]int{}, actionIndex: map[string]int{}, denials: map[string][]standing{}, filters: map[string]restricted{}},
		linker: l, wrap: v.unit.wrap,
	}
	for _, p := range v.parents {
		g.adopt(p.merged, p.at)
	}
	g.own()
	for _, d := range g.wrap.denials {
		if !g.linker.crowded() {
			g.never(d)
		}
	}
	for _, own := range g.wrap.grants {
		if !g.linker.crowded() {
			g.can(own)
		}
	}
	g.actionsOf()
	for _, r := range g.wrap.restricts {
		g.restrict(restricted{filter: r.only, by: []*restriction{r}}, r.param.text, r.param.at)
	}
	g.rivals()
	g.meet()
	v.merged = g.merged
}

// A merger merges one file.
type merger struct {
	*merged
	linker *linker
	wrap   *wrap
	// ofVerb are the inherited operations by verb, made when a never asks for all of one.
	ofVerb map[string][]string
}

func (g *merger) errorf(at source.Span, code, format string, args ...any) { // messages without further places
	g.linker.diags.Errorf(at, code, format, args...)
}

// adopt takes over what a parent has.
func (g *merger) adopt(p *merged, at source.Span) {
	if g.base != nil && p.base != nil && *g.base != *p.base && g.wrap.base == nil {
		g.errorf(at, "inherit-conflict", "two inherited files say %q; say which, with one here", "base-url")
	} else if p.base != nil {
		g.base = p.base
	}
	if g.auth != nil && p.auth != nil && g.auth != p.auth && g.wrap.auth == nil {
		g.errorf(at, "inherit-conflict", "two inherited files say %q; say which, with one here", "auth")
	} else if p.auth != nil {
		g.auth = p.auth
	}
	for _, h := range p.headers {
		g.header(h)
	}
	for _, e := range p.entries {
		g.inheritEntry(e, at)
	}
	for _, a := range p.actions {
		g.inheritAction(a, at)
	}
	for _, key := range p.order {
		for _, s := range p.denials[key] {
			g.deny(key, s)
		}
	}
	for _, param := range p.params {
		g.restrict(p.filters[param], param, at)
	}
}

// header adds a constant header in place of one of the same name.
func (g *merger) header(h model.ConstantHeader) {
	for i, other := range g.headers {
		if strings.EqualFold(other.Name, h.Name) {
			g.headers[i] = h
			return
		}
	}
	g.headers = append(g.headers, h)
}

// inheritEntry adds a parent's grant. Of one that two parents have, as in a diamond, a denial in either holds.
func (g *merger) inheritEntry(e entry, at source.Span) {
	key := operationKey(e.Verb, e.Resource)
	i, there := g.index[key]
	if !there {
		g.index[key] = len(g.entries)
		g.entries = append(g.entries, e)
		return
	}
	mine := &g.entries[i]
	if mine.grant != e.grant && mine.rival == nil {
		mine.rival, mine.rivalAt = e.grant, at
	}
	if mine.denied == nil {
		mine.denied = e.denied
	}
}

func (g *merger) inheritAction(a actionEntry, at source.Span) {
	key := operationKey(a.verb, a.resource)
	i, there := g.actionIndex[key]
	if !there {
		g.actionIndex[key] = len(g.actions)
		g.actions = append(g.actions, a)
		return
	}
	mine := &g.actions[i]
	if mine.action != a.action {
		g.errorf(at, "inherit-conflict", "two inherited files have an action %s; take one out with %q in a layer between", quote(key), "never")
	}
	if mine.denied == nil {
		mine.denied = a.denied
	}
}

// deny adds a denial that holds. In a diamond it is lifted only where all ways lift it.
func (g *merger) deny(key string, s standing) {
	list := g.denials[key]
	if list == nil {
		g.order = append(g.order, key)
	}
	for i, other := range list {
		if other.denial != s.denial {
			continue
		}
		both := map[string]bool{}
		for lifted := range s.lifted {
			if other.lifted[lifted] {
				both[lifted] = true
			}
		}
		list[i].lifted = both
		return
	}
	g.denials[key] = append(slices.Clip(list), s)
}

// own replaces what the file states itself.
func (g *merger) own() {
	if g.wrap.base != nil {
		g.base = g.wrap.base
	}
	if g.wrap.auth != nil {
		g.auth = g.wrap.auth
	}
	g.headers = slices.Clone(g.headers)
	for _, h := range g.wrap.headers {
		g.header(h)
	}
}

// never removes what is inherited.
func (g *merger) never(d *denial) {
	removed := false
	for _, key := range g.matching(d) {
		if i, there := g.index[key]; there && g.entries[i].denied == nil {
			g.entries[i].denied, removed = d, true
		}
		if i, there := g.actionIndex[key]; there && g.actions[i].denied == nil {
			g.actions[i].denied, removed = d, true
		}
	}
	if !removed && len(g.wrap.inherits) > 0 && !g.contradicted(d) {
		g.errorf(d.Span, "never-nothing", "`never %s %s` removes nothing: no inherited grant is of it%s", d.Verb, d.Resource, g.suggestOperation(d.Verb+" "+d.Resource))
	}
	g.deny(operationKey(d.Verb, d.Resource), standing{denial: d})
}

// matching returns the operations that a denial may be of.
func (g *merger) matching(d *denial) []string {
	if d.Resource != "*" {
		return []string{operationKey(d.Verb, d.Resource)}
	}
	if g.ofVerb == nil {
		g.ofVerb = map[string][]string{}
		for _, e := range g.entries {
			g.ofVerb[e.Verb] = append(g.ofVerb[e.Verb], operationKey(e.Verb, e.Resource))
		}
		for _, a := range g.actions {
			g.ofVerb[a.verb] = append(g.ofVerb[a.verb], operationKey(a.verb, a.resource))
		}
	}
	return g.ofVerb[d.Verb]
}

// contradicted says that Parse has reported the denial.
func (g *merger) contradicted(d *denial) bool {
	return g.wrap.grantAt[operationKey(d.Verb, d.Resource)] != nil ||
		d.Resource == "*" && g.wrap.verbs[d.Verb]
}

func (g *merger) suggestOperation(key string) string {
	var known []string
	for _, e := range g.entries {
		if e.denied == nil {
			known = append(known, operationKey(e.Verb, e.Resource))
		}
	}
	if best := closest(key, known); best != "" {
		return "; did you mean " + quote(best) + "?"
	}
	return ""
}

// inheritedDenial returns a denial of an operation that no override has lifted.
func (g *merger) inheritedDenial(verb, resource string) *denial {
	key := operationKey(verb, resource)
	for _, k := range []string{key, operationKey(verb, "*")} {
		for _, s := range g.denials[k] {
			own := g.wrap.neverAt[k] == s.Span
			if !own && !s.lifted[key] {
				return s.denial
			}
		}
	}
	return nil
}

// lift makes the denials of an operation hold no more for it.
func (g *merger) lift(verb, resource string) {
	key := operationKey(verb, resource)
	for _, k := range []string{key, operationKey(verb, "*")} {
		list := slices.Clone(g.denials[k])
		for i := range list {
			lifted := maps.Clone(list[i].lifted)
			if lifted == nil {
				lifted = map[string]bool{}
			}
			lifted[key] = true
			list[i].lifted = lifted
		}
		if list != nil {
			g.denials[k] = list
		}
	}
}

// can adds a grant of the file, or lets it override.
func (g *merger) can(own *grant) {
	i, there := g.index[operationKey(own.Verb, own.Resource)]
	d := g.inheritedDenial(own.Verb, own.Resource)
	switch {
	case own.override:
		g.override(own, i, there, d)
	case d != nil:
		g.linker.diags.Errorf(own.Span, "denied-grant", "an inherited `never` denies %s; write `override can %s %s` to lift it by name", quote(own.Verb+" "+own.Resource), own.Verb, own.Resource).
			WithRelated(d.Span, "denied here")
	case there && g.entries[i].denied == nil:
		g.linker.diags.Errorf(own.Span, "repeated-grant", "%s is inherited already; write `override can %s %s` to replace it", quote(own.Verb+" "+own.Resource), own.Verb, own.Resource).
			WithRelated(g.entries[i].Span, "inherited from here")
	case !there:
		g.index[operationKey(own.Verb, own.Resource)] = len(g.entries)
		g.entries = append(g.entries, entry{grant: own})
	}
}

func (g *merger) override(own *grant, i int, there bool, d *denial) {
	name := quote(own.Verb + " " + own.Resource)
	switch {
	case !there && d == nil:
		g.errorf(own.Span, "override-nothing", "%s overrides nothing: nothing of this name is inherited%s", name, g.suggestOperation(own.Verb+" "+own.Resource))
	case own.bare && !there:
		g.linker.diags.Errorf(own.Span, "override-nothing", "%s restores nothing: the inherited `never` removed no grant; say what is granted in a block", name).
			WithRelated(d.Span, "denied here")
	case own.bare && d == nil && g.entries[i].denied == nil:
		g.linker.diags.Errorf(own.Span, "override-nothing", "%s overrides nothing: the inherited grant stands; say in a block what replaces it", name).
			WithRelated(g.entries[i].Span, "inherited from here")
	case own.bare:
		g.lift(own.Verb, own.Resource)
		g.entries[i].denied = nil
	case there:
		g.lift(own.Verb, own.Resource)
		g.entries[i] = entry{grant: own}
	default:
		g.lift(own.Verb, own.Resource)
		g.index[operationKey(own.Verb, own.Resource)] = len(g.entries)
		g.entries = append(g.entries, entry{grant: own})
	}
}

// actionsOf adds the actions of the file; an inherited one cannot be replaced.
func (g *merger) actionsOf() {
	for _, own := range g.wrap.actions {
		key := operationKey(own.verb, own.resource)
		i, there := g.actionIndex[key]
		d := g.inheritedDenial(own.verb, own.resource)
		switch {
		case d != nil:
			g.linker.diags.Errorf(own.at, "denied-grant", "an inherited `never` denies %s; name the action otherwise", quote(key)).WithRelated(d.Span, "denied here")
		case there:
			g.linker.diags.Errorf(own.at, "repeated-grant", "action %s is inherited already, and actions cannot be overridden; name this one otherwise", quote(key)).
				WithRelated(g.actions[i].at, "inherited from here")
		default:
			g.actionIndex[key] = len(g.actions)
			g.actions = append(g.actions, actionEntry{action: own})
		}
	}
}

// rivals reports the operations that two parents grant differently, unless the file says which holds.
func (g *merger) rivals() {
	for _, e := range g.entries {
		if e.rival != nil && e.denied == nil {
			g.linker.diags.Errorf(e.rivalAt, "inherit-conflict", "two inherited files grant %s differently; say which with `override can %s %s { … }`", quote(e.Verb+" "+e.Resource), e.Verb, e.Resource).
				WithRelated(e.Span, "the first").WithRelated(e.rival.Span, "the second")
		}
	}
}

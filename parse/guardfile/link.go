package guardfile

import (
	"schemac/model"
	"schemac/model/diag"
	"schemac/model/source"
)

// Link merges what each file inherits, applies its restrictions, ties the calls of actions to grants, and returns the
// servers that are surfaces, in the order of units.
//
// inherited returns the unit of a file that from inherits by a path relative to it; it may be one of units. It returns
// nil for a file that cannot be had, and reports why. Cycles, and more than [maxLevels] levels, are errors.
func Link(units []*Unit, inherited func(from *Unit, path string, at source.Span) *Unit, diags *diag.List) []*model.Server {
	l := &linker{inherited: inherited, diags: &diag.List{}, vertices: map[string]*vertex{}, restrictions: map[*restriction]*use{}}
	for _, u := range units {
		if u != nil {
			l.discover(u)
		}
	}
	for _, v := range l.order {
		if l.crowded() {
			v.bad = true
		}
		l.merge(v)
	}
	l.markLayers()
	servers := l.servers(units)
	l.unusedRestrictions()
	if l.crowded() {
		l.diags.Errorf(l.order[0].unit.file.Span(0, 0), "too-many", "more than %d errors; the others are not shown", maxErrors)
	}
	for _, v := range l.order {
		v.unit.secrets.redact(l.diags)
	}
	diags.Merge(l.diags)
	return servers
}

// crowded says that so much is wrong that going on is of no use.
func (l *linker) crowded() bool { return len(l.diags.All()) >= maxErrors }

// A linker links the files of one run.
type linker struct {
	inherited func(from *Unit, path string, at source.Span) *Unit
	diags     *diag.List
	// vertices are the files by name, and order the same with parents before their heirs.
	vertices map[string]*vertex
	order    []*vertex
	// restrictions says of those that a surface has whether any parameter is met.
	restrictions map[*restriction]*use
	// restricted are those of surfaces, in order.
	restricted []*restriction
}

// A use says whether a restriction restricts anything, and what else there is to restrict.
type use struct {
	found bool
	// asked says that a surface has the restriction.
	asked bool
	names []string
}

// servers builds those of the given units that are surfaces. That two have one name is for [model.Link] to report, which
// knows the application too.
func (l *linker) servers(units []*Unit) []*model.Server {
	var servers []*model.Server
	built := map[*Unit]bool{}
	for _, u := range units {
		if u == nil {
			continue
		}
		v := l.vertices[u.file.Name]
		if l.crowded() || v.bad || v.layer || built[v.unit] {
			continue
		}
		built[v.unit] = true
		servers = append(servers, l.server(v))
	}
	return servers
}

// unusedRestrictions reports those that restrict nothing in any surface.
func (l *linker) unusedRestrictions() {
	for _, r := range l.restricted {
		if l.crowded() {
			break
		}
		if u := l.restrictions[r]; !u.found {
			l.diags.Errorf(r.param.at, "unknown-parameter", "no grant has a path, query or body parameter %s%s", quote(r.param.text), suggest(r.param.text, u.names))
		}
	}
}

package breaking

import (
	"slices"
	"strconv"

	"schemac/lint"
	"schemac/model"
	"schemac/model/source"
)

// Options are the choices of who asks.
type Options struct {
	// OldFile gives files of the old side the names that changes show, so that they are told apart from those of the new
	// side; nil leaves them as they are.
	OldFile func(name string) string
}

// Compare returns what a change from one document to another means: by surface in the order of the new side, then what
// is gone; in a surface first what concerns it as a whole, then by tool. Both documents must have compiled without
// errors. The order is the same every time.
func Compare(old, new *model.Document, options Options) []*Change {
	c := &comparison{renamed: options.OldFile, files: map[*source.File]*source.File{}}
	pairs, added, removed := matchSurfaces(old.Surfaces, new.Surfaces)
	for _, p := range pairs {
		c.surfaces(p.old, p.new)
	}
	for _, s := range added {
		c.wholeSurface(SurfaceAdded, s, false)
	}
	for _, s := range removed {
		c.wholeSurface(SurfaceRemoved, s, true)
	}
	return c.changes
}

// A comparison is one run of [Compare].
type comparison struct {
	changes []*Change
	renamed func(string) string
	// files are those of the old side under the names that changes show.
	files map[*source.File]*source.File
	// patterns are the languages that are compared already.
	patterns map[[2]string]relation
}

// oldSpan returns a place of the old side in the file as it is called in changes.
func (c *comparison) oldSpan(at source.Span) source.Span {
	if at.IsZero() || c.renamed == nil {
		return at
	}
	f := c.files[at.File]
	if f == nil {
		f = &source.File{Name: c.renamed(at.File.Name), Text: at.File.Text}
		c.files[at.File] = f
	}
	return f.Span(at.Start, at.End)
}

// A surfacePair is one surface on both sides.
type surfacePair struct{ old, new *model.Surface }

// matchSurfaces pairs surfaces: the application with the application, guardfiles by name, and what is left by the URL
// that only one of each side has.
func matchSurfaces(old, new []*model.Surface) (pairs []surfacePair, added, removed []*model.Surface) {
	partner := map[*model.Surface]*model.Surface{}
	taken := map[*model.Surface]bool{}
	pair := func(same func(a, b *model.Surface) bool) {
		for _, b := range new {
			if partner[b] != nil {
				continue
			}
			var found []*model.Surface
			for _, a := range old {
				if !taken[a] && same(a, b) {
					found = append(found, a)
				}
			}
			if len(found) == 1 {
				partner[b], taken[found[0]] = found[0], true
			}
		}
	}
	pair(func(a, b *model.Surface) bool { return (a.Guard == nil) == (b.Guard == nil) && a.Name == b.Name })
	pair(func(a, b *model.Surface) bool { return a.Guard == nil && b.Guard == nil })
	pair(func(a, b *model.Surface) bool {
		return a.Guard != nil && b.Guard != nil && a.Server.Template() == b.Server.Template() && a.Server.Template() != ""
	})
	for _, b := range new {
		if a := partner[b]; a != nil {
			pairs = append(pairs, surfacePair{a, b})
		} else if !empty(b) {
			added = append(added, b)
		}
	}
	for _, a := range old {
		if !taken[a] && !empty(a) {
			removed = append(removed, a)
		}
	}
	return pairs, added, removed
}

// empty reports whether a host sees nothing of the surface: a document without sources has one.
func empty(s *model.Surface) bool {
	return len(s.Operations) == 0 && len(s.Listing) == 0 && len(s.Prompts) == 0 && s.Guard == nil
}

// surfaceSpan is the name of the surface in its source; the application's stands in none.
func surfaceSpan(s *model.Surface) source.Span {
	if s.Guard == nil {
		return source.Span{}
	}
	return s.Guard.Span
}

func (c *comparison) wholeSurface(rule *Rule, s *model.Surface, gone bool) {
	change := &Change{Rule: rule, Class: rule.Class, For: rule.For, Surface: s.Name}
	tools := strconv.Itoa(s.Tools()) + " tools"
	if s.Tools() == 1 {
		tools = "1 tool"
	}
	if gone {
		change.Message = "the surface is removed, and with it " + tools
		change.Old, change.Before = c.oldSpan(surfaceSpan(s)), s.Name
	} else {
		change.Message = "the surface is new; it lists " + tools
		change.New, change.After = surfaceSpan(s), s.Name
	}
	change.Tokens = lint.EstimateTools(s)
	if gone {
		change.Tokens = -change.Tokens
	}
	c.changes = append(c.changes, change)
}

// A comparer compares one surface.
type comparer struct {
	*comparison
	old, new *model.Surface
	changes  []*Change
	// paths are the path templates of the operations that OpenAPI describes, on each side.
	oldPaths, newPaths map[*model.Operation]string
	// oldShapes and newShapes are the components by name, and oldRecords and newRecords what tools answer for a table.
	oldShapes, newShapes   map[string]*model.Shape
	oldRecords, newRecords map[*model.Resource]*model.Shape

	// op is the pair at hand; nil while types are compared that operations refer to.
	op *pair
	// equal are shapes that were compared and hold no change.
	equal map[[2]*model.Shape]bool
	// met are the types that were compared where they stand in a tool, and cut those that only OpenAPI shows.
	met     map[typePair]bool
	cut     []typePair
	inTypes string
}

// A pair is one operation on both sides.
type pair struct {
	old, new *model.Operation
	// who are the callers who know the operation on both sides.
	who Who
}

// A typePair is one object type on both sides, in one direction.
type typePair struct {
	old, new  *model.Object
	direction model.Direction
}

func (c *comparison) surfaces(old, new *model.Surface) {
	s := &comparer{
		comparison: c, old: old, new: new,
		oldPaths: described(old), newPaths: described(new),
		oldShapes: shapesByName(old), newShapes: shapesByName(new),
		oldRecords: records(old), newRecords: records(new),
		equal: map[[2]*model.Shape]bool{}, met: map[typePair]bool{},
	}
	s.surface()
	pairs, added, removed := s.match()
	// Operations stand in the order of the new side.
	at := make(map[*model.Operation]*pair, len(pairs))
	for i := range pairs {
		at[pairs[i].new] = &pairs[i]
	}
	isNew := make(map[*model.Operation]bool, len(added))
	for _, op := range added {
		isNew[op] = true
	}
	for _, op := range new.Operations {
		if p := at[op]; p != nil {
			s.operation(p)
		} else if isNew[op] {
			s.added(op)
		}
	}
	for _, op := range removed {
		s.removed(op)
	}
	s.types()
	s.listings()
	s.prompts()
	c.changes = append(c.changes, joined(s.changes)...)
}

// described returns the path of each operation that OpenAPI describes, alone or with others.
func described(s *model.Surface) map[*model.Operation]string {
	paths := map[*model.Operation]string{}
	for i := range s.Paths {
		for _, op := range s.Paths[i].Operations {
			paths[op] = s.Paths[i].Template
			if op.HTTP == nil {
				continue
			}
			for _, m := range op.HTTP.Merged {
				paths[m.Operation] = s.Paths[i].Template
			}
		}
	}
	return paths
}

// records are the shapes that the tools of each table answer: four of the six share one.
func records(s *model.Surface) map[*model.Resource]*model.Shape {
	shapes := map[*model.Resource]*model.Shape{}
	for _, op := range s.Operations {
		if r := op.Origin.Table; r != nil && op.Output != nil && (r.Statics == nil || r.Statics.Outputs[op.Origin.Verb] == nil) && op.Origin.Verb != "delete" {
			shapes[r] = op.Output
		}
	}
	return shapes
}

// A difference is what a rule is reported with.
type difference struct {
	rule          *Rule
	path          string
	message       string
	before, after string
	old, new      source.Span
	// tokens is what a text costs more.
	tokens int
}

// report adds a change of the operation at hand, or of the surface when there is none. It returns nil where nobody whom
// the rule concerns knows the operation.
func (s *comparer) report(d difference) *Change {
	change := &Change{
		Rule: d.rule, Class: d.rule.Class, For: d.rule.For, Surface: s.new.Name, Path: d.path, Message: d.message,
		Before: d.before, After: d.after, Old: s.oldSpan(d.old), New: d.new, Tokens: d.tokens,
	}
	switch {
	case s.op != nil:
		change.Operations = []string{s.op.new.Name}
		change.For &= s.op.who | Operator
	case s.inTypes != "":
		change.For &= Client | Reader | Operator
	}
	if change.For == 0 {
		return nil
	}
	s.changes = append(s.changes, change)
	return change
}

// as gives a change another class than its rule has; it may be nil.
func (c *Change) as(class Class) {
	if c != nil {
		c.Class = class
	}
}

// to keeps of those whom a change concerns only some; it may be nil.
func (c *Change) to(who Who) {
	if c != nil {
		c.For &= who
	}
}

// knows returns who can call an operation, and reads what it answers.
func knows(op *model.Operation, paths map[*model.Operation]string) (who Who) {
	if op.Listed {
		who |= Agent | Reader
	}
	if _, ok := paths[op]; ok {
		who |= Client | Reader
	}
	return who
}

// types compares the types that tools cut off and OpenAPI refers to: each pair once.
func (s *comparer) types() {
	s.op = nil
	for len(s.cut) > 0 {
		p := s.cut[0]
		s.cut = s.cut[1:]
		if s.met[p] {
			continue
		}
		s.met[p] = true
		suffix := ""
		if p.direction == model.Input {
			suffix = ".input"
		}
		a, b := s.oldShapes[p.old.Component+suffix], s.newShapes[p.new.Component+suffix]
		if a == nil || b == nil {
			continue
		}
		s.inTypes = p.new.Name
		s.shape(a, b, p.new.Name, p.old.Span, p.new.Span)
	}
	s.inTypes = ""
}

func shapesByName(s *model.Surface) map[string]*model.Shape {
	shapes := make(map[string]*model.Shape, len(s.Components))
	for _, c := range s.Components {
		shapes[c.Name] = c.Shape
	}
	return shapes
}

// match pairs the operations of the two sides: by name, then by what they are of, then by method, path and fixed values.
func (s *comparer) match() (pairs []pair, added, removed []*model.Operation) {
	oldLeft, newLeft := s.old.Operations, s.new.Operations
	for _, identity := range []func(*model.Operation, map[*model.Operation]string) string{byName, byOrigin, byRequest} {
		var found []pair
		found, oldLeft, newLeft = s.matchBy(identity, oldLeft, newLeft)
		pairs = append(pairs, found...)
	}
	return pairs, newLeft, oldLeft
}

// matchBy pairs operations that have the same identity, which must be that of one on each side.
func (s *comparer) matchBy(identity func(*model.Operation, map[*model.Operation]string) string, old, new []*model.Operation) (pairs []pair, oldLeft, newLeft []*model.Operation) {
	if len(old) == 0 || len(new) == 0 {
		return nil, old, new
	}
	byKey := make(map[string][]*model.Operation, len(old))
	for _, op := range old {
		if key := identity(op, s.oldPaths); key != "" {
			byKey[key] = append(byKey[key], op)
		}
	}
	claims := map[string]int{}
	for _, op := range new {
		claims[identity(op, s.newPaths)]++
	}
	taken := map[*model.Operation]bool{}
	for _, op := range new {
		key := identity(op, s.newPaths)
		if key == "" || len(byKey[key]) != 1 || claims[key] != 1 {
			newLeft = append(newLeft, op)
			continue
		}
		first := byKey[key][0]
		taken[first] = true
		pairs = append(pairs, pair{first, op, knows(first, s.oldPaths) & knows(op, s.newPaths)})
	}
	for _, op := range old {
		if !taken[op] {
			oldLeft = append(oldLeft, op)
		}
	}
	return pairs, oldLeft, newLeft
}

func byName(op *model.Operation, _ map[*model.Operation]string) string { return op.Name }

// byOrigin is the verb with the type, or with the resource of a grant or action: what stays when only a path or a stated
// tool name changes.
func byOrigin(op *model.Operation, _ map[*model.Operation]string) string {
	switch o := op.Origin; {
	case o.Table != nil:
		return "table " + o.Verb + " " + o.Table.Name
	case o.Grant != nil:
		return "grant " + o.Verb + " " + o.Grant.Resource
	}
	return ""
}

// byRequest is the method and path without the names of its parameters, with the values that are always sent.
func byRequest(op *model.Operation, paths map[*model.Operation]string) string {
	if g := op.Origin.Grant; g != nil {
		return g.Method + " " + skeleton(g.Path) + " " + fixedFields(g.Set)
	}
	if op.HTTP == nil || paths[op] == "" {
		return ""
	}
	return op.HTTP.Method + " " + skeleton(paths[op])
}

// paired returns the indexes of both lists, paired by name: those of both in the order of the new side, then what is
// new, then what is gone. An index is -1 where there is none.
func paired[T any](old, new []T, name func(*T) string) (pairs [][2]int) {
	var index map[string]int
	if len(old) > linearUpTo {
		index = make(map[string]int, len(old))
		for i := range old {
			index[name(&old[i])] = i
		}
	}
	used := make([]bool, len(old))
	for j := range new {
		at := -1
		wanted := name(&new[j])
		if j < len(old) && name(&old[j]) == wanted { // mostly nothing has moved
			at = j
		} else if index != nil {
			if i, ok := index[wanted]; ok {
				at = i
			}
		} else {
			at = slices.IndexFunc(old, func(t T) bool { return name(&t) == wanted })
		}
		if at >= 0 {
			used[at] = true
		}
		pairs = append(pairs, [2]int{at, j})
	}
	for i, there := range used {
		if !there {
			pairs = append(pairs, [2]int{i, -1})
		}
	}
	return pairs
}

// linearUpTo is the length up to which a look at each name is faster than a map.
const linearUpTo = 16

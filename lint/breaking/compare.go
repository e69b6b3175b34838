package breaking

import (
	"iter"
	"maps"
	"slices"
	"strconv"

	"schemac/lint"
	"schemac/model"
	"schemac/model/ordered"
	"schemac/model/source"
)

// Options are the choices of who asks.
type Options struct {
	// OldFile and NewFile give the files of a side the names that changes show, so that the sides are told apart; nil leaves
	// them as they are.
	OldFile, NewFile func(name string) string
	// Hidden reports whether the line of a place, of either side, must not be shown because it holds a secret; nil hides
	// none. What the compiler said of both sides knows it: see Hides of diag.List.
	Hidden func(at source.Span) bool
}

// Compare returns what a change from one document to another means: by surface in the order of the new side, then what
// is gone; in a surface first what concerns it as a whole, then by tool. Both documents must have compiled without
// errors. The order is the same every time.
func Compare(old, new *model.Document, options Options) []*Change {
	c := &comparison{Options: options, old: newNaming(options.OldFile), new: newNaming(options.NewFile)}
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
	Options
	changes []*Change
	// old and new name the places of the two sides.
	old, new naming
	// patterns are the languages that are compared already.
	patterns map[[2]string]relation
}

// A naming shows the files of one side under other names.
type naming struct {
	name  func(string) string
	files map[*source.File]*source.File
}

func newNaming(name func(string) string) naming {
	return naming{name, map[*source.File]*source.File{}}
}

// span returns a place in the file as it is called in changes.
func (n naming) span(at source.Span) source.Span {
	if at.IsZero() || n.name == nil {
		return at
	}
	f := n.files[at.File]
	if f == nil {
		f = &source.File{Name: n.name(at.File.Name), Text: at.File.Text}
		n.files[at.File] = f
	}
	return f.Span(at.Start, at.End)
}

// hides reports whether the line of a place must not be shown.
func (c *comparison) hides(at source.Span) bool {
	return c.Hidden != nil && !at.IsZero() && c.Hidden(at)
}

// A surfacePair is one surface on both sides.
type surfacePair struct{ old, new *model.Surface }

// matchSurfaces pairs surfaces: by name, the application with the application, and what is left by the URL that only one
// of each side has.
func matchSurfaces(old, new []*model.Surface) (pairs []surfacePair, added, removed []*model.Surface) {
	partner := map[*model.Surface]*model.Surface{}
	oldLeft, newLeft := old, new
	for _, identity := range []func(*model.Surface) string{surfaceByName, surfaceByKind, surfaceByServer} {
		var found map[*model.Surface]*model.Surface
		found, oldLeft, newLeft = match(identity, identity, oldLeft, newLeft)
		maps.Copy(partner, found)
	}
	for _, b := range new {
		if a := partner[b]; a != nil {
			pairs = append(pairs, surfacePair{a, b})
		}
	}
	return pairs, seen(newLeft), seen(oldLeft)
}

// seen returns the surfaces of which a host sees something: a document without sources has one that holds nothing.
func seen(list []*model.Surface) (some []*model.Surface) {
	for _, s := range list {
		if len(s.Operations) > 0 || len(s.Listing) > 0 || len(s.Prompts) > 0 || s.Guard != nil {
			some = append(some, s)
		}
	}
	return some
}

func surfaceByName(s *model.Surface) string {
	if s.Guard == nil {
		return "app " + s.Name
	}
	return "wrap " + s.Name
}

func surfaceByKind(s *model.Surface) string {
	if s.Guard == nil {
		return "app"
	}
	return ""
}

func surfaceByServer(s *model.Surface) string {
	if s.Guard == nil {
		return ""
	}
	return s.Server.Template()
}

// match pairs what has the same identity, which must be that of one on each side; an empty one is none. It returns the
// old partner of each new one, and what is left, in order.
func match[T comparable](oldIdentity, newIdentity func(T) string, old, new []T) (partners map[T]T, oldLeft, newLeft []T) {
	partners = map[T]T{}
	if len(old) == 0 || len(new) == 0 {
		return partners, old, new
	}
	type claim struct {
		one  T
		many bool
	}
	claims := make(map[string]claim, len(old))
	for _, o := range old {
		if key := oldIdentity(o); key != "" {
			_, many := claims[key]
			claims[key] = claim{o, many}
		}
	}
	keys := make([]string, len(new))
	count := make(map[string]int, len(new))
	for i, n := range new {
		keys[i] = newIdentity(n)
		count[keys[i]]++
	}
	taken := make(map[T]bool, len(old))
	for i, n := range new {
		c, ok := claims[keys[i]]
		if !ok || c.many || count[keys[i]] > 1 {
			newLeft = append(newLeft, n)
			continue
		}
		partners[n], taken[c.one] = c.one, true
	}
	for _, o := range old {
		if !taken[o] {
			oldLeft = append(oldLeft, o)
		}
	}
	return partners, oldLeft, newLeft
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
		change.Before = s.Name
		c.place(change, surfaceSpan(s), source.Span{})
	} else {
		change.Message = "the surface is new; it lists " + tools
		change.After = s.Name
		c.place(change, source.Span{}, surfaceSpan(s))
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
	// met are the types that were compared; shown are the members of types that were compared where they stand in a tool,
	// and cut the types that only OpenAPI shows.
	met     map[typePair]bool
	shown   map[typePair]map[string]bool
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
		equal: map[[2]*model.Shape]bool{}, met: map[typePair]bool{}, shown: map[typePair]map[string]bool{},
	}
	s.surface()
	partners, removed := s.operations()
	for _, op := range s.new.Operations {
		if old := partners[op]; old != nil {
			s.operation(&pair{old, op, knows(old, s.oldPaths) & knows(op, s.newPaths)})
		} else {
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
		Before: d.before, After: d.after, Tokens: d.tokens,
	}
	s.place(change, d.old, d.new)
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

// place gives a change its places.
func (c *comparison) place(change *Change, old, new source.Span) {
	change.Old, change.hideOld = c.old.span(old), c.hides(old)
	change.New, change.hideNew = c.new.span(new), c.hides(new)
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
		a, b := s.oldShapes[componentName(p.old, p.direction)], s.newShapes[componentName(p.new, p.direction)]
		if a == nil || b == nil {
			continue
		}
		s.inTypes = p.new.Name
		s.shape(unseen(a, s.shown[p]), unseen(b, s.shown[p]), p.new.Name, p.old.Span, p.new.Span)
	}
	s.inTypes = ""
}

// unseen is a shape without the members that are compared already.
func unseen(s *model.Shape, seen map[string]bool) *model.Shape {
	if len(seen) == 0 {
		return s
	}
	rest := *s
	rest.Fields = slices.DeleteFunc(slices.Clone(s.Fields), func(f model.Field) bool { return seen[f.Name] })
	return &rest
}

// componentName is the name by which OpenAPI refers to a type in a direction (contract §6).
func componentName(o *model.Object, d model.Direction) string {
	if d == model.Input {
		return o.Component + ".input"
	}
	return o.Component
}

func shapesByName(s *model.Surface) map[string]*model.Shape {
	shapes := make(map[string]*model.Shape, len(s.Components))
	for _, c := range s.Components {
		shapes[c.Name] = c.Shape
	}
	return shapes
}

// operations pairs the operations of the two sides: by name, then by what they are of, then by method, path and fixed
// values. The partners are the old ones by the new.
func (s *comparer) operations() (partners map[*model.Operation]*model.Operation, removed []*model.Operation) {
	partners = make(map[*model.Operation]*model.Operation, len(s.new.Operations))
	removed, added := s.old.Operations, s.new.Operations
	for _, identity := range []func(*model.Operation, map[*model.Operation]string) string{byName, byOrigin, byRequest} {
		var found map[*model.Operation]*model.Operation
		found, removed, added = match(
			func(op *model.Operation) string { return identity(op, s.oldPaths) },
			func(op *model.Operation) string { return identity(op, s.newPaths) }, removed, added)
		maps.Copy(partners, found)
	}
	return partners, removed
}

func byName(op *model.Operation, _ map[*model.Operation]string) string { return op.Name }

// byOrigin is the verb with the type, or with the resource of a grant or action: what stays when only a path or a stated
// tool name changes.
func byOrigin(op *model.Operation, _ map[*model.Operation]string) string {
	switch o := op.Origin; {
	case o.Table != nil:
		return o.Verb + " " + typeKey(o.Table.Object)
	case o.Grant != nil:
		return "grant " + o.Verb + " " + o.Grant.Resource
	}
	return ""
}

// byRequest is the method and path without the names of its parameters, with the values that are always sent.
func byRequest(op *model.Operation, paths map[*model.Operation]string) string {
	if g := op.Origin.Grant; g != nil {
		return g.Method + " " + skeleton(g.Path) + " " + fixedFields(g.Set, ordered.Value.Identity)
	}
	if op.HTTP == nil || paths[op] == "" {
		return ""
	}
	return op.HTTP.Method + " " + skeleton(paths[op])
}

// paired yields the indexes of both lists, paired by name: those of the new side in its order, then what is gone. An index
// is -1 where there is none.
func paired[T any](old, new []T, name func(*T) string) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		var index map[string]int
		var moved []bool // of the old side, those that a new one has at another index
		for j := range new {
			wanted := name(&new[j])
			if j < len(old) && name(&old[j]) == wanted { // mostly nothing has moved
				if !yield(j, j) {
					return
				}
				continue
			}
			if index == nil {
				index, moved = make(map[string]int, len(old)), make([]bool, len(old))
				for i := range old {
					index[name(&old[i])] = i
				}
			}
			at, there := index[wanted]
			if !there {
				at = -1
			} else {
				moved[at] = true
			}
			if !yield(at, j) {
				return
			}
		}
		for i := range old {
			stays := i < len(new) && name(&old[i]) == name(&new[i])
			if !stays && (moved == nil || !moved[i]) && !yield(i, -1) {
				return
			}
		}
	}
}

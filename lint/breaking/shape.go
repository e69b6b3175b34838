package breaking

import (
	"cmp"
	"slices"
	"strings"

	"schemac/model"
	"schemac/model/ordered"
	"schemac/model/source"
)

// A side is the rules of one direction: what is narrower for who writes an input is narrower for who reads an output,
// and means the opposite.
type side struct {
	direction model.Direction
	noun      string
	// who are those whom words of the side concern.
	who Who

	addedProperty, removedProperty     *Rule
	required, optional                 *Rule
	nullable, nonNull                  *Rule
	typeNarrowed, typeWidened, retyped *Rule
	enumNarrowed, enumWidened          *Rule
	pattern, bounds, length            limits
	changed                            *Rule
	closed, opened                     *Rule
}

// limits are the rules of one kind of limit.
type limits struct{ narrowed, widened, changed *Rule }

var inputSide = side{
	direction: model.Input, noun: "input", who: callers,
	addedProperty: InputAdded, removedProperty: InputRemoved,
	required: InputRequired, optional: InputOptional, nullable: InputNullable, nonNull: InputNonNull,
	typeNarrowed: InputTypeNarrowed, typeWidened: InputTypeWidened, retyped: InputRetyped,
	enumNarrowed: InputEnumNarrowed, enumWidened: InputEnumWidened,
	pattern: limits{InputPatternNarrowed, InputPatternWidened, InputPatternChanged},
	bounds:  limits{InputBoundsNarrowed, InputBoundsWidened, InputConstraintChanged},
	length:  limits{InputLengthNarrowed, InputLengthWidened, InputConstraintChanged},
	changed: InputConstraintChanged, closed: InputClosed, opened: InputOpened,
}

var outputSide = side{
	direction: model.Output, noun: "output", who: Reader,
	addedProperty: OutputAdded, removedProperty: OutputRemoved,
	required: OutputRequired, optional: OutputOptional, nullable: OutputNullable, nonNull: OutputNonNull,
	typeNarrowed: OutputTypeNarrowed, typeWidened: OutputTypeWidened, retyped: OutputRetyped,
	enumNarrowed: OutputEnumNarrowed, enumWidened: OutputEnumWidened,
	pattern: limits{OutputLimitsNarrowed, OutputLimitsWidened, OutputLimitsChanged},
	bounds:  limits{OutputLimitsNarrowed, OutputLimitsWidened, OutputLimitsChanged},
	length:  limits{OutputLimitsNarrowed, OutputLimitsWidened, OutputLimitsChanged},
	changed: OutputLimitsChanged, closed: OutputClosed, opened: OutputOpened,
}

// input compares what an operation takes.
func (s *comparer) input(old, new *model.Operation) {
	if old.Input == nil || new.Input == nil {
		return
	}
	s.shape(old.Input, new.Input, "", old.Span, new.Span)
	s.body(old, new)
}

// body compares what only requests over HTTP take: the parameters of a search; what a tool has to cut off, because hosts
// follow no references; and, unless the type is sealed, members that nobody names.
func (s *comparer) body(old, new *model.Operation) {
	if old.Origin.Table == nil || new.Origin.Table == nil || old.HTTP == nil || new.HTTP == nil {
		return
	}
	before := s.op.who
	defer func() { s.op.who = before }()
	s.op.who &= Client
	if old.Origin.Verb == "search" && new.Origin.Verb == "search" {
		s.shape(filters(old), filters(new), "", old.Span, new.Span)
	}
	if old.HTTP.Body == nil || new.HTTP.Body == nil {
		return
	}
	a, b := s.oldShapes[old.HTTP.Body.Component], s.newShapes[new.HTTP.Body.Component]
	if a != nil && b != nil {
		s.shape(a, b, "", old.Span, new.Span) // what the tool takes too is told already, and joined with it
	}
}

// filters are the query parameters as a shape. It is closed: the server refuses a parameter that is no
// attribute (measured).
func filters(op *model.Operation) *model.Shape {
	shape := &model.Shape{Direction: model.Input, Additional: model.Closed, Fields: make([]model.Field, 0, len(op.HTTP.Parameters))}
	for _, p := range op.HTTP.Parameters {
		shape.Fields = append(shape.Fields, model.Field{Property: p.Property, Required: p.Required})
	}
	return shape
}

// output compares what an operation answers: the tool's output or, where it has none, the content of its response.
func (s *comparer) output(old, new *model.Operation) {
	a, b := old.Output, new.Output
	if t, u := old.Origin.Table, new.Origin.Table; t != nil && u != nil {
		s.met[typePair{t.Object, u.Object, model.Output}] = true
		if old.Origin.Verb == "search" && a == nil && b == nil {
			a, b = s.oldRecords[t], s.newRecords[u]
		}
		s.sealed(t, u, old, new)
	}
	switch {
	case a != nil && b != nil:
		s.shape(a, b, "", old.Span, new.Span)
	case b != nil && !promises(old):
		s.report(difference{rule: OutputDescribed, message: "the answer is described now", after: "described", old: old.Span, new: new.Span})
	case a != nil && !promises(new):
		s.report(difference{rule: OutputUndescribed, message: "the answer is not described any more", before: "described", old: old.Span, new: new.Span})
	default:
		s.content(old, new)
	}
}

// sealed compares what OpenAPI says of members of a record that nobody names.
func (s *comparer) sealed(t, u *model.Resource, old, new *model.Operation) {
	a, b := s.oldShapes[t.Component], s.newShapes[u.Component]
	if old.HTTP != nil && new.HTTP != nil && old.Origin.Verb != "delete" && a != nil && b != nil {
		s.openness(&outputSide, a, b, "", old.Span, new.Span)
	}
}

// content compares the content of the answers of operations that describe it to programs only, such as a search.
func (s *comparer) content(old, new *model.Operation) {
	p, q := good(old), good(new)
	switch {
	case p == nil && q == nil:
	case p == nil || p.free() && !q.free():
		s.report(difference{rule: OutputDescribed, message: "the answer is described now", after: "described", old: old.Span, new: new.Span})
	case q == nil || q.free() && !p.free():
		s.report(difference{rule: OutputUndescribed, message: "the answer is not described any more", before: "described", old: old.Span, new: new.Span})
	default:
		s.value(&outputSide, "", p.Type, q.Type, model.Field{Property: p.Property}, model.Field{Property: q.Property}, old.Span, new.Span)
	}
}

// promises reports whether anything is said of the answer.
func promises(op *model.Operation) bool {
	if op.Output != nil {
		return true
	}
	c := good(op)
	return c != nil && !c.free()
}

// An answer is the content of the answer of a call that succeeds.
type answer struct{ *model.Property }

func (a answer) free() bool {
	return a.Type.Kind == model.Any && a.Type.Names == nil && a.Type.Verbatim.Kind == ordered.Absent
}

// good returns the content of the first answer of success, or nil.
func good(op *model.Operation) *answer {
	if g := op.Origin.Grant; g != nil { // also of one that shares its method and path with others
		if g.Returns == nil {
			return nil
		}
		return &answer{&model.Property{Type: g.Returns}}
	}
	if op.HTTP == nil {
		return nil
	}
	for _, r := range op.HTTP.Responses {
		if strings.HasPrefix(r.Status, "2") && r.Content != nil {
			return &answer{r.Content}
		}
	}
	return nil
}

// shape compares the members of an object.
func (s *comparer) shape(old, new *model.Shape, at string, oldAt, newAt source.Span) {
	if old == new {
		return
	}
	old, new = inWords(old, oldAt), inWords(new, newAt)
	sd := &inputSide
	if new.Direction == model.Output {
		sd = &outputSide
	}
	before := len(s.changes)
	key := [2]*model.Shape{old, new}
	if s.equal[key] {
		return
	}
	s.openness(sd, old, new, at, oldAt, newAt)
	for i, j := range paired(old.Fields, new.Fields, func(f *model.Field) string { return f.Name }) {
		switch {
		case i < 0:
			s.memberAdded(sd, old, new, &new.Fields[j], at, oldAt, newAt)
		case j < 0:
			s.memberRemoved(sd, new, &old.Fields[i], at, oldAt, newAt)
		default:
			s.field(sd, &old.Fields[i], &new.Fields[j], join(at, new.Fields[j].Name), oldAt, newAt)
		}
	}
	if len(s.changes) == before {
		s.equal[key] = true
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// openness compares what is said of members without a name.
func (s *comparer) openness(sd *side, old, new *model.Shape, at string, oldAt, newAt source.Span) {
	before, after := old.Additional == model.Closed, new.Additional == model.Closed
	if before == after {
		return
	}
	what := "the " + sd.noun
	if at != "" {
		what = sd.noun + " " + quote(at)
	}
	d := difference{rule: sd.opened, path: at, before: "closed", after: "open", old: oldAt, new: newAt,
		message: what + " may hold more than is named now"}
	if after {
		d = difference{rule: sd.closed, path: at, before: "open", after: "closed", old: oldAt, new: newAt,
			message: what + " holds nothing but what is named now"}
	}
	c := s.report(d)
	if c != nil && d.rule == InputOpened && s.new.Guard != nil {
		c.Class, c.For = Breaking, Operator // whatever an agent adds is passed on
	}
}

func (s *comparer) memberAdded(sd *side, old, new *model.Shape, f *model.Field, at string, oldAt, newAt source.Span) {
	path := join(at, f.Name)
	d := difference{rule: sd.addedProperty, path: path, after: s.typeWords(f), old: oldAt, new: cmp.Or(f.Span, newAt)}
	switch {
	case sd.direction == model.Output && old.Additional == model.Closed && new.Additional == model.Closed:
		d.rule, d.message = ClosedOutputAdded, "output "+quote(path)+" is new, in a closed record"
	case sd.direction == model.Output:
		d.message = "output " + quote(path) + " is new"
	case f.Required:
		d.rule, d.message = RequiredInputAdded, "input "+quote(path)+" is new and required"
	default:
		d.message = "input " + quote(path) + " is new"
	}
	s.report(d)
}

func (s *comparer) memberRemoved(sd *side, new *model.Shape, f *model.Field, at string, oldAt, newAt source.Span) {
	path := join(at, f.Name)
	d := difference{rule: sd.removedProperty, path: path, before: s.typeWords(f), old: cmp.Or(f.Span, oldAt), new: newAt, message: sd.noun + " " + quote(path) + " is removed"}
	passed := sd.direction == model.Input && new.Additional == model.Open
	if passed {
		d.message += ", and passed on as it is"
	}
	if c := s.report(d); passed {
		c.as(Info)
	}
}

// typeWords is the type of a field as people write it.
func (s *comparer) typeWords(f *model.Field) string {
	v := valueOf(f.Property, f.Type, f.Nested)
	return v.words
}

// field compares one member.
func (s *comparer) field(sd *side, old, new *model.Field, at string, oldAt, newAt source.Span) {
	oldAt, newAt = cmp.Or(old.Span, s.keySpan(s.old, old), oldAt), cmp.Or(new.Span, s.keySpan(s.new, new), newAt)
	folded := old.Required != new.Required && old.Required != old.Nullable() && new.Required != new.Nullable()
	if old.Required != new.Required {
		d := difference{rule: sd.required, path: at, before: "optional", after: "required", old: oldAt, new: newAt}
		d.message = "input " + quote(at) + " is required now"
		if sd.direction == model.Output {
			d.message = "output " + quote(at) + " is always there now"
		}
		if old.Required {
			d.rule, d.before, d.after = sd.optional, "required", "optional"
			d.message = "input " + quote(at) + " may be left out now"
			if sd.direction == model.Output {
				d.message = "output " + quote(at) + " may be left out now"
			}
		}
		if folded && sd.direction == model.Output {
			d.message += map[bool]string{true: ", and never null", false: ", or be null"}[new.Required]
		}
		s.report(d)
	}
	if !folded && (sd.direction == model.Output || s.op == nil || s.sendsNull()) {
		s.nullability(sd, old.Nullable(), new.Nullable(), at, oldAt, newAt)
	}
	s.fieldWords(sd, old, new, at, oldAt, newAt)
	s.value(sd, at, old.Type, new.Type, *old, *new, oldAt, newAt)
}

// keySpan is the place of a table's key, for a field that repeats it without a place of its own.
func (s *comparer) keySpan(of *model.Surface, f *model.Field) source.Span {
	if s.op == nil || !f.PrimaryKey || !f.Span.IsZero() {
		return source.Span{}
	}
	op := s.op.old
	if of == s.new {
		op = s.op.new
	}
	if op.Origin.Table == nil {
		return source.Span{}
	}
	if key := op.Origin.Table.PrimaryKey(); key != nil {
		return key.Span
	}
	return source.Span{}
}

// sendsNull reports whether a call may hold null: over HTTP it may, in a tool never (contract §4), where a field that may
// be null is one that may be left out. So nullability counts where only a program sees it.
func (s *comparer) sendsNull() bool {
	return s.op.who&Client != 0 && s.op.old.HTTP != nil && s.op.new.HTTP != nil && s.op.old.HTTP.Body != nil && s.op.new.HTTP.Body != nil
}

func (s *comparer) nullability(sd *side, before, after bool, at string, oldAt, newAt source.Span) {
	if before == after {
		return
	}
	what := sd.noun + " " + quote(at)
	if at == "" {
		what = "the " + sd.noun
	}
	d := difference{rule: sd.nullable, path: at, before: "never null", after: "may be null", old: oldAt, new: newAt, message: what + " may be null now"}
	if before {
		d = difference{rule: sd.nonNull, path: at, before: "may be null", after: "never null", old: oldAt, new: newAt, message: what + " is never null now"}
		if sd.direction == model.Input {
			d.message = what + " must not be null now"
		}
	}
	s.report(d)
}

// fieldWords compares what is said of a member. Words that no source writes follow from other changes.
func (s *comparer) fieldWords(sd *side, old, new *model.Field, at string, oldAt, newAt source.Span) {
	what := sd.noun + " " + quote(at)
	deprecated := old.Deprecated != nil
	if deprecated != (new.Deprecated != nil) {
		d := difference{rule: Deprecated, path: at, after: "deprecated", old: oldAt, new: newAt, message: what + " is deprecated now"}
		if deprecated {
			d.rule, d.before, d.after, d.message = Undeprecated, "deprecated", "", what+" is not deprecated any more"
		} else if new.Deprecated.Reason != "" {
			d.message += ": " + new.Deprecated.Reason
		}
		s.report(d).to(sd.who)
	}
	if old.Description == new.Description || old.Span.IsZero() && new.Span.IsZero() {
		return
	}
	if old.Doc == new.Doc && deprecated != (new.Deprecated != nil) {
		return // what is said of the deprecation stands in the description
	}
	if old.Doc == new.Doc && !sameNames(old.Type.Base().Enum, new.Type.Base().Enum) {
		return // what is said of its values does, too
	}
	tokens := textTokens(new.Description) - textTokens(old.Description)
	s.report(difference{
		rule: DescriptionChanged, path: at, message: "the description of " + what + " has changed" + cost(tokens),
		before: old.Description, after: new.Description, old: cmp.Or(old.DocSpan, oldAt), new: cmp.Or(new.DocSpan, newAt), tokens: tokens,
	}).to(sd.who)
}

// sameNames reports whether two enums, if they are, have the same values in any order.
func sameNames(e, f *model.Enum) bool {
	if e == nil || f == nil {
		return e == f
	}
	return slices.Equal(slices.Sorted(slices.Values(e.Names())), slices.Sorted(slices.Values(f.Names())))
}

// authored is the place of the author's words for an operation, or of its definition.
func authored(op *model.Operation) source.Span {
	switch o := op.Origin; {
	case o.Table != nil:
		return cmp.Or(o.Table.DescriptionSpan, op.Span)
	case o.Grant != nil:
		return cmp.Or(o.Grant.DocSpan, op.Span)
	case o.Action != nil:
		return cmp.Or(o.Action.DocSpan, op.Span)
	}
	return op.Span
}

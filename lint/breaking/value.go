package breaking

import (
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"schemac/model"
	"schemac/model/ordered"
	"schemac/model/source"
)

// kinds is a set of JSON types, without null.
type kinds uint8

const (
	booleans kinds = 1 << iota
	integers
	fractions
	texts
	arrays
	objects

	numbers  = integers | fractions
	anything = booleans | numbers | texts | arrays | objects
)

// jsonKinds are the sets that JSON Schema has names for.
var jsonKinds = map[string]kinds{
	"boolean": booleans, "integer": integers, "number": numbers, "string": texts, "array": arrays, "object": objects,
}

// The ranges of whole numbers, each within the next: Int, Long, and all.
const (
	intWidth = iota + 1
	longWidth
	everyWidth
)

// A value is what may stand at one place, in a form that two sides can be compared in.
type value struct {
	kinds kinds
	// width is the range of whole numbers.
	width int
	// format and encoding bound a text.
	format, encoding string
	// target is the name of the type that a relationship refers to, and refers that type.
	target string
	refers *model.Object
	// enum are the only values; nil for no such list.
	enum    []constant
	pattern string
	// bounds and lengths are limits by name, as numbers in the author's spelling.
	bounds, lengths [4]string
	// rest are assertions that nothing here decides, as text.
	rest string
	// null says that a schema which an author has written lets null in.
	null bool

	elem  *model.Type
	shape *model.Shape
	// nested is the shape of the object that the elements of a list hold, where it is expanded in place.
	nested *model.Shape
	// object is the type of the sources, where the value is one.
	object *model.Object

	initial ordered.Value
	words   string
}

// A constant is one JSON value: as it is shown, and as it is compared (1 and 1.0 are the same).
type constant struct{ text, identity string }

func constantOf(v ordered.Value) constant {
	text := v.Compact()
	if v.Kind == ordered.StringKind {
		return constant{text, text}
	}
	return constant{text, v.Identity()}
}

func constants(values []ordered.Value) []constant {
	list := make([]constant, len(values))
	for i, v := range values {
		list[i] = constantOf(v)
	}
	return list
}

// shown are the constants as text.
func shown(list []constant) []string {
	texts := make([]string, len(list))
	for i, c := range list {
		texts[i] = c.text
	}
	return texts
}

// The names of limits; those of an even place bound from below.
var (
	boundNames  = [4]string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}
	lengthNames = [4]string{"minLength", "maxLength", "minItems", "maxItems"}
)

// valueOf describes a property of a type, or the elements of one; nested is the shape of its object where that is
// expanded in place. p is nil for elements.
func valueOf(p *model.Property, t *model.Type, nested *model.Shape) *value {
	v := &value{kinds: anything, width: everyWidth, words: typeName(t)}
	v.typed(t, nested)
	if p == nil {
		return v
	}
	if r := p.Relationship; r != nil {
		v.kinds, v.object, v.shape = objects, nil, nil
		if t.Kind == model.ListKind {
			v.kinds, v.elem = arrays, nil
		}
		v.target, v.refers = t.Base().Name, t.Base().Object
	}
	if (p.CreatedTime || p.UpdatedTime) && v.kinds == integers {
		v.kinds = numbers // a fraction of milliseconds (contract §2.1)
	}
	if c := p.Constraints; c != nil {
		v.constrain(c)
	}
	for _, k := range p.Keywords {
		v.keyword(k)
	}
	return v
}

// typed fills in what a type says.
func (v *value) typed(t *model.Type, nested *model.Shape) {
	if t.Verbatim.Kind != ordered.Absent {
		v.schema(t.Verbatim, t.Span)
		return
	}
	switch t.Kind {
	case model.String, model.ID:
		v.kinds = texts
	case model.Int:
		v.kinds, v.width = integers, intWidth
	case model.Long:
		v.kinds, v.width = integers, longWidth
	case model.BigInt, model.Integer:
		v.kinds = integers
	case model.Float, model.Number:
		v.kinds = numbers
	case model.Boolean:
		v.kinds = booleans
	case model.Date:
		v.kinds, v.format = texts, "date-time"
	case model.Blob, model.Bytes:
		v.kinds, v.encoding = texts, "base64"
	case model.EnumKind:
		v.kinds = texts
		for _, name := range t.Enum.Names() {
			text := quote(name)
			v.enum = append(v.enum, constant{text, text})
		}
	case model.ObjectKind:
		v.kinds, v.object, v.shape = objects, t.Object, nested
		if nested == nil {
			v.shape = t.Shape
		}
	case model.ListKind:
		v.kinds, v.elem, v.nested = arrays, t.Elem, nested
	case model.GeneratedKey:
		v.kinds = texts | integers
	case model.Comparand:
		v.kinds = texts | numbers | booleans | arrays
	case model.Any:
		if len(t.Names) > 0 {
			v.kinds = kindsOf(t.Names)
		}
	}
}

func kindsOf(names []string) (k kinds) {
	for _, name := range names {
		k |= jsonKinds[name]
	}
	return k
}

func (v *value) constrain(c *model.Constraints) {
	v.bounds[0], v.bounds[1] = c.Minimum, c.Maximum
	v.lengths[2], v.lengths[3] = c.MinItems, c.MaxItems
	v.pattern = c.Pattern
	if c.Format != "" {
		v.format = c.Format
	}
	if len(c.Enum) > 0 {
		v.enum = constants(c.Enum)
	}
	if c.Const.Kind != ordered.Absent {
		v.enum = []constant{constantOf(c.Const)}
	}
	v.initial = c.Default
}

// keyword takes in one member of a schema that an author has written.
func (v *value) keyword(k ordered.Member) {
	if i := slices.Index(boundNames[:], k.Name); i >= 0 {
		v.bounds[i] = k.Value.Text
		return
	}
	if i := slices.Index(lengthNames[:], k.Name); i >= 0 {
		v.lengths[i] = k.Value.Text
		return
	}
	switch k.Name {
	case "title", "examples", "description", "$comment", "$schema", "$id", "deprecated", "readOnly", "writeOnly", "required", "properties", "additionalProperties", "items", "type":
		return // annotations, and what others read
	}
	if !strings.HasPrefix(k.Name, "x-") {
		v.rest += k.Name + ": " + k.Value.Compact() + "; "
	}
}

// schema fills in what a JSON Schema says that an author has written.
func (v *value) schema(schema ordered.Value, at source.Span) {
	v.kinds, v.words = anything, "any"
	for _, m := range schema.Members {
		switch m.Name {
		case "type":
			names := namesOf(m.Value)
			v.kinds, v.null = kindsOf(names), slices.Contains(names, "null")
			v.words = strings.Join(slices.DeleteFunc(names, func(n string) bool { return n == "null" }), " or ")
		case "format":
			v.format = m.Value.Text
		case "contentEncoding":
			v.encoding = m.Value.Text
		case "enum":
			v.enum = constants(m.Value.Items)
		case "const":
			v.enum = []constant{constantOf(m.Value)}
		case "pattern":
			v.pattern = m.Value.Text
		case "default":
			v.initial = m.Value
		case "items":
			if m.Value.Kind == ordered.ObjectKind {
				v.elem = &model.Type{NonNull: true, Verbatim: m.Value, Span: at}
			}
		default:
			v.keyword(m)
		}
	}
	if _, ok := schema.Lookup("properties"); ok {
		v.shape = &model.Shape{Verbatim: schema}
	}
}

func namesOf(v ordered.Value) []string {
	if v.Kind == ordered.StringKind {
		return []string{v.Text}
	}
	var names []string
	for _, item := range v.Items {
		names = append(names, item.Text)
	}
	return names
}

// inWords returns a shape whose members can be compared: a schema that an author has written as fields.
func inWords(s *model.Shape, at source.Span) *model.Shape {
	if s.Verbatim.Kind == ordered.Absent {
		return s
	}
	read := &model.Shape{Direction: s.Direction, Additional: model.Open}
	if v, ok := s.Verbatim.Lookup("additionalProperties"); ok && v.Text == "false" {
		read.Additional = model.Closed
	}
	properties, _ := s.Verbatim.Lookup("properties")
	required, _ := s.Verbatim.Lookup("required")
	for _, m := range properties.Members {
		p := &model.Property{Name: m.Name, Type: &model.Type{NonNull: true, Verbatim: m.Value, Span: at}, Span: at}
		if names, ok := m.Value.Lookup("type"); ok && slices.Contains(namesOf(names), "null") {
			p.Type.NonNull = false
		}
		if words, ok := m.Value.Lookup("description"); ok {
			p.Doc, p.Description = words.Text, words.Text
		}
		if d, ok := m.Value.Lookup("deprecated"); ok && d.Text == "true" {
			p.Deprecated = &model.Deprecation{}
		}
		read.Fields = append(read.Fields, model.Field{Property: p, Required: slices.Contains(namesOf(required), m.Name)})
	}
	return read
}

// typeName is a type as people write it.
func typeName(t *model.Type) string {
	switch {
	case t.Kind == model.ListKind:
		return "[" + typeName(t.Elem) + "]"
	case t.Verbatim.Kind != ordered.Absent:
		if names, ok := t.Verbatim.Lookup("type"); ok {
			return strings.Join(namesOf(names), " or ")
		}
		return "any"
	case len(t.Names) > 0:
		return strings.Join(t.Names, " or ")
	case t.Name != "":
		return t.Name
	}
	return strings.ToLower(t.Kind.String())
}

// A relation says how the values that one side admits stand to those of the other.
type relation uint8

const (
	same relation = iota
	narrower
	wider
	// apart is neither, and unknown is not decided.
	apart
	unknown
)

// ordering returns the relation that two inclusions make.
func ordering(newInOld, oldInNew bool) relation {
	switch {
	case newInOld && oldInNew:
		return same
	case newInOld:
		return narrower
	case oldInNew:
		return wider
	}
	return apart
}

// within reports whether all that a admits by its type b admits.
func within(a, b *value) bool {
	if a.kinds&^b.kinds != 0 || a.kinds&integers != 0 && a.width > b.width {
		return false
	}
	if b.format != "" && a.format != b.format || b.encoding != "" && a.encoding != b.encoding {
		return a.kinds&texts == 0
	}
	return a.target == b.target
}

// alike reports whether two properties admit the same values, as far as it is seen at a glance: most are plain scalars.
func alike(p, q *model.Property, t, u *model.Type) bool {
	if p != nil && q != nil && (p.Constraints != nil || q.Constraints != nil || p.Relationship != nil || q.Relationship != nil ||
		len(p.Keywords)+len(q.Keywords) > 0 || p.CreatedTime != q.CreatedTime || p.UpdatedTime != q.UpdatedTime) {
		return false
	}
	return (p == nil) == (q == nil) && sameScalar(t, u)
}

func sameScalar(t, u *model.Type) bool {
	if t.Kind != u.Kind || t.Verbatim.Kind != ordered.Absent || u.Verbatim.Kind != ordered.Absent || t.Names != nil || u.Names != nil {
		return false
	}
	switch t.Kind {
	case model.ObjectKind:
		return false
	case model.EnumKind:
		return slices.Equal(t.Enum.Names(), u.Enum.Names())
	case model.ListKind:
		return t.Elem.NonNull == u.Elem.NonNull && sameScalar(t.Elem, u.Elem)
	}
	return true
}

// value compares what may stand at one place.
func (s *comparer) value(sd *side, at string, oldType, newType *model.Type, old, new model.Field, oldAt, newAt source.Span) {
	if alike(old.Property, new.Property, oldType, newType) {
		return
	}
	a, b := valueOf(old.Property, oldType, old.Nested), valueOf(new.Property, newType, new.Nested)
	what := sd.noun + " " + quote(at)
	if at == "" {
		what = "the " + sd.noun
	}
	d := difference{path: at, old: oldAt, new: newAt}
	switch ordering(within(b, a), within(a, b)) {
	case narrower:
		d.rule, d.before, d.after, d.message = sd.typeNarrowed, a.typeText(), b.typeText(), what+" is "+b.typeText()+" now, and was "+a.typeText()
		s.report(d)
	case wider:
		d.rule, d.before, d.after, d.message = sd.typeWidened, a.typeText(), b.typeText(), what+" may be "+b.typeText()+" now, and was "+a.typeText()
		s.report(d)
	case apart:
		d.rule, d.before, d.after, d.message = sd.retyped, a.typeText(), b.typeText(), what+" is "+b.typeText()+" now, and was "+a.typeText()
		s.report(d)
		return
	}
	s.texts(sd, what, a, b, d)
	s.limits(sd.bounds, what, boundNames, a.bounds, b.bounds, d)
	s.limits(sd.length, what, lengthNames, a.lengths, b.lengths, d)
	s.undecided(sd, what, a, b, d)
	if sd.direction == model.Input {
		s.initial(what, a, b, d)
	}
	if a.refers != nil && b.refers != nil {
		s.cut = append(s.cut, typePair{a.refers, b.refers, model.Output})
	}
	s.within(sd, at, a, b, oldAt, newAt)
}

// typeText is a type in words that tell it from others.
func (v *value) typeText() string {
	text := v.words
	if v.format != "" && v.format != "date-time" {
		text += " (" + v.format + ")"
	}
	return text
}

// within compares what a list or an object holds.
func (s *comparer) within(sd *side, at string, a, b *value, oldAt, newAt source.Span) {
	switch {
	case a.elem != nil && b.elem != nil:
		at += "[]"
		if at == "[]" && a.elem.Kind == model.ObjectKind && b.elem.Kind == model.ObjectKind {
			at = "" // the members of a list that is the whole answer are as near as those of a record
		}
		if sd.direction == model.Output || s.op == nil || s.op.who&Client != 0 {
			if at != "" {
				s.nullability(sd, !a.elem.NonNull, !b.elem.NonNull, at, oldAt, newAt)
			}
		}
		s.elements(sd, at, a, b, oldAt, newAt)
	case a.elem != nil || b.elem != nil:
		if a.kinds == arrays && b.kinds == arrays && a.target == "" { // one of them says what it holds
			s.shapeless(sd, at, a.elem != nil, oldAt, newAt)
		}
	case a.shape != nil && b.shape != nil:
		s.shows(a, b, sd.direction)
		x, y := *a.shape, *b.shape
		x.Direction, y.Direction = sd.direction, sd.direction
		if a.shape.Verbatim.Kind == ordered.Absent && b.shape.Verbatim.Kind == ordered.Absent {
			s.shape(a.shape, b.shape, at, oldAt, newAt)
		} else {
			s.shape(&x, &y, at, oldAt, newAt)
		}
	case a.object != nil && b.object != nil:
		s.cut = append(s.cut, typePair{a.object, b.object, sd.direction})
	case (a.shape != nil || b.shape != nil) && a.kinds == objects && b.kinds == objects:
		s.shapeless(sd, at, a.shape != nil, oldAt, newAt)
	}
}

// shows notes which members of a type a tool shows, where they are compared: the input of a tool leaves out what it has
// to cut off (contract §2.1).
func (s *comparer) shows(a, b *value, d model.Direction) {
	if a.object == nil || b.object == nil {
		return
	}
	p := typePair{a.object, b.object, d}
	names := s.shown[p]
	if names == nil {
		names = map[string]bool{}
		s.shown[p] = names
		s.cut = append(s.cut, p) // for what is left out everywhere
	}
	for _, side := range []*model.Shape{a.shape, b.shape} {
		for i := range side.Fields {
			names[side.Fields[i].Name] = true
		}
	}
}

// elements compares what a list holds.
func (s *comparer) elements(sd *side, at string, a, b *value, oldAt, newAt source.Span) {
	s.value(sd, at, a.elem, b.elem, model.Field{Nested: a.nested}, model.Field{Nested: b.nested}, oldAt, newAt)
}

// shapeless reports that one side says what an object or list holds and the other does not.
func (s *comparer) shapeless(sd *side, at string, described bool, oldAt, newAt source.Span) {
	what := sd.noun + " " + quote(at)
	d := difference{rule: sd.typeNarrowed, path: at, before: "anything", after: "described", old: oldAt, new: newAt, message: "what " + what + " holds is described now"}
	if described {
		d = difference{rule: sd.typeWidened, path: at, before: "described", after: "anything", old: oldAt, new: newAt, message: what + " may hold anything now"}
	}
	s.report(d)
}

// texts compares the list of the only values with the pattern: each may stand for the other.
func (s *comparer) texts(sd *side, what string, a, b *value, d difference) {
	switch {
	case a.enum != nil && b.enum != nil:
		s.enums(sd, what, a, b, d)
		return
	case b.enum != nil:
		if a.pattern != "" && !allMatch(b.enum, a.pattern) {
			s.apart(sd, what, a, b, d)
			return
		}
		d.rule, d.after, d.before = sd.enumNarrowed, strings.Join(shown(b.enum), ", "), a.pattern
		d.message = what + " is one of " + few(shown(b.enum)) + " now"
		s.restriction(s.report(d), sd)
		return
	case a.enum != nil:
		if b.pattern != "" && !allMatch(a.enum, b.pattern) {
			s.apart(sd, what, a, b, d)
			return
		}
		d.rule, d.before, d.after = sd.enumWidened, strings.Join(shown(a.enum), ", "), b.pattern
		d.message = what + " is not only one of " + few(shown(a.enum)) + " any more"
		s.restriction(s.report(d), sd)
		return
	}
	if a.pattern == b.pattern {
		return
	}
	d.before, d.after = a.pattern, b.pattern
	switch s.languages(a.pattern, b.pattern) {
	case same:
		return
	case narrower:
		d.rule, d.message = sd.pattern.narrowed, what+" must match "+quote(b.pattern)+" now"+before(a.pattern)
	case wider:
		d.rule, d.message = sd.pattern.widened, what+" need not match "+quote(a.pattern)+" any more"
		if b.pattern != "" {
			d.message = what + " may be all that matches " + quote(b.pattern) + " now" + before(a.pattern)
		}
	case apart:
		d.rule, d.message = sd.pattern.changed, what+" must match "+quote(b.pattern)+" now, which refuses some of "+quote(a.pattern)+" and admits more"
	default:
		d.rule, d.message = sd.pattern.changed, what+" must match "+quote(b.pattern)+" now, and before "+quote(a.pattern)+"; whether that is less or more cannot be decided"
	}
	s.restriction(s.report(d), sd)
}

func before(pattern string) string {
	if pattern == "" {
		return ""
	}
	return ", and before " + quote(pattern)
}

// apart reports that some values are refused now and some others admitted.
func (s *comparer) apart(sd *side, what string, a, b *value, d difference) {
	d.rule = sd.pattern.changed
	d.before, d.after = strings.Join(append([]string{a.pattern}, shown(a.enum)...), ", "), strings.Join(append([]string{b.pattern}, shown(b.enum)...), ", ")
	d.message = what + " admits other texts now, and not all that it did"
	s.report(d)
}

// enums compares two lists of the only values.
func (s *comparer) enums(sd *side, what string, a, b *value, d difference) {
	if slices.Equal(a.enum, b.enum) {
		return
	}
	gone, fresh := without(a.enum, b.enum), without(b.enum, a.enum)
	if len(gone) > 0 {
		d.rule, d.before, d.after = sd.enumNarrowed, strings.Join(gone, ", "), ""
		d.message = what + " may not be " + few(gone) + " any more"
		if sd.direction == model.Output {
			d.message = what + " is never " + few(gone) + " any more"
		}
		s.restriction(s.report(d), sd)
	}
	if len(fresh) > 0 {
		d.rule, d.before, d.after = sd.enumWidened, "", strings.Join(fresh, ", ")
		d.message = what + " may be " + few(fresh) + " now"
		s.restriction(s.report(d), sd)
	}
}

// without returns what of a list is not in the other.
func without(list, other []constant) []string {
	var rest []string
	known := make(map[string]bool, len(other))
	for _, c := range other {
		known[c.identity] = true
	}
	for _, c := range list {
		if !known[c.identity] {
			rest = append(rest, c.text)
		}
	}
	return rest
}

// few joins the first of many names.
func few(list []string) string {
	const most = 5
	if len(list) > most+1 {
		return strings.Join(list[:most], ", ") + ", …"
	}
	return strings.Join(list, ", ")
}

// allMatch reports whether all values are texts that match a pattern.
func allMatch(values []constant, pattern string) bool {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return false
	}
	return !slices.ContainsFunc(values, func(c constant) bool {
		text, err := strconv.Unquote(c.text)
		return err != nil || !re.MatchString(text)
	})
}

// limits compares numbers that bound a value, a length or a count.
func (s *comparer) limits(rules limits, what string, names, old, new [4]string, d difference) {
	for i, name := range names {
		if old[i] == new[i] {
			continue
		}
		d.before, d.after = limit(name, old[i]), limit(name, new[i])
		switch r := tighter(old[i], new[i], i%2 == 0); r {
		case narrower:
			d.rule, d.message = rules.narrowed, what+" has "+article(name)+" of "+new[i]+" now"
			if old[i] != "" {
				d.message += ", and of " + old[i] + " before"
			}
		case wider:
			d.rule, d.message = rules.widened, what+" has no "+name+" any more, and of "+old[i]+" before"
			if new[i] != "" {
				d.message = what + " has " + article(name) + " of " + new[i] + " now, and of " + old[i] + " before"
			}
		case same:
			continue
		default:
			d.rule, d.message = rules.changed, what+" has "+article(name)+" of "+new[i]+" now, and of "+old[i]+" before"
		}
		s.report(d)
	}
}

// limit is a limit as text; nothing when there is none.
func limit(name, number string) string {
	if number == "" {
		return ""
	}
	return name + " " + number
}

func article(name string) string {
	if strings.HasPrefix(name, "e") {
		return "an " + name
	}
	return "a " + name
}

// tighter compares two limits, of which an empty one is none.
func tighter(old, new string, below bool) relation {
	switch {
	case old == "":
		return narrower
	case new == "":
		return wider
	}
	a, ok := number(old)
	b, ok2 := number(new)
	if !ok || !ok2 {
		return unknown
	}
	switch order := b.Cmp(a); {
	case order == 0:
		return same
	case (order > 0) == below:
		return narrower
	}
	return wider
}

// number reads a number of JSON; 256 bits tell all apart that a source may hold, and an exponent costs nothing.
func number(text string) (*big.Float, bool) { return new(big.Float).SetPrec(256).SetString(text) }

// undecided reports assertions that differ and that nothing here compares.
func (s *comparer) undecided(sd *side, what string, a, b *value, d difference) {
	if a.rest == b.rest {
		return
	}
	d.rule, d.before, d.after = sd.changed, a.rest, b.rest
	d.message = what + " is asked for " + orNone(strings.TrimSuffix(b.rest, "; ")) + " now, and before " + orNone(strings.TrimSuffix(a.rest, "; ")) + "; whether that is less or more cannot be decided"
	s.report(d)
}

func (s *comparer) initial(what string, a, b *value, d difference) {
	if a.initial.Identity() == b.initial.Identity() {
		return
	}
	before, after := a.initial.Compact(), b.initial.Compact()
	d.rule, d.before, d.after = DefaultChanged, before, after
	d.message = "the default of " + what + " is " + orNone(after) + " now, and was " + orNone(before)
	s.report(d)
}

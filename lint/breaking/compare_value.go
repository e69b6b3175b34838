package breaking

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"schemac/model"
	"schemac/model/ordered"
	"schemac/model/source"
)

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

package guardfile

import (
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"schemac/model"
	"schemac/model/ordered"
	"schemac/parse/kdl"
)

// admitted are the types that a facet says something of.
var admitted = map[string][]model.Kind{
	"minimum":   {model.Integer, model.Number},
	"maximum":   {model.Integer, model.Number},
	"min-items": {model.ListKind},
	"max-items": {model.ListKind},
	"pattern":   {model.String},
	"enum":      {model.String, model.Integer, model.Number},
	"default":   {model.String, model.Integer, model.Number, model.Boolean, model.ListKind},
}

// constraints checks what is said of the values of a field, and keeps it.
func (r *reader) constraints(d *fieldDraft) {
	c := &model.Constraints{}
	if f, ok := r.facet("enum", d); ok {
		c.Enum = r.enum(f, d.Type)
	}
	r.bounds(d, c)
	r.itemBounds(d, c)
	if f, ok := r.facet("pattern", d); ok {
		c.Pattern = r.pattern(f.args[0])
	}
	if f, ok := r.facet("default", d); ok {
		if d.place.output {
			r.errorf(f.at, "constraint-place", "%q is for inputs", "default")
		} else {
			c.Default = r.defaultValue(f.args, d.Type, c)
		}
	}
	if !isZero(c) {
		d.Constraints = c
	}
}

func isZero(c *model.Constraints) bool {
	return c.Minimum == "" && c.Maximum == "" && c.MinItems == "" && c.MaxItems == "" && c.Pattern == "" &&
		c.Enum == nil && c.Const.Kind == ordered.Absent && c.Default.Kind == ordered.Absent
}

// facet returns a fact when the type admits it.
func (r *reader) facet(name string, d *fieldDraft) (fact, bool) {
	f, ok := d.facts[name]
	if ok && !slices.Contains(admitted[name], d.Type.Kind) {
		r.constraintType(name, f, d)
		return fact{}, false
	}
	return f, ok
}

func (r *reader) constraintType(name string, f fact, d *fieldDraft) {
	r.errorf(f.at, "constraint-type", "%s says nothing of %s", quote(name), article(typeName(d.Type)))
}

func article(noun string) string {
	if strings.ContainsAny(noun[:1], "aeio") {
		return "an " + noun
	}
	return "a " + noun
}

// maxEnum is how many values an enum may have.
const maxEnum = 1000

func (r *reader) enum(f fact, t *model.Type) []ordered.Value {
	if len(f.args) > maxEnum {
		r.errorf(f.args[maxEnum].Span, "too-many", "an enum has at most %d values", maxEnum)
		return nil
	}
	var values []ordered.Value
	first := seen{}
	for _, arg := range f.args {
		if len(f.args) == 1 && strings.Contains(arg.Text, "|") {
			parts := strings.Split(arg.Text, "|")
			r.errorf(arg.Span, "ambiguous-enum", "%s is one value; write several as `enum %s`", quote(arg.Text), clip(strings.Join(spelt(parts), " ")))
			return nil
		}
		v, ok := r.admits(t, arg, `"enum"`)
		if ok && !r.repeats(first, v.Text, arg.Span, "value") {
			values = append(values, v)
		}
	}
	return values
}

// admits returns an argument as a value of a scalar type, or reports that it is none.
func (r *reader) admits(t *model.Type, v *kdl.Value, what string) (ordered.Value, bool) {
	value, ok := r.value(v)
	if ok && !fits(t, value) {
		r.errorf(v.Span, "value-type", "%s of %s is %s, and not %s", what, article(typeName(t)), article(typeName(t)), found(v))
		return ordered.Value{}, false
	}
	return value, ok
}

// found says in words what a value is.
func found(v *kdl.Value) string {
	if v.Kind == kdl.String {
		return "the string " + quote(v.Text)
	}
	return quote(v.Text)
}

// fits reports whether a type admits a value.
func fits(t *model.Type, v ordered.Value) bool {
	switch t.Kind {
	case model.String:
		return v.Kind == ordered.StringKind
	case model.Integer:
		return v.Kind == ordered.NumberKind && !strings.ContainsAny(v.Text, ".eE")
	case model.Number:
		return v.Kind == ordered.NumberKind
	case model.Boolean:
		return v.Kind == ordered.BoolKind
	case model.ListKind:
		return v.Kind == ordered.ArrayKind && !slices.ContainsFunc(v.Items, func(item ordered.Value) bool { return !fits(t.Elem, item) })
	case model.ObjectKind:
		return v.Kind == ordered.ObjectKind
	}
	return true
}

// number reads a spelling with a precision that tells all spellings apart that a file may hold.
func number(spelling string) *big.Float {
	f, _, err := big.ParseFloat(spelling, 10, 4*maxNumber, big.ToNearestEven)
	if err != nil {
		return new(big.Float)
	}
	return f
}

func (r *reader) bounds(d *fieldDraft, c *model.Constraints) {
	lowest, low := r.bound("minimum", d)
	highest, high := r.bound("maximum", d)
	c.Minimum, c.Maximum = lowest, highest
	if low && high && number(lowest).Cmp(number(highest)) > 0 {
		r.errorf(d.facts["minimum"].args[0].Span, "minimum-above-maximum", "minimum %s is above maximum %s", lowest, highest).
			WithRelated(d.facts["maximum"].args[0].Span, "the maximum")
		c.Minimum, c.Maximum = "", ""
	}
}

func (r *reader) bound(name string, d *fieldDraft) (string, bool) {
	f, ok := r.facet(name, d)
	if !ok {
		return "", false
	}
	v, ok := r.admits(d.Type, f.args[0], quote(name))
	return v.Text, ok
}

func (r *reader) itemBounds(d *fieldDraft, c *model.Constraints) {
	low, okLow := r.facet("min-items", d)
	high, okHigh := r.facet("max-items", d)
	var least, most int64
	if okLow {
		least, c.MinItems, okLow = r.whole(low.args[0], `"min-items"`)
	}
	if okHigh {
		most, c.MaxItems, okHigh = r.whole(high.args[0], `"max-items"`)
	}
	if okLow && okHigh && least > most {
		r.errorf(low.args[0].Span, "minimum-above-maximum", "min-items %d is above max-items %d", least, most).
			WithRelated(high.args[0].Span, "the maximum")
		c.MinItems, c.MaxItems = "", ""
	}
}

// defaultValue returns a default that meets what else is said of the field.
func (r *reader) defaultValue(args []*kdl.Value, t *model.Type, c *model.Constraints) ordered.Value {
	if t.Kind != model.ListKind {
		if len(args) > 1 {
			r.errorf(args[1].Span, "unexpected-argument", "a default of %s is one value", article(typeName(t)))
			return ordered.Value{}
		}
		v, ok := r.admits(t, args[0], `"default"`)
		if fault := violates(v, c); ok && fault != "" {
			r.errorf(args[0].Span, "default-not-allowed", "default %s %s", quote(v.Text), fault)
			return ordered.Value{}
		}
		return v
	}
	array := ordered.ArrayValue()
	for _, arg := range args {
		v, ok := r.admits(t.Elem, arg, `"default"`)
		if !ok {
			return ordered.Value{}
		}
		array.Items = append(array.Items, v)
	}
	if fault := violates(array, c); fault != "" {
		r.errorf(args[0].Span, "default-not-allowed", "default %s", fault)
		return ordered.Value{}
	}
	return array
}

// violates says which constraint a value of the right type does not meet, or "".
func violates(v ordered.Value, c *model.Constraints) string {
	if c == nil {
		return ""
	}
	if c.Enum != nil && !slices.ContainsFunc(c.Enum, func(e ordered.Value) bool { return e.Kind == v.Kind && e.Text == v.Text }) {
		return "is not in the enum"
	}
	switch v.Kind {
	case ordered.NumberKind:
		if c.Minimum != "" && number(v.Text).Cmp(number(c.Minimum)) < 0 {
			return "is below the minimum " + c.Minimum
		}
		if c.Maximum != "" && number(v.Text).Cmp(number(c.Maximum)) > 0 {
			return "is above the maximum " + c.Maximum
		}
	case ordered.StringKind:
		if re, err := regexp.Compile(c.Pattern); c.Pattern != "" && err == nil && !re.MatchString(v.Text) {
			return "does not match the pattern " + quote(c.Pattern)
		}
	case ordered.ArrayKind:
		if n, err := strconv.Atoi(c.MinItems); err == nil && len(v.Items) < n {
			return "has fewer items than " + c.MinItems
		}
		if n, err := strconv.Atoi(c.MaxItems); err == nil && len(v.Items) > n {
			return "has more items than " + c.MaxItems
		}
	}
	return ""
}

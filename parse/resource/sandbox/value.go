package sandbox

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// Bounds of what is read of one class: depth of nesting, values, bytes of text.
const (
	maxDepth  = 64
	maxValues = 50_000
	maxText   = 4 << 20
)

// A reader walks one value.
type reader struct {
	*world
	// outer are the objects around the value, to find cycles.
	outer        []*goja.Object
	values, text int
}

// read returns a value as JSON, with what is none marked as Unknown where it stands.
func (w *world) read(v goja.Value, at *spot) Value {
	r := &reader{world: w}
	return r.value(v, at)
}

func unknown(at *spot, format string, args ...any) Value {
	return Value{Kind: Unknown, Text: fmt.Sprintf(format, args...), Place: at.place}
}

func (r *reader) value(v goja.Value, at *spot) Value {
	if r.values++; r.values > maxValues || r.text > maxText || len(r.outer) > maxDepth {
		return unknown(at, "it is too large to be read")
	}
	if o, ok := v.(*goja.Object); ok {
		return r.object(o, at)
	}
	switch {
	case v == nil || goja.IsUndefined(v):
		return unknown(at, "it is undefined")
	case goja.IsNull(v):
		return Value{Kind: Null, Place: at.place}
	}
	if _, ok := v.(*goja.Symbol); ok {
		return unknown(at, "it is a symbol, which JSON does not have")
	}
	switch x := v.Export().(type) {
	case bool:
		return Value{Kind: Bool, Text: strconv.FormatBool(x), Place: at.place}
	case int64:
		return plainNumber(strconv.FormatInt(x, 10), at)
	case float64:
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return unknown(at, "it is %v, which JSON does not have", v)
		}
		return plainNumber(v.String(), at)
	case string:
		return r.string(x, at)
	}
	return unknown(at, "it is a BigInt, which JSON does not have")
}

// plainNumber is a number that is neither the clock's nor the dice's.
func plainNumber(text string, at *spot) Value {
	if text == diceText {
		return unknown(at, "it comes from Math.random")
	}
	for _, time := range clockText {
		if text == time {
			return unknown(at, "it comes from the clock")
		}
	}
	return Value{Kind: Number, Text: text, Place: at.place}
}

func (r *reader) string(text string, at *spot) Value {
	r.text += len(text)
	if name, ok := marked(text); ok {
		return unknown(at, "it comes from %q, which is not read", name)
	}
	if strings.Contains(text, diceText) {
		return unknown(at, "it comes from Math.random")
	}
	for _, time := range clockText {
		if strings.Contains(text, time) {
			return unknown(at, "it comes from the clock")
		}
	}
	return Value{Kind: String, Text: text, Place: at.place}
}

// marked returns the name of the stand-in that a text was made of.
func marked(text string) (string, bool) {
	_, rest, ok := strings.Cut(text, markStart)
	name, _, _ := strings.Cut(rest, markEnd)
	return name, ok
}

func (r *reader) object(o *goja.Object, at *spot) Value {
	if name, ok := r.standIns[o]; ok {
		return unknown(at, "it comes from %q, which is not read", name)
	}
	if r.isFunction(o) {
		return unknown(at, "it is a function")
	}
	if contains(r.outer, o) {
		return unknown(at, "it contains itself")
	}
	r.outer = append(r.outer, o)
	defer func() { r.outer = r.outer[:len(r.outer)-1] }()
	switch class := o.ClassName(); class {
	case "Array":
		return r.array(o, at)
	case "Object":
		return r.members(o, at)
	case "String", "Number", "Boolean":
		primitive, err := r.call(o, "valueOf")
		if _, again := primitive.(*goja.Object); err != nil || again {
			return unknown(at, "it cannot be read")
		}
		return r.value(primitive, at)
	case "Date":
		text, err := r.call(o, "toISOString")
		if err != nil {
			return unknown(at, "it is no valid date")
		}
		return r.value(text, at)
	default:
		return unknown(at, "it is a %s, which JSON does not have", class)
	}
}

func (r *reader) array(o *goja.Object, at *spot) Value {
	length, err := r.get(o, "length")
	if err != nil || length.ToInteger() > maxValues {
		return unknown(at, "it is too large to be read")
	}
	v := Value{Kind: Array, Place: at.place}
	for i := range length.ToInteger() {
		key := strconv.FormatInt(i, 10)
		item, err := r.get(o, key)
		if err != nil {
			return unknown(at.in(key), "it throws when it is read: %s", excerpt(r.words(err)))
		}
		v.Items = append(v.Items, r.value(item, at.in(key)))
	}
	return v
}

func (r *reader) members(o *goja.Object, at *spot) Value {
	v := Value{Kind: Object, Place: at.place}
	keys, err := r.keysOf(o)
	if err != nil {
		return unknown(at, "it throws when it is read: %s", excerpt(r.words(err)))
	}
	for _, key := range keys {
		if name, ok := marked(key); ok {
			return unknown(at, "it is spread from %q, which is not read", name)
		}
		member, err := r.get(o, key)
		switch {
		case err != nil:
			v.Members = append(v.Members, Member{key, unknown(at.in(key), "it throws when it is read: %s", excerpt(r.words(err)))})
		case member == nil || goja.IsUndefined(member): // as JSON.stringify has it
		default:
			v.Members = append(v.Members, Member{key, r.value(member, at.in(key))})
		}
	}
	r.origin(&v, o)
	return v
}

// origin notes which entry of a table's Record an object was spread from.
func (w *world) origin(v *Value, o *goja.Object) {
	var mark goja.Value
	if w.protect(func() { mark = o.GetSymbol(w.symbol) }) != nil || mark == nil {
		return
	}
	if _, err := fmt.Sscanf(mark.String(), "%d.%d", &v.Origin, &v.Entry); err != nil {
		v.Origin, v.Entry = 0, 0
	}
}

// get reads a member; what a getter throws is the error.
func (w *world) get(o *goja.Object, name string) (v goja.Value, err error) {
	err = w.protect(func() { v = o.Get(name) })
	return v, err
}

func (w *world) keys(o *goja.Object) []string {
	keys, _ := w.keysOf(o)
	return keys
}

func (w *world) keysOf(o *goja.Object) (keys []string, err error) {
	err = w.protect(func() { keys = o.Keys() })
	return keys, err
}

func (w *world) call(o *goja.Object, method string) (goja.Value, error) {
	m, err := w.get(o, method)
	if err != nil {
		return nil, err
	}
	f, ok := goja.AssertFunction(m)
	if !ok {
		return nil, errors.New("no " + method)
	}
	return f(o)
}

// protect runs what may call code of the file.
func (w *world) protect(f func()) (err error) {
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case error:
			err = fault
		default:
			err = fmt.Errorf("%v", fault)
		}
	}()
	if thrown := w.vm.Try(f); thrown != nil {
		return thrown
	}
	return nil
}

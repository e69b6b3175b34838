package sandbox

import (
	"errors"
	"fmt"
	"regexp"
	"sort"
	"strings"
	"time"

	"github.com/dop251/goja"
)

// file evaluates one file and reads its classes.
func (e *evaluation) file(name string) (result Result) {
	result.File = name
	defer func() {
		if fault := recover(); fault != nil {
			// goja is a large program; what it trips over is a fault of the file all the same.
			result.Problems = append(result.Problems, Problem{
				Code: "resource-failed", Text: "cannot evaluate the file: " + lower(fmt.Sprint(fault)), Place: Place{File: name},
			})
		}
	}()
	w, err := newWorld(e)
	if err != nil {
		return Result{File: name, Problems: []Problem{{Code: "resource-failed", Text: lower(err.Error()), Place: Place{File: name}}}}
	}
	w.file = name
	stop := time.AfterFunc(SoftLimit, func() { w.vm.Interrupt(ErrTime) })
	defer stop.Stop()
	exports, err := w.load(name)
	if err != nil {
		w.problems = append(w.problems, w.problem(name, err))
		return Result{File: name, Problems: firstOfPlace(w.problems)}
	}
	classes := w.exported(exports)
	return Result{File: name, Classes: classes, Problems: w.problems}
}

// firstOfPlace drops what an importer says of a fault that the imported file has reported.
func firstOfPlace(problems []Problem) []Problem {
	if len(problems) > 1 && problems[0].Code != "resource-failed" {
		return problems[:1]
	}
	return problems
}

// problem says why a file did not load, and where.
func (w *world) problem(name string, err error) Problem {
	var syntax *unreadable
	if errors.As(err, &syntax) {
		return syntax.problem
	}
	var stopped *goja.InterruptedError
	if errors.As(err, &stopped) {
		return Problem{"resource-time", string(ErrTime) + " while it loads, so no class of it is read", w.place(name, stopped.Stack())}
	}
	var deep *goja.StackOverflowError
	if errors.As(err, &deep) {
		return Problem{"resource-failed", "the file calls itself without end while it loads, so no class of it is read", w.place(name, deep.Stack())}
	}
	var thrown *goja.Exception
	if errors.As(err, &thrown) {
		return Problem{"resource-failed", "the file fails while it loads, so no class of it is read: " + excerpt(w.message(thrown)), w.place(name, thrown.Stack())}
	}
	return Problem{"resource-failed", "the file fails while it loads, so no class of it is read: " + excerpt(lower(err.Error())), Place{File: name}}
}

// message is what an exception says. The text belongs to the file and may be anything.
func (w *world) message(thrown *goja.Exception) (text string) {
	defer func() {
		if recover() != nil {
			text = "an exception without words"
		}
	}()
	if o, ok := thrown.Value().(*goja.Object); ok {
		if m := o.Get("message"); m != nil && !goja.IsUndefined(m) {
			return strings.TrimPrefix(unmark(m.String()), "GoError: ")
		}
	}
	return unmark(thrown.Value().String())
}

// maxExcerpt bounds what a message quotes of a file, in bytes.
const maxExcerpt = 200

func excerpt(text string) string {
	text = strings.TrimRight(strings.Join(strings.Fields(text), " "), ".")
	if len(text) > maxExcerpt {
		text = strings.ToValidUTF8(text[:maxExcerpt], "") + "…"
	}
	return text
}

// unmark writes the names of stand-ins as the author would.
func unmark(text string) string {
	return strings.NewReplacer(markStart, "", markEnd, "").Replace(text)
}

// place is the innermost frame of a stack that is in a source.
func (w *world) place(name string, stack []goja.StackFrame) Place {
	for _, frame := range stack {
		position := frame.Position()
		source, ok := w.source(position.Filename)
		if !ok {
			continue
		}
		t := newText(w.sources[source])
		start := t.units(position.Line-padding, position.Column)
		return Place{source, start, start + tokenLength(t.text[start:])}
	}
	return Place{File: name}
}

// maxPrefix bounds how deep objects of classes are searched; maxClasses how many classes one file may export.
const maxPrefix, maxClasses = 4, 1000

// exported returns the Resource classes of what a module exports, in the order of their places.
func (w *world) exported(exports goja.Value) []Class {
	var classes []Class
	o, ok := exports.(*goja.Object)
	if !ok {
		return nil
	}
	if w.isFunction(o) {
		w.add(&classes, []string{"default"}, o)
	} else {
		w.search(&classes, nil, o, nil)
	}
	sort.SliceStable(classes, func(i, j int) bool { return classes[i].Place.Start < classes[j].Place.Start })
	return classes
}

// search reads the members of an object: classes, and objects that hold classes.
func (w *world) search(classes *[]Class, prefix []string, o *goja.Object, outer []*goja.Object) {
	for _, name := range w.keys(o) {
		value, err := w.get(o, name)
		inner, ok := value.(*goja.Object)
		if err != nil || !ok || len(*classes) >= maxClasses {
			continue
		}
		path := append(append([]string{}, prefix...), name)
		switch {
		case w.standIns[inner] != "":
		case w.isFunction(inner):
			w.add(classes, path, inner)
		case len(path) < maxPrefix && !contains(outer, inner) && inner.ClassName() == "Object":
			w.search(classes, path, inner, append(outer, inner))
		}
	}
}

func contains(list []*goja.Object, o *goja.Object) bool {
	for _, each := range list {
		if each == o {
			return true
		}
	}
	return false
}

func (w *world) isFunction(o *goja.Object) bool {
	_, ok := goja.AssertFunction(o)
	return ok
}

// add appends a class when it is one of Resource, of a table, or of something that is not read.
func (w *world) add(classes *[]Class, path []string, o *goja.Object) {
	c := Class{Path: path}
	chain := w.ancestry(o, &c)
	if chain == nil {
		return
	}
	text := w.classes[o]
	if text != nil {
		c.Place = text.place
	}
	if at := w.binding(path); at.File != "" && (text == nil || !text.named) {
		c.Place = at
	}
	if path[len(path)-1] == "default" {
		c.Path = w.defaultPath(path, o, text)
	}
	c.Methods = w.methods(chain)
	for _, name := range statics {
		if s, ok := w.static(o, chain, name); ok {
			c.Statics = append(c.Statics, s)
		}
	}
	if c.Unread != "" && !ofHarper(c.Unread) && len(c.Methods) == 0 && len(c.Statics) == 0 {
		return // a class of another library, no resource
	}
	if repeatsDefault(*classes, &c, path) {
		return
	}
	*classes = append(*classes, c)
}

// binding returns where a file names a class that has no name of its own: classes that one function makes are told
// apart by it.
func (w *world) binding(path []string) Place {
	text := w.sources[w.file].Text
	found := regexp.MustCompile(`\b(?:const|let|var)\s+` + regexp.QuoteMeta(path[0]) + `\b`).FindStringIndex(text)
	if found == nil || len(path) > 1 {
		return Place{}
	}
	return Place{w.file, found[1] - len(path[0]), found[1]}
}

// ofHarper reports whether a stand-in is for a table that no schema declares: what extends it is a resource for sure.
func ofHarper(name string) bool {
	return strings.HasPrefix(name, "tables.") || strings.HasPrefix(name, "databases.")
}

// repeatsDefault reports whether a class is exported by name and as default alike.
func repeatsDefault(classes []Class, c *Class, path []string) bool {
	if path[len(path)-1] != "default" {
		return false
	}
	for _, other := range classes {
		if other.Place == c.Place && c.Place.File != "" && strings.Join(other.Path, "/") == strings.Join(c.Path, "/") {
			return true
		}
	}
	return false
}

// defaultPath names a default export by its class.
func (w *world) defaultPath(path []string, o *goja.Object, text *class) []string {
	name, err := w.get(o, "name")
	if err != nil || name == nil || text == nil {
		return path[:len(path)-1]
	}
	// A class without a name is called by esbuild or goja.
	if spelled := name.String(); spelled != "" && spelled != "default" && (text.named || !strings.HasSuffix(spelled, "_default")) {
		return append(path[:len(path)-1:len(path)-1], spelled)
	}
	return path[:len(path)-1]
}

// maxChain bounds how long an ancestry is followed.
const maxChain = 100

// ancestry returns the class and those of the author's that it extends, and fills in what the last of them extends; nil
// when that is neither Resource nor a table nor a stand-in.
func (w *world) ancestry(o *goja.Object, c *Class) []*goja.Object {
	var chain []*goja.Object
	for range maxChain {
		if index, ok := w.tables[o]; ok {
			t := w.request.Tables[index]
			c.Database, c.Table, c.IsTable = t.Database, t.Name, len(chain) == 0
			return append(chain, nil)
		}
		if o == w.resource {
			return append(chain, nil)
		}
		if name, ok := w.standIns[o]; ok {
			c.Unread = name
			return append(chain, nil)
		}
		chain = append(chain, o)
		if o = o.Prototype(); o == nil {
			return nil
		}
	}
	return nil
}

// methods returns the verb methods that the classes of a chain define, on the prototype or as statics.
func (w *world) methods(chain []*goja.Object) []string {
	var found []string
	for _, name := range methods {
		for _, o := range chain {
			if o == nil {
				break
			}
			prototype, _ := w.own(o, "prototype")
			if p, ok := prototype.(*goja.Object); ok && w.definesMethod(p, name) || w.definesMethod(o, name) {
				found = append(found, name)
				break
			}
		}
	}
	return found
}

func (w *world) definesMethod(o *goja.Object, name string) bool {
	value, ok := w.own(o, name)
	if !ok {
		return false
	}
	f, isObject := value.(*goja.Object)
	return isObject && w.isFunction(f)
}

// own returns what an object itself has under a name, without calling a getter.
func (w *world) own(o *goja.Object, name string) (goja.Value, bool) {
	d, err := w.descriptor(goja.Undefined(), o, w.vm.ToValue(name))
	if err != nil {
		return nil, false
	}
	described, ok := d.(*goja.Object)
	if !ok {
		return nil, false
	}
	value := described.Get("value")
	return value, true
}

// static reads a static that the class or one of its ancestors defines.
func (w *world) static(o *goja.Object, chain []*goja.Object, name string) (Static, bool) {
	for _, owner := range chain {
		if owner == nil {
			break
		}
		if _, ok := w.own(owner, name); !ok {
			continue
		}
		at := w.spotOf(owner, name)
		if at.place.File == "" {
			at.place = w.spotOf(o, "").place
		}
		value, err := w.get(o, name)
		if err != nil {
			return Static{name, Value{Kind: Unknown, Text: "it throws when it is read: " + excerpt(w.words(err)), Place: at.place}}, true
		}
		if value == nil || goja.IsUndefined(value) {
			return Static{}, false
		}
		return Static{name, w.read(value, at)}, true
	}
	return Static{}, false
}

// spotOf returns the place of a static in the text of its class or, where the text does not say, that of the class.
func (w *world) spotOf(o *goja.Object, name string) *spot {
	text := w.classes[o]
	if text == nil {
		return &spot{}
	}
	if s := text.statics[name]; s != nil {
		return s
	}
	return &spot{place: text.place}
}

func (w *world) words(err error) string {
	var thrown *goja.Exception
	if errors.As(err, &thrown) {
		return w.message(thrown)
	}
	if errors.As(err, new(*goja.InterruptedError)) {
		return "it does not come to an end"
	}
	return lower(err.Error())
}

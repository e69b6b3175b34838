package sandbox

import (
	_ "embed"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dop251/goja"
)

// An evaluation is one request at work.
type evaluation struct {
	request *Request
	sources map[string]Source
	// scripts are shared by the files that import them; labels are the names of their sources, by the number in their
	// label.
	scripts map[string]*script
	labels  []string
	// furniture is world.js, compiled for the first file: a run without Resource files does not pay for it.
	furniture *goja.Program
	emit      func(Line)
}

func (e *evaluation) script(name string) *script {
	if s, ok := e.scripts[name]; ok {
		return s
	}
	label := "m" + strconv.Itoa(len(e.labels))
	e.labels = append(e.labels, name)
	s := compile(e.sources[name], label)
	e.scripts[name] = s
	return s
}

// A world is one JavaScript runtime with one file in it.
type world struct {
	*evaluation
	vm *goja.Runtime
	// file is the name of the file.
	file    string
	modules map[string]*goja.Object
	// loading are the scripts that are running, the innermost last.
	loading []*script
	// standIns say what each stand-in stands for; classes what the text tells of a class.
	standIns map[*goja.Object]string
	classes  map[*goja.Object]*class
	// tables and resource are the classes that Harper gives.
	tables   map[*goja.Object]int
	resource *goja.Object
	// symbol is that by which an entry of a table's Record is known wherever it is spread.
	symbol     *goja.Symbol
	descriptor goja.Callable
	outside    func(name string) goja.Value
	harper     goja.Value
	// loaded says that the file itself is through, and only what it has put off is running.
	loaded   bool
	problems []Problem
}

//go:embed world.js
var worldText string

// harperNames and nodeNames are globals that stand-ins serve.
var (
	harperNames = []string{
		"server", "logger", "config", "contentTypes", "transaction", "getUser", "createBlob", "threads", "auth", "operation",
		"RequestTarget", "IterableEventQueue", "Attribute", "authenticateUser", "getContext", "getResponse", "harperConfig",
	}
	nodeNames = []string{
		"fetch", "Request", "Response", "Headers", "FormData", "Blob", "File", "WebSocket", "EventSource", "Event", "EventTarget",
		"AbortController", "AbortSignal", "URL", "URLSearchParams", "TextEncoder", "TextDecoder", "Buffer", "crypto",
		"performance", "BroadcastChannel", "MessageChannel", "ReadableStream", "WritableStream", "TransformStream", "WebAssembly",
		"Intl", "navigator", "atob", "btoa",
	}
)

// What the clock and the dice show. A value that holds one of them is not statically known.
var (
	clock     = time.Date(2001, 2, 3, 4, 5, 6, 789e6, time.UTC)
	clockText = []string{clock.Format("2006-01-02T15:04:05.000Z"), strconv.FormatInt(clock.UnixMilli(), 10), "Feb 03 2001 04:05:06", "03 Feb 2001 04:05:06"}
)

const (
	dice     = 0.42424242424242425
	diceText = "0.42424242424242425"
)

// markStart and markEnd are private characters around the name of a stand-in in a text that was made of it.
const markStart, markEnd = "\uE0F3schemac:", "\uE0F4"

// maxStack bounds the depth of calls in JavaScript.
const maxStack = 2000

func newWorld(e *evaluation) (*world, error) {
	w := &world{
		evaluation: e,
		vm:         goja.New(),
		modules:    map[string]*goja.Object{},
		standIns:   map[*goja.Object]string{},
		classes:    map[*goja.Object]*class{},
		tables:     map[*goja.Object]int{},
		symbol:     goja.NewSymbol("origin"),
	}
	w.vm.SetMaxCallStackSize(maxStack)
	w.vm.SetTimeSource(func() time.Time { return clock })
	w.vm.SetRandSource(func() float64 { return dice })
	return w, w.furnish()
}

// furnish runs world.js and keeps what it gives.
func (w *world) furnish() error {
	if w.furniture == nil {
		program, err := goja.Compile("world", worldText, true)
		if err != nil {
			return err
		}
		w.furniture = program
	}
	made, err := w.vm.RunProgram(w.furniture)
	if err != nil {
		return err
	}
	furnish, _ := goja.AssertFunction(made)
	given, err := furnish(goja.Undefined(), w.host())
	if err != nil {
		return err
	}
	module, _ := goja.AssertFunction(given.ToObject(w.vm).Get("module"))
	harper, _ := goja.AssertFunction(given.ToObject(w.vm).Get("harper"))
	w.outside = func(name string) goja.Value {
		v, err := module(goja.Undefined(), w.vm.ToValue(name))
		if err != nil {
			return goja.Undefined()
		}
		return v
	}
	if w.harper, err = harper(goja.Undefined()); err != nil {
		return err
	}
	object := w.vm.GlobalObject().Get("Object").ToObject(w.vm)
	w.descriptor, _ = goja.AssertFunction(object.Get("getOwnPropertyDescriptor"))
	for name, f := range map[string]func(goja.FunctionCall) goja.Value{classCall: w.isClass, statementCall: w.at} {
		if err := w.vm.GlobalObject().DefineDataProperty(name, w.vm.ToValue(f), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE); err != nil {
			return err
		}
	}
	return nil
}

// host is what world.js knows of this side.
func (w *world) host() *goja.Object {
	host := w.vm.NewObject()
	var tables []any
	for i, t := range w.request.Tables {
		tables = append(tables, w.table(i, t))
	}
	for name, value := range map[string]any{
		"mark":        func(name string) string { return markStart + name + markEnd },
		"remember":    func(call goja.FunctionCall) goja.Value { return w.remember(call) },
		"ours":        func(name string) bool { return slices.Contains(statics, name) },
		"refuse":      func(name string) { panic(w.vm.NewGoError(errors.New(name + "() ends the process"))) },
		"isTable":     func(call goja.FunctionCall) goja.Value { return w.isTable(call) },
		"isResource":  func(call goja.FunctionCall) goja.Value { w.resource, _ = call.Argument(0).(*goja.Object); return nil },
		"tables":      w.vm.NewArray(tables...),
		"harperNames": names(w.vm, harperNames),
		"nodeNames":   names(w.vm, nodeNames),
	} {
		_ = host.Set(name, value) // never fails: the object is our own
	}
	return host
}

func names(vm *goja.Runtime, list []string) goja.Value {
	items := make([]any, len(list))
	for i, name := range list {
		items[i] = name
	}
	return vm.NewArray(items...)
}

func (w *world) remember(call goja.FunctionCall) goja.Value {
	if o, ok := call.Argument(0).(*goja.Object); ok {
		w.standIns[o] = call.Argument(1).String()
	}
	return goja.Undefined()
}

func (w *world) isTable(call goja.FunctionCall) goja.Value {
	if o, ok := call.Argument(0).(*goja.Object); ok {
		w.tables[o] = int(call.Argument(1).ToInteger())
	}
	return call.Argument(0)
}

// isClass is called in each class before anything else of it.
func (w *world) isClass(call goja.FunctionCall) goja.Value {
	n := int(call.Argument(0).ToInteger())
	o, ok := call.Argument(1).(*goja.Object)
	if s := w.running(); ok && s != nil && n >= 0 && n < len(s.classes) {
		w.classes[o] = s.classes[n]
	}
	return goja.Undefined()
}

// running is the script whose code calls.
func (w *world) running() *script {
	for _, frame := range w.vm.CaptureCallStack(4, nil) {
		if name, ok := w.source(frame.SrcName()); ok {
			return w.scripts[name]
		}
	}
	return nil
}

// source returns the name of the source that a label stands for.
func (e *evaluation) source(label string) (string, bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(label, "m"))
	if err != nil || !strings.HasPrefix(label, "m") || n < 0 || n >= len(e.labels) {
		return "", false
	}
	return e.labels[n], true
}

// at is called before each outermost statement.
func (w *world) at(call goja.FunctionCall) goja.Value {
	n := int(call.Argument(0).ToInteger())
	if len(w.loading) == 0 {
		return goja.Undefined()
	}
	if n < 0 {
		w.loaded = len(w.loading) == 1
	}
	if s := w.loading[len(w.loading)-1]; n >= 0 && n < len(s.statements) {
		w.emit(Line{At: &s.statements[n]})
	}
	return goja.Undefined()
}

// table is a table as world.js takes it.
func (w *world) table(index int, t Table) *goja.Object {
	record := w.vm.NewObject()
	key := ""
	for i, m := range t.Record {
		entry := w.make(m.Value)
		if o, ok := entry.(*goja.Object); ok {
			origin := w.vm.ToValue(fmt.Sprintf("%d.%d", index+1, i+1))
			_ = o.DefineDataPropertySymbol(w.symbol, origin, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
			if flag := o.Get("primaryKey"); flag != nil && flag.ToBoolean() {
				key = m.Name
			}
		}
		_ = record.Set(m.Name, entry)
	}
	o := w.vm.NewObject()
	for name, value := range map[string]any{
		"database": t.Database, "name": t.Name, "description": t.Description, "primaryKey": key, "record": record, "index": index,
	} {
		_ = o.Set(name, value) // never fails: the object is our own
	}
	return o
}

// make turns a value of the wire into one of JavaScript.
func (w *world) make(v Value) goja.Value {
	switch v.Kind {
	case Bool:
		return w.vm.ToValue(v.Text == "true")
	case Number:
		f, _ := strconv.ParseFloat(v.Text, 64)
		return w.vm.ToValue(f)
	case String:
		return w.vm.ToValue(v.Text)
	case Array:
		var items []any
		for _, item := range v.Items {
			items = append(items, w.make(item))
		}
		return w.vm.NewArray(items...)
	case Object:
		o := w.vm.NewObject()
		for _, m := range v.Members {
			_ = o.Set(m.Name, w.make(m.Value))
		}
		return o
	}
	return goja.Null()
}

// harperModules are the packages that give what the globals give.
var harperModules = []string{"harper", "harperdb", "@harperfast/harper", "@harperdb/harper", "@harperfast/harper-pro"}

// load runs a source, once, and returns what it exports.
func (w *world) load(name string) (goja.Value, error) {
	if m := w.modules[name]; m != nil {
		return m.Get("exports"), nil
	}
	s := w.script(name)
	if s.problem != nil {
		return nil, &unreadable{*s.problem}
	}
	module := w.vm.NewObject()
	_ = module.Set("exports", w.vm.NewObject())
	w.modules[name] = module
	wrapped, err := w.vm.RunProgram(s.program)
	if err != nil {
		return nil, err
	}
	body, _ := goja.AssertFunction(wrapped)
	w.loading = append(w.loading, s)
	defer func() { w.loading = w.loading[:len(w.loading)-1] }()
	exports := module.Get("exports")
	_, err = body(exports, exports, w.vm.ToValue(w.require(name)), module, w.vm.ToValue(name), w.vm.ToValue(path.Dir(name)))
	return module.Get("exports"), err
}

// An unreadable is a source that does not become a script.
type unreadable struct{ problem Problem }

func (u *unreadable) Error() string { return u.problem.Text }

// require returns the function by which a source imports.
func (w *world) require(from string) func(goja.FunctionCall) goja.Value {
	return func(call goja.FunctionCall) goja.Value {
		name := call.Argument(0).String()
		switch target, ok := Resolve(from, name, func(n string) bool { _, ok := w.sources[n]; return ok }); {
		case ok:
			exports, err := w.load(target)
			if err != nil {
				w.throw(err)
			}
			return exports
		case slices.Contains(harperModules, name):
			return w.harper
		}
		w.notRead(name)
		return w.outside(name)
	}
}

// notRead says of an import that nothing is read for it: one from beside the file, or one that the file makes after
// it has loaded. That other packages are not read goes without saying.
func (w *world) notRead(name string) {
	if relative := strings.HasPrefix(name, "."); !relative && !w.loaded {
		return
	}
	from := ""
	if len(w.loading) > 0 {
		from = w.loading[0].name
	}
	w.problems = append(w.problems, Problem{
		"import-not-read", fmt.Sprintf("%q is not read; what comes from it is a stand-in that does nothing", excerpt(name)),
		w.place(from, w.vm.CaptureCallStack(4, nil)),
	})
}

// throw raises an error of an import in the importer.
func (w *world) throw(err error) {
	var thrown *goja.Exception
	if errors.As(err, &thrown) {
		panic(thrown.Value())
	}
	var stopped *goja.InterruptedError
	if errors.As(err, &stopped) {
		panic(stopped)
	}
	var syntax *unreadable
	if errors.As(err, &syntax) {
		w.problems = append(w.problems, syntax.problem)
	}
	panic(w.vm.NewGoError(err))
}

// Resolve returns the source that an import means, as Node and bundlers of TypeScript find it: the very name, the name
// with a suffix, the TypeScript that a ".js" is made of, or the index of a folder. has says which sources there are.
// Imports that are not relative, or that lead outside, mean none.
func Resolve(from, name string, has func(string) bool) (string, bool) {
	if !strings.HasPrefix(name, "./") && !strings.HasPrefix(name, "../") && name != "." && name != ".." {
		return "", false
	}
	base := path.Join(path.Dir(from), name)
	if base == ".." || strings.HasPrefix(base, "../") {
		return "", false
	}
	for _, candidate := range candidates(base) {
		if loaders[path.Ext(candidate)] != 0 && has(candidate) {
			return candidate, true
		}
	}
	return "", false
}

var suffixes = []string{".js", ".ts", ".mjs", ".mts", ".cjs", ".cts", ".json", ".jsx", ".tsx"}

func candidates(base string) []string {
	list := []string{base}
	for _, suffix := range suffixes {
		list = append(list, base+suffix)
	}
	for _, pair := range [][2]string{{".js", ".ts"}, {".js", ".tsx"}, {".mjs", ".mts"}, {".cjs", ".cts"}, {".jsx", ".tsx"}} {
		if stem, ok := strings.CutSuffix(base, pair[0]); ok {
			list = append(list, stem+pair[1])
		}
	}
	for _, suffix := range suffixes {
		list = append(list, path.Join(base, "index"+suffix))
	}
	return list
}

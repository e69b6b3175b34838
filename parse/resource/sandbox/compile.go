package sandbox

import (
	"path"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"
	"github.com/evanw/esbuild/pkg/api"
)

// A script is one source made ready to run, with the places that only its text knows.
type script struct {
	// name is that of the source.
	name    string
	program *goja.Program
	// problem says why there is no program.
	problem *Problem
	// classes are all classes of the text, and statements its outermost statements; the script itself says at run time
	// which of them it means.
	classes    []*class
	statements []Place
}

// A class is what the text of a class tells of places.
type class struct {
	place Place
	// named says that the text gives the class a name.
	named   bool
	statics map[string]*spot
}

// loaders say how a file is read, by its suffix. Others are not read.
var loaders = map[string]api.Loader{
	".js": api.LoaderJS, ".mjs": api.LoaderJS, ".cjs": api.LoaderJS, ".jsx": api.LoaderJSX,
	".ts": api.LoaderTS, ".mts": api.LoaderTS, ".cts": api.LoaderTS, ".tsx": api.LoaderTSX,
	".json": api.LoaderJSON,
}

// The wrapper makes a module a function of what Node gives to one. It stands on lines of its own, outside the source map.
const (
	wrapperHead = "(function (exports, require, module, __filename, __dirname) {"
	wrapperTail = "})"
)

// unsupported are parts of the language that goja lacks, for esbuild to write in others.
var unsupported = map[string]bool{
	"dynamic-import": false, "for-await": false, "async-generator": false, "top-level-await": false, "using": false,
	"regexp-unicode-property-escapes": true,
}

// compile makes a script of a source. label is what goja calls it in stack traces: a plain word, because goja takes
// names for addresses.
func compile(s Source, label string) *script {
	loader, ok := loaders[path.Ext(s.Name)]
	if !ok {
		loader = api.LoaderJS
	}
	result := api.Transform(padded(s.Text, loader), api.TransformOptions{
		Sourcefile:  label,
		Loader:      loader,
		Format:      api.FormatCommonJS,
		Target:      api.ES2022,
		Supported:   unsupported,
		Banner:      wrapperHead,
		Footer:      wrapperTail,
		Sourcemap:   api.SourceMapInline,
		LogLevel:    api.LogLevelSilent,
		TsconfigRaw: `{"compilerOptions":{"experimentalDecorators":true,"useDefineForClassFields":true}}`,
	})
	if len(result.Errors) > 0 {
		return &script{problem: syntaxProblem(s, result.Errors[0])}
	}
	program, err := parser.ParseFile(nil, label, string(result.Code), 0, parser.WithSourceMapLoader(noSourceMap))
	if err != nil {
		return &script{problem: &Problem{
			Code: "resource-syntax", Text: "cannot read the file: " + lower(err.Error()), Place: Place{File: s.Name},
		}}
	}
	c := &instrument{file: program.File, label: label, text: newText(s), script: &script{name: s.Name}}
	c.program(program)
	if c.script.program, err = goja.CompileAST(program, false); err != nil {
		c.script.problem = &Problem{Code: "resource-syntax", Text: "cannot read the file: " + lower(err.Error()), Place: Place{File: s.Name}}
	}
	return c.script
}

// padding is how many lines [padded] puts before a text.
const padding = 1

// padded puts a line before the text and a statement after it: goja's reader of source maps loses what stands at the
// very beginning and what stands last.
func padded(text string, loader api.Loader) string {
	if loader == api.LoaderJSON {
		return text
	}
	return "\n" + text + "\n;void 0;"
}

// noSourceMap keeps goja from opening what a comment of the file names.
func noSourceMap(string) ([]byte, error) { return nil, nil }

// syntaxProblem says what esbuild says, in our manner.
func syntaxProblem(s Source, m api.Message) *Problem {
	p := &Problem{Code: "resource-syntax", Text: strings.TrimRight(lower(m.Text), "."), Place: Place{File: s.Name}}
	if l := m.Location; l != nil {
		start := newText(s).offset(l.Line-padding, l.Column)
		p.Place = Place{s.Name, start, min(start+l.Length, len(s.Text))}
	}
	if strings.Contains(m.Text, "Top-level await") {
		p.Code, p.Text = "top-level-await", `"await" outside a function is not evaluated, so no class of the file is read; move it into a method`
	}
	return p
}

// lower gives a message of another program the first letter of ours.
func lower(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if text == "" {
		return "unknown fault"
	}
	return strings.ToLower(text[:1]) + text[1:]
}

// An instrument adds to a program the calls that say, while it runs, which class and which statement it is at.
type instrument struct {
	file   *file.File
	label  string
	text   *text
	script *script
}

// Names of the calls. They are globals, so they are what no file is likely to call its own.
const (
	classCall     = "__schemac_class"
	statementCall = "__schemac_at"
)

func (c *instrument) program(p *ast.Program) {
	c.walk(p)
	for _, s := range p.Body {
		if wrapper := wrapperOf(s); wrapper != nil {
			wrapper.Body.List = c.statements(wrapper.Body.List)
		}
	}
}

// wrapperOf returns the function that the whole text is wrapped in.
func wrapperOf(s ast.Statement) *ast.FunctionLiteral {
	if e, ok := s.(*ast.ExpressionStatement); ok {
		f, _ := e.Expression.(*ast.FunctionLiteral)
		return f
	}
	return nil
}

// statements puts a call before each statement that the author wrote. Those of esbuild have no place in the source.
func (c *instrument) statements(list []ast.Statement) []ast.Statement {
	var out []ast.Statement
	for _, s := range list {
		if place := c.line(s.Idx0()); place.File != "" && !isDirective(s) {
			out = append(out, call(s.Idx0(), statementCall, number(len(c.script.statements))))
			c.script.statements = append(c.script.statements, place)
		}
		out = append(out, s)
	}
	if len(list) > 0 {
		out = append(out, call(list[0].Idx0(), statementCall, number(-1)))
	}
	return out
}

func isDirective(s ast.Statement) bool {
	e, ok := s.(*ast.ExpressionStatement)
	if !ok {
		return false
	}
	_, ok = e.Expression.(*ast.StringLiteral)
	return ok
}

func number(n int) ast.Expression { return &ast.NumberLiteral{Value: int64(n)} }

func call(at file.Idx, name string, arguments ...ast.Expression) ast.Statement {
	callee := &ast.Identifier{Name: "globalThis", Idx: at}
	return &ast.ExpressionStatement{Expression: &ast.CallExpression{
		Callee:       &ast.DotExpression{Left: callee, Identifier: ast.Identifier{Name: unistring(name), Idx: at}},
		ArgumentList: arguments, LeftParenthesis: at, RightParenthesis: at,
	}}
}

// class notes the places of a class and has it say which one it is.
func (c *instrument) class(l *ast.ClassLiteral) {
	k := &class{place: c.token(l.Class), statics: map[string]*spot{}}
	if l.Name != nil {
		k.name(c.text, l.Name.Name.String(), c.token(l.Name.Idx))
	}
	for _, element := range l.Body {
		c.static(k, element)
	}
	mark := call(l.Class, classCall, number(len(c.script.classes)), &ast.ThisExpression{Idx: l.Class})
	block := &ast.ClassStaticBlock{Static: l.Class, Block: &ast.BlockStatement{LeftBrace: l.Class, RightBrace: l.Class, List: []ast.Statement{mark}}}
	l.Body = append([]ast.ClassElement{block}, l.Body...)
	c.script.classes = append(c.script.classes, k)
}

// name places the name of a class. esbuild sometimes says where the statement begins instead.
func (k *class) name(t *text, name string, at Place) {
	if at.File == "" {
		return
	}
	line, _, _ := strings.Cut(t.text[at.Start:], "\n")
	if i := strings.Index(line, name); t.at(at) == name || i >= 0 && strings.HasSuffix(strings.TrimRight(line[:i], " \t"), "class") {
		k.place, k.named = Place{at.File, at.Start + max(i, 0), at.Start + max(i, 0) + len(name)}, true
	}
}

func (c *instrument) static(k *class, element ast.ClassElement) {
	switch e := element.(type) {
	case *ast.FieldDefinition:
		if name, ok := c.name(e.Key); ok && e.Static && !e.Computed {
			k.statics[name] = c.spot(c.token(e.Key.Idx0()), e.Initializer)
		}
	case *ast.MethodDefinition:
		if name, ok := c.name(e.Key); ok && e.Static && !e.Computed {
			k.statics[name] = c.spot(c.token(e.Key.Idx0()), nil)
		}
	}
}

package sandbox

import (
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	str "github.com/dop251/goja/unistring"
)

func unistring(name string) str.String { return str.NewFromString(name) }

// A spot is the place of a value in the source, and those of what it holds where the source spells it out.
type spot struct {
	place Place
	// members are those of an object literal, or by their index those of an array literal.
	members map[string]*spot
}

// in returns the spot of a member or, where the source does not spell it out, the nearest place around it.
func (s *spot) in(name string) *spot {
	if s == nil {
		return nil
	}
	if inner := s.members[name]; inner != nil {
		return inner
	}
	return &spot{place: s.place}
}

// maxSpots bounds how deep a literal is followed; a deeper one is located by what holds it.
const maxSpots = 32

func (c *instrument) spot(place Place, e ast.Expression) *spot { return c.nested(place, e, 0) }

func (c *instrument) nested(place Place, e ast.Expression, depth int) *spot {
	s := &spot{place: place}
	if depth > maxSpots {
		return s
	}
	switch e := e.(type) {
	case *ast.ObjectLiteral:
		s.members = make(map[string]*spot, len(e.Value))
		for _, p := range e.Value {
			switch p := p.(type) {
			case *ast.PropertyKeyed:
				if name, ok := c.name(p.Key); ok && !p.Computed {
					s.members[name] = c.nested(c.token(p.Key.Idx0()), p.Value, depth+1)
				}
			case *ast.PropertyShort:
				s.members[p.Name.Name.String()] = &spot{place: c.token(p.Name.Idx)}
			}
		}
	case *ast.ArrayLiteral:
		s.members = make(map[string]*spot, len(e.Value))
		for i, item := range e.Value {
			if item != nil {
				s.members[strconv.Itoa(i)] = c.nested(c.token(item.Idx0()), item, depth+1)
			}
		}
	}
	return s
}

// name returns the name that a key spells.
func (c *instrument) name(key ast.Expression) (string, bool) {
	switch k := key.(type) {
	case *ast.StringLiteral:
		return k.Value.String(), true
	case *ast.Identifier:
		return k.Name.String(), true
	}
	return "", false
}

// astPackage is the package whose nodes are walked.
var astPackage = reflect.TypeFor[ast.Program]().PkgPath()

// walk finds every class below a node. goja has no walker of its own.
func (c *instrument) walk(node any) { c.value(reflect.ValueOf(node)) }

func (c *instrument) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		c.value(v.Elem())
	case reflect.Pointer:
		if v.IsNil() || !v.CanInterface() || v.Type().Elem().PkgPath() != astPackage {
			return
		}
		c.value(v.Elem())
		if l, ok := v.Interface().(*ast.ClassLiteral); ok {
			c.class(l)
		}
	case reflect.Slice:
		if v.Type() == declarations {
			return // the same nodes as in the body, a second time
		}
		for i := range v.Len() {
			c.value(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			c.value(v.Field(i))
		}
	}
}

var declarations = reflect.TypeFor[[]*ast.VariableDeclaration]()

// A text finds offsets in the source.
type text struct {
	name, text string
	lines      []int
}

func newText(s Source) *text {
	t := &text{name: s.Name, text: s.Text, lines: []int{0}}
	for i := 0; ; {
		next := strings.IndexByte(s.Text[i:], '\n')
		if next < 0 {
			return t
		}
		i += next + 1
		t.lines = append(t.lines, i)
	}
}

// offset returns the byte offset of a line (1-based) and a column in bytes (0-based), inside the text.
func (t *text) offset(line, column int) int {
	line = min(max(line, 1), len(t.lines))
	return min(t.lines[line-1]+max(column, 0), len(t.text))
}

// units is offset with a column in UTF-16 code units, as source maps count.
func (t *text) units(line, column int) int {
	at := t.offset(line, 0)
	for column > 0 && at < len(t.text) && t.text[at] != '\n' {
		r, size := utf8.DecodeRuneInString(t.text[at:])
		at += size
		if column--; r > 0xFFFF {
			column--
		}
	}
	return at
}

func (t *text) at(p Place) string { return t.text[p.Start:p.End] }

// position returns where a node of the script stands in the source; ok is false for what was added to it.
func (c *instrument) position(idx file.Idx) (offset int, ok bool) {
	at := int(idx) - c.file.Base()
	if at > 0 && c.file.Source()[at-1] != '\n' {
		at-- // goja counts columns from 1, and its reader of source maps from 0
	}
	p := c.file.Position(at)
	line := p.Line - padding
	if p.Filename != c.label || line > len(c.text.lines) || line == len(c.text.lines) && c.text.offset(line, 0) == len(c.text.text) {
		return 0, false
	}
	return c.text.units(line, p.Column), true
}

// token returns the place of the word or string that begins at a node.
func (c *instrument) token(idx file.Idx) Place {
	start, ok := c.position(idx)
	if !ok {
		return Place{}
	}
	return Place{c.text.name, start, start + tokenLength(c.text.text[start:])}
}

// line is the place of a statement as far as its first line goes.
func (c *instrument) line(idx file.Idx) Place {
	start, ok := c.position(idx)
	if !ok {
		return Place{}
	}
	line, _, _ := strings.Cut(c.text.text[start:], "\n")
	return Place{c.text.name, start, start + len(strings.TrimRight(line, " \t"))}
}

// tokenLength is how long a name, a number or a quoted string is; anything else is one character.
func tokenLength(text string) int {
	if text == "" {
		return 0
	}
	if quote := text[0]; quote == '"' || quote == '\'' {
		for i := 1; i < len(text) && text[i] != '\n'; i++ {
			switch text[i] {
			case '\\':
				i++
			case quote:
				return i + 1
			}
		}
		return 1
	}
	n := strings.IndexFunc(text, func(r rune) bool { return !(r == '_' || r == '$' || r == '#' || r >= 0x80 || isWord(r)) })
	if n < 0 {
		n = len(text)
	}
	if n == 0 {
		_, n = utf8.DecodeRuneInString(text)
	}
	return n
}

func isWord(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

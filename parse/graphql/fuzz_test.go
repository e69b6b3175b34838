package graphql

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/lexer"

	"schemac/model"
	"schemac/model/diag"
	"schemac/model/source"
)

// smallBroken are inputs that broke readers of GraphQL before, or could.
var smallBroken = []string{
	"", "\uFEFF", "\x00", "\xFF", "type", "type A", "type A {", "type A {}", "type A { x }", "type A { x: }", "type A { x: Int",
	"}", "{", "type A { x: Int }}", "type A @", "type A @x(", "type A @x(a:", "type A @x(a: \"", "\"", `"""`, `""""`, `"\`, `"""\`, `"""\"""`,
	"type A { x: Int\ntype B { y: Int }", "\"\"\"a\ntype A { x: Int }\n\"\"\"b\"\"\"\ntype B { y: Int }", "type type {", "extend", "extend type",
	"extend type A { x: Int }", "type A { x: [[[[Int }", "# c", "#\n#\r#", "query { a }", "{{ a }}", "type é { x: Int }", "type A { é: Int }",
	"type A { x: Int; y: Int }", "type A { x: 'a' }", "enum E", "enum E { A A }", "union U = |", "input I { a: Int = }", "scalar", "schema {",
	"directive @d on", "directive @d(a: Int", "interface I", "type A implements & { x: Int }", "type A { x(a: Int = {b: [1 2]}): Int }",
	"\"a\" \"b\" type A { x: Int }", "type A { \"a\" }", "type A\r{\rx: Int\r}\r", "# é\ntype 日本 @x { }", "type A{x:Int@deprecated(reason:\"\"\"a\"\"\")}",
}

func seeds(f *testing.F) {
	files, err := filepath.Glob("../../fixtures/*/*/*.graphql")
	if err != nil || len(files) == 0 {
		f.Fatalf("no fixtures: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		if len(text) < 8<<10 {
			f.Add(text, true)
		}
	}
	for i, text := range smallBroken {
		f.Add([]byte(text), i%2 == 0)
	}
}

// compile reads one text as schemac does: faults of the bytes first, then syntax and names.
func compile(raw []byte, comments bool) (*source.File, []*model.Object, *diag.List) {
	var diags diag.List
	f, faults := source.New("a.graphql", raw)
	if len(faults) > 0 {
		return f, nil, &diags
	}
	unit := Parse(f, false, Options{Comments: comments}, &diags)
	return f, Link([]*Unit{unit}, &diags), &diags
}

// Whatever the bytes: no panic, every place inside the file, bounded time, and the same findings each time.
func FuzzParse(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, raw []byte, comments bool) {
		if len(raw) > 64<<10 {
			t.Skip("too long to try many of")
		}
		start := time.Now()
		file, objects, diags := compile(raw, comments)
		if took := time.Since(start); took > time.Second {
			t.Errorf("%d bytes take %v", len(raw), took)
		}
		for _, d := range diags.Sorted() {
			checkPlace(t, file, d.Span)
			for _, r := range d.Related {
				checkPlace(t, file, r.Span)
			}
		}
		var out strings.Builder
		if err := diag.Text(&out, diags.Sorted(), false); err != nil {
			t.Error(err)
		}
		for _, o := range objects {
			checkPlace(t, file, o.Span)
			for _, p := range o.Properties.All() {
				checkPlace(t, file, p.Span)
				if p.Span.Text() != p.Name {
					t.Errorf("the place of field %q is %q", p.Name, p.Span.Text())
				}
			}
		}
		_, _, again := compile(raw, comments)
		if diff := cmp.Diff(places(diags.Sorted()), places(again.Sorted())); diff != "" {
			t.Errorf("read twice: %s", diff)
		}
	})
}

func checkPlace(t *testing.T, f *source.File, at source.Span) {
	if at.IsZero() {
		return
	}
	if at.File.Name != f.Name || at.File.Text != f.Text || at.Start < 0 || at.End < at.Start || at.End > len(f.Text) {
		t.Errorf("place %d to %d is outside the file of %d bytes", at.Start, at.End, len(f.Text))
	}
}

// whole is a schema in which every name is unmistakable, one definition a paragraph.
const whole = `"""The first."""
type First @table @export {
  """Key — é."""
  id: ID! @primaryKey
  name: String! @indexed
  second: Second @relationship(from: secondId)
  secondId: ID @deprecated(reason: "old")
  kind: Kind!
}

# A comment.
enum Kind {
  "A."
  A
  B
}

type Second @table(database: "other", table: "seconds") @export(name: "second", mcp: true) {
  id: ID! @primaryKey
  tags: [String!]!
  third: Third
}

type Third @sealed {
  lines: [[Int]]
  amount: Float! @computed(from: "1 + 2")
}

extend type Third {
  more: Any
}

"🙂" type Fourth @table { id: Long @primaryKey created: Float @createdTime }
`

// replacements stand in for one token of the schema.
var replacements = []string{"", "{", "}", "(", ")", "[", "]", ":", "@", "!", "=", "\"", `"""`, "#", "name", "type", "12", "é", "$", ";", "'", "\n", "\\", "..."}

func FuzzOneBrokenToken(f *testing.F) {
	tokens := tokensOf(whole)
	for i := range tokens {
		f.Add(uint16(i), "")
		f.Add(uint16(i), replacements[i%len(replacements)])
	}
	f.Fuzz(func(t *testing.T, index uint16, replacement string) {
		token := tokens[int(index)%len(tokens)]
		if len(replacement) > 100 {
			t.Skip("no token is that long")
		}
		breakToken(t, token, replacement)
	})
}

// Every token of the schema replaced by every replacement.
func TestOneBrokenToken(t *testing.T) {
	for _, token := range tokensOf(whole) {
		for _, replacement := range replacements {
			breakToken(t, token, replacement)
		}
	}
}

func tokensOf(text string) []source.Span {
	f, _ := source.New("", []byte(text))
	runes := newRuneIndex(text)
	lex := lexer.New(&ast.Source{Input: text})
	var list []source.Span
	for {
		t, err := lex.ReadToken()
		if err != nil || t.Kind == lexer.EOF {
			return list
		}
		list = append(list, f.Span(runes.byteOffset(text, t.Pos.Start), runes.byteOffset(text, t.Pos.End)))
	}
}

// breakToken replaces one token and holds the reader to two things: it is no silent loss, and what stands well before
// the mistake is read as if nothing had happened.
func breakToken(t *testing.T, token source.Span, replacement string) {
	text := whole[:token.Start] + replacement + whole[token.End:]
	_, objects, diags := compile([]byte(text), false)
	_, wanted, clean := compile([]byte(whole), false)
	if clean.HasErrors() {
		t.Fatalf("the schema is not valid: %v", places(clean.Sorted()))
	}
	f, faults := source.New("", []byte(text))
	if len(faults) > 0 {
		return
	}
	if diags.HasErrors() || diags.Count(diag.Warning) > 0 {
		checkOthers(t, text, token, replacement, wanted, objects)
		return
	}
	// Nothing is reported, so nothing may be missing: every type is there with every field that its text has.
	for _, o := range objects {
		if o.Properties.Lookup("") != nil {
			t.Errorf("%q for %q: a field without a name", replacement, token.Text())
		}
	}
	if len(objects) < len(wanted)-1 && !strings.ContainsAny(replacement, "#\"") {
		t.Errorf("%q for %q at %d: %d types and no word about it\n%s", replacement, token.Text(), token.Start, len(objects), f.Text)
	}
}

// checkOthers holds the types whose text the mistake is not in to what they are without it.
func checkOthers(t *testing.T, text string, token source.Span, replacement string, wanted, objects []*model.Object) {
	if strings.ContainsAny(replacement, "{}\"#\\") {
		return // the mistake may swallow what follows
	}
	broken := paragraph(token.Start)
	for _, want := range wanted {
		if strings.Contains(broken, "type "+want.Name) {
			continue
		}
		i := slices.IndexFunc(objects, func(o *model.Object) bool { return o.Name == want.Name })
		if i < 0 {
			t.Errorf("%q for %q at %d: type %q is lost\n%s", replacement, token.Text(), token.Start, want.Name, text)
			continue
		}
		if diff := cmp.Diff(described(want), described(objects[i])); diff != "" {
			t.Errorf("%q for %q at %d: %s: %s", replacement, token.Text(), token.Start, want.Name, diff)
		}
	}
}

// paragraph returns the definition that an offset of the schema is in.
func paragraph(offset int) string {
	end := offset + strings.Index(whole[offset:]+"\n\n", "\n\n")
	return whole[strings.LastIndex(whole[:offset], "\n\n")+1 : min(end, len(whole))]
}

// described returns the names of a type and its fields with their docstrings.
func described(o *model.Object) []string {
	list := []string{o.Name + " " + o.Description}
	for _, p := range o.Properties.All() {
		list = append(list, p.Name+" "+p.Type.String()+" "+p.Doc)
	}
	return list
}

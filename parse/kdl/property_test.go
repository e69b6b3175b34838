package kdl

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"schemac/model/source"
)

// A writer draws a file of KDL 2 with everything that the grammar allows, in every layout.
type writer struct {
	t   *rapid.T
	out strings.Builder
}

func (w *writer) pick(label string, from ...string) string {
	return rapid.SampledFrom(from).Draw(w.t, label)
}

func (w *writer) maybe(label string) bool { return rapid.Bool().Draw(w.t, label) }

func (w *writer) times(most int) int { return rapid.IntRange(0, most).Draw(w.t, "n") }

func (w *writer) write(parts ...string) {
	for _, part := range parts {
		w.out.WriteString(part)
	}
}

// space writes what may stand in a node, and at least a blank.
func (w *writer) space() {
	w.write(w.pick("space", " ", " ", " ", "  ", "\t", " /* c */ ", "/* a\n b */", " \\\n", " \\ // d\n  ", "\u3000", "\\ /* e */ // f\n\\\n"))
}

// optional writes what may stand in a node, or nothing.
func (w *writer) optional() {
	if w.maybe("space?") {
		w.space()
	}
}

// lines writes what may stand between nodes.
func (w *writer) lines() {
	for range w.times(3) {
		w.write(w.pick("lines", "\n", "\n\n\n", " ", "// g  \n", "/* h */", "\n /* i\n*/", "\\\n", "\\ // j\n", "\u2028"))
	}
}

func (w *writer) string() {
	w.write(w.pick("string", "a", "query", "$x", "-", "<é>", "as", `"q r"`, `""`, `"\"\\\n\u{1F600}"`, `"s \
 t"`, `#"\u"#`, `##"#"v"#"##`, "\"\"\"\n  w\n\n   x \\n\"\n  \"\"\"", "#\"\"\"\n\t\\ \"\n\ty\n\t\"\"\"#", "\"\"\"\n  z \\\n\n y\n  \"\"\""))
}

func (w *writer) value() {
	if w.maybe("type") {
		w.annotation()
	}
	switch w.times(3) {
	case 0:
		w.write(w.pick("other", "#true", "#null", "#-inf", "true", "null", "false"))
	case 1:
		w.write(w.pick("number", "0", "-1_0", "0x1F", "1.50e-3", "+0b1_"))
	default:
		w.string()
	}
}

func (w *writer) annotation() {
	w.write("(")
	w.optional()
	w.string()
	w.optional()
	w.write(")")
	w.optional()
}

func (w *writer) entry() {
	if w.maybe("property") {
		w.string()
		w.optional()
		w.write("=")
		w.optional()
	}
	w.value()
}

func (w *writer) slashdash() {
	w.write("/-")
	w.write(w.pick("after slashdash", "", "", " ", "\n", "// k\n", "/* l */", "\\\n", "// m\n // n\n"))
}

func (w *writer) node(depth int) {
	if w.maybe("slashdash") && w.maybe("really") {
		w.slashdash()
	}
	if w.maybe("type") && w.maybe("really") {
		w.annotation()
	}
	w.string()
	for range w.times(3) {
		w.space()
		if w.maybe("slashdash") && w.maybe("really") {
			w.slashdash()
		}
		w.entry()
	}
	w.blocks(depth)
	w.optional()
}

func (w *writer) blocks(depth int) {
	if depth == 0 {
		return
	}
	before, block, after := w.times(4) == 0, w.times(2) > 0, w.times(4) == 0
	if before {
		w.optional()
		w.slashdash()
		w.block(depth - 1)
	}
	if !block {
		return
	}
	w.optional()
	w.block(depth - 1)
	if w.maybe("as") {
		w.space()
		w.write("as")
		w.space()
		w.string()
	}
	if after {
		w.space()
		w.slashdash()
		w.block(depth - 1)
	}
}

func (w *writer) block(depth int) {
	w.write("{")
	if w.maybe("one line") {
		w.oneLine(depth)
	} else {
		w.nodes(depth)
	}
	w.write("}")
}

func (w *writer) oneLine(depth int) {
	for range w.times(2) {
		w.write(w.pick("gap", " ", "/* o */ ", ""))
		w.write(w.pick("node", "p", "/-q", `r 1 k="v"`, "s{t}"), w.pick("end", ";", "; ", " ; /* u */"))
	}
}

func (w *writer) nodes(depth int) {
	for range w.times(3) {
		w.lines()
		w.node(depth)
		w.write(w.pick("end", "\n", "\n", ";", " // v\n", "; // w\n", "\u0085"))
	}
	w.lines()
}

// Reading gives places that are exact, and formatting changes neither the tree nor what is formatted already.
func TestFormatKeepsTheTree(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		w := &writer{t: r}
		w.nodes(3)
		doc, diags, _ := read(r, w.out.String())
		if diags.HasErrors() {
			r.Fatalf("%s\n%s", w.out.String(), listing(diags))
		}
		checkPlaces(r, doc)
		checkFormat(r, doc)
	})
}

// kdl-go knows KDL 1 only; on what both versions define alike the two readers must agree.
func TestSecondOpinion(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text := commonSubset(r, 3)
		doc, diags, _ := read(r, text)
		nodes, fault := readVersion1([]byte(text), source.Span{})
		if diags.HasErrors() || fault != "" {
			r.Fatalf("%s\n%s\n%s", text, listing(diags), fault)
		}
		if got, want := suiteForm(doc), suiteForm(&Document{Nodes: nodes}); got != want {
			r.Fatalf("%s\nhere:\n%s\nkdl-go:\n%s", text, got, want)
		}
	})
}

func commonSubset(r *rapid.T, depth int) string {
	var out strings.Builder
	name := rapid.StringMatching(`[a-z][a-z0-9_-]{0,6}`)
	integer := rapid.Map(rapid.Int64(), func(n int64) string { return fmt.Sprint(n) })
	text := rapid.StringMatching(`"([ !#-\[\]-~]|\\[nrtbf"\\]|\\u\{[1-9a-f][0-9a-f]\}){0,8}"`)
	value := rapid.OneOf(integer, text)
	for range rapid.IntRange(0, 4).Draw(r, "nodes") {
		out.WriteString("n-" + name.Draw(r, "name"))
		for range rapid.IntRange(0, 3).Draw(r, "args") {
			out.WriteString(" " + value.Draw(r, "arg"))
		}
		for _, key := range rapid.SliceOfNDistinct(name, 0, 3, rapid.ID).Draw(r, "keys") {
			out.WriteString(" k-" + key + "=" + value.Draw(r, "value"))
		}
		if depth > 0 && rapid.Bool().Draw(r, "block") {
			out.WriteString(" {\n" + commonSubset(r, depth-1) + "}")
		}
		out.WriteString("\n")
	}
	return out.String()
}

package kdl

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"schemac/model/diag"
)

// The official KDL 2 test suite lies beside the repository where there is one: its licence is not ours to pass on.
const suite = "../../../shared/corpus/kdl-suite"

func TestOfficialSuite(t *testing.T) {
	inputs, _ := filepath.Glob(suite + "/input/*.kdl")
	if len(inputs) == 0 {
		t.Skipf("the KDL 2 test suite is not in %s", suite)
	}
	passed := 0
	for _, input := range inputs {
		if t.Run(filepath.Base(input), func(t *testing.T) { suiteCase(t, input) }) {
			passed++
		}
	}
	t.Logf("%d of %d", passed, len(inputs))
}

func suiteCase(t *testing.T, input string) {
	raw, err := os.ReadFile(input)
	if err != nil {
		t.Fatal(err)
	}
	doc, diags, faults := read(t, string(raw))
	refused := diags.HasErrors() || faults > 0
	if strings.HasSuffix(input, "_fail.kdl") {
		if !refused {
			t.Errorf("accepted:\n%s", raw)
		}
		mistakes := 1
		if strings.HasPrefix(filepath.Base(input), "floating_point_keyword_identifier") {
			mistakes = 3 // inf, -inf and nan
		}
		if got := diags.Count(diag.Error); got > mistakes {
			t.Errorf("%d messages for one mistake:\n%s", got, listing(diags))
		}
		return
	}
	if refused {
		t.Fatalf("refused:\n%s\n%s", raw, listing(diags))
	}
	want, err := os.ReadFile(filepath.Join(suite, "expected_kdl", filepath.Base(input)))
	if err != nil {
		t.Fatal(err)
	}
	if got := suiteForm(doc); strings.TrimSpace(got) != strings.TrimSpace(string(want)) {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	checkFormat(t, doc)
}

// suiteForm prints a document in the suite's canonical form.
func suiteForm(doc *Document) string {
	var out strings.Builder
	suiteNodes(&out, doc.Nodes, "")
	return out.String()
}

func suiteNodes(out *strings.Builder, nodes []*Node, indent string) {
	for _, n := range nodes {
		out.WriteString(indent + suiteType(n.Type) + suiteString(n.Name.Text))
		for _, arg := range n.Args {
			out.WriteString(" " + suiteValue(arg))
		}
		for _, prop := range suiteProps(n.Props) {
			out.WriteString(" " + suiteString(prop.Name.Text) + "=" + suiteValue(prop.Value))
		}
		if len(n.Children) > 0 {
			out.WriteString(" {\n")
			suiteNodes(out, n.Children, indent+"    ")
			out.WriteString(indent + "}")
		}
		out.WriteString("\n")
	}
}

// suiteProps sorts by name and keeps the last of each.
func suiteProps(props []*Property) []*Property {
	last := map[string]*Property{}
	for _, p := range props {
		last[p.Name.Text] = p
	}
	var out []*Property
	for _, p := range last {
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b *Property) int { return cmp.Compare(a.Name.Text, b.Name.Text) })
	return out
}

func suiteType(v *Value) string {
	if v == nil {
		return ""
	}
	return "(" + suiteString(v.Text) + ")"
}

func suiteValue(v *Value) string {
	text := suiteString(v.Text)
	switch v.Kind {
	case Number:
		text = suiteNumber(v)
	case Bool, Null:
		text = "#" + v.Text
	}
	return suiteType(v.Type) + text
}

func suiteNumber(v *Value) string {
	text, ok := v.JSONNumber()
	if !ok {
		return v.Text
	}
	text = strings.ToUpper(text)
	if mantissa, exponent, ok := strings.Cut(text, "E"); ok && exponent[0] != '-' && exponent[0] != '+' {
		return mantissa + "E+" + exponent
	}
	return text
}

func suiteString(text string) string {
	s := scanner{text: text}
	bare := text != "" && s.wordEnd(0) == len(text) && !looksLikeNumber(text) && !slices.Contains(keywords, "#"+text)
	if bare {
		return text
	}
	escapes := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "\b", `\b`, "\f", `\f`)
	return `"` + escapes.Replace(text) + `"`
}

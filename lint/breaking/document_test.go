package breaking_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"schemac/lint/breaking"
	"schemac/model"
)

const document = "../../docs/diff.md"

// fewestCases is how many changes the table of docs/diff.md must show.
const fewestCases = 60

// The table of changes and the list of rules in docs/diff.md are what the cases and the rules say.
func TestDocument(t *testing.T) {
	raw, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	table, rows := casesTable(t)
	if rows < fewestCases {
		t.Errorf("%d changes in the table", rows)
	}
	text = between(t, text, "<!-- cases -->\n", table)
	text = between(t, text, "<!-- rules -->\n", breaking.Markdown())
	golden(t, document, text)
	old, new := compile(t, readFolder(t, fixtures+"/field-removed/old")), compile(t, readFolder(t, fixtures+"/field-removed/new"))
	example := ""
	for _, c := range compare(old, new) {
		if c.Rule == breaking.InputRemoved {
			example = c.Fingerprint()
		}
	}
	if !strings.Contains(text, "\n"+example+"\n") {
		t.Errorf("the fingerprint of the example is %q", example)
	}
}

// between replaces what stands between a mark and the end of its part.
func between(t *testing.T, text, mark, part string) string {
	t.Helper()
	head, rest, ok := strings.Cut(text, mark)
	_, tail, ok2 := strings.Cut(rest, "<!-- end -->")
	if !ok || !ok2 {
		t.Fatalf("no %s", mark)
	}
	return head + mark + "\n" + part + "\n<!-- end -->" + tail
}

// casesTable is the table of all cases, and how many rows it has.
func casesTable(t *testing.T) (string, int) {
	var out strings.Builder
	out.WriteString("| case | shows | rule | class | for | why |\n|---|---|---|---|---|---|\n")
	list := fixturesOf(t)
	at := func(f fixture) int { return slices.Index(breaking.IDs(), f.rule) }
	slices.SortStableFunc(list, func(a, b fixture) int { return at(a) - at(b) })
	for _, f := range list {
		changes := compare(f.old, f.new)
		i := slices.IndexFunc(changes, func(c *breaking.Change) bool { return c.Rule.ID == f.rule })
		if i < 0 {
			t.Fatalf("%s shows no %s", f.name, f.rule)
		}
		c := changes[i]
		fmt.Fprintf(&out, "| [%s](../golden/diff/%s/changes.txt) | %s | [%s](#%s) | %s | %s | %s |\n",
			f.name, f.name, cell(f.words), c.Rule.ID, c.Rule.ID, c.Class, c.For, cell(why(c)+also(changes, c)))
	}
	return out.String(), len(list)
}

// why is the first sentence of the rule, where the change has the class of its rule, and else all of it.
func why(c *breaking.Change) string {
	if c.Class == c.Rule.Class {
		return model.FirstSentence(c.Rule.Text)
	}
	return c.Rule.Text
}

// also names what else a case shows; that the tokens change goes without saying.
func also(changes []*breaking.Change, main *breaking.Change) string {
	var names []string
	for _, c := range changes {
		text := fmt.Sprintf("%s (%s for %s)", c.Rule.ID, c.Class, c.For)
		if c.Rule != main.Rule && c.Rule != breaking.TokensChanged && !slices.Contains(names, text) {
			names = append(names, text)
		}
	}
	if names == nil {
		return ""
	}
	return " *Also:* " + strings.Join(names, ", ") + "."
}

func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

package breaking_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"schemac/lint/breaking"
	"schemac/model"
)

// What the configuration changes is a change too.
func TestConfiguration(t *testing.T) {
	const table = "type Film @table @export {\n  id: ID! @primaryKey\n  title: String\n}\n"
	plain := model.DefaultOptions()
	with := func(change func(*model.Options)) model.Options {
		o := plain
		change(&o)
		return o
	}
	for _, row := range []struct {
		name string
		new  model.Options
		want []string
	}{
		{"nothing", plain, nil},
		{"records: open", with(func(o *model.Options) { o.OpenRecords = true }), []string{"output-opened"}},
		{"tools: deny", with(func(o *model.Options) { o.Deny = []string{"delete_*"} }), []string{"operation-unlisted"}},
		{"server", with(func(o *model.Options) { o.Server = "https://films.example.com" }), []string{"server-changed"}},
		{"version", with(func(o *model.Options) { o.Version = "2.0.0" }), []string{"version-changed"}},
		{"title", with(func(o *model.Options) { o.Title = "Films" }), []string{"title-changed"}},
		{"name", with(func(o *model.Options) { o.Name = "films" }), []string{"surface-renamed"}},
		{"hints: explicit", with(func(o *model.Options) { o.ExplicitHints = true }),
			[]string{"destructive-gained", "destructive-lost", "idempotent-gained", "open-world-lost", "title-changed"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			old, new := compileWith(t, sourceOf(table), plain), compileWith(t, sourceOf(table), row.new)
			changes := compare(old, new)
			got := slices.DeleteFunc(fired(changes), func(id string) bool { return id == "tokens-changed" })
			slices.Sort(got)
			if !slices.Equal(got, row.want) {
				t.Errorf("got %q, want %q\n%s", got, row.want, report(changes))
			}
			unmatched(t, changes, compare(new, old))
		})
	}
}

// A new field of an open record is compatible.
func TestOpenRecord(t *testing.T) {
	options := model.DefaultOptions()
	options.OpenRecords = true
	text := "type Film @table @export {\n  id: ID! @primaryKey\n%s}\n"
	old := compileWith(t, sourceOf(fmt.Sprintf(text, "")), options)
	new := compileWith(t, sourceOf(fmt.Sprintf(text, "  title: String\n")), options)
	ids := fired(compare(old, new))
	if !slices.Contains(ids, "output-added") || slices.Contains(ids, "closed-output-added") {
		t.Errorf("got %q", ids)
	}
}

// What a guardfile says in another order, or in other words for the same, is no change.
func TestGuardfileOrderIsNoChange(t *testing.T) {
	const before = `header "X-A" "1"
header "X-B" "2"
restrict who matches "a-*" "b"
can list things {
    path "/{who}"
    describe "List them."
    query { field "since"; field "until"; mutually-exclusive "since" "until"; }
    set { one 1; two "2"; }
    method POST
}
never delete thing { message "No."; }
never delete other { message "No."; }
action view things {
    describe "View them."
    input who { required; }
    input since
    call list things { who $who since $since; } as things
}
`
	after := before
	for _, swap := range [][2]string{
		{"header \"X-A\" \"1\"\nheader \"X-B\" \"2\"", "header \"x-b\" \"2\"\nheader \"X-A\" \"1\""},
		{`"a-*" "b"`, `"b" "a-*"`}, {`"since" "until"; }`, `"until" "since"; }`}, {`one 1; two "2";`, `two "2"; one 1.0;`},
		{"never delete thing { message \"No.\"; }\nnever delete other { message \"No.\"; }", "never delete other { message \"No.\"; }\nnever delete thing { message \"No.\"; }"},
		{"who $who since $since", "since $since who $who"},
	} {
		if !strings.Contains(after, swap[0]) {
			t.Fatalf("no %s", swap[0])
		}
		after = strings.Replace(after, swap[0], swap[1], 1)
	}
	wrap := func(nodes string) string {
		return "wrap shop {\nbase-url \"a.example.com\"\nauth none\n" + nodes + "}\n"
	}
	if changes := sides(t, wrap(before), wrap(after)); len(changes) > 0 {
		t.Errorf("got %s", report(changes))
	}
}

// chain is a table on top of types of which each holds the next twice: there are more ways to the last one than atoms.
func chain(types int, last string) string {
	var out strings.Builder
	for i := range types {
		fmt.Fprintf(&out, "type T%d { left: T%d right: [T%d!] value: Int }\n", i, i+1, i+1)
	}
	fmt.Fprintf(&out, "type T%d { value: %s first: T0 }\n", types, last)
	for i := range 50 {
		fmt.Fprintf(&out, "type Film%d @table @export { id: ID! @primaryKey top: T%d }\n", i, i)
	}
	return out.String()
}

// Each type is compared once, however many ways there are to it.
func TestManyWays(t *testing.T) {
	const types = 300
	start := time.Now()
	changes := sides(t, chain(types, "Int"), chain(types, "String"))
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("took %s", took)
	}
	if got := fired(changes); len(changes) != 2 || !slices.Equal(got, []string{"output-retyped", "input-retyped"}) {
		t.Errorf("got %s", report(changes))
	}
	for _, c := range changes {
		if c.Path != fmt.Sprintf("T%d.value", types) {
			t.Errorf("at %q", c.Path)
		}
	}
}

// Changes of one class stay in their order, and the gravest come first.
func TestByClass(t *testing.T) {
	changes := sides(t, "type Film @table @export { id: ID! @primaryKey title: Int }", "type Film @table @export { id: ID! @primaryKey title: Long }")
	breaks := breaking.Breaks(changes)
	breaking.ByClass(changes)
	for i, c := range changes {
		if (i < breaks) != (c.Class == breaking.Breaking) {
			t.Errorf("change %d of %d is %s", i, len(changes), c.Class)
		}
	}
	if breaks == 0 || breaks == len(changes) {
		t.Errorf("%d of %d are breaking", breaks, len(changes))
	}
}

// A change names few tools in one line, and says whom it concerns.
func TestDiagnostic(t *testing.T) {
	changes := sides(t, "type Film @table @export { id: ID! @primaryKey }", "type Film @table @export { id: Int! @primaryKey }")
	i := slices.IndexFunc(changes, func(c *breaking.Change) bool { return c.Rule == breaking.InputRetyped })
	d := changes[i].Diagnostic()
	want := `get_Film, search_Film, create_Film and 3 more: input "id" is Int now, and was ID`
	if d.Message != want || d.Help != "breaking for agents that call the tool, programs that call over HTTP" {
		t.Errorf("got %q, help %q", d.Message, d.Help)
	}
	if len(d.Related) != 1 || d.Related[0].Span.String() != "old:schema.graphql:1:28" || d.Span.String() != "schema.graphql:1:28" {
		t.Errorf("at %s, related %v", d.Span, d.Related)
	}
}

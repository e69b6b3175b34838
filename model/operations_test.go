package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"schemac/model/diag"
)

func names(s *Shape) []string {
	var list []string
	for _, f := range s.Fields {
		list = append(list, f.Name)
	}
	return list
}

func required(s *Shape) []string {
	var list []string
	for _, f := range s.Fields {
		if f.Required {
			list = append(list, f.Name)
		}
	}
	return list
}

// The six operations of every table hold what contract §3 says, whatever its fields are.
func TestSixOperations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		app, diags := link(schemas(t), DefaultOptions())
		if diags.HasErrors() {
			t.Fatalf("errors: %v", diags.Sorted()[0].Message)
		}
		if len(app.Operations) != 6*len(app.Tables) {
			t.Fatalf("%d operations of %d tables", len(app.Operations), len(app.Tables))
		}
		for i, r := range app.Tables {
			six := app.Operations[6*i : 6*i+6]
			for j, verb := range []string{"get", "search", "create", "update", "patch", "delete"} {
				if want := verb + "_" + r.ToolSuffix(); six[j].Name != want {
					t.Fatalf("got %s, want %s", six[j].Name, want)
				}
			}
			checkInputs(t, r, six)
			checkOutputs(t, r, six)
			checkHTTP(t, r, six)
		}
	})
}

// writable is contract §3's list of what a caller may set.
func writable(o *Object) []*Property {
	return slices.DeleteFunc(slices.Clone(o.Properties.All()), func(p *Property) bool {
		embedsHidden := p.Relationship == nil && p.Type.Base().Object != nil && p.Type.Base().Object.Hidden
		return p.Hidden || embedsHidden || p.CreatedTime || p.UpdatedTime || p.ExpiresAt || p.Computed || p.Relationship != nil || p.Embed || p.Decide
	})
}

// cutFrom says that a nullable field may be missing in an input: it holds an object that is not expanded (§2.1).
func cutFrom(p *Property) bool { return p.Type.Base().Kind == ObjectKind && !p.Type.NonNull }

func checkInputs(t *rapid.T, r *Resource, six []*Operation) {
	key := r.RoutingKey()
	get, search, create, update, patch, remove := six[0].Input, six[1].Input, six[2].Input, six[3].Input, six[4].Input, six[5].Input
	for _, s := range []*Shape{get, remove} {
		if !slices.Equal(names(s), []string{key.Name}) || !slices.Equal(required(s), []string{key.Name}) {
			t.Fatalf("get and delete take %v, require %v", names(s), required(s))
		}
	}
	if required(search) != nil || !slices.Equal(names(search), []string{"conditions", "operator", "get_attributes", "limit", "cursor"}) {
		t.Fatalf("search takes %v, requires %v", names(search), required(search))
	}
	var others, nonNull []string
	for _, p := range writable(r.Object) {
		if _, kept := create.Lookup(p.Name); !kept && cutFrom(p) {
			continue
		}
		if p.PrimaryKey {
			continue
		}
		others = append(others, p.Name)
		if p.Type.NonNull {
			nonNull = append(nonNull, p.Name)
		}
	}
	without := func(list []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(name string) bool { return name == key.Name })
	}
	if diff := cmp.Diff(others, without(names(create)), cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("create takes: %s", diff)
	}
	if diff := cmp.Diff(nonNull, required(create), cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("create requires: %s", diff)
	}
	_, keyInCreate := create.Lookup(key.Name)
	if declared := slices.Contains(writable(r.Object), key); keyInCreate != declared {
		t.Fatalf("create takes the key: %v", keyInCreate)
	}
	for _, s := range []*Shape{update, patch} {
		if names(s)[0] != key.Name {
			t.Fatalf("the key is not first: %v", names(s))
		}
	}
	// The three agree on what is writable, and on each field's shape where all have it.
	if diff := cmp.Diff(names(update), names(patch)); diff != "" {
		t.Fatalf("update and patch: %s", diff)
	}
	for _, name := range without(names(update)) {
		a, _ := update.Lookup(name)
		if b, ok := create.Lookup(name); !ok && !cutFrom(a.Property) || ok && a.Property != b.Property {
			t.Fatalf("update takes %s, create does not", name)
		}
	}
	if diff := cmp.Diff(append([]string{key.Name}, nonNull...), required(update)); diff != "" {
		t.Fatalf("update requires: %s", diff)
	}
	if diff := cmp.Diff([]string{key.Name}, required(patch)); diff != "" {
		t.Fatalf("patch requires: %s", diff)
	}
	for _, op := range six {
		if op.Input.Additional != Closed {
			t.Fatalf("the input of %s is not closed", op.Name)
		}
	}
	for _, s := range []*Shape{create, update, patch} {
		checkBounds(t, s, r.Object)
	}
}

func checkOutputs(t *rapid.T, r *Resource, six []*Operation) {
	record := six[0].Output
	if six[1].Output != nil {
		t.Fatal("search promises a result")
	}
	for _, i := range []int{2, 3, 4} {
		if six[i].Output != record {
			t.Fatalf("%s answers another record", six[i].Name)
		}
	}
	var visible, always []string
	for _, p := range r.Properties.All() {
		if !p.Visible() {
			continue
		}
		visible = append(visible, p.Name)
		if (p.Type.NonNull || p.CreatedTime || p.UpdatedTime || p.PrimaryKey) && !p.Computed && p.Relationship == nil {
			always = append(always, p.Name)
		}
	}
	if diff := cmp.Diff(visible, names(record)); diff != "" {
		t.Fatalf("record: %s", diff)
	}
	if diff := cmp.Diff(always, required(record)); diff != "" {
		t.Fatalf("record requires: %s", diff)
	}
	if record.Additional != Closed {
		t.Fatal("the record is not closed")
	}
	checkBounds(t, record, r.Object)
	deleted := six[5].Output
	want := []string{"deleted", r.RoutingKey().Name}
	if r.RoutingKey().Hidden {
		want = want[:1]
	}
	if !slices.Equal(names(deleted), want) || !slices.Equal(required(deleted), []string{"deleted"}) || deleted.Additional == Closed {
		t.Fatalf("delete answers %v, requires %v", names(deleted), required(deleted))
	}
}

func checkHTTP(t *rapid.T, r *Resource, six []*Operation) {
	for i, want := range []string{"get", "get", "post", "put", "patch", "delete"} {
		h := six[i].HTTP
		if h.Method != want {
			t.Fatalf("%s is a %s", six[i].Name, h.Method)
		}
		inPath := 0
		for _, p := range h.Parameters {
			if p.In == "path" {
				inPath++
			}
			if !p.Visible() && p.In != "path" {
				t.Fatalf("hidden parameter %s", p.Name)
			}
		}
		if collection := i == 1 || i == 2; inPath == 1 == collection {
			t.Fatalf("%s has %d path parameters", six[i].Name, inPath)
		}
		if (h.Body != nil) != (i >= 2 && i <= 4) {
			t.Fatalf("%s has a body: %v", six[i].Name, h.Body != nil)
		}
	}
}

// checkBounds holds an expanded shape to the bounds of contract §2.1.
func checkBounds(t rapid.TB, s *Shape, root *Object) {
	total := 0
	var walk func(s *Shape, level int, around []*Object)
	walk = func(s *Shape, level int, around []*Object) {
		if level > 3 {
			t.Fatalf("expanded %d levels below the record", level)
		}
		total += len(s.Fields)
		for _, f := range s.Fields {
			object := f.Type.Base().Object
			switch {
			case f.Nested == nil && s.Direction == Input && object != nil && f.Relationship == nil && !f.Type.NonNull:
				if !f.PrimaryKey {
					t.Fatalf("nullable input %s is cut and not left out", f.Name)
				}
			case f.Nested == nil:
			case f.Relationship != nil:
				t.Fatalf("relationship %s is expanded", f.Name)
			case slices.Contains(around, object):
				t.Fatalf("%s is expanded inside itself", object.Name)
			default:
				walk(f.Nested, level+1, append(slices.Clone(around), object))
			}
		}
		for _, name := range required(s) {
			if _, ok := s.Lookup(name); !ok {
				t.Fatalf("required %s is no property", name)
			}
		}
	}
	walk(s, 0, []*Object{root})
	if total > 200 {
		t.Fatalf("%d properties", total)
	}
}

// A chain of types is expanded down to three levels, the first in order before the deeper.
func TestInlineBounds(t *testing.T) {
	types := make([]*Object, 6)
	for i := range types {
		types[i] = &Object{Name: fmt.Sprintf("T%d", i)}
	}
	for i, o := range types {
		o.Properties.Add(&Property{Name: "leaf", Type: scalar(Int, true)})
		if i+1 < len(types) {
			o.Properties.Add(&Property{Name: "must", Type: &Type{Kind: ObjectKind, Name: types[i+1].Name, Object: types[i+1], NonNull: true}})
			o.Properties.Add(&Property{Name: "may", Type: &Type{Kind: ObjectKind, Name: types[i+1].Name, Object: types[i+1]}})
		}
		o.Properties.Add(&Property{Name: "self", Type: &Type{Kind: ListKind, Elem: &Type{Kind: ObjectKind, Name: o.Name, Object: o}}})
	}
	depth := func(s *Shape, name string) int {
		n := 0
		for {
			f, ok := s.Lookup(name)
			if !ok || f.Nested == nil {
				return n
			}
			n, s = n+1, f.Nested
		}
	}
	out := types[0].Record(true)
	out.Inline(types[0])
	in := types[0].CreateInput()
	in.Inline(types[0])
	for _, s := range []*Shape{out, in} {
		checkBounds(t, s, types[0])
		if depth(s, "must") != 3 || depth(s, "may") != 3 || depth(s, "self") != 0 {
			t.Errorf("direction %d: must %d, may %d, self %d levels", s.Direction, depth(s, "must"), depth(s, "may"), depth(s, "self"))
		}
	}
	if _, ok := in.Lookup("self"); ok {
		t.Error("an input keeps a nullable field that is cut")
	}
	if _, ok := out.Lookup("self"); !ok {
		t.Error("an output lost a field that is cut")
	}
}

// Two hundred properties are the most, and what no longer fits does not keep the smaller from being expanded.
func TestInlineProperties(t *testing.T) {
	wide := func(name string, n int) *Object {
		o := &Object{Name: name}
		for i := range n {
			o.Properties.Add(&Property{Name: fmt.Sprintf("%s%d", name, i), Type: scalar(Int, false)})
		}
		return o
	}
	root := &Object{Name: "Root"}
	for _, o := range []*Object{wide("a", 100), wide("b", 97), wide("c", 96), wide("d", 1)} {
		root.Properties.Add(&Property{Name: o.Name, Type: &Type{Kind: ObjectKind, Name: o.Name, Object: o}})
	}
	s := root.Record(true)
	cut := s.Inline(root)
	var expanded []string
	for _, f := range s.Fields {
		if f.Nested != nil {
			expanded = append(expanded, f.Name)
		}
	}
	if !slices.Equal(expanded, []string{"a", "c"}) || len(cut) != 2 { // 4 + 100 + 96; one more would be 201
		t.Errorf("expanded %v, cut %d", expanded, len(cut))
	}
}

func TestFirstSentence(t *testing.T) {
	for _, row := range []struct{ in, want string }{
		{"", ""},
		{"No end", "No end"},
		{"One. Two.", "One."},
		{"One! Two.", "One!"},
		{"One? Two.", "One?"},
		{"One.\nTwo.", "One."},
		{"One\nstill one. Two.", "One still one."},
		{"One.\tTwo.", "One."},
		{"Version 1.2 of it. More", "Version 1.2 of it."},
		{"e.g. this", "e.g."},
		{"Really?! Yes.", "Really?!"},
		{"Wait... what", "Wait..."},
		{"example.com is a name", "example.com is a name"},
		{"Ends here.", "Ends here."},
		{".", "."},
		{"Größe — in 日本。 Mehr.", "Größe — in 日本。 Mehr."},
		{"two\n\nparagraphs", "two  paragraphs"},
	} {
		if got := FirstSentence(row.in); got != row.want {
			t.Errorf("%q: got %q, want %q", row.in, got, row.want)
		}
	}
}

// table makes an exported table of fields.
func oneTable(path string, fields ...*Property) *Object {
	o := &Object{Name: "T", Table: &Table{Database: DefaultDatabase}, Export: &Export{Path: path, MCP: true, OpenAPI: true}}
	for _, p := range fields {
		o.Properties.Add(p)
	}
	return o
}

// attribute returns the description of the search's attribute, and its names.
func attribute(app *Surface) (string, []string) {
	conditions, _ := app.Operations[1].Input.Lookup("conditions")
	f, _ := conditions.Nested.Lookup("attribute")
	if f.Type.Enum == nil {
		return f.Description, nil
	}
	return f.Description, f.Type.Enum.Names()
}

func TestSearchHints(t *testing.T) {
	key := func(doc string) *Property {
		return &Property{Name: "id", PrimaryKey: true, Type: scalar(ID, true), Doc: doc}
	}
	documented := &Enum{Name: "E", Description: "A kind. Of thing."}
	documented.Add(EnumValue{Name: "A", Description: "Not a hint."})
	for _, row := range []struct {
		name   string
		fields []*Property
		want   string
		names  string
	}{
		{"key without words", []*Property{key("")}, " id: primary key.", "id"},
		{"key with words", []*Property{key("The key. More.")}, " id: The key.", "id"},
		{"nothing known", []*Property{key("The key."), {Name: "n", Type: scalar(Int, true)}}, " id: The key.", "id n"},
		{"enum", []*Property{{Name: "e", Type: &Type{Kind: EnumKind, Enum: documented}}}, " e: A kind.", "e"},
		{"deprecated", []*Property{
			{Name: "a", Type: scalar(Int, true), Deprecated: &Deprecation{}},
			{Name: "b", Type: scalar(Int, true), Deprecated: &Deprecation{Reason: "use a"}},
			{Name: "c", Type: scalar(Int, true), Doc: "Words.", Deprecated: &Deprecation{Reason: "use a"}},
		}, " a: Deprecated. b: Deprecated: use a c: Words.", "a b c"},
		{"not searchable", []*Property{
			{Name: "hidden", Type: scalar(Int, true), Hidden: true, Doc: "No."},
			{Name: "computed", Type: scalar(Int, true), Computed: true, Doc: "No."},
			{Name: "indexed", Type: scalar(Int, true), Computed: true, Indexed: true, Doc: "Yes."},
			{Name: "related", Type: &Type{Kind: ObjectKind, Name: "U", Object: &Object{Name: "U"}}, Relationship: &Relationship{}, Doc: "No."},
		}, " indexed: Yes.", "indexed"},
		{"nothing at all", nil, "", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			app, _ := link([]*Object{oneTable("T", row.fields...)}, DefaultOptions())
			got, names := attribute(app)
			if want := "Attribute name to filter on." + row.want; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
			if !slices.Equal(names, strings.Fields(row.names)) && row.names != "" {
				t.Errorf("got %v, want %s", names, row.names)
			}
		})
	}
}

// The hints stay within 1,024 code points and end with a whole entry; one more would not have fitted.
func TestSearchHintsAreCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var fields []*Property
		for i := range rapid.IntRange(1, 40).Draw(t, "fields") {
			fields = append(fields, &Property{
				Name: fmt.Sprintf("f%d", i),
				Type: scalar(Int, true),
				Doc:  strings.Repeat("é🙂x"[:rapid.SampledFrom([]int{2, 6, 7}).Draw(t, "letter")], rapid.IntRange(0, 200).Draw(t, "length")),
			})
		}
		app, _ := link([]*Object{oneTable("T", fields...)}, DefaultOptions())
		got, _ := attribute(app)
		want := "Attribute name to filter on."
		for _, p := range fields {
			if p.Doc == "" {
				continue
			}
			next := want + " " + p.Name + ": " + p.Doc
			if utf8.RuneCountInString(next) > 1024 {
				break
			}
			want = next
		}
		if got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}

func TestPaths(t *testing.T) {
	for _, row := range []struct{ path, suffix, encoded string }{
		{"Product", "Product", "Product"},
		{"shop/orders", "shop_orders", "shop/orders"},
		{"v1.2/a-b_c", "v1_2_a-b_c", "v1.2/a-b_c"},
		{"a b", "ab", "a%20b"},
		{"größe", "gre", "gr%C3%B6%C3%9Fe"},
		{"日本", "T", "%E6%97%A5%E6%9C%AC"},
		{"100%", "100", "100%25"},
		{"a?b#c", "abc", "a%3Fb%23c"},
		{"{id}", "id", "%7Bid%7D"},
		{`a"b<c>\^|` + "`", "abc", "a%22b%3Cc%3E%5C%5E%7C%60"},
		{"a[0]", "a0", "a%5B0%5D"},
		{"~!$&'()*+,;=:@", "T", "~!$&'()*+,;=:@"},
		{"a//b", "a__b", "a//b"},
		{"..", "__", ".."},
		{"\x7f\n", "T", "%7F%0A"},
	} {
		o := oneTable(row.path)
		if got := o.ToolSuffix(); got != row.suffix {
			t.Errorf("%q: tools end in %q, want %q", row.path, got, row.suffix)
		}
		if got := o.Export.EncodedPath(); got != row.encoded {
			t.Errorf("%q: encoded %q, want %q", row.path, got, row.encoded)
		}
	}
}

func TestParameterised(t *testing.T) {
	for path, want := range map[string]bool{
		"a": false, "a/b": false, ":id": true, "a/:id/b": true, "a/*": true, "*": true, "a*": false, "a:b": false, "a/b:c": false,
	} {
		if got := (&Export{Path: path}).Parameterised(); got != want {
			t.Errorf("%q: %v", path, got)
		}
	}
}

func exported(name, path string, change func(o *Object)) *Object {
	o := oneTable(path, &Property{Name: "id", PrimaryKey: true, Type: scalar(ID, true)})
	o.Name = name
	o.Span = generated.Span(int(name[0])*10, int(name[0])*10+1)
	o.Export.Span = o.Span
	if change != nil {
		change(o)
	}
	return o
}

func codes(diags *diag.List) []string {
	var list []string
	for _, d := range diags.Sorted() {
		list = append(list, d.Severity.String()+" "+d.Code)
	}
	return list
}

func TestClaims(t *testing.T) {
	database := func(name string) func(o *Object) {
		return func(o *Object) { o.Table.Database = name }
	}
	unlisted := func(o *Object) { o.Export.MCP = false }
	renamed := func(database string) func(o *Object) {
		return func(o *Object) { o.Name, o.Table.Database = "A", database }
	}
	for _, row := range []struct {
		name    string
		objects []*Object
		want    []string
	}{
		{"apart", []*Object{exported("A", "a", nil), exported("B", "b", nil)}, nil},
		{"one path", []*Object{exported("A", "a", nil), exported("B", "a", nil)}, []string{"error path-collision"}},
		{"one tool name", []*Object{exported("A", "shop/orders", nil), exported("B", "shop_orders", nil)}, []string{"error tool-name-collision"}},
		{"removed letters", []*Object{exported("A", "a b", nil), exported("B", "ab", nil)}, []string{"error tool-name-collision"}},
		{"case", []*Object{exported("A", "Orders", nil), exported("B", "orders", nil)}, []string{"error tool-name-collision"}},
		{"dash", []*Object{exported("A", "a-b", nil), exported("B", "a_b", nil)}, []string{"error tool-name-collision"}},
		{"case, not listed", []*Object{exported("A", "Orders", unlisted), exported("B", "orders", nil)}, nil},
		{"case, second not listed", []*Object{exported("A", "Orders", nil), exported("B", "orders", unlisted)}, nil},
		{"same, not listed", []*Object{exported("A", "a/b", unlisted), exported("B", "a_b", unlisted)}, []string{"error tool-name-collision"}},
		{"three of one name", []*Object{exported("A", "a/b", nil), exported("B", "a.b", nil), exported("C", "a_b", nil)},
			[]string{"error tool-name-collision", "error tool-name-collision"}},
		{"as long as hosts take", []*Object{exported("A", strings.Repeat("a", 57), nil)}, nil},
		{"longer", []*Object{exported("A", strings.Repeat("a", 58), nil)}, []string{"error tool-name"}},
		{"longer, not listed", []*Object{exported("A", strings.Repeat("a", 58), unlisted)}, nil},
		{"two databases", []*Object{exported("A", "a", nil), exported("B", "b", renamed("x"))}, nil},
		{"databases that look alike", []*Object{exported("A", "a", nil), exported("B", "b", renamed("x.y")), exported("C", "c", renamed("x y"))},
			[]string{"error component-collision"}},
		{"a database like a type", []*Object{exported("A", "a", database("x")), exported("B", "b", nil), exported("C", "c", renamed("B"))}, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			_, diags := link(row.objects, DefaultOptions())
			if diff := cmp.Diff(row.want, codes(diags)); diff != "" {
				t.Error(diff)
			}
			for _, d := range diags.Sorted() {
				if strings.Contains(d.Code, "collision") && len(d.Related) != 1 {
					t.Errorf("%s names one place only", d.Code)
				}
			}
		})
	}
}

func TestComponentNames(t *testing.T) {
	in := func(name, database string) *Object {
		return exported(name, name+database, func(o *Object) { o.Name, o.Table.Database = name, database })
	}
	objects := []*Object{in("A", "x"), in("A", "y"), in("A", "my db.é"), in("B", "y"), in("create", "A")}
	_, diags := link(objects, DefaultOptions())
	var got []string
	for _, o := range objects {
		got = append(got, o.Component)
	}
	if diff := cmp.Diff([]string{"A", "y.A", "my_db__.A", "B", "create"}, got); diff != "" {
		t.Error(diff)
	}
	if diags.HasErrors() {
		t.Errorf("got %v", codes(diags))
	}
	// The second "create", of a database "A", would be what the create form of A is called.
	_, diags = link([]*Object{in("A", "x"), in("create", "x"), in("create", "A")}, DefaultOptions())
	if !slices.Contains(codes(diags), "error component-collision") {
		t.Errorf("got %v", codes(diags))
	}
}

func TestAllowAndDeny(t *testing.T) {
	for _, row := range []struct {
		allow, deny []string
		want        string
	}{
		{[]string{"*"}, nil, "get_a search_a create_a update_a patch_a delete_a"},
		{nil, nil, ""},
		{[]string{"get_*"}, nil, "get_a"},
		{[]string{"get_a", "s*"}, nil, "get_a search_a"},
		{[]string{"*"}, []string{"*ate_*", "delete_a"}, "get_a search_a patch_a"},
		{[]string{"*_b"}, nil, ""},
		{[]string{"[gp]*_a"}, nil, "get_a patch_a"},
		{[]string{"get_?"}, nil, "get_a"},
		{[]string{"*"}, []string{"[", "get_a"}, "search_a create_a update_a patch_a delete_a"},
		{[]string{"["}, nil, ""},
	} {
		options := DefaultOptions()
		options.Allow, options.Deny = row.allow, row.deny
		app, _ := link([]*Object{exported("A", "a", nil)}, options)
		var listed []string
		for _, op := range app.Operations {
			if op.Listed {
				listed = append(listed, op.Name)
			}
		}
		if got := strings.Join(listed, " "); got != row.want {
			t.Errorf("allow %v, deny %v: got %q, want %q", row.allow, row.deny, got, row.want)
		}
		if app.Tools() != len(listed) || len(app.Paths) != 2 {
			t.Errorf("%d tools counted, %d paths", app.Tools(), len(app.Paths))
		}
	}
}

func TestRoutingKey(t *testing.T) {
	id := func(name string) *Property { return &Property{Name: name, Type: scalar(Int, true)} }
	key := &Property{Name: "sku", Type: scalar(ID, true), PrimaryKey: true}
	for _, row := range []struct {
		fields []*Property
		want   string
	}{
		{[]*Property{id("a"), key}, "sku"},
		{[]*Property{id("a")}, "id"},
		{[]*Property{id("id")}, "_id"},
		{[]*Property{id("id"), id("_id")}, "__id"},
		{nil, "id"},
	} {
		o := oneTable("T", row.fields...)
		if got := o.RoutingKey(); got.Name != row.want || o.Properties.Lookup(row.want) != nil && got != key {
			t.Errorf("got %q, want %q", got.Name, row.want)
		}
	}
}

// What describes a property, in the order of contract §2.1.
func TestDescribe(t *testing.T) {
	enum := &Enum{Name: "E", Description: "A kind."}
	enum.Add(EnumValue{Name: "A", Description: "The\nfirst."})
	enum.Add(EnumValue{Name: "B"})
	enum.Add(EnumValue{Name: "C", Description: "The third."})
	of := func(o *Object) *Type { return &Type{Kind: ObjectKind, Name: "O", Object: o} }
	described := of(&Object{Name: "O", Description: "An O."})
	list := &Type{Kind: ListKind, Elem: described}
	for _, row := range []struct {
		in   Property
		want string
	}{
		{Property{Type: scalar(Int, true)}, ""},
		{Property{Type: scalar(Int, true), Doc: "Words."}, "Words."},
		{Property{Type: scalar(Int, true), PrimaryKey: true}, "Primary key of the T record."},
		{Property{Type: scalar(Int, true), PrimaryKey: true, Doc: "Words."}, "Words."},
		{Property{Type: described}, "An O."},
		{Property{Type: list}, "An O."},
		{Property{Type: described, Doc: "Words."}, "Words."},
		{Property{Type: described, Relationship: &Relationship{}}, ""},
		{Property{Type: &Type{Kind: EnumKind, Enum: enum}}, "A kind.\nA: The first.\nC: The third."},
		{Property{Type: &Type{Kind: EnumKind, Enum: enum}, Doc: "Words."}, "Words.\nA: The first.\nC: The third."},
		{Property{Type: scalar(Int, true), Deprecated: &Deprecation{}}, "Deprecated."},
		{Property{Type: scalar(Int, true), Doc: "Words.", Deprecated: &Deprecation{Reason: "old"}}, "Words.\n\nDeprecated: old"},
		{Property{Type: scalar(Int, true), Hidden: true, PrimaryKey: true, Doc: "Secret.", Deprecated: &Deprecation{Reason: "secret"}},
			"Primary key of the T record."},
		{Property{Type: &Type{Kind: EnumKind, Enum: enum}, Deprecated: &Deprecation{}}, "A kind.\nA: The first.\nC: The third.\n\nDeprecated."},
	} {
		p := row.in
		p.Describe("T")
		if p.Description != row.want {
			t.Errorf("%+v: got %q, want %q", row.in, p.Description, row.want)
		}
	}
}

// A Record is a map and a list at once, on both sides of the length from which it has an index.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var ps Properties
		first := map[string]*Property{}
		var order []string
		for _, n := range rapid.SliceOfN(rapid.IntRange(0, 40), 0, 80).Draw(t, "names") {
			p := &Property{Name: fmt.Sprint("p", n), Type: scalar(Int, true)}
			if earlier := ps.Add(p); earlier != first[p.Name] {
				t.Fatalf("%s: an earlier one is %v", p.Name, earlier)
			}
			if first[p.Name] == nil {
				first[p.Name] = p
				order = append(order, p.Name)
			}
		}
		if diff := cmp.Diff(order, ps.Names(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
		for n := range 41 {
			name := fmt.Sprint("p", n)
			if ps.Lookup(name) != first[name] {
				t.Fatalf("lookup of %s", name)
			}
		}
		record, attributes := ps.Record(), ps.Attributes()
		for i, m := range record.Members {
			named := attributes.Items[i].Members
			if named[0].Value.Text != m.Name || len(named)-1 != len(m.Value.Members) {
				t.Fatalf("the Record and the attributes differ in %s", m.Name)
			}
		}
	})
}

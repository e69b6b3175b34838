package mcp_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"schemac/model"
	"schemac/parse"
)

const small = `
"A small thing."
type Small @table @export(name: "a/small thing") {
  id: ID! @primaryKey
}
type Quiet @table @export(mcp: false) { id: ID! @primaryKey }
`

// compactly returns an artifact without its layout.
func compactly(t *testing.T, data []byte) string {
	t.Helper()
	var out bytes.Buffer
	if err := json.Compact(&out, data); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The whole result, key by key: contract §5.
func TestToolList(t *testing.T) {
	const id = `{"type":"string","description":"Primary key of the Small record."}`
	const takesID = `"inputSchema":{"type":"object","properties":{"id":` + id + `},"required":["id"],"additionalProperties":false}`
	const record = `"outputSchema":{"type":"object","properties":{"id":` + id + `},"required":["id"],"additionalProperties":false}`
	describe := func(sentence, access string) string {
		return `"description":"A small thing.\n\n` + sentence + ` Runtime RBAC (` + access + `) enforces per-record access at call time."`
	}
	search := `"inputSchema":{"type":"object","properties":{"conditions":{"type":"array","items":{"type":"object","properties":{` +
		`"attribute":{"type":"string","enum":["id"],"description":"Attribute name to filter on. id: primary key."},` +
		`"comparator":{"type":"string","enum":["equals","not_equal","contains","starts_with","ends_with","greater_than","greater_than_equal","less_than","less_than_equal","between"],"description":"Comparison operator; equals when omitted."},` +
		`"value":{"type":["string","number","boolean","array","null"],"items":{"type":["string","number"]},"description":"Value to compare with; for between, an array of the low and the high value."}},` +
		`"required":["attribute","value"],"additionalProperties":false},"description":"Conditions that a record must meet."},` +
		`"operator":{"type":"string","enum":["and","or"],"description":"How to combine conditions; and when omitted."},` +
		`"get_attributes":{"type":"array","items":{"type":"string"},"description":"Attribute names to return; all when omitted."},` +
		`"limit":{"type":"integer","minimum":1,"description":"Maximum number of records to return."},` +
		`"cursor":{"type":"string","description":"Opaque pagination cursor returned by a previous call."}},"additionalProperties":false}`
	deleted := `"outputSchema":{"type":"object","properties":{"deleted":{"type":"boolean","description":"True when a record was deleted; false when none matched."},` +
		`"id":{"type":"string","description":"Primary key of the deleted record."}},"required":["deleted"]}`
	tools := []string{
		`"name":"get_a_smallthing",` + describe("Fetches a single Small record by id.", "allowGet") + `,` + takesID + `,` + record + `,"annotations":{"readOnlyHint":true}`,
		`"name":"search_a_smallthing",` + describe("Searches Small records by attribute conditions.", "allowSearch") + `,` + search + `,"annotations":{"readOnlyHint":true}`,
		`"name":"create_a_smallthing",` + describe("Creates a new Small record.", "allowCreate") +
			`,"inputSchema":{"type":"object","properties":{"id":` + id + `},"additionalProperties":false},` + record,
		`"name":"update_a_smallthing",` + describe("Replaces a Small record by id (PUT semantics).", "allowUpdate") + `,` + takesID + `,` + record + `,"annotations":{"idempotentHint":true}`,
		`"name":"patch_a_smallthing",` + describe("Partially updates a Small record by id.", "allowPatch") + `,` + takesID + `,` + record,
		`"name":"delete_a_smallthing",` + describe("Deletes a Small record by id.", "allowDelete") + `,` + takesID + `,` + deleted + `,"annotations":{"destructiveHint":true}`,
	}
	want := `{"resultType":"complete","tools":[{` + strings.Join(tools, "},{") + `}],"ttlMs":300000,"cacheScope":"public"}`
	got := compactly(t, compile(t, small, parse.Options{Model: model.DefaultOptions()})["tools"])
	if diff := cmp.Diff(strings.Split(want, ","), strings.Split(got, ",")); diff != "" {
		t.Error(diff)
	}
}

func TestExplicitHints(t *testing.T) {
	options := parse.Options{Model: model.DefaultOptions()}
	options.Model.ExplicitHints = true
	var list struct {
		Tools []struct {
			Title       string
			Annotations map[string]bool
		}
	}
	if err := json.Unmarshal(compile(t, small, options)["tools"], &list); err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		title                             string
		readOnly, destructive, idempotent bool
	}{
		{"Get Small", true, false, true}, {"Search Small", true, false, true}, {"Create Small", false, false, false},
		{"Update Small", false, true, true}, {"Patch Small", false, true, false}, {"Delete Small", false, true, false},
	} {
		tool := list.Tools[i]
		hints := map[string]bool{
			"readOnlyHint": want.readOnly, "destructiveHint": want.destructive, "idempotentHint": want.idempotent, "openWorldHint": false,
		}
		if diff := cmp.Diff(hints, tool.Annotations); diff != "" || tool.Title != want.title {
			t.Errorf("%q, want %q: %s", tool.Title, want.title, diff)
		}
	}
}

func TestOpenRecords(t *testing.T) {
	options := parse.Options{Model: model.DefaultOptions()}
	options.Model.OpenRecords = true
	for name, tool := range toolsOf(t, compile(t, small, options)["tools"]) {
		if tool.InputSchema["additionalProperties"] != false {
			t.Errorf("the input of %s is open", name)
		}
		if _, said := tool.OutputSchema["additionalProperties"]; said {
			t.Errorf("the output of %s is closed", name)
		}
	}
}

func TestResources(t *testing.T) {
	options := parse.Options{Model: model.DefaultOptions()}
	options.Model.Server = "https://shop.example/"
	got := compactly(t, compile(t, small+`type Plain @table @export { id: ID! @primaryKey }`, options)["resources"])
	want := `{"resultType":"complete","resources":[` +
		`{"uri":"https://shop.example/a/small%20thing","name":"a/small thing","description":"A small thing. Application resource at /a/small thing.","mimeType":"application/json"},` +
		`{"uri":"https://shop.example/Plain","name":"Plain","description":"Application resource at /Plain.","mimeType":"application/json"}` +
		`],"ttlMs":300000,"cacheScope":"public"}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

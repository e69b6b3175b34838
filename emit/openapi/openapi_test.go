package openapi_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"schemac/emit"
	"schemac/emit/verify"
	"schemac/model"
	"schemac/model/diag"
	"schemac/parse"
)

// A document is what the tests read of an OpenAPI document.
type document struct {
	OpenAPI string
	Info    struct{ Title, Version string }
	Servers []struct{ URL string }
	Tags    []struct{ Name, Description string }
	Paths   map[string]map[string]struct {
		OperationID, Summary, Description string
		Tags                              []string
		Parameters                        []struct {
			Name, In, Description string
			Required, Deprecated  bool
			Schema                json.RawMessage
		}
		RequestBody struct {
			Required bool
			Content  content
		}
		Responses map[string]struct {
			Description string
			Headers     map[string]json.RawMessage
			Content     content
		}
		Security []map[string][]string
	}
	Components struct {
		Schemas         map[string]json.RawMessage
		SecuritySchemes map[string]json.RawMessage
	}
}

type content struct {
	JSON struct{ Schema json.RawMessage } `json:"application/json"`
}

func (c content) String() string { return compact(c.JSON.Schema) }

func compact(text json.RawMessage) string {
	var out bytes.Buffer
	_ = json.Compact(&out, text)
	return out.String()
}

// compile returns the document of a schema, which verify has found valid.
func compile(t *testing.T, text string, change ...func(o *model.Options)) (document, string) {
	t.Helper()
	options := parse.Options{Model: model.DefaultOptions()}
	for _, c := range change {
		c(&options.Model)
	}
	var diags diag.List
	files := fstest.MapFS{"a.graphql": {Data: []byte(text)}}
	result, err := parse.Load(files, []parse.Input{{Name: "a.graphql"}}, options, &diags)
	if err != nil || diags.HasErrors() {
		t.Fatalf("%v %v", err, diags.Sorted())
	}
	var d document
	var data []byte
	for _, a := range emit.Artifacts(result.Document, []string{"openapi"}) {
		data = emit.Bytes(a)
	}
	if err := verify.OpenAPI(data); err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	return d, string(data)
}

const product = `
"A product."
type Product @table @export(name: "shop/products") {
  "Stock keeping unit."
  sku: ID! @primaryKey
  name: String! @indexed
  kind: Kind @deprecated(reason: "old")
  tags: [String]
  data: Any
  line: Line
  created: Long @createdTime
  words: Int @computed(from: "1")
  indexedWords: Int @computed(from: "1") @indexed
  brand: Brand @relationship(from: brandId)
  brandId: ID
  secret: String @hidden
}
type Line { "How many." amount: Int! }
type Brand @table { id: ID! @primaryKey name: String }
enum Kind { A B }
`

// What each verb answers, status by status: contract §6.
func TestResponses(t *testing.T) {
	d, _ := compile(t, product)
	const record = `{"$ref":"#/components/schemas/Product"}`
	const text, none = `{"type":"string"}`, ""
	key := `{"type":"string","description":"Stock keeping unit."}`
	for _, row := range []struct {
		path, method string
		want         map[string]string
	}{
		{"/shop/products/{sku}", "get", map[string]string{"200": record, "401": none, "403": none, "404": none}},
		{"/shop/products/", "get", map[string]string{"200": `{"type":"array","items":` + record + `}`, "400": text, "401": none, "403": none}},
		{"/shop/products/", "post", map[string]string{"200": record, "201": key, "400": text, "401": none, "403": none, "409": text}},
		{"/shop/products/{sku}", "put", map[string]string{"200": record, "204": none, "400": text, "401": none, "403": none}},
		{"/shop/products/{sku}", "patch", map[string]string{"200": record, "204": none, "400": text, "401": none, "403": none}},
		{"/shop/products/{sku}", "delete", map[string]string{"200": `{"type":"boolean"}`, "401": none, "403": none}},
	} {
		got := map[string]string{}
		for status, r := range d.Paths[row.path][row.method].Responses {
			got[status] = r.Content.String()
			if r.Description == "" {
				t.Errorf("%s %s: %s has no description", row.method, row.path, status)
			}
			if located := len(r.Headers) == 1 && r.Headers["Location"] != nil; located != (status == "201") {
				t.Errorf("%s %s: %s has the headers %v", row.method, row.path, status, r.Headers)
			}
		}
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%s %s: %s", row.method, row.path, diff)
		}
	}
}

func TestOperations(t *testing.T) {
	d, _ := compile(t, product)
	type row struct{ id, body, parameters string }
	got := map[string]row{}
	for path, item := range d.Paths {
		for method, op := range item {
			var parameters []string
			for _, p := range op.Parameters {
				parameters = append(parameters, p.In+" "+p.Name+" "+compact(p.Schema))
				if p.Required != (p.In == "path") || p.Deprecated != (p.Name == "kind") {
					t.Errorf("%s: parameter %+v", op.OperationID, p)
				}
			}
			got[method+" "+path] = row{op.OperationID, op.RequestBody.Content.String(), strings.Join(parameters, ", ")}
			if op.Description != "A product." || !slices.Equal(op.Tags, []string{"Product"}) || op.Summary == "" {
				t.Errorf("%s: %q, %v, %q", op.OperationID, op.Description, op.Tags, op.Summary)
			}
			if len(op.Security) != 2 || op.Security[0]["basicAuth"] == nil || op.Security[1]["bearerAuth"] == nil {
				t.Errorf("%s: security %v", op.OperationID, op.Security)
			}
		}
	}
	const sku = `path sku {"type":"string"}`
	body := func(form string) string { return `{"$ref":"#/components/schemas/Product.` + form + `"}` }
	want := map[string]row{
		"get /shop/products/{sku}":    {"get_shop_products", "", sku},
		"put /shop/products/{sku}":    {"update_shop_products", body("update"), sku},
		"patch /shop/products/{sku}":  {"patch_shop_products", body("patch"), sku},
		"delete /shop/products/{sku}": {"delete_shop_products", "", sku},
		"post /shop/products/":        {"create_shop_products", body("create"), ""},
		"get /shop/products/": {"search_shop_products", "", strings.Join([]string{
			`query sku {"type":"string"}`, `query name {"type":"string"}`, `query kind {"type":"string","enum":["A","B"]}`,
			`query indexedWords {"type":"integer","format":"int32"}`, `query brandId {"type":"string"}`,
		}, ", ")},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(row{})); diff != "" {
		t.Error(diff)
	}
}

// Components are each exported record with its bodies, and what they reach; nothing else.
func TestComponents(t *testing.T) {
	d, text := compile(t, product)
	var got []string
	for name := range d.Components.Schemas {
		got = append(got, name)
	}
	slices.Sort(got)
	want := []string{"Brand", "Line", "Line.input", "Product", "Product.create", "Product.patch", "Product.update"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if strings.Contains(text, "secret") {
		t.Error("what is hidden is shown")
	}
	var forms = map[string][]string{}
	for _, name := range []string{"Product", "Product.create", "Product.update", "Product.patch"} {
		var schema struct {
			Required             []string
			Properties           map[string]json.RawMessage
			AdditionalProperties *bool
		}
		if err := json.Unmarshal(d.Components.Schemas[name], &schema); err != nil {
			t.Fatal(err)
		}
		forms[name] = schema.Required
		if _, has := schema.Properties["sku"]; has != (name == "Product" || name == "Product.create") {
			t.Errorf("%s has the key: %v", name, has)
		}
		if schema.AdditionalProperties != nil {
			t.Errorf("%s says what else there may be; the type is not sealed", name)
		}
	}
	if diff := cmp.Diff(map[string][]string{
		"Product": {"sku", "name", "created"}, "Product.create": {"name"}, "Product.update": {"name"}, "Product.patch": nil,
	}, forms); diff != "" {
		t.Error(diff)
	}
}

func TestSealed(t *testing.T) {
	d, _ := compile(t, `type A @table @export @sealed { id: ID! @primaryKey b: B } type B @sealed { x: Int }`)
	for name, schema := range d.Components.Schemas {
		if !strings.HasSuffix(compact(schema), `"additionalProperties":false}`) {
			t.Errorf("%s is not closed: %s", name, compact(schema))
		}
	}
}

func TestPercentEncoding(t *testing.T) {
	for _, row := range []struct{ path, want string }{
		{"a b", "/a%20b/"},
		{"größe", "/gr%C3%B6%C3%9Fe/"},
		{"{id}", "/%7Bid%7D/"},
		{"a?b#c", "/a%3Fb%23c/"},
		{"100%", "/100%25/"},
		{"v1.0/x~y", "/v1.0/x~y/"},
	} {
		d, _ := compile(t, `type A @table @export(name: "`+row.path+`") { id: ID! @primaryKey }`)
		if d.Paths[row.want] == nil || d.Paths[row.want+"{id}"] == nil || len(d.Paths) != 2 {
			t.Errorf("%s: no path %s in %v", row.path, row.want, d.Paths)
		}
	}
}

// A table without a key is addressed by an id, which the server makes and no record shows.
func TestWithoutKey(t *testing.T) {
	d, _ := compile(t, `type A @table @export { name: String }`)
	if d.Paths["/A/{id}"] == nil || strings.Contains(compact(d.Components.Schemas["A"]), `"id"`) {
		t.Errorf("paths %v", d.Paths)
	}
	if got := d.Paths["/A/"]["post"].Responses["201"].Content.String(); !strings.HasPrefix(got, `{"type":["string","integer"]`) {
		t.Errorf("create answers the key as %s", got)
	}
}

// A table without a docstring says what the verbs do.
func TestWithoutDocstring(t *testing.T) {
	d, _ := compile(t, `type A @table @export { id: ID! @primaryKey }`)
	seen := map[string]bool{}
	for _, item := range d.Paths {
		for _, op := range item {
			seen[op.Description] = true
		}
	}
	if len(seen) != 6 || seen[""] {
		t.Errorf("descriptions: %v", seen)
	}
}

func TestDocument(t *testing.T) {
	d, text := compile(t, product, func(o *model.Options) {
		o.Title, o.Version, o.Server = "Shop", "1.2.3", "https://shop.example/api/"
	})
	if d.OpenAPI != "3.1.0" || d.Info.Title != "Shop" || d.Info.Version != "1.2.3" || len(d.Servers) != 1 || d.Servers[0].URL != "https://shop.example/api" {
		t.Errorf("got %+v %+v", d.Info, d.Servers)
	}
	if len(d.Tags) != 1 || d.Tags[0].Name != "Product" || d.Tags[0].Description != "A product." {
		t.Errorf("tags %+v", d.Tags)
	}
	if len(d.Components.SecuritySchemes) != 2 {
		t.Errorf("security schemes %v", d.Components.SecuritySchemes)
	}
	last := -1
	for _, key := range []string{`"openapi"`, `"info"`, `"servers"`, `"tags"`, `"paths"`, `"components"`} {
		i := strings.Index(text, "\n  "+key)
		if i <= last {
			t.Errorf("%s stands at %d", key, i)
		}
		last = i
	}
	if d, _ := compile(t, product); d.Info.Title != "app" || d.Info.Version != "0.0.0" {
		t.Errorf("without a configuration: %+v", d.Info)
	}
}

// What is kept out of OpenAPI leaves no path, tag or component, unless something else reaches it.
func TestNotOverHTTP(t *testing.T) {
	d, _ := compile(t, `
type A @table @export(rest: false) { id: ID! @primaryKey }
type B @table @export(http: false) { id: ID! @primaryKey }
type C @table @export(mcp: false) { id: ID! @primaryKey b: B @relationship(from: id) }`)
	if len(d.Paths) != 2 || len(d.Tags) != 1 || d.Components.Schemas["A"] != nil || d.Components.Schemas["B"] == nil || d.Components.Schemas["B.create"] != nil {
		t.Errorf("paths %d, tags %v, components %v", len(d.Paths), d.Tags, d.Components.Schemas)
	}
}

package resource_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"schemac/model/diag"
	"schemac/model/source"
	"schemac/parse/resource"
	"schemac/parse/resource/sandbox"
)

const product = `"Catalog row."
type Product @table @export {
  "Stock keeping unit."
  sku: ID! @primaryKey
  "Price in cents."
  priceCents: Int!
}
type Order @table(database: "shop") { id: ID! @primaryKey }
`

// Each row is a Resource file beside the schema above: what is said, and a word that the tools must hold.
func TestFiles(t *testing.T) {
	for _, row := range []struct{ name, text, said, tools string }{
		{"override", `const { Product } = tables; export class Offer extends Product { static properties = { ...Product.properties, priceCents: { ...Product.properties.priceCents, description: 'New words.' } } }`, "", "New words."},
		{"databases", `export class Mine extends databases.shop.Order {}`, "", `"get_Mine"`},
		{"other database", `export class Mine extends tables.Order {}`, `unknown-table: class "Mine" extends "tables.Order", and no schema declares that table, so the class is not read; it is "databases.shop.Order"`, ""},
		{"misspelt", `export class Mine extends tables.Produkt {}`, `unknown-table: class "Mine" extends "tables.Produkt", and no schema declares that table, so the class is not read; did you mean "tables.Product"`, ""},
		{"table itself", `export const { Product } = tables;`, "", `"get_Product"`},
		{"table renamed", `export const Goods = tables.Product;`, "", `"get_Goods"`},
		{"prefix", `export const Api = { V1: class extends Resource { static properties = { id: { primaryKey: true, type: 'string' } }; get() {} } }`, "", `"get_Api_V1"`},
		{"static method", `export class A extends Resource { static properties = { id: { primaryKey: true, type: 'string' } }; static async search() {} }`, "", `"search_A"`},
		{"no verbs", `export class A extends Resource { static properties = { id: { primaryKey: true, type: 'string' } }; connect() {} }`, `class-without-verbs: class "A" has none of the methods get, search, post, put, patch and delete, so it has no operations`, ""},
		{"no properties", `export class A extends Resource { get() {} }`, `class-without-properties: class "A" states no properties, so its tools take anything and promise nothing; add "static properties"`, `"additionalProperties": true`},
		{"no key", `export class A extends Resource { static properties = { a: { type: 'string' } }; get() {} }`, `no-primary-key: class "A" has no primary key, so its records are addressed by an "id" that no record shows; add "static primaryKey"`, ""},
		{"two keys", `export class A extends Resource { static properties = { a: { primaryKey: true }, b: { primaryKey: true } }; get() {} }`, `second-primary-key: class "A" has the primary key "a" already; this one is ignored`, ""},
		{"required", `export class A extends Resource { static properties = { a: { primaryKey: true }, count: {} }; static required = ['cout']; get() {} }`, `unknown-property: "static required" of class "A" names "cout", which is no property; did you mean "count"`, ""},
		{"hidden", `export class A extends tables.Product { static hidden = true; }`, "", ""},
		{"kind", `export class A extends Resource { static properties = []; get() {} }`, `class-without-properties: class "A" states no properties, so its tools take anything and promise nothing; add "static properties"|static-type: "static properties" of class "A" is an array; it takes an object`, ""},
		{"type", `export class A extends Resource { static properties = { a: { primaryKey: true, type: 'strin' } }; get() {} }`, `unknown-type: unknown type "strin" of property "a" is taken as "Any"; write a type of JSON Schema or of GraphQL`, ""},
		{"no name", `export default class extends Resource { get() {} }`, `class-name: default export has no name, so it has no path; give the class a name`, ""},
		{"replaces", `export class Product extends tables.Product { static description = 'Other words.' }`, `class-replaces-table: class "Product" replaces the resource of table "Product", so "@export" in the schema is not needed`, "Other words."},
		{"stand-in", `import { x } from 'y'; export class A extends tables.Product { static description = x; }`, `not-statically-known: "static description" of class "A" is not statically known: it comes from "y.x", which is not read`, "Catalog row."},
		{"annotation", `export class A extends tables.Product { static mcp = { annotations: { get: { readOnlyHint: false, loud: true } } } }`, `unknown-annotation: annotation "loud" of class "A" is none of MCP, so no host reads it`, ""},
		{"large integer", `export class A extends Resource { static properties = { id: { primaryKey: true, type: 'integer', maximum: 9e12 } }; get() {} }`, "", `"maximum": 9000000000000`},
		{"class of a library", `import { E } from 'e'; export class A extends E {}`, "", ""},
		{"not exported", `class A extends tables.Product {} server.resources.set('x', A);`, "", ""},
		{"typescript", "import type { X } from './x'; export abstract class A<T> extends (tables.Product as any) { declare x: X; private y!: T; }", "", `"get_A"`},
	} {
		t.Run(row.name, func(t *testing.T) {
			artifacts, diags := compile(t, map[string]string{"schema.graphql": product, "resources.ts": row.text})
			var said []string
			for _, d := range diags.Sorted() {
				said = append(said, d.Code+": "+d.Message)
				if d.Span.IsZero() {
					t.Errorf("%s has no place", d.Code)
				}
			}
			if diff := cmp.Diff(row.said, strings.Join(said, "|")); diff != "" {
				t.Error(diff)
			}
			if !strings.Contains(artifacts["tools"], row.tools) {
				t.Errorf("the tools lack %q:\n%s", row.tools, artifacts["tools"])
			}
		})
	}
}

// A table-backed class without statics changes nothing but for one warning, and no file changes what schemas give.
func TestNothingChanges(t *testing.T) {
	want, _ := compile(t, map[string]string{"schema.graphql": product})
	for name, text := range map[string]string{
		"replaces": `export class Product extends tables.Product { get() {} }`,
		"empty":    ``,
		"throws":   `throw new Error('x')`,
		"syntax":   `export class {`,
		"await":    `await 1`,
		"helpers":  `export const a = 1; export function f() {}; export class E extends Error {}`,
	} {
		got, _ := compile(t, map[string]string{"schema.graphql": product, "resources.js": text})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// Imports are followed inside the folder, and only there.
func TestImports(t *testing.T) {
	class := func(from string) string {
		return `import { words } from '` + from + `'; export class A extends tables.Product { static description = words; }`
	}
	for _, row := range []struct{ from, file, want string }{
		{"./lib", "lib.js", "read"}, {"./lib.js", "lib.ts", "read"}, {"./lib", "lib/index.ts", "read"}, {"./lib.mjs", "lib.mjs", "read"},
		{"../lib.js", "lib.js", "not-statically-known"}, {"./lib.js", "other.js", "not-statically-known"}, {"/lib.js", "lib.js", "not-statically-known"},
	} {
		artifacts, diags := compile(t, map[string]string{"schema.graphql": product, "resources.js": class(row.from), row.file: "export const words = 'read';"})
		said := artifacts["tools"]
		for _, d := range diags.All() {
			said += d.Code
		}
		if !strings.Contains(said, row.want) {
			t.Errorf("%s from %s: got no %q", row.from, row.file, row.want)
		}
	}
}

// What a symbolic link leads to is not read: it may lie outside.
func TestSymbolicLink(t *testing.T) {
	outside, inside := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "secret.js"), []byte("export const secret = 'canary';"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(inside, "lib")); err != nil {
		t.Skip(err)
	}
	f, _ := source.New("resources.js", []byte(`import { secret } from './lib/secret.js'; export class A extends Resource { static description = secret; get() {} }`))
	var diags diag.List
	objects, err := resource.Link(os.DirFS(inside), []*source.File{f}, nil, resource.Options{}, &diags)
	if err != nil || len(objects) != 1 || objects[0].Description != "" {
		t.Errorf("got %v, %v", objects, err)
	}
}

// An evaluation that ends in the middle costs the file at which it was, and no other; one that cannot be had is an error.
func TestDeaths(t *testing.T) {
	var files []*source.File
	for _, name := range []string{"a.js", "b.js", "c.js"} {
		f, _ := source.New(name, []byte("1;\n2;\n"))
		files = append(files, f)
	}
	calls := 0
	evaluate := func(request []byte) ([]byte, error) {
		calls++
		if calls == 1 {
			return []byte(`{"Result":{"File":"a.js"}}` + "\n" + `{"At":{"f":"b.js","Start":3,"End":5}}` + "\n" + `{"Res`), fmt.Errorf("wrapped: %w", sandbox.ErrTime)
		}
		var r struct{ Files []struct{ Name string } }
		if err := json.Unmarshal(request, &r); err != nil || len(r.Files) != 1 || r.Files[0].Name != "c.js" {
			t.Errorf("asked again for %v", r.Files)
		}
		return []byte(`{"Result":{"File":"c.js"}}` + "\n"), nil
	}
	var diags diag.List
	if _, err := resource.Link(fstest.MapFS{}, files, nil, resource.Options{Evaluate: evaluate}, &diags); err != nil {
		t.Fatal(err)
	}
	if len(diags.All()) != 1 || diags.All()[0].Span.String() != "b.js:2:1" || diags.All()[0].Code != "resource-time" {
		t.Errorf("got %v", diags.All())
	}
	broken := func([]byte) ([]byte, error) { return nil, os.ErrPermission }
	if _, err := resource.Link(fstest.MapFS{}, files, nil, resource.Options{Evaluate: broken}, &diags); err == nil {
		t.Error("a machine's fault is no error")
	}
}

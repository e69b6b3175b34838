package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"schemac/emit"
	"schemac/lint"
	"schemac/model/diag"
	"schemac/model/source"
)

// tree writes files into a new folder, by slash path, and returns it free of symbolic links. A text that begins with
// "-> " makes a link.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if target, isLink := strings.CutPrefix(text, "-> "); isLink {
			if err := os.Symlink(filepath.FromSlash(target), path); err != nil {
				t.Skip("no symbolic links here: ", err)
			}
			continue
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// said returns what diagnostics say, one a line: place, severity, code and message.
func said(diags *diag.List) string {
	var out strings.Builder
	for _, d := range diags.Sorted() {
		fmt.Fprintf(&out, "%s %s %s: %s\n", d.Span, d.Severity, d.Code, d.Message)
	}
	return out.String()
}

// readConfigText reads a schemac.yaml that stands nowhere.
func readConfigText(text string) (*config, *diag.List) {
	c, diags := defaultConfig(), &diag.List{}
	f, faults := source.New(configName, []byte(text))
	c.File, c.Dir = f, "/project"
	c.read(faults, diags)
	return c, diags
}

const fullConfig = `name: storefront
inputs: [schema.graphql, guards/]
out: schemac-out
emit: [tools, resources, openapi, schema, lint]
server: https://api.example.com      # OpenAPI servers and resource URIs
info: { title: Storefront, version: 1.4.0 }
records: closed                      # or open
tools: { allow: ["*"], deny: ["delete_*"] }   # which tools MCP lists; OpenAPI still describes the whole API
comments: false                      # true: # comments serve where there is no docstring
hints: minimal                       # or explicit
require: { known: operations.txt, allow: [get_job], streaming: [get_backup], surface: ops }
`

func TestConfigIsRead(t *testing.T) {
	c, diags := readConfigText(fullConfig)
	if got := said(diags); got != "" {
		t.Fatal(got)
	}
	want := defaultConfig()
	want.File, want.Dir = c.File, c.Dir
	want.Name = "storefront"
	want.Inputs = []inputPath{{"schema.graphql", c.File.Span(26, 40)}, {"guards/", c.File.Span(42, 49)}}
	want.Emit = []string{"tools", "resources", "openapi", "schema", "lint"}
	want.Server = "https://api.example.com"
	want.Info = configInfo{Title: "Storefront", Version: "1.4.0"}
	at := func(text string) lint.Named {
		start := strings.LastIndex(fullConfig, text)
		return lint.Named{Text: text, Span: c.File.Span(start, start+len(text))}
	}
	want.Require = configRequire{
		Known: at("operations.txt"), Allow: []lint.Named{at("get_job")}, Streaming: []lint.Named{at("get_backup")}, Surface: at("ops"),
	}
	want.Tools = configTools{Allow: []string{"*"}, Deny: []string{"delete_*"}}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got %+v, want %+v", c, want)
	}
	if got := c.Inputs[1].Span.Text(); got != "guards/" {
		t.Errorf("the second input is at %q", got)
	}
}

func TestConfigOptions(t *testing.T) {
	c, diags := readConfigText("server: http://x/\nrecords: open\nhints: explicit\ncomments: True\ninfo: {version: 1.10}\ntools: {allow: []}\n")
	if got := said(diags); got != "" {
		t.Fatal(got)
	}
	got := c.options()
	if got.Server != "http://x" || !got.OpenRecords || !got.ExplicitHints || !c.Comments || got.Version != "1.10" || len(got.Allow) != 0 || got.Name != "app" {
		t.Errorf("got %+v", got)
	}
}

func TestConfigFaults(t *testing.T) {
	tests := []struct{ in, want string }{
		{"", ""},
		{"# nothing yet\n", ""},
		{"---\n", "schemac.yaml:2:1 error config-type: schemac.yaml is empty; it must be a group of keys: name, inputs, out, emit, server, info, records, tools, comments, hints, rules, budget, require, accept\n"},
		{"emits: [tools]\n", "schemac.yaml:1:1 error config-unknown-key: unknown key \"emits\"; did you mean \"emit\"\n"},
		{"rules: {tautologie: off}\n", "schemac.yaml:1:9 error config-unknown-key: unknown key \"tautologie\" in \"rules\"; did you mean \"tautology\"\n"},
		{"color: red\n", "schemac.yaml:1:1 error config-unknown-key: unknown key \"color\"; there are name, inputs, out, emit, server, info, records, tools, comments, hints, rules, budget, require, accept\n"},
		{"info:\n  titel: x\n", "schemac.yaml:2:3 error config-unknown-key: unknown key \"titel\" in \"info\"; did you mean \"title\"\n"},
		{"emit: [tools, toools, html]\n", "schemac.yaml:1:15 error config-value: unknown word \"toools\" in \"emit\"; did you mean \"tools\"\n" +
			"schemac.yaml:1:23 error config-value: unknown word \"html\" in \"emit\"; there are tools, resources, prompts, openapi, schema, lint, model\n"},
		{"emit: tools\n", "schemac.yaml:1:7 error config-type: \"emit\" is \"tools\"; it must be a list, as in [tools]\n"},
		{"tools: {allow: \"[\"}\n", "schemac.yaml:1:16 error config-type: \"allow\" is \"[\"; it must be a list, as in [\"[\"]\n"},
		{"emit: {tools: true}\n", "schemac.yaml:1:7 error config-type: \"emit\" is a group of keys; it must be a list\n"},
		{"emit: []\n", "schemac.yaml:1:7 error config-value: \"emit\" is an empty list; name at least one\n"},
		{"inputs: [a, [b]]\n", "schemac.yaml:1:13 error config-type: \"inputs\" is a list; it must be text\n"},
		{"inputs: ['']\n", "schemac.yaml:1:10 error config-value: \"\" in \"inputs\" must be a path\n"},
		{"comments: yes\n", "schemac.yaml:1:11 error config-type: \"comments\" is \"yes\"; it must be true or false\n"},
		{"comments: [true]\n", "schemac.yaml:1:11 error config-type: \"comments\" is a list; it must be true or false\n"},
		{"info: Storefront\n", "schemac.yaml:1:7 error config-type: \"info\" is \"Storefront\"; it must be a group of keys: title, version\n"},
		{"records: sealed\n", "schemac.yaml:1:10 error config-value: unknown word \"sealed\" in \"records\"; there are closed, open\n"},
		{"tools:\nname: x\n", "schemac.yaml:1:1 error config-type: \"tools\" has no value; give it one or remove the line\n"},
		{"name: true\n", "schemac.yaml:1:7 error config-type: \"name\" is \"true\"; it must be text\n"},
		{"name: My App\n", "schemac.yaml:1:7 error config-value: \"My App\" in \"name\" must be lower-case letters, digits, \".\", \"_\" and \"-\", at most 64, the first a letter or digit\n"},
		{"server: api.example.com\n", "schemac.yaml:1:9 error config-value: \"api.example.com\" in \"server\" must be a URL such as https://api.example.com\n"},
		{"name: a\nout: b\nname: c\n", "schemac.yaml:3:1 error config-duplicate-key: key \"name\" stands twice; remove one\n"},
		{"tools: {deny: [\"[\", ok]}\n", "schemac.yaml:1:16 error config-value: \"[\" in \"deny\" is no glob; \"*\" stands for any text, \"?\" for one character, \"[a-z]\" for one of several\n"},
		{"name: a\n  out: b\n", "schemac.yaml:2:3 error config-syntax: schemac.yaml is no valid YAML: mapping values are not allowed in this context\n"},
		{"name: a\ntools:\n  allow: [b\n deny: c\n", "schemac.yaml:3:3 error config-syntax: schemac.yaml is no valid YAML: did not find expected ',' or ']'\n"},
		{"name: [a\n", "schemac.yaml:2:1 error config-syntax: schemac.yaml is no valid YAML: did not find expected ',' or ']'\n"},
		{"name: *other\n", "schemac.yaml:1:1 error config-syntax: schemac.yaml is no valid YAML: unknown anchor 'other' referenced\n"},
		{"name: a\n---\nname: b\n", "schemac.yaml:1:1 error config-syntax: schemac.yaml holds more than one document; keep one\n"},
		{"name: \xff\n", "schemac.yaml:1:7 error config-syntax: schemac.yaml is no UTF-8 text; save it as UTF-8\n"},
		{"tools: {allow: &a [get_*], deny: *a}\n", ""},
		{"tools: {allow: &a [*a]}\n", "schemac.yaml:1:20 error config-type: \"allow\" is a list; it must be text\n"},
		{"tools: &t {<<: *t}\n", "schemac.yaml:1:12 error config-unknown-key: unknown key \"<<\" in \"tools\"; there are allow, deny\n"},
		{"\ufeffname: é\r\nhints: none\r\n", "schemac.yaml:1:7 error config-value: \"é\" in \"name\" must be lower-case letters, digits, \".\", \"_\" and \"-\", at most 64, the first a letter or digit\n" +
			"schemac.yaml:2:8 error config-value: unknown word \"none\" in \"hints\"; there are minimal, explicit\n"},
	}
	for _, test := range tests {
		_, diags := readConfigText(test.in)
		if got := said(diags); got != test.want {
			t.Errorf("%q:\ngot  %swant %s", test.in, got, test.want)
		}
	}
}

func TestConfigSpans(t *testing.T) {
	tests := []struct{ in, want string }{
		{"name: B\n", "B"},
		{"name: 'It''s'   # no\n", "'It''s'"},
		{`name: "a\"b" # no` + "\n", `"a\"b"`},
		{"name: >\n  Folded\n", ">"},
		{"name: &anchor Big\n", "&anchor Big"},
		{"info: {version: &v 1, title: [1, 2]}\n", "[1, 2]}"},
		{"tools: {allow: [a]}\nname: é Ü  # x\n", "é Ü"},
		{"name: \"a\u2028b\"\nhints: all\n", "\"a\u2028b\""},
	}
	for _, test := range tests {
		_, diags := readConfigText(test.in)
		sorted := diags.Sorted()
		if len(sorted) == 0 {
			t.Errorf("%q: nothing is said", test.in)
			continue
		}
		if got := sorted[0].Span.Text(); got != test.want {
			t.Errorf("%q: got %q, want %q", test.in, got, test.want)
		}
	}
}

// A value that is wrong leaves the default, so that one mistake gives one message.
func TestConfigKeepsDefaults(t *testing.T) {
	c, _ := readConfigText("name: A\nout: []\nemit: [x]\nserver: y\nrecords: z\ntools: {allow: ['[']}\ncomments: 1\nhints: q\n")
	c.File, c.Dir = nil, ""
	if want := defaultConfig(); !reflect.DeepEqual(c, want) {
		t.Errorf("got %+v, want %+v", c, want)
	}
}

// Free names with a value each are one row of the table, too.
func TestConfigPairs(t *testing.T) {
	var got []configPair
	rules := []configKey{{name: "rules", words: []string{"error", "off"}, field: func(*config) any { return &got }}}
	c, _ := readConfigText("rules: { describe-fields: error, name-style: of, name-style: off }\n")
	diags := &diag.List{}
	root, _, _ := parseYAML(c.File)
	newConfigReader(c, diags).group(root, "", rules)
	if want := []configPair{{"describe-fields", "error", c.File.Span(9, 24)}}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	want := "schemac.yaml:1:46 error config-value: unknown word \"of\" in \"rules\"; did you mean \"off\"\n" +
		"schemac.yaml:1:50 error config-duplicate-key: key \"name-style\" stands twice; remove one\n"
	if got := said(diags); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestEveryTargetIsAKind(t *testing.T) {
	for _, target := range emit.Targets {
		if !slices.Contains(artifactKinds, target.Kind) {
			t.Errorf("%q is no word of emit", target.Kind)
		}
		if got := slices.Contains(defaultConfig().Emit, target.Kind); got != target.Default {
			t.Errorf("%q by default: got %t, want %t", target.Kind, got, target.Default)
		}
	}
}

func TestLoadConfig(t *testing.T) {
	dir := tree(t, map[string]string{
		"schemac.yaml":        "name: outer\n",
		"a/schemac.yaml":      "name: inner\n",
		"a/x/schema.graphql":  "",
		"a/y/guard.mcp.kdl":   "",
		"b/schemac.yml":       "name: wrong\n",
		"b/schema.graphql":    "",
		"bad/schemac.yaml/it": "",
	})
	tests := []struct {
		args       []string
		name, said string
	}{
		{[]string{"a/x/schema.graphql"}, "inner", ""},
		{[]string{"a/x", "a/y/guard.mcp.kdl"}, "inner", ""},
		{[]string{"a/x", "b"}, "outer", ""},
		{[]string{"a"}, "inner", ""},
		{[]string{"b"}, "outer", "- warning config-name: \"" + filepath.Join(dir, "b/schemac.yml") + "\" is not read; call it \"schemac.yaml\"\n"},
		{nil, "outer", ""},
	}
	t.Chdir(dir)
	for _, test := range tests {
		diags := &diag.List{}
		c, err := loadConfig(test.args, "", diags)
		if err != nil {
			t.Fatal(err)
		}
		if got := said(diags); c.Name != test.name || got != test.said {
			t.Errorf("%q: got %q %s, want %q %s", test.args, c.Name, got, test.name, test.said)
		}
	}
	for arg, want := range map[string]string{
		"none":                 `"none" does not exist`,
		"none/deep":            `"none/deep" does not exist`,
		"a/*.gql":              `"a/*.gql" does not exist; an input is a file or a folder, not a glob`,
		"bad":                  `cannot read "` + filepath.Join(dir, "bad", configName) + `": is a directory`,
		"a/x/schema.graphql/z": `cannot read "a/x/schema.graphql/z": not a directory`,
	} {
		if _, err := loadConfig([]string{arg}, "", &diag.List{}); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", arg, err, want)
		}
	}
}

func TestOutFolder(t *testing.T) {
	c := config{Dir: "/p", Out: "dist/out"}
	for _, test := range []struct{ out, flag, want string }{
		{"dist/out", "", "/p/dist/out"},
		{"/abs", "", "/abs"},
		{"dist/out", "here", "here"},
	} {
		c.Out = test.out
		if got := filepath.ToSlash(c.outFolder(test.flag)); got != test.want {
			t.Errorf("%q with -o %q: got %q, want %q", test.out, test.flag, got, test.want)
		}
	}
	if got := defaultConfig().outFolder(""); got != "schemac-out" {
		t.Errorf("without a file: got %q", got)
	}
}

func FuzzConfig(f *testing.F) {
	f.Add(fullConfig)
	f.Add("a: &a [*a, \"x\u2028\"]\n? {b: c}\n: |\n  d\n")
	f.Fuzz(func(t *testing.T, text string) {
		_, diags := readConfigText(text)
		for _, d := range diags.Sorted() {
			_ = d.Span.String() // places outside the file would panic
			_ = d.Span.Text()
		}
	})
}

// What is wrong with the list of operations has a place, and the list is an input of the run.
func TestRequireList(t *testing.T) {
	for _, row := range []struct{ list, want string }{
		{"get_a\r\n# more\r\n  get_b # why\r\n", ""},
		{"\uFEFFget_a", ""},
		{"get_a\nget_\xff\n", "operations.txt:2:5 error require-known: \"operations.txt\" is no UTF-8 text; save it as UTF-8\n"},
		{"get_a\x00", "operations.txt:1:6 error require-known: \"operations.txt\" is no UTF-8 text; save it as UTF-8\n"},
		{"", "schemac.yaml:1:19 error require-known: \"operations.txt\" names no operation; write the name of one on each line\n"},
		{"get_a\nget_b\n get_a\n", "operations.txt:3:2 warning require-duplicate: operation \"get_a\" stands twice; remove one\n"},
		{"get a\n", "operations.txt:1:1 error require-name: \"get a\" is no name of an operation; write one on each line\n"},
		{"list_a\n", "schemac.yaml:1:43 warning require-glob: \"get_*\" in \"allow\" matches no operation in \"operations.txt\"\n"},
		{strings.Repeat("x", maxYAMLBytes+1), "schemac.yaml:1:19 error require-known: cannot read \"operations.txt\": it is larger than 1 MiB\n"},
	} {
		var diags diag.List
		dir := tree(t, map[string]string{
			configName:       "require: { known: operations.txt, allow: [\"get_*\"] }\n",
			"operations.txt": row.list,
		})
		c, err := loadConfig([]string{dir}, "", &diags)
		if err != nil {
			t.Fatal(err)
		}
		if got := said(&diags); got != row.want {
			t.Errorf("%.20q: got\n%swant\n%s", row.list, got, row.want)
		}
		if c.Require.List == nil != (len(row.list) > maxYAMLBytes) {
			t.Errorf("%.20q: the list is kept: %v", row.list, c.Require.List != nil)
		}
		if asked := c.Require.requirement() != nil; asked == diags.HasErrors() {
			t.Errorf("%.20q: asked: %v", row.list, asked)
		}
	}
}

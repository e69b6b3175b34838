package guardfile

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"schemac/model"
	"schemac/model/ordered"
)

// serverCases say what comes of a file: one line for each thing of the model, as [describe] writes it.
var serverCases = []struct{ in, want string }{
	// Upstream.
	{`wrap ward mcp x { base-url "h/v1//"; auth bearer { value env T } }`, "x https://h/v1 bearer header:Authorization=Bearer +env:T"},
	{`wrap x { base-url "http://h:8080"; auth none }`, "x http://h:8080 none"},
	{`wrap x { base-url { value env U }; auth header-token { header X-Key; value { env A; file "/b" } } }`, "x $U header-token header:X-Key=+env:A|file:/b"},
	{`wrap x { base-url "h"; auth query-param { param k { value env K }; param "t" { value ssm "/t" } } }`, "x https://h query-param query:k=+env:K query:t=+ssm:/t"},
	{`wrap x { base-url "h"; auth bearer { value literal "s3cret" } }`, "x https://h bearer header:Authorization=Bearer +literal:"},
	{`header "Accept" "application/x"`, "x https://h none\nheader Accept: application/x"},

	// Both dialects say the same.
	{`can get a { path "/a"; query "q" "r" }`, "x https://h none\nget_a GET /a\n  query q string\n  query r string"},
	{`can get a { path "/a"; query q string; query r string }`, "x https://h none\nget_a GET /a\n  query q string\n  query r string"},
	{`can get a { path "/a"; query { field "q" type="string"; field "r" } }`, "x https://h none\nget_a GET /a\n  query q string\n  query r string"},
	{`can get a { path "/a"; query q int required "words" { minimum 1; maximum 0x10; default 2 } }`, "x https://h none\nget_a GET /a\n  query q! integer 1..16 =2 (words)"},
	{`can get a { path "/a"; query { field "q" type="integer" required=true minimum=1 maximum=16 default=2 describe="words" } }`, "x https://h none\nget_a GET /a\n  query q! integer 1..16 =2 (words)"},
	{`can get a { path "/a"; query "since" upstream="since_id" }`, "x https://h none\nget_a GET /a\n  query since>since_id string"},
	{`can get a { path "/a"; query since string upstream=since_id }`, "x https://h none\nget_a GET /a\n  query since>since_id string"},
	{`can get a { path "/a"; query s string { enum "a" "b" } }`, "x https://h none\nget_a GET /a\n  query s string {a|b}"},
	{`can get a { path "/a"; query l array<int> encode=repeat { min-items 1; max-items 3; default 1 2 } }`, "x https://h none\nget_a GET /a\n  query l [integer] items 1..3 =[1 2] repeat"},
	{`can get a { path "/a"; query { array "l" items="integer" }; query m array { items bool }; query n array }`, "x https://h none\nget_a GET /a\n  query l [integer]\n  query m [boolean]\n  query n [string]"},
	{`can create a { path "/a"; body o object; body { object "p" { field "x" type="float" required=#true; object "y" { array z } }; object "q" raw=#true } }`,
		"x https://h none\ncreate_a POST /a\n  body o object\n  body p {x! number, y {z [string]}}\n  body q object"},
	{`can get a { path "/a"; header X-A string upstream=X-B; header "X-C" }`, "x https://h none\nget_a GET /a\n  header X-A>X-B string\n  header X-C string"},
	{`can edit a { path "/a"; set state "closed"; set n=1 ok=#true; set { l 1 2; o { x #null } }; body title string }`,
		"x https://h none\nedit_a PATCH /a\n  body title string\n  set state=closed\n  set n=1\n  set ok=true\n  set l=[1 2]\n  set o={x:null}"},
	{`can get a { path "/a"; query { field "b"; field "c"; mutually-exclusive "b" "c" } }`, "x https://h none\nget_a GET /a\n  query b string\n  query c string\n  not together b c"},

	// Paths: parameters first and in order, each bounded unless something else is said.
	{`can get a { query q string; path b int "words"; path "/{a}/{b}" }`, "x https://h none\nget_a GET /{a}/{b}\n  path a! string /" + defaultPathPattern + "/\n  path b! integer (words)\n  query q string"},
	{`allow-metacharacters a
can get a { path "/{a}" }`, "x https://h none\nget_a GET /{a}\n  path a! string"},
	{`can get a { path "/{a}"; path a string { pattern "^[a-z]+$" } }`, "x https://h none\nget_a GET /{a}\n  path a! string /^[a-z]+$/"},
	{`can get a { path "/{a}"; path a string { enum "x" "y" } }`, "x https://h none\nget_a GET /{a}\n  path a! string {x|y}"},

	// Methods: an exact word before a pattern.
	{`can list-x a { path "/a" }; can ai-search a { path "/b" }; can create-on-x a { path "/c" }; can pin a { path "/d" }; can archive a { path "/e" }; can set a { path "/f" }; can remove a { path "/g" }; can sync a { path "/h"; method head }`,
		"x https://h none\nlist-x_a GET /a\nai-search_a GET /b\ncreate-on-x_a POST /c\npin_a POST /d\narchive_a PATCH /e\nset_a PUT /f\nremove_a DELETE /g\nsync_a HEAD /h"},
	{`can get a { path "/a"; tool b; title "T"; describe "D"; hints read-only=#false open-world=#true; open-arguments; raw-response; fail-when "x" }`, "x https://h none\nb GET /a (D) T hints 2001 open raw fail x"},

	// Answers.
	{`can get a { path "/a"; returns { field "id" type="int" required=#true; field "t" describe="words"; array "l" { field "x" } } }`, "x https://h none\nget_a GET /a\n  returns {id! integer, t string, l [{x string}]}"},
	{`can get a { path "/a"; returns array { field "id" } }; can get b { path "/b"; returns array<int> }; can get c { path "/c"; returns "x" "y" }`,
		"x https://h none\nget_a GET /a\n  returns [{id string}]\nget_b GET /b\n  returns [integer]\nget_c GET /c\n  returns {x any, y any}"},

	// Restrictions.
	{`restrict p matches "a-*" "b?"
can get a { path "/{p}"; query q string }`, "x https://h none\nget_a GET /{p}\n  path p! string /^(?:a-[^/?#%]*|b[^/?#%])$/\n  query q string"},
	{`restrict p matches a b a
can create a { path "/a"; body p string }`, "x https://h none\ncreate_a POST /a\n  body p string {a|b}"},
	{`restrict p matches "a*"
can get a { path "/a"; query p string { enum "ab" "b" "ac" }; header h string }`, "x https://h none\nget_a GET /a\n  query p string {ab|ac}\n  header h string"},
	{`restrict p matches ab b
can get a { path "/a"; query p string { pattern "^a" } }`, "x https://h none\nget_a GET /a\n  query p string {ab}"},
	{`restrict p matches "*"
can get a { path "/{p}" }; can get b { path "/b"; query p string }`, "x https://h none\nget_a GET /{p}\n  path p! string /" + defaultPathPattern + "/\nget_b GET /b\n  query p string /^[^/?#%]*$/"},

	// Actions.
	{`can get a { path "/{p}"; path p string "words"; query n int { maximum 3 } }; restrict p matches x y
action view a { describe "D"; input p { required }; input n int { default 2 }; call get a { p $p n $n } as r; call get a { p $r.id.b } as s }`,
		"x https://h none\nget_a GET /{p}\n  path p! string {x|y} (words)\n  query n integer ..3\nview_a (D)\n  p! string {x|y} (words)\n  n integer ..3 =2\n  get_a(p=$p n=$n) as r\n  get_a(p=r.id.b) as s"},
	{`can get a { path "/{p}"; query q array; query r bool }
action view a { call get a { p "$x" q "one" r true }; call get a { p bare } as t }`,
		"x https://h none\nget_a GET /{p}\n  path p! string /" + defaultPathPattern + "/\n  query q [string]\n  query r boolean\nview_a\n  get_a(p='$x' q='[one]' r='true')\n  get_a(p='bare') as t"},
	{`can get a { path "/a"; query q string { enum "a" "b" } }; can get b { path "/b"; query q string { pattern "^[bc]$" } }
action view a { input q { describe "own" }; call get a { q $q }; call get b { q $q } }`,
		"x https://h none\nget_a GET /a\n  query q string {a|b}\nget_b GET /b\n  query q string /^[bc]$/\nview_a\n  q string {b} (own)\n  get_a(q=$q)\n  get_b(q=$q)"},
	{`can get a { path "/a"; open-arguments }
action view a { input q { required }; call get a { q $q } }`, "x https://h none\nget_a GET /a open\nview_a\n  q! string\n  get_a(q=$q)"},

	// Inheritance: parents first and in their order, replacements in place, restrictions add up.
	{`--- a
wrap a { inherit "b"; base-url "a"; can get new { path "/n" }; never delete x; override can get y { path "/y2" }; never view x }
--- b
wrap b { base-url "b"; auth bearer { value env B }; header "X" "1"; can get x { path "/x" }; can get y { path "/y" }; can delete x { path "/x" }; action view x { call get x }; action view y { call get y } }`,
		"a https://a bearer header:Authorization=Bearer +env:B\nheader X: 1\nget_x GET /x\nget_y GET /y2\nget_new GET /n\nview_y\n  get_y()\n" +
			"b https://b bearer header:Authorization=Bearer +env:B\nheader X: 1\nget_x GET /x\nget_y GET /y\ndelete_x DELETE /x\nview_x\n  get_x()\nview_y\n  get_y()"},
	{`--- a
wrap a { inherit "b"; override can get x }
--- b
wrap b { inherit "c"; never get "*" }
--- c
wrap c { base-url "h"; auth none; can get x { path "/x" }; can get y { path "/y" } }`,
		"a https://h none\nget_x GET /x\nb https://h none\nc https://h none\nget_x GET /x\nget_y GET /y"},
	{`--- a
wrap a { inherit "b"; base-url "h"; auth none; override can delete x { path "/x" } }
--- b
wrap b { never delete "*"; never get z }`, "a https://h none\ndelete_x DELETE /x\ndenied get z"},
	{`--- a
wrap x { inherit "b" }
--- b
wrap x { base-url "h"; auth none; can get x { path "/x" } }`, "x https://h none\nget_x GET /x"},
	{`--- a
wrap a { inherit "b"; inherit "c"; base-url "h"; auth none }
--- b
wrap b { inherit "d" }
--- c
wrap c { inherit "d"; never get y; restrict p matches ab b }
--- d
wrap d { can get x { path "/{p}" }; can get y { path "/y" }; restrict p matches "a*" }`, "a https://h none\nget_x GET /{p}\n  path p! string {ab}"},
	{`--- a
wrap a { inherit "b"; base-url "h"; auth none; override can get x { path "/y" } }
--- b
wrap b { allow-metacharacters p; restrict q matches a; can get x { path "/{q}/{p}" }; can get z { path "/{p}" } }`,
		"a https://h none\nget_x GET /y\nget_z GET /{p}\n  path p! string /" + defaultPathPattern + "/"},

	// Beside wrap.
	{`instructions { text "a"; text "b" }
resource "r" uri="a:b" mime="text/plain" title="T" priority=0.80 { audience "user" "assistant"; description "D"; text "x"; text "" }
prompt "p" title="T" { description "D"; argument "a" description="A" required=true title="B"; text "{a}" }
withhold "get_z" { reason "no"; alternative "get_a" }
server-info name="status"
icon "i.png" mime="image/png" sizes="48x48"
confirm "get_a" message="sure?"
cache "get_b" ttl="15m"
rate-limit "1/1s" { store redis env R; bucket "b" }
reject-empty "get_a"
reject-empty-argument "get_a" field="q"
extract "get_b" as="feed-entries" max-items=7
pin "get_b" { query "k" literal "1"; header "X-Y" env V; query "f" file "/f" from="query:x" }
wrap x { base-url "h"; auth none; can get a { path "/a"; query "q" }; can get b { path "/b"; raw-response } }`,
		`x https://h none
get_a GET /a
  query q string
get_b GET /b raw
  pin query k 1
  pin header X-Y env:V
  pin query f file:/f query:x
says a/b
resource r a:b text/plain T D 0.80 [user assistant] x/
prompt p T D {a B A true} {a}
withhold get_z {reason:no alternative:get_a}
server-info  {name:status}
icon  {src:i.png mime:image/png sizes:48x48}
confirm get_a {message:sure?}
cache get_b {ttl:15m}
rate-limit  {rate:1/1s store:{kind:redis provider:env address:R} bucket:b}
reject-empty get_a {}
reject-empty-argument get_a {field:q}
extract get_b {as:feed-entries max-items:7}`},
}

func TestServers(t *testing.T) {
	for _, c := range serverCases {
		servers, diags := link(t, filesOf(c.in)...)
		var lines []string
		for _, s := range servers {
			lines = append(lines, describe(s)...)
		}
		got := strings.Join(lines, "\n")
		if got != c.want || diags.HasErrors() {
			t.Errorf("%s\n got %s\nwant %s\n%s", c.in, got, c.want, listing(diags))
		}
	}
}

// describe writes a server in few words.
func describe(s *model.Server) []string {
	head := s.Name + " " + s.Base.URL
	if s.Base.Variable != "" {
		head = s.Name + " $" + s.Base.Variable
	}
	head += " " + string(s.Auth.Scheme)
	for _, c := range s.Auth.Credentials {
		var places []string
		for _, secret := range c.Secrets {
			places = append(places, secret.Provider+":"+secret.Address)
		}
		head += " " + c.In + ":" + c.Name + "=" + c.Prefix + "+" + strings.Join(places, "|")
	}
	lines := []string{head}
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	for _, h := range s.Headers {
		add("header %s: %s", h.Name, h.Value)
	}
	for _, g := range s.Grants {
		lines = append(lines, describeGrant(g)...)
	}
	for _, a := range s.Actions {
		lines = append(lines, describeAction(a)...)
	}
	for _, d := range s.Denied {
		add("denied %s %s", d.Verb, d.Resource)
	}
	if s.Instructions != nil {
		add("says %s", strings.Join(s.Instructions, "/"))
	}
	for _, r := range s.Resources {
		add("resource %s %s %s %s %s %s %v %s", r.Name, r.URI, r.MIMEType, r.Title, r.Description, r.Priority, r.Audience, strings.Join(r.Text, "/"))
	}
	for _, p := range s.Prompts {
		line := fmt.Sprintf("prompt %s %s %s", p.Name, p.Title, p.Description)
		for _, a := range p.Arguments {
			line += fmt.Sprintf(" {%s %s %s %v}", a.Name, a.Title, a.Description, a.Required)
		}
		add("%s %s", line, strings.Join(p.Text, "/"))
	}
	for _, p := range s.Policies {
		add("%s %s %s", p.Node, p.Tool, text(p.Value))
	}
	return lines
}

func describeGrant(g *model.Grant) []string {
	head := g.ToolName() + " " + g.Method + " " + g.Path
	for _, part := range []struct {
		is   bool
		word string
	}{
		{g.Doc != "", "(" + g.Doc + ")"}, {g.Title != "", g.Title},
		{!g.Hints.IsZero(), fmt.Sprintf("hints %d%d%d%d", g.Hints.ReadOnly, g.Hints.Destructive, g.Hints.Idempotent, g.Hints.OpenWorld)},
		{g.OpenArguments, "open"}, {g.RawResponse, "raw"}, {g.FailWhen != "", "fail " + g.FailWhen},
	} {
		if part.is {
			head += " " + part.word
		}
	}
	lines := []string{head}
	for _, p := range g.Params {
		lines = append(lines, "  "+p.In+" "+describeParam(p))
	}
	for _, f := range g.Set {
		lines = append(lines, "  set "+f.Name+"="+text(f.Value))
	}
	for _, group := range g.Exclusive {
		lines = append(lines, "  not together "+strings.Join(group, " "))
	}
	if g.Returns != nil {
		lines = append(lines, "  returns "+describeType(g.Returns))
	}
	for _, p := range g.Pins {
		value := p.Literal
		if p.Secret != nil {
			value = p.Secret.Provider + ":" + p.Secret.Address
		}
		lines = append(lines, strings.TrimRight("  pin "+p.In+" "+p.Name+" "+value+" "+p.From, " "))
	}
	return lines
}

func describeParam(p *model.Param) string {
	line := p.Name
	if p.Wire != p.Name {
		line += ">" + p.Wire
	}
	if p.Required {
		line += "!"
	}
	line += " " + describeType(p.Type)
	if c := p.Constraints; c != nil {
		if c.Minimum+c.Maximum != "" {
			line += " " + c.Minimum + ".." + c.Maximum
		}
		if c.MinItems+c.MaxItems != "" {
			line += " items " + c.MinItems + ".." + c.MaxItems
		}
		if c.Pattern != "" {
			line += " /" + c.Pattern + "/"
		}
		if c.Enum != nil {
			var values []string
			for _, v := range c.Enum {
				values = append(values, v.Text)
			}
			line += " {" + strings.Join(values, "|") + "}"
		}
		if c.Default.Kind != ordered.Absent {
			line += " =" + text(c.Default)
		}
	}
	if p.Encode != "" {
		line += " " + p.Encode
	}
	if p.Doc != "" {
		line += " (" + p.Doc + ")"
	}
	return line
}

func describeType(t *model.Type) string {
	switch {
	case t.Kind == model.ListKind:
		return "[" + describeType(t.Elem) + "]"
	case t.Shape != nil:
		var fields []string
		for _, f := range t.Shape.Fields {
			name := f.Name
			if f.Required {
				name += "!"
			}
			fields = append(fields, name+" "+describeType(f.Type))
		}
		return "{" + strings.Join(fields, ", ") + "}"
	}
	return strings.ToLower(t.Kind.String())
}

func describeAction(a *model.Action) []string {
	head := a.ToolName()
	if a.Doc != "" {
		head += " (" + a.Doc + ")"
	}
	lines := []string{head}
	for _, in := range a.Inputs {
		lines = append(lines, "  "+describeParam(in))
	}
	for _, c := range a.Calls {
		var arguments []string
		for _, arg := range c.Arguments {
			value := "'" + text(arg.Value) + "'"
			switch {
			case arg.Input != "":
				value = "$" + arg.Input
			case arg.Result != "":
				value = strings.Join(slices.Concat([]string{arg.Result}, arg.Path), ".")
			}
			arguments = append(arguments, arg.Name+"="+value)
		}
		line := "  " + c.Grant.ToolName() + "(" + strings.Join(arguments, " ") + ")"
		if c.As != "" {
			line += " as " + c.As
		}
		lines = append(lines, line)
	}
	return lines
}

func text(v ordered.Value) string {
	var parts []string
	switch v.Kind {
	case ordered.ArrayKind:
		for _, item := range v.Items {
			parts = append(parts, text(item))
		}
		return "[" + strings.Join(parts, " ") + "]"
	case ordered.ObjectKind:
		for _, m := range v.Members {
			parts = append(parts, m.Name+":"+text(m.Value))
		}
		return "{" + strings.Join(parts, " ") + "}"
	case ordered.NullKind:
		return "null"
	}
	return v.Text
}

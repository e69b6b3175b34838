package guardfile

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"schemac/model/diag"
)

// filesOf makes files of a case. A text with `--- NAME` lines holds several; one without `wrap` stands in a wrap that
// has what is required, at line 4.
func filesOf(text string) []string {
	if !strings.HasPrefix(text, "--- ") {
		if !strings.Contains(text, "wrap") {
			text = "wrap x {\nbase-url \"h\"\nauth none\n" + text + "\n}"
		}
		return []string{"f", text}
	}
	var files []string
	for part := range strings.SplitSeq(strings.TrimPrefix(text, "--- "), "\n--- ") {
		name, body, _ := strings.Cut(part, "\n")
		files = append(files, name, body)
	}
	return files
}

// listing gives errors and warnings as "line:column code message", with the name of a file that is not the only one.
func listing(diags *diag.List) string {
	var lines []string
	for _, d := range diags.Sorted() {
		if d.Severity != diag.Info {
			lines = append(lines, strings.TrimPrefix(d.Span.String(), "f:")+" "+d.Code+" "+d.Message)
		}
	}
	return strings.Join(lines, "\n")
}

// Every message, with its place.
var errorCases = []struct{ in, want string }{

	// The file.
	{"// no wrap here", "1:1 missing-wrap file has no \"wrap\"; a guardfile says `wrap NAME { … }`"},
	{`wrap x { base-url "h"; auth none }
wrap y { base-url "h"; auth none }`, `2:1 duplicate-node a second "wrap"; one file is one server`},
	{"wrap", "1:1 missing-argument \"wrap\" says too little; write `wrap NAME { … }`"},
	{"wrap x", "1:1 missing-block \"wrap\" needs a block; write `wrap NAME { … }`"},
	{`wrap Bad { base-url "h"; auth none }`, `1:6 invalid-name surface name "Bad" is not made of up to 64 small letters, digits, ".", "_" and "-" with a letter or digit first`},
	{`wrap 1 x { base-url "h"; auth none }`, `1:6 argument-type a word of "wrap" is a string, and "1" is a number; put it in quotes if it is text`},
	{`wrap a b x { base-url "h"; auth none }`, ""},
	{`confrim "a"
wrap x { base-url "h"; auth none }`, `1:1 unknown-node unknown node "confrim" in the file; did you mean "confirm"?`},
	{`can get a { path "/a" }
wrap x { base-url "h"; auth none }`, `1:1 misplaced-node "can" belongs in "wrap", not in the file`},
	{`graphql { }
wrap x { base-url "h"; auth none }`, `1:1 not-supported-yet "graphql" is not supported yet`},
	{`spec "api.yaml"
wrap x { base-url "h"; auth none }`, "1:1 older-dialect \"spec\" is of the older, spec-backed dialect; a guardfile holds its operations inline: write a `can VERB RESOURCE { path \"/…\" }` for each"},
	{`description "words"
wrap x { base-url "h"; auth none }`, "1:1 older-dialect \"description\" is of another dialect; write `instructions { text \"…\" }`"},
	{`instructions { text "a" }`, `4:1 misplaced-node "instructions" stands beside "wrap", not in "wrap"`},
	{`can get a { path "/a"; instructions { text "wrap" } }`, "1:1 missing-wrap file has no \"wrap\"; a guardfile says `wrap NAME { … }`\n1:1 misplaced-node \"can\" belongs in \"wrap\", not in the file"},

	// The server.
	{"wrap x { auth none }", "1:1 missing-base-url server \"x\" has no \"base-url\"; write `base-url \"host/path\"`"},
	{`wrap x { base-url "h" }`, "1:1 missing-auth server \"x\" has no \"auth\"; write `auth bearer { value env NAME }`, or `auth none`"},
	{`wrap x { base-ulr "h"; auth none }`, `1:10 unknown-node unknown node "base-ulr" in "wrap"; did you mean "base-url"?`},
	{`wrap x { base-url "h"; base-url "i"; auth none }`, `1:24 duplicate-node "base-url" stands twice in "wrap"`},
	{`wrap x { base-url "https://u:p@h/"; auth none }`, "1:19 invalid-base-url a base URL holds no user and no password; say \"auth\"; write `base-url \"host/path\"`"},
	{`wrap x { base-url "h?a=1"; auth none }`, "1:19 invalid-base-url a base URL has no query and no fragment; write `base-url \"host/path\"`"},
	{`wrap x { base-url "ftp://h"; auth none }`, "1:19 invalid-base-url a base URL is of http or https; write `base-url \"host/path\"`"},
	{`wrap x { base-url "a b"; auth none }`, "1:19 invalid-base-url this is no URL; write `base-url \"host/path\"`"},
	{"wrap x { base-url {}; auth none }", "1:10 missing-value \"base-url\" names no variable; write `base-url { value env NAME }`"},
	{`wrap x { base-url { value file "/x" }; auth none }`, "1:32 base-url-provider a base URL is text or one environment variable; write `base-url { value env NAME }`"},
	{`wrap x { base-url "h"; auth }`, "1:24 missing-argument \"auth\" names no scheme; write `auth bearer { value env NAME }`, or `auth none`"},
	{`wrap x { base-url "h"; auth baerer { value env A } }`, `1:29 unknown-auth-scheme unknown scheme of "auth"; did you mean "bearer"?`},
	{`wrap x { base-url "h"; auth bearer }`, "1:24 missing-block \"auth\" needs a block; write `auth bearer { value env NAME }`"},
	{`wrap x { base-url "h"; auth bearer {} }`, "1:24 missing-value `auth bearer` has no \"value\"; write `auth bearer { value env NAME }`"},
	{`wrap x { base-url "h"; auth none { value env A } }`, "1:34 unexpected-block \"auth\" takes no block; write `auth none`"},
	{`wrap x { base-url "h"; auth header-token { value env A } }`, "1:24 missing-header `auth header-token` has no \"header\"; write `auth header-token { header NAME; prefix \"…\"; value env NAME }`"},
	{`wrap x { base-url "h"; auth header-token { header A } }`, "1:24 missing-value `auth header-token` has no \"value\"; write `auth header-token { header NAME; prefix \"…\"; value env NAME }`"},
	{`wrap x { base-url "h"; auth query-param {} }`, "1:24 missing-param `auth query-param` has no \"param\"; write `auth query-param { param NAME { value env NAME } }`"},
	{`wrap x { base-url "h"; auth query-param { param k } }`, "1:43 missing-block \"param\" needs a block; write `param NAME { value env NAME }`"},
	{`wrap x { base-url "h"; auth query-param { param k {} } }`, "1:43 missing-value parameter \"k\" has no \"value\"; write `param NAME { value env NAME }`"},
	{`wrap x { base-url "h"; auth query-param { param k { value env A }; param k { value env B } } }`, `1:74 duplicate-name query parameter "k" stands twice`},
	{`wrap x { base-url "h"; auth bearer { value vault "A" } }`, `1:44 unknown-provider unknown value provider; there are "env", "file", "ssm" and "literal"`},
	{`wrap x { base-url "h"; auth bearer { value oauth2 "A" } }`, "1:44 not-supported-yet provider … is not supported yet"},
	{`wrap x { base-url "h"; auth bearer { value env 5 } }`, "1:48 argument-type the address of a secret is text; write `value env NAME`"},
	{`wrap x { base-url "h"; auth bearer { value env "A-B" } }`, `1:48 invalid-name the name of an environment variable is made of letters, digits and "_"; name the variable, not what it holds`},
	{`wrap x { base-url "h"; auth bearer { value literal "s3cret" } }`, "1:44 literal-secret a secret stands in the file; name a place that holds it: `value env NAME`"},
	{`wrap x { base-url "h"; auth bearer { value { env } } }`, "1:46 missing-argument a provider has one address; write `env NAME`"},
	{`header "Authorization" "x"`, `4:8 reserved-header header "Authorization" is set by what carries the request out; say "auth", or leave it out`},
	{`header "X" "a\nb"`, "4:12 invalid-header the value of a header is one line"},
	{`header "X-A" "1"; header "x-a" "2"`, `4:26 duplicate-name header "x-a" stands twice`},

	// Grants.
	{"can get", "4:1 missing-argument \"can\" says too little; write `can VERB RESOURCE { path \"/…\" }`"},
	{"can get a", "4:1 missing-block \"can\" needs a block; write `can VERB RESOURCE { path \"/…\" }`"},
	{`can get "a b" { path "/a" }`, `4:9 invalid-name resource "a b" is not made of letters, digits, "_" and "-"`},
	{`can get "*" { path "/a" }`, `4:9 wildcard only "never" speaks of all resources of a verb; name one`},
	{`can get 5 { path "/a" }`, `4:9 argument-type resource is a string, and "5" is a number; put it in quotes if it is text`},
	{`can get a { path "/a" }
can get a { path "/b" }`, `5:5 duplicate-grant a second grant of "get a", which would make a second tool "get_a"; keep one`},
	{`can get a { path "/a"; tool t }
can get a { path "/b"; tool u }`, `5:5 duplicate-grant a second grant of "get a", which would make a second tool "u"; keep one`},
	{`can get a { describe "words" }`, "4:1 missing-path \"get a\" has no path; write `path \"/a/{p}/b\"`"},
	{`can get a { pth "/a" }`, `4:13 unknown-node unknown node "pth" in "can"; did you mean "path"?`},
	{`can get a { GET "/a" }`, "4:13 older-dialect \"GET\" is of the older, spec-backed dialect; write `path \"/…\"`, and `method GET` unless the verb says so"},
	{`can get a { path "/a"; path "/b" }`, "4:24 duplicate-node \"path\" stands twice in \"can\"; write `path p TYPE \"description\"` to say more of a parameter"},
	{`can get a { path "/a"; path "/b" "/c" }`, "4:34 path-form write `path \"/a/{p}/b\"` for the path, or `path p TYPE \"description\"` to say more of a parameter"},
	{`can get a { path "a" }`, `4:19 invalid-path a path begins with "/"; write "/a"`},
	{`can get a { path "/a?b" }`, `4:21 invalid-path a path has no "?"; say "query" for what follows`},
	{`can get a { path "/a b" }`, `4:21 invalid-path a path holds no " "; write it percent-encoded`},
	{`can get a { path "/{}" }`, `4:20 invalid-path "{}" names no parameter`},
	{`can get a { path "/{a" }`, `4:20 invalid-path this "{" is never closed`},
	{`can get a { path "/a}" }`, `4:21 invalid-path this "}" closes nothing`},
	{`can get a { path "/{a}/{a}" }`, `4:24 duplicate-name path parameter "a" stands twice`},
	{`can get a { path "/{a b}" }`, `4:20 invalid-name path parameter "a b" is not made of up to 64 letters, digits, "_", "." and "-"`},
	{`can get a { path "" }`, `4:18 empty-text "path" is empty`},
	{`can get a { path "/{id}"; path ix string }`, `4:32 unknown-parameter the path has no "{ix}"; there is "id"`},
	{`can get a { path "/{id}"; path id strng }`, "4:35 path-form write `path \"/a/{p}/b\"` for the path, or `path p TYPE \"description\"` to say more of a parameter; did you mean the type \"string\"?"},
	{`can get a { path "/{id}"; path id array }`, "4:35 type-place a path parameter is no array of string"},
	{`can get a { path "/{id}"; path id string; path id int }`, `4:48 duplicate-name path parameter "id" is refined twice`},
	{`can get a { path "/{id}"; path id string { pattern "^.*$" } }`, "4:32 unsafe-pattern the pattern of path parameter \"id\" admits more than one path segment; write it as `^…$` without \"/\", \"?\", \"#\" and \"%\", \".\" and \"..\", or say `allow-metacharacters id`"},
	{`can get a { path "/{id}"; path id string { enum "a" ".." } }`, "4:32 unsafe-pattern path parameter \"id\" may be \".\" or \"..\", which lead to another path; leave them out, or say `allow-metacharacters id`"},
	{`can update a { path "/a" }`, "4:5 missing-method verb \"update\" does not say which method it has; write `method POST` or another"},
	{`can gte a { path "/a" }`, "4:5 missing-method verb \"gte\" does not say which method it has; write `method POST` or another, or did you mean \"get\"?"},
	{`can get a { path "/a"; method TRACE }`, `4:31 unknown-method unknown method "TRACE"; there are "GET", "POST", "PUT", "PATCH", "DELETE" and "HEAD"`},
	{`can get a { path "/a"; body "x" }`, `4:24 body-not-allowed a GET request has no body; say "query", or another "method"`},
	{`can delete a { path "/a"; set x 1 }`, `4:27 body-not-allowed a DELETE request has no body; say "query", or another "method"`},
	{`can comment a { path "/a/note" }`, `4:22 comment-path comments are a collection below a resource, and this path does not end in one, such as "/comments"`},
	{`can close a { path "/a" }`, "4:5 close-without-set \"close a\" sends nothing that says so; write `set state \"…\"`"},
	{`can get a { path "/a"; describe "" }`, `4:33 empty-text "describe" is empty`},
	{`can get a { path "/a"; describe "x"; describe "y" }`, `4:38 duplicate-node "describe" stands twice in "can"`},
	{`can get a { path "/a"; tool "a b" }`, `4:29 invalid-name tool name "a b" is not made of letters, digits, "_" and "-"`},
	{`can get a { path "/a"; tool x { GET "/b" } }`, "4:24 older-dialect \"tool\" with a request of its own is of the older, spec-backed dialect; write `can VERB RESOURCE { path \"/…\" }`, with `tool NAME` inside for a name of its own"},
	{`can get a { path "/a"; hints }`, "4:24 missing-argument \"hints\" says too little; write `hints read-only=#true`"},
	{`can get a { path "/a"; hints readonly=#true }`, `4:30 unknown-property unknown property "readonly" on "hints"; did you mean "read-only"?`},
	{`can get a { path "/a"; hints read-only=yes }`, `4:40 argument-type "read-only" is #true or #false, and not "yes"`},
	{`can get a { path "/a"; hints read-only=#true destructive=#true }`, `4:24 contradiction a tool that is "read-only" is not "destructive"; keep one`},
	{`can get a { path "/a"; raw-response yes }`, "4:37 unexpected-argument unexpected \"yes\" after \"raw-response\"; write `raw-response`"},
	{`can get a { path "/a"; raw-response { } }`, "4:37 unexpected-block \"raw-response\" takes no block; write `raw-response`"},
	{`(t)can get a { path (u)"/a" }`, `4:2 unexpected-annotation guardfiles have no type annotations; leave out "(t)"
4:22 unexpected-annotation guardfiles have no type annotations; leave out "(u)"`},
	{`can get a { path "/a" } as x`, `4:28 unexpected-as only "call" gives its result a name, and this is "can"`},
	{`can get a { path "/a"; quer "x" }`, `4:24 unknown-node unknown node "quer" in "can"; did you mean "query"?`},
	{`can get a { path "/a"; graphql "x" }`, `4:24 not-supported-yet "graphql" is not supported yet`},

	// Inputs.
	{`can get a { path "/a"; query }`, "4:24 missing-block \"query\" needs a block; write `query { field \"name\" type=\"string\" }`"},
	{`can get a { path "/a"; query {} }`, `4:24 empty-block "query" names no field`},
	{`can get a { path "/a"; query q }`, "4:30 ambiguous-form write `query q string` for one input with a type, or `query \"q\"` for one that is an optional string"},
	{`can get a { path "/a"; query "q" { enum "a" } }`, "4:30 ambiguous-form write `query q string { … }` for one input, or leave out the block"},
	{`can get a { path "/a"; query q strng required "x" }`, "4:32 ambiguous-form \"strng\" could be a type or a name: write `query q TYPE` for one input, or `query \"q\" \"strng\"` for a list of names; did you mean the type \"string\"?"},
	{`can get a { path "/a"; query q "string" }`, "4:32 ambiguous-form \"string\" could be a type or a name: write `query q TYPE` for one input, or `query \"q\" \"string\"` for a list of names"},
	{`can get a { path "/a"; query q string requierd }`, `4:39 unexpected-argument unexpected "requierd"; did you mean "required"?`},
	{`can get a { path "/a"; query q string "x" required }`, `4:43 unexpected-argument "required" stands before the description`},
	{`can get a { path "/a"; query q string words }`, `4:39 unexpected-argument unexpected "words"; a description stands in quotes`},
	{`can get a { path "/a"; query q string "x" "y" }`, `4:43 unexpected-argument unexpected "y" after the description`},
	{`can get a { path "/a"; query "a" "b" upstream="c" }`, `4:38 constraint-place "upstream" is for one name; write each on a line of its own`},
	{`can get a { path "/a"; query "a b" }`, `4:30 invalid-name name "a b" is not made of up to 64 letters, digits, "_", "." and "-"`},
	{`can get a { path "/a"; query q string upstraem=x }`, `4:39 unknown-property unknown property "upstraem" on "query"; did you mean "upstream"?`},
	{`can get a { path "/a"; query q string upstream=x upstream=y }`, `4:50 duplicate-property property "upstream" stands twice`},
	{`can get a { path "/a"; query q string keyed=#true }`, `4:39 not-supported-yet "keyed" is not supported yet`},
	{`can get a { path "/a"; query q object }`, "4:32 type-place a query parameter is no object"},
	{`can get a { path "/a"; query q string { enmu "x" } }`, `4:41 unknown-node unknown node "enmu" in "query"; did you mean "enum"?`},
	{`can get a { path "/a"; query q string { enum "x"; enum "y" } }`, `4:51 duplicate-constraint "enum" is stated twice`},
	{`can get a { path "/a"; query { field "q" type="strng" } }`, `4:47 unknown-type unknown type "strng"; did you mean the type "string"?`},
	{`can get a { path "/a"; query { field q string type="int" } }`, "4:47 duplicate-constraint the type is stated twice"},
	{`can get a { path "/a"; query { array "q" items="widget" } }`, `4:48 unknown-type "widget" is no type of elements; there are "string", "integer", "number" and "boolean"`},
	{`can get a { path "/a"; query q array<int> { items string } }`, "4:45 duplicate-constraint the type of the elements is stated twice"},
	{`can get a { path "/a"; query { field "q" enum="a|b" } }`, "4:47 ambiguous-enum \"a|b\" is one value; write several as `enum \"a\" \"b\"`"},
	{`can get a { path "/a"; query q string { enum 1 } }`, `4:46 value-type "enum" of a string is a string, and not "1"`},
	{`can get a { path "/a"; query q string { enum "a" "a" } }`, `4:50 duplicate-name value "a" stands twice`},
	{`can get a { path "/a"; query q bool { enum #true } }`, `4:39 constraint-type "enum" says nothing of a boolean`},
	{`can get a { path "/a"; query q int { default 1.5 } }`, `4:46 value-type "default" of an integer is an integer, and not "1.5"`},
	{`can get a { path "/a"; query q int { minimum 2; default 1 } }`, `4:57 default-not-allowed default "1" is below the minimum 2`},
	{`can get a { path "/a"; query q int { minimum 2; maximum 1 } }`, "4:46 minimum-above-maximum minimum 2 is above maximum 1"},
	{`can get a { path "/a"; query q int { default 1 2 } }`, "4:48 unexpected-argument a default of an integer is one value"},
	{`can get a { path "/a"; query q array { min-items 2; max-items 1 } }`, "4:50 minimum-above-maximum min-items 2 is above max-items 1"},
	{`can get a { path "/a"; query q array { min-items -1 } }`, `4:50 argument-type "min-items" is a whole number, and not "-1"`},
	{`can get a { path "/a"; query q array { max-items 1; default "a" "b" } }`, "4:61 default-not-allowed default has more items than 1"},
	{`can get a { path "/a"; query q number { maximum #inf } }`, `4:49 invalid-number "#inf" is no number that JSON holds`},
	{`can get a { path "/a"; query q string { pattern "(?i)a" } }`, "4:50 invalid-pattern not every host reads \"(?i\"; only groups `(…)` and `(?:…)`, without names, flags and lookaround"},
	{`can get a { path "/a"; query q string { pattern "(" } }`, `4:49 invalid-pattern pattern "(" is none that every host reads: missing closing )`},
	{`can get a { path "/a"; query q string encode=repeat }`, `4:39 constraint-place "encode" is for lists in the query`},
	{`can get a { path "/a"; query q array encode=comma }`, `4:45 unknown-value unknown "encode" "comma"; there are "repeat" and "brackets"`},
	{`can get a { path "/a"; query { array "q" items="object" } }`, `4:48 unknown-type "object" is no type of elements; there are "string", "integer", "number" and "boolean"`},
	{`can get a { path "/a"; query { array "q" { field "x" } } }`, `4:44 unexpected-field "q" is no object, and has no fields`},
	{`can create a { path "/a"; body { array "q" items="string" { field "x" } } }`, `4:61 unexpected-field the elements of "q" are no objects, and have no fields`},
	{`can create a { path "/a"; body q array<int> { field "x" } }`, `4:47 unexpected-field the elements of "q" are no objects, and have no fields`},
	{`can create a { path "/a"; body { array "q" { field "x"; field "x" } } }`, `4:63 duplicate-name field "x" stands twice`},
	{`can get a { path "/a"; query q string { field "x" } }`, `4:41 unexpected-field "q" is no object, and has no fields`},
	{`can create a { path "/a"; body o object raw=#true { field "x" } }`, `4:41 constraint-place "raw" is for objects without a block`},
	{`can create a { path "/a"; body o object { field "x" upstream="y" } }`, `4:53 constraint-place "upstream" is for inputs in the query, the body or a header`},
	{`can create a { path "/a"; body o object { field "x"; field "x" } }`, `4:60 duplicate-name field "x" stands twice`},
	{`can create a { path "/a"; body { map "a" to="b" } }`, `4:34 not-supported-yet "map" is not supported yet`},
	{`can get a { path "/a"; header "Accept" }`, `4:31 reserved-header header "Accept" is set by what carries the request out, and is no input`},
	{`can get a { path "/a"; header h string upstream=authorization }`, `4:31 reserved-header header "authorization" is set by what carries the request out, and is no input`},
	{`can get a { path "/{a}"; query "a" }`, `4:32 duplicate-name two inputs are named "a", in "path" and in "query"; name one otherwise, with upstream=a`},
	{`can get a { path "/a"; query "b" "b" }`, `4:34 duplicate-name query parameter "b" stands twice`},
	{`can get a { path "/a"; query b string upstream=c; query c string }`, `4:57 duplicate-name "b" and "c" are both sent as "c"`},
	{`can create a { path "/a"; body "b"; set b 1 }`, `4:41 duplicate-name "b" is an input already; a field is either set or given`},
	{`can create a { path "/a"; set b 1; set b=2 }`, `4:40 duplicate-name field "b" stands twice`},
	{`can create a { path "/a"; set }`, "4:27 set-form write `set FIELD \"value\"`, `set FIELD=\"value\"` or `set { FIELD \"value\" }`"},
	{`can create a { path "/a"; set { b } }`, "4:33 missing-argument \"b\" has no value; write `b \"value\"`"},
	{`can create a { path "/a"; set { b 1 { c 2 } } }`, `4:35 unexpected-argument "b" is an object, and takes no value beside its block`},
	{`can create a { path "/a"; set { b { c 1; c 2 } } }`, `4:42 duplicate-name field "c" stands twice`},
	{`can get a { path "/a"; query { field "b"; mutually-exclusive "b" "c" } }`, `4:66 unknown-parameter no input is named "c"; there is "b"`},
	{`can get a { path "/a"; query { field "b" required=#true; field "c"; mutually-exclusive "b" "c" } }`, `4:88 exclusive-required "b" is required, so nothing can be given instead of it`},
	{`can get a { path "/a"; returns }`, "4:24 missing-argument \"returns\" says too little; write `returns { field \"name\" type=\"string\" }`"},
	{`can get a { path "/a"; returns {} }`, `4:24 empty-block "returns" names no field`},
	{`can get a { path "/a"; returns string }`, "4:32 returns-form write `returns { field \"name\" type=\"string\" }`, `returns array { … }`, or `returns array<string>`"},
	{`can get a { path "/a"; returns array }`, "4:32 returns-form say what the list holds: `returns array { … }`, or `returns array<string>`"},
	{`can get a { path "/a"; returns { field "a" default="x" } }`, `4:44 constraint-place "default" is for inputs`},
	{`can get a { path "/a"; returns list "a" }`, "4:32 returns-form write `returns { field \"name\" type=\"string\" }`, `returns array { … }`, or `returns \"name\"…`"},

	// Restrictions.
	{`can get a { path "/{p}" }
restrict p`, "5:1 missing-argument \"restrict\" says too little; write `restrict PARAM matches \"GLOB\"…`"},
	{`can get a { path "/{p}" }
restrict p is "a"`, "5:12 restrict-form expected \"matches\", found \"is\"; write `restrict PARAM matches \"GLOB\"…`"},
	{`can get a { path "/{p}" }
restrict p matches "[a"`, `5:20 invalid-glob malformed glob "[a": a class ends with "]"`},
	{`can get a { path "/{p}" }
restrict p matches "[b-a]"`, `5:20 invalid-glob malformed glob "[b-a]": a range in a class has two ends, the lower first`},
	{`can get a { path "/{p}" }
restrict p matches #"a\"#`, `5:20 invalid-glob malformed glob "a\\": a glob does not end in a backslash`},
	{`can get a { path "/{p}" }
restrict p matches a; restrict p matches b`, "5:32 duplicate-restrict parameter \"p\" is restricted twice; list all globs in one, of which any may match: `restrict p matches \"a\" \"b\"`"},
	{`can get a { path "/{page}" }
restrict pgae matches a`, `5:10 unknown-parameter no grant has a path, query or body parameter "pgae"; did you mean "page"?`},
	{`can get a { path "/a"; query p int }
restrict p matches a`, `5:10 restrict-type "p" is an integer in a grant, and globs restrict strings`},
	{`can get a { path "/a"; header p string }
restrict p matches a`, `5:10 unknown-parameter no grant has a path, query or body parameter "p"`},
	{`can get a { path "/a"; query p string { enum "x" } }
restrict p matches a`, `4:30 restrict-empty no value that "p" admits meets its restriction`},
	{`can get a { path "/a"; query p string { pattern "^x" } }
restrict p matches "a*"`, "4:30 restrict-patterns \"p\" has a pattern and is restricted by another, and two patterns cannot be said as one; list the values without wildcards: `restrict p matches \"a\" \"b\"`"},
	{`can get a { path "/{p}" }
restrict p matches "." "x"`, "4:20 unsafe-pattern path parameter \"p\" may be \".\" or \"..\", which lead to another path; leave them out, or say `allow-metacharacters p`"},
	{`can get a { path "/{p}" }
restrict p matches "[.]"`, "4:20 unsafe-pattern path parameter \"p\" may be \".\" or \"..\", which lead to another path; leave them out, or say `allow-metacharacters p`"},
	{`can get a { path "/{p}"; path p string { default "b" } }
restrict p matches "a*"`, `4:31 default-not-allowed default "b" of "p" does not match the pattern "^a[^/?#%]*$"`},
	{`can get a { path "/{p}" }
allow-metacharacters q`, `5:22 unknown-parameter no grant has a path parameter "q"; there is "p"`},
	{`can get a { path "/{p}" }
allow-metacharacters p p`, `5:24 duplicate-name parameter "p" stands twice`},

	// Denials and inheritance.
	{"never get", "4:1 missing-argument \"never\" says too little; write `never VERB RESOURCE { message \"…\" }`"},
	{`never "*" a`, `4:7 invalid-name verb "*" is not made of letters, digits, "_" and "-"`},
	{`never get a { mesage "x" }`, `4:15 unknown-node unknown node "mesage" in "never"; did you mean "message"?`},
	{"never get a; never get a", "4:20 duplicate-never `never get a` stands twice"},
	{`can get a { path "/a" }
never get a`, "5:7 contradiction `never get a` denies what this file grants; keep one"},
	{`never get "*"
can get a { path "/a" }`, "5:5 contradiction `never get *` denies what this file grants; keep one"},
	{`override can get a { path "/a" }`, `4:14 override-nothing "get a" overrides nothing: nothing of this name is inherited`},
	{"override never get a", "4:10 override-kind only a grant can be overridden; write `override can VERB RESOURCE { … }`"},
	{`inherit "b"; inherit "b"`, `4:9 test-not-found no file "b"
4:22 duplicate-name file "b" stands twice`},
	{`--- a
wrap a { inherit "b"; auth none; base-url "h" }
--- b
wrap b { inherit "a" }`, "b:1:18 inherit-cycle files inherit from each other in a circle: a → b → a"},
	{`--- a
wrap a { inherit "a"; auth none; base-url "h" }`, "a:1:18 inherit-cycle files inherit from each other in a circle: a → a"},
	{`--- a
wrap a { inherit "b"; auth none; base-url "h"; can get a { path "/a" } }
--- b
wrap b { never get a; never delete "*" }`, "a:1:52 denied-grant an inherited `never` denies \"get a\"; write `override can get a` to lift it by name"},
	{`--- a
wrap a { inherit "b"; auth none; base-url "h"; can get a { path "/x" }; never get b; override can get a }
--- b
wrap b { can get a { path "/a" } }`, "a:1:52 repeated-grant \"get a\" is inherited already; write `override can get a` to replace it\na:1:79 never-nothing `never get b` removes nothing: no inherited grant is of it; did you mean \"get a\"?\na:1:99 duplicate-grant a second grant of \"get a\", which would make a second tool \"get_a\"; keep one"},
	{`--- a
wrap a { inherit "b"; auth none; base-url "h"; override can get a; override can get c { path "/c" } }
--- b
wrap b { can get a { path "/a" } }`, `a:1:61 override-nothing "get a" overrides nothing: the inherited grant stands; say in a block what replaces it
a:1:81 override-nothing "get c" overrides nothing: nothing of this name is inherited; did you mean "get a"?`},
	{`--- a
wrap a { inherit "b"; auth none; base-url "h"; override can get a }
--- b
wrap b { never get a }`, "a:1:61 override-nothing \"get a\" restores nothing: the inherited `never` removed no grant; say what is granted in a block"},
	{`--- a
wrap a { inherit "b"; auth none; base-url "h"; restrict p matches "b*" }
--- b
wrap b { can get a { path "/{p}" }; restrict p matches "a*" }`, "a:1:57 restrict-patterns \"p\" is restricted by an inherited pattern already, and two patterns cannot be said as one; list the values without wildcards: `restrict p matches \"a\" \"b\"`"},
	{`--- a
wrap a { inherit "b"; auth none; base-url "h"; restrict p matches "b" }
--- b
wrap b { can get a { path "/{p}" }; restrict p matches "a*" }`, `a:1:57 restrict-empty no value of "p" meets both this restriction and the inherited one`},
	{`--- a
wrap a { inherit "b"; inherit "c"; auth none; base-url "h" }
--- b
wrap b { can get a { path "/b" } }
--- c
wrap c { can get a { path "/c" } }`, "a:1:31 inherit-conflict two inherited files grant \"get a\" differently; say which with `override can get a { … }`"},
	{`--- a
wrap a { inherit "b"; inherit "c" }
--- b
wrap b { base-url "b"; auth none }
--- c
wrap c { base-url "c"; auth none }`, `a:1:31 inherit-conflict two inherited files say "auth"; say which, with one here
a:1:31 inherit-conflict two inherited files say "base-url"; say which, with one here`},
	{`--- a
wrap a { inherit "b"; auth none; base-url "h"; never get a }
--- b
wrap b { can get a { path "/a" }; action view a { call get a } }`, "b:1:56 unknown-call action \"view a\" calls \"get a\", which a `never` removes; remove the action too"},
	{`--- a
wrap a { inherit "b"; auth none; base-url "h"; action view a { call get a } }
--- b
wrap b { can get a { path "/a" }; action view a { call get a } }`, `a:1:55 repeated-grant action "view a" is inherited already, and actions cannot be overridden; name this one otherwise`},
	{`--- a
wrap a { inherit "b"; inherit "c" }
--- b
wrap b { inherit "d" }
--- c
wrap c { inherit "d"; never get y }
--- d
wrap d { base-url "h"; auth none; can get x { path "/x" }; can get y { path "/y" }; restrict p matches "a*" }`, `d:1:94 unknown-parameter no grant has a path, query or body parameter "p"`},

	// Actions.
	{"action view", "4:1 missing-argument \"action\" says too little; write `action VERB RESOURCE { input NAME; call VERB RESOURCE { PARAM $NAME } }`"},
	{`action view a { describe "x" }`, "4:1 missing-call action \"view a\" calls nothing; write `call VERB RESOURCE { … }`"},
	{`can get a { path "/a" }
action view a { call get a }; action view a { call get a }`, `5:38 duplicate-grant a second action "view a", which would make a second tool "view_a"; keep one`},
	{`can get a { path "/{p}" }
action view a { call gte a { p "x" } }`, "5:22 unknown-call no grant is \"gte a\"; an action calls what `can` grants; did you mean \"get a\"?"},
	{`can get a { path "/{p}" }
action view a { call get a { q "x" p "y" } }`, `5:30 unknown-argument "get a" takes no argument "q"; there is "p"`},
	{`can get a { path "/{p}" }
action view a { call get a { p } }`, "5:30 missing-argument argument \"p\" has no value; write `PARAM $INPUT`"},
	{`can get a { path "/{p}" }
action view a { call get a }`, "5:22 missing-argument \"get a\" requires \"p\"; write `p $p`"},
	{`can get a { path "/{p}" }
action view a { call get a { p "x" p "y" } }`, `5:36 duplicate-argument argument "p" is given twice`},
	{`can get a { path "/{p}" }
action view a { input x { required }; call get a { p $y } }`, `5:54 unknown-reference "$y" is neither an input nor the result of an earlier call, and text stands in quotes; there is "x"`},
	{`can get a { path "/{p}" }
action view a { input x { required }; call get a { p $x.y } }`, "5:54 unknown-reference \"x\" is an input, and only results have members; write `$x`"},
	{`can get a { path "/{p}" }
action view a { call get a { p $r }; call get a { p "x" } as r }`, `5:32 unknown-reference "$r" is the result of a later call; calls run in order`},
	{`can get a { path "/{p}"; returns { field "id" } }
action view a { call get a { p "x" } as r; call get a { p $r.ib } }`, `5:59 unknown-reference "get a" does not say that it returns "ib"; there is "id"`},
	{`can get a { path "/{p}" }
action view a { input x; call get a { p $x } }`, "5:23 optional-input input \"x\" is optional and feeds \"p\", which is required; say `{ required }`, or a default"},
	{`can get a { path "/{p}" }
action view a { input x { required }; input x; call get a { p $x } as x }`, `5:45 duplicate-name name "x" stands twice
5:71 duplicate-name name "x" stands twice`},
	{`can get a { path "/{p}" }
action view a { input x int { required }; call get a { p $x } }`, `5:25 value-type input "x" is an integer, and feeds "p", which is a string`},
	{`can get a { path "/{p}"; query q int }
action view a { input x { required }; call get a { p $x q $x } }`, `5:23 input-disagrees input "x" feeds parameters that differ in type; use an input for each`},
	{`can get a { path "/a"; query q string required "one"; query r string required "two" }
action view a { input x { required }; call get a { q $x r $x } }`, "5:23 input-disagrees input \"x\" feeds parameters that differ in description; say `describe \"…\"` in the block of the input"},
	{`can get a { path "/a"; query q int { minimum 1 }; query r int { minimum 2 } }
action view a { input x; call get a { q $x r $x } }`, `5:23 input-disagrees input "x" feeds parameters that differ in minimum; use an input for each`},
	{`can get a { path "/a"; query q int }
action view a { input x { default "a" }; call get a { q $x } }`, `5:35 value-type "default" of an integer is an integer, and not the string "a"`},
	{`can get a { path "/a"; query q int { maximum 3 } }
action view a { call get a { q 4 } }`, `5:32 argument-not-allowed "4" is above the maximum 3 of "q"`},
	{`can get a { path "/a"; query q int }
action view a { call get a { q "four" } }`, `5:32 value-type "q" is an integer, and not the string "four"`},
	{`can get a { path "/a"; query { field "b"; field "c"; mutually-exclusive "b" "c" } }
action view a { call get a { b "1" c "2" } }`, `5:36 exclusive-arguments "b" and "c" are mutually exclusive in "get a"; give one`},
	{`can get a { path "/a" }
action view a { input x strng; call get a {} }`, "5:23 unused-input input \"x\" feeds no call; write `PARAM $x` in one, or leave it out\n5:25 unknown-type \"strng\" is no type; did you mean the type \"string\"?; write `input NAME [TYPE] { required }`"},
	{`can get a { path "/{p}" }
action view a { call get a { args { p "x" }; as y } }`, "5:30 older-dialect \"args\" is of the older, spec-backed dialect; write the arguments directly in the block of `call`"},
	{`can get a { path "/{p}" }
action view a { input x { positional }; call get a { p $x } }`, `5:27 older-dialect "positional" is of the older, spec-backed dialect; inputs have names only; leave it out`},

	// Beside wrap.
	{`instructions
wrap x { base-url "h"; auth none }`, "1:1 missing-block \"instructions\" needs a block; write `instructions { text \"…\" }`"},
	{`instructions { text "a" }; instructions { text "b" }
wrap x { base-url "h"; auth none }`, `1:28 duplicate-node "instructions" stands twice`},
	{`resource "r" uri="nothing" priority=2 { text "x"; audience "robots" }
wrap x { base-url "h"; auth none }`, "1:18 invalid-uri \"nothing\" is no URI; it begins with a scheme, such as `guide://`\n1:37 out-of-range \"priority\" is a number from 0 to 1, and not \"2\"\n1:60 unknown-value unknown audience \"robots\"; there are \"user\" and \"assistant\""},
	{`resource "r" { audience "user" }
wrap x { base-url "h"; auth none }`, "1:1 missing-text resource \"r\" holds no text; write `text \"…\"`\n1:1 missing-uri resource \"r\" has no uri; write `resource \"NAME\" uri=\"…\" mime=\"text/markdown\" { audience \"assistant\"; text \"…\" }`"},
	{`resource "r" uri="a:b" { text "x" }
wrap x { base-url "h"; auth none }`, "1:1 resource-audience resource \"r\" does not say whom it is for, and hosts may skip it; write `audience \"assistant\"`"},
	{`prompt "p" { argument "a"; argument "a"; text "{b}" }
wrap x { base-url "h"; auth none }`, `1:37 duplicate-name argument "a" stands twice
1:48 unknown-parameter no argument fills "{b}"; there is "a"`},
	{`prompt "p" { description "x" }
wrap x { base-url "h"; auth none }`, "1:1 missing-text prompt \"p\" holds no text; write `text \"…\"`"},
	{`withhold "get_a" { reason "x" }; withhold "get_b" { alternative "get_c" }
wrap x { base-url "h"; auth none; can get a { path "/a" } }`, "1:10 withheld-tool tool \"get_a\" is withheld and granted; keep one\n1:34 missing-reason \"withhold\" gives no reason; write `withhold \"TOOL\" { reason \"…\"; alternative \"TOOL\" }`\n1:65 unknown-tool no tool is named \"get_c\"; did you mean \"get_a\"?"},
	{`server-info off; icon
wrap x { base-url "h"; auth none }`, "1:13 unknown-value unexpected \"off\"; write `server-info disabled`, or `server-info name=\"TOOL\"`\n1:18 missing-argument \"icon\" says too little; write `icon \"SRC\" mime=\"image/png\" sizes=\"48x48\"`"},
	{`server-info name="get_a"
wrap x { base-url "h"; auth none; can get a { path "/a" } }`, `1:18 duplicate-name "get_a" is a tool already`},
	{`confirm "get_b" message="sure?"; confirm "get_a"
wrap x { base-url "h"; auth none; can get a { path "/a" } }`, "1:9 unknown-tool no tool is named \"get_b\"; did you mean \"get_a\"?\n1:34 missing-property \"confirm\" has no \"message\"; write `confirm \"TOOL\" message=\"…\"`"},
	{`cache "get_a" ttl="25h"; cache "delete_a" ttl="1h"; cache "get_b" ttl="1m"; confirm "get_b" message="sure?"
wrap x { base-url "h"; auth none; can get a { path "/a" }; can delete a { path "/a" }; can get b { path "/b" } }`, `1:19 invalid-duration "25h" is no time of up to 24 hours, such as "15m"
1:32 cache-destructive tool "delete_a" is destructive, and its answers cannot be reused
1:59 cache-confirm tool "get_b" asks for confirmation, and its answers cannot be reused`},
	{`rate-limit "many"
wrap x { base-url "h"; auth none }`, "1:12 invalid-rate \"many\" is no rate; write a number of calls and a time, `rate-limit \"1/1s\"`"},
	{`rate-limit "1/1s" { store disk env A; bucket "" }
wrap x { base-url "h"; auth none }`, "1:27 unknown-value unknown store; write `store redis env NAME`\n1:46 empty-text a bucket is empty"},
	{`reject-empty-argument "get_a" field="y"; reject-empty-argument "get_a"
wrap x { base-url "h"; auth none; can get a { path "/a"; query "x" } }`, "1:37 unknown-field tool \"get_a\" has no input \"y\"; there is \"x\"\n1:42 missing-property \"reject-empty-argument\" has no \"field\"; write `reject-empty-argument \"TOOL\" field=\"NAME\"`"},
	{`extract "get_a" as="feed-entries"; extract "get_b" as="words"; extract "get_c" as="pdf-text" max-items=3; extract "get_d" as="pdf-text" max-pages=201
wrap x { base-url "h"; auth none; can get a { path "/a" }; can get b { path "/b"; raw-response }; can get c { path "/c"; raw-response }; can get d { path "/d"; raw-response } }`, `1:9 extract-json the answer of "get_a" is JSON, from which nothing is extracted; say "raw-response" in its grant
1:55 unknown-value unknown way to extract "words"; there are "pdf-text" and "feed-entries"
1:94 constraint-place "max-items" is for as="feed-entries"
1:147 out-of-range "max-pages" is from 1 to 200, and not 201`},
	{`pin "get_a" { query "x" literal "1"; query "y" literal "1"; query "y" env A; header "Accept" literal "z"; query "w" env A from="x"; query "v" literal "1" from="query:x" }; pin "view_a" { query "x" literal "1" }; pin "get_b" {}
wrap x { base-url "h"; auth none; can get a { path "/a"; query "x" }; action view a { call get a } }`, `1:21 pinned-input "x" is an input of "get_a", and what is pinned no caller sees; keep one
1:67 duplicate-name "y" is pinned twice
1:85 reserved-header header "Accept" is set by what carries the request out
1:128 unknown-value "from" names a part of a URL, as in from="query:NAME"
1:155 constraint-place "from" is for a value from elsewhere, and this one is literal
1:177 pin-action tool "view_a" is an action, which makes no request of its own; pin the tools that it calls
1:213 empty-block "pin" fixes nothing
1:217 unknown-tool no tool is named "get_b"; did you mean "get_a"?`},

	// Broken syntax: what is perhaps only unread is not missed.
	{`wrap x {
base-url "h
auth none
can get a { path /a; quer "b" }
can get b { path "/b"
describe "x" [y]
can update c { path "/c"; describe "" }
}`, "1:8 kdl-unclosed-brace this \"{\" is never closed; add \"}\"\n2:10 kdl-unterminated-string this string is not closed on its line; end it with `\"`\n4:18 kdl-bare-word a bare word may not hold \"/\"; quote it: \"/a\"\n6:14 kdl-bare-word KDL has no lists in \"[\" and \"]\"; write the values with blanks between them"},
	{`wrap x {
base-url "h"
auth none
can get a { path /a/b; quer "b" }
can get b { path "b"; describe "x" [y] }
can get c { path "c" }
}`, `4:18 kdl-bare-word a bare word may not hold "/"; quote it: "/a/b"
5:36 kdl-bare-word KDL has no lists in "[" and "]"; write the values with blanks between them
6:19 invalid-path a path begins with "/"; write "/c"`},
}

func TestErrors(t *testing.T) {
	for _, c := range errorCases {
		_, diags := link(t, filesOf(c.in)...)
		if got := listing(diags); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.in, got, c.want)
		}
	}
}

// Each code of the package is in the table above, or in a test of its own.
func TestEveryCodeIsTested(t *testing.T) {
	elsewhere := []string{"inherit-depth", "instructions-too-long", "too-many", "never-documents", "open-arguments"}
	var wants strings.Builder
	for _, c := range errorCases {
		wants.WriteString(c.want + "\n")
	}
	files, _ := filepath.Glob("*.go")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range regexp.MustCompile(`(?:rrorf|arnf|nfof)\([^"\n]*"([a-z0-9]+(?:-[a-z0-9]+)+)"`).FindAllStringSubmatch(string(text), -1) {
			if code := found[1]; !strings.HasSuffix(file, "_test.go") && !strings.Contains(wants.String(), " "+code+" ") && !slices.Contains(elsewhere, code) {
				t.Errorf("%s: no case of %q", file, code)
			}
		}
	}
}

package guardfile

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"schemac/model/diag"
	"schemac/model/source"
)

const secret = "hunter2-swordfish"

// secretCases are files with a literal secret, S, in which much else is wrong, also on its line.
var secretCases = []string{
	`wrap x { base-url "h"; auth none; headers { "X-Api-Key" "S" } }`,
	`wrap x { base-url "h"; auth none; headers { X-Auth-Token "S"; Accept "x" } }`,
	`wrap x { base-url "h"; auth none; api-key "S" }`,
	`headers { Authorization "Bearer S" }
wrap x { base-url "h"; auth none }`,
	`wrap x { base-url "h"; auth none; can get a { path "/a"; headerz { session-token "S" } } }`,
	`wrap x { base-url "h"; auth bearer { value literal "S" } }`,
	`wrap x { base-url "h"; auth bearer { value literal "S" }; can gte y { pth "/a" }; restrict z matches a }`,
	`wrap x { base-url "h"; auth bearer { value literal S } }`,
	`wrap x { base-url "h"; auth bearer { value literal "S" "S" } }`,
	`wrap x { base-url "h"; auth bearer { value literal "S" kind="S" S=1 } }`,
	`wrap x { base-url "h"; auth bearer { value litreal "S" } }`,
	`wrap x { base-url "h"; auth bearer { value "S" } }`,
	`wrap x { base-url "h"; auth bearer { valeu literal "S" } }`,
	`wrap x { base-url "h"; auth bearer { valeu "S" } }`,
	`wrap x { base-url "h"; auth bearer { literal "S" } }`,
	`wrap x { base-url "h"; auth bearer "S" }`,
	`wrap x { base-url "h"; auth "S" }`,
	`wrap x { base-url "h"; auth S { value env A } }`,
	`wrap x { base-url "h"; auth none { value literal "S" } }`,
	`wrap x { base-url "h"; auth bearer { value { env A; literal "S"; file "/x"; valt "S" } } }`,
	`wrap x { base-url "h"; auth bearer { value env "S" } }`,
	`wrap x { base-url "h"; auth bearer { value env A }; auth bearer { value literal "S" } }`,
	`wrap x { base-url "h"; auht bearer { value literal "S" } }`,
	`wrap x { base-url "h"; valeu literal "S" }`,
	`wrap x { base-url "h"; auth query-param { param k { value literal "S" }; param k { value literal "S" } } }`,
	`wrap x { base-url "h"; auth header-token { header "a b"; value literal "S" } }`,
	`wrap x { base-url "https://u:S@h"; auth none }`,
	`wrap x { base-url "https://h/?key=S"; auth none }`,
	`wrap x { base-url { value literal "S" }; auth none }`,
	`rate-limit "1/1s" { store redis literal "S" }; wrap x { base-url "h"; auth none; can gte y {} }`,
	`rate-limit "1/1s" { store redis "S" }; wrap x { base-url "h"; auth none }`,
	`wrap x { base-url "h"; auth bearer { /- value literal "S"
 } /- auth bearer { value literal "S" }; bogus; }`,
	"// auth bearer { value literal \"S\" }\nwrap x { /* value literal S */ bogus }",
	"wrap x { base-url \"h\"; auth bearer { value literal \"\"\"\n  S\n  \"\"\" }; bogus }",
	"wrap x { base-url \"h\"; auth bearer { value \\\n literal \\\n \"S\" }; bogus }",
	`pin "get_a" { query k env "S b" }; wrap x { base-url "h"; auth none; can get a { path "/a" } }`,
	`wrap x { base-url "h"; auth none; header "X-Api-Key" "S" }`,
	`wrap x { base-url "h"; auth none; header X-Api-Key S; bogus }`,
	`wrap x { base-url "h"; auth none; header X-Api-Key "S" "S" }`,
	`wrap x { base-url "h"; auth none; header "X-Api-Key" "a S b" kind="S" S=1 { S } }`,
	`wrap x { base-url "h"; auth none; header X-Api-Key="S" }`,
	`wrap x { base-url "h"; auth none; header "X-Api-Key" value="S" }`,
	`wrap x { base-url "h"; auth none; header "Authorization" "S" }`,
	`wrap x { base-url "h"; auth none; heder "X-Auth-Token" "S" }`,
	`wrpa x { base-url "h"; auth none; header "X-Auth-Token" "S" }`,
	`wrap x { base-url "h"; auth none; header "X-Api-Key" "S\n" }`,
	`wrap x { base-url "h"; auth none; header "X-Api-Key" "S"; header "x-api-key" "S" }`,
	"wrap x { base-url \"h\"; auth none; /- header \"X-Api-Key\" \"S\"\n bogus; /* header X-Api-Key S */ }\n// header X-Api-Key S",
	`pin "get_a" { header X-Api-Key literal "S" }; wrap x { base-url "h"; auth none; can get a { path "/a" } }`,
	`pin "get_a" { query api_key literal "S" "S" }; wrap x { base-url "h"; auth none; can get a { path "/a" } }`,
	`pin "get_a" { query api_key literal "S" from="S" }; wrap x { base-url "h"; auth none; can get a { path "/a" } }`,
	`pin "get_b" { query api_key "S"; qery api_key literal "S"; header "Cookie" S }; wrap x { base-url "h"; auth none }`,
	// Broken syntax.
	`wrap x { base-url "h"; auth none; header "X-Api-Key" "S }`,
	`wrap x { base-url "h"; auth none; header X-Api-Key S/x }`,
	`wrap x { base-url "h"; auth none; header "X-Api-Key" "S\q" }`,
	`pin "get_a" { query "api_key" literal "S } ; wrap x { base-url "h"; auth none }`,
	`pin "get_a" { query "api_key" S/x } ; wrap x { base-url "h"; auth none }`,
	"/- kdl-version 1\nwrap \"x\" { auth \"none\"; header \"X-Api-Key\" S }",
	`wrap x { base-url "h"; auth bearer { value literal S/x } }`,
	`wrap x { base-url "h"; auth bearer { value literal "S\q" } }`,
	`wrap x { base-url "h"; auth bearer { value literal "S } }`,
	`wrap x { base-url "h"; auth bearer { value literal [S] } }`,
	`wrap x { base-url "h"; auth bearer { value literal r"S" } }`,
	`wrap x { base-url "h"; auth bearer { value literal "a""S" } }`,
	`wrap x { base-url "h"; auth bearer { value literal "a" } S }`,
	`wrap x { base-url "h"; auth bearer { value literal #S } }`,
	`wrap x { base-url "h"; auth bearer { value S/x } }`,
	`wrap x { base-url "h"; auth S/x { value env A } }`,
	`wrap x { base-url "h"; auth bearer { value literal="S" [ } }`,
	`wrap x { base-url "h"; auth bearer { value literal "S" }; can get a { path /a } }`,
	"wrap x { base-url \"h\"; auth bearer { value literal \"\"\"\n  S\n \"\"\" }",
	"/- kdl-version 1\nwrap \"x\" { base-url \"h\"; auth \"bearer\" { value \"literal\" \"S\"; } bogus; }",
	"/- kdl-version 1\nwrap \"x\" { auth \"bearer\" { value \"literal\" S } }",
	"/- kdl-version 1\nwrap \"x\" { auth \"bearer\" { value \"literal\" \"S } }",
}

// Nothing that is said of a file, and nothing of what is made of it, holds a literal secret: neither what Parse and
// Link say nor what others say later of any place of the file.
func TestSecretIsNeverPrinted(t *testing.T) {
	for _, in := range secretCases {
		text := strings.ReplaceAll(in, "S", secret)
		servers, diags := link(t, "f", text)
		if !diags.HasErrors() && diags.Count(diag.Warning) == 0 {
			t.Errorf("nothing is said of %s", in)
		}
		if said := render(diags); strings.Contains(said, secret) {
			t.Errorf("%s: the secret is in\n%s", in, said)
		}
		for _, d := range diags.All() {
			if strings.Contains(fmt.Sprint(d.Message, d.Help, d.Related), secret) {
				t.Errorf("%s: the secret is in %q", in, d.Message)
			}
		}
		for _, s := range servers {
			if made := strings.Join(describe(s), "\n"); strings.Contains(made, secret) {
				t.Errorf("%s: the secret is in\n%s", in, made)
			}
			f := s.Span.File
			for at := range f.Text {
				diags.Warnf(f.Span(at, at+1), "later", "a rule of another package speaks")
			}
			if said := render(diags); strings.Contains(said, secret) {
				t.Errorf("%s: the secret is in what another package says", in)
			}
		}
	}
}

// A short secret, or one that is a word of the language, leaves the messages of other lines alone.
func TestShortSecret(t *testing.T) {
	for _, value := range []string{"a", "bearer", "path"} {
		_, diags := link(t, "f", "wrap x {\nbase-url \"h\"\nauth bearer { value literal \""+value+"\" }\ncan get a { pth \"/a\" }\n}")
		if got := listing(diags); !strings.Contains(got, "4:13 unknown-node unknown node \"pth\" in \"can\"; did you mean \"path\"?") {
			t.Errorf("%s: got %s", value, got)
		}
	}
}

// chain returns files 0 to n-1, each of which inherits the next.
func chain(n int) []string {
	var files []string
	for i := range n {
		inherit := fmt.Sprintf("inherit \"%d\"", i+1)
		if i == n-1 {
			inherit = `base-url "h"; auth none`
		}
		files = append(files, fmt.Sprint(i), fmt.Sprintf("wrap x { %s; can get t%d { path \"/t\" } }", inherit, i))
	}
	return files
}

func TestDeepInheritance(t *testing.T) {
	servers, diags := link(t, chain(maxLevels)...)
	if len(servers) != 1 || len(servers[0].Grants) != maxLevels || diags.HasErrors() {
		t.Errorf("got %d servers; %s", len(servers), listing(diags))
	}
	for _, n := range []int{maxLevels + 1, 10_000} {
		_, diags := link(t, chain(n)...)
		want := fmt.Sprintf("%d:1:18 inherit-depth more than %d files inherit from each other in a row", n-1-maxLevels, maxLevels)
		if got := listing(diags); got != want {
			t.Errorf("%d levels: got %.200s", n, got)
		}
	}
}

// A ring of many files is one mistake, and its message names a few of them.
func TestLongCycle(t *testing.T) {
	var files []string
	const n = 10_000
	for i := range n {
		files = append(files, fmt.Sprint(i), fmt.Sprintf("wrap x%d { inherit \"%d\" }", i, (i+1)%n))
	}
	servers, diags := link(t, files...)
	if got := places(diags, diag.Error); len(servers) != 0 || !slices.Equal(got, []string{"1:22 inherit-cycle"}) {
		t.Errorf("got %v", got)
	}
	if message := diags.Sorted()[0].Message; len(message) > 200 || !strings.HasSuffix(message, "9999 → 0") {
		t.Errorf("got %s", message)
	}
}

// Two units of one file are one file, so that a caller who reads it anew each time ends too.
func TestSameFileTwice(t *testing.T) {
	diags := &diag.List{}
	parse := func() *Unit {
		return Parse(&source.File{Name: "a", Text: `wrap x { inherit "a" }`}, &diag.List{})
	}
	servers := Link([]*Unit{parse(), nil, parse()}, func(*Unit, string, source.Span) *Unit { return parse() }, diags)
	if got := places(diags, diag.Error); len(servers) != 0 || !slices.Equal(got, []string{"1:18 inherit-cycle"}) {
		t.Errorf("got %v", got)
	}
}

// A lattice of diamonds has 2^30 ways from top to bottom and is linked at once.
func TestManyDiamonds(t *testing.T) {
	var files []string
	for i := range 30 {
		for _, side := range []string{"l", "r"} {
			body := fmt.Sprintf("inherit \"l%d\"; inherit \"r%d\"", i+1, i+1)
			if i == 29 {
				body = fmt.Sprintf("can get %s { path \"/{p}\" }; restrict p matches a b", side)
			}
			if i == 0 {
				body += `; base-url "h"; auth none`
			}
			files = append(files, fmt.Sprint(side, i), fmt.Sprintf("wrap %s%d { %s }", side, i, body))
		}
	}
	servers, diags := link(t, files...)
	if diags.HasErrors() || len(servers) != 2 || len(servers[0].Grants) != 2 {
		t.Errorf("got %d servers; %s", len(servers), listing(diags))
	}
}

func TestManyBraces(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("{", 2_000_000),
		"wrap x " + strings.Repeat("{ a ", 2_000_000),
		"wrap x { base-url \"h\"; auth none; can create a { path \"/a\"; body o object " + strings.Repeat("{ object o ", 500) + strings.Repeat("}", 500) + "} }",
		"wrap x { base-url \"h\"; auth none; can create a { path \"/a\"; set { a " + strings.Repeat("{ a ", 500) + " 1 " + strings.Repeat("}", 500) + "} } }",
	} {
		_, diags := link(t, "f", text)
		if n := len(diags.All()); n > 1000 {
			t.Errorf("%.40s: %d messages", text, n)
		}
	}
}

// What limits a file has.
func TestLimits(t *testing.T) {
	many := func(n int, format string) string {
		var out strings.Builder
		for i := range n {
			fmt.Fprintf(&out, format, i)
		}
		return out.String()
	}
	for _, c := range []struct{ in, want string }{
		{"can get a { path \"/a\"; query " + many(maxInputs, "\"q%d\" ") + " }", ""},
		{"can get a { path \"/a\"; query " + many(maxInputs+9, "\"q%d\" ") + " }", "4:3420 too-many a grant has at most 500 inputs"},
		{"can get a { path \"/a\"; query q string { enum " + many(maxEnum+1, "\"q%d\" ") + " } }", "4:6936 too-many an enum has at most 1000 values"},
		{"can get a { path \"/{p}\" }\nrestrict p matches " + many(maxGlobs+1, "q%d "), "5:2410 invalid-glob a restriction lists at most 500 globs"},
		{"can get a { path \"/{p}\" }\nrestrict p matches \"" + strings.Repeat("a", maxGlob+1) + "\"", "5:20 invalid-glob malformed glob \"" + strings.Repeat("a", maxQuoted) + "…\": it is too long"},
		{"can get a { path \"/a\"; query p string { pattern \"" + strings.Repeat("a", maxPattern+1) + "\" } }", "4:49 invalid-pattern a pattern has at most 1000 bytes, and this one 1001"},
		{"instructions { text \"" + strings.Repeat("é", maxInstructions) + "\" }\nwrap x { base-url \"h\"; auth none }", ""},
		{"instructions { text \"" + strings.Repeat("é", maxInstructions) + "\"; text \"\" }\nwrap x { base-url \"h\"; auth none }", "1:1 instructions-too-long instructions have 501 characters; at most 500, since hosts send them with every turn"},
	} {
		_, diags := link(t, filesOf(c.in)...)
		if got := listing(diags); got != c.want {
			t.Errorf("%.60s\n got %.300s\nwant %s", c.in, got, c.want)
		}
	}
}

// Infos are no mistakes.
func TestInfos(t *testing.T) {
	_, diags := link(t, filesOf("never get a\ncan get b { path \"/b\"; open-arguments; tool t }")...)
	var got []string
	for _, d := range diags.Sorted() {
		got = append(got, d.Severity.String()+" "+d.Code+" "+d.Message)
	}
	want := []string{
		"info never-documents `never get a` removes nothing, since this file inherits nothing; it documents a denial",
		"info open-arguments tool \"t\" takes any further argument, and hosts learn of none",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

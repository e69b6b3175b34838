package guardfile

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"schemac/model"
	"schemac/model/diag"
	"schemac/model/source"
)

func addSeeds(f *testing.F) {
	for _, c := range errorCases {
		f.Add(strings.Join(filesOf(c.in), "\n"))
		f.Add(c.in)
	}
	for _, c := range serverCases {
		files := filesOf(c.in)
		f.Add(files[len(files)-1])
	}
	for _, in := range secretCases {
		f.Add(in)
	}
	examples, _ := filepath.Glob("testdata/*.kdl")
	for _, example := range examples {
		if raw, err := os.ReadFile(example); err == nil {
			f.Add(string(raw))
		}
	}
}

// FuzzGuardfile: whatever the bytes are, reading and linking them ends, says a bounded number of things, each once and
// in a place that exists, says the same again, and gives no server from a file with errors that could not be written.
func FuzzGuardfile(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		servers, diags := fuzzed(text)
		if n := len(diags.All()); n > len(text)+3 {
			t.Errorf("%d messages for %d bytes", n, len(text))
		}
		said := map[string]bool{}
		for _, d := range diags.All() {
			checkSpan(t, d.Span)
			for _, r := range d.Related {
				checkSpan(t, r.Span)
			}
			line := d.Span.String() + d.Code + d.Message
			if said[line] && d.Code != "literal-secret" {
				t.Errorf("said twice: %s %s", d.Span, d.Message)
			}
			said[line] = true
			if d.Message == "" || strings.HasSuffix(d.Message, ".") {
				t.Errorf("message %q", d.Message)
			}
		}
		for _, s := range servers {
			checkServer(t, s, diags.HasErrors())
		}
		again, same := fuzzed(text)
		if render(diags) != render(same) || len(again) != len(servers) {
			t.Errorf("not the same twice:\n%s\n%s", render(diags), render(same))
		}
		for i := range again {
			if !slices.Equal(describe(again[i]), describe(servers[i])) {
				t.Errorf("not the same twice:\n%s", strings.Join(describe(again[i]), "\n"))
			}
		}
	})
}

// fuzzed compiles a text as one file, with a base to inherit.
func fuzzed(text string) ([]*model.Server, *diag.List) {
	diags := &diag.List{}
	f, _ := source.New("f", []byte(text))
	base, _ := source.New("b", []byte(`wrap b { auth none; restrict p matches "a*" "b?"; can get a { path "/{p}"; query q int }; never get z; action view a { input p { required }; call get a { p $p } as r } }`))
	units := []*Unit{Parse(f, diags), Parse(base, diags)}
	return Link(units, func(_ *Unit, path string, _ source.Span) *Unit {
		if path == "f" {
			return units[0]
		}
		return units[1]
	}, diags), diags
}

func checkSpan(t *testing.T, at source.Span) {
	if at.IsZero() || at.Start < 0 || at.End < at.Start || at.End > len(at.File.Text) {
		t.Fatalf("span %d to %d", at.Start, at.End)
	}
}

// checkServer holds what emitters rely on.
func checkServer(t *testing.T, s *model.Server, failed bool) {
	for _, g := range s.Grants {
		for _, p := range g.Params {
			if p.Type == nil || p.Name == "" || p.Wire == "" || p.In == "" {
				t.Errorf("%s has an unfinished input %+v", g.ToolName(), p)
			}
			checkConstraints(t, p)
		}
		if !failed && (g.Method == "" || !strings.HasPrefix(g.Path, "/")) {
			t.Errorf("%s: %q %q", g.ToolName(), g.Method, g.Path)
		}
	}
	for _, a := range s.Actions {
		for _, p := range a.Inputs {
			if p.Type == nil {
				t.Errorf("%s has an input without a type", a.ToolName())
			}
			checkConstraints(t, p)
		}
		for _, c := range a.Calls {
			if !slices.Contains(s.Grants, c.Grant) {
				t.Errorf("%s calls a grant of another server", a.ToolName())
			}
		}
	}
	if !failed && (s.Base.URL == "") == (s.Base.Variable == "") {
		t.Errorf("base %+v", s.Base)
	}
}

// checkConstraints holds what hosts rely on: a pattern that every dialect reads, by our own rules.
func checkConstraints(t *testing.T, p *model.Param) {
	if p.Constraints == nil || p.Constraints.Pattern == "" {
		return
	}
	if fault := patternFault(p.Constraints.Pattern); fault != "" {
		t.Errorf("pattern %q: %s", p.Constraints.Pattern, fault)
	}
}

func patternFault(pattern string) string {
	s := &patternScan{text: pattern}
	s.scan()
	if _, err := regexp.Compile(pattern); s.fault == "" && err != nil {
		return err.Error()
	}
	return s.fault
}

// A glob matches what path/filepath says, without separators; as a path parameter also without what is no segment.
func TestGlobs(t *testing.T) {
	piece := rapid.SampledFrom([]string{"a", "b", ".", "..", "*", "?", "[a-c]", "[^a]", "[.]", "[--/]", "[&&]", `\*`, `[\]\^]`, "-", "é", "$", "(", "{"})
	letter := rapid.SampledFrom([]string{"a", "b", "c", ".", "/", "?", "#", "%", "*", "&", "]", "^", "-", "é", "$", "(", "{"})
	rapid.Check(t, func(t *rapid.T) {
		written := strings.Join(rapid.SliceOfN(piece, 1, 4).Draw(t, "glob"), "")
		g, fault := translate(written)
		if fault != "" {
			return
		}
		name := strings.Join(rapid.SliceOfN(letter, 0, 4).Draw(t, "name"), "")
		pattern := "^" + g.pattern() + "$"
		if fault := patternFault(pattern); fault != "" {
			t.Fatalf("%q gives %q: %s", written, pattern, fault)
		}
		got := regexp.MustCompile(pattern).MatchString(name)
		if !strings.ContainsAny(name, separators) {
			if want, err := filepath.Match(written, name); err == nil && got != want {
				t.Fatalf("%q as %q and %q: got %v, want %v", written, pattern, name, got, want)
			}
		}
		if !g.wild && got != (name == g.literal) {
			t.Fatalf("%q is the literal %q and matches %q: %v", written, g.literal, name, got)
		}
		path := g.pathPattern()
		if path == "" {
			return
		}
		if fault := patternFault("^" + path + "$"); fault != "" {
			t.Fatalf("%q gives %q: %s", written, path, fault)
		}
		closed := regexp.MustCompile("^(?:" + path + ")$").MatchString(name)
		if closed != got && strings.Trim(name, ".") != "" && !strings.HasPrefix(name, "...") {
			t.Fatalf("%q as %q and %q: got %v, want %v", written, path, name, closed, got)
		}
		if closed && (name == "" || name == "." || name == "..") {
			t.Fatalf("%q as %q admits %q", written, path, name)
		}
	})
}

// Patterns that every host reads alike pass, and the others are refused.
func TestPatterns(t *testing.T) {
	for _, good := range []string{
		"^a$", `^[a-z0-9_.-]+$`, `\d{2,4}`, `(?:a|b)*?`, `[^/?#%]`, `\p{Lu}\P{N}`, `a\.b\/c`, `[\[\]\-\^]`, `\x41\t`, `a{3}`, `a{3,}`, `\bword\b`, `[a-c\d]`, `[-a]`, `[a-]`, "é+", "🙂", "(a|b)(c)", `[&~]`, `^$`, `a|^b`,
	} {
		if fault := patternFault(good); fault != "" {
			t.Errorf("%s: %s", good, fault)
		}
	}
	for _, bad := range []string{
		"(?i)a", "(?i:a)", "(?P<n>a)", "(?<n>a)", "(?=a)", "(?!a)", "(?<=a)", "(?#x)", `\Aa`, `a\z`, `a\Z`, `\Qa\E`, `\a`, `\e`, `\0`, `\1`, `\cA`, `\u0041`, `\x{41}`, `\pN`, `\p{Greek}`, `\p{L`, `\-`, `\ `, `\é`, `\`,
		"[[:alpha:]]", "[a[b]", "[]a]", "[^]a]", "[]", "[a-", `[a`, "[z-a]", `[\d-z]`, `[a-\d]`, "[a-c-e]", "[a&&b]", "[a--b]", "[a~~b]", "[--/]", `[\b]`, "a]", "a}", "a{", "a{,3}", "{3}", "^*", "$+", `\b?`, "(*a)", "a**", "a{2}{3}", "a{2000}", "(", ")", "*a", "(?", "|*",
	} {
		if patternFault(bad) == "" {
			t.Errorf("%s is accepted", bad)
		}
	}
}

// A pattern of a path parameter is safe when nothing that it matches leads to another path.
func TestPathSafe(t *testing.T) {
	for _, safe := range []string{"^a$", "^[a-z]+$", "^(?:a|b)$", "^[^/?#%.]+$", "(^a$)", "^a$|^b$", defaultPathPattern, `^\d+$`, "^v[0-9.]+$"} {
		if !isPathSafe(safe) {
			t.Errorf("%s is refused", safe)
		}
	}
	for _, open := range []string{"a", "^a", "a$", "^.*$", "^[^a]$", "^a/b$", "^[ -~]+$", "^a?$", `^\.+$`, "^a|b$", `^\S+$`, "^[a%]$", "(?:^a|b$)", "", "^", "$", "^$"} {
		if isPathSafe(open) {
			t.Errorf("%s is accepted", open)
		}
	}
}

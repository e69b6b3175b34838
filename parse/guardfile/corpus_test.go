package guardfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"schemac/model"
	"schemac/model/diag"
	"schemac/model/source"
)

// link compiles files that stand beside each other, given as name and text in turn.
func link(t testing.TB, files ...string) ([]*model.Server, *diag.List) {
	t.Helper()
	diags := &diag.List{}
	byName := map[string]*Unit{}
	var units []*Unit
	for i := 0; i < len(files); i += 2 {
		f, _ := source.New(files[i], []byte(files[i+1]))
		u := Parse(f, diags)
		byName[files[i]] = u
		units = append(units, u)
	}
	servers := Link(units, func(_ *Unit, path string, at source.Span) *Unit {
		u := byName[path]
		if u == nil {
			diags.Errorf(at, "test-not-found", "no file %q", path)
		}
		return u
	}, diags)
	return servers, diags
}

func tools(servers []*model.Server) string {
	var names []string
	for _, s := range servers {
		for _, g := range s.Grants {
			names = append(names, g.ToolName())
		}
		for _, a := range s.Actions {
			names = append(names, a.ToolName())
		}
	}
	return strings.Join(names, " ")
}

func render(diags *diag.List) string {
	var out strings.Builder
	_ = diag.Text(&out, diags.Sorted(), false)
	return out.String()
}

// The two examples of the settled grammar compile as they stand.
func TestSettledExamples(t *testing.T) {
	for name, want := range map[string]string{
		"skillsmp": "search_skills ai-search_skills",
		"forgejo":  "get_issue list_issue create_issue close_issue list_issue-comment view_issue",
	} {
		raw, err := os.ReadFile("testdata/" + name + ".mcp.kdl")
		if err != nil {
			t.Fatal(err)
		}
		servers, diags := link(t, name, string(raw))
		if got := tools(servers); got != want || diags.HasErrors() || diags.Count(diag.Warning) > 0 {
			t.Errorf("got %s, want %s\n%s", got, want, render(diags))
		}
	}
}

// Published files compile, each on its own, or are refused for what is wrong with them.
func TestPublishedFiles(t *testing.T) {
	const corpus = "../../../shared/corpus/guardfiles"
	for _, row := range []struct{ name, want string }{
		{"forgejo-issues", "create_issue get_issue list_issue comment_issue close_issue"},
		{"guardfile-siblings", "get_thing create_thing"},
		{"reddit", "get_homepage_rss get_subreddit_rss get_frontpage get_upvoted"},
		{"skillsmp", "search_skills search_ai-skills"},
		{"steam-web-api", "get_owned_games get_recently_played"},
		{"testdata-valid", "list_issue get_issue"},
		{"testdata-malformed", "7:20 kdl-unclosed-brace"},
		{"testdata-duplicate-tool", "15:9 duplicate-grant"},
		{"testdata-fallthrough-verb", "19:9 missing-method"},
	} {
		raw, err := os.ReadFile(filepath.Join(corpus, row.name+".mcp.kdl"))
		if err != nil {
			t.Skip(err)
		}
		servers, diags := link(t, row.name, string(raw))
		got := tools(servers)
		if diags.HasErrors() {
			got = strings.Join(places(diags, diag.Error), "; ")
		}
		if got != row.want {
			t.Errorf("%s: got %s, want %s\n%s", row.name, got, row.want, render(diags))
		}
	}
}

// places lists the diagnostics down to a severity as "line:column code".
func places(diags *diag.List, least diag.Severity) []string {
	var out []string
	for _, d := range diags.Sorted() {
		if d.Severity <= least {
			_, at, _ := strings.Cut(d.Span.String(), ":")
			out = append(out, at+" "+d.Code)
		}
	}
	return out
}

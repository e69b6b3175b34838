package diag

import (
	"bytes"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"schemac/model/ordered"
	"schemac/model/source"
)

// odd are findings at places that formats find hard: names with spaces and colons, characters of several bytes, several
// lines, no place at all.
func odd() []*Diagnostic {
	f := &source.File{Name: "my schemas/a: b, 100 %é.graphql", Text: "\"🙂 é\" x\ny\n"}
	var l List
	l.Warnf(f.Span(9, 10), "one-rule", "x says 100 %%, and: more").WithHelp("write\nless")
	l.Infof(f.Span(0, len(f.Text)-1), "no-rule", "several lines").WithRelated(f.Span(12, 13), "here too")
	l.Errorf(source.Span{}, "one-rule", "nowhere")
	return l.Sorted()
}

func text(write func(w *ordered.Writer)) []byte {
	w := ordered.NewWriter(nil)
	write(w)
	_ = w.Close()
	return w.Bytes()
}

func TestJSON(t *testing.T) {
	want := `{
  "version": 1,
  "findings": [
    {
      "rule": "one-rule",
      "severity": "error",
      "message": "nowhere"
    },
    {
      "rule": "no-rule",
      "severity": "info",
      "file": "my schemas/a: b, 100 %é.graphql",
      "line": 1,
      "column": 1,
      "endLine": 2,
      "endColumn": 2,
      "message": "several lines",
      "related": [
        {
          "file": "my schemas/a: b, 100 %é.graphql",
          "line": 2,
          "column": 1,
          "endLine": 2,
          "endColumn": 2,
          "message": "here too"
        }
      ]
    },
    {
      "rule": "one-rule",
      "severity": "warning",
      "file": "my schemas/a: b, 100 %é.graphql",
      "line": 1,
      "column": 6,
      "endLine": 1,
      "endColumn": 7,
      "message": "x says 100 %, and: more",
      "help": "write\nless"
    }
  ]
}
`
	if diff := cmp.Diff(want, string(text(func(w *ordered.Writer) { JSON(w, odd()) }))); diff != "" {
		t.Error(diff)
	}
}

func TestGitHub(t *testing.T) {
	var out strings.Builder
	if err := GitHub(&out, odd(), "sub dir"); err != nil {
		t.Fatal(err)
	}
	want := `::error title=one-rule::nowhere
::notice file=sub dir/my schemas/a%3A b%2C 100 %25é.graphql,line=1,endLine=2,title=no-rule::several lines
::warning file=sub dir/my schemas/a%3A b%2C 100 %25é.graphql,line=1,col=6,endColumn=7,title=one-rule::x says 100 %25, and: more%0Awrite%EF%BF%BDless
`
	want = strings.Replace(want, "write%EF%BF%BDless", "write\uFFFDless", 1)
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

// Each diagnostic is one line of a workflow's log, whatever it says.
func TestGitHubStaysOneLine(t *testing.T) {
	evil := rapid.StringOf(rapid.SampledFrom([]rune("a:,%\r\n\x00::é")))
	rapid.Check(t, func(t *rapid.T) {
		f := &source.File{Name: evil.Draw(t, "name"), Text: "a"}
		d := &Diagnostic{Code: "code", Message: evil.Draw(t, "message"), Help: evil.Draw(t, "help"), Span: f.Span(0, 1)}
		var out strings.Builder
		_ = GitHub(&out, []*Diagnostic{d}, "")
		if n := strings.Count(out.String(), "\n"); n != 1 || strings.Contains(out.String(), "\r") {
			t.Fatalf("%d lines: %q", n, out.String())
		}
		properties, _, _ := strings.Cut(strings.TrimPrefix(out.String(), "::error "), "::")
		for _, property := range strings.Split(properties, ",") {
			if strings.Count(property, "=") == 0 {
				t.Fatalf("property %q of %q", property, out.String())
			}
		}
	})
}

// What follows are the parts of SARIF 2.1.0 that are used, with the types that it asks for; members beyond them are refused.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       struct{ Driver sarifDriver } `json:"tool"`
		ColumnKind string                       `json:"columnKind"`
		Results    []sarifResult                `json:"results"`
	}
	sarifDriver struct {
		Name, Version string
		Rules         []sarifRule
	}
	sarifRule struct {
		ID                                string
		ShortDescription, FullDescription *sarifMessage
		DefaultConfiguration              struct{ Level string }
	}
	sarifMessage struct{ Text string }
	sarifResult  struct {
		RuleID           string
		RuleIndex        *int
		Level            string
		Message          sarifMessage
		Locations        []sarifLocation
		RelatedLocations []sarifLocation
	}
	sarifLocation struct {
		ID               *int
		PhysicalLocation struct {
			ArtifactLocation struct{ URI string }
			Region           struct{ StartLine, StartColumn, EndLine, EndColumn int }
		}
		Message *sarifMessage
	}
)

// The log keeps the rules of SARIF 2.1.0 (§3.13 to §3.52), which its schema states too.
func TestSARIF(t *testing.T) {
	tool := Tool{Name: "schemac", Version: "1.2.3", Rules: []RuleWords{{ID: "one-rule", Title: "a title", Text: "A text.", Severity: Warning}}, Anchor: "the file"}
	raw := text(func(w *ordered.Writer) { SARIF(w, odd(), tool, "..") })
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	var log sarifLog
	if err := decoder.Decode(&log); err != nil {
		t.Fatal(err)
	}
	if log.Version != "2.1.0" || len(log.Runs) != 1 || log.Runs[0].ColumnKind != "unicodeCodePoints" || log.Runs[0].Tool.Driver.Name == "" {
		t.Errorf("got %+v", log)
	}
	rules, levels := log.Runs[0].Tool.Driver.Rules, []string{"none", "note", "warning", "error"}
	var ids []string
	for _, rule := range rules {
		ids = append(ids, rule.ID)
		if !slices.Contains(levels, rule.DefaultConfiguration.Level) {
			t.Errorf("level %q", rule.DefaultConfiguration.Level)
		}
	}
	if diff := cmp.Diff([]string{"one-rule", "no-rule"}, ids); diff != "" {
		t.Error(diff)
	}
	anchored := 0
	for _, r := range log.Runs[0].Results {
		if r.Message.Text == "" || !slices.Contains(levels, r.Level) || r.RuleIndex == nil || rules[*r.RuleIndex].ID != r.RuleID {
			t.Errorf("result %+v", r)
		}
		if len(r.Locations) != 1 { // code scanning refuses a log with a result that has none
			t.Errorf("%q has %d places", r.Message.Text, len(r.Locations))
		}
		if len(r.Locations) == 1 && r.Locations[0].PhysicalLocation.ArtifactLocation.URI == "the%20file" {
			anchored++
			continue
		}
		for _, l := range append(r.Locations, r.RelatedLocations...) {
			checkLocation(t, l)
		}
	}
	if len(log.Runs[0].Results) != 3 || len(tool.Rules) != 1 {
		t.Errorf("%d results; the tool has %d rules now", len(log.Runs[0].Results), len(tool.Rules))
	}
	if anchored != 1 {
		t.Errorf("%d results stand at the anchor", anchored)
	}
	if region := log.Runs[0].Results[2].Locations[0].PhysicalLocation.Region; region.StartColumn != 6 || region.EndColumn != 7 {
		t.Errorf("columns are not code points: %+v", region)
	}
}

func checkLocation(t *testing.T, l sarifLocation) {
	t.Helper()
	uri, err := url.Parse(l.PhysicalLocation.ArtifactLocation.URI)
	if err != nil || uri.IsAbs() || uri.Path != "../my schemas/a: b, 100 %é.graphql" || strings.ContainsAny(l.PhysicalLocation.ArtifactLocation.URI, " :") {
		t.Errorf("%v: %q", err, l.PhysicalLocation.ArtifactLocation.URI)
	}
	r := l.PhysicalLocation.Region
	if r.StartLine < 1 || r.StartColumn < 1 || r.EndLine < r.StartLine || r.EndLine == r.StartLine && r.EndColumn < r.StartColumn {
		t.Errorf("region %+v", r)
	}
}

package lint_test

import (
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"schemac/lint"
	"schemac/model"
	"schemac/model/diag"
	"schemac/model/source"
	"schemac/parse"
)

// compiled is a document and what the compiler said of it.
type compiled struct {
	document *model.Document
	diags    *diag.List
	require  *lint.Requirement
}

func (c compiled) lint() []*lint.Finding {
	return lint.Run(c.document, c.diags, lint.Options{Budget: lint.DefaultBudget(), Require: c.require})
}

// compile reads files, by name.
func compile(tb rapid.TB, files map[string]string, comments bool) compiled {
	tb.Helper()
	fsys := fstest.MapFS{}
	var inputs []parse.Input
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
		inputs = append(inputs, parse.Input{Name: name})
	}
	c := compiled{diags: &diag.List{}}
	result, err := parse.Load(fsys, inputs, parse.Options{Comments: comments, Model: model.DefaultOptions()}, c.diags)
	if err != nil {
		tb.Fatal(err)
	}
	c.document = result.Document
	return c
}

// example is the file that a text of a rule is.
func example(text string) map[string]string {
	if strings.HasPrefix(text, "wrap ") || strings.HasPrefix(text, "//") {
		return map[string]string{"example.mcp.kdl": text}
	}
	return map[string]string{"schema.graphql": text}
}

// handMade are documents for the rules over classes, and for that over the configuration: what they find is no schema and
// no guardfile.
var handMade = map[*lint.Rule]func(fault bool) compiled{
	lint.DescribeClasses: func(fault bool) compiled {
		o := &model.Object{Name: "Weather", Export: &model.Export{Path: "Weather", MCP: true}}
		if !fault {
			o.Description = "What the stations measured."
		}
		return surface(&model.Surface{Tables: []*model.Resource{{Object: o, Listed: true, Class: true}}})
	},
	lint.DescribeTools: func(fault bool) compiled { return customTool(!fault, true) },
	lint.InputSchema:   func(fault bool) compiled { return customTool(true, !fault) },
	lint.Coverage: func(fault bool) compiled {
		c := customTool(true, true)
		c.require = &lint.Requirement{Known: []lint.Named{{Text: "forecast"}}, Allow: []lint.Named{{Text: "fore*"}}}
		if fault {
			c.require.Known = append(c.require.Known, lint.Named{Text: "foresee"})
		}
		return c
	},
}

func customTool(described, typed bool) compiled {
	op := &model.Operation{Name: "forecast", Description: "Forecast the weather of a day.", Input: &model.Shape{}, Listed: true}
	op.Origin.Custom = &model.CustomTool{Described: described, Typed: typed}
	return surface(&model.Surface{Operations: []*model.Operation{op}})
}

func surface(s *model.Surface) compiled {
	return compiled{document: &model.Document{Surfaces: []*model.Surface{s}}, diags: &diag.List{}}
}

func found(findings []*lint.Finding, rule *lint.Rule) (list []string) {
	for _, f := range findings {
		if f.Rule == rule {
			list = append(list, f.Message)
		}
	}
	return list
}

var kebab = regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)

// Every rule is whole: its name, its words, and an example that it finds and one that it does not.
func TestRules(t *testing.T) {
	seen := map[string]bool{}
	for _, rule := range lint.Rules {
		t.Run(rule.ID, func(t *testing.T) {
			if !kebab.MatchString(rule.ID) || seen[rule.ID] {
				t.Errorf("name %q is not in kebab-case, or is taken", rule.ID)
			}
			seen[rule.ID] = true
			if rule.Title == "" || strings.HasSuffix(rule.Title, ".") || !strings.HasSuffix(strings.TrimSuffix(rule.Text, `"`), ".") || rule.Run == nil {
				t.Errorf("title %q must have no full stop, the text must end with one, and there must be code", rule.Title)
			}
			if hand := handMade[rule]; hand != nil {
				for _, fault := range []bool{true, false} {
					got := found(hand(fault).lint(), rule)
					if (len(got) == 1) != fault {
						t.Errorf("fault %v: found %q", fault, got)
					}
				}
				return
			}
			if got := found(compile(t, example(rule.Before), false).lint(), rule); len(got) == 0 {
				t.Error("finds nothing in the example of what is wrong")
			}
			after := compile(t, example(rule.After), false)
			if got := found(after.lint(), rule); len(got) > 0 {
				t.Errorf("finds in what is right: %q", got)
			}
			if after.diags.HasErrors() {
				t.Errorf("what is right does not compile: %s", after.diags.Sorted()[0].Message)
			}
		})
	}
}

var (
	fullStop = regexp.MustCompile(`[^…]\.$`)
	upper    = regexp.MustCompile(`^[A-Z]`)
)

// Messages are in the manner of the house: lower case, no full stop, and a place.
func TestMessages(t *testing.T) {
	for _, rule := range lint.Rules {
		if rule.Before == "" {
			continue
		}
		for _, f := range compile(t, example(rule.Before), false).lint() {
			if upper.MatchString(f.Message) || fullStop.MatchString(f.Message) || strings.Contains(f.Message, "%!") {
				t.Errorf("%s: %q", f.Rule.ID, f.Message)
			}
			if f.Span == (source.Span{}) {
				t.Errorf("%s: %q is nowhere", f.Rule.ID, f.Message)
			}
		}
	}
}

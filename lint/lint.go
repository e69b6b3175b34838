// Package lint says where a surface will mislead the model that reads it, or a person, and what would be right.
//
// A rule is a value ([Rule]): its words, its severity and a function over the model. [Rules] lists them all, and the
// documentation, `schemac explain` and the metadata of reports are made from that list. Rules never print, read files or
// stop a build; they call [Pass.Reportf].
package lint

import (
	"cmp"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"

	"schemac/model"
	"schemac/model/diag"
	"schemac/model/source"
)

// A Rule is one thing that lint looks for (design: lint.md).
type Rule struct {
	// ID is the name of the rule, in kebab-case; it is never given to another rule.
	ID string
	// Title says in one line what is found, without a full stop.
	Title string
	// Text says why it matters and what to do, in sentences.
	Text string
	// Before is a source in which the rule finds something, After the same source put right. Both are whole files: of
	// GraphQL, or of a guardfile when they begin with "wrap". They are empty for a rule over classes, which are code.
	Before, After string
	// Severity is that of a finding when neither the configuration nor the rule itself decides otherwise.
	Severity diag.Severity
	// Compiler are the codes of diagnostics with which the compiler says the same. One mistake has one message: a
	// finding takes the place of such a warning, and such an error that of a finding.
	Compiler []string
	// Configured says that findings stand in the configuration, where no comment silences one.
	Configured bool
	// Run reports what it finds.
	Run func(*Pass)
}

// A Finding is one place at which a rule applies.
type Finding struct {
	Rule     *Rule
	Severity diag.Severity
	Span     source.Span
	// Message says what is wrong, and Help what would be right; Help may be empty.
	Message, Help string
	// Related are further places that explain the first.
	Related []diag.Related
}

// WithHelp adds a sentence of advice.
func (f *Finding) WithHelp(format string, args ...any) *Finding {
	f.Help = fmt.Sprintf(format, args...)
	return f
}

// WithRelated adds a place that explains the finding.
func (f *Finding) WithRelated(at source.Span, format string, args ...any) *Finding {
	f.Related = append(f.Related, diag.Related{Span: at, Message: fmt.Sprintf(format, args...)})
	return f
}

// As gives the finding another severity than the rule has. What the configuration says counts more.
func (f *Finding) As(s diag.Severity) *Finding {
	f.Severity = s
	return f
}

// Diagnostic returns the finding in the form that every report takes.
func (f *Finding) Diagnostic() *diag.Diagnostic {
	return &diag.Diagnostic{
		Severity: f.Severity, Code: f.Rule.ID, Span: f.Span, Message: f.Message, Related: f.Related, Help: f.Help,
	}
}

// A Pass is one run of one rule: the model that it looks at, and where it reports.
type Pass struct {
	*model.Document
	// Budget is what a surface may cost.
	Budget Budget
	// Require is what must be a tool; nil when nothing must.
	Require *Requirement

	rule     *Rule
	findings []*Finding
	shared   *shared
	notes    *notes
}

// Reportf adds a finding. The message is lower case, has no full stop and quotes names; the place is the smallest that
// shows the fault, zero when it is in no file.
func (p *Pass) Reportf(at source.Span, format string, args ...any) *Finding {
	f := &Finding{Rule: p.rule, Severity: p.rule.Severity, Span: at, Message: fmt.Sprintf(format, args...)}
	p.findings = append(p.findings, f)
	return f
}

// A Budget is what hosts bear (facts: hosts.md §3). Tokens are estimated as a quarter of the bytes.
type Budget struct {
	// Tools is how many tools a surface may list; ToolTokens what one may cost, ListTokens what all may cost together.
	Tools, ToolTokens, ListTokens int
}

// DefaultBudget is that of design: lint.md.
func DefaultBudget() Budget { return Budget{Tools: 20, ToolTokens: 500, ListTokens: 10_000} }

// Options are the choices of the configuration.
type Options struct {
	// Severity is that of all findings of a rule, by its ID, where it is not the rule's own; Off names the rules that do
	// not run.
	Severity map[string]diag.Severity
	Off      map[string]bool
	Budget   Budget
	// Require is what must be a tool; nil when nothing must. It is not asked of sources with errors: what could not be
	// read is not missing.
	Require *Requirement
}

// Run lints what a compiler made of its sources, and returns the findings by file and place; those in no file come
// first. diags is what the compiler said. A document with errors is linted as far as it could be read.
func Run(d *model.Document, diags *diag.List, options Options) []*Finding {
	shared := newShared(d)
	said := newSaid(diags)
	notes := readNotes(d, options.Off)
	if diags.HasErrors() {
		options.Require = nil
	}
	var all []*Finding
	for _, pass := range runRules(d, shared, notes, options) {
		for _, f := range pass.findings {
			if !said.asError(f) && !notes.silence(f) {
				all = append(all, f)
			}
		}
	}
	if !options.Off[UnusedIgnore.ID] {
		all = append(all, notes.findings(!diags.HasErrors())...)
	}
	for _, f := range all {
		if severity, ok := options.Severity[f.Rule.ID]; ok {
			f.Severity = severity
		}
	}
	slices.SortStableFunc(all, compare)
	// What two surfaces inherit from one place is one finding.
	return slices.CompactFunc(all, func(a, b *Finding) bool { return compare(a, b) == 0 })
}

// runRules runs the rules side by side: each only looks at the model and reports to itself. The passes stand in the order
// of the rules.
func runRules(d *model.Document, shared *shared, notes *notes, options Options) []*Pass {
	var passes []*Pass
	var group sync.WaitGroup
	workers := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, rule := range Rules {
		if options.Off[rule.ID] || rule == UnusedIgnore {
			continue
		}
		pass := &Pass{Document: d, Budget: options.Budget, Require: options.Require, rule: rule, shared: shared, notes: notes}
		passes = append(passes, pass)
		group.Go(func() {
			workers <- struct{}{}
			rule.Run(pass)
			<-workers
		})
	}
	group.Wait()
	return passes
}

func compare(a, b *Finding) int {
	return cmp.Or(a.Span.Compare(b.Span), strings.Compare(a.Rule.ID, b.Rule.ID), strings.Compare(a.Message, b.Message))
}

// Report joins the findings with what the compiler said: its errors, and those of its warnings and infos that no rule
// says too. The list hides the lines that diags hides.
func Report(findings []*Finding, diags *diag.List) *diag.List {
	rules := map[string]bool{}
	for _, rule := range Rules {
		for _, code := range rule.Compiler {
			rules[code] = true
		}
	}
	return diags.With(func(d *diag.Diagnostic) bool { return d.Severity == diag.Error || !rules[d.Code] }, Diagnostics(findings))
}

// Diagnostics returns the findings in the form that reports take, in the same order.
func Diagnostics(findings []*Finding) []*diag.Diagnostic {
	list := make([]*diag.Diagnostic, len(findings))
	for i, f := range findings {
		list[i] = f.Diagnostic()
	}
	return list
}

// said is what the compiler calls an error already: codes by place.
type said map[source.Span]map[string]bool

func newSaid(diags *diag.List) said {
	s := said{}
	for _, d := range diags.All() {
		if d.Severity != diag.Error {
			continue
		}
		if s[d.Span] == nil {
			s[d.Span] = map[string]bool{}
		}
		s[d.Span][d.Code] = true
	}
	return s
}

func (s said) asError(f *Finding) bool {
	codes := s[f.Span]
	return len(codes) > 0 && slices.ContainsFunc(f.Rule.Compiler, func(code string) bool { return codes[code] })
}

// Find returns the rule of an ID, or nil.
func Find(id string) *Rule {
	for _, rule := range Rules {
		if rule.ID == id {
			return rule
		}
	}
	return nil
}

// IDs returns the names of all rules in the order of [Rules].
func IDs() []string {
	ids := make([]string, len(Rules))
	for i, rule := range Rules {
		ids[i] = rule.ID
	}
	return ids
}

// sortedKeys returns the keys of a set in order.
func sortedKeys[V any](set map[string]V) []string { return slices.Sorted(maps.Keys(set)) }

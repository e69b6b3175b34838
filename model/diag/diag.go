// Package diag holds what schemac has to say about its inputs.
//
// A fault of the user is a [Diagnostic]; a fault of the machine (a disk that is full) is an error value and is not
// found here. Messages are lower case, have no full stop, quote names with double quotes and say what would be right.
// Codes are kebab-case and never reused.
package diag

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"schemac/model/source"
)

// Severity says what a diagnostic does to a run.
type Severity int

const (
	// Error stops the run: nothing is written.
	Error Severity = iota
	// Warning is probably a mistake; the run goes on unless --strict is given.
	Warning
	// Info is worth knowing.
	Info
)

// String returns "error", "warning" or "info".
func (s Severity) String() string { return [...]string{"error", "warning", "info"}[s] }

// A Diagnostic is one finding at one place.
type Diagnostic struct {
	Severity Severity
	// Code names the kind of finding, in kebab-case.
	Code string
	// Span is the smallest place that shows the fault; zero when it is in no file.
	Span source.Span
	// Message says what is wrong and what would be right.
	Message string
	// Related are further places that explain the first.
	Related []Related
	// Help is one sentence of advice, or empty.
	Help string
	// HideSource says that the source line must not be shown: it holds a secret. [List.Sorted] sets it.
	HideSource bool
}

// Related is a second place that a diagnostic speaks of.
type Related struct {
	Span    source.Span
	Message string
	// HideSource is as for a [Diagnostic].
	HideSource bool
}

// WithHelp adds a sentence of advice and returns the diagnostic.
func (d *Diagnostic) WithHelp(format string, args ...any) *Diagnostic {
	d.Help = fmt.Sprintf(format, args...)
	return d
}

// WithRelated adds a second place and returns the diagnostic.
func (d *Diagnostic) WithRelated(at source.Span, format string, args ...any) *Diagnostic {
	d.Related = append(d.Related, Related{Span: at, Message: fmt.Sprintf(format, args...)})
	return d
}

// A List collects the diagnostics of a run. The zero List is ready to use. It is not safe for concurrent use: parallel
// stages fill a list each, and [List.Merge] joins them.
type List struct {
	items []*Diagnostic
	// hidden are the lines that no diagnostic shows, whoever adds it.
	hidden map[line]bool
}

// A line is one line (1-based) of a file.
type line struct {
	file   *source.File
	number int
}

// Hide keeps the lines of a place out of everything that is printed, because they hold a secret.
func (l *List) Hide(at source.Span) {
	if at.IsZero() {
		return
	}
	if l.hidden == nil {
		l.hidden = map[line]bool{}
	}
	for n, last := at.File.LineOf(at.Start), at.File.LineOf(at.End); n <= last; n++ {
		l.hidden[line{at.File, n}] = true
	}
}

// Hides reports whether the line that shows a place is hidden.
func (l *List) Hides(at source.Span) bool {
	return len(l.hidden) > 0 && !at.IsZero() && l.hidden[line{at.File, at.File.LineOf(at.Start)}]
}

// All returns the diagnostics in the order in which they were added. The caller must not change the slice.
func (l *List) All() []*Diagnostic { return l.items }

// Errorf adds an error.
func (l *List) Errorf(at source.Span, code, format string, args ...any) *Diagnostic {
	return l.add(Error, at, code, format, args)
}

// Warnf adds a warning.
func (l *List) Warnf(at source.Span, code, format string, args ...any) *Diagnostic {
	return l.add(Warning, at, code, format, args)
}

// Infof adds an info.
func (l *List) Infof(at source.Span, code, format string, args ...any) *Diagnostic {
	return l.add(Info, at, code, format, args)
}

func (l *List) add(s Severity, at source.Span, code, format string, args []any) *Diagnostic {
	d := &Diagnostic{Severity: s, Code: code, Span: at, Message: fmt.Sprintf(format, args...)}
	l.items = append(l.items, d)
	return d
}

// Add adds a diagnostic that another list holds.
func (l *List) Add(d *Diagnostic) { l.items = append(l.items, d) }

// Merge adds what other holds, the lines that it hides among it.
func (l *List) Merge(other *List) {
	l.items = append(l.items, other.items...)
	if l.hidden == nil && other.hidden != nil {
		l.hidden = make(map[line]bool, len(other.hidden))
	}
	maps.Copy(l.hidden, other.hidden)
}

// With returns a list of the diagnostics that keep wants, and others beside them. It hides the lines that l hides.
func (l *List) With(keep func(*Diagnostic) bool, others []*Diagnostic) *List {
	joined := &List{hidden: l.hidden}
	for _, d := range l.items {
		if keep(d) {
			joined.items = append(joined.items, d)
		}
	}
	joined.items = append(joined.items, others...)
	return joined
}

// Strict turns every warning into an error (the flag --strict).
func (l *List) Strict() {
	for _, d := range l.items {
		if d.Severity == Warning {
			d.Severity = Error
		}
	}
}

// Count returns how many diagnostics of a severity there are.
func (l *List) Count(s Severity) int {
	n := 0
	for _, d := range l.items {
		if d.Severity == s {
			n++
		}
	}
	return n
}

// HasErrors reports whether anything stops the run.
func (l *List) HasErrors() bool {
	return slices.ContainsFunc(l.items, func(d *Diagnostic) bool { return d.Severity == Error })
}

// Sorted returns the diagnostics by file and place, then by code and message; those in no file come first. Of two
// that are alike in all of these only one is kept.
func (l *List) Sorted() []*Diagnostic {
	l.markHidden()
	sorted := slices.Clone(l.items)
	slices.SortStableFunc(sorted, compare)
	return slices.CompactFunc(sorted, func(a, b *Diagnostic) bool { return compare(a, b) == 0 })
}

func (l *List) markHidden() {
	if len(l.hidden) == 0 {
		return
	}
	for _, d := range l.items {
		d.HideSource = d.HideSource || l.Hides(d.Span)
		for i := range d.Related {
			r := &d.Related[i]
			r.HideSource = r.HideSource || l.Hides(r.Span)
		}
	}
}

func compare(a, b *Diagnostic) int {
	if c := a.Span.Compare(b.Span); c != 0 {
		return c
	}
	if c := strings.Compare(a.Code, b.Code); c != 0 {
		return c
	}
	return strings.Compare(a.Message, b.Message)
}

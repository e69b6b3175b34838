// Package diag holds what schemac has to say about its inputs.
//
// A fault of the user is a [Diagnostic]; a fault of the machine (a disk that is full) is an error value and is not
// found here. Messages are lower case, have no full stop, quote names with double quotes and say what would be right.
// Codes are kebab-case and never reused.
package diag

import (
	"fmt"
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
}

// Related is a second place that a diagnostic speaks of.
type Related struct {
	Span    source.Span
	Message string
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
}

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

// Merge adds what other holds.
func (l *List) Merge(other *List) { l.items = append(l.items, other.items...) }

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
	sorted := slices.Clone(l.items)
	slices.SortStableFunc(sorted, compare)
	return slices.CompactFunc(sorted, func(a, b *Diagnostic) bool { return compare(a, b) == 0 })
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

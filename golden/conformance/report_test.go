package conformance_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// A Report is what one host said of everything that it was given.
type Report struct {
	Host    string
	tried   int
	refused []string // what it refused, and why
	// findings are by rule: what a linter says, or what a converter lowers, of artifacts that it takes.
	findings map[string]*Finding
	fault    error         // why the host could not be asked, or not to the end
	time     time.Duration // what asking took, where hosts are asked together of the first of them
}

// A Finding is one kind of thing that a host says, with the first place where it did.
type Finding struct {
	Count    int
	Golden   bool // seen on an artifact of this repository, not only in the corpus
	First    string
	Intended *Intent // nil: nobody meant it
}

// fail notes why the host could not be asked to the end.
func (r *Report) fail(err error) { r.fault = errors.Join(r.fault, err) }

// try counts one artifact as accepted or, with an error, as refused.
func (r *Report) try(artifact string, err error) {
	r.tried++
	if err != nil {
		r.refused = append(r.refused, artifact+": "+err.Error())
	}
}

// find notes what a host says of an artifact that it takes.
func (r *Report) find(rule string, golden bool, place string) {
	if r.findings == nil {
		r.findings = map[string]*Finding{}
	}
	f := r.findings[rule]
	if f == nil {
		f = &Finding{First: place, Intended: intended(r.Host, rule)}
		r.findings[rule] = f
	}
	f.Count++
	if golden && !f.Golden {
		f.Golden, f.First = true, place
	}
}

// bad says whether the run fails because of this host.
func (r *Report) bad() bool {
	return r.fault != nil || len(r.refused) > 0 || slices.ContainsFunc(slices.Collect(maps.Values(r.findings)),
		func(f *Finding) bool { return f.Intended == nil })
}

// A Board is all reports, in the order of the table.
type Board struct{ reports []*Report }

// report adds a row.
func (b *Board) report(host string) *Report {
	r := &Report{Host: host}
	b.reports = append(b.reports, r)
	return r
}

// stale are the findings that are meant and that nobody has any more.
func (b *Board) stale() []Intent {
	seen := map[*Intent]bool{}
	for _, r := range b.reports {
		for _, f := range r.findings {
			seen[f.Intended] = seen[f.Intended] || f.Golden
		}
	}
	var list []Intent
	for i := range intents {
		if !seen[&intents[i]] {
			list = append(list, intents[i])
		}
	}
	return list
}

// table prints one row a host, and below the table what was refused or was not meant.
func (b *Board) table() string {
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "host\ttried\taccepted\trefused\tfindings\tnot intended\ttime")
	for _, r := range b.reports {
		if r.tried == 0 && r.fault == nil {
			continue
		}
		meant, unmeant := 0, 0
		for _, f := range r.findings {
			if f.Intended != nil {
				meant += f.Count
			} else {
				unmeant += f.Count
			}
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%v\n", r.Host, r.tried, r.tried-len(r.refused), len(r.refused), meant+unmeant, unmeant,
			r.time.Round(time.Second))
	}
	w.Flush()
	for _, r := range b.reports {
		if r.fault != nil {
			fmt.Fprintf(&text, "\n%s could not be asked: %v\n", r.Host, r.fault)
		}
		const most = 8
		for i, line := range r.refused {
			if i == most {
				fmt.Fprintf(&text, "\n%s refuses %d more\n", r.Host, len(r.refused)-most)
				break
			}
			fmt.Fprintf(&text, "\n%s refuses %s\n", r.Host, line)
		}
		for _, rule := range slices.Sorted(maps.Keys(r.findings)) {
			if f := r.findings[rule]; f.Intended == nil {
				fmt.Fprintf(&text, "\n%s: %s (%d times; first %s)\n", r.Host, rule, f.Count, f.First)
			}
		}
	}
	return text.String()
}

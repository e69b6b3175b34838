package guardfile

import (
	"regexp"

	"schemac/model/source"
)

// A filter is what a string may be: one of some values or, when there are none, what matches a pattern.
type filter struct {
	values  []string
	pattern string
	// pathPattern is what takes the place of pattern in a path parameter: it admits no "", "." or "..". It is empty when
	// it would admit nothing.
	pathPattern string
	match       *regexp.Regexp
	// at is where it is stated.
	at source.Span
}

// A clash says why several filters have no common form.
type clash uint8

const (
	noClash clash = iota
	// twoPatterns cannot be said together by one pattern.
	twoPatterns
	// nothingLeft is what no value meets.
	nothingLeft
)

// meet returns the filter that admits what both do (guardfile.md §2, "restrict only ever adds up"): if one of them is a
// list, those of its values that the other admits. Places are those of the second, which narrows the first.
func meet(a, b filter) (filter, clash) {
	switch {
	case a.values != nil:
		return narrow(a, b)
	case b.values != nil:
		return narrow(b, a)
	case a.pattern == b.pattern:
		return b, noClash
	}
	return filter{}, twoPatterns
}

func narrow(list, other filter) (filter, clash) {
	kept := filter{at: other.at}
	admits := other.admits()
	for _, v := range list.values {
		if admits(v) {
			kept.values = append(kept.values, v)
		}
	}
	if kept.values == nil {
		return filter{}, nothingLeft
	}
	return kept, noClash
}

// admits returns what tells the values that the filter admits.
func (f filter) admits() func(string) bool {
	if f.values == nil {
		return f.match.MatchString
	}
	set := make(map[string]bool, len(f.values))
	for _, v := range f.values {
		set[v] = true
	}
	return func(v string) bool { return set[v] }
}

// compiled returns a pattern that Parse has compiled before.
func compiled(pattern string) *regexp.Regexp {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return neverMatches
	}
	return re
}

var neverMatches = regexp.MustCompile(`[^\s\S]`)

package breaking

import (
	"math/big"
	"strings"
)

// limits compares numbers that bound a value, a length or a count.
func (s *comparer) limits(rules limits, what string, names, old, new [4]string, d difference) {
	for i, name := range names {
		if old[i] == new[i] {
			continue
		}
		d.before, d.after = limit(name, old[i]), limit(name, new[i])
		switch r := tighter(old[i], new[i], i%2 == 0); r {
		case narrower:
			d.rule, d.message = rules.narrowed, what+" has "+article(name)+" of "+new[i]+" now"
			if old[i] != "" {
				d.message += ", and of " + old[i] + " before"
			}
		case wider:
			d.rule, d.message = rules.widened, what+" has no "+name+" any more, and of "+old[i]+" before"
			if new[i] != "" {
				d.message = what + " has " + article(name) + " of " + new[i] + " now, and of " + old[i] + " before"
			}
		case same:
			continue
		default:
			d.rule, d.message = rules.changed, what+" has "+article(name)+" of "+new[i]+" now, and of "+old[i]+" before"
		}
		s.report(d)
	}
}

// limit is a limit as text; nothing when there is none.
func limit(name, number string) string {
	if number == "" {
		return ""
	}
	return name + " " + number
}

func article(name string) string {
	if strings.HasPrefix(name, "e") {
		return "an " + name
	}
	return "a " + name
}

// tighter compares two limits, of which an empty one is none.
func tighter(old, new string, below bool) relation {
	switch {
	case old == "":
		return narrower
	case new == "":
		return wider
	}
	a, ok := number(old)
	b, ok2 := number(new)
	if !ok || !ok2 {
		return unknown
	}
	switch order := b.Cmp(a); {
	case order == 0:
		return same
	case (order > 0) == below:
		return narrower
	}
	return wider
}

// number reads a number of JSON; 256 bits tell all apart that a source may hold, and an exponent costs nothing.
func number(text string) (*big.Float, bool) { return new(big.Float).SetPrec(256).SetString(text) }

package diag

import "strings"

// Closest returns the candidate that is most like word, for a "did you mean", or "" when none is near enough: at most
// a third of the letters may differ, upper and lower case counting as the same. Of equally near candidates the first wins.
func Closest(word string, candidates []string) string {
	best, bestDistance := "", len(word)/3+1
	for _, candidate := range candidates {
		d := distance(strings.ToLower(word), strings.ToLower(candidate))
		if isPrefixPair(word, candidate) {
			d = min(d, 1, len(word)/3)
		}
		if d < bestDistance {
			best, bestDistance = candidate, d
		}
	}
	return best
}

// isPrefixPair holds for "Bool" and "Boolean": a word of three letters or more that the other begins with. Of two
// letters only the next may be missing, as in "of" for "off".
func isPrefixPair(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	if len(a) > len(b) {
		a, b = b, a
	}
	return strings.HasPrefix(b, a) && (len(a) >= 3 || len(a) == 2 && len(b) == 3)
}

// distance is the number of insertions, deletions, replacements and swaps of neighbours between a and b
// (optimal string alignment), in bytes. Long words are cut: nobody mistypes a name of 64 letters beyond recognition.
func distance(a, b string) int {
	a, b = a[:min(len(a), 64)], b[:min(len(b), 64)]
	previous2, previous, current := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range previous {
		previous[j] = j
	}
	for i := 1; i <= len(a); i++ {
		current[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			current[j] = min(previous[j]+1, current[j-1]+1, previous[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				current[j] = min(current[j], previous2[j-2]+1)
			}
		}
		previous2, previous, current = previous, current, previous2
	}
	return previous[len(b)]
}

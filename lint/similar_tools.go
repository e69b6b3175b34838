package lint

import (
	"cmp"
	"math"
	"slices"

	"schemac/model/diag"
)

// SimilarTools finds descriptions that use mostly the same words (facts: hosts.md §3: accuracy falls with overlap).
var SimilarTools = &Rule{
	ID:    "similar-tools",
	Title: "two tools or tables whose descriptions use mostly the same words",
	Text: "Two descriptions that share most of their words are hard to tell apart even where they mean different things. Words " +
		"weigh the more, the fewer descriptions of the surface use them (cosine of 0.75 or more). Rephrase one, or let both say when to take " +
		"the other.",
	Before: `"A delivery of goods that a supplier brings to the warehouse, with its date."
type Arrival @table @export {
  id: ID @primaryKey
}

"A delivery of goods that a supplier brings to the warehouse, with its price and its date."
type Purchase @table @export {
  id: ID @primaryKey
}
`,
	After: `"A delivery of goods that a supplier brings to the warehouse, with its date."
type Arrival @table @export {
  id: ID @primaryKey
}

"What was ordered and what it costs; the goods may be on their way still."
type Purchase @table @export {
  id: ID @primaryKey
}
`,
	Severity: diag.Info,
	Run: func(p *Pass) {
		for _, s := range p.Surfaces {
			list := candidates(s)
			for _, pair := range similar(list) {
				a, b := list[pair.first], list[pair.second]
				if a.anonymous() == b.anonymous() {
					continue // which another rule says
				}
				p.Reportf(b.span, "the descriptions of %s and %s mostly agree; they share %s", b.of, a.of, pair.words()).
					WithRelated(a.span, "the other is here")
			}
		}
	},
}

const (
	// alike is the cosine from which two descriptions are taken for similar.
	alike = 0.75
	// fewest is how many words a description needs to be compared; shorter ones agree by chance.
	fewest = 4
	// mostShared is how many descriptions may use a word before it stops suggesting pairs: it still counts in a pair that
	// other words suggest. It bounds the work on a surface of thousands of tools.
	mostShared = 50
)

// A likeness is two candidates, by index, and the stems that they share, the weightiest first.
type likeness struct {
	first, second int
	shared        []string
}

// words lists what two descriptions share.
func (l likeness) words() string {
	var list []string
	for i, word := range l.shared {
		if i == mostNames {
			break
		}
		list = append(list, quoted("", word))
	}
	return enumerate(list, "and")
}

// similar returns the pairs whose weighted words agree, each second one with the most similar first one only.
func similar(list []*candidate) []likeness {
	vectors, users := weigh(list)
	var pairs []likeness
	for i, v := range vectors {
		if len(v) < fewest {
			continue
		}
		best, most := -1, alike
		for _, j := range partners(i, v, users) {
			if len(vectors[j]) >= fewest {
				if c := cosine(v, vectors[j]); c >= most {
					best, most = j, c+1e-9
				}
			}
		}
		if best >= 0 {
			pairs = append(pairs, likeness{best, i, common(v, vectors[best])})
		}
	}
	return pairs
}

// weigh gives each description its words with their weights, each vector of length one, and each word its users.
func weigh(list []*candidate) (vectors []map[string]float64, users map[string][]int) {
	users = map[string][]int{}
	vectors = make([]map[string]float64, len(list))
	for i, c := range list {
		vectors[i] = map[string]float64{}
		for _, word := range content(c.words) {
			if _, seen := vectors[i][word]; !seen {
				vectors[i][word] = 0
				users[word] = append(users[word], i)
			}
		}
	}
	for _, v := range vectors {
		sum := 0.0
		for word := range v {
			w := math.Log(1 + float64(len(list))/float64(len(users[word])))
			v[word] = w
			sum += w * w
		}
		for word := range v {
			v[word] /= math.Sqrt(sum)
		}
	}
	return vectors, users
}

// partners returns the earlier candidates that share a word which is not everybody's.
func partners(i int, v map[string]float64, users map[string][]int) []int {
	var list []int
	for word := range v {
		if len(users[word]) > mostShared {
			continue
		}
		for _, j := range users[word] {
			if j >= i {
				break
			}
			list = append(list, j)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func cosine(a, b map[string]float64) float64 {
	sum := 0.0
	for _, word := range sortedKeys(a) { // in one order: sums of floats depend on it
		sum += a[word] * b[word]
	}
	return sum
}

func common(a, b map[string]float64) []string {
	var list []string
	for _, word := range sortedKeys(a) {
		if _, ok := b[word]; ok {
			list = append(list, word)
		}
	}
	slices.SortStableFunc(list, func(x, y string) int { return cmp.Compare(a[y], a[x]) })
	return list
}

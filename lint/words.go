package lint

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// wordsOf returns the words of a text in lower case. See [eachWord].
func wordsOf(text string) []string { return slices.Collect(eachWord(text)) }

// eachWord goes through the words of a text in lower case: it is split at everything that is no letter, digit or
// apostrophe, and inside names such as "createdAt" where upper case begins. Apostrophes are left out.
func eachWord(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start, previous := -1, ' '
		for i, r := range text {
			inside := unicode.IsLetter(r) || unicode.IsDigit(r) || start >= 0 && (r == '\'' || r == '’')
			if start >= 0 && (!inside || unicode.IsUpper(r) && unicode.IsLower(previous)) {
				if !yield(plainWord(text[start:i])) {
					return
				}
				start = -1
			}
			if inside && start < 0 {
				start = i
			}
			previous = r
		}
		if start >= 0 {
			yield(plainWord(text[start:]))
		}
	}
}

// plainWord returns a word in lower case and without apostrophes: "Isn't" is isnt.
func plainWord(word string) string {
	if strings.ContainsAny(word, "'’") {
		word = strings.NewReplacer("'", "", "’", "").Replace(word)
	}
	return strings.ToLower(word)
}

// fillers carry no meaning of their own in a description.
var fillers = set(`a an the this that these those of in on at to for from by with and or as is are be it its their his her
	which who what where one single each every any all some here there has have via per into about`)

// generic are words that say what sort of thing a description describes, and so nothing.
var generic = set(`table type record records row rows model entity object data resource resources class item field fields
	attribute attributes property column value values name of input parameter argument represents representing contains
	holds stores describes schema information info details definition`)

func set(words string) map[string]bool {
	all := map[string]bool{}
	for _, word := range strings.Fields(words) {
		all[word] = true
	}
	return all
}

// stem takes the ending off that grammar adds: books → book, categories → category, listing → list. Words that differ
// otherwise stay apart.
func stem(word string) string {
	switch {
	case len(word) > 4 && strings.HasSuffix(word, "ies"):
		return word[:len(word)-3] + "y"
	case len(word) > 4 && (strings.HasSuffix(word, "sses") || strings.HasSuffix(word, "ches") || strings.HasSuffix(word, "shes") || strings.HasSuffix(word, "xes")):
		return word[:len(word)-2]
	case len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && !strings.HasSuffix(word, "us"):
		return word[:len(word)-1]
	}
	return word
}

// content returns the stems of the words that are no fillers.
func content(text string) []string {
	var list []string
	for word := range eachWord(text) {
		if !fillers[word] {
			list = append(list, stem(word))
		}
	}
	return list
}

// contains reports whether a text holds one of the words, in whatever form grammar gives it.
func contains(text string, words map[string]bool) bool {
	for word := range eachWord(text) {
		if words[word] || words[stem(word)] {
			return true
		}
	}
	return false
}

// plural returns "1 tool" or "2 tools".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return grouped(n) + " " + noun + "s"
}

// grouped writes a number with commas between thousands, as people read it.
func grouped(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	rest := strconv.Itoa(n % 1000)
	return grouped(n/1000) + "," + strings.Repeat("0", 3-len(rest)) + rest
}

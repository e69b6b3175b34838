package breaking

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestLanguages(t *testing.T) {
	words := map[relation]string{same: "same", narrower: "narrower", wider: "wider", apart: "apart", unknown: "unknown"}
	for _, row := range []struct{ old, new, want string }{
		{"", "", "same"},
		{"", "^a$", "narrower"},
		{"^a$", "", "wider"},
		{"a", "^a$", "narrower"}, // a pattern may match anywhere
		{"^[0-9]+$", "^[0-9][0-9]*$", "same"},
		{"^[0-9]+$", "^\\d+$", "same"},
		{"^[0-9]{4}$", "^[0-9]+$", "wider"},
		{"^(?:a|b)$", "^[ab]$", "same"},
		{"^a.*$", "^a", "wider"}, // a dot is no line end
		{"^(?s:a.*)$", "^a", "same"},
		{"^team-[^/?#%]*$", "^team-a[^/?#%]*$", "narrower"},
		{"^team-[^/?#%]*$", "^guild-[^/?#%]*$", "apart"},
		{`^\.{0,2}[^/?#%.][^/?#%]*$`, `^[a-z]+$`, "narrower"},
		{"(?i)^straße$", "^straße$", "narrower"},
		{"(?i)^k$", "^[kK\u212A]$", "same"}, // the sign of Kelvin folds to k
		{"^$", "^a?$", "wider"},
		{"^$a", "^b^", "same"}, // neither admits anything
		{"x*", "", "same"},
		{"[^\\x{D7FF}]", "[^\\x{D7FF}\\x{E000}]", "narrower"},
		{`\bword\b`, "word", "unknown"},
		{"(?m)^a$", "a", "unknown"},
		{"(", "a", "unknown"},
		{"[a-c]{1,900}[^b]{1,900}x", "a|b|c", "unknown"},
	} {
		if got := words[compareLanguages(row.old, row.new)]; got != row.want {
			t.Errorf("%q to %q: %s, want %s", row.old, row.new, got, row.want)
		}
		back := map[string]string{"narrower": "wider", "wider": "narrower"}[row.want]
		if back == "" {
			back = row.want
		}
		if got := words[compareLanguages(row.new, row.old)]; got != back {
			t.Errorf("back, %q to %q: %s, want %s", row.new, row.old, got, back)
		}
	}
}

// What is decided of two patterns holds for any text.
func TestLanguagesAgainstTexts(t *testing.T) {
	part := rapid.SampledFrom([]string{"a", "b", "[ab]", "[^a]", ".", "a*", "b+", "(?:a|bb)", "c{1,2}", "^", "$", "", "[a-c]?"})
	pattern := rapid.Custom(func(t *rapid.T) string {
		text := strings.Join(rapid.SliceOfN(part, 1, 4).Draw(t, "parts"), "")
		if rapid.Bool().Draw(t, "anchored") {
			text = "^(?:" + text + ")$"
		}
		return text
	})
	text := rapid.StringOfN(rapid.SampledFrom([]rune("abcd\n")), 0, 6, -1)
	rapid.Check(t, func(t *rapid.T) {
		old, new := pattern.Draw(t, "old"), pattern.Draw(t, "new")
		r := compareLanguages(old, new)
		a, b := regexp.MustCompile(old), regexp.MustCompile(new)
		for range 20 {
			s := text.Draw(t, "text")
			inOld, inNew := a.MatchString(s), b.MatchString(s)
			if inOld && !inNew && (r == same || r == wider) || inNew && !inOld && (r == same || r == narrower) {
				t.Fatalf("%q to %q is %d, and %q is in %v, %v", old, new, r, s, inOld, inNew)
			}
		}
	})
}

func TestTighter(t *testing.T) {
	for _, row := range []struct {
		old, new string
		below    bool
		want     relation
	}{
		{"1", "1.0", true, same}, {"10", "1e1", false, same}, {"", "1", true, narrower}, {"1", "", false, wider},
		{"1", "2", true, narrower}, {"1", "2", false, wider}, {"9007199254740992", "9007199254740993", true, narrower},
		{"1", "1e999999999", false, wider}, {"-1", "-2", true, wider}, {"x", "1", true, unknown},
	} {
		if got := tighter(row.old, row.new, row.below); got != row.want {
			t.Errorf("%+v: got %d", row, got)
		}
	}
}

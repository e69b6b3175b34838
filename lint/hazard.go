package lint

import (
	"schemac/model"
	"schemac/model/diag"
)

// Hazard finds destructive tools that do not say what is lost (facts: hosts.md §3).
var Hazard = &Rule{
	ID:    "hazard",
	Title: "a destructive tool whose description does not say what is lost",
	Text: "A host may ask a person before it calls a destructive tool, and shows the description. Beside the verb it should say " +
		"what is lost, and whether that can be undone: \"Delete a label. Issues lose it, and it cannot be restored.\"",
	Before: `wrap tracker {
    base-url "tracker.example.com"
    auth none
    can delete label { path "/labels/{id}"; describe "Delete a label by its number." }
}
`,
	After: `wrap tracker {
    base-url "tracker.example.com"
    auth none
    can delete label { path "/labels/{id}"; describe "Delete a label by its number. Issues lose it; this cannot be undone." }
}
`,
	Severity: diag.Warning,
	Run: func(p *Pass) {
		p.operations(func(_ *model.Surface, op *model.Operation) {
			doc, at := authored(op)
			words := wordsOf(doc)
			if op.Hints.Destructive != model.Yes || len(words) == 0 || warns(words[1:]) {
				return
			}
			p.Reportf(or(at, op.Span), "tool %q destroys something, and its description does not say what is lost", op.Name).
				WithHelp("say what goes with it, and whether it can be undone")
		})
	},
}

// losses are words with which a description speaks of what is lost, or of whether it is.
var losses = set(`lost lose loses loss losing gone vanish vanishes disappear disappears permanent permanently irreversible irreversibly
	irrecoverable irrecoverably forever undo undone undoes restore restored restorable recover recovered recoverable destroy destroys destroyed
	erase erases erased wipe wipes wiped purge purges purged drop drops dropped discard discards discarded delete deletes deleted remove removes
	removed overwrite overwrites overwritten revoke revokes revoked orphan orphans orphaned cascade cascades final unusable kept keeps remain
	remains reversible brought bin trash archived stops stop ends end invalidates invalidated`)

// warns reports whether the words behind the first speak of a loss: by one of losses, by "for good", or by "with all" that
// goes along.
func warns(words []string) bool {
	for i, word := range words {
		before := ""
		if i > 0 {
			before = words[i-1]
		}
		if losses[word] || word == "good" && before == "for" || word == "all" && before == "with" {
			return true
		}
	}
	return false
}

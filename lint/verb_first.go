package lint

import (
	"strings"

	"schemac/model"
	"schemac/model/diag"
)

// VerbFirst finds descriptions of tools that do not begin with what the tool does (facts: hosts.md §3).
var VerbFirst = &Rule{
	ID:    "verb-first",
	Title: "a description of a tool that does not begin with a verb",
	Text: "A tool does something, so its description begins with the verb: \"Search the catalogue by keyword.\" A model that skims " +
		"dozens of descriptions, and a host that cuts them, keeps the first word.",
	Before: `wrap tides {
    base-url "api.tides.example.com"
    auth none
    can list stations { path "/stations"; describe "All tide gauges of a coast, with their positions." }
}
`,
	After: `wrap tides {
    base-url "api.tides.example.com"
    auth none
    can list stations { path "/stations"; describe "List all tide gauges of a coast, with their positions." }
}
`,
	Severity: diag.Info,
	Run: func(p *Pass) {
		p.operations(func(_ *model.Surface, op *model.Operation) {
			doc, at := authored(op)
			words := wordsOf(doc)
			if len(words) == 0 || isVerb(words[0], op) {
				return
			}
			p.Reportf(or(at, op.Span), "the description of tool %q begins with %q; begin with a verb that says what it does", op.Name, strings.TrimRight(strings.Fields(doc)[0], ".,:;"))
		})
	},
}

// isVerb reports whether a word is a verb in the form that descriptions use, or the verb of the operation.
func isVerb(word string, op *model.Operation) bool {
	for _, own := range wordsOf(op.Origin.Verb + " " + op.Name) {
		if own == word && !generic[word] && op.Origin.Verb != "" && contains(op.Origin.Verb, map[string]bool{word: true}) {
			return true
		}
	}
	return verbs[word] || verbs[stem(word)] || verbs[stem(word)+"e"]
}

// verbs are those with which descriptions of tools begin, and the adverbs that may stand before one.
var verbs = set(`abort accept access acknowledge acquire activate add adjust administer aggregate allocate allow alter analyse analyze
	annotate answer append apply approve archive ask assert assess assign associate attach authenticate authorise authorize ban
	backup begin bind block book bookmark browse build bulk calculate call cancel capture catalogue catch categorise categorize change
	charge check claim classify clean clear clone close collect combine comment commit compact compare compile complete compress
	compute configure confirm connect consume contact convert copy correct count crawl create curate deactivate debug decide declare
	decline decode decrease decrypt deduct define delete deliver demote deny deploy deprecate derive describe destroy detach detect
	determine diagnose disable discard disconnect discover dismiss dispatch display distribute do download draft drain draw drop
	duplicate edit embed emit enable encode encrypt end enqueue enrich ensure enumerate erase escalate establish estimate evaluate
	examine exchange execute expand expire explain explore export extend extract favourite fetch fill filter finalise finalize find
	finish fire flag flush follow forecast fork format forward gather generate get give go goes does grant group hand handle hide identify ignore import
	improve increase index inform initialise initialize initiate insert inspect install invalidate invite invoke issue join judge keep kick kill label
	launch leave let like limit link list load locate lock log login logout look lookup make manage map mark match measure merge migrate
	modify monitor mount move mute name navigate notify obtain offer open optimise optimize order overwrite parse patch pause pay peek
	perform pick pin ping place play poll populate post predict prepare preview print process produce promote propose provide provision
	prune publish pull purchase purge push put query queue quote rank rate react read reassign rebuild recalculate receive recommend
	reconcile record recover redeem redirect redo reduce refer refresh refund register reject release reload remind remove rename render
	renew reopen reorder reparse repeat replace replay reply report request reschedule reserve reset resize resolve respond restart
	restore restrict resume retire retract retrieve retry return reveal reverse revert review revise revoke roll rollback rotate route run
	sample save scale scan schedule score scrape search seed seek select send serve set settle share shorten show shut shutdown sign
	simulate skip snapshot snooze sort split stage star start stop store stream submit subscribe suggest summarise summarize supply suspend
	swap switch sync synchronise synchronize tag take tell terminate test toggle touch trace track train transcribe transfer transform
	translate transmit trigger truncate try turn unarchive unassign unban unblock undelete undo unfollow uninstall unlink unlock unmute
	unpin unpublish unregister unsubscribe unstar update upgrade upload upsert use validate verify view vote wait wake warm watch weigh
	wipe withdraw write
	adopt arrange assemble await bill bring broadcast buy carry cast clip come compose conduct contribute cut debit delegate dial dim drive
	earn eject email empty exclude feed fix fold freeze fund grab halt hang hear heat hire hold host include instruct interrupt lay lease lend
	lift light listen loan lower mail maintain mask mint mix nominate note observe pack park pass paste permit phone plan plant pour power
	press protect pump quit raise reboot recall recharge refill refuse relate relay relocate rent repair repay resend retain reuse reward ring
	say seal secure see sell separate shift ship solve speak specify spend spin stamp stock strip subtract support survey sweep teach tie toss
	trade transport treat trim tune unload visit void walk warn wash wrap
	permanently atomically asynchronously immediately safely partially completely semantically quickly conditionally optionally`)

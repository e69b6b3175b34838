package breaking

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"schemac/model/diag"
	"schemac/model/source"
)

// A Change is one difference between two documents.
type Change struct {
	Rule *Rule
	// Class and For are those of this change; the rule says what they are as a rule.
	Class Class
	For   Who
	// Surface is the name of the surface, on the new side where it is there.
	Surface string
	// Operations are the tools that change alike, because their sources change at one place: the six of a table, or
	// those that one `restrict` bounds. They have the names of the new side, or of the old where they are gone. Empty
	// for a change of the surface itself.
	Operations []string
	// Path is the input or output that changes, such as "price", "dims.w" or "tags[]"; the name of a resource, prompt or
	// type where one of these changes; or empty.
	Path string
	// Message says what has changed, without the tools: lower case, no full stop, names quoted.
	Message string
	// Before and After are what differs, as text; what is not there is empty.
	Before, After string
	// Old and New are the places in the sources; one may be zero.
	Old, New source.Span
	// Tokens is by how many tokens the tools become dearer, or cheaper when it is negative, as far as this change does
	// it; 0 where it does not matter.
	Tokens int

	// hideOld and hideNew say that the line of a place holds a secret.
	hideOld, hideNew bool
}

// Fingerprint identifies the change in a configuration that accepts it: rule, surface, first tool and path in words, and
// twelve digits that stand for all tools and for both sides. So it changes when either side changes again. It holds no
// line numbers and no words of the message: moving a definition does not alter it, nor does another version of schemac.
func (c *Change) Fingerprint() string {
	hash := sha256.New()
	for _, text := range append([]string{c.Rule.ID, c.Surface, c.Path, c.Before, c.After}, c.Operations...) {
		hash.Write([]byte(strconv.Itoa(len(text)) + ":" + text))
	}
	at := c.Surface
	if len(c.Operations) > 0 {
		at += "/" + c.Operations[0]
	}
	if c.Path != "" {
		at += "/" + c.Path
	}
	return c.Rule.ID + " " + at + " " + hex.EncodeToString(hash.Sum(nil))[:12]
}

// shownOperations is how many tools are named in one line.
const shownOperations = 3

// Subject is where the change is, for a line of text: the tools, or else the surface.
func (c *Change) Subject() string {
	n := len(c.Operations)
	switch {
	case n == 0:
		return c.Surface
	case n > shownOperations+1:
		return strings.Join(c.Operations[:shownOperations], ", ") + " and " + strconv.Itoa(n-shownOperations) + " more"
	}
	return strings.Join(c.Operations, ", ")
}

// severities are the classes in the words of reports.
var severities = [...]diag.Severity{Breaking: diag.Error, Compatible: diag.Info, Info: diag.Info}

// Diagnostic returns the change in the form that reports take: breaking is an error, all else an info. The place is the
// new one, with the old one beside it, or the old one where nothing is left. Places of the old side are told apart by
// the names that [Options] gives their files.
func (c *Change) Diagnostic() *diag.Diagnostic {
	d := &diag.Diagnostic{
		Severity: severities[c.Class], Code: c.Rule.ID, Span: c.New, Message: c.Subject() + ": " + c.Message,
		Help: c.Class.String() + " for " + c.audience(),
	}
	d.HideSource = c.hideNew
	switch {
	case c.New.IsZero():
		d.Span, d.HideSource = c.Old, c.hideOld
	case !c.Old.IsZero():
		d.Related = []diag.Related{{Span: c.Old, Message: "before", HideSource: c.hideOld}}
	}
	return d
}

// audience is whom the change concerns, in words.
func (c *Change) audience() string {
	words := map[Who]string{
		Agent: "agents that call the tool", Client: "programs that call over HTTP",
		Reader: "those who read the answer", Operator: "who answers for what agents may do",
	}
	var list []string
	for who := Agent; who <= Operator; who <<= 1 {
		if c.For&who != 0 {
			list = append(list, words[who])
		}
	}
	return strings.Join(list, ", ")
}

// A sameness is all that changes of different tools must share to be one.
type sameness struct {
	rule          *Rule
	class         Class
	path, message string
	before, after string
	oldAt, newAt  source.Span
	surface       bool // a change of the surface itself is never one of a tool
	alone         int  // and what stands in no source is never joined
}

// joined joins the changes of a surface that tools share, in the order of the first of each.
func joined(all []*Change) []*Change {
	var list []*Change
	first := make(map[sameness]*Change, len(all))
	for i, c := range all {
		key := sameness{c.Rule, c.Class, c.Path, c.Message, c.Before, c.After, c.Old, c.New, len(c.Operations) == 0, 0}
		if c.Old.IsZero() && c.New.IsZero() {
			key.alone = i + 1
		}
		earlier := first[key]
		if earlier == nil {
			first[key] = c
			list = append(list, c)
			continue
		}
		if len(c.Operations) > 0 && slices.Contains(earlier.Operations, c.Operations[0]) {
			continue // one tool, told twice
		}
		earlier.Operations = append(earlier.Operations, c.Operations...)
		earlier.For |= c.For
		earlier.Tokens += c.Tokens
	}
	return list
}

// Breaks returns how many of the changes are breaking.
func Breaks(changes []*Change) int {
	n := 0
	for _, c := range changes {
		if c.Class == Breaking {
			n++
		}
	}
	return n
}

// ByClass sorts changes: breaking ones first, then compatible ones, then the rest, each in the order that they have.
func ByClass(changes []*Change) {
	slices.SortStableFunc(changes, func(a, b *Change) int { return cmp.Compare(a.Class, b.Class) })
}

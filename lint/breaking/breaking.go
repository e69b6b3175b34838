// Package breaking says what a change of a surface means to those who use it.
//
// A [Rule] is one kind of change, as a value: its words, an example, its class and whom it concerns. [Compare] looks at
// two documents, as hosts see them and not as text, and returns the [Change] values between them, each with the place in
// both. Nothing here prints, reads files or decides whether a run fails.
package breaking

import (
	"slices"
	"strings"
)

// A Class says what a change does to those whom it concerns.
type Class uint8

// The classes, the gravest first.
const (
	// Breaking is a change after which what worked may not work, or more may be done than was reviewed.
	Breaking Class = iota
	// Compatible is a change after which all that worked still works.
	Compatible
	// Info is a change that alters no call and no answer, and is worth a look.
	Info
)

// String returns "breaking", "compatible" or "info".
func (c Class) String() string { return [...]string{"breaking", "compatible", "info"}[c] }

// Who is a set of those whom a change concerns.
type Who uint8

// Those whom a change may concern.
const (
	// Agent calls tools by name, through MCP: a model, and the prompts and scripts that name tools to it.
	Agent Who = 1 << iota
	// Client is a program that makes the HTTP requests that OpenAPI describes.
	Client
	// Reader reads answers, whichever way they came.
	Reader
	// Operator answers for what agents may do, and keeps what the server needs to run.
	Operator
)

// callers are all who write inputs.
const callers = Agent | Client

// whoNames are the words for each, in the order of their bits.
var whoNames = [...]string{"agent", "client", "reader", "operator"}

// Names returns "agent", "client", "reader" and "operator", as far as they are in the set.
func (w Who) Names() []string {
	names := []string{}
	for i, name := range whoNames {
		if w&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// String returns the names with commas between them.
func (w Who) String() string { return strings.Join(w.Names(), ", ") }

// A Rule is one kind of change.
type Rule struct {
	// ID is the name of the rule, in kebab-case. No lint rule and no code of the compiler has it, and it is never given
	// to another rule.
	ID string
	// Title says in one line what has changed, without a full stop.
	Title string
	// Text says what follows from it, and why it has its class, in sentences.
	Text string
	// Example returns the two sides of an example. Both are whole files: of GraphQL, or of a guardfile when they hold a
	// "wrap". It is nil for a rule over what only a configuration or code can change; Without says so. It is a function,
	// because most runs of schemac show none.
	Example func() (before, after string)
	Without string
	// Class is that of a change when nothing in it is graver or lighter, and For whom it concerns at most: a tool that
	// OpenAPI does not describe concerns no client.
	Class Class
	For   Who
	// Twin is the rule of the change back, its own ID where that is a change of the same kind. One of two rules that
	// have the same change back is the twin of it. Waiver says why there is none.
	Twin, Waiver string
}

// Find returns the rule of an ID, or nil.
func Find(id string) *Rule {
	if i := slices.IndexFunc(Rules, func(r *Rule) bool { return r.ID == id }); i >= 0 {
		return Rules[i]
	}
	return nil
}

// IDs returns the names of all rules in the order of [Rules].
func IDs() []string {
	ids := make([]string, len(Rules))
	for i, r := range Rules {
		ids[i] = r.ID
	}
	return ids
}

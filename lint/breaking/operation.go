package breaking

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"schemac/lint"
	"schemac/model"
	"schemac/model/ordered"
)

// added reports an operation that only the new side has.
func (s *comparer) added(op *model.Operation) {
	who := knows(op, s.newPaths)
	s.op = &pair{new: op, who: who}
	if d := s.denied(op); d != nil {
		s.report(difference{
			rule: DenialLifted, path: d.Verb + " " + d.Resource, before: "never", after: "can", old: d.Span, new: op.Span,
			message: "`never " + d.Verb + " " + d.Resource + "` denied it, and it is granted now",
		})
	}
	s.report(difference{
		rule: OperationAdded, message: "the operation is new", after: "there", new: op.Span, tokens: listedTokens(op),
	})
}

// removed reports an operation that only the old side has.
func (s *comparer) removed(op *model.Operation) {
	s.op = &pair{new: op, who: knows(op, s.oldPaths)}
	s.report(difference{
		rule: OperationRemoved, message: "the operation is removed", before: "there", old: op.Span, tokens: -listedTokens(op),
	})
}

func listedTokens(op *model.Operation) int {
	if !op.Listed {
		return 0
	}
	return lint.Tokens(lint.EstimateTool(op))
}

// operation compares one operation on both sides.
func (s *comparer) operation(p *pair) {
	s.op = p
	old, new := p.old, p.new
	s.visibility(p)
	if old.Name != new.Name {
		s.renamed(p)
	}
	s.words(old, new)
	s.hints(old, new)
	s.http(old, new)
	s.request(old, new)
	s.calls(old, new)
	s.input(old, new)
	s.output(old, new)
}

func (s *comparer) renamed(p *pair) {
	c := s.report(difference{
		rule: OperationRenamed, message: "the tool is called " + quote(p.new.Name) + " now, and was " + quote(p.old.Name),
		before: p.old.Name, after: p.new.Name, old: p.old.Span, new: p.new.Span,
	})
	if c != nil && c.For&Agent == 0 {
		c.as(Info) // only the operationId of a document
	}
}

// visibility reports where an operation is seen on one side only.
func (s *comparer) visibility(p *pair) {
	before, after := knows(p.old, s.oldPaths), knows(p.new, s.newPaths)
	common := p.who
	defer func() { p.who = common }()
	for _, row := range []struct {
		who           Who
		gained, lost  *Rule
		gains, losing string
	}{
		{Agent, OperationListed, OperationUnlisted, "the tool is listed by MCP now", "the tool is not listed by MCP any more"},
		{Client, HTTPAdded, HTTPRemoved, "the operation is described in OpenAPI now", "the operation is not described in OpenAPI any more"},
	} {
		p.who = row.who
		switch had, has := before&row.who != 0, after&row.who != 0; {
		case has && !had:
			s.report(difference{rule: row.gained, message: row.gains, after: "there", old: p.old.Span, new: p.new.Span})
		case had && !has:
			s.report(difference{rule: row.lost, message: row.losing, before: "there", old: p.old.Span, new: p.new.Span})
		}
	}
}

// words compares what is said of the operation as a whole.
func (s *comparer) words(old, new *model.Operation) {
	if old.Description != new.Description {
		tokens := textTokens(new.Description) - textTokens(old.Description)
		oldAt, newAt := authored(old), authored(new)
		s.report(difference{
			rule: DescriptionChanged, message: "the description has changed" + cost(tokens),
			before: common(old.Description, new.Description), after: common(new.Description, old.Description),
			old: oldAt, new: newAt, tokens: tokens,
		}).to(callers)
	}
	if old.Title != new.Title {
		s.report(difference{
			rule: TitleChanged, message: "the title is " + stated(new.Title) + " now, and was " + stated(old.Title),
			before: old.Title, after: new.Title, old: old.Span, new: new.Span,
		})
	}
}

// common returns the text without what it ends with as the other does, such as the sentence of a verb behind the
// docstring of its table: tools whose words change alike are one change.
func common(text, other string) string {
	if i := strings.LastIndex(text, "\n\n"); i >= 0 && strings.HasSuffix(other, text[i+2:]) {
		return text[:i]
	}
	if strings.HasSuffix(other, "\n\n"+text) { // the other has words before it
		return ""
	}
	return text
}

func textTokens(text string) int { return lint.Tokens(len(text)) }

// cost is what words cost more, in brackets; nothing when they cost the same.
func cost(tokens int) string {
	if tokens == 0 {
		return ""
	}
	return " (" + signed(tokens) + " tokens)"
}

func signed(n int) string {
	if n < 0 {
		return strconv.Itoa(n)
	}
	return "+" + strconv.Itoa(n)
}

// stated is a text in quotes, or words for none.
func stated(text string) string {
	if text == "" {
		return "not stated"
	}
	return quote(text)
}

func quote(text string) string { return `"` + text + `"` }

// hints compares what tools claim of themselves. A hint that is not stated is taken as MCP takes it: not read-only, not
// idempotent. Of destruction and of an open world MCP assumes the worst, so that a `no` that is lost counts too.
func (s *comparer) hints(old, new *model.Operation) {
	a, b := old.Hints, new.Hints
	for _, row := range []struct {
		old, new           model.Hint
		gained, lost       *Rule
		worst              bool
		gaining, losing, n string
	}{
		{a.ReadOnly, b.ReadOnly, ReadOnlyGained, ReadOnlyLost, false, "the tool says that it only reads now", "the tool does not say any more that it only reads", "readOnlyHint"},
		{a.Destructive, b.Destructive, DestructiveGained, DestructiveLost, true, "the tool may destroy now", "the tool does not say any more that it destroys", "destructiveHint"},
		{a.Idempotent, b.Idempotent, IdempotentGained, IdempotentLost, false, "the tool says that a repeat does no more now", "the tool does not say any more that a repeat does no more", "idempotentHint"},
		{a.OpenWorld, b.OpenWorld, OpenWorldGained, OpenWorldLost, true, "the tool may reach others than its own server now", "the tool does not say any more that it reaches others than its own server", "openWorldHint"},
	} {
		before, after := rank(row.old, row.worst), rank(row.new, row.worst)
		if before == after {
			continue
		}
		d := difference{
			rule: row.gained, message: row.gaining, before: hintWords(row.n, row.old), after: hintWords(row.n, row.new),
			old: old.Span, new: new.Span,
		}
		if after < before {
			d.rule, d.message = row.lost, row.losing
		}
		s.report(d)
	}
}

// rank orders the values of a hint: no, not stated, yes. Where the worst is not assumed, what is not stated is a no.
func rank(h model.Hint, worst bool) int {
	switch {
	case h == model.Yes:
		return 2
	case h == model.Unknown && worst:
		return 1
	}
	return 0
}

func hintWords(name string, h model.Hint) string {
	return name + ": " + [...]string{model.Unknown: "not stated", model.Yes: "true", model.No: "false"}[h]
}

// http compares method, path and answers as OpenAPI describes them.
func (s *comparer) http(old, new *model.Operation) {
	oldMethod, newMethod := method(old), method(new)
	if oldMethod != newMethod && oldMethod != "" && newMethod != "" {
		s.report(difference{
			rule: MethodChanged, message: "the method is " + newMethod + " now, and was " + oldMethod,
			before: oldMethod, after: newMethod, old: old.Span, new: new.Span,
		}).to(reviewed(new))
	}
	oldPath, newPath := path(old, s.oldPaths), path(new, s.newPaths)
	if skeleton(oldPath) != skeleton(newPath) && oldPath != "" && newPath != "" {
		oldAt, newAt := old.Span, new.Span
		if old.Origin.Grant != nil && new.Origin.Grant != nil {
			oldAt, newAt = old.Origin.Grant.PathSpan, new.Origin.Grant.PathSpan
		}
		s.report(difference{
			rule: PathChanged, message: "the path is " + quote(newPath) + " now, and was " + quote(oldPath),
			before: oldPath, after: newPath, old: oldAt, new: newAt,
		}).to(reviewed(new))
	}
	if old.Origin.Grant != nil && new.Origin.Grant != nil { // of several on one method and path each has its own answer
		s.media(old, new, "200", old.Request.Accept, new.Request.Accept)
		return
	}
	if old.HTTP == nil || new.HTTP == nil {
		return
	}
	for i, j := range paired(old.HTTP.Responses, new.HTTP.Responses, func(r **model.Response) string { return (*r).Status }) {
		s.response(old, new, i, j)
	}
}

// reviewed are those whom another request concerns: of a table it does what it did, of a grant perhaps something else.
func reviewed(op *model.Operation) Who {
	if op.Origin.Grant == nil {
		return Client
	}
	return Client | Operator
}

func (s *comparer) response(old, new *model.Operation, i, j int) {
	switch {
	case i < 0:
		status := new.HTTP.Responses[j].Status
		s.report(difference{rule: ResponseAdded, path: status, message: "status " + status + " is described now", after: status, old: old.Span, new: new.Span})
	case j < 0:
		status := old.HTTP.Responses[i].Status
		s.report(difference{rule: ResponseRemoved, path: status, message: "status " + status + " is not described any more", before: status, old: old.Span, new: new.Span})
	default:
		a, b := old.HTTP.Responses[i], new.HTTP.Responses[j]
		s.media(old, new, b.Status, a.MediaType, b.MediaType)
	}
}

// media compares the media types of an answer; an empty one is JSON.
func (s *comparer) media(old, new *model.Operation, status, before, after string) {
	if before == after {
		return
	}
	before, after = cmp.Or(before, "JSON"), cmp.Or(after, "JSON")
	s.report(difference{
		rule: MediaTypeChanged, path: status, message: "the answer is " + after + " now, and was " + before,
		before: before, after: after, old: old.Span, new: new.Span,
	})
}

func method(op *model.Operation) string {
	switch {
	case op.Request != nil:
		return op.Request.Method
	case op.HTTP != nil:
		return strings.ToUpper(op.HTTP.Method)
	}
	return ""
}

// path is the path as its author writes it, which says more than that of a path item with the names of another grant.
func path(op *model.Operation, paths map[*model.Operation]string) string {
	if g := op.Origin.Grant; g != nil {
		return g.Path
	}
	return paths[op]
}

// skeleton is a path without the names of its parameters.
func skeleton(path string) string {
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(path, "{")
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		_, path, _ = strings.Cut(rest, "}")
		out.WriteString("{}")
	}
}

// request compares what a grant sends beside the inputs, and where it sends them.
func (s *comparer) request(old, new *model.Operation) {
	a, b := old.Request, new.Request
	if a == nil || b == nil {
		return
	}
	if fixedFields(a.Set, ordered.Value.Identity) != fixedFields(b.Set, ordered.Value.Identity) {
		s.fixed("the fixed fields of the body are", fixedFields(a.Set, ordered.Value.Compact), fixedFields(b.Set, ordered.Value.Compact))
	}
	s.fixed("the pinned parts of the request are", pins(a.Pins), pins(b.Pins))
	if a.FailWhen != b.FailWhen {
		s.report(difference{
			rule: FailWhenChanged, message: "a call has failed when " + stated(b.FailWhen) + " now, and before when " + stated(a.FailWhen),
			before: a.FailWhen, after: b.FailWhen, old: old.Span, new: new.Span,
		})
	}
	s.exclusive(a, b)
	for i, j := range paired(a.Params, b.Params, func(p **model.Param) string { return (*p).Name }) {
		if i < 0 || j < 0 {
			continue
		}
		p, q := a.Params[i], b.Params[j]
		if before, after := placeOf(p), placeOf(q); before != after {
			s.report(difference{
				rule: InputMoved, path: q.Name, message: "input " + quote(q.Name) + " goes to " + after + " now, and went to " + before,
				before: before, after: after, old: cmp.Or(p.Span, old.Span), new: cmp.Or(q.Span, new.Span),
			})
		}
	}
}

// fixed reports what is sent without being an input.
func (s *comparer) fixed(what, before, after string) {
	if before == after {
		return
	}
	s.report(difference{
		rule: FixedValueChanged, message: what + " " + orNone(after) + " now, and were " + orNone(before),
		before: before, after: after, old: s.op.old.Span, new: s.op.new.Span,
	})
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

func placeOf(p *model.Param) string {
	text := "the " + p.In
	if p.Wire != p.Name && p.Wire != "" {
		text += " as " + quote(p.Wire)
	}
	if p.Encode != "" {
		text += " (" + p.Encode + ")"
	}
	return text
}

// exclusive compares the groups of inputs of which at most one may be given.
func (s *comparer) exclusive(a, b *model.Request) {
	before, after := groups(a.Exclusive), groups(b.Exclusive)
	for _, group := range after {
		if !slices.Contains(before, group) {
			s.report(difference{
				rule: ExclusiveAdded, path: group, message: "at most one of " + group + " may be given now", after: group,
				old: s.op.old.Span, new: s.op.new.Span,
			})
		}
	}
	for _, group := range before {
		if !slices.Contains(after, group) {
			s.report(difference{
				rule: ExclusiveRemoved, path: group, message: "more than one of " + group + " may be given now", before: group,
				old: s.op.old.Span, new: s.op.new.Span,
			})
		}
	}
}

func groups(list [][]string) []string {
	var out []string
	for _, group := range list {
		out = append(out, strings.Join(slices.Sorted(slices.Values(group)), ", "))
	}
	return out
}

// calls compares what an action does.
func (s *comparer) calls(old, new *model.Operation) {
	if old.Calls == nil && new.Calls == nil {
		return
	}
	a, b := model.CallsValue(old.Calls), model.CallsValue(new.Calls)
	if a.Identity() == b.Identity() { // the order of arguments is no matter, that of calls is
		return
	}
	before, after := a.Compact(), b.Compact()
	s.report(difference{
		rule: CallsChanged, message: "the calls are " + callNames(new.Calls) + " now, and were " + callNames(old.Calls),
		before: before, after: after, old: old.Span, new: new.Span,
	})
}

// callNames are the tools that an action calls, with their arguments where these alone could differ.
func callNames(calls []*model.Call) string {
	var list []string
	for _, c := range calls {
		var arguments []string
		for _, a := range c.Arguments {
			from := "$" + a.Input
			switch {
			case a.Result != "":
				from = "$" + strings.Join(append([]string{a.Result}, a.Path...), ".")
			case a.Input == "":
				from = a.Value.Compact()
			}
			arguments = append(arguments, a.Name+": "+from)
		}
		list = append(list, c.Grant.ToolName()+"("+strings.Join(arguments, ", ")+")")
	}
	return orNone(strings.Join(list, ", "))
}

// fixedFields are the body fields that are always sent, by name: their order is no matter.
func fixedFields(fields []model.FixedField, text func(ordered.Value) string) string {
	var list []string
	for _, f := range fields {
		list = append(list, f.Name+": "+text(f.Value))
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// pins says what is pinned: a literal, or where a secret is found, never what it is.
func pins(list []model.Pin) string {
	var out []string
	for _, p := range list {
		text := p.In + " " + p.Name + ": "
		if p.Secret != nil {
			text += p.Secret.Provider + " " + p.Secret.Address
		} else {
			text += quote(p.Literal)
		}
		if p.From != "" {
			text += " (" + p.From + ")"
		}
		out = append(out, text)
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

package breaking

import (
	"cmp"
	"strings"

	"schemac/model"
	"schemac/model/source"
)

// listings compares what MCP lists as resources.
func (s *comparer) listings() {
	s.op = nil
	oldKeys, newKeys := s.resourceKeys()
	for i, j := range paired(keyed(s.old.Listing, oldKeys), keyed(s.new.Listing, newKeys), func(r *listed) string { return r.key }) {
		switch {
		case i < 0:
			r := &s.new.Listing[j]
			s.report(difference{rule: ResourceAdded, path: r.Name, message: "resource " + quote(r.Name) + " is new", after: r.URI, new: r.Span})
		case j < 0:
			r := &s.old.Listing[i]
			s.report(difference{rule: ResourceRemoved, path: r.Name, message: "resource " + quote(r.Name) + " is removed", before: r.URI, old: r.Span})
		default:
			s.listing(&s.old.Listing[i], &s.new.Listing[j])
		}
	}
}

// A listed is a resource with what tells it from others.
type listed struct {
	*model.StaticResource
	key string
}

func keyed(list []model.StaticResource, keys map[*model.StaticResource]string) []listed {
	out := make([]listed, len(list))
	for i := range list {
		out[i] = listed{&list[i], cmp.Or(keys[&list[i]], list[i].Name)}
	}
	return out
}

// resourceKeys gives resources that go by different names one key where they are of one type: its path has changed.
func (s *comparer) resourceKeys() (old, new map[*model.StaticResource]string) {
	old, new = map[*model.StaticResource]string{}, map[*model.StaticResource]string{}
	of := func(surface *model.Surface) func(*model.StaticResource) string {
		types := map[source.Span]string{}
		for _, r := range surface.Tables {
			types[r.Span] = typeKey(r.Object)
		}
		return func(r *model.StaticResource) string { return types[r.Span] }
	}
	name := func(r *model.StaticResource) string { return r.Name }
	_, oldLeft, newLeft := match(name, name, pointers(s.old.Listing), pointers(s.new.Listing))
	moved, _, _ := match(of(s.old), of(s.new), oldLeft, newLeft)
	for n, o := range moved {
		key := "moved " + o.URI
		old[o], new[n] = key, key
	}
	return old, new
}

func pointers(list []model.StaticResource) []*model.StaticResource {
	out := make([]*model.StaticResource, len(list))
	for i := range list {
		out[i] = &list[i]
	}
	return out
}

// typeKey is the name of a type, which is unique in its database only.
func typeKey(o *model.Object) string {
	if o.Table == nil {
		return "class " + o.Name
	}
	return "table " + o.Table.Database + " " + o.Name
}

func (s *comparer) listing(a, b *model.StaticResource) {
	d := difference{path: b.Name, old: a.Span, new: b.Span}
	// That the server has moved is told once, and that a table is described otherwise with its tools.
	if before, after := strings.TrimPrefix(a.URI, s.old.Server.URL), strings.TrimPrefix(b.URI, s.new.Server.URL); before != after {
		d.rule, d.before, d.after = ResourceMoved, a.URI, b.URI
		d.message = "resource " + quote(b.Name) + " is at " + b.URI + " now, and was at " + a.URI
		s.report(d)
	}
	if s.new.Guard == nil {
		return
	}
	for _, row := range [][3]string{
		{"title", a.Title, b.Title}, {"description", a.Description, b.Description}, {"media type", a.MIMEType, b.MIMEType},
		{"audience", strings.Join(a.Audience, ", "), strings.Join(b.Audience, ", ")}, {"priority", a.Priority, b.Priority},
		{"text", strings.Join(a.Text, "\n"), strings.Join(b.Text, "\n")},
	} {
		s.textual(ResourceChanged, "resource "+quote(b.Name), row, d)
	}
}

// textual reports that one part of a resource or prompt reads otherwise: its name, then before and after.
func (s *comparer) textual(rule *Rule, what string, row [3]string, d difference) {
	if row[1] == row[2] {
		return
	}
	d.rule, d.before, d.after = rule, row[0]+": "+row[1], row[0]+": "+row[2]
	d.tokens = textTokens(row[2]) - textTokens(row[1])
	d.message = "the " + row[0] + " of " + what + " has changed"
	s.report(d)
}

// prompts compares the templates that MCP lists.
func (s *comparer) prompts() {
	for i, j := range paired(s.old.Prompts, s.new.Prompts, func(p *model.Prompt) string { return p.Name }) {
		switch {
		case i < 0:
			p := &s.new.Prompts[j]
			s.report(difference{rule: PromptAdded, path: p.Name, message: "prompt " + quote(p.Name) + " is new", after: "there", new: p.Span})
		case j < 0:
			p := &s.old.Prompts[i]
			s.report(difference{rule: PromptRemoved, path: p.Name, message: "prompt " + quote(p.Name) + " is removed", before: "there", old: p.Span})
		default:
			s.prompt(&s.old.Prompts[i], &s.new.Prompts[j])
		}
	}
}

func (s *comparer) prompt(a, b *model.Prompt) {
	d := difference{path: b.Name, old: a.Span, new: b.Span}
	what := "prompt " + quote(b.Name)
	for _, row := range [][3]string{
		{"title", a.Title, b.Title}, {"description", a.Description, b.Description},
		{"text", strings.Join(a.Text, "\n"), strings.Join(b.Text, "\n")},
	} {
		s.textual(PromptChanged, what, row, d)
	}
	for i, j := range paired(a.Arguments, b.Arguments, func(p *model.PromptArgument) string { return p.Name }) {
		switch {
		case i < 0:
			s.argumentAdded(&b.Arguments[j], what, d)
		case j < 0:
			d.before, d.after = need(a.Arguments[i].Required), ""
			s.argument(PromptArgumentRemoved, a.Arguments[i].Name, what, "is removed", d)
		default:
			s.arguments(&a.Arguments[i], &b.Arguments[j], what, d)
		}
	}
}

func need(required bool) string {
	if required {
		return "required"
	}
	return "optional"
}

func (s *comparer) argumentAdded(p *model.PromptArgument, what string, d difference) {
	d.after = need(p.Required)
	if p.Required {
		s.argument(PromptArgumentAdded, p.Name, what, "is new and required", d).as(Breaking)
		return
	}
	s.argument(PromptArgumentAdded, p.Name, what, "is new", d)
}

// arguments compares one argument of a prompt.
func (s *comparer) arguments(p, q *model.PromptArgument, what string, d difference) {
	d.before, d.after = need(p.Required), need(q.Required)
	switch {
	case q.Required && !p.Required:
		s.argument(PromptArgumentRequired, q.Name, what, "is required now", d)
	case p.Required && !q.Required:
		s.argument(PromptArgumentOptional, q.Name, what, "may be left out now", d)
	}
	what = "argument " + quote(q.Name) + " of " + what
	d.path += "." + q.Name
	s.textual(PromptChanged, what, [3]string{"title", p.Title, q.Title}, d)
	s.textual(PromptChanged, what, [3]string{"description", p.Description, q.Description}, d)
}

// argument reports a change of an argument as a whole.
func (s *comparer) argument(rule *Rule, name, what, verb string, d difference) *Change {
	d.rule, d.path = rule, d.path+"."+name
	d.message = "argument " + quote(name) + " of " + what + " " + verb
	return s.report(d)
}

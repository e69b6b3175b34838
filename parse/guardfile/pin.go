package guardfile

import (
	"slices"
	"strings"

	"schemac/model"
	"schemac/model/source"
	"schemac/parse/kdl"
)

// span is where a tool is granted.
func (t served) span() source.Span {
	if t.grant != nil {
		return t.grant.Span
	}
	return t.action.Span
}

const pinUsage = `query "NAME" literal "VALUE"`

// pin reads parts of the request that the runtime fills in: `pin "TOOL" { query "NAME" env "VAR" from="query:x" }`.
func (r *reader) pin(n *kdl.Node, s *sibling) bool {
	r.conforms(n, form{usage: `pin "TOOL" { ` + pinUsage + ` }`, min: 1, max: 1, block: mustBlock})
	dispatch(r, n.Children, []rule[*sibling]{{"query", false, (*reader).pinned}, {"header", false, (*reader).pinned}}, s, `"pin"`)
	if n.HasChildren && len(n.Children) == 0 {
		r.errorf(n.Name.Span, "empty-block", "%q fixes nothing", "pin")
	}
	return r.toolOf(n, s)
}

func (r *reader) pinned(n *kdl.Node, s *sibling) {
	if !r.conforms(n, form{usage: pinUsage, min: 3, max: 3, props: []string{"from"}}) {
		return
	}
	p := model.Pin{In: n.Name.Text, Span: n.Args[0].Span}
	names := wireName
	if p.In == "header" {
		names = headerName
	}
	name, ok := r.name(n.Args[0], "name", names)
	p.Name = name.text
	if ok && p.In == "header" && isReservedHeader(name.text) {
		r.errorf(name.at, "reserved-header", "header %s is set by what carries the request out", quote(name.text))
		ok = false
	}
	from := property(n, "from")
	if from != nil {
		p.From, _ = r.text(from.Value, `"from"`)
		if part, found := strings.CutPrefix(p.From, "query:"); p.From != "" && (!found || part == "") {
			r.errorf(from.Value.Span, "unknown-value", "%q names a part of a URL, as in from=\"query:NAME\"", "from")
		}
	}
	if isWordOrText(n.Args[1], "literal") {
		value, good := r.value(n.Args[2])
		if good && from != nil {
			r.errorf(from.Name.Span, "constraint-place", "%q is for a value from elsewhere, and this one is literal", "from")
		}
		p.Literal, p.From = value.Text, ""
		if ok && isCredentialName(name.text) {
			r.literalCredential(name)
			p.Literal, p.Secret = "", &model.Secret{Provider: "literal", Span: name.at}
		}
		r.keepPin(p, ok && good, s)
		return
	}
	var secrets []model.Secret
	r.secret(n.Args[1], n.Args[2], &secrets)
	if len(secrets) == 1 {
		p.Secret = &secrets[0]
	}
	r.keepPin(p, ok && p.Secret != nil, s)
}

func isWordOrText(v *kdl.Value, text string) bool { return v.Kind == kdl.String && v.Text == text }

func (r *reader) keepPin(p model.Pin, ok bool, s *sibling) {
	if !ok {
		return
	}
	if i := slices.IndexFunc(s.pins, func(q model.Pin) bool { return q.In == p.In && q.Name == p.Name }); i >= 0 {
		r.errorf(p.Span, "duplicate-name", "%s is pinned twice", quote(p.Name)).WithRelated(s.pins[i].Span, "first here")
		return
	}
	if len(s.pins) == maxInputs {
		r.errorf(p.Span, "too-many", "a tool has at most %d pins", maxInputs)
	}
	if len(s.pins) < maxInputs {
		s.pins = append(s.pins, p)
	}
}

// pin gives a grant its fixed parts; none may be an input too.
func (b *builder) pin(s *sibling, t served) {
	if !b.isServed(s.tool) {
		return
	}
	if t.grant == nil {
		b.diags.Errorf(s.tool.at, "pin-action", "tool %s is an action, which makes no request of its own; pin the tools that it calls", quote(s.tool.text))
		return
	}
	for _, p := range s.pins {
		i := slices.IndexFunc(t.grant.Params, func(q *model.Param) bool { return q.Name == p.Name || q.In == p.In && q.Wire == p.Name })
		if i >= 0 {
			b.diags.Errorf(p.Span, "pinned-input", "%s is an input of %s, and what is pinned no caller sees; keep one", quote(p.Name), quote(s.tool.text)).
				WithRelated(t.grant.Params[i].Span, "the input")
			continue
		}
		t.grant.Pins = append(t.grant.Pins, p)
	}
}

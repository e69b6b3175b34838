package guardfile

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"schemac/model"
	"schemac/model/ordered"
	"schemac/model/source"
	"schemac/parse/kdl"
)

// A sibling is a node beside wrap. What it names is checked when the tools are known.
type sibling struct {
	rule *siblingRule
	// node is its name, and tool the tool that it speaks of, empty when it speaks of the server.
	node, tool word
	// field is an input of the tool, and other a second tool, where the node names one.
	field, other word
	// members are what a policy says, for the model dump.
	members      []ordered.Member
	instructions []string
	resource     *model.StaticResource
	prompt       *model.Prompt
	pins         []model.Pin
}

// A siblingRule is one row of the nodes beside wrap (facts of the engine, §1.6).
type siblingRule struct {
	name string
	// once says that a second one is an error, for one tool where the node names a tool.
	once bool
	// read reads the node, and is false when it says too little to be checked.
	read func(r *reader, n *kdl.Node, s *sibling) bool
	// apply checks what the node names and gives it to the server.
	apply func(b *builder, s *sibling, t served)
}

// siblingRules is a function because readers ask it for names: a variable would be made of itself.
func siblingRules() []siblingRule {
	return []siblingRule{
		{"instructions", true, (*reader).instructions, (*builder).instructions},
		{"resource", false, (*reader).resource, (*builder).resource},
		{"prompt", false, (*reader).prompt, (*builder).prompt},
		{"withhold", true, (*reader).withhold, (*builder).withhold},
		{"pin", true, (*reader).pin, (*builder).pin},
		{"server-info", true, (*reader).serverInfo, (*builder).serverInfo},
		{"icon", false, (*reader).icon, (*builder).policy},
		{"confirm", true, (*reader).confirm, (*builder).toolPolicy},
		{"cache", true, (*reader).cache, (*builder).cache},
		{"rate-limit", true, (*reader).rateLimit, (*builder).policy},
		{"reject-empty", true, (*reader).rejectEmpty, (*builder).toolPolicy},
		{"reject-empty-argument", false, (*reader).rejectEmptyArgument, (*builder).fieldPolicy},
		{"extract", true, (*reader).extract, (*builder).extract},
	}
}

// topOlder are words for nodes beside wrap that other versions had.
var topOlder = map[string]string{
	"description": "write `instructions { text \"…\" }`",
}

func siblingNames() []string {
	var names []string
	for _, row := range siblingRules() {
		names = append(names, row.name)
	}
	return names
}

// sibling reads a node beside wrap.
func (r *reader) sibling(n *kdl.Node) {
	name := n.Name.Text
	for _, row := range siblingRules() {
		if row.name != name {
			continue
		}
		s := &sibling{rule: &row, node: word{name, n.Name.Span}}
		if row.read(r, n, s) {
			r.unit.siblings = append(r.unit.siblings, s)
		}
		return
	}
	if advice := topOlder[name]; advice != "" {
		r.errorf(n.Name.Span, "older-dialect", "%s is of another dialect; %s", quote(name), advice)
		return
	}
	r.unknown(n, "the file", append([]string{"wrap"}, siblingNames()...))
}

// repeatedSiblings reports nodes that stand twice where once is all that can hold, and drops them.
func (r *reader) repeatedSiblings() {
	first := map[[2]string]source.Span{}
	kept := r.unit.siblings[:0]
	for _, s := range r.unit.siblings {
		key, what := [2]string{s.node.text, s.tool.text}, ""
		switch {
		case s.tool.text != "":
			what = " for " + quote(s.tool.text)
		case s.resource != nil:
			key[1], what = s.resource.URI, " for "+quote(s.resource.URI)
		case s.prompt != nil:
			key[1], what = s.prompt.Name, " for "+quote(s.prompt.Name)
		}
		earlier, twice := first[key]
		if twice && (s.rule.once || s.resource != nil || s.prompt != nil) {
			r.errorf(s.node.at, "duplicate-node", "%s stands twice%s", quote(s.node.text), what).WithRelated(earlier, "first here")
			continue
		}
		if !twice {
			first[key] = s.node.at
		}
		kept = append(kept, s)
	}
	r.unit.siblings = kept
}

// maxInstructions is how long instructions may be, in code points: a host pays for them with every turn.
const maxInstructions = 500

func (r *reader) instructions(n *kdl.Node, s *sibling) bool {
	r.conforms(n, form{usage: `instructions { text "…" }`, block: mustBlock})
	dispatch(r, n.Children, []rule[*[]string]{{"text", false, (*reader).line}}, &s.instructions, `"instructions"`)
	if length := utf8.RuneCountInString(strings.Join(s.instructions, "\n")); length > maxInstructions {
		r.errorf(n.Name.Span, "instructions-too-long", "instructions have %d characters; at most %d, since hosts send them with every turn", length, maxInstructions)
	}
	if n.HasChildren && len(n.Children) == 0 {
		r.errorf(n.Name.Span, "empty-block", "%q holds no text", "instructions")
	}
	return true
}

// line reads `text "…"`.
func (r *reader) line(n *kdl.Node, into *[]string) {
	if r.conforms(n, form{usage: `text "…"`, min: 1, max: 1}) && n.Args[0].Kind == kdl.String {
		*into = append(*into, n.Args[0].Text) // an empty line is legal
	}
}

func (r *reader) resource(n *kdl.Node, s *sibling) bool {
	usage := `resource "NAME" uri="…" mime="text/markdown" { audience "assistant"; text "…" }`
	if !r.conforms(n, form{usage: usage, min: 1, max: 1, props: []string{"uri", "mime", "title", "priority"}, block: mustBlock}) {
		return false
	}
	res := &model.StaticResource{Span: n.Args[0].Span}
	s.resource = res
	res.Name, _ = r.argument(n, "the name of a resource")
	res.URI, _ = r.textProperty(n, "uri")
	res.MIMEType, _ = r.textProperty(n, "mime")
	res.Title, _ = r.textProperty(n, "title")
	if p := property(n, "priority"); p != nil {
		res.Priority = r.priority(p.Value)
	}
	dispatch(r, n.Children, []rule[*model.StaticResource]{
		{"audience", true, (*reader).audience},
		{"description", true, func(r *reader, n *kdl.Node, res *model.StaticResource) { res.Description = r.description(n) }},
		{"text", false, func(r *reader, n *kdl.Node, res *model.StaticResource) { r.line(n, &res.Text) }},
	}, res, `"resource"`)
	switch {
	case property(n, "uri") == nil:
		r.errorf(n.Name.Span, "missing-uri", "resource %s has no uri; write `%s`", quote(res.Name), usage)
	case res.URI != "" && !hasScheme(res.URI):
		r.errorf(property(n, "uri").Value.Span, "invalid-uri", "%s is no URI; it begins with a scheme, such as `guide://`", quote(res.URI))
	}
	if len(res.Text) == 0 {
		r.errorf(n.Name.Span, "missing-text", "resource %s holds no text; write `text \"…\"`", quote(res.Name))
	}
	if len(res.Audience) == 0 && !hasNode(n, "audience") {
		r.diags.Warnf(n.Name.Span, "resource-audience", "resource %s does not say whom it is for, and hosts may skip it; write `audience \"assistant\"`", quote(res.Name))
	}
	return true
}

func hasNode(n *kdl.Node, name string) bool {
	for _, child := range n.Children {
		if child.Name.Text == name {
			return true
		}
	}
	return false
}

// hasScheme reports whether a text begins as a URI does (RFC 3986).
func hasScheme(text string) bool {
	scheme, rest, ok := strings.Cut(text, ":")
	if !ok || scheme == "" || rest == "" || strings.ContainsAny(text, " \t\r\n\"<>\\^`{|}") {
		return false
	}
	for i, c := range []byte(scheme) {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (i == 0 || !strings.ContainsRune("0123456789+-.", rune(c))) {
			return false
		}
	}
	return true
}

func (r *reader) priority(v *kdl.Value) string {
	value, ok := r.value(v)
	if !ok {
		return ""
	}
	if value.Kind != ordered.NumberKind || number(value.Text).Cmp(number("0")) < 0 || number(value.Text).Cmp(number("1")) > 0 {
		r.errorf(v.Span, "out-of-range", "%q is a number from 0 to 1, and not %s", "priority", quote(v.Text))
		return ""
	}
	return value.Text
}

var audiences = []string{"user", "assistant"}

func (r *reader) audience(n *kdl.Node, res *model.StaticResource) {
	r.conforms(n, form{usage: `audience "assistant"`, min: 1, max: 2})
	first := seen{}
	for _, arg := range n.Args[:min(len(n.Args), 2)] {
		text, ok := r.text(arg, "an audience")
		switch {
		case !ok:
		case text != "user" && text != "assistant":
			r.errorf(arg.Span, "unknown-value", "unknown audience %s%s", quote(text), suggest(text, audiences))
		case !r.repeats(first, text, arg.Span, "audience"):
			res.Audience = append(res.Audience, text)
		}
	}
}

func (r *reader) description(n *kdl.Node) string {
	r.conforms(n, form{usage: `description "…"`, min: 1, max: 1})
	text, _ := r.argument(n, "a description")
	return text
}

func (r *reader) prompt(n *kdl.Node, s *sibling) bool {
	if !r.conforms(n, form{usage: `prompt "NAME" { argument "x"; text "… {x} …" }`, min: 1, max: 1, props: []string{"title"}, block: mustBlock}) {
		return false
	}
	name, ok := r.name(n.Args[0], "prompt", inputName)
	p := &model.Prompt{Name: name.text, Span: n.Args[0].Span}
	p.Title, _ = r.textProperty(n, "title")
	first := seen{}
	dispatch(r, n.Children, []rule[*model.Prompt]{
		{"argument", false, func(r *reader, n *kdl.Node, p *model.Prompt) { r.promptArgument(n, p, first) }},
		{"description", true, func(r *reader, n *kdl.Node, p *model.Prompt) { p.Description = r.description(n) }},
		{"text", false, func(r *reader, n *kdl.Node, p *model.Prompt) { r.line(n, &p.Text) }},
	}, p, `"prompt"`)
	r.placeholders(n, p)
	if len(p.Text) == 0 {
		r.errorf(n.Name.Span, "missing-text", "prompt %s holds no text; write `text \"…\"`", quote(p.Name))
	}
	s.prompt = p
	return ok
}

// placeholder finds `{name}` in the text of a prompt.
var placeholder = regexp.MustCompile(`\{([A-Za-z0-9_.-]+)\}`)

// placeholders warns of blanks that no argument fills.
func (r *reader) placeholders(n *kdl.Node, p *model.Prompt) {
	var names []string
	known := map[string]bool{}
	for _, a := range p.Arguments {
		names = append(names, a.Name)
		known[a.Name] = true
	}
	for _, child := range n.Children {
		if child.Name.Text != "text" || len(child.Args) == 0 {
			continue
		}
		line := child.Args[0]
		place := inside(line)
		for _, found := range placeholder.FindAllStringSubmatchIndex(line.Text, -1) {
			if name := line.Text[found[2]:found[3]]; !known[name] {
				r.diags.Warnf(place(found[0], found[1]), "unknown-parameter", "no argument fills %s%s", quote("{"+name+"}"), suggest(name, names))
			}
		}
	}
}

func (r *reader) promptArgument(n *kdl.Node, p *model.Prompt, first seen) {
	if !r.conforms(n, form{usage: `argument "NAME" description="…" required=#true`, min: 1, max: 1, props: []string{"description", "required", "title"}}) {
		return
	}
	name, ok := r.name(n.Args[0], "argument", inputName)
	a := model.PromptArgument{Name: name.text, Required: r.flag(n, "required")}
	a.Title, _ = r.textProperty(n, "title")
	a.Description, _ = r.textProperty(n, "description")
	if ok && !r.repeats(first, name.text, name.at, "argument") {
		p.Arguments = append(p.Arguments, a)
	}
}

func (b *builder) instructions(s *sibling, _ served) {
	b.server.Instructions = s.instructions
}

func (b *builder) resource(s *sibling, _ served) {
	b.server.Resources = append(b.server.Resources, *s.resource)
}

func (b *builder) prompt(s *sibling, _ served) {
	b.server.Prompts = append(b.server.Prompts, *s.prompt)
}

package guardfile

import (
	"slices"
	"strings"

	"schemac/model"
	"schemac/model/ordered"
	"schemac/model/source"
	"schemac/parse/kdl"
)

// A binding is an action being tied to the grants that it calls.
type binding struct {
	*builder
	written *action
	made    *model.Action
	inputs  map[string]*boundInput
	results map[string]*model.Call
	// partial says that some call is unknown, so that what an input feeds is too.
	partial bool
}

// A boundInput is an input and the parameters that it feeds.
type boundInput struct {
	*input
	feeds []*model.Param
	fed   map[*model.Param]bool
	// needed is a required parameter among them.
	needed *model.Param
	used   bool
}

// action ties an action to the grants of the surface.
func (b *builder) action(a *action) *model.Action {
	n := &binding{
		builder: b, written: a,
		made:    &model.Action{Verb: a.verb, Resource: a.resource, Doc: a.doc, DocSpan: a.docSpan, Span: a.at},
		inputs:  map[string]*boundInput{},
		results: map[string]*model.Call{},
		partial: a.broken || len(a.calls) == 0,
	}
	for _, in := range a.inputs {
		n.inputs[in.name.text] = &boundInput{input: in, fed: map[*model.Param]bool{}}
	}
	for _, c := range a.calls {
		if !n.crowded() {
			n.call(c)
		}
	}
	for _, in := range a.inputs {
		n.made.Inputs = append(n.made.Inputs, n.input(n.inputs[in.name.text]))
	}
	return n.made
}

// call ties one call to its grant.
func (n *binding) call(c *call) {
	g := n.grants[operationKey(c.verb, c.resource)]
	if g == nil {
		n.unknownCall(c)
		n.partial = true
		for _, arg := range c.arguments {
			n.touch(arg)
		}
		if c.as.text != "" {
			n.results[c.as.text] = nil
		}
		return
	}
	made := &model.Call{Grant: g, As: c.as.text, Span: c.at}
	given := seen{}
	takes := n.takes[g]
	for _, arg := range c.arguments {
		n.argument(arg, takes.params, given, made)
	}
	n.missingArguments(c, g, takes.required, given)
	n.exclusiveArguments(g, given)
	n.made.Calls = append(n.made.Calls, made)
	if c.as.text != "" {
		n.results[c.as.text] = made
	}
}

func (n *binding) unknownCall(c *call) {
	key := operationKey(c.verb, c.resource)
	if d := n.denied[key]; d != nil {
		n.diags.Errorf(c.at, "unknown-call", "action %s calls %s, which a `never` removes; remove the action too", quote(n.written.verb+" "+n.written.resource), quote(key)).
			WithRelated(d.Span, "removed here")
		return
	}
	var known []string
	for _, g := range n.server.Grants[:min(len(n.server.Grants), maxSuggestions)] {
		known = append(known, operationKey(g.Verb, g.Resource))
	}
	n.diags.Errorf(c.at, "unknown-call", "no grant is %s; an action calls what `can` grants%s", quote(key), suggest(key, known))
}

// argument gives one parameter its value.
func (n *binding) argument(arg argument, params map[string]*model.Param, given seen, made *model.Call) {
	name := arg.name
	p := params[name.text]
	if earlier, twice := given[name.text]; twice {
		n.diags.Errorf(name.at, "duplicate-argument", "argument %s is given twice", quote(name.text)).WithRelated(earlier, "first here")
		n.touch(arg)
		return
	}
	given[name.text] = name.at
	if p == nil && !made.Grant.OpenArguments {
		n.unknownArgument(name, made.Grant)
		n.touch(arg)
		return
	}
	bound := model.CallArgument{Name: name.text, Span: name.at}
	if n.bind(&bound, arg.value, p) {
		made.Arguments = append(made.Arguments, bound)
	}
}

func (n *binding) unknownArgument(name word, g *model.Grant) {
	help := ""
	var known []string
	for _, p := range g.Params {
		known = append(known, p.Name)
	}
	switch {
	case name.text == "as":
		help = "; the name of the result stands behind the block: `} as NAME`"
	default:
		help = suggest(name.text, known)
	}
	n.diags.Errorf(name.at, "unknown-argument", "%s takes no argument %s%s", quote(operationKey(g.Verb, g.Resource)), quote(name.text), help)
}

// reference returns what a bare `$name` refers to.
func reference(v *kdl.Value) (string, bool) {
	if v.Kind != kdl.String || !v.Bare {
		return "", false
	}
	return strings.CutPrefix(v.Text, "$")
}

// touch marks an input as used where the call or argument is unknown, so that one mistake makes one message.
func (n *binding) touch(arg argument) {
	if name, ok := reference(arg.value); ok && n.inputs[name] != nil {
		n.inputs[name].used = true
	}
}

// bind resolves a value: a constant, an input, or an earlier result with the members to follow in it. p is nil for an
// argument that nothing declares.
func (n *binding) bind(arg *model.CallArgument, v *kdl.Value, p *model.Param) bool {
	name, isReference := reference(v)
	if !isReference {
		value, ok := n.constant(v, p)
		arg.Value = value
		return ok
	}
	if in := n.inputs[name]; in != nil {
		in.used = true
		arg.Input = name
		if p != nil && !in.fed[p] {
			in.fed[p] = true
			in.feeds = append(in.feeds, p)
			if p.Required && in.needed == nil {
				in.needed = p
			}
		}
		return true
	}
	head, rest, dotted := strings.Cut(name, ".")
	result, known := n.results[head]
	switch {
	case known:
		arg.Result = head
		if dotted {
			arg.Path = strings.Split(rest, ".")
		}
		return n.checkPath(v, arg.Path, result)
	case dotted && n.inputs[head] != nil:
		n.inputs[head].used = true
		n.diags.Errorf(v.Span, "unknown-reference", "%s is an input, and only results have members; write `$%s`", quote(head), head)
	default:
		n.partial = true // an input that seems to feed nothing is perhaps what is meant
		n.unknownReference(v, head)
	}
	return false
}

func (n *binding) unknownReference(v *kdl.Value, head string) {
	for _, c := range n.written.calls {
		if c.as.text == head && head != "" {
			n.diags.Errorf(v.Span, "unknown-reference", "%s is the result of a later call; calls run in order", quote("$"+head)).WithRelated(c.as.at, "named here")
			return
		}
	}
	var known []string
	for _, in := range n.written.inputs {
		known = append(known, in.name.text)
	}
	for _, c := range n.made.Calls {
		if c.As != "" {
			known = append(known, c.As)
		}
	}
	n.diags.Errorf(v.Span, "unknown-reference", "%s is neither an input nor the result of an earlier call, and text stands in quotes%s", quote("$"+head), suggest(head, known))
}

// checkPath follows members into what the called grant says that it returns, as far as it says so.
func (n *binding) checkPath(v *kdl.Value, path []string, result *model.Call) bool {
	if slices.Contains(path, "") {
		n.diags.Errorf(v.Span, "unknown-reference", "%s has an empty member; write `$name.field`", quote(v.Text))
		return false
	}
	if result == nil {
		return true // the call is unknown, which is reported
	}
	t := result.Grant.Returns
	for _, name := range path {
		if t == nil || t.Kind != model.ObjectKind || t.Shape == nil {
			return true
		}
		field, ok := t.Shape.Lookup(name)
		if !ok {
			var known []string
			for _, f := range t.Shape.Fields {
				known = append(known, f.Name)
			}
			n.diags.Errorf(v.Span, "unknown-reference", "%s does not say that it returns %s%s", quote(operationKey(result.Grant.Verb, result.Grant.Resource)), quote(name), suggest(name, known))
			return false
		}
		t = field.Type
	}
	return true
}

// constant checks a constant against the parameter that it is for.
func (n *binding) constant(v *kdl.Value, p *model.Param) (ordered.Value, bool) {
	r := &reader{unit: n.v.unit, diags: n.diags}
	if p == nil {
		return r.value(v)
	}
	value, ok := r.value(v)
	if !ok {
		return value, false
	}
	if p.Type.Kind == model.ListKind && fits(p.Type.Elem, value) {
		value = ordered.ArrayValue(value) // one value is a list of one
	}
	if !fits(p.Type, value) {
		n.diags.Errorf(v.Span, "value-type", "%s is %s, and not %s", quote(p.Name), article(typeName(p.Type)), found(v))
		return value, false
	}
	if fault := violates(value, p.Constraints); fault != "" {
		n.diags.Errorf(v.Span, "argument-not-allowed", "%s %s of %s", found(v), fault, quote(p.Name)).WithRelated(p.Span, "the parameter")
		return value, false
	}
	return value, true
}

// maxMissing is how many missing arguments one message names.
const maxMissing = 5

func (n *binding) missingArguments(c *call, g *model.Grant, required []string, given seen) {
	var missing []string
	for _, name := range required {
		if _, ok := given[name]; !ok && len(missing) < maxMissing {
			missing = append(missing, name)
		}
	}
	if missing != nil && !n.written.broken {
		n.diags.Errorf(c.at, "missing-argument", "%s requires %s; write `%s $%s`", quote(operationKey(g.Verb, g.Resource)), list(missing), missing[0], missing[0])
	}
}

func (n *binding) exclusiveArguments(g *model.Grant, given seen) {
	for _, group := range g.Exclusive {
		var both []string
		var at source.Span
		for _, name := range group {
			if where, ok := given[name]; ok {
				both, at = append(both, name), where
			}
		}
		if len(both) > 1 {
			n.diags.Errorf(at, "exclusive-arguments", "%s are mutually exclusive in %s; give one", list(both), quote(operationKey(g.Verb, g.Resource)))
		}
	}
}

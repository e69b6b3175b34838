package guardfile

import (
	"slices"

	"schemac/model"
	"schemac/model/source"
	"schemac/parse/kdl"
)

// An action is an `action` as written; [binder] ties it to grants.
type action struct {
	verb, resource string
	at             source.Span
	doc            string
	docSpan        source.Span
	inputs         []*input
	calls          []*call
	// names are those of inputs and results, which share one space.
	names seen
	// broken says that part of it could not be read.
	broken bool
}

// An input is an `input` of an action.
type input struct {
	name word
	// stated is the type, nil when it is that of the parameter which the input feeds.
	stated    *model.Type
	required  bool
	doc       string
	docSpan   source.Span
	defaults  []*kdl.Value
	defaultAt source.Span
}

// A call is a `call` of an action.
type call struct {
	verb, resource string
	at             source.Span
	// as is the name of the result, empty when it has none.
	as        word
	arguments []argument
}

// An argument is a pair in the block of a call.
type argument struct {
	name  word
	value *kdl.Value
}

var actionRules = []rule[*action]{
	{"describe", true, (*reader).describeAction},
	{"input", false, (*reader).input},
	{"call", false, (*reader).call},
}

const actionUsage = "action VERB RESOURCE { input NAME; call VERB RESOURCE { PARAM $NAME } }"

func (r *reader) action(n *kdl.Node, w *wrap) {
	if !r.conforms(n, form{usage: actionUsage, min: 2, max: 2, block: mustBlock}) {
		return
	}
	a := &action{names: seen{}}
	var ok bool
	a.verb, a.resource, a.at, ok = r.operation(n.Args, false)
	meant := dispatch(r, n.Children, actionRules, a, `"action"`)
	a.broken = a.broken || meant["call"] || meant["input"] || meant[foreign]
	if !ok {
		return
	}
	if len(a.calls) == 0 && !a.broken {
		r.errorf(n.Name.Span, "missing-call", "action %s calls nothing; write `call VERB RESOURCE { … }`", quote(a.verb+" "+a.resource))
	}
	key := operationKey(a.verb, a.resource)
	if earlier, twice := w.actionAt[key]; twice {
		r.errorf(a.at, "duplicate-grant", "a second action %s, which would make a second tool %s; keep one", quote(key), quote(a.verb+"_"+a.resource)).
			WithRelated(earlier, "first here")
		return
	}
	w.actionAt[key] = a.at
	w.actions = append(w.actions, a)
}

func (r *reader) describeAction(n *kdl.Node, a *action) {
	r.conforms(n, form{usage: `describe "…"`, min: 1, max: 1})
	if text, ok := r.argument(n, `"describe"`); ok {
		a.doc, a.docSpan = text, n.Args[0].Span
	}
}

var inputFacts = []rule[*input]{
	{"required", true, func(r *reader, n *kdl.Node, in *input) {
		r.conforms(n, form{usage: "required"})
		in.required = true
	}},
	{"default", true, func(r *reader, n *kdl.Node, in *input) {
		if r.conforms(n, form{usage: "default VALUE", min: 1, max: -1}) {
			in.defaults, in.defaultAt = n.Args, n.Args[0].Span
		}
	}},
	{"describe", true, func(r *reader, n *kdl.Node, in *input) {
		r.conforms(n, form{usage: `describe "…"`, min: 1, max: 1})
		if text, ok := r.argument(n, `"describe"`); ok {
			in.doc, in.docSpan = text, n.Args[0].Span
		}
	}},
}

const inputUsage = "input NAME [TYPE] { required }"

func (r *reader) input(n *kdl.Node, a *action) {
	if !r.conforms(n, form{usage: inputUsage, min: 1, max: 2, block: mayBlock}) {
		a.broken = true
		return
	}
	in := &input{}
	name, ok := r.name(n.Args[0], "input", inputName)
	if len(n.Args) > 1 {
		in.stated = r.inputType(n.Args[1])
	}
	meant := dispatch(r, n.Children, inputFacts, in, `"input"`)
	in.required = in.required || meant["required"] || meant[foreign]
	if !ok {
		a.broken = true
		return
	}
	in.name = name
	if !r.repeats(a.names, name.text, name.at, "name") {
		a.inputs = append(a.inputs, in)
	}
}

func (r *reader) inputType(v *kdl.Value) *model.Type {
	if isTypeWord(v) {
		t, _ := typeOf(v.Text, v.Span)
		return t
	}
	r.errorf(v.Span, "unknown-type", "%s is no type%s; write `%s`", quote(v.Text), suggestType(v.Text), inputUsage)
	return nil
}

const callUsage = "call VERB RESOURCE { PARAM $INPUT } as NAME"

func (r *reader) call(n *kdl.Node, a *action) {
	as := n.As
	n = &kdl.Node{Type: n.Type, Name: n.Name, Args: n.Args, Props: n.Props, HasChildren: n.HasChildren, Children: n.Children, Block: n.Block, Span: n.Span}
	if len(n.Args) == 4 && isWord(n.Args[2], "as") && !n.HasChildren {
		as, n.Args = n.Args[3], n.Args[:2] // `call get thing as x`: there is no block to stand behind
	}
	if !r.conforms(n, form{usage: callUsage, min: 2, max: 2, block: mayBlock}) {
		a.broken = true
		return
	}
	c := &call{}
	var ok bool
	if c.verb, c.resource, c.at, ok = r.operation(n.Args, false); !ok {
		a.broken = true
		return
	}
	older := false // the engine's `args { … }; as NAME` is one mistake
	for _, child := range n.Children {
		if older = older || child.Name.Text == "args" && child.HasChildren; older && child.Name.Text == "as" {
			continue
		}
		r.pairs(child, c, a)
	}
	if as != nil {
		if name, good := r.name(as, "result", resultName); good && !r.repeats(a.names, name.text, name.at, "name") {
			c.as = name
		}
	}
	a.calls = append(a.calls, c)
}

// pairs reads a node in the block of a call: with its name it is a flat list of names and values.
func (r *reader) pairs(n *kdl.Node, c *call, a *action) {
	if older[n.Name.Text] != "" && n.HasChildren {
		r.unknown(n, `"call"`, nil)
		a.broken = true
		return
	}
	r.conforms(n, form{usage: "PARAM $INPUT", max: -1})
	words := slices.Concat([]*kdl.Value{n.Name}, n.Args)
	if len(words)%2 != 0 {
		last := words[len(words)-1]
		r.errorf(last.Span, "missing-argument", "argument %s has no value; write `PARAM $INPUT`", quote(last.Text))
		a.broken = true
		words = words[:len(words)-1]
	}
	for i := 0; i < len(words); i += 2 {
		if name, ok := r.text(words[i], "the name of an argument"); ok {
			c.arguments = append(c.arguments, argument{word{name, words[i].Span}, words[i+1]})
		}
	}
}

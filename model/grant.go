package model

import (
	"cmp"
	"slices"
	"strings"

	"schemac/model/diag"
	"schemac/model/ordered"
)

// guarded makes the surface of one guardfile: an operation of each grant and of each action (guardfile.md §4).
func guarded(server *Server, options *Options, diags *diag.List) *Surface {
	s := &Surface{
		Name:        server.Name,
		Title:       server.Name,
		Version:     options.Version,
		Description: strings.Join(server.Instructions, "\n"),
		Server:      server.Base,
		Tags:        []Tag{{Name: server.Name}},
		Listing:     server.Resources,
		Prompts:     server.Prompts,
		Guard:       server,
	}
	s.Schemes, s.Security = server.Auth.security()
	operations := map[*Grant]*Operation{}
	for _, g := range server.Grants {
		op := g.operation(server, options)
		operations[g] = op
		s.Operations = append(s.Operations, op)
	}
	s.Paths = mergePaths(server, operations)
	s.Components = bodyComponents(s.Paths)
	for _, a := range server.Actions {
		s.Operations = append(s.Operations, a.operation(server, operations, options))
	}
	for _, op := range s.Operations {
		s.Definitions = append(s.Definitions, Component{Name: op.Name + ".input", Description: op.Description, Shape: op.Input})
		if op.Output != nil {
			s.Definitions = append(s.Definitions, Component{Name: op.Name + ".output", Shape: op.Output})
		}
	}
	s.checkToolNames(diags)
	return s
}

// bodyComponents are the bodies that exclude each other, in the order of the paths: `oneOf` refers to them.
func bodyComponents(paths []Path) []Component {
	var list []Component
	for _, path := range paths {
		for _, op := range path.Operations {
			if op.HTTP.Body == nil {
				continue
			}
			for _, choice := range op.HTTP.Body.Choices {
				list = append(list, choice.Component)
			}
		}
	}
	return list
}

// ToolName is the name of the grant's tool: the stated one, or verb_resource.
func (g *Grant) ToolName() string { return cmp.Or(g.Tool, g.Verb+"_"+g.Resource) }

// ToolName is the name of the action's tool.
func (a *Action) ToolName() string { return a.Verb + "_" + a.Resource }

func (g *Grant) operation(server *Server, options *Options) *Operation {
	op := &Operation{
		Name:        g.ToolName(),
		Title:       g.Title,
		Description: cmp.Or(g.Doc, derivedDescription(g.Verb, g.Resource, server.Name)),
		Input:       inputs(g.Params),
		Hints:       g.hints(),
		Listed:      options.lists(g.ToolName()),
		Request:     g.request(server),
		Origin:      Origin{Verb: g.Verb, Grant: g},
		Span:        g.Span,
	}
	g.describeExclusive()
	if g.OpenArguments {
		op.Input.Additional = Open
	}
	if g.Returns != nil && g.Returns.Kind == ObjectKind {
		op.Output = g.Returns.Shape
	}
	if options.ExplicitHints {
		op.explicit(g.Verb, g.Resource)
	}
	return op
}

// derivedDescription is what a tool without words of its author says of itself.
func derivedDescription(verb, resource, surface string) string {
	return "Use this to " + spaced(verb) + " " + spaced(resource) + " through " + surface + "."
}

// spaced turns a name into words.
func spaced(name string) string { return strings.NewReplacer("-", " ", "_", " ").Replace(name) }

// inputs is the shape of what a tool takes: closed, in order.
func inputs(params []*Param) *Shape {
	shape := &Shape{Direction: Input, Additional: Closed}
	for _, p := range params {
		p.describe()
		shape.Fields = append(shape.Fields, Field{Property: p.Property, Required: p.Required})
	}
	return shape
}

// describe gives the property, and what it holds, the author's words; there are no others.
func (p *Property) describe() {
	p.Description = p.Doc
	p.Type.describe()
}

func (t *Type) describe() {
	if t.Elem != nil {
		t.Elem.describe()
	}
	if t.Shape != nil {
		for _, f := range t.Shape.Fields {
			f.Property.describe()
		}
	}
}

// describeExclusive says at the end of a description what an input may hold no keyword for.
func (g *Grant) describeExclusive() {
	for _, group := range g.Exclusive {
		for _, p := range g.Params {
			if !slices.Contains(group, p.Name) {
				continue
			}
			others := slices.DeleteFunc(slices.Clone(group), func(name string) bool { return name == p.Name })
			p.Description = join(sentence(p.Description), " ", "Not together with "+strings.Join(others, " or ")+".")
		}
	}
}

// sentence ends a text with a full stop where it has no end, so that another sentence can follow.
func sentence(text string) string {
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".!?:;") {
		return text
	}
	return text + "."
}

// hints are those of the method, and what the author states over them.
func (g *Grant) hints() Hints {
	h := Hints{}
	switch g.Method {
	case "GET":
		h.ReadOnly = Yes
	case "DELETE":
		h.Destructive = Yes
	case "PUT":
		h.Idempotent = Yes
	}
	return h.over(g.Hints)
}

// over returns the hints with the known ones of stated in place of its own.
func (h Hints) over(stated Hints) Hints {
	return Hints{
		ReadOnly:    cmp.Or(stated.ReadOnly, h.ReadOnly),
		Destructive: cmp.Or(stated.Destructive, h.Destructive),
		Idempotent:  cmp.Or(stated.Idempotent, h.Idempotent),
		OpenWorld:   cmp.Or(stated.OpenWorld, h.OpenWorld),
	}
}

// explicit gives an operation a title and all four hints (`hints: explicit`). What is not known is what MCP takes for
// granted of a tool that says nothing: it may destroy, a repeat may do more, and others are concerned.
func (op *Operation) explicit(verb, resource string) {
	op.Title = cmp.Or(op.Title, title(verb)+" "+spaced(resource))
	unknown := Hints{ReadOnly: No, Destructive: Yes, Idempotent: No, OpenWorld: Yes}
	if op.Hints.ReadOnly == Yes {
		unknown = Hints{ReadOnly: Yes, Destructive: No, Idempotent: Yes, OpenWorld: Yes}
	}
	op.Hints = unknown.over(op.Hints)
}

func title(word string) string {
	word = spaced(word)
	return strings.ToUpper(word[:min(1, len(word))]) + word[min(1, len(word)):]
}

func (g *Grant) request(server *Server) *Request {
	r := &Request{
		Method:  g.Method,
		URL:     server.Base.Template() + encodeTemplate(g.Path),
		Params:  g.Params,
		Set:     g.Set,
		Auth:    server.Auth,
		Headers: server.Headers,
		Pins:    g.Pins,

		Exclusive: g.Exclusive,
		FailWhen:  g.FailWhen,
	}
	if g.RawResponse {
		r.Accept = "*/*"
	}
	return r
}

// Template is the URL, or the environment variable that holds it in braces.
func (b BaseURL) Template() string {
	if b.Variable != "" {
		return "{" + b.Variable + "}"
	}
	return b.URL
}

func (a *Action) operation(server *Server, operations map[*Grant]*Operation, options *Options) *Operation {
	op := &Operation{
		Name:        a.ToolName(),
		Description: cmp.Or(a.Doc, derivedDescription(a.Verb, a.Resource, server.Name)),
		Input:       inputs(a.Inputs),
		Listed:      options.lists(a.ToolName()),
		Calls:       a.Calls,
		Origin:      Origin{Verb: a.Verb, Action: a},
		Span:        a.Span,
	}
	readOnly := len(a.Calls) > 0
	for _, call := range a.Calls {
		hints := operations[call.Grant].Hints
		readOnly = readOnly && hints.ReadOnly == Yes
		if hints.Destructive == Yes {
			op.Hints.Destructive = Yes
		}
		op.result(call)
	}
	if readOnly {
		op.Hints.ReadOnly = Yes
	}
	if options.ExplicitHints {
		op.explicit(a.Verb, a.Resource)
	}
	return op
}

// result adds what a call gives to the output: one required member for each `as` name.
func (op *Operation) result(call *Call) {
	if call.As == "" {
		return
	}
	if op.Output == nil {
		op.Output = &Shape{Direction: Output}
	}
	t := call.Grant.Returns
	if t == nil {
		t = &Type{Kind: Any, NonNull: true}
	}
	op.Output.Fields = append(op.Output.Fields, Field{Property: &Property{Name: call.As, Type: t}, Required: true})
}

// security puts the credentials of a guardfile into the words of OpenAPI: the place, and which variable holds it, never
// what it is. Several query parameters are needed together.
func (a Auth) security() (schemes []SecurityScheme, alternatives [][]string) {
	var together []string
	for _, c := range a.Credentials {
		scheme := SecurityScheme{Name: "headerToken", Type: "apiKey", In: c.In, Parameter: c.Name, Prefix: c.Prefix, Description: c.words()}
		switch {
		case a.Scheme == AuthBearer:
			scheme = SecurityScheme{Name: "bearerAuth", Type: "http", Scheme: "bearer", Description: c.words()}
		case a.Scheme == AuthQueryParam:
			scheme.Name = "queryParam_" + componentCharacters.ReplaceAllString(c.Name, "_")
		}
		schemes = append(schemes, scheme)
		together = append(together, scheme.Name)
	}
	if together == nil {
		return nil, [][]string{}
	}
	return schemes, [][]string{together}
}

// words say where the credential comes from.
func (c Credential) words() string {
	var places []string
	for _, s := range c.Secrets {
		places = append(places, s.words())
	}
	text := "The value of " + strings.Join(places, ", or else of ") + "."
	if c.Prefix != "" && c.In == "header" && c.Prefix != "Bearer " {
		text = `Sent as "` + c.Prefix + `" followed by the value of ` + strings.Join(places, ", or else of ") + "."
	}
	return text
}

func (s Secret) words() string {
	switch s.Provider {
	case "env":
		return "the environment variable " + s.Address
	case "file":
		return "the file " + s.Address
	case "literal":
		return "a literal in the guardfile"
	}
	return "the " + s.Provider + " parameter " + s.Address
}

// constant is a property that has one value: a body field that is sent as it is.
func constant(f FixedField) *Property {
	return &Property{
		Name:        f.Name,
		Type:        typeOf(f.Value),
		Constraints: &Constraints{Const: f.Value},
		Span:        f.Span,
	}
}

// typeOf returns the type of a value, as far as a schema says it.
func typeOf(v ordered.Value) *Type {
	t := &Type{NonNull: true}
	switch v.Kind {
	case ordered.StringKind:
		t.Kind = String
	case ordered.BoolKind:
		t.Kind = Boolean
	case ordered.NumberKind:
		t.Kind = Number
	}
	return t
}

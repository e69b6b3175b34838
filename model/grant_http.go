package model

import (
	"cmp"
	"slices"
	"strings"

	"schemac/model/ordered"
)

// mergePaths groups the grants of a server into path items. Paths that differ only in the names of their parameters
// are one item, with the names of the first; grants on one method and path are one operation (guardfile.md §4).
func mergePaths(server *Server, operations map[*Grant]*Operation) []Path {
	var paths []Path
	index := map[string]int{}
	firsts := map[string][]*Grant{} // grants of one method and path, by both
	for _, g := range server.Grants {
		key := skeleton(g.Path)
		at, seen := index[key]
		if !seen {
			at = len(paths)
			index[key] = at
			paths = append(paths, Path{Template: encodeTemplate(g.Path)})
		}
		slot := g.Method + " " + key
		firsts[slot] = append(firsts[slot], g)
		if len(firsts[slot]) == 1 {
			paths[at].Operations = append(paths[at].Operations, operations[g])
		}
	}
	for i := range paths {
		for _, op := range paths[i].Operations {
			grants := firsts[op.Request.Method+" "+skeleton(paths[i].Template)]
			op.HTTP = mergedHTTP(server, grants, pathParameters(paths[i].Template), operations)
		}
	}
	return paths
}

// skeleton is a path without the names of its parameters.
func skeleton(path string) string {
	var out strings.Builder
	for path = encodeTemplate(path); ; {
		before, rest, ok := strings.Cut(path, "{")
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		_, after, _ := strings.Cut(rest, "}")
		out.WriteString("{}")
		path = after
	}
}

// pathParameters returns the names between braces, in order.
func pathParameters(path string) []string {
	var names []string
	for {
		_, rest, ok := strings.Cut(path, "{")
		if !ok {
			return names
		}
		name, after, _ := strings.Cut(rest, "}")
		names = append(names, name)
		path = after
	}
}

// encodeTemplate percent-encodes what a path may not hold, braces excepted.
func encodeTemplate(path string) string {
	var out strings.Builder
	for i := 0; i < len(path); i++ {
		if c := path[i]; isUnreserved(c) || strings.IndexByte("/{}%!$&'()*+,;=:@", c) >= 0 {
			out.WriteByte(c)
		} else {
			writePercent(&out, c)
		}
	}
	return out.String()
}

// mergedHTTP describes the grants of one method and path as one operation: that of the first, with what the others
// take beside it.
func mergedHTTP(server *Server, grants []*Grant, names []string, operations map[*Grant]*Operation) *HTTP {
	first := operations[grants[0]]
	h := &HTTP{
		Method:      strings.ToLower(grants[0].Method),
		Summary:     FirstSentence(first.Description),
		Description: first.Description,
		Tag:         server.Name,
		Responses:   mergeResponses(grants),
		Names:       grants[0].renames(names),
		Parameters:  mergeParameters(server, grants, names),
	}
	if len(grants) > 1 {
		for _, g := range grants {
			h.Merged = append(h.Merged, Merged{operations[g], g.renames(names)})
		}
	}
	if field := tellingField(grants); field != "" {
		h.Body = toldApart(grants, field, operations)
		h.Summary, h.Description = h.Body.words()
		return h
	}
	h.Body = mergeBodies(grants)
	return h
}

// renames maps the names of a path item to those of the grant, where they differ.
func (g *Grant) renames(names []string) []Rename {
	var list []Rename
	for i, own := range pathParameters(g.Path) {
		if own != names[i] {
			list = append(list, Rename{Name: names[i], Input: own})
		}
	}
	return list
}

// mergeParameters joins parameters by place and name. One is required only where every grant requires it.
func mergeParameters(server *Server, grants []*Grant, names []string) []Parameter {
	var all []Parameter
	index := map[[2]string]int{}
	var demands []int // how many grants require each
	for _, g := range grants {
		for _, p := range g.parameters(server, names) {
			at, seen := index[[2]string{p.In, p.Name}]
			if !seen {
				at = len(all)
				index[[2]string{p.In, p.Name}] = at
				all, demands = append(all, p), append(demands, 0)
			} else {
				all[at].join(p)
			}
			if p.Required {
				demands[at]++
			}
		}
	}
	for at := range all {
		all[at].Required = demands[at] == len(grants)
	}
	return all
}

// join takes in the parameter as another grant has it. What is said of a fixed value holds only where all fix it alike.
func (p *Parameter) join(other Parameter) {
	p.Alternatives = append(p.Alternatives, other.Property)
	words := cmp.Or(p.words(), other.words())
	if p.fixed && other.fixed && p.Description == other.Description {
		words = p.Description
	} else {
		p.fixed = false
	}
	if words != p.Description {
		described := *p.Property
		described.Description = words
		p.Property = &described
	}
}

// words are what an author says of the parameter.
func (p *Parameter) words() string {
	if p.fixed {
		return ""
	}
	return p.Description
}

// parameters returns the inputs outside the body under the names that they have on the wire, where path parameters have
// those of the path item; then what every request has beside them.
func (g *Grant) parameters(server *Server, names []string) []Parameter {
	var list []Parameter
	for _, p := range g.Params {
		if p.In == "body" {
			continue
		}
		wire := p.Wire
		if p.In == "path" {
			if i := slices.Index(pathParameters(g.Path), p.Name); i >= 0 && i < len(names) {
				wire = names[i]
			}
		}
		if p.Encode == "brackets" {
			wire += "[]"
		}
		list = append(list, Parameter{Property: p.named(wire), In: p.In, Required: p.Required})
	}
	for _, h := range server.Headers {
		if !strings.EqualFold(h.Name, "Accept") { // OpenAPI ignores a parameter of that name
			list = append(list, h.parameter())
		}
	}
	for _, p := range g.Pins {
		list = append(list, p.parameter())
	}
	return list
}

// parameter is the header for those who call by the document: a constant, unless it is a secret.
func (h ConstantHeader) parameter() Parameter {
	if h.Secret {
		return fixedParameter("header", h.Name, "The value of "+Secret{Provider: "literal"}.words()+".")
	}
	return constantParameter("header", h.Name, h.Value)
}

// parameter is the pin for those who call by the document, who have no runtime that fills it in.
func (p Pin) parameter() Parameter {
	if p.Secret == nil {
		return constantParameter(p.In, p.Name, p.Literal)
	}
	words := "The value of " + p.Secret.words() + "."
	if part, ok := strings.CutPrefix(p.From, "query:"); ok {
		words = `The query parameter "` + part + `" of the URL in ` + p.Secret.words() + "."
	}
	return fixedParameter(p.In, p.Name, words)
}

func constantParameter(in, name, value string) Parameter {
	p := fixedParameter(in, name, `Always "`+value+`".`)
	p.Constraints = &Constraints{Const: ordered.StringValue(value)}
	return p
}

// fixedParameter is what a request must have and no tool takes.
func fixedParameter(in, name, words string) Parameter {
	t := &Type{Kind: String, NonNull: true}
	return Parameter{Property: &Property{Name: name, Type: t, Description: words}, In: in, Required: true, fixed: true}
}

// named returns the property under another name.
func (p *Property) named(name string) *Property {
	if p.Name == name {
		return p
	}
	renamed := *p
	renamed.Name = name
	return &renamed
}

// mergeBodies gives the bodies of the grants as alternatives; one is required only where every grant sends one.
func mergeBodies(grants []*Grant) *Body {
	body := &Body{Required: true}
	for _, g := range grants {
		if shape := g.bodyShape(); shape != nil {
			body.Shapes = append(body.Shapes, shape)
		} else {
			body.Required = false
		}
	}
	if len(body.Shapes) == 0 {
		return nil
	}
	return body
}

// bodyShape is the JSON that a grant sends: its body inputs and its fixed fields. nil when it sends none.
func (g *Grant) bodyShape() *Shape {
	shape := &Shape{Direction: Input}
	for _, f := range g.Set {
		shape.Fields = append(shape.Fields, Field{Property: constant(f), Required: true})
	}
	for _, p := range g.Params {
		if p.In == "body" {
			shape.Fields = append(shape.Fields, Field{Property: p.named(p.Wire), Required: p.Required})
		}
	}
	if len(shape.Fields) == 0 && !(g.OpenArguments && g.Method != "GET" && g.Method != "DELETE" && g.Method != "HEAD") {
		return nil
	}
	return shape
}

// mergeResponses are the answers of grants on one method and path: what each `returns` describes, or any JSON where one
// does not say, and a failure. Of several media types the one that covers them all is named.
func mergeResponses(grants []*Grant) []*Response {
	ok := &Response{Status: "200", Description: "The answer."}
	silent := false
	for _, g := range grants {
		switch {
		case g.Returns == nil:
			silent = true
		case ok.Content == nil:
			ok.Content = &Property{Type: g.Returns}
		default:
			ok.Alternatives = append(ok.Alternatives, &Property{Type: g.Returns})
		}
		if g.RawResponse {
			ok.MediaType = "*/*"
		}
	}
	if silent {
		ok.Content, ok.Alternatives = &Property{Type: &Type{Kind: Any, NonNull: true}}, nil
	}
	if grants[0].Method == "HEAD" {
		ok.Content, ok.Alternatives = nil, nil // by the rules of HTTP
	}
	return []*Response{ok, {Status: "default", Description: "The request failed."}}
}

package guardfile

import (
	"strings"

	"schemac/model"
	"schemac/model/source"
	"schemac/parse/kdl"
)

// A wrap is what one file says of its server, in the order in which it says it.
type wrap struct {
	// name is the surface name; empty when it cannot be read.
	name word
	// node is the word `wrap`.
	node source.Span
	base *model.BaseURL
	auth *model.Auth
	// headers are sent with every request.
	headers        []model.ConstantHeader
	restricts      []*restriction
	metacharacters []word
	grants         []*grant
	denials        []*denial
	actions        []*action
	inherits       []*inheritance

	// What is stated already, by name or operation.
	verbs                        map[string]bool // of the grants
	grantAt                      map[string]*grant
	restrictAt                   map[string]*restriction
	headerAt, metacharacterAt    seen
	inheritAt, neverAt, actionAt seen
}

// operationKey is an operation as its author writes it.
func operationKey(verb, resource string) string { return verb + " " + resource }

// A denial is a `never`.
type denial struct {
	model.Denial
	// documents says that it removes nothing, in a file that inherits nothing.
	documents bool
}

// An inheritance is an `inherit`.
type inheritance struct {
	path string
	at   source.Span
}

var wrapRules = []rule[*wrap]{
	{"base-url", true, (*reader).baseURL},
	{"auth", true, (*reader).auth},
	{"header", false, (*reader).constantHeader},
	{"restrict", false, (*reader).restrict},
	{"allow-metacharacters", false, (*reader).metacharacters},
	{"can", false, (*reader).can},
	{"never", false, (*reader).never},
	{"action", false, (*reader).action},
	{"inherit", false, (*reader).inherit},
	{"override", false, (*reader).override},
}

func (r *reader) wrap(n *kdl.Node) *wrap {
	w := &wrap{
		node:       n.Name.Span,
		verbs:      map[string]bool{},
		grantAt:    map[string]*grant{},
		restrictAt: map[string]*restriction{},
		headerAt:   seen{}, metacharacterAt: seen{}, inheritAt: seen{}, neverAt: seen{}, actionAt: seen{},
	}
	if !r.conforms(n, form{usage: "wrap NAME { … }", min: 1, max: -1, block: mustBlock}) {
		r.unit.broken = true
	}
	for i, arg := range n.Args {
		if i < len(n.Args)-1 {
			r.text(arg, "a word of \"wrap\"") // several words are legal; the last is the name
			continue
		}
		w.name, _ = r.name(arg, "surface name", surfaceName)
	}
	meant := dispatch(r, n.Children, wrapRules, w, `"wrap"`)
	if w.base == nil && (meant["base-url"] || meant[foreign]) {
		w.base = &model.BaseURL{Span: w.node} // the unknown node is the mistake
	}
	if w.auth == nil && (meant["auth"] || meant[foreign]) {
		w.auth = &model.Auth{Span: w.node}
	}
	r.checkDenials(w)
	return w
}

func (r *reader) constantHeader(n *kdl.Node, w *wrap) {
	if !r.conforms(n, form{usage: `header "Name" "value"`, min: 2, max: 2}) {
		return
	}
	name, ok := r.name(n.Args[0], "header", headerName)
	value, good := r.text(n.Args[1], "the value of a header")
	if !ok || !good {
		return
	}
	if isReservedHeader(name.text) && !strings.EqualFold(name.text, "Accept") {
		r.errorf(name.at, "reserved-header", "header %s is set by what carries the request out; say \"auth\", or leave it out", quote(name.text))
		return
	}
	if strings.ContainsAny(value, "\r\n\x00") {
		r.errorf(n.Args[1].Span, "invalid-header", "the value of a header is one line")
		return
	}
	if r.repeats(w.headerAt, strings.ToLower(name.text), name.at, "header") {
		return
	}
	h := model.ConstantHeader{Name: name.text, Value: value, Span: name.at}
	if isCredentialName(h.Name) {
		r.literalCredential(name)
		h.Value, h.Secret = "", true
	}
	w.headers = append(w.headers, h)
}

func (r *reader) metacharacters(n *kdl.Node, w *wrap) {
	r.conforms(n, form{usage: "allow-metacharacters PARAM…", min: 1, max: -1})
	for _, arg := range n.Args {
		name, ok := r.name(arg, "parameter", inputName)
		if ok && !r.repeats(w.metacharacterAt, name.text, name.at, "parameter") {
			w.metacharacters = append(w.metacharacters, name)
		}
	}
}

// operation reads the verb and the resource of a node, and their common place.
func (r *reader) operation(args []*kdl.Value, wildcard bool) (verb, resource string, at source.Span, ok bool) {
	v, good := r.name(args[0], "verb", toolWord)
	if wildcard && args[1].Text == "*" {
		return v.text, "*", wordsSpan(args[0], args[1]), good
	}
	if args[1].Text == "*" {
		r.errorf(args[1].Span, "wildcard", "only \"never\" speaks of all resources of a verb; name one")
		return "", "", source.Span{}, false
	}
	res, fine := r.name(args[1], "resource", toolWord)
	return v.text, res.text, wordsSpan(args[0], args[1]), good && fine
}

func (r *reader) never(n *kdl.Node, w *wrap) {
	if !r.conforms(n, form{usage: `never VERB RESOURCE { message "…" }`, min: 2, max: 2, block: mayBlock}) {
		return
	}
	d := &denial{}
	dispatch(r, n.Children, []rule[*denial]{{"message", true, (*reader).message}}, d, `"never"`)
	var ok bool
	if d.Verb, d.Resource, d.Span, ok = r.operation(n.Args, true); !ok {
		return
	}
	key := operationKey(d.Verb, d.Resource)
	if earlier, twice := w.neverAt[key]; twice {
		r.errorf(d.Span, "duplicate-never", "`never %s` stands twice", key).WithRelated(earlier, "first here")
		return
	}
	w.neverAt[key] = d.Span
	w.denials = append(w.denials, d)
}

func (r *reader) message(n *kdl.Node, d *denial) {
	r.conforms(n, form{usage: `message "…"`, min: 1, max: 1})
	d.Message, _ = r.argument(n, `"message"`)
}

func (r *reader) inherit(n *kdl.Node, w *wrap) {
	if !r.conforms(n, form{usage: `inherit "FILE"`, min: 1, max: 1}) {
		return
	}
	path, ok := r.argument(n, `the path of "inherit"`)
	if ok && !r.repeats(w.inheritAt, path, n.Args[0].Span, "file") {
		w.inherits = append(w.inherits, &inheritance{path, n.Args[0].Span})
	}
}

// checkDenials reports those that the same file contradicts, and says of the others, in a file that inherits nothing,
// that they only document (guardfile.md §2, "Deny by absence").
func (r *reader) checkDenials(w *wrap) {
	ofVerb := map[string]source.Span{}
	for _, g := range w.grants {
		if _, there := ofVerb[g.Verb]; !there {
			ofVerb[g.Verb] = g.Span
		}
		w.verbs[g.Verb] = true
	}
	for _, d := range w.denials {
		key := operationKey(d.Verb, d.Resource)
		at := w.actionAt[key]
		if g := w.grantAt[key]; g != nil {
			at = g.Span
		}
		if d.Resource == "*" {
			at = ofVerb[d.Verb]
		}
		switch {
		case !at.IsZero():
			r.contradiction(d, at)
		case len(w.inherits) == 0 && !r.unit.broken:
			d.documents = true
			r.diags.Infof(d.Span, "never-documents", "`never %s %s` removes nothing, since this file inherits nothing; it documents a denial", d.Verb, d.Resource)
		}
	}
}

// contradiction reports what grants what a denial denies, at the later of the two.
func (r *reader) contradiction(d *denial, granted source.Span) {
	first, second := granted, d.Span
	if d.Span.Before(granted) {
		first, second = second, first
	}
	r.errorf(second, "contradiction", "`never %s %s` denies what this file grants; keep one", d.Verb, d.Resource).
		WithRelated(first, "the other is here")
}

package guardfile

import (
	"slices"

	"schemac/model"
	"schemac/parse/kdl"
)

// An authScheme is one row of the ways to authenticate.
type authScheme struct {
	scheme model.AuthScheme
	usage  string
	rules  []rule[*credentials]
}

// credentials are what is being read of an auth block.
type credentials struct {
	list []model.Credential
	// header and value say that the node was there, however well it could be read.
	header, value bool
	// params are the names of those so far.
	params seen
}

var authSchemes = []authScheme{
	{model.AuthBearer, "auth bearer { value env NAME }", []rule[*credentials]{
		{"value", true, (*reader).credentialValue},
	}},
	{model.AuthHeaderToken, "auth header-token { header NAME; prefix \"…\"; value env NAME }", []rule[*credentials]{
		{"header", true, (*reader).credentialHeader},
		{"prefix", true, (*reader).credentialPrefix},
		{"value", true, (*reader).credentialValue},
	}},
	{model.AuthQueryParam, "auth query-param { param NAME { value env NAME } }", []rule[*credentials]{
		{"param", false, (*reader).credentialParam},
	}},
	{model.AuthNone, "auth none", nil},
}

// auth reads how requests authenticate. No message here repeats an argument that is not understood: it may be a secret.
func (r *reader) auth(n *kdl.Node, w *wrap) {
	w.auth = &model.Auth{Span: n.Name.Span} // stated, if not well
	if len(n.Args) == 0 || n.Args[0].Kind != kdl.String {
		r.errorf(n.Name.Span, "missing-argument", "%q names no scheme; write `auth bearer { value env NAME }`, or `auth none`", "auth")
		return
	}
	i := slices.IndexFunc(authSchemes, func(s authScheme) bool { return string(s.scheme) == n.Args[0].Text })
	if i < 0 {
		r.errorf(n.Args[0].Span, "unknown-auth-scheme", "unknown scheme of \"auth\"%s", suggest(n.Args[0].Text, []string{"bearer", "header-token", "query-param", "none"}))
		return
	}
	s := &authSchemes[i]
	w.auth.Scheme, w.auth.Span = s.scheme, n.Args[0].Span
	f := form{usage: s.usage, min: 1, max: 1, block: mustBlock}
	if s.rules == nil {
		f.block = noBlock
	}
	if !r.conforms(n, f) || s.rules == nil {
		return
	}
	c := &credentials{params: seen{}}
	if s.scheme != model.AuthQueryParam {
		c.list = []model.Credential{{In: "header"}}
	}
	if s.scheme == model.AuthBearer {
		c.list[0].Name, c.list[0].Prefix, c.header = "Authorization", "Bearer ", true
	}
	meant := dispatch(r, n.Children, s.rules, c, `"auth"`)
	r.incomplete(n, s, c, meant)
	w.auth.Credentials = c.list
}

// incomplete reports what an auth block leaves out.
func (r *reader) incomplete(n *kdl.Node, s *authScheme, c *credentials, meant map[string]bool) {
	missing := ""
	switch {
	case s.scheme == model.AuthQueryParam && len(c.list) == 0:
		missing = "param"
	case s.scheme != model.AuthQueryParam && !c.header:
		missing = "header"
	case s.scheme != model.AuthQueryParam && !c.value:
		missing = "value"
	}
	if missing != "" && !meant[missing] && !meant[foreign] {
		r.errorf(n.Name.Span, "missing-"+missing, "`auth %s` has no %q; write `%s`", s.scheme, missing, s.usage)
	}
}

func (r *reader) credentialHeader(n *kdl.Node, c *credentials) {
	c.header = true
	if !r.conforms(n, form{usage: "header NAME", min: 1, max: 1}) {
		return
	}
	name, _ := r.name(n.Args[0], "header", headerName)
	c.list[0].Name = name.text
}

func (r *reader) credentialPrefix(n *kdl.Node, c *credentials) {
	if r.conforms(n, form{usage: `prefix "…"`, min: 1, max: 1}) && n.Args[0].Kind == kdl.String {
		c.list[0].Prefix = n.Args[0].Text
	}
}

func (r *reader) credentialValue(n *kdl.Node, c *credentials) {
	c.value = true
	r.secretValue(n, &c.list[0].Secrets)
}

func (r *reader) credentialParam(n *kdl.Node, c *credentials) {
	param := model.Credential{In: "query"}
	c.list = append(c.list, param)
	if !r.conforms(n, form{usage: "param NAME { value env NAME }", min: 1, max: 1, block: mustBlock}) {
		return
	}
	name, _ := r.name(n.Args[0], "query parameter", wireName)
	if name.text != "" {
		r.repeats(c.params, name.text, name.at, "query parameter")
	}
	dispatch(r, n.Children, []rule[*[]model.Secret]{{"value", true, (*reader).secretValue}}, &param.Secrets, `"param"`)
	if len(n.Children) == 0 {
		r.errorf(n.Name.Span, "missing-value", "parameter %s has no %q; write `param NAME { value env NAME }`", quote(name.text), "value")
	}
	param.Name = name.text
	c.list[len(c.list)-1] = param
}

// providers are the places that secrets come from.
var providers = []string{"env", "file", "ssm", "literal"}

const valueUsage = "value env NAME"

// secretValue reads `value PROVIDER ADDRESS`, or `value { PROVIDER ADDRESS; … }`, of which the first that exists counts.
func (r *reader) secretValue(n *kdl.Node, into *[]model.Secret) {
	if !n.HasChildren {
		if r.conforms(n, form{usage: valueUsage, min: 2, max: 2}) {
			r.secret(n.Args[0], n.Args[1], into)
		}
		return
	}
	r.conforms(n, form{usage: "value { env NAME; file PATH }", block: mayBlock})
	if len(n.Children) == 0 {
		r.errorf(n.Name.Span, "missing-value", "%q names no provider; write `%s`", "value", valueUsage)
	}
	for _, child := range n.Children {
		r.annotations(child)
		r.properties(child, nil)
		if len(child.Args) != 1 || child.HasChildren {
			r.errorf(child.Name.Span, "missing-argument", "a provider has one address; write `env NAME`")
			continue
		}
		r.secret(child.Name, child.Args[0], into)
	}
}

// literalCredential warns of a constant in a place of the request that carries credentials.
func (r *reader) literalCredential(name word) {
	r.diags.Warnf(name.at, "literal-secret", "%s is the name of a credential, so its value is taken for a secret that stands in the file, and is in no output; say it with \"auth\", or with `pin` and a place that holds it", quote(name.text))
}

// secret reads a provider and an address. The value of a literal is not kept.
func (r *reader) secret(provider, address *kdl.Value, into *[]model.Secret) {
	name := provider.Text
	switch {
	case name == "oauth2":
		r.errorf(provider.Span, "not-supported-yet", "provider oauth2 is not supported yet")
		return
	case !slices.Contains(providers, name):
		r.errorf(provider.Span, "unknown-provider", "unknown value provider%s", suggest(name, providers))
		return
	case name == "literal":
		r.diags.Warnf(provider.Span, "literal-secret", "a secret stands in the file; name a place that holds it: `%s`", valueUsage)
		*into = append(*into, model.Secret{Provider: name, Span: provider.Span})
		return
	case address.Kind != kdl.String || address.Text == "":
		r.errorf(address.Span, "argument-type", "the address of a secret is text; write `%s`", valueUsage)
		return
	case name == "env" && !variableName.holds(address.Text):
		r.errorf(address.Span, "invalid-name", "the name of an environment variable is made of %s; name the variable, not what it holds", variableName.words)
		return
	}
	*into = append(*into, model.Secret{Provider: name, Address: address.Text, Span: address.Span})
}

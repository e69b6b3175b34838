package guardfile

import (
	"net/url"
	"strings"

	"schemac/model"
	"schemac/parse/kdl"
)

const baseURLUsage = `base-url "host/path"`

// baseURL reads `base-url "host/path"` or `base-url { value env NAME }`. What is wrong with a URL is said without
// repeating it: it may hold a password.
func (r *reader) baseURL(n *kdl.Node, w *wrap) {
	w.base = &model.BaseURL{Span: n.Name.Span} // stated, if not well
	if n.HasChildren {
		r.conforms(n, form{usage: "base-url { value env NAME }", block: mayBlock})
		r.baseVariable(n, w.base)
		return
	}
	if !r.conforms(n, form{usage: baseURLUsage, min: 1, max: 1}) {
		return
	}
	w.base.Span = n.Args[0].Span
	text, ok := r.argument(n, `"base-url"`)
	if !ok {
		return
	}
	if fault := baseFault(text); fault != "" {
		r.errorf(n.Args[0].Span, "invalid-base-url", "%s; write `%s`", fault, baseURLUsage)
		return
	}
	w.base.URL = strings.TrimRight(withScheme(text), "/")
}

func withScheme(text string) string {
	if strings.Contains(text, "://") {
		return text
	}
	return "https://" + text
}

// baseFault says what is wrong with a base URL, or "".
func baseFault(text string) string {
	if strings.ContainsAny(text, "?#") {
		return "a base URL has no query and no fragment"
	}
	u, err := url.Parse(withScheme(text))
	switch {
	case err != nil || u.Hostname() == "" || strings.ContainsAny(text, "{}\\ \t\r\n\"<>^`|"):
		return "this is no URL"
	case u.User != nil:
		return "a base URL holds no user and no password; say \"auth\""
	case u.Scheme != "https" && u.Scheme != "http":
		return "a base URL is of http or https"
	}
	return ""
}

// baseVariable reads the environment variable that holds the URL.
func (r *reader) baseVariable(n *kdl.Node, base *model.BaseURL) {
	var secrets []model.Secret
	dispatch(r, n.Children, []rule[*[]model.Secret]{{"value", true, (*reader).secretValue}}, &secrets, `"base-url"`)
	switch {
	case len(secrets) == 0:
		if len(n.Children) == 0 {
			r.errorf(n.Name.Span, "missing-value", "%q names no variable; write `base-url { value env NAME }`", "base-url")
		}
	case len(secrets) > 1 || secrets[0].Provider != "env":
		r.errorf(secrets[0].Span, "base-url-provider", "a base URL is text or one environment variable; write `base-url { value env NAME }`")
	default:
		base.Variable, base.Span = secrets[0].Address, secrets[0].Span
	}
}

package guardfile

import (
	"regexp"
	"slices"
	"strings"

	"schemac/parse/kdl"
)

// An alphabet is what a kind of name is made of.
type alphabet struct {
	pattern *regexp.Regexp
	words   string
}

// The alphabets of the contract (§5) and of HTTP.
var (
	// surfaceName also names the artifacts, so that it is a file name everywhere.
	surfaceName = alphabet{regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,63}$`), `up to 64 small letters, digits, ".", "_" and "-" with a letter or digit first`}
	// toolWord is a verb, a resource, or a stated tool name; how long the whole may be is checked where tools are named.
	toolWord = alphabet{regexp.MustCompile(`^[A-Za-z0-9_-]+$`), `letters, digits, "_" and "-"`}
	// inputName is a property key that every host takes.
	inputName = alphabet{regexp.MustCompile(`^[A-Za-z0-9_.-]{1,64}$`), `up to 64 letters, digits, "_", "." and "-"`}
	// resultName is a property key without a point, which leads into the result.
	resultName = alphabet{regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`), `up to 64 letters, digits, "_" and "-"`}
	// headerName is a token of RFC 9110.
	headerName = alphabet{regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"), "letters, digits and \"-\""}
	// variableName is that of an environment variable.
	variableName = alphabet{regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`), `letters, digits and "_"`}
	// wireName is a name in a request: anything that can be seen.
	wireName = alphabet{regexp.MustCompile(`^[\pL\pM\pN\pP\pS]+$`), "visible characters"}
)

// name returns a name of an alphabet; what says in a message what it names.
func (r *reader) name(v *kdl.Value, what string, a alphabet) (word, bool) {
	text, ok := r.text(v, what)
	if !ok {
		return word{}, false
	}
	if !a.pattern.MatchString(text) {
		r.errorf(v.Span, "invalid-name", "%s %s is not made of %s", what, quote(text), a.words)
		return word{}, false
	}
	return word{text, v.Span}, true
}

// reservedHeaders are set by what carries the request out; OpenAPI ignores parameters of these names.
var reservedHeaders = []string{"accept", "content-type", "authorization"}

func isReservedHeader(name string) bool {
	return slices.Contains(reservedHeaders, strings.ToLower(name))
}

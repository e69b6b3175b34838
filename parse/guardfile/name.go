package guardfile

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"schemac/model"
	"schemac/parse/kdl"
)

// An alphabet is what a kind of name is made of.
type alphabet struct {
	// matches returns the expression that every such name matches. It is compiled when the first name is looked at: most
	// runs read no guardfile, and the large classes of letters take their time.
	matches func() *regexp.Regexp
	words   string
}

func newAlphabet(pattern, words string) alphabet {
	return alphabet{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) }), words}
}

// holds reports whether a name is made of the alphabet.
func (a alphabet) holds(name string) bool { return a.matches().MatchString(name) }

// The alphabets of the contract (§5) and of HTTP.
var (
	surfaceName = newAlphabet(model.SurfaceNamePattern, `up to 64 small letters, digits, ".", "_" and "-" with a letter or digit first`)
	// toolWord is a verb, a resource, or a stated tool name; how long the whole may be is checked where tools are named.
	toolWord = newAlphabet(`^[A-Za-z0-9_-]+$`, `letters, digits, "_" and "-"`)
	// inputName is a property key that every host takes.
	inputName = newAlphabet(`^[A-Za-z0-9_.-]{1,64}$`, `up to 64 letters, digits, "_", "." and "-"`)
	// resultName is a property key without a point, which leads into the result.
	resultName = newAlphabet(`^[A-Za-z0-9_-]{1,64}$`, `up to 64 letters, digits, "_" and "-"`)
	// headerName is a token of RFC 9110.
	headerName = newAlphabet("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", "letters, digits and \"-\"")
	// variableName is that of an environment variable.
	variableName = newAlphabet(`^[A-Za-z_][A-Za-z0-9_]*$`, `letters, digits and "_"`)
	// wireName is a name in a request: anything that can be seen.
	wireName = newAlphabet(`^[\pL\pM\pN\pP\pS]+$`, "visible characters")
)

// name returns a name of an alphabet; what says in a message what it names.
func (r *reader) name(v *kdl.Value, what string, a alphabet) (word, bool) {
	text, ok := r.text(v, what)
	if !ok {
		return word{}, false
	}
	if !a.holds(text) {
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

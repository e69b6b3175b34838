package conformance_test

import "strings"

// An Intent is a finding that is meant: the contract chooses what the host remarks on, or the loss is the host's own and
// nothing that could be emitted would avoid it. Why is a sentence for docs/hosts.md.
type Intent struct {
	Host string // the beginning of the names of hosts
	Rule string
	Why  string
}

const (
	inspector = "@modelcontextprotocol/inspector"
	agents    = "@openai/agents-core"
	redocly   = "@redocly/cli"
	spectral  = "@stoplight/spectral-cli"
)

// intents are all findings that are meant. A finding that is not here fails the run, and so does an entry here that no
// golden file calls for any more.
var intents = []Intent{
	{inspector, "Warning, outputSchema: `type` is an array ([T, null])",
		"A nullable column is joined with null in outputs: the server answers null. Every client here takes the array."},
	{inspector, noKeyword("outputSchema"),
		"Nothing is known of what `Any` and `Bytes` hold in an answer, so nothing is promised."},
	{inspector, noKeyword("inputSchema"),
		"The elements of `Any` may be anything; hosts want `items` beside every `array`."},
	{inspector, "Warning, inputSchema: `type` is an array (an author's own)",
		"What an author writes in `properties` of a class is carried as it stands."},
	{inspector, "Warning, outputSchema: `type` is an array (an author's own)", "Likewise."},
	{inspector, "Warning, inputSchema: `type` is an array ([\"string\",\"number\",\"boolean\",\"object\",\"array\",\"null\"])",
		"`Any` takes every type, and a property without a type breaks hosts."},
	{inspector, "Warning, inputSchema: `type` is an array ([\"string\",\"number\",\"boolean\",\"array\",\"null\"])",
		"The `value` of a search condition has the type of its attribute."},
	{inspector, "Warning, inputSchema: `type` is an array ([\"string\",\"number\"])",
		"The two ends of `between` are numbers or strings."},

	{"@modelcontextprotocol/sdk 1.32.2", titlesLost, "This client reads no `title` of an argument, which the specification has; `description` arrives."},
	{"@modelcontextprotocol/client", titlesLost, "As in the first generation of that SDK."},

	{agents, `"-" in the name of the tool becomes "_"`,
		"It writes names so. Names stay unique without `-` (the compiler sees to it), and the call goes out under the emitted name."},
	{agents, "an optional property also takes null",
		"Strict mode requires every property; what was optional takes null instead. A runtime treats null as absent."},
	{agents, "optional properties become required", "The other half of the same rule."},
	{agents, "strict mode is off: Any may be an object", "Strict mode has no open objects, and `Any` is one."},
	{agents, "strict mode is off: an object is open",
		"An object without declared fields, or a type inside itself, is an open object, which strict mode lacks; a `$ref` breaks other hosts."},
	{agents, "strict mode is off: the tool takes open arguments", "The author says that more arguments are passed on."},

	{agents, "additionalProperties is added", closedByHost},

	{"@ai-sdk/mcp", "additionalProperties is added", closedByHost},
	{"@ai-sdk/mcp", "additionalProperties is changed",
		"It closes every tool, also one that takes open arguments; the declared ones arrive."},

	{"openapi-mcp-generator", "a request body is lost",
		"A body that may hold itself, through a nullable reference, becomes `{}` there. The document ties types by `$ref`, so nothing is cut for those who can follow."},
	{"openapi-mcp-generator", "a parameter is lost", "The whole input of such an operation is lost with its body."},

	{redocly, "info-license", "A schema states no licence of an API, and none is invented."},
	{redocly, "no-server-example.com", "The default server is the local one; `server` in the configuration says another."},
	{redocly, "tag-description", "The description of a tag is the docstring of its type, where there is one."},
	{redocly, "operation-4xx-response", "A guardfile does not say which errors its API answers; `default` stands for all."},

	{spectral, "info-contact", "A schema states no contact, and none is invented."},
	{spectral, "info-description", "A set of tables has no description as a whole; `instructions` of a guardfile is one."},
	{spectral, "path-keys-no-trailing-slash", "The server's collections end in a slash, and the document keeps to the truth."},
}

func noKeyword(part string) string {
	return "Warning, " + part + ": Schema carries no validation keyword at all, so it accepts any value — the object-literal " +
		"spelling of a bare `true`"
}

const closedByHost = "An author's own schema that does not say whether it is open is closed there."

const titlesLost = "the titles of a prompt's arguments are lost"

// intended finds the entry for what a host says, or nil.
func intended(host, rule string) *Intent {
	for i := range intents {
		if strings.HasPrefix(host, intents[i].Host) && intents[i].Rule == rule {
			return &intents[i]
		}
	}
	return nil
}

package model

import (
	"schemac/model/ordered"
	"schemac/model/source"
)

// A Server is what one guardfile says of one upstream: the whole contract of an MCP server, with what it inherits
// merged in. parse/guardfile makes it; [LinkServer] makes its operations.
type Server struct {
	// Name is the surface name: the last argument of `wrap`.
	Name string
	// Base is where requests go.
	Base BaseURL
	// Auth says how requests authenticate.
	Auth Auth
	// Headers are sent with every request.
	Headers []ConstantHeader
	// Grants stand in order: inherited ones first.
	Grants []*Grant
	// Actions are compositions of grants, in order.
	Actions []*Action
	// Denied are the `never` nodes that remove nothing and so document a denial; Withdrawn are those that hold and remove
	// something that is inherited.
	Denied, Withdrawn []Denial
	// Restricts are what bounds inputs, by input in the order of the file: inherited ones first. What it comes to stands
	// in the constraints of each Param.
	Restricts []Restrict
	// Instructions say what the server is for, one line each.
	Instructions []string
	// Resources and Prompts are what the file declares beside the operations.
	Resources []StaticResource
	Prompts   []Prompt
	// Policies are nodes beside `wrap` that change how a runtime serves the tools and no artifact but the model dump.
	Policies []Policy
	// Span is the name in the source.
	Span source.Span
}

// A BaseURL is a URL without a trailing slash, or the name of the environment variable that holds one.
type BaseURL struct {
	// URL has a scheme; empty when Variable is set.
	URL string
	// Variable is the environment variable; empty when URL is set.
	Variable string
	Span     source.Span
}

// A Secret says where a secret is to be found, never what it is.
type Secret struct {
	// Provider is "env", "file", "ssm" or "literal".
	Provider string
	// Address is the variable, path or name; empty for a literal, whose value is not kept.
	Address string
	Span    source.Span
}

// AuthScheme tells the ways to authenticate apart.
type AuthScheme string

// The schemes of the guardfile language.
const (
	AuthNone        AuthScheme = "none"
	AuthBearer      AuthScheme = "bearer"
	AuthHeaderToken AuthScheme = "header-token"
	AuthQueryParam  AuthScheme = "query-param"
)

// Auth says how requests authenticate.
type Auth struct {
	Scheme AuthScheme
	// Credentials are sent together: one for bearer and header-token, one or more for query-param.
	Credentials []Credential
	Span        source.Span
}

// A Credential is one secret and where it goes.
type Credential struct {
	// In is "header" or "query"; Name is the header or the parameter.
	In, Name string
	// Prefix stands before the secret, such as "Bearer " or "token ".
	Prefix string
	// Secrets are tried in order; the first that exists counts.
	Secrets []Secret
}

// A ConstantHeader is a header that the file states.
type ConstantHeader struct {
	Name string
	// Value is what is sent. It is empty when Secret is set.
	Value string
	// Secret says that the name is that of a credential, so that the value stays in the file.
	Secret bool
	Span   source.Span
}

// A Denial is a `never` that documents what no tool does. Resource "*" means all of the verb.
type Denial struct {
	Verb, Resource, Message string
	Span                    source.Span
}

// A Restrict bounds what an input may be, in every grant that has it. Two of one Param must both hold.
type Restrict struct {
	Param string
	// Globs are as written; any of them may match.
	Globs []string
	// Span is the name of the input in the `restrict`.
	Span source.Span
}

// A Grant is one operation that the file allows.
type Grant struct {
	Verb, Resource string
	// Tool is the stated name; empty means verb_resource.
	Tool string
	// Title is a name for people; it may be empty.
	Title string
	// Doc is the author's `describe`; it may be empty.
	Doc     string
	DocSpan source.Span
	// Method is in upper case; Path is a template as written, such as "/a/{p}/b".
	Method, Path string
	PathSpan     source.Span
	// Params are the inputs in order: path parameters in path order, then the others as written.
	Params []*Param
	// Set are fixed fields of the body: sent, never an input.
	Set []FixedField
	// Returns is the type of the answer; nil when nobody says. An object is also the tool's output.
	Returns *Type
	// Exclusive are groups of inputs of which at most one may be given.
	Exclusive [][]string
	// OpenArguments passes further arguments on as they are.
	OpenArguments bool
	// RawResponse says that the answer is no JSON.
	RawResponse bool
	// FailWhen is an expression over the answer, kept as written.
	FailWhen string
	// Hints are those that the author states; the method gives the others.
	Hints Hints
	// Pins are fixed parts of the request that `pin` adds.
	Pins []Pin
	// Span is the "verb resource" of the grant.
	Span source.Span
}

// A Param is one input of a grant and the place of the request that it goes to.
type Param struct {
	*Property
	// In is "path", "query", "header" or "body".
	In string
	// Wire is the name in the request; it is Name unless `upstream` says otherwise.
	Wire string
	// Required says that a call must give it.
	Required bool
	// Encode is how a list goes into a query: "repeat", "brackets" or empty.
	Encode string
	// Restricted says that a `restrict` bounds what it may be.
	Restricted bool
}

// A FixedField is a body field with its value.
type FixedField struct {
	Name  string
	Value ordered.Value
	Span  source.Span
}

// A Pin is a query parameter or header that the runtime fills in and no caller sees.
type Pin struct {
	// In is "query" or "header"; Name is the wire name.
	In, Name string
	// Literal is the value of a literal; else Secret says where to find it. Of a literal whose name is that of a credential
	// Secret says that it is one, and the value is not kept.
	Literal string
	Secret  *Secret
	// From says which part of the secret counts, such as "query:feed"; it may be empty.
	From string
	Span source.Span
}

// An Action is a tool that calls grants one after the other.
type Action struct {
	Verb, Resource string
	Doc            string
	DocSpan        source.Span
	// Inputs stand in order. Type, description and constraints of one that states no type are those of the parameter
	// that it feeds; parse/guardfile fills them in.
	Inputs []*Param
	Calls  []*Call
	Span   source.Span
}

// A Call is one step of an action.
type Call struct {
	Grant *Grant
	// As is the name of the result; empty when nobody refers to it.
	As        string
	Arguments []CallArgument
	Span      source.Span
}

// A CallArgument gives one parameter of a call its value. Exactly one of Input, Result and Value is set.
type CallArgument struct {
	Name string
	// Input is an input of the action.
	Input string
	// Result is the `as` name of an earlier call, and Path the members to follow in it; Path may be empty.
	Result string
	Path   []string
	// Value is a constant.
	Value ordered.Value
	Span  source.Span
}

// A StaticResource is text that the file itself holds (`resource`).
type StaticResource struct {
	Name, URI, Title, Description, MIMEType string
	// Audience is who it is for: "user", "assistant".
	Audience []string
	// Priority is between 0 and 1, in the author's spelling; empty when not stated.
	Priority string
	// Text are the lines.
	Text []string
	Span source.Span
}

// A Prompt is a message template that the file itself holds (`prompt`).
type Prompt struct {
	Name, Title, Description string
	Arguments                []PromptArgument
	Text                     []string
	Span                     source.Span
}

// A PromptArgument is one blank of a prompt.
type PromptArgument struct {
	Name, Title, Description string
	Required                 bool
}

// A Policy is a node beside `wrap` such as `cache` or `confirm`: what it says, as it stands, for the model dump.
type Policy struct {
	// Node is the node's name; Tool is the tool that it speaks of, empty when it speaks of the server.
	Node, Tool string
	// Value holds the rest: arguments, properties and children.
	Value ordered.Value
	Span  source.Span
}

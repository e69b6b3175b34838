package conformance_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A toolRuntime carries out the tools of a list as a server of them would. It knows the list and the environment, and
// nothing else: no guardfile, no model.
type toolRuntime struct {
	tools       map[string]*runtimeTool
	environment map[string]string
	client      *http.Client
}

// A runtimeTool is what the list says of one tool.
type runtimeTool struct {
	Name        string
	InputSchema json.RawMessage
	Annotations json.RawMessage
	Meta        struct {
		Request *runtimeRequest `json:"schemac/request"`
		Calls   []runtimeCall   `json:"schemac/calls"`
	} `json:"_meta"`
	input *jsonschema.Schema
}

// A runtimeRequest is `_meta["schemac/request"]`.
type runtimeRequest struct {
	Method, URL, Accept       string
	Path, Query, Header, Body map[string]runtimePlace
	Set                       map[string]any
	Auth                      runtimeCredentials
	Constant                  map[string]map[string]string
	Pinned                    map[string]map[string]runtimeSecret
	// open says that the tool takes arguments which no schema names; they go into the body.
	open bool
}

// A runtimePlace is a name in the request, and how a list is written there.
type runtimePlace struct{ Name, Encode string }

// UnmarshalJSON reads a name alone, or an object.
func (p *runtimePlace) UnmarshalJSON(text []byte) error {
	if json.Unmarshal(text, &p.Name) == nil {
		return nil
	}
	type object runtimePlace
	return json.Unmarshal(text, (*object)(p))
}

// runtimeCredentials are sent together.
type runtimeCredentials []runtimeCredential

// A runtimeCredential is where a secret goes and where it is found.
type runtimeCredential struct {
	In, Name, Prefix string
	runtimeSecret
	Fallback []runtimeSecret
}

// A runtimeSecret is where a secret is found; From is the part of it that counts.
type runtimeSecret struct{ Env, From string }

// UnmarshalJSON reads one credential, or a list.
func (c *runtimeCredentials) UnmarshalJSON(text []byte) error {
	if bytes.HasPrefix(text, []byte("[")) {
		return json.Unmarshal(text, (*[]runtimeCredential)(c))
	}
	*c = make(runtimeCredentials, 1)
	return json.Unmarshal(text, &(*c)[0])
}

// A runtimeCall is one step of an action.
type runtimeCall struct {
	Tool, As  string
	Arguments map[string]struct {
		Input, Result string
		Path          []string
		Value         any
	}
}

func newToolRuntime(t *testing.T, list []byte, environment map[string]string, client *http.Client) *toolRuntime {
	t.Helper()
	var read struct{ Tools []*runtimeTool }
	if err := json.Unmarshal(list, &read); err != nil {
		t.Fatal(err)
	}
	r := &toolRuntime{tools: map[string]*runtimeTool{}, environment: environment, client: client}
	for _, tool := range read.Tools {
		tool.input = harperSchema(t, tool.InputSchema)
		if tool.Meta.Request != nil {
			tool.Meta.Request.open = tool.isOpen() && !slices.Contains([]string{"GET", "HEAD", "DELETE"}, tool.Meta.Request.Method)
		}
		r.tools[tool.Name] = tool
	}
	return r
}

// isOpen reports whether the input schema admits arguments that it does not name.
func (tool *runtimeTool) isOpen() bool {
	var schema struct{ AdditionalProperties any }
	return json.Unmarshal(tool.InputSchema, &schema) == nil && schema.AdditionalProperties != false
}

// errRefused says that arguments are not what the tool takes; no request was made.
var errRefused = errors.New("refused")

// call carries out a tool.
func (r *toolRuntime) call(name string, arguments map[string]any) (any, error) {
	tool := r.tools[name]
	if tool == nil {
		return nil, fmt.Errorf("%w: no tool is called %q", errRefused, name)
	}
	if err := tool.input.Validate(harperDecode(harperJSON(arguments))); err != nil {
		return nil, fmt.Errorf("%w: %v", errRefused, err)
	}
	if tool.Meta.Request == nil {
		return r.act(tool.Meta.Calls, arguments)
	}
	request, err := r.assemble(tool.Meta.Request, arguments)
	if err != nil {
		return nil, err
	}
	return r.send(request)
}

// act makes the calls of an action one after the other. Inputs that were not given are not passed on.
func (r *toolRuntime) act(calls []runtimeCall, inputs map[string]any) (any, error) {
	results := map[string]any{}
	for _, call := range calls {
		arguments := map[string]any{}
		for name, from := range call.Arguments {
			switch {
			case from.Input != "":
				if value, given := inputs[from.Input]; given {
					arguments[name] = value
				}
			case from.Result != "":
				value, err := reach(results[from.Result], from.Path)
				if err != nil {
					return nil, err
				}
				arguments[name] = value
			default:
				arguments[name] = from.Value
			}
		}
		result, err := r.call(call.Tool, arguments)
		if err != nil {
			return nil, err
		}
		if call.As != "" {
			results[call.As] = result
		}
	}
	return results, nil
}

// reach follows member names into a result.
func reach(value any, path []string) (any, error) {
	for _, name := range path {
		object, ok := value.(map[string]any)
		if !ok || object[name] == nil {
			return nil, fmt.Errorf("the result has no %q", name)
		}
		value = object[name]
	}
	return value, nil
}

func (r *toolRuntime) assemble(request *runtimeRequest, arguments map[string]any) (*http.Request, error) {
	address, query := r.address(request, arguments), url.Values{}
	for name, place := range request.Query {
		if value, given := arguments[name]; given {
			place.add(query, value)
		}
	}
	header := http.Header{}
	for name, place := range request.Header {
		if value, given := arguments[name]; given {
			header.Set(place.Name, plain(value))
		}
	}
	if err := r.fixed(request, query, header); err != nil {
		return nil, err
	}
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	body := request.body(arguments)
	made, err := http.NewRequest(request.Method, address, body)
	if err != nil {
		return nil, err
	}
	made.Header = header
	if body != nil {
		made.Header.Set("Content-Type", "application/json")
	}
	made.Header.Set("Accept", "application/json")
	if request.Accept != "" {
		made.Header.Set("Accept", request.Accept)
	}
	return made, nil
}

// address fills the template: inputs that go to the path, and otherwise variables of the environment.
func (r *toolRuntime) address(request *runtimeRequest, arguments map[string]any) string {
	var replace []string
	for name, place := range request.Path {
		replace = append(replace, "{"+place.Name+"}", url.PathEscape(plain(arguments[name])))
	}
	address := strings.NewReplacer(replace...).Replace(request.URL)
	if name, rest, found := strings.Cut(strings.TrimPrefix(address, "{"), "}"); found && strings.HasPrefix(address, "{") {
		return r.environment[name] + rest
	}
	return address
}

// add writes a value into the query; a list as its place says.
func (p runtimePlace) add(query url.Values, value any) {
	list, ok := value.([]any)
	if !ok {
		query.Set(p.Name, plain(value))
		return
	}
	name := p.Name
	if p.Encode == "brackets" {
		name += "[]"
	}
	for _, element := range list {
		query.Add(name, plain(element))
	}
}

// fixed adds what no caller gives: constants, pins, credentials.
func (r *toolRuntime) fixed(request *runtimeRequest, query url.Values, header http.Header) error {
	for name, value := range request.Constant["query"] {
		query.Set(name, value)
	}
	for name, value := range request.Constant["header"] {
		header.Set(name, value)
	}
	for name, secret := range request.Pinned["query"] {
		query.Set(name, r.secret(secret))
	}
	for name, secret := range request.Pinned["header"] {
		header.Set(name, r.secret(secret))
	}
	for _, c := range request.Auth {
		value := r.secret(append([]runtimeSecret{c.runtimeSecret}, c.Fallback...)...)
		switch {
		case value == "":
			return fmt.Errorf("no secret for %s", c.Name)
		case c.In == "query":
			query.Set(c.Name, c.Prefix+value)
		default:
			header.Set(c.Name, c.Prefix+value)
		}
	}
	return nil
}

// secret returns the first that the environment has.
func (r *toolRuntime) secret(places ...runtimeSecret) string {
	for _, place := range places {
		value := r.environment[place.Env]
		if name, found := strings.CutPrefix(place.From, "query:"); found {
			address, err := url.Parse(value)
			if err != nil {
				return ""
			}
			return address.Query().Get(name)
		}
		if value != "" {
			return value
		}
	}
	return ""
}

// body returns the JSON of what goes there, or nil when nothing can.
func (request *runtimeRequest) body(arguments map[string]any) io.Reader {
	if request.Body == nil && request.Set == nil && !request.open {
		return nil
	}
	body := map[string]any{}
	for name, value := range arguments {
		if request.open && !request.places(name) {
			body[name] = value
		}
	}
	for name, place := range request.Body {
		if value, given := arguments[name]; given {
			body[place.Name] = value
		}
	}
	for name, value := range request.Set {
		body[name] = value
	}
	return bytes.NewReader(harperJSON(body))
}

// places reports whether an argument has a place of its own.
func (request *runtimeRequest) places(name string) bool {
	for _, places := range []map[string]runtimePlace{request.Path, request.Query, request.Header, request.Body} {
		if _, ok := places[name]; ok {
			return true
		}
	}
	return false
}

// plain writes a value as the text of a path, a query or a header.
func plain(value any) string {
	if text, ok := value.(string); ok {
		return text
	}
	return string(harperJSON(value))
}

func (r *toolRuntime) send(request *http.Request) (any, error) {
	response, err := r.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	if response.StatusCode >= 300 {
		return nil, fmt.Errorf("%s: %s", response.Status, text)
	}
	return harperDecode(text), nil
}

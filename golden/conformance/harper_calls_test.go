package conformance_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

// A harperCall is one request of an operation.
type harperCall struct {
	verb string
	// key addresses the record, where the operation has one.
	key any
	// query and body are sent when they are not nil.
	query url.Values
	body  any
	// violates says that our document does not allow the request.
	violates bool
	// user and password are the administrator's when empty.
	user, password string
}

// A harperAnswer is what came back. value is the body, decoded; nil without one.
type harperAnswer struct {
	status int
	header http.Header
	text   []byte
	value  any
}

func (a harperAnswer) accepted() bool { return a.status < 300 }

// A harperTally counts calls and answers, by verb.
type harperTally struct {
	sync.Mutex
	rows map[string]*harperRow
	// faults are the undescribed answers, by what is said of them.
	faults map[string][]string
	// lenient are inputs that our document forbids and the server takes.
	lenient map[string][]string
}

// A harperRow is a line of the table. Told are answers with 500 to requests that our document does not allow:
// docs/harper.md tells of them, the document does not.
type harperRow struct{ calls, accepted, refused, described, told, undescribed int }

var harperVerbs = []string{"get", "search", "create", "update", "patch", "delete"}

func newHarperTally() *harperTally {
	tally := &harperTally{rows: map[string]*harperRow{}, faults: map[string][]string{}, lenient: map[string][]string{}}
	for _, verb := range harperVerbs {
		tally.rows[verb] = &harperRow{}
	}
	return tally
}

// String is the table.
func (tally *harperTally) String() string {
	var out strings.Builder
	format := "%-8s %7v %9v %8v %10v %5v %12v\n"
	fmt.Fprintf(&out, format, "", "calls", "accepted", "refused", "described", "told", "undescribed")
	var all harperRow
	for _, verb := range harperVerbs {
		row := tally.rows[verb]
		fmt.Fprintf(&out, format, verb, row.calls, row.accepted, row.refused, row.described, row.told, row.undescribed)
		all.calls += row.calls
		all.accepted += row.accepted
		all.refused += row.refused
		all.described += row.described
		all.told += row.told
		all.undescribed += row.undescribed
	}
	fmt.Fprintf(&out, format, "all", all.calls, all.accepted, all.refused, all.described, all.told, all.undescribed)
	return out.String()
}

// A harperClient makes calls and holds every answer to the document.
type harperClient struct {
	*harperResource
	t     *testing.T
	base  string
	tally *harperTally
}

// call makes a request. An answer that the document does not describe is counted; the request must be one that the
// document allows or, on purpose, one that it does not.
func (c *harperClient) call(call harperCall) harperAnswer {
	c.t.Helper()
	op := c.operations[call.verb]
	request, parameters := c.request(op, call)
	input := &openapi3filter.RequestValidationInput{
		Request:     request,
		PathParams:  parameters,
		QueryParams: call.query,
		Route:       &routers.Route{Spec: c.spec, Path: op.path, PathItem: op.item, Method: op.method, Operation: op.Operation},
		Options: &openapi3filter.Options{
			AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, SkipSettingDefaults: true, IncludeResponseStatus: true,
		},
	}
	allowed := openapi3filter.ValidateRequest(context.Background(), input)
	if (allowed != nil) != call.violates {
		c.t.Errorf("%s: the document must allow %v: %v: %v", c.say(call), !call.violates, call.violates, allowed)
	}
	request, _ = c.request(op, call)
	answer := c.send(request)
	input.Request = request
	c.count(op, call, answer, c.described(op, input, answer))
	return answer
}

func (c *harperClient) request(op *harperOperation, call harperCall) (*http.Request, map[string]string) {
	address, parameters := c.base+op.path, map[string]string{}
	if call.key != nil {
		text := harperKeyText(call.key)
		address = strings.Replace(address, "{"+c.key+"}", harperEscape(text), 1)
		parameters[c.key] = text
	}
	if call.query != nil {
		address += "?" + strings.ReplaceAll(call.query.Encode(), "+", "%20")
	}
	var body io.Reader
	if op.RequestBody != nil {
		body = bytes.NewReader(harperJSON(call.body))
	}
	request, err := http.NewRequest(op.method, address, body)
	if err != nil {
		c.t.Fatal(err)
	}
	request.Header.Set("Accept", "application/json")
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	user, password := harperUser, harperPassword
	if call.user != "" {
		user, password = call.user, call.password
	}
	request.SetBasicAuth(user, password)
	return request, parameters
}

var harperHTTP = &http.Client{Timeout: 30 * time.Second}

func (c *harperClient) send(request *http.Request) harperAnswer {
	response, err := harperHTTP.Do(request)
	if err != nil {
		c.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	answer := harperAnswer{status: response.StatusCode, header: response.Header, text: text}
	if len(text) > 0 {
		answer.value = harperDecode(text)
	}
	return answer
}

// described says why the document does not describe the answer, or nil.
func (c *harperClient) described(op *harperOperation, input *openapi3filter.RequestValidationInput, a harperAnswer) error {
	response := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: a.status, Header: a.header, Options: input.Options,
	}
	response.SetBodyBytes(a.text)
	if err := openapi3filter.ValidateResponse(context.Background(), response); err != nil {
		return err
	}
	stated := op.Responses.Status(a.status).Value
	// Of the words of a refusal for want of rights the document says nothing on purpose.
	wordless := a.status == http.StatusUnauthorized || a.status == http.StatusForbidden
	if len(stated.Content) == 0 && len(a.text) > 0 && !wordless {
		return fmt.Errorf("a body where none is described: %s", a.text)
	}
	return harperHeaders(stated, a)
}

// harperHeaders asks for every header that is described; the key of a new record is the only one.
func harperHeaders(stated *openapi3.Response, a harperAnswer) error {
	for name := range stated.Headers {
		if a.header.Get(name) == "" && a.value != "" {
			return fmt.Errorf("header %s is missing", name)
		}
	}
	return nil
}

func (c *harperClient) count(op *harperOperation, call harperCall, a harperAnswer, fault error) {
	c.tally.Lock()
	defer c.tally.Unlock()
	row := c.tally.rows[op.verb]
	row.calls++
	if a.accepted() {
		row.accepted++
	} else {
		row.refused++
	}
	switch {
	case fault == nil:
		row.described++
		return
	case call.violates && a.status == http.StatusInternalServerError:
		row.told++
		return
	}
	row.undescribed++
	key := fmt.Sprintf("%s %d: %.200s", op.verb, a.status, strings.ReplaceAll(fault.Error(), "\n", " "))
	c.tally.faults[key] = append(c.tally.faults[key], c.say(call)+" -> "+string(a.text))
}

// took notes an input that our document forbids and the server takes.
func (tally *harperTally) took(about, call string) {
	tally.Lock()
	defer tally.Unlock()
	tally.lenient[about] = append(tally.lenient[about], call)
}

// say shows a call in a line.
func (c *harperClient) say(call harperCall) string {
	op := c.operations[call.verb]
	text := op.method + " " + op.path
	if call.key != nil {
		text = strings.Replace(text, "{"+c.key+"}", harperEscape(harperKeyText(call.key)), 1)
	}
	if call.query != nil {
		text += "?" + call.query.Encode()
	}
	if op.RequestBody != nil {
		text += " " + string(harperJSON(call.body))
	}
	if len(text) > 300 {
		text = text[:300] + "…"
	}
	return text
}

// harperEscape encodes a path segment. Dots alone would be taken for folders.
func harperEscape(text string) string { return url.PathEscape(text) }

func harperKeyText(key any) string {
	if text, ok := key.(string); ok {
		return text
	}
	return string(harperJSON(key))
}

func harperJSON(value any) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return []byte(err.Error())
	}
	return bytes.TrimRight(out.Bytes(), "\n")
}

func harperDecode(text []byte) any {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return string(text)
	}
	return value
}

func harperSorted[V any](m map[string]V) []string {
	var keys []string
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

package conformance_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// An exchange is a request as the upstream saw it. Headers are those that a tool sets.
type exchange struct {
	Method, Host, Path string
	Query              url.Values
	Header             map[string]string
	Body               any
}

// An upstream keeps every request and answers from a list, by path.
type upstream struct {
	*httptest.Server
	sync.Mutex
	seen    []exchange
	answers map[string]string
}

func newUpstream(t *testing.T) *upstream {
	t.Helper()
	u := &upstream{answers: map[string]string{}}
	u.Server = httptest.NewServer(u)
	t.Cleanup(u.Close)
	return u
}

// ServeHTTP notes the request.
func (u *upstream) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, _ := io.ReadAll(r.Body)
	seen := exchange{Method: r.Method, Host: r.Host, Path: r.URL.EscapedPath(), Query: r.URL.Query(), Header: map[string]string{}}
	for name := range r.Header {
		switch name {
		case "User-Agent", "Accept-Encoding", "Content-Length":
		default:
			seen.Header[name] = r.Header.Get(name)
		}
	}
	if len(text) > 0 {
		seen.Body = harperDecode(text)
	}
	u.Lock()
	defer u.Unlock()
	u.seen = append(u.seen, seen)
	if answer, ok := u.answers[seen.Path]; ok {
		fmt.Fprint(w, answer)
		return
	}
	fmt.Fprint(w, "{}")
}

// take returns the requests since the last time.
func (u *upstream) take() []exchange {
	u.Lock()
	defer u.Unlock()
	seen := u.seen
	u.seen = nil
	return seen
}

// A redirect sends every request to the upstream, whatever host it is for: nothing leaves the machine.
type redirect struct{ to *upstream }

// RoundTrip keeps the host that the request names as its Host header.
func (r redirect) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.Host = request.URL.Host
	request.URL.Scheme, request.URL.Host = "http", strings.TrimPrefix(r.to.URL, "http://")
	return http.DefaultTransport.RoundTrip(request)
}

// runtimeLists compiles the guardfiles of the folder, and returns the tool lists by surface.
func runtimeLists(t *testing.T) map[string][]byte {
	t.Helper()
	out := t.TempDir()
	text, err := exec.Command(harperCommand(t), "build", "runtime", "--out", out, "--emit", "tools").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	lists := map[string][]byte{}
	for _, name := range []string{"depot", "keys"} {
		lists[name] = harperRead(t, filepath.Join(out, name+".tools.json"))
	}
	return lists
}

// The tool list of a guardfile carries all that a runtime needs: requests that are put together from it, and from
// nothing else, arrive as the file says.
func TestRuntime(t *testing.T) {
	lists := runtimeLists(t)
	up := newUpstream(t)
	client := &http.Client{Transport: redirect{up}}
	depot := newToolRuntime(t, lists["depot"], map[string]string{
		"DEPOT_TOKEN": "secret", "DEPOT_SITE": "site 7", "DEPOT_FEED_URL": "https://feeds.example.com/x?feed=a%2Bb",
	}, client)
	t.Run("requests", func(t *testing.T) { runtimeRequests(t, depot, up) })
	t.Run("refusals", func(t *testing.T) { runtimeRefusals(t, depot, up) })
	t.Run("actions", func(t *testing.T) { runtimeActions(t, depot, up) })
	t.Run("secrets", func(t *testing.T) { runtimeSecrets(t, lists, client, up) })
}

// depotHeaders are those of every request of the depot, with further pairs.
func depotHeaders(more ...string) map[string]string {
	headers := map[string]string{"Authorization": "token secret", "Api-Version": "2031-04-01", "Accept": "application/json"}
	for i := 0; i < len(more); i += 2 {
		headers[more[i]] = more[i+1]
	}
	return headers
}

func arguments(t *testing.T, text string) map[string]any {
	t.Helper()
	value, ok := harperDecode([]byte(text)).(map[string]any)
	if !ok {
		t.Fatalf("no arguments: %s", text)
	}
	return value
}

func runtimeRequests(t *testing.T, depot *toolRuntime, up *upstream) {
	const host, base = "depot.example.com", "/api/v1"
	pins := url.Values{"format": {"short"}, "site": {"site 7"}, "feed": {"a+b"}}
	for _, c := range []struct {
		tool, arguments string
		want            exchange
	}{
		{"get_parcel", `{"owner":"coily","number":12}`,
			exchange{"GET", host, base + "/coily/parcels/12", url.Values{}, depotHeaders(), nil}},
		{"get_parcel", `{"owner":"coily ü+;=@","number":-1,"trace":"a b"}`,
			exchange{"GET", host, base + "/coily%20%C3%BC+%3B=@/parcels/-1", url.Values{}, depotHeaders("X-Trace-Id", "a b"), nil}},
		{"list_parcels", `{"owner":"coily"}`,
			exchange{"GET", host, base + "/coily/parcels", pins, depotHeaders(), nil}},
		{"list_parcels", `{"owner":"coily","state":"a&b=c#d","limit":10,"score":0.5,"open":false,"labels":[1,2],"tags":["x","y z"],"zone":"north"}`,
			exchange{"GET", host, base + "/coily/parcels", joined(pins, url.Values{
				"is": {"a&b=c#d"}, "limit": {"10"}, "score": {"0.5"}, "open": {"false"}, "labels[]": {"1", "2"},
				"tags": {"x", "y z"}, "zone": {"north"},
			}), depotHeaders(), nil}},
		{"create_parcel", `{"owner":"coily","address":"Here 1"}`,
			exchange{"POST", host, base + "/coily/parcels", url.Values{}, depotHeaders("Content-Type", "application/json"),
				arguments(t, `{"ship_to":"Here 1","kind":"parcel","desk":7}`)}},
		{"create_parcel", `{"owner":"coily","address":"","notify":true,"weight":1e3,"tags":[],"sender":{"name":"\u0000"}}`,
			exchange{"POST", host, base + "/coily/parcels", url.Values{"notify": {"true"}}, depotHeaders("Content-Type", "application/json"),
				arguments(t, `{"ship_to":"","weight":1e3,"tags":[],"sender":{"name":"\u0000"},"kind":"parcel","desk":7}`)}},
		{"close_parcel", `{"owner":"coily","number":12}`,
			exchange{"PATCH", host, base + "/coily/parcels/12", url.Values{}, depotHeaders("Content-Type", "application/json"),
				arguments(t, `{"state":"closed"}`)}},
		{"delete_parcel", `{"owner":"coily","number":12}`,
			exchange{"DELETE", host, base + "/coily/parcels/12", url.Values{}, depotHeaders(), nil}},
		{"get_file", `{"filepath":"a/../b?c#d%2f"}`,
			exchange{"GET", host, base + "/files/a%2F..%2Fb%3Fc%23d%252f", url.Values{}, depotHeaders("Accept", "*/*"), nil}},
	} {
		if _, err := depot.call(c.tool, arguments(t, c.arguments)); err != nil {
			t.Errorf("%s %s: %v", c.tool, c.arguments, err)
		}
		if diff := cmp.Diff([]exchange{c.want}, up.take()); diff != "" {
			t.Errorf("%s %s (-want +got): %s", c.tool, c.arguments, diff)
		}
	}
}

func joined(all ...url.Values) url.Values {
	sum := url.Values{}
	for _, values := range all {
		for name, list := range values {
			sum[name] = list
		}
	}
	return sum
}

// What a schema does not admit is refused before a request is made.
func runtimeRefusals(t *testing.T, depot *toolRuntime, up *upstream) {
	for _, owner := range []string{
		"other", "acoily", "Coily", "", ".", "..", "coily/x", "coily/../other", "../coily", "coily%2f..", "coily%2Fother",
		"coily?x", "coily#x", "coily%",
	} {
		for tool, rest := range map[string]string{
			"get_parcel": `"number":1`, "list_parcels": `"limit":1`, "create_parcel": `"address":"x"`, "close_parcel": `"number":1`,
			"delete_parcel": `"number":1`, "view_sender-of-parcel": `"number":1`, "close_seen-parcel": "",
		} {
			given := arguments(t, "{"+rest+"}")
			given["owner"] = owner
			wantRefused(t, depot, tool, given)
		}
	}
	for _, login := range []string{"", ".", "..", "a/b", "%2e%2e", "a%2fb", "a?b", "a#b"} {
		wantRefused(t, depot, "get_sender", map[string]any{"login": login})
	}
	for tool, text := range map[string]string{
		"get_parcel":    `{"owner":"coily","number":"12"}`,
		"list_parcels":  `{"owner":"coily","zone":"west"}`,
		"create_parcel": `{"owner":"coily"}`,
		"close_parcel":  `{"owner":"coily","number":1,"state":"open"}`,
		"delete_parcel": `{"owner":"coily"}`,
		"get_file":      `{"filepath":"a","site":"x"}`,
	} {
		wantRefused(t, depot, tool, arguments(t, text))
	}
	wantRefused(t, depot, "delete_everything", nil)
	if seen := up.take(); len(seen) > 0 {
		t.Errorf("requests were made: %v", seen)
	}
}

func wantRefused(t *testing.T, depot *toolRuntime, tool string, given map[string]any) {
	t.Helper()
	if _, err := depot.call(tool, given); !errors.Is(err, errRefused) {
		t.Errorf("%s %s is not refused: %v", tool, harperJSON(given), err)
	}
}

// Actions make their calls in order and reach into earlier results.
func runtimeActions(t *testing.T, depot *toolRuntime, up *upstream) {
	up.answers["/api/v1/coily/parcels/12"] = `{"number":12,"sender":{"login":"ann e"}}`
	up.answers["/api/v1/senders/ann%20e"] = `{"login":"ann e"}`
	result, err := depot.call("view_sender-of-parcel", arguments(t, `{"owner":"coily","number":12}`))
	if err != nil {
		t.Fatal(err)
	}
	want := arguments(t, `{"parcel":{"number":12,"sender":{"login":"ann e"}},"sender":{"login":"ann e"}}`)
	if diff := cmp.Diff(any(want), result); diff != "" {
		t.Errorf("result (-want +got): %s", diff)
	}
	wantPaths(t, up, "GET /api/v1/coily/parcels/12", "GET /api/v1/senders/ann%20e")

	if _, err := depot.call("close_seen-parcel", arguments(t, `{"owner":"coily"}`)); err != nil {
		t.Fatal(err)
	}
	seen := wantPaths(t, up, "GET /api/v1/coily/parcels", "PATCH /api/v1/coily/parcels/12")
	if got := seen[0].Query; got.Get("open") != "true" || got.Get("limit") != "1" || got.Get("is") != "seen" {
		t.Errorf("constants do not arrive: %v", got)
	}

	// A result goes through the schema of the tool that takes it, like any argument.
	up.answers["/api/v1/coily/parcels/13"] = `{"number":13,"sender":{"login":"../admin"}}`
	if _, err := depot.call("view_sender-of-parcel", arguments(t, `{"owner":"coily","number":13}`)); !errors.Is(err, errRefused) {
		t.Errorf("a result that leads elsewhere is not refused: %v", err)
	}
	wantPaths(t, up, "GET /api/v1/coily/parcels/13")
}

func wantPaths(t *testing.T, up *upstream, want ...string) []exchange {
	t.Helper()
	seen := up.take()
	var got []string
	for _, e := range seen {
		got = append(got, e.Method+" "+e.Path)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("requests (-want +got): %s", diff)
	}
	return seen
}

// Secrets come from where the list says, several together, the first that is there; none of them is in the list.
func runtimeSecrets(t *testing.T, lists map[string][]byte, client *http.Client, up *upstream) {
	environment := map[string]string{"DEPOT_FALLBACK": "second", "DEPOT_URL": "https://env.example.com/v9", "DEPOT_APP": "app", "DEPOT_KEY": "k&y"}
	depot := newToolRuntime(t, lists["depot"], environment, client)
	if _, err := depot.call("get_sender", map[string]any{"login": "ann"}); err != nil {
		t.Fatal(err)
	}
	if got := up.take()[0].Header["Authorization"]; got != "token second" {
		t.Errorf("the fallback is not sent: %q", got)
	}
	keys := newToolRuntime(t, lists["keys"], environment, client)
	if _, err := keys.call("list_hours", map[string]any{"day": "1"}); err != nil {
		t.Fatal(err)
	}
	want := exchange{"GET", "env.example.com", "/v9/hours", url.Values{"day": {"1"}, "app_id": {"app"}, "key": {"k&y"}},
		map[string]string{"Accept": "application/json"}, nil}
	if diff := cmp.Diff([]exchange{want}, up.take()); diff != "" {
		t.Errorf("list_hours (-want +got): %s", diff)
	}
	nothing := newToolRuntime(t, lists["keys"], nil, client)
	if _, err := nothing.call("list_hours", nil); err == nil || len(up.take()) > 0 {
		t.Errorf("without secrets a request is made: %v", err)
	}
}

// Every tool of every guardfile that we know can be carried out: all inputs arrive, in a request without blanks.
func TestRuntimeGoldens(t *testing.T) {
	files, err := filepath.Glob("../guardfile/*/*.tools.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no tool lists: %v", err)
	}
	up := newUpstream(t)
	for _, file := range files {
		list := harperRead(t, file)
		runtime := newToolRuntime(t, list, runtimeEnvironment(list), &http.Client{Transport: redirect{up}})
		for name, tool := range runtime.tools {
			if tool.Meta.Request == nil {
				continue
			}
			tool.Meta.Request.Auth = nil // secrets that are no variables: TestRuntime
			t.Run(filepath.Base(filepath.Dir(file))+"/"+name, func(t *testing.T) { everyInput(t, runtime, tool, up) })
		}
	}
}

// runtimeEnvironment gives a variable that an address may be named by.
func runtimeEnvironment(list []byte) map[string]string {
	var tools struct {
		Tools []struct {
			Meta struct {
				Request struct{ URL string } `json:"schemac/request"`
			} `json:"_meta"`
		}
	}
	_ = json.Unmarshal(list, &tools) // newToolRuntime reports
	environment := map[string]string{}
	for _, tool := range tools.Tools {
		if name, _, found := strings.Cut(strings.TrimPrefix(tool.Meta.Request.URL, "{"), "}"); found {
			environment[name] = "https://variable.example.com"
		}
	}
	return environment
}

// everyInput gives each input a place, and a place only to inputs.
func everyInput(t *testing.T, runtime *toolRuntime, tool *runtimeTool, up *upstream) {
	request := tool.Meta.Request
	placed := map[string]bool{}
	for _, places := range []map[string]runtimePlace{request.Path, request.Query, request.Header, request.Body} {
		for name := range places {
			placed[name] = true
		}
	}
	inputs := map[string]bool{}
	for name := range tool.input.Properties {
		inputs[name] = true
	}
	if diff := cmp.Diff(inputs, placed); diff != "" {
		t.Errorf("inputs and places differ (-inputs +places): %s", diff)
	}
	given := map[string]any{}
	for name := range request.Path {
		given[name] = "x"
	}
	made, err := runtime.assemble(request, given)
	if err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(made.URL.String(), "{}") || made.URL.Host == "" || made.Method == "" {
		t.Errorf("%s %s is no request", made.Method, made.URL)
	}
	if _, err := runtime.send(made); err != nil {
		t.Error(err)
	}
	up.take()
}

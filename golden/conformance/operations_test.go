package conformance_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const (
	operationsFixture = "../../fixtures/real/harper-operations"
	operationsRecord  = "harper/operations.json"
	// operationsPatience bounds the wait for a job, for metrics, and for a server that restarts.
	operationsPatience = 2 * time.Minute
)

// An operationRecord is what a server was seen to answer to an operation.
type operationRecord struct {
	Operation string `json:"operation"`
	// Exists is false when the server says that it has no such operation.
	Exists bool `json:"exists"`
	// Valid and Second are the answers to a call with good arguments, and to the same call again.
	Valid  operationAnswer `json:"valid"`
	Second operationAnswer `json:"second"`
	// Same says that both are, apart from times, identifiers and tokens; of what only reads, their short forms.
	Same bool `json:"same"`
	// Changes are the parts of the server's state that the two calls changed.
	Changes []string `json:"changes"`
	// Missing are calls without one argument, Wrong those with one of another type.
	Missing []operationRefusal `json:"missing"`
	Wrong   []operationRefusal `json:"wrong"`
}

// An operationAnswer is a status and the short form of a body.
type operationAnswer struct {
	Status int    `json:"status"`
	Answer string `json:"answer"`
	// whole is the body without what differs from call to call.
	whole string
}

// An operationRefusal is an answer to a call whose fault is one argument.
type operationRefusal struct {
	Argument string `json:"argument"`
	operationAnswer
}

// failed reports whether the server did not do what was asked: it said so at once, or its job did.
func (a operationAnswer) failed() bool {
	return a.Status >= 300 || strings.HasPrefix(a.Answer, "job ERROR")
}

// Each tool of the operations' guardfiles is called on a real server with the requests that its list describes; what the
// server answers is what the record says, and so what docs/operations.md says.
func TestHarperOperations(t *testing.T) {
	if os.Getenv("SCHEMAC_HARPER") == "" {
		t.Skip("skipped: run make conformance-harper")
	}
	t.Parallel()
	files := newOperationFiles(t)
	first := newOperationTrial(t, files)
	var second *operationTrial
	var got []operationRecord
	for _, c := range operationCases {
		trial := first
		if c.restarts {
			if second == nil {
				second = newOperationTrial(t, files, "NODE_OPTIONS=--require "+operationGuard(t), "HARPER_TEST_PROCESS="+strconv.Itoa(os.Getpid()))
				second.endAfterRestart()
			}
			trial = second
		}
		got = append(got, trial.try(c))
	}
	first.surprises()
	if *update {
		harperWrite(t, operationsRecord, operationJSON(t, got))
		return
	}
	want := readOperations(t)
	for i, record := range got {
		if i >= len(want) {
			t.Fatalf("%s has %d operations, and %d were tried; run make conformance-harper UPDATE=1", operationsRecord, len(want), len(got))
		}
		if diff := cmp.Diff(operationJSON(t, want[i:i+1]), operationJSON(t, []operationRecord{record})); diff != "" {
			t.Errorf("%s (-record +server): %s", record.Operation, diff)
		}
	}
}

func operationJSON(t *testing.T, records []operationRecord) []byte {
	t.Helper()
	text, err := json.MarshalIndent(records, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(text, '\n')
}

func readOperations(t *testing.T) []operationRecord {
	t.Helper()
	var records []operationRecord
	if err := json.Unmarshal(harperRead(t, operationsRecord), &records); err != nil {
		t.Fatal(err)
	}
	return records
}

func operationGuard(t *testing.T) string {
	t.Helper()
	guard, err := filepath.Abs(filepath.Join(harperFolder, "guard.js"))
	if err != nil {
		t.Fatal(err)
	}
	return guard
}

// operationFiles are what bulk operations load from and store into: a folder, and a server that has a CSV file under
// every address and takes whatever is stored, as a bucket would.
type operationFiles struct{ folder, file, url string }

func newOperationFiles(t *testing.T) operationFiles {
	t.Helper()
	const dogs = "id,name\nd1,Dot\n"
	folder := t.TempDir()
	file := filepath.Join(folder, "dogs.csv")
	harperWrite(t, file, []byte(dogs))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if r.Method == http.MethodGet {
			w.Header().Set("Content-Type", "text/csv")
			fmt.Fprint(w, dogs)
			return
		}
		w.Header().Set("ETag", `"stored"`)
	}))
	t.Cleanup(server.Close)
	return operationFiles{folder, file, server.URL}
}

// An operationTrial is a server and the tools that it is called with.
type operationTrial struct {
	t       *testing.T
	server  *harperServer
	runtime *toolRuntime
	plain   *strings.Replacer // takes out of answers what differs from run to run
	saved   map[string]string
}

func newOperationTrial(t *testing.T, files operationFiles, environment ...string) *operationTrial {
	t.Helper()
	out := t.TempDir()
	text, err := exec.Command(harperCommand(t), "build", operationsFixture, "--out", out, "--emit", "tools", "-q").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	server := startHarper(t, nil, append(environment, "AWS_ENDPOINT_URL="+files.url, "AWS_EC2_METADATA_DISABLED=true")...)
	trial := &operationTrial{
		t: t, server: server,
		runtime: newToolRuntime(t, harperRead(t, filepath.Join(out, "harper-operators.tools.json")), map[string]string{
			"HARPER_OPERATIONS_URL":   server.operations,
			"HARPER_OPERATIONS_BASIC": base64.StdEncoding.EncodeToString([]byte(harperUser + ":" + harperPassword)),
		}, harperHTTP),
		plain: strings.NewReplacer(files.url, "URL", files.folder, "FOLDER", server.root, "ROOT"),
		saved: map[string]string{"folder": files.folder, "file": files.file, "url": files.url},
	}
	for _, body := range operationSetup {
		trial.raw(body)
	}
	return trial
}

// endAfterRestart ends the process that a restarted server runs in, which is none that the test has started.
func (o *operationTrial) endAfterRestart() {
	o.t.Cleanup(func() {
		text, err := os.ReadFile(filepath.Join(o.server.root, "hdb.pid"))
		if err != nil {
			return
		}
		id, err := strconv.Atoi(strings.TrimSpace(string(text)))
		if err != nil || id == os.Getpid() {
			return
		}
		if process, err := os.FindProcess(id); err == nil {
			_ = process.Kill()
			for range 50 {
				if process.Signal(syscall.Signal(0)) != nil {
					return
				}
				time.Sleep(100 * time.Millisecond)
			}
		}
	})
}

// try makes every call of a case.
func (o *operationTrial) try(c operationCase) operationRecord {
	o.t.Helper()
	for _, body := range c.setup {
		o.raw(body)
	}
	tool := o.runtime.tools[c.operation]
	if tool == nil {
		o.t.Fatalf("no tool is called %s", c.operation)
	}
	given := o.arguments(c)
	if err := tool.input.Validate(harperDecode(harperJSON(given))); err != nil {
		o.t.Errorf("%s: the schema refuses a valid call: %v", c.operation, err)
	}
	before := o.state()
	record := operationRecord{Operation: c.operation, Changes: []string{}, Missing: []operationRefusal{}, Wrong: []operationRefusal{}}
	record.Valid = o.call(tool, given, c)
	for wait := time.Now(); c.patient && len(record.Valid.whole) <= 2 && time.Since(wait) < operationsPatience; time.Sleep(time.Second) {
		record.Valid = o.call(tool, given, c)
	}
	record.Exists = !strings.HasSuffix(record.Valid.Answer, "not found") || !strings.HasPrefix(record.Valid.Answer, "Operation ")
	record.Second = o.call(tool, given, c)
	record.Same = record.Valid.Status == record.Second.Status && record.Valid.Answer == record.Second.Answer &&
		(tool.readOnly() || record.Valid.whole == record.Second.whole)
	after := o.state()
	for _, part := range slices.Sorted(maps.Keys(after)) {
		if before[part] != after[part] {
			record.Changes = append(record.Changes, part)
		}
	}
	if record.Exists {
		o.refusals(c, tool, given, &record)
	}
	return record
}

// refusals makes the calls that have a fault.
func (o *operationTrial) refusals(c operationCase, tool *runtimeTool, given map[string]any, record *operationRecord) {
	var needs []string // one of several must be given, which the schema cannot say
	for _, name := range c.either {
		if given[name] != nil {
			needs = append(needs, name)
		}
	}
	for _, name := range slices.Concat(tool.input.Required, needs) {
		without := maps.Clone(given)
		delete(without, name)
		if err := tool.input.Validate(harperDecode(harperJSON(without))); (err == nil) != slices.Contains(needs, name) {
			o.t.Errorf("%s without %s: %v", c.operation, name, err)
		}
		record.Missing = append(record.Missing, o.refusal(c, tool, without, name))
	}
	for _, name := range slices.Sorted(maps.Keys(tool.input.Properties)) {
		wrong := maps.Clone(given)
		if slices.Contains(c.either, name) {
			for _, other := range c.either {
				delete(wrong, other)
			}
		}
		wrong[name] = "x"
		if slices.Contains(tool.input.Properties[name].Types.ToStrings(), "string") {
			wrong[name] = 7
		}
		if tool.input.Validate(harperDecode(harperJSON(wrong))) == nil {
			o.t.Errorf("%s: the schema takes %v as %s", c.operation, wrong[name], name)
		}
		record.Wrong = append(record.Wrong, o.refusal(c, tool, wrong, name))
	}
}

// refusal makes a call whose fault is one argument.
func (o *operationTrial) refusal(c operationCase, tool *runtimeTool, given map[string]any, name string) operationRefusal {
	for _, body := range c.again {
		o.raw(body)
	}
	return operationRefusal{name, o.call(tool, given, c)}
}

func (o *operationTrial) arguments(c operationCase) map[string]any {
	text := c.arguments
	for name, value := range o.saved {
		text = strings.ReplaceAll(text, "{{"+name+"}}", value)
	}
	return arguments(o.t, text)
}

// call makes a request from what the list says, and waits for the job that it starts, and for the server to be back. Its
// schema is not asked: a fault must reach the server.
func (o *operationTrial) call(tool *runtimeTool, given map[string]any, c operationCase) operationAnswer {
	o.t.Helper()
	request, err := o.runtime.assemble(tool.Meta.Request, given)
	if err != nil {
		o.t.Fatal(err)
	}
	status, media, body, err := o.send(request)
	if err != nil {
		o.t.Fatalf("%s: %v", c.operation, err)
	}
	if c.restarts && status < 300 {
		o.await()
	}
	if job := memberText(body, "job_id"); job != "" {
		body = o.job(job)
	}
	return o.answer(status, media, body)
}

func (o *operationTrial) send(request *http.Request) (status int, media string, body any, err error) {
	response, err := harperHTTP.Do(request)
	if err != nil {
		return 0, "", nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, "", nil, err
	}
	media, _, _ = strings.Cut(response.Header.Get("Content-Type"), ";")
	if media == "application/json" {
		body = harperDecode(text)
	}
	return response.StatusCode, media, body, nil
}

// raw makes a request that no tool describes, and keeps what the answer calls by a name.
func (o *operationTrial) raw(body string) any {
	o.t.Helper()
	answer, err := o.ask(body)
	if err != nil {
		o.t.Fatalf("%s: %v", body, err)
	}
	if members, ok := answer.(map[string]any); ok {
		for name, value := range members {
			if text, ok := value.(string); ok {
				o.saved[name] = text
			}
		}
		if job := memberText(answer, "job_id"); job != "" {
			o.job(job)
		}
	}
	return answer
}

func (o *operationTrial) ask(body string) (any, error) {
	_, answer, err := o.exchange(body)
	return answer, err
}

func (o *operationTrial) exchange(body string) (status int, answer any, err error) {
	request, err := http.NewRequest(http.MethodPost, o.server.operations+"/", strings.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.SetBasicAuth(harperUser, harperPassword)
	status, _, answer, err = o.send(request)
	return status, answer, err
}

// surprises: what the descriptions warn of is so.
func (o *operationTrial) surprises() {
	for _, s := range operationSurprises {
		status, answer, err := o.exchange(s.body)
		if err != nil {
			o.t.Fatalf("%s: %v", s.body, err)
		}
		if text := string(harperJSON(answer)); status != s.status || !strings.Contains(text, s.answer) {
			o.t.Errorf("%s: %s -> %d %.300s, want %d and %q", s.about, s.body, status, text, s.status, s.answer)
		}
	}
}

// job waits for a job to end and returns it, or nil.
func (o *operationTrial) job(id string) any {
	for wait := time.Now(); time.Since(wait) < operationsPatience; time.Sleep(200 * time.Millisecond) {
		answer, err := o.ask(`{"operation":"get_job","id":"` + id + `"}`)
		list, ok := answer.([]any)
		if err != nil || !ok || len(list) != 1 {
			continue // it restarts, or has not written the job yet
		}
		if status := memberText(list[0], "status"); status == "COMPLETE" || status == "ERROR" {
			return list[0]
		}
	}
	o.t.Errorf("job %s does not end", id)
	return nil
}

// await returns when the server has been away and is back, or was not away for some time.
func (o *operationTrial) await() {
	away, up := false, 0
	for wait := time.Now(); time.Since(wait) < operationsPatience; time.Sleep(500 * time.Millisecond) {
		_, err := o.ask(`{"operation":"user_info"}`)
		away, up = away || err != nil, up+1
		if err != nil {
			up = 0
		}
		if away && up > 4 || up > 30 {
			return
		}
	}
	o.t.Errorf("the server does not come back")
}

// state is a fingerprint of the server by parts.
func (o *operationTrial) state() map[string]string {
	parts := map[string]string{}
	for part, operation := range map[string]string{
		"tables": "describe_all", "users": "list_users", "roles": "list_roles", "configuration": "get_configuration",
	} {
		parts[part] = o.part(`{"operation":"` + operation + `"}`)
	}
	parts["records"] = o.part(`{"operation":"search_by_value",` + dogTable + `,"attribute":"id","value":"*"}`)
	parts["history"] = o.part(`{"operation":"read_transaction_log",`+dogTable+`}`) + o.part(`{"operation":"read_transaction_log",`+oldTable+`}`)
	return parts
}

// part is what the server answers, without sizes and in one order.
func (o *operationTrial) part(body string) string {
	o.t.Helper()
	answer, err := o.ask(body)
	if err != nil {
		o.t.Fatalf("%s: %v", body, err)
	}
	return string(harperJSON(steady(answer)))
}

// steady takes out sizes, which the server changes by itself, and sorts lists, whose order a restart changes.
func steady(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for _, name := range []string{"db_size", "table_size", "db_audit_size"} {
			delete(value, name)
		}
		for name, member := range value {
			value[name] = steady(member)
		}
	case []any:
		for i, element := range value {
			value[i] = steady(element)
		}
		slices.SortFunc(value, func(a, b any) int { return bytes.Compare(harperJSON(a), harperJSON(b)) })
	}
	return value
}

// Package conformance_test holds what schemac writes against programs that others wrote.
package conformance_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"time"
)

// Every answer of a real server is one that our OpenAPI document describes, what the document allows is accepted, what
// it forbids is refused, and the hints of the tools hold. The few places where the server differs are listed below,
// in docs/harper.md and nowhere else.
func TestHarper(t *testing.T) {
	if os.Getenv("SCHEMAC_HARPER") == "" {
		t.Skip("skipped: run make conformance-harper")
	}
	t.Parallel() // beside the operations: both wait for servers most of the time
	began := time.Now()
	folders, err := filepath.Glob(filepath.Join(harperFixtures, "*"))
	if err != nil || len(folders) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	schemas := map[string][]byte{"disagreements.graphql": harperRead(t, filepath.Join(harperFolder, "disagreements.graphql"))}
	for _, folder := range folders {
		schemas[filepath.Base(folder)+".graphql"] = harperRead(t, filepath.Join(folder, "schema.graphql"))
	}
	command := harperCommand(t)
	server := startHarper(t, schemas)
	ready := time.Since(began)
	server.addNobody(t)
	tally := newHarperTally()
	t.Run("tables", func(t *testing.T) {
		for _, folder := range folders {
			for _, resource := range harperCompile(t, command, folder) {
				t.Run(filepath.Base(folder)+"/"+resource.name, func(t *testing.T) {
					t.Parallel()
					run := &harperScenario{harperClient: &harperClient{resource, t, server.rest, tally}}
					run.all()
				})
			}
		}
	})
	t.Run("disagreements", func(t *testing.T) { server.disagreements(t) })
	tally.report(t)
	t.Logf("server ready after %.1f s, all done after %.1f s", ready.Seconds(), time.Since(began).Seconds())
}

// report prints the table and fails for answers that no document describes.
func (tally *harperTally) report(t *testing.T) {
	t.Logf("answers of the server held against our document:\n%s", tally)
	for _, key := range harperSorted(tally.faults) {
		calls := tally.faults[key]
		t.Errorf("undescribed, %d times: %s\n  such as %.400s", len(calls), key, calls[0])
	}
	for _, key := range harperSorted(tally.lenient) {
		calls := tally.lenient[key]
		if _, known := harperLenient[key]; known {
			t.Logf("the server takes what we forbid, %d times: %s", len(calls), key)
			continue
		}
		t.Errorf("the server takes what we forbid, %d times: %s\n  such as %.400s", len(calls), key, calls[0])
	}
}

func harperCommand(t *testing.T) string {
	t.Helper()
	command := filepath.Join(t.TempDir(), "schemac")
	if runtime.GOOS == "windows" {
		command += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", command, "../../cmd/schemac").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return command
}

// addNobody makes a user that may do nothing.
func (s *harperServer) addNobody(t *testing.T) {
	t.Helper()
	for _, operation := range []map[string]any{
		{"operation": "add_role", "role": "nobody", "permission": map[string]any{"super_user": false}},
		{"operation": "add_user", "role": "nobody", "username": "nobody", "password": "nobody", "active": true},
	} {
		request, err := http.NewRequest("POST", s.operations+"/", bytes.NewReader(harperJSON(operation)))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/json")
		request.SetBasicAuth(harperUser, harperPassword)
		response, err := harperHTTP.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusOK {
			t.Fatalf("%v: %s", operation, response.Status)
		}
	}
}

// A harperScenario is what is done with one table.
type harperScenario struct {
	*harperClient
	keys int
}

func (s *harperScenario) all() {
	s.names()
	s.empty()
	s.creates()
	s.boundaries()
	s.violations()
	s.updates()
	s.patches()
	s.deletes()
	s.searches()
	s.credentials()
	s.hardKeys()
}

// names: both documents call everything the same.
func (s *harperScenario) names() {
	for verb, op := range s.operations {
		tool := s.tools[verb]
		if tool == nil {
			s.t.Errorf("no tool is called %s", op.name)
			continue
		}
		want := s.inputs(op)
		if verb == "search" {
			for _, p := range op.parameters("query") {
				if !slices.Contains(tool.attributes, p.Name) {
					s.t.Errorf("%s does not name the parameter %s", op.name, p.Name)
				}
			}
			continue
		}
		slices.Sort(want)
		if !slices.Equal(want, tool.properties) {
			s.t.Errorf("%s: OpenAPI takes %v, the tool %v", op.name, want, tool.properties)
		}
	}
}

// inputs are the names of everything that the operation takes.
func (s *harperScenario) inputs(op *harperOperation) []string {
	var names []string
	for _, p := range op.parameters("path") {
		names = append(names, p.Name)
	}
	if op.RequestBody != nil {
		names = append(names, harperNames(op.body())...)
	}
	return names
}

// newKey returns a key that no record has.
func (s *harperScenario) newKey() any {
	s.keys++
	switch kind := harperKind(s.keySchema); kind {
	case "string", "any":
		return fmt.Sprintf("key-%d", s.keys)
	default:
		return harperValid(s.keySchema, true, 100+s.keys)
	}
}

// body returns a valid body for the verb.
func (s *harperScenario) body(verb string, key any, full bool, n int) map[string]any {
	body := harperValid(s.operations[verb].body(), full, n).(map[string]any)
	if verb == "create" && s.keyed {
		delete(body, s.key)
		if key != nil {
			body[s.key] = key
		}
	}
	if verb == "update" && s.keyMust {
		body[s.key] = key // see keyInBody
	}
	return body
}

// empty: nothing is there yet.
func (s *harperScenario) empty() {
	s.want(harperCall{verb: "search"}, 200)
	for _, verb := range []string{"get", "delete"} {
		s.want(harperCall{verb: verb, key: s.newKey()}, map[string]int{"get": 404, "delete": 200}[verb])
	}
}

// want makes a call and asks for a status.
func (s *harperScenario) want(call harperCall, status int) harperAnswer {
	s.t.Helper()
	answer := s.call(call)
	if answer.status != status {
		s.t.Errorf("%s: want %d, got %d %.300s", s.say(call), status, answer.status, answer.text)
	}
	return answer
}

// create makes a record that must be accepted, and returns its key.
func (s *harperScenario) create(body map[string]any) any {
	s.t.Helper()
	answer := s.want(harperCall{verb: "create", body: body}, 201)
	if !answer.accepted() {
		return nil
	}
	if want, sent := body[s.key]; s.keyed && sent && want != nil && !harperSame(want, answer.value) {
		s.t.Errorf("created %v, got key %s", want, answer.text)
	}
	return answer.value
}

// creates: the smallest and the largest input are accepted; a key is taken once.
func (s *harperScenario) creates() {
	for _, full := range []bool{false, true} {
		key := s.newKey()
		body := s.body("create", key, full, 3)
		s.argument("create", body)
		made := s.create(body)
		s.read(made, body)
		if s.keyed {
			s.want(harperCall{verb: "create", body: body}, 409)
		}
		s.remove(made)
	}
	if s.keyed {
		s.keyLeftOut()
	}
}

// keyLeftOut: the server makes a key, unless the key is declared with an exclamation mark (docs/harper.md).
func (s *harperScenario) keyLeftOut() {
	body := s.body("create", nil, false, 4)
	if s.keyMust {
		s.want(harperCall{verb: "create", body: body}, 400)
		update := s.body("update", s.newKey(), false, 4)
		delete(update, s.key)
		s.want(harperCall{verb: "update", key: s.newKey(), body: update}, 400)
		return
	}
	made := s.create(body)
	s.read(made, body)
	s.remove(made)
}

// argument holds an input to the tool's schema, which has neither null nor further members.
func (s *harperScenario) argument(verb string, arguments map[string]any) {
	s.t.Helper()
	if err := s.tools[verb].input.Validate(arguments); err != nil {
		s.t.Errorf("%s does not take %s: %v", s.operations[verb].name, harperJSON(arguments), err)
	}
}

// read gets a record: it is what was sent, and what the tool promises.
func (s *harperScenario) read(key any, sent map[string]any) map[string]any {
	s.t.Helper()
	answer := s.want(harperCall{verb: "get", key: key}, 200)
	record, _ := answer.value.(map[string]any)
	for name, value := range sent {
		if !s.stored(name, value, record[name]) {
			s.t.Errorf("%s: sent %s %s, got %s", s.name, name, harperJSON(value), harperJSON(record[name]))
		}
	}
	for _, verb := range []string{"get", "create", "update", "patch"} {
		if err := s.tools[verb].output.Validate(s.declared(record, sent)); err != nil {
			s.t.Errorf("%s does not promise %.300s: %v", s.operations[verb].name, answer.text, err)
		}
	}
	return record
}

// declared leaves out the members that a call added to the declared ones.
func (s *harperScenario) declared(record, sent map[string]any) map[string]any {
	record = maps.Clone(record)
	if _, extra := sent[harperExtra]; extra {
		delete(record, harperExtra)
	}
	return record
}

// stored reports whether a value came back as it was sent; bytes come back as an object of a buffer.
func (s *harperScenario) stored(name string, sent, got any) bool {
	p := s.operations["create"].body().Properties[name]
	return harperSame(sent, got) || sent == nil && s.key == name || p != nil && harperHoldsBytes(got)
}

func harperHoldsBytes(got any) bool {
	return bytes.Contains(harperJSON(got), []byte(`"type":"Buffer"`))
}

// harperSame compares values as JSON means them: numbers by value, dates by moment.
func harperSame(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		b, ok := b.(json.Number)
		return ok && harperRat(a).Cmp(harperRat(b)) == 0
	case string:
		text, ok := b.(string)
		return ok && (a == text || harperMoment(a, text))
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for name := range a {
			if !harperSame(a[name], b[name]) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, harperSame)
	}
	return reflect.DeepEqual(a, b)
}

func harperRat(n json.Number) *big.Rat {
	value, ok := new(big.Rat).SetString(n.String())
	if !ok {
		return new(big.Rat)
	}
	return value
}

func harperMoment(a, b string) bool {
	x, err := time.Parse(time.RFC3339Nano, a)
	y, other := time.Parse(time.RFC3339Nano, b)
	return err == nil && other == nil && x.Truncate(time.Millisecond).Equal(y.Truncate(time.Millisecond))
}

// remove deletes a record.
func (s *harperScenario) remove(key any) {
	if key != nil && key != "" {
		s.want(harperCall{verb: "delete", key: key}, 200)
	}
}

// boundaries: each property at the edges of what our schema admits, in all three bodies.
func (s *harperScenario) boundaries() {
	schema := s.operations["create"].body()
	for _, name := range harperNames(schema) {
		if name == s.key && s.keyed {
			continue // hardKeys
		}
		for _, edge := range harperBoundaries(schema.Properties[name].Value) {
			if s.refuses(name, edge) {
				s.refusedEdge(name, edge)
			} else {
				s.edge(name, edge)
			}
		}
	}
}

// edge: a value that all three bodies allow comes back.
func (s *harperScenario) edge(name string, edge harperValue) {
	body := s.body("create", s.newKey(), false, 5)
	body[name] = edge.value
	made := s.create(body)
	if made == nil {
		return
	}
	s.read(made, body)
	update := s.body("update", made, false, 5)
	update[name] = edge.value
	s.want(harperCall{verb: "update", key: made, body: update}, 204)
	s.want(harperCall{verb: "patch", key: made, body: map[string]any{name: edge.value}}, 204)
	s.read(made, body)
	s.remove(made)
}

// refuses reports whether the server is known to refuse a value that our document allows.
func (s *harperScenario) refuses(name string, edge harperValue) bool {
	schema := s.operations["create"].body()
	about := harperKind(schema.Properties[name].Value) + " " + edge.about
	if slices.Contains(schema.Required, name) && harperRefused["required "+about] != "" {
		return true
	}
	return harperRefused[about] != ""
}

// refusedEdge: a value that our document allows and the server refuses (docs/harper.md).
func (s *harperScenario) refusedEdge(name string, edge harperValue) {
	body := s.body("create", s.newKey(), false, 5)
	body[name] = edge.value
	s.want(harperCall{verb: "create", body: body}, 400)
}

// harperExtra is a member that no fixture declares.
const harperExtra = "undeclared"

// violations: each required member left out, each type violated, a member that is not declared.
func (s *harperScenario) violations() {
	for _, verb := range []string{"create", "update", "patch"} {
		schema := s.operations[verb].body()
		for _, name := range schema.Required {
			body := s.body(verb, s.newKey(), true, 6)
			delete(body, name)
			s.forbidden(verb, body, "required left out")
		}
		for _, name := range harperNames(schema) {
			for _, wrong := range harperViolations(schema.Properties[name].Value) {
				body := s.body(verb, s.newKey(), false, 6)
				body[name] = wrong.value
				s.forbidden(verb, body, harperKind(schema.Properties[name].Value)+" <- "+wrong.about)
			}
		}
		s.extra(verb)
	}
	s.wrongKeys()
}

// extra: only a sealed table refuses what it does not declare.
func (s *harperScenario) extra(verb string) {
	key := s.newKey()
	body := s.body(verb, key, false, 6)
	body[harperExtra] = "kept"
	if has := s.operations[verb].body().AdditionalProperties.Has; has != nil && !*has {
		s.forbidden(verb, body, "sealed <- an extra member")
		return
	}
	if verb == "create" {
		key = s.create(body)
	} else {
		s.want(harperCall{verb: "update", key: key, body: s.body("update", key, false, 6)}, 204)
		s.want(harperCall{verb: verb, key: key, body: body}, 204)
	}
	s.read(key, body)
	s.remove(key)
}

// forbidden makes a call that our document does not allow; one that is accepted is noted.
func (s *harperScenario) forbidden(verb string, body map[string]any, about string) {
	call := harperCall{verb: verb, body: body, violates: true}
	if verb != "create" {
		call.key = s.newKey()
		if s.keyMust && verb == "update" {
			body[s.key] = call.key
		}
		if verb == "patch" {
			s.want(harperCall{verb: "update", key: call.key, body: s.body("update", call.key, false, 6)}, 204)
		}
	}
	answer := s.call(call)
	if answer.accepted() {
		s.tally.took(about, s.say(call))
	}
	if verb == "create" && answer.accepted() {
		call.key = answer.value
	}
	if text, ok := call.key.(string); call.key != nil && (!ok || text != "") {
		s.call(harperCall{verb: "delete", key: call.key, violates: s.wrongKey(call.key)})
	}
}

// wrongKey reports whether a key is not of the type that the path takes.
func (s *harperScenario) wrongKey(key any) bool {
	kind := harperKind(s.keySchema)
	if kind == "string" || kind == "any" {
		return false
	}
	return s.keySchema.VisitJSON(key) != nil
}

// wrongKeys: a key of another type than the path takes.
func (s *harperScenario) wrongKeys() {
	kind := harperKind(s.keySchema)
	if kind == "string" || kind == "any" {
		return
	}
	for _, verb := range []string{"get", "update", "patch", "delete"} {
		call := harperCall{verb: verb, key: "word", violates: true}
		if s.operations[verb].RequestBody != nil {
			call.body = s.body(verb, json.Number("1"), false, 6)
		}
		s.want(call, 400)
	}
}

// updates: a replacement creates and replaces, and a second one changes nothing more.
func (s *harperScenario) updates() {
	if !s.tools["update"].hints["idempotentHint"] {
		s.t.Errorf("%s claims no idempotent hint", s.operations["update"].name)
	}
	key := s.newKey()
	for _, full := range []bool{false, true, false} {
		body := s.body("update", key, full, 7)
		s.want(harperCall{verb: "update", key: key, body: body}, 204)
		first := s.read(key, body)
		s.want(harperCall{verb: "update", key: key, body: body}, 204)
		s.unchanged("update", first, s.read(key, body))
		if !full {
			s.noOthers(first, body)
		}
	}
	s.remove(key)
}

// unchanged compares the records before and after a repeat; the time of the update is the only difference.
func (s *harperScenario) unchanged(verb string, before, after map[string]any) {
	s.t.Helper()
	before, after = maps.Clone(before), maps.Clone(after)
	delete(before, "updated")
	delete(after, "updated")
	if !reflect.DeepEqual(before, after) {
		s.t.Errorf("a repeated %s makes %s of %s", verb, harperJSON(after), harperJSON(before))
	}
}

// noOthers: a replacement leaves nothing of what it replaces.
func (s *harperScenario) noOthers(record, sent map[string]any) {
	writable := s.operations["update"].body().Properties
	for name, value := range record {
		if _, was := sent[name]; !was && writable[name] != nil && value != nil && name != s.key {
			s.t.Errorf("%s: %s is left of what was replaced: %s", s.name, name, harperJSON(value))
		}
	}
}

// patches: each property alone, twice; the rest stays.
func (s *harperScenario) patches() {
	key := s.newKey()
	base := s.body("update", key, true, 8)
	s.want(harperCall{verb: "update", key: key, body: base}, 204)
	s.want(harperCall{verb: "patch", key: key, body: map[string]any{}}, 204)
	s.read(key, base)
	full := harperValid(s.operations["patch"].body(), true, 9).(map[string]any)
	for _, name := range harperSorted(full) {
		change := map[string]any{name: full[name]}
		base[name] = full[name]
		s.want(harperCall{verb: "patch", key: key, body: change}, 204)
		first := s.read(key, base)
		s.want(harperCall{verb: "patch", key: key, body: change}, 204)
		s.unchanged("patch", first, s.read(key, base))
	}
	s.remove(key)
	// On a key that no record has, a patch makes a partial record (docs/harper.md): only the answer is held here.
	other := s.newKey()
	s.want(harperCall{verb: "patch", key: other, body: full}, 204)
	s.remove(other)
}

// deletes: the record is gone, a repeat is answered alike, and the key may be used again.
func (s *harperScenario) deletes() {
	if !s.tools["delete"].hints["destructiveHint"] {
		s.t.Errorf("%s claims no destructive hint", s.operations["delete"].name)
	}
	made := s.create(s.body("create", s.newKey(), false, 2))
	first := s.want(harperCall{verb: "delete", key: made}, 200)
	s.want(harperCall{verb: "get", key: made}, 404)
	second := s.want(harperCall{verb: "delete", key: made}, 200)
	if !reflect.DeepEqual(first.value, second.value) {
		s.t.Errorf("delete answers %s, then %s", first.text, second.text)
	}
}

// searches: each parameter filters by equality.
func (s *harperScenario) searches() {
	var keys []any
	for n := range 3 {
		body := s.body("create", s.newKey(), true, 20+n)
		keys = append(keys, s.create(body))
	}
	before := s.want(harperCall{verb: "search"}, 200)
	all, _ := before.value.([]any)
	if len(all) != len(keys) {
		s.t.Errorf("search finds %d of %d records: %.300s", len(all), len(keys), before.text)
		return
	}
	for _, p := range s.operations["search"].parameters("query") {
		s.filter(p.Name, harperKind(p.Schema.Value), all)
	}
	if after := s.want(harperCall{verb: "search"}, 200); !reflect.DeepEqual(before.value, after.value) {
		s.t.Errorf("reading changed the records: %.300s", after.text)
	}
	for _, key := range keys {
		s.remove(key)
	}
}

// filter asks for the value that the first record has.
func (s *harperScenario) filter(name, kind string, all []any) {
	value := all[0].(map[string]any)[name]
	if value == nil {
		return
	}
	var want []any
	for _, record := range all {
		if harperSame(value, record.(map[string]any)[name]) {
			want = append(want, record)
		}
	}
	answer := s.want(harperCall{verb: "search", query: url.Values{name: {harperKeyText(value)}}}, 200)
	if got, _ := answer.value.([]any); !sameRecords(got, want) {
		s.t.Errorf("%s: %s=%s finds %d records, want %d", s.name, name, harperKeyText(value), len(got), len(want))
	}
	for _, wrong := range []string{"word"} {
		if kind == "int32" || kind == "int64" || kind == "integer" || kind == "double" || kind == "boolean" || kind == "date-time" {
			s.call(harperCall{verb: "search", query: url.Values{name: {wrong}}, violates: true})
		}
	}
}

func sameRecords(a, b []any) bool {
	sorted := func(list []any) []string {
		var texts []string
		for _, record := range list {
			texts = append(texts, string(harperJSON(record)))
		}
		slices.Sort(texts)
		return texts
	}
	return slices.Equal(sorted(a), sorted(b))
}

// credentials: wrong ones are refused, and a user without rights is.
func (s *harperScenario) credentials() {
	key := s.newKey()
	for _, verb := range harperVerbs {
		call := harperCall{verb: verb, user: harperUser, password: "wrong"}
		if verb != "search" && verb != "create" {
			call.key = key
		}
		if s.operations[verb].RequestBody != nil {
			call.body = s.body(verb, key, false, 1)
		}
		s.want(call, 401)
		call.user, call.password = "nobody", "nobody"
		s.want(call, 403)
	}
}

// hardKeys: keys that a URL must encode, and the bounds of integers.
func (s *harperScenario) hardKeys() {
	for _, edge := range s.keyEdges() {
		body := s.body("create", edge, false, 10)
		made := edge
		if s.keyed {
			made = s.create(body)
		}
		if made == nil {
			continue
		}
		if s.keyed {
			s.read(made, body)
		}
		update := s.body("update", edge, false, 11)
		s.want(harperCall{verb: "update", key: made, body: update}, 204)
		s.read(made, update)
		s.remove(made)
		s.want(harperCall{verb: "get", key: made}, 404)
	}
}

func (s *harperScenario) keyEdges() []any {
	switch harperKind(s.keySchema) {
	case "string":
		return []any{"a b", "a/b", "a?b=1&c#d", "100%", "a+b", "ü", "(x)", "a;b,c", "x=y", "!*'@:$", "~"}
	case "int32":
		return []any{json.Number("-2147483648"), json.Number("2147483647")}
	case "int64":
		return []any{json.Number("-9007199254740991"), json.Number("9007199254740991")}
	}
	return nil
}

package conformance_test

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	operationsDocument = "../../docs/operations.md"
	operationsBegin    = "<!-- made by make conformance-harper: begin -->\n"
	operationsEnd      = "<!-- made by make conformance-harper: end -->\n"
	operationsList     = "../real/harper-operations/harper-operators.tools.json"
)

// operationTools returns the tools of the operators' surface as they are committed, in their order.
func operationTools(t *testing.T) []*runtimeTool {
	t.Helper()
	var read struct{ Tools []*runtimeTool }
	if err := json.Unmarshal(harperRead(t, operationsList), &read); err != nil {
		t.Fatal(err)
	}
	return read.Tools
}

// Every operation that is described was tried, the list of names is that of the tools, and no hint says more than a
// server was seen to do.
func TestOperationsRecord(t *testing.T) {
	var named, tried, tools []string
	for line := range strings.Lines(string(harperRead(t, operationsFixture+"/operations.txt"))) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			named = append(named, line)
		}
	}
	records := map[string]operationRecord{}
	for _, record := range readOperations(t) {
		tried = append(tried, record.Operation)
		records[record.Operation] = record
	}
	for _, tool := range operationTools(t) {
		tools = append(tools, tool.Name)
		if fault := unseen(tool, records[tool.Name]); fault != "" {
			t.Errorf("%s: %s", tool.Name, fault)
		}
		if got := tool.Meta.Request.Set["operation"]; got != tool.Name {
			t.Errorf("%s asks for the operation %v", tool.Name, got)
		}
	}
	for _, list := range [][]string{named, tried, tools} {
		slices.Sort(list)
	}
	if diff := cmp.Diff(tools, named); diff != "" {
		t.Errorf("operations.txt (-tools +names): %s", diff)
	}
	if diff := cmp.Diff(tools, tried); diff != "" {
		t.Errorf("%s (-tools +tried): %s", operationsRecord, diff)
	}
}

// unseen says which hint of a tool no server bears out, or "". One that a server lacks may be said to read: its
// documentation does; nobody saw it answer twice, so it is not idempotent.
func unseen(tool *runtimeTool, record operationRecord) string {
	switch {
	case tool.hint("readOnlyHint") && len(record.Changes) > 0:
		return fmt.Sprintf("it is read-only, and changed %s", strings.Join(record.Changes, ", "))
	case tool.hint("readOnlyHint") && tool.hint("destructiveHint"):
		return "it is read-only and destructive"
	case tool.hint("idempotentHint") && (!record.Exists || !record.Same || record.Valid.failed()):
		return fmt.Sprintf("it is idempotent, and answered %q, then %q", record.Valid.Answer, record.Second.Answer)
	}
	return ""
}

// A hint that goes beyond the record is found.
func TestUnseenHints(t *testing.T) {
	good := operationRecord{Exists: true, Same: true, Valid: operationAnswer{Status: 200, Answer: "done"}}
	different, absent, refused, writes, job := good, good, good, good, good
	different.Same, absent.Exists, refused.Valid.Status = false, false, 409
	writes.Changes, job.Valid.Answer = []string{"records"}, "job ERROR: no"
	for _, c := range []struct {
		hints  string
		record operationRecord
		fault  bool
	}{
		{`{"idempotentHint":true}`, good, false},
		{`{"idempotentHint":true}`, writes, false},
		{`{"idempotentHint":true}`, different, true},
		{`{"idempotentHint":true}`, absent, true},
		{`{"idempotentHint":true}`, refused, true},
		{`{"idempotentHint":true}`, job, true},
		{`{"readOnlyHint":true}`, good, false},
		{`{"readOnlyHint":true}`, absent, false},
		{`{"readOnlyHint":true}`, writes, true},
		{`{"readOnlyHint":true,"destructiveHint":true}`, good, true},
		{``, writes, false},
	} {
		tool := &runtimeTool{Annotations: []byte(c.hints)}
		if got := unseen(tool, c.record); (got != "") != c.fault {
			t.Errorf("%s of %+v: %q", c.hints, c.record, got)
		}
	}
}

// The tables of docs/operations.md are what was recorded; -update writes them.
func TestOperationsDocument(t *testing.T) {
	text := string(harperRead(t, operationsDocument))
	before, rest, ok := strings.Cut(text, operationsBegin)
	old, after, ok2 := strings.Cut(rest, operationsEnd)
	if !ok || !ok2 {
		t.Fatal("docs/operations.md has lost its marks")
	}
	made := operationsMade(t)
	if *update {
		harperWrite(t, operationsDocument, []byte(before+operationsBegin+made+operationsEnd+after))
		return
	}
	if diff := cmp.Diff(old, made); diff != "" {
		t.Errorf("docs/operations.md (-there +made); run go test ./golden/conformance -run TestOperationsDocument -update: %s", diff)
	}
}

func operationsMade(t *testing.T) string {
	t.Helper()
	var text strings.Builder
	text.WriteString("\n| surface | tools | tokens | descriptions | inputs | outputs |\n|---|---|---|---|---|---|\n")
	out, err := exec.Command(harperCommand(t), "tokens", operationsFixture).Output()
	if err != nil {
		t.Fatal(err)
	}
	surface := ""
	for line := range strings.Lines(string(out)) {
		if found := tokensHead.FindStringSubmatch(line); found != nil {
			surface = found[1]
		}
		if found := tokensSum.FindStringSubmatch(line); found != nil {
			fmt.Fprintf(&text, "| `%s` | %s | %s | %s | %s | %s |\n", surface, found[5], found[4], found[1], found[2], found[3])
		}
	}
	text.WriteString("\n| operation | valid call | the same again | without what is required | of another type | changed | hints |\n" +
		"|---|---|---|---|---|---|---|\n")
	records := map[string]operationRecord{}
	for _, record := range readOperations(t) {
		records[record.Operation] = record
	}
	for _, tool := range operationTools(t) {
		text.WriteString(operationRow(tool, records[tool.Name]))
	}
	text.WriteString("\n")
	return text.String()
}

// The lines of `schemac tokens` that name a surface, and those that sum it up.
var (
	tokensHead = regexp.MustCompile(`^ +description .* tokens +(\S+)\n`)
	tokensSum  = regexp.MustCompile(`^ +(\d+) +(\d+) +(\d+) +\d+ +(\d+) +(\d+) tools`)
)

func operationRow(tool *runtimeTool, record operationRecord) string {
	second := record.Second.cell()
	if record.Same {
		second = "the same"
	}
	if !record.Exists {
		second = ""
	}
	var hints []string
	for _, hint := range []struct{ name, word string }{
		{"readOnlyHint", "read-only"}, {"destructiveHint", "destructive"}, {"idempotentHint", "idempotent"},
	} {
		if tool.hint(hint.name) {
			hints = append(hints, hint.word)
		}
	}
	return "| `" + tool.Name + "` | " + strings.Join([]string{
		record.Valid.cell(), second, refusalsCell(record.Missing), refusalsCell(record.Wrong),
		strings.Join(record.Changes, ", "), strings.Join(hints, ", "),
	}, " | ") + " |\n"
}

// cell is an answer in a table.
func (a operationAnswer) cell() string {
	const most = 70
	text := []rune(a.Answer)
	if len(text) > most {
		text = append(text[:most], '…')
	}
	return fmt.Sprintf("%d %s", a.Status, strings.NewReplacer("|", `\|`, "<", "&lt;", "_", `\_`, "*", `\*`).Replace(string(text)))
}

// refusalsCell lists the arguments by what becomes of a call whose fault they are: a status, a job that fails, or nothing.
func refusalsCell(refusals []operationRefusal) string {
	var order []string
	names := map[string][]string{}
	for _, r := range refusals {
		outcome := fmt.Sprint(r.Status)
		switch {
		case r.Status < 300 && r.failed():
			outcome = "the job fails"
		case r.Status < 300:
			outcome = "taken"
		}
		if names[outcome] == nil {
			order = append(order, outcome)
		}
		names[outcome] = append(names[outcome], "`"+r.Argument+"`")
	}
	slices.Sort(order)
	var parts []string
	for _, outcome := range order {
		parts = append(parts, outcome+": "+strings.Join(names[outcome], " "))
	}
	return strings.Join(parts, "; ")
}

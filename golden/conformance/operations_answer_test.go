package conformance_test

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// passing are parts of an answer that differ from call to call: identifiers, tokens, times.
var passing = []struct {
	pattern *regexp.Regexp
	word    string
}{
	{regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`), "ID"},
	{regexp.MustCompile(`eyJ[A-Za-z0-9_.-]+`), "TOKEN"},
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT[\d:.]+Z`), "TIME"},
	{regexp.MustCompile(`\d{13}(\.\d+)?`), "TIME"},
}

// answer puts a body into its short form, and into one that can be compared with that of another call.
func (o *operationTrial) answer(status int, media string, body any) operationAnswer {
	a := operationAnswer{Status: status, whole: o.lasting(string(harperJSON(body)))}
	if body == nil {
		a.Answer, a.whole = media, media
		return a
	}
	a.Answer = o.lasting(short(body))
	return a
}

// lasting takes out what differs from call to call, or from run to run.
func (o *operationTrial) lasting(text string) string {
	text = o.plain.Replace(text)
	for _, p := range passing {
		text = p.pattern.ReplaceAllString(text, p.word)
	}
	return text
}

// short says in a line what a body is: its message, how a job ended, the names of its members, what a list holds.
func short(body any) string {
	switch body := body.(type) {
	case map[string]any:
		return shortObject(body)
	case []any:
		if len(body) == 0 {
			return "[]"
		}
		if _, ok := body[0].(map[string]any); ok {
			return "a list of objects"
		}
		return "a list"
	}
	return string(harperJSON(body))
}

func shortObject(body map[string]any) string {
	if text := memberText(body, "error"); text != "" {
		if details, ok := body["main_permissions"]; ok {
			return text + ": " + string(harperJSON(details))
		}
		if message := memberText(body, "message"); message != "" {
			return message
		}
		return text
	}
	if status := memberText(body, "status"); status == "COMPLETE" || status == "ERROR" {
		return "job " + status + ": " + memberText(body, "message")
	}
	if text := memberText(body, "message"); text != "" {
		return text
	}
	names := slices.Sorted(maps.Keys(body))
	if len(names) > 4 {
		names = append(names[:4], "…")
	}
	return "{" + strings.Join(names, ", ") + "}"
}

// memberText is a member of an object that is text, or "".
func memberText(body any, name string) string {
	members, _ := body.(map[string]any)
	text, _ := members[name].(string)
	return text
}

// readOnly reports whether the list says that a tool changes nothing.
func (tool *runtimeTool) readOnly() bool { return tool.hint("readOnlyHint") }

func (tool *runtimeTool) hint(name string) bool {
	var hints map[string]any
	if len(tool.Annotations) > 0 && json.Unmarshal(tool.Annotations, &hints) != nil {
		return false
	}
	return hints[name] == true
}

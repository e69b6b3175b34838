package golden_test

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A derived is what the engine that serves a guardfile today derives for one tool: the names of its inputs and which of
// them are required. The engine sorts both by name (Go maps), schemac keeps the author's order, so both are compared
// sorted.
type derived struct{ properties, required string }

// engineTools are the tools that the engine derives for each real guardfile that both accept, worked out by its rules:
// path parameters are required, `query` and `body` fields are inputs, `set` and `pin` are none.
var engineTools = map[string]map[string]derived{
	"forgejo-issues.mcp.kdl": {
		"create_issue":  {"body labels owner repo title", "owner repo title"},
		"get_issue":     {"index owner repo", "index owner repo"},
		"list_issue":    {"owner repo state", "owner repo"},
		"comment_issue": {"body index owner repo", "index owner repo"},
		"close_issue":   {"index owner repo", "index owner repo"}, // `set state` is sent and is no input
	},
	"guardfile-siblings.mcp.kdl": {
		"get_thing":    {"id owner", "id owner"},
		"create_thing": {"owner title", "owner title"},
		// The stub of a withheld tool: it takes nothing and refuses every call.
		"delete_thing": {"", ""},
	},
	"reddit.mcp.kdl": {
		"get_homepage_rss":  {"", ""},
		"get_subreddit_rss": {"sort subreddits", "subreddits"},
		"get_frontpage":     {"", ""}, // its query is pinned
		"get_upvoted":       {"", ""},
	},
	"skillsmp.mcp.kdl": {
		"search_skills":    {"limit q", ""},
		"search_ai-skills": {"limit q", ""},
	},
	"steam-web-api.mcp.kdl": {
		"get_owned_games":     {"steamid", ""},
		"get_recently_played": {"steamid", ""},
	},
	"testdata-valid.mcp.kdl": {
		"list_issue": {"owner repo state", "owner repo"},
		"get_issue":  {"index owner repo", "index owner repo"},
	},
}

// engineOnly are the tools that the engine lists and schemac does not, with the reason.
var engineOnly = map[string]string{
	// A tool that refuses every call costs the model tokens and promises what is not there; the model dump keeps the
	// node. The engine's own status tool (`server-info`) is a tool of the runtime, not of the file, and is left out of
	// both lists.
	"guardfile-siblings.mcp.kdl delete_thing": "withhold lists nothing",
}

// Real guardfiles compile, and each tool has the inputs that the engine derives.
func TestGuardfileCorpus(t *testing.T) {
	for _, file := range guardfiles(t) {
		name := filepath.Base(file)
		engine, accepted := engineTools[name]
		if !accepted {
			continue
		}
		out := t.TempDir()
		if output, err := exec.Command(schemac, "build", file, "--out", out, "--verify").CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, output)
			continue
		}
		upToDate(t, file, "--out", out)
		want := map[string]derived{}
		for tool, inputs := range engine {
			if engineOnly[name+" "+tool] == "" {
				want[tool] = inputs
			}
		}
		got := map[string]derived{}
		for file, text := range readFolder(t, out) {
			if strings.HasSuffix(file, ".tools.json") {
				got = toolInputs(t, text)
			}
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(derived{})); diff != "" {
			t.Errorf("%s: (-engine +schemac)\n%s", name, diff)
		}
	}
}

// toolInputs reads a tool list as the engine's derivation is written above.
func toolInputs(t *testing.T, text string) map[string]derived {
	t.Helper()
	var list struct {
		Tools []struct {
			Name        string
			InputSchema struct {
				Properties map[string]json.RawMessage
				Required   []string
			}
		}
	}
	mustUnmarshal(t, text, &list)
	inputs := map[string]derived{}
	for _, tool := range list.Tools {
		var properties []string
		for name := range tool.InputSchema.Properties {
			properties = append(properties, name)
		}
		slices.Sort(properties)
		slices.Sort(tool.InputSchema.Required)
		inputs[tool.Name] = derived{strings.Join(properties, " "), strings.Join(tool.InputSchema.Required, " ")}
	}
	return inputs
}

// refused are the real guardfiles that are faulty, and one that the engine takes with a guess: what is said, and where.
var refused = map[string]struct{ place, code string }{
	// The engine says `unexpected end of input` without naming the block.
	"testdata-malformed.mcp.kdl": {"7:20", "kdl-unclosed-brace"},
	// The engine: `duplicate tool name "get_issue" from grant "can get issue"`, without a place.
	"testdata-duplicate-tool.mcp.kdl": {"15:9", "duplicate-grant"},
	// The engine sends POST and warns; the verb has to state its method (guardfile.md, "The verb gives the method").
	"testdata-fallthrough-verb.mcp.kdl": {"19:9", "missing-method"},
}

func TestGuardfileCorpusRefused(t *testing.T) {
	for _, file := range guardfiles(t) {
		name := filepath.Base(file)
		want, ok := refused[name]
		if !ok {
			continue
		}
		output, err := exec.Command(schemac, "build", file, "--out", t.TempDir()).CombinedOutput()
		if err == nil || !bytes.Contains(output, []byte("--> "+name+":"+want.place)) || !bytes.Contains(output, []byte("error["+want.code)) {
			t.Errorf("%s must be refused at %s with %s:\n%s", name, want.place, want.code, output)
		}
	}
}

// guardfiles returns the real guardfiles; the test is skipped when they are not here, and fails when one is not expected.
func guardfiles(t *testing.T) []string {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(corpus, "guardfiles", "*.mcp.kdl"))
	if len(files) == 0 {
		t.Skip("the corpus is not here")
	}
	for _, file := range files {
		name := filepath.Base(file)
		if _, wrong := refused[name]; !wrong && engineTools[name] == nil {
			t.Errorf("nobody says what comes out of %s", name)
		}
	}
	return files
}

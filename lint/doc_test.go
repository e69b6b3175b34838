package lint_test

import (
	"strings"
	"testing"

	"schemac/lint"
)

// docs/lint.md is what the rules say.
func TestDocument(t *testing.T) {
	golden(t, "../docs/lint.md", lint.Markdown())
}

func TestExplain(t *testing.T) {
	for _, rule := range lint.Rules {
		text := rule.Explain()
		for n, line := range strings.Split(text, "\n") {
			if n > 0 && len(line) > 140 {
				t.Errorf("%s: line of %d bytes: %q", rule.ID, len(line), line)
			}
		}
		if !strings.HasPrefix(text, rule.ID+" ("+rule.Severity.String()+"): ") || strings.Contains(text, "schemac:ignore "+rule.ID) == rule.Configured {
			t.Errorf("got %s", text)
		}
	}
}

package docs

import "testing"

// Every guardfile in operations.md compiles without an error, and the JSON below it is a part of what comes out.
func TestOperationsExamples(t *testing.T) {
	examples := guardfileExamples(read(t, "operations.md"))
	if len(examples) < 4 {
		t.Fatalf("operations.md has %d examples", len(examples))
	}
	checkGuardfileExamples(t, examples)
}

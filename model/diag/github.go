package diag

import (
	"fmt"
	"io"
	"strings"
)

// githubCommand is a severity in the words of workflow commands.
var githubCommand = [...]string{Error: "error", Warning: "warning", Info: "notice"}

// GitHub writes each diagnostic as a workflow command, one a line, which GitHub shows beside the source. prefix leads from
// the folder that the workflow works in to the root of the run.
func GitHub(w io.Writer, diagnostics []*Diagnostic, prefix string) error {
	var out strings.Builder
	for _, d := range diagnostics {
		fmt.Fprintf(&out, "::%s ", githubCommand[d.Severity])
		if !d.Span.IsZero() {
			p := placeOf(d.Span)
			fmt.Fprintf(&out, "file=%s,line=%d,", propertyValue(pathFrom(prefix, d.Span)), p.Line)
			if p.EndLine == p.Line { // GitHub takes columns only within one line
				fmt.Fprintf(&out, "col=%d,endColumn=%d,", p.Column, p.EndColumn)
			} else {
				fmt.Fprintf(&out, "endLine=%d,", p.EndLine)
			}
		}
		text := printable(d.Message)
		if d.Help != "" {
			text += "\n" + printable(d.Help)
		}
		fmt.Fprintf(&out, "title=%s::%s\n", propertyValue(d.Code), commandData.Replace(text))
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// What a workflow command reads as its own is escaped; in properties also what ends one.
var (
	commandData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func propertyValue(text string) string { return commandProperty.Replace(text) }

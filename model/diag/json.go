package diag

import "schemac/model/ordered"

// JSON writes the diagnostics as an object that programs can rely on:
//
//	version      1; it changes when a member changes its meaning
//	findings     in the order given:
//	  rule       the code or the name of the rule
//	  severity   "error", "warning" or "info"
//	  file       slash path, relative to the root of the run; absent, as the next four are, for a finding in no file
//	  line, column, endLine, endColumn   from 1, columns in code points, endColumn behind the last one
//	  message    one sentence
//	  help       what would be right; absent when the message says it
//	  related    further places: file, line, column, endLine, endColumn, message
func JSON(w *ordered.Writer, diagnostics []*Diagnostic) {
	w.BeginObject()
	w.Key("version")
	w.Number("1")
	w.Key("findings")
	w.BeginArray()
	for _, d := range diagnostics {
		writeJSON(w, d)
	}
	w.EndArray()
	w.EndObject()
}

func writeJSON(w *ordered.Writer, d *Diagnostic) {
	w.BeginObject()
	w.Key("rule")
	w.String(d.Code)
	w.Key("severity")
	w.String(d.Severity.String())
	writePlace(w, d.Span)
	w.Key("message")
	w.String(d.Message)
	w.Text("help", d.Help)
	if len(d.Related) > 0 {
		w.Key("related")
		w.BeginArray()
		for _, r := range d.Related {
			w.BeginObject()
			writePlace(w, r.Span)
			w.Text("message", r.Message)
			w.EndObject()
		}
		w.EndArray()
	}
	w.EndObject()
}

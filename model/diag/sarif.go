package diag

import (
	"strings"

	"schemac/model/ordered"
	"schemac/model/source"
)

// A Tool is the program that a SARIF log speaks of, and the rules that it knows.
type Tool struct {
	Name, Version string
	Rules         []RuleWords
	// Anchor is the slash path of the file that results without a place are shown at, from where the reader works; "" when
	// there is none. GitHub's code scanning refuses a whole log when one result in it has no place (seen in 2023 to 2026:
	// "expected at least one location"), though SARIF allows it (2.1.0 §3.27.12).
	Anchor string
}

// RuleWords are what a report says of a rule.
type RuleWords struct {
	ID, Title, Text string
	Severity        Severity
}

// sarifLevel is a severity in the words of SARIF (2.1.0 §3.27.10).
var sarifLevel = [...]string{Error: "error", Warning: "warning", Info: "note"}

// SARIF writes the diagnostics as a log of SARIF 2.1.0 (OASIS, 27 March 2020), with columns in code points. prefix leads
// from the folder that the reader works in to the root of the run.
func SARIF(w *ordered.Writer, diagnostics []*Diagnostic, tool Tool, prefix string) {
	tool.addCodes(diagnostics)
	w.BeginObject()
	w.Key("$schema")
	w.String("https://json.schemastore.org/sarif-2.1.0.json")
	w.Key("version")
	w.String("2.1.0")
	w.Key("runs")
	w.BeginArray()
	w.BeginObject()
	w.Key("tool")
	tool.write(w)
	w.Key("columnKind")
	w.String("unicodeCodePoints")
	w.Key("results")
	w.BeginArray()
	for _, d := range diagnostics {
		tool.result(w, d, prefix)
	}
	w.EndArray()
	w.EndObject()
	w.EndArray()
	w.EndObject()
}

// addCodes adds the codes that are no rules, in the order in which they occur: what the compiler says has no more words.
func (t *Tool) addCodes(diagnostics []*Diagnostic) {
	rules := append([]RuleWords(nil), t.Rules...)
	for _, d := range diagnostics {
		if t.index(d.Code) < 0 {
			rules = append(rules, RuleWords{ID: d.Code, Severity: d.Severity})
			t.Rules = rules
		}
	}
}

func (t *Tool) index(id string) int {
	for i, rule := range t.Rules {
		if rule.ID == id {
			return i
		}
	}
	return -1
}

func (t *Tool) write(w *ordered.Writer) {
	w.BeginObject()
	w.Key("driver")
	w.BeginObject()
	w.Key("name")
	w.String(t.Name)
	w.Text("version", t.Version)
	w.Key("rules")
	w.BeginArray()
	for _, rule := range t.Rules {
		w.BeginObject()
		w.Key("id")
		w.String(rule.ID)
		if rule.Title != "" {
			writeMessage(w, "shortDescription", rule.Title)
			writeMessage(w, "fullDescription", rule.Text)
		}
		w.Key("defaultConfiguration")
		w.BeginObject()
		w.Key("level")
		w.String(sarifLevel[rule.Severity])
		w.EndObject()
		w.EndObject()
	}
	w.EndArray()
	w.EndObject()
	w.EndObject()
}

func (t *Tool) result(w *ordered.Writer, d *Diagnostic, prefix string) {
	w.BeginObject()
	w.Key("ruleId")
	w.String(d.Code)
	w.Key("ruleIndex")
	writeInt(w, t.index(d.Code))
	w.Key("level")
	w.String(sarifLevel[d.Severity])
	text := d.Message
	if d.Help != "" {
		text += "; " + d.Help
	}
	writeMessage(w, "message", text)
	t.location(w, d.Span, prefix)
	t.related(w, d.Related, prefix)
	w.EndObject()
}

// location writes where a result is: its place, or else the start of the anchor.
func (t *Tool) location(w *ordered.Writer, at source.Span, prefix string) {
	if at.IsZero() && t.Anchor == "" {
		return
	}
	if at.IsZero() {
		at, prefix = (&source.File{Name: t.Anchor}).Span(0, 0), ""
	}
	w.Key("locations")
	w.BeginArray()
	w.BeginObject()
	writeLocation(w, at, prefix)
	w.EndObject()
	w.EndArray()
}

func (t *Tool) related(w *ordered.Writer, related []Related, prefix string) {
	if len(related) == 0 {
		return
	}
	w.Key("relatedLocations")
	w.BeginArray()
	for i, r := range related {
		if r.Span.IsZero() {
			continue
		}
		w.BeginObject()
		w.Key("id")
		writeInt(w, i+1)
		writeLocation(w, r.Span, prefix)
		if r.Message != "" {
			writeMessage(w, "message", r.Message)
		}
		w.EndObject()
	}
	w.EndArray()
}

func writeMessage(w *ordered.Writer, key, text string) {
	w.Key(key)
	w.BeginObject()
	w.Key("text")
	w.String(text)
	w.EndObject()
}

func writeLocation(w *ordered.Writer, at source.Span, prefix string) {
	w.Key("physicalLocation")
	w.BeginObject()
	w.Key("artifactLocation")
	w.BeginObject()
	w.Key("uri")
	w.String(uriReference(pathFrom(prefix, at)))
	w.EndObject()
	w.Key("region")
	w.BeginObject()
	placeOf(at).write(w, "startLine", "startColumn", "endLine", "endColumn")
	w.EndObject()
	w.EndObject()
}

// uriReference writes a slash path as a relative reference (RFC 3986 §4.2): everything but unreserved characters and
// slashes is percent-encoded, the colon too, which would end a scheme.
func uriReference(path string) string {
	const digits = "0123456789ABCDEF"
	var out strings.Builder
	for i := 0; i < len(path); i++ {
		c := path[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("-._~/", c) >= 0:
			out.WriteByte(c)
		default:
			out.WriteByte('%')
			out.WriteByte(digits[c>>4])
			out.WriteByte(digits[c&15])
		}
	}
	return out.String()
}

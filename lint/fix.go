package lint

import (
	"bytes"
	"slices"
	"strings"

	"schemac/model"
	"schemac/model/source"
)

// Fix returns the text of a file, as it stands on the disk, with the comments that describe something turned into
// docstrings. Everything else of the text stays: indentation, order, other comments, line ends. remarks are those of the
// file; those in silent are left as they are. It returns raw itself when there is nothing to do.
func Fix(raw []byte, f *source.File, remarks []*model.Remark, silent func(*model.Remark) bool) []byte {
	e := newEditor(raw, f)
	if e == nil {
		return raw
	}
	for _, r := range remarks {
		if len(r.Lines) > 0 && !silent(r) {
			e.promote(r)
		}
	}
	return e.apply()
}

// Silenced returns what tells the remarks that a comment of the author leaves as they are: the ones on which
// `schemac:ignore comment-as-docstring` stands.
func Silenced(d *model.Document) func(*model.Remark) bool {
	notes := readNotes(d, nil)
	return func(r *model.Remark) bool {
		return notes.silence(&Finding{Rule: CommentAsDocstring, Span: r.Lines[0]})
	}
}

// An editor changes the bytes of a file at places of its normalised text.
type editor struct {
	raw  []byte
	file *source.File
	// lines are the offsets in raw at which each line of the text starts; the last is the end.
	lines []int
	// end is the line end of the file.
	end   string
	edits []edit
}

// An edit replaces bytes of raw.
type edit struct {
	start, end int
	text       string
}

// newEditor returns nil when the bytes are not those that the file was read from.
func newEditor(raw []byte, f *source.File) *editor {
	if again, _ := source.New(f.Name, raw); again.Text != f.Text {
		return nil
	}
	e := &editor{raw: raw, file: f, end: "\n"}
	start := len(raw) - len(bytes.TrimPrefix(raw, []byte("\uFEFF")))
	e.lines = append(e.lines, start)
	for i := start; i < len(raw); i++ {
		switch {
		case raw[i] == '\r' && i+1 < len(raw) && raw[i+1] == '\n':
			i++
		case raw[i] != '\r' && raw[i] != '\n':
			continue
		}
		if len(e.lines) == 1 {
			e.end = lineEnd(raw[:i+1])
		}
		e.lines = append(e.lines, i+1)
	}
	e.lines = append(e.lines, len(raw))
	return e
}

// lineEnd returns the line end that the bytes end in.
func lineEnd(raw []byte) string {
	if bytes.HasSuffix(raw, []byte("\r\n")) {
		return "\r\n"
	}
	return string(raw[len(raw)-1:])
}

// at returns the offset in raw of an offset in the text. Within a line both count alike.
func (e *editor) at(offset int) int {
	line := e.file.LineOf(offset)
	_, start := e.file.Line(line)
	return e.lines[line-1] + offset - start
}

// promote removes the comments that describe something and writes a docstring before it.
func (e *editor) promote(r *model.Remark) {
	start := definitionStart(r)
	if start < 0 {
		return
	}
	for _, at := range r.Lines {
		e.remove(at)
	}
	line := e.file.LineOf(start)
	text, lineStart := e.file.Line(line)
	indent := text[:start-lineStart]
	if strings.Trim(indent, " \t") == "" {
		e.insert(e.lines[line-1], docstring(r.Text, indent, e.end)+e.end)
		return
	}
	// Something else stands before it on its line, such as a comma: the definition goes to a line of its own.
	indent = text[:len(text)-len(strings.TrimLeft(text, " \t"))]
	e.insert(e.at(start), e.end+docstring(r.Text, indent, e.end)+e.end+indent)
}

// definitionStart is where a definition begins: at its keyword, if it has one, else at its name. It is negative for an
// extension, which takes no docstring.
func definitionStart(r *model.Remark) int {
	start := r.Name.Start
	if r.Of == "field" || r.Of == "value" {
		return start
	}
	text := strings.TrimRight(withoutComments(r.Name.File.Text[:start]), " \t\n,")
	if !strings.HasSuffix(text, r.Of) {
		return start
	}
	start = len(text) - len(r.Of)
	if strings.HasSuffix(strings.TrimRight(text[:start], " \t\n,"), "extend") {
		return -1
	}
	return start
}

// withoutComments blanks comments at the end of a text, between a keyword and the name behind it.
func withoutComments(text string) string {
	for {
		trimmed := strings.TrimRight(text, " \t\n,")
		lineStart := strings.LastIndexByte(trimmed, '\n') + 1
		if !strings.HasPrefix(strings.TrimLeft(trimmed[lineStart:], " \t,"), "#") {
			return text
		}
		text = trimmed[:lineStart]
	}
}

// remove takes a comment out: with its line when nothing else stands there, else with the blanks before it.
func (e *editor) remove(at source.Span) {
	line := e.file.LineOf(at.Start)
	text, start := e.file.Line(line)
	before := text[:at.Start-start]
	if strings.Trim(before, " \t") == "" {
		e.edits = append(e.edits, edit{e.lines[line-1], e.lines[line], ""})
		return
	}
	kept := len(strings.TrimRight(before, " \t"))
	e.edits = append(e.edits, edit{e.at(start + kept), e.at(at.End), ""})
}

func (e *editor) insert(at int, text string) { e.edits = append(e.edits, edit{at, at, text}) }

// apply returns the bytes with all edits made.
func (e *editor) apply() []byte {
	if len(e.edits) == 0 {
		return e.raw
	}
	slices.SortStableFunc(e.edits, func(a, b edit) int { return a.start - b.start })
	var out bytes.Buffer
	done := 0
	for _, x := range e.edits {
		out.Write(e.raw[done:max(done, x.start)])
		out.WriteString(x.text)
		done = max(done, x.end)
	}
	out.Write(e.raw[done:])
	return out.Bytes()
}

// docstring writes a text so that it is read back as it is (GraphQL specification §2.9.4): as a block on one line or on
// several and, where the dedent of blocks would change it, as a string with escapes.
func docstring(text, indent, end string) string {
	escaped := strings.ReplaceAll(text, `"""`, `\"""`)
	lines := strings.Split(escaped, "\n")
	oneLine := len(lines) == 1 && !strings.HasPrefix(text, `"`) && !strings.HasSuffix(text, `"`) && !strings.HasSuffix(text, `\`)
	switch {
	case oneLine:
		return indent + `"""` + escaped + `"""`
	case !survives(text, escaped):
		return indent + `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`).Replace(text) + `"`
	}
	var out strings.Builder
	out.WriteString(indent + `"""` + end)
	for _, line := range lines {
		out.WriteString(indent + line + end)
	}
	return out.String() + indent + `"""`
}

// survives reports whether a block on lines of its own is read back as the text: some line begins without a blank, and
// the text holds no escape that a block would undo.
func survives(text, escaped string) bool {
	if strings.Count(text, `\"""`) > 0 {
		return false
	}
	for line := range strings.SplitSeq(escaped, "\n") {
		if line != "" && line[0] != ' ' && line[0] != '\t' {
			return true
		}
	}
	return false
}

package diag

import (
	"path"
	"strconv"

	"schemac/model/ordered"
	"schemac/model/source"
)

// A Place is where a span begins and ends, as people count: lines and columns from 1, columns in code points, the end
// column the first one behind the span.
type Place struct{ Line, Column, EndLine, EndColumn int }

func placeOf(at source.Span) Place {
	start, end := at.Position(), at.File.Position(at.End)
	return Place{start.Line, start.Column, end.Line, end.Column}
}

func (p Place) write(w *ordered.Writer, line, column, endLine, endColumn string) {
	for _, member := range []struct {
		name   string
		number int
	}{{line, p.Line}, {column, p.Column}, {endLine, p.EndLine}, {endColumn, p.EndColumn}} {
		w.Key(member.name)
		writeInt(w, member.number)
	}
}

func writeInt(w *ordered.Writer, n int) { w.Number(strconv.Itoa(n)) }

// writePlace writes the members file, line, column, endLine and endColumn, or nothing.
func writePlace(w *ordered.Writer, at source.Span) {
	if at.IsZero() {
		return
	}
	w.Key("file")
	w.String(at.File.Name)
	placeOf(at).write(w, "line", "column", "endLine", "endColumn")
}

// pathFrom is the path of a file as it is from the folder that a program works in: prefix leads from there to the root of
// the run.
func pathFrom(prefix string, at source.Span) string {
	if prefix == "" || path.IsAbs(at.File.Name) {
		return at.File.Name
	}
	return path.Join(prefix, at.File.Name)
}

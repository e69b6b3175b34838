// Package source holds the text of input files and the places in them.
//
// Every reader of schemac starts from a [File], so what a byte order mark, a carriage return, an invalid byte or a NUL
// means is decided once, here. Places are byte offsets into the normalised text; lines and columns are computed only
// when somebody prints them.
package source

import (
	"fmt"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// MaxBytes is the largest file that schemac reads, in bytes (16 MiB). Beyond it the parsers' time and memory grow past
// what a build may cost (measured: 26 million comment lines take 24 s and 3.6 GB in gqlparser).
const MaxBytes = 16 << 20

// A File is one input with its text normalised: no byte order mark, every line end a single "\n", valid UTF-8.
// It is safe for concurrent use.
type File struct {
	// Name is the slash path that diagnostics and artifacts show, relative to the root of the run.
	Name string
	// Text is the normalised content. Offsets in a Span count its bytes.
	Text string

	once  sync.Once
	lines []int // byte offset of the start of each line
}

// A Fault is something in the raw bytes that no source may hold. Offset is a byte offset into the normalised text of
// the first occurrence, and Count says how many there are.
type Fault struct {
	Kind   FaultKind
	Offset int
	Count  int
}

// FaultKind tells the faults of [New] apart.
type FaultKind int

const (
	// InvalidUTF8 is a byte that is no part of a UTF-8 sequence; it stands as U+FFFD in the normalised text.
	InvalidUTF8 FaultKind = iota
	// NUL is a zero byte; it stands as U+FFFD in the normalised text.
	NUL
)

// New normalises raw and returns the file with one fault for each kind of unreadable byte in it, first kind first.
// The file is usable in either case, so that places in it can be shown.
func New(name string, raw []byte) (*File, []Fault) {
	text := strings.TrimPrefix(string(raw), "\uFEFF")
	if isPlain(text) {
		return &File{Name: name, Text: text}, nil
	}
	text, faults := normalise(text)
	return &File{Name: name, Text: text}, faults
}

func isPlain(text string) bool {
	return strings.IndexByte(text, '\r') < 0 && strings.IndexByte(text, 0) < 0 && utf8.ValidString(text)
}

func normalise(text string) (string, []Fault) {
	var out strings.Builder
	out.Grow(len(text))
	faults := [2]Fault{{Kind: InvalidUTF8}, {Kind: NUL}}
	found := func(kind FaultKind) {
		if faults[kind].Count == 0 {
			faults[kind].Offset = out.Len()
		}
		faults[kind].Count++
		out.WriteRune(utf8.RuneError)
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			found(InvalidUTF8)
		case r == 0:
			found(NUL)
		case r == '\r':
			out.WriteByte('\n')
			if strings.HasPrefix(text[i+1:], "\n") {
				size++
			}
		default:
			out.WriteString(text[i : i+size])
		}
		i += size
	}
	var seen []Fault
	for _, f := range faults {
		if f.Count > 0 {
			seen = append(seen, f)
		}
	}
	return out.String(), seen
}

// Span returns the place from start to end, both byte offsets into Text, the end not included. Offsets outside the
// text are moved to its nearest end, so that a span is always inside its file.
func (f *File) Span(start, end int) Span {
	start = min(max(start, 0), len(f.Text))
	end = min(max(end, start), len(f.Text))
	return Span{File: f, Start: start, End: end}
}

// Position returns the line and column of a byte offset.
func (f *File) Position(offset int) Position {
	line := f.LineOf(offset)
	return Position{Line: line, Column: utf8.RuneCountInString(f.Text[f.lines[line-1]:offset]) + 1}
}

// LineOf returns the line (1-based) of a byte offset. Unlike [File.Position] it costs no more on a long line.
func (f *File) LineOf(offset int) int {
	f.once.Do(f.index)
	return sort.SearchInts(f.lines, offset+1)
}

// Line returns the text of a line (1-based) without its line end, and the byte offset at which it starts.
func (f *File) Line(line int) (text string, start int) {
	f.once.Do(f.index)
	start = f.lines[line-1]
	if end := strings.IndexByte(f.Text[start:], '\n'); end >= 0 {
		return f.Text[start : start+end], start
	}
	return f.Text[start:], start
}

func (f *File) index() {
	f.lines = append(f.lines, 0)
	for i := 0; ; {
		next := strings.IndexByte(f.Text[i:], '\n')
		if next < 0 {
			return
		}
		i += next + 1
		f.lines = append(f.lines, i)
	}
}

// A Span is a half-open range of bytes in a file. The zero Span means nowhere: something that no source says.
type Span struct {
	File       *File
	Start, End int
}

// IsZero reports whether the span is nowhere.
func (s Span) IsZero() bool { return s.File == nil }

// Text returns the bytes that the span covers; the zero span covers none.
func (s Span) Text() string {
	if s.IsZero() {
		return ""
	}
	return s.File.Text[s.Start:s.End]
}

// Position returns where the span starts; the zero span has the zero position.
func (s Span) Position() Position {
	if s.IsZero() {
		return Position{}
	}
	return s.File.Position(s.Start)
}

// String returns "file:line:column", or "-" for the zero span.
func (s Span) String() string {
	if s.IsZero() {
		return "-"
	}
	at := s.Position()
	return fmt.Sprintf("%s:%d:%d", s.File.Name, at.Line, at.Column)
}

// Before reports whether s comes before t in source order: by file name, byte by byte, then by place
// (contract §1). The zero span comes before every other.
func (s Span) Before(t Span) bool { return s.Compare(t) < 0 }

// Compare orders spans as [Span.Before] does, and then by their ends.
func (s Span) Compare(t Span) int {
	if s.IsZero() || t.IsZero() {
		return btoi(!s.IsZero()) - btoi(!t.IsZero())
	}
	if c := strings.Compare(s.File.Name, t.File.Name); c != 0 {
		return c
	}
	if s.Start != t.Start {
		return s.Start - t.Start
	}
	return s.End - t.End
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// A Position is a place as people count it.
type Position struct {
	// Line is 1-based.
	Line int
	// Column is 1-based and counts Unicode code points of the line as it stands in the file (a byte order mark is
	// not counted).
	Column int
}

// Package ordered writes JSON text whose members stand in the order in which they were given.
//
// It is the only encoder of schemac: two spaces, no HTML escaping, LF, numbers as the source wrote them. encoding/json
// loses the order of maps, rounds numbers and escapes "<" inside nested marshalers, so it is not used for output.
package ordered

import "io"

// A Writer appends JSON to a buffer and, when it has a sink, hands full buffers on. Begin and End calls must pair, and
// a member's Key precedes its value; the Writer adds commas, line breaks and indentation.
type Writer struct {
	buf      []byte
	sink     io.Writer
	err      error
	depth    int
	empty    bool // the innermost open container has no member yet
	afterKey bool
}

// flushAt is the size at which a Writer with a sink hands its buffer on.
const flushAt = 128 << 10

// NewWriter returns a Writer that streams to sink; a nil sink keeps everything in memory.
func NewWriter(sink io.Writer) *Writer {
	return &Writer{sink: sink, buf: make([]byte, 0, 4<<10)}
}

// Nested returns a Writer without a sink whose values are laid out as elements or members at the given depth. What it
// produces is fit for [Writer.Fragment] at that depth.
func Nested(depth int) *Writer { return &Writer{depth: depth, afterKey: true} }

// Bytes returns what is buffered. It is the whole text for a Writer without a sink.
func (w *Writer) Bytes() []byte { return w.buf }

// Reset empties the buffer of a Writer made by [Nested], to use its memory again at the given depth.
func (w *Writer) Reset(depth int) {
	*w = Writer{buf: w.buf[:0], depth: depth, afterKey: true}
}

// Depth returns how many containers are open.
func (w *Writer) Depth() int { return w.depth }

// Close ends the text with a newline, hands everything to the sink and returns the first error of the sink.
func (w *Writer) Close() error {
	w.buf = append(w.buf, '\n')
	w.flush()
	return w.err
}

func (w *Writer) flush() {
	if w.sink == nil || w.err != nil {
		return
	}
	_, w.err = w.sink.Write(w.buf)
	w.buf = w.buf[:0]
}

// BeginObject opens an object.
func (w *Writer) BeginObject() { w.begin('{') }

// EndObject closes the innermost object.
func (w *Writer) EndObject() { w.end('}') }

// BeginArray opens an array.
func (w *Writer) BeginArray() { w.begin('[') }

// EndArray closes the innermost array.
func (w *Writer) EndArray() { w.end(']') }

func (w *Writer) begin(open byte) {
	w.value()
	w.buf = append(w.buf, open)
	w.depth++
	w.empty = true
}

func (w *Writer) end(close byte) {
	w.depth--
	if !w.empty {
		w.newline()
	}
	w.buf = append(w.buf, close)
	w.empty = false
	if len(w.buf) >= flushAt {
		w.flush()
	}
}

// Key starts a member of the innermost object.
func (w *Writer) Key(name string) {
	w.separate()
	w.buf = appendString(w.buf, name)
	w.buf = append(w.buf, ':', ' ')
	w.afterKey = true
}

// value stands before every value: after a key nothing is due, in an array a separator is.
func (w *Writer) value() {
	if w.afterKey {
		w.afterKey = false
		return
	}
	if w.depth > 0 {
		w.separate()
	}
}

func (w *Writer) separate() {
	if !w.empty {
		w.buf = append(w.buf, ',')
	}
	w.empty = false
	w.newline()
}

const spaces = "                                                                "

func (w *Writer) newline() {
	w.buf = append(w.buf, '\n')
	width := 2 * w.depth
	for ; width > len(spaces); width -= len(spaces) {
		w.buf = append(w.buf, spaces...)
	}
	w.buf = append(w.buf, spaces[:width]...)
}

// String writes a string value. Only the quote, the backslash and control characters are escaped.
func (w *Writer) String(s string) {
	w.value()
	w.buf = appendString(w.buf, s)
}

// Text writes a member whose value is a string, and nothing when the string is empty: what is empty is absent.
func (w *Writer) Text(key, s string) {
	if s != "" {
		w.Key(key)
		w.String(s)
	}
}

// Number writes a number in the given spelling, which must be a JSON number.
func (w *Writer) Number(lexeme string) {
	w.value()
	w.buf = append(w.buf, lexeme...)
}

// Bool writes true or false.
func (w *Writer) Bool(b bool) {
	w.value()
	if b {
		w.buf = append(w.buf, "true"...)
	} else {
		w.buf = append(w.buf, "false"...)
	}
}

// Null writes null.
func (w *Writer) Null() {
	w.value()
	w.buf = append(w.buf, "null"...)
}

// Strings writes an array of strings.
func (w *Writer) Strings(list []string) {
	w.BeginArray()
	for _, s := range list {
		w.String(s)
	}
	w.EndArray()
}

// Fragment writes a value that a [Nested] Writer of the same depth has encoded.
func (w *Writer) Fragment(encoded []byte) {
	w.value()
	w.buf = append(w.buf, encoded...)
}

const hex = "0123456789abcdef"

func appendString(buf []byte, s string) []byte {
	buf = append(buf, '"')
	start := 0
	for i := plainPrefix(s); i < len(s); i++ {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		buf = append(buf, s[start:i]...)
		buf = appendEscape(buf, c)
		start = i + 1
		i += plainPrefix(s[start:])
	}
	buf = append(buf, s[start:]...)
	return append(buf, '"')
}

// plainPrefix returns how many bytes at the start need no escape, in whole words of eight: descriptions are long and
// hardly ever need one, and a word at a time is several times as fast as a byte at a time.
func plainPrefix(s string) int {
	const (
		ones  = 0x0101010101010101
		highs = 0x8080808080808080
	)
	i := 0
	for ; i+8 <= len(s); i += 8 {
		v := uint64(s[i]) | uint64(s[i+1])<<8 | uint64(s[i+2])<<16 | uint64(s[i+3])<<24 |
			uint64(s[i+4])<<32 | uint64(s[i+5])<<40 | uint64(s[i+6])<<48 | uint64(s[i+7])<<56
		quote, backslash := v^(ones*'"'), v^(ones*'\\')
		// A byte is below n just when subtracting n from it borrows into its high bit, which it did not have.
		found := (v-ones*' ')&^v | (quote-ones)&^quote | (backslash-ones)&^backslash
		if found&highs != 0 {
			break
		}
	}
	return i
}

func appendEscape(buf []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(buf, '\\', c)
	case '\n':
		return append(buf, '\\', 'n')
	case '\r':
		return append(buf, '\\', 'r')
	case '\t':
		return append(buf, '\\', 't')
	case '\b':
		return append(buf, '\\', 'b')
	case '\f':
		return append(buf, '\\', 'f')
	}
	return append(buf, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}

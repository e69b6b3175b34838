package sandbox

import (
	"encoding/json"
	"io"
	"strings"
	"time"
)

// Limits of one file. The first stops JavaScript, the second what does not listen: a regular expression, for one.
const (
	SoftLimit = 1200 * time.Millisecond
	HardLimit = 2200 * time.Millisecond
)

// A Fault is what ends an evaluation that does not end by itself. It is the file's, not the machine's.
type Fault string

// The faults.
const (
	ErrTime   Fault = "the file does not come to an end"
	ErrMemory Fault = "the file takes more than 512 MB"
	ErrDepth  Fault = "the file nests too deeply"
	ErrCrash  Fault = "the file breaks the evaluation"
)

// Error returns the fault in words that go on with "while it loads".
func (f Fault) Error() string { return string(f) }

// Cause tells from the last words of a process what ended it.
func Cause(words string) Fault {
	switch {
	case strings.Contains(words, "out of memory"), strings.Contains(words, "cannot allocate memory"):
		return ErrMemory
	case strings.Contains(words, "stack overflow"), strings.Contains(words, "stack exceeds"):
		return ErrDepth
	}
	return ErrCrash
}

// Code is that of the diagnostic.
func (f Fault) Code() string {
	switch f {
	case ErrTime:
		return "resource-time"
	case ErrMemory:
		return "resource-memory"
	}
	return "resource-failed"
}

// Evaluate evaluates a request in the process of the caller and returns the lines of the reply. It holds time, but
// neither memory nor the depth of the compiler's own recursion, and a regular expression that does not end goes on
// behind its back; so it is for files that are trusted. Others belong into a process of their own: see [Serve].
func Evaluate(request []byte) ([]byte, error) {
	var r Request
	if err := json.Unmarshal(request, &r); err != nil {
		return nil, err
	}
	lines := make(chan Line)
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		defer close(lines)
		run(&r, func(l Line) {
			select {
			case lines <- l:
			case <-stop:
			}
		})
	}()
	return collect(lines)
}

// collect gathers the lines of a reply until it ends, or until a file takes longer than it may.
func collect(lines <-chan Line) ([]byte, error) {
	var reply []byte
	timer := time.NewTimer(HardLimit)
	for {
		select {
		case line, ok := <-lines:
			if !ok {
				return reply, nil
			}
			reply = append(reply, encode(line)...)
			if line.Result != nil {
				timer.Reset(HardLimit)
			}
		case <-timer.C:
			return reply, ErrTime
		}
	}
}

func encode(l Line) []byte {
	text, err := json.Marshal(l)
	if err != nil {
		return nil // never: a line holds strings and numbers
	}
	return append(text, '\n')
}

// Serve is the whole of the child process: it reads a request from in and writes the reply to out, line by line. The
// limits of the process are set first; a fault that they cause ends it, and the last line says where it was.
func Serve(in io.Reader, out io.Writer) error {
	limitProcess()
	var r Request
	if err := json.NewDecoder(in).Decode(&r); err != nil {
		return err
	}
	var failed error
	run(&r, func(l Line) {
		if _, err := out.Write(encode(l)); err != nil {
			failed = err
		}
	})
	return failed
}

// run evaluates the files of a request, one world each.
func run(r *Request, emit func(Line)) {
	e := &evaluation{request: r, scripts: map[string]*script{}, sources: map[string]Source{}, emit: emit}
	for _, s := range append(append([]Source{}, r.Modules...), r.Files...) {
		e.sources[s.Name] = s
	}
	for _, f := range r.Files {
		result := e.file(f.Name)
		emit(Line{Result: &result})
	}
}

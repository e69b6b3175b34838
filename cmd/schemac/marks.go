package main

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"schemac/emit"
	"schemac/lint"
	"schemac/model"
	"schemac/model/diag"
	"schemac/model/source"
	"schemac/parse"
)

// Where docstrings land is found by looking, not by reasoning: the sources are compiled once more with a mark at the
// beginning and at the end of each docstring, and the artifacts are searched for marks. The marks are private-use
// characters, which mean nothing to anybody.
const (
	beginMark = '\uE000' // the number of the docstring follows, in digits, and digitsEnd
	firstMark = '\uE010' // the digit 0
	digitsEnd = '\uE001'
	endMark   = '\uE002'
)

// A landing is one place of an artifact that a docstring reaches.
type landing struct {
	doc               int
	artifact, kind    string
	pointer           string
	whole             bool
	start, end, total int // in code points of the text at the pointer
}

// landings compiles the sources with marks, and returns where each docstring lands, in the order of artifacts.
func (r *compilation) landings(docs []lint.Docstring) ([]landing, error) {
	texts := map[*source.File][]int{}
	for i, d := range docs {
		if d.Words != "" && !d.Span.IsZero() {
			texts[d.Span.File] = append(texts[d.Span.File], i)
		}
	}
	inputs := slices.Clone(r.inputs)
	for f, list := range texts {
		for i := range inputs {
			if inputs[i].Name == f.Name {
				inputs[i].Content = marked(f.Text, docs, list)
			}
		}
	}
	var ignored diag.List
	options := parse.Options{Comments: r.comments || r.config.Comments, Model: r.config.options()}
	result, err := parse.Load(os.DirFS(r.root), inputs, options, &ignored)
	if err != nil {
		return nil, unreadable(err)
	}
	return findMarks(result.Document)
}

// marked returns the text with marks in the docstrings of the list.
func marked(text string, docs []lint.Docstring, list []int) []byte {
	slices.SortFunc(list, func(a, b int) int { return docs[a].Span.Start - docs[b].Span.Start })
	var out strings.Builder
	done := 0
	for _, i := range list {
		start, end := inner(docs[i].Span)
		if start < done || end <= start {
			continue // a text that two things share, such as one that is inherited twice
		}
		out.WriteString(text[done:start])
		out.WriteRune(beginMark)
		for _, digit := range strconv.Itoa(i) {
			out.WriteRune(firstMark + digit - '0')
		}
		out.WriteRune(digitsEnd)
		out.WriteString(text[start:end])
		out.WriteRune(endMark)
		done = end
	}
	out.WriteString(text[done:])
	return []byte(out.String())
}

// inner is the place of the words of a docstring, without quotes, the signs of comments and blanks around them.
func inner(at source.Span) (start, end int) {
	const around = "\"# \t\n"
	text := at.Text()
	start = at.Start + len(text) - len(strings.TrimLeft(text, around))
	body := strings.TrimRight(text, around)
	for strings.HasSuffix(body, `\`) { // an escaped quote
		body = strings.TrimRight(body, `\`)
	}
	return start, at.Start + len(body)
}

// findMarks looks for marks in all artifacts.
func findMarks(d *model.Document) ([]landing, error) {
	var all []landing
	for _, a := range emit.Artifacts(d, []string{"tools", "resources", "prompts", "openapi", "schema"}) {
		w := walker{artifact: a.Name, kind: a.Kind}
		if err := w.walk(emit.Bytes(a)); err != nil {
			return nil, err
		}
		all = append(all, w.found...)
	}
	return all, nil
}

// A walker goes through the text of an artifact, which is valid JSON, and knows where it is. Artifacts are large and
// marks are few, so nothing is decoded but the texts that hold one.
type walker struct {
	artifact, kind string
	open           []container
	found          []landing
}

// A container is an object or array that the walker is in: the member or the element that it is at.
type container struct {
	object, atKey bool
	key           []byte // as written, with its quotes
	index         int
}

func (w *walker) walk(data []byte) error {
	mark := []byte(string(beginMark))
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '{', '[':
			w.open = append(w.open, container{object: data[i] == '{', atKey: data[i] == '{'})
		case '}', ']':
			w.open = w.open[:len(w.open)-1]
		case ',':
			inner := &w.open[len(w.open)-1]
			inner.index++
			inner.atKey = inner.object
		case '"':
			text := data[i : i+stringLength(data[i:])]
			i += len(text) - 1
			if n := len(w.open) - 1; n >= 0 && w.open[n].atKey {
				w.open[n].key, w.open[n].atKey = text, false
			} else if bytes.Contains(text, mark) {
				var decoded string
				if err := json.Unmarshal(text, &decoded); err != nil {
					return err
				}
				w.text(w.pointer(), decoded)
			}
		}
	}
	return nil
}

// stringLength is the length of the string that the text begins with, both quotes included.
func stringLength(text []byte) int {
	for i := 1; ; i++ {
		i += bytes.IndexAny(text[i:], "\"\\")
		if text[i] == '"' {
			return i + 1
		}
		i++ // what a backslash escapes
	}
}

// pointer is where the walker is (RFC 6901).
func (w *walker) pointer() string {
	var out strings.Builder
	for _, c := range w.open {
		if !c.object {
			out.WriteString("/" + strconv.Itoa(c.index))
			continue
		}
		var key string
		_ = json.Unmarshal(c.key, &key) // it is a key of an artifact
		out.WriteString("/" + pointerEscapes.Replace(key))
	}
	return out.String()
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// text notes the marks of one text.
func (w *walker) text(pointer, text string) {
	if !strings.ContainsRune(text, beginMark) {
		return
	}
	before, open := 0, -1 // code points so far, and the landing whose end is awaited
	first := len(w.found)
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		text = text[size:]
		switch r {
		case beginMark:
			digits, rest, _ := strings.Cut(text, string(digitsEnd))
			text, open = rest, len(w.found)
			w.found = append(w.found, landing{doc: number(digits), artifact: w.artifact, kind: w.kind, pointer: pointer, start: before, end: -1})
		case endMark:
			if open >= 0 {
				w.found[open].end, w.found[open].whole = before, true
			}
		default:
			before++
		}
	}
	for i := first; i < len(w.found); i++ {
		if w.found[i].total = before; w.found[i].end < 0 {
			w.found[i].end = before
		}
	}
}

func number(digits string) int {
	n := 0
	for _, r := range digits {
		n = 10*n + int(r-firstMark)
	}
	return n
}

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"schemac/model/source"
)

// maxYAMLBytes is the size of the largest YAML file that is read, in bytes. One written by hand has a few hundred.
const maxYAMLBytes = 1 << 20

var (
	errYAMLTooLarge = fmt.Errorf("it is larger than %d MiB", maxYAMLBytes>>20)
	errNoFile       = errors.New("it is not a regular file")
)

// A yamlFault is what makes a YAML file unreadable.
type yamlFault struct {
	span    source.Span
	message string
}

// readYAML reads a file from disk. The name is the one that messages show.
func readYAML(path, name string) (*source.File, []source.Fault, error) {
	raw, err := readAtMost(path, maxYAMLBytes)
	if err != nil {
		return nil, nil, err
	}
	f, faults := source.New(name, raw)
	return f, faults, nil
}

func readAtMost(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() && !info.IsDir() {
		return nil, errNoFile // to open a pipe would wait for somebody who writes to it
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, limit+1))
	if int64(len(raw)) > limit {
		return nil, errYAMLTooLarge
	}
	return raw, err
}

// parseYAML returns the root of the first document, or nil when the file says nothing. Nodes are never expanded, so
// an alias costs nothing however often it is used. With more, another document follows.
func parseYAML(f *source.File) (root *yaml.Node, more bool, fault *yamlFault) {
	decoder := yaml.NewDecoder(strings.NewReader(f.Text))
	var document, next yaml.Node
	if err := decoder.Decode(&document); errors.Is(err, io.EOF) {
		return nil, false, nil
	} else if err != nil {
		return nil, false, yamlSyntax(f, err)
	}
	if len(document.Content) > 0 {
		root = document.Content[0]
	}
	err := decoder.Decode(&next)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, false, yamlSyntax(f, err)
	}
	return root, err == nil, nil
}

// parserMessages begin the errors of the library's parser, which counts lines from 0; its scanner counts from 1.
var parserMessages = []string{
	"did not find expected key", "did not find expected '-'", "did not find expected ','",
	"did not find expected node", "did not find expected <",
}

// yamlSyntax places an error of the YAML library, which names a line at most: "yaml: line 3: did not find …".
func yamlSyntax(f *source.File, err error) *yamlFault {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 1
	if rest, ok := strings.CutPrefix(message, "line "); ok {
		number, what, _ := strings.Cut(rest, ": ")
		if n, err := strconv.Atoi(number); err == nil {
			line, message = n, what
		}
		if slices.ContainsFunc(parserMessages, func(s string) bool { return strings.HasPrefix(message, s) }) {
			line++
		}
	}
	places := yamlPlaces{file: f}
	return &yamlFault{span: places.line(line), message: message}
}

// plainNode returns the node that an alias stands for, or the node itself.
func plainNode(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// member returns the value of a key in a mapping, or nil.
func member(mapping *yaml.Node, name string) *yaml.Node {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if plainNode(mapping.Content[i]).Value == name {
			return plainNode(mapping.Content[i+1])
		}
	}
	return nil
}

// isText reports whether a node is a scalar that stands for its spelling: a string, or a number or date that somebody
// did not bother to quote.
func isText(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Tag != "!!bool" && n.Tag != "!!null"
}

// yamlType says in words what a node is.
func yamlType(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a group of keys"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Tag == "!!null":
		return "empty"
	}
	return strconv.Quote(n.Value)
}

// A yamlPlaces finds the places of nodes. It remembers the last one, so that going through a file costs no more than
// reading it once.
type yamlPlaces struct {
	file *source.File
	last yamlPlace
}

// A yamlPlace is a place as the YAML library counts: 1-based, columns in code points.
type yamlPlace struct{ line, column, offset int }

// span returns the place of a node: a scalar from end to end, anything else as far as its first line goes.
func (p *yamlPlaces) span(n *yaml.Node) source.Span {
	start := p.offset(n.Line, n.Column)
	return p.file.Span(start, start+nodeLength(p.file.Text[start:], n))
}

// line returns the place of a whole line.
func (p *yamlPlaces) line(line int) source.Span {
	start := p.offset(line, 1)
	rest := p.file.Text[start:]
	indent := len(rest) - len(strings.TrimLeft(rest, " "))
	return p.file.Span(start+indent, start+max(indent, lineLength(rest)))
}

// offset returns the byte offset of a place. One outside the text is moved to the end of its line. To the library,
// more characters end a line than elsewhere.
func (p *yamlPlaces) offset(line, column int) int {
	at := p.last
	if at.line == 0 || line < at.line || line == at.line && column < at.column {
		at = yamlPlace{line: 1, column: 1}
	}
	for _, r := range p.file.Text[at.offset:] {
		ends := strings.ContainsRune("\n\u0085\u2028\u2029", r)
		if at.line == line && (at.column >= column || ends) {
			break
		}
		at.offset += utf8.RuneLen(r)
		at.column++
		if ends {
			at.line, at.column = at.line+1, 1
		}
	}
	p.last = at
	return at.offset
}

// nodeLength returns the length in bytes of the node that text begins with.
func nodeLength(text string, n *yaml.Node) int {
	switch {
	case n.Kind == yaml.AliasNode:
		return len("*") + len(n.Value)
	case n.Kind == yaml.ScalarNode && n.Value != "" && strings.HasPrefix(text, n.Value):
		return len(n.Value)
	case n.Kind == yaml.ScalarNode && text != "" && strings.ContainsAny(text[:1], `"'`):
		return quotedLength(text)
	}
	return lineLength(text)
}

// quotedLength returns the length of the quoted scalar that text begins with, or of its first line.
func quotedLength(text string) int {
	quote := text[:1]
	for i := 1; i < len(text); i++ {
		switch {
		case quote == `"` && text[i] == '\\':
			i++
		case quote == "'" && strings.HasPrefix(text[i:], "''"):
			i++
		case text[i:i+1] == quote:
			return i + 1
		case text[i] == '\n':
			return i
		}
	}
	return len(text)
}

// lineLength returns the length of the first line of text, without blanks at its end.
func lineLength(text string) int {
	line, _, _ := strings.Cut(text, "\n")
	return len(strings.TrimRight(line, " \t"))
}

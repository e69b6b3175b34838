package graphql

import (
	"sort"
	"strings"
	"unicode"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"schemac/model/source"
)

// A comment is one `#` comment. Lines are 1-based.
type comment struct {
	line int
	span source.Span
	// alone says that nothing else stands on the line.
	alone bool
}

func (s *scan) addComment(at source.Span, line int) {
	s.comments = append(s.comments, comment{line: line, span: at, alone: s.startsLine(at.Start)})
}

// startsLine reports whether nothing but white space and commas stands before an offset on its line.
func (s *scan) startsLine(offset int) bool {
	before := strings.TrimRight(s.file.Text[:offset], " \t,")
	return before == "" || strings.HasSuffix(before, "\n")
}

// firstOfLine reports whether the definition of a name is the first on its line; a keyword may precede the name.
func (s *scan) firstOfLine(name source.Span) bool {
	before := strings.TrimRight(s.file.Text[:name.Start], " \t,")
	return s.startsLine(len(before)) || s.startsLine(len(strings.TrimRightFunc(before, unicode.IsLower)))
}

// commentFor returns the words of the comment that can describe the definition whose name is given, and the comments
// that they stand in: the block of lines that touches it from above or else, if trailing, the comment on its own line.
// Of several definitions on one line only the first is described. Dividers and commented-out code describe nothing
// (contract §2).
func (s *scan) commentFor(name source.Span, trailing bool) (text string, lines []source.Span) {
	if !s.firstOfLine(name) {
		return "", nil
	}
	line := s.file.LineOf(name.Start)
	end := sort.Search(len(s.comments), func(i int) bool { return s.comments[i].line >= line })
	start := end
	for wanted := line - 1; start > 0 && s.comments[start-1].line == wanted && s.comments[start-1].alone; wanted-- {
		start--
	}
	if text, lines := commentText(s.comments[start:end]); text != "" {
		return text, lines
	}
	if trailing && end < len(s.comments) && s.comments[end].line == line && !s.comments[end].alone {
		return commentText(s.comments[end : end+1])
	}
	return "", nil
}

// notes returns the comments that speak to schemac and not to a reader.
func (s *scan) notes() []source.Span {
	var notes []source.Span
	for _, c := range s.comments {
		if isNote(strings.TrimPrefix(c.span.Text(), "#")) {
			notes = append(notes, c.span)
		}
	}
	return notes
}

func isNote(words string) bool { return strings.HasPrefix(strings.TrimSpace(words), "schemac:") }

// commentText returns the words of a block, and the comments that hold them: the "#" and one space removed, lines
// without a letter dropped. It is empty when nothing is left, or when the block is commented-out code, with or without
// the lines that were dropped.
func commentText(block []comment) (text string, taken []source.Span) {
	var all, lines []string
	for _, c := range block {
		line := strings.TrimPrefix(strings.TrimPrefix(c.span.Text(), "#"), " ")
		line = strings.TrimRight(line, " \t")
		all = append(all, line)
		if strings.ContainsFunc(line, unicode.IsLetter) && !isNote(line) {
			lines = append(lines, line)
			taken = append(taken, c.span)
		}
	}
	text = strings.Join(lines, "\n")
	if text == "" || isCode(text) || len(all) > len(lines) && isCode(strings.Join(all, "\n")) {
		return "", nil
	}
	return text, taken
}

// isCode reports whether the text parses as fields, or as definitions.
func isCode(text string) bool {
	if !strings.Contains(text, ":") && !strings.Contains(text, "{") {
		return false
	}
	return parses("type T {\n"+text+"\n}") || parses(text)
}

func parses(text string) bool {
	_, err := parser.ParseSchemaWithLimit(&ast.Source{Input: text}, len(text)+1000)
	return err == nil
}

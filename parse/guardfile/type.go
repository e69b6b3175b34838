package guardfile

import (
	"strings"

	"schemac/model"
	"schemac/model/source"
	"schemac/parse/kdl"
)

// typeWords are the types of the language; the longer of two synonyms is what messages name.
var typeWords = []struct {
	word string
	kind model.Kind
}{
	{"string", model.String}, {"int", model.Integer}, {"integer", model.Integer}, {"number", model.Number}, {"float", model.Number},
	{"bool", model.Boolean}, {"boolean", model.Boolean}, {"array", model.ListKind}, {"object", model.ObjectKind},
}

func kindOf(word string) (model.Kind, bool) {
	for _, t := range typeWords {
		if t.word == word {
			return t.kind, true
		}
	}
	return model.Any, false
}

func isScalar(k model.Kind) bool {
	return k != model.ListKind && k != model.ObjectKind && k != model.Any
}

// elementWord returns T of `array<T>`.
func elementWord(word string) (string, bool) {
	element, ok := strings.CutPrefix(word, "array<")
	if !ok || !strings.HasSuffix(element, ">") {
		return "", false
	}
	return strings.TrimSuffix(element, ">"), true
}

// typeOf returns the type that a word names. It is new with every call.
func typeOf(text string, at source.Span) (*model.Type, bool) {
	if element, ok := elementWord(text); ok {
		kind, known := kindOf(element)
		return listType(kind, element, at), known && isScalar(kind)
	}
	kind, ok := kindOf(text)
	if kind == model.ListKind {
		return listType(model.String, "string", at), ok
	}
	return &model.Type{Kind: kind, Name: text, NonNull: true, Span: at}, ok
}

// assumedString is the type of a field that states none.
func assumedString(at source.Span) *model.Type {
	return &model.Type{Kind: model.String, Name: "string", NonNull: true, Assumed: true, Span: at}
}

func listType(kind model.Kind, name string, at source.Span) *model.Type {
	return &model.Type{Kind: model.ListKind, NonNull: true, Span: at, Elem: &model.Type{Kind: kind, Name: name, NonNull: true, Span: at}}
}

// isTypeWord holds for an unquoted type word: what makes a node one of the settled form.
func isTypeWord(v *kdl.Value) bool {
	if v.Kind != kdl.String || !v.Bare {
		return false
	}
	_, ok := typeOf(v.Text, v.Span)
	return ok
}

// suggestType says what type a word may be meant for.
func suggestType(text string) string {
	var words []string
	for _, t := range typeWords {
		words = append(words, t.word)
	}
	if best := closest(text, words); best != "" {
		return "; did you mean the type " + quote(best) + "?"
	}
	return ""
}

// typeName is what messages call a type.
func typeName(t *model.Type) string {
	switch t.Kind {
	case model.ListKind:
		return "array of " + typeName(t.Elem)
	case model.Any:
		return "value"
	}
	return strings.ToLower(t.Kind.String())
}

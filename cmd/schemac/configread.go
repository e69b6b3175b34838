package main

import (
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"schemac/lint"
	"schemac/model/diag"
)

// A configReader carries what every step of reading needs.
type configReader struct {
	config   *config
	places   yamlPlaces
	diags    *diag.List
	faults   int
	patterns map[string]*regexp.Regexp
}

// maxConfigFaults is how many faults of a file are reported; a file with more is not a schemac.yaml at all.
const maxConfigFaults = 100

func newConfigReader(c *config, diags *diag.List) *configReader {
	return &configReader{config: c, places: yamlPlaces{file: c.File}, diags: diags, patterns: map[string]*regexp.Regexp{}}
}

// group reads the members of a mapping; its own name is "" for the whole file.
func (r *configReader) group(n *yaml.Node, name string, keys []configKey) {
	if plainNode(n).Kind != yaml.MappingNode {
		r.wrongType(n, name, "a group of keys: "+strings.Join(keyNames(keys), ", "))
		return
	}
	given := map[string]bool{}
	for key, value := range r.members(plainNode(n)) {
		given[plainNode(key).Value] = true
		i := slices.IndexFunc(keys, func(k configKey) bool { return k.name == plainNode(key).Value })
		if i < 0 {
			r.unknownKey(key, name, keyNames(keys))
			continue
		}
		r.value(key, value, &keys[i])
	}
	for _, k := range keys {
		if k.needed && !given[k.name] {
			r.errorf(n, "config-missing-key", "%q needs the key %q", name, k.name)
		}
	}
}

// members goes through the keys and values of a mapping and reports keys that stand twice.
func (r *configReader) members(n *yaml.Node) iter.Seq2[*yaml.Node, *yaml.Node] {
	return func(yield func(key, value *yaml.Node) bool) {
		first := map[string]*yaml.Node{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i]
			name := plainNode(key).Value
			if before := first[name]; before != nil {
				r.duplicateKey(key, before, name)
				continue
			}
			first[name] = key
			if !yield(key, n.Content[i+1]) {
				return
			}
		}
	}
}

func (r *configReader) duplicateKey(key, before *yaml.Node, name string) {
	d := r.errorf(key, "config-duplicate-key", "key %q stands twice; remove one", name)
	if d != nil {
		d.WithRelated(r.places.span(before), "first here")
	}
}

func (r *configReader) unknownKey(key *yaml.Node, group string, names []string) {
	name, where := plainNode(key).Value, ""
	if group != "" {
		where = fmt.Sprintf(" in %q", group)
	}
	if best := diag.Closest(name, names); best != "" {
		r.errorf(key, "config-unknown-key", "unknown key %q%s; did you mean %q", name, where, best)
		return
	}
	r.errorf(key, "config-unknown-key", "unknown key %q%s; there are %s", name, where, strings.Join(names, ", "))
}

// value reads the value of a key into its field. A value that is wrong leaves the default.
func (r *configReader) value(key, n *yaml.Node, k *configKey) {
	if plainNode(n).Tag == "!!null" {
		r.errorf(key, "config-type", "%q has no value; give it one or remove the line", k.name)
		return
	}
	if k.field == nil {
		r.group(n, k.name, k.keys)
		return
	}
	switch field := k.field(r.config).(type) {
	case *string:
		if r.isValue(n, k) {
			*field = plainNode(n).Value
		}
	case *lint.Named:
		if r.isValue(n, k) {
			*field = lint.Named{Text: plainNode(n).Value, Span: r.places.span(n)}
		}
	case *bool:
		r.flag(n, k, field)
	case *[]string:
		r.texts(n, k, field)
	case *[]lint.Named:
		r.named(n, k, field)
	case *[]inputPath:
		r.paths(n, k, field)
	case *[]configPair:
		r.pairs(n, k, field)
	}
}

func (r *configReader) flag(n *yaml.Node, k *configKey, field *bool) {
	if plainNode(n).Tag != "!!bool" {
		r.wrongType(n, k.name, "true or false")
		return
	}
	*field = strings.EqualFold(plainNode(n).Value, "true")
}

func (r *configReader) texts(n *yaml.Node, k *configKey, field *[]string) {
	items, ok := r.items(n, k)
	if !ok {
		return
	}
	*field = nil
	for _, item := range items {
		*field = append(*field, plainNode(item).Value)
	}
}

// named reads a list of texts with their places.
func (r *configReader) named(n *yaml.Node, k *configKey, field *[]lint.Named) {
	items, ok := r.items(n, k)
	if !ok {
		return
	}
	*field = nil
	for _, item := range items {
		*field = append(*field, lint.Named{Text: plainNode(item).Value, Span: r.places.span(item)})
	}
}

func (r *configReader) paths(n *yaml.Node, k *configKey, field *[]inputPath) {
	items, _ := r.items(n, k)
	for _, item := range items {
		*field = append(*field, inputPath{Path: plainNode(item).Value, Span: r.places.span(item)})
	}
}

// items returns the elements of a list, or false when there is one that is wrong.
func (r *configReader) items(n *yaml.Node, k *configKey) ([]*yaml.Node, bool) {
	list := plainNode(n)
	if list.Kind != yaml.SequenceNode {
		r.wrongType(n, k.name, "a list"+asList(list))
		return nil, false
	}
	if k.filled && len(list.Content) == 0 {
		r.errorf(n, "config-value", "%q is an empty list; name at least one", k.name)
		return nil, false
	}
	var items []*yaml.Node
	for _, item := range list.Content {
		if r.isValue(item, k) {
			items = append(items, item)
		}
	}
	return items, len(items) == len(list.Content)
}

// asList shows how a text that stands alone is written as a list.
func asList(n *yaml.Node) string {
	if !isText(n) {
		return ""
	}
	if plainWord.MatchString(n.Value) {
		return ", as in [" + n.Value + "]"
	}
	return ", as in [" + strconv.Quote(n.Value) + "]"
}

// plainWord is what means itself in a list of YAML without quotes.
var plainWord = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_./-]*$`)

// pairs reads a mapping whose names are free.
func (r *configReader) pairs(n *yaml.Node, k *configKey, field *[]configPair) {
	if plainNode(n).Kind != yaml.MappingNode {
		r.wrongType(n, k.name, "a group of keys")
		return
	}
	for key, value := range r.members(plainNode(n)) {
		if k.names != nil && !slices.Contains(k.names, plainNode(key).Value) {
			r.unknownKey(key, k.name, k.names)
			continue
		}
		if r.isValue(value, k) {
			*field = append(*field, configPair{Name: plainNode(key).Value, Value: plainNode(value).Value, Span: r.places.span(key)})
		}
	}
}

// isValue reports whether a node is a text that the key takes, and says so if not.
func (r *configReader) isValue(n *yaml.Node, k *configKey) bool {
	if !isText(plainNode(n)) {
		r.wrongType(n, k.name, "text")
		return false
	}
	value := plainNode(n).Value
	if k.words != nil && !slices.Contains(k.words, value) {
		r.unknownWord(n, value, k)
		return false
	}
	if !r.matches(k, value) {
		r.errorf(n, "config-value", "%q in %q must be %s", value, k.name, k.must)
		return false
	}
	if k.check == nil {
		return true
	}
	err := k.check(value)
	if err != nil {
		r.errorf(n, "config-value", "%q in %q %v", value, k.name, err)
	}
	return err == nil
}

func (r *configReader) unknownWord(n *yaml.Node, word string, k *configKey) {
	if best := diag.Closest(word, k.words); best != "" {
		r.errorf(n, "config-value", "unknown word %q in %q; did you mean %q", word, k.name, best)
		return
	}
	r.errorf(n, "config-value", "unknown word %q in %q; there are %s", word, k.name, strings.Join(k.words, ", "))
}

// wrongType reports a value of the wrong type; the name of its key is "" for the whole file.
func (r *configReader) wrongType(n *yaml.Node, name, want string) {
	shown := configName
	if name != "" {
		shown = fmt.Sprintf("%q", name)
	}
	r.errorf(n, "config-type", "%s is %s; it must be %s", shown, yamlType(plainNode(n)), want)
}

// errorf reports a fault, unless there have been too many; then it returns nil.
func (r *configReader) errorf(n *yaml.Node, code, format string, args ...any) *diag.Diagnostic {
	r.faults++
	if r.faults > maxConfigFaults {
		return nil
	}
	return r.diags.Errorf(r.places.span(n), code, format, args...)
}

// matches reports whether a value is as the key wants it. Each pattern is compiled once.
func (r *configReader) matches(k *configKey, value string) bool {
	if k.pattern == "" {
		return true
	}
	if r.patterns[k.pattern] == nil {
		r.patterns[k.pattern] = regexp.MustCompile(k.pattern)
	}
	return r.patterns[k.pattern].MatchString(value)
}

func keyNames(keys []configKey) []string {
	var names []string
	for _, k := range keys {
		names = append(names, k.name)
	}
	return names
}

package conformance_test

import (
	"bytes"
	"encoding/json"
)

// A node is JSON with its order kept.
type node struct {
	members []member // of an object
	items   []*node  // of an array
	scalar  any
	kind    byte // '{', '[' or 0
}

type member struct {
	name  string
	value *node
}

func (n *node) member(name string) *node {
	if n == nil {
		return nil
	}
	for _, m := range n.members {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// text is the string that a node holds, or "".
func (n *node) text() string {
	if n == nil {
		return ""
	}
	s, _ := n.scalar.(string)
	return s
}

// texts are the strings of an array, or the one string.
func (n *node) texts() []string {
	if n == nil {
		return nil
	}
	if n.kind != '[' {
		return []string{n.text()}
	}
	var list []string
	for _, item := range n.items {
		list = append(list, item.text())
	}
	return list
}

// parseNode reads one JSON value; broken JSON, which other checks report, gives what stands before the break.
func parseNode(text []byte) *node {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return readNode(decoder)
}

func readNode(d *json.Decoder) *node {
	token, err := d.Token()
	if err != nil {
		return &node{}
	}
	delim, ok := token.(json.Delim)
	if !ok {
		return &node{scalar: token}
	}
	n := &node{kind: byte(delim)}
	for d.More() {
		if delim == '{' {
			name, err := d.Token()
			if err != nil {
				return n
			}
			text, _ := name.(string)
			n.members = append(n.members, member{text, readNode(d)})
			continue
		}
		n.items = append(n.items, readNode(d))
	}
	_, _ = d.Token()
	return n
}

// walkSchema visits a schema and all schemas in it with their paths: "", "/properties/a", "/properties/a/items" …
func walkSchema(n *node, visit func(path string, n *node)) { walkSchemaAt("", n, visit) }

func walkSchemaAt(path string, n *node, visit func(string, *node)) {
	if n == nil || n.kind != '{' {
		return
	}
	visit(path, n)
	if properties := n.member("properties"); properties != nil {
		for _, m := range properties.members {
			walkSchemaAt(path+"/properties/"+m.name, m.value, visit)
		}
	}
	for _, key := range []string{"items", "additionalProperties"} {
		walkSchemaAt(path+"/"+key, n.member(key), visit)
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		if list := n.member(key); list != nil {
			for _, item := range list.items {
				walkSchemaAt(path+"/"+key, item, visit)
			}
		}
	}
}

// json is the value again with its order, to be compared.
func (n *node) json() string {
	if n == nil {
		return ""
	}
	var text bytes.Buffer
	n.write(&text)
	return text.String()
}

func (n *node) write(to *bytes.Buffer) {
	switch n.kind {
	case '{':
		to.WriteByte('{')
		for _, m := range n.members {
			name, _ := json.Marshal(m.name)
			to.Write(name)
			to.WriteByte(':')
			m.value.write(to)
			to.WriteByte(',')
		}
		to.WriteByte('}')
	case '[':
		to.WriteByte('[')
		for _, item := range n.items {
			item.write(to)
			to.WriteByte(',')
		}
		to.WriteByte(']')
	default:
		value, _ := json.Marshal(n.scalar)
		to.Write(value)
	}
}

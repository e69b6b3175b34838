package kdl

import (
	"bytes"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	kdl1 "github.com/sblinch/kdl-go"
	"github.com/sblinch/kdl-go/document"

	"schemac/model/diag"
	"schemac/model/source"
)

// maxVersion1 is the size, in bytes, that a KDL 1 file must stay below.
//
// kdl-go reads into a buffer of 64 KiB, and moves the bytes in it while tokens still point there as soon as it must
// read a second time: larger files come out garbled, and say nothing. One that is shorter than the buffer is read at
// once, and never moved. A byte is kept for the newline that [version1Text] adds.
const maxVersion1 = 64<<10 - 1

// maxVersion1Exponent bounds, in binary digits, the numbers whose decimal spelling is worked out from kdl-go's value.
const maxVersion1Exponent = 1 << 14

// A versionMarker is `/- kdl-version N`.
type versionMarker struct {
	// number is N, or "" without a marker.
	number string
	span   source.Span
}

// versionOf looks for the version marker (KDL 2, "Compatibility"): the first thing in the file but for comments. It is
// a node after "/-" to every reader that does not look for it, and is read here as such, so that no two spellings
// of one node are told apart.
func versionOf(f *source.File) versionMarker {
	if !strings.Contains(f.Text, "kdl-version") {
		return versionMarker{}
	}
	p := newParser(f, &diag.List{})
	root := p.container()
	p.lineSpace(root)
	if !p.at("/-") {
		return versionMarker{}
	}
	p.node()
	for _, c := range root.Comments {
		if n := c.Node; n != nil && isVersionNode(n) {
			return versionMarker{number: n.Args[0].Text, span: c.Span}
		}
	}
	return versionMarker{}
}

func isVersionNode(n *Node) bool {
	return n.Name.Text == "kdl-version" && n.Name.Bare && n.Type == nil && !n.HasChildren &&
		len(n.Props) == 0 && len(n.Args) == 1 && n.Args[0].Kind == Number && n.Args[0].Type == nil
}

// parseVersion1 reads a file with kdl-go, which knows no places: every node carries the span of the marker, and
// comments are gone. Properties come in the order of their names, the last of several with one name: kdl-go keeps them
// in a map.
func parseVersion1(f *source.File, marker source.Span, diags *diag.List) *Document {
	doc := &Document{File: f, Version: 1}
	text, fault := version1Text(f)
	if fault == "" {
		doc.Nodes, fault = readVersion1(text, marker)
	}
	if fault != "" {
		doc.Nodes, doc.Broken = nil, true
		diags.Errorf(marker, "kdl-v1", "%s", fault).
			WithHelp("KDL 1 is read by a library that knows no places; without the marker the file is read as KDL 2, and each fault shown where it is")
		return doc
	}
	diags.Infof(marker, "kdl-v1-read", "this file is read as KDL 1; what is said about its nodes points here")
	return doc
}

// version1Text returns the bytes that are safe to hand to kdl-go. They end in a newline, because it loses a last word
// without one; and hold no U+FFFD, which it takes for the end of the text.
func version1Text(f *source.File) (text []byte, fault string) {
	if len(f.Text) >= maxVersion1 {
		return nil, fmt.Sprintf("a KDL 1 file must be smaller than 64 KiB, and this one has %d bytes; write it in KDL 2", len(f.Text))
	}
	if strings.ContainsRune(f.Text, '\uFFFD') {
		return nil, "a KDL 1 file may not hold U+FFFD, the replacement character"
	}
	return append([]byte(f.Text), '\n'), ""
}

// readVersion1 is the one call of kdl-go. A panic in it is a fault of the file as far as its author is concerned.
func readVersion1(text []byte, at source.Span) (nodes []*Node, fault string) {
	defer func() {
		if r := recover(); r != nil {
			nodes, fault = nil, "this file is no KDL 1 that the library can read"
		}
	}()
	doc, err := kdl1.Parse(bytes.NewReader(text))
	if err != nil {
		return nil, "this file is no KDL 1: " + message(err)
	}
	c := converter{at: at}
	return c.nodes(doc.Nodes, 1), c.fault
}

// message returns what kdl-go has to say without its places, some of which count lines from 0 and some from 1.
func message(err error) string {
	text, _, _ := strings.Cut(err.Error(), " at line ")
	return shorten(strings.TrimPrefix(strings.TrimPrefix(text, "parse failed: "), "scan failed: "))
}

// shorten keeps the start of a message: kdl-go puts the rest of the file into some.
func shorten(message string) string {
	message = strings.ToValidUTF8(strings.Join(strings.Fields(message), " "), "")
	if runes := []rune(message); len(runes) > 120 {
		return string(runes[:120]) + "…"
	}
	return message
}

// A converter makes nodes of kdl-go's nodes, and keeps the first fault.
type converter struct {
	at    source.Span
	fault string
}

func (c *converter) nodes(in []*document.Node, depth int) []*Node {
	if depth > maxDepth+1 {
		c.fault = fmt.Sprintf("more than %d blocks inside each other", maxDepth)
		return nil
	}
	var out []*Node
	for _, n := range in {
		out = append(out, c.node(n, depth))
	}
	return out
}

func (c *converter) node(in *document.Node, depth int) *Node {
	n := &Node{
		Type: c.annotation(in.Type),
		Name: c.value(in.Name),
		Span: c.at,
	}
	for _, arg := range in.Arguments {
		n.Args = append(n.Args, c.value(arg))
	}
	for _, name := range slices.Sorted(maps.Keys(in.Properties.Unordered())) {
		value, _ := in.Properties.Get(name)
		n.Props = append(n.Props, &Property{Name: c.text(name), Value: c.value(value), Span: c.at})
	}
	if len(in.Children) > 0 { // kdl-go does not tell `a {}` from `a`
		n.HasChildren, n.Block = true, c.at
		n.Children = c.nodes(in.Children, depth+1)
	}
	return n
}

func (c *converter) text(text string) *Value { return &Value{Kind: String, Text: text, Span: c.at} }

func (c *converter) annotation(in document.TypeAnnotation) *Value {
	if in == "" {
		return nil
	}
	return c.text(string(in))
}

func (c *converter) value(in *document.Value) *Value {
	v := c.text("")
	v.Type = c.annotation(in.Type)
	switch x := in.Value.(type) {
	case nil:
		v.Kind, v.Text = Null, "null"
	case bool:
		v.Kind, v.Text = Bool, strconv.FormatBool(x)
	case string:
		v.Text = x
	case int64:
		v.Kind, v.Text = Number, strconv.FormatInt(x, 10)
	case float64:
		v.Kind, v.Text = Number, strconv.FormatFloat(x, 'g', -1, 64)
	case *big.Int:
		v.Kind, v.Text = Number, x.String()
	case *big.Float:
		v.Kind, v.Text = Number, c.float(x)
	default:
		c.fault = "this file holds a value that is no KDL 1: " + shorten(in.ValueString())
	}
	return v
}

func (c *converter) float(x *big.Float) string {
	if exponent := x.MantExp(nil); x.IsInf() || exponent > maxVersion1Exponent || exponent < -maxVersion1Exponent {
		c.fault = "this file holds a number that is too large or too small"
		return "0"
	}
	return x.Text('g', -1)
}

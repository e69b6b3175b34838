package resource

import (
	"slices"
	"strconv"
	"strings"

	"schemac/parse/resource/sandbox"
)

// An inliner puts what references of a schema refer to in their place.
type inliner struct {
	*reading
	root sandbox.Value
	what string
	// found says that there was a reference; failed that one leads nowhere.
	found, failed bool
	size          int
}

// maxInlined bounds what a schema grows to: references to references double it each time.
const maxInlined = 20_000

// data are keywords whose values are no schemas, so that "$ref" in them refers to nothing.
var data = []string{"enum", "const", "default", "examples"}

// inline returns the value with references replaced. outer are those that it is reached by.
func (i *inliner) inline(v sandbox.Value, outer []string) sandbox.Value {
	if i.size++; i.size > maxInlined {
		i.fail(v, "grows too large when its references are put in place")
		return v
	}
	if i.failed {
		return v
	}
	if ref, ok := lookup(v, "$ref"); ok && ref.Kind == sandbox.String {
		return i.reference(v, ref, outer)
	}
	inlined := v
	inlined.Items, inlined.Members = nil, nil
	for _, item := range v.Items {
		inlined.Items = append(inlined.Items, i.inline(item, outer))
	}
	for _, m := range v.Members {
		if len(outer) == 0 && (m.Name == "$defs" || m.Name == "definitions") && v.Place == i.root.Place || slices.Contains(data, m.Name) {
			inlined.Members = append(inlined.Members, m) // what is used of definitions is put in place where it is used
			continue
		}
		inlined.Members = append(inlined.Members, sandbox.Member{Name: m.Name, Value: i.inline(m.Value, outer)})
	}
	return inlined
}

// reference returns what a reference refers to, with the members beside it in place of its own.
func (i *inliner) reference(v, ref sandbox.Value, outer []string) sandbox.Value {
	i.found = true
	if slices.Contains(outer, ref.Text) {
		i.fail(ref, "refers to itself by "+strconv.Quote(ref.Text)+", which hosts cannot follow; write it out as far as it is needed")
		return v
	}
	target, ok := resolve(i.root, ref.Text)
	if !ok {
		i.fail(ref, "has the reference "+strconv.Quote(ref.Text)+", which leads to nothing in it; a reference begins with \"#/\"")
		return v
	}
	placed := i.inline(target, append(slices.Clip(outer), ref.Text))
	beside := v
	beside.Members = without(v.Members, "$ref")
	if len(beside.Members) == 0 {
		return placed
	}
	beside = i.inline(beside, outer)
	members := without(placed.Members, names(beside)...)
	placed.Members = append(members, beside.Members...)
	return placed
}

func names(v sandbox.Value) []string {
	list := make([]string, len(v.Members))
	for i, m := range v.Members {
		list[i] = m.Name
	}
	return list
}

// fail reports the first reference that cannot be put in place.
func (i *inliner) fail(at sandbox.Value, why string) {
	if !i.failed {
		i.diags.Errorf(i.span(at.Place), "schema-reference", "schema %q of class %q %s", i.what, i.object.Name, why)
	}
	i.failed = true
}

// resolve follows a JSON pointer in a fragment.
func resolve(root sandbox.Value, ref string) (sandbox.Value, bool) {
	pointer, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return root, false
	}
	v := root
	for _, step := range strings.Split(pointer, "/")[1:] {
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		if n, err := strconv.Atoi(step); err == nil && v.Kind == sandbox.Array {
			if n < 0 || n >= len(v.Items) {
				return v, false
			}
			v = v.Items[n]
			continue
		}
		if v, ok = lookup(v, step); !ok {
			return v, false
		}
	}
	return v, pointer == "" || strings.HasPrefix(pointer, "/")
}

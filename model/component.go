package model

// components are what the OpenAPI document refers to: each described record with the request bodies of the verbs that it
// offers, then every other type that they reach, in source order. Objects are closed only where the server refuses more
// (`@sealed`).
func components(objects []*Object, resources []*Resource) []Component {
	reached := newReach()
	var list []Component
	for _, r := range resources {
		if !r.OpenAPI {
			continue
		}
		key := r.RoutingKey()
		record := r.Record(r.Sealed)
		list = append(list, Component{Name: r.Component, Description: r.Description, Shape: record})
		reached.defined[r.Object] = true
		reached.from(record)
		for _, form := range r.forms(r.body(nil, true), r.body(key, true), r.body(key, false)) {
			list = append(list, form)
			reached.from(form.Shape)
		}
	}
	return append(list, reached.others(objects, func(o *Object, d Direction) *Shape {
		if d == Output && o.Table != nil {
			return o.Record(o.Sealed)
		}
		shape := o.embedded(d)
		shape.Additional = sealed(o)
		return shape
	})...)
}

// forms are the components of the request forms that a resource takes: those of the verbs that it offers.
func (r *Resource) forms(create, update, patch *Shape) []Component {
	var list []Component
	for _, form := range []struct {
		verb  string
		shape *Shape
	}{{"create", create}, {"update", update}, {"patch", patch}} {
		if r.offers(form.verb) {
			list = append(list, Component{Name: r.Component + "." + form.verb, Description: r.Description, Shape: form.shape})
		}
	}
	return list
}

// definitions are those of the JSON Schema bundle: each record with its request forms as MCP has them, closed and with
// the key, then every other type that they reach.
func definitions(objects []*Object, resources []*Resource, options *Options) []Component {
	closed := !options.OpenRecords
	reached := newReach()
	var list []Component
	for _, r := range resources {
		key := r.RoutingKey()
		record := r.Record(closed)
		list = append(list, Component{Name: r.Component, Description: r.Description, Shape: record})
		reached.defined[r.Object] = true
		reached.from(record)
		for _, form := range r.forms(r.CreateInput(), r.UpdateInput(key), r.PatchInput(key)) {
			list = append(list, form)
			reached.from(form.Shape)
		}
	}
	return append(list, reached.others(objects, func(o *Object, d Direction) *Shape {
		if d == Output && o.Table != nil {
			return o.Record(closed)
		}
		return o.embedded(d)
	})...)
}

// A reach is the set of types that a document refers to, in each direction.
type reach struct {
	// defined are the objects that have an output component already.
	defined map[*Object]bool
	seen    [2]map[*Object]bool
}

func newReach() *reach {
	return &reach{defined: map[*Object]bool{}, seen: [2]map[*Object]bool{{}, {}}}
}

// from follows the references of a shape to their end.
func (r *reach) from(shape *Shape) {
	pending := []*Shape{shape}
	for len(pending) > 0 {
		next := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		for _, f := range next.Fields {
			object := f.Type.Base().Object
			if object == nil || object.Hidden || r.seen[next.Direction][object] {
				continue
			}
			r.seen[next.Direction][object] = true
			if next.Direction == Output && object.Table != nil {
				pending = append(pending, object.Record(false))
			} else {
				pending = append(pending, object.embedded(next.Direction))
			}
		}
	}
}

// others returns the components of the reached types that have none yet, outputs before inputs.
func (r *reach) others(objects []*Object, shape func(*Object, Direction) *Shape) []Component {
	var list []Component
	for _, o := range objects {
		if r.seen[Output][o] && !r.defined[o] {
			list = append(list, Component{Name: o.Component, Description: o.Description, Shape: shape(o, Output)})
		}
		if r.seen[Input][o] {
			list = append(list, Component{Name: o.Component + ".input", Description: o.Description, Shape: shape(o, Input)})
		}
	}
	return list
}

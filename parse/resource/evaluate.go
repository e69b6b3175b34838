package resource

import (
	"bytes"
	"encoding/json"
	"errors"

	"schemac/model"
	"schemac/model/ordered"
	"schemac/model/source"
	"schemac/parse/resource/sandbox"
)

// request is what the sandbox is asked: the files, what they import, and the tables that they find.
func (l *linker) request(files, modules []*source.File) sandbox.Request {
	r := sandbox.Request{Files: sources(files), Modules: sources(modules)}
	for _, o := range l.tables {
		r.Tables = append(r.Tables, sandbox.Table{
			Database: o.Table.Database, Name: o.Name, Description: o.Description, Record: wire(o.Properties.Record()).Members,
		})
	}
	return r
}

func sources(files []*source.File) []sandbox.Source {
	list := make([]sandbox.Source, len(files))
	for i, f := range files {
		list[i] = sandbox.Source{Name: f.Name, Text: f.Text}
	}
	return list
}

// kinds are the values of JSON on both sides.
var kinds = map[ordered.Kind]sandbox.Kind{
	ordered.NullKind: sandbox.Null, ordered.BoolKind: sandbox.Bool, ordered.NumberKind: sandbox.Number,
	ordered.StringKind: sandbox.String, ordered.ArrayKind: sandbox.Array, ordered.ObjectKind: sandbox.Object,
}

func wire(v ordered.Value) sandbox.Value {
	w := sandbox.Value{Kind: kinds[v.Kind], Text: v.Text}
	for _, item := range v.Items {
		w.Items = append(w.Items, wire(item))
	}
	for _, m := range v.Members {
		w.Members = append(w.Members, sandbox.Member{Name: m.Name, Value: wire(m.Value)})
	}
	return w
}

// maxDeaths is how many files may end an evaluation before the others are given up: each costs its time limit.
const maxDeaths = 5

// evaluate has all files evaluated. One that ends the evaluation loses its own classes; the files after it are
// evaluated anew.
func evaluate(r sandbox.Request, answer func([]byte) ([]byte, error)) ([]sandbox.Result, error) {
	if answer == nil {
		answer = sandbox.Evaluate
	}
	var results []sandbox.Result
	for deaths := 0; len(r.Files) > 0; deaths++ {
		if deaths == maxDeaths {
			return append(results, givenUp(r.Files)...), nil
		}
		request, err := json.Marshal(r)
		if err != nil {
			return nil, err
		}
		reply, err := answer(request)
		done, at := decode(reply)
		done = done[:min(len(done), len(r.Files))]
		results = append(results, done...)
		if r.Files = r.Files[len(done):]; len(r.Files) == 0 {
			break
		}
		var fault sandbox.Fault
		if err != nil && !errors.As(err, &fault) {
			return nil, err
		}
		results = append(results, died(r.Files[0], at, fault))
		r.Files = r.Files[1:]
	}
	return results, nil
}

// decode reads the lines of a reply: the results, and the place at which the file after them was last seen.
func decode(reply []byte) (results []sandbox.Result, at sandbox.Place) {
	for line := range bytes.Lines(reply) {
		var l sandbox.Line
		if json.Unmarshal(line, &l) != nil {
			break // the line during which the evaluation ended
		}
		if l.At != nil {
			at = *l.At
		}
		if l.Result != nil {
			results, at = append(results, *l.Result), sandbox.Place{}
		}
	}
	return results, at
}

// died says of a file that the evaluation did not survive it.
func died(f sandbox.Source, at sandbox.Place, fault sandbox.Fault) sandbox.Result {
	if at.File == "" {
		at = sandbox.Place{File: f.Name}
	}
	if fault == "" {
		fault = sandbox.ErrCrash
	}
	return sandbox.Result{File: f.Name, Problems: []sandbox.Problem{{
		Code: fault.Code(), Text: fault.Error() + " while it loads, so no class of it is read", Place: at,
	}}}
}

func givenUp(files []sandbox.Source) []sandbox.Result {
	var results []sandbox.Result
	for _, f := range files {
		results = append(results, sandbox.Result{File: f.Name, Problems: []sandbox.Problem{{
			Code: "resource-skipped", Text: "the file is not evaluated, because too many before it did not come to an end", Place: sandbox.Place{File: f.Name},
		}}})
	}
	return results
}

// value returns a value of the sandbox as the model has it; what is no JSON is left out, which has been reported where
// it counts.
func value(v sandbox.Value) ordered.Value {
	switch v.Kind {
	case sandbox.Bool:
		return ordered.BoolValue(v.Text == "true")
	case sandbox.Number:
		return ordered.NumberValue(v.Text)
	case sandbox.String:
		return ordered.StringValue(v.Text)
	case sandbox.Array:
		items := []ordered.Value{}
		for _, item := range v.Items {
			if item.Kind == sandbox.Unknown {
				item = sandbox.Value{Kind: sandbox.Null} // as JSON.stringify has it
			}
			items = append(items, value(item))
		}
		return ordered.ArrayValue(items...)
	case sandbox.Object:
		members := []ordered.Member{}
		for _, m := range v.Members {
			if m.Value.Kind != sandbox.Unknown {
				members = append(members, ordered.Member{Name: m.Name, Value: value(m.Value)})
			}
		}
		return ordered.ObjectValue(members...)
	}
	return ordered.NullValue()
}

// origin returns the property of a table's Record that an entry was spread from, or nil.
func (l *linker) origin(v sandbox.Value) *model.Property {
	if v.Origin < 1 || v.Origin > len(l.tables) {
		return nil
	}
	o := l.original(l.tables[v.Origin-1])
	n := 0
	for _, p := range o.Properties.All() {
		if !p.Visible() {
			continue
		}
		if n++; n == v.Entry {
			return p
		}
	}
	return nil
}

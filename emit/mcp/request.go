package mcp

import (
	"schemac/model"
	"schemac/model/ordered"
)

// writeMeta says how a runtime carries the tool out: by one request, or by calls of other tools (guardfile.md §4).
// Tools that their own server executes say nothing.
func writeMeta(w *ordered.Writer, op *model.Operation) {
	if op.Request == nil && op.Calls == nil {
		return
	}
	w.Key("_meta")
	w.BeginObject()
	if op.Request != nil {
		w.Key("schemac/request")
		writeRequest(w, op.Request)
	}
	if op.Calls != nil {
		w.Key("schemac/calls")
		w.Value(model.CallsValue(op.Calls))
	}
	w.EndObject()
}

func writeRequest(w *ordered.Writer, r *model.Request) {
	w.BeginObject()
	w.Text("method", r.Method)
	w.Text("url", r.URL)
	for _, in := range []string{"path", "query", "header", "body"} {
		writeMember(w, in, placed(r.Params, in))
	}
	var set []ordered.Member
	for _, f := range r.Set {
		set = append(set, ordered.Member{Name: f.Name, Value: f.Value})
	}
	writeMember(w, "set", set)
	writeAuth(w, r.Auth)
	w.Text("accept", r.Accept)
	writeMember(w, "constant", constants(r))
	writeMember(w, "pinned", pinned(r))
	if len(r.Exclusive) > 0 {
		w.Key("exclusive")
		w.BeginArray()
		for _, group := range r.Exclusive {
			w.Strings(group)
		}
		w.EndArray()
	}
	w.Text("failWhen", r.FailWhen)
	w.EndObject()
}

// writeMember writes an object that has members; what is empty is absent.
func writeMember(w *ordered.Writer, key string, members []ordered.Member) {
	if len(members) > 0 {
		w.Key(key)
		w.Value(ordered.ObjectValue(members...))
	}
}

// placed maps the inputs that go to one place of the request to their names there, in order.
func placed(params []*model.Param, in string) []ordered.Member {
	var members []ordered.Member
	for _, p := range params {
		if p.In != in {
			continue
		}
		value := ordered.StringValue(p.Wire)
		if p.Encode != "" {
			value = ordered.ObjectValue(
				ordered.Member{Name: "name", Value: ordered.StringValue(p.Wire)},
				ordered.Member{Name: "encode", Value: ordered.StringValue(p.Encode)},
			)
		}
		members = append(members, ordered.Member{Name: p.Name, Value: value})
	}
	return members
}

// writeAuth names where the credential is found. Several, which are sent together, are a list.
func writeAuth(w *ordered.Writer, a model.Auth) {
	if len(a.Credentials) == 0 {
		return
	}
	var list []ordered.Value
	for _, c := range a.Credentials {
		list = append(list, credential(a.Scheme, c))
	}
	w.Key("auth")
	if len(list) == 1 {
		w.Value(list[0])
		return
	}
	w.Value(ordered.ArrayValue(list...))
}

func credential(scheme model.AuthScheme, c model.Credential) ordered.Value {
	members := []ordered.Member{
		{Name: "scheme", Value: ordered.StringValue(string(scheme))},
		{Name: "in", Value: ordered.StringValue(c.In)},
		{Name: "name", Value: ordered.StringValue(c.Name)},
	}
	if c.Prefix != "" {
		members = append(members, ordered.Member{Name: "prefix", Value: ordered.StringValue(c.Prefix)})
	}
	for i, s := range c.Secrets {
		if i == 0 {
			members = append(members, secret(s))
		}
	}
	if len(c.Secrets) > 1 {
		var others []ordered.Value
		for _, s := range c.Secrets[1:] {
			others = append(others, ordered.ObjectValue(secret(s)))
		}
		members = append(members, ordered.Member{Name: "fallback", Value: ordered.ArrayValue(others...)})
	}
	return ordered.ObjectValue(members...)
}

// secret says where a secret is: the provider is the key. Of a literal only that it is one is told.
func secret(s model.Secret) ordered.Member {
	if s.Provider == "literal" {
		return ordered.Member{Name: "literal", Value: ordered.BoolValue(true)}
	}
	return ordered.Member{Name: s.Provider, Value: ordered.StringValue(s.Address)}
}

// constants are what the file states and no caller gives: headers, and pinned literals.
func constants(r *model.Request) []ordered.Member {
	var headers, query []ordered.Member
	for _, h := range r.Headers {
		if !h.Secret {
			headers = append(headers, ordered.Member{Name: h.Name, Value: ordered.StringValue(h.Value)})
		}
	}
	for _, p := range r.Pins {
		member := ordered.Member{Name: p.Name, Value: ordered.StringValue(p.Literal)}
		switch {
		case p.Secret != nil:
		case p.In == "header":
			headers = append(headers, member)
		default:
			query = append(query, member)
		}
	}
	return byPlace(headers, query)
}

// pinned are what the runtime fills in from a secret.
func pinned(r *model.Request) []ordered.Member {
	var headers, query []ordered.Member
	for _, h := range r.Headers {
		if h.Secret {
			value := ordered.ObjectValue(secret(model.Secret{Provider: "literal"}))
			headers = append(headers, ordered.Member{Name: h.Name, Value: value})
		}
	}
	for _, p := range r.Pins {
		if p.Secret == nil {
			continue
		}
		members := []ordered.Member{secret(*p.Secret)}
		if p.From != "" {
			members = append(members, ordered.Member{Name: "from", Value: ordered.StringValue(p.From)})
		}
		member := ordered.Member{Name: p.Name, Value: ordered.ObjectValue(members...)}
		if p.In == "header" {
			headers = append(headers, member)
		} else {
			query = append(query, member)
		}
	}
	return byPlace(headers, query)
}

func byPlace(headers, query []ordered.Member) []ordered.Member {
	var members []ordered.Member
	if len(headers) > 0 {
		members = append(members, ordered.Member{Name: "header", Value: ordered.ObjectValue(headers...)})
	}
	if len(query) > 0 {
		members = append(members, ordered.Member{Name: "query", Value: ordered.ObjectValue(query...)})
	}
	return members
}

package jsonschema

import (
	"bytes"
	"encoding/json"
	"testing"

	"schemac/model"
	"schemac/model/ordered"
)

// written returns the compact text of a schema.
func written(t *testing.T, s *Schema) string {
	t.Helper()
	w := ordered.NewWriter(nil)
	s.Write(w)
	var out bytes.Buffer
	if err := json.Compact(&out, w.Bytes()); err != nil {
		t.Fatalf("%v: %s", err, w.Bytes())
	}
	return out.String()
}

func scalar(k model.Kind) *model.Type { return &model.Type{Kind: k, Name: k.String()} }

func nonNull(t model.Type) *model.Type {
	t.NonNull = true
	return &t
}

func list(elem *model.Type) *model.Type { return &model.Type{Kind: model.ListKind, Elem: elem} }

// The table of contract §2.1: each type in a tool's input, in a tool's output, and as a component of OpenAPI reads and
// answers it. All are nullable, unless the name says otherwise.
func TestTypes(t *testing.T) {
	enum := &model.Enum{Name: "E"}
	enum.Add(model.EnumValue{Name: "B"})
	enum.Add(model.EnumValue{Name: "A"})
	embedded := &model.Object{Name: "Line", Component: "Line"}
	hidden := &model.Object{Name: "Secret", Component: "Secret", Hidden: true}
	of := func(o *model.Object) *model.Type { return &model.Type{Kind: model.ObjectKind, Name: o.Name, Object: o} }
	related := func(t *model.Type) model.Property {
		return model.Property{Type: t, Relationship: &model.Relationship{}}
	}
	plain := func(t *model.Type) model.Property { return model.Property{Type: t} }
	created := func(t *model.Type) model.Property { return model.Property{Type: t, CreatedTime: true} }
	const cut = `"description":"A nested Line."`
	for _, row := range []struct {
		name                                string
		in                                  model.Property
		toolInput, toolOutput, body, answer string
	}{
		{"ID", plain(scalar(model.ID)), `{"type":"string"}`, `{"type":["string","null"]}`, `{"type":["string","null"]}`, `{"type":["string","null"]}`},
		{"String!", plain(nonNull(*scalar(model.String))), `{"type":"string"}`, `{"type":"string"}`, `{"type":"string"}`, `{"type":"string"}`},
		{"Int", plain(scalar(model.Int)), `{"type":"integer"}`, `{"type":["integer","null"]}`,
			`{"type":["integer","null"],"format":"int32"}`, `{"type":["integer","null"],"format":"int32"}`},
		{"Long!", plain(nonNull(*scalar(model.Long))), `{"type":"integer"}`, `{"type":"integer"}`,
			`{"type":"integer","format":"int64","minimum":-9007199254740992,"maximum":9007199254740992}`,
			`{"type":"integer","format":"int64","minimum":-9007199254740992,"maximum":9007199254740992}`},
		{"BigInt", plain(scalar(model.BigInt)), `{"type":"integer"}`, `{"type":["integer","null"]}`, `{"type":["integer","null"]}`, `{"type":["integer","null"]}`},
		{"Float!", plain(nonNull(*scalar(model.Float))), `{"type":"number"}`, `{"type":"number"}`,
			`{"type":"number","format":"double"}`, `{"type":"number","format":"double"}`},
		{"Boolean", plain(scalar(model.Boolean)), `{"type":"boolean"}`, `{"type":["boolean","null"]}`, `{"type":["boolean","null"]}`, `{"type":["boolean","null"]}`},
		{"Date", plain(scalar(model.Date)), `{"type":"string","format":"date-time"}`, `{"type":["string","null"],"format":"date-time"}`,
			`{"type":["string","null"],"format":"date-time"}`, `{"type":["string","null"],"format":"date-time"}`},
		{"Bytes", plain(scalar(model.Bytes)), `{"type":"string","contentEncoding":"base64"}`, `{}`,
			`{"type":["string","null"],"contentEncoding":"base64"}`, `{}`},
		{"Blob", plain(scalar(model.Blob)), `{"type":"string","contentEncoding":"base64"}`, `{"type":["string","null"],"contentEncoding":"base64"}`,
			`{"type":["string","null"],"contentEncoding":"base64"}`, `{"type":["string","null"],"contentEncoding":"base64"}`},
		{"Any", plain(scalar(model.Any)), `{"type":["string","number","boolean","object","array","null"],"items":{}}`, `{}`, `{}`, `{}`},
		{"enum", plain(&model.Type{Kind: model.EnumKind, Enum: enum}), `{"type":"string","enum":["B","A"]}`,
			`{"anyOf":[{"type":"string","enum":["B","A"]},{"type":"null"}]}`,
			`{"anyOf":[{"type":"string","enum":["B","A"]},{"type":"null"}]}`,
			`{"anyOf":[{"type":"string","enum":["B","A"]},{"type":"null"}]}`},
		{"enum!", plain(&model.Type{Kind: model.EnumKind, Enum: enum, NonNull: true}), `{"type":"string","enum":["B","A"]}`,
			`{"type":"string","enum":["B","A"]}`, `{"type":"string","enum":["B","A"]}`, `{"type":"string","enum":["B","A"]}`},
		{"[Int]", plain(list(scalar(model.Int))), `{"type":"array","items":{"type":"integer"}}`,
			`{"type":["array","null"],"items":{"type":["integer","null"]}}`,
			`{"type":["array","null"],"items":{"type":["integer","null"],"format":"int32"}}`,
			`{"type":["array","null"],"items":{"type":["integer","null"],"format":"int32"}}`},
		{"[[Any!]!]!", plain(nonNull(*list(nonNull(*list(nonNull(*scalar(model.Any))))))), `{"type":"array","items":{"type":"array","items":{"type":["string","number","boolean","object","array","null"],"items":{}}}}`,
			`{"type":"array","items":{"type":"array","items":{}}}`,
			`{"type":"array","items":{"type":"array","items":{}}}`,
			`{"type":"array","items":{"type":"array","items":{}}}`},
		{"object, cut", plain(of(embedded)), `{"type":"object","properties":{},"additionalProperties":true}`,
			`{"type":["object","null"],` + cut + `}`,
			`{"anyOf":[{"$ref":"#/components/schemas/Line.input"},{"type":"null"}]}`,
			`{"anyOf":[{"$ref":"#/components/schemas/Line"},{"type":"null"}]}`},
		{"object!, cut", plain(nonNull(*of(embedded))), `{"type":"object","properties":{},"additionalProperties":true}`,
			`{"type":"object",` + cut + `}`, `{"$ref":"#/components/schemas/Line.input"}`, `{"$ref":"#/components/schemas/Line"}`},
		{"[object!]!, cut", model.Property{Type: nonNull(*list(nonNull(*of(embedded)))), Description: "Words."},
			`{"type":"array","items":{"type":"object","properties":{},"additionalProperties":true},"description":"Words."}`,
			`{"type":"array","items":{"type":"object",` + cut + `},"description":"Words."}`,
			`{"type":"array","items":{"$ref":"#/components/schemas/Line.input"},"description":"Words."}`,
			`{"type":"array","items":{"$ref":"#/components/schemas/Line"},"description":"Words."}`},
		{"relationship", related(nonNull(*of(embedded))), "", `{"type":["object","null"]}`, "",
			`{"anyOf":[{"$ref":"#/components/schemas/Line"},{"type":"null"}]}`},
		{"relationship of many", related(list(of(embedded))), "", `{"type":["array","null"],"items":{"type":"object"}}`, "",
			`{"type":["array","null"],"items":{"$ref":"#/components/schemas/Line"}}`},
		{"relationship to what is hidden", related(of(hidden)), "", `{"type":["object","null"]}`, "", `{"type":["object","null"]}`},
		{"relationship to many that are hidden", related(list(of(hidden))), "", `{"type":["array","null"],"items":{"type":"object"}}`, "",
			`{"type":["array","null"],"items":{"type":"object"}}`},
		{"relationship to nothing", related(&model.Type{Kind: model.ObjectKind, Name: "Gone"}), "", `{"type":["object","null"]}`, "", `{"type":["object","null"]}`},
		{"created Long", created(scalar(model.Long)), "", `{"type":"number"}`, "", `{"type":"number"}`},
		{"created Int", created(scalar(model.Int)), "", `{"type":"number"}`, "", `{"type":"number"}`},
		{"created Date", created(scalar(model.Date)), "", `{"type":"string","format":"date-time"}`, "", `{"type":"string","format":"date-time"}`},
		{"created String", created(scalar(model.String)), "", `{"type":"string","format":"date-time"}`, "", `{"type":"string","format":"date-time"}`},
		{"created Boolean", created(scalar(model.Boolean)), "", `{"type":"boolean"}`, "", `{"type":"boolean"}`},
		{"key", model.Property{Type: scalar(model.ID), PrimaryKey: true}, `{"type":"string"}`, `{"type":"string"}`, `{"type":"string"}`, `{"type":"string"}`},
		{"deprecated", model.Property{Type: scalar(model.ID), Description: "Words.", Deprecated: &model.Deprecation{}},
			`{"type":"string","description":"Words.","deprecated":true}`, `{"type":["string","null"],"description":"Words.","deprecated":true}`,
			`{"type":["string","null"],"description":"Words.","deprecated":true}`, `{"type":["string","null"],"description":"Words.","deprecated":true}`},
		{"description beside a reference", model.Property{Type: nonNull(*of(embedded)), Description: "Words."},
			`{"type":"object","properties":{},"additionalProperties":true,"description":"Words."}`, `{"type":"object","description":"Words."}`,
			`{"$ref":"#/components/schemas/Line.input","description":"Words."}`, `{"$ref":"#/components/schemas/Line","description":"Words."}`},
	} {
		t.Run(row.name, func(t *testing.T) {
			for _, form := range []struct {
				name  string
				style Style
				d     model.Direction
				want  string
			}{
				{"tool input", Tool, model.Input, row.toolInput}, {"tool output", Tool, model.Output, row.toolOutput},
				{"request body", OpenAPI, model.Input, row.body}, {"answer", OpenAPI, model.Output, row.answer},
			} {
				if form.want == "" {
					continue
				}
				if got := written(t, form.style.Property(&row.in, form.d)); got != form.want {
					t.Errorf("%s: got %s, want %s", form.name, got, form.want)
				}
			}
		})
	}
}

// The bundle refers, has no formats of numbers, and says what the server assigns.
func TestBundleStyle(t *testing.T) {
	for _, row := range []struct {
		in   model.Property
		want string
	}{
		{model.Property{Type: scalar(model.Long), CreatedTime: true}, `{"type":"number","assignCreatedTime":true}`},
		{model.Property{Type: scalar(model.Date), UpdatedTime: true}, `{"type":"string","format":"date-time","assignUpdatedTime":true}`},
		{model.Property{Type: scalar(model.Int), PrimaryKey: true, Description: "Key."}, `{"type":"integer","description":"Key.","primaryKey":true}`},
		{model.Property{Type: &model.Type{Kind: model.ObjectKind, NonNull: true, Object: &model.Object{Component: "db.Line"}}}, `{"$ref":"#/$defs/db.Line"}`},
	} {
		if got := written(t, Bundle.Property(&row.in, model.Output)); got != row.want {
			t.Errorf("got %s, want %s", got, row.want)
		}
	}
}

// The members of a schema stand in the order of contract §2.1, and those without a value are absent.
func TestOrderOfKeys(t *testing.T) {
	one := ordered.NumberValue("1")
	shape := &model.Shape{Additional: model.Open, Fields: []model.Field{{Property: &model.Property{Name: "f", Type: scalar(model.Any)}, Required: true}}}
	s := &Schema{
		Ref: "r", Type: []string{"object"}, Format: "f", ContentEncoding: "base64", Enum: []ordered.Value{one}, Pattern: "p",
		Minimum: "1.0", Maximum: "2e3", Items: &Schema{}, Object: OpenAPI.Object(shape, "").Object, AnyOf: []*Schema{{}},
		Description: "d", Deprecated: true, Default: one, PrimaryKey: true, AssignCreatedTime: true, AssignUpdatedTime: true,
	}
	want := `{"$ref":"r","type":"object","format":"f","contentEncoding":"base64","enum":[1],"pattern":"p","minimum":1.0,"maximum":2e3,` +
		`"items":{},"properties":{"f":{}},"required":["f"],"additionalProperties":true,"anyOf":[{}],"description":"d","deprecated":true,` +
		`"default":1,"primaryKey":true,"assignCreatedTime":true,"assignUpdatedTime":true}`
	if got := written(t, s); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := written(t, &Schema{}); got != "{}" {
		t.Errorf("got %s", got)
	}
}

// An author's constraints are added to what the type states, and win where both speak.
func TestConstraints(t *testing.T) {
	number := ordered.NumberValue
	for _, row := range []struct {
		in   model.Constraints
		want string
	}{
		{model.Constraints{}, `{"type":"integer","format":"int64","minimum":-9007199254740992,"maximum":9007199254740992}`},
		{model.Constraints{Minimum: "1"}, `{"type":"integer","format":"int64","minimum":1,"maximum":9007199254740992}`},
		{model.Constraints{Maximum: "1.50", Default: number("1.0")}, `{"type":"integer","format":"int64","minimum":-9007199254740992,"maximum":1.50,"default":1.0}`},
		{model.Constraints{Enum: []ordered.Value{number("1"), ordered.NullValue()}},
			`{"type":"integer","format":"int64","enum":[1,null],"minimum":-9007199254740992,"maximum":9007199254740992}`},
	} {
		p := &model.Property{Type: nonNull(*scalar(model.Long)), Constraints: &row.in}
		if got := written(t, OpenAPI.Property(p, model.Output)); got != row.want {
			t.Errorf("got %s, want %s", got, row.want)
		}
	}
}

func TestObject(t *testing.T) {
	field := func(name string, required bool) model.Field {
		return model.Field{Property: &model.Property{Name: name, Type: nonNull(*scalar(model.Int))}, Required: required}
	}
	for _, row := range []struct {
		shape model.Shape
		want  string
	}{
		{model.Shape{}, `{"type":"object","properties":{}}`},
		{model.Shape{Additional: model.Closed}, `{"type":"object","properties":{},"additionalProperties":false}`},
		{model.Shape{Fields: []model.Field{field("b", true), field("a", false), field("c", true)}},
			`{"type":"object","properties":{"b":{"type":"integer"},"a":{"type":"integer"},"c":{"type":"integer"}},"required":["b","c"]}`},
	} {
		if got := written(t, Tool.Object(&row.shape, "")); got != row.want {
			t.Errorf("got %s, want %s", got, row.want)
		}
	}
}

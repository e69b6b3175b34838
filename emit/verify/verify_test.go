package verify_test

import (
	"strings"
	"testing"

	"schemac/emit/verify"
)

// What hosts break on must be caught: each row is an artifact with one fault.
func TestRefuses(t *testing.T) {
	tool := func(input string) string {
		return `{"tools":[{"name":"t","inputSchema":` + input + `}]}`
	}
	choice := func(mapping, required string) string {
		return `{"openapi":"3.1.0","paths":{},"components":{"schemas":{"A":{"properties":{"p":{"const":"a"}}` + required + `},` +
			`"B":{"properties":{"p":{"const":"b"}},"required":["p"]},"C":{"oneOf":[{"$ref":"#/components/schemas/A"},{"$ref":"#/components/schemas/B"}],` +
			`"discriminator":{"propertyName":"p","mapping":{` + mapping + `}}}}}}`
	}
	const a, b, need = `"a":"#/components/schemas/A"`, `"b":"#/components/schemas/B"`, `,"required":["p"]`
	for _, row := range []struct{ kind, in, want string }{
		{"tools", `{"tools":[`, "EOF"},
		{"tools", tool(`{"type":"string"}`), `not of type "object"`},
		{"tools", tool(`{"type":"object"}`), `no "properties"`},
		{"tools", tool(`{"type":"object","properties":{"a":{}}}`), `property "a" has no type`},
		{"tools", tool(`{"type":"object","properties":{"a":true}}`), `property "a" is no object`},
		{"tools", tool(`{"type":"object","properties":{"a":{"type":"array"}}}`), "array without items"},
		{"tools", tool(`{"type":"object","properties":{"a":{"type":"object","anyOf":[]}}}`), `keyword "anyOf"`},
		{"tools", tool(`{"type":"object","properties":{},"required":[]}`), "required is empty"},
		{"tools", tool(`{"type":"object","properties":{},"required":["a"]}`), `required names "a"`},
		{"tools", tool(`{"type":"object","properties":{"a":{"type":"strin"}}}`), "inputSchema"},
		{"tools", tool(`{"type":"object","properties":{"a":{"type":"string","pattern":"(?<=x)y"}}}`), "inputSchema"},
		{"schema", `{"$defs":{"A":{"$ref":"#/$defs/B"}}}`, `definition "A"`},
		{"schema", `{"$defs":{"A":{"$ref":"file:///etc/passwd"}}}`, "leads outside"},
		{"openapi", `{"openapi":"3.1.0","paths":{},"components":{"schemas":{"A":{"$ref":"#/components/schemas/B"}}}}`, "leads nowhere"},
		{"openapi", `{"openapi":"3.1.0","paths":{}}`, "info"},
		{"openapi", choice(a+","+b, need), "info"}, // the choice itself is right
		{"openapi", choice(a, need), `no value leads to "#/components/schemas/B"`},
		{"openapi", choice(a+`,"b":"#/components/schemas/D"`, need), "none of the choices"},
		{"openapi", choice(a+`,"b":"#/components/schemas/A"`, need), "or another's"},
		{"openapi", choice(`"x":"#/components/schemas/A",`+b, need), `does not require the value "x"`},
		{"openapi", choice(a+","+b, ""), `does not require the value "a"`},
		{"resources", `{`, "EOF"},
	} {
		err := verify.Artifact(row.kind, []byte(row.in), nil)
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s %s: got %v, want %q", row.kind, row.in, err, row.want)
		}
	}
}

package verify

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// maxComponents is how many components kin-openapi is given: its time grows with the square of the schemas that refer
// to each other (measured: a chain of 1,000 takes 5 s). Larger documents are checked without it.
const maxComponents = 300

// OpenAPI checks an OpenAPI 3.1 document: it loads and validates in kin-openapi when it is small enough for that, and
// in any case every component compiles, every reference leads to one, and every discriminator keeps its word.
func OpenAPI(data []byte) error {
	document, err := decode(data)
	if err != nil {
		return err
	}
	root, _ := document.(object)
	components, _ := root["components"].(object)
	schemas, _ := components["schemas"].(object)
	if err := checkReferences(root, schemas); err != nil {
		return err
	}
	if err := checkDiscriminators(root, schemas); err != nil {
		return err
	}
	if err := compileComponents(schemas); err != nil {
		return err
	}
	if len(schemas) > maxComponents {
		return nil
	}
	return validate(data)
}

// compileComponents compiles the schemas as definitions of a bundle: the validator looks a reference into an OpenAPI
// document up anew each time, which takes ten times as long.
func compileComponents(schemas object) error {
	return compileDefinitions(object{"$defs": referTo(schemas, "#/$defs/")}, schemas, "component")
}

// referTo returns a copy of the value in which references to components have another prefix.
func referTo(value any, prefix string) any {
	switch v := value.(type) {
	case object:
		out := make(object, len(v))
		for key, child := range v {
			out[key] = referTo(child, prefix)
		}
		if ref, ok := v["$ref"].(string); ok {
			out["$ref"] = prefix + strings.TrimPrefix(ref, "#/components/schemas/")
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, child := range v {
			out[i] = referTo(child, prefix)
		}
		return out
	}
	return value
}

func checkReferences(value any, schemas object) error {
	switch v := value.(type) {
	case object:
		if ref, ok := v["$ref"].(string); ok {
			name := strings.TrimPrefix(ref, "#/components/schemas/")
			if _, ok := schemas[name]; !ok {
				return fmt.Errorf("reference %q leads nowhere", ref)
			}
		}
		for _, child := range v {
			if err := checkReferences(child, schemas); err != nil {
				return err
			}
		}
	case []any:
		for _, child := range v {
			if err := checkReferences(child, schemas); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkDiscriminators looks at each choice with a `discriminator`: every value of the mapping leads to one of the choices,
// which requires the member and lets it be that value only, and no choice is left out.
func checkDiscriminators(value any, schemas object) error {
	switch v := value.(type) {
	case object:
		if err := checkDiscriminator(v, schemas); err != nil {
			return err
		}
		for _, child := range v {
			if err := checkDiscriminators(child, schemas); err != nil {
				return err
			}
		}
	case []any:
		for _, child := range v {
			if err := checkDiscriminators(child, schemas); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkDiscriminator(schema, schemas object) error {
	discriminator, _ := schema["discriminator"].(object)
	name, isName := discriminator["propertyName"].(string)
	if !isName {
		return nil
	}
	mapping, _ := discriminator["mapping"].(object)
	open := map[string]bool{}
	for _, choice := range member(schema, "oneOf") {
		reference, _ := choice.(object)
		ref, _ := reference["$ref"].(string)
		open[ref] = true
	}
	for _, key := range slices.Sorted(maps.Keys(mapping)) {
		ref, _ := mapping[key].(string)
		if !open[ref] {
			return fmt.Errorf("discriminator %q: %q leads to %q, which is none of the choices or another's", name, key, ref)
		}
		delete(open, ref)
		target, _ := schemas[strings.TrimPrefix(ref, "#/components/schemas/")].(object)
		properties, _ := target["properties"].(object)
		property, _ := properties[name].(object)
		if property["const"] != key || !slices.Contains(member(target, "required"), any(name)) {
			return fmt.Errorf("discriminator %q: %q does not require the value %q", name, ref, key)
		}
	}
	if left := slices.Sorted(maps.Keys(open)); len(left) > 0 {
		return fmt.Errorf("discriminator %q: no value leads to %q", name, left[0])
	}
	return nil
}

func validate(data []byte) error {
	loader := openapi3.NewLoader()
	loader.ReadFromURIFunc = func(_ *openapi3.Loader, location *url.URL) ([]byte, error) {
		return nil, fmt.Errorf("reference leads outside: %s", location)
	}
	document, err := loader.LoadFromData(data)
	if err != nil {
		return err
	}
	return document.Validate(context.Background(), openapi3.EnableMultiError())
}

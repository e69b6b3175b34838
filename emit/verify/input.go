package verify

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// forbidden are the keywords that break hosts when they stand in a tool's input (contract §4, facts: hosts.md §2).
var forbidden = []string{
	"$schema", "$id", "$ref", "$defs", "oneOf", "anyOf", "allOf", "not", "const", "prefixItems", "patternProperties", "if",
}

// checkInput holds an input schema to the form that every host takes.
func checkInput(schema any) error {
	root, ok := schema.(object)
	if !ok {
		return errors.New("is no object")
	}
	if root["type"] != "object" {
		return errors.New(`root is not of type "object"`)
	}
	if _, ok := root["properties"].(object); !ok {
		return errors.New(`root has no "properties"`)
	}
	return checkInputSchema(root, "")
}

func checkInputSchema(s object, at string) error {
	for _, key := range forbidden {
		if _, ok := s[key]; ok {
			return fmt.Errorf("%s: keyword %q breaks hosts", at, key)
		}
	}
	if isOfType(s, "array") {
		items, ok := s["items"].(object)
		if !ok {
			return fmt.Errorf("%s: array without items", at)
		}
		if err := checkInputSchema(items, at+"/items"); err != nil {
			return err
		}
	}
	properties, _ := s["properties"].(object)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		value := properties[name]
		property, ok := value.(object)
		if !ok {
			return fmt.Errorf("%s: property %q is no object", at, name)
		}
		if _, ok := property["type"]; !ok {
			return fmt.Errorf("%s: property %q has no type", at, name)
		}
		if err := checkInputSchema(property, at+"/properties/"+name); err != nil {
			return err
		}
	}
	return checkRequired(s, properties, at)
}

func checkRequired(s, properties object, at string) error {
	required, ok := s["required"]
	if !ok {
		return nil
	}
	list, _ := required.([]any)
	if len(list) == 0 {
		return fmt.Errorf("%s: required is empty", at)
	}
	for i, name := range list {
		if _, ok := properties[fmt.Sprint(name)]; !ok {
			return fmt.Errorf("%s: required names %q, which is no property", at, name)
		}
		if slices.Contains(list[:i], name) {
			return fmt.Errorf("%s: required names %q twice", at, name)
		}
	}
	return nil
}

func isOfType(s object, want string) bool {
	switch t := s["type"].(type) {
	case string:
		return t == want
	case []any:
		return slices.Contains(t, any(want))
	}
	return false
}

// escapePointer escapes a name for a JSON pointer.
func escapePointer(name string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

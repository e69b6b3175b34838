package main

import (
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"schemac/lint"
	"schemac/model/diag"
)

// TestFirstConfigShowsDefaults takes the # of every key away: what is left is a good file that names each key, and of those
// with a default it states that.
func TestFirstConfigShowsDefaults(t *testing.T) {
	text := regexp.MustCompile(`(?m)^#([^ #]|  [a-z])`).ReplaceAllString(firstConfig(), "$1")
	dir := t.TempDir()
	writeExample(t, filepath.Join(dir, configName), text)
	writeExample(t, filepath.Join(dir, "operations.txt"), "describe_all\n")
	var diags diag.List
	c, err := loadConfig([]string{dir}, "", &diags)
	if err != nil || len(diags.All()) > 0 {
		t.Fatalf("%v %v in\n%s", err, diags.All(), text)
	}
	for _, k := range leafKeys(configKeys) {
		if !regexp.MustCompile(`(?m)^ *` + k.name + `: \S`).MatchString(text) {
			t.Errorf("key %q is not shown with a value", k.name)
		}
		if got, want := withoutPlaces(k.field(c)), withoutPlaces(k.field(defaultConfig())); k.sample == "" && !reflect.DeepEqual(got, want) && !isEmptyList(got) {
			t.Errorf("key %q is shown as %v, and its default is %v", k.name, reflect.ValueOf(got).Elem(), reflect.ValueOf(want).Elem())
		}
	}
	for line := range strings.Lines(text) {
		if len(line) > 160 {
			t.Errorf("a line of %d characters: %s", len(line), line)
		}
	}
}

// withoutPlaces returns a value of the configuration without where it stands.
func withoutPlaces(value any) any {
	if list, ok := value.(*[]lint.Named); ok {
		texts := textsOf(*list)
		return &texts
	}
	return value
}

func isEmptyList(value any) bool {
	list, ok := value.(*[]string)
	return ok && len(*list) == 0
}

func leafKeys(keys []configKey) []configKey {
	var all []configKey
	for _, k := range keys {
		if k.field == nil {
			all = append(all, leafKeys(k.keys)...)
			continue
		}
		all = append(all, k)
	}
	return all
}

package main

import (
	"errors"
	"path"

	"schemac/lint"
	"schemac/model/source"
)

// A configKey is one key of schemac.yaml. The table of them drives the reader and docs/schemac.schema.json alike: a new
// key is a new row.
type configKey struct {
	name string
	// about is what editors show.
	about string
	// field is where the value goes, and says by its type what is read: text (*string, with its place *lint.Named), true or
	// false (*bool), a list (*[]string, with places *[]lint.Named, *[]inputPath) or free names with a value each
	// (*[]configPair). A group of keys has none.
	field func(*config) any
	// keys are the members of a group.
	keys []configKey
	// words are the only values, when there are any; pattern is what a value has to match, and must says so in words.
	words         []string
	pattern, must string
	// names are the only names of free ones, when there are any.
	names []string
	// check returns what is wrong with a value that the pattern cannot tell.
	check func(string) error
	// filled says that a list needs an element, and needed that the group needs the key.
	filled, needed bool
	// sample is a value for `schemac init` to show, as YAML, of a key that has no default.
	sample string
}

// A configPair is a name and a value of the author's own choice.
type configPair struct {
	Name, Value string
	Span        source.Span // of the name
}

const (
	surfacePattern = `^[a-z0-9][a-z0-9._-]{0,63}$`
	serverPattern  = `^[A-Za-z][A-Za-z0-9+.-]*://[^\s/?#]+[^\s?#]*$`
	filledPattern  = `\S`
	numberPattern  = `^[1-9][0-9]{0,8}$`
	numberWords    = "a whole number above 0"
)

var configKeys = []configKey{
	{name: "name", about: "Name of the application's surface: artifacts are called NAME.tools.json and so on.",
		field:   func(c *config) any { return &c.Name },
		pattern: surfacePattern, must: `lower-case letters, digits, ".", "_" and "-", at most 64, the first a letter or digit`},
	{name: "inputs", about: "Source files and folders, relative to this file. Those on the command line replace them. Default: the folder of this file.",
		field:   func(c *config) any { return &c.Inputs },
		pattern: filledPattern, must: "a path", filled: true, sample: "[schema.graphql, guards]"},
	{name: "out", about: "Folder that artifacts are written into, relative to this file.",
		field:   func(c *config) any { return &c.Out },
		pattern: filledPattern, must: "a path"},
	{name: "emit", about: "Kinds of artifacts to write.",
		field: func(c *config) any { return &c.Emit },
		words: artifactKinds, filled: true},
	{name: "server", about: "URL at which the application answers: OpenAPI servers and resource URIs.",
		field:   func(c *config) any { return &c.Server },
		pattern: serverPattern, must: "a URL such as https://api.example.com"},
	{name: "info", about: "What the OpenAPI document says about itself.", keys: []configKey{
		{name: "title", about: "Title of the API. Default: the name of the surface.",
			field:   func(c *config) any { return &c.Info.Title },
			pattern: filledPattern, must: "a title", sample: "Storefront"},
		{name: "version", about: "Version of the API, not of OpenAPI.",
			field:   func(c *config) any { return &c.Info.Version },
			pattern: filledPattern, must: "a version such as 1.4.0"},
	}},
	{name: "records", about: "Whether outputs may hold properties that the schema does not declare.",
		field: func(c *config) any { return &c.Records },
		words: []string{"closed", "open"}},
	{name: "tools", about: "Which tools MCP lists; OpenAPI still describes the whole API.", keys: []configKey{
		{name: "allow", about: "Globs over tool names: a tool is listed when one of them matches.",
			field: func(c *config) any { return &c.Tools.Allow },
			check: checkGlob},
		{name: "deny", about: "Globs over tool names: a tool that one of them matches is not listed.",
			field: func(c *config) any { return &c.Tools.Deny },
			check: checkGlob},
	}},
	{name: "comments", about: "Whether # comments serve as descriptions where there is no docstring.",
		field: func(c *config) any { return &c.Comments }},
	{name: "hints", about: "Whether tools carry only the hints that say something, or a title and all four.",
		field: func(c *config) any { return &c.Hints },
		words: []string{"minimal", "explicit"}},
	{name: "rules", about: "Severity of the findings of lint rules, by the name of the rule. A rule that is off does not run.",
		field: func(c *config) any { return &c.Rules },
		names: lint.IDs(), words: []string{"error", "warning", "info", "off"}, sample: "{ describe-fields: error, name-style: off }"},
	{name: "budget", about: "What tools may cost before the lint rules tool-count and token-budget speak, and schemac tokens marks them.", keys: []configKey{
		{name: "tools", about: "How many tools a surface may list.",
			field:   func(c *config) any { return &c.Budget.Tools },
			pattern: numberPattern, must: numberWords},
		{name: "tool", about: "How many tokens one tool may cost, estimated as a quarter of its bytes.",
			field:   func(c *config) any { return &c.Budget.Tool },
			pattern: numberPattern, must: numberWords},
		{name: "list", about: "How many tokens the tools of a surface may cost together.",
			field:   func(c *config) any { return &c.Budget.List },
			pattern: numberPattern, must: numberWords},
	}},
	{name: "require", about: "Which operations of a server must be tools, each with a description and typed inputs (lint rule coverage).", keys: []configKey{
		{name: "known", about: "File that names all operations of the server, one on a line, # for comments; relative to this file.",
			field:   func(c *config) any { return &c.Require.Known },
			pattern: filledPattern, must: "a path", needed: true, sample: "operations.txt"},
		{name: "allow", about: "Globs over operation names: an operation that one of them matches must be a tool.",
			field: func(c *config) any { return &c.Require.Allow },
			check: checkGlob},
		{name: "deny", about: "Globs over operation names: an operation that one of them matches need not be a tool.",
			field: func(c *config) any { return &c.Require.Deny },
			check: checkGlob},
		{name: "streaming", about: "Globs over the names of operations that answer with a stream: they must not be tools.",
			field: func(c *config) any { return &c.Require.Streaming },
			check: checkGlob},
		{name: "surface", about: "Name of the only surface whose tools count. Default: those of all.",
			field:   func(c *config) any { return &c.Require.Surface },
			pattern: filledPattern, must: "the name of a surface", sample: "app"},
	}},
	{name: "accept", about: "Breaking changes that are meant, as schemac diff words them, with the reason for each.",
		field:   func(c *config) any { return &c.Accept },
		pattern: filledPattern, must: "a reason", sample: `{ "input-required app/create_Book/title 0123456789ab": "no caller leaves it out" }`},
}

func checkGlob(glob string) error {
	if _, err := path.Match(glob, ""); err != nil {
		return errors.New(`is no glob; "*" stands for any text, "?" for one character, "[a-z]" for one of several`)
	}
	return nil
}

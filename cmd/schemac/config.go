package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"schemac/lint"
	"schemac/model"
	"schemac/model/diag"
	"schemac/model/source"
)

const (
	// configName is the file that configures a run.
	configName = "schemac.yaml"
	// otherConfigName is how people call it by mistake.
	otherConfigName = "schemac.yml"
)

// A config is what schemac.yaml says, and the defaults for what it does not say.
type config struct {
	// File is the text of schemac.yaml; nil when there is none.
	File *source.File
	// Dir is the folder of schemac.yaml, absolute; "" when there is none.
	Dir string

	Name     string
	Inputs   []inputPath // relative to Dir
	Out      string      // relative to Dir
	Emit     []string
	Server   string
	Info     configInfo
	Records  string // "closed" or "open"
	Tools    configTools
	Comments bool
	Hints    string // "minimal" or "explicit"
	Rules    []configPair
	Budget   configBudget
	Require  configRequire
	Accept   []configPair // fingerprints of changes, and reasons
}

type configInfo struct{ Title, Version string }

type configTools struct{ Allow, Deny []string } // globs over tool names

// A configBudget is what a surface may cost, in digits.
type configBudget struct{ Tools, Tool, List string }

// A configRequire says which operations of a server must be tools.
type configRequire struct {
	// Known is the path of the list of operations, relative to the folder of schemac.yaml; empty when nothing is required.
	Known lint.Named
	// Allow, Deny and Streaming are globs over the names in the list, Surface is that whose tools count.
	Allow, Deny, Streaming []lint.Named
	Surface                lint.Named
	// Path is where the list is looked for on the disk, which makes it an input of the run; "" when nothing is required. List
	// is its text, and Operations are the names in it; nil when there is none, or none that can be read.
	Path       string
	List       *source.File
	Operations []lint.Named
}

// artifactKinds are the words of --emit.
var artifactKinds = []string{"tools", "resources", "prompts", "openapi", "schema", "lint", "model"}

func defaultConfig() *config {
	base, budget := model.DefaultOptions(), lint.DefaultBudget()
	return &config{
		Name:    base.Name,
		Out:     "schemac-out",
		Emit:    []string{"tools", "resources", "prompts", "openapi", "schema", "lint"},
		Server:  base.Server,
		Info:    configInfo{Title: base.Title, Version: base.Version},
		Records: "closed",
		Tools:   configTools{Allow: base.Allow, Deny: base.Deny},
		Hints:   "minimal",
		Require: configRequire{Allow: []lint.Named{{Text: "*"}}},
		Budget: configBudget{
			Tools: strconv.Itoa(budget.Tools), Tool: strconv.Itoa(budget.ToolTokens), List: strconv.Itoa(budget.ListTokens),
		},
	}
}

// options returns the part of the configuration that changes what the sources mean.
func (c *config) options() model.Options {
	return model.Options{
		Name:          c.Name,
		Title:         c.Info.Title,
		Version:       c.Info.Version,
		Server:        strings.TrimRight(c.Server, "/"),
		OpenRecords:   c.Records == "open",
		ExplicitHints: c.Hints == "explicit",
		Allow:         c.Tools.Allow,
		Deny:          c.Tools.Deny,
	}
}

// outFolder returns the folder to write into: that of the flag -o, relative to the working directory, or else that of
// the configuration.
func (c *config) outFolder(flag string) string {
	switch {
	case flag != "":
		return flag
	case filepath.IsAbs(c.Out):
		return c.Out
	}
	return filepath.Join(c.Dir, c.Out)
}

// loadConfig reads the schemac.yaml that governs a run: the first one that is found from the nearest common parent of
// the inputs of the command line upwards. Faults in it go to diags; the error is for a file that cannot be read.
// Above the folder ceiling, if there is one, it is not looked for.
func loadConfig(args []string, ceiling string, diags *diag.List) (*config, error) {
	c := defaultConfig()
	start, err := commonFolder(args)
	if err != nil {
		return nil, err
	}
	dir := start
	for !isThere(filepath.Join(dir, configName)) {
		if other := filepath.Join(dir, otherConfigName); isThere(other) {
			diags.Warnf(source.Span{}, "config-name", "%q is not read; call it %q", other, configName)
		}
		if dir == filepath.Dir(dir) || dir == ceiling {
			return c, nil
		}
		dir = filepath.Dir(dir)
	}
	file := filepath.Join(dir, configName)
	f, faults, err := readYAML(file, configName)
	if err != nil {
		return nil, fmt.Errorf("cannot read %q: %w", file, plainCause(err))
	}
	c.File, c.Dir = f, dir
	c.read(faults, diags)
	c.Require.read(c.Dir, diags)
	return c, nil
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// read fills the configuration from its file.
func (c *config) read(faults []source.Fault, diags *diag.List) {
	if len(faults) > 0 {
		at := c.File.Span(faults[0].Offset, faults[0].Offset+len("\uFFFD"))
		diags.Errorf(at, "config-syntax", "%s is no UTF-8 text; save it as UTF-8", configName)
		return
	}
	root, more, fault := parseYAML(c.File)
	if fault != nil {
		diags.Errorf(fault.span, "config-syntax", "%s is no valid YAML: %s", configName, fault.message)
		return
	}
	if more {
		diags.Errorf(c.File.Span(0, 0), "config-syntax", "%s holds more than one document; keep one", configName)
	}
	if root != nil {
		newConfigReader(c, diags).group(root, "", configKeys)
	}
}

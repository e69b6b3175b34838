package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"schemac/lint"
	"schemac/model/diag"
)

func initCommand() *cli.Command {
	return &cli.Command{
		Name:      "init",
		Usage:     "write a commented schemac.yaml and a first schema",
		ArgsUsage: "[DIR]",
		Description: `DIR is made when it is missing; without one it is the working directory. A
schemac.yaml that is there stays, and is an error. A first schema is written only where
build would find no source.

Examples:
  schemac init           this folder
  schemac init shop      a folder of its own

Exit codes: 0 good, 2 wrong usage, a schemac.yaml that is there already, or a folder
that cannot be written.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print errors only", DisableDefaultText: true},
		},
		Action: initialise,
	}
}

// firstSchema is the schema of a project that has none.
const firstSchema = `"""
A product that the shop sells. Put your own type here: models read these first words of every tool to pick the right one.
"""
type Product @table @export @sealed {
  """
  Number on the price tag; never given to another product.
  """
  id: ID! @primaryKey
  """
  Name on the shelf label, at most 80 characters.
  """
  name: String! @indexed
  """
  Price in cents, value added tax included.
  """
  priceCents: Int!
}
`

const firstSchemaName = "schema.graphql"

// initialise begins a project.
func initialise(c *cli.Context) error {
	if c.Args().Len() > 1 {
		return usagef("init takes one folder; got %q", c.Args().Slice())
	}
	dir := filepath.Clean(c.Args().First()) // of nothing it is the working directory
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("cannot create the folder %q: %w", dir, plainCause(err))
	}
	if name := filepath.Join(dir, configName); isThere(name) {
		return fmt.Errorf("%q is there already; init writes it only where there is none", name)
	}
	files := []struct{ name, text string }{{configName, firstConfig()}}
	if !hasSources(dir) {
		files = append(files, struct{ name, text string }{firstSchemaName, firstSchema})
	}
	for _, f := range files {
		name := filepath.Join(dir, f.name)
		if err := create(name, f.text); err != nil {
			return fmt.Errorf("cannot write %q: %w", name, plainCause(err))
		}
		if !c.Bool("quiet") {
			fmt.Fprintf(c.App.ErrWriter, "wrote %s\n", plainText(name))
		}
	}
	if !c.Bool("quiet") {
		fmt.Fprintf(c.App.ErrWriter, "next: %s\n", strings.TrimSuffix("schemac build "+quoted(operand(filepath.ToSlash(dir))), " ."))
	}
	return nil
}

// create writes a file that must not be there yet.
func create(name, text string) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}

// hasSources reports whether build finds anything in a folder; what cannot be searched counts as something.
func hasSources(dir string) bool {
	var diags diag.List
	config := defaultConfig()
	found, err := findSources(config, []string{dir}, filepath.Join(dir, config.Out), &diags)
	if err != nil || len(found.Files) > 0 {
		return true
	}
	_, err = os.Lstat(filepath.Join(dir, firstSchemaName))
	return !errors.Is(err, fs.ErrNotExist)
}

// firstConfig is a schemac.yaml that names every key and sets the one that names files. It is made from the table of keys,
// so it cannot lack one.
func firstConfig() string {
	var out bytes.Buffer
	out.WriteString("# Configuration of schemac. Every key is optional. A line that begins with # and no blank is a key with its\n" +
		"# default, or with an example where there is none: take the # away to set it.\n")
	for _, k := range configKeys {
		out.WriteString("\n")
		comment(&out, k.about)
		if k.field != nil {
			mark := "#"
			if k.name == "name" {
				mark = ""
			}
			fmt.Fprintf(&out, "%s%s: %s\n", mark, k.name, k.example())
			continue
		}
		fmt.Fprintf(&out, "#%s:\n", k.name)
		for _, member := range k.keys {
			fmt.Fprintf(&out, "#  %s: %s # %s\n", member.name, member.example(), member.about)
		}
	}
	return out.String()
}

// comment writes a text as comment lines of at most 100 characters.
func comment(out *bytes.Buffer, text string) {
	line := "#"
	for word := range strings.FieldsSeq(text) {
		if len(line)+1+len(word) > 100 {
			out.WriteString(line + "\n")
			line = "#"
		}
		line += " " + word
	}
	out.WriteString(line + "\n")
}

// example returns the default of a key as YAML, or the example of one without a default.
func (k configKey) example() string {
	switch value := k.field(defaultConfig()).(type) {
	case *string:
		if *value != "" {
			return *value
		}
	case *bool:
		return fmt.Sprint(*value)
	case *[]lint.Named:
		return yamlList(textsOf(*value))
	case *[]string:
		if *value != nil && k.words != nil {
			return "[" + strings.Join(*value, ", ") + "]"
		}
		if len(*value) > 0 || k.sample == "" {
			return yamlList(*value)
		}
	}
	return k.sample
}

// yamlList writes texts as a list in brackets.
func yamlList(texts []string) string {
	var items []string
	for _, text := range texts {
		items = append(items, fmt.Sprintf("%q", text))
	}
	return "[" + strings.Join(items, ", ") + "]"
}

// Command schemac compiles descriptions that stand beside the code into the JSON that MCP and OpenAPI hosts read.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"schemac/model/diag"
)

func main() {
	if len(os.Args) == 2 && os.Args[1] == resourcesCommand {
		os.Exit(serveResources())
	}
	os.Exit(run(os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// Exit codes (design: cli.md). Zero is good.
const (
	exitFindings = 1 // the input has errors
	exitUsage    = 2 // wrong usage, an unreadable file, a folder that cannot be written
)

// errFindings ends a command whose diagnostics are printed already.
var errFindings = errors.New("the input has errors")

// A usageError is a mistake in the command line.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// run runs the command line and returns the exit code. It is main without the process.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	app := newApp(stdin, stdout, stderr)
	err := app.Run(reorder(app, args))
	var usage usageError
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errFindings):
		return exitFindings
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "schemac: %v\n", err)
		fmt.Fprintln(stderr, `run "schemac help" or "schemac COMMAND --help" for usage`)
	default:
		fmt.Fprintf(stderr, "schemac: %v\n", err)
	}
	return exitUsage
}

func newApp(stdin io.Reader, stdout, stderr io.Writer) *cli.App {
	// The library's own version flag takes "-v", which here asks for more words.
	cli.VersionFlag = &cli.BoolFlag{Name: "version", Usage: "print the version", DisableDefaultText: true}
	cli.VersionPrinter = func(c *cli.Context) { printVersion(c.App.Writer) }
	app := &cli.App{
		Name:                 "schemac",
		Usage:                "compile schemas and their docstrings into what MCP and OpenAPI hosts read",
		UsageText:            "schemac COMMAND [INPUT…] [flags]",
		Description:          appDescription,
		Version:              version(),
		Reader:               stdin,
		Writer:               stdout,
		ErrWriter:            stderr,
		EnableBashCompletion: true,
		Suggest:              true,
		Commands:             []*cli.Command{buildCommand(), checkCommand(), diffCommand(), lintCommand(), explainCommand(), traceCommand(), tokensCommand(), fmtCommand(), initCommand(), completionCommand(), versionCommand()},
		Action:               noCommand,
		OnUsageError:         onUsageError,
		// The library would end the process here, before anything deferred has run.
		ExitErrHandler: func(*cli.Context, error) {},
	}
	for _, c := range app.Commands {
		c.HideHelpCommand = true // else "build help" would never be a folder
		c.OnUsageError = onUsageError
	}
	return app
}

const appDescription = `schemac reads GraphQL schemas with @table types (as Harper uses them),
guardfiles (*.mcp.kdl) and the statics of Resource classes (resources.js|ts), and
writes MCP tool, resource and prompt lists, OpenAPI 3.1 and a JSON Schema bundle,
with every description where a model or a reader looks for it. It works offline and
never calls what it describes.

  schemac init                     begin: a commented schemac.yaml, a first schema
  schemac build                    compile this folder into schemac-out/
  schemac check                    in CI: are the artifacts those of the sources?
  schemac lint                     what a model will miss or misread
  schemac diff git:main .          what a change means to those who call
  schemac build --help             all flags, with examples`

// onUsageError gives mistakes in flags the exit code of their own.
func onUsageError(c *cli.Context, err error, _ bool) error {
	message := strings.TrimSpace(err.Error())
	if name, found := strings.CutPrefix(message, "flag provided but not defined: -"); found {
		message = "unknown flag " + dashed(name) + suggestFlag(c, name)
	}
	if name, found := strings.CutPrefix(message, "flag needs an argument: -"); found {
		message = "flag " + dashed(name) + " needs a value"
	}
	return usageError{errors.New(message)}
}

// dashed spells a flag as people write it; the library says "-out" for "--out".
func dashed(name string) string {
	name = strings.TrimLeft(name, "-")
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// suggestFlag looks for the flag that was meant.
func suggestFlag(c *cli.Context, name string) string {
	var names []string
	flags := c.App.Flags
	if c.Command != nil {
		flags = c.Command.Flags
	}
	for _, f := range flags {
		names = append(names, f.Names()...)
	}
	if best := diag.Closest(name, names); best != "" && len(best) > 1 {
		return fmt.Sprintf("; did you mean --%s?", best)
	}
	return ""
}

// noCommand answers a command line without a command, or with one that does not exist.
func noCommand(c *cli.Context) error {
	if !c.Args().Present() {
		if err := cli.ShowAppHelp(c); err != nil {
			return err
		}
		return usagef("no command given")
	}
	var names []string
	for _, command := range c.App.Commands {
		names = append(names, command.Names()...)
	}
	word := c.Args().First()
	if best := diag.Closest(word, names); best != "" {
		return usagef("unknown command %q; did you mean %q?", word, best)
	}
	return usagef("unknown command %q", word)
}

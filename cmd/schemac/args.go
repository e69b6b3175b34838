package main

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// reorder moves the flags of a command before its arguments: the library takes a flag after the first argument for an
// argument, without a word, and people write "build src -o out". After "--" everything is an argument.
func reorder(app *cli.App, args []string) []string {
	at := commandIndex(app, args)
	if at < 0 || slices.Contains(args, completionFlag) {
		return args
	}
	command := app.Command(args[at])
	flags, inputs := slices.Clone(args[:at+1]), []string(nil)
	rest := args[at+1:]
	for i := 0; i < len(rest); i++ {
		arg := rest[i]
		switch {
		case arg == "--":
			return append(append(append(flags, "--"), inputs...), rest[i+1:]...)
		case arg == "-" || !strings.HasPrefix(arg, "-"):
			inputs = append(inputs, arg)
		case arg == "--help" || arg == "-h":
			return append(flags, arg) // the library would look for a help topic called like the first input
		case !takesValue(command, arg):
			flags = append(flags, arg)
		case i+1 == len(rest):
			return append(flags, arg) // an input behind it would become its value
		default:
			flags = append(flags, arg, rest[i+1])
			i++
		}
	}
	if slices.Contains(inputs, "-") {
		flags = append(flags, "--") // a lone "-" would be taken for a flag
	}
	return append(flags, inputs...)
}

// completionFlag asks what may follow; the library wants it last.
const completionFlag = "--generate-bash-completion"

// commandIndex returns where the command stands: the first word that is no flag.
func commandIndex(app *cli.App, args []string) int {
	for i := 1; i < len(args); i++ {
		if !strings.HasPrefix(args[i], "-") {
			if app.Command(args[i]) == nil {
				return -1
			}
			return i
		}
	}
	return -1
}

// takesValue reports whether the next word belongs to the flag.
func takesValue(command *cli.Command, arg string) bool {
	name := strings.TrimLeft(arg, "-")
	if strings.Contains(name, "=") {
		return false
	}
	for _, flag := range command.Flags {
		if slices.Contains(flag.Names(), name) {
			_, isBool := flag.(*cli.BoolFlag)
			return !isBool
		}
	}
	return false
}

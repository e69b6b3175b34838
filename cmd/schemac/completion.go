package main

import (
	"fmt"

	"github.com/urfave/cli/v2"
)

func completionCommand() *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print a script that completes commands and flags in a shell",
		ArgsUsage: "bash|zsh|fish",
		Description: `Examples:
  source <(schemac completion bash)                            in ~/.bashrc
  source <(schemac completion zsh)                             in ~/.zshrc
  schemac completion fish > ~/.config/fish/completions/schemac.fish`,
		Action: completion,
	}
}

func completion(c *cli.Context) error {
	if c.Args().Len() != 1 {
		return usagef("completion takes the name of one shell: bash, zsh or fish")
	}
	script := ""
	switch shell := c.Args().First(); shell {
	case "bash":
		script = bashCompletion
	case "zsh":
		script = zshCompletion
	case "fish":
		var err error
		if script, err = c.App.ToFishCompletion(); err != nil {
			return err
		}
	default:
		return usagef("completion for %q is not known; there are bash, zsh and fish", shell)
	}
	_, err := fmt.Fprint(c.App.Writer, script)
	return err
}

// The program itself lists what may follow when its last argument is --generate-bash-completion: flags when a "-"
// stands before it, else commands. A "--" there would make the last argument an INPUT.
const bashCompletion = `_schemac() {
  local current="${COMP_WORDS[COMP_CWORD]}"
  local words=("${COMP_WORDS[@]:0:COMP_CWORD}")
  [[ "$current" == -* ]] && words+=("-")
  COMPREPLY=($(compgen -W "$("${words[@]}" --generate-bash-completion 2>/dev/null)" -- "$current"))
}
complete -o default -F _schemac schemac
`

const zshCompletion = `autoload -U compinit && compinit
_schemac() {
  local current="${words[CURRENT]}"
  local -a asked=("${(@)words[1,CURRENT-1]}")
  [[ "$current" == -* ]] && asked+=("-")
  local -a found=("${(@f)$("${asked[@]}" --generate-bash-completion 2>/dev/null)}")
  compadd -a found
  _files
}
compdef _schemac schemac
`

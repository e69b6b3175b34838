package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"schemac/emit"
	"schemac/lint"
)

func tokensCommand() *cli.Command {
	return &cli.Command{
		Name:      "tokens",
		Usage:     "say what each tool costs a model, by part",
		ArgsUsage: "[INPUT…]",
		Description: `Prints the bytes of each tool as a host sends it (compact JSON) and the tokens that
they make, estimated as a quarter of the bytes: of the description, of the input, of
the output, and of all. "!" marks what is over the budget of schemac.yaml:

  budget: { tools: 20, tool: 500, list: 10000 }

Examples:
  schemac tokens
  schemac tokens schema.graphql guards/

Exit codes: 0 good, 1 the input has errors, 2 wrong usage or a file that cannot be
read.`,
		Flags:  sourceFlags(),
		Action: tokens,
	}
}

// A toolCost is the bytes of a tool's compact JSON, by part.
type toolCost struct {
	name                            string
	description, input, output, all int
}

// tokens prints what the tools of each surface cost.
func tokens(c *cli.Context) error {
	r := newCompilation(c)
	if err := r.loadQuietly(""); err != nil {
		return err
	}
	for i, artifact := range emit.Artifacts(r.document, []string{"tools"}) {
		costs, err := costsOf(emit.Bytes(artifact))
		if err != nil {
			return fmt.Errorf("%s is not what schemac writes: %w", artifact.Name, err)
		}
		if i > 0 {
			fmt.Fprintln(r.stdout)
		}
		if err := r.printCosts(strings.TrimSuffix(artifact.Name, ".tools.json"), costs); err != nil {
			return err
		}
	}
	return nil
}

// costsOf measures the tools of an artifact.
func costsOf(list []byte) ([]toolCost, error) {
	var parsed struct{ Tools []json.RawMessage }
	if err := json.Unmarshal(list, &parsed); err != nil {
		return nil, err
	}
	var costs []toolCost
	for _, raw := range parsed.Tools {
		var parts struct {
			Name                                   string
			Description, InputSchema, OutputSchema json.RawMessage
		}
		if err := json.Unmarshal(raw, &parts); err != nil {
			return nil, err
		}
		costs = append(costs, toolCost{
			parts.Name, compactSize(parts.Description), compactSize(parts.InputSchema), compactSize(parts.OutputSchema), compactSize(raw),
		})
	}
	return costs, nil
}

// compactSize is the size of a JSON text without blanks between its parts.
func compactSize(raw json.RawMessage) int {
	size := 0
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case ' ', '\n', '\t', '\r':
		case '"':
			n := stringLength(raw[i:])
			size += n
			i += n - 1
		default:
			size++
		}
	}
	return size
}

func (r *compilation) printCosts(surface string, costs []toolCost) error {
	budget := r.config.budget()
	table := tabwriter.NewWriter(r.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "description\tinput\toutput\tbytes\ttokens \t  %s\n", surface)
	var sum toolCost
	for _, c := range costs {
		sum.description += c.description
		sum.input += c.input
		sum.output += c.output
		sum.all += c.all
		writeCost(table, c, budget.ToolTokens)
	}
	sum.name = count(len(costs), "tool")
	if len(costs) > budget.Tools {
		sum.name += fmt.Sprintf(" (over %d)", budget.Tools)
	}
	writeCost(table, sum, budget.ListTokens)
	return table.Flush()
}

func writeCost(w *tabwriter.Writer, c toolCost, most int) {
	mark := " "
	if lint.Tokens(c.all) > most {
		mark = "!"
	}
	fmt.Fprintf(w, "%d\t%d\t%d\t%d\t%d%s\t  %s\n", lint.Tokens(c.description), lint.Tokens(c.input), lint.Tokens(c.output), c.all, lint.Tokens(c.all), mark, c.name)
}

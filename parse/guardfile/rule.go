package guardfile

import (
	"slices"

	"schemac/model/source"
	"schemac/parse/kdl"
)

// A rule is one row of a table of nodes: what the node is called and what reads it into a T.
type rule[T any] struct {
	name string
	// once says that a second one is an error.
	once bool
	read func(r *reader, n *kdl.Node, into T)
}

// dispatch reads nodes by a table; place says in messages where they stand. It returns the nodes that an unknown one
// was probably meant for, and so are not missing.
func dispatch[T any](r *reader, nodes []*kdl.Node, rules []rule[T], into T, place string) (meant map[string]bool) {
	first := map[string]source.Span{}
	meant = map[string]bool{}
	for _, n := range nodes {
		if r.crowded() {
			break
		}
		name := n.Name.Text
		i := slices.IndexFunc(rules, func(row rule[T]) bool { return row.name == name })
		if i < 0 {
			r.unknown(n, place, names(rules))
			meant[closest(name, names(rules))] = true
			meant[foreign] = meant[foreign] || older[name] != "" || slices.Contains(unsupported, name)
			continue
		}
		if earlier, twice := first[name]; twice && rules[i].once {
			r.errorf(n.Name.Span, "duplicate-node", "%s stands twice in %s", quote(name), place).WithRelated(earlier, "first here")
			continue
		}
		if _, twice := first[name]; !twice {
			first[name] = n.Name.Span
		}
		rules[i].read(r, n, into)
	}
	return meant
}

// foreign stands among what is meant for nodes of another dialect, which may mean anything.
const foreign = "another dialect"

func names[T any](rules []rule[T]) []string {
	out := make([]string, len(rules))
	for i, row := range rules {
		out[i] = row.name
	}
	return out
}

// unsupported are nodes of the engine that have no meaning here yet: an error is better than a guess.
var unsupported = []string{
	"graphql", "sql", "database", "proxy", "map", "keyed", "variant", "app", "forward-header", "oauth2-client",
	"mcp-upstream", "ignore-undeclared-arguments",
}

// older are nodes of the spec-backed dialect, and what to write instead.
var older = map[string]string{
	"spec":       "a guardfile holds its operations inline: write a `can VERB RESOURCE { path \"/…\" }` for each",
	"op":         "write `can VERB RESOURCE { path \"/…\" }`",
	"fetch":      "nothing is fetched: write each operation as `can VERB RESOURCE { path \"/…\" }`",
	"cannot":     "write `never VERB RESOURCE`",
	"provider":   "write `value env NAME` where the secret is used",
	"positional": "inputs have names only; leave it out",
	"flag":       "inputs have names only; leave it out",
	"help":       "write `describe \"…\"`",
	"args":       "write the arguments directly in the block of `call`",
	"poll":       "an action is made of `call` nodes",
	"collect":    "an action is made of `call` nodes",
	"GET":        "write `path \"/…\"`, and `method GET` unless the verb says so",
	"POST":       "write `path \"/…\"`, and `method POST` unless the verb says so",
	"PUT":        "write `path \"/…\"`, and `method PUT` unless the verb says so",
	"PATCH":      "write `path \"/…\"`, and `method PATCH` unless the verb says so",
	"DELETE":     "write `path \"/…\"`, and `method DELETE` unless the verb says so",
	"HEAD":       "write `path \"/…\"`, and `method HEAD` unless the verb says so",
}

// olderPlaces are nodes that are of the older dialect only where the language does not have them: `tool "x" { GET … }`.
var olderPlaces = map[string]string{
	"tool": "write `can VERB RESOURCE { path \"/…\" }`, with `tool NAME` inside for a name of its own",
}

// A home is where nodes belong.
type home struct {
	place string
	nodes []string
}

// homes says of the nodes of the language where each belongs.
var homes = []home{
	{`"wrap"`, []string{"base-url", "auth", "restrict", "allow-metacharacters", "can", "never", "action", "inherit", "override"}},
	{`"can"`, []string{"path", "method", "query", "body", "header", "set", "returns", "open-arguments", "hints", "raw-response", "fail-when", "mutually-exclusive"}},
	{`"action"`, []string{"call", "input"}},
	{`"auth"`, []string{"value", "prefix", "param"}},
}

// unknown reports a node that does not belong where it stands.
func (r *reader) unknown(n *kdl.Node, place string, known []string) {
	name := n.Name.Text
	at := n.Name.Span
	switch {
	case slices.Contains(unsupported, name):
		r.errorf(at, "not-supported-yet", "%s is not supported yet", quote(name))
	case older[name] != "":
		r.errorf(at, "older-dialect", "%s is of the older, spec-backed dialect; %s", quote(name), older[name])
	case olderPlaces[name] != "":
		r.errorf(at, "older-dialect", "%s with a request of its own is of the older, spec-backed dialect; %s", quote(name), olderPlaces[name])
	case slices.Contains(siblingNames(), name):
		r.errorf(at, "misplaced-node", "%s stands beside %q, not in %s", quote(name), "wrap", place)
	default:
		for _, home := range homes {
			if slices.Contains(home.nodes, name) && home.place != place {
				r.errorf(at, "misplaced-node", "%s belongs in %s, not in %s", quote(name), home.place, place)
				return
			}
		}
		r.errorf(at, "unknown-node", "unknown node %s in %s%s", quote(name), place, suggest(name, known))
	}
}

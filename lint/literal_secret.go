package lint

import "schemac/model/diag"

// LiteralSecret finds secrets that stand in a file (guardfile.md §2).
var LiteralSecret = &Rule{
	ID:    "literal-secret",
	Title: "a secret that stands in the file",
	Text: "A guardfile is reviewed, copied and kept in a repository. `value literal \"…\"` puts the secret there too. Name a place " +
		"that holds it: an environment variable, a file, a parameter store. schemac never prints the value.",
	Before: `wrap tides {
    base-url "api.tides.example.com"
    auth bearer { value literal "not-a-real-secret" }
    can list stations { path "/stations"; describe "List all tide gauges." }
}
`,
	After: `wrap tides {
    base-url "api.tides.example.com"
    auth bearer { value env TIDES_TOKEN }
    can list stations { path "/stations"; describe "List all tide gauges." }
}
`,
	Severity: diag.Warning,
	Compiler: []string{"literal-secret"},
	Run: func(p *Pass) {
		for _, s := range p.Surfaces {
			if s.Guard == nil {
				continue
			}
			for _, c := range s.Guard.Auth.Credentials {
				for _, secret := range c.Secrets {
					if secret.Provider == "literal" {
						p.Reportf(secret.Span, "a secret stands in the file; name a place that holds it, such as `value env NAME`")
					}
				}
			}
		}
	},
}

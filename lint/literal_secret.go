package lint

import (
	"schemac/model/diag"
	"schemac/model/source"
)

// LiteralSecret finds secrets that stand in a file (guardfile.md §2).
var LiteralSecret = &Rule{
	ID:    "literal-secret",
	Title: "a secret that stands in the file",
	Text: "A guardfile is reviewed, copied and kept in a repository. `value literal \"…\"` puts the secret there too. Name a place " +
		"that holds it: an environment variable, a file, a parameter store. A constant header or a literal pin whose name is that of " +
		"a credential, such as `X-Api-Key`, is taken for a secret too. schemac never prints the value.",
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
			for _, h := range s.Guard.Headers {
				if h.Secret {
					p.literalCredential(h.Span, h.Name)
				}
			}
			for _, g := range s.Guard.Grants {
				for _, pin := range g.Pins {
					if pin.Secret != nil && pin.Secret.Provider == "literal" {
						p.literalCredential(pin.Span, pin.Name)
					}
				}
			}
		}
	},
}

func (p *Pass) literalCredential(at source.Span, name string) {
	p.Reportf(at, "%q is the name of a credential, and its value stands in the file; say it with \"auth\", or with `pin` and a place that holds it", name)
}

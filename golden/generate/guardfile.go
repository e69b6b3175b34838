package generate

import (
	"fmt"
	"strings"
)

// Guardfile returns a guardfile with the given number of grants, of the kinds that real ones have: reads with query
// parameters, writes with a body, fixed fields, and a restricted path parameter.
func Guardfile(grants int) []byte {
	var out strings.Builder
	out.WriteString(`wrap generated {
    base-url "api.example.com/v1"
    auth bearer { value env GENERATED_TOKEN }
    restrict owner matches "team-*"
`)
	for i := range grants {
		switch i % 3 {
		case 0:
			fmt.Fprintf(&out, `
    can list thing%d {
        path "/owners/{owner}/things%d"
        describe "List the things of kind %d that an owner has, newest first."
        query state string "Only things in this state." { enum "open" "closed" }
        query page int "Page to return, from 1." { minimum 1 }
        query limit int "Things on a page."
    }
`, i, i, i)
		case 1:
			fmt.Fprintf(&out, `
    can create thing%d {
        path "/owners/{owner}/things%d"
        describe "Create a thing of kind %d."
        body title string required "What the list shows."
        body text string "Longer words, in Markdown."
        body labels array<string> "Names of labels."
    }
`, i, i, i)
		default:
			fmt.Fprintf(&out, `
    can close thing%d {
        path "/owners/{owner}/things%d/{index}"
        path index int "Number of the thing."
        describe "Close a thing of kind %d; it can be opened again."
        set state "closed"
    }
`, i, i, i)
		}
	}
	out.WriteString("}\n")
	return []byte(out.String())
}

package model_test

import (
	"fmt"
	"testing/fstest"

	"schemac/model"
	"schemac/model/diag"
	"schemac/parse"
)

// A driver puts an operation into the envelope of a transport. This one makes what an MCP runtime needs: which inputs
// there are, where each goes, and what is sent beside them. It knows nothing of guardfiles or tables.
func ExampleOperation() {
	const guard = `
wrap tickets {
    base-url "tickets.example.com/v1"
    auth bearer { value env TICKETS_TOKEN }
    can close ticket {
        path "/queues/{queue}/tickets/{id}"
        path id int "Number of the ticket."
        describe "Close a ticket."
        body reason string required "Why nothing is left to do."
        set state "closed"
    }
}`
	for _, op := range operations("tickets.mcp.kdl", guard) {
		fmt.Println(op.Name+":", op.Description)
		for _, field := range op.Input.Fields {
			fmt.Printf("  takes %s (%s, required: %t)\n", field.Name, field.Type.Kind, field.Required)
		}
		fmt.Println("  sends", op.Request.Method, op.Request.URL)
		for _, p := range op.Request.Params {
			fmt.Printf("  %s goes into the %s as %s\n", p.Name, p.In, p.Wire)
		}
		for _, f := range op.Request.Set {
			fmt.Printf("  %s is always %s\n", f.Name, f.Value.Text)
		}
		for _, c := range op.Request.Auth.Credentials {
			fmt.Printf("  %s holds what the variable %s says\n", c.Name, c.Secrets[0].Address)
		}
	}
	// Output:
	// close_ticket: Close a ticket.
	//   takes queue (String, required: true)
	//   takes id (integer, required: true)
	//   takes reason (String, required: true)
	//   sends PATCH https://tickets.example.com/v1/queues/{queue}/tickets/{id}
	//   queue goes into the path as queue
	//   id goes into the path as id
	//   reason goes into the body as reason
	//   state is always closed
	//   Authorization holds what the variable TICKETS_TOKEN says
}

// operations compiles one source and returns what a host may call.
func operations(name, text string) []*model.Operation {
	var diags diag.List
	files := fstest.MapFS{name: &fstest.MapFile{Data: []byte(text)}}
	result, err := parse.Load(files, []parse.Input{{Name: name}}, parse.Options{Model: model.DefaultOptions()}, &diags)
	if err != nil || diags.HasErrors() {
		fmt.Println(err, diags.Count(diag.Error))
		return nil
	}
	return result.Document.Surfaces[0].Operations
}

// Package emit turns artifacts into bytes and is the only writer of them: what a build leaves in the output folder is
// decided here.
//
// What an artifact holds is decided by the packages below (mcp, openapi, jsonschema); they know nothing of files.
package emit

import (
	"io"

	"schemac/model/ordered"
)

// An Artifact is one file to be written.
type Artifact struct {
	// Name is the file name, e.g. "app.tools.json": no folder, no leading dot.
	Name string
	// Kind is the word of --emit that asks for the artifact: tools, resources, prompts, openapi, schema, lint or model.
	Kind string
	// Encode writes the one JSON value of the file. It may be called more than once, and at the same time as that of
	// another artifact.
	Encode func(w *ordered.Writer)
}

// Encode streams the bytes of an artifact, with the newline at the end, to w. It returns the first error of w.
func Encode(w io.Writer, a Artifact) error {
	out := ordered.NewWriter(w)
	a.Encode(out)
	return out.Close()
}

// Bytes returns the bytes of an artifact, as they would stand in its file.
func Bytes(a Artifact) []byte {
	out := ordered.NewWriter(nil)
	a.Encode(out)
	_ = out.Close() // without a sink there is nothing that can fail
	return out.Bytes()
}

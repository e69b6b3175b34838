package emit

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"schemac/model/ordered"
)

const (
	// manifestName is the file in the output folder that says which of the files there are schemac's own.
	manifestName = ".schemac.json"

	// manifestFormat marks a manifest as one of ours. A file with another mark is trusted in nothing.
	manifestFormat = 1

	maxManifestBytes = 16 << 20
)

// An entry is a file that a build wrote.
type entry struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
	Size int64  `json:"size"` // in bytes, when it was written
}

// readManifest returns the files that earlier builds wrote into a folder. A manifest that is missing, corrupt or
// foreign knows of none, so nothing is ever removed on its word; neither is a name that leads out of the folder.
func readManifest(folder string) []entry {
	path := filepath.Join(folder, manifestName)
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil // to open a pipe would wait for a writer
	}
	file, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxManifestBytes))
	if err != nil {
		return nil
	}
	var manifest struct {
		Format int     `json:"schemac"`
		Files  []entry `json:"files"`
	}
	if json.Unmarshal(text, &manifest) != nil || manifest.Format != manifestFormat {
		return nil
	}
	return slices.DeleteFunc(manifest.Files, func(e entry) bool { return !isPlainName(e.Name) })
}

// manifestOf returns the artifact that is the manifest of the given files.
func manifestOf(entries []entry) Artifact {
	sortEntries(entries)
	return Artifact{Name: manifestName, Encode: func(w *ordered.Writer) {
		w.BeginObject()
		w.Key("schemac")
		w.Number(strconv.Itoa(manifestFormat))
		w.Key("files")
		w.BeginArray()
		for _, e := range entries {
			e.encode(w)
		}
		w.EndArray()
		w.EndObject()
	}}
}

func (e entry) encode(w *ordered.Writer) {
	w.BeginObject()
	w.Key("name")
	w.String(e.Name)
	w.Key("kind")
	w.String(e.Kind)
	w.Key("size")
	w.Number(strconv.FormatInt(e.Size, 10))
	w.EndObject()
}

func sortEntries(entries []entry) {
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.Name, b.Name) })
}

// state says what has become of a file that an earlier build wrote.
type state int

const (
	gone   state = iota // it is no longer there
	whole               // it is as it was written, as far as its size tells
	edited              // it is something else now: somebody's own work
)

func (e entry) state(folder string) (state, error) {
	info, err := os.Lstat(filepath.Join(folder, e.Name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return gone, nil
	case err != nil:
		return edited, cause(err)
	case info.Mode().IsRegular() && e.isSize(folder, info.Size()):
		return whole, nil
	}
	return edited, nil
}

// isSize reports whether a file of that many bytes has the size of the entry. A checkout that turns line ends into CR LF
// makes files larger and changes nothing; only then is the file read.
func (e entry) isSize(folder string, size int64) bool {
	if size <= e.Size {
		return size == e.Size
	}
	text, err := os.ReadFile(filepath.Join(folder, e.Name))
	return err == nil && int64(len(withoutCR(text))) == e.Size
}

// isPlainName reports whether name is a file directly in its folder, on every system, and not a hidden one.
func isPlainName(name string) bool {
	return filepath.IsLocal(name) && !strings.ContainsAny(name, `/\:`) && !strings.HasPrefix(name, ".")
}

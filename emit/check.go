package emit

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Difference is a file of the output folder that is not what a build would leave there.
type Difference struct {
	// Name is the name of the file in the output folder, Path the same with the folder.
	Name, Path string
	State      State

	// artifact is what a build would write; its Encode is nil for a file that belongs to no artifact.
	artifact Artifact
}

// A State says how a file of the output folder differs.
type State int

// The states of a file that a build would change, or that it cannot mend.
const (
	// Stale is a file with other contents.
	Stale State = iota
	// Missing is a file that is not there.
	Missing
	// Leftover is a file that an earlier build wrote and that nothing gives now: a build removes it.
	Leftover
	// Edited is a leftover that somebody has changed: a build leaves it, and a person must decide.
	Edited
)

// String returns the word for a state in reports.
func (s State) String() string { return [...]string{"stale", "missing", "leftover", "edited"}[s] }

// Check compares the folder dir with what [Write] would make of it, and changes nothing. The differences stand in the
// order of names; without any a build would have nothing to do. Line ends that are CR LF count as LF: a checkout may have
// made them. A manifest is a difference only when there is no other, which it would follow from, and not when it is missing,
// for not everybody keeps it with the artifacts.
func Check(dir string, artifacts []Artifact, kinds []string) ([]Difference, error) {
	if err := checkNames(artifacts); err != nil {
		return nil, err
	}
	b := build{folder: dir, dry: true}
	if err := b.prepare(artifacts, kinds); err != nil {
		return nil, err
	}
	var all []Difference
	add := func(name string, state State, a Artifact) {
		all = append(all, Difference{Name: name, Path: filepath.Join(dir, name), State: state, artifact: a})
	}
	for i, s := range b.files {
		if err := s.judge(artifacts[i], add); err != nil {
			return nil, err
		}
	}
	for _, e := range b.obsolete {
		add(e.Name, Leftover, Artifact{})
	}
	for _, name := range b.result.Kept {
		add(name, Edited, Artifact{})
	}
	if len(all) == 0 && b.manifest != nil && b.manifest.info != nil {
		err := b.manifest.judge(b.manifestText, add)
		return all, err
	}
	slices.SortFunc(all, func(a, b Difference) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}

// judge adds the file when it differs in more than its line ends.
func (s *staged) judge(a Artifact, add func(name string, state State, a Artifact)) error {
	switch {
	case !s.differs:
		return nil
	case s.info == nil:
		add(s.name, Missing, a)
		return nil
	}
	have, err := os.ReadFile(s.path)
	if err != nil {
		return fmt.Errorf("cannot read %q: %w", s.path, cause(err))
	}
	if !bytes.Contains(have, []byte("\r\n")) || !bytes.Equal(withoutCR(have), Bytes(a)) {
		add(s.name, Stale, a)
	}
	return nil
}

// Texts returns what the file holds, with LF line ends, and what a build would write; the first is nil for a missing file,
// the second for one that belongs to no artifact. The error is for a file that cannot be read.
func (d Difference) Texts() (have, want []byte, err error) {
	if d.artifact.Encode != nil {
		want = Bytes(d.artifact)
	}
	have, err = os.ReadFile(d.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, want, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("cannot read %q: %w", d.Path, cause(err))
	}
	return withoutCR(have), want, nil
}

// withoutCR turns CR LF into LF.
func withoutCR(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")) }

package emit

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"
)

// maxFlushes is how many files are brought to the disk at the same time. Waiting for a disk costs no processor.
const maxFlushes = 32

// A Result says what became of the files in the output folder, by name and in the order of names.
type Result struct {
	// Written were created or replaced.
	Written []string
	// Unchanged had the right bytes and were left alone.
	Unchanged []string
	// Removed were written by an earlier build and belong to no artifact now.
	Removed []string
	// Kept belong to no artifact now either, but somebody has edited them, so they were left.
	Kept []string
}

// Write makes the files in the folder dir what the artifacts say, and removes files of the given kinds that an earlier
// build wrote and this one does not. The folder is created when it is missing.
//
// All files are written beside their targets and flushed to the disk before the first is renamed into its place: on an
// error until then nothing has changed. Builds into one folder wait for each other. After a build that was killed each
// file is the old or the new one, and the next build completes the set.
func Write(dir string, artifacts []Artifact, kinds []string) (Result, error) {
	if err := checkNames(artifacts); err != nil {
		return Result{}, err
	}
	if len(artifacts) == 0 && isMissing(dir) {
		return Result{}, nil
	}
	f, err := enter(dir)
	if err != nil {
		return Result{}, err
	}
	defer f.leave()
	f.sweep()
	b := build{folder: dir}
	if err := b.prepare(artifacts, kinds); err != nil {
		b.discard()
		f.undo()
		return Result{}, err
	}
	err = b.commit()
	b.discard()
	return b.result.sorted(), err
}

// A build is one run of [Write] or [Check].
type build struct {
	folder   string
	dry      bool
	files    []*staged // one for each artifact
	manifest *staged   // nil when none is due
	// manifestText is what the manifest is to hold.
	manifestText Artifact
	obsolete     []entry // to be removed
	flushers     errgroup.Group
	result       Result
}

// prepare does everything that can fail without leaving a trace: it encodes the artifacts, decides what to remove and
// brings all temporary files to the disk.
func (b *build) prepare(artifacts []Artifact, kinds []string) error {
	before := readManifest(b.folder)
	if err := b.stage(artifacts); err != nil {
		return err
	}
	b.flushers.SetLimit(maxFlushes)
	err := b.encode(artifacts)
	if err == nil {
		err = b.plan(artifacts, kinds, before)
	}
	return cmp.Or(err, b.flushers.Wait())
}

// stage finds the file that each artifact goes to.
func (b *build) stage(artifacts []Artifact) error {
	owners := map[string]string{}
	for _, a := range artifacts {
		s, err := stage(b.folder, a.Name, b.dry)
		if err != nil {
			return err
		}
		if owner := owners[s.path]; owner != "" {
			return fmt.Errorf("cannot write %q: it is the same file as %q", a.Name, owner)
		}
		owners[s.path] = a.Name
		b.files = append(b.files, s)
		if target := filepath.Dir(s.path); !b.dry && target != filepath.Clean(b.folder) {
			sweep(target, staleAfter) // where a symbolic link leads, no lock is held
		}
	}
	return nil
}

// encode encodes the artifacts side by side, each straight into its file.
func (b *build) encode(artifacts []Artifact) error {
	var encoders errgroup.Group
	encoders.SetLimit(runtime.GOMAXPROCS(0))
	for i, a := range artifacts {
		encoders.Go(func() error { return b.encodeFile(b.files[i], a) })
	}
	return encoders.Wait()
}

func (b *build) encodeFile(s *staged, a Artifact) error {
	if err := s.encode(a); err != nil {
		return err
	}
	if s.temp != nil {
		b.flushers.Go(s.flush)
	}
	return nil
}

// plan decides what becomes of the files of earlier builds, and writes down which files there will be.
func (b *build) plan(artifacts []Artifact, kinds []string, before []entry) error {
	var entries []entry
	for i, a := range artifacts {
		s := b.files[i]
		entries = append(entries, entry{Name: a.Name, Kind: a.Kind, Size: s.size})
		if !s.differs {
			b.result.Unchanged = append(b.result.Unchanged, a.Name)
		}
	}
	earlier, err := b.judge(before, artifacts, kinds)
	if err != nil {
		return err
	}
	return b.stageManifest(append(entries, earlier...))
}

// judge returns the entries of files that belong to no artifact of this build and stay all the same.
func (b *build) judge(before []entry, artifacts []Artifact, kinds []string) ([]entry, error) {
	var stay []entry
	for _, e := range before {
		if slices.ContainsFunc(artifacts, func(a Artifact) bool { return a.Name == e.Name }) {
			continue
		}
		is, err := e.state(b.folder)
		switch {
		case err != nil:
			return nil, fmt.Errorf("cannot look at %q: %w", filepath.Join(b.folder, e.Name), err)
		case is == gone:
			continue
		case !slices.Contains(kinds, e.Kind):
			stay = append(stay, e)
		case is == edited:
			stay = append(stay, e)
			b.result.Kept = append(b.result.Kept, e.Name)
		default:
			b.obsolete = append(b.obsolete, e)
		}
	}
	return stay, nil
}

// stageManifest prepares the manifest. A folder that has none and needs none gets none.
func (b *build) stageManifest(entries []entry) error {
	s, err := stage(b.folder, manifestName, b.dry)
	if err != nil {
		return err
	}
	if len(entries) == 0 && s.info == nil {
		return nil
	}
	b.manifest = s
	b.manifestText = manifestOf(entries)
	return b.encodeFile(s, b.manifestText)
}

// commit renames every temporary file into its place, then removes what is obsolete. The manifest comes last: until
// then the old one stands, and what it says of sizes protects every file that it does not describe.
func (b *build) commit() error {
	for _, s := range b.files {
		if !s.differs {
			continue
		}
		if err := s.commit(); err != nil {
			return b.interrupted(err)
		}
		b.result.Written = append(b.result.Written, s.name)
	}
	for _, e := range b.obsolete {
		path := filepath.Join(b.folder, e.Name)
		if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("cannot remove %q: %w", path, cause(err))
		}
		b.result.Removed = append(b.result.Removed, e.Name)
	}
	if b.manifest == nil || !b.manifest.differs {
		return nil
	}
	return b.manifest.commit()
}

// interrupted says how far a build came that could not rename all its files.
func (b *build) interrupted(err error) error {
	if len(b.result.Written) == 0 {
		return err
	}
	return fmt.Errorf("%w (files already replaced: %s)", err, strings.Join(b.result.Written, ", "))
}

// discard removes the temporary files that are still there.
func (b *build) discard() {
	for _, s := range b.files {
		s.discard()
	}
	if b.manifest != nil {
		b.manifest.discard()
	}
}

func (r Result) sorted() Result {
	for _, names := range [][]string{r.Written, r.Unchanged, r.Removed, r.Kept} {
		slices.Sort(names)
	}
	return r
}

// checkNames refuses names that no file of the output folder can have, and names that are one file on systems that
// take upper and lower case for the same: a build must give the same files everywhere.
func checkNames(artifacts []Artifact) error {
	seen := map[string]string{}
	for _, a := range artifacts {
		if !isPlainName(a.Name) {
			return fmt.Errorf("cannot write an artifact called %q: it must be a plain file name", a.Name)
		}
		folded := strings.ToLower(a.Name)
		if other, ok := seen[folded]; ok {
			return fmt.Errorf("cannot write both %q and %q: they differ at most in upper and lower case", other, a.Name)
		}
		seen[folded] = a.Name
	}
	return nil
}

func isMissing(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, os.ErrNotExist)
}

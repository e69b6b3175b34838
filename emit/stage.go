package emit

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// newFileMode is the mode of a file that did not exist before; the system takes the umask off.
const newFileMode = 0o644

// chunkSize is how much of a file is compared at a time, in bytes.
const chunkSize = 32 << 10

// A staged file is an artifact on its way to disk. It is the sink of an encoder: it compares what it is given with
// what the file already holds, and opens a temporary file beside it only at the first difference. So a file that is
// right costs a read and no write, and no artifact is ever whole in memory.
type staged struct {
	name string      // as in Artifact.Name
	path string      // the file to replace: in the output folder, or where a symbolic link there leads
	info fs.FileInfo // of the file to replace; nil when there is none
	dry  bool        // only compare

	old      *os.File // the file to replace, as long as the artifact may still be the same
	chunk    []byte   // where old is read to
	temp     *os.File
	tempPath string // "" when there is no temporary file
	differs  bool
	size     int64 // bytes taken so far
	err      error // the first error; all that comes after it is dropped
}

// stage prepares to write the file called name in a folder. Nothing is opened yet.
func stage(folder, name string, dry bool) (*staged, error) {
	shown := filepath.Join(folder, name)
	path, info, err := locate(shown)
	if err != nil {
		if dry {
			return nil, fmt.Errorf("cannot read %q: %w", shown, cause(err))
		}
		return nil, fmt.Errorf("cannot write %q: %w", shown, cause(err))
	}
	return &staged{name: name, path: path, info: info, dry: dry}, nil
}

// encode compares the artifact with the file and leaves a temporary file if they differ.
func (s *staged) encode(a Artifact) error {
	if s.info != nil {
		// A file that cannot be read can still be replaced: it counts as different.
		s.old, _ = os.Open(s.path)
		s.chunk = make([]byte, chunkSize)
	}
	if err := Encode(s, a); err != nil {
		return err
	}
	return s.finish()
}

// Write takes the next bytes of the artifact. It reports no error to the encoder, which would then keep the rest of
// the text in memory; [staged.finish] returns it.
func (s *staged) Write(p []byte) (int, error) {
	if s.err == nil {
		s.err = s.take(p)
	}
	return len(p), nil
}

func (s *staged) take(p []byte) error {
	for len(p) > 0 && !s.differs {
		head := p[:min(len(p), chunkSize)]
		if !s.continues(head) {
			if err := s.diverge(); err != nil {
				return err
			}
			break
		}
		s.size += int64(len(head))
		p = p[len(head):]
	}
	s.size += int64(len(p))
	if s.temp == nil || len(p) == 0 {
		return nil
	}
	_, err := s.temp.Write(p)
	return err
}

// continues reports whether the old file goes on with p.
func (s *staged) continues(p []byte) bool {
	if s.old == nil {
		return false
	}
	next := s.chunk[:len(p)]
	_, err := io.ReadFull(s.old, next)
	return err == nil && bytes.Equal(next, p)
}

// diverge opens the temporary file and copies into it what was the same so far.
func (s *staged) diverge() error {
	s.differs = true
	if s.dry {
		return nil
	}
	temp, err := createTemp(filepath.Dir(s.path))
	if err != nil {
		return err
	}
	s.temp, s.tempPath = temp, temp.Name()
	if s.size == 0 {
		return nil
	}
	if _, err := s.old.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err = io.CopyN(temp, s.old, s.size)
	return err
}

// finish ends the artifact: an old file that goes on where the new one ends is different after all.
func (s *staged) finish() error {
	if s.err == nil && !s.differs {
		if n, _ := s.old.Read(s.chunk[:1]); n > 0 {
			s.err = s.diverge()
		}
	}
	if s.old != nil {
		s.old.Close() // it was only read
	}
	s.old, s.chunk = nil, nil
	return s.explain(s.err)
}

// flush brings the temporary file to the disk, with the permissions of the file that it will replace.
func (s *staged) flush() error {
	err := s.keepMode()
	if err == nil {
		err = s.temp.Sync()
	}
	if closing := s.temp.Close(); err == nil {
		err = closing
	}
	s.temp = nil
	return s.explain(err)
}

func (s *staged) keepMode() error {
	if s.info == nil {
		return nil
	}
	info, err := s.temp.Stat()
	if err != nil || info.Mode().Perm() == s.info.Mode().Perm() {
		return err
	}
	return s.temp.Chmod(s.info.Mode().Perm())
}

// commit puts the temporary file in the place of the old one.
func (s *staged) commit() error {
	if err := os.Rename(s.tempPath, s.path); err != nil {
		return s.explain(err)
	}
	s.tempPath = ""
	return nil
}

// discard removes the temporary file, if there is one. What resists is swept by the next build.
func (s *staged) discard() {
	if s.temp != nil {
		s.temp.Close()
	}
	if s.tempPath != "" {
		os.Remove(s.tempPath)
	}
}

func (s *staged) explain(err error) error {
	if err == nil {
		return nil
	}
	if s.dry {
		return fmt.Errorf("cannot read %q: %w", s.path, cause(err))
	}
	return fmt.Errorf("cannot write %q: %w", s.path, cause(err))
}

// createTemp creates a hidden file in a folder. Unlike os.CreateTemp it leaves the mode to the umask, as if the
// artifact itself were created.
func createTemp(folder string) (*os.File, error) {
	for {
		name := fmt.Sprintf("%s%016x%s", tempPrefix, rand.Uint64(), tempSuffix)
		file, err := os.OpenFile(filepath.Join(folder, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, newFileMode)
		if !os.IsExist(err) {
			return file, err
		}
	}
}

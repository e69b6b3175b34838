package emit

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	tempPrefix = ".schemac-"
	tempSuffix = ".tmp"

	// staleAfter is the age at which a temporary file is taken for one that a killed build left, where no lock says
	// so for certain. No build writes to one file for so long.
	staleAfter = 10 * time.Minute

	// lockPatience is how long a build waits for another one that writes into the same folder.
	lockPatience = time.Minute
	lockInterval = 5 * time.Millisecond

	maxLinks = 40 // symbolic links followed from one name, as many as Linux follows
)

var (
	errFolder     = errors.New("there is a folder of that name")
	errNotRegular = errors.New("it is not a regular file")
	errLinks      = errors.New("too many symbolic links")
	errBusy       = errors.New("another build is busy with it")
)

// A folder is the output folder during a build: it exists, and no other build writes into it.
type folder struct {
	path string
	lock *os.File // nil on systems and file systems that cannot lock a folder
	made []string // the folders that were created for this build, innermost first
}

// enter creates the folder when it is missing and waits until no other build is in it. The system ends the lock when
// the process ends, however it ends, and no lock file is left behind: the folder itself is what is locked.
func enter(path string) (*folder, error) {
	f := &folder{path: path}
	for deadline := time.Now().Add(lockPatience); ; time.Sleep(lockInterval) {
		if err := f.create(); err != nil {
			return nil, err
		}
		lock, err := lockFolder(path)
		if err == nil {
			f.lock = lock
			return f, nil
		}
		if !errors.Is(err, errBusy) || time.Now().After(deadline) {
			f.undo()
			return nil, fmt.Errorf("cannot open the output folder %q: %w", path, cause(err))
		}
	}
}

// create makes the folder and those above it that are missing, and remembers which.
func (f *folder) create() error {
	var missing []string
	for p := filepath.Clean(f.path); ; p = filepath.Dir(p) {
		info, err := os.Stat(p)
		if err == nil && !info.IsDir() {
			return fmt.Errorf("cannot create the output folder %q: %q is a file", f.path, p)
		}
		if err == nil || p == filepath.Dir(p) {
			break
		}
		missing = append(missing, p)
	}
	if len(missing) == 0 {
		return nil
	}
	if err := os.MkdirAll(f.path, 0o777); err != nil {
		return fmt.Errorf("cannot create the output folder %q: %w", f.path, cause(err))
	}
	f.made = missing
	return nil
}

// leave ends the lock.
func (f *folder) leave() {
	if f.lock != nil {
		f.lock.Close()
	}
}

// undo removes the folders that were created for a build that failed. One that is not empty stays.
func (f *folder) undo() {
	for _, path := range f.made {
		os.Remove(path)
	}
}

// sweep removes the temporary files that killed builds left. Under the lock that is every one in the folder.
func (f *folder) sweep() {
	age := staleAfter
	if f.lock != nil {
		age = 0
	}
	sweep(f.path, age)
}

// sweep removes the temporary files in a folder that are older than age. One that resists does no harm.
func sweep(path string, age time.Duration) {
	entries, err := os.ReadDir(path)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), tempPrefix) || !strings.HasSuffix(entry.Name(), tempSuffix) {
			continue
		}
		info, err := entry.Info()
		if err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) >= age {
			os.Remove(filepath.Join(path, entry.Name()))
		}
	}
}

// lockFolder locks the folder at path, without waiting; errBusy says that it is worth another try. Where there are no
// such locks it returns nil.
func lockFolder(path string) (*os.File, error) {
	lock, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errBusy // another build has failed and taken its empty folder away
	}
	if err != nil {
		return nil, err
	}
	switch err := tryLock(lock); {
	case err == nil && isAt(lock, path):
		return lock, nil
	case err == nil, errors.Is(err, errBusy):
		lock.Close()
		return nil, errBusy // a lock on a folder that is no longer there is none
	default:
		lock.Close()
		return nil, nil
	}
}

// isAt reports whether the open folder is still the one at path.
func isAt(open *os.File, path string) bool {
	held, err := open.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(path)
	return err == nil && os.SameFile(held, there)
}

// locate follows symbolic links from path to the file that is to be replaced or created, also along a link that
// leads nowhere yet. The info is nil when there is no file.
func locate(path string) (string, fs.FileInfo, error) {
	for range maxLinks {
		info, err := os.Lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return path, nil, nil
		case err != nil:
			return "", nil, err
		case info.IsDir():
			return "", nil, errFolder
		case info.Mode().IsRegular():
			return path, info, nil
		case info.Mode()&fs.ModeSymlink == 0:
			return "", nil, errNotRegular
		}
		target, err := os.Readlink(path)
		if err != nil {
			return "", nil, err
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		path = target
	}
	return "", nil, errLinks
}

// cause strips the operation and the path from an error of package os: the messages here name the path that the user
// knows, not that of a temporary file.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}

//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package emit

import (
	"errors"
	"os"
)

// tryLock has no lock to offer that ends with the process. Each file is still replaced whole; of two builds at once
// into one folder, each file is that of the one or the other.
func tryLock(*os.File) error { return errors.ErrUnsupported }

//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package emit

import (
	"errors"
	"os"
	"syscall"
)

// tryLock takes the exclusive lock on an open folder without waiting. It returns errBusy when somebody else has it, in
// this process or another; any other error means that the file system knows no such locks.
func tryLock(open *os.File) error {
	err := syscall.Flock(int(open.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, syscall.EINTR) {
		return errBusy
	}
	return err
}

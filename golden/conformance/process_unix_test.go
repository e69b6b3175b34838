//go:build unix

package conformance_test

import (
	"os/exec"
	"syscall"
	"time"
)

// bound makes a command the head of a process group, so that at the end of its time all that it started ends with it.
func bound(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	command.WaitDelay = 5 * time.Second
}

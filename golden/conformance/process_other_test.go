//go:build !unix

package conformance_test

import (
	"os/exec"
	"time"
)

// bound gives a command a moment to end after it was killed.
func bound(command *exec.Cmd) { command.WaitDelay = 5 * time.Second }

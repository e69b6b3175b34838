//go:build unix

package golden_test

import (
	"os"
	"runtime"
	"syscall"
)

// peakMiB is the largest resident size of a finished process.
func peakMiB(p *os.ProcessState) int64 {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return usage.Maxrss >> 20
	}
	return usage.Maxrss >> 10
}

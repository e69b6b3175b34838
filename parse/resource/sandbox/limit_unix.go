//go:build unix

package sandbox

import (
	"runtime/debug"
	"syscall"
)

// maxMemory is what the process may hold, in bytes.
const maxMemory = 480 << 20

// maxSeconds is how long the process may compute in all, should nobody be left to end it.
const maxSeconds = 60

// limitProcess takes from the process what an evaluation does not need. The limit is on data: on the address space Go
// reserves more than that before anything runs.
func limitProcess() {
	debug.SetMemoryLimit(maxMemory * 3 / 4)
	debug.SetMaxStack(maxMemory / 4)
	limits := map[int]uint64{syscall.RLIMIT_DATA: maxMemory, syscall.RLIMIT_CORE: 0, syscall.RLIMIT_FSIZE: 0, syscall.RLIMIT_CPU: maxSeconds}
	for resource, most := range limits {
		// Where the system refuses, the kill timer and the limits of the runtime remain.
		_ = syscall.Setrlimit(resource, &syscall.Rlimit{Cur: most, Max: most})
	}
}

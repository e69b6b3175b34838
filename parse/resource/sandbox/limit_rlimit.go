//go:build linux || darwin

package sandbox

import "syscall"

// maxSeconds is how long the process may compute in all, should nobody be left to end it.
const maxSeconds = 60

// limitSystem has the system hold the limits. That of memory is on data: of address space Go reserves more than that
// before anything runs. Where the system refuses a limit, the kill timer of the parent remains.
func limitSystem() {
	limits := map[int]uint64{
		syscall.RLIMIT_DATA: maxMemory, syscall.RLIMIT_CORE: 0, syscall.RLIMIT_FSIZE: 0, syscall.RLIMIT_CPU: maxSeconds,
	}
	for resource, most := range limits {
		_ = syscall.Setrlimit(resource, &syscall.Rlimit{Cur: most, Max: most})
	}
}

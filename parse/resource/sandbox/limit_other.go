//go:build !unix

package sandbox

import "runtime/debug"

// maxMemory is what the process may hold, in bytes.
const maxMemory = 480 << 20

// limitProcess asks the runtime to keep within bounds; the system has no limits to set.
func limitProcess() {
	debug.SetMemoryLimit(maxMemory * 3 / 4)
	debug.SetMaxStack(maxMemory / 4)
}

package sandbox

import (
	"fmt"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// maxMemory is what the process may hold, in bytes.
const maxMemory = 480 << 20

// limitProcess takes from the process what an evaluation does not need. Where the system cannot hold the memory, the
// process looks after itself: most of what grows, grows little by little.
func limitProcess() {
	debug.SetMaxStack(maxMemory / 4)
	limitSystem()
	go watchMemory()
}

// exitMemory is the exit code for too much memory; Go's own for a fatal error is the same.
const exitMemory = 2

func watchMemory() {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	for {
		metrics.Read(sample)
		if sample[0].Value.Uint64() > maxMemory*3/4 {
			fmt.Fprintln(os.Stderr, "out of memory")
			os.Exit(exitMemory)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

//go:build !unix

package golden_test

import "os"

// peakMiB is not known on this system.
func peakMiB(*os.ProcessState) int64 { return 0 }

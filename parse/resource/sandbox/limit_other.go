//go:build !linux && !darwin

package sandbox

// limitSystem has nothing to set: the process looks after itself.
func limitSystem() {}

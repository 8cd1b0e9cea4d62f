// Package debug is the small package runtime/debug of the shipped parser: the
// compiler finds it in place of the real one. It has the memory limit only; the
// real one brings os, time and more of fmt than the small fmt has.
package debug

// SetMemoryLimit gives the runtime a soft limit in bytes, and returns the old.
func SetMemoryLimit(limit int64) int64 { return setMemoryLimit(limit) }

func setMemoryLimit(limit int64) int64 // in the runtime

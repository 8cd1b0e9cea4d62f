package browser

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Calibration: each processor runs calibrationRounds of a simple generator. On the
// two quiet cores that the waiting limits were chosen on, that takes calibrationTime.
const (
	calibrationRounds = 100_000_000
	calibrationTime   = 165 * time.Millisecond
)

// slowness holds the last measurement, in thousandths.
var slowness atomic.Int64

// Slowness returns how many times slower this machine was, when last measured, than the
// one that the waiting limits were chosen on; at least 1.
func Slowness() float64 {
	if factor := slowness.Load(); factor != 0 {
		return float64(factor) / 1000
	}
	return MeasureSlowness()
}

// MeasureSlowness measures the slowness of the machine as it is now, with all that runs
// beside this process, and keeps the largest value so far.
func MeasureSlowness() float64 {
	start := time.Now()
	var wait sync.WaitGroup
	for range runtime.NumCPU() {
		wait.Go(spin)
	}
	wait.Wait()
	measured := max(1000, time.Since(start).Milliseconds()*1000/calibrationTime.Milliseconds())
	for {
		last := slowness.Load()
		if measured <= last {
			return float64(last) / 1000
		}
		if slowness.CompareAndSwap(last, measured) {
			return float64(measured) / 1000
		}
	}
}

// spinResult keeps the compiler from removing the loop.
var spinResult atomic.Uint64

func spin() {
	x := uint64(88172645463325252)
	for range calibrationRounds {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	spinResult.Store(x)
}

// scaled returns a waiting limit for this machine.
func scaled(limit time.Duration) time.Duration {
	return time.Duration(float64(limit) * Slowness())
}

// Package machine scales timeouts by the slowness of the machine, so that tests pass on one
// that is several times slower, or busy, and fail soon on a fast one.
package machine

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

// freshFor is how long a measurement remains valid.
const freshFor = 5 * time.Second

// measured is the largest slowness so far, and the end of the last measurement.
var measured struct {
	sync.Mutex
	slowness float64
	at       time.Time
}

// Slowness returns how many times slower this machine was, at its slowest, than the
// reference machine of the waiting limits; at least 1. The first call measures it.
func Slowness() float64 {
	measured.Lock()
	defer measured.Unlock()
	if measured.slowness == 0 {
		measure()
	}
	return measured.slowness
}

// Measure measures the slowness of the machine again, including the load of other
// processes, unless that was done within the last five seconds. It returns the largest
// slowness so far.
func Measure() float64 {
	measured.Lock()
	defer measured.Unlock()
	if time.Since(measured.at) > freshFor {
		measure()
	}
	return measured.slowness
}

// measure must not run concurrently: each measurement would slow down the other.
func measure() {
	start := time.Now()
	var wait sync.WaitGroup
	for range runtime.NumCPU() {
		wait.Go(spin)
	}
	wait.Wait()
	factor := float64(time.Since(start)) / float64(calibrationTime)
	measured.slowness = max(1, factor, measured.slowness)
	measured.at = time.Now()
}

// Scaled returns a waiting limit for this machine.
func Scaled(limit time.Duration) time.Duration {
	return time.Duration(float64(limit) * Slowness())
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

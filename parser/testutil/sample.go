package testutil

import (
	"flag"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"testing"
)

const (
	// exhaustive names the variable that "make test-all" sets: tests run all their cases.
	exhaustive = "UNSPOOL_EXHAUSTIVE"
	// seed names the variable that "make test" sets to a number of the commit, and prints:
	// it selects the cases of samples.
	seed = "UNSPOOL_SEED"
)

// Exhaustive reports whether tests are to run all their cases instead of a sample.
func Exhaustive() bool { return os.Getenv(exhaustive) != "" }

// Sample returns one in oneIn of the items, but at least one, in their order. It returns
// fewer in short mode and as WebAssembly (see thinned), and all of them in an exhaustive
// run. The seed and the name of the test select the items. The log contains the seed, so
// that a failure can be reproduced.
func Sample[T any](t testing.TB, items []T, oneIn int) []T {
	t.Helper()
	if Exhaustive() || len(items) == 0 {
		return items
	}
	count := max(1, len(items)/thinned(oneIn))
	chosen := make([]bool, len(items))
	for _, i := range random(t).Perm(len(items))[:count] {
		chosen[i] = true
	}
	sample := make([]T, 0, count)
	for i, item := range items {
		if chosen[i] {
			sample = append(sample, item)
		}
	}
	t.Logf("%d of %d cases; %s=1 runs all", count, len(items), exhaustive)
	return sample
}

// Iterations returns how often a test repeats something random: all times in an exhaustive
// run, and otherwise the same share as Sample.
func Iterations(t testing.TB, all, oneIn int) int {
	t.Helper()
	if Exhaustive() {
		return all
	}
	return max(1, all/thinned(oneIn))
}

// thinned returns n for a sample of one in n. A sample is a fifth as large in short mode,
// and a quarter as large as WebAssembly, which runs at a fifth of the speed and tests the
// same except for the compiler back end.
func thinned(oneIn int) int {
	if testing.Short() {
		oneIn *= 5
	}
	if runtime.GOOS == "js" {
		oneIn *= 4
	}
	return oneIn
}

// OneRunIn skips a slow test in short mode and in all but one in n other runs, selected by
// the seed. Use it for tests whose subject other tests cover too. A run that names its
// tests and an exhaustive run never skip it.
func OneRunIn(t testing.TB, n uint64) {
	t.Helper()
	if Exhaustive() || flag.Lookup("test.run").Value.String() != "" {
		return
	}
	if testing.Short() || (hash(t.Name())+seedOf(t))%n != 0 {
		t.Skipf("one run in %d has this test; %s=1 or -run %s runs it", n, exhaustive, t.Name())
	}
}

// random returns a generator for the test, seeded by the environment. Without a seed it is
// always the same, so that test results can be cached.
func random(t testing.TB) *rand.Rand {
	t.Helper()
	number := seedOf(t)
	t.Logf("seed %d; %s=%[1]d chooses the same cases", number, seed)
	return rand.New(rand.NewPCG(number, hash(t.Name())))
}

// seedOf returns the seed from the environment, or 1.
func seedOf(t testing.TB) uint64 {
	t.Helper()
	text := os.Getenv(seed)
	if text == "" {
		return 1
	}
	number, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("testutil: %s: %v", seed, err)
	}
	return number
}

func hash(name string) uint64 {
	h := fnv.New64a()
	_, _ = io.WriteString(h, name) // never fails
	return h.Sum64()
}

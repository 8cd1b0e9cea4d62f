package testfiles

import (
	"hash/fnv"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

const (
	// exhaustive names the variable that "make test-all" sets: tests run all their cases.
	exhaustive = "UNSPOOL_EXHAUSTIVE"
	// seed names the variable that "make test" sets to a new number in each run, and
	// prints: it chooses the cases of samples.
	seed = "UNSPOOL_SEED"
)

// Exhaustive reports whether tests are to run all their cases instead of a sample.
func Exhaustive() bool { return os.Getenv(exhaustive) != "" }

// Sample returns one in oneIn of the items, but at least one, in their order; in short mode
// a fifth of that, and all of them in an exhaustive run. The seed and the name of the test
// choose which. The log names the seed, so that a failure can be repeated.
func Sample[T any](t testing.TB, items []T, oneIn int) []T {
	t.Helper()
	if Exhaustive() || len(items) == 0 {
		return items
	}
	if testing.Short() {
		oneIn *= 5
	}
	count := max(1, len(items)/oneIn)
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

// Iterations returns how often a test tries something random: so many times in an
// exhaustive run, else as many fewer as Sample takes fewer items.
func Iterations(t testing.TB, all, oneIn int) int {
	t.Helper()
	switch {
	case Exhaustive():
		return all
	case testing.Short():
		oneIn *= 5
	}
	return max(1, all/oneIn)
}

// random returns a generator for the test, seeded by the environment; without it, always
// in the same way, so that results of tests can be cached.
func random(t testing.TB) *rand.Rand {
	t.Helper()
	number := uint64(1)
	if text := os.Getenv(seed); text != "" {
		var err error
		if number, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatalf("testfiles: %s: %v", seed, err)
		}
	}
	t.Logf("seed %d; %s=%[1]d chooses the same cases", number, seed)
	nameHash := fnv.New64a()
	_, _ = io.WriteString(nameHash, t.Name()) // never fails
	return rand.New(rand.NewPCG(number, nameHash.Sum64()))
}

package testutil_test

import (
	"flag"
	"slices"
	"strconv"
	"testing"

	"unspool/parser/testutil"
)

func TestSample(t *testing.T) {
	items := make([]int, 100)
	for i := range items {
		items[i] = i
	}
	t.Setenv("UNSPOOL_EXHAUSTIVE", "")
	t.Setenv("UNSPOOL_SEED", "7")
	count := 10
	if testing.Short() {
		count = 2
	}
	sample := testutil.Sample(t, items, 10)
	if len(sample) != count || !slices.IsSorted(sample) || len(slices.Compact(slices.Clone(sample))) != count {
		t.Errorf("Sample(1 in 10 of 100) = %v", sample)
	}
	if again := testutil.Sample(t, items, 10); !slices.Equal(again, sample) {
		t.Errorf("Sample = %v, then %v with the same seed", sample, again)
	}
	t.Setenv("UNSPOOL_SEED", "8")
	if other := testutil.Sample(t, items, 10); slices.Equal(other, sample) {
		t.Errorf("Sample = %v with another seed, too", other)
	}
	if one := testutil.Sample(t, items[:3], 10); len(one) != 1 {
		t.Errorf("Sample(1 in 10 of 3) = %v, want one", one)
	}
	t.Setenv("UNSPOOL_EXHAUSTIVE", "1")
	if all := testutil.Sample(t, items, 10); !slices.Equal(all, items) {
		t.Errorf("Sample in an exhaustive run = %v, want all", all)
	}
}

// A skipping test continues where it is skipped.
type skipping struct {
	testing.TB
	skipped bool
}

func (s *skipping) Skipf(string, ...any) { s.skipped = true }

// TestOneRunIn checks that of a number of runs with consecutive seeds, each test is in the share
// that OneRunIn promises.
func TestOneRunIn(t *testing.T) {
	t.Setenv("UNSPOOL_EXHAUSTIVE", "")
	names := flag.Lookup("test.run").Value
	given := names.String()
	t.Cleanup(func() {
		if err := names.Set(given); err != nil {
			t.Error(err)
		}
	})
	count := func() int {
		ran := 0
		for seed := range 12 {
			t.Setenv("UNSPOOL_SEED", strconv.Itoa(seed))
			one := &skipping{TB: t}
			if testutil.OneRunIn(one, 4); !one.skipped {
				ran++
			}
		}
		return ran
	}
	sampled := 3
	if testing.Short() {
		sampled = 0
	}
	for _, c := range []struct {
		exhaustive, names string
		want              int
	}{{"", "", sampled}, {"1", "", 12}, {"", "TestOneRunIn", 12}} {
		t.Setenv("UNSPOOL_EXHAUSTIVE", c.exhaustive)
		if err := names.Set(c.names); err != nil {
			t.Fatal(err)
		}
		if got := count(); got != c.want {
			t.Errorf("exhaustive %q, -run %q: in %d of 12 runs, want %d", c.exhaustive, c.names, got, c.want)
		}
	}
}

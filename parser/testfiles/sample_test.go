package testfiles_test

import (
	"slices"
	"testing"

	"unspool/parser/testfiles"
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
	sample := testfiles.Sample(t, items, 10)
	if len(sample) != count || !slices.IsSorted(sample) || len(slices.Compact(slices.Clone(sample))) != count {
		t.Errorf("Sample(1 in 10 of 100) = %v", sample)
	}
	if again := testfiles.Sample(t, items, 10); !slices.Equal(again, sample) {
		t.Errorf("Sample = %v, then %v with the same seed", sample, again)
	}
	t.Setenv("UNSPOOL_SEED", "8")
	if other := testfiles.Sample(t, items, 10); slices.Equal(other, sample) {
		t.Errorf("Sample = %v with another seed, too", other)
	}
	if one := testfiles.Sample(t, items[:3], 10); len(one) != 1 {
		t.Errorf("Sample(1 in 10 of 3) = %v, want one", one)
	}
	t.Setenv("UNSPOOL_EXHAUSTIVE", "1")
	if all := testfiles.Sample(t, items, 10); !slices.Equal(all, items) {
		t.Errorf("Sample in an exhaustive run = %v, want all", all)
	}
}

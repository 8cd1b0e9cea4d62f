package site

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A build reports each step when it begins.
func TestProgress(t *testing.T) {
	t.Parallel()
	var steps []string
	b := builderAt(t, checkout(t), true)
	b.opt.Progress = func(step string) { steps = append(steps, step) }
	if _, err := b.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := []string{"compiling the parser …", "bundling the pages …", "building the documentation …", "building the page in one file …"}
	if diff := cmp.Diff(want, steps); diff != "" {
		t.Errorf("steps (-want +got):\n%s", diff)
	}
}

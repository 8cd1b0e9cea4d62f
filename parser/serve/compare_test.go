package serve

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCompare checks that the change between two lists turns one into the other and names nothing else.
func TestCompare(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	list := func() (files []File) {
		for i := range random.IntN(8) {
			if random.IntN(3) > 0 {
				files = append(files, File{fmt.Sprint("f", i), random.Int64N(2), random.Int64N(2)})
			}
		}
		return files
	}
	for range 10_000 {
		before, after := list(), list()
		c := compare(before, after)
		changed := map[string]File{}
		for _, f := range before {
			changed[f.Path] = f
		}
		for _, f := range c.Files {
			if changed[f.Path] == f {
				t.Fatalf("%v is not new in %v after %v", f, after, before)
			}
			changed[f.Path] = f
		}
		for _, path := range c.Gone {
			if _, known := changed[path]; !known {
				t.Fatalf("%s was not in %v", path, before)
			}
			delete(changed, path)
		}
		var got []File
		for _, f := range changed {
			got = append(got, f)
		}
		slices.SortFunc(got, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
		if diff := cmp.Diff(after, got); diff != "" {
			t.Fatalf("from %v (-want +got):\n%s", before, diff)
		}
		if c.isEmpty() != slices.Equal(before, after) {
			t.Fatalf("%v is the change from %v to %v", c, before, after)
		}
	}
}

package view_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/testutil"
	"unspool/parser/testutil/testgen/damaged"
)

// TestDamaged checks that the view of damaged files does not depend on chunks, has no failures,
// and equals that of the undamaged session where a kind requires it.
func TestDamaged(t *testing.T) {
	whole := describe(t, []testutil.File{{Name: "session.jsonl", Data: damaged.Session(0)}})
	for _, kind := range testutil.Sample(t, damaged.Kinds(), 3) {
		t.Run(kind.Name, func(t *testing.T) {
			data := kind.Make(0)
			files := []testutil.File{{Name: kind.FileName(), Data: data}}
			var got string
			if len(data) > 100_000 {
				got = describeOnce(t, files)
			} else {
				got = describe(t, files)
			}
			if (got == "") != (kind.Type != "") {
				t.Errorf("detected type %q, but there are rows: %.300s", kind.Type, got)
			}
			if kind.Equal {
				if diff := cmp.Diff(whole, got); diff != "" {
					t.Errorf("-undamaged +damaged:\n%s", diff)
				}
			}
		})
	}
}

// describeOnce returns what a reader sees of files, read in one way only.
func describeOnce(t *testing.T, files []testutil.File) string {
	_, v := load(files, 1<<20)
	var out strings.Builder
	for _, info := range v.Sessions() {
		describeSession(t, &out, v, info)
	}
	return out.String()
}

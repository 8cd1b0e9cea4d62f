package view_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/testutil"
)

// TestRelayed checks the calls, results and words of an agent without records, as relayed by
// progress records, and that its prompt appears once.
func TestRelayed(t *testing.T) {
	_, v := load(testutil.Cases(t)["agent-progress"], 1<<20)
	var got []string
	for _, part := range v.Body(0, "a1#0").Parts {
		for _, item := range part.Items {
			got = append(got, fmt.Sprintf("%s|%s|%v", item.Label, item.Text, item.Failed))
		}
	}
	want := []string{"|Look for oil.|false", "Read|/home/mira/lantern/oil.txt|false", "|File does not exist.|true",
		"Bash, count|Then by hand. · ls -a · cans|false", "ag||false", "|said as words|false"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

package usage_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view/usage"
)

// TestUsageOrders checks that the pages of one order fit together even if the order would be
// different by now, and that they identify it.
func TestUsageOrders(t *testing.T) {
	var text strings.Builder
	line := func(i, seconds int) {
		fmt.Fprintf(&text, `{"type":"user","uuid":"u%d",%s"message":{"role":"user","content":"prompt %[1]d"}}
{"type":"assistant","uuid":"a%[1]d",%[3]s"message":{"id":"m%[1]d","role":"assistant","model":"m","content":"x"}}
`, i, viewtest.At(i*1000), viewtest.At(i*1000+seconds))
	}
	for i := range 400 {
		line(i, 11-i%2)
	}
	begin := text.Len()
	fmt.Fprintf(&text, `{"type":"assistant","uuid":"b",%s"message":{"id":"n","role":"assistant","model":"m","content":"x"}}`+"\n", viewtest.At(399_100))
	next := text.Len()
	for i := range 200 {
		line(400+i, 50)
	}
	data := []byte(text.String())
	store, v, write := viewtest.Growing([]testutil.File{{Name: "s.jsonl", Data: data}})
	by := usage.Sorting{Column: "duration", Down: true}
	write(data[:begin])
	one := v.Usage.Turns(0, by, 0, 200)
	write(data[begin:next]) // the last turn is the longest now
	two := v.Usage.Turns(0, by, 200, 200)
	numbers := map[int]bool{}
	for _, line := range append(one.Lines, two.Lines...) {
		numbers[line.Number] = true
	}
	if len(numbers) != 400 || one.Revision != two.Revision {
		t.Errorf("%d turns on pages of %d and %d", len(numbers), one.Revision, two.Revision)
	}
	up := v.Usage.Turns(0, usage.Sorting{Column: "duration"}, 0, 200)
	write(data[next:])
	store.Finish()
	three := v.Usage.Turns(0, by, 0, 200)
	if revisions := []int{two.Revision, up.Revision, three.Revision}; three.Total != 600 || !slices.IsSorted(revisions) || len(slices.Compact(revisions)) != 3 {
		t.Errorf("%d turns, revisions %v", three.Total, revisions)
	}
	// Two orders that are paged at the same time do not evict each other; those of all
	// columns are not cached.
	columns := []string{"cost", "output", "input"}
	revisions := map[int]bool{three.Revision: true}
	for range 3 {
		for _, column := range columns[:2] {
			revisions[v.Usage.Turns(0, usage.Sorting{Column: column}, 200, 200).Revision] = true
		}
		revisions[v.Usage.Turns(0, by, 200, 200).Revision] = true
	}
	if len(revisions) != 3 {
		t.Errorf("three orders have the revisions %v", revisions)
	}
	for _, column := range columns {
		v.Usage.Turns(0, usage.Sorting{Column: column}, 0, 9)
	}
	if revisions[v.Usage.Turns(0, by, 0, 9).Revision] {
		t.Error("a table is kept in four orders")
	}
	agents := v.Usage.Agents(0, by, 0, 9)
	if again := v.Usage.Agents(0, by, 0, 9); again.Revision != agents.Revision || agents.Revision == v.Usage.Agents(0, usage.Sorting{}, 0, 9).Revision {
		t.Errorf("revisions %d and %d", agents.Revision, again.Revision)
	}
}

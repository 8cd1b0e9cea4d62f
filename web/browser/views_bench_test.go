package browser

import (
	"fmt"
	"testing"

	"unspool/parser/made"
)

// BenchmarkViews opens views and panes of a session of 100 MB, jumps to turns and
// searches. It tells how long it was until what was asked for was painted, and
// until nothing changed any more. Nothing of it is asserted.
func BenchmarkViews(b *testing.B) {
	data, facts := made.Session(100 << 20)
	path := write(b, "large.jsonl", data)
	var steps []step
	heap := 0.0
	for b.Loop() {
		got := probe[struct {
			Steps []step
			Heap  float64 // bytes
		}](b, path, "benchViews")
		steps = append(steps, got.Steps...)
		heap = max(heap, got.Heap)
	}
	b.ReportMetric(0, "ns/op") // of all that is done: says nothing
	b.ReportMetric(heap/1e6, "heap-MB")
	said := fmt.Sprintf("a session of 100 MB with %d turns", facts.Turns)
	_, took := byWhat(steps)
	for i, goal := range []struct {
		what string
		most float64
	}{
		{"usage", 200}, {"files", 200}, {"records", 200}, {"conversation", 200}, {"outline", 200}, {"inspector", 200}, {"filter", 200},
		{"jump to a turn", 100}, {"first matches", 200}, {"all matches", 1500},
	} {
		ms := took[goal.what]
		if len(ms) == 0 {
			b.Fatalf("%s was not measured", goal.what)
		}
		median := ms[len(ms)/2]
		cell := fmt.Sprintf("%-14s %4.0f ms, longest %4.0f ms", goal.what, median, ms[len(ms)-1])
		if settled := took[goal.what+", settled"]; len(settled) > 0 {
			cell += fmt.Sprintf(", at rest %4.0f ms", settled[len(settled)/2])
		}
		cell = fmt.Sprintf("%-58s %s: %4.0f ms", cell, verdict(median <= goal.most), goal.most)
		// Of what a benchmark says only ten lines are shown.
		said += []string{"\n", "   "}[i%2] + cell
	}
	b.Log(said)
}

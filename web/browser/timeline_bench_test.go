package browser

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// BenchmarkTimeline zooms and pans the timeline of 100,000 entries. It tells how long
// the frames took in the page's one thread, from their beginning until they were
// painted; nothing of it is asserted.
func BenchmarkTimeline(b *testing.B) {
	path := filepath.Join(b.TempDir(), "clocked.jsonl")
	if err := os.WriteFile(path, clocked(25_500), 0o600); err != nil {
		b.Fatal(err)
	}
	longest := map[string]float64{}
	var all []float64
	for b.Loop() {
		p, end := visit(b, shared.server.URL)
		p.Size(1400, 900)
		await[any](p, benchScript)
		await[any](p, `(globalThis.benchReady = new Promise((done) => addEventListener("unspool-ready", done, { once: true })), undefined)`)
		p.SetFiles("input[type=file]", path)
		await[any](p, `benchReady.then(() => undefined)`)
		got := await[struct {
			Entries int
			Frames  [][2]any // what was done, and ms
		}](p, `benchTimeline()`)
		end()
		if got.Entries < 75_000 { // the times in which calls were written are no steps of the list
			b.Fatalf("there are only %d entries", got.Entries)
		}
		for _, f := range got.Frames {
			what, ms := f[0].(string), f[1].(float64)
			longest[what] = max(longest[what], ms)
			all = append(all, ms)
		}
	}
	slices.Sort(all)
	worst := all[len(all)-1]
	b.ReportMetric(0, "ns/op") // of all that is done: says nothing
	b.ReportMetric(all[len(all)/2], "median-ms/frame")
	b.ReportMetric(worst, "longest-ms/frame")
	for what, ms := range longest {
		b.Logf("%-16s longest frame %4.0f ms", what, ms)
	}
	goal := "reached"
	if worst > 33 {
		goal = "MISSED"
	}
	b.Logf("%d frames: median %.1f ms, longest %.0f ms   %s: at most 33 ms", len(all), all[len(all)/2], worst, goal)
}

package browser

import (
	"slices"
	"testing"
)

// A step is one thing that bench.js did in the page, and how long it took.
type step struct {
	What string
	MS   float64
}

// probe has a fresh page of the site read a file, and gives what a function of
// bench.js finds in it.
func probe[T any](b *testing.B, path, script string) T {
	b.Helper()
	p, end := visit(b, shared.server.URL)
	defer end()
	p.Allow("NavigationEntryMarkedSkippable")
	p.Size(1400, 900)
	await[any](p, benchScript)
	p.SetFiles("input[type=file]", path)
	return await[T](p, `benchReady.then(`+script+`)`)
}

// byWhat gives how long each kind of step took, shortest first, and the kinds as they were met.
func byWhat(steps []step) (kinds []string, took map[string][]float64) {
	took = map[string][]float64{}
	for _, s := range steps {
		if took[s.What] == nil {
			kinds = append(kinds, s.What)
		}
		took[s.What] = append(took[s.What], s.MS)
	}
	for _, ms := range took {
		slices.Sort(ms)
	}
	return kinds, took
}

// reportFrames tells how long frames took, of which none should take longer than so
// many ms; those of "nothing" tell how much is the machine. Nothing of it is asserted.
func reportFrames(b *testing.B, frames []step, most float64) {
	b.Helper()
	kinds, took := byWhat(frames)
	var all []float64
	for _, kind := range kinds {
		ms := took[kind]
		if kind != "nothing" {
			all = append(all, ms...)
		}
		b.Logf("%-16s median %5.1f ms, longest frame %4.0f ms", kind, ms[len(ms)/2], ms[len(ms)-1])
	}
	slices.Sort(all)
	median, longest := all[len(all)/2], all[len(all)-1]
	b.ReportMetric(0, "ns/op") // of all that is done: says nothing
	b.ReportMetric(median, "median-ms/frame")
	b.ReportMetric(longest, "longest-ms/frame")
	b.Logf("%d frames: median %.1f ms, longest %.0f ms   %s: at most %.0f ms", len(all), median, longest, verdict(longest <= most), most)
}

func verdict(reached bool) string {
	if reached {
		return "reached"
	}
	return "MISSED"
}

package browser

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"unspool/parser/made"
)

// BenchmarkViews opens views of a session of 100 MB, jumps to turns and searches.
// It tells how long each took, until the last change in the page was painted;
// nothing of it is asserted.
func BenchmarkViews(b *testing.B) {
	path := filepath.Join(b.TempDir(), "large.jsonl")
	data, facts := made.Session(100 << 20)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		b.Fatal(err)
	}
	took := map[string][]float64{}
	heap := 0.0
	for b.Loop() {
		p, end := visit(b, shared.server.URL)
		await[any](p, benchScript)
		await[any](p, `(globalThis.benchReady = new Promise((done) => addEventListener("unspool-ready", done, { once: true })), undefined)`)
		p.SetFiles("input[type=file]", path)
		await[any](p, `benchReady.then(() => undefined)`)
		got := await[struct {
			Steps [][2]any // what was done, and ms
			Heap  float64  // bytes
		}](p, `benchViews()`)
		end()
		for _, step := range got.Steps {
			what, ms := step[0].(string), step[1].(float64)
			took[what] = append(took[what], ms)
		}
		heap = max(heap, got.Heap)
	}
	b.ReportMetric(0, "ns/op") // of all that is done: says nothing
	b.Logf("a session of 100 MB with %d turns; heap of the page %.0f MB", facts.Turns, heap/1e6)
	for _, goal := range []struct {
		what string
		most float64
	}{
		{"usage", 200}, {"files", 200}, {"records", 200}, {"conversation", 200}, {"outline", 200}, {"inspector", 200}, {"filters", 200},
		{"jump to a turn", 100}, {"first matches", 200}, {"all matches", 1500},
	} {
		list := took[goal.what]
		if len(list) == 0 {
			b.Fatalf("%s was not measured", goal.what)
		}
		slices.Sort(list)
		said := "reached"
		if list[len(list)/2] > goal.most {
			said = "MISSED"
		}
		b.Logf("%-16s median %5.0f ms, longest %5.0f ms   %s: at most %.0f ms", goal.what, list[len(list)/2], list[len(list)-1], said, goal.most)
	}
}

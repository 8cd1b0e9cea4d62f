package browser

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// crowded makes a session in which each turn takes ten seconds: words, and six calls
// at once. A turn has eight entries in the timeline. The questions are long, 150 MB in all: of a file
// with many more records than bytes for them, not all are indexed.
func crowded(turns int) []byte {
	var b bytes.Buffer
	at := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	stamp := func(seconds int) string { return at.Add(time.Duration(seconds) * time.Second).Format(time.RFC3339) }
	for i := range turns {
		var uses, results bytes.Buffer
		for n := range 6 {
			fmt.Fprintf(&uses, `,{"type":"tool_use","id":"t%d-%d","name":"Bash","input":{"command":"count"}}`, i, n)
			if n > 0 {
				results.WriteByte(',')
			}
			fmt.Fprintf(&results, `{"type":"tool_result","tool_use_id":"t%d-%d","is_error":%t,"content":"one"}`, i, n, i%50 == n)
		}
		fmt.Fprintf(&b, `{"type":"user","uuid":"u%d","sessionId":"s","timestamp":%q,"message":{"role":"user","content":"Question%s"}}
{"type":"assistant","uuid":"a%d","sessionId":"s","timestamp":%q,"message":{"id":"m%d","role":"assistant","content":[{"type":"text","text":"Answer"}%s]}}
{"type":"user","uuid":"r%d","sessionId":"s","timestamp":%q,"message":{"role":"user","content":[%s]}}
`, i, stamp(0), strings.Repeat(" and more", 1200), i, stamp(3), i, uses.Bytes(), i, stamp(9), results.Bytes())
		at = at.Add(10 * time.Second)
	}
	return b.Bytes()
}

// BenchmarkTimeline zooms and pans the timeline of 100,000 entries. It tells how long
// the frames took in the page's one thread, from their beginning until they were
// painted; nothing of it is asserted.
func BenchmarkTimeline(b *testing.B) {
	path := filepath.Join(b.TempDir(), "clocked.jsonl")
	if err := os.WriteFile(path, crowded(12_600), 0o600); err != nil {
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
		if got.Entries < 100_000 {
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

package browser

import (
	"bytes"
	"fmt"
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
// painted.
func BenchmarkTimeline(b *testing.B) {
	path := write(b, "clocked.jsonl", crowded(12_600))
	var frames []step
	for b.Loop() {
		got := probe[struct {
			Entries int
			Frames  []step
		}](b, path, "benchTimeline")
		if got.Entries < 100_000 {
			b.Fatalf("there are only %d entries", got.Entries)
		}
		frames = append(frames, got.Frames...)
	}
	reportFrames(b, frames, 33)
}

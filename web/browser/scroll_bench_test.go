package browser

import "testing"

// BenchmarkScroll goes about a conversation of 50,000 rows by wheel, scroll bar
// and keys, closed and opened. It tells how long the frames took in the page's one
// thread, from their beginning until they were painted.
func BenchmarkScroll(b *testing.B) {
	path := write(b, "long.jsonl", longSession(17_000))
	var frames []step
	for b.Loop() {
		got := probe[struct {
			Rows   int
			Frames []step
		}](b, path, "benchScroll")
		if got.Rows < 50_000 {
			b.Fatalf("there are only %d rows", got.Rows)
		}
		frames = append(frames, got.Frames...)
	}
	reportFrames(b, frames, 50)
}

package parser_test

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"

	"unspool/parser/price"
	"unspool/parser/session"
	"unspool/parser/testutil/testgen"
	"unspool/parser/transcript"
)

// BenchmarkMade reads sessions as the page does, in pieces of 2 MB. The time
// for a byte must not grow with the file.
func BenchmarkMade(b *testing.B) {
	for _, mb := range []int{10, 100} {
		b.Run(fmt.Sprintf("%dMB", mb), func(b *testing.B) {
			data, facts := testgen.Session(mb * 1_000_000)
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			var store *session.Store
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				store = session.NewStore()
				f := store.Open("made.jsonl", int64(len(data)))
				for remainder := data; len(remainder) > 0; {
					n := min(2<<20, len(remainder))
					f.Write(remainder[:n])
					remainder = remainder[n:]
				}
				f.Close()
				store.Finish()
			}
			if got := len(store.Session(0).Main.Turns); got != facts.Turns {
				b.Fatalf("%d turns of %d", got, facts.Turns)
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			index := float64(after.HeapAlloc) - float64(before.HeapAlloc)
			b.ReportMetric(index/1e6, "index-MB")
			b.ReportMetric(index/float64(facts.Lines), "index-B/record")
			runtime.KeepAlive(store)
			runtime.KeepAlive(data)
		})
	}
}

// BenchmarkGrowth reads sessions as they are made, so that they may be larger than
// memory. What a byte costs must not grow with the file: time without that of making
// it, allocations, places looked at to find an id, and memory.
func BenchmarkGrowth(b *testing.B) {
	for _, mb := range []int{1, 10, 100, 1000, 2000} {
		b.Run(fmt.Sprintf("%dMB", mb), func(b *testing.B) {
			defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
			for b.Loop() {
				size := mb * 1_000_000
				debug.FreeOSMemory()
				debug.SetMemoryLimit(transcript.MemoryLimit(int64(size)))
				store := session.NewStore()
				w := timed{file: store.Open("made.jsonl", int64(size))}
				facts, err := testgen.Plan{Size: size}.Write(&w)
				if err != nil {
					b.Fatal(err)
				}
				w.rest(store.Finish)
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				taken := m.Sys - m.HeapReleased
				b.ReportMetric(float64(w.took.Microseconds())/float64(mb), "parse-µs/MB")
				b.ReportMetric(float64(w.allocs)/float64(mb), "allocs/MB")
				b.ReportMetric(float64(w.file.IndexSize())/float64(facts.Lines), "index-B/record")
				b.ReportMetric(float64(taken)/1e6, "taken-MB")
				b.ReportMetric(float64(transcript.MemoryLimit(int64(size)))/1e6, "promised-MB")
				runtime.KeepAlive(store)
			}
		})
	}
}

// timed writes to a file in pieces of 2 MB, as the page does, and notes what that takes.
type timed struct {
	file   *transcript.File
	piece  []byte
	took   time.Duration
	allocs uint64
}

func (w *timed) Write(p []byte) (int, error) {
	if w.piece = append(w.piece, p...); len(w.piece) >= 2<<20 {
		w.rest(func() {})
	}
	return len(p), nil
}

// rest writes what has gathered, and then does something more.
func (w *timed) rest(more func()) {
	before := mallocs()
	start := time.Now()
	w.file.Write(w.piece)
	more()
	w.took += time.Since(start)
	w.allocs += mallocs() - before
	w.piece = w.piece[:0]
}

func mallocs() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:objects"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// BenchmarkHostile reads what costs most, 2 MB and 16 MB of each kind: the worst
// of them tells whether work grows with the file or faster.
func BenchmarkHostile(b *testing.B) {
	took := func(next func(int) string, size int) time.Duration {
		var data []byte
		for n := 0; len(data) < size; n++ {
			data = append(append(data, next(n)...), '\n')
		}
		runtime.GC()
		start := time.Now()
		store := session.NewStore()
		store.Open("hostile.jsonl", int64(len(data))).Write(data)
		store.Finish()
		for s := range store.Sessions() {
			s.Cost(price.Default())
		}
		return time.Since(start)
	}
	for b.Loop() {
		worst, which := 0.0, ""
		for name, next := range hostile {
			if len(next(0)) > 1<<20 {
				continue // one line
			}
			if ratio := float64(took(next, 16<<20)) / float64(took(next, 2<<20)); ratio > worst {
				worst, which = ratio, name
			}
		}
		b.ReportMetric(worst, "times-for-8x")
		b.Log("worst:", which)
	}
}

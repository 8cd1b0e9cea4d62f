package transcript_test

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"

	"unspool/parser/price"
	"unspool/parser/session"
	"unspool/parser/testutil"
	"unspool/parser/testutil/parsertest"
	"unspool/parser/testutil/testgen"
	"unspool/parser/transcript"
)

// BenchmarkParse reads generated sessions as the page does, in chunks of 2 MB. The time per byte
// must not grow with the file.
func BenchmarkParse(b *testing.B) {
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
				f := store.Open("generated.jsonl", int64(len(data)))
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

// BenchmarkScaling reads sessions while it generates them, so that they may be larger than memory.
// Time (without that of the generator), allocations and memory per byte must not grow with the file.
func BenchmarkScaling(b *testing.B) {
	for _, mb := range []int{1, 10, 100, 1000, 2000} {
		b.Run(fmt.Sprintf("%dMB", mb), func(b *testing.B) {
			defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
			for b.Loop() {
				size := mb * 1_000_000
				debug.FreeOSMemory()
				debug.SetMemoryLimit(transcript.MemoryLimit(1, int64(size)))
				store := session.NewStore()
				w := timedWriter{file: store.Open("generated.jsonl", int64(size))}
				facts, err := testgen.Plan{Size: size}.Write(&w)
				if err != nil {
					b.Fatal(err)
				}
				w.flush(store.Finish)
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				taken := m.Sys - m.HeapReleased
				b.ReportMetric(float64(w.took.Microseconds())/float64(mb), "parse-µs/MB")
				b.ReportMetric(float64(w.allocs)/float64(mb), "allocs/MB")
				b.ReportMetric(float64(w.file.IndexSize())/float64(facts.Lines), "index-B/record")
				b.ReportMetric(float64(taken)/1e6, "memory-MB")
				b.ReportMetric(float64(transcript.MemoryLimit(1, int64(size)))/1e6, "limit-MB")
				runtime.KeepAlive(store)
			}
		})
	}
}

// A timedWriter writes to a file in chunks of 2 MB, as the page does, and measures time and
// allocations.
type timedWriter struct {
	file   *transcript.File
	chunk  []byte
	took   time.Duration
	allocs uint64
}

func (w *timedWriter) Write(p []byte) (int, error) {
	if w.chunk = append(w.chunk, p...); len(w.chunk) >= 2<<20 {
		w.flush(func() {})
	}
	return len(p), nil
}

// flush writes the chunk, calls then, and measures both.
func (w *timedWriter) flush(then func()) {
	before := mallocs()
	start := time.Now()
	w.file.Write(w.chunk)
	then()
	w.took += time.Since(start)
	w.allocs += mallocs() - before
	w.chunk = w.chunk[:0]
}

func mallocs() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:objects"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// BenchmarkHostile reads 2 MB and 16 MB of each kind of hostile file, and reports the worst ratio of
// their times: it is much greater than 8 if the time is not linear.
func BenchmarkHostile(b *testing.B) {
	timeOf := func(next func(int) string, size int) time.Duration {
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
		worst, worstKind := 0.0, ""
		for name, next := range hostile {
			if len(next(0)) > 1<<20 {
				continue // one line
			}
			if ratio := float64(timeOf(next, 16<<20)) / float64(timeOf(next, 2<<20)); ratio > worst {
				worst, worstKind = ratio, name
			}
		}
		b.ReportMetric(worst, "times-for-8x")
		b.Log("worst:", worstKind)
	}
}

// BenchmarkTestdata reads all transcripts of testdata, which have many kinds of records.
func BenchmarkTestdata(b *testing.B) {
	var all [][]byte
	size := 0
	for _, f := range testutil.Transcripts(b) {
		all = append(all, f.Data)
		size += len(f.Data)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, data := range all {
			parsertest.Read("f.jsonl", data, 1<<20)
		}
	}
}

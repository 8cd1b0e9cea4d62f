package parser_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"unspool/parser"
	"unspool/parser/made"
	"unspool/parser/price"
)

// BenchmarkMade reads sessions as the page does, in pieces of 2 MB. The time
// for a byte must not grow with the file.
func BenchmarkMade(b *testing.B) {
	for _, mb := range []int{10, 100} {
		b.Run(fmt.Sprintf("%dMB", mb), func(b *testing.B) {
			data, facts := made.Session(mb * 1_000_000)
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			var store *parser.Store
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				store = parser.NewStore()
				f := store.Open("made.jsonl", int64(len(data)))
				for rest := data; len(rest) > 0; {
					n := min(2<<20, len(rest))
					f.Write(rest[:n])
					rest = rest[n:]
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
		store := parser.NewStore()
		store.Open("hostile.jsonl", int64(len(data))).Write(data)
		store.Finish()
		for s := range store.Sessions() {
			s.Bill(price.Default())
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

package parser_test

import (
	"fmt"
	"runtime"
	"testing"

	"unspool/parser"
	"unspool/parser/made"
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

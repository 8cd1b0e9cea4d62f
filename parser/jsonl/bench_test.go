package jsonl_test

import (
	"testing"

	"unspool/parser/jsonl"
	"unspool/parser/testutil/testgen"
)

// BenchmarkGeneratedLines finds the lines of a very large session.
func BenchmarkGeneratedLines(b *testing.B) {
	data, facts := testgen.Session(100_000_000)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		found := 0
		lines := jsonl.Lines{Emit: func(jsonl.Line) { found++ }}
		for remainder := data; len(remainder) > 0; {
			n := min(2<<20, len(remainder))
			lines.Write(remainder[:n])
			remainder = remainder[n:]
		}
		if lines.Close(); found != facts.Lines {
			b.Fatalf("%d lines of %d", found, facts.Lines)
		}
	}
}

package record_test

import (
	"bytes"
	"testing"

	"unspool/parser/record"
	"unspool/parser/testutil/testgen"
)

// BenchmarkGeneratedRecords reads the records of a large session.
func BenchmarkGeneratedRecords(b *testing.B) {
	data, _ := testgen.Session(100_000_000)
	var p record.Parser
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		for line := range bytes.Lines(data) {
			if p.Parse(bytes.TrimSuffix(line, []byte("\n"))) == nil {
				b.Fatalf("not read: %.200s", line)
			}
		}
	}
}

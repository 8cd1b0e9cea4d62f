package trace

import (
	"bufio"
	"fmt"
	"io"
	"iter"

	"go.opentelemetry.io/collector/pdata/ptrace"
)

// A Report counts what was written or sent.
type Report struct {
	Turns, Spans int
}

func (r *Report) add(t ptrace.Traces) {
	r.Turns++
	r.Spans += t.SpanCount()
}

// WriteOTLP writes traces in the JSON encoding of OTLP, one turn on each line, as the collector's file
// exporter does, and its file receiver reads.
func WriteOTLP(out io.Writer, traces iter.Seq2[ptrace.Traces, error]) (Report, error) {
	var report Report
	w := bufio.NewWriterSize(out, 1<<16)
	var encoder ptrace.JSONMarshaler
	for t, err := range traces {
		if err != nil {
			return report, err
		}
		line, err := encoder.MarshalTraces(t)
		if err != nil {
			return report, fmt.Errorf("encode a trace: %w", err)
		}
		w.Write(append(line, '\n')) // the error comes from Flush
		report.add(t)
	}
	return report, w.Flush()
}

package trace

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"slices"
)

// A chromeEvent is a complete event of the trace event format:
// https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU
type chromeEvent struct {
	Name  string         `json:"name"`
	Phase string         `json:"ph"`
	Start int64          `json:"ts"`  // microseconds
	Took  int64          `json:"dur"` // microseconds
	PID   int            `json:"pid"`
	TID   int            `json:"tid"`
	Args  map[string]any `json:"args,omitempty"`
}

// WriteChrome writes traces as trace events, which Perfetto, speedscope and chrome://tracing open. Spans that
// overlap without one being in the other are in different rows (tid). The attributes of the resource, with
// what was left out, are in otherData.
func WriteChrome(out io.Writer, traces iter.Seq2[*Trace, error]) (Report, error) {
	var report Report
	resource := map[string]any{} // the same for all turns of a session
	w := bufio.NewWriterSize(out, 1<<16)
	io.WriteString(w, `{"displayTimeUnit":"ms","traceEvents":[`)
	for t, err := range traces {
		if err != nil {
			return report, err
		}
		for _, event := range chromeEvents(t) {
			line, err := json.Marshal(event)
			if err != nil {
				return report, fmt.Errorf("encode a span: %w", err)
			}
			if report.Spans++; report.Spans > 1 {
				w.WriteByte(',')
			}
			w.WriteByte('\n')
			w.Write(line)
		}
		resource = t.Resource.Map()
		if len(t.Spans) > 0 { // not only counts
			report.Turns++
		}
	}
	other, err := json.Marshal(resource)
	if err != nil {
		return report, fmt.Errorf("encode a resource: %w", err)
	}
	fmt.Fprintf(w, "\n],\"otherData\":%s}\n", other)
	return report, w.Flush() // with the errors of the other writes
}

// chromeEvents returns the spans of a turn as events, those around others first.
func chromeEvents(t *Trace) []chromeEvent {
	events := make([]chromeEvent, len(t.Spans))
	for i, span := range t.Spans {
		const us = 1000 // in a ms
		events[i] = chromeEvent{Name: span.Name, Phase: "X", PID: 1, Args: span.Attributes.Map(),
			Start: span.Start * us, Took: (span.End - span.Start) * us}
	}
	slices.SortStableFunc(events, func(a, b chromeEvent) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.Took, a.Took))
	})
	var rows [][]int64 // the ends of the events that are open in each row, the outer ones first
	for i := range events {
		e := &events[i]
		e.TID = rowFor(&rows, e.Start, e.Start+e.Took) + 1
	}
	return events
}

// rowFor returns the first row in which an event is after all others or within the innermost open one, and
// opens it there.
func rowFor(rows *[][]int64, start, end int64) int {
	for i, ends := range *rows {
		for len(ends) > 0 && ends[len(ends)-1] <= start {
			ends = ends[:len(ends)-1]
		}
		(*rows)[i] = ends
		if len(ends) == 0 || ends[len(ends)-1] >= end {
			(*rows)[i] = append(ends, end)
			return i
		}
	}
	*rows = append(*rows, []int64{end})
	return len(*rows) - 1
}

package trace_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"go.opentelemetry.io/collector/pdata/ptrace"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/trace"
)

// spansOf returns the spans of all turns of a session.
func spansOf(t *testing.T, files []testutil.File, s *parser.Session, o trace.Options) (spans []*trace.Span) {
	t.Helper()
	for one, err := range trace.Turns(s, opener(files), o) {
		if err != nil {
			t.Fatal(err)
		}
		spans = append(spans, one.Spans...)
	}
	return spans
}

func opener(files []testutil.File) func(int) io.ReaderAt {
	return func(file int) io.ReaderAt { return bytes.NewReader(files[file].Data) }
}

func text(a trace.Attributes, key string) string {
	if v := a.Get(key); v != nil {
		return fmt.Sprint(v)
	}
	return ""
}

func number(a trace.Attributes, key string) int64 {
	n, _ := a.Get(key).(int64)
	return n
}

// TestTurns checks for all sessions that each span has an id of its own, that its parent is in the same trace
// and begins no later, and that times are recorded ones.
func TestTurns(t *testing.T) {
	all := 0
	for name, files := range viewtest.Sessions(t) {
		store, _ := viewtest.Load(files, 1<<20)
		for s := range store.Sessions() {
			recorded := map[int64]bool{}
			for _, f := range s.Files {
				for i := range f.Records.Len() {
					recorded[f.Records.At(i).Time] = true
				}
			}
			if len(recorded) > 1 {
				delete(recorded, 0) // the times before the first one that is known
			}
			known := map[[2]any]bool{}
			for one, err := range trace.Turns(s, opener(files), trace.Options{Prices: price.Default(), Content: true}) {
				if err != nil {
					t.Fatal(err)
				}
				byID := map[trace.SpanID]*trace.Span{}
				for _, span := range one.Spans {
					all++
					if known[[2]any{one.ID, span.ID}] {
						t.Errorf("%s, %s: two spans %s have one id", name, s.ID, span.Name)
					}
					known[[2]any{one.ID, span.ID}] = true
					byID[span.ID] = span
					if !recorded[span.Start] || !recorded[span.End] || span.End < span.Start {
						t.Errorf("%s, %s: span %s is from %d to %d", name, s.ID, span.Name, span.Start, span.End)
					}
					parent := byID[span.Parent]
					switch {
					case span.Parent == trace.SpanID{}:
					case parent == nil:
						t.Errorf("%s, %s: span %s has no parent in its trace", name, s.ID, span.Name)
					case text(span.Attributes, "gen_ai.operation.name") == "invoke_agent": // its clock may differ
					case span.Start < parent.Start:
						t.Errorf("%s, %s: span %s begins before %s", name, s.ID, span.Name, parent.Name)
					}
				}
			}
		}
	}
	if all == 0 {
		t.Error("no session has a span")
	}
}

// A session of one turn with two responses, the second in two records, and an agent.
var mapped = []string{
	`{"type":"user","uuid":"u1","sessionId":"s1","timestamp":"2026-01-01T10:00:00Z","message":{"role":"user","content":"Look"}}`,
	`{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s1","timestamp":"2026-01-01T10:00:02Z","message":{"id":"m1","role":"assistant","model":"claude-opus-4-7","content":[{"type":"text","text":"I look."}],"usage":{"input_tokens":3,"cache_read_input_tokens":100,"output_tokens":7}}}`,
	`{"type":"assistant","uuid":"a2","parentUuid":"a1","sessionId":"s1","timestamp":"2026-01-01T10:00:03Z","message":{"id":"m1","role":"assistant","model":"claude-opus-4-7","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls x"}}],"usage":{"input_tokens":3,"cache_read_input_tokens":100,"output_tokens":7}}}`,
	`{"type":"user","uuid":"r1","parentUuid":"a2","sessionId":"s1","timestamp":"2026-01-01T10:00:05Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"no such file","is_error":true}]}}`,
	`{"type":"assistant","uuid":"a3","parentUuid":"r1","sessionId":"s1","timestamp":"2026-01-01T10:00:06Z","message":{"id":"m2","role":"assistant","model":"claude-opus-4-7","content":[{"type":"text","text":"It is gone."}],"stop_reason":"end_turn","usage":{"input_tokens":5,"output_tokens":4}}}`,
}

// TestWriteOTLP checks that each line is read back as the spans of one turn, and that ids do not change.
func TestWriteOTLP(t *testing.T) {
	files := viewtest.Session(mapped...)
	store, _ := viewtest.Load(files, 1<<20)
	var first, second bytes.Buffer
	for _, out := range []*bytes.Buffer{&first, &second} {
		if report, err := trace.WriteOTLP(out, trace.Turns(store.Session(0), opener(files), trace.Options{Prices: price.Default()})); err != nil || report.Turns != 1 || report.Spans != 4 {
			t.Fatalf("%+v, error %v", report, err)
		}
	}
	if first.String() != second.String() {
		t.Error("a second export differs")
	}
	var decoder ptrace.JSONUnmarshaler
	for line := range strings.Lines(first.String()) {
		if traces, err := decoder.UnmarshalTraces([]byte(line)); err != nil || traces.SpanCount() != 4 {
			t.Errorf("%d spans, error %v", traces.SpanCount(), err)
		}
	}
	if strings.Contains(first.String(), "ls x") || strings.Contains(first.String(), "It is gone") {
		t.Error("texts are there although they were not asked for")
	}
}

// TestWriteChrome checks for all sessions that the events of a row (tid) lie one after the other or within
// each other.
func TestWriteChrome(t *testing.T) {
	for name, files := range viewtest.Sessions(t) {
		store, _ := viewtest.Load(files, 1<<20)
		for s := range store.Sessions() {
			var out bytes.Buffer
			report, err := trace.WriteChrome(&out, trace.Turns(s, opener(files), trace.Options{Prices: price.Default()}))
			if err != nil {
				t.Fatal(err)
			}
			var file struct {
				TraceEvents []struct {
					TS, Dur int64
					TID     int
					Name    string
				}
			}
			if err := json.Unmarshal(out.Bytes(), &file); err != nil || len(file.TraceEvents) != report.Spans {
				t.Fatalf("%s: %d events of %d, error %v", name, len(file.TraceEvents), report.Spans, err)
			}
			for i, e := range file.TraceEvents {
				for _, other := range file.TraceEvents[max(0, i-200):i] {
					if other.TID == e.TID && other.TS <= e.TS && e.TS < other.TS+other.Dur && e.TS+e.Dur > other.TS+other.Dur {
						t.Errorf("%s: %s in row %d ends after %s", name, e.Name, e.TID, other.Name)
					}
				}
			}
		}
	}
}

// TestFailedRead checks that the error of a read says where.
func TestFailedRead(t *testing.T) {
	files := viewtest.Session(mapped...)
	store, _ := viewtest.Load(files, 1<<20)
	gone := func(int) io.ReaderAt { return bytes.NewReader(nil) }
	_, err := trace.WriteOTLP(io.Discard, trace.Turns(store.Session(0), gone, trace.Options{Prices: price.Default(), Content: true}))
	if err == nil || !strings.Contains(err.Error(), "record at byte 0") {
		t.Errorf("error %v", err)
	}
}

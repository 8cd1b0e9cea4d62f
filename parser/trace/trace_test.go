package trace_test

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/trace"
)

// spansOf returns the spans of all turns of a session.
func spansOf(t *testing.T, files []testutil.File, s *parser.Session, o trace.Options) (spans []ptrace.Span) {
	t.Helper()
	for traces, err := range trace.Turns(s, opener(files), o) {
		if err != nil {
			t.Fatal(err)
		}
		for _, span := range traces.ResourceSpans().At(0).ScopeSpans().At(0).Spans().All() {
			spans = append(spans, span)
		}
	}
	return spans
}

func opener(files []testutil.File) func(int) io.ReaderAt {
	return func(file int) io.ReaderAt { return bytes.NewReader(files[file].Data) }
}

func text(m pcommon.Map, key string) string {
	if v, ok := m.Get(key); ok {
		return v.AsString()
	}
	return ""
}

func number(m pcommon.Map, key string) int64 {
	if v, ok := m.Get(key); ok {
		return v.Int()
	}
	return 0
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
			spans := spansOf(t, files, s, trace.Options{Prices: price.Default(), Content: true})
			byID := map[pcommon.SpanID]ptrace.Span{}
			for _, span := range spans {
				all++
				if _, known := byID[span.SpanID()]; known {
					t.Errorf("%s, %s: two spans %s have one id", name, s.ID, span.Name())
				}
				byID[span.SpanID()] = span
				start, end := span.StartTimestamp().AsTime().UnixMilli(), span.EndTimestamp().AsTime().UnixMilli()
				if !recorded[start] || !recorded[end] || end < start {
					t.Errorf("%s, %s: span %s is from %d to %d", name, s.ID, span.Name(), start, end)
				}
				parent, ok := byID[span.ParentSpanID()]
				switch {
				case span.ParentSpanID().IsEmpty():
				case !ok || parent.TraceID() != span.TraceID():
					t.Errorf("%s, %s: span %s has no parent in its trace", name, s.ID, span.Name())
				case text(span.Attributes(), "gen_ai.operation.name") == "invoke_agent": // its clock may differ
				case start < parent.StartTimestamp().AsTime().UnixMilli():
					t.Errorf("%s, %s: span %s begins before %s", name, s.ID, span.Name(), parent.Name())
				}
			}
		}
	}
	if all == 0 {
		t.Error("no session has a span")
	}
}

// TestUsage checks for all sessions that each response and call of a turn has one span, with its tokens.
func TestUsage(t *testing.T) {
	for name, files := range viewtest.Sessions(t) {
		store, _ := viewtest.Load(files, 1<<20)
		for s := range store.Sessions() {
			ofTurns := map[string]int64{}
			calls, turns := map[string]int{}, 0
			c := s.Main
			for i := range c.Turns {
				turn := &c.Turns[i]
				if turn.Branch > 0 || !turn.Replied || s.Copies.IsCopied(c.File, turn.Began) {
					continue
				}
				turns++
				for r := range s.TurnResponses(c, int32(i)) {
					if r.Message >= 0 && c.File.Records.At(c.File.Messages.At(r.Message).First).Branch == 0 {
						ofTurns[c.File.Ident(c.File.Messages.At(r.Message).ID)] += r.Usage.Output
					}
				}
				for _, item := range c.TurnItems(i) {
					if r := c.File.Records.At(item.Record); item.Kind == parser.ItemTool && r.Branch == 0 && !r.IsRetracted() {
						calls[c.File.Ident(c.File.Calls.At(c.File.Blocks.At(item.Block).Call).ID)]++
					}
				}
			}
			roots := 0
			for _, span := range spansOf(t, files, s, trace.Options{Prices: price.Default()}) {
				if a := span.Attributes(); span.ParentSpanID().IsEmpty() {
					roots++
				} else if id := text(a, "gen_ai.response.id"); id != "" {
					ofTurns[id] -= number(a, "gen_ai.usage.output_tokens")
				} else {
					calls[text(a, "gen_ai.tool.call.id")]--
				}
			}
			for id, left := range ofTurns {
				if left > 0 {
					t.Errorf("%s, %s: %d output tokens of response %s are on no span", name, s.ID, left, id)
				}
			}
			for id, left := range calls {
				if left > 0 {
					t.Errorf("%s, %s: call %s has no span", name, s.ID, id)
				}
			}
			if roots != turns {
				t.Errorf("%s, %s: %d traces of %d turns", name, s.ID, roots, turns)
			}
		}
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

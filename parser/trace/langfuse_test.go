package trace_test

import (
	"bytes"
	"encoding/json"
	"io"
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/price"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/trace"
)

// TestLangfuseFields checks each field that a session has in Langfuse: in which span, and in which attribute, it is.
func TestLangfuseFields(t *testing.T) {
	store, _ := viewtest.Load(viewtest.Session(mapped...), 1<<20)
	spans := spansOf(t, viewtest.Session(mapped...), store.Session(0), trace.Options{Prices: price.Default(), Content: true})
	const turn, first, tool, last = 0, 1, 2, 3
	const asked, answered = `{"role":"user","content":"Look"}`, `{"role":"assistant","content":"It is gone."}`
	attribute := func(key string) func(*trace.Span) string {
		return func(span *trace.Span) string { return text(span.Attributes, key) }
	}
	name := func(span *trace.Span) string { return span.Name }
	seconds := func(ms int64) string { return time.UnixMilli(ms).UTC().Format("05") }
	starts := func(span *trace.Span) string { return seconds(span.Start) }
	ends := func(span *trace.Span) string { return seconds(span.End) }
	parentIs := func(i int) func(*trace.Span) string {
		return func(span *trace.Span) string {
			if span.Parent == spans[i].ID {
				return "yes"
			}
			return "no"
		}
	}
	const usage = `{"cache_creation_input_tokens":0,"cache_read_input_tokens":100,"input":3,"output":7,"total":10}`
	for _, row := range []struct {
		field string
		span  int
		of    func(*trace.Span) string
		want  string
	}{
		{"session of the trace", turn, attribute("langfuse.session.id"), "s1"},
		{"name of the trace", turn, attribute("langfuse.trace.name"), "Turn 1"},
		{"input of the trace: the prompt", turn, attribute("langfuse.trace.input"), asked},
		{"output of the trace: the last reply", turn, attribute("langfuse.trace.output"), answered},
		{"metadata of the trace: where it is from", turn, attribute("langfuse.trace.metadata.source"), "claude-code"},
		{"metadata of the trace: number of the turn", turn, attribute("langfuse.trace.metadata.turn_number"), "1"},
		{"metadata of the trace: session", turn, attribute("langfuse.trace.metadata.session_id"), "s1"},

		{"kind of the root", turn, attribute("langfuse.observation.type"), "agent"},
		{"name of the root", turn, name, "Turn 1"},
		{"input of the root: the prompt", turn, attribute("langfuse.observation.input"), asked},
		{"output of the root: the last reply", turn, attribute("langfuse.observation.output"), answered},
		{"start of the root and the trace: the prompt", turn, starts, "00"},
		{"end of the root and the trace: the last record", turn, ends, "06"},

		{"kind of a generation", first, attribute("langfuse.observation.type"), "generation"},
		{"parent of a generation: the root", first, parentIs(turn), "yes"},
		{"name of a generation: the model", first, name, "claude-opus-4-7"},
		{"model of a generation", first, attribute("langfuse.observation.model.name"), "claude-opus-4-7"},
		{"input of the first generation: the prompt", first, attribute("langfuse.observation.input"), asked},
		{"input of the others: none", last, attribute("langfuse.observation.input"), ""},
		{"output of a generation: its text", first, attribute("langfuse.observation.output"), `{"role":"assistant","content":"I look."}`},
		{"start of a generation: its first record", first, starts, "02"},
		{"end of a generation: the start of the next", first, ends, "06"},
		{"end of the last generation: that of the turn", last, ends, "06"},
		{"usage: uncached input, output, their sum, and cache", first, attribute("langfuse.observation.usage_details"), usage},
		{"metadata of a generation: number of calls", first, attribute("langfuse.observation.metadata.tool_count"), "1"},
		{"metadata of a generation without calls", last, attribute("langfuse.observation.metadata.tool_count"), "0"},

		{"kind of a call", tool, attribute("langfuse.observation.type"), "tool"},
		{"parent of a call: its generation", tool, parentIs(first), "yes"},
		{"name of a call: the tool", tool, name, "Bash"},
		{"input of a call", tool, attribute("langfuse.observation.input"), `{"command":"ls x"}`},
		{"output of a call: the matching result", tool, attribute("langfuse.observation.output"), "no such file"},
		{"start of a call: its record", tool, starts, "03"},
		{"end of a call: the matching result", tool, ends, "05"},
		{"metadata of a call: the tool", tool, attribute("langfuse.observation.metadata.tool_name"), "Bash"},
		{"metadata of a call: its id", tool, attribute("langfuse.observation.metadata.tool_id"), "t1"},
		{"level of a call that failed", tool, attribute("langfuse.observation.level"), "ERROR"},
	} {
		if got := row.of(spans[row.span]); got != row.want {
			t.Errorf("%s: %q, not %q", row.field, got, row.want)
		}
	}
}

// TestLangfuseMissing checks that what a session does not record is left out: usage, the result of a call, and times.
func TestLangfuseMissing(t *testing.T) {
	lines := []string{
		`{"type":"user","uuid":"u1","sessionId":"s1","message":{"role":"user","content":"Look"}}`,
		`{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s1","message":{"id":"m1","role":"assistant","model":"claude-opus-4-7","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls x"}}]}}`,
	}
	files := viewtest.Session(lines...)
	store, _ := viewtest.Load(files, 1<<20)
	spans := spansOf(t, files, store.Session(0), trace.Options{Prices: price.Default(), Content: true})
	if len(spans) != 3 {
		t.Fatalf("%d spans", len(spans))
	}
	if spans[1].Attributes.Get("langfuse.observation.usage_details") != nil || spans[1].Attributes.Get("gen_ai.usage.input_tokens") != nil {
		t.Error("a response has usage that is not recorded")
	}
	if spans[2].Attributes.Get("langfuse.observation.output") != nil {
		t.Error("a call has an output that is not recorded")
	}
	for i := range 2 {
		if spans[i].Attributes.Get("unspool.time.unrecorded") != true {
			t.Errorf("span %d does not say that its time is not recorded", i)
		}
	}
}

// TestLeftOut checks that the resource of each trace, and Chrome's otherData, count what was left out.
func TestLeftOut(t *testing.T) {
	lines := []string{
		`{"type":"user","uuid":"u0","timestamp":"2026-01-01T10:00:00Z","message":{"role":"user","content":"Go"}}`,
		`{"type":"assistant","uuid":"a0","parentUuid":"u0","timestamp":"2026-01-01T10:00:09Z","message":{"id":"m0","role":"assistant","model":"claude-opus-4-7","content":[{"type":"text","text":"Yes."}],"stop_reason":"end_turn"}}`,
		`{"type":"user","uuid":"u1","parentUuid":"a0","timestamp":"2026-01-01T10:01:00Z","message":{"role":"user","content":"Go"}}`,
		`{"type":"assistant","uuid":"a1","parentUuid":"u1","timestamp":"2026-01-01T10:01:09Z","message":{"id":"m1","role":"assistant","model":"claude-opus-4-7","content":[{"type":"text","text":"Yes."}],"stop_reason":"end_turn"}}`,
		`{"type":"user","uuid":"x1","parentUuid":"a0","timestamp":"2026-01-01T10:30:00Z","message":{"role":"user","content":"Instead"}}`,
		`{"type":"assistant","uuid":"x2","parentUuid":"x1","timestamp":"2026-01-01T10:30:01Z","message":{"id":"mx","role":"assistant","model":"claude-opus-4-7","content":[{"type":"text","text":"Yes."}],"stop_reason":"end_turn"}}`,
		`{"type":"user","uuid":`,
		`{"type":"user","uuid":"y1","parentUuid":"x2","timestamp":"2026-01-01T10:31:00Z","message":{"role":"user","content":"And?"}}`,
	}
	files := viewtest.Session(lines...)
	store, _ := viewtest.Load(files, 1<<20)
	want := map[string]any{"service.name": "claude-code", "unspool.left_out.turns_without_reply": int64(1),
		"unspool.left_out.abandoned_turns": int64(1), "unspool.left_out.copied_turns": int64(0),
		"unspool.left_out.internal_agents": int64(0), "unspool.left_out.damaged_ranges": int64(1),
		"unspool.earlier_export.turns": int64(3)}
	options := trace.Options{Prices: price.Default(), LeftOut: true, Earlier: map[string]int{"turns": 3}}
	all := trace.Turns(store.Session(0), opener(files), options)
	seen := 0
	for one, err := range all {
		if err != nil {
			t.Fatal(err)
		}
		seen++
		if diff := cmp.Diff(want, one.Resource.Map()); diff != "" {
			t.Errorf("resource of turn %d (-want +got):\n%s", seen, diff)
		}
	}
	if seen != 2 {
		t.Errorf("%d turns", seen)
	}
	var out bytes.Buffer
	if _, err := trace.WriteChrome(&out, all); err != nil {
		t.Fatal(err)
	}
	var chrome struct{ OtherData map[string]any }
	if err := json.Unmarshal(out.Bytes(), &chrome); err != nil || chrome.OtherData["unspool.left_out.abandoned_turns"] != 1.0 {
		t.Errorf("%v, error %v", chrome, err)
	}
	_, left := trace.Select(store.Session(0))
	if diff := cmp.Diff(map[string]int{"turns without a reply": 1, "turns on abandoned branches": 1, "damaged ranges": 1}, left.Counts()); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
}

// TestLeftOutOfNothing checks that the counts are written for a session without a turn that has a trace.
func TestLeftOutOfNothing(t *testing.T) {
	files := viewtest.Session(`{"type":"user","uuid":"u0","timestamp":"2026-01-01T10:00:00Z","message":{"role":"user","content":"Go"}}`)
	store, _ := viewtest.Load(files, 1<<20)
	all := trace.Turns(store.Session(0), opener(files), trace.Options{Prices: price.Default(), LeftOut: true})
	for name, write := range map[string]func(io.Writer, iter.Seq2[*trace.Trace, error]) (trace.Report, error){"otlp": trace.WriteOTLP, "chrome": trace.WriteChrome} {
		var out strings.Builder
		report, err := write(&out, all)
		if err != nil || report != (trace.Report{}) || !strings.Contains(out.String(), "unspool.left_out.turns_without_reply") {
			t.Errorf("%s: %+v, error %v: %s", name, report, err, &out)
		}
	}
}

// TestLongTexts checks that texts that are cut end with an ellipsis, and are counted.
func TestLongTexts(t *testing.T) {
	for length, want := range map[int]any{trace.MaxContent: nil, trace.MaxContent + 1: int64(1), 2 * trace.MaxContent: int64(1)} {
		files := viewtest.Session(
			`{"type":"user","uuid":"u0","timestamp":"2026-01-01T10:00:00Z","message":{"role":"user","content":"`+strings.Repeat("x", length)+`"}}`,
			`{"type":"assistant","uuid":"a0","parentUuid":"u0","timestamp":"2026-01-01T10:00:09Z","message":{"id":"m0","role":"assistant","model":"claude-opus-4-7","content":[{"type":"text","text":"Yes."}],"stop_reason":"end_turn"}}`)
		store, _ := viewtest.Load(files, 1<<20)
		for one, err := range trace.Turns(store.Session(0), opener(files), trace.Options{Prices: price.Default(), Content: true}) {
			if err != nil {
				t.Fatal(err)
			}
			root := one.Spans[0].Attributes
			input, _ := root.Get("langfuse.trace.input").(string)
			if got := root.Get("unspool.left_out.cut_texts"); got != want || strings.Contains(input, "…") != (want != nil) {
				t.Errorf("%d bytes: %v texts are cut, want %v; the input ends with %q", length, got, want, input[max(0, len(input)-20):])
			}
		}
	}
}

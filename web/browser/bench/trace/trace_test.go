package trace_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/web/browser/bench/trace"
)

// recorded is a page of 10 ms that forces a layout, and a worker; another process has the same
// thread numbers.
const recorded = `{"traceEvents": [
{"name": "thread_name", "ph": "M", "pid": 1, "tid": 1, "ts": 0, "args": {"name": "CrRendererMain"}},
{"name": "thread_name", "ph": "M", "pid": 2, "tid": 1, "ts": 0, "args": {"name": "CrRendererMain"}},
{"name": "TracingSessionIdForWorker", "ph": "I", "pid": 1, "tid": 2, "ts": 0,
  "args": {"data": {"url": "http://127.0.0.1/assets/parser-worker-ZFP4SBCG.js", "workerThreadId": 2}}},
{"name": "chosen", "cat": "blink.user_timing", "ph": "I", "pid": 1, "tid": 1, "ts": 1000},
{"name": "RunTask", "ph": "X", "pid": 1, "tid": 1, "ts": 2000, "dur": 8000, "tdur": 7000},
{"name": "FunctionCall", "ph": "X", "pid": 1, "tid": 1, "ts": 2000, "dur": 6000, "tdur": 5000},
{"name": "V8.StackGuard", "ph": "X", "pid": 1, "tid": 1, "ts": 2500, "dur": 4000, "tdur": 4000},
{"name": "Layout", "ph": "X", "pid": 1, "tid": 1, "ts": 3000, "dur": 2000, "tdur": 2000},
{"name": "RunTask", "ph": "X", "pid": 2, "tid": 1, "ts": 2000, "dur": 9000, "tdur": 9000},
{"name": "RunTask", "ph": "X", "pid": 1, "tid": 2, "ts": 3000, "dur": 1000, "tdur": 900},
{"name": "parse", "cat": "blink.user_timing", "ph": "b", "id2": {"local": "0x1"}, "pid": 1, "tid": 2, "ts": 3000},
{"name": "parse", "cat": "blink.user_timing", "ph": "e", "id2": {"local": "0x1"}, "pid": 1, "tid": 2, "ts": 3500},
{"name": "parse", "cat": "blink.user_timing", "ph": "b", "id2": {"local": "0x2"}, "pid": 1, "tid": 2, "ts": 4000},
{"name": "parse", "cat": "blink.user_timing", "ph": "e", "id2": {"local": "0x2"}, "pid": 1, "tid": 2, "ts": 4500},
{"name": "Profile", "ph": "P", "id": "0x1", "pid": 1, "tid": 1, "ts": 500, "args": {"data": {"startTime": 500}}},
{"name": "ProfileChunk", "ph": "P", "id": "0x1", "pid": 1, "tid": 9, "ts": 6000, "args": {"data": {
  "cpuProfile": {"nodes": [
    {"id": 1, "callFrame": {"functionName": "(root)"}},
    {"id": 2, "parent": 1, "callFrame": {"functionName": "measure", "url": "http://127.0.0.1/assets/app-NRSYXQJM.js"}},
    {"id": 3, "parent": 2, "callFrame": {"functionName": "getBoundingClientRect"}},
    {"id": 4, "parent": 1, "callFrame": {"functionName": "(idle)"}}],
   "samples": [2, 3, 3, 2, 4]},
  "timeDeltas": [100, 2000, 1500, 500, 2000]}}},
{"name": "done", "cat": "blink.user_timing", "ph": "I", "pid": 1, "tid": 1, "ts": 11000}
]}`

func TestSummarize(t *testing.T) {
	r, err := trace.Parse([]byte(recorded))
	if err != nil {
		t.Fatal(err)
	}
	got, err := r.Summarize("chosen", "done")
	if err != nil {
		t.Fatal(err)
	}
	want := &trace.Summary{
		Length: 10,
		Marks:  []trace.Mark{{Name: "chosen", Thread: "page", At: 0}, {Name: "done", Thread: "page", At: 10}},
		Steps:  []trace.Share{{Name: "parse", MS: 1}},
		Threads: []trace.Thread{
			{
				Name: "page", Longest: 8,
				Work:      []trace.Share{{Name: "scripts", MS: 3}, {Name: "layout", MS: 2}, {Name: "tasks", MS: 2}},
				Functions: []trace.Share{{Name: "getBoundingClientRect in measure app", MS: 3.5}, {Name: "measure app", MS: 0.5}},
			},
			{Name: "parser-worker", Longest: 1, Work: []trace.Share{{Name: "tasks", MS: 0.9}}},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	var out strings.Builder
	if err := got.Write(&out, 1); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"10 ms in all.", "| parse | 1.0 |", "| getBoundingClientRect in measure app | 3.5 |", "**parser-worker**"} {
		if !strings.Contains(out.String(), line) {
			t.Errorf("the tables have no line %q:\n%s", line, &out)
		}
	}
	if strings.Contains(out.String(), "| measure app |") {
		t.Errorf("the tables have more than one function of a thread:\n%s", &out)
	}
}

func TestSummarizeWithoutMarks(t *testing.T) {
	r, err := trace.Parse([]byte(`{"traceEvents": []}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Summarize("chosen", "done"); err == nil {
		t.Error("a recording without marks has a summary")
	}
	if _, err := trace.Parse([]byte(`[`)); err == nil {
		t.Error("half a recording is read")
	}
}

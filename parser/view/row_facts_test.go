package view_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/testutil"
	"unspool/parser/view/protocol"
)

// answer is a turn in which one response has words and a call, and another one is cut off before
// its output was recorded.
const answer = `{"type":"user","uuid":"u1","timestamp":"2026-05-01T10:00:00.000Z","message":{"role":"user","content":"list"}}
{"type":"assistant","uuid":"a1","parentUuid":"u1","requestId":"req_1","timestamp":"2026-05-01T10:00:02.000Z","message":{"id":"msg_1","role":"assistant","model":"claude-opus-4-7","content":[{"type":"text","text":"I look."}],"stop_reason":null,"usage":{"input_tokens":5,"output_tokens":8,"cache_read_input_tokens":900}}}
{"type":"assistant","uuid":"a2","parentUuid":"a1","requestId":"req_1","timestamp":"2026-05-01T10:00:03.000Z","message":{"id":"msg_1","role":"assistant","model":"claude-opus-4-7","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}],"stop_reason":"tool_use","usage":{"input_tokens":5,"output_tokens":40,"cache_read_input_tokens":900}}}
{"type":"user","uuid":"r1","parentUuid":"a2","timestamp":"2026-05-01T10:00:05.500Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"a.txt"}]}}
{"type":"assistant","uuid":"a3","parentUuid":"r1","requestId":"req_2","timestamp":"2026-05-01T10:00:09.000Z","message":{"id":"msg_2","role":"assistant","model":"claude-opus-4-7","content":[{"type":"text","text":"One file."}],"stop_reason":null,"usage":{"input_tokens":7,"output_tokens":1}}}
`

// TestRowFacts checks that the figures of a response are those of each of its rows, and the
// figures of a turn those of its prompt.
func TestRowFacts(t *testing.T) {
	_, v := load([]testutil.File{{Name: "s.jsonl", Data: []byte(answer)}}, 1<<30)
	type facts struct {
		Scope, Stop, Message, Request string
		Duration, Output, Context     float64
		Responses                     int
		Low                           float64
		Lines                         []int
	}
	factsOf := func(a protocol.RowFacts) facts {
		var lines []int
		for _, o := range a.Records {
			lines = append(lines, o.Line)
		}
		return facts{a.Scope, a.Stop, a.Message, a.Request, orUnknown(a.Duration), a.Usage.Output, orUnknown(a.Context), a.Responses, a.Low, lines}
	}
	for key, want := range map[string]facts{
		"u1":   {Scope: "turn", Duration: 9000, Output: 41, Context: -1, Responses: 2, Low: 0.5, Lines: []int{1}},
		"a1#0": {"response", "tool_use", "msg_1", "req_1", -1, 40, 905, 1, 0, []int{2}},
		"a2#0": {"response", "tool_use", "msg_1", "req_1", 2500, 40, 905, 1, 0, []int{3, 4}},
		"a3#0": {"response", "", "msg_2", "req_2", -1, 1, 7, 1, 1, []int{5}},
		"none": {Duration: -1, Context: -1},
	} {
		if diff := cmp.Diff(want, factsOf(v.About(0, key))); diff != "" {
			t.Errorf("%s -want +got:\n%s", key, diff)
		}
	}
	if usd := v.About(0, "a2#0").Cost.USD; usd < 0.0014 || usd > 0.0015 {
		t.Errorf("the response cost $%f", usd)
	}
}

// TestThreads checks that rows are on a thread of each enclosing agent, in its color. Adjacent
// agents have different colors, and a recorded color is used.
func TestThreads(t *testing.T) {
	meta := func(call, more string) []byte {
		return []byte(`{"agentType":"Explore","description":"look","toolUseId":"` + call + `"` + more + `}`)
	}
	agent := func(id, content string) []byte {
		return []byte(`{"type":"user","uuid":"` + id + `u","isSidechain":true,"agentId":"` + id + `","timestamp":"2026-05-01T10:00:03.000Z","message":{"role":"user","content":"go"}}
{"type":"assistant","uuid":"` + id + `a","parentUuid":"` + id + `u","isSidechain":true,"agentId":"` + id + `","timestamp":"2026-05-01T10:00:04.000Z","message":{"id":"m` + id + `","role":"assistant","model":"m","content":[` + content + `]}}
`)
	}
	call := func(id string) string {
		return `{"type":"tool_use","id":"` + id + `","name":"Agent","input":{"description":"look","prompt":"go","subagent_type":"Explore"}}`
	}
	_, v := load([]testutil.File{
		{Name: "p/s.jsonl", Data: []byte(`{"type":"user","uuid":"u1","sessionId":"s","timestamp":"2026-05-01T10:00:00.000Z","message":{"role":"user","content":"both"}}
{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","timestamp":"2026-05-01T10:00:01.000Z","message":{"id":"m1","role":"assistant","model":"m","content":[` + call("c1") + "," + call("c2") + `]}}
`)},
		{Name: "p/s/subagents/agent-x1.jsonl", Data: agent("x1", call("c3"))},
		{Name: "p/s/subagents/agent-x1.meta.json", Data: meta("c1", "")},
		{Name: "p/s/subagents/agent-x2.jsonl", Data: agent("x2", `{"type":"text","text":"done"}`)},
		{Name: "p/s/subagents/agent-x2.meta.json", Data: meta("c2", "")},
		{Name: "p/s/subagents/agent-x3.jsonl", Data: agent("x3", `{"type":"text","text":"deep"}`)},
		{Name: "p/s/subagents/agent-x3.meta.json", Data: meta("c3", `,"color":"red"`)},
	}, 1<<30)
	var got []string
	for at := 0; ; at++ {
		page := pageAt(v, 0, at, 1)
		if len(page.Rows) == 0 {
			break
		}
		row := page.Rows[0]
		if row.Run != nil && rowIndex(v.Expand(0, row.Key, true)) != at {
			t.Fatalf("%s moved when it was opened", row.Key)
		}
		got = append(got, row.Kind+" "+row.Speaker+" "+strings.Join(row.Threads, ","))
	}
	want := []string{"prompt  ", "tool  ", "prompt  blue", "tool Explore blue", "prompt  blue,red", "text Explore blue,red", "end  blue,red", "end  blue",
		"tool  ", "prompt  orange", "text Explore orange", "end  orange"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

package follow_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"unspool/parser/trace/follow"
	"unspool/parser/trace/otlphttp"
)

// uuid returns a UUID for a short name of two digits or letters.
func uuid(name string) string { return fmt.Sprintf("00000000-0000-4000-8000-0000000000%2s", name) }

// The lines of a prompt, and of a reply that ends, or does not.
func prompt(session, id, after string, second int) string {
	return fmt.Sprintf(`{"type":"user","uuid":%q,"parentUuid":%s,"sessionId":%q,"timestamp":"2026-01-01T10:00:%02dZ","message":{"role":"user","content":"Go %s"}}`,
		uuid(id), parent(after), session, second, id)
}

func reply(session, id, after string, second int) string {
	return fmt.Sprintf(`{"type":"assistant","uuid":%q,"parentUuid":%s,"sessionId":%q,"timestamp":"2026-01-01T10:00:%02dZ","message":{"id":"m%s","role":"assistant","model":"claude-opus-4-7","content":[{"type":"text","text":"Done."}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":2}}}`,
		uuid(id), parent(after), session, second, id)
}

// call returns the line of a reply with a tool call, which is open.
func call(session, id, after string, second int, tool string) string {
	line := strings.Replace(reply(session, id, after, second), `{"type":"text","text":"Done."}`,
		fmt.Sprintf(`{"type":"tool_use","id":"t%s","name":%q,"input":{"prompt":"Help"}}`, id, tool), 1)
	return strings.Replace(line, "end_turn", "tool_use", 1)
}

func result(session, id, after string, second int) string {
	return strings.Replace(prompt(session, id, after, second), fmt.Sprintf(`"Go %s"`, id),
		fmt.Sprintf(`[{"type":"tool_result","tool_use_id":"t%s","content":"ok"}]`, after), 1)
}

func parent(id string) string {
	if id == "" {
		return "null"
	}
	return fmt.Sprintf("%q", uuid(id))
}

const file = "p/s1.jsonl"

// TestScenarios checks how many turns are sent after each step. A follower looks after each of them, with a restart, and
// without.
func TestScenarios(t *testing.T) {
	later := func(d time.Duration) func(*world) { return func(w *world) { w.now = w.now.Add(d) } }
	first := []string{prompt("s1", "01", "", 1), reply("s1", "02", "01", 2)}
	second := []string{prompt("s1", "03", "02", 3), reply("s1", "04", "03", 4)}
	type step struct {
		do   func(*world)
		want int
	}
	for name, steps := range map[string][]step{
		"a response that ended": {
			{func(w *world) { w.write(file, first...) }, 0},
			{later(9 * time.Second), 0},
			{later(time.Second), 1},
			{later(time.Hour), 1},
		},
		"a later prompt": {
			{func(w *world) { w.write(file, first...) }, 0},
			{func(w *world) { w.append(file, second[0]) }, 1},
			{func(w *world) { w.append(file, second[1]) }, 1},
			{later(time.Minute), 2},
		},
		"a turn that never ends": {
			{func(w *world) { w.write(file, prompt("s1", "01", "", 1), call("s1", "02", "01", 2, "Bash")) }, 0},
			{later(23 * time.Hour), 0},
			{later(time.Hour), 1},
		},
		"a line in pieces": {
			{func(w *world) { w.write(file, first[0]) }, 0},
			{func(w *world) { w.append(file, first[1]); cut(w, file, 40) }, 0},
			{later(time.Minute), 0},
			{func(w *world) { w.write(file, first...) }, 0},
			{later(time.Minute), 1},
		},
		"a file that is truncated and goes on": {
			{func(w *world) { w.write(file, append(first, second...)...) }, 1},
			{later(time.Minute), 2},
			{func(w *world) { w.write(file, first...) }, 2},
			{func(w *world) { w.append(file, prompt("s1", "05", "02", 5), reply("s1", "06", "05", 6)) }, 2},
			{later(time.Minute), 3},
		},
		"a file that is replaced": {
			{func(w *world) { w.write(file, first...) }, 0},
			{later(time.Minute), 1},
			{func(w *world) { // with more bytes than before
				w.write(file, prompt("s1", "11", "", 1), reply("s1", "12", "11", 2), prompt("s1", "13", "12", 3))
			}, 2},
			{later(time.Minute), 2},
		},
		"a compaction": {
			{func(w *world) { w.write(file, first...) }, 0},
			{func(w *world) {
				w.append(file, `{"type":"system","subtype":"compact_boundary","uuid":"`+uuid("b1")+`","parentUuid":null,"logicalParentUuid":"`+uuid("02")+
					`","sessionId":"s1","timestamp":"2026-01-01T10:00:03Z","compactMetadata":{"trigger":"manual","preTokens":10}}`,
					strings.Replace(prompt("s1", "c1", "b1", 4), `"type":"user"`, `"type":"user","isCompactSummary":true`, 1),
					prompt("s1", "05", "c1", 5), reply("s1", "06", "05", 6))
			}, 1},
			{later(time.Minute), 2},
		},
		"a session that continues in a new file with copied records": {
			{func(w *world) { w.write(file, first...) }, 0},
			{later(time.Minute), 1},
			{func(w *world) {
				w.write("p/s2.jsonl", append(first, prompt("s2", "05", "02", 5), reply("s2", "06", "05", 6))...)
			}, 1},
			{later(time.Minute), 2},
		},
		"a copy whose original was deleted": {
			{func(w *world) { w.write(file, append(first, second...)...) }, 1},
			{later(time.Minute), 2},
			{func(w *world) {
				delete(w.files, file)
				w.write("p/s2.jsonl", append(append(first, second...), prompt("s2", "05", "04", 5), reply("s2", "06", "05", 6))...)
			}, 2},
			{later(time.Minute), 3},
		},
		"the session before a transition, whose last turn was not sent": {
			{func(w *world) {
				w.only = "s2.jsonl"
				w.write("s1.jsonl", append(first, second...)...)
				w.write("s0.jsonl", prompt("s0", "21", "", 1), reply("s0", "22", "21", 2))
			}, 0},
			{func(w *world) {
				w.write("s2.jsonl", append(first[:1:1], prompt("s2", "05", "04", 5), reply("s2", "06", "05", 6))...)
			}, 1},
			{later(time.Minute), 3},
		},
		"an agent's file that comes later": {
			{func(w *world) {
				w.write(file, prompt("s1", "01", "", 1), call("s1", "02", "01", 2, "Task"), result("s1", "03", "02", 5), reply("s1", "04", "03", 6),
					prompt("s1", "05", "04", 7))
			}, 0},
			{later(5 * time.Second), 0},
			{func(w *world) {
				w.write("p/s1/subagents/agent-a1.meta.json", `{"agentType":"Explore","toolUseId":"t02"}`)
				w.write("p/s1/subagents/agent-a1.jsonl", aside(prompt("s1", "a1", "", 3)), aside(reply("s1", "a2", "a1", 4)))
			}, 0},
			{later(10 * time.Second), 1},
			{func(w *world) { w.wantSpan("Explore") }, 1},
		},
		"an agent that has no file": {
			{func(w *world) {
				w.write(file, prompt("s1", "01", "", 1), call("s1", "02", "01", 2, "Task"), result("s1", "03", "02", 5), reply("s1", "04", "03", 6),
					prompt("s1", "05", "04", 7))
			}, 0},
			{later(10 * time.Second), 1},
		},
		"an agent that goes on in the background": {
			{func(w *world) {
				w.write("p/s1/subagents/agent-a1.meta.json", `{"agentType":"Explore","toolUseId":"t02"}`)
				w.write("p/s1/subagents/agent-a1.jsonl", aside(prompt("s1", "a1", "", 3)), aside(call("s1", "a2", "a1", 4, "Bash")))
				w.write(file, prompt("s1", "01", "", 1), call("s1", "02", "01", 2, "Task"), result("s1", "03", "02", 5), reply("s1", "04", "03", 6),
					prompt("s1", "05", "04", 7))
			}, 0},
			{later(5 * time.Minute), 0},
			{func(w *world) {
				w.append("p/s1/subagents/agent-a1.jsonl", aside(result("s1", "a3", "a2", 8)), aside(reply("s1", "a4", "a3", 9)))
			}, 0},
			{later(10 * time.Second), 1},
		},
		"an agent that was stopped": {
			{func(w *world) {
				w.write("p/s1/subagents/agent-a1.meta.json", `{"agentType":"Explore","toolUseId":"t02"}`)
				w.write("p/s1/subagents/agent-a1.jsonl", aside(prompt("s1", "a1", "", 3)), aside(call("s1", "a2", "a1", 4, "Bash")))
				w.write(file, prompt("s1", "01", "", 1), call("s1", "02", "01", 2, "Task"), result("s1", "03", "02", 5), reply("s1", "04", "03", 6))
			}, 0},
			{later(9 * time.Minute), 0},
			{later(time.Minute), 1},
		},
		"a time in the future": {
			{func(w *world) { w.write(file, first...); w.files[file].ModTime = w.now.Add(time.Hour) }, 0},
			{later(2 * time.Hour), 1},
		},
		"nothing": {
			{func(w *world) {
				w.files["p/notes.txt"] = &fstest.MapFile{}
				w.write("p/package.json", "{}")
				w.write(file)
			}, 0},
		},
	} {
		for _, restarts := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, restarts %v", name, restarts), func(t *testing.T) {
				w := newWorld(t)
				var running *follow.Follower
				for i, step := range steps {
					step.do(w)
					if restarts {
						w.look()
						w.look()
					} else {
						if running == nil { // the first step names the path
							var state *follow.State
							running, state = w.follower()
							t.Cleanup(func() { state.Close() })
						}
						if err := follow.Look(running, t.Context()); err != nil {
							t.Fatal(err)
						}
					}
					if len(w.sent) != step.want {
						t.Errorf("step %d: %d turns were sent, not %d", i, len(w.sent), step.want)
					}
				}
				for id, n := range w.sent {
					if n != 1 {
						t.Errorf("turn %s was sent %d times", id, n)
					}
				}
				if len(w.warnings) > 0 {
					t.Errorf("warnings %q", w.warnings)
				}
			})
		}
	}
}

func cut(w *world, name string, n int) {
	w.files[name].Data = w.files[name].Data[:len(w.files[name].Data)-n]
}

func (w *world) wantSpan(name string) {
	w.t.Helper()
	for _, span := range w.spans {
		if strings.HasPrefix(span, name+" ") {
			return
		}
	}
	w.t.Errorf("no span %s was sent", name)
}

// aside returns the line of an agent.
func aside(line string) string {
	return strings.Replace(line, `{"type"`, `{"isSidechain":true,"agentId":"a1","type"`, 1)
}

// TestCrash checks that a turn whose acknowledgement was not saved is sent again with the same ids, and that nothing
// else is.
func TestCrash(t *testing.T) {
	w := newWorld(t)
	w.write(file, prompt("s1", "01", "", 1), reply("s1", "02", "01", 2))
	w.now = w.now.Add(time.Minute)
	w.look()
	w.append(file, prompt("s1", "03", "02", 3), reply("s1", "04", "03", 4))
	w.now = w.now.Add(time.Minute)
	before, err := os.ReadFile(w.state)
	if err != nil {
		t.Fatal(err)
	}
	spans := len(w.spans)
	w.look()
	if err := os.WriteFile(w.state, before, 0o600); err != nil { // as if the machine had stopped before it was saved
		t.Fatal(err)
	}
	if len(w.sent) != 2 || len(w.spans) <= spans {
		t.Fatalf("%d turns, %d spans", len(w.sent), len(w.spans))
	}
	spans = len(w.spans)
	w.look()
	w.look()
	counts := map[int]int{}
	for _, n := range w.sent {
		counts[n]++
	}
	if len(w.spans) != spans || counts[1] != 1 || counts[2] != 1 {
		t.Errorf("%d spans of %d, turns by how often they were sent: %v", len(w.spans), spans, counts)
	}
}

// TestRefused checks what happens when a receiver refuses one turn, or all of them, or is away.
func TestRefused(t *testing.T) {
	refused := func(status int) error {
		return fmt.Errorf("sent: %w", &otlphttp.RefusedError{Status: status, Text: "no"})
	}
	for _, test := range []struct {
		err           error
		ends          bool
		refused, sent int // after the receiver takes turns again
	}{
		{refused(http.StatusBadRequest), false, 1, 1},
		{refused(http.StatusOK), false, 1, 1},
		{refused(http.StatusUnauthorized), true, 0, 2},
		{errors.New("away"), true, 0, 2},
	} {
		w := newWorld(t)
		w.write(file, prompt("s1", "01", "", 1), reply("s1", "02", "01", 2), prompt("s1", "03", "02", 3), reply("s1", "04", "03", 4))
		w.now = w.now.Add(time.Minute)
		once := test.err
		w.fail = func() (err error) { err, once = once, nil; return err }
		f, state := w.follower()
		err := follow.Look(f, t.Context())
		if (err != nil) != test.ends || err != nil && !errors.Is(err, test.err) {
			t.Errorf("%v: error %v", test.err, err)
		}
		if err := state.Close(); err != nil {
			t.Error(err)
		}
		if got := f.Report(); got.Refused != test.refused || (len(w.warnings) == 1) != (test.refused == 1) {
			t.Errorf("%v: %+v, warnings %q", test.err, got, w.warnings)
		}
		if w.look(); len(w.sent) != test.sent {
			t.Errorf("%v: %d turns were sent in the end", test.err, len(w.sent))
		}
	}
}

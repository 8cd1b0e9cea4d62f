package session_test

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/session"
	"unspool/parser/transcript"
)

// TestRevisionOfUnchangedSessions checks that a change of one session changes the revisions of those
// that show it, and of no other.
func TestRevisionOfUnchangedSessions(t *testing.T) {
	user := func(uuid, more string) string {
		return fmt.Sprintf(`{"type":"user","uuid":"%s","timestamp":"2026-06-01T00:00:00Z"%s,"message":{"role":"user","content":"go"}}`+"\n", uuid, more)
	}
	of := func(session string) string { return `,"sessionId":"` + session + `"` }
	response := func(session string, output int) string {
		return fmt.Sprintf(`{"type":"assistant","uuid":"r%[1]s","sessionId":"%[1]s","requestId":"r","message":{"id":"m1","role":"assistant",`+
			`"model":"claude-sonnet-4-5","stop_reason":"end_turn","content":[{"type":"text","text":"ok"}],"usage":{"input_tokens":1,"output_tokens":%d}}}`+"\n",
			session, output)
	}
	mate := `,"sessionId":"mate","teamName":"team","agentName":"tester"`
	spawn := `{"type":"assistant","uuid":"s2","sessionId":"lead","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"t","name":"Agent","input":{}}]}}
{"type":"user","uuid":"s3","sessionId":"lead","toolUseResult":{"status":"teammate_spawned","agent_id":"tester@team","name":"tester","team_name":"team"},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"ok"}]}}
`
	forked := `,"sessionId":"fork","forkedFrom":{"sessionId":"a","messageUuid":"a1"}`
	type file struct{ name, content string }
	cases := []struct {
		name    string
		files   []file
		change  file // its content is appended
		changed []string
	}{
		{"another session", nil, file{"b.jsonl", user("b2", of("b"))}, []string{"b"}},
		{"a new session", nil, file{"c.jsonl", user("c1", of("c"))}, []string{"c"}},
		{"an agent", nil, file{"a/subagents/agent-x.jsonl", user("x1", `,"isSidechain":true,"agentId":"x"`)}, []string{"a"}},
		{"a title", nil, file{"a/custom-title.json", `{"customTitle":"Title"}`}, []string{"a"}},
		{"a typed prompt", nil, file{"history.jsonl", `{"display":"typed","sessionId":"a"}` + "\n"}, []string{"a"}},
		{"the origin of a fork", []file{{"fork.jsonl", user("a1", forked)}}, file{"a.jsonl", user("a2", of("a"))}, []string{"a", "fork"}},
		{"a fork appears", nil, file{"fork.jsonl", user("a1", forked)}, []string{"fork"}},
		{"a fork whose origin is unknown", []file{{"c.jsonl", user("c1", `,"sessionId":"c","forkedFrom":{"sessionId":"d","messageUuid":"d1"}`)}},
			file{"b.jsonl", user("b2", of("b"))}, []string{"b"}},
		{"a continuation appears", nil, file{"c.jsonl", user("a1", of("a")) + user("c1", of("c"))}, []string{"a", "c"}},
		{"what a session continues", []file{{"c.jsonl", user("c1", of("c")+`,"parentUuid":"a1"`)}},
			file{"a.jsonl", user("a2", of("a"))}, []string{"a", "c"}},
		{"usage of a response that is repeated", []file{{"c.jsonl", response("c", 1)}}, file{"d.jsonl", response("d", 90)}, []string{"c", "d"}},
		{"a teammate appears", []file{{"lead.jsonl", user("s1", of("lead")) + spawn}}, file{"mate.jsonl", user("m1", mate)}, []string{"lead", "mate"}},
		{"a teammate grows", []file{{"lead.jsonl", user("s1", of("lead")) + spawn}, {"mate.jsonl", user("m1", mate)}},
			file{"mate.jsonl", user("m2", mate)}, []string{"lead", "mate"}},
	}
	for _, c := range cases {
		store, opened := session.NewStore(), map[string]*transcript.File{}
		write := func(f file) {
			if opened[f.name] == nil {
				opened[f.name] = store.Open(f.name, -1)
			}
			opened[f.name].Resume(opened[f.name].Written() + int64(len(f.content)))
			io.WriteString(opened[f.name], f.content)
			opened[f.name].Close()
		}
		for _, f := range append([]file{{"a.jsonl", user("a1", of("a"))}, {"b.jsonl", user("b1", of("b"))}}, c.files...) {
			write(f)
		}
		store.Finish()
		before := revisions(store)
		write(c.change)
		after := revisions(store)
		maps.DeleteFunc(after, func(id string, revision int) bool { return revision == before[id] })
		if diff := cmp.Diff(c.changed, slices.Sorted(maps.Keys(after))); diff != "" {
			t.Errorf("%s: sessions with another revision (-want +got):\n%s", c.name, diff)
		}
	}
}

func revisions(store *session.Store) map[string]int {
	list := map[string]int{}
	for s := range store.Sessions() {
		list[s.ID] = s.Revision()
	}
	return list
}

// TestRevisionOfStates checks that sessions that are linked again have another revision if one of their
// files has another state, or if their relations are known now.
func TestRevisionOfStates(t *testing.T) {
	line := func(session, uuid string) string {
		return `{"type":"user","uuid":"` + uuid + `","sessionId":"` + session + `","message":{"role":"user","content":"go"}}` + "\n"
	}
	store := session.NewStore()
	f, last := store.Open("a.jsonl", -1), 0
	for _, step := range []struct {
		name   string
		change func()
	}{
		{"begun", func() { io.WriteString(f, line("a", "a1")) }},
		{"grown", func() { io.WriteString(f, line("a", "a2")) }},
		{"continued elsewhere", func() { io.WriteString(f, `{"type":"continued-in","sessionId":"a","continuedInSessionId":"z"}`+"\n") }},
		{"closed", func() { f.Close() }},
		{"finished", store.Finish},
		{"rewritten", func() {
			size := f.Written()
			f.Restart()
			io.WriteString(f, line("a", "b1")+line("a", "b2"))
			io.WriteString(f, strings.Repeat(" ", int(size-f.Written())))
			f.Close()
		}},
	} {
		step.change()
		io.WriteString(store.Open(step.name+".jsonl", -1), line(step.name, step.name)) // sessions are linked because of another one
		for range 2 {
			store.Sessions()(func(*session.Session) bool { return true })
		}
		if now := revisions(store)["a"]; now != last+1 {
			t.Errorf("%s: revision %d after %d", step.name, now, last)
		}
		last++
	}
}

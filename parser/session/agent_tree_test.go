package session_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"unspool/parser/session"
	"unspool/parser/testutil"
	"unspool/parser/testutil/parsertest"
	"unspool/parser/transcript"
)

// A treeWalk visits the items of a session like a reader who expands every row.
type treeWalk struct {
	s    *session.Session
	seen map[*transcript.Conversation][]int // how often each item was visited
}

func (w *treeWalk) items(c *transcript.Conversation, from, to int32) {
	if c == nil || from < 0 {
		return
	}
	if to < 0 {
		to = int32(len(c.Items))
	}
	if w.seen[c] == nil {
		w.seen[c] = make([]int, len(c.Items))
		for _, x := range w.s.UnlinkedIn(c) {
			if x.Agent != nil {
				w.items(x.Agent.Conv, 0, -1)
			} else {
				w.run(x.Run)
			}
		}
	}
	for i := from; i < to; i++ {
		if w.seen[c][i]++; w.seen[c][i] > 1 || c.Items[i].Kind != transcript.ItemTool {
			continue
		}
		call := c.File.Blocks.At(c.Items[i].Block).Call
		w.run(w.s.RunOf(c.File, call))
		for _, x := range w.s.InvocationsOf(c.File, call) {
			w.items(x.Agent.Conv, x.From, x.To)
		}
	}
}

func (w *treeWalk) run(run *session.Workflow) {
	if run == nil {
		return
	}
	for _, p := range run.Phases {
		for _, task := range p.Tasks {
			w.items(task.Agent.Conv, 0, -1)
		}
	}
}

// checkTree checks that the parents of each agent lead to the main conversation, and that expanding
// all rows below it shows each item of each agent once.
func checkTree(t *testing.T, name string, s *session.Session) {
	t.Helper()
	w := treeWalk{s, map[*transcript.Conversation][]int{}}
	w.items(s.Main, 0, -1)
	for _, a := range s.Agents {
		at, steps := a, 0
		for ; at != nil && steps <= len(s.Agents); steps++ { // a cycle would not end
			at = s.AgentOf(s.Parent(at))
		}
		if at != nil {
			t.Fatalf("%s: the parents of the agent %s form a cycle", name, a.ID)
		}
		if a.Conv == nil {
			continue
		}
		if a.Internal && a.Call.File == nil {
			w.items(a.Conv, 0, -1)
		}
		if w.seen[a.Conv] == nil && len(a.Conv.Items) > 0 {
			t.Errorf("%s: the agent %s is in no row", name, a.ID)
		}
		for i, n := range w.seen[a.Conv] {
			if n != 1 {
				t.Errorf("%s: item %d of the agent %s is in %d rows", name, i, a.ID, n)
				break
			}
		}
		checkAgentSession(t, name, s, a)
	}
}

// checkAgentSession checks that the session of an agent has the agents whose rows are below it.
func checkAgentSession(t *testing.T, name string, s *session.Session, a *session.Agent) {
	t.Helper()
	own := a.AsSession(s)
	w := treeWalk{own, map[*transcript.Conversation][]int{}}
	w.items(own.Main, 0, -1)
	delete(w.seen, own.Main)
	for _, one := range own.Agents {
		if w.seen[one.Conv] == nil && one.Conv != nil && len(one.Conv.Items) > 0 && !(one.Internal && one.Call.File == nil) {
			t.Errorf("%s: the session of the agent %s has no row of the agent %s", name, a.ID, one.ID)
		}
		delete(w.seen, one.Conv)
	}
	for c, seen := range w.seen {
		if len(seen) > 0 {
			t.Errorf("%s: the session of the agent %s has rows of the agent %s", name, a.ID, c.Agent)
		}
	}
}

// TestTrees checks that the trees of all cases and transcripts are consistent.
func TestTrees(t *testing.T) {
	agents := 0
	check := func(name string, files []testutil.File) {
		for s := range parsertest.Open(files).Sessions() {
			checkTree(t, name, s)
			agents += len(s.Agents)
		}
	}
	for name, files := range testutil.Cases(t) {
		check(name, files)
	}
	check("testdata and corpus", testutil.Transcripts(t))
	if agents < 50 {
		t.Errorf("only %d agents", agents)
	}
}

// TestRandomTrees checks trees of agents whose files refer to each other's calls at random: as
// parents, results, resumed agents and runs.
func TestRandomTrees(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := 2 + r.IntN(8)
		id := func(prefix string) string { return fmt.Sprintf("%s%d", prefix, r.IntN(n)) }
		var files []testutil.File
		for i := range n {
			agent := fmt.Sprintf("g%d", i)
			name, side := "p/s/subagents/agent-"+agent, `,"isSidechain":true,"agentId":"`+agent+`"`
			switch {
			case i == 0:
				name, side = "p/s", ""
			case r.IntN(4) == 0:
				name = "p/s/subagents/workflows/" + id("wf_") + "/agent-" + agent
			}
			var b strings.Builder
			line := func(kind, content, more string) {
				fmt.Fprintf(&b, `{"type":%q,"uuid":"%s-%d","timestamp":"2026-05-01T10:%02d:00.000Z","message":{"role":%q,"content":%s}%s%s}`+"\n",
					kind, agent, b.Len(), r.IntN(60), kind, content, side, more)
			}
			line("user", `"prompt `+id("")+`"`, "")
			for range r.IntN(6) {
				call := id("t")
				line("assistant", `[{"type":"tool_use","id":"`+call+`","name":"Agent","input":{"description":"`+id("d")+`","prompt":"prompt `+id("")+`"}}]`, "")
				keys := []string{"agentId", "resumedAgentId", "runId", "none"}
				line("user", `[{"type":"tool_result","tool_use_id":"`+call+`","content":"agentId: `+id("g")+`"}]`,
					`,"toolUseResult":{"`+keys[r.IntN(4)]+`":"`+[]string{id("g"), id("wf_")}[r.IntN(2)]+`"}`)
				line("user", `"<task-notification><task-id>`+id("g")+`</task-id><tool-use-id>`+id("t")+`</tool-use-id><status>completed</status></task-notification>"`, "")
				if r.IntN(2) == 0 {
					line("user", `"more"`, "")
				}
			}
			files = append(files, testutil.File{Name: name + ".jsonl", Data: []byte(b.String())})
			if i > 0 && r.IntN(2) == 0 {
				files = append(files, testutil.File{Name: name + ".meta.json",
					Data: fmt.Appendf(nil, `{"toolUseId":%q,"parentAgentId":%q,"description":%q}`, id("t"), id("g"), id("d"))})
			}
		}
		files = append(files, testutil.File{Name: "p/s/workflows/" + id("wf_") + ".json",
			Data: fmt.Appendf(nil, `{"workflowProgress":[{"agentId":%q},{"agentId":%q,"phaseTitle":"x"}]}`, id("g"), id("g"))})
		r.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
		for s := range parsertest.Open(files).Sessions() {
			checkTree(t, fmt.Sprintf("seed %d", seed), s)
		}
		if t.Failed() {
			return
		}
	}
}

// TestManyAgentsWithSamePrompt checks that if many calls have the same prompt, each is linked to
// one of the agents.
func TestManyAgentsWithSamePrompt(t *testing.T) {
	const n = 10_000
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"type":"assistant","uuid":"c%d","timestamp":"2026-05-01T10:00:01.000Z","message":{"role":"assistant","content":[{"type":"tool_use","id":"t%d","name":"Task","input":{"prompt":"same"}}]}}`+"\n", i, i)
	}
	for i := range n {
		fmt.Fprintf(&b, `{"type":"user","uuid":"x%d","timestamp":"2026-05-01T10:00:02.000Z","isSidechain":true,"message":{"role":"user","content":"same"}}`+"\n", i)
	}
	s := parsertest.Open([]testutil.File{{Name: "s.jsonl", Data: []byte(b.String())}}).Session(0)
	calls := map[int32]bool{}
	for _, a := range s.Agents {
		calls[a.Call.Index] = a.Call.File != nil
	}
	if len(s.Agents) != n || len(calls) != n {
		t.Errorf("%d agents of %d calls", len(s.Agents), len(calls))
	}
}

func FuzzAgentTree(f *testing.F) {
	for _, file := range testutil.Transcripts(f) {
		if len(file.Data) < 20_000 {
			f.Add(file.Data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for s := range parsertest.Open([]testutil.File{{Name: "f.jsonl", Data: data}}).Sessions() {
			checkTree(t, "fuzz", s)
		}
	})
}

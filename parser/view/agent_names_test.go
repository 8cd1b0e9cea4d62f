package view_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/view"
	"unspool/parser/view/rows"
)

// TestAgentsAreReadOnce checks that the inputs of calls that started agents are read once, however
// often rows change, and not all of them for one answer.
func TestAgentsAreReadOnce(t *testing.T) {
	const many = 80
	var main strings.Builder
	filler := strings.Repeat("x", 200_000) // no two calls are in the same page of a file
	spawn := func(n int) {
		fmt.Fprintf(&main, `{"type":"assistant","uuid":"a%d","sessionId":"s",%s"message":{"id":"m%[1]d","role":"assistant","content":[{"type":"tool_use","id":"t%[1]d","name":"Agent","input":{"description":"task %[1]d","prompt":"go %[1]d","name":"n%[1]d"}}]}}
{"type":"user","uuid":"r%[1]d","sessionId":"s",%[2]s"toolUseResult":{"status":"teammate_spawned","agent_id":"n%[1]d@team","name":"n%[1]d","color":"pink"},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%[1]d","content":"Spawned"}]}}
{"type":"user","uuid":"f%[1]d","sessionId":"s",%[2]s"message":{"role":"user","content":"%[3]s"}}
`, n, at(n*10), filler)
	}
	for n := range many {
		spawn(n)
	}
	first := main.Len()
	spawn(many)
	data := map[int][]byte{0: []byte(main.String())}
	store, reads := parser.NewStore(), 0
	v := view.New(store, price.Default(), func(file int) io.ReaderAt { return countingReads{bytes.NewReader(data[file]), &reads} })
	f := store.Open("p/s.jsonl", int64(main.Len()))
	for n := range many + 1 {
		data[n+1] = fmt.Appendf(nil, `{"type":"user","uuid":"x%d","sessionId":"s","isSidechain":true,"agentId":"n%[1]d@team",%s"message":{"role":"user","content":"go %[1]d"}}`+"\n", n, at(n*10+5))
		agent := store.Open(fmt.Sprintf("p/s/subagents/agent-n%d@team.jsonl", n), int64(len(data[n+1])))
		agent.Write(data[n+1])
		agent.Close()
	}
	f.Write(data[0][:first])
	revisions := map[int]bool{}
	names := func() (tasks []string) {
		for from := new(0); from != nil; {
			before := reads
			page := v.AgentOptions(0, *from)
			revisions[page.Revision] = true
			if from = page.Next; reads-before > 64 {
				t.Errorf("%d reads for one answer", reads-before)
			}
			for _, a := range page.Agents {
				tasks = append(tasks, a.Task)
			}
		}
		return tasks
	}
	pink := func() (n int) {
		before := reads
		for _, color := range v.Timeline.Timeline(0, 0, 0).Hues {
			if color == rows.HueOf("pink") {
				n++
			}
		}
		if reads-before > 64 {
			t.Errorf("%d reads for one answer", reads-before)
		}
		return n
	}
	names()
	pink()
	if tasks := names(); len(tasks) != many+1 || !slices.Contains(tasks, "task 79") || pink() != many {
		t.Fatalf("%q, %d of them pink", tasks, pink())
	}
	reads = 0
	f.Write(data[0][first:])
	f.Close()
	store.Finish()
	if tasks := names(); !slices.Contains(tasks, "task 80") || pink() != many+1 || reads > 4 {
		t.Errorf("%q, %d of them pink, %d reads for one more", tasks, pink(), reads)
	}
	if len(revisions) != 2 {
		t.Errorf("pages of the agents, and of those with one more, have the revisions %v", revisions)
	}
}

// countingReads counts how often a file is read.
type countingReads struct {
	io.ReaderAt
	reads *int
}

func (c countingReads) ReadAt(p []byte, at int64) (int, error) {
	*c.reads++
	return c.ReaderAt.ReadAt(p, at)
}

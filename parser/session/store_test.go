package session_test

import (
	"io"
	"testing"

	"unspool/parser/session"
)

// TestOrderOfFiles checks that the order of the files does not matter.
func TestOrderOfFiles(t *testing.T) {
	names := []string{"s/subagents/agent-a.jsonl", "s/subagents/agent-a.meta.json", "s.jsonl"}
	content := map[string]string{
		"s.jsonl": `{"type":"user","uuid":"u","message":{"role":"user","content":"go"}}
{"type":"assistant","uuid":"a","parentUuid":"u","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"t","name":"Agent","input":{}}]}}
`,
		"s/subagents/agent-a.jsonl":     `{"type":"user","uuid":"x","isSidechain":true,"agentId":"a","message":{"role":"user","content":"look"}}` + "\n",
		"s/subagents/agent-a.meta.json": `{"toolUseId":"t","agentType":"Explore"}`,
	}
	for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 2, 0}} {
		store := session.NewStore()
		for _, i := range order {
			f := store.Open(names[i], -1)
			f.Write([]byte(content[names[i]]))
			f.Close()
			for range store.Sessions() { // a query in between must not change the result
			}
		}
		store.Finish()
		s := store.Session(0)
		if s == nil || len(s.Agents) != 1 || s.Agents[0].Call.File == nil || s.Agents[0].Type != "Explore" {
			t.Errorf("order %v: session %+v", order, s)
		}
	}
}

// TestRestartOfEmptyFile checks that a file that is restarted and stays empty has no session.
func TestRestartOfEmptyFile(t *testing.T) {
	store := session.NewStore()
	f := store.Open("s.jsonl", -1)
	io.WriteString(f, `{"type":"user","uuid":"u","message":{"content":"go"}}`+"\n")
	before := store.Session(0)
	if before == nil {
		t.Fatal("no session")
	}
	f.Restart()
	if s := store.Session(0); s != nil {
		t.Errorf("session %s after the restart", s.ID)
	}
	if before.Place != -1 {
		t.Errorf("the place of the session that no longer exists is %d", before.Place)
	}
}

// TestRestartOfExport checks that a session of an export disappears when the export is read again
// without its conversation. Other records in the file form a session of their own.
func TestRestartOfExport(t *testing.T) {
	chat := func(id string) string {
		return `{"uuid":"` + id + `","chat_messages":[{"uuid":"m` + id + `","sender":"human","text":"` + id + `"}]}` + "\n"
	}
	list := func(store *session.Store) string {
		titles := ""
		for s := range store.Sessions() {
			titles += s.ID + ":" + s.Title() + " "
		}
		return titles
	}
	store := session.NewStore()
	f := store.Open("export.jsonl", -1)
	io.WriteString(f, chat("a")+chat("b"))
	store.Finish()
	if got := list(store); got != "a:a b:b " {
		t.Errorf("sessions %s", got)
	}
	io.WriteString(f, `{"type":"user","uuid":"u","message":{"content":"own"}}`)
	store.Finish()
	if got := list(store); got != "a:a b:b export:own " {
		t.Errorf("sessions %s", got)
	}
	f.Restart()
	io.WriteString(f, chat("b"))
	store.Finish()
	if got := list(store); got != "b:b " {
		t.Errorf("sessions %s after the restart", got)
	}
}

// TestSessionsWhileSessionsDisappear checks that sessions that no longer exist are omitted when the
// store links its files again during an iteration.
func TestSessionsWhileSessionsDisappear(t *testing.T) {
	store := session.NewStore()
	for _, id := range []string{"a", "b", "c"} {
		f := store.Open(id+".jsonl", -1)
		io.WriteString(f, `{"type":"user","uuid":"u`+id+`","sessionId":"`+id+`","message":{"content":"go"}}`+"\n")
	}
	sessions := store.Sessions()
	got := ""
	for s := range sessions {
		if got += s.ID; s.ID == "a" {
			store.Files[1].Restart()
			store.Session(0)
		}
	}
	if got != "ac" {
		t.Errorf("sessions %q, want %q", got, "ac")
	}
	got = ""
	io.WriteString(store.Files[1], `{"type":"user","uuid":"ub","sessionId":"b","message":{"content":"go"}}`+"\n")
	for s := range sessions {
		got += s.ID
	}
	if got != "acb" {
		t.Errorf("sessions %q when iterated again, want %q", got, "acb")
	}
}

package transcript_test

import (
	"testing"

	"unspool/parser/session"
	"unspool/parser/transcript"
)

// TestRoles checks that the name of a file and its folders determine its role.
func TestRoles(t *testing.T) {
	for name, want := range map[string]transcript.Role{
		"p/s.jsonl": transcript.RoleMain, "s.jsonl": transcript.RoleMain, "tasks/s.jsonl": transcript.RoleMain,
		"p/s/subagents/agent-a.jsonl": transcript.RoleAgent, "p/s/subagents/agent-a.meta.json": transcript.RoleMeta,
		"p/s/tool-results/t1.txt": transcript.RoleSpilled, "p/s/tool-results/t1.json": transcript.RoleSpilled,
		"tool-results/t1.txt": transcript.RoleSpilled, "p/s/tool-results/sub/t1.txt": transcript.RoleOther,
		"tool-results/s.jsonl": transcript.RoleMain, "x/tool-results/s.jsonl": transcript.RoleMain, "x/tool-results/p/s.jsonl": transcript.RoleMain,
		"x/tool-results/p/s/subagents/agent-a.jsonl": transcript.RoleAgent, "x/tool-results/p/s/subagents/agent-a.meta.json": transcript.RoleMeta,
		"x/tool-results/p/s/custom-title.json": transcript.RoleTitle,
		"history.jsonl":                        transcript.RoleHistory, "p/s/custom-title.json": transcript.RoleTitle,
		"p/sessions-index.json": transcript.RoleOther, "p/.session-aliases": transcript.RoleOther, "p/memory/MEMORY.md": transcript.RoleOther,
		"todos/s-agent-s.json": transcript.RoleOther, "tasks/s/1.json": transcript.RoleOther, "plans/calm-red-fox.md": transcript.RoleOther,
		"p/s/session-memory/summary.md": transcript.RoleOther, "p/s/subagents/workflows/wf_1/journal.jsonl": transcript.RoleJournal,
		"p/s/workflows/wf_1.json": transcript.RoleRun, "p/s/workflows/scripts/a.js": transcript.RoleOther,
		"memory/conversations.json": transcript.RoleMain, "tasks/export/conversations.json": transcript.RoleMain,
		"x/subagents/y/conversations.json": transcript.RoleMain, "tool-results/conversations.json": transcript.RoleMain,
	} {
		if got := session.NewStore().Open(name, 0).Role; got != want {
			t.Errorf("the role of %s is %d, want %d", name, got, want)
		}
	}
}

// TestFolderSession checks that the folder of a session names it, whatever the folders above are called.
func TestFolderSession(t *testing.T) {
	for name, want := range map[string]string{
		"p/s/tool-results/t1.txt": "s", "p/s/tool-results/sub/t1.txt": "s", "tool-results/t1.txt": "",
		"x/tool-results/p/s/tool-results/t1.txt": "s", "x/tool-results/s/agent-a.jsonl": "",
		"x/tool-results/p/s/subagents/agent-a.jsonl": "s", "x/tool-results/p/s/subagents/workflows/wf_1/agent-a.jsonl": "s",
	} {
		if got := session.NewStore().Open(name, 0).FolderSession; got != want {
			t.Errorf("%s is of session %q, want %q", name, got, want)
		}
	}
}

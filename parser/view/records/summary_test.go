package records_test

import (
	"strings"
	"testing"

	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view/protocol"
)

// TestSummaries checks the summary of a folded record, by its kind.
func TestSummaries(t *testing.T) {
	attachment := func(members string) string { return `{"type":"attachment","attachment":{"type":` + members + `}}` }
	progress := func(members string) string { return `{"type":"progress","data":{"type":` + members + `}}` }
	for _, c := range []struct{ record, label, text string }{
		{attachment(`"task_reminder","itemCount":2,"content":[{"subject":"a"},{"subject":"b"}]`), "2", "a, b"},
		{attachment(`"skill_listing","skillCount":2,"content":"- tea","names":["tea","milk"]`), "2", "tea, milk"},
		{attachment(`"skill_listing","skillCount":1,"content":"- tea"`), "1", "- tea"},
		{attachment(`"deferred_tools_delta","addedNames":["A","B"],"removedNames":["C"]`), "", "A, B · C"},
		{attachment(`"diagnostics","files":[{"uri":"file:///a.go","diagnostics":[]}]`), "", "file:///a.go"},
		{attachment(`"hook_success","hookName":"Stop","stdout":["a","b"],"exitCode":0`), "Stop", "a, b"},
		{attachment(`"hook_success","hookName":"Stop","content":{"type":"file","path":"/tmp/out"}`), "Stop", "/tmp/out"},
		{attachment(`"hook_success","hookName":"Stop","stdout":"","content":["a"]`), "Stop", "a"},
		{attachment(`"hook_blocking_error","hookName":"Stop","blockingError":{"blockingError":"no","command":"x"}`), "Stop", "no"},
		{attachment(`"total_tokens_reminder","total":9,"used":4,"remaining":5`), "9", "4 · 5"},
		{attachment(`"mood_ring","depth":{"x":1},"colour":"green"`), "", "x"},
		{attachment(`"mood_ring","on":true,"colour":"green"`), "", "on"},
		{progress(`"bash_progress","output":"…","elapsedTimeSeconds":2`), "2", "…"},
		{progress(`"mcp_progress","status":"started","serverName":"s","toolName":"t"`), "started", "s · t"},
		{progress(`"hook_progress","hookName":"PreToolUse:Bash","command":"lint"`), "PreToolUse:Bash", "lint"},
		{`{"type":"system","subtype":"stop_hook_summary","hookCount":1,"hookErrors":["a",{"message":"b","exit_code":1}],"hookInfos":[{"command":"c"}]}`, "1", "a, b · c"},
		{`{"type":"system","subtype":"turn_duration","durationMs":61000}`, "61000", ""},
		{`{"type":"system","subtype":"sunrise","sky":"red"}`, "", "red"},
		{`{"type":"pr-link","prNumber":7,"prUrl":"https://example.com/7"}`, "7", "https://example.com/7"},
		{`{"type":"permission-mode","permissionMode":"plan"}`, "", "plan"},
		{`{"type":"worktree-state","worktreeSession":{"worktreePath":"/w","worktreeBranch":"tea"}}`, "tea", "/w"},
		{`{"type":"worktree-state","worktreeSession":null}`, "", ""},
		{`{"type":"queue-operation","operation":"enqueue","content":[{"type":"text","text":"<task-notification>x"}]}`, "enqueue", "<task-notification>x"},
		{`{"type":"file-history-snapshot","snapshot":{"trackedFileBackups":{"a.go":{"backupFileName":null},"b.go":{}}}}`, "", "a.go, b.go"},
		{`{"type":"bridge-session","bridgeSessionId":"private"}`, "", ""},
		{`{"type":"hologram","payload":[1,2]}`, "", "1, 2"},
	} {
		data := []byte(`{"type":"user","uuid":"u","message":{"role":"user","content":"go"}}` + "\n" + c.record + "\n")
		_, v := viewtest.Load([]testutil.File{{Name: "s.jsonl", Data: data}}, 1<<30)
		v.ShowBackground(0, true)
		page := viewtest.PageAt(v, 0, 0, 10)
		if len(page.Rows) != 2 || page.Rows[1].Kind != "background" {
			t.Errorf("%s: %d rows", c.record, len(page.Rows))
			continue
		}
		item := v.Body(0, page.Rows[1].Key).Parts[0].Items[0]
		if item.Label != c.label || item.Text != c.text {
			t.Errorf("%s: %q, %q; want %q, %q", c.record, item.Label, item.Text, c.label, c.text)
		}
	}
}

// TestTurnTime checks the duration of an answer: as recorded, or else from the start of the turn
// to its last message. Idle time after it and changes of the clock do not count.
func TestTurnTime(t *testing.T) {
	const prompt = `{"type":"user","uuid":"u","TIME":0,"message":{"role":"user","content":"go"}}` + "\n"
	const reply = `{"type":"assistant","uuid":"a","TIME":1,"message":{"id":"m","role":"assistant","content":[{"type":"text","text":"ok"}],"stop_reason":"end_turn"}}` + "\n"
	for _, c := range []struct {
		name, rest string
		times      [3]string
		want       float64
	}{
		{"from the driver to the last talk", "", [3]string{"10:00:00", "10:00:05"}, 5000},
		{"as recorded", `{"type":"system","subtype":"turn_duration","durationMs":61000,"uuid":"d","TIME":2}`, [3]string{"10:00:00", "10:00:05", "10:00:06"}, 61000},
		{"idle", `{"type":"system","subtype":"away_summary","content":"x","uuid":"d","TIME":2}`, [3]string{"10:00:00", "10:00:05", "23:00:00"}, 5000},
		{"backward", "", [3]string{"10:00:00", "09:00:05"}, -1},
		{"missing at the end", "", [3]string{"10:00:00", ""}, -1},
		{"missing at the start", "", [3]string{"", "10:00:05"}, -1},
	} {
		data := prompt + reply + c.rest
		for i, at := range c.times {
			member := `"x":0`
			if at != "" {
				member = `"timestamp":"2026-05-01T` + at + `.000Z"`
			}
			data = strings.ReplaceAll(data, `"TIME":`+string(rune('0'+i)), member)
		}
		_, v := viewtest.Load([]testutil.File{{Name: "s.jsonl", Data: []byte(data)}}, 1<<30)
		var reply *protocol.Reply
		for _, row := range viewtest.RowsAt(v, 0, 0, 10) {
			if row.Reply != nil {
				reply = row.Reply
			}
		}
		if reply == nil || viewtest.OrUnknown(reply.Duration) != c.want {
			t.Errorf("%s: %+v, want %v ms", c.name, reply, c.want)
		}
	}
}

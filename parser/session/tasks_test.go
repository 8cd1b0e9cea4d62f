package session_test

import (
	"fmt"
	"strings"
	"testing"

	"unspool/parser/testutil"
	"unspool/parser/testutil/parsertest"
)

// TestEndOf checks that the end of a background task is linked to its call by a notification with
// the ID of the task or of the call, by the call that stopped it, or by a system record of
// stream-json.
func TestEndOf(t *testing.T) {
	var b strings.Builder
	at := 0
	line := func(format string, args ...any) {
		at++
		fmt.Fprintf(&b, `{"uuid":"u%d","timestamp":"2026-05-01T10:00:%02d.000Z",%s}`+"\n", at, at, fmt.Sprintf(format, args...))
	}
	call := func(id, name, result string) {
		line(`"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":%q,"name":%q,"input":{}}]}`, id, name)
		line(`"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":%q,"content":"ok"}]},"toolUseResult":%s`, id, result)
	}
	call("t1", "Bash", `{"backgroundTaskId":"b1"}`)
	call("t2", "Bash", `{"backgroundTaskId":"b2"}`)
	call("t3", "Bash", `{"backgroundTaskId":"b3"}`)
	call("t4", "Monitor", `{"taskId":"b4"}`)
	call("t5", "Bash", `{"backgroundTaskId":"b5"}`)
	call("t6", "TaskUpdate", `{"success":true,"taskId":"b5"}`)
	line(`"type":"user","message":{"role":"user","content":"<task-notification>\n<task-id>b1</task-id>\n<status>failed</status>\n</task-notification>\nRead the output file"}`)
	line(`"type":"user","message":{"role":"user","content":"<system-reminder>\n<task-notification><task-id>x</task-id><tool-use-id>t2</tool-use-id><status>completed</status></task-notification>\n</system-reminder>"}`)
	call("t7", "KillShell", `{"success":true,"shellId":"b3"}`)
	line(`"type":"system","subtype":"task_notification","task_id":"b4","tool_use_id":"t4","status":"completed","summary":"done"`)
	store := parsertest.Open([]testutil.File{{Name: "s.jsonl", Data: []byte(b.String())}})
	s := store.Session(0)
	for id, want := range map[string]string{
		"t1": "failed", "t2": "completed", "t3": "stopped", "t4": "completed", "t5": "", "t6": "", "t7": "",
	} {
		call, _ := s.Files[0].FindCall(id)
		end, _ := s.EndOf(s.Files[0], call)
		if end.Status != want {
			t.Errorf("%s ended as %q, want %q", id, end.Status, want)
		}
		if want != "" && (end.Time == 0 || end.File != s.Files[0]) {
			t.Errorf("%s: %+v", id, end)
		}
	}
}

package export_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"unspool/parser/export"
	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
)

// notice returns a notification of the task of a call, in a JSON string.
func notice(call, text string) string {
	return `<task-notification>\n<task-id>b1</task-id>\n<tool-use-id>` + call + `</tool-use-id>\n<status>completed</status>\n` +
		`<summary>Agent \"one\" completed</summary>\n<result>` + text + `</result>\n<usage>total_tokens: 9</usage>\n</task-notification>`
}

// copiedResults returns a session in which each place that can repeat the result of a call does. The calls are t1 of Task
// and t2 of Bash.
func copiedResults(first, second string) []testutil.File {
	lines := []string{
		`{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"one"}}`,
		`{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","message":{"id":"m1","role":"assistant","content":[` +
			`{"type":"tool_use","id":"t1","name":"Task","input":{}},{"type":"tool_use","id":"t2","name":"Bash","input":{}}]}}`,
	}
	for i, word := range []string{first, second} {
		call := fmt.Sprintf("t%d", i+1)
		escaped := strings.NewReplacer("<", `\u003c`, ">", `\u003e`).Replace(notice(call, word))
		for n, line := range []string{
			`"type":"user","toolUseResult":{"stdout":"WORD"},"mcpMeta":{"structuredContent":{"x":"WORD"}},"message":{"role":"user","content":[` +
				`{"type":"tool_result","tool_use_id":"CALL","is_error":false,"structuredContent":{"x":"WORD"},"content":"WORD","extra":"WORD"}]}`,
			`"type":"user","origin":{"kind":"task-notification"},"message":{"role":"user","content":"` + notice(call, `WORD </result> WORD`) + `"}`,
			`"type":"user","origin":{"kind":"task-notification"},"message":{"role":"user","content":"` + escaped + `"}`,
			`"type":"user","origin":{"kind":"task-notification"},"message":{"role":"user","content":[` +
				`{"type":"text","text":"` + notice(call, "WORD") + `"}]}`,
			`"type":"user","origin":{"kind":"task-notification"},"message":{"role":"user","content":"<task-notification>\n<task-id>b1</task-id>\n` +
				`<tool-use-id>CALL</tool-use-id>\n<event>line WORD</event>\n</task-notification>"}`,
			`"type":"queue-operation","operation":"enqueue","content":"` + notice(call, "WORD") + `\n` + notice(call, "again WORD") + `"`,
			`"type":"attachment","attachment":{"type":"queued_command","commandMode":"task-notification","prompt":"` + notice(call, "WORD") + `"}`,
			`"type":"attachment","attachment":{"type":"queued_command","commandMode":"task-notification","prompt":[{"type":"text","text":"` +
				notice(call, "WORD") + `"}]}`,
			`"type":"attachment","attachment":{"type":"hook_success","toolUseID":"CALL","stdout":"WORD","stderr":"WORD","content":"WORD"}`,
			`"type":"attachment","attachment":{"type":"hook_additional_context","toolUseID":"CALL","content":["WORD"]}`,
			`"type":"attachment","attachment":{"type":"hook_blocking_error","toolUseID":"CALL",` +
				`"blockingError":{"blockingError":"WORD","command":"x"}}`,
			`"type":"progress","parentToolUseID":"CALL","toolUseID":"p","data":{"type":"mcp_progress","progressMessage":"WORD"}`,
			`"type":"progress","parentToolUseID":"CALL","toolUseID":"p","data":{"type":"bash_progress","output":"WORD","fullOutput":"WORD"}`,
			`"type":"content-replacement","replacements":[{"kind":"tool-result","toolUseId":"CALL","replacement":"WORD"}]`,
			`"type":"tool_use_summary","summary":"WORD","preceding_tool_use_ids":["CALL"]`,
			`"type":"system","subtype":"task_notification","task_id":"b1","tool_use_id":"CALL","status":"completed","summary":"WORD"`,
			`"type":"system","toolUseID":"CALL","content":"WORD"`,
		} {
			line = fmt.Sprintf(`{"uuid":"c%d-%d","parentUuid":"a1","sessionId":"s",%s}`, i, n, line)
			lines = append(lines, strings.NewReplacer("WORD", word, "CALL", call).Replace(line))
		}
	}
	return viewtest.Session(lines...)
}

// TestCopiedResults checks that no copy of a result is left if the result is left out, and that all copies of the other
// results are.
func TestCopiedResults(t *testing.T) {
	const secret, public = "TOPSECRET", "PUBLIC"
	files := copiedResults(secret, public)
	count := func(files []testutil.File, word string) (n int) {
		for _, f := range files {
			n += bytes.Count(f.Data, []byte(word))
		}
		return n
	}
	all := count(files, public)
	if count(files, secret) != all {
		t.Fatalf("%d copies of one result and %d of the other", count(files, secret), all)
	}
	named := export.ToolSelection{Names: []string{"Task"}}
	for _, c := range []struct {
		options export.TranscriptOptions
		public  int
	}{
		{export.TranscriptOptions{Tools: export.ToolSelection{All: true}}, 0},
		{export.TranscriptOptions{Tools: export.ToolSelection{All: true}, ResultsOnly: true}, 0},
		{export.TranscriptOptions{Tools: export.ToolSelection{All: true}, ResultsOnly: true, ID: newID}, 0},
		{export.TranscriptOptions{Tools: named}, all},
		{export.TranscriptOptions{Tools: named, ResultsOnly: true}, all},
	} {
		out, _ := written(t, files, first(files), c.options)
		if count(out, secret) > 0 || count(out, public) != c.public {
			t.Errorf("%+v: %d copies of the result that is left out, and %d of the other, want %d:\n%s", c.options,
				count(out, secret), count(out, public), c.public, out[0].Data)
		}
		if !bytes.Contains(out[0].Data, []byte(`<result>[removed]</result>\n<usage>total_tokens: 9</usage>`)) {
			t.Errorf("%+v: the notifications are not left:\n%s", c.options, out[0].Data)
		}
		for line := range bytes.Lines(out[0].Data) {
			if _, err := parseLine(line); err != nil {
				t.Errorf("%+v: %v: %s", c.options, err, line)
			}
		}
	}
	kept, _ := written(t, files, first(files), export.TranscriptOptions{})
	if count(kept, secret) != all {
		t.Errorf("%d of %d copies are left without options", count(kept, secret), all)
	}
}

// TestCopiesOfOneName checks that all members go that repeat a result, if several have one name.
func TestCopiesOfOneName(t *testing.T) {
	files := viewtest.Session(
		`{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"one"}}`,
		`{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","message":{"id":"m1","role":"assistant","content":[`+
			`{"type":"tool_use","id":"t1","name":"Bash","input":{}}]}}`,
		`{"type":"progress","uuid":"p1","parentUuid":"a1","sessionId":"s","parentToolUseID":"t1",`+
			`"data":{"output":"SECRET"},"data":{"type":"bash_progress","output":"SECRET","output":"SECRET"}}`,
		`{"type":"user","uuid":"r1","parentUuid":"a1","sessionId":"s","toolUseResult":{"stdout":"SECRET"},"toolUseResult":"SECRET",`+
			`"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"SECRET","content":"SECRET"}]}}`,
	)
	out, _ := written(t, files, first(files), export.TranscriptOptions{Tools: export.ToolSelection{All: true}, ResultsOnly: true})
	if bytes.Contains(out[0].Data, []byte("SECRET")) || bytes.Count(out[0].Data, []byte("[removed]")) != 7 {
		t.Errorf("%s", out[0].Data)
	}
}

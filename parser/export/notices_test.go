package export_test

import (
	"bytes"
	"testing"

	"unspool/parser/export"
	"unspool/parser/testutil/viewtest"
)

// TestNoticesAreCounted checks that the head counts the results in notifications of tasks whose calls are in no file:
// each task once, however many records have a notification of it.
func TestNoticesAreCounted(t *testing.T) {
	const start = `{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"go"}}`
	const reply = `{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","message":{"id":"m1","role":"assistant","content":[` +
		`{"type":"tool_use","id":"t1","name":"Bash","input":{}}]}}`
	sent := func(id, text string) string {
		return `{"type":"user","uuid":"` + id + `","parentUuid":"a1","sessionId":"s","origin":{"kind":"task-notification"},` +
			`"message":{"role":"user","content":"` + text + `"}}`
	}
	other := `<task-notification>\n<task-id>b2</task-id>\n<event>SECRET</event>\n</task-notification>`
	files := viewtest.Session(start, reply, sent("n1", notice("t9", "SECRET")),
		`{"type":"queue-operation","operation":"enqueue","sessionId":"s","content":"`+notice("t9", "SECRET")+`"}`,
		`{"type":"attachment","uuid":"q1","parentUuid":"n1","sessionId":"s","attachment":{"type":"queued_command","prompt":"`+other+`"}}`,
		sent("n2", notice("t1", "SECRET")), sent("n3", notice("t8", "[removed]")))
	all := export.ToolSelection{All: true}
	for _, c := range []struct {
		options        export.TranscriptOptions
		calls, results int
	}{
		{export.TranscriptOptions{Tools: all, ResultsOnly: true}, 0, 3}, {export.TranscriptOptions{Tools: all}, 1, 2},
		{export.TranscriptOptions{Tools: export.ToolSelection{Names: []string{"Bash"}}}, 1, 0},
		{export.TranscriptOptions{Tools: export.ToolSelection{All: true, KeepTurns: 1}}, 0, 0}, {export.TranscriptOptions{}, 0, 0},
	} {
		out, report := written(t, files, first(files), c.options)
		if report.LeftOut.Results != c.results || report.LeftOut.Calls != c.calls {
			t.Errorf("%+v: %+v, want %d calls and %d results", c.options, report.LeftOut, c.calls, c.results)
		}
		if has := bytes.Contains(out[0].Data, []byte("SECRET")); has != (c.results == 0) {
			t.Errorf("%+v: %s", c.options, out[0].Data)
		}
	}
	again, _ := written(t, files, first(files), export.TranscriptOptions{Tools: all, ResultsOnly: true})
	again, report := written(t, again, first(again), export.TranscriptOptions{Tools: all, ResultsOnly: true})
	if report.LeftOut.Results != 1 || !bytes.Contains(again[0].Data, []byte(`"leftOut":{"results":4}`)) {
		t.Errorf("%+v: %s", report.LeftOut, again[0].Data)
	}
}

package transcript_test

import (
	"strings"
	"testing"

	"unspool/parser/testutil/parsertest"
	"unspool/parser/transcript"
)

// TestDrivers lists each driver with a record that begins a turn as it. The record comes after an
// answered prompt, and also as the first of a file; a reply follows.
func TestDrivers(t *testing.T) {
	const (
		prompt = `{"type":"user","uuid":"u1","message":{"role":"user","content":"go"}}`
		reply  = `{"type":"assistant","uuid":"a","message":{"id":"m","content":[{"type":"text","text":"ok"}],"stop_reason":"end_turn"}}`
		ended  = `{"type":"result","subtype":"success","session_id":"s"}`
		fired  = `{"type":"system","subtype":"scheduled_task_fire","uuid":"f","content":"Running a task"}`
	)
	user := func(text, more string) string {
		return `{"type":"user","uuid":"u2","message":{"role":"user","content":"` + text + `"}` + more + `}`
	}
	const (
		isPrompt = iota // in both places
		isEvent         // in both places
		isEventAfterPrompt
	)
	seen := map[transcript.Driver]bool{}
	for _, x := range []struct {
		want  transcript.Driver
		name  string
		count int
		lines string // of the record, and what has to come before it
	}{
		{transcript.DriverUnrecorded, "unrecorded", isPrompt, ended},
		{transcript.DriverPrompt, "prompt", isPrompt, user(`again`, ``)},
		{transcript.DriverPrompt, "prompt", isPrompt, user(`again`, `,"promptSource":"typed","origin":{"kind":"human"}`)},
		{transcript.DriverPrompt, "prompt", isPrompt, user(`again`, `,"promptSource":"sdk"`)},
		{transcript.DriverPrompt, "prompt", isPrompt,
			`{"type":"attachment","uuid":"u2","attachment":{"type":"queued_command","prompt":"again","commandMode":"prompt"}}`},
		{transcript.DriverCommand, "command", isPrompt, user(`<command-name>/review</command-name>`, ``)},
		{transcript.DriverShell, "shell", isPrompt, user(`<bash-input>ls</bash-input>`, ``)},
		{transcript.DriverTask, "task", isEvent,
			user(`<task-notification><task-id>b</task-id><status>completed</status><summary>Done</summary></task-notification>`, ``)},
		{transcript.DriverTask, "task", isEvent, user(`done`, `,"promptSource":"system","origin":{"kind":"task-notification"}`)},
		{transcript.DriverTask, "task", isEvent,
			user(`<task-notification><status>completed</status><result>An <event> came</result></task-notification>`, ``)},
		{transcript.DriverTask, "task", isEvent, `{"type":"attachment","uuid":"u2","attachment":{"type":"queued_command",` +
			`"prompt":"<task-notification><status>failed</status></task-notification>","commandMode":"task-notification"}}`},
		{transcript.DriverMonitor, "monitor", isEvent,
			user(`<task-notification><summary>Monitor event: \"errors\"</summary><event>a line</event></task-notification>`, ``)},
		{transcript.DriverMonitor, "monitor", isEvent, user(`<system-reminder><task-notification><event>a line</event>`+
			`</task-notification></system-reminder>`, ``)},
		{transcript.DriverMonitor, "monitor", isEvent, user(`<task-notification><status>completed</status>`+
			`<summary>Monitor \"errors\" stream ended</summary></task-notification>`, ``)},
		{transcript.DriverTeammate, "teammate", isEventAfterPrompt, user(`<teammate-message teammate_id=\"a\">hi</teammate-message>`, ``)},
		{transcript.DriverSession, "session", isEventAfterPrompt,
			user(`<cross-session-message from=\"b\">hi</cross-session-message>`, ``)},
		{transcript.DriverSession, "session", isEventAfterPrompt, user(`hi`, `,"origin":{"kind":"peer"}`)},
		{transcript.DriverCoordinator, "coordinator", isEventAfterPrompt, user(`go on`, `,"origin":{"kind":"coordinator"}`)},
		{transcript.DriverChannel, "channel", isEventAfterPrompt, user(`hi`, `,"origin":{"kind":"channel"}`)},
		{transcript.DriverObserver, "observer", isEventAfterPrompt, user(`hi`, `,"origin":{"kind":"observer-note"}`)},
		{transcript.DriverSchedule, "schedule", isEventAfterPrompt, fired + "\n" + user(`check the mail`, `,"promptSource":"system"`)},
		{transcript.DriverSchedule, "schedule", isEventAfterPrompt,
			user(`check the mail`, `,"origin":{"kind":"task-notification","subkind":"scheduled-trigger"}`)},
		{transcript.DriverContinuation, "continuation", isEvent, user(`go on`, `,"origin":{"kind":"auto-continuation"}`)},
		{transcript.DriverSystem, "system", isEventAfterPrompt, user(`/loop check the build`, `,"promptSource":"system"`)},
	} {
		seen[x.want] = true
		if got := x.want.String(); got != x.name {
			t.Errorf("driver %d is called %q, want %q", x.want, got, x.name)
		}
		read := func(lines ...string) []transcript.Turn {
			data := []byte(strings.Join(lines, "\n") + "\n")
			return parsertest.Read("s.jsonl", data, len(data)).Conversations[0].Turns
		}
		later := strings.Replace(strings.Replace(reply, `"a"`, `"b"`, 1), `"m"`, `"n"`, 1)
		check := func(place string, turns []transcript.Turn, number int, event bool) {
			t.Helper()
			if len(turns) != number {
				t.Errorf("%s %s: %d turns, want %d", place, x.lines, len(turns), number)
				return
			}
			prompt := number
			if event {
				prompt--
			}
			if last := turns[number-1]; last.Driver != x.want || last.Event != event || int(last.Prompt) != prompt {
				t.Errorf("%s %s: driver %s, event %t, prompt %d; want %s, %t, %d", place, x.lines,
					last.Driver, last.Event, last.Prompt, x.want, event, prompt)
			}
		}
		check("after a prompt:", read(prompt, reply, x.lines, later), 2, x.count != isPrompt)
		check("first:", read(x.lines, later), 1, x.count == isEvent)
	}
	for driver := transcript.DriverUnrecorded; driver <= transcript.DriverSystem; driver++ {
		if !seen[driver] {
			t.Errorf("no record begins a turn as %s", driver)
		}
	}
}

// TestEventBeforeCommand checks that a typed command begins the turn even if an event came before it,
// which belongs to the turn before.
func TestEventBeforeCommand(t *testing.T) {
	data := []byte(`{"type":"user","uuid":"u1","message":{"role":"user","content":"go"}}
{"type":"assistant","uuid":"a1","message":{"id":"m1","content":[{"type":"text","text":"ok"}],"stop_reason":"end_turn"}}
{"type":"user","uuid":"u2","message":{"role":"user","content":"<task-notification><status>completed</status></task-notification>"}}
{"type":"user","uuid":"u3","message":{"role":"user","content":"<command-name>/review</command-name>"}}
{"type":"assistant","uuid":"a2","message":{"id":"m2","content":[{"type":"text","text":"ok"}],"stop_reason":"end_turn"}}
`)
	c := parsertest.Read("s.jsonl", data, len(data)).Conversations[0]
	if len(c.Turns) != 2 || c.Turns[1].Driver != transcript.DriverCommand || c.Turns[1].Prompt != 2 {
		t.Fatalf("turns %+v, want the second to begin with the command", c.Turns)
	}
	if event := &c.Items[c.Turns[1].First-1]; !c.IsEvent(event) || event.Turn != 0 {
		t.Errorf("the item before the command is %+v, want an event of the first turn", event)
	}
}

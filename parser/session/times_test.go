package session_test

import (
	"testing"

	"unspool/parser/testutil/viewtest"
)

// TestTimes checks that a session begins with what the user did: Claude Code's own note before the first
// command can be days older.
func TestTimes(t *testing.T) {
	const (
		note    = `{"type":"user","uuid":"n","parentUuid":null,"sessionId":"s","isMeta":true,"timestamp":"2025-07-17T10:00:00Z","message":{"role":"user","content":"Caveat: the messages below"}}`
		command = `{"type":"user","uuid":"c","parentUuid":"n","sessionId":"s","timestamp":"2025-07-19T10:00:00Z","message":{"role":"user","content":"<command-name>/clear</command-name>"}}`
		prompt  = `{"type":"user","uuid":"u","parentUuid":"c","sessionId":"s","timestamp":"2025-07-19T10:00:01Z","message":{"role":"user","content":"go"}}`
	)
	const day17, day19 = 1752746400000, 1752919200000
	for _, c := range []struct {
		name       string
		lines      []string
		start, end int64
	}{
		{"with a note", []string{note, command, prompt}, day19, day19 + 1000},
		{"note in between", []string{command, note, prompt}, day19, day19 + 1000},
		{"only a note", []string{note}, day17, day17},
		{"out of order", []string{note, prompt, command}, day19, day19 + 1000},
	} {
		store, _ := viewtest.Load(viewtest.Session(c.lines...), 1<<20)
		s := store.Session(0)
		if s == nil {
			t.Errorf("%s: no session", c.name)
			continue
		}
		if start, end := s.Times(); start != c.start || end != c.end {
			t.Errorf("%s: %d to %d, want %d to %d", c.name, start, end, c.start, c.end)
		}
	}
}

package follow_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"unspool/parser/trace/follow"
)

// TestDamagedState checks that a state file that cannot be read is reported with its name, and left as it is.
func TestDamagedState(t *testing.T) {
	for _, test := range []struct{ data, want string }{
		{"", "EOF"},
		{`{"version":1,"sessions":{"s":{"turns":["a`, "at byte"},
		{`{"version":1,"sessions":{},"files":{}} x`, "at byte"},
		{`{"version":2,"sessions":{},"files":{}}`, "version 2"},
		{`{"version":1}`, "no sessions"},
		{`{"version":1,"sessions":{"s":null},"files":{}}`, "null"},
		{`[]`, "cannot unmarshal"},
	} {
		path := filepath.Join(t.TempDir(), "state.json")
		if err := os.WriteFile(path, []byte(test.data), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := follow.OpenState(t.Context(), path)
		if checkDamaged(t, path, "restore it", err); !strings.Contains(fmt.Sprint(err), test.want) {
			t.Errorf("%s: error %v", test.data, err)
		}
		if data, err := os.ReadFile(path); err != nil || string(data) != test.data {
			t.Errorf("%s: now %s, error %v", test.data, data, err)
		}
	}
	path := t.TempDir() // no file
	if _, err := follow.OpenState(t.Context(), path); err == nil || errors.As(err, new(*follow.DamagedError)) {
		t.Errorf("error %v", err)
	}
}

// checkDamaged checks that an error names the damaged file, and what to do.
func checkDamaged(t *testing.T, path, advice string, err error) {
	t.Helper()
	var damaged *follow.DamagedError
	if !errors.As(err, &damaged) || !strings.Contains(err.Error(), path+":") || !strings.Contains(err.Error(), advice) {
		t.Errorf("%s: error %v", path, err)
	}
}

// TestStateInUse checks that a state file is open once at a time.
func TestStateInUse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state.json")
	first, err := follow.OpenState(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := follow.OpenState(ctx, path); !errors.Is(err, follow.ErrInUse) || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second, err := follow.OpenState(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
}

// TestSave checks that a save that fails is an error, and leaves the old file and nothing else.
func TestSave(t *testing.T) {
	w := newWorld(t)
	w.write(file, prompt("s1", "01", "", 1), reply("s1", "02", "01", 2))
	w.now = w.now.Add(time.Minute)
	w.look()
	entries, err := os.ReadDir(filepath.Dir(w.state))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != "state.json" && e.Name() != "state.json.lock" {
			t.Errorf("%s is left", e.Name())
		}
	}
	f, state := w.follower()
	if err := os.Remove(w.state); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(w.state, 0o700); err != nil { // a folder cannot be replaced by a file
		t.Fatal(err)
	}
	w.append(file, prompt("s1", "03", "02", 3), reply("s1", "04", "03", 4))
	w.now = w.now.Add(time.Minute)
	if err := errors.Join(follow.Look(f, t.Context()), state.Close()); err == nil || !strings.Contains(err.Error(), "save the state") {
		t.Errorf("error %v", err)
	}
}

// TestBounds checks that a state file that would get too large is shortened, that this sends nothing again, and that
// new turns are still sent.
func TestBounds(t *testing.T) {
	w := newWorld(t)
	const sessions = 6
	for i := range sessions {
		id := fmt.Sprintf("s%d", i)
		w.write("p/"+id+".jsonl", prompt(id, fmt.Sprint("1", i), "", 1), reply(id, fmt.Sprint("2", i), fmt.Sprint("1", i), 2),
			prompt(id, fmt.Sprint("3", i), fmt.Sprint("2", i), 3), reply(id, fmt.Sprint("4", i), fmt.Sprint("3", i), 4))
	}
	w.now = w.now.Add(time.Minute)
	w.limit = func(st *follow.State) { follow.Limit(st, 5, sessions, 2) }
	w.look()
	if len(w.sent) != 2*sessions {
		t.Fatalf("%d turns were sent", len(w.sent))
	}
	data, err := os.ReadFile(w.state)
	if err != nil {
		t.Fatal(err)
	}
	var state struct {
		Sessions map[string]struct {
			Sent  int
			Turns []string
		}
		Files map[string]any
	}
	if err := json.Unmarshal(data, &state); err != nil {
		t.Fatal(err)
	}
	turns, sent := 0, 0
	for _, s := range state.Sessions {
		turns, sent = turns+len(s.Turns), sent+s.Sent
	}
	if turns > 5 || sent != 2*sessions || len(state.Files) != 2 {
		t.Errorf("%d turns of %d, %d files: %s", turns, sent, len(state.Files), data)
	}
	w.append("p/s0.jsonl", prompt("s0", "50", "40", 5), reply("s0", "60", "50", 6))
	w.now = w.now.Add(time.Minute)
	w.look()
	w.look()
	for id, n := range w.sent {
		if n != 1 {
			t.Errorf("turn %s was sent %d times", id, n)
		}
	}
	if len(w.sent) != 2*sessions+1 {
		t.Errorf("%d turns were sent", len(w.sent))
	}
}

// FuzzState checks that whatever is in a state file, it is reported as damaged or used, and then reads the same again.
func FuzzState(f *testing.F) {
	f.Add([]byte(`{"version":1,"sessions":{"s":{"updated":"2026-01-01T00:00:00Z","sent":1,"latest":5,"turns":["a"]}},"files":{"f":{"size":3,"modified":"2026-01-01T00:00:00Z"}}}`))
	f.Add([]byte(`{"version":1,"sessions":{},"files":null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		first, err := follow.ReadDocument(data)
		if err != nil {
			return
		}
		second, err := follow.ReadDocument(first)
		if err != nil || !bytes.Equal(first, second) {
			t.Errorf("%s\nthen %s, error %v", first, second, err)
		}
	})
}

// FuzzJournal checks that whatever is in a journal, it is reported as damaged or used, and then reads the same again.
func FuzzJournal(f *testing.F) {
	f.Add([]byte(`{"session":"s","turn":"a","began":5,"sent":"2026-01-01T00:00:00Z"}` + "\n" + `{"session":"s","tu`))
	f.Add([]byte("{}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		first, err := follow.ReadJournal(data)
		if err != nil {
			return
		}
		second, err := follow.ReadJournal(first)
		if err != nil || !bytes.Equal(first, second) {
			t.Errorf("%s\nthen %s, error %v", first, second, err)
		}
	})
}

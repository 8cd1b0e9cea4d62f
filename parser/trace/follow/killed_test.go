package follow_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"unspool/parser/trace/follow"
)

// TestKilled stops a run at each of its requests and before its end, without any chance to save something. The next run
// sends what was not acknowledged, and no other turn.
func TestKilled(t *testing.T) {
	const turns = 6
	w := newWorld(t)
	for i := range turns {
		lines := []string{prompt("s1", fmt.Sprint("1", i), "", 2*i), reply("s1", fmt.Sprint("2", i), fmt.Sprint("1", i), 2*i+1)}
		if i == 0 {
			w.write(file, lines...)
		} else {
			w.append(file, lines...)
		}
	}
	w.now = w.now.Add(time.Minute)
	var left []string // the folders with the state as each request left it
	keep := func() error {
		dir := t.TempDir()
		left = append(left, dir)
		return os.CopyFS(dir, os.DirFS(filepath.Dir(w.state)))
	}
	w.fail = keep
	f, state := w.follower()
	if err := follow.Look(f, t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := state.Close(); err != nil {
		t.Fatal(err)
	}
	if err := keep(); err != nil {
		t.Fatal(err)
	}
	w.fail = nil
	for acknowledged, dir := range left {
		clear(w.sent)
		w.state = filepath.Join(dir, "state.json")
		w.look()
		w.look()
		if len(w.sent) != turns-acknowledged {
			t.Errorf("after %d of %d turns, %d were sent", acknowledged, turns, len(w.sent))
		}
	}
	if len(left) != turns+1 {
		t.Errorf("%d requests", len(left)-1)
	}
}

// TestJournal checks what becomes of a journal that a run left: a cut line at its end is left out, any other damage is
// reported, and one without its state file, which was deleted to send all turns again, is not used.
func TestJournal(t *testing.T) {
	var line string // of the second of three turns
	w := newWorld(t)
	w.write(file, prompt("s1", "01", "", 1), reply("s1", "02", "01", 2), prompt("s1", "03", "02", 3), reply("s1", "04", "03", 4),
		prompt("s1", "05", "04", 5), reply("s1", "06", "05", 6))
	w.now = w.now.Add(time.Minute)
	w.fail = func() error {
		data, err := os.ReadFile(w.state + ".journal")
		if err == nil {
			line = string(data)
		}
		return nil
	}
	w.look()
	w.fail = nil
	if line == "" {
		t.Fatal("there is no journal")
	}
	const empty = `{"version":1,"sessions":{},"files":{}}`
	for name, c := range map[string]struct {
		state, journal string
		want           int // turns; -1 for an error
	}{
		"whole":               {empty, line, 2},
		"twice":               {empty, line + line, 2},
		"cut":                 {empty, line[:len(line)-2], 3},
		"cut after a turn":    {empty, line + line[:9], 2},
		"damaged":             {empty, "x\n" + line, -1},
		"empty":               {empty, "", 3},
		"without a state":     {"", line, 3},
		"without its session": {empty, "{}\n", -1},
	} {
		w.state = filepath.Join(t.TempDir(), "state.json")
		clear(w.sent)
		write := func(name, text string) {
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		write(w.state+".journal", c.journal)
		if c.state != "" {
			write(w.state, c.state)
		}
		if c.want < 0 {
			_, err := follow.OpenState(t.Context(), w.state)
			checkDamaged(t, w.state+".journal", "delete it to send the turns in it again", err)
			if err := os.Remove(w.state + ".journal"); err != nil { // the state is used without it
				t.Fatal(err)
			}
			state, err := follow.OpenState(t.Context(), w.state)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if err := state.Close(); err != nil {
				t.Error(err)
			}
			continue
		}
		w.look()
		w.look()
		if len(w.sent) != c.want {
			t.Errorf("%s: %d turns were sent, not %d", name, len(w.sent), c.want)
		}
		if _, err := os.Stat(w.state + ".journal"); err == nil {
			t.Errorf("%s: the journal is still there", name)
		}
	}
}

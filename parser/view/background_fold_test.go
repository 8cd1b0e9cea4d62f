package view_test

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/testutil"
	"unspool/parser/view"
)

// TestBackgroundFold checks that the background records of a turn are in one line at its end, in
// their order, without those that failed.
func TestBackgroundFold(t *testing.T) {
	const (
		mode   = `{"type":"mode","mode":"normal","sessionId":"s"}`
		prompt = `{"type":"user","uuid":"uN","sessionId":"s","message":{"role":"user","content":"go"}}`
		reply  = `{"type":"assistant","uuid":"aN","sessionId":"s","message":{"id":"mN","role":"assistant","content":[{"type":"text","text":"so"}],"stop_reason":"end_turn"}}`
		timed  = `{"type":"system","subtype":"turn_duration","uuid":"dN","durationMs":5}`
		failed = `{"type":"attachment","uuid":"hN","attachment":{"type":"hook_blocking_error","hookName":"Stop","stderr":"no"}}`
	)
	file := func(lines ...string) []testutil.File {
		for i, line := range lines {
			lines[i] = strings.ReplaceAll(line, "N", string(rune('0'+i)))
		}
		return []testutil.File{{Name: "s.jsonl", Data: []byte(strings.Join(lines, "\n") + "\n")}}
	}
	for _, c := range []struct {
		name               string
		files              []testutil.File
		closed, open, rest string
	}{
		{"at the end of each turn", file(prompt, timed, reply, timed, prompt, reply, timed),
			"u0 a2#0 background:d1 u4 a5#0 background:d6",
			"u0 a2#0 background:d1 (d1) (d3) u4 a5#0 background:d6 (d6)", "u0 d1 a2#0 d3 u4 a5#0 d6"},
		{"records before the first prompt", file(mode, prompt, timed, reply),
			"u1 a3#0 background:@0:0", "u1 a3#0 background:@0:0 (@0:0) (d2)", "@0:0 u1 d2 a3#0"},
		{"failures stay", file(prompt, failed, timed, reply), "u0 h1 a3#0 background:d2", "u0 h1 a3#0 background:d2 (d2)", "u0 h1 d2 a3#0"},
		{"neighbors share a row", file(prompt, timed, timed, reply), "u0 a3#0 background:d1", "u0 a3#0 background:d1 (d1)", "u0 d1 a3#0"},
	} {
		_, v := load(c.files, 1<<30)
		check := func(what, want string) {
			t.Helper()
			var keys []string
			for _, r := range rowsAt(v, 0, 0, maxRows) {
				key := r.Key
				if r.Inside {
					key = "(" + key + ")"
				}
				keys = append(keys, key)
			}
			if got := strings.Join(keys, " "); got != want {
				t.Errorf("%s, %s: %s, want %s", c.name, what, got, want)
			}
		}
		check("closed", c.closed)
		v.ExpandAll(0, true)
		check("open", c.open)
		v.ExpandAll(0, false)
		v.ShowBackground(0, true)
		check("at their places", c.rest)
		v.ShowBackground(0, false)
		if _, _, err := v.Filter(0, allKinds, "", "", ""); err != nil {
			t.Fatal(err)
		}
		check("with a filter that names them", c.rest)
		if _, _, err := v.Filter(0, "", "", "", ""); err != nil {
			t.Fatal(err)
		}
		for i := range v.Rows(0, 0, 0).Total {
			if r := rowsAt(v, 0, i, 1)[0]; r.Kind == "background-fold" && v.Rows(0, 0, 0).Total == i+1 {
				record := strings.TrimPrefix(r.Key, "background:")
				if at := rowIndex(v.Find(0, record)); at != i+1 {
					t.Errorf("%s: the record %s is found at %d, want %d", c.name, record, at, i+1)
				}
			}
		}
	}
}

// TestBackgroundFoldKeepsAll checks with all sessions that folds contain what is shown without them,
// that nothing else moves, and that each record is found.
func TestBackgroundFoldKeepsAll(t *testing.T) {
	sessions := testutil.Cases(t)
	for _, f := range testutil.Transcripts(t) {
		sessions[f.Path] = []testutil.File{f}
	}
	folds := 0
	for name, files := range sessions {
		_, v := load(files, 1<<30)
		for _, info := range v.Sessions() {
			v.ShowBackground(info.Index, true)
			whole := expandedRows(t, v, info.Index)
			v.ShowBackground(info.Index, false)
			folded := expandedRows(t, v, info.Index)
			keys := map[string]bool{} // of rows that are not in folds
			for i := range folded {
				keys[folded[i].Key] = keys[folded[i].Key] || !folded[i].Inside
			}
			var others, hidden, shown, opened []string
			for i := range whole {
				if r := &whole[i]; r.Kind == "background" && !keys[r.Key] {
					hidden = append(hidden, r.Key)
				} else {
					others = append(others, r.Key)
				}
			}
			for i := range folded {
				switch r := &folded[i]; {
				case r.Kind == "background-fold":
					folds++
				case r.Kind == "background" && r.Inside:
					opened = append(opened, r.Key)
				default:
					shown = append(shown, r.Key)
				}
			}
			if !slices.Equal(opened, hidden) {
				t.Errorf("%s: %q are folded, want %q", name, opened, hidden)
			}
			if !slices.Equal(shown, others) {
				t.Errorf("%s: the other rows are %q, want %q", name, shown, others)
			}
			_, v := load(files, 1<<30)
			for _, key := range hidden {
				if at := rowIndex(v.Find(info.Index, key)); at < 0 || rowsAt(v, info.Index, at, 1)[0].Key != key {
					t.Errorf("%s: the row %s is found at %d", name, key, at)
				}
			}
		}
	}
	if folds < 50 {
		t.Errorf("only %d folds", folds)
	}
}

// TestBackgroundFoldGrows checks that a list that is requested while its file grows ends up as when
// read at once, with open folds.
func TestBackgroundFoldGrows(t *testing.T) {
	for name, files := range testutil.Cases(t) {
		data := files[0].Data
		read := func(step int) []string {
			store := parser.NewStore()
			v := view.New(store, price.Default(), func(int) io.ReaderAt { return bytes.NewReader(data) })
			f := store.Open(files[0].Name, int64(len(data)))
			opened := false
			for rest := data; len(rest) > 0; {
				k := min(step, len(rest))
				f.Write(rest[:k])
				if rest = rest[k:]; v.Rows(0, 0, 10).Total > 0 && !opened {
					v.ExpandAll(0, true)
					opened = true
				}
			}
			return keysOf(rowsAt(v, 0, 0, maxRows))
		}
		if got, want := read(200), read(1<<30); !slices.Equal(got, want) {
			t.Errorf("%s: %q in pieces, want %q", name, got, want)
		}
	}
}

// TestUnrecordedThinking checks that thinking without text has no row of its own if its response has
// any, that the header has its duration, and that links to it lead to that row.
func TestUnrecordedThinking(t *testing.T) {
	data := []byte(`{"type":"user","uuid":"u1","timestamp":"2026-05-01T10:00:00.000Z","message":{"role":"user","content":"go"}}
{"type":"assistant","uuid":"t1","parentUuid":"u1","timestamp":"2026-05-01T10:00:07.000Z","message":{"id":"m1","role":"assistant","model":"claude-opus-5","content":[{"type":"thinking","thinking":"","signature":"x"}]}}
{"type":"assistant","uuid":"a1","parentUuid":"t1","timestamp":"2026-05-01T10:00:09.000Z","message":{"id":"m1","role":"assistant","model":"claude-opus-5","content":[{"type":"text","text":"so"}],"stop_reason":"end_turn"}}
{"type":"user","uuid":"u2","parentUuid":"a1","timestamp":"2026-05-01T10:01:00.000Z","message":{"role":"user","content":"go on"}}
{"type":"assistant","uuid":"t2","parentUuid":"u2","timestamp":"2026-05-01T10:01:04.000Z","message":{"id":"m2","role":"assistant","model":"claude-opus-5","content":[{"type":"thinking","thinking":"","signature":"x"}]}}
`)
	_, v := load([]testutil.File{{Name: "s.jsonl", Data: data}}, 1<<30)
	rows := rowsAt(v, 0, 0, maxRows)
	if got := strings.Join(keysOf(rows), " "); got != "u1 a1#0 u2 t2#0" {
		t.Fatalf("rows %s", got)
	}
	if reply := rows[1].Reply; reply == nil || reply.Thought == nil || *reply.Thought != 7000 {
		t.Errorf("the first reply is %+v", reply)
	}
	if reply := rows[3].Reply; reply == nil || reply.Thought != nil {
		t.Errorf("the second reply is %+v", reply)
	}
	for _, address := range []string{"t1", "t1#0"} {
		if at := rowIndex(v.Find(0, address)); at != 1 {
			t.Errorf("%s is found at %d", address, at)
		}
	}
	if body := v.Body(0, "a1#0"); len(body.Records) != 2 {
		t.Errorf("%d records", len(body.Records))
	}
}

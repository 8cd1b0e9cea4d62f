package transcript_test

import (
	"bytes"
	"io"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/internal/table"
	"unspool/parser/session"
	"unspool/parser/testutil"
	"unspool/parser/testutil/parsertest"
	"unspool/parser/transcript"
)

// snapshot returns everything in a file's index that must not depend on how the file was written.
func snapshot(f *transcript.File) any {
	type conversation struct {
		Agent      string
		Items      []transcript.Item
		Turns      []transcript.Turn
		Start, End int64
	}
	type finding struct {
		code         transcript.DiagnosticCode
		text         string
		line         int
		offset, size int64
	}
	var conversations []conversation
	for _, c := range f.Conversations {
		items, turns := append([]transcript.Item{}, c.Items...), append([]transcript.Turn{}, c.Turns...)
		conversations = append(conversations, conversation{c.Agent, items, turns, c.Start, c.End})
	}
	findings := map[finding]int{}
	for _, d := range f.Diagnostics() {
		findings[finding{d.Code, d.Text(), d.Line, d.Offset, d.Length}]++
	}
	// Numbers of names depend on the order in which they were first seen: compare the names.
	var names []string
	records, messages, calls := entries(&f.Records), entries(&f.Messages), entries(&f.Calls)
	for i := range records {
		names, records[i].Label = append(names, f.Name(records[i].Label), f.UUID(int32(i))), 0
		records[i].UUID = table.UUID{} // irregular UUIDs are hashed with a random seed
	}
	for i := range messages {
		names, messages[i].Model = append(names, f.Name(messages[i].Model), f.Ident(messages[i].ID), f.Ident(messages[i].Request)), 0
		messages[i].ID, messages[i].Request = 0, 0
	}
	for i := range calls {
		names, calls[i].Name = append(names, f.Name(calls[i].Name), f.Ident(calls[i].ID)), 0
		calls[i].ID = 0
	}
	blocks := entries(&f.Blocks)
	for i := range blocks {
		blocks[i].Hash = 0 // with a random seed
	}
	blank, lost := f.Gaps()
	return []any{f.Role, records, blocks, messages, calls, names, conversations, f.Types(), f.Duplicates, f.Damaged,
		f.PromptCount, f.Branches, f.Lines(), f.Written(), blank, lost, findings}
}

// entries returns a copy of a table's entries.
func entries[T any](t *table.Table[T]) []T {
	list := []T{}
	for i := range t.Len() {
		list = append(list, *t.At(i))
	}
	return list
}

var exportFields = cmp.AllowUnexported(transcript.Turn{}, table.UUID{}, transcript.Message{}, struct {
	code, text   string
	line         int
	offset, size int64
}{})

// checkGrowth writes a file in two parts and closes it in between. The result must be the same as
// that of writing it at once.
func checkGrowth(t *testing.T, name string, data []byte, cut int) {
	t.Helper()
	store := session.NewStore()
	f := store.Open(name, -1)
	f.Write(data[:cut])
	store.Finish()
	parsertest.CheckFile(t, name, f, data[:cut])
	for range store.Sessions() { // a query in between must not change the result
	}
	f.Write(data[cut:])
	store.Finish()
	whole := session.NewStore()
	w := whole.Open(name, -1)
	w.Write(data)
	whole.Finish()
	if want, got := snapshot(w), snapshot(f); !reflect.DeepEqual(want, got) {
		t.Fatalf("%s grows from byte %d (-whole +grown):\n%s", name, cut, cmp.Diff(want, got, exportFields))
	}
	if whole.Session(0) != nil {
		w, g := whole.Session(0), store.Session(0)
		if g == nil || w.ID != g.ID || w.Title() != g.Title() || len(w.Agents) != len(g.Agents) {
			t.Fatalf("%s grows from byte %d: session %+v, want %+v", name, cut, g, w)
		}
	}
}

func TestGrowth(t *testing.T) {
	for _, f := range testutil.Transcripts(t) {
		step := max(1, len(f.Data)/12)
		if len(f.Data) > 1<<20 {
			step = len(f.Data) / 3
		}
		for cut := step / 2; cut < len(f.Data); cut += step {
			checkGrowth(t, f.Name, f.Data, cut)
		}
		for _, line := range []int{1, 2, 3} { // at and around line ends
			at := 0
			for range line {
				at = min(len(f.Data), at+1+max(0, bytes.IndexByte(f.Data[at:], '\n')))
			}
			for cut := max(0, at-2); cut < min(at+2, len(f.Data)); cut++ {
				checkGrowth(t, f.Name, f.Data, cut)
			}
		}
	}
}

// TestGrowthFromAnyByte cuts files of every format at each of their bytes.
func TestGrowthFromAnyByte(t *testing.T) {
	for _, text := range []string{
		`[{"uuid":"c","name":"n","chat_messages":[{"uuid":"m","sender":"human","text":"a"}]},{"uuid":"d","chat_messages":[{"uuid":"o","sender":"human","text":"b"},{"uuid":"p","sender":"assistant","text":"c"}]}]`,
		`{"uuid":"c","name":"n","chat_messages":[{"uuid":"m","sender":"human","text":"a"}]}` + "\n",
		`{"timestamp":"x","type":"session_meta","payload":{}}` + "\n" + `{"type":"user","message":{"content":"b"}}`,

		`{"type":"user","uuid":"u1","message":{"content":"a"}}{"type":"user","uuid":"u2","message":{"content":"b"}}x{"type":"user","uuid":"u3","message":{"content":"c"}}` + "\r\n",
		"\xef\xbb\xbf\x00" + `{"type":"queue-operation","operation":"enqueue","content":"wait"}` + "\n" + `{"type":"user","uuid":"u1","parentUuid":"u9","message":{"content":"wait"}}` + "\n[1]\n" + `{"type":"user","uuid":"u9","message":{"content":"c"}}`,
		"[\n {\"type\":\"user\",\"uuid\":\"u1\",\"message\":{\"content\":\"a\"}},\n 7, {\"type\":\"assistant\",\"uuid\":\"a1\",\"message\":{\"content\":\"b\",\"stop_reason\":\"end_turn\"}}\n]\n",
		"{\n \"loglines\": [ {\"type\":\"user\",\"uuid\":\"u1\",\"message\":{\"content\":\"a\"}} ], \"more\": {}\n}",
	} {
		for cut := range len(text) {
			checkGrowth(t, "f.jsonl", []byte(text), cut)
		}
	}
}

func FuzzGrowth(f *testing.F) {
	for _, file := range testutil.Transcripts(f) {
		if len(file.Data) < 20_000 {
			f.Add(file.Data, len(file.Data)/2)
		}
	}
	f.Add([]byte(`[{"type":"user","message":{"content":"a"}},{"type":`), 9)
	f.Add([]byte(`{"uuid":"c","name":"n","chat_messages":[{"uuid":"m","sender":"human","text":"a"}]}`), 30)
	f.Fuzz(func(t *testing.T, data []byte, cut int) {
		if cut >= 0 && cut <= len(data) {
			checkGrowth(t, "f.jsonl", data, cut)
		}
	})
}

// TestCommittedOnlyGrows checks that Committed never decreases, and never exceeds what was
// written.
func TestCommittedOnlyGrows(t *testing.T) {
	for _, file := range testutil.Transcripts(t) {
		if len(file.Data) > 1<<20 {
			continue
		}
		for _, closing := range []bool{false, true} {
			f := session.NewStore().Open(file.Name, -1)
			var bytes int64
			records := 0
			for data := file.Data; len(data) > 0; {
				n := min(777, len(data))
				f.Write(data[:n])
				data = data[n:]
				if closing {
					f.Close()
				}
				b, r := f.Committed()
				if b < bytes || r < records || b > f.Written() || r > int(f.Records.Len()) {
					t.Fatalf("%s: %d bytes, %d records after %d, %d", file.Name, b, r, bytes, records)
				}
				if r > 0 && f.Records.At(int32(r-1)).Offset+int64(f.Records.At(int32(r-1)).Length) > b {
					t.Fatalf("%s: record %d ends after byte %d", file.Name, r-1, b)
				}
				bytes, records = b, r
			}
		}
	}
}

func TestCommitted(t *testing.T) {
	const (
		prompt = `{"type":"user","uuid":"u1","message":{"role":"user","content":"go"}}` + "\n"
		call   = `{"type":"assistant","uuid":"a1","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{}}],"stop_reason":"tool_use"}}` + "\n"
		result = `{"type":"user","uuid":"r1","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"x"}]}}` + "\n"
		done   = `{"type":"assistant","uuid":"a2","message":{"id":"m2","role":"assistant","content":[{"type":"text","text":"done"}],"stop_reason":"end_turn"}}` + "\n"
		time   = `{"type":"system","subtype":"turn_duration","uuid":"s1","durationMs":5}` + "\n"
		title  = `{"type":"ai-title","aiTitle":"T"}` + "\n"
		second = `{"type":"user","uuid":"u2","message":{"role":"user","content":"more"}}` + "\n"
		stop   = `{"type":"user","uuid":"i1","message":{"role":"user","content":"[Request interrupted by user]"}}` + "\n"
		cost   = `{"type":"user","uuid":"c1","message":{"role":"user","content":"<command-name>/cost</command-name>"}}` + "\n"
	)
	for _, c := range []struct {
		name         string
		data         string
		open, closed int // records
	}{
		{"a prompt without an answer", prompt, 0, 0},
		{"a call without a result", prompt + call, 0, 0},
		{"a result without an answer", prompt + call + result, 0, 0},
		{"a final text ends a turn only at the end of the file", prompt + call + result + done, 0, 4},
		{"turn_duration ends a turn immediately", prompt + call + result + done + time, 5, 5},
		{"metadata after a turn belongs to it", prompt + done + time + title, 4, 4},
		{"the next prompt ends a turn", prompt + done + second, 2, 2},
		{"a second turn is unfinished", prompt + done + time + second + call, 3, 3},
		{"an interruption ends a turn", prompt + call + stop, 3, 3},
		{"a command may be followed by a reply", prompt + done + time + cost, 3, 3},
		{"an unfinished line is not committed", prompt + done + time + `{"type":"us`, 3, 3},
	} {
		f := session.NewStore().Open("f.jsonl", -1)
		f.Write([]byte(c.data))
		_, open := f.Committed()
		f.Close()
		size, closed := f.Committed()
		if open != c.open || closed != c.closed {
			t.Errorf("%s: %d records, %d when closed, want %d and %d", c.name, open, closed, c.open, c.closed)
		}
		_, lost := f.Gaps()
		if want := len(c.data) - int(lost); closed == int(f.Records.Len()) && size != int64(want) {
			t.Errorf("%s: %d bytes, want %d", c.name, size, want)
		}
	}
}

func TestResume(t *testing.T) {
	const one, two = `{"type":"user","uuid":"u1","message":{"role":"user","content":"one"}}` + "\n", `{"type":"user","uuid":"u2","message":{"role":"user","content":"two"}}` + "\n"
	store := session.NewStore()
	f := store.Open("f.jsonl", -1)
	f.Write([]byte(one + two))
	store.Finish()
	first := store.Session(0)
	if at := f.Resume(500); at != int64(len(one+two)) {
		t.Errorf("a longer file resumes at %d", at)
	}
	if at := f.Resume(int64(len(two))); at != 0 || f.Path != "f.jsonl" || f.Number != 0 || f.Records.Len() != 0 {
		t.Errorf("a shorter file resumes at %d with %d records", at, f.Records.Len())
	}
	f.Write([]byte(two))
	store.Finish()
	if s := store.Session(0); s != first || s.Title() != "two" || f.Records.Len() != 1 {
		t.Errorf("session %+v with %d records", s, f.Records.Len())
	}
	if store.Session(1) != nil {
		t.Error("there are two sessions")
	}
}

// TestResumeOfMetaFile checks that a file that is parsed as a whole is read again from the start
// when it has grown.
func TestResumeOfMetaFile(t *testing.T) {
	const meta = `{"agentType":"Explore"}`
	store := session.NewStore()
	f := store.Open("p/s/subagents/agent-a1.meta.json", -1)
	io.WriteString(f, meta[:5])
	if at := f.Resume(int64(len(meta))); at != 5 {
		t.Errorf("it resumes at %d before it was closed", at)
	}
	f.Close()
	if at := f.Resume(int64(len(meta))); at != 0 {
		t.Errorf("it resumes at %d after it has grown, want 0", at)
	}
	io.WriteString(f, meta)
	f.Close()
	if at := f.Resume(int64(len(meta))); at != int64(len(meta)) {
		t.Errorf("it resumes at %d, want its end: nothing changed", at)
	}
}

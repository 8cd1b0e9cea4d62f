package parser_test

import (
	"bytes"
	"strings"
	"testing"

	"unspool/parser/session"
	"unspool/parser/testutil"
	"unspool/parser/transcript"
)

func read(name string, data []byte, chunk int) *transcript.File {
	f := session.NewStore().Open(name, int64(len(data)))
	for len(data) > 0 {
		n := min(chunk, len(data))
		f.Write(data[:n])
		data = data[n:]
	}
	f.Close()
	return f
}

// check asks what must hold for every file: each byte belongs to a record, to
// damage or to blanks; pairing is symmetric; items and turns fit each other.
func check(t *testing.T, name string, f *transcript.File, data []byte) {
	t.Helper()
	var records int64
	end := int64(0)
	for i := range f.Records.Len() {
		r := f.Records.At(i)
		if r.Offset < end {
			t.Errorf("%s: record %d at %d begins inside the one before, which ends at %d", name, i, r.Offset, end)
		}
		end = r.Offset + int64(r.Length)
		if r.Class == transcript.ClassDamaged { // these bytes are the lost ones
			continue
		}
		if r.Class == transcript.ClassGap {
			continue
		}
		records += int64(r.Length)
		if end <= int64(len(data)) && (data[r.Offset] != '{' || data[end-1] != '}') {
			t.Errorf("%s: record %d does not stand at %d", name, i, r.Offset)
		}
	}
	if sum := records + f.OmittedBytes + f.LostBytes() + f.BlankBytes(); sum != int64(len(data)) {
		t.Errorf("%s: %d bytes of records + %d lost + %d blank = %d of %d", name, records, f.LostBytes(), f.BlankBytes(), sum, len(data))
	}
	for i := range f.Records.Len() {
		for at, n := f.Records.At(i).AttachedTo, 0; at >= 0; at, n = f.Records.At(at).AttachedTo, n+1 {
			if at >= f.Records.Len() || n > 0 {
				t.Errorf("%s: record %d is shown with %d, which is shown with another", name, i, at)
				break
			}
		}
	}
	checkLedger(t, name, f, data)
	for i := range f.Calls.Len() {
		c := f.Calls.At(i)
		if c.Use >= 0 && f.Blocks.At(c.UseBlock).Call != i || c.Result >= 0 && f.Blocks.At(c.ResultBlk).Call != i {
			t.Errorf("%s: call %s does not know its blocks", name, f.Ident(c.ID))
		}
		if c.Use < 0 && c.Result < 0 {
			t.Errorf("%s: call %s has neither use nor result", name, f.Ident(c.ID))
		}
	}
	turns := map[int32]int32{}
	for _, conv := range f.Conversations {
		last := int32(-1)
		for i, item := range conv.Items {
			if turn, seen := turns[item.Record]; seen && turn != item.Turn {
				t.Errorf("%s: record %d stands in the turns %d and %d", name, item.Record, turn, item.Turn)
			}
			if item.Kind != transcript.ItemRestart && item.Kind != transcript.ItemMode { // marks in front of the record
				turns[item.Record] = item.Turn
			}
			if item.Turn < last {
				t.Errorf("%s: item %d falls back from turn %d to %d", name, i, last, item.Turn)
			}
			last = item.Turn
		}
		for i, turn := range conv.Turns {
			if turn.First > int32(len(conv.Items)) || i > 0 && turn.First < conv.Turns[i-1].First {
				t.Errorf("%s: turn %d begins at item %d", name, i, turn.First)
			}
			if turn.Open < 0 {
				t.Errorf("%s: turn %d has %d open calls", name, i, turn.Open)
			}
		}
	}
}

func TestEveryTranscript(t *testing.T) {
	for _, f := range testutil.Transcripts(t) {
		check(t, f.Path, read(f.Name, f.Data, 1<<20), f.Data)
	}
}

// A session must come out whatever the files' order is.
func TestOrderOfFiles(t *testing.T) {
	names := []string{"s/subagents/agent-a.jsonl", "s/subagents/agent-a.meta.json", "s.jsonl"}
	content := map[string]string{
		"s.jsonl": `{"type":"user","uuid":"u","message":{"role":"user","content":"go"}}
{"type":"assistant","uuid":"a","parentUuid":"u","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"t","name":"Agent","input":{}}]}}
`,
		"s/subagents/agent-a.jsonl":     `{"type":"user","uuid":"x","isSidechain":true,"agentId":"a","message":{"role":"user","content":"look"}}` + "\n",
		"s/subagents/agent-a.meta.json": `{"toolUseId":"t","agentType":"Explore"}`,
	}
	for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 2, 0}} {
		store := session.NewStore()
		for _, i := range order {
			f := store.Open(names[i], -1)
			f.Write([]byte(content[names[i]]))
			f.Close()
			for range store.Sessions() { // asking in between must not disturb
			}
		}
		store.Finish()
		s := store.Session(0)
		if s == nil || len(s.Agents) != 1 || s.Agents[0].Call.File == nil || s.Agents[0].Type != "Explore" {
			t.Errorf("order %v: session %+v", order, s)
		}
	}
}

func TestSeems(t *testing.T) {
	for _, c := range []struct{ want, data string }{
		{"", `{"type":"user","message":{"role":"user","content":"x"}}`},
		{"", `{"type":"user","message":{"role":"user","content":"{\"sessionId\":\"a\",\"projectHash\":\"b\"}"}}`},
		{"", `{"message":{"role":"user","content":"x"}}`},
		{"empty", " \n"},
		{"png", "\x89PNG\r\n\x1a\n"},
		{"html", "<!DOCTYPE html>\n<p>"},
		{"json", "{\n  \"name\": \"x\"\n}"},
		{"text", "hello\nworld"},
		{"binary", "\x7fELF\x00\x01"},
		{"pdf", "%PDF-1.7"},
		{"zip", "PK\x03\x04"},
		{"zip", "PK\x03\x04\x14 s.jsonl\n" + `{"type":"user","sessionId":"s","message":{"role":"user","content":"not compressed"}}` + "\n"},
		{"xml", "<svg/>"},
		{"sqlite", "SQLite format 3\x00\x10"},
		{"codex", `{"timestamp":"2026-01-01T00:00:00Z","type":"session_meta","payload":{"id":"s","cwd":"/w"}}`},
		{"gemini", `{"sessionId":"s","projectHash":"p","startTime":"2026-01-01T00:00:00Z"}` + "\n" + `{"type":"user","content":[{"text":"hi"}]}`},
		{"gemini", "{\n  \"sessionId\": \"s\",\n  \"projectHash\": \"p\",\n  \"messages\": []\n}"},
		{"qwen", `{"uuid":"u","sessionId":"s","type":"user","message":{"role":"user","parts":[{"text":"hi"}]}}`},
		{"copilot", `{"type":"session.start","data":{},"id":"s"}`},
		{"droid", `{"type":"session_start","id":"s","title":"t"}`},
		{"cursor", `{"role":"user","message":{"content":[{"type":"text","text":"hi"}]}}`},
		{"opencode", `{"info":{"id":"ses_1"},"messages":[]}`},
		{"amp", `{"v":1,"id":"T-1","created":1,"messages":[]}`},
		{"continue", `{"sessionId":"s","title":"t","workspaceDirectory":"/w","history":[]}`},
		{"cline", `[{"ts":1,"type":"say","say":"text","text":"hi"}]`},
		{"aider", "\n# aider chat started at 2026-01-01 00:00:00\n\n#### hi\n"},
		{"history", `{"display":"hi","pastedContents":{},"timestamp":1,"project":"/w","sessionId":"s"}`},
		{"journal", `{"type":"started","key":"v2:1","agentId":"a"}`},
		{"settings", `{"permissions":{"allow":[]}}`},
	} {
		for _, chunk := range []int{3, 4096} {
			f := read("f", []byte(c.data), chunk)
			if got := f.DetectType(); got != c.want || f.Known() != (c.want == "") || f.NotTranscript() == f.Known() {
				t.Errorf("%.40q seems %q, want %q; known: %v, stray: %v", c.data, got, c.want, f.Known(), f.NotTranscript())
			}
		}
	}
}

// Two million bad lines cost a bounded number of diagnostics.
func TestManyBadLines(t *testing.T) {
	f := read("f.jsonl", bytes.Repeat([]byte("x\n"), 200_000), 1<<20)
	if n := len(f.Diagnostics()); f.Damaged != 200_000 || n > 200 {
		t.Errorf("%d damaged, %d diagnostics", f.Damaged, n)
	}
}

// Hostile graphs: cycles, self-parents, a chain as long as the file.
func TestHostileGraphs(t *testing.T) {
	var long strings.Builder
	parent := ""
	for i := range 50_000 {
		id := strings.Repeat("x", 8) + string(rune('a'+i%26)) + strings.Repeat("y", i%5) + itoa(i)
		long.WriteString(`{"type":"user","uuid":"` + id + `","parentUuid":"` + parent + `","message":{"role":"user","content":"p"}}` + "\n")
		parent = id
	}
	for name, data := range map[string]string{
		"self":  `{"type":"user","uuid":"a","parentUuid":"a","message":{"role":"user","content":"p"}}`,
		"cycle": `{"type":"user","uuid":"a","parentUuid":"b","message":{"role":"user","content":"p"}}` + "\n" + `{"type":"user","uuid":"b","parentUuid":"a","message":{"role":"user","content":"q"}}`,
		"long":  long.String(),
	} {
		f := read("f.jsonl", []byte(data), 1<<20)
		check(t, name, f, []byte(data))
		if len(f.Conversations[0].Turns) == 0 {
			t.Errorf("%s: no turns", name)
		}
	}
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

// FuzzSession writes any bytes as a file, whole and in chunks.
func FuzzSession(f *testing.F) {
	for _, file := range testutil.Transcripts(f) {
		if len(file.Data) < 20_000 {
			f.Add(file.Data, 100)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, chunk int) {
		if chunk < 1 {
			return
		}
		whole, cut := read("f.jsonl", data, len(data)+1), read("f.jsonl", data, chunk)
		check(t, "fuzz", whole, data)
		for s := range open([]testutil.File{{Name: "f.jsonl", Data: data}}).Sessions() {
			checkTree(t, "fuzz", s)
		}
		if whole.Records.Len() != cut.Records.Len() || whole.Calls.Len() != cut.Calls.Len() || whole.Damaged != cut.Damaged ||
			len(whole.Conversations[0].Items) != len(cut.Conversations[0].Items) {
			t.Fatalf("chunks of %d bytes differ", chunk)
		}
	})
}

func BenchmarkFile(b *testing.B) {
	var all [][]byte
	size := 0
	for _, f := range testutil.Transcripts(b) {
		all = append(all, f.Data)
		size += len(f.Data)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, data := range all {
			read("f.jsonl", data, 1<<20)
		}
	}
}

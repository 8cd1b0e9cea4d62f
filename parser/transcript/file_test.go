package transcript_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"unspool/parser/testutil"
	"unspool/parser/testutil/parsertest"
)

func TestEveryTranscript(t *testing.T) {
	for _, f := range testutil.Transcripts(t) {
		parsertest.CheckFile(t, f.Path, parsertest.Read(f.Name, f.Data, 1<<20), f.Data)
	}
}

// TestDetectType checks that a file with a record of a transcript has no detected type. The
// detection itself is tested by the package sniff.
func TestDetectType(t *testing.T) {
	for _, c := range []struct{ data, want string }{
		{`{"type":"user","message":{"role":"user","content":"x"}}`, ""},
		{`{"type":"user","message":{"content":"{\"sessionId\":\"a\",\"projectHash\":\"b\"}"}}`, ""},
		{`{"message":{"role":"user","content":"x"}}`, ""},
		{`{"type":"session.start","data":{},"id":"s"}`, "copilot"},
		{" \n", "empty"},
		{"hello\nworld", "text"},
	} {
		for _, chunk := range []int{3, 4096} {
			f := parsertest.Read("f.jsonl", []byte(c.data), chunk)
			if got := f.DetectType(); got != c.want || f.Known() != (c.want == "") || f.NotTranscript() == f.Known() {
				t.Errorf("%.40q in chunks of %d bytes: type %q, want %q; known: %t, not a transcript: %t",
					c.data, chunk, got, c.want, f.Known(), f.NotTranscript())
			}
		}
	}
}

// TestManyBadLines checks that the number of diagnostics is limited.
func TestManyBadLines(t *testing.T) {
	f := parsertest.Read("f.jsonl", bytes.Repeat([]byte("x\n"), 200_000), 1<<20)
	if n := len(f.Diagnostics()); f.Damaged != 200_000 || n > 200 {
		t.Errorf("%d damaged, %d diagnostics", f.Damaged, n)
	}
}

// TestHostileParents checks that parents may form cycles, or a chain as long as the file.
func TestHostileParents(t *testing.T) {
	var long strings.Builder
	parent := ""
	for i := range 50_000 {
		id := strings.Repeat("x", 8) + string(rune('a'+i%26)) + strings.Repeat("y", i%5) + strconv.Itoa(i)
		long.WriteString(`{"type":"user","uuid":"` + id + `","parentUuid":"` + parent + `","message":{"role":"user","content":"p"}}` + "\n")
		parent = id
	}
	for name, data := range map[string]string{
		"itself": `{"type":"user","uuid":"a","parentUuid":"a","message":{"role":"user","content":"p"}}`,
		"cycle":  `{"type":"user","uuid":"a","parentUuid":"b","message":{"role":"user","content":"p"}}` + "\n" + `{"type":"user","uuid":"b","parentUuid":"a","message":{"role":"user","content":"q"}}`,
		"long":   long.String(),
		"repeated with flaws": `{"type":"user","uuid":"a","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"\uzzzz"}]}}` + "\n" +
			`{"type":"user","uuid":"b","message":{"role":"user","content":"q"}}` + "\n" +
			`{"type":"user","uuid":"a","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"` + "\xff" + `"}]}}`,
	} {
		f := parsertest.Read("f.jsonl", []byte(data), 1<<20)
		parsertest.CheckFile(t, name, f, []byte(data))
		if len(f.Conversations[0].Turns) == 0 {
			t.Errorf("%s: no turns", name)
		}
	}
}

// FuzzFile reads arbitrary bytes, whole and in chunks.
func FuzzFile(f *testing.F) {
	for _, file := range testutil.Transcripts(f) {
		if len(file.Data) < 20_000 {
			f.Add(file.Data, 100)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, chunk int) {
		if chunk < 1 {
			return
		}
		whole, cut := parsertest.Read("f.jsonl", data, len(data)+1), parsertest.Read("f.jsonl", data, chunk)
		parsertest.CheckFile(t, "fuzz", whole, data)
		if whole.Records.Len() != cut.Records.Len() || whole.Calls.Len() != cut.Calls.Len() || whole.Damaged != cut.Damaged ||
			len(whole.Conversations[0].Items) != len(cut.Conversations[0].Items) {
			t.Fatalf("chunks of %d bytes differ", chunk)
		}
	})
}

package export_test

import (
	"bytes"
	"encoding/json"
	"io"
	"testing"

	"unspool/parser"
	"unspool/parser/export"
	"unspool/parser/testutil"
)

// FuzzExport exports any bytes: the messages are valid JSON, and a transcript of the transcript is the same.
func FuzzExport(f *testing.F) {
	f.Add([]byte(`{"type":"user","uuid":"u","message":{"role":"user","content":"go"}}` + "\n" +
		`{"type":"assistant","uuid":"a","parentUuid":"u","message":{"id":"m","content":[{"type":"tool_use","id":"t","name":"n","input":{}}]}}`))
	f.Add([]byte(`{"type":"unspool-export","version":1,"leftOut":{"calls":1}}` + "\n" +
		`{"type":"assistant","uuid":"a","message":{"content":[{"type":"tool_result","tool_use_id":"","content":[{"type":"text"}]}]}}`))
	f.Add([]byte(`{"type":"user","uuid":"u","message":{"content":[{"type":"text","text":"a` + "\x01\xff" + `","citations":[{"type":"char_location"},null]}]}}`))
	for _, files := range testutil.Cases(f) {
		for _, file := range files {
			f.Add(file.Data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		files := []testutil.File{{Name: "projects/-p/s.jsonl", Data: data}}
		s := first(files)
		if s == nil || s.Shares(s.Main.File) {
			return
		}
		text, report := messagesOf(t, files, s, export.MessagesOptions{})
		var found struct{ Messages []json.RawMessage }
		if err := json.Unmarshal([]byte(text), &found); err != nil || len(found.Messages) != report.Messages {
			t.Fatalf("%d messages, error %v: %s", report.Messages, err, text)
		}
		out, _ := written(t, files, s, export.TranscriptOptions{Thinking: true})
		rest := first(out[:1])
		if rest == nil || rest.Shares(rest.Main.File) {
			return
		}
		again := &memoryFile{}
		_, err := export.Transcript(rest, func(int) io.ReaderAt { return bytes.NewReader(out[0].Data) },
			func(string) (io.WriteCloser, error) { return again, nil }, export.TranscriptOptions{MainOnly: true})
		if err != nil || rest.Main.File.Role == parser.RoleMain && !bytes.Equal(again.Bytes(), out[0].Data) {
			t.Errorf("error %v; the copy is %q\nof %q", err, again.Bytes(), out[0].Data)
		}
	})
}

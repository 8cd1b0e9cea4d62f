package schema

import (
	"bytes"
	"strings"
	"testing"

	"unspool/parser"
	"unspool/parser/testutil"
)

// FuzzReport makes a report of arbitrary bytes: as a transcript, as an agent's meta file, and of
// fewer bytes than announced. The report contains only words of the format, and is bounded.
func FuzzReport(f *testing.F) {
	for _, line := range strings.SplitAfter(secrets, "\n") {
		f.Add([]byte(line), 0)
	}
	f.Add([]byte(secrets), 100)
	f.Add([]byte(`{"agentType":"SECRET","toolUseId":"t","a":{"b":[]}}`), 3)
	f.Add([]byte("{\"type\":\"mode\",\"version\":\"1.2.3\",\"m\\u006fde\":\"pl\\u0061n\",\"tools\":[ ],\"n\":-1.5E9}\n{\"type\":\"mode\""), 7)
	f.Fuzz(func(t *testing.T, data []byte, gone int) {
		text := report(t, testutil.File{Name: "p/s.jsonl", Data: data},
			testutil.File{Name: "p/s/subagents/agent-a.meta.json", Data: data})
		checkWords(t, "the fuzzer", text)
		if len(text) > maxReport {
			t.Errorf("%d bytes of %d", len(text), len(data))
		}
		store := parser.NewStore()
		file := store.Open("s.jsonl", -1)
		file.Write(data)
		store.Finish()
		r := New()
		r.Add(file, store.Ledger(file), bytes.NewReader(data[:len(data)-min(max(gone, 0), len(data))]))
		var out strings.Builder
		if _, err := r.WriteTo(&out); err != nil {
			t.Fatal(err)
		}
		checkWords(t, "the fuzzer, with bytes gone", out.String())
		unknown := 0
		for _, n := range Unknown(store.Files) {
			unknown += n
		}
		if most := file.Records.Len() + file.Blocks.Len(); unknown > int(most) {
			t.Errorf("%d of %d records and blocks are unknown", unknown, most)
		}
	})
}

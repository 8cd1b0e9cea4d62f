package transcript_test

import (
	"bytes"
	"maps"
	"slices"
	"testing"

	"unspool/parser/session"
	"unspool/parser/testutil"
	"unspool/parser/testutil/parsertest"
	"unspool/parser/transcript"
)

// TestLedgerOfPrefixes checks that the ledger is exact while a file grows, and for a truncated
// file. Files are cut at each byte; larger files only at some bytes, and around all line ends.
func TestLedgerOfPrefixes(t *testing.T) {
	cases := testutil.Cases(t)
	for _, name := range testutil.Sample(t, slices.Sorted(maps.Keys(cases)), 6) {
		for _, f := range cases[name] {
			growing := session.NewStore().Open(f.Name, int64(len(f.Data)))
			step := 1 + len(f.Data)/1000
			for i := range f.Data {
				growing.Write(f.Data[i : i+1])
				around := f.Data[max(0, i-2):min(len(f.Data), i+3)]
				if i%step != 0 && !bytes.Contains(around, []byte("\n")) {
					continue
				}
				parsertest.CheckLedger(t, name+": "+f.Name, growing, f.Data[:i+1])
				parsertest.CheckLedger(t, name+": truncated "+f.Name, parsertest.Read(f.Name, f.Data[:i+1], i+1), f.Data[:i+1])
			}
		}
	}
}

// TestReasons checks that each reason covers the records that its name describes.
func TestReasons(t *testing.T) {
	const prompt = `{"type":"user","uuid":"u","message":{"role":"user","content":"go"}}`
	for want, line := range map[transcript.Reason]string{
		transcript.ReasonHook:       `{"type":"attachment","uuid":"x","attachment":{"type":"hook_success","hookName":"Stop"}}`,
		transcript.ReasonProgress:   `{"type":"progress","uuid":"x","data":{"type":"bash_progress"},"toolUseID":"none"}`,
		transcript.ReasonContext:    `{"type":"user","uuid":"x","isMeta":true,"message":{"role":"user","content":"note"}}`,
		transcript.ReasonSystem:     `{"type":"system","uuid":"x","subtype":"turn_duration","durationMs":1}`,
		transcript.ReasonMetadata:   `{"type":"ai-title","aiTitle":"t"}`,
		transcript.ReasonFiller:     `{"type":"assistant","uuid":"x","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"(no content)"}]}}`,
		transcript.ReasonOther:      `{"type":"marvel","uuid":"x","parentUuid":"u"}`,
		transcript.ReasonUnfinished: `{"type":"user","uuid":"x","mess`,
	} {
		f := parsertest.Read("s.jsonl", []byte(prompt+"\n"+line), 1<<20)
		l := f.Ledger()
		if l.Shown != int64(len(prompt)) || l.Hidden[want] != int64(len(line)) || l.Hidden[transcript.ReasonBlank] != 1 {
			t.Errorf("%s: %+v", want, l)
		}
	}
	retried := parsertest.Read("s.jsonl", []byte(prompt+`{"type":"assistant","uuid":"x","message":{"id":"m","role":"assistant","content":"no"}}`+
		`{"type":"assistant","uuid":"y","supersedesUuids":["x"],"message":{"id":"n","role":"assistant","content":"yes"}}`), 1<<20).Ledger()
	merged := parsertest.Read("s.jsonl", []byte(prompt+prompt), 1<<20).Ledger()
	damaged := parsertest.Read("s.jsonl", []byte(prompt+"\nrubbish\n"), 1<<20).Ledger()
	internal := parsertest.Read("agent-acompact-1.jsonl", []byte(prompt), 1<<20).Ledger()
	if retried.Hidden[transcript.ReasonRetracted] != 86 {
		t.Errorf("retried %+v", retried)
	}
	if merged.Merged != int64(len(prompt)) || damaged.Damaged != 7 || internal.Hidden[transcript.ReasonInternal] != int64(len(prompt)) {
		t.Errorf("merged %+v\ndamaged %+v\ninternal %+v", merged, damaged, internal)
	}
}

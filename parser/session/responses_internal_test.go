package session

import (
	"fmt"
	"testing"

	"unspool/parser/transcript"
)

// TestResponseFilesOnce checks that a file has one number in the index of responses, however often
// the index is updated.
func TestResponseFilesOnce(t *testing.T) {
	st := NewStore()
	for _, name := range []string{"p/a.jsonl", "p/b.jsonl"} {
		f := st.Open(name, -1)
		f.Write([]byte(`{"type":"assistant","uuid":"` + name + `","message":{"id":"m","role":"assistant","content":[],"usage":{"output_tokens":1}}}` + "\n"))
		f.Close()
	}
	for range 3 {
		st.Session(0)
	}
	files := st.responseIndex.files
	if len(files) != 2 || files[0] == files[1] {
		t.Errorf("the index lists %d files after three updates, want each of 2 once", len(files))
	}
}

// TestUsageRevisionOfOwner checks that the usage revision of a file rises when the usage of its
// response grows in another file.
func TestUsageRevisionOfOwner(t *testing.T) {
	st := NewStore()
	write := func(f *transcript.File, output int) {
		fmt.Fprintf(f, `{"type":"assistant","uuid":"u%d-%d","sessionId":"s%[1]d","timestamp":"2025-11-01T10:00:0%[1]dZ",`+
			`"requestId":"r","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"x"}],`+
			`"usage":{"output_tokens":%[2]d}}}`+"\n", f.Number, output)
		f.Close()
	}
	owner, other := st.Open("p/a.jsonl", -1), st.Open("p/b.jsonl", -1)
	write(owner, 1)
	write(other, 20)
	before := st.Session(0).UsageRevision()
	write(other, 300)
	if after := st.Session(0).UsageRevision(); after <= before {
		t.Errorf("the usage revision is %d after %d", after, before)
	}
	if r, ok := st.responseIndex.response(recordedMessage{owner, 0}); !ok || r.Usage.Output != 300 {
		t.Errorf("the response has the output %d, want 300", r.Usage.Output)
	}
}

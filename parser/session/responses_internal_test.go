package session

import "testing"

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

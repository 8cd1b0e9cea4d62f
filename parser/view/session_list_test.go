package view_test

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/view"
)

// A growingStore is a store whose files grow while a viewer shows them.
type growingStore struct {
	*parser.Store
	data []*bytes.Buffer // of the files
}

func newGrowingStore() *growingStore { return &growingStore{Store: parser.NewStore()} }

func (g *growingStore) viewer() *view.Viewer {
	return view.New(g.Store, price.Default(), func(file int) io.ReaderAt { return bytes.NewReader(g.data[file].Bytes()) })
}

// create adds a file with the given text.
func (g *growingStore) create(name, text string) {
	g.data = append(g.data, new(bytes.Buffer))
	g.Open(name, 0)
	g.grow(len(g.data)-1, text)
}

// grow adds text to the end of a file, as when it is read again after it was closed.
func (g *growingStore) grow(file int, text string) {
	g.data[file].WriteString(text)
	f := g.File(file)
	from := f.Resume(int64(g.data[file].Len()))
	f.Write(g.data[file].Bytes()[from:])
	f.Close()
}

// checkSessionList checks that the list of sessions has the same sums as the summaries.
func checkSessionList(t *testing.T, v *view.Viewer, when string) {
	t.Helper()
	for _, info := range v.Sessions() {
		sum, _ := v.Summary(info.Index)
		if info.Cost.USD != sum.Cost.USD || info.UnderReported != sum.UnderReported {
			t.Errorf("%s: session %s is listed with cost %+v and under-reported share %v, but its summary has %+v and %v",
				when, info.ID, info.Cost, info.UnderReported, sum.Cost, sum.UnderReported)
		}
	}
}

// responseLine returns the record of a response msg_1, in session number n, with an output.
func responseLine(n, line, output int, stop string) string {
	return fmt.Sprintf(`{"type":"assistant","uuid":"u%d-%d","parentUuid":null,"sessionId":"s%d","timestamp":"2025-11-01T10:00:0%dZ",`+
		`"requestId":"req_1","message":{"id":"msg_1","role":"assistant","model":"claude-sonnet-4-5","stop_reason":%s,`+
		`"content":[{"type":"text","text":"part %d"}],"usage":{"input_tokens":10,"output_tokens":%d}}}`+"\n",
		n, line, n, n, stop, line, output)
}

// TestListAfterGrowth checks the list of sessions after the file grew that records the usage of a
// response of another session.
func TestListAfterGrowth(t *testing.T) {
	store := newGrowingStore()
	v := store.viewer()
	store.create("p/s1.jsonl", responseLine(1, 1, 1, "null"))
	store.create("p/s2.jsonl", responseLine(2, 1, 2000, "null"))
	store.Finish()
	checkSessionList(t, v, "at first")
	before := v.Sessions()[0].Cost
	for i, stop := range []string{"null", `"end_turn"`} {
		store.grow(1, responseLine(2, 2+i, 20000, stop))
		checkSessionList(t, v, "while the file grew")
		store.Finish()
		checkSessionList(t, v, "after it grew")
	}
	if after := v.Sessions()[0].Cost; after.USD <= before.USD {
		t.Errorf("the cost grew from %+v to %+v only", before, after)
	}
}

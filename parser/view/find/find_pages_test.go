package find_test

import (
	"bytes"
	"io"
	"testing"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/testutil/testgen"
	"unspool/parser/view"
	"unspool/parser/view/find"
)

// TestFindDropsReadAhead checks that a finished search drops what it read ahead.
func TestFindDropsReadAhead(t *testing.T) {
	data, _ := testgen.Session(40 << 20)
	store := parser.NewStore()
	f := store.Open("s.jsonl", int64(len(data)))
	f.Write(data)
	f.Close()
	store.Finish()
	v := view.New(store, price.Default(), func(int) io.ReaderAt { return bytes.NewReader(data) })
	for next := new(0.0); next != nil; {
		found, err := v.Matches(0, find.MatchQuery{Text: "nowhere to be found"}, *next)
		if err != nil {
			t.Fatal(err)
		}
		next = found.Next
	}
	reads := v.Source.Reads()
	v.Source.Record(f, f.Records.Len()-1000)
	if v.Source.Reads() == reads {
		t.Error("a record at the end of the file is still cached after the search")
	}
}

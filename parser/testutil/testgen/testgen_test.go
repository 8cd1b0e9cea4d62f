package testgen_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/testutil/testgen"
	"unspool/parser/view"
)

// TestSession checks that the parser finds in a generated session what was put in, and reports no
// diagnostics.
func TestSession(t *testing.T) {
	const size = 3 << 20
	data, facts := testgen.Session(size)
	if again, _ := testgen.Session(size); !bytes.Equal(data, again) {
		t.Error("the same size gives another session")
	}
	if len(data) < size || len(data) > size*3/2 {
		t.Errorf("%d bytes, want about %d", len(data), size)
	}
	if average := len(data) / facts.Lines; average < 2500 || average > 5000 {
		t.Errorf("a line has %d bytes on average", average)
	}
	for line := range bytes.Lines(data) {
		if !json.Valid(line) {
			t.Fatalf("not JSON: %.300s", line)
		}
	}
	store := parser.NewStore()
	f := store.Open("made.jsonl", int64(len(data)))
	f.Write(data)
	f.Close()
	store.Finish()
	got := view.Summarize(store.Session(0), price.Default())
	read := testgen.Facts{Lines: got.Lines, Turns: got.Turns, Messages: got.Messages, Calls: got.Paired, Compactions: got.Compactions}
	if read != facts {
		t.Errorf("read %+v, made %+v", read, facts)
	}
	if got.Damaged+got.Diagnostics+got.Branches+got.Agents+got.Unanswered+got.OrphanResults+got.Duplicates > 0 {
		t.Errorf("diagnostics: %+v", got)
	}
}

package find_test

import (
	"testing"

	"unspool/parser/testutil/testgen"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view"
	"unspool/parser/view/find"
)

// searchAll searches a session to its end, and returns the number of prompts that matches follow.
func searchAll(t *testing.T, v *view.Viewer, words string) (prompts int) {
	t.Helper()
	for next := new(0.0); next != nil; {
		found, err := v.Matches(0, find.MatchQuery{Text: words}, *next)
		if err != nil {
			t.Fatal(err)
		}
		prompts += len(found.Prompts)
		next = found.Next
	}
	return prompts
}

// TestFindDropsReadAhead checks that a finished search drops what it read ahead.
func TestFindDropsReadAhead(t *testing.T) {
	data, facts := testgen.Session(40 << 20)
	v, file := viewtest.Failing(data, 0)
	searchAll(t, v, "nowhere to be found")
	reads := file.Reads
	f := v.Source.Store().File(0)
	if got := f.Records.Len(); int(got) != facts.Lines {
		t.Fatalf("%d records, want %d", got, facts.Lines)
	}
	v.Source.Record(f, f.Records.Len()-1000)
	if file.Reads == reads {
		t.Error("a record at the end of the file is still cached after the search")
	}
}

// TestFindReadsOnce checks that the prompts of matches are named from what is read for the matches.
func TestFindReadsOnce(t *testing.T) {
	data, facts := testgen.Session(30 << 20)
	v, file := viewtest.Failing(data, 0)
	searchAll(t, v, "nowhere to be found")
	reads := file.Reads
	v, file = viewtest.Failing(data, 0)
	if prompts := searchAll(t, v, "the"); prompts < facts.Turns {
		t.Fatalf("%d prompts of %d have matches", prompts, facts.Turns)
	}
	if file.Reads > reads {
		t.Errorf("%d reads, but %d if nothing is found", file.Reads, reads)
	}
}

package find_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view"
	"unspool/parser/view/find"
)

// phrase returns a query for words that follow each other.
func phrase(text string) find.MatchQuery { return find.MatchQuery{Text: text, Options: "phrase"} }

// TestMatchesOfNarrowed checks that only the contents of the remaining rows are found.
func TestMatchesOfNarrowed(t *testing.T) {
	_, v := viewtest.Load(viewtest.Dialogue, 1<<30)
	const (
		mode    = `@0:0 other 0 [needle]`
		prompt  = `u1 prompts 1 Where is the [needle]?`
		thought = `a1#0 thinking 1 A [NEEDLE] in the hay`
		report  = `a2#0 output 2 no [needle] here of Task`
		command = `a3#0 input 3 grep -r [needle] of Bash failed`
		reply   = `@1/x2#0 replies 2 Here is a [Needle]. in look`
	)
	for _, c := range []struct {
		turns, show, hide string
		want              []string
	}{
		{"", "", "", []string{mode, prompt, thought, report, command, reply}},
		{"2-", "", "", []string{report, command, reply}},
		{"", "prompts", "", []string{prompt}},
		{"", "agents", "", []string{report, reply}},
		{"", "", "agents background", []string{prompt, thought, command}},
		{"4", "", "", nil},
	} {
		if err := v.Narrow(0, c.turns, "", c.show, c.hide); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range matchAll(t, v, 0, phrase(" needle\n")).Matches {
			got = append(got, describeMatch(m))
			if viewtest.RowIndex(v.Find(0, m.Key)) < 0 {
				t.Errorf("turns %q, show %q, hide %q: no row has the key %s", c.turns, c.show, c.hide, m.Key)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("turns %q, show %q, hide %q (-want +got):\n%s", c.turns, c.show, c.hide, diff)
		}
	}
}

// TestMatchesPerCall checks that the first call returns a hundred matching records, and each following
// one five hundred, however many there are.
func TestMatchesPerCall(t *testing.T) {
	var data []byte
	for i := range 750 {
		data = fmt.Appendf(data, `{"type":"user","uuid":"u%d","sessionId":"s","message":{"role":"user","content":"a needle"}}`+"\n", i)
	}
	_, v := viewtest.Load([]testutil.File{{Name: "s.jsonl", Data: data}}, 1<<30)
	var given []int
	for from := new(0.0); from != nil; {
		found, err := v.Matches(0, phrase("needle"), *from)
		if err != nil {
			t.Fatal(err)
		}
		given, from = append(given, len(found.Matches)), found.Next
	}
	if want := []int{100, 500, 150}; !slices.Equal(given, want) {
		t.Errorf("the calls give %d matches, want %d", given, want)
	}
}

// TestMatchesFoundOnce checks that a repeated record, and an agent's words that a main file
// repeats, are one match.
func TestMatchesFoundOnce(t *testing.T) {
	again := viewtest.Dialogue[0]
	text := bytes.SplitAfter(again.Data, []byte("\n"))
	again.Data = bytes.Join([][]byte{again.Data, text[1], []byte(`{"type":"assistant","uuid":"a1","sessionId":"s","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"A needle in the hay"}]}}
{"type":"progress","uuid":"p1","sessionId":"s","toolUseID":"t2","parentToolUseID":"t2","data":{"type":"agent_progress","agentId":"aa1","message":{"type":"assistant","message":{"id":"n2","role":"assistant","content":[{"type":"text","text":"Here is a Needle."}]}}}}
`)}, nil)
	_, v := viewtest.Load([]testutil.File{again, viewtest.Dialogue[1]}, 1<<30)
	for text, want := range map[string]int{"where is the needle": 1, "a needle in the hay": 1, "here is a needle": 1} {
		if all := matchAll(t, v, 0, phrase(text)).Matches; len(all) != want {
			t.Errorf("%q: %+v", text, all)
		}
	}
}

// TestMatchesWhileReading checks that what was read so far can be searched, and that later records
// are found later.
func TestMatchesWhileReading(t *testing.T) {
	f := viewtest.Dialogue[0]
	store := parser.NewStore()
	v := view.New(store, price.Default(), func(int) io.ReaderAt { return bytes.NewReader(f.Data) })
	file := store.Open(f.Name, int64(len(f.Data)))
	last := 0
	for i := range f.Data {
		file.Write(f.Data[i : i+1])
		places := matchAll(t, v, 0, phrase("needle")).Places
		if places < last {
			t.Fatalf("%d places after %d bytes, before %d", places, i+1, last)
		}
		last = places
	}
	if last != 5 {
		t.Errorf("%d places", last)
	}
}

// TestEveryMatchHasARow checks that each match leads to a row and has the kind of its words.
func TestEveryMatchHasARow(t *testing.T) {
	check := func(name string, files []testutil.File) (found int) {
		_, v := viewtest.Load(files, 1<<30)
		for _, info := range v.Sessions() {
			for _, text := range []string{"the", "e", "error", "a b", "ü"} {
				all := matchAll(t, v, info.Index, phrase(text)).Matches
				if len(all) > 2000 { // to find one takes as long as there are rows
					all = append(all[:1000], all[len(all)-1000:]...)
				}
				for _, m := range all {
					found++
					if at := viewtest.RowIndex(v.Find(info.Index, m.Key)); at < 0 {
						t.Errorf("%s: no row shows %s, which holds %q", name, m.Key, text)
					}
					if n := utf8.RuneCountInString(m.Before + m.Words + m.After); m.Words == "" || n > 303 || m.Turn < 0 {
						t.Errorf("%s: %+v", name, m)
					}
				}
			}
		}
		return found
	}
	found := 0
	for name, files := range testutil.Cases(t) {
		found += check(name, files)
	}
	for _, f := range testutil.Transcripts(t) {
		found += check(f.Path, []testutil.File{f})
	}
	if found < 1000 {
		t.Errorf("only %d matches", found)
	}
}

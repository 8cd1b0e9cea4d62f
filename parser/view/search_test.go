package view_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/testutil"
	"unspool/parser/testutil/testgen"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

// searchAll asks on until the end, and gives the hits and how often it asked.
func searchAll(t testing.TB, v *view.Viewer, session int, text string) (hits []protocol.Hit, asked int) {
	t.Helper()
	for from := 0; from >= 0; asked++ {
		found, err := v.Search(session, text, from)
		if err != nil {
			t.Fatal(err)
		}
		if found.Next >= 0 && found.Next <= from {
			t.Fatalf("the search goes on at %d from %d", found.Next, from)
		}
		hits, from = append(hits, found.Hits...), found.Next
	}
	return hits, asked
}

// dialogue is a session of three turns, the second of which asks an agent.
var dialogue = []testutil.File{{Name: "p/s.jsonl", Data: []byte(`{"type":"mode","mode":"needle","sessionId":"s"}
{"type":"user","uuid":"u1","sessionId":"s","message":{"role":"user","content":"Where is the needle?"}}
{"type":"assistant","uuid":"a1","sessionId":"s","message":{"id":"m1","role":"assistant","content":[{"type":"thinking","thinking":"A NEEDLE in the hay"},{"type":"text","text":"I will look."}]}}
{"type":"user","uuid":"u2","sessionId":"s","message":{"role":"user","content":"Do"}}
{"type":"assistant","uuid":"a2","sessionId":"s","message":{"id":"m2","role":"assistant","content":[{"type":"tool_use","id":"t2","name":"Task","input":{"description":"look","prompt":"Look for it"}}]}}
{"type":"user","uuid":"r2","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"no needle\nhere"}]},"toolUseResult":{"agentId":"aa1","content":[]}}
{"type":"user","uuid":"u3","sessionId":"s","message":{"role":"user","content":"Go on"}}
{"type":"assistant","uuid":"a3","sessionId":"s","message":{"id":"m3","role":"assistant","content":[{"type":"tool_use","id":"t3","name":"Bash","input":{"command":"grep -r needle"}}]}}
{"type":"user","uuid":"r3","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t3","is_error":true,"content":"Exit code 1"}]}}
`)}, {Name: "p/s/subagents/agent-aa1.jsonl", Data: []byte(`{"type":"user","uuid":"x1","isSidechain":true,"agentId":"aa1","sessionId":"s","message":{"role":"user","content":"Look for it"}}
{"type":"assistant","uuid":"x2","isSidechain":true,"agentId":"aa1","sessionId":"s","message":{"id":"n2","role":"assistant","content":[{"type":"text","text":"Here is a Needle."}]}}
`)}}

func TestSearch(t *testing.T) {
	_, v := load(dialogue, 1<<30)
	for _, c := range []struct{ turns, show, hide, want string }{
		{"", "", "", `@0:0 0 "needle", u1 1 "Where is the needle?", a1 1 "A NEEDLE in the hay", r2 2 "no needle here", a3 3 "grep -r needle", x2 2 "Here is a Needle."`},
		{"2-", "", "", `r2 2 "no needle here", a3 3 "grep -r needle", x2 2 "Here is a Needle."`},
		{"", "prompts", "", `u1 1 "Where is the needle?"`},
		{"", "agents", "", `r2 2 "no needle here", x2 2 "Here is a Needle."`},
		{"", "", "agents machinery", `u1 1 "Where is the needle?", a1 1 "A NEEDLE in the hay", a3 3 "grep -r needle"`},
		{"4", "", "", ""},
	} {
		if err := v.Narrow(0, c.turns, c.show, c.hide); err != nil {
			t.Fatal(err)
		}
		hits, _ := searchAll(t, v, 0, " needle\n")
		var got []string
		for _, h := range hits {
			got = append(got, fmt.Sprintf("%s %d %q", h.UUID, h.Turn, h.Text))
			if rowIndex(v.Find(0, h.UUID)) < 0 {
				t.Errorf("turns %q, show %q, hide %q: the hit %s has no row", c.turns, c.show, c.hide, h.UUID)
			}
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("turns %q, show %q, hide %q: %s, want %s", c.turns, c.show, c.hide, got, c.want)
		}
	}
}

func TestSearchOddly(t *testing.T) {
	_, v := load(dialogue, 1<<30)
	for _, c := range []struct {
		session int
		text    string
		from    int
	}{{0, "", 0}, {0, " \t", 0}, {7, "needle", 0}, {-1, "needle", 0}, {0, "needle", 1 << 50}, {0, "needle", 1<<33 + 7<<7}, {0, "needle", 3<<33 - 1}} {
		if found, err := v.Search(c.session, c.text, c.from); err != nil || len(found.Hits) != 0 || found.Hits == nil || found.Next != -1 {
			t.Errorf("%+v: %+v, %v", c, found, err)
		}
	}
	if found, _ := v.Search(0, "needle", -5); len(found.Hits) != 6 {
		t.Errorf("from -5: %+v", found)
	}
	if _, err := v.Search(0, strings.Repeat("x", 2000), 0); err == nil {
		t.Error("2000 characters are looked for")
	}
}

// However large the session is, one call looks at a stretch of it only, and all
// calls look at all of it once.
func TestSearchInStretches(t *testing.T) {
	data, facts := testgen.Session(20_000_000)
	_, v := load([]testutil.File{{Name: "s.jsonl", Data: data}}, 1<<20)
	hits, asked := searchAll(t, v, 0, "the")
	if asked < 10 || asked > 10+len(hits)/50 || len(hits) < facts.Turns {
		t.Errorf("%d hits in %d calls, of %d turns in 20 MB", len(hits), asked, facts.Turns)
	}
	uuids := map[string]bool{}
	for _, h := range hits {
		if uuids[h.UUID] {
			t.Fatalf("the record %s is found twice", h.UUID)
		}
		uuids[h.UUID] = true
	}
	if none, asked := searchAll(t, v, 0, "no such words anywhere"); len(none) != 0 || asked < 10 {
		t.Errorf("%d hits in %d calls", len(none), asked)
	}
}

// However many records hold the words, one call gives a hundred of them.
func TestSearchHitsOfACall(t *testing.T) {
	var data []byte
	for i := range 250 {
		data = fmt.Appendf(data, `{"type":"user","uuid":"u%d","sessionId":"s","message":{"role":"user","content":"a needle"}}`+"\n", i)
	}
	_, v := load([]testutil.File{{Name: "s.jsonl", Data: data}}, 1<<30)
	var given []int
	for from := 0; from >= 0; {
		found, err := v.Search(0, "needle", from)
		if err != nil {
			t.Fatal(err)
		}
		given, from = append(given, len(found.Hits)), found.Next
	}
	if want := []int{100, 100, 50}; !slices.Equal(given, want) {
		t.Errorf("the calls give %d hits, want %d", given, want)
	}
}

// What came again, and what a main file repeats of an agent's words, is one hit.
func TestSearchFindsOnce(t *testing.T) {
	again := dialogue[0]
	text := bytes.SplitAfter(again.Data, []byte("\n"))
	again.Data = bytes.Join([][]byte{again.Data, text[1], []byte(`{"type":"assistant","uuid":"a1","sessionId":"s","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"A needle in the hay"}]}}
{"type":"progress","uuid":"p1","sessionId":"s","toolUseID":"t2","parentToolUseID":"t2","data":{"type":"agent_progress","agentId":"aa1","message":{"type":"assistant","message":{"id":"n2","role":"assistant","content":[{"type":"text","text":"Here is a Needle."}]}}}}
`)}, nil)
	_, v := load([]testutil.File{again, dialogue[1]}, 1<<30)
	for text, want := range map[string]int{"where is the needle": 1, "a needle in the hay": 1, "here is a needle": 1} {
		if hits, _ := searchAll(t, v, 0, text); len(hits) != want {
			t.Errorf("%q: %+v", text, hits)
		}
	}
}

// What was read so far can be searched; what comes later is found later.
func TestSearchWhileReading(t *testing.T) {
	f := dialogue[0]
	store := parser.NewStore()
	v := view.New(store, price.Default(), func(int) io.ReaderAt { return bytes.NewReader(f.Data) })
	file := store.Open(f.Name, int64(len(f.Data)))
	last := 0
	for i := range f.Data {
		file.Write(f.Data[i : i+1])
		hits, _ := searchAll(t, v, 0, "needle")
		if len(hits) < last {
			t.Fatalf("%d hits after %d bytes, before %d", len(hits), i+1, last)
		}
		last = len(hits)
	}
	if last != 5 {
		t.Errorf("%d hits", last)
	}
}

// Every record that is found is shown by a row, wherever it stands, and holds the words.
func TestEveryHitIsFound(t *testing.T) {
	check := func(name string, files []testutil.File) (found int) {
		_, v := load(files, 1<<30)
		for _, info := range v.Sessions() {
			for _, text := range []string{"the", "e", "error", "a b", "ü"} {
				hits, _ := searchAll(t, v, info.Index, text)
				if len(hits) > 2000 { // to find one takes as long as there are rows
					hits = append(hits[:1000], hits[len(hits)-1000:]...)
				}
				for _, h := range hits {
					found++
					if at := rowIndex(v.Find(info.Index, h.UUID)); at < 0 {
						t.Errorf("%s: no row shows the record %s, which holds %q", name, h.UUID, text)
					}
					if n := utf8.RuneCountInString(h.Text); n == 0 || n > 160 || h.Turn < 0 {
						t.Errorf("%s: %+v", name, h)
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
		t.Errorf("only %d hits", found)
	}
}

// BenchmarkSearch looks for words that are nowhere, so that all of a session is
// searched, and tells how long that takes beside reading the session as the page does.
func BenchmarkSearch(b *testing.B) {
	data, _ := testgen.Session(50_000_000)
	files := []testutil.File{{Name: "s.jsonl", Data: data}}
	start := time.Now()
	_, v := load(files, 2<<20)
	reading := time.Since(start)
	for name, text := range map[string]string{"latin": "qqz xyzzy", "short": "qz", "cyrillic": "начало"} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				searchAll(b, v, 0, text)
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/reading.Seconds(), "of-reading")
		})
	}
}

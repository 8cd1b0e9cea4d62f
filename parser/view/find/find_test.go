package find_test

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/testutil"
	"unspool/parser/testutil/testgen"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view"
	"unspool/parser/view/find"
	"unspool/parser/view/protocol"
)

// yield yields the processor, as a page does between two requests. Under GOOS=js nothing else lets
// the garbage collector's goroutines run: one collection lasted 72 s and left 3.5 GB.
func yield() { runtime.Gosched() }

// matchAll requests matches until the end, and returns all of them.
func matchAll(t testing.TB, v *view.Viewer, session int, query find.MatchQuery) (all protocol.Matches) {
	t.Helper()
	for from := new(0.0); from != nil; {
		yield()
		found, err := v.Matches(session, query, *from)
		if err != nil {
			t.Fatal(err)
		}
		if found.Next != nil && *found.Next <= *from {
			t.Fatalf("the search continues at %.0f from %.0f", *found.Next, *from)
		}
		all.Matches = append(all.Matches, found.Matches...)
		all.Prompts = append(all.Prompts, found.Prompts...)
		all.Places += found.Places
		all.Count += found.Count
		all.Kinds = addTallies(all.Kinds, found.Kinds)
		all.Tools = addTallies(all.Tools, found.Tools)
		from = found.Next
	}
	return all
}

func addTallies(to, from []protocol.Count) []protocol.Count {
next:
	for _, one := range from {
		for i := range to {
			if to[i].Name == one.Name {
				to[i].Count += one.Count
				continue next
			}
		}
		to = append(to, one)
	}
	return to
}

func describeMatch(m protocol.Match) string {
	s := fmt.Sprintf("%s %s %d %s[%s]%s", m.Key, m.Kind, m.Turn, m.Before, m.Words, m.After)
	if m.Tool != "" {
		s += " of " + m.Tool
	}
	if m.Agent != "" {
		s += " in " + m.Agent
	}
	if m.Failed {
		s += " failed"
	}
	if m.Count != 1 {
		s += fmt.Sprint(" ×", m.Count)
	}
	return s
}

// searchFiles are a session of two turns and an agent, with the words in every kind of place.
var searchFiles = []testutil.File{{Name: "p/s.jsonl", Data: []byte(`{"type":"user","uuid":"u1","sessionId":"s","timestamp":"2026-01-02T03:04:05.000Z","message":{"role":"user","content":"Find the Needle, needle!"}}
{"type":"assistant","uuid":"a1","sessionId":"s","message":{"id":"m1","role":"assistant","content":[{"type":"thinking","thinking":"which needle?"},{"type":"text","text":"No hay needles."},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"grep needle hay"}},{"type":"tool_use","id":"t2","name":"Edit","input":{"file_path":"/x","old_string":"pin","new_string":"needle"}}]}}
{"type":"user","uuid":"r1","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":"Exit code 2\nno needle in hay"}]},"toolUseResult":"Error: Exit code 2\nno needle in hay"}
{"type":"user","uuid":"r2","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"done"}]},"toolUseResult":{"filePath":"/x","newString":"needle","originalFile":"pin hay","structuredPatch":[{"oldStart":1,"oldLines":2,"newStart":1,"newLines":2,"lines":["-pin","+needle"," haystack"]}]}}
{"type":"user","uuid":"u2","sessionId":"s","message":{"role":"user","content":"Ask somebody"}}
{"type":"assistant","uuid":"a2","sessionId":"s","message":{"id":"m2","role":"assistant","content":[{"type":"tool_use","id":"t3","name":"Task","input":{"description":"look","prompt":"Look for it"}}]}}
{"type":"user","uuid":"r3","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t3","content":"hay only"}]},"toolUseResult":{"agentId":"aa1","content":[]}}
{"type":"system","subtype":"informational","uuid":"s1","sessionId":"s","content":"The needle has a note"}
`)}, {Name: "p/s/subagents/agent-aa1.jsonl", Data: []byte(`{"type":"user","uuid":"x1","isSidechain":true,"agentId":"aa1","sessionId":"s","message":{"role":"user","content":"Look for it"}}
{"type":"assistant","uuid":"x2","isSidechain":true,"agentId":"aa1","sessionId":"s","message":{"id":"n2","role":"assistant","content":[{"type":"text","text":"Here is a needle."}]}}
`)}}

func TestMatches(t *testing.T) {
	const (
		u1     = `u1 prompts 1 Find the [Needle], needle! ×2`
		think  = `a1#0 thinking 1 which [needle]?`
		reply  = `a1#1 replies 1 No hay [needle]s.`
		input  = `a1#2 input 1 grep [needle] hay of Bash failed`
		edit   = `a1#3 input 1 [needle] of Edit`
		output = `a1#2 output 1 Exit code 2 no [needle] in hay of Bash failed`
		note   = `s1 other 2 The [needle] has a note`
		agent  = `@1/x2#0 replies 2 Here is a [needle]. in look`
	)
	_, v := viewtest.Load(searchFiles, 1<<30)
	for _, c := range []struct {
		wanted find.MatchQuery
		hide   string
		want   []string
	}{
		{find.MatchQuery{Text: "needle"}, "", []string{u1, think, reply, input, edit, output, note, agent}},
		{find.MatchQuery{Text: "needle"}, "agents tools", []string{u1, think, reply, note}},
		{find.MatchQuery{Text: "Needle", Options: "case"}, "", []string{`u1 prompts 1 Find the [Needle], needle!`}},
		{find.MatchQuery{Text: "needles", Options: "whole"}, "", []string{`a1#1 replies 1 No hay [needles].`}},
		{find.MatchQuery{Text: "needle", Kinds: "thinking prompts"}, "", []string{u1, think}},
		{find.MatchQuery{Text: "needle", Tools: "Bash"}, "", []string{input, output}},
		{find.MatchQuery{Text: "needle", Tools: "Bash\nEdit", Kinds: "input"}, "", []string{input, edit}},
		{find.MatchQuery{Text: "needle", Options: "errors", Kinds: "output"}, "", []string{output}},
		{find.MatchQuery{Text: "needle", Agent: "agents"}, "", []string{agent}},
		{find.MatchQuery{Text: "needle", Agent: "aa1"}, "", []string{agent}},
		{find.MatchQuery{Text: "needle", Agent: "main", Kinds: "replies"}, "", []string{reply}},
		{find.MatchQuery{Text: "needle", Agent: "other"}, "", nil},
		{find.MatchQuery{Text: "hay needle"}, "", []string{`a1#1 replies 1 No [hay] needles. ×2`, `a1#2 input 1 grep [needle] hay of Bash failed ×2`, `a1#2 output 1 Exit code 2 no [needle] in hay of Bash failed ×2`,
			`a1#3 output 1 [needle] of Edit ×3`}}, // of which the input holds one word
		{find.MatchQuery{Text: "needle hay", Options: "phrase"}, "", []string{`a1#2 input 1 grep [needle hay] of Bash failed`}},
		{find.MatchQuery{Text: "haystack"}, "", []string{`a1#3 output 1 [haystack] of Edit`}},
		{find.MatchQuery{Text: "pin hay", Options: "phrase"}, "", nil}, // of the file before
		{find.MatchQuery{Text: "pin hay"}, "", []string{`a1#3 output 1 -[pin] of Edit ×2`}},
		{find.MatchQuery{Text: "needle", Options: "count"}, "", nil},
		{find.MatchQuery{}, "", nil},
	} {
		if err := v.Narrow(0, "", "", "", c.hide); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range matchAll(t, v, 0, c.wanted).Matches {
			got = append(got, describeMatch(m))
			if at := viewtest.RowIndex(v.Find(0, m.Key)); at < 0 || viewtest.RowsAt(v, 0, at, 1)[0].Key != m.Key {
				t.Errorf("%+v: no row has the key %s", c.wanted, m.Key)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%+v, without %q (-want +got):\n%s", c.wanted, c.hide, diff)
		}
	}
}

// TestMatchesCounted checks that matches are counted by kind and place, including the kinds that
// were not requested.
func TestMatchesCounted(t *testing.T) {
	_, v := viewtest.Load(searchFiles, 1<<30)
	for _, c := range []struct {
		wanted find.MatchQuery
		want   protocol.Matches
	}{
		{find.MatchQuery{Text: "needle", Options: "count"}, protocol.Matches{Places: 8, Count: 9,
			Kinds: []protocol.Count{{Name: "prompts", Count: 1}, {Name: "thinking", Count: 1}, {Name: "replies", Count: 2}, {Name: "input", Count: 2}, {Name: "output", Count: 1}, {Name: "other", Count: 1}}, Tools: []protocol.Count{{Name: "Bash", Count: 2}, {Name: "Edit", Count: 1}}}},
		{find.MatchQuery{Text: "needle", Options: "count", Kinds: "output"}, protocol.Matches{Places: 1, Count: 1,
			Kinds: []protocol.Count{{Name: "prompts", Count: 1}, {Name: "thinking", Count: 1}, {Name: "replies", Count: 2}, {Name: "input", Count: 2}, {Name: "output", Count: 1}, {Name: "other", Count: 1}}, Tools: []protocol.Count{{Name: "Bash", Count: 1}}}},
		{find.MatchQuery{Text: "needle", Options: "count", Tools: "Edit"}, protocol.Matches{Places: 1, Count: 1,
			Kinds: []protocol.Count{{Name: "input", Count: 1}}, Tools: []protocol.Count{{Name: "Bash", Count: 2}, {Name: "Edit", Count: 1}}}},
	} {
		if diff := cmp.Diff(c.want, matchAll(t, v, 0, c.wanted)); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", c.wanted, diff)
		}
	}
	all := matchAll(t, v, 0, find.MatchQuery{Text: "needle"})
	want := []protocol.FoundPrompt{{Prompt: 1, Title: "Find the Needle, needle!", Time: 1767323045000}, {Prompt: 2, Title: "Ask somebody"}}
	if diff := cmp.Diff(want, all.Prompts); diff != "" {
		t.Errorf("turns (-want +got):\n%s", diff)
	}
}

// TestMatchesInFiles checks that the line numbers that Read adds are not searched.
func TestMatchesInFiles(t *testing.T) {
	_, v := viewtest.Load([]testutil.File{{Name: "s.jsonl", Data: []byte(`{"type":"assistant","uuid":"a","sessionId":"s","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"t","name":"Read","input":{"file_path":"/x"}}]}}
{"type":"user","uuid":"r","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"     9→no\n    10→a needle→b3→c\n    11→d"}]}}
`)}}, 1<<30)
	all := matchAll(t, v, 0, find.MatchQuery{Text: "needle"})
	if len(all.Matches) != 1 || describeMatch(all.Matches[0]) != "a#0 output 1 no a [needle]→b3→c d of Read" {
		t.Errorf("%+v", all.Matches)
	}
}

// TestMatchesOnlyWhereShown checks that settings and copies have no matches of their own, and that
// matches lead to rows.
func TestMatchesOnlyWhereShown(t *testing.T) {
	_, v := viewtest.Load(viewtest.Session(
		`{"type":"user","uuid":"u1","sessionId":"s","origin":{"kind":"needle"},"promptSource":"needle","todos":[{"content":"needle"}],"planContent":"the needle","message":{"role":"user","content":"Do: the needle"}}`,
		`{"type":"assistant","uuid":"a1","sessionId":"s","effort":"needle","attributionSkill":"needle","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}]}}`,
		`{"type":"user","uuid":"r1","sessionId":"s","tool_use_result":{"stdout":"a needle","originalFile":"pin"},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"a needle"},{"type":"text","text":"no needle, please"}]}}`,
		`{"type":"assistant","uuid":"a2","sessionId":"s","message":{"id":"m2","role":"assistant","content":[{"type":"tool_use","id":"t2","name":"mcp__hay__stack","input":{}}]}}`,
		`{"type":"user","uuid":"r2","sessionId":"s","mcpMeta":{"structuredContent":{"in":"hay needle"}},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"hay needle"}]}}`,
	), 1<<30)
	var got []string
	for _, m := range matchAll(t, v, 0, find.MatchQuery{Text: "needle"}).Matches {
		got = append(got, describeMatch(m))
	}
	want := []string{"u1 prompts 1 Do: the [needle]", "a1#0 output 1 a [needle] of Bash", "r1#1 prompts 1 no [needle], please", "a2#0 output 1 hay [needle] of stack"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestInvalidMatchRequests checks that invalid queries are errors, and that sessions and positions
// that do not exist have no matches.
func TestInvalidMatchRequests(t *testing.T) {
	_, v := viewtest.Load(searchFiles, 1<<30)
	for _, test := range []struct {
		query find.MatchQuery
		want  find.Error
	}{
		{find.MatchQuery{Text: "x", Options: "case upwards"}, find.Error{Code: find.UnknownOption, Value: "upwards"}},
		{find.MatchQuery{Text: "x", Kinds: "output " + strings.Repeat("ö", 21)}, find.Error{Code: find.UnknownKind, Value: strings.Repeat("ö", 20)}},
		{find.MatchQuery{Text: strings.Repeat("x", 1001)}, find.Error{Code: find.TooLong}},
		{find.MatchQuery{Text: "a b c d e f g h i j k l m n o p q"}, find.Error{Code: find.TooManyWords}},
	} {
		_, err := v.Matches(0, test.query, 0)
		if got := (*find.Error)(nil); !errors.As(err, &got) || *got != test.want {
			t.Errorf("%.60q: error %v, want %v", fmt.Sprint(test.query), err, &test.want)
		}
	}
	for _, c := range []struct {
		session int
		text    string
		from    float64
	}{
		{7, "needle", 0}, {-1, "needle", 0}, {0, "", 0}, {0, " \t", 0},
		{0, "needle", 1 << 50}, {0, "needle", 1<<33 + 7<<7}, {0, "needle", 3<<33 - 1},
	} {
		if found, err := v.Matches(c.session, find.MatchQuery{Text: c.text}, c.from); err != nil || len(found.Matches) != 0 || found.Matches == nil || found.Next != nil {
			t.Errorf("%+v: %+v, %v", c, found, err)
		}
	}
	if found, err := v.Matches(0, find.MatchQuery{Text: "needle"}, -5); err != nil || len(found.Matches) != 8 {
		t.Errorf("from -5: %+v, %v", found, err)
	}
}

// TestMatchesAreAll checks that each record that a row shows and that contains the words has a
// match that leads to one of its rows: in all golden cases, and in the corpus.
func TestMatchesAreAll(t *testing.T) {
	found := 0
	for name, files := range viewtest.Sessions(t) {
		_, v := viewtest.Load(files, 1<<30)
		for _, info := range v.Sessions() {
			viewtest.OpenAll(v, info.Index)
			o := newOracle(v, info.Index, files)
			records := map[protocol.RecordLocation][]string{} // the keys of the rows that show them
			for key := range o.rows {
				for _, r := range o.recordsOf(key) {
					if !bytes.Contains(files[r.File].Data[int(r.Offset):][:r.Length], []byte(`"type":"agent_progress"`)) { // a copy
						records[r] = append(records[r], key)
					}
				}
			}
			for _, text := range []string{"error", "the file", "ü"} {
				all := matchAll(t, v, info.Index, phrase(text))
				if all.Places != len(all.Matches) {
					t.Errorf("%s: %d places and %d matches of %q", name, all.Places, len(all.Matches), text)
				}
				found += len(all.Matches)
				returned := map[string]bool{}
				for _, m := range all.Matches {
					returned[viewtest.RowsAt(v, info.Index, viewtest.RowIndex(v.Find(info.Index, m.Key)), 1)[0].Key] = true
				}
				for r, keys := range records {
					holds := slices.ContainsFunc(o.unitsOf(r), func(unit string) bool { return strings.Contains(unit, text) })
					if holds && !slices.ContainsFunc(keys, func(key string) bool { return returned[key] }) {
						t.Errorf("%s: the record in line %d has no match for %q: %v", name, r.Line, text, keys)
					}
				}
			}
		}
	}
	if found < 50 {
		t.Errorf("%d matches", found)
	}
}

// TestMatchesInPages checks that one call returns the matches of at most 500 records, the first one
// those of 100, and reads a bounded part of the session.
func TestMatchesInPages(t *testing.T) {
	data, facts := testgen.Session(20_000_000)
	_, v := viewtest.Load([]testutil.File{{Name: "s.jsonl", Data: data}}, 1<<20)
	done, calls, places := 0.0, 0, 0
	for from := new(0.0); from != nil; calls++ {
		found, err := v.Matches(0, find.MatchQuery{Text: "the"}, *from)
		if err != nil {
			t.Fatal(err)
		}
		if found.Done < done || found.Done > 1 || len(found.Matches) > 600 || calls == 0 && len(found.Matches) > 200 {
			t.Fatalf("%d matches, %f done after %f", len(found.Matches), found.Done, done)
		}
		done, from, places = found.Done, found.Next, places+found.Places
	}
	if done != 1 || calls < 6 || places < facts.Turns {
		t.Errorf("%d places in %d calls, of %d turns", places, calls, facts.Turns)
	}
	if counted := matchAll(t, v, 0, find.MatchQuery{Text: "the", Options: "count"}); counted.Places != places || len(counted.Matches) > 0 {
		t.Errorf("%d places counted, %d returned", counted.Places, places)
	}
}

// TestMatchesOfALongRecord checks that a record of very many blocks is searched in several calls,
// each place once, even with other searches in between.
func TestMatchesOfALongRecord(t *testing.T) {
	const blocks = 1_250
	var content strings.Builder
	for n := range blocks {
		fmt.Fprintf(&content, `{"type":"text","text":"needle %d"},`, n)
	}
	text := func(uuid, content string) string {
		return `{"type":"assistant","uuid":"` + uuid + `","sessionId":"s","message":{"id":"m` + uuid + `","role":"assistant","content":[` + content + `]}}`
	}
	_, v := viewtest.Load(viewtest.Session(text("a", `{"type":"text","text":"the first needle"}`), text("b", strings.TrimSuffix(content.String(), ",")), text("c", `{"type":"text","text":"the last needle"}`)), 1<<30)
	var got []string
	places, count, answers := 0, 0, 0
	for from := new(0.0); from != nil; answers++ {
		found, err := v.Matches(0, find.MatchQuery{Text: "needle"}, *from)
		if err != nil {
			t.Fatal(err)
		}
		if len(found.Matches) >= 600 || found.Places != len(found.Matches) || found.Next != nil && (*found.Next >= 1<<53 || *found.Next <= *from) {
			t.Fatalf("%d matches of %d, on at %.0f from %.0f", len(found.Matches), found.Places, viewtest.OrUnknown(found.Next), *from)
		}
		for _, m := range found.Matches {
			got = append(got, m.Before+m.Words+m.After)
		}
		if counted, err := v.Matches(0, find.MatchQuery{Text: "needle", Options: "count"}, *from); err != nil || counted.Next != nil || counted.Places != blocks+2-places {
			t.Fatalf("%d places are counted from %.0f: %v", counted.Places, *from, err)
		}
		places, count, from = places+found.Places, count+found.Count, found.Next
	}
	want := []string{"the first needle"}
	for n := range blocks {
		want = append(want, fmt.Sprint("needle ", n))
	}
	if diff := cmp.Diff(append(want, "the last needle"), got); diff != "" {
		t.Error(diff)
	}
	if count != blocks+2 || answers < 4 {
		t.Errorf("%d places, %d words in %d answers", places, count, answers)
	}
}

// BenchmarkMatches searches a very large session: for words that are nowhere, for words in most
// records, and for a common one.
func BenchmarkMatches(b *testing.B) {
	data, _ := testgen.Session(100_000_000)
	_, v := viewtest.Load([]testutil.File{{Name: "s.jsonl", Data: data}}, 2<<20)
	for _, c := range []struct{ name, text, options string }{
		{"nowhere", "qqz xyzzy", "phrase"}, {"cyrillic", "начало", ""}, {"common", "the", ""}, {"two", "the orchard", ""},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				matchAll(b, v, 0, find.MatchQuery{Text: c.text, Options: c.options})
			}
		})
	}
}

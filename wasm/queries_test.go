//go:build js && wasm

package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"syscall/js"
	"testing"

	"github.com/norunners/vert"

	"unspool/parser/view/find"
	"unspool/parser/view/protocol"
	"unspool/parser/view/usage"
)

// Whatever a page gives along with a question, it gets an answer, or is told that
// a value has the wrong type: no place is looked at that is not there.
func TestQuestionsOddly(t *testing.T) {
	h := newHost(t)
	h.load(t, "../testdata/sample", 64<<10)
	odd := []any{-1, 0, 1, 1e9, -1e300, 1e300, math.Inf(1), math.NaN(), math.MinInt64, math.MaxInt64, "", "x", "@", "@0:", "#", "@0:-1#9", "output", true, nil, js.Undefined()}
	answered := map[string]bool{}
	ask := func(args ...any) {
		answer := h.api.Call("ask", args...)
		if !answer.InstanceOf(js.Global().Get("Error")) {
			answered[args[0].(string)] = true
			return
		}
		text := answer.Get("message").String()
		for _, wrong := range []string{"out of range", "nil pointer", "len out of", "cap out of", "integer divide"} {
			if strings.Contains(text, wrong) && !strings.Contains(text, "with length "+fmt.Sprint(len(args)-2)) { // too few are given
				t.Errorf("%v: %s", args, text)
			}
		}
	}
	for _, q := range slices.Concat(questions, timelineQuestions) {
		name := q.name
		for _, session := range []any{0, -1, 1e300} {
			ask(name, session)
			for i, one := range odd {
				other := odd[(i+1)%len(odd)]
				ask(name, session, one)
				ask(name, session, one, one, one, one, one, one)
				ask(name, session, one, other, one, other, one, other)
				ask(name, session, "x", true, one, other) // a table
				ask(name, session, one, one, true)        // steps
				ask(name, session, 0, one, other)
				ask(name, session, "the", "", "", "", "", one)
				ask(name, session, "u1", one, other)
			}
		}
	}
	for _, q := range slices.Concat(questions, timelineQuestions) {
		name := q.name
		if !answered[name] {
			t.Errorf("%s was never answered", name)
		}
	}
}

// What crosses in bulk is what vert would make of it, whatever the strings hold.
func TestBulk(t *testing.T) {
	odd := "a \"quoted\" \\ line\n\x00\x01\x1f\x7f \u2028 登 \xff\xc3 \U0001f600"
	list := []protocol.Match{{}, {Key: odd, Kind: "prompts", Tool: odd, Failed: true, Turn: -1, Time: 1.7776296e12 + 0.25, Before: odd, Words: "<script>", After: "\t", Count: 1 << 40}}
	text := func(v js.Value) string { return js.Global().Get("JSON").Call("stringify", v).String() }
	if got, want := text(bulk{}.value(list)), text(vert.ValueOf(list).JSValue()); got != want {
		t.Errorf("in bulk it is\n%s, want\n%s", got, want)
	}
	if got := text(bulk{}.value([]protocol.Match{})); got != "[]" {
		t.Errorf("of none it is %s", got)
	}
	h := newHost(t)
	h.load(t, "../testdata/sample", 64<<10)
	v, b := h.inner.viewer, bulk{}
	found, err := v.Matches(0, find.MatchQuery{Text: "the"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for name, list := range map[string]any{
		"sessions": v.Sessions(), "rows": v.Rows(0, 0, 200), "no rows": v.Rows(0, 0, 0), "outline": v.Outline(0, 0, 200), "matches": found,
		"turns": v.UsageTurns(0, usage.Sorting{Column: "cost"}, 0, 100), "agents": v.UsageAgents(0, usage.Sorting{Column: "cost"}, 0, 100), "tools": v.UsageTools(0),
		"touched": v.ChangedFiles(0, 0), "diagnostics": v.Diagnostics(0), "moments": v.Moments(0, v.Timeline(0, 0, 0).Built, 0, 100),
	} {
		if got, want := text(b.value(list)), text(vert.ValueOf(list).JSValue()); got != want || len(got) < len("[]") {
			t.Errorf("%s in bulk are\n%s, want\n%s", name, got, want)
		}
	}
}

// Columns hold the numbers that they are made of.
func TestColumns(t *testing.T) {
	h := newHost(t)
	h.load(t, "../testdata/sample", 64<<10)
	want := h.inner.viewer.Timeline(0, 0, 0)
	got := h.api.Call("ask", "timeline", 0, 0, 0)
	for i, start := range want.Start {
		if got.Get("start").Index(i).Float() != start || got.Get("kind").Index(i).Int() != int(want.Kind[i]) || got.Get("turn").Index(i).Int() != int(want.Turn[i]) {
			t.Fatalf("entry %d is another one", i)
		}
	}
	if n := got.Get("start").Length(); n != len(want.Start) || n == 0 {
		t.Errorf("%d entries, want %d", n, len(want.Start))
	}
	context := h.api.Call("ask", "usageContext", 0)
	course := h.inner.viewer.UsageContext(0)
	for name, list := range course.Columns() {
		column := context.Get(name)
		for i, x := range list {
			if column.Index(i).Float() != x {
				t.Fatalf("%s of point %d is %v, want %v", name, i, column.Index(i).Float(), x)
			}
		}
		if column.Length() != len(list) || len(list) == 0 {
			t.Errorf("%s has %d points, want %d", name, column.Length(), len(list))
		}
	}
}

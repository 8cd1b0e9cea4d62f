package timeline_test

import (
	"fmt"
	"strings"
	"testing"

	"unspool/parser/testutil/viewtest"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
	"unspool/parser/view/timeline"
)

// checkSketch checks the sketch of a session against its timeline.
func checkSketch(t *testing.T, name string, v *view.Viewer, info protocol.SessionInfo) {
	t.Helper()
	all := wholeTimeline(t, v, info.Index)
	busy, prompts, failures := false, 0, 0
	for i, kind := range all.Kind {
		busy = busy || all.End[i] > all.Start[i]
		if kind == timeline.SpanPrompt {
			prompts++
		}
		if all.Flags[i]&1 != 0 {
			failures++
		}
	}
	s := info.Sketch
	if s == nil {
		if busy {
			t.Errorf("%s: no sketch of a session of %d entries", name, all.Total)
		}
		return
	}
	drawn := [2]int{}
	for i := range s.Model {
		if s.Model[i]+s.Tools[i] > 100 {
			t.Errorf("%s: column %d has %d %% of the model and %d %% of tools", name, i, s.Model[i], s.Tools[i])
		}
		drawn[0] += int(s.Prompts[i])
		drawn[1] += int(s.Failures[i])
	}
	if drawn[0] != prompts || drawn[1] != failures {
		t.Errorf("%s: sketch of %d prompts and %d failures, the timeline has %d and %d", name, drawn[0], drawn[1], prompts, failures)
	}
}

func TestSketchAgrees(t *testing.T) {
	for name, files := range viewtest.Sessions(t) {
		_, v := viewtest.Load(files, 1<<20)
		for _, info := range v.Sessions() {
			checkSketch(t, name, v, info)
		}
	}
}

// TestSketch checks where the columns of a session are: after 4 s of the model, a tool runs for 8 s and
// fails, and the last 4 s are of the model. Half an hour before the second prompt is cut.
func TestSketch(t *testing.T) {
	files := viewtest.Session(
		`{"type":"user","uuid":"1","parentUuid":null,"timestamp":"2025-11-01T10:00:00Z","message":{"role":"user","content":"one"}}`,
		`{"type":"assistant","uuid":"2","parentUuid":"1","timestamp":"2025-11-01T10:00:04Z","message":{"id":"m1","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"make"}}]}}`,
		`{"type":"user","uuid":"3","parentUuid":"2","timestamp":"2025-11-01T10:00:12Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":"Exit code 2"}]}}`,
		`{"type":"user","uuid":"4","parentUuid":"3","timestamp":"2025-11-01T10:30:12Z","message":{"role":"user","content":"two"}}`,
		`{"type":"assistant","uuid":"5","parentUuid":"4","timestamp":"2025-11-01T10:30:16Z","message":{"id":"m2","role":"assistant","model":"claude-sonnet-4-5","stop_reason":"end_turn","content":[{"type":"text","text":"done"}]}}`,
	)
	_, v := viewtest.Load(files, 1<<20)
	s := v.Sessions()[0].Sketch
	if s == nil {
		t.Fatal("no sketch")
	}
	var got strings.Builder
	for i := range s.Model {
		fmt.Fprintf(&got, "%d/%d/%d/%d ", s.Model[i], s.Tools[i], s.Failures[i], s.Prompts[i])
	}
	want := "100/0/0/1 " + strings.Repeat("100/0/0/0 ", 7) + strings.Repeat("0/100/0/0 ", 16) +
		"100/0/1/1 " + strings.Repeat("100/0/0/0 ", 7)
	if got.String() != want {
		t.Errorf("columns of model/tools/failures/prompts:\n%s\nwant\n%s", got.String(), want)
	}
}

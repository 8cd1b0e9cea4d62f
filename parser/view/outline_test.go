package view_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/testutil"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

// entriesOf reads an outline in pages of a size.
func entriesOf(v *view.Viewer, session, size int) (protocol.Outline, []protocol.Entry) {
	var list []protocol.Entry
	for {
		page := v.Outline.Outline(session, len(list), size)
		if list = append(list, page.Entries...); len(page.Entries) == 0 || len(list) >= page.Total {
			return page, list
		}
	}
}

func describeEntry(out *strings.Builder, e *protocol.Entry) {
	fmt.Fprintf(out, "%3d %s%s", e.Prompt, strings.Repeat("  ", e.Depth), e.Kind)
	for _, word := range []string{e.Event, e.Flavor, e.Name, e.Color, e.State} {
		if word != "" {
			fmt.Fprintf(out, " %s", word)
		}
	}
	for _, x := range []struct {
		name  string
		value int
	}{{"nth", e.Nth}, {"prompts", e.Turns}, {"events", e.Events}, {"calls", orUnknown(e.Calls)}, {"errors", e.Errors}, {"agents", e.Agents}, {"failed", e.Failed}} {
		if x.value > 0 {
			fmt.Fprintf(out, " %s %d", x.name, x.value)
		}
	}
	if e.Copied {
		out.WriteString(" copied")
	}
	if e.Model != "" {
		fmt.Fprintf(out, " now by %s", e.Model)
	}
	if e.Duration != nil {
		fmt.Fprintf(out, " took %.0f ms", *e.Duration)
	}
	if e.Start == 0 {
		out.WriteString(" at no time")
	}
	if e.Before != nil || e.After != nil {
		fmt.Fprintf(out, " %.0f→%.0f", orUnknown(e.Before), orUnknown(e.After))
	}
	if e.Responses > 0 {
		fmt.Fprintf(out, " out %.0f of %.0f = $%.6f", e.Output, e.Tokens, e.USD)
	}
	if e.Incomplete {
		out.WriteString(" incomplete")
	}
	if e.ByAgents > 0 {
		fmt.Fprintf(out, ", $%.6f by agents", e.ByAgents)
	}
	if e.Low > 0 {
		fmt.Fprintf(out, " low %.2f", e.Low)
	}
	fmt.Fprintf(out, " %q\n", oneLine(e.Text))
}

// TestOutlines compares the outlines of all cases, read in chunks and in pages of several sizes,
// which must not matter.
func TestOutlines(t *testing.T) {
	cases := testutil.Cases(t)
	var all strings.Builder
	for _, name := range slices.Sorted(maps.Keys(cases)) {
		var whole string
		for _, n := range []int{1 << 30, 4096, 7} {
			var out strings.Builder
			_, v := load(cases[name], n)
			for _, info := range v.Sessions() {
				fmt.Fprintf(&out, "%s %s\n", name, info.ID)
				_, list := entriesOf(v, info.Index, n)
				for i := range list {
					describeEntry(&out, &list[i])
				}
				checkOutline(t, name, v, info.Index)
			}
			if whole == "" {
				whole = out.String()
			} else if diff := cmp.Diff(whole, out.String()); diff != "" {
				t.Errorf("%s: in pages and chunks of %d (-whole +chunks):\n%s", name, n, diff)
			}
		}
		all.WriteString(whole)
	}
	golden := filepath.Join(testdata, "want", "outlines.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(all.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), all.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// checkOutline checks what is true of every outline: the cost of the session is in it once, its
// turns are those of the session in their order, and each entry leads to a row.
func checkOutline(t *testing.T, name string, v *view.Viewer, session int) {
	t.Helper()
	sum, _ := v.Summary(session)
	page, list := entriesOf(v, session, maxRows)
	var usd, maxCost float64
	turns, prompts, output, agents := 0, 0, 0.0, map[string]bool{}
	errors, agentErrors, copied := 0, 0, false
	for i := range list {
		e := &list[i]
		switch e.Kind {
		case "turn", "event":
			if turns++; e.Kind == "turn" {
				prompts++
			}
			if e.Depth == 0 {
				errors += e.Errors
			}
			if e.Turn != turns || e.Prompt != prompts {
				t.Errorf("%s: turn %d of prompt %d is the entry of turn %d, prompt %d", name, turns, prompts, e.Turn, e.Prompt)
			}
		case "agent":
			agents[e.Agent] = true
			agentErrors += e.Errors
		default:
			if e.Depth == 0 {
				errors += e.Errors
			}
		}
		copied = copied || e.Copied
		if e.Depth == 0 || e.Kind == "attempt" {
			usd, output = usd+e.USD, output+e.Output
			if e.Kind == "turn" || e.Kind == "attempt" {
				maxCost = max(maxCost, e.USD)
			}
		}
		if i > 0 && e.Depth > list[i-1].Depth+1 {
			t.Errorf("%s: %s of depth %d below one of depth %d", name, e.Key, e.Depth, list[i-1].Depth)
		}
		if len(e.Text) > 170 || e.Kind != "rest" && e.Key == "" {
			t.Errorf("%s: %s has the address %q and words of %d bytes", name, e.Kind, e.Key, len(e.Text))
		}
	}
	if turns != sum.Turns || prompts != sum.TypedPrompts || page.Prompts != prompts || page.Events != turns-prompts ||
		page.Agents != len(agents) || page.MaxCost != maxCost {
		t.Errorf("%s: %d turns, %d of prompts, and %d agents, the most expensive for %f; the page has %d, %d, %d and %f, the session %d and %d",
			name, turns, prompts, len(agents), maxCost, page.Prompts, page.Events, page.Agents, page.MaxCost, sum.Turns, sum.TypedPrompts)
	}
	story := storyOf(t, v, session)
	if in := story.Errors - story.AgentErrors; !copied && (in != errors || story.AgentErrors != agentErrors) {
		t.Errorf("%s: the outline has %d errors and %d in agents, the story %d and %d", name, errors, agentErrors, in, story.AgentErrors)
	}
	if x := v.Timeline.Timeline(session, 0, 0); x.InAll != page.Agents || x.Missing != page.Missing {
		t.Errorf("%s: %d agents, %d of them missing; the timeline has %d and %d", name, page.Agents, page.Missing, x.InAll, x.Missing)
	}
	if math.Abs(usd-sum.Cost.USD) > 1e-9*(1+usd) || output != sum.Usage.Output {
		t.Errorf("%s: the entries cost $%f and have %.0f tokens of output, the session $%f and %.0f", name, usd, output, sum.Cost.USD, sum.Usage.Output)
	}
	for i := range list[:min(len(list), 300)] { // each look takes as long as the session
		if key := list[i].Key; key != "" && rowIndex(v.Find(session, key)) < 0 {
			t.Errorf("%s: %s %s leads nowhere", name, list[i].Kind, key)
		}
	}
}

func storyOf(t *testing.T, v *view.Viewer, session int) protocol.Story {
	t.Helper()
	story, err := v.Story(session)
	if err != nil {
		t.Fatal(err)
	}
	return story
}

// TestOutlineTranscripts checks the same for all real sessions: with UNSPOOL_CORPUS, their figures
// too.
func TestOutlineTranscripts(t *testing.T) {
	prompts := map[string]int{}
	if dir := os.Getenv(testutil.Corpus); dir != "" {
		data, err := os.ReadFile(filepath.Join(dir, "figures.json"))
		if err != nil {
			t.Fatal(err)
		}
		var figures []struct {
			File    string
			Prompts int
		}
		if err := json.Unmarshal(data, &figures); err != nil {
			t.Fatal(err)
		}
		for _, f := range figures {
			prompts[f.File] = f.Prompts
		}
	}
	seen := 0
	for _, f := range testutil.Transcripts(t) {
		_, v := load([]testutil.File{f}, 1<<20)
		for _, info := range v.Sessions() {
			checkOutline(t, f.Path, v, info.Index)
			want, known := prompts[f.Name]
			if !known {
				continue
			}
			seen++
			_, list := entriesOf(v, info.Index, maxRows)
			typed := 0
			for i := range list {
				if e := &list[i]; e.Kind == "turn" && (e.Flavor == "typed" || e.Flavor == "plan") {
					typed++
				}
			}
			if typed > want {
				t.Errorf("%s: %d turns are marked as typed, want %d", f.Path, typed, want)
			}
		}
	}
	if testutil.Exhaustive() && seen < len(prompts)/2 {
		t.Errorf("only %d sessions of %d were compared with their figures", seen, len(prompts))
	}
}

// TestOutlineNarrowed checks that if only some turns or kinds of rows are kept, the outline has
// only the agents and attempts that are reachable from it, and each agent of a row.
func TestOutlineNarrowed(t *testing.T) {
	agents := 0
	for name, files := range allSessions(t) {
		_, v := load(files, 1<<30)
		for _, info := range v.Sessions() {
			if info.Agents == 0 && info.Turns > 20 {
				continue
			}
			for _, c := range []struct{ turns, show, hide string }{{"2-3", "", ""}, {"1", "", ""}, {"2-", "errors", ""}, {"", "errors", ""}, {"", "prompts replies", ""},
				{"", "tool:Bash", ""}, {"", "", "errors"}, {"", "", "agents"}, {"", "", "branches"}} {
				if err := v.Narrow(info.Index, c.turns, "", c.show, c.hide); err != nil {
					t.Fatal(err)
				}
				if v.Rows(info.Index, 0, 0).Total == 0 {
					continue
				}
				page, list := entriesOf(v, info.Index, maxRows)
				there, turns := map[string]bool{}, 0
				for i := range list {
					e := &list[i]
					switch {
					case e.Kind == "turn", e.Kind == "event", e.Kind == "events":
						if e.Kind != "events" {
							turns++
						}
						if c.show != "" { // leads to the remaining rows of the turn
							continue
						}
					case e.Kind == "agent":
						there[e.Agent] = true
					}
					if e.Key == "" {
						continue
					}
					// Rows of no kind can be merged with their neighbors.
					at, own := rowIndex(v.Find(info.Index, e.Key)), e.Kind == "agent" || e.Kind == "workflow"
					if at < 0 || own && rowsAt(v, info.Index, at, 1)[0].Key != e.Key {
						t.Errorf("%s, %+v: %s %s %q leads nowhere", name, c, e.Kind, e.Key, e.Text)
					}
				}
				if page.Prompts+page.Events != turns || page.Agents != len(there) {
					t.Errorf("%s, %+v: the page has %d turns and %d agents, and counts %d and %d", name, c, page.Prompts+page.Events, page.Agents, turns, len(there))
				}
				agents += len(there)
				openAll(v, info.Index)
				for at := 0; at < v.Rows(info.Index, 0, 1).Total; at += maxRows {
					for _, row := range rowsAt(v, info.Index, at, maxRows) {
						if r := row.Run; r != nil && r.Kind == "agent" && !r.Internal && !there[r.ID] {
							t.Errorf("%s, %+v: the agent %s of the row %s is not in the outline", name, c, r.ID, row.Key)
						}
					}
				}
			}
		}
	}
	if agents < 50 {
		t.Errorf("only %d agents are in the outlines", agents)
	}
}

package tables_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/tables"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

// sessions visits all sessions of the test data with their rows.
func sessions(t *testing.T, visit func(name string, v *view.Viewer, s *parser.Session, rows tables.Rows)) {
	t.Helper()
	for name, files := range viewtest.Sessions(t) {
		store, v := viewtest.Load(files, 1<<20)
		for s := range store.Sessions() {
			rows, err := tables.RowsOf(v, s, price.Default())
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			visit(name+" "+s.ID, v, s, rows)
		}
	}
}

// figures are what the rows of a session add up to, and what the summary and the panes say. The cost is apart:
// sums of floating-point numbers depend on their order.
type figures struct {
	Turns, AllTurns, Responses, Calls, FailedCalls, Repeated int
	Agents, Compactions                                      int
	Files, Added, Removed                                    int
	Records, Damaged                                         int
	Usage                                                    protocol.Usage
}

// wanted returns the figures that unspool inspect, the usage pane and the story of a session have.
func wanted(t *testing.T, v *view.Viewer, s *parser.Session) (f figures, usd float64) {
	t.Helper()
	sum := view.Summarize(s, price.Default())
	f = figures{Turns: sum.Turns, AllTurns: v.Usage.Usage(s.Place).Turns, Responses: sum.Responses, Calls: sum.ToolCalls, Agents: sum.Agents,
		Compactions: sum.Compactions, Records: sum.Records, Damaged: sum.Damaged, Usage: sum.Usage}
	f.Repeated = sum.ToolCalls - v.Usage.Usage(s.Place).Calls
	for _, tool := range v.Usage.Tools(s.Place) {
		f.FailedCalls += tool.Failed
	}
	for {
		story, err := v.Story(s.Place)
		if err != nil {
			t.Fatal(err)
		}
		if story.Changes.Read == 1 {
			f.Files, f.Added, f.Removed = story.Changes.Files, story.Changes.Added, story.Changes.Removed
			return f, sum.Cost.USD
		}
	}
}

// summed returns the sums over the rows, with what was excluded.
func summed(rows *tables.Rows) (f figures, usd float64) {
	f = figures{Responses: len(rows.Responses), AllTurns: len(rows.Turns) + rows.Excluded.Turns, Files: len(rows.FileChanges),
		Calls: len(rows.ToolCalls) + rows.Excluded.ToolCalls + rows.Excluded.Repeated, Repeated: rows.Excluded.Repeated}
	for i := range rows.Turns {
		if !rows.Turns[i].Abandoned {
			f.Turns++
		}
	}
	for i := range rows.Responses {
		addUsage(&f.Usage, &rows.Responses[i].Usage)
		usd += rows.Responses[i].CostUSD
	}
	for i := range rows.ToolCalls {
		if rows.ToolCalls[i].Failed {
			f.FailedCalls++
		}
	}
	for i := range rows.FileChanges {
		f.Added += int(rows.FileChanges[i].LinesAdded)
		f.Removed += int(rows.FileChanges[i].LinesRemoved)
	}
	for i := range rows.Sessions {
		s := &rows.Sessions[i]
		f.Agents, f.Compactions = f.Agents+int(s.Agents), f.Compactions+int(s.Compactions)
		f.Records, f.Damaged = f.Records+int(s.Records), f.Damaged+int(s.Damaged)
	}
	return f, usd
}

func addUsage(sum *protocol.Usage, u *tables.Usage) {
	sum.Input += float64(u.Input)
	sum.Output += float64(u.Output)
	sum.CacheRead += float64(u.CacheRead)
	sum.CacheWrite5m += float64(u.CacheWrite5m)
	sum.CacheWrite1h += float64(u.CacheWrite1h)
	sum.Thinking += float64(u.Thinking)
	sum.WebSearches += float64(u.WebSearches)
	sum.WebFetches += float64(u.WebFetches)
}

// isNear reports whether two costs differ by no more than the order of their sums explains.
func isNear(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(b)) }

// TestSums checks that the rows add up to the figures of unspool inspect, the usage pane and the story.
func TestSums(t *testing.T) {
	compared, copied := 0, 0
	sessions(t, func(name string, v *view.Viewer, s *parser.Session, rows tables.Rows) {
		want, usd := wanted(t, v, s)
		got, sum := summed(&rows)
		if rows.Excluded.Turns > 0 || rows.Excluded.ToolCalls > 0 { // inspect counts them in this session, too
			want.Turns, want.FailedCalls, got.Turns, got.FailedCalls = 0, 0, 0, 0
			copied++
		}
		if diff := cmp.Diff(want, got); diff != "" || !isNear(sum, usd) {
			t.Errorf("%s: cost %g, want %g: %s", name, sum, usd, diff)
		}
		compared++
	})
	if compared < 50 || copied == 0 || copied*4 > compared {
		t.Errorf("%d sessions were compared, %d of them with copies", compared, copied)
	}
}

// TestSessionRow checks that the row of a session, and those of its turns, are the sums over the other rows.
func TestSessionRow(t *testing.T) {
	type counts struct {
		Turns, Responses, Calls, Failed, Files, Added, Removed int
		Usage                                                  protocol.Usage
	}
	sessions(t, func(name string, _ *view.Viewer, _ *parser.Session, rows tables.Rows) {
		all, usd := summed(&rows)
		row := &rows.Sessions[0]
		want := counts{all.Turns, all.Responses, len(rows.ToolCalls), all.FailedCalls, all.Files, all.Added, all.Removed, all.Usage}
		got := counts{int(row.Turns), int(row.Responses), int(row.ToolCalls), int(row.FailedCalls), int(row.ChangedFiles),
			int(row.LinesAdded), int(row.LinesRemoved), protocol.Usage{}}
		if addUsage(&got.Usage, &row.Usage); want != got || !isNear(row.CostUSD, usd) {
			t.Errorf("%s: cost %g of %g: %s", name, row.CostUSD, usd, cmp.Diff(want, got))
		}
		type part struct {
			Responses, Calls, Failed int64
			Input                    int64
		}
		turns, found, cost := map[int64]part{}, map[int64]part{}, map[int64]float64{}
		for _, r := range rows.Responses {
			if r.Turn != nil {
				p := turns[*r.Turn]
				turns[*r.Turn] = part{p.Responses + 1, p.Calls, p.Failed, p.Input + r.Input}
				cost[*r.Turn] += r.CostUSD
			}
		}
		for _, c := range rows.ToolCalls {
			if c.Turn != nil {
				p := turns[*c.Turn]
				if p.Calls++; c.Failed {
					p.Failed++
				}
				turns[*c.Turn] = p
			}
		}
		for i := range rows.Turns {
			r := &rows.Turns[i]
			if p := (part{r.Responses, r.ToolCalls, r.FailedCalls, r.Input}); p != (part{}) {
				found[r.Turn] = p
			}
			if !isNear(r.CostUSD, cost[r.Turn]) || r.AgentsUSD > r.CostUSD+1e-9 {
				t.Errorf("%s: turn %d costs %g, %g of it agents; want %g", name, r.Turn, r.CostUSD, r.AgentsUSD, cost[r.Turn])
			}
		}
		if diff := cmp.Diff(turns, found); diff != "" {
			t.Errorf("%s: turns: %s", name, diff)
		}
	})
}

// TestKeys checks that the rows of a session have its key, that keys are unique, and that a path that was
// changed is one of a call.
func TestKeys(t *testing.T) {
	repeated, all := 0, 0
	sessions(t, func(name string, _ *view.Viewer, _ *parser.Session, rows tables.Rows) {
		key, paths := rows.Sessions[0].Key, map[string]bool{}
		ids, turns := map[string]bool{}, map[int64]bool{}
		for _, c := range rows.ToolCalls {
			paths[c.Path] = true
			if all++; ids[c.ToolUseID] {
				repeated++
			}
			ids[c.ToolUseID] = true
			if c.Key != key || c.Status == "" || c.Duration != nil && *c.Duration < 0 {
				t.Errorf("%s: call %+v", name, c)
			}
		}
		for _, turn := range rows.Turns {
			if turn.Key != key || turns[turn.Turn] || turn.Driver == "" || (turn.Number == nil) != turn.Abandoned {
				t.Errorf("%s: turn %+v", name, turn)
			}
			turns[turn.Turn] = true
		}
		changed := map[string]bool{}
		for _, f := range rows.FileChanges {
			if f.Key != key || changed[f.Path] || !paths[f.Path] {
				t.Errorf("%s: file %+v", name, f)
			}
			changed[f.Path] = true
		}
		for _, r := range rows.Responses {
			if r.Key != key {
				t.Errorf("%s: response %+v", name, r)
			}
		}
	})
	if repeated*100 > all { // records without an id, and gateways that use one twice
		t.Errorf("%d of %d calls have the id of another one", repeated, all)
	}
}

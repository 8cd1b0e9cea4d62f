package view_test

import (
	"fmt"
	"math"
	"os"
	"testing"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/testfiles"
	"unspool/parser/view"
)

// sets gives files that belong together: those of each case, those of testdata, and
// the corpus.
func sets(t *testing.T) map[string][]testfiles.File {
	t.Helper()
	all := testfiles.Cases(t)
	all["transcripts"] = testfiles.Transcripts(t)
	if dir := os.Getenv(testfiles.Corpus); dir != "" {
		all["corpus"] = testfiles.Tree(t, dir)
	}
	return all
}

// everything asks for all lines of a table.
func everything[L any](total int, ask func(from int) []L) []L {
	var all []L
	for len(all) < total {
		lines := ask(len(all))
		if len(lines) == 0 {
			break
		}
		all = append(all, lines...)
	}
	return all
}

// The lines of turns, of agents and of models add up to what the session used as a
// whole, and that is what the summary tells. The calls of tools are its calls.
func TestUsageAddsUp(t *testing.T) {
	for name, files := range sets(t) {
		store, v := load(files, 1<<20)
		for s := range store.Sessions() {
			name := name + ", " + s.ID
			sum, got := view.Summarize(s, price.Default()), v.Usage(s.Place)
			if got.Responses != sum.Responses || got.Usage != sum.Usage || !near(got.Cost.USD, sum.Cost.USD) || len(got.Models) != len(sum.Models) || got.Calls != sum.ToolCalls {
				t.Errorf("%s: %+v, the summary tells %d %+v %+v, %d calls", name, got, sum.Responses, sum.Usage, sum.Cost, sum.ToolCalls)
			}
			split := got.Split
			if !near(split.Input+split.CacheRead+split.CacheWrite+split.Output+split.Searches, sum.Cost.USD) {
				t.Errorf("%s: %+v is not %v", name, split, sum.Cost.USD)
			}
			turns := everything(got.Turns, func(from int) []view.TurnLine {
				return v.UsageTurns(s.Place, view.Sorting{Column: "cost", Down: true}, from, view.MaxLines).Lines
			})
			parts := []view.CostOf{got.Loose}
			last := math.Inf(1)
			for _, line := range turns {
				parts = append(parts, line.Used)
				if line.Used.USD > last {
					t.Errorf("%s: turn %d is out of order", name, line.Number)
				}
				last = line.Used.USD
				if line.Agents > line.Used.USD+1e-9 {
					t.Errorf("%s: the agents of turn %d cost more than it", name, line.Number)
				}
			}
			add(t, name+", turns", parts, &got)
			agents := everything(got.Agents, func(from int) []view.AgentLine {
				return v.UsageAgents(s.Place, view.Sorting{}, from, view.MaxLines).Lines
			})
			parts = parts[:0]
			for _, line := range agents {
				parts = append(parts, line.Used)
			}
			add(t, name+", agents", parts, &got)
			if len(turns) != len(s.Main.Turns) || len(agents) != len(s.Agents)+1 {
				t.Errorf("%s: %d turns, %d agents", name, len(turns), len(agents))
			}
			calls, failed := 0, 0
			for _, line := range v.UsageTools(s.Place) {
				calls += line.Calls
				failed += line.Failed
				if line.Failed > line.Answered || line.Answered > line.Calls || line.Timed > line.Answered || line.Median > line.Longest {
					t.Errorf("%s: %+v", name, line)
				}
				if v.Find(s.Place, line.Key) < 0 && len(s.Main.File.Copies) == 0 && got.Agents == 1 {
					t.Errorf("%s: the first call of %s is not found at %s", name, line.Name, line.Key)
				}
			}
			if calls != sum.ToolCalls {
				t.Errorf("%s: tools have %d calls, the summary %d", name, calls, sum.ToolCalls)
			}
			course(t, name, v, s)
		}
	}
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-6 }

func add(t *testing.T, name string, parts []view.CostOf, whole *view.UsageFigures) {
	t.Helper()
	responses, unpriced, low, usd, tokens := 0, 0, 0, 0.0, 0.0
	for _, p := range parts {
		responses += p.Responses
		unpriced += p.Unpriced
		low += p.Low
		usd += p.USD
		tokens += p.Usage.Input + p.Usage.Output + p.Usage.CacheRead + p.Usage.CacheWrite5m + p.Usage.CacheWrite1h
	}
	u := whole.Usage
	if responses != whole.Responses || !near(usd, whole.Cost.USD) || tokens != u.Input+u.Output+u.CacheRead+u.CacheWrite5m+u.CacheWrite1h ||
		(unpriced > 0) != whole.Cost.Incomplete || low != int(math.Round(whole.UnderReported*float64(whole.Responses))) {
		t.Errorf("%s: %d responses, %d unpriced, %d low, %v tokens, %v USD are not %+v", name, responses, unpriced, low, tokens, usd, whole)
	}
}

// course checks the columns over time against the responses.
func course(t *testing.T, name string, v *view.Viewer, s *parser.Session) {
	t.Helper()
	context, rate := v.UsageContext(s.Place), v.UsageRate(s.Place)
	responses, output, most, timed, marks := 0, 0.0, int64(0), 0.0, 0.0
	for r := range s.Main.Responses() {
		responses++
		most = max(most, r.Usage.Context())
	}
	for r := range s.Responses() {
		if r.Time > 0 {
			timed += float64(r.Usage.Output)
			for _, a := range r.Advice {
				timed += float64(a.Usage.Output)
			}
		}
	}
	largest := 0.0
	for i, n := range context.Context {
		largest = max(largest, n)
		marks += context.Compacted[i]
		if n > context.Window[i] && context.Window[i] > 0 {
			t.Errorf("%s: %v tokens in a window of %v", name, n, context.Window[i])
		}
		if v.UsageAddress(s.Place, int(context.Message[i])) == "" {
			t.Errorf("%s: point %d has no address", name, i)
		}
	}
	for _, n := range rate.Output {
		output += n
	}
	if len(context.Number) != responses || largest != float64(most) || output != timed {
		t.Errorf("%s: %d points to %v tokens, %v of output; the session has %d to %d, %v", name, len(context.Number), largest, output, responses, most, timed)
	}
	compactions := 0
	for segment := range s.Main.Segments() {
		if segment.Opens >= 0 {
			compactions++
		}
	}
	if int(marks) > compactions {
		t.Errorf("%s: %v of %d compactions are marked", name, marks, compactions)
	}
}

// What is known of one session: turns with their agents, tools with their failures
// and durations.
func TestUsageKnown(t *testing.T) {
	store, v := load(testfiles.Cases(t)["agents"], 1<<20)
	for s := range store.Sessions() {
		fmt.Println(s.ID)
		fmt.Printf("%+v\n", v.Usage(s.Place))
		fmt.Printf("%+v\n", v.UsageTurns(s.Place, view.Sorting{}, 0, 10))
		fmt.Printf("%+v\n", v.UsageAgents(s.Place, view.Sorting{}, 0, 10))
		fmt.Printf("%+v\n", v.UsageTools(s.Place))
	}
}

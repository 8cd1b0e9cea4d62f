package usage_test

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view"
	"unspool/parser/view/find"
	"unspool/parser/view/protocol"
	"unspool/parser/view/usage"
)

// allLines requests all lines of a table.
func allLines[L any](total int, ask func(from int) []L) []L {
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

// TestUsageAddsUp checks that the lines of turns, of agents and of models add up to the usage of
// the session, which is that of its summary. The calls of the tools are the calls of the session.
func TestUsageAddsUp(t *testing.T) {
	for name, files := range testutil.FileSets(t) {
		store, v := viewtest.Load(files, 1<<20)
		for s := range store.Sessions() {
			name := name + ", " + s.ID
			sum, got := view.Summarize(s, price.Default()), v.Usage.Usage(s.Place)
			if got.Responses != sum.Responses || got.Usage != sum.Usage || !near(got.Cost.USD, sum.Cost.USD) || len(got.Models) != len(sum.Models) || got.Calls != sum.ToolCalls {
				t.Errorf("%s: %+v, the summary has %d %+v %+v, %d calls", name, got, sum.Responses, sum.Usage, sum.Cost, sum.ToolCalls)
			}
			split := got.Split
			if !near(split.Input+split.CacheRead+split.CacheWrite+split.Output+split.Searches, sum.Cost.USD) {
				t.Errorf("%s: %+v is not %v", name, split, sum.Cost.USD)
			}
			turns := allLines(got.Turns, func(from int) []protocol.TurnLine {
				return v.Usage.Turns(s.Place, usage.Sorting{Column: "cost", Down: true}, from, usage.MaxLines).Lines
			})
			parts := []protocol.CostOf{got.Unlinked}
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
			agents := allLines(got.Agents, func(from int) []protocol.AgentLine {
				return v.Usage.Agents(s.Place, usage.Sorting{}, from, usage.MaxLines).Lines
			})
			parts = parts[:0]
			ofAgents, reported, unreported := 0, 0, 0
			for _, line := range agents {
				parts = append(parts, line.Used)
				switch {
				case !line.Missing:
					ofAgents += *line.Calls
				case line.Calls != nil:
					reported += *line.Calls
				default:
					unreported++
				}
			}
			if ofAgents != got.Calls || reported != got.Reported || unreported != got.Unreported {
				t.Errorf("%s: %d calls of %d are of agents and of the main conversation; %d of %d are reported, %d agents of %d report none",
					name, ofAgents, got.Calls, reported, got.Reported, unreported, got.Unreported)
			}
			add(t, name+", agents", parts, &got)
			if len(turns) != len(s.Main.Turns) || len(agents) != len(s.Agents)+1 {
				t.Errorf("%s: %d turns, %d agents", name, len(turns), len(agents))
			}
			calls, failed := 0, 0
			for _, line := range v.Usage.Tools(s.Place) {
				calls += line.Calls
				failed += line.Failed
				if line.Failed > line.Answered || line.Answered > line.Calls || line.Timed > line.Answered || viewtest.OrUnknown(line.Median) > viewtest.OrUnknown(line.Longest) {
					t.Errorf("%s: %+v", name, line)
				}
				if viewtest.RowIndex(v.Find(s.Place, line.Key)) < 0 && len(s.Copies.In(s.Main.File)) == 0 && got.Agents == 1 {
					t.Errorf("%s: the first call of %s is not found at %s", name, line.Name, line.Key)
				}
			}
			low := 0
			for _, line := range got.Models {
				low += line.Low
			}
			if low != int(math.Round(got.UnderReported*float64(got.Responses))) {
				t.Errorf("%s: %d responses of the models are low", name, low)
			}
			if calls != sum.ToolCalls {
				t.Errorf("%s: tools have %d calls, the summary %d", name, calls, sum.ToolCalls)
			}
			checkSeries(t, name, v, s)
		}
	}
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-6 }

func add(t *testing.T, name string, parts []protocol.CostOf, whole *protocol.UsageFigures) {
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

// checkSeries compares the series over time with the responses.
func checkSeries(t *testing.T, name string, v *view.Viewer, s *parser.Session) {
	t.Helper()
	context, rate := v.Usage.Context(s.Place), v.Usage.Rate(s.Place)
	responses, output, most, timed, marks := 0, 0.0, int64(0), 0.0, 0.0
	for r := range s.ConversationResponses(s.Main) {
		responses++
		most = max(most, r.Usage.Context())
	}
	for r := range s.Responses() {
		untimed := r.Message >= 0 && r.File.Records.At(r.File.Messages.At(r.Message).First).Untimed
		if r.Time > 0 && !untimed {
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
		if at, ok := v.Usage.Address(s.Place, int(context.Message[i])); !ok || at == "" {
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

// TestUsageFigures checks all figures of one session of two turns, in the first of which an agent
// was started that is resumed in the second, with a response that the file repeats.
func TestUsageFigures(t *testing.T) {
	main := `{"type":"user","uuid":"u1","timestamp":"2026-05-01T10:00:00.000Z","message":{"role":"user","content":"first"}}
{"type":"assistant","uuid":"a1","parentUuid":"u1","timestamp":"2026-05-01T10:00:05.000Z","requestId":"r1","message":{"id":"m1","role":"assistant","model":"claude-opus-4-5","content":[{"type":"tool_use","id":"t1","name":"Agent","input":{"prompt":"look","description":"Look around","subagent_type":"Explore"}}],"stop_reason":"tool_use","usage":{"input_tokens":1000000,"output_tokens":100}}}
{"type":"user","uuid":"u2","parentUuid":"a1","timestamp":"2026-05-01T10:00:25.000Z","toolUseResult":{"agentId":"x1"},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"seen"}]}}
{"type":"assistant","uuid":"a2","parentUuid":"u2","timestamp":"2026-05-01T10:00:30.000Z","requestId":"r2","message":{"id":"m2","role":"assistant","model":"claude-opus-4-5","content":[{"type":"text","text":"done"}],"stop_reason":"end_turn","usage":{"input_tokens":0,"output_tokens":1000000}}}
{"type":"user","uuid":"u3","parentUuid":"a2","timestamp":"2026-05-01T11:00:00.000Z","message":{"role":"user","content":"second"}}
{"type":"assistant","uuid":"a3","parentUuid":"u3","timestamp":"2026-05-01T11:00:10.000Z","requestId":"r3","message":{"id":"m3","role":"assistant","model":"claude-opus-4-5","content":[{"type":"tool_use","id":"t2","name":"Bash","input":{"command":"false"}}],"stop_reason":"tool_use","usage":{"input_tokens":10,"cache_read_input_tokens":2000000,"output_tokens":100}}}
{"type":"assistant","uuid":"a4","parentUuid":"a3","timestamp":"2026-05-01T11:00:11.000Z","requestId":"r3","message":{"id":"m3","role":"assistant","model":"claude-opus-4-5","content":[{"type":"tool_use","id":"t3","name":"Bash","input":{"command":"true"}}],"stop_reason":"tool_use","usage":{"input_tokens":10,"cache_read_input_tokens":2000000,"output_tokens":100}}}
{"type":"user","uuid":"u4","parentUuid":"a4","timestamp":"2026-05-01T11:00:12.000Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","is_error":true,"content":"Exit code 1"}]}}
{"type":"user","uuid":"u5","parentUuid":"u4","timestamp":"2026-05-01T11:00:15.000Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t3","content":"ok"}]}}
{"type":"assistant","uuid":"a5","parentUuid":"u5","timestamp":"2026-05-01T11:00:20.000Z","requestId":"r4","message":{"id":"m4","role":"assistant","model":"glm-9","content":[{"type":"tool_use","id":"t4","name":"Bash","input":{"command":"sleep"}}],"stop_reason":"tool_use","usage":{"input_tokens":7,"output_tokens":7}}}
`
	agent := `{"type":"user","uuid":"x0","isSidechain":true,"agentId":"x1","timestamp":"2026-05-01T10:00:06.000Z","message":{"role":"user","content":"look"}}
{"type":"assistant","uuid":"x2","parentUuid":"x0","isSidechain":true,"agentId":"x1","timestamp":"2026-05-01T10:00:16.000Z","requestId":"r9","message":{"id":"m9","role":"assistant","model":"claude-haiku-4-5","content":[{"type":"text","text":"seen"}],"stop_reason":"end_turn","usage":{"input_tokens":1000000,"output_tokens":0}}}
`
	store, v := viewtest.Load([]testutil.File{{Name: "s.jsonl", Data: []byte(main)}, {Name: "s/subagents/agent-x1.jsonl", Data: []byte(agent)}}, 1<<20)
	s := store.Session(0).Place
	got := v.Usage.Usage(s)
	// opus 4.5: 5, 25 and 0.50 a million of input, output and cache read; haiku 4.5: 1 a million of input.
	want := 5 + 0.0025 + 25 + (0.00005 + 1 + 0.0025) + 1
	if got.Responses != 5 || got.Turns != 2 || got.Agents != 2 || got.Calls != 4 || !near(got.Cost.USD, want) || !got.Cost.Incomplete || got.Work != 30_000+20_000 {
		t.Errorf("figures %+v, want %v USD", got, want)
	}
	if !near(got.Split.Input, 6.00005) || !near(got.Split.CacheRead, 1) || !near(got.Split.Output, 25.005) || got.Split.CacheWrite != 0 {
		t.Errorf("%+v", got.Split)
	}
	turns := v.Usage.Turns(s, usage.Sorting{Column: "cost", Down: true}, 0, 10).Lines
	if len(turns) != 2 || turns[0].Number != 1 || turns[0].Words != "first" || turns[0].Key != "u1" || !near(turns[0].Used.USD, 31.0025) || !near(turns[0].Agents, 1) ||
		turns[0].Used.Responses != 3 || turns[0].Calls != 1 || viewtest.OrUnknown(turns[0].Duration) != 30_000 || turns[1].Used.Unpriced != 1 || turns[1].Used.Responses != 2 {
		t.Errorf("turns %+v", turns)
	}
	agents := v.Usage.Agents(s, usage.Sorting{}, 0, 10).Lines
	if len(agents) != 2 || agents[0].Kind != "main" || agents[1].Name != "Explore" || agents[1].Task != "Look around" || agents[1].Key != "a1#0" || agents[1].Prompt != 1 ||
		!near(agents[1].Used.USD, 1) || viewtest.OrUnknown(agents[1].Duration) != 10_000 {
		t.Errorf("agents %+v", agents)
	}
	tools := v.Usage.Tools(s)
	bash := protocol.ToolLine{Name: "Bash", Calls: 3, Answered: 2, Failed: 1, Timed: 2, Median: new(3_000.0), Longest: new(4_000.0), Total: 6_000,
		Key: "a3#0", Slowest: "a4#0"}
	if len(tools) != 2 || !cmp.Equal(tools[0], bash) {
		t.Errorf("tools %+v", tools)
	}
	context := v.Usage.Context(s)
	if diff := cmp.Diff([]float64{1e6, 0, 2_000_010, 7}, context.Context); diff != "" {
		t.Errorf("context (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]float64{0, 0, 0, 0}, context.Window); diff != "" { // more than opus 4.5 can be given
		t.Errorf("window (-want +got):\n%s", diff)
	}
	if at, _ := v.Usage.Address(s, int(context.Message[2])); at != "a3" {
		t.Errorf("the third response is at %s", at)
	}
	rate := v.Usage.Rate(s)
	if diff := cmp.Diff(protocol.RateSeries{Width: 1, Time: []float64{1777629600000, 1777633200000}, Responses: []float64{3, 2}, Low: []float64{0, 0}, Output: []float64{1_000_100, 107},
		Fresh: []float64{2e6, 17}, Read: []float64{0, 2e6}}, rate); diff != "" {
		t.Errorf("over time (-want +got):\n%s", diff)
	}
	if at, ok := v.Usage.Address(s, 99); ok {
		t.Errorf("a response that is not there is at %s", at)
	}
	if none := v.Usage.Turns(7, usage.Sorting{}, 0, 10); none.Total != 0 || v.Usage.Tools(7) != nil {
		t.Error("a session that is not there has usage")
	}
}

// TestUsageWithUnknownOutput checks that a response whose end is not recorded, and which therefore
// has more output than is known, is counted as such in all its totals.
func TestUsageWithUnknownOutput(t *testing.T) {
	reply := func(n int, model, stop string) string {
		return fmt.Sprintf(`{"type":"user","uuid":"u%d","timestamp":"2026-05-01T10:%02d:00.000Z","message":{"role":"user","content":"go"}}
{"type":"assistant","uuid":"a%[1]d","timestamp":"2026-05-01T10:%02[2]d:30.000Z","requestId":"r%[1]d","message":{"id":"m%[1]d","role":"assistant","model":"%[3]s","content":[{"type":"text","text":"ok"}],"stop_reason":%[4]s,"usage":{"input_tokens":10,"output_tokens":3}}}
`, n, n, model, stop)
	}
	_, v := viewtest.Load([]testutil.File{{Name: "s.jsonl", Data: []byte(reply(0, "claude-opus-4-5", `"end_turn"`) + reply(1, "claude-opus-4-5", "null") + reply(2, "claude-haiku-4-5", "null"))}}, 1<<20)
	low := map[string]int{}
	got := v.Usage.Usage(0)
	for _, line := range got.Models {
		low[line.Use.Model] = line.Low
	}
	for _, line := range v.Usage.Turns(0, usage.Sorting{}, 0, 9).Lines {
		low[fmt.Sprint("turn ", line.Number)] = line.Used.Low
	}
	low["main"] = v.Usage.Agents(0, usage.Sorting{}, 0, 9).Lines[0].Used.Low
	if diff := cmp.Diff(map[string]int{"claude-opus-4-5": 1, "claude-haiku-4-5": 1, "turn 1": 0, "turn 2": 1, "turn 3": 1, "main": 2}, low); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if diff := cmp.Diff([]float64{0, 1, 1}, v.Usage.Context(0).Low); diff != "" {
		t.Errorf("by response (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]float64{0, 1, 1}, v.Usage.Rate(0).Low); diff != "" {
		t.Errorf("over time (-want +got):\n%s", diff)
	}
	if work := v.Sessions()[0].Work; work != 90_000 || got.Work != work {
		t.Errorf("%v ms at work", work)
	}
}

// TestUsageOfCopiedAgents checks that the calls of an agent whose file was given twice count once,
// like its responses and in its rows.
func TestUsageOfCopiedAgents(t *testing.T) {
	agent := `{"type":"user","uuid":"x0","isSidechain":true,"agentId":"x1","sessionId":"s","message":{"role":"user","content":"look"}}
{"type":"assistant","uuid":"x2","parentUuid":"x0","isSidechain":true,"agentId":"x1","sessionId":"s","requestId":"r9","message":{"id":"m9","role":"assistant","model":"claude-haiku-4-5","content":[{"type":"tool_use","id":"t9","name":"Bash","input":{"command":"ls"}}],"stop_reason":"tool_use","usage":{"input_tokens":1,"output_tokens":1}}}
`
	_, v := viewtest.Load([]testutil.File{
		{Name: "p/s.jsonl", Data: []byte(`{"type":"user","uuid":"u1","sessionId":"s","message":{"role":"user","content":"go"}}` + "\n")},
		{Name: "p/agent-x1.jsonl", Data: []byte(agent)},
		{Name: "p/s/subagents/agent-x1.jsonl", Data: []byte(agent)},
	}, 1<<20)
	got, tools, lines := v.Usage.Usage(0), v.Usage.Tools(0), v.Usage.Agents(0, usage.Sorting{}, 0, 9).Lines
	if len(lines) != 2 || viewtest.OrUnknown(lines[1].Calls) != 1 || got.Calls != 1 || len(tools) != 1 || tools[0].Calls != 1 || got.Responses != 1 {
		t.Errorf("%d calls, of tools %+v, of agents %+v", got.Calls, tools, lines)
	}
}

// A countingReader counts the bytes that are read of a file.
type countingReader struct {
	io.ReaderAt
	bytes int
}

func (r *countingReader) ReadAt(p []byte, at int64) (int, error) {
	n, err := r.ReaderAt.ReadAt(p, at)
	r.bytes += n
	return n, err
}

// TestTurnNames checks that a turn has the same name in the table of turns, the outline and a
// search, and that only the beginning of a long prompt is read for it.
func TestTurnNames(t *testing.T) {
	var text strings.Builder
	for i := range 8 {
		fmt.Fprintf(&text, `{"type":"user","uuid":"u%d","message":{"role":"user","content":"prompt %d, %s"}}
{"type":"assistant","uuid":"a%[1]d","message":{"id":"m%[1]d","role":"assistant","model":"m","content":[{"type":"text","text":"needle"}]}}
`, i, i, strings.Repeat("and more words ", 50_000))
	}
	data := []byte(text.String())
	store := parser.NewStore()
	file := store.Open("s.jsonl", int64(len(data)))
	file.Write(data)
	file.Close()
	store.Finish()
	read := &countingReader{ReaderAt: bytes.NewReader(data)}
	v := view.New(store, price.Default(), func(int) io.ReaderAt { return read })
	lines := v.Usage.Turns(0, usage.Sorting{Column: "cost", Down: true}, 0, 8).Lines
	if most := len(data) / 4; len(lines) != 8 || read.bytes > most {
		t.Errorf("%d turns, %d bytes were read of %d", len(lines), read.bytes, len(data))
	}
	outline := v.Outline.Outline(0, 0, 5)
	matches, err := v.Matches(0, find.MatchQuery{Text: "needle"}, 0)
	if err != nil || len(matches.Prompts) == 0 || len(outline.Entries) == 0 {
		t.Fatalf("%d turns, %d entries: %v", len(matches.Prompts), len(outline.Entries), err)
	}
	for i, found := range matches.Prompts {
		if i < len(outline.Entries) && (found.Title != lines[i].Words || outline.Entries[i].Text != lines[i].Words || !strings.HasPrefix(found.Title, fmt.Sprintf("prompt %d, and", i))) {
			t.Errorf("turn %d is called %q, %q and %q", found.Prompt, lines[i].Words, found.Title, outline.Entries[i].Text)
		}
	}
}

// TestUsageLong checks that the series of a long session keep the largest, the smallest and the
// first point after a compaction, in their order.
func TestUsageLong(t *testing.T) {
	var text strings.Builder
	const all = 40_000
	for i := range all {
		context := 100_000 + i%1000
		switch i {
		case 21_111:
			context = 199_999
		case 37_777:
			context = 3
		}
		if i == 30_000 {
			text.WriteString(`{"type":"system","subtype":"compact_boundary","uuid":"b","content":"Conversation compacted"}` + "\n")
		}
		fmt.Fprintf(&text, `{"type":"assistant","uuid":"a%d","requestId":"r%d","message":{"id":"m%d","role":"assistant","model":"claude-opus-4-5","content":"x","stop_reason":"end_turn","usage":{"input_tokens":%d,"output_tokens":1}}}`+"\n", i, i, i, context)
	}
	_, v := viewtest.Load([]testutil.File{{Name: "s.jsonl", Data: []byte(text.String())}}, 1<<20)
	got := v.Usage.Context(0)
	n := len(got.Number)
	if n > usage.MostPoints || n < usage.MostPoints/2 {
		t.Fatalf("%d points", n)
	}
	if !slices.IsSorted(got.Number) || slices.Max(got.Context) != 199_999 || slices.Min(got.Context) != 3 {
		t.Errorf("from %v to %v", slices.Min(got.Context), slices.Max(got.Context))
	}
	at := slices.Index(got.Compacted, 1)
	if at < 0 || got.Number[at] != 30_001 || slices.Contains(got.Compacted[at+1:], 1) {
		t.Errorf("the compaction is at %d", at)
	}
	if points := len(got.Parts); points != n*len(got.Sources) {
		t.Errorf("there are %d parts for %d points and %d sources", points, n, len(got.Sources))
	}
	got.Parts, got.Sources = got.Parts[:n], nil
	for column := range reflect.ValueOf(got).NumField() {
		if points := reflect.ValueOf(got).Field(column).Len(); points != n && points > 0 {
			t.Errorf("column %d has %d points of %d", column, points, n)
		}
	}
	if rate := v.Usage.Rate(0); len(rate.Time) != 0 {
		t.Errorf("times were made up: %v", rate.Time[:1])
	}
}

// TestUsagePages checks that lines with equal values are in the order of the session, and that
// pages have the requested size.
func TestUsagePages(t *testing.T) {
	var text strings.Builder
	for i := range 500 {
		fmt.Fprintf(&text, `{"type":"user","uuid":"u%d","message":{"role":"user","content":"prompt %d"}}
{"type":"assistant","uuid":"a%d","requestId":"r%d","message":{"id":"m%d","role":"assistant","model":"claude-opus-4-5","content":"x","stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":%d}}}
`, i, i, i, i, i, 1+i%2)
	}
	_, v := viewtest.Load([]testutil.File{{Name: "s.jsonl", Data: []byte(text.String())}}, 1<<20)
	numbers := func(by usage.Sorting, from, count int) (list []int) {
		for _, line := range v.Usage.Turns(0, by, from, count).Lines {
			list = append(list, line.Number)
		}
		return list
	}
	for _, c := range []struct {
		by          usage.Sorting
		from, count int
		want        []int
	}{
		{usage.Sorting{}, 0, 3, []int{1, 2, 3}},
		{usage.Sorting{Column: "output", Down: true}, 0, 3, []int{2, 4, 6}},
		{usage.Sorting{Column: "output"}, 248, 4, []int{497, 499, 2, 4}},
		{usage.Sorting{Column: "number", Down: true}, 498, 9, []int{2, 1}},
		{usage.Sorting{}, 500, 9, nil},
		{usage.Sorting{}, -4, 1, []int{1}},
		{usage.Sorting{}, 0, -1, nil},
	} {
		if diff := cmp.Diff(c.want, numbers(c.by, c.from, c.count)); diff != "" {
			t.Errorf("%+v from %d (-want +got):\n%s", c.by, c.from, diff)
		}
	}
	if n := len(numbers(usage.Sorting{}, 0, 1000)); n != usage.MaxLines {
		t.Errorf("%d lines at once", n)
	}
}

// TestUsageWhileReading checks that requests are answered while files are read, in any chunks, and
// that the last answer is that of files read at once.
func TestUsageWhileReading(t *testing.T) {
	for name, files := range testutil.Cases(t) {
		_, whole := viewtest.Load(files, 1<<20)
		store := parser.NewStore()
		v := view.New(store, price.Default(), func(i int) io.ReaderAt { return bytes.NewReader(files[i].Data) })
		answers := func(v *view.Viewer, session int) []any {
			turns := v.Usage.Turns(session, usage.Sorting{Column: "cost", Down: true}, 0, usage.MaxLines)
			agents := v.Usage.Agents(session, usage.Sorting{Column: "duration"}, 0, usage.MaxLines)
			turns.Revision, agents.Revision = 0, 0 // these count the orders that were made
			return []any{v.Usage.Usage(session), turns, agents, v.Usage.Tools(session), v.Usage.Context(session), v.Usage.Rate(session)}
		}
		ask := func() {
			for s := range store.Sessions() {
				answers(v, s.Place)
			}
		}
		for _, f := range files {
			file := store.Open(f.Name, int64(len(f.Data)))
			for data := f.Data; len(data) > 0; {
				n := min(700, len(data))
				file.Write(data[:n])
				data = data[n:]
				ask()
			}
			file.Close()
			ask()
		}
		store.Finish()
		for s := range store.Sessions() {
			if diff := cmp.Diff(answers(whole, s.Place), answers(v, s.Place), cmpopts.EquateApprox(0, 1e-9)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
	}
}

// TestToolErrorsAgreeWithFilters checks that the table of tools and the options of filters count the same
// errors.
func TestToolErrorsAgreeWithFilters(t *testing.T) {
	failed := 0
	for name, files := range testutil.FileSets(t) {
		store, v := viewtest.Load(files, 1<<20)
		for s := range store.Sessions() {
			used := map[string]protocol.ToolLine{}
			for _, line := range v.Usage.Tools(s.Place) {
				used[line.Name] = line
			}
			for _, tool := range v.FilterOptions(s.Place).Tools {
				line := used[tool.Name]
				failed += line.Failed
				if line.Calls == tool.Calls && line.Failed != tool.Failed {
					t.Errorf("%s: %d of %d calls of %s failed, %d in the options", name, line.Failed, line.Calls, tool.Name, tool.Failed)
				}
			}
		}
	}
	if failed == 0 {
		t.Error("nothing failed")
	}
}

// TestUsageOfFewPoints checks that a series of fewer points than the maximum has all of them, even
// if neighbors are equal.
func TestUsageOfFewPoints(t *testing.T) {
	var text strings.Builder
	const all = 8_000
	for i := range all {
		fmt.Fprintf(&text, `{"type":"assistant","uuid":"a%d","requestId":"r%d","message":{"id":"m%d","role":"assistant","model":"claude-opus-4-5","content":"x","stop_reason":"end_turn","usage":{"input_tokens":7,"output_tokens":1}}}`+"\n", i, i, i)
	}
	_, v := viewtest.Load([]testutil.File{{Name: "s.jsonl", Data: []byte(text.String())}}, 1<<20)
	if n := len(v.Usage.Context(0).Number); n != all {
		t.Errorf("%d points of %d", n, all)
	}
}

// TestUsageWithoutTimes checks that records without a time of their own have no duration and no rate: here,
// only results of calls have times, with a pause of an hour between two prompts.
func TestUsageWithoutTimes(t *testing.T) {
	lines := []string{
		`{"type":"user","uuid":"u1","message":{"role":"user","content":"One"}}`,
		`{"type":"assistant","uuid":"a1","parentUuid":"u1","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}],"usage":{"input_tokens":10,"output_tokens":50}}}`,
		`{"type":"user","uuid":"r1","parentUuid":"a1","timestamp":"2026-01-01T10:00:00Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"a"}]}}`,
		`{"type":"user","uuid":"u2","parentUuid":"r1","message":{"role":"user","content":"Two"}}`,
		`{"type":"assistant","uuid":"a2","parentUuid":"u2","message":{"id":"m2","role":"assistant","content":[{"type":"tool_use","id":"t2","name":"Bash","input":{"command":"ls"}}],"usage":{"input_tokens":10,"output_tokens":50}}}`,
		`{"type":"user","uuid":"r2","parentUuid":"a2","timestamp":"2026-01-01T11:00:00Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"a"}]}}`,
	}
	_, v := viewtest.Load(viewtest.Session(lines...), 1<<20)
	if work := v.Usage.Usage(0).Work; work != 0 {
		t.Errorf("%v ms of work, of which none is known", work)
	}
	if rate := v.Usage.Rate(0); len(rate.Time) > 0 {
		t.Errorf("the rate has the times %v", rate.Time)
	}
}

// TestRecordedWindow checks that the window of an unknown model is the recorded one, unless its context was
// larger.
func TestRecordedWindow(t *testing.T) {
	for window, want := range map[int]int64{200_000: 200_000, 5: 0} {
		_, v := viewtest.Load(viewtest.Session(
			`{"type":"user","uuid":"u1","message":{"role":"user","content":"One"}}`,
			`{"type":"assistant","uuid":"a1","parentUuid":"u1","message":{"id":"m1","model":"other-1","role":"assistant","content":[{"type":"text","text":"Yes."}],"usage":{"input_tokens":10,"output_tokens":50}}}`,
			fmt.Sprintf(`{"type":"result","subtype":"success","total_cost_usd":1,"modelUsage":{"other-1":{"inputTokens":10,"outputTokens":50,"contextWindow":%d}}}`, window)), 1<<20)
		if got := v.Usage.Context(0).Window; len(got) != 1 || int64(got[0]) != want {
			t.Errorf("recorded %d: windows %v, want %d", window, got, want)
		}
	}
}

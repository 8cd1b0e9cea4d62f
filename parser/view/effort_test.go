package view_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/testutil"
	"unspool/parser/view/usage"
)

// TestAgentsWithoutRecords checks that agents without records have the figures of their calls, and
// that nothing unknown is 0. The outline and the rows agree.
func TestAgentsWithoutRecords(t *testing.T) {
	call := func(n int, result string) string {
		return fmt.Sprintf(`{"type":"assistant","uuid":"a%d",%s"message":{"id":"m%[1]d","role":"assistant","model":"m","content":[{"type":"tool_use","id":"t%[1]d","name":"Task","input":{"description":"task %[1]d","prompt":"p%[1]d"}}],"usage":{"input_tokens":1,"output_tokens":1}}}
{"type":"user","uuid":"r%[1]d",%[3]s"toolUseResult":%[4]s,"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%[1]d","content":"done"}]}}
`, n, at(n*1000), at(n*1000+60), result)
	}
	main := `{"type":"user","uuid":"u",` + at(0) + `"message":{"role":"user","content":"go"}}` + "\n" +
		call(1, `{"agentId":"x1","totalDurationMs":59000,"totalToolUseCount":16}`) +
		call(2, `{"agentId":"x2","totalToolUseCount":0}`) +
		call(3, `{"agentId":"x3","totalToolUseCount":null,"totalDurationMs":"long"}`) +
		call(4, `{"agentId":"x4","isAsync":true,"status":"async_launched"}`) +
		call(5, `{"agentId":"x1","totalDurationMs":1000,"totalToolUseCount":4}`) +
		call(6, `{"agentId":"x6","totalDurationMs":1000,"totalToolUseCount":4}`) +
		call(7, `{"agentId":"x6"}`)
	_, v := load([]testutil.File{{Name: "s.jsonl", Data: []byte(main)}}, 1<<20)
	type known struct {
		Task        string
		Minute      float64 // after the prompt
		Seconds     float64
		Calls       int
		HasNoRecord bool
	}
	start := v.Usage.Turns(0, usage.Sorting{}, 0, 1).Lines[0].Time
	var got []known
	for _, line := range v.Usage.Agents(0, usage.Sorting{Column: "calls", Down: true}, 0, 9).Lines {
		seconds := orUnknown(line.Duration)
		if seconds > 0 {
			seconds /= 1000
		}
		if line.Kind == "agent" {
			got = append(got, known{line.Task, (line.Time - start) / 1000, seconds, orUnknown(line.Calls), line.Missing})
		}
	}
	want := []known{{"task 1", 1000, 60, 20, true}, {"task 2", 2000, 60, 0, true}, {"task 3", 3000, 60, -1, true}, {"task 4", 4000, -1, -1, true}, {"task 6", 6000, 61, -1, true}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if figures := v.Usage.Usage(0); figures.Calls != 7 {
		t.Errorf("%d calls are recorded", figures.Calls)
	}
	var entries, rows []string
	for _, e := range v.Outline.Outline(0, 0, 20).Entries {
		if e.Kind == "agent" {
			entries = append(entries, fmt.Sprint(orUnknown(e.Calls), " ", orUnknown(e.Duration)))
		}
	}
	for _, row := range rowsAt(v, 0, 0, 50) {
		if row.Run != nil {
			rows = append(rows, fmt.Sprint(orUnknown(row.Run.Calls), " ", orUnknown(row.Run.Duration)))
		}
	}
	same := []string{"16 59000", "0 60000", "-1 60000", "-1 -1", "4 1000", "4 1000", "-1 60000"}
	if diff := cmp.Diff(same, entries); diff != "" {
		t.Errorf("outline (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(same, rows); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

package record_test

import (
	"encoding/json"
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/record"
)

// TestIsLink checks that a structured result without its other members is read like the whole one.
func TestIsLink(t *testing.T) {
	links := []map[string]any{
		{"agentId": "a1", "totalToolUseCount": 3, "totalDurationMs": 20, "interrupted": true},
		{"agent_id": "ann@core", "status": "teammate_spawned"},
		{"isAsync": true, "backgroundTaskId": "b1"},
		{"taskId": "b1"}, {"task_id": "b1"}, {"shell_id": "b1"}, {"shellId": "b1"},
		{"runId": "wf_1"}, {"transcriptDir": "/w/wf_1"},
		{"resumedAgentId": "a1", "searchCount": 2},
	}
	for _, want := range links {
		all := map[string]any{"stdout": "text", "content": []string{"text"}}
		maps.Copy(all, want)
		if want["status"] == nil {
			all["status"] = "a text of another program"
		}
		kept := map[string]any{}
		for key, value := range all {
			text, err := json.Marshal(value)
			if err != nil {
				t.Fatal(err)
			}
			if record.IsLink([]byte(key), text) {
				kept[key] = value
			}
		}
		if diff := cmp.Diff(want, kept); diff != "" {
			t.Errorf("other members are kept: %s", diff)
		}
		if diff := cmp.Diff(resultOf(t, all), resultOf(t, kept)); diff != "" {
			t.Errorf("%v is read as another result: %s", kept, diff)
		}
	}
}

// resultOf returns how a record with a structured result is read.
func resultOf(t *testing.T, structured map[string]any) any {
	t.Helper()
	line, err := json.Marshal(map[string]any{"type": "user", "toolUseResult": structured})
	if err != nil {
		t.Fatal(err)
	}
	var p record.Parser
	r := p.Parse(line)
	if r == nil {
		t.Fatalf("no record: %s", line)
	}
	r.Result.Whole = record.Span{}
	return []any{r.Result, r.Flags}
}

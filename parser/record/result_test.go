package record_test

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/record"
)

// TestLink checks that a structured result without its other members is read like the whole one.
func TestLink(t *testing.T) {
	links := []map[string]any{
		{"agentId": "a1", "totalToolUseCount": 3, "totalDurationMs": 20, "interrupted": true},
		{"agent_id": "ann@core", "status": "teammate_spawned"},
		{"isAsync": true, "backgroundTaskId": "b1"},
		{"taskId": "b1"}, {"task_id": "b1"}, {"shell_id": "b1"}, {"shellId": "b1"},
		{"runId": "wf_1"}, {"transcriptDir": "wf_1"},
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
			if record.Link([]byte(key), text, func(string) bool { return true }) != nil {
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

// TestLinkOfText checks that no text stays of a structured result, whatever the member is called that has it.
func TestLinkOfText(t *testing.T) {
	isKnown := func(id string) bool { return id != "unknown" }
	for key, values := range map[string]map[string]string{
		"agentId": {`"a1"`: `"a1"`, `"ann@core"`: `"ann@core"`, `"unknown"`: "", `"the key is 1"`: "", `"mei@tidal.io"`: "", `"@"`: "",
			`"` + strings.Repeat("a", 64) + `"`: `"` + strings.Repeat("a", 64) + `"`, `"` + strings.Repeat("a", 65) + `"`: "",
			`""`: "", `"\u0061"`: "", `["a1"]`: "", "a1": "", "null": ""},
		"transcriptDir":     {`"/home/mei/wf_1/"`: `"wf_1"`, `"C:\\w\\wf_1"`: `"wf_1"`, `"/w/unknown"`: "", `"/w/a text"`: "", "[]": ""},
		"status":            {`"async_launched"`: `"async_launched"`, "async_launched": "", `"a text"`: ""},
		"isAsync":           {"true": "true", "false": "false", "texts": "", `"true"`: ""},
		"totalToolUseCount": {"12": "12", "1.5e3": "1.5e3", "1text": "", `"12"`: "", strings.Repeat("1", 21): ""},
		"stdout":            {`"a1"`: ""},
	} {
		for value, want := range values {
			if got := record.Link([]byte(key), []byte(value), isKnown); string(got) != want {
				t.Errorf("%s: %s becomes %q instead of %q", key, value, got, want)
			}
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

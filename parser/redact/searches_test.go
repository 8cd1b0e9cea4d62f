package redact

import (
	"encoding/json"
	"strings"
	"testing"
)

// searches are the content of a reply with results of the tools of servers, and with citations of them.
const searches = `[{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query":"tides"}},` +
	`{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[{"type":"web_search_result","title":"TOPSECRET","url":"https://TOPSECRET/",` +
	`"encrypted_content":"VE9QU0VDUkVUTOPSECRETVE9QU0VDUkVUTOPSECRETVE9QU0VDUkVUTOPSECRETVE9QU0VD","page_age":"TOPSECRET"}]},` +
	`{"type":"web_search_tool_result","tool_use_id":"srvtoolu_2","content":{"type":"web_search_tool_result_error","error_code":"max_uses_exceeded"}},` +
	`{"type":"web_fetch_tool_result","tool_use_id":"srvtoolu_3","content":{"type":"web_fetch_result","url":"https://TOPSECRET/",` +
	`"retrieved_at":"2026-05-14T09:30:00.000Z","content":{"type":"document","title":"TOPSECRET","citations":{"enabled":true},` +
	`"source":{"type":"text","media_type":"text/plain","data":"TOPSECRET"}}}},` +
	`{"type":"code_execution_tool_result","tool_use_id":"srvtoolu_4","content":{"type":"code_execution_result","stdout":"TOPSECRET","stderr":"",` +
	`"return_code":7777,"content":[{"type":"code_execution_output","file_id":"TOPSECRET"}]}},` +
	`{"type":"bash_code_execution_tool_result","tool_use_id":"srvtoolu_5","content":{"type":"bash_code_execution_result","stdout":"TOPSECRET",` +
	`"stderr":"TOPSECRET","return_code":0,"content":[]},"caller":{"type":"code_execution_20250825","tool_id":"srvtoolu_4"}},` +
	`{"type":"text_editor_code_execution_tool_result","tool_use_id":"srvtoolu_6","content":{"type":"text_editor_code_execution_view_result",` +
	`"file_type":"text","content":"TOPSECRET","num_lines":7777,"start_line":1,"total_lines":7777}},` +
	`{"type":"tool_search_tool_result","tool_use_id":"srvtoolu_7","content":{"type":"tool_search_tool_search_result",` +
	`"tool_references":[{"type":"tool_reference","tool_name":"TOPSECRET"}]}},` +
	`{"type":"text","text":"It says so.","citations":[` +
	`{"type":"web_search_result_location","cited_text":"TOPSECRET","encrypted_index":"TOPSECRET","title":"TOPSECRET","url":"https://TOPSECRET/"},` +
	`{"type":"char_location","cited_text":"TOPSECRET","document_index":0,"document_title":"TOPSECRET","start_char_index":0,"end_char_index":7777}]}]`

// TestDropSearches checks that nothing is left of the results of the tools of servers, which are in replies, and of the
// citations of them, in any form of record.
func TestDropSearches(t *testing.T) {
	lines := []string{
		`{"type":"assistant","message":{"role":"assistant","content":` + searches + `}}`,
		`{"type":"progress","data":{"type":"agent_progress","message":{"type":"assistant","message":{"role":"assistant","content":` + searches + `}}}}`,
		`{"type":"progress","data":{"normalizedMessages":[{"type":"assistant","message":{"content":` + searches + `}}]}}`,
		`{"type":"stream_event","event":{"type":"content_block_delta","index":2,"delta":{"type":"citations_delta","citation":{` +
			`"type":"web_search_result_location","cited_text":"TOPSECRET","encrypted_index":"TOPSECRET","title":"TOPSECRET","url":"TOPSECRET"}}}}`,
		`{"type":"assistant","content":` + searches + `}`,
	}
	var blocks []json.RawMessage
	if err := json.Unmarshal([]byte(searches), &blocks); err != nil {
		t.Fatal(err)
	}
	for _, block := range blocks {
		lines = append(lines, `{"type":"stream_event","event":{"type":"content_block_start","index":1,"content_block":`+string(block)+`}}`)
	}
	for _, in := range lines {
		got, r, _ := redacted(t, in, FinderOptions{}, Outputs)
		if strings.Contains(got, "SECRET") || strings.Contains(got, "7777") || !json.Valid([]byte(got)) {
			t.Errorf("%s became %s", in, got)
		}
		if got != in && r.Report.Parts["outputs"] == 0 {
			t.Errorf("what was left out of %s is not counted", in)
		}
	}
	o := ReplacerOptions{Parts: Outputs, Links: func(id string) bool { return id == "srvtoolu_4" }}
	got, _, _ := redactedWith(t, lines[0], FinderOptions{}, o)
	for _, want := range []string{
		`"tool_use_id":"srvtoolu_1","content":[]`, `"text":"It says so.","citations":null`, `"input":{"query":"tides"}`,
		`"error_code":"max_uses_exceeded"`, `"source":{"type":"text","media_type":"text/plain","data":"[output removed]"}`,
		`"retrieved_at":"2026-05-14T09:30:00.000Z"`, `"citations":{"enabled":true}`, `"file_type":"text"`, `"tool_references":[]`,
		`"caller":{"type":"code_execution_20250825","tool_id":"srvtoolu_4"}`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing in %s", want, got)
		}
	}
	if got, _, _ := redacted(t, lines[0], FinderOptions{}, Files); strings.Contains(got, `"citations":[`) {
		t.Errorf("citations of files are left in %s", got)
	}
}

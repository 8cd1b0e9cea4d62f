package export_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"unspool/parser/export"
	"unspool/parser/testutil/viewtest"
)

// TestWithoutSearches checks that nothing of the results of a server's tools is left with them: also no citations.
func TestWithoutSearches(t *testing.T) {
	event := func(event string) string {
		return `{"type":"stream_event","uuid":"e","session_id":"s","parent_tool_use_id":null,"event":` + event + `}`
	}
	citation := `{"type":"web_search_result_location","cited_text":"SECRET","encrypted_index":"SECRET","title":"SECRET","url":"SECRET"}`
	files := viewtest.Session(
		`{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"go"}}`,
		event(`{"type":"content_block_start","index":1,"content_block":{"type":"text","text":"","citations":[`+citation+`]}}`),
		event(`{"type":"content_block_delta","index":1,"delta":{"type":"citations_delta","citation":`+citation+`}}`),
		`{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","message":{"id":"m1","role":"assistant","content":[`+
			`{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query":"q"}},`+
			`{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[{"type":"web_search_result","title":"SECRET","url":"SECRET","encrypted_content":"SECRET"}]},`+
			`{"type":"text","text":"Found.","citations":[`+citation+`]}]}}`,
	)
	for _, o := range []export.TranscriptOptions{
		{Tools: export.ToolSelection{All: true}}, {Tools: export.ToolSelection{All: true}, ResultsOnly: true},
		{Tools: export.ToolSelection{Names: []string{"web_search"}}}, {Tools: export.ToolSelection{Names: []string{"web_search"}}, ResultsOnly: true},
	} {
		out, _ := written(t, files, first(files), o)
		if bytes.Contains(out[0].Data, []byte("SECRET")) || o.ResultsOnly && !bytes.Contains(out[0].Data, []byte(`"tool_use_id":"srvtoolu_1","content":[]`)) {
			t.Errorf("%+v: %s", o, out[0].Data)
		}
		for line := range bytes.Lines(out[0].Data) {
			if !json.Valid(line) {
				t.Errorf("%+v: %s", o, line)
			}
		}
	}
	for _, o := range []export.TranscriptOptions{{}, {Tools: export.ToolSelection{Names: []string{"Bash"}}}, {Tools: export.ToolSelection{All: true, KeepTurns: 1}}} {
		if out, _ := written(t, files, first(files), o); strings.Count(string(out[0].Data), "cited_text") != 3 {
			t.Errorf("%+v: %s", o, out[0].Data)
		}
	}
}

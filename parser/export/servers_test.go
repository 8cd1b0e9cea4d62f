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
	for i := range files[0].Data { // the citations are those of another tool
		if bytes.HasPrefix(files[0].Data[i:], []byte("web_search_result_location")) {
			copy(files[0].Data[i:], "search_result_location_new")
		}
	}
	o := export.TranscriptOptions{Tools: export.ToolSelection{Names: []string{"mcp__docs__search"}}}
	if out, _ := written(t, files, first(files), o); bytes.Contains(out[0].Data, []byte("cited_text")) {
		t.Errorf("%+v: %s", o, out[0].Data)
	}
}

// TestWithoutAdvice checks that the advice that is left out has the form that the API takes.
func TestWithoutAdvice(t *testing.T) {
	files := viewtest.Session(
		`{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"go"}}`,
		`{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","message":{"id":"m1","role":"assistant","content":[`+
			`{"type":"server_tool_use","id":"srvtoolu_1","name":"advisor","input":{}},`+
			`{"type":"advisor_tool_result","tool_use_id":"srvtoolu_1","content":{"type":"advisor_result","text":"SECRET"}}]}}`,
	)
	out, _ := written(t, files, first(files), export.TranscriptOptions{Tools: export.ToolSelection{All: true}, ResultsOnly: true})
	if data := out[0].Data; bytes.Contains(data, []byte("SECRET")) || !bytes.Contains(data, []byte(`"content":{"type":"advisor_result","text":"`)) {
		t.Errorf("%s", data)
	}
}

package export_test

import (
	"bytes"
	"testing"

	"unspool/parser/export"
	"unspool/parser/testutil/viewtest"
)

// event returns a record with a piece of a reply.
func event(text string) string {
	return `{"type":"stream_event","event":` + text + `,"session_id":"s","parent_tool_use_id":null}`
}

// TestWithoutPieces checks that no piece of what is left out stays: of blocks that came whole, too, that did not, and
// whose beginning is missing. All others stay.
func TestWithoutPieces(t *testing.T) {
	files := viewtest.Session(
		`{"type":"user","uuid":"u1","session_id":"s","message":{"role":"user","content":"go"}}`,
		event(`{"type":"content_block_delta","index":7,"delta":{"type":"input_json_delta","partial_json":"COMMAND"}}`),
		event(`{"type":"content_block_delta","index":8,"delta":{"type":"signature_delta","signature":"THOUGHT"}}`),
		event(`{"type":"message_start","message":{"id":"m1"}}`),
		event(`{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":""}}`),
		event(`{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"THOUGHT"}}`),
		event(`{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"THOUGHT"}}`),
		event(`{"type":"content_block_stop","index":0}`),
		event(`{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t1","name":"Bash","input":{}}}`),
		event(`{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"COMMAND"}}`),
		`{"type":"assistant","uuid":"a1","parentUuid":"u1","session_id":"s","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"COMMAND"}}]}}`,
		`{"type":"user","uuid":"r1","parentUuid":"a1","session_id":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"RESULT"}]},"tool_use_result":{"stdout":"RESULT"}}`,
		event(`{"type":"message_start","message":{"id":"m2"}}`),
		event(`{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t2","name":"Bash","input":{}}}`),
		event(`{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"COMMAND"}}`),
		event(`{"type":"content_block_start","index":1,"content_block":{"type":"web_search_tool_result","tool_use_id":"t3","content":[{"title":"FOUND"}]}}`),
		event(`{"type":"content_block_start","index":2,"content_block":{"type":"text","text":"WORDS"}}`),
		event(`{"type":"content_block_delta","index":2,"delta":{"type":"text_delta","text":"WORDS"}}`),
	)
	for _, c := range []struct {
		name    string
		options export.TranscriptOptions
		gone    string
	}{
		{"tools", export.TranscriptOptions{Tools: export.ToolSelection{All: true}}, "COMMAND RESULT FOUND"},
		{"Bash", export.TranscriptOptions{Tools: export.ToolSelection{Names: []string{"Bash"}}}, "COMMAND RESULT"},
		{"Read", export.TranscriptOptions{Tools: export.ToolSelection{Names: []string{"Grep"}, KeepTurns: 9}}, ""},
		{"thinking", export.TranscriptOptions{Thinking: true}, "THOUGHT"},
		{"results", export.TranscriptOptions{Tools: export.ToolSelection{All: true}, ResultsOnly: true}, "RESULT FOUND"},
		{"all but the last turn", export.TranscriptOptions{Tools: export.ToolSelection{All: true, KeepTurns: 1}}, ""},
	} {
		out, _ := written(t, files, first(files), c.options)
		for _, text := range []string{"COMMAND", "RESULT", "FOUND", "THOUGHT", "WORDS"} {
			want := bytes.Count(files[0].Data, []byte(text))
			if bytes.Contains([]byte(c.gone), []byte(text)) {
				want = 0
			}
			if got := bytes.Count(out[0].Data, []byte(text)); got != want {
				t.Errorf("without %s: %d times %s, want %d: %s", c.name, got, text, want, out[0].Data)
			}
		}
	}
}

// TestWithoutRelayed checks that the copies of an agent's records in its progress lack what is left out.
func TestWithoutRelayed(t *testing.T) {
	relay := func(record string) string {
		return `{"type":"progress","sessionId":"s","parentToolUseID":"t1","data":{"type":"agent_progress","agentId":"ag","message":` + record +
			`,"normalizedMessages":[` + record + `]}}`
	}
	files := viewtest.Session(
		`{"type":"user","uuid":"u1","sessionId":"s","message":{"role":"user","content":"go"}}`,
		`{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Task","input":{}}]}}`,
		relay(`{"type":"assistant","message":{"id":"m2","role":"assistant","content":[{"type":"thinking","thinking":"THOUGHT"},{"type":"tool_use","id":"y1","name":"Bash","input":{"command":"COMMAND"}}]}}`),
		relay(`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"y1","content":"RESULT"}]},"toolUseResult":{"stdout":"RESULT"}}`),
	)
	bash := export.ToolSelection{Names: []string{"Bash"}}
	for _, c := range []struct {
		options export.TranscriptOptions
		gone    string
		want    export.LeftOut
	}{
		{export.TranscriptOptions{Tools: bash}, "COMMAND RESULT", export.LeftOut{Calls: 1}},
		{export.TranscriptOptions{Tools: bash, ResultsOnly: true}, "RESULT", export.LeftOut{Results: 1}},
		{export.TranscriptOptions{Thinking: true}, "THOUGHT", export.LeftOut{Thinking: 1}},
	} {
		out, report := written(t, files, first(files), c.options)
		parseLines(t, out[0].Data)
		if report.LeftOut != c.want {
			t.Errorf("%+v: %+v is left out", c.options, report.LeftOut)
		}
		for _, text := range []string{"COMMAND", "RESULT", "THOUGHT"} {
			isGone := bytes.Contains([]byte(c.gone), []byte(text))
			if bytes.Contains(out[0].Data, []byte(text)) == isGone {
				t.Errorf("%+v: %s is gone: %t, of %s", c.options, text, !isGone, out[0].Data)
			}
		}
	}
}

package transcript_test

import (
	"testing"

	"unspool/parser/testutil/parsertest"
)

// TestRepeatedResult checks that a call has the outcome of the last record with its result.
func TestRepeatedResult(t *testing.T) {
	const (
		call = `{"type":"assistant","uuid":"a","parentUuid":null,"sessionId":"s","message":{"id":"m","role":"assistant",` +
			`"content":[{"type":"tool_use","id":"t","name":"Bash","input":{"command":"ls"}}]}}` + "\n"
		head = `{"type":"user","uuid":"b","parentUuid":"a","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result",`
	)
	results := map[string]string{
		"success":  head + `"tool_use_id":"t","content":"done"}]}}` + "\n",
		"failure":  head + `"tool_use_id":"t","is_error":true,"content":"no such file"}]}}` + "\n",
		"declined": head + `"tool_use_id":"t","is_error":true,"content":"The user doesn't want to proceed with this tool use. The tool use was rejected"}]}}` + "\n",
	}
	type outcome struct{ succeeded, failed, declined bool }
	want := map[string]outcome{"success": {succeeded: true}, "failure": {failed: true}, "declined": {failed: true, declined: true}}
	for first, one := range results {
		for last, two := range results {
			f := parsertest.Read("s.jsonl", []byte(call+one+two), 1<<20)
			c := f.Calls.At(0)
			if got := (outcome{c.Succeeded, c.Failed, c.Declined}); got != want[last] {
				t.Errorf("%s, then %s: %+v, want %+v", first, last, got, want[last])
			}
		}
	}
}

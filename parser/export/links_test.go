package export_test

import (
	"testing"

	"unspool/parser/export"
	"unspool/parser/testutil/viewtest"
)

// TestLinks checks which ids link records of a session: not those that only results of tools name which start nothing.
func TestLinks(t *testing.T) {
	files := viewtest.Session(
		`{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"go"}}`,
		`{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","message":{"id":"m1","role":"assistant","content":[`+
			`{"type":"tool_use","id":"t1","name":"mcp__x__y","input":{}},{"type":"tool_use","id":"t2","name":"Bash","input":{}},`+
			`{"type":"tool_use","id":"t3","name":"Task","input":{}},{"type":"tool_use","id":"t4","name":"Bash","input":{}}]}}`,
		`{"type":"user","uuid":"r1","parentUuid":"a1","sessionId":"s","toolUseResult":{"agentId":"secret1","backgroundTaskId":"secret2","runId":"secret3"},`+
			`"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"x\nagentId: secret4"}]}}`,
		`{"type":"user","uuid":"r2","parentUuid":"r1","sessionId":"s","toolUseResult":{"agentId":"secret5","taskId":"secret6","id":"secret7"},`+
			`"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"x\nagentId: secret8"}]}}`,
		`{"type":"user","uuid":"r3","parentUuid":"r2","sessionId":"s","toolUseResult":{"agentId":"ag1"},`+
			`"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t3","content":"x"}]}}`,
		`{"type":"user","uuid":"r4","parentUuid":"r3","sessionId":"s","toolUseResult":{"backgroundTaskId":"b1"},`+
			`"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t4","content":"x"}]}}`,
	)
	links := new(export.Links)
	if links.Has("t1") {
		t.Error("there is a link without a session")
	}
	links.Add(first(files))
	for id, want := range map[string]bool{
		"s": true, "u1": true, "r4": true, "t1": true, "t4": true, "ag1": true, "b1": true, "": false, "s1": false, "go": false,
		"secret1": false, "secret2": false, "secret3": false, "secret4": false, "secret5": false, "secret6": false, "secret7": false, "secret8": false,
	} {
		if links.Has(id) != want {
			t.Errorf("%q links records: %v", id, !want)
		}
	}
}

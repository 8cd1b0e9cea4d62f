package export_test

import (
	"bytes"
	"encoding/json"
	"path"
	"slices"
	"strings"
	"testing"

	"unspool/parser"
	"unspool/parser/export"
	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
)

// TestRenewedIDs checks that no member of a record, outside of texts and results of tools, has an id of
// the original, and no path of a file.
func TestRenewedIDs(t *testing.T) {
	sessions(t, func(name string, files []testutil.File, s *parser.Session) {
		old := map[string]bool{s.ID: true}
		for _, f := range files {
			for line := range bytes.Lines(f.Data) {
				addSessionIDs(line, old)
			}
		}
		for _, f := range s.Files {
			for i := range f.Records.Len() {
				old[f.UUID(i)] = true
			}
		}
		delete(old, "")
		out, _ := written(t, files, s, export.TranscriptOptions{ID: newID})
		for _, f := range out {
			for part := range strings.SplitSeq(f.Name, "/") {
				if old[strings.TrimSuffix(part, ".jsonl")] {
					t.Errorf("%s: the file %s", name, f.Name)
				}
			}
			for _, line := range recordsOf(f) {
				var record map[string]any
				if json.Unmarshal(line, &record) != nil {
					continue
				}
				delete(record, "message")
				delete(record, "toolUseResult")
				if strings.HasPrefix(path.Base(f.Name), "local_") {
					delete(record, "sessionId") // of Cowork
				}
				if at := findText(record, old, ""); at != "" {
					t.Errorf("%s: %s: the id in %s of %.300s", name, f.Name, at, line)
					break
				}
			}
		}
	})
}

// recordsOf returns the lines of a file with records, or all of a file with one JSON object.
func recordsOf(f testutil.File) [][]byte {
	switch path.Ext(f.Name) {
	case ".jsonl":
		return slices.Collect(bytes.Lines(f.Data))
	case ".json":
		return [][]byte{f.Data}
	}
	return nil
}

// TestRenewedSidecars checks that the files about a session and its agents have new ids, too, and that results name the
// copies of their outputs.
func TestRenewedSidecars(t *testing.T) {
	const old = "11111111-1111-4111-8111-111111111111"
	folder := "projects/-p/" + old
	files := []testutil.File{
		{Name: folder + ".jsonl", Data: []byte(`{"type":"user","uuid":"u1","sessionId":"` + old + `","message":{"role":"user","content":"go"}}
{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"` + old + `","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Task","input":{}},{"type":"tool_use","id":"t2","name":"Bash","input":{}}]}}
{"type":"user","uuid":"r2","parentUuid":"a1","sessionId":"` + old + `","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"saved to: C:\\\\p\\\\` + old + `\\\\tool-results\\\\b1.txt"}]},"toolUseResult":{"persistedOutputPath":"/home/x/.claude/projects/-p/` + old + `/tool-results/b1.txt"}}
`)},
		{Name: folder + "/subagents/agent-g1.jsonl", Data: []byte(`{"type":"user","uuid":"33333333-1111-4111-8111-111111111111","agentId":"g1","isSidechain":true,"sessionId":"` + old + `","message":{"role":"user","content":"look"}}` + "\n")},
		{Name: folder + "/subagents/agent-g1.meta.json", Data: []byte("\n" + `{"toolUseId":"t1","sessionId":"` + old + `","parentUuid":"33333333-1111-4111-8111-111111111111"}`)},
		{Name: folder + "/subagents/workflows/wf_1/journal.jsonl", Data: []byte(`{"type":"result","agentId":"w1","sessionId":"` + old + `","uuid":"33333333-1111-4111-8111-111111111111"}` + "\nno JSON\n")},
		{Name: folder + "/tool-results/b1.txt", Data: []byte("an output about " + old)},
	}
	out, _ := written(t, files, first(files), export.TranscriptOptions{ID: newID})
	if len(out) != len(files) {
		t.Errorf("%d of %d files are written", len(out), len(files))
	}
	for _, f := range out {
		isOutput := strings.HasSuffix(f.Name, "b1.txt")
		if hasOld := bytes.Contains(f.Data, []byte(old)); hasOld != isOutput || bytes.Contains(f.Data, []byte("33333333-1111")) {
			t.Errorf("%s has an old id: %s", f.Name, f.Data)
		}
		if strings.HasSuffix(f.Name, ".jsonl") && strings.Contains(f.Name, newID+".") && bytes.Count(f.Data, []byte(newID)) != 5 {
			t.Errorf("the session has not its new id in all places: %s", f.Data)
		}
	}
}

// TestOutputsInLongText checks that the names of outputs are found in a long text without separators, which is not read
// again for each of them.
func TestOutputsInLongText(t *testing.T) {
	text := strings.Repeat("tool-results", 4<<20/len("tool-results"))
	files := viewtest.Session(
		`{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s1","message":{"role":"user","content":"go"}}`,
		`{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s1","message":{"id":"m1","role":"assistant",`+
			`"content":[{"type":"tool_use","id":"t1","name":"Bash","input":{}}]}}`,
		`{"type":"user","uuid":"r1","parentUuid":"a1","sessionId":"s1","message":{"role":"user",`+
			`"content":[{"type":"tool_result","tool_use_id":"t1","content":"`+text+` /p/s1/tool-results/b.txt xs1/tool-results"}]}}`,
	)
	out, _ := written(t, files, first(files), export.TranscriptOptions{ID: newID})
	for want, n := range map[string]int{text + " /p/" + newID + "/tool-results/b.txt xs1/tool-results": 1, "/p/s1/": 0} {
		if got := bytes.Count(out[0].Data, []byte(want)); got != n {
			t.Errorf("%.40s… is there %d times instead of %d", want[max(0, len(want)-80):], got, n)
		}
	}
}

// TestForeignIDs checks that ids of other programs keep their value, whatever their members are called, and ids of sessions do not.
func TestForeignIDs(t *testing.T) {
	const id, other = "5b1e0c52-0f5e-4c5c-9a39-0d7b1b1f0a03", "5b1e0c52-0f5e-4c5c-9a39-0d7b1b1f0a04"
	files := viewtest.Session(`{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"` + id + `","parentSessionId":"before",` +
		`"forkedFrom":{"sessionId":"` + other + `","messageUuid":"x"},"message":{"role":"user","content":"one"},` +
		`"mcpMeta":{"structuredContent":{"session_id":"abc","sessionId":"` + id + `","tabs":[{"session_id":"d","of":"` + other + `"}]}}}`)
	out, _ := written(t, files, first(files), export.TranscriptOptions{ID: newID})
	type tab struct {
		Session string `json:"session_id"`
		Of      string
	}
	var got struct {
		ParentSessionID string
		ForkedFrom      struct{ SessionID, MessageUUID string }
		MCPMeta         struct {
			StructuredContent struct {
				Session   string `json:"session_id"`
				SessionID string
				Tabs      []tab
			}
		}
	}
	if err := json.Unmarshal(out[0].Data, &got); err != nil {
		t.Fatal(err)
	}
	inside := got.MCPMeta.StructuredContent
	if inside.Session != "abc" || inside.Tabs[0].Session != "d" {
		t.Errorf("foreign ids: %+v", inside)
	}
	if inside.SessionID == id || inside.Tabs[0].Of == other || inside.Tabs[0].Of != got.ForkedFrom.SessionID ||
		got.ForkedFrom.SessionID == other || got.ParentSessionID == "before" || got.ParentSessionID == "" {
		t.Errorf("ids of sessions: %+v", got)
	}
}

// findText returns the path of a member that is one of some texts, or "".
func findText(value any, texts map[string]bool, at string) string {
	switch value := value.(type) {
	case string:
		if texts[value] {
			return at
		}
	case []any:
		for _, element := range value {
			if found := findText(element, texts, at+"[]"); found != "" {
				return found
			}
		}
	case map[string]any:
		for key, element := range value {
			if key == "content" {
				continue
			}
			if found := findText(element, texts, at+"."+key); found != "" {
				return found
			}
		}
	}
	return ""
}

// addSessionIDs adds the ids of sessions that a record names.
func addSessionIDs(line []byte, ids map[string]bool) {
	var named struct {
		SessionID            string
		Snake                string `json:"session_id"`
		ParentSessionID      string
		ContinuedInSessionID string
		ForkedFrom           struct{ SessionID string }
	}
	_ = json.Unmarshal(line, &named) // odd records have what can be read
	for _, id := range []string{named.SessionID, named.Snake, named.ParentSessionID, named.ContinuedInSessionID, named.ForkedFrom.SessionID} {
		ids[id] = true
	}
}

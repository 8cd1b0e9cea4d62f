package export_test

import (
	"bytes"
	"encoding/json"
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
			if !strings.HasSuffix(f.Name, ".jsonl") {
				continue
			}
			for line := range bytes.Lines(f.Data) {
				var record map[string]any
				if json.Unmarshal(line, &record) != nil {
					continue
				}
				delete(record, "message")
				delete(record, "toolUseResult")
				if at := findText(record, old, ""); at != "" {
					t.Errorf("%s: %s: the id in %s of %.300s", name, f.Name, at, line)
					break
				}
			}
		}
	})
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

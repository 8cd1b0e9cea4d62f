package share_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"unspool/parser/document"
	"unspool/parser/redact"
	"unspool/parser/share"
)

// TestExportWithoutSearches checks that no format of a transcript without outputs has what tools of servers found.
func TestExportWithoutSearches(t *testing.T) {
	const found = "TOPSECRET"
	s := sessionOf(prompt("Go") + `{"type":"assistant","uuid":"a","parentUuid":"u","sessionId":"s","message":{"id":"m","role":"assistant","content":[` +
		`{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query":"tides"}},` +
		`{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[{"type":"web_search_result","title":"TOPSECRET",` +
		`"url":"https://TOPSECRET/","encrypted_content":"TOPSECRET","page_age":"TOPSECRET"}]},` +
		`{"type":"server_tool_use","id":"srvtoolu_2","name":"bash_code_execution","input":{"command":"ls"}},` +
		`{"type":"bash_code_execution_tool_result","tool_use_id":"srvtoolu_2","content":{"type":"bash_code_execution_result",` +
		`"stdout":"TOPSECRET","stderr":"TOPSECRET","return_code":0,"content":[]}},` +
		`{"type":"text","text":"It says so.","citations":[{"type":"web_search_result_location","cited_text":"TOPSECRET",` +
		`"encrypted_index":"TOPSECRET","title":"TOPSECRET","url":"https://TOPSECRET/"}]}]}}` + "\n")
	all := func(s *share.Session, format string, parts redact.Parts) string {
		o := share.Options{Format: format, Content: true, Parts: parts, Document: document.Options{Level: document.All}}
		return strings.Join(slices.Collect(maps.Values(exported(t, s, o))), "\n")
	}
	clean := sessionOf(all(s, "transcript", redact.Outputs))
	has := 0
	for _, format := range []string{"transcript", "messages", "markdown", "html", "traces", "chrome", "csv", "ndjson"} {
		if strings.Contains(all(s, format, 0), found) {
			has++
		}
		text := all(clean, format, 0)
		if strings.Contains(text, found) {
			t.Errorf("the %s has what was found:\n%s", format, text)
		}
	}
	if has < 4 {
		t.Errorf("only %d formats have what was found, of a session with all of it", has)
	}
}

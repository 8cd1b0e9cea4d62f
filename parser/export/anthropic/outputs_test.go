package anthropic

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"unspool/parser/export"
	"unspool/parser/redact"
	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
)

// searches are blocks of a reply with all kinds of results of a server's tools, and with citations.
const searches = `[{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query":"tides"}},` +
	`{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[{"type":"web_search_result","title":"SECRET","url":"https://SECRET/",` +
	`"encrypted_content":"SECRET","page_age":"SECRET"}]},` +
	`{"type":"server_tool_use","id":"srvtoolu_2","name":"web_search","input":{"query":"tides"}},` +
	`{"type":"web_search_tool_result","tool_use_id":"srvtoolu_2","content":{"type":"web_search_tool_result_error","error_code":"max_uses_exceeded"}},` +
	`{"type":"server_tool_use","id":"srvtoolu_3","name":"web_fetch","input":{"url":"https://x/"}},` +
	`{"type":"web_fetch_tool_result","tool_use_id":"srvtoolu_3","content":{"type":"web_fetch_result","url":"https://SECRET/",` +
	`"retrieved_at":"2026-05-14T09:30:00.000Z","content":{"type":"document","title":"SECRET","citations":{"enabled":true},` +
	`"source":{"type":"text","media_type":"text/plain","data":"SECRET"}}}},` +
	`{"type":"server_tool_use","id":"srvtoolu_4","name":"code_execution","input":{"code":"1"}},` +
	`{"type":"code_execution_tool_result","tool_use_id":"srvtoolu_4","content":{"type":"code_execution_result","stdout":"SECRET","stderr":"",` +
	`"return_code":7,"content":[{"type":"code_execution_output","file_id":"SECRET"}]}},` +
	`{"type":"server_tool_use","id":"srvtoolu_5","name":"bash_code_execution","input":{"command":"ls"}},` +
	`{"type":"bash_code_execution_tool_result","tool_use_id":"srvtoolu_5","content":{"type":"bash_code_execution_result","stdout":"SECRET",` +
	`"stderr":"SECRET","return_code":0,"content":[]}},` +
	`{"type":"server_tool_use","id":"srvtoolu_6","name":"text_editor_code_execution","input":{"command":"view"}},` +
	`{"type":"text_editor_code_execution_tool_result","tool_use_id":"srvtoolu_6","content":{"type":"text_editor_code_execution_view_result",` +
	`"file_type":"text","content":"SECRET","num_lines":7,"start_line":1,"total_lines":7}},` +
	`{"type":"server_tool_use","id":"srvtoolu_7","name":"tool_search_tool_regex","input":{"pattern":"x"}},` +
	`{"type":"tool_search_tool_result","tool_use_id":"srvtoolu_7","content":{"type":"tool_search_tool_search_result",` +
	`"tool_references":[{"type":"tool_reference","tool_name":"SECRET"}]}},` +
	`{"type":"text","text":"It says so.","citations":[` +
	`{"type":"web_search_result_location","cited_text":"SECRET","encrypted_index":"SECRET","title":"SECRET","url":"https://SECRET/"},` +
	`{"type":"char_location","cited_text":"SECRET","document_index":0,"document_title":"SECRET","start_char_index":0,"end_char_index":7}]}]`

// TestMessagesWithoutOutputs checks the messages of transcripts without the outputs of tools, in both ways to leave
// them out: the SDK knows what takes their place.
func TestMessagesWithoutOutputs(t *testing.T) {
	sessions := viewtest.Sessions(t)
	sessions["searches"] = viewtest.Session(
		`{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"go"}}`,
		`{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","message":{"id":"m1","role":"assistant","content":`+searches+`}}`,
	)
	for name, files := range sessions {
		for way, without := range map[string]func(*testing.T, []testutil.File) []testutil.File{"redacted": dropped, "results only": resultsOnly} {
			out := without(t, files)
			store, _ := viewtest.Load(out, 1<<20)
			for s := range store.Sessions() {
				if s.Shares(s.Main.File) {
					continue
				}
				text := exported(t, out, s, export.MessagesOptions{})
				if text == nil {
					continue
				}
				check(t, name+", "+way, text)
				if name == "searches" && (bytes.Contains(text, []byte("SECRET")) || bytes.Count(text, []byte("srvtoolu_")) != 14) {
					t.Errorf("%s: %s", way, text)
				}
			}
		}
	}
}

// dropped returns files redacted without outputs.
func dropped(t *testing.T, files []testutil.File) (out []testutil.File) {
	t.Helper()
	store, _ := viewtest.Load(files, 1<<20)
	links := new(export.Links)
	for s := range store.Sessions() {
		links.Add(s)
	}
	r := redact.NewReplacer(new(redact.Values), redact.ReplacerOptions{Parts: redact.Outputs, Links: links.Has})
	for _, f := range files {
		var b bytes.Buffer
		if err := r.Copy(&b, bytes.NewReader(f.Data), f.Name); err != nil {
			t.Fatal(err)
		}
		out = append(out, testutil.File{Path: f.Path, Name: f.Name, Data: b.Bytes()})
	}
	return out
}

// A memoryFile collects what is written to a file.
type memoryFile struct{ bytes.Buffer }

func (*memoryFile) Close() error { return nil }

// resultsOnly returns the first session of files as a transcript without the results of calls, or nothing if it is none.
func resultsOnly(t *testing.T, files []testutil.File) (out []testutil.File) {
	t.Helper()
	store, _ := viewtest.Load(files, 1<<20)
	s := store.Session(0)
	if s == nil || s.Shares(s.Main.File) {
		return nil
	}
	made, names := map[string]*memoryFile{}, []string(nil)
	open := func(file int) io.ReaderAt { return bytes.NewReader(files[file].Data) }
	create := func(name string) (io.WriteCloser, error) {
		made[name], names = new(memoryFile), append(names, name)
		return made[name], nil
	}
	o := export.TranscriptOptions{Tools: export.ToolSelection{All: true}, ResultsOnly: true}
	if _, err := export.Transcript(s, open, create, o); err != nil {
		if strings.Contains(err.Error(), "other sessions") {
			return nil
		}
		t.Fatal(err)
	}
	for _, name := range names {
		out = append(out, testutil.File{Path: name, Name: "projects/-p/" + name, Data: made[name].Bytes()})
	}
	return out
}

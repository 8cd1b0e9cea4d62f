package export_test

import (
	"bytes"
	"encoding/json"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser"
	"unspool/parser/export"
	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view/filter"
)

// An apiMessage is a message of the API, as far as the tests read it.
type apiMessage struct {
	Role    string
	Content []struct {
		Type      string
		ID        string
		Name      string
		ToolUseID string `json:"tool_use_id"`
	}
}

func messagesOf(t *testing.T, files []testutil.File, s *parser.Session, o export.MessagesOptions) (text string, report export.MessagesReport) {
	t.Helper()
	var out bytes.Buffer
	report, err := export.Messages(s, func(file int) io.ReaderAt { return bytes.NewReader(files[file].Data) }, &out, o)
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), report
}

// TestMessagesAreValid checks the rules of the API for every session: the user begins, roles alternate,
// no message is empty, and each call is answered by the next message.
func TestMessagesAreValid(t *testing.T) {
	toolName, callID := regexp.MustCompile(`^[a-zA-Z0-9_-]{1,128}$`), regexp.MustCompile(`^[a-zA-Z0-9_-]+$`)
	sessions(t, func(name string, files []testutil.File, s *parser.Session) {
		options := []export.MessagesOptions{{}, {FromCompaction: true}}
		if promptsOf(s.Main) > 1 {
			options = append(options, export.MessagesOptions{Selection: export.Selection{Prompts: filter.Range{First: 2, Last: 3}}})
		}
		for _, a := range s.Agents {
			if a.Conv != nil {
				options = append(options, export.MessagesOptions{Selection: export.Selection{Agent: a.ID}})
			}
		}
		for _, o := range options {
			text, report := messagesOf(t, files, s, o)
			var found struct{ Messages []apiMessage }
			if err := json.Unmarshal([]byte(text), &found); err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if len(found.Messages) != report.Messages {
				t.Errorf("%s: %d messages, reported %d", name, len(found.Messages), report.Messages)
			}
			open := map[string]bool{}
			for i, m := range found.Messages {
				if want := []string{"user", "assistant"}[i%2]; m.Role != want || len(m.Content) == 0 {
					t.Fatalf("%s: message %d is %+v", name, i, m)
				}
				for _, b := range m.Content {
					switch b.Type {
					case "image", "document", "search_result", "tool_reference":
						if m.Role == "assistant" {
							t.Errorf("%s: message %d of the assistant has a block of type %s", name, i, b.Type)
						}
					case "tool_use":
						if !toolName.MatchString(b.Name) || !callID.MatchString(b.ID) {
							t.Errorf("%s: message %d calls %q as %q", name, i, b.Name, b.ID)
						}
						open[b.ID] = true
					case "tool_result":
						if !open[b.ToolUseID] {
							t.Errorf("%s: message %d answers %s, which was not called before it", name, i, b.ToolUseID)
						}
						delete(open, b.ToolUseID)
					}
				}
				if m.Role == "user" && len(open) > 0 {
					t.Errorf("%s: message %d leaves %d calls open", name, i, len(open))
				}
			}
			if len(open) > 0 {
				t.Errorf("%s: %d calls are open at the end", name, len(open))
			}
		}
	})
}

func TestMessages(t *testing.T) {
	files := viewtest.Session(
		`{"type":"assistant","uuid":"a0","parentUuid":null,"sessionId":"s","message":{"id":"m0","role":"assistant","content":[{"type":"text","text":"Hello"}]}}`,
		`{"type":"user","uuid":"u1","parentUuid":"a0","sessionId":"s","message":{"role":"user","content":"go"}}`,
		`{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","message":{"id":"m1","role":"assistant","content":[{"type":"thinking","thinking":"hm"}]}}`,
		`{"type":"assistant","uuid":"a2","parentUuid":"a1","sessionId":"s","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Read","input":{}}]}}`,
		`{"type":"user","uuid":"r1","parentUuid":"a2","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"one"}]}}`,
		`{"type":"assistant","uuid":"a3","parentUuid":"a2","sessionId":"s","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t2","name":"Read","input":{}}]}}`,
		`{"type":"user","uuid":"u2","parentUuid":"r1","sessionId":"s","message":{"role":"user","content":"also this"}}`,
		`{"type":"system","uuid":"n1","parentUuid":"u2","sessionId":"s","subtype":"informational","content":"A note"}`,
		`{"type":"assistant","uuid":"a4","parentUuid":"u2","sessionId":"s","message":{"id":"m2","role":"assistant","content":[{"type":"text","text":"done"}]}}`,
	)
	store, _ := viewtest.Load(files, 1<<20)
	got, report := messagesOf(t, files, store.Session(0), export.MessagesOptions{})
	want := `{"session":"s","title":"go","leftOut":{"records":{"note":1}},` +
		`"changed":{"call without a result":1,"thinking without a signature":1},"messages":[
{"role":"user","content":[{"type":"text","text":"[What came before is not recorded.]"}]},
{"role":"assistant","content":[{"type":"text","text":"Hello"}]},
{"role":"user","content":[{"type":"text","text":"go"}]},
{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Read","input":{}},{"type":"tool_use","id":"t2","name":"Read","input":{}}]},
{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"one"}]},{"type":"tool_result","tool_use_id":"t2","is_error":true,"content":[{"type":"text","text":"[No result is recorded.]"}]},{"type":"text","text":"also this"}]},
{"role":"assistant","content":[{"type":"text","text":"done"}]}
]}
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]int{"thinking without a signature": 1, "call without a result": 1}, report.Changed); diff != "" {
		t.Error(diff)
	}
}

// TestMessagesOfNames checks that calls and their results stay if the API refuses the names of the tools or the ids of the
// calls, and that these stay different.
func TestMessagesOfNames(t *testing.T) {
	long := strings.Repeat("x", 130)
	files := viewtest.Session(
		`{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"go"}}`,
		`{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","message":{"id":"m1","role":"assistant","content":[`+
			`{"type":"tool_use","id":"t‹WORD_1›","name":"mcp__‹WORD_1›__go","input":{}},{"type":"tool_use","id":"t«WORD_1»","name":"`+long+`","input":{}},`+
			`{"type":"tool_use","id":"t_WORD_1_","name":"Read","input":{}},{"type":"server_tool_use","id":"s.1","name":"web_search","input":{}},`+
			`{"type":"web_search_tool_result","tool_use_id":"s.1","content":[]}]}}`,
		`{"type":"user","uuid":"r1","parentUuid":"a1","sessionId":"s","message":{"role":"user","content":[`+
			`{"type":"tool_result","tool_use_id":"t_WORD_1_","content":"three"},{"type":"tool_result","tool_use_id":"t‹WORD_1›",`+
			`"content":[{"type":"tool_reference","tool_name":"mcp__‹WORD_1›__go"}]}]}}`,
	)
	store, _ := viewtest.Load(files, 1<<20)
	got, report := messagesOf(t, files, store.Session(0), export.MessagesOptions{})
	want := `[
{"role":"user","content":[{"type":"text","text":"go"}]},
{"role":"assistant","content":[{"type":"tool_use","id":"t_WORD_1_","name":"mcp___WORD_1___go","input":{}},` +
		`{"type":"tool_use","id":"t_WORD_1__2","name":"` + long[:128] + `","input":{}},{"type":"tool_use","id":"t_WORD_1__3","name":"Read","input":{}},` +
		`{"type":"server_tool_use","id":"s_1","name":"web_search","input":{}},{"type":"web_search_tool_result","tool_use_id":"s_1","content":[]}]},
{"role":"user","content":[{"type":"tool_result","tool_use_id":"t_WORD_1_","content":[{"type":"tool_reference","tool_name":"mcp___WORD_1___go"}]},` +
		`{"type":"tool_result","tool_use_id":"t_WORD_1__2","is_error":true,"content":[{"type":"text","text":"[No result is recorded.]"}]},` +
		`{"type":"tool_result","tool_use_id":"t_WORD_1__3","content":[{"type":"text","text":"three"}]}]}
]}
`
	if _, messages, _ := strings.Cut(got, `"messages":`); messages != want {
		t.Error(cmp.Diff(want, messages))
	}
	changed := map[string]int{"name of a tool that the API refuses": 3, "id of a call that the API refuses": 4, "call without a result": 1}
	if diff := cmp.Diff(changed, report.Changed); diff != "" {
		t.Error(diff)
	}
}

// TestMessagesOfExport checks that the messages of an export count what it left out, and not its head.
func TestMessagesOfExport(t *testing.T) {
	turns := 0
	sessions(t, func(name string, files []testutil.File, s *parser.Session) {
		if promptsOf(s.Main) < 2 {
			return
		}
		out, report := written(t, files, s, export.TranscriptOptions{
			Selection: export.Selection{Prompts: filter.Range{First: 2, Last: 2}}, Tools: export.ToolSelection{All: true}, Thinking: true,
		})
		rest := first(out)
		if rest == nil {
			return
		}
		_, got := messagesOf(t, out, rest, export.MessagesOptions{})
		bare := append([]testutil.File{{Name: out[0].Name, Data: checkHead(t, name, out, report)}}, out[1:]...)
		if other := first(bare); other != nil {
			_, want := messagesOf(t, bare, other, export.MessagesOptions{})
			if diff := cmp.Diff(want.LeftOut.Records, got.LeftOut.Records); diff != "" {
				t.Errorf("%s: the head counts as a record: %s", name, diff)
			}
		}
		l := report.LeftOut
		turns += l.Turns
		if got.LeftOut.Turns != l.Turns || got.LeftOut.Calls != l.Calls || got.LeftOut.Thinking != l.Thinking {
			t.Errorf("%s: %+v is left out of the messages, and %+v of the transcript", name, got.LeftOut, l)
		}
	})
	if turns == 0 {
		t.Error("no turns are left out")
	}
}

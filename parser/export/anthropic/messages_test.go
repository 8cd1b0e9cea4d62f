// Package anthropic holds no code. Its test reads exported messages with the types of Anthropic's SDK. It is a module
// of its own, so that the SDK is no dependency of the parser.
package anthropic

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/google/go-cmp/cmp"

	"unspool/parser"
	"unspool/parser/export"
	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view/filter"
)

// TestMessages checks the messages of all sessions, and of their agents: the SDK knows each member of
// them, and the rules of the API hold that the types do not express.
func TestMessages(t *testing.T) {
	checked := 0
	for name, files := range viewtest.Sessions(t) {
		store, _ := viewtest.Load(files, 1<<20)
		for s := range store.Sessions() {
			if s.Shares(s.Main.File) {
				continue
			}
			options := []export.MessagesOptions{
				{}, {FromCompaction: true}, {Selection: export.Selection{Prompts: filter.Range{First: 2, Last: 3}}},
			}
			for _, a := range s.Agents {
				if a.Conv != nil {
					options = append(options, export.MessagesOptions{Selection: export.Selection{Agent: a.ID}})
				}
			}
			for _, o := range options {
				text := exported(t, files, s, o)
				if text != nil && check(t, name+" "+s.ID+" "+o.Agent, text) > 0 {
					checked++
				}
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d exports have messages", checked)
	}
}

// exported returns the messages of a session, or nil if it has none of the selected prompts.
func exported(t *testing.T, files []testutil.File, s *parser.Session, o export.MessagesOptions) []byte {
	t.Helper()
	var out bytes.Buffer
	open := func(file int) io.ReaderAt { return bytes.NewReader(files[file].Data) }
	_, err := export.Messages(s, open, &out, o)
	if errors.Is(err, export.ErrNoPrompts) {
		return nil
	}
	if err != nil {
		t.Fatalf("%s: %v", s.ID, err)
	}
	return out.Bytes()
}

// check checks the messages in an export, and returns their number.
func check(t *testing.T, name string, text []byte) int {
	t.Helper()
	var plain struct{ Messages json.RawMessage }
	if err := json.Unmarshal(text, &plain); err != nil {
		t.Errorf("%s: %v", name, err)
		return 0
	}
	var params anthropic.MessageNewParams
	request := append(append([]byte(`{"model":"m","max_tokens":1,"messages":`), plain.Messages...), '}')
	if err := json.Unmarshal(request, &params); err != nil {
		t.Errorf("%s: %v", name, err)
		return 0
	}
	again, err := json.Marshal(params.Messages)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return 0
	}
	if diff := cmp.Diff(value(t, plain.Messages), value(t, again)); diff != "" {
		t.Errorf("%s: the SDK writes other messages (-export +SDK):\n%.3000s", name, diff)
	}
	checkRules(t, name, params.Messages)
	return len(params.Messages)
}

func value(t *testing.T, text []byte) (v any) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// checkRules checks what the API requires beyond types.
func checkRules(t *testing.T, name string, messages []anthropic.MessageParam) {
	t.Helper()
	called, answered := map[string]bool{}, map[string]bool{}
	var open []string // calls of the message before
	for i, m := range messages {
		if want := []anthropic.MessageParamRole{"user", "assistant"}[i%2]; m.Role != want || len(m.Content) == 0 {
			t.Errorf("%s: message %d is of %q and has %d blocks", name, i, m.Role, len(m.Content))
		}
		results := map[string]bool{}
		var calls []string
		for _, b := range m.Content {
			switch {
			case b.OfText != nil && strings.TrimSpace(b.OfText.Text) == "":
				t.Errorf("%s: message %d has an empty text", name, i)
			case b.OfThinking != nil && b.OfThinking.Signature == "":
				t.Errorf("%s: message %d has thinking without a signature", name, i)
			case b.OfToolUse != nil:
				id := b.OfToolUse.ID
				if called[id] || m.Role != "assistant" {
					t.Errorf("%s: message %d of %s calls %s", name, i, m.Role, id)
				}
				called[id], calls = true, append(calls, id)
			case b.OfToolResult != nil:
				id := b.OfToolResult.ToolUseID
				if answered[id] || m.Role != "user" {
					t.Errorf("%s: message %d of %s answers %s", name, i, m.Role, id)
				}
				answered[id], results[id] = true, true
			case b.GetType() == nil:
				t.Errorf("%s: message %d has a block of an unknown type", name, i)
			}
		}
		for _, id := range open {
			if !results[id] {
				t.Errorf("%s: message %d does not answer %s", name, i, id)
			}
		}
		if len(results) > len(open) {
			t.Errorf("%s: message %d has %d results of %d calls", name, i, len(results), len(open))
		}
		open = calls
	}
	if len(open) > 0 {
		t.Errorf("%s: %d calls are open at the end", name, len(open))
	}
}

package record_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/record"
	"unspool/parser/testutil"
)

// plain is a record as read by encoding/json, to compare with.
type plain struct {
	Type, Subtype, UUID, SessionID, AgentID, PromptID, RequestID, Cwd, GitBranch, Version string
	SnakeSession                                                                          string `json:"session_id"`
	SnakeVersion                                                                          string `json:"claude_code_version"`
	ParentUUID                                                                            *string
	IsSidechain, IsMeta, IsCompactSummary, IsAPIErrorMessage                              bool
	Message                                                                               *struct {
		ID, Role, Model string
		StopReason      *string `json:"stop_reason"`
		Content         json.RawMessage
		Usage           *struct {
			Input     *int64 `json:"input_tokens"`
			Output    *int64 `json:"output_tokens"`
			CacheRead *int64 `json:"cache_read_input_tokens"`
		}
	}
}

type plainBlock struct {
	Type, ID, Name, Text, Thinking string
	ToolUseID                      string `json:"tool_use_id"`
	IsError                        bool   `json:"is_error"`
	Input                          json.RawMessage
}

// TestAgainstEncodingJSON compares every record of testdata with encoding/json.
func TestAgainstEncodingJSON(t *testing.T) {
	records := 0
	lines(t, func(name string, number int, line []byte) {
		var want plain
		if json.Unmarshal(line, &want) != nil {
			return
		}
		records++
		var p record.Parser
		r := p.Parse(line)
		if r == nil {
			t.Fatalf("%s:%d: not read", name, number)
		}
		compare(t, fmt.Sprintf("%s:%d", name, number), r, &want, line)
	})
	if records < 300 {
		t.Errorf("only %d records were compared", records)
	}
}

func compare(t *testing.T, at string, r *record.Record, want *plain, line []byte) {
	t.Helper()
	parent := ""
	if want.ParentUUID != nil {
		parent = *want.ParentUUID
	}
	if want.SessionID == "" {
		want.SessionID = want.SnakeSession
	}
	if want.Version == "" {
		want.Version = want.SnakeVersion
	}
	type facts struct{ Type, UUID, Parent, Session, Prompt, Request, Cwd, Branch, Version string }
	g := facts{string(r.Type), string(r.UUID), string(r.Parent), string(r.Session), string(r.PromptID),
		string(r.Request), string(r.Cwd), string(r.Branch), string(r.Version)}
	w := facts{want.Type, want.UUID, parent, want.SessionID, want.PromptID, want.RequestID, want.Cwd, want.GitBranch, want.Version}
	if diff := cmp.Diff(w, g); diff != "" {
		t.Errorf("%s: -want +got:\n%s", at, diff)
	}
	for flag, set := range map[record.Flag]bool{record.Sidechain: want.IsSidechain, record.Meta: want.IsMeta,
		record.CompactSummary: want.IsCompactSummary, record.APIError: want.IsAPIErrorMessage} {
		if r.Has(flag) != set {
			t.Errorf("%s: flag %b is %v", at, flag, r.Has(flag))
		}
	}
	m := want.Message
	if m == nil {
		return
	}
	if string(r.Message.ID) != m.ID || string(r.Message.Role) != m.Role || string(r.Message.Model) != m.Model {
		t.Errorf("%s: message %s %s %s, want %s %s %s", at, r.Message.ID, r.Message.Role, r.Message.Model, m.ID, m.Role, m.Model)
	}
	if u := m.Usage; u != nil && r.Message.Usage != nil {
		for _, x := range []struct {
			want *int64
			got  int64
		}{{u.Input, r.Message.Usage.Input}, {u.Output, r.Message.Usage.Output}, {u.CacheRead, r.Message.Usage.CacheRead}} {
			if x.want != nil && *x.want != x.got {
				t.Errorf("%s: usage %d, want %d", at, x.got, *x.want)
			}
		}
	} else if (u == nil) != (r.Message.Usage == nil) {
		t.Errorf("%s: usage is %v", at, r.Message.Usage)
	}
	compareContent(t, at, r, m.Content, line)
}

func compareContent(t *testing.T, at string, r *record.Record, content json.RawMessage, line []byte) {
	t.Helper()
	var blocks []plainBlock
	if json.Unmarshal(content, &blocks) != nil {
		var words string
		if json.Unmarshal(content, &words) == nil && len(r.Blocks) == 1 {
			if got := string(record.AppendString(nil, line, r.Blocks[0].Text.From, -1)); got != words {
				t.Errorf("%s: words %q, want %q", at, got, words)
			}
		}
		return
	}
	if len(blocks) != len(r.Blocks) {
		t.Fatalf("%s: %d blocks, want %d", at, len(r.Blocks), len(blocks))
	}
	for i, b := range blocks {
		g := &r.Blocks[i]
		id := b.ID
		if b.ToolUseID != "" {
			id = b.ToolUseID
		}
		if string(g.ID) != id || g.Kind != record.Other && string(g.Name) != b.Name || g.Error != b.IsError {
			t.Errorf("%s: block %d is %s %s %v", at, i, g.ID, g.Name, g.Error)
		}
		if b.Text != "" || b.Thinking != "" {
			if got := string(record.AppendString(nil, line, g.Text.From, -1)); got != b.Text+b.Thinking {
				t.Errorf("%s: block %d has the text %.60q, want %.60q", at, i, got, b.Text+b.Thinking)
			}
		}
		if b.Input != nil && !bytes.Equal(b.Input, g.Input.Of(line)) {
			t.Errorf("%s: block %d has input %s", at, i, g.Input.Of(line))
		}
	}
}

// lines calls each for every line of all transcripts.
func lines(t testing.TB, each func(name string, number int, line []byte)) {
	t.Helper()
	for _, f := range testutil.Transcripts(t) {
		n := 0
		for line := range bytes.Lines(f.Data) {
			n++
			each(f.Path, n, bytes.TrimRight(line, "\r\n"))
		}
	}
}

func TestParse(t *testing.T) {
	var p record.Parser
	for _, c := range []struct {
		name, in string
		check    func(r *record.Record) bool
	}{
		{"key order", `{"uuid":"a","message":{"content":"hi","role":"user"},"type":"user"}`,
			func(r *record.Record) bool { return string(r.Type) == "user" && len(r.Blocks) == 1 }},
		{"no type", `{"message":{"role":"assistant","content":[]}}`,
			func(r *record.Record) bool { return string(r.Type) == "assistant" }},
		{"windows path", `{"type":"user","cwd":"C:\\a b\\c"}`,
			func(r *record.Record) bool { return string(r.Cwd) == `C:\a b\c` }},
		{"null root", `{"type":"user","parentUuid":null}`, func(r *record.Record) bool { return r.Parent == nil }},
		{"bare string in content", `{"type":"user","message":{"content":["a",{"type":"text","text":"b"}]}}`,
			func(r *record.Record) bool { return len(r.Blocks) == 2 && r.Blocks[0].Kind == record.PlainText }},
		{"surprising fields cost only themselves", `{"type":7,"uuid":{"a":1},"timestamp":12,"message":["x"],"toolUseResult":"no","sessionId":"s"}`,
			func(r *record.Record) bool {
				return r.Type == nil && r.UUID == nil && r.Time == 0 && string(r.Session) == "s"
			}},
		{"a time in milliseconds", `{"type":"user","timestamp":1777629600123}`,
			func(r *record.Record) bool { return r.Time == 1777629600123 }},
		{"null numbers in usage", `{"message":{"usage":{"input_tokens":null,"output_tokens":3}}}`,
			func(r *record.Record) bool { return r.Message.Usage.Input == 0 && r.Message.Usage.Output == 3 }},
		{"the split of cache writes", `{"message":{"usage":{"cache_creation_input_tokens":10,"cache_creation":{"ephemeral_5m_input_tokens":4,"ephemeral_1h_input_tokens":9}}}}`,
			func(r *record.Record) bool {
				return r.Message.Usage.CacheWrite5m == 4 && r.Message.Usage.CacheWrite1h == 9
			}},
		{"cache writes without a split", `{"message":{"usage":{"cache_creation_input_tokens":10}}}`,
			func(r *record.Record) bool {
				return r.Message.Usage.CacheWrite5m == 10 && r.Message.Usage.CacheWrite1h == 0
			}},
		{"the call of a progress record", `{"type":"progress","parentToolUseID":"t1","toolUseID":"agent_1","data":{"type":"agent_progress","agentId":"a"}}`,
			func(r *record.Record) bool { return string(r.Tool) == "t1" && string(r.Agent) == "a" }},
		{"a signature without thinking", `{"message":{"content":[{"type":"thinking","thinking":"","signature":"s"}]}}`,
			func(r *record.Record) bool { return r.Blocks[0].Kind == record.Thinking && r.Blocks[0].Empty }},
	} {
		if r := p.Parse([]byte(c.in)); r == nil || !c.check(r) {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
	for _, in := range []string{``, `[]`, `7`, `"x"`, `{"a":1`, `{"a":1}}`, `{"a":1}{"b":2}`, `{"type":"user",}`} {
		if r := p.Parse([]byte(in)); r != nil {
			t.Errorf("Parse(%s) = %+v, want nil", in, r)
		}
	}
}

func TestAppendString(t *testing.T) {
	for _, c := range []struct {
		in    string
		limit int
		want  string
	}{
		{`"plain"`, -1, "plain"}, {`""`, -1, ""}, {`"a\n\t\"\\\/b"`, -1, "a\n\t\"\\/b"},
		{`"\u00e9\u6f6e"`, -1, "é潮"}, {`"\ud83c\udf0a"`, -1, "🌊"}, {`"\ud83d x"`, -1, "\uFFFD x"},
		{`"\udf0a"`, -1, "\uFFFD"}, {`"\ud83d\ud83c\udf0a"`, -1, "\uFFFD🌊"}, {`"\x41 \u00g1"`, -1, `\x41 \u00g1`},
		{`"潮汐"`, 4, "潮"}, {`"abcdef"`, 3, "abc"}, {`"\u6f6e\u6c50"`, 5, "潮"}, {`"cut`, -1, "cut"}, {`"cut\`, -1, `cut\`}, {`7`, -1, ""},
	} {
		if got := string(record.AppendString(nil, []byte(c.in), 0, c.limit)); got != c.want {
			t.Errorf("%s to %d: %q, want %q", c.in, c.limit, got, c.want)
		}
	}
}

func TestParseTime(t *testing.T) {
	for in, want := range map[string]int64{
		"1970-01-01T00:00:00.000Z": 0, "2026-05-01T10:00:00.000Z": 1777629600000, "2024-02-29T23:59:59.999Z": 1709251199999,
		"2026-05-01T10:00:00Z": 1777629600000, "2026-05-01T12:00:00.5+02:00": 1777629600500,
		"": 0, "yesterday": 0, "2026-13-01T10:00:00Z": 0, "2026-05-01 10:00:00Z": 0,
	} {
		if got := record.ParseTime([]byte(in)); got != want {
			t.Errorf("%s: %d, want %d", in, got, want)
		}
	}
}

// FuzzParse checks that no line panics and that every span lies within the line.
func FuzzParse(f *testing.F) {
	lines(f, func(_ string, n int, line []byte) {
		if n%7 == 0 && len(line) < 4000 {
			f.Add(string(line))
		}
	})
	f.Fuzz(func(t *testing.T, s string) {
		line := []byte(s)
		var p record.Parser
		r := p.Parse(line)
		if r == nil {
			return
		}
		inside := func(s record.Span) {
			if s.From < 0 || s.To < s.From || s.To > len(line) {
				t.Fatalf("span %v of %d", s, len(line))
			}
		}
		inside(r.Result.Whole)
		inside(r.Text)
		if r.Nested != nil && r.Nested.Usage == nil {
			t.Fatal("a nested message without usage")
		}
		for _, b := range r.Blocks {
			inside(b.Whole)
			inside(b.Text)
			inside(b.Input)
			record.AppendWords(nil, line, b.Text.From, 100)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	var all [][]byte
	size := 0
	lines(b, func(_ string, _ int, line []byte) {
		all = append(all, bytes.Clone(line))
		size += len(line)
	})
	var p record.Parser
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, line := range all {
			p.Parse(line)
		}
	}
}

package body_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/testutil/viewtest"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
)

func quote(text string) string {
	quoted, _ := json.Marshal(text) // a string always has a JSON form
	return string(quoted)
}

func prompt(text string) string {
	return `{"type":"user","uuid":"u1","message":{"role":"user","content":` + quote(text) + `}}`
}

// bash returns the records of a command and its result.
func bash(command, stdout, stderr string) []string {
	return []string{prompt("Go"),
		`{"type":"assistant","uuid":"a1","parentUuid":"u1","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":` + quote(command) + `}}]}}`,
		`{"type":"user","uuid":"r1","parentUuid":"a1","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"ok"}]},"toolUseResult":{"stdout":` + quote(stdout) + `,"stderr":` + quote(stderr) + `,"interrupted":false}}`}
}

func load(lines ...string) *view.Viewer {
	_, v := viewtest.Load(viewtest.Session(lines...), 1<<30)
	return v
}

// keyOf returns the key of the last row of a kind.
func keyOf(t *testing.T, v *view.Viewer, kind string) (key string) {
	t.Helper()
	for _, row := range v.Rows(0, 0, rows.MaxRows).Rows {
		if row.Kind() == kind {
			key = row.Base().Key
		}
	}
	if key == "" {
		t.Fatalf("no row is a %s", kind)
	}
	return key
}

// TestBodyCutsTexts checks that the texts of a body are truncated to 256 kB each, and to 4 kB
// after 512 kB in total.
func TestBodyCutsTexts(t *testing.T) {
	const head, last = 256<<10 - 1, 4<<10 - 1
	long := func(n int) string { return strings.Repeat("x", n) }
	tests := []struct {
		name                    string
		command, stdout, stderr string
		want                    [3]int // bytes of command, stdout and stderr
		size                    int    // 0 if nothing is cut
	}{
		{"short", "ls", "a", "b", [3]int{2, 1, 1}, 0},
		{"just whole", "ls", long(head + 1), "", [3]int{2, head + 1, 0}, 0},
		{"one byte more", "ls", long(head + 2), "", [3]int{2, head, 0}, head + 4},
		{"between runes", "ls", long(head-1) + "€€", "", [3]int{2, head - 1, 0}, head + 7},
		{"no room", long(300_000), long(300_000), long(5_000), [3]int{head, head, last}, 605_000},
		{"no room, but short", long(300_000), long(300_000), long(last), [3]int{head, head, last}, 600_000 + last},
	}
	for _, test := range tests {
		v := load(bash(test.command, test.stdout, test.stderr)...)
		parts := v.Body(0, keyOf(t, v, "tool")).Parts
		if len(parts) != 1 {
			t.Errorf("%s: %d parts", test.name, len(parts))
			continue
		}
		p := parts[0]
		if got := [3]int{len(p.Command), len(p.Text), len(p.Stderr)}; got != test.want || !utf8.ValidString(p.Text) {
			t.Errorf("%s: texts of %d bytes, want %d", test.name, got, test.want)
		}
		if p.Cut != (test.size > 0) || test.size > 0 && p.Size != test.size {
			t.Errorf("%s: cut %t, size %d, want %d", test.name, p.Cut, p.Size, test.size)
		}
	}
}

// TestTextPieces checks that a truncated text continues in pieces.
func TestTextPieces(t *testing.T) {
	const piece = 4 << 20
	whole := strings.Repeat("€", 3_000_000) // 9 MB
	v := load(bash("ls", whole, "")...)
	key := keyOf(t, v, "tool")
	got := v.Body(0, key).Parts[0].Text
	var sizes []int
	for len(got) < len(whole) {
		p, ok := v.Text(0, key, 0, "text", len(got))
		if !ok || p.Text == "" || p.Next != len(got)+len(p.Text) || p.Total != len(whole) || !utf8.ValidString(p.Text) {
			t.Fatalf("from %d: %d bytes, next %d, total %d, %t", len(got), len(p.Text), p.Next, p.Total, ok)
		}
		got += p.Text
		sizes = append(sizes, len(p.Text))
	}
	if got != whole {
		t.Error("the pieces are another text")
	}
	first := (piece - 1) / 3 * 3
	if want := []int{first, first, len(whole) - 262_143/3*3 - 2*first}; !cmp.Equal(want, sizes) {
		t.Errorf("pieces of %d bytes, want %d", sizes, want)
	}
}

func TestTextOfNothing(t *testing.T) {
	v := load(bash("ls", "out", "")...)
	key := keyOf(t, v, "tool")
	tests := []struct {
		session int
		key     string
		part    int
		name    string
		from    int
		want    *protocol.Piece
	}{
		{0, key, 0, "text", 0, &protocol.Piece{Text: "out", Next: 3, Total: 3}},
		{0, key, 0, "text", 2, &protocol.Piece{Text: "t", Next: 3, Total: 3}},
		{0, key, 0, "text", 3, &protocol.Piece{Next: 3, Total: 3}},
		{0, key, 0, "command", 0, &protocol.Piece{Text: "ls", Next: 2, Total: 2}},
		{0, key, 0, "stderr", 0, &protocol.Piece{}},
		{0, key, 0, "text", 4, nil},
		{0, key, 0, "text", -1, nil},
		{0, key, 0, "note", 0, nil},
		{0, key, -1, "text", 0, nil},
		{0, key, 1, "text", 0, nil},
		{0, "gone", 0, "text", 0, nil},
		{1, key, 0, "text", 0, nil},
	}
	for _, test := range tests {
		got, ok := v.Text(test.session, test.key, test.part, test.name, test.from)
		if ok != (test.want != nil) || ok && got != *test.want {
			t.Errorf("%+v: %+v, %t", test, got, ok)
		}
	}
}

// TestBodies checks that bodies have the parts of their row, and where it is recorded.
func TestBodies(t *testing.T) {
	reply := func(block string) []string {
		return []string{prompt("Go"), `{"type":"assistant","uuid":"a1","parentUuid":"u1","message":{"id":"m1","role":"assistant","content":[` + block + `]}}`}
	}
	tests := []struct {
		kind    string
		lines   []string
		parts   string // kind, role and text of each
		records string // lines
	}{
		{"prompt", []string{prompt("Go")}, "", "1"}, // the row shows all of it
		{"text", reply(`{"type":"text","text":"# Yes"}`), "markdown  # Yes", "2"},
		{"thinking", reply(`{"type":"thinking","thinking":"Hm."}`), "markdown  Hm.", "2"},
		{"tool", bash("ls", "out", ""), "terminal  out", "2 3"},
		{"tool", append(bash("ls", "out", ""), `{"type":"progress","uuid":"p1","parentUuid":"a1","toolUseID":"t1","parentToolUseID":"t1","data":{"type":"hook_progress","hookEvent":"PreToolUse","hookName":"PreToolUse:Bash","command":"check"}}`),
			"terminal  out, items  ", "2 3"},
		{"background", []string{prompt("Go"), `{"type":"system","subtype":"turn_duration","uuid":"d1","parentUuid":"u1","durationMs":5}`}, "items  ", "2"},
		{"error", []string{prompt("Go"), `{"type":"system","subtype":"api_error","uuid":"e1","parentUuid":"u1","retryAttempt":1,"maxRetries":10,"error":{"status":529}}`,
			`{"type":"assistant","uuid":"e2","parentUuid":"e1","isApiErrorMessage":true,"message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"API Error: 529"}]}}`},
			"attempts  , text  API Error: 529", "2 3"},
		{"compaction", []string{prompt("Go"), `{"type":"system","subtype":"compact_boundary","uuid":"b1","content":"Conversation compacted","compactMetadata":{"trigger":"auto","preTokens":1000}}`,
			`{"type":"user","uuid":"s1","parentUuid":"b1","isCompactSummary":true,"message":{"role":"user","content":"We went."}}`}, "markdown  We went.", "2 3"},
	}
	for _, test := range tests {
		v := load(test.lines...)
		v.ShowBackground(0, true)
		var parts, records []string
		body := v.Body(0, keyOf(t, v, test.kind))
		for _, p := range body.Parts {
			parts = append(parts, p.Kind+" "+p.Role+" "+p.Text)
		}
		for _, at := range body.Records {
			records = append(records, fmt.Sprint(at.Line))
		}
		if got := strings.Join(parts, ", "); got != test.parts {
			t.Errorf("%s: parts %q, want %q", test.kind, got, test.parts)
		}
		if got := strings.Join(records, " "); got != test.records {
			t.Errorf("%s: records of lines %s, want %s", test.kind, got, test.records)
		}
	}
}

// TestBodyOfNoRow checks that an unknown key has no body, and that a call has its body even if its
// row is inside a closed one.
func TestBodyOfNoRow(t *testing.T) {
	lines := []string{prompt("Go")}
	for i := range 5 {
		lines = append(lines, fmt.Sprintf(`{"type":"assistant","uuid":"a%d","message":{"id":"m%[1]d","role":"assistant","content":[{"type":"tool_use","id":"t%[1]d","name":"Read","input":{"file_path":"/x/%[1]d"}}]}}`, i),
			fmt.Sprintf(`{"type":"user","uuid":"r%d","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%[1]d","content":"1\tline %[1]d"}]}}`, i))
	}
	v := load(lines...)
	if series := keyOf(t, v, "series"); len(v.Body(0, series).Parts) > 0 {
		t.Error("a closed series has a body of its own")
	}
	for _, key := range []string{"a3#0", "series:a3#0", "gone", ""} {
		body := v.Body(0, key)
		if isCall := key == "a3#0"; body.Key != key || len(body.Parts) > 0 != isCall || len(body.Records) > 0 != isCall {
			t.Errorf("%q: %+v", key, body)
		}
	}
}

package view_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"unspool/parser/testutil"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

// oneCall returns a session of one call with its result.
func oneCall(name, input, result string) []byte {
	return fmt.Appendf(nil, `{"type":"user","uuid":"u1","sessionId":"s1","message":{"role":"user","content":"go"}}
{"type":"assistant","uuid":"a1","sessionId":"s1","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":%q,"input":%s}]}}
{"type":"user","uuid":"r1","sessionId":"s1","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1",%s}
`, name, input, result)
}

// wholeText joins the pieces of a text.
func wholeText(t *testing.T, v *view.Viewer, key string, part int, name string) string {
	t.Helper()
	var all strings.Builder
	for from := 0; ; {
		piece, ok := v.Text(0, key, part, name, from)
		if !ok || piece.Next <= from && piece.Total > 0 || len(piece.Text) > 4<<20 {
			t.Fatalf("no piece from %d on: %d of %d", from, piece.Next, piece.Total)
		}
		all.WriteString(piece.Text)
		if from = piece.Next; from == piece.Total {
			return all.String()
		}
	}
}

// TestText checks that the body has the beginning of a long text, and that all of it can be
// requested: in a record, in the sides of a change, in a file of its own.
func TestText(t *testing.T) {
	long := strings.Repeat("0123456789 äöü\n", 500_000) // 9 MB
	escaped := strings.ReplaceAll(long, "\n", `\n`)
	spilled := `"content":"<persisted-output>\nOutput too large (9MB). Full output saved to: /x/s1/tool-results/t1.txt\n\nPreview (first 2KB):\none\n</persisted-output>"}]}}`
	for _, c := range []struct {
		name, text string
		line       []byte
	}{
		{"record", "text", oneCall("Bash", `{"command":"make"}`, `"content":"short"}]},"toolUseResult":{"stdout":"`+escaped+`","stderr":"","interrupted":false}}`)},
		{"result", "text", oneCall("Read", `{"file_path":"/w/a.go"}`, `"content":"short"}]},"toolUseResult":{"type":"text","file":{"filePath":"/w/a.go","content":"`+escaped+`"}}}`)},
		{"before", "old", oneCall("Edit", `{"file_path":"/w/a.go"}`,
			`"content":"ok"}]},"toolUseResult":{"filePath":"/w/a.go","originalFile":"`+escaped+`","structuredPatch":[{"oldStart":1,"newStart":1,"lines":["-0","+1"]}]}}`)},
		{"spilled", "text", oneCall("Bash", `{"command":"make"}`, spilled)},
	} {
		_, v := load([]testutil.File{{Name: "p/s1.jsonl", Data: c.line}, {Name: "p/s1/tool-results/t1.txt", Data: []byte(long)}}, 1<<20)
		key := rowsAt(v, 0, 1, 1)[0].Key
		part := v.Body(0, key).Parts[0]
		head := part.Text
		if c.text == "old" {
			head = part.Old
		}
		if !part.Cut || len(head) < 200<<10 || len(head) > 256<<10 || !strings.HasPrefix(long, head) || part.Size < len(long)-100 {
			t.Errorf("%s: a head of %d bytes, cut %v, of %d", c.name, len(head), part.Cut, part.Size)
		}
		if got := wholeText(t, v, key, 0, c.text); got != long {
			t.Errorf("%s: %d bytes, want %d", c.name, len(got), len(long))
		}
		for _, invalid := range []struct {
			part int
			name string
			from int
		}{{-1, "text", 0}, {99, "text", 0}, {0, "kind", 0}, {0, c.text, -1}, {0, c.text, len(long) + 1}} {
			if _, ok := v.Text(0, key, invalid.part, invalid.name, invalid.from); ok {
				t.Errorf("%s: %+v is a text", c.name, invalid)
			}
		}
	}
}

// TestPatch checks that a patch of any size and shape is sent up to its limit, with the file
// before it if that is recorded.
func TestPatch(t *testing.T) {
	edit := func(patch string) protocol.Part {
		line := oneCall("Edit", `{"file_path":"/w/a.go"}`, `"content":"ok"}]},"toolUseResult":{"filePath":"/w/a.go","originalFile":"a\nb\n","structuredPatch":`+patch+`}}`)
		_, v := load([]testutil.File{{Name: "p/s1.jsonl", Data: line}}, 1<<20)
		return v.Body(0, rowsAt(v, 0, 1, 1)[0].Key).Parts[0]
	}
	p := edit(`[{"oldStart":1,"oldLines":2,"newStart":1,"newLines":1,"lines":[" a","-b",7,null]},{"lines":"odd"},3]`)
	if len(p.Hunks) != 3 || len(p.Hunks[0].Lines) != 4 || orUnknown(p.Hunks[0].OldLines) != 2 || p.Hunks[1].OldLines != nil || p.Old != "a\nb\n" || p.Cut {
		t.Errorf("%+v", p)
	}
	lines := bytes.Repeat([]byte(`"+0123456789",`), 200_000)
	p = edit(`[{"oldStart":1,"newStart":1,"lines":[` + string(lines) + `"+last"]}]`)
	if n := len(p.Hunks[0].Lines); !p.Cut || n < 10_000 || n > 100_000 || p.Old != "" || p.Size < len(lines) {
		t.Errorf("%d lines, cut %v, of %d bytes", n, p.Cut, p.Size)
	}
}

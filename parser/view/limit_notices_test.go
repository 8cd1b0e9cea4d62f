package view_test

import (
	"fmt"
	"strings"
	"testing"

	"unspool/parser/testutil"
	"unspool/parser/view/protocol"
)

// repeat returns an element n times, each with its number in place of %d.
func repeat(n int, element string) string {
	var list []string
	for i := range n {
		list = append(list, strings.ReplaceAll(element, "%d", fmt.Sprint(i)))
	}
	return strings.Join(list, ",")
}

// openLast expands the last row of a session of these lines.
func openLast(t *testing.T, lines ...string) (anyRow, protocol.Body) {
	t.Helper()
	for i := range lines {
		lines[i] = fmt.Sprintf(`{"uuid":"r%d","parentUuid":%s,"sessionId":"s","timestamp":"2026-05-01T10:00:00.000Z",%s`, i, map[bool]string{true: "null", false: fmt.Sprintf(`"r%d"`, i-1)}[i == 0], lines[i][1:])
	}
	_, v := load([]testutil.File{{Name: "p/s.jsonl", Data: []byte(strings.Join(lines, "\n") + "\n")}}, 1<<20)
	rows := rowsAt(v, 0, 0, 200)
	if len(rows) == 0 {
		t.Fatal("no rows")
	}
	row := rows[len(rows)-1]
	return row, v.Body(0, row.Key)
}

// TestOmissionsAreCounted checks that everything omitted for lack of space is counted.
func TestOmissionsAreCounted(t *testing.T) {
	const user, call = `{"type":"user","message":{"role":"user","content":"go"}}`, `{"type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"t","name":"mcp__a__b","input":{"q":"x"}}]}}`
	t.Run("parts of a result", func(t *testing.T) {
		for n, shown := range map[int]bool{200: false, 201: true, 500: true} {
			_, body := openLast(t, user, call, `{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[`+repeat(n, `{"type":"odd","n":%d}`)+`]}]}}`)
			last := body.Parts[len(body.Parts)-1]
			if last.Cut != shown || shown && last.Size < n*10 {
				t.Errorf("%d blocks: the last of %d parts is %+v, want one that is cut: %t", n, len(body.Parts), last, shown)
			}
		}
	})
	t.Run("beside a prompt", func(t *testing.T) {
		for n, more := range map[int]string{50: "", 51: "1", 90: "40", 400: "350"} {
			row, body := openLast(t, `{"type":"user","message":{"role":"user","content":[{"type":"text","text":"go"},`+repeat(n, `{"type":"odd","n":%d}`)+`]}}`)
			last := row.Chips[len(row.Chips)-1]
			if shown := last.Kind == "more"; shown != (more != "") || shown && (last.Label != more || !last.Opens) {
				t.Fatalf("%d blocks with a prompt: the last of %d chips is %+v, want %q more", n, len(row.Chips), last, more)
			}
			if n == 90 && len(body.Parts) != n || n == 400 && (len(body.Parts) != 50+200+1 || !body.Parts[250].Cut) {
				t.Errorf("%d blocks with a prompt have %d parts", n, len(body.Parts))
			}
		}
	})
	t.Run("hooks of a record", func(t *testing.T) {
		_, body := openLast(t, user, `{"type":"system","subtype":"stop_hook_summary","hookCount":80,"hookInfos":[`+repeat(70, `{"command":"hook-%d"}`)+`],"hookErrors":[`+repeat(10, `"error %d"`)+`]}`)
		if item := body.Parts[0].Items[0]; len(item.Hooks) != 50 || item.More != 30 {
			t.Errorf("of 80 hooks %d are listed, and %d more counted", len(item.Hooks), item.More)
		}
	})
	t.Run("messages of a record", func(t *testing.T) {
		for name, words := range map[string]string{"messages": `<teammate-message teammate_id=\"a\">word %d.</teammate-message>`, "notifications": `<task-notification><status>completed</status><summary>word %d.</summary><result>word %d.</result></task-notification>`} {
			row, body := openLast(t, `{"type":"user","origin":{"kind":"`+map[string]string{"messages": "peer", "notifications": "task-notification"}[name]+`"},"message":{"role":"user","content":"`+strings.ReplaceAll(repeat(130, words), ",", "\\n")+`"}}`)
			text := row.Text
			for _, p := range body.Parts {
				text += p.Text
			}
			for _, from := range row.From {
				text += from.Text
			}
			if !strings.Contains(text, "word 99.") || !strings.Contains(text, "word 129.") || len(row.From) > 101 {
				t.Errorf("%s: of 130 there are %d, and %q", name, len(row.From), text[max(0, len(text)-300):])
			}
		}
	})
	t.Run("types", func(t *testing.T) {
		lines := strings.Split(repeat(230, `{"type":"odd-%d"}`), ",")
		lines = append(lines, `{"type":"assistant","message":{"id":"m","role":"assistant","content":[`+repeat(260, `{"type":"block-%d"}`)+`]}}`)
		_, v := load([]testutil.File{{Name: "p/s.jsonl", Data: []byte(user + "\n" + strings.Join(lines, "\n"))}}, 1<<20)
		if l := v.Ledgers(0); len(l.Types) != 200 || l.MoreTypes != 32 || len(l.Blocks) != 200 || l.MoreBlocks != 60 {
			t.Errorf("types: %d and %d more; blocks: %d and %d more", len(l.Types), l.MoreTypes, len(l.Blocks), l.MoreBlocks)
		}
	})
}

// TestDeepAgents checks that agents are nested up to a depth. Deeper ones can be selected, and are
// read by themselves.
func TestDeepAgents(t *testing.T) {
	const levels = 20
	call := func(uuid, parent string, i int) string {
		return fmt.Sprintf(`{"uuid":"%s","parentUuid":"%s","type":"assistant","sessionId":"s","message":{"id":"m%[3]d","role":"assistant","content":[{"type":"text","text":"words of %[3]d."},{"type":"tool_use","id":"t%[3]d","name":"Agent","input":{"description":"go %[3]d","prompt":"go %[3]d"}}]}}`+"\n", uuid, parent, i)
	}
	files := []testutil.File{{Name: "p/s.jsonl", Data: []byte(`{"uuid":"u","parentUuid":null,"type":"user","sessionId":"s","message":{"role":"user","content":"go"}}` + "\n" + call("a", "u", 0))}}
	for i := range levels {
		name := fmt.Sprintf("p/s/subagents/agent-x%d", i)
		files = append(files, testutil.File{Name: name + ".meta.json", Data: []byte(fmt.Sprintf(`{"agentType":"deep","toolUseId":"t%d"}`, i))},
			testutil.File{Name: name + ".jsonl", Data: []byte(fmt.Sprintf(`{"uuid":"u%d","parentUuid":null,"isSidechain":true,"agentId":"x%[1]d","type":"user","sessionId":"s","message":{"role":"user","content":"go %[1]d"}}`+"\n", i) +
				strings.ReplaceAll(call(fmt.Sprintf("a%d", i), fmt.Sprintf("u%d", i), i+1), `"sessionId"`, fmt.Sprintf(`"isSidechain":true,"agentId":"x%d","sessionId"`, i)))})
	}
	_, v := load(files, 1<<20)
	for range levels {
		for at := 0; at < v.Rows(0, 0, 1).Total; at++ {
			if row := rowsAt(v, 0, at, 1)[0]; row.Run != nil && !row.Run.Open {
				v.Expand(0, row.Key, true)
			}
		}
	}
	deepest := 0
	for _, row := range rowsAt(v, 0, 0, 200) {
		deepest = max(deepest, row.Depth)
	}
	if deepest != 16 {
		t.Errorf("agents are shown to the depth %d, want 16", deepest)
	}
	if _, _, err := v.Filter(0, "", "", "x18", ""); err != nil {
		t.Fatal(err)
	}
	var text []string
	for _, row := range rowsAt(v, 0, 0, 200) {
		text = append(text, row.Text)
	}
	if !strings.Contains(strings.Join(text, "\n"), "words of 19.") {
		t.Errorf("the agent alone reads %q", text)
	}
}

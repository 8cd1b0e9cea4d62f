package view_test

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"

	"unspool/parser/testutil"
)

// bombs are JSON values of about size bytes that are far more expensive for a naive reader: each
// array of numbers two hundred times as much.
func bombs(size int) map[string]string {
	times := func(s string) string { return strings.Repeat(s, size/len(s)) }
	deep := strings.Repeat("[", 290) + strings.Repeat("]", 290)
	return map[string]string{
		"numbers":       "[" + times("1,") + "1]",
		"empty lists":   "[" + times("[],") + "[]]",
		"empty objects": "[" + times("{},") + "{}]",
		"small objects": "[" + times(`{"a":1,"content":[1]},`) + "{}]",
		"deep lists":    "[" + times(deep+",") + "[]]",
		"empty texts":   "[" + times(`"",`) + `""]`,
		"blocks":        "[" + times(`{"type":"text","text":"a"},`) + "{}]",
		"results":       "[" + times(`{"type":"tool_result","tool_use_id":"t1"},`) + "{}]",
		"images":        "[" + times(`{"type":"image","source":{"type":"base64","media_type":"image/png","data":"aaaa"}},`) + "{}]",
		"members":       `{"a":1` + times(`,"a":1`) + "}",
		"other members": `{"a":1` + times(`,"\u0061":{"b":[]}`) + "}",
		"words":         `"` + times(`a\n`) + `"`,
		"escapes":       `"` + times(`\u0061`) + `"`,
		"JSON in words": `"[` + times(`1,`) + `1]"`,
		"links":         `"Links: [` + times(`{\"title\":\"a\",\"url\":\"b\"},`) + `{}]"`,
		"tags":          `"` + times(`<system-reminder>`) + `"`,
		"lines":         `"` + times(`1\u2192a\n`) + `"`,
		"a patch":       `[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,"lines":[` + times(`"+a",`) + `"-b"]}]`,
		"hunks":         `[` + times(`{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,"lines":["+a"]},`) + `{}]`,
		"questions":     `[` + times(`{"question":"a","options":[{"label":"b"}]},`) + `{}]`,
	}
}

// copies returns how often a record of a test contains its bomb.
func copies(record string) int { return max(1, strings.Count(record, "%[1]s")) }

// TestBombs checks that wherever a record contains such a value, its rows, its body and its
// inspector entry cost a few times its bytes, and that little of it is sent to the page.
func TestBombs(t *testing.T) {
	size := 256 << 10
	if runtime.GOOS == "js" {
		size = 32 << 10
	}
	places := map[string]string{
		"content of a prompt":  `{"type":"user","uuid":"u1","sessionId":"s","message":{"role":"user","content":%s}}`,
		"content of a reply":   `{"type":"assistant","uuid":"a1","sessionId":"s","message":{"id":"m1","role":"assistant","content":%s}}`,
		"usage":                `{"type":"assistant","uuid":"a1","sessionId":"s","message":{"id":"m1","role":"assistant","content":"a","usage":{"input_tokens":1,"iterations":%s}}}`,
		"an unknown record":    `{"type":"barnacle","uuid":"a1","sessionId":"s","more":%s}`,
		"an attachment":        `{"type":"attachment","uuid":"a1","sessionId":"s","attachment":{"type":"file","content":%[1]s,"prompt":%[1]s}}`,
		"a system record":      `{"type":"system","subtype":"informational","uuid":"a1","sessionId":"s","content":%s}`,
		"a queued prompt":      `{"type":"queue-operation","operation":"enqueue","sessionId":"s","content":%s}`,
		"the output of a hook": `{"type":"attachment","uuid":"a1","sessionId":"s","attachment":{"type":"hook_non_blocking_error","stdout":%[1]s,"stderr":%[1]s,"command":%[1]s}}`,
	}
	const call = `{"type":"assistant","uuid":"a1","sessionId":"s","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"%s","input":%s}]}}` + "\n" +
		`{"type":"user","uuid":"r1","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":%s}]},"toolUseResult":%s}`
	for tool, key := range map[string]string{
		"Bash": "stdout", "TodoWrite": "newTodos", "WebSearch": "results", "Edit": "structuredPatch", "MultiEdit": "edits", "Write": "content", "Read": "file", "Grep": "filenames", "Glob": "filenames",
		"Agent": "content", "AskUserQuestion": "questions", "ToolSearch": "matches", "TaskList": "tasks", "NotebookEdit": "new_source", "ListMcpResourcesTool": "contents", "mcp__harbour__moor": "structuredContent",
		"WebFetch": "result", "ExitPlanMode": "plan", "Skill": "commandName", "LSP": "results", "Barnacle": "a",
	} {
		in := fmt.Sprintf(`{"%[1]s":%%[1]s,"todos":%%[1]s,"command":%%[1]s,"edits":%%[1]s,"questions":%%[1]s,"file_path":%%[1]s}`, key)
		places["input of "+tool] = fmt.Sprintf(call, tool, in, `"ok"`, "{}")
		places["whole input of "+tool] = fmt.Sprintf(call, tool, "%[1]s", `"ok"`, "{}")
		places["content of the result of "+tool] = fmt.Sprintf(call, tool, "{}", "%[1]s", "{}")
		places["result of "+tool] = fmt.Sprintf(call, tool, "{}", `"ok"`, fmt.Sprintf(`{"%[1]s":%%[1]s,"oldTodos":%%[1]s,"content":%%[1]s,"file":{"content":%%[1]s}}`, key))
		places["whole result of "+tool] = fmt.Sprintf(call, tool, "{}", `"ok"`, "%[1]s")
	}
	type pair struct{ place, bomb string }
	var pairs []pair
	bySize := map[int]map[string]string{} // by how many there are in a record
	for _, place := range slices.Sorted(maps.Keys(places)) {
		n := copies(places[place])
		if bySize[n] == nil {
			bySize[n] = bombs(size / n)
		}
		for _, name := range slices.Sorted(maps.Keys(bySize[n])) {
			pairs = append(pairs, pair{place, name})
		}
	}
	worst, which := 0, ""
	for _, p := range testutil.Sample(t, pairs, 20) { // all 2,000 take minutes
		record := places[p.place]
		t.Run(p.bomb+" in "+p.place, func(t *testing.T) {
			data := fmt.Sprintf(`{"type":"user","uuid":"u0","sessionId":"s","message":{"role":"user","content":"go"}}`+"\n"+record+"\n", bySize[copies(record)][p.bomb])
			before := allocated()
			crossed := requestAll(data)
			cost := int(allocated() - before)
			if cost > worst {
				worst, which = cost, t.Name()
			}
			// What fastjson reads is at most 128 kB at once, which may take 25 MB; some is read for the row, its body and the inspector.
			if cost > 20*len(data)+100<<20 {
				t.Errorf("%d MB are allocated for %d kB", cost>>20, len(data)>>10)
			}
			if crossed > 2<<20 {
				t.Errorf("%d kB cross to the screen", crossed>>10)
			}
		})
	}
	t.Logf("%d places, at most %d MB: %s", len(places), worst>>20, which)
}

// requestAll makes all requests that a page makes for the rows of a session, and returns the
// maximum size of a reply.
func requestAll(data string) (crossed int) {
	_, v := load([]testutil.File{{Name: "s.jsonl", Data: []byte(data)}}, 1<<20)
	v.Sessions()
	v.Summary(0)
	v.Diagnostics(0)
	page := pageAt(v, 0, 0, maxRows)
	crossed = len(fmt.Sprint(page.Rows))
	for i, r := range page.Rows {
		if i > 3 && i < len(page.Rows)-1 {
			continue
		}
		crossed = max(crossed, len(fmt.Sprint(v.Body(0, r.Key))), len(fmt.Sprint(v.About(0, r.Key))), len(fmt.Sprint(v.Inspect(0, r.Key))))
	}
	return crossed
}

func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

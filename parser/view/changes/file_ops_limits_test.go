package changes_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/filediff"
	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

// writeCall returns a call that creates a file, and its result.
func writeCall(n int, path, content string) []string {
	return []string{
		fmt.Sprintf(`{"type":"assistant","uuid":"a%d","sessionId":"s","cwd":"/p","message":{"id":"m%[1]d","role":"assistant","content":[{"type":"tool_use","id":"t%[1]d","name":"Write","input":{"file_path":"%s","content":"%s"}}]}}`, n, path, content),
		fmt.Sprintf(`{"type":"user","uuid":"r%d","sessionId":"s","cwd":"/p","toolUseResult":{"type":"create","filePath":"%s","content":"%s","structuredPatch":[]},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%[1]d","content":"File created"}]}}`, n, path, content),
	}
}

// TestChangesComeInPieces checks that answers are short however long the history of a file is: the
// patch comes in pieces that add up to all of it, and what is displayed is truncated.
func TestChangesComeInPieces(t *testing.T) {
	for name, content := range map[string]string{
		"many lines": strings.Repeat(`a line of it\n`, 300_000/2),
		"one line":   strings.Repeat("ä€😀", 500_000),
		"outside":    strings.Repeat(`a line of it\n`, 300_000/2),
	} {
		path := map[string]string{"outside": "/elsewhere/x"}[name]
		if path == "" {
			path = "/p/x"
		}
		_, v := viewtest.Load(viewtest.Session(append(writeCall(1, path, content), writeCall(2, "/p/y", "y")...)...), 1<<30)
		allTouched(v, 0)
		var text strings.Builder
		answers := 0
		var summary *protocol.PatchSummary
		for from := new(0); from != nil; answers++ {
			answer := must(v.Patch(0, *from))
			before := text.Len()
			writeParts(&text, answer.Parts)
			if piece := text.String()[before:]; len(piece) > 1<<20+100 || !utf8.ValidString(piece) {
				t.Fatalf("%s: a piece of %d bytes", name, len(piece))
			}
			from, summary = answer.Next, answer.Summary
		}
		sign := map[string]string{"outside": "# "}[name]
		lines := strings.Split(strings.TrimSuffix(strings.ReplaceAll(content, `\n`, "\n"), "\n"), "\n")
		if whole := sign + "+" + strings.Join(lines, "\n"+sign+"+") + "\n"; answers < 2 || summary == nil || !strings.Contains(text.String(), whole) {
			t.Errorf("%s: %d bytes in %d pieces do not hold the whole change", name, text.Len(), answers)
		}
		if !strings.Contains(text.String(), "\n+y\n") {
			t.Errorf("%s: the next file is not there", name)
		}
		change := net(v, 0, path)
		size := 0
		for _, part := range change.Parts {
			size += len(part.Old)
			for _, hunk := range part.Hunks {
				size += len(strings.Join(hunk.Lines, "\n"))
			}
		}
		if !noted(change, "cut") || size < 1<<18 || size > 1<<20 {
			t.Errorf("%s: %d bytes are shown, with the notes %+v", name, size, change.Notes)
		}
	}
}

// TestManyTimesOfAFile checks that an answer may have only some of the known earlier contents of a
// file.
func TestManyTimesOfAFile(t *testing.T) {
	var lines []string
	before := strings.Repeat(`a line of it\n`, 15_000)
	for n := range 20 {
		lines = append(lines, fmt.Sprintf(`{"type":"assistant","uuid":"a%d","sessionId":"s","cwd":"/p","message":{"id":"m%[1]d","role":"assistant","content":[{"type":"tool_use","id":"t%[1]d","name":"Edit","input":{"file_path":"/p/x","old_string":"%[1]d","new_string":"x"}}]}}`, n),
			fmt.Sprintf(`{"type":"user","uuid":"r%d","sessionId":"s","cwd":"/p","toolUseResult":{"filePath":"/p/x","oldString":"%[1]d","newString":"x","originalFile":"%[1]d\n%s","structuredPatch":[]},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%[1]d","content":"Edited"}]}}`, n, before),
			fmt.Sprintf(`{"type":"assistant","uuid":"b%d","sessionId":"s","cwd":"/p","message":{"id":"n%[1]d","role":"assistant","content":[{"type":"tool_use","id":"u%[1]d","name":"Edit","input":{"file_path":"/p/x","old_string":"nowhere","new_string":"x"}}]}}`, n),
			fmt.Sprintf(`{"type":"user","uuid":"q%d","sessionId":"s","cwd":"/p","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"u%[1]d","content":"Edited"}]}}`, n))
	}
	_, v := viewtest.Load(viewtest.Session(lines...), 1<<30)
	allTouched(v, 0)
	change := net(v, 0, "/p/x")
	size := 0
	for _, part := range change.Parts {
		size += len(part.Old)
	}
	if len(change.Parts) < 10 || size == 0 || size > 1<<20 {
		t.Errorf("%d parts, with %d bytes of what was before: %+v", len(change.Parts), size, change.Notes)
	}
}

// TestAlternatingFileRequests checks that alternating requests for the histories of two files both
// complete.
func TestAlternatingFileRequests(t *testing.T) {
	var lines []string
	content := strings.Repeat(`a line of it\n`, 40_000)
	for n := range 24 {
		lines = append(lines, writeCall(n, "/p/"+string(rune('a'+n%2)), fmt.Sprint(n, `\n`, content))...)
	}
	files := viewtest.Session(lines...)
	_, alone := viewtest.Load(files, 1<<30)
	_, v := viewtest.Load(files, 1<<30)
	allTouched(alone, 0)
	allTouched(v, 0)
	from := map[string]int{"/p/a": 0, "/p/b": 0}
	asked := 0
	for ; len(from) > 0 && asked < 200; asked++ {
		for path, at := range from {
			answer := must(v.NetDiff(0, path, at))
			if answer.Next != nil {
				from[path] = *answer.Next
				continue
			}
			delete(from, path)
			if diff := cmp.Diff(net(alone, 0, path), answer); diff != "" {
				t.Errorf("%s: %s", path, diff)
			}
		}
	}
	if len(from) > 0 || asked < 3 {
		t.Errorf("after %d rounds %v are still missing", asked, from)
	}
}

// TestConcurrentPatches checks that of two clients that save a patch at once, one gets all of it,
// and neither gets a mixture.
func TestConcurrentPatches(t *testing.T) {
	var lines []string
	for n := range 9 {
		lines = append(lines, writeCall(n, fmt.Sprintf("/p/%d", n), strings.Repeat(`a line of it\n`, 50_000))...)
	}
	_, v := viewtest.Load(viewtest.Session(lines...), 1<<30)
	allTouched(v, 0)
	want := patchOf(v, 0)
	next, heads := [2]*int{new(0), new(0)}, [2]string{}
	var texts [2]strings.Builder
	for next[0] != nil || next[1] != nil {
		for i := range next {
			if next[i] != nil {
				answer := must(v.Patch(0, *next[i]))
				writeParts(&texts[i], answer.Parts)
				next[i], heads[i] = answer.Next, headOf(answer.Summary)
			}
		}
	}
	shown := 0
	for i, head := range heads {
		if head == "" {
			continue // it is marked as incomplete
		}
		if shown++; head+texts[i].String() != want {
			t.Errorf("the patch is another one: %d bytes", texts[i].Len())
		}
	}
	if shown == 0 {
		t.Error("neither got a patch")
	}
}

// TestLateResultsInBatches checks that results that arrive at once for many waiting calls are
// processed in batches.
func TestLateResultsInBatches(t *testing.T) {
	var calls, results string
	for n := range 40 {
		both := writeCall(n, fmt.Sprintf("/p/%d", n), strings.Repeat("x", 200_000))
		calls, results = calls+both[0]+"\n", results+both[1]+"\n"
	}
	store, v, write := viewtest.Growing([]testutil.File{{Name: "p/s.jsonl", Data: []byte(calls + results)}})
	write([]byte(calls))
	for _, f := range allTouched(v, 0) {
		if f.Open != 1 {
			t.Fatalf("%+v", f)
		}
	}
	write([]byte(results))
	store.Finish()
	asked, read, early := 0, 0.0, 0
	var files []protocol.TouchedFile
	for from := new(0); from != nil; asked++ {
		answer := must(v.ChangedFiles(0, *from))
		if answer.Read < read || answer.Read > 1 {
			t.Errorf("%f is read after %f", answer.Read, read)
		}
		if len(answer.Early) > 0 && (answer.Read == 1 || len(answer.Early) < 2*early) {
			t.Errorf("%d early files after %d, with %f read", len(answer.Early), early, answer.Read)
		}
		early = max(early, len(answer.Early))
		files, from, read = append(files, answer.Files...), answer.Next, answer.Read
	}
	if asked < 4 || early == 0 || len(files) != 40 || files[7].Writes != 1 || files[7].Open != 0 {
		t.Errorf("%d files after %d answers", len(files), asked)
	}
}

// TestEditCostIsBounded checks that the cost of the edits of one call is bounded, however much
// they replace: beyond it the change is reported as too large, on the screen and in the patch.
func TestEditCostIsBounded(t *testing.T) {
	edits := strings.TrimSuffix(strings.Repeat(`{"old_string":"a","new_string":"b","replace_all":true},{"old_string":"b","new_string":"a","replace_all":true},`, 100), ",")
	lines := append(writeCall(1, "/p/x", strings.Repeat("a", 4<<20)),
		`{"type":"assistant","uuid":"a2","sessionId":"s","cwd":"/p","message":{"id":"m2","role":"assistant","content":[{"type":"tool_use","id":"t2","name":"MultiEdit","input":{"file_path":"/p/x","edits":[`+edits+`]}}]}}`,
		`{"type":"user","uuid":"r2","sessionId":"s","cwd":"/p","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"Applied"}]}}`)
	_, v := viewtest.Load(viewtest.Session(lines...), 1<<30)
	allTouched(v, 0)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	change := net(v, 0, "/p/x")
	runtime.ReadMemStats(&after)
	if made := after.TotalAlloc - before.TotalAlloc; !noted(change, "large") || made > 256<<20 {
		t.Errorf("%d MB were made: %+v", made>>20, change.Notes)
	}
	if text := patchOf(v, 0); !strings.Contains(text, "\n# x\n#   large 1\n# ") {
		t.Errorf("%.1000s", text)
	}
}

// TestEditsBeyondTrackedLines checks that edits beyond the tracked lines are reported as such:
// they are not external changes, and their patch is recorded.
func TestEditsBeyondTrackedLines(t *testing.T) {
	far := strings.Repeat(`\n`, filediff.MaxLines+10)
	for name, lines := range map[string][]string{
		"an edit": {
			`{"type":"assistant","uuid":"a1","sessionId":"s","cwd":"/p","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Edit","input":{"file_path":"/p/x","old_string":"a","new_string":"b"}}]}}`,
			`{"type":"user","uuid":"r1","sessionId":"s","cwd":"/p","toolUseResult":{"filePath":"/p/x","structuredPatch":[{"oldStart":250000,"oldLines":1,"newStart":250000,"newLines":1,"lines":["-a","+b"]}]},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"Applied"}]}}`,
		},
		"an edit that reaches there": {
			`{"type":"assistant","uuid":"a1","sessionId":"s","cwd":"/p","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Edit","input":{"file_path":"/p/x","old_string":"a","new_string":"b"}}]}}`,
			`{"type":"user","uuid":"r1","sessionId":"s","cwd":"/p","toolUseResult":{"filePath":"/p/x","structuredPatch":[{"oldStart":199998,"oldLines":5,"newStart":199998,"newLines":5,"lines":[" 1"," 2","-a","+b"," 4"," 5"]}]},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"Applied"}]}}`,
		},
		"a write with an unfinished line": append(writeCall(1, "/p/x", "a"), strings.ReplaceAll(strings.Join(writeCall(2, "/p/x", strings.Repeat(`\n`, filediff.MaxLines)+"x"), "\n"), `"type":"create"`, `"type":"update"`)),
		"a write":                         append(writeCall(1, "/p/x", "a"), strings.ReplaceAll(strings.Join(writeCall(2, "/p/x", far), "\n"), `"type":"create"`, `"type":"update"`)),
	} {
		_, v := viewtest.Load(viewtest.Session(lines...), 1<<30)
		allTouched(v, 0)
		if change := net(v, 0, "/p/x"); !noted(change, "large") || noted(change, "outside", "absent", "unplaced", "before") {
			t.Errorf("%s: %+v", name, change.Notes)
		}
	}
}

// TestManyEdits checks that more edits and places than a screen shows are combined and counted
// completely, and that the truncated list is marked.
func TestManyEdits(t *testing.T) {
	const many = 300
	var content, edits, hunks []string
	for n := range many {
		content = append(content, fmt.Sprintf("<%d>", n))
		edits = append(edits, fmt.Sprintf(`{"old_string":"<%d>","new_string":"(%[1]d)"}`, n))
		hunks = append(hunks, fmt.Sprintf(`{"oldStart":%d,"oldLines":1,"newStart":%[1]d,"newLines":1,"lines":["-<%d>","+(%[2]d)"]}`, n+1, n))
	}
	lines := writeCall(1, "/p/x", strings.Join(content, `\n`)+`\n`)
	for n, patch := range []string{"", `,"structuredPatch":[` + strings.Join(hunks, ",") + `]`} {
		session := viewtest.Session(append(lines,
			`{"type":"assistant","uuid":"a2","sessionId":"s","cwd":"/p","message":{"id":"m2","role":"assistant","content":[{"type":"tool_use","id":"t2","name":"MultiEdit","input":{"file_path":"/p/x","edits":[`+strings.Join(edits, ",")+`]}}]}}`,
			`{"type":"user","uuid":"r2","sessionId":"s","cwd":"/p","toolUseResult":{"filePath":"/p/x"`+patch+`},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"Applied"}]}}`)...)
		_, v := viewtest.Load(session, 1<<30)
		file := allTouched(v, 0)[0]
		if want := []int{many, 2 * many}[n]; file.Added != want || file.Removed != want-many || file.Unsized != 1-n {
			t.Errorf("+%d -%d, %d of which no lines are known", file.Added, file.Removed, file.Unsized)
		}
		change := net(v, 0, "/p/x")
		if len(change.Notes) > 0 || len(change.Parts) != 1 || len(change.Parts[0].Hunks) != 1 {
			t.Fatalf("%+v in %d parts", change.Notes, len(change.Parts))
		}
		for i, line := range change.Parts[0].Hunks[0].Lines {
			if line != fmt.Sprintf("+(%d)", i) {
				t.Fatalf("line %d is %q", i, line)
			}
		}
		parts := v.Body(0, "a2#0").Parts
		if last := parts[len(parts)-1]; !last.Cut || last.Size == 0 {
			t.Errorf("of %d parts the last is %+v", len(parts), last)
		}
	}
}

// TestEarlyRequests checks that a request before all calls were processed is answered as
// incomplete, and that repeating it leads to the same result.
func TestEarlyRequests(t *testing.T) {
	var lines []string
	for n := range 40 {
		lines = append(lines, writeCall(n, "/p/x", strings.Repeat("x", 200_000)+fmt.Sprint(n))...)
	}
	files := viewtest.Session(lines...)
	_, whole := viewtest.Load(files, 1<<30)
	allTouched(whole, 0)
	for name, ask := range map[string]func(v *view.Viewer, from int) (next *int, read float64, answer any){
		"touches": func(v *view.Viewer, from int) (*int, float64, any) {
			answer := must(v.FileOps(0, "/p/x", from))
			return answer.Next, answer.Read, answer.List
		},
		"net": func(v *view.Viewer, from int) (*int, float64, any) {
			answer := must(v.NetDiff(0, "/p/x", from))
			return answer.Next, answer.Read, answer.Parts
		},
		"patch": func(v *view.Viewer, from int) (*int, float64, any) {
			answer := must(v.Patch(0, from))
			return answer.Next, answer.Read, answer.Summary
		},
	} {
		_, v := viewtest.Load(files, 1<<30)
		if next, read, _ := ask(v, 0); viewtest.OrUnknown(next) != 0 || read <= 0 || read >= 1 {
			t.Errorf("%s: %d is next with %f read", name, viewtest.OrUnknown(next), read)
		}
		last := func(v *view.Viewer) any {
			for from := new(0); ; {
				next, read, answer := ask(v, *from)
				if from = next; from == nil {
					if read != 1 {
						t.Errorf("%s: %f is read at the end", name, read)
					}
					return answer
				}
			}
		}
		if diff := cmp.Diff(last(whole), last(v)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestTouchedRevision checks that pages show whether they belong to the same list.
func TestTouchedRevision(t *testing.T) {
	var lines []string
	for n := range 500 {
		lines = append(lines, writeCall(n, "/p/x", fmt.Sprint(n))...)
	}
	first, remainder := strings.Join(lines[:900], "\n")+"\n", strings.Join(lines[900:], "\n")+"\n"
	store, v, write := viewtest.Growing([]testutil.File{{Name: "p/s.jsonl", Data: []byte(first + remainder)}})
	write([]byte(first))
	one, two := must(v.FileOps(0, "/p/x", 0)), must(v.FileOps(0, "/p/x", 200))
	files := must(v.ChangedFiles(0, 0))
	if one.Total != 450 || viewtest.OrUnknown(one.Next) != 200 || viewtest.OrUnknown(two.Next) != 400 || one.Revision != two.Revision || files.Revision != one.Revision {
		t.Errorf("%d of %d, then %d: revisions %d, %d and %d", viewtest.OrUnknown(one.Next), one.Total, viewtest.OrUnknown(two.Next), one.Revision, two.Revision, files.Revision)
	}
	write([]byte(remainder))
	store.Finish()
	if three := must(v.FileOps(0, "/p/x", 400)); three.Total != 500 || three.Next != nil || three.Revision == two.Revision || must(v.ChangedFiles(0, 0)).Revision != three.Revision {
		t.Errorf("of %d, revision %d after %d", three.Total, three.Revision, two.Revision)
	}
}

package view_test

import (
	"fmt"
	"strings"
	"testing"

	"unspool/parser/testutil"
	"unspool/parser/view"
)

// viewOf returns the view of one file.
func viewOf(data string) *view.Viewer {
	_, v := load([]testutil.File{{Name: "s1.jsonl", Data: []byte(data)}}, 1<<20)
	return v
}

// TestMoreImages checks that images beyond those that are compared with each other are counted.
func TestMoreImages(t *testing.T) {
	for _, c := range []struct{ images, twice, listed, more int }{{3, 2, 3, 0}, {200, 0, 200, 0}, {250, 0, 200, 50}} {
		var blocks []string
		for i := range c.images + c.twice {
			blocks = append(blocks, fmt.Sprintf(`{"type":"image","source":{"type":"base64","media_type":"image/png","data":"%04d"}}`, i%c.images))
		}
		v := viewOf(`{"type":"user","uuid":"u1","sessionId":"s1","message":{"role":"user","content":[` + strings.Join(blocks, ",") + `]}}` + "\n")
		if r := rowsAt(v, 0, 0, 1)[0]; len(r.Media) != c.listed || r.More != c.more {
			t.Errorf("%d images: %d are listed, and %d more", c.images, len(r.Media), r.More)
		}
	}
}

// TestImagesWithoutBytes checks that an image that cannot be shown is still one of the prompt.
func TestImagesWithoutBytes(t *testing.T) {
	for _, source := range []string{``, `,"source":{"type":"file","file_id":"f1"}`, `,"source":{"type":"base64","media_type":"image/png","data":""}`,
		`,"source":{"type":"base64","media_type":"image/png","data":7}`, `,"source":{"type":"base64","media_type":"text/html","data":"PGI+"}`} {
		v := viewOf(`{"type":"user","uuid":"u1","sessionId":"s1","message":{"role":"user","content":[{"type":"text","text":"look"},{"type":"image"` + source + `}]}}` + "\n")
		if r := rowsAt(v, 0, 0, 1)[0]; len(r.Media) != 1 {
			t.Errorf("%s: %d images", source, len(r.Media))
		}
	}
}

// TestCutTextsAreMarked checks that truncated texts end with "…".
func TestCutTextsAreMarked(t *testing.T) {
	long := strings.Repeat("ä", 9_000)
	shown := func(text string) bool { return len(text) < len(long) && strings.HasSuffix(text, "…") }

	v := viewOf(`{"type":"user","uuid":"u1","sessionId":"s1","message":{"role":"user","content":"go"}}` + "\n" +
		fmt.Sprintf(`{"type":"attachment","uuid":"h1","parentUuid":"u1","sessionId":"s1","attachment":{"type":"hook_non_blocking_error","command":%[1]q,"stdout":%[2]q,"stderr":%[1]q}}`, long, strings.Repeat(" ", 9)+long) + "\n")
	runs := 0
	for _, r := range rowsAt(v, 0, 0, maxRows) {
		for _, p := range v.Body(0, r.Key).Parts {
			for _, item := range p.Items {
				for _, run := range item.Hooks {
					if runs++; !shown(run.Command) || !shown(run.Output) || !shown(run.Error) {
						t.Errorf("a hook seems whole: %d, %d and %d bytes", len(run.Command), len(run.Output), len(run.Error))
					}
				}
			}
		}
	}
	if runs != 1 {
		t.Errorf("%d hooks", runs)
	}

	v = viewOf(string(oneCall("AskUserQuestion", fmt.Sprintf(`{"questions":[{"header":%[1]q,"question":%[1]q,"options":[{"label":"a","description":%[1]q,"preview":%[1]q}]}]}`, long),
		fmt.Sprintf(`"content":"ok"}]},"toolUseResult":{"answers":{%[1]q:%[1]q},"annotations":{%[1]q:{"notes":%[1]q}}}}`, long))))
	asked := 0
	for _, p := range v.Body(0, rowsAt(v, 0, 1, 1)[0].Key).Parts {
		for _, q := range p.Questions {
			if asked++; !shown(q.Header) || !shown(q.Text) || !shown(q.Options[0].Description) || !shown(q.Options[0].Preview) || !shown(q.Other) || !shown(q.Note) || !q.Answered {
				t.Errorf("a question seems whole: %+v", q)
			}
		}
	}
	if asked != 1 {
		t.Errorf("%d questions", asked)
	}
}

// TestCutWithinCharacter checks that a text that is longer is truncated, wherever in a character
// the limit falls.
func TestCutWithinCharacter(t *testing.T) {
	for before := range 4 {
		text := strings.Repeat("a", before) + strings.Repeat("😀", 9_000)
		for size := len(text); size > 0; size /= 2 {
			words := strings.ToValidUTF8(text[:size], "")
			r := rowsAt(viewOf(fmt.Sprintf(`{"type":"user","uuid":"u1","sessionId":"s1","message":{"role":"user","content":%q}}`, words)+"\n"), 0, 0, 1)[0]
			if whole := r.Text == words; whole == r.Cut || !strings.HasPrefix(words, r.Text) {
				t.Errorf("%d letters and %d bytes: %d bytes are returned, cut is %v", before, len(words), len(r.Text), r.Cut)
			}
		}
	}
}

// TestLongNotification checks that a notification has its summary, however long its result is.
func TestLongNotification(t *testing.T) {
	notice := "<task-notification>\n<task-id>t1</task-id>\n<status>completed</status>\n<summary>Agent ABC is done</summary>\n<result>" + strings.Repeat("long ", 80_000) + "</result>\n</task-notification>"
	r := rowsAt(viewOf(fmt.Sprintf(`{"type":"user","uuid":"u1","sessionId":"s1","message":{"role":"user","content":%q}}`, notice)+"\n"), 0, 0, 1)[0]
	if r.Text != "Agent ABC is done" || r.Cut {
		t.Errorf("text %.60q, cut is %v", r.Text, r.Cut)
	}
}

// TestLongLineOfAChange checks that a line that does not fit is truncated, and its change is
// marked.
func TestLongLineOfAChange(t *testing.T) {
	for _, sizes := range [][]int{{600_000}, {500_000, 400_000}, {1_200_000}, {700_000, 700_000, 9}} {
		var lines []string
		all := 0
		for _, size := range sizes {
			lines = append(lines, `"+`+strings.Repeat("x", size)+`"`)
			all += size + 1
		}
		v := viewOf(`{"type":"user","uuid":"u1","sessionId":"s1","message":{"role":"user","content":"go"}}` + "\n" +
			`{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s1","message":{"id":"m1","role":"assistant","content":[{"type":"server_tool_use","id":"t1","name":"text_editor_code_execution","input":{"command":"str_replace","path":"/x"}},` +
			`{"type":"text_editor_code_execution_tool_result","tool_use_id":"t1","content":{"type":"text_editor_code_execution_str_replace_result","old_start":1,"old_lines":1,"new_start":1,"new_lines":1,"lines":[` + strings.Join(lines, ",") + `]}}]}}` + "\n")
		changes := 0
		for _, p := range v.Body(0, rowsAt(v, 0, 1, 1)[0].Key).Parts {
			if p.Kind != "diff" {
				continue
			}
			changes++
			if given := len(strings.Join(p.Hunks[0].Lines, "")); p.Cut != (given < all) || given > 1<<20 {
				t.Errorf("lines of %v bytes: %d are given, cut is %v", sizes, given, p.Cut)
			}
		}
		if changes != 1 {
			t.Errorf("%d changes", changes)
		}
	}
}

// TestLongLists checks that lists that are too long to be decoded as a whole are read
// nevertheless, or counted.
func TestLongLists(t *testing.T) {
	line := strings.Repeat("x", 100)
	v := viewOf(string(oneCall("Read", `{"file_path":"/a.ipynb"}`,
		`"content":"ok"}]},"toolUseResult":{"type":"notebook","file":{"filePath":"/a.ipynb","cells":[{"cell_type":"code","source":"1","outputs":[{"text":["first\n","second\n"]},{"text":"third"},{"data":{"image/png":"`+
			strings.Repeat("A", 200<<10)+`"}}]}]}}}`)))
	text := ""
	for _, p := range v.Body(0, rowsAt(v, 0, 1, 1)[0].Key).Parts {
		text += p.Kind + " " + p.Text + "\n"
	}
	if !strings.Contains(text, "terminal first\nsecond\n") || !strings.Contains(text, "terminal third") {
		t.Errorf("the text output next to an image is missing: %.200s", text)
	}

	tasks := strings.Repeat(`{"id":"1","subject":"`+line+`","status":"completed"},`, 2_000) + `{"id":"2","subject":"b","status":"pending"}`
	v = viewOf(string(oneCall("TaskList", "{}", `"content":"ok"}]},"toolUseResult":{"tasks":[`+tasks+`]}}`)))
	if tool := rowsAt(v, 0, 1, 1)[0].Tool; orUnknown(tool.Count) != 2_001 || orUnknown(tool.Done) != 2_000 {
		t.Errorf("%d of %d tasks are done", *tool.Done, *tool.Count)
	}

	lines := strings.Repeat(`"+`+line+`",`, 1_999) + `"-b"`
	v = viewOf(`{"type":"user","uuid":"u1","sessionId":"s1","message":{"role":"user","content":"go"}}` + "\n" +
		`{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s1","message":{"id":"m1","role":"assistant","content":[{"type":"server_tool_use","id":"t1","name":"text_editor_code_execution","input":{"command":"str_replace","path":"/x"}},` +
		`{"type":"text_editor_code_execution_tool_result","tool_use_id":"t1","content":{"type":"text_editor_code_execution_str_replace_result","old_start":1,"old_lines":1,"new_start":1,"new_lines":1,"lines":[` + lines + `]}}]}}` + "\n")
	for _, p := range v.Body(0, rowsAt(v, 0, 1, 1)[0].Key).Parts {
		if p.Kind == "diff" && (len(p.Hunks[0].Lines) != 2_000 || p.Cut) {
			t.Errorf("a change of 2,000 lines has %d", len(p.Hunks[0].Lines))
		}
		if p.Kind == "diff" && (orUnknown(p.Hunks[0].OldLines) != 1 || orUnknown(p.Hunks[0].NewLines) != 1) {
			t.Errorf("the numbers of lines are not those that are recorded: %+v", p.Hunks[0])
		}
	}
}

// TestMoreLinks checks that the inspector counts the links that it does not list.
func TestMoreLinks(t *testing.T) {
	var calls, results []string
	for i := range 20 {
		calls = append(calls, fmt.Sprintf(`{"type":"tool_use","id":"t%d","name":"Bash","input":{"command":"ls"}}`, i))
		results = append(results, fmt.Sprintf(`{"type":"tool_result","tool_use_id":"t%d","content":"ok"}`, i))
	}
	prompt := `{"type":"user","uuid":"u1","sessionId":"s1","message":{"role":"user","content":"go"}}` + "\n"
	v := viewOf(prompt +
		`{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s1","message":{"id":"m1","role":"assistant","content":[` + strings.Join(calls, ",") + `]}}` + "\n" +
		`{"type":"user","uuid":"r1","parentUuid":"a1","sessionId":"s1","message":{"role":"user","content":[` + strings.Join(results, ",") + `]}}` + "\n")
	record, _ := v.RecordAt(0, 0, int64(len(prompt)))
	links, more := 0, 0
	for _, link := range record.Links {
		if link.To == "result" {
			links++
		}
		more += link.Count
	}
	if links != 12 || more != 8 || len(record.Calls) != 12 || record.MoreCalls != 8 {
		t.Errorf("%d results are listed, and %d more; of the calls %d, and %d more", links, more, len(record.Calls), record.MoreCalls)
	}
}

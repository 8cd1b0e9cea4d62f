package browser

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unspool/parser/testutil"
)

// inspected creates a session with known results: a reply of two records, a call with its result, a
// compaction, and damaged bytes.
var inspected = []string{
	`{"type":"user","uuid":"u1","sessionId":"s","timestamp":"2026-05-01T10:00:00.000Z","message":{"role":"user","content":"list the files"}}`,
	`{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","requestId":"req_1","timestamp":"2026-05-01T10:00:02.000Z","message":{"id":"msg_1","role":"assistant","model":"claude-opus-4-5","content":[{"type":"text","text":"I look."}],"stop_reason":null,"usage":{"input_tokens":5,"output_tokens":8,"cache_read_input_tokens":90000}}}`,
	`{"type":"assistant","uuid":"a2","parentUuid":"a1","sessionId":"s","requestId":"req_1","timestamp":"2026-05-01T10:00:03.000Z","message":{"id":"msg_1","role":"assistant","model":"claude-opus-4-5","content":[{"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":"ls"}}],"stop_reason":"tool_use","usage":{"input_tokens":5,"output_tokens":40,"cache_read_input_tokens":90000}},"big":12345678901234567890,"big":1.50}`,
	`{"type":"user","uuid":"r1","parentUuid":"a2","sessionId":"s","timestamp":"2026-05-01T10:00:05.500Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"a.txt"}]},"toolUseResult":{"stdout":"` + strings.Repeat("a.txt\\n", 60) + `","stderr":""}}`,
	`{"type":"ai-title","aiTitle":"Files"}`,
	"rub\xffbish",
	`{"type":"assistant","uuid":"a3","parentUuid":"r1","sessionId":"s","requestId":"req_2","timestamp":"2026-05-01T10:00:09.000Z","message":{"id":"msg_2","role":"assistant","model":"claude-opus-4-5","content":[{"type":"text","text":"One file."}],"stop_reason":"end_turn","usage":{"input_tokens":7,"output_tokens":12}}}`,
}

const (
	pane = `$role("complementary", "Inspector")`
	tree = `$deep("unspool-inspector >>> unspool-json-tree")`
)

// openInspected opens that session, with the inspector at the row of a kind.
func openInspected(t *testing.T, row string) *Page {
	t.Helper()
	p := open(t, "")
	p.Read(write(t, "s.jsonl", []byte(strings.Join(inspected, "\n")+"\n")))
	ready(p)
	stubClipboard(p)
	p.Do(`$deep("` + row + `").focus()`)
	p.Press("i")
	p.WaitFor(`!!`+pane+` && `+pane+`.getBoundingClientRect().width > 0`, 0)
	return p
}

// tells waits until the text of the inspector contains all of these.
func tells(p *Page, words ...string) {
	p.r.Helper()
	for _, word := range words {
		p.WaitFor(fmt.Sprintf(`$text(%s).includes(%q)`, pane, word), 0)
	}
}

// pressIn clicks the button of the inspector that begins with these words.
func pressIn(p *Page, words string) {
	p.r.Helper()
	button := fmt.Sprintf(`$$role("button", undefined, %s).find((b) => $name(b, "button").startsWith(%q))`, pane, words)
	p.WaitFor(`!!`+button, 0)
	p.Do(button + `.click()`)
}

func copiesIn(p *Page, words string) string {
	p.r.Helper()
	p.Do(`globalThis.copied = undefined`)
	pressIn(p, words)
	p.WaitFor(`globalThis.copied !== undefined`, 0)
	return Eval[string](p, `globalThis.copied`)
}

const bash = `unspool-row[data-kind='tool']`

// Times, numbers and IDs are those of the file; they follow the current row.
func TestInspector(t *testing.T) {
	t.Parallel()
	p := openInspected(t, bash)
	tells(p, "Run\nls", "Duration\n2.5 s", "In session\n3.0 s after the start", "After prompt\n1, 3.0 s after the start", "Tool call", "tool_use", "Cache read\n90,000", "Output\n40",
		"90,005 tokens", "45 % of 200k", "Message\nmsg_1", "Request\nreq_1", "Bash call\ntoolu_1", "Record\na2", "line 3", "line 4", "Totals cover the whole response")
	passes(t, p, "the inspector")
	if got := copiesIn(p, "Copy ID: Bash call"); got != "toolu_1" {
		t.Errorf("copied the id %q", got)
	}
	if got := copiesIn(p, "Copy record"); got != inspected[2] {
		t.Errorf("copied the record %q", got)
	}
	if got := copiesIn(p, "Copy as JSON"); !strings.Contains(got, "\n  \"big\": 12345678901234567890,\n  \"big\": 1.50\n}") {
		t.Errorf("copied JSON %q", got)
	}
	at := bytes.Index([]byte(strings.Join(inspected, "\n")), []byte(inspected[2]))
	tells(p, fmt.Sprintf("bytes %d to %d", at, at+len(inspected[2])-1))

	// The focus stays in the conversation, and the inspector follows.
	p.Press("k")
	tells(p, "Claude\nI look.", "line 2", "Record\na1")
	p.Press("j")
	tells(p, "Run\nls")
	p.Press("i")
	p.WaitFor(`!`+pane, 0)
	p.Press("i")
	tells(p, "Run\nls")
}

// The name of an agent is shown in full, even if it is long and nested in an agent; turns are those
// of the main conversation; unknown facts are marked as such.
func TestInspectorOfAgents(t *testing.T) {
	t.Parallel()
	task := strings.TrimSpace(strings.Repeat("look at the tides ", 9))
	main := strings.Join([]string{
		`{"type":"user","uuid":"u0","sessionId":"s","timestamp":"2026-05-01T10:00:00.000Z","message":{"role":"user","content":"hello"}}`,
		`{"type":"user","uuid":"u1","parentUuid":"u0","sessionId":"s","timestamp":"2026-05-01T10:01:00.000Z","message":{"role":"user","content":"look"}}`,
		`{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","requestId":"q1","timestamp":"2026-05-01T10:01:02.000Z","message":{"id":"m1","role":"assistant","model":"glm-9","content":[{"type":"tool_use","id":"c1","name":"Agent","input":{"description":"` + task + `","prompt":"go","subagent_type":"tide-and-weather-observer-of-the-north"}}],"stop_reason":null,"usage":{"input_tokens":5,"output_tokens":3}}}`,
		`{"type":"user","uuid":"r1","parentUuid":"a1","sessionId":"s","timestamp":"2026-05-01T10:01:08.000Z","toolUseResult":{"agentId":"x1"},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"done"}]}}`,
	}, "\n") + "\n"
	agent := `{"type":"user","uuid":"x0","isSidechain":true,"agentId":"x1","sessionId":"s","timestamp":"2026-05-01T10:01:03.000Z","message":{"role":"user","content":"go"}}
{"type":"assistant","uuid":"x2","parentUuid":"x0","isSidechain":true,"agentId":"x1","sessionId":"s","timestamp":"2026-05-01T10:01:06.000Z","requestId":"q2","message":{"id":"m2","role":"assistant","model":"glm-9","content":[{"type":"text","text":"seen"}],"stop_reason":null,"usage":{"input_tokens":1,"output_tokens":1}}}
`
	dir := t.TempDir()
	agents := filepath.Join(dir, "s", "subagents")
	for _, err := range []error{os.MkdirAll(agents, 0o700), os.WriteFile(filepath.Join(dir, "s.jsonl"), []byte(main), 0o600), os.WriteFile(filepath.Join(agents, "agent-x1.jsonl"), []byte(agent), 0o600)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	p := open(t, "")
	p.Read(dir)
	p.WaitFor(`globalThis.unspoolReady && !!$deep("unspool-row[data-kind=prompt]")`, 0)
	p.Do(`$deep("unspool-row[data-kind=prompt]").focus()`)
	p.Press("i")
	tells(p, "After prompt\n1, at the start", "In session\nat the start", "None recorded for this line.")
	p.Do(`void $deep("unspool-inspector").controller.goTo("a1")`)
	tells(p, "tide-and-weather-observer-of-the-north\n"+task, "After prompt\n2, 2.0 s after the start", "Output\nat least 1")
	p.Do(`void $deep("unspool-inspector").controller.goTo("x2")`)
	tells(p, "seen", "After prompt\n2\n", "In agent\n3.0 s after the start", "window size unknown", "Started by\ntide-and-weather-observer-of-the-north "+task)
	if cut := Eval[int](p, `$$deep("unspool-inspector >>> .what").filter((one) => [...one.getClientRects()].at(-1).bottom > one.parentElement.getBoundingClientRect().bottom + 2).length`); cut > 0 {
		t.Errorf("%d names are truncated", cut)
	}
	if title := Eval[string](p, `$$deep("unspool-inspector >>> .related-record").find((one) => $text(one).startsWith("tide")).title`); !strings.HasSuffix(title, task) {
		t.Errorf("its title is %q", title)
	}
}

// Links go to the rows and records that they name.
func TestInspectorLinks(t *testing.T) {
	t.Parallel()
	p := openInspected(t, bash)
	tells(p, "Related", "Turn\nPrompt 1, You list the files", "Result\nuser", "Parent\nClaude I look.")
	pressIn(p, "Claude I look.")
	tells(p, "Claude\nI look.", "Children\nRun ls")
	p.WaitFor(`$focused("article")?.dataset.kind === "text"`, 0)
	pressIn(p, "Run ls")
	tells(p, "Run\nls", "Type\nassistant")
	p.WaitFor(`$focused("article")?.dataset.kind === "tool"`, 0)
	pressIn(p, "line 4")
	tells(p, "Type\nuser", "Call\nassistant", "4 of 7")
	pressIn(p, "Prompt 1, You")
	tells(p, "Prompt 1, You\nlist the files", "Totals cover the whole turn")
	p.WaitFor(`$focused("article")?.dataset.kind === "prompt"`, 0)
}

// All records of the file can be stepped through, including damaged ones and those without a row of
// their own.
func TestInspectorNeighbors(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openInspected(t, bash)
	pressIn(p, "Next record in the file")
	tells(p, "4 of 7")
	pressIn(p, "Next record in the file")
	tells(p, "5 of 7", "Type\nai-title", "not shown: session metadata")
	pressIn(p, "Next record in the file")
	tells(p, "6 of 7", "these bytes are not a record", "1 byte is not valid text", "This is not valid JSON.")
	pressIn(p, "Bytes")
	p.WaitFor(`$text($deep("unspool-inspector >>> .hex mark")) === "ff"`, 0)
	passes(t, p, "damaged bytes")
	pressIn(p, "Text")
	tells(p, "rub\ufffdbish")
	pressIn(p, "Tree")
	pressIn(p, "Next record in the file")
	tells(p, "7 of 7", "One file.")
	if !Eval[bool](p, `$role("button", "Next record in the file").getAttribute("aria-disabled") === "true"`) {
		t.Error("there is a record after the last one")
	}
	pressIn(p, "Previous record in the file")
	tells(p, "6 of 7")
}

// The tree can be navigated by keyboard, and shows values as written.
func TestInspectorTree(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openInspected(t, bash)
	line := `(() => { const at = ` + tree + `?.shadowRoot.activeElement; return at ? at.getAttribute("aria-level") + " " + $text(at) : ""; })()`
	focused := func(want string) {
		t.Helper()
		p.WaitFor(line+` === `+fmt.Sprintf("%q", want), 0)
	}
	p.WaitFor(`!!`+tree+`?.shadowRoot.querySelector("[role=treeitem]")`, 0)
	p.Do(tree + `.shadowRoot.querySelector("[role=treeitem]").focus()`)
	focused("1 ▾\n{} 9")
	p.Press("ArrowDown")
	focused(`2 type: "assistant"`)
	p.Press("End")
	focused(`2 big: 1.50 duplicate key`)
	if got := copiesIn(p, "Copy value"); got != "1.50" {
		t.Errorf("copied the value %q", got)
	}
	p.Do(tree + `.shadowRoot.querySelector("[role=treeitem]").focus()`)
	p.Press("End")
	p.Press("ArrowUp")
	focused(`2 big: 12345678901234567890`)
	p.Press("ArrowLeft")
	focused("1 ▾\n{} 9")
	for range 20 {
		if strings.Contains(Eval[string](p, line), "content:") {
			break
		}
		p.Press("ArrowDown")
	}
	p.Press("ArrowRight") // it is open already
	focused("4 ▸\n0: {…}")
	if got := copiesIn(p, "Copy path"); got != "message.content[0]" {
		t.Errorf("copied the path %q", got)
	}
	p.Do(tree + `.shadowRoot.querySelector("[tabindex='0'][role=treeitem]").focus()`)
	p.Press("ArrowRight", "ArrowRight")
	focused(`5 type: "tool_use"`)
	p.Press("ArrowLeft", "ArrowLeft")
	focused("4 ▸\n0: {…} 4")

	// Long strings expand with their line breaks.
	pressIn(p, "line 4")
	tells(p, "Type\nuser")
	row := `[...` + tree + `.shadowRoot.querySelectorAll("[role=treeitem]")]`
	p.WaitFor(row+`.some((r) => $text(r).includes("toolUseResult"))`, 0)
	p.Do(row + `.find((r) => $text(r).includes("toolUseResult")).focus()`)
	p.Press("ArrowRight", "ArrowRight", "Enter")
	p.WaitFor(`$text(`+tree+`.shadowRoot.querySelector(".whole")).startsWith("a.txt\na.txt\na.txt")`, 0)
	passes(t, p, "the tree")

	p.Press("Escape")
	p.WaitFor(`!`+pane+` && $focused("article")?.dataset.kind === "tool"`, 0)
}

// On a narrow page the inspector covers the conversation, and fits.
func TestInspectorNarrow(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(360, 800)
	p.Read(sampleFile(t))
	ready(p)
	fromMenu(p, "Show inspector")
	tells(p, "Record", "line ")
	p.WaitFor(`(() => { const at = `+pane+`.getBoundingClientRect(); return at.left >= 20 && at.right === innerWidth; })()`, 0) // it slides in
	at := Eval[[3]float64](p, `(() => { const { left, right } = `+pane+`.getBoundingClientRect(); return [left, right, document.documentElement.scrollWidth]; })()`)
	if at[0] < 20 || at[1] != 360 || at[2] > 360 {
		t.Errorf("the inspector extends from %v to %v on a page that is %v wide", at[0], at[1], at[2])
	}
	passes(t, p, "a narrow inspector")
	pressIn(p, "Close inspector")
	p.WaitFor(`!`+pane, 0)
}

// The arrow keys move the edge of the inspector in their direction, in right-to-left pages, too.
func TestInspectorEdgeKeys(t *testing.T) {
	t.Parallel()
	p := openInspected(t, bash)
	const edge = `$role("separator", undefined, $deep("unspool-inspector").shadowRoot)`
	for dir, keys := range map[string][2]string{"ltr": {"ArrowLeft", "ArrowRight"}, "rtl": {"ArrowRight", "ArrowLeft"}} {
		p.Do(fmt.Sprintf(`document.documentElement.dir = %q; %s.focus()`, dir, edge))
		before := Eval[float64](p, pane+`.getBoundingClientRect().width`)
		p.Press(keys[0])
		p.WaitFor(fmt.Sprintf(`%s.getBoundingClientRect().width === %v`, pane, before+20), 0)
		p.Press(keys[1])
		p.WaitFor(fmt.Sprintf(`%s.getBoundingClientRect().width === %v`, pane, before), 0)
	}
}

// Home and End scroll the inspector if it has the focus, and not the conversation.
func TestInspectorScrolls(t *testing.T) {
	t.Parallel()
	p := openInspected(t, bash)
	p.Size(1400, 420)
	const content = `$deep("unspool-inspector >>> .content")`
	tells(p, "Record\na2", "Copy path") // the record has been read: nothing changes the height anymore
	p.WaitFor(content+`.scrollHeight > `+content+`.clientHeight + 100`, 0)
	p.Do(content + `.focus()`)
	p.Press("End")
	p.WaitFor(content+`.scrollTop > 0`, 0)
	p.Press("Home")
	p.WaitFor(content+`.scrollTop === 0`, 0)
	tells(p, "Record\na2")
}

// A record of many megabytes is read in pieces: its beginning is shown, and a list of hundreds of
// thousands of values opens.
func TestInspectorLongRecord(t *testing.T) {
	t.Parallel()
	long := `{"type":"user","uuid":"r1","parentUuid":"u0","sessionId":"s","message":{"role":"user","content":"go"},"many":[` + strings.Repeat("1,", 600_000) + `1],"text":"` + strings.Repeat("x", 6_000_000) + `","last":1}`
	p := open(t, "")
	p.Read(write(t, "s.jsonl", []byte(long+"\n")))
	p.WaitFor(`globalThis.unspoolReady && !!$role("article")`, 0)
	p.Do(`$role("article").focus()`)
	p.Press("i")
	p.WaitFor(`$text(`+tree+`?.shadowRoot).includes("last: 1")`, 0)
	p.Do(`[...` + tree + `.shadowRoot.querySelectorAll("[role=treeitem]")].find((r) => $text(r).includes("many")).click()`)
	p.WaitFor(`$text(`+tree+`.shadowRoot).includes("Show 100 more")`, 0)
	p.Do(tree + `.shadowRoot.querySelector(".more").click()`)
	p.WaitFor(`$text(`+tree+`.shadowRoot).includes("199: 1")`, 0)
	if at := Eval[string](p, `$text(`+tree+`.shadowRoot.activeElement)`); at != "100: 1" {
		t.Errorf("the focus is at %q", at)
	}
}

// Limits are shown: not all damaged bytes are counted, and a long name ends with "…".
func TestInspectorLimits(t *testing.T) {
	t.Parallel()
	name := strings.Repeat("n", 300)
	p := open(t, "")
	p.Read(write(t, "s.jsonl", []byte(`{"type":"user","uuid":"u1","sessionId":"s","`+name+`":1,"`+name+`s":2,"torn":"`+strings.Repeat("\xff", 10_001)+`","message":{"role":"user","content":"go"}}`+"\n")))
	p.WaitFor(`globalThis.unspoolReady && !!$role("article")`, 0)
	p.Do(`$role("article").focus()`)
	p.Press("i")
	tells(p, "At least 10,000 bytes are not valid text")
	p.WaitFor(`$text(`+tree+`?.shadowRoot).includes("n…: 2")`, 0)
}

package browser

import (
	"strings"
	"testing"
	"time"

	"unspool/parser/testutil"
)

// A parser that ends silently takes away nothing that was read; the page reports it, and one button
// restarts it.
func TestKilledParser(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Allow("ERR_FILE_NOT_FOUND blob:") // of the worker
	p.Read(sampleFile(t))
	ready(p)
	if p.InWorkers("parser-worker", "close()") == 0 {
		t.Fatal("there is no parser to end")
	}
	// The next request gets no reply.
	p.Click(`unspool-row[data-kind="series"] .row-button`)
	p.WaitFor(`$text().includes("Try again")`, 30*time.Second)
	wants(t, Eval[string](p, `$text($deep("unspool-session"))`), "16 prompts · 1 event")
	if rows := Eval[int](p, `$$role("article").length`); rows == 0 {
		t.Error("the loaded content is gone")
	}
	p.Do(`$role("button", "Try again").click()`)
	ready(p)
	p.WaitFor(`!$text().includes("Try again")`, 0)
}

// Rows that disappear while focused pass the focus on.
func TestFocusStays(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(sampleFile(t))
	ready(p)
	focusConversation(p)
	p.Press("m")
	p.WaitFor(`$role("article")?.dataset.kind === "background"`, 0)
	p.Press("Home")
	p.WaitFor(`$deep('unspool-row:focus[data-kind="background"]')`, 0)
	p.Press("m")
	p.WaitFor(`$focused("article") && $focused("article").dataset.kind !== "background"`, 0)
	p.Press("j")
	p.WaitFor(`$focused("article")`, 0)
}

// The numbers in the header are never truncated, and a long prompt folds.
func TestHeaderAndLongPrompt(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	long := `{"type":"user","uuid":"u","cwd":"/home/somebody/with/a/very/long/path/to/the/project/folder","gitBranch":"feature/an-extremely-long-branch-name-that-goes-on-and-on","timestamp":"2026-05-01T10:00:00.000Z","message":{"role":"user","content":"` + strings.Repeat(`line of a pasted text\n`, 60) + `the end"}}
{"type":"assistant","uuid":"a","parentUuid":"u","timestamp":"2026-05-01T11:05:00.000Z","message":{"id":"m","role":"assistant","model":"claude-opus-4-7","content":[{"type":"text","text":"ok"}],"stop_reason":"end_turn","usage":{"input_tokens":100000,"output_tokens":100000}}}
{"type":"user","uuid":"u2","parentUuid":"a","message":{"role":"user","content":"more"}}
{"type":"user","uuid":"u3","parentUuid":"u2","message":{"role":"user","content":"and more"}}
`
	p.Read(write(t, "long.jsonl", []byte(long)))
	ready(p)
	for _, width := range []int{1400, 900, 360} {
		p.Size(width, 800)
		p.WaitFor(`$$deep("header *").some((e) => { const box = e.getBoundingClientRect(); return e.children.length === 0 && e.textContent.includes("$3.00") && box.width > 20 && box.right <= innerWidth; })`, 0)
	}
	p.Do(`$role("button", /Show all/).click()`)
	p.WaitFor(`$text().includes("Show less")`, 0)
}

// Unless the user has moved the focus, it is in the conversation once that is shown: keys work
// without a click. The first line of a selected turn is visible.
func TestKeysWorkAtOnce(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "#v=1&src=sample/files.json")
	ready(p)
	p.WaitFor(`$focused("article")`, 0)
	for range 6 {
		before := Eval[string](p, `$focused("article")?.getAttribute("aria-posinset") ?? ""`)
		p.Press("n")
		p.WaitFor(`($focused("article")?.getAttribute("aria-posinset") ?? "`+before+`") !== "`+before+`"`, 0)
		p.WaitFor(`Math.abs($focused("article").getBoundingClientRect().top - $deep("unspool-list").getBoundingClientRect().top - 8) < 3`, 0)
	}
}

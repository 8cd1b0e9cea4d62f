package browser

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"unspool/parser/testutil"
)

// outlineThere is true once the outline is complete.
const outlineThere = `$told.includes("ready") && $role("tree", "Prompts") !== null && $$role("treeitem").length > 0 && !$text($deep("unspool-outline")).includes("Reading")`

// outlineLines returns the texts of the rendered lines of the outline, each on one line, with the
// text for screen readers.
func outlineLines(p *Page) []string {
	lines := Eval[[]string](p, `$$role("treeitem").sort((a, b) => a.dataset.index - b.dataset.index).map((one) => $text(one).replace(/\s+/g, " "))`)
	for i := range lines {
		lines[i] = strings.ReplaceAll(lines[i], "\u00a0", " ")
	}
	return lines
}

// openOutline drops files into a wide page and waits for their outline.
func openOutline(t *testing.T, paths ...string) *Page {
	t.Helper()
	p := open(t, "")
	p.Size(1400, 900)
	p.Read(paths...)
	p.WaitFor(outlineThere, 0)
	return p
}

// readLine returns the line of the current turn.
const readLine = `$deep("[role=treeitem][aria-current]")?.querySelector(".words").textContent`

// The outline of a session lists its turns in order, each with its text, marks and cost, and below
// each the agents that it started.
func TestOutline(t *testing.T) {
	t.Parallel()
	p := openOutline(t, sampleDir)
	lines := outlineLines(p)
	next := 0
	for _, want := range [][]string{
		{"Prompt 1 Our harbour master in Skarrow", "2 m 12 s", "$0.71"},
		{"Find where times get a zone Explore", "$0.04"},
		{"Trace browser-side times"},
		{"Prompt 2 [Image #1]"},
		{"Prompt 3", "1 error"},
		{"Task notification Background command"},
		{"Prompt 4 /review internal/tide"},
		{"Earlier attempt Fix the re"},
		{"Prompt 5"},
		{"Prompt 9"},
		{"compacted 162k → 20k"},
		{"Prompt 10 ! git status"},
		{"Prompt 11", "interrupted"},
	} {
		at := slices.IndexFunc(lines[next:], func(line string) bool {
			return !slices.ContainsFunc(want, func(part string) bool { return !strings.Contains(line, part) })
		})
		if at < 0 {
			t.Fatalf("no line contains %q after %q", want, lines[:next])
		}
		next += at + 1
	}
	wants(t, Eval[string](p, `$text($deep("unspool-outline"))`), "16 prompts · 1 event · 2 agents")
	if levels := Eval[[]string](p, `$$role("treeitem").slice(0, 4).map((one) => one.getAttribute("aria-level") + (one.getAttribute("aria-expanded") ?? ""))`); !slices.Equal(levels, []string{"1true", "2true", "3", "1"}) {
		t.Errorf("the levels are %v", levels)
	}
	if widest := Eval[string](p, `$$deep(".bar").filter((one) => one.dataset.share === "100").map((one) => one.style.width + " " + one.closest(".line").querySelector(".number").textContent.trim()).join()`); !strings.Contains(widest, "100% Prompt 3") {
		t.Errorf("the widest bar is %q", widest)
	}
	passes(t, p, "outline")
}

// The text of a turn can take two rows; lines do not overlap, whatever their height, and the
// current one stays visible when the width changes.
func TestOutlineRows(t *testing.T) {
	t.Parallel()
	p := openOutline(t, sampleDir)
	gaps := script("outline.countGaps")
	const rows = `[...new Set($$deep(".turn .head").map((one) => Math.round(one.clientHeight / 18)))].sort().join()`
	p.WaitFor(gaps+` === 0`, 0)
	if got := Eval[string](p, rows); got != "1,2" {
		t.Errorf("texts of turns have %s rows", got)
	}
	p.FocusRole("tree", "Prompts")
	p.Press("End")
	p.WaitFor(`$$role("treeitem").some((one) => one.textContent.includes("Prompt 16")) && `+gaps+` === 0`, 0)
	const inSight = `(() => { const box = $deep("[role=treeitem][data-active]")?.getBoundingClientRect(); const tree = $role("tree", "Prompts").getBoundingClientRect(); return box !== undefined && box.top >= tree.top && box.bottom <= tree.bottom; })()`
	p.WaitFor(inSight, 0)
	p.Press("Home")
	p.WaitFor(inSight+` && $role("tree", "Prompts").scrollTop === 0`, 0)
}

// A note that costs are a lower bound is shown once, for all of them.
func TestOutlineLowerBound(t *testing.T) {
	t.Parallel()
	lines, err := os.ReadFile(turnsFile(t, 3))
	if err != nil {
		t.Fatal(err)
	}
	p := openOutline(t, write(t, "s.jsonl", bytes.ReplaceAll(bytes.ReplaceAll(lines, []byte(`"stop_reason":"end_turn",`), nil), []byte(`"output_tokens":`), []byte(`"output_tokens":1000`))))
	if said := Eval[int](p, `$text($deep("unspool-outline")).split("≥").length - 1`); said != 1 {
		t.Errorf("it is shown %d times: %q", said, outlineLines(p))
	}
	wants(t, Eval[string](p, `$text($deep("unspool-outline >>> .sum")).replaceAll("\u00a0", " ")`), "3 prompts", "≥ $0.")
	wants(t, Eval[string](p, `$role("treeitem").title.replaceAll("\u00a0", " ")`), "The real cost is higher: output is incomplete", "% of the session cost")
}

// A turn names the model if it differs from the previous turn's.
func TestOutlineModels(t *testing.T) {
	t.Parallel()
	p := openOutline(t, testutil.Extract(t, "session-facts"))
	lines := outlineLines(p)
	for at, says := range []bool{false, true, false} {
		if at >= len(lines) || strings.Contains(lines[at], "switched to haiku 4.5") != says {
			t.Errorf("the lines are %q", lines)
			break
		}
	}
}

// Hidden characters in the name of that model are marked.
func TestOutlineModelHiddenCharacters(t *testing.T) {
	t.Parallel()
	one, other := claudeSays("a1", "u1", "ok"), claudeSays("a2", "u2", "done")
	other["message"].(m)["model"] = "safe\u202egnp\x1b"
	for _, reply := range []m{one, other} {
		reply["message"].(m)["usage"] = m{"input_tokens": 1, "output_tokens": 1}
	}
	p := openOutline(t, transcript(t, userSays("u1", "", "go"), one, userSays("u2", "a1", "on"), other))
	wants(t, strings.Join(outlineLines(p), "\n"), "switched to safe")
	for _, character := range []string{"\u202e", "\x1b"} {
		for _, found := range Call[[]string](p, "hidden.find", character) {
			t.Errorf("there is a hidden character in %s", found)
		}
	}
}

// A click goes to the turn, the agent, the attempt; the line of the current row is marked, however
// it was reached.
func TestOutlineLinks(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openOutline(t, sampleDir)
	click := func(words string) {
		p.Do(fmt.Sprintf(`$$role("treeitem").find((one) => one.textContent.includes(%q)).click()`, words))
	}
	click("Ha, good thing I asked")
	p.WaitFor(`$focused("article")?.textContent.includes("Ha, good thing I asked")`, 0)
	p.WaitFor(readLine+`?.includes("Ha, good thing I asked")`, 0)
	click("Trace") // it is in the conversation of another agent
	p.WaitFor(`$focused("article")?.querySelector(".agent") != null && $focused("article").dataset.depth === "1"`, 0)
	p.WaitFor(readLine+`?.includes("Find where times get a zone")`, 0)
	click("Earlier attempt")
	p.WaitFor(`$focused("article")?.querySelector('.alternative[aria-expanded="true"]') != null`, 0) // the chosen attempt is open
	p.Do(`$focused("article").focus()`)
	p.Press("n")
	p.WaitFor(`$deep("unspool-row:focus[data-kind=prompt]") !== null`, 0)
	p.WaitFor(`$deep("[role=treeitem][aria-current]") !== null`, 0)
	// It follows scrolling, and the focus stays in place.
	settled(p)
	p.Do(`$deep("unspool-list").scrollTop = 0`)
	p.WaitFor(readLine+`?.includes("Our harbour master")`, 0)
	if !Eval[bool](p, `$focused("article") !== null`) {
		t.Error("the focus left the conversation")
	}
}

// Typing keeps the turns and agents that contain the text, ignoring case, and shows their number;
// keys move from there to the conversation and back.
func TestOutlineFilter(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openOutline(t, sampleDir)
	p.FocusRole("searchbox", "Filter prompts and agents")
	p.Type("ZONE")
	p.WaitFor(`$$role("treeitem").length < 10`, 0)
	lines := outlineLines(p)
	if len(lines) != 3 || !strings.Contains(lines[1], "Find where times get a zone") || !strings.Contains(lines[2], "Fix the red one with ZoneBounds") {
		t.Errorf("the remaining lines are %q", lines)
	}
	wants(t, Eval[string](p, `$text($deep("unspool-outline").shadowRoot.querySelector("[role=status]"))`), "2 of 2")
	if aside := Eval[string](p, `$$deep("[data-aside]").map((one) => one.dataset.index).join()`); aside != "0" {
		t.Errorf("the lines %s are shown for their descendants", aside)
	}
	p.Type(" qq")
	p.WaitFor(`$text($deep("unspool-outline")).includes("No matching prompts")`, 0)
	passes(t, p, "filtered outline")
	p.Press("Escape")
	p.WaitFor(`$$role("treeitem").length > 15 && $deep("unspool-outline").shadowRoot.activeElement.value === ""`, 0)
	p.Press("Escape")
	p.WaitFor(`$focused("article") !== null`, 0)
}

// The tree is one Tab stop; arrows, Home and End move in it, and Enter goes to the row.
func TestOutlineKeys(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openOutline(t, sampleDir)
	active := `(() => { const tree = $role("tree", "Prompts"); return tree.getRootNode().getElementById(tree.getAttribute("aria-activedescendant"))?.textContent.replace(/\s+/g, " ") ?? ""; })()`
	p.FocusRole("tree", "Prompts")
	p.Press("Home")
	p.WaitFor(active+`.includes("Our harbour master")`, 0)
	p.Press("ArrowRight") // it is open: moves into it
	p.WaitFor(active+`.includes("Explore")`, 0)
	p.Press("ArrowLeft")
	p.WaitFor(`$$deep("[role=treeitem][data-active]")[0].getAttribute("aria-expanded") === "false"`, 0)
	p.Press("ArrowLeft")
	p.WaitFor(active+`.includes("Our harbour master")`, 0)
	p.Press("ArrowLeft")
	p.WaitFor(`$$deep("[role=treeitem][data-active]")[0].getAttribute("aria-expanded") === "false" && !$text($deep("unspool-outline")).includes("Explore")`, 0)
	wants(t, Eval[string](p, active), "2 agents")
	p.Press("ArrowDown")
	p.WaitFor(active+`.includes("[Image #1]")`, 0)
	p.Press("End", "ArrowUp", "ArrowDown", "Enter")
	last := Eval[string](p, active)
	p.WaitFor(`$focused("article") !== null && $deep("unspool-list").scrollTop > 1000`, 0)
	if !strings.Contains(last, "Prompt 16") {
		t.Errorf("the last line is %q", last)
	}
	// s closes the outline and opens it again, with the focus in it.
	p.Press("s")
	p.WaitFor(`$role("tree", "Prompts") === null && $focused("article") !== null`, 0)
	p.Press("s")
	p.WaitFor(`$deep("unspool-outline")?.shadowRoot.activeElement?.role === "tree"`, 0)
	p.Press("Escape")
	p.WaitFor(`$focused("article") !== null && $role("tree", "Prompts") !== null`, 0)
}

// With little space the outline is closed at first, covers the conversation when it is opened, and
// closes when an entry was chosen.
func TestOutlineNarrow(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	p.Size(360, 800)
	p.Read(sampleFile(t))
	ready(p)
	focusConversation(p)
	if Eval[bool](p, `$role("tree", "Prompts") !== null`) {
		t.Fatal("the outline is open")
	}
	width := Eval[float64](p, `$deep("unspool-list").clientWidth`)
	p.Press("s")
	p.WaitFor(outlineThere, 0)
	p.WaitFor(`$deep("unspool-outline").shadowRoot.activeElement?.role === "tree"`, 0)
	if now := Eval[float64](p, `$deep("unspool-list").clientWidth`); now != width {
		t.Errorf("the conversation is %f px wide below the outline, %f without", now, width)
	}
	passes(t, p, "narrow outline")
	p.Do(`$$role("treeitem").find((one) => one.textContent.includes("Good. Plan it properly")).click()`)
	p.WaitFor(`$role("tree", "Prompts") === null && $focused("article")?.textContent.includes("Good. Plan it properly")`, 0)
	p.Press("s")
	p.WaitFor(outlineThere, 0)
	p.ClickRole("button", "Close outline")
	p.WaitFor(`$role("tree", "Prompts") === null && $focused("article") !== null`, 0)
}

// Panes that were closed for lack of space return with the space; panes that the user closed do
// not.
func TestOutlineReopensWithSpace(t *testing.T) {
	t.Parallel()
	p := openOutline(t, sampleFile(t))
	const gone = `$role("tree", "Prompts") === null`
	const pressed = `$role("button", "Outline").ariaPressed`
	p.Size(800, 900)
	p.WaitFor(gone, 0)
	p.Size(1400, 900)
	p.WaitFor(outlineThere, 0)
	p.Size(800, 900)
	p.WaitFor(gone, 0)
	focusConversation(p)
	p.Press("s") // over the conversation, and closed again
	p.WaitFor(outlineThere, 0)
	p.Press("Escape")
	p.WaitFor(gone, 0)
	p.Size(1400, 900)
	p.WaitFor(outlineThere, 0)
	p.Press("s")
	p.WaitFor(gone, 0)
	p.Size(800, 900)
	p.Size(1400, 900)
	p.WaitFor(`innerWidth === 1400`, 0)
	if got := Eval[string](p, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(`+pressed+`))))`); got != "false" {
		t.Errorf("its button says %q", got)
	}
}

// turnsFile makes a session of many short turns.
func turnsFile(t *testing.T, turns int) string {
	t.Helper()
	var out strings.Builder
	parent := "null"
	for i := 1; i <= turns; i++ {
		fmt.Fprintf(&out, `{"parentUuid":%s,"type":"user","uuid":"u%d","timestamp":"2026-03-01T%02d:%02d:%02d.000Z","sessionId":"s","message":{"role":"user","content":"request %d"}}
{"parentUuid":"u%d","type":"assistant","uuid":"a%d","sessionId":"s","message":{"id":"m%d","role":"assistant","model":"claude-opus-4-7","content":[{"type":"text","text":"Done with %d."}],"stop_reason":"end_turn","usage":{"input_tokens":5,"output_tokens":%d}}}
`, parent, i, i/3600%24, i/60%60, i%60, i, i, i, i, i, i)
		parent = fmt.Sprintf(`"a%d"`, i)
	}
	path := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(path, []byte(out.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Of 5,000 turns only the visible lines are in the page, and each is one step away.
func TestOutlineOfManyTurns(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openOutline(t, turnsFile(t, 5000))
	p.WaitFor(`$text($deep("unspool-outline")).includes("5,000 prompts") && $role("treeitem").getAttribute("aria-setsize") === "5000"`, 0)
	p.FocusRole("tree", "Prompts")
	p.Press("End")
	p.WaitFor(`$$role("treeitem").some((one) => one.textContent.includes("request 5000"))`, 0)
	if lines := Eval[int](p, `$$role("treeitem").length`); lines > 60 {
		t.Errorf("%d lines are rendered", lines)
	}
	p.Press("Enter")
	p.WaitFor(`$focused("article")?.textContent.includes("request 5000")`, 0)
	p.FocusRole("searchbox", "Filter prompts and agents")
	p.Type("request 2500")
	p.WaitFor(`$text($deep("unspool-outline")).includes("1 of 5,000") && $$role("treeitem").length === 1`, 0)
	p.Press("Enter")
	p.WaitFor(`$focused("article")?.textContent.includes("request 2500")`, 0)
	p.WaitFor(readLine+` === "request 2500"`, 0)
}

// agentsFile makes a session of one turn that started agents, without their files.
func agentsFile(t *testing.T, agents int) string {
	t.Helper()
	var out strings.Builder
	out.WriteString(`{"parentUuid":null,"type":"user","uuid":"u1","sessionId":"s","message":{"role":"user","content":"ask them all"}}` + "\n")
	parent := "u1"
	for i := 1; i <= agents; i++ {
		failed := ""
		if i%100 == 0 {
			failed = `,"is_error":true`
		}
		fmt.Fprintf(&out, `{"parentUuid":"%s","type":"assistant","uuid":"a%d","sessionId":"s","message":{"id":"m%d","role":"assistant","model":"claude-opus-4-7","content":[{"type":"tool_use","id":"t%d","name":"Agent","input":{"description":"Task %d","prompt":"Do %d","subagent_type":"Explore"}}],"stop_reason":"tool_use"}}
{"parentUuid":"a%d","type":"user","uuid":"r%d","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%d","content":"Done"%s}]},"toolUseResult":{"agentId":"x%d","status":"completed"}}
`, parent, i, i, i, i, i, i, i, i, failed, i)
		parent = fmt.Sprintf("r%d", i)
	}
	path := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(path, []byte(out.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// 437 agents of one turn are one number until they are expanded. Unrecorded times and costs are not
// shown.
func TestOutlineOfManyAgents(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openOutline(t, agentsFile(t, 437))
	p.WaitFor(`$text($deep("unspool-outline")).replaceAll("\u00a0", " ").includes("1 prompt · 437 agents (transcripts not loaded)")`, 0)
	wants(t, Eval[string](p, `$role("button", /^Legend/).title.replaceAll("\u00a0", " ")`), "437 agents (transcripts not loaded)")
	if lines := outlineLines(p); len(lines) != 1 || lines[0] != "Prompt 1 ask them all 4 errors 437 agents 4 failed" {
		t.Errorf("the lines are %q", lines)
	}
	p.Click("unspool-outline >>> [data-fold]")
	p.WaitFor(`$$role("treeitem").length > 20`, 0)
	p.FocusRole("tree", "Prompts")
	p.Press("End")
	p.WaitFor(`$$role("treeitem").some((one) => one.textContent.includes("Task 437"))`, 0)
	if lines := Eval[int](p, `$$role("treeitem").length`); lines > 80 {
		t.Errorf("%d lines are rendered", lines)
	}
	if where := Eval[string](p, `(() => { const one = $$role("treeitem").find((one) => one.textContent.includes("Task 437")); return one.getAttribute("aria-posinset") + "/" + one.getAttribute("aria-setsize"); })()`); where != "437/437" {
		t.Errorf("the last agent is %s", where)
	}
	passes(t, p, "outline of many agents")
	p.Press("Enter")
	p.WaitFor(`$focused("article")?.textContent.includes("Task 437")`, 0)
}

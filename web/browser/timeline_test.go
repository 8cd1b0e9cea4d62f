package browser

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"

	"unspool/parser/testutil"
	"unspool/parser/testutil/machine"
)

const (
	strip = `$role("region", "Timeline")`
	steps = `$role("listbox", /^Timeline/)`
	tip   = `$text($deep("unspool-timeline >>> .tip:not([hidden])"))`
	// walked returns what a screen reader reads for the entry at the keyboard cursor.
	walked = `$text(` + steps + `.querySelector("#" + ` + steps + `.getAttribute("aria-activedescendant")))`
)

// timeline opens a session in a window that is large enough for its timeline.
func timeline(t *testing.T, path string) *Page {
	t.Helper()
	p := open(t, "")
	p.Size(1400, 900)
	p.Media(map[string]string{"prefers-reduced-motion": "reduce"})
	p.Read(path)
	p.WaitFor(steps, 0)
	return p
}

// over moves the mouse to a position on the strip: a share of its width, and px from its top.
func over(p *Page, share, y float64) point {
	p.r.Helper()
	at := Eval[point](p, fmt.Sprintf(`(() => { const box = %s.getBoundingClientRect(); return { X: box.left + %g * box.width, Y: box.top + %g }; })()`, steps, share, y))
	p.mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: at.X, Y: at.Y})
	return at
}

const (
	promptsAt = 23.0 // px below the top of the strip
	modelAt   = 40.0
	callsAt   = 60.0
	marksAt   = 77.0
)

// clocked creates a session in which each turn takes ten seconds, nine of them for the reply and a
// call, with an hour's pause after every fifth turn.
func clocked(turns int) []byte {
	var b bytes.Buffer
	at := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	stamp := func(seconds int) string { return at.Add(time.Duration(seconds) * time.Second).Format(time.RFC3339) }
	for i := range turns {
		fmt.Fprintf(&b, `{"type":"user","uuid":"u%d","sessionId":"s","timestamp":%q,"message":{"role":"user","content":"Question %d"}}
{"type":"assistant","uuid":"a%d","sessionId":"s","timestamp":%q,"message":{"id":"m%d","role":"assistant","content":[{"type":"text","text":"Answer %d"}]}}
{"type":"assistant","uuid":"c%d","sessionId":"s","timestamp":%q,"message":{"id":"m%d","role":"assistant","content":[{"type":"tool_use","id":"t%d","name":"Bash","input":{"command":"count %d"}}],"stop_reason":"tool_use"}}
{"type":"user","uuid":"r%d","sessionId":"s","timestamp":%q,"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%d","is_error":%t,"content":"one"}]}}
`, i, stamp(0), i, i, stamp(3), i, i, i, stamp(4), i, i, i, i, stamp(9), i, i%50 == 7)
		if at = at.Add(10 * time.Second); i%5 == 4 {
			at = at.Add(time.Hour)
		}
	}
	return b.Bytes()
}

// Each call of three has a row of its own, and its name, time and length are shown.
func TestTimelineHover(t *testing.T) {
	t.Parallel()
	p := timeline(t, testutil.Extract(t, "parallel-tools"))
	wants(t, Eval[string](p, steps+`.getAttribute("aria-label").replace("\u00a0", " ")`), "Timeline, 5 steps")
	wants(t, Eval[string](p, `$text(`+strip+`)`), "Legend", "Conversation")
	p.FocusRole("button", "Legend")
	p.Press("Enter")
	p.WaitFor(`["You", "Writing", "Tool", "Error"].every((word) => ($text($role("group", /^Legend/) ?? undefined) ?? "").includes(word))`, 0)
	p.Press("Escape")
	p.WaitFor(`!$role("group", /^Legend/)`, 0)
	// It takes nine seconds.
	for _, c := range []struct {
		second, y float64
		want      string
	}{
		{6, 67, "Run sleep 3"},
		{2.5, 53, "Run sleep 3"},
		{2.5, 60, "Run sleep 1"},
		{0.5, modelAt, "Writing a tool call sleep 3"},
		{8.5, modelAt, "Claude t3 never came back."},
		{0, promptsAt, "You run them"},
		{1, marksAt, "Run sleep 3"},
	} {
		over(p, c.second/9, c.y)
		p.WaitFor(fmt.Sprintf(`(%s ?? "").replaceAll("\n", " ").startsWith(%q)`, tip, c.want), 0)
	}
	over(p, 6./9, 67)
	p.WaitFor(tip+`.includes("7.0")`, 0)
	wants(t, Eval[string](p, tip), "exit 4", "prompt 1")
	over(p, 8.9/9, modelAt)
	p.WaitFor(tip+`?.includes("never came back")`, 0)
	if by := Eval[int](p, `(() => { const tip = $deep("unspool-timeline >>> .tip"); const at = tip.offsetWidth; tip.style.left = "8px"; return tip.offsetWidth - at; })()`); by > 1 {
		t.Errorf("at the edge the text is narrower by %d px", by)
	}
	over(p, 7.2/9, modelAt) // nothing was running there except the call
	p.WaitFor(`$deep("unspool-timeline >>> .tip[hidden]")`, 0)
}

// A click goes to the row; the frame of the visible range follows the conversation, and the
// conversation follows it.
func TestTimelineLinks(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := timeline(t, write(t, "clocked.jsonl", clocked(200)))
	// Turn 101 is after twenty of forty ranges of activity and twenty of 39 pauses, which take 30 %
	// of the strip.
	clickAt(p, over(p, 0.35+0.3*20/39, promptsAt))
	p.WaitFor(`$text($focused("article") ?? undefined).includes("Question 100")`, 0)
	// The visible range can be dragged: the cursor shows where.
	grasp := func(from, to float64) float64 {
		for until := time.Now().Add(machine.Scaled(Timeout)); time.Now().Before(until); {
			for share := from; share <= to; share += 0.01 {
				over(p, share, 1)
				if Eval[string](p, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(`+steps+`.dataset.over))))`) == "brush" {
					return share
				}
			}
		}
		t.Fatalf("the visible range is not between %g and %g of the strip", from, to)
		return 0
	}
	grasp(0.44, 0.56)
	p.Do(`$deep("unspool-list").scrollTop = 0`)
	at := grasp(0, 0.03)
	from := over(p, at, 1)
	button := func(event input.DispatchMouseEventType, x float64) {
		p.mouse(input.DispatchMouseEventParams{Type: event, X: x, Y: from.Y, Button: input.MouseButtonLeft, ClickCount: 1})
	}
	button(input.DispatchMouseEventTypeMousePressed, from.X)
	width := Eval[float64](p, steps+`.clientWidth`)
	for i := 1.0; i <= 10; i++ {
		button(input.DispatchMouseEventTypeMouseMoved, from.X+i/10*0.7*width)
	}
	button(input.DispatchMouseEventTypeMouseReleased, from.X+0.7*width)
	p.WaitFor(`$$role("article").some((row) => row.checkVisibility() && Number($text(row).match(/Question (\d+)/)?.[1]) > 120)`, 0)
}

// Dragging over the lanes zooms to that range. The lower edge makes the lanes taller, by keys, too.
func TestTimelineSelect(t *testing.T) {
	t.Parallel()
	p := timeline(t, write(t, "clocked.jsonl", clocked(200)))
	const fit = `$role("button", "Fit").ariaDisabled`
	p.WaitFor(fit+` === "true"`, 0)
	from := over(p, 0.3, callsAt)
	to := over(p, 0.4, callsAt)
	button := func(event input.DispatchMouseEventType, at point) {
		p.mouse(input.DispatchMouseEventParams{Type: event, X: at.X, Y: at.Y, Button: input.MouseButtonLeft, ClickCount: 1})
	}
	button(input.DispatchMouseEventTypeMousePressed, from)
	button(input.DispatchMouseEventTypeMouseMoved, point{(from.X + to.X) / 2, from.Y})
	button(input.DispatchMouseEventTypeMouseMoved, to)
	button(input.DispatchMouseEventTypeMouseReleased, to)
	p.WaitFor(fit+` === "false"`, 0)

	const height = `$deep("unspool-timeline >>> canvas").clientHeight`
	before := Eval[int](p, height)
	p.Do(`$role("separator", "Height of the timeline").focus()`)
	p.Press("ArrowDown")
	p.WaitFor(height+` === `+strconv.Itoa(before+20), 0)
	p.Press("ArrowUp")
	p.WaitFor(height+` === `+strconv.Itoa(before), 0)
	wants(t, Eval[string](p, `$text($role("list", "Legend"))`), "You", "Tool")
}

// Keys move over the entries, which are read out by name, and zoom.
func TestTimelineKeys(t *testing.T) {
	t.Parallel()
	p := timeline(t, testutil.Extract(t, "parallel-tools"))
	p.Do(steps + `.focus()`)
	p.Press("Home")
	for _, c := range []struct{ key, want string }{
		{"Home", "You\nrun them"},
		{"ArrowRight", "Run\nsleep 3"},
		{"ArrowRight", "Run\nsleep 1"},
		{"ArrowRight", "Read\n/w/a.go"},
		{"End", "Claude\nt3 never"},
		{"ArrowRight", "Claude\nt3 never"},
		{"ArrowLeft", "Read"},
	} {
		p.Press(c.key)
		p.WaitFor(fmt.Sprintf(`%s.replaceAll("\n", " ").includes(%q)`, walked, strings.ReplaceAll(c.want, "\n", " ")), 0)
	}
	option := steps + `.querySelector("[aria-selected=true]")`
	if got := Eval[string](p, option+`.getAttribute("aria-posinset") + " of " + `+option+`.getAttribute("aria-setsize")`); got != "4 of 5" {
		t.Errorf("it is %s", got)
	}
	wants(t, Eval[string](p, walked), "no result recorded")
	whole := `$role("button", "Fit")`
	if !Eval[bool](p, whole+`.ariaDisabled === "true"`) {
		t.Error("everything is visible, and zooming out is still enabled")
	}
	p.Press("+", "+")
	p.WaitFor(whole+`.ariaDisabled === "false"`, 0)
	p.Press("0")
	p.WaitFor(whole+`.ariaDisabled === "true"`, 0)
	// A button that becomes useless when it is pressed keeps the focus.
	p.Press("+")
	p.WaitFor(whole+`.ariaDisabled === "false"`, 0)
	p.Do(whole + `.focus()`)
	p.Press("Enter")
	p.WaitFor(whole+`.ariaDisabled === "true" && `+whole+`.matches(":focus")`, 0)
	p.Do(steps + `.focus()`)
	p.Press("Shift+Z") // the only turn is nearly all of it
	p.Press("Enter")
	p.WaitFor(`$text($focused("article"))?.includes("a.go")`, 0)
	p.Press("w")
	p.WaitFor(`!`+strip, 0)
	p.Press("w")
	p.WaitFor(steps, 0)
}

// Pauses are folded, and unfolded on request; steps can be evenly spaced.
func TestTimelinePauses(t *testing.T) {
	t.Parallel()
	p := timeline(t, write(t, "clocked.jsonl", clocked(20)))
	press := func(name string) {
		p.ClickRole("button", name)
	}
	// The start of the eleventh turn: after half of the activity, and after two of three pauses.
	shown := func(share float64) {
		t.Helper()
		over(p, share, promptsAt)
		p.WaitFor(tip+`?.includes("prompt 11")`, 0)
	}
	width := Eval[float64](p, steps+`.clientWidth`)
	shown(0.5 + 15/width)
	press("Collapse pauses")
	shown(7300. / 10_999)
	press("Steps")
	shown(0.5)
}

// The timeline reports what is missing; keys move over the rest.
func TestTimelineMissingData(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"no times", longSession(40), "No timestamps are recorded"},
		{"backward", bytes.Replace(clocked(20), []byte("2026-05-01T11:00:53Z"), []byte("2026-05-01T09:00:53Z"), 1), "The timestamp of 1 record is out of order"},
		{"reversed", reversed(20), "Most timestamps are out of order"},
		{"one prompt", []byte(`{"type":"user","uuid":"u1","sessionId":"s","message":{"role":"user","content":"alone"}}` + "\n"), "No timestamps are recorded"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := timeline(t, write(t, "odd.jsonl", c.data))
			wants(t, Eval[string](p, `$role("button", /^Legend/).title.replaceAll("\u00a0", " ")`), c.want)
			p.ClickRole("button", "/^Legend/")
			p.WaitFor(fmt.Sprintf(`$text($role("group", /^Legend/)).replaceAll("\u00a0", " ").includes(%q)`, c.want), 0)
			p.Press("Escape")
			p.Do(steps + `.focus()`)
			p.Press("Home")
			p.WaitFor(walked+`.includes("You")`, 0)
		})
	}
}

// The length of a pause is given in words, not like a time of day; and the start time of the strip
// is shown.
func TestTimelineRuler(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(1400, 900)
	p.Do(`globalThis.labels = []; const { fillText } = CanvasRenderingContext2D.prototype; CanvasRenderingContext2D.prototype.fillText = function (...given) { labels.push([given[0].replaceAll("\u00a0", " ").replaceAll("\u202f", " "), given[1], this.fillStyle]); return fillText.apply(this, given); }`)
	p.Read(write(t, "clocked.jsonl", clocked(20)))
	p.WaitFor(`labels.some(([text]) => text === "60 m pause" || text === "1 h pause" || text === "1 h 0 m pause")`, 0)
	const first = `labels.filter(([, x]) => x < 3).map(([text]) => text)`
	p.WaitFor(first+`.some((text) => /^May 1 10:00:00 AM$/.test(text))`, 0)
	if n := Eval[int](p, `new Set(labels.map(([text, , color]) => text.endsWith("pause") + color)).size`); n != 2 {
		t.Errorf("clock and pauses have %d colors, want one each", n)
	}
	// It follows the visible range.
	p.Do(`labels.length = 0`)
	p.ClickRole("button", "/^Zoom in/")
	p.WaitFor(first+`.some((text) => /^May 1 1[0-9]:/.test(text) && !text.startsWith("May 1 10:00:00"))`, 0)
}

// Without times each turn is labeled with its number, once: a built-in command of Claude Code
// begins none.
func TestTimelineTurns(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(1400, 900)
	p.Do(`globalThis.labels = []; const { fillText } = CanvasRenderingContext2D.prototype; CanvasRenderingContext2D.prototype.fillText = function (...given) { labels.push(given[0]); return fillText.apply(this, given); }`)
	p.Read(write(t, "exit.jsonl", []byte(`{"type":"user","uuid":"u1","sessionId":"s","message":{"role":"user","content":"go"}}
{"type":"assistant","uuid":"a1","sessionId":"s","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"done"}]}}
{"type":"user","uuid":"c1","sessionId":"s","message":{"role":"user","content":"<command-name>/exit</command-name>\n<command-message>exit</command-message>\n<command-args></command-args>"}}
{"type":"user","uuid":"c2","sessionId":"s","message":{"role":"user","content":"<local-command-stdout>Bye!</local-command-stdout>"}}
{"type":"user","uuid":"u2","sessionId":"s","message":{"role":"user","content":"go on"}}
{"type":"assistant","uuid":"a2","sessionId":"s","message":{"id":"m2","role":"assistant","content":[{"type":"text","text":"done"}]}}
`)))
	p.WaitFor(`labels.includes("2")`, 0)
	p.Do(`labels.length = 0`)
	p.ClickRole("button", "/^Zoom in/")
	p.ClickRole("button", "/^Zoom out/")
	p.WaitFor(`/(^|2,)1,2$/.test(labels.join())`, 0)
}

// 437 agents share lanes, of which few are shown until all are requested.
func TestTimelineAgents(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := timeline(t, manyAgents(t, 437))
	p.WaitFor(`$text(`+strip+`).includes("437 agents")`, 0) // it is drawn as they are read
	wants(t, Eval[string](p, `$text(`+strip+`)`), "23 more lanes")
	few := Eval[float64](p, strip+`.offsetHeight`)
	p.Click("unspool-timeline >>> .names button")
	p.WaitFor(fmt.Sprintf(`%s.offsetHeight > %g`, strip, few), 0)
	wants(t, Eval[string](p, `$text(`+strip+`)`), "Fewer lanes")
	p.Do(steps + `.focus()`)
	p.Press("Home", "ArrowDown")
	p.WaitFor(walked+`.includes("task ")`, 0)
	passes(t, p, "agents")
}

// Hundreds of agents, and an output of 12 MB in a line: all of it is available, and the page holds
// little of it.
func TestAgentsAndLongOutput(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	const agents, size, heap, stands = 437, 12_000_000, 60 << 20, 10_000 // bytes, and ms
	dir := manyAgents(t, agents)
	main := filepath.Join(dir, "s.jsonl")
	var output strings.Builder
	for n := 0; output.Len() < size; n++ {
		fmt.Fprintf(&output, "%07d the tide is %d cm above the mark of the quay, and the ferry of the hour has moored\\n", n, n%400)
	}
	last := `{"type":"assistant","uuid":"long","sessionId":"s","timestamp":"2026-05-01T10:30:00Z","message":{"id":"long","role":"assistant","content":[{"type":"tool_use","id":"long","name":"Bash","input":{"command":"tides --all"}}]}}
{"type":"user","uuid":"told","parentUuid":"long","sessionId":"s","timestamp":"2026-05-01T10:30:09Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"long","content":"` + output.String() + `THE END"}]}}
`
	if err := os.WriteFile(main, append(content(t, main), last...), 0o600); err != nil {
		t.Fatal(err)
	}
	p := open(t, "")
	p.Size(1400, 900)
	p.Do(`globalThis.stood = 0; new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) stood = Math.max(stood, duration); }).observe({ type: "longtask" })`)
	began := time.Now()
	if told := p.Read(dir); told != "ready" {
		t.Fatal(told)
	}
	p.WaitFor(`$text(`+strip+`).includes("437 agents")`, 0)
	within := func(when string) {
		t.Helper()
		if err := p.CollectGarbage(); err != nil {
			t.Fatal(err)
		}
		used, err := p.Heap()
		if err != nil {
			t.Fatal(err)
		}
		stood := Eval[float64](p, `stood`)
		t.Logf("%s: after %v the page holds %.1f MB, and was blocked for %.0f ms at most", when, time.Since(began).Round(10*time.Millisecond), used/(1<<20), stood)
		if used > heap || stood > stands*machine.Slowness() {
			t.Errorf("%s: the page holds %.1f MB, and was blocked for %.0f ms", when, used/(1<<20), stood)
		}
	}
	within("read")
	if n := Eval[int](p, `$deep("unspool-session").summary().then(({ agents }) => agents)`); n != agents {
		t.Errorf("%d agents are listed", n)
	}
	focusConversation(p)
	p.Press("End")
	p.WaitFor(`$text($focused("article") ?? new Text()).includes("tides --all")`, 0)
	p.Press("o")
	p.WaitFor(`$text($focused("article")).includes("the ferry of the hour")`, 2*Timeout)
	within("opened")
	const button = `[...$focused("article").querySelectorAll("button")].find((one) => $text(one).startsWith("%s"))`
	more := fmt.Sprintf(button, "Show 2,000")
	before := Eval[string](p, `$text(`+more+`)`)
	p.Do(fmt.Sprintf(button, "Load all") + `.click()`)
	p.WaitFor(`$text(`+more+` ?? new Text()) !== `+strconv.Quote(before)+` && !!`+more, 2*Timeout)
	all, left := strings.Count(output.String(), `\n`)+1, Eval[int](p, `Number($text(`+more+`).match(/of ([\d,]+) more/)[1].replaceAll(",", ""))`)
	if left < all-200 || left >= all {
		t.Errorf("of %d lines, %d are not shown", all, left)
	}
	p.Do(more + `.click()`)
	p.WaitFor(`$text($focused("article")).includes("0002000 the tide")`, 0)
	within("loaded whole")
	p.DropFiles(sampleFile(t))
	ready(p)
}

// reversed creates a session in which each record is two seconds before the previous one.
func reversed(turns int) []byte {
	at := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	stamp := func() string { at = at.Add(-2 * time.Second); return at.Format(time.RFC3339) }
	var b bytes.Buffer
	for i := range turns {
		fmt.Fprintf(&b, `{"type":"user","uuid":"u%d","sessionId":"s","timestamp":%q,"message":{"role":"user","content":"Question %d"}}
{"type":"assistant","uuid":"a%d","sessionId":"s","timestamp":%q,"message":{"id":"m%d","role":"assistant","content":[{"type":"text","text":"Answer %d"}]}}
`, i, stamp(), i, i, stamp(), i, i)
	}
	return b.Bytes()
}

// If times run backwards, each step is as long as the next.
func TestTimelineReversed(t *testing.T) {
	t.Parallel()
	p := timeline(t, write(t, "reversed.jsonl", reversed(20)))
	for turn := 2; turn <= 20; turn += 6 { // of 60 steps: the text, the reply, and the wait
		over(p, float64(turn-1)/20, promptsAt)
		p.WaitFor(fmt.Sprintf(`(%s ?? "").includes("Question %d")`, tip, turn-1), 0)
	}
	if n := Eval[int](p, `$$deep("unspool-timeline >>> .tools [aria-pressed]").length`); n != 0 {
		t.Errorf("%d buttons are about time", n)
	}
}

// However many entries there are, the conversation has two thirds of a window, and nothing
// overflows a narrow one.
func TestTimelineHeight(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	noted := manyAgents(t, 437)
	main := filepath.Join(noted, "s.jsonl")
	data, err := os.ReadFile(main)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(main, bytes.Replace(data, []byte("T10:03:21Z"), []byte("T09:03:21Z"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{"agents": manyAgents(t, 437), "noted": noted, "pauses": write(t, "clocked.jsonl", clocked(20)), "reversed": write(t, "reversed.jsonl", reversed(20))} {
		t.Run(name, func(t *testing.T) {
			p := timeline(t, path)
			for _, width := range []int{1400, 360} {
				p.Size(width, 900)
				if width == 1400 {
					p.WaitFor(`$deep(".around > .main").offsetHeight >= 5 / 8 * innerHeight`, 0)
				} else {
					p.WaitFor(`$deep("unspool-timeline >>> .tools").offsetHeight <= 24`, 0)
				}
				if beyond := Eval[string](p, `$$deep("unspool-timeline >>> button").filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.ariaLabel || $text(one)).join()`); beyond != "" {
					t.Errorf("%s extend beyond %d px", beyond, width)
				}
				if Eval[bool](p, `document.documentElement.scrollWidth > innerWidth`) {
					t.Errorf("the page is wider than %d px", width)
				}
			}
		})
	}
}

// manyAgents creates a session with this number of agents, thirty of them running at once.
func manyAgents(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	agents := filepath.Join(dir, "s", "subagents")
	if err := os.MkdirAll(agents, 0o755); err != nil {
		t.Fatal(err)
	}
	zero := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	stamp := func(seconds int) string { return zero.Add(time.Duration(seconds) * time.Second).Format(time.RFC3339) }
	var main bytes.Buffer
	fmt.Fprintf(&main, `{"type":"user","uuid":"u","sessionId":"s","timestamp":%q,"message":{"role":"user","content":"go"}}`+"\n", stamp(0))
	for i := range n {
		fmt.Fprintf(&main, `{"type":"assistant","uuid":"a%d","sessionId":"s","timestamp":%q,"message":{"id":"m%d","role":"assistant","content":[{"type":"tool_use","id":"c%d","name":"Agent","input":{"description":"task %d","prompt":"go %d","subagent_type":"Explore"}}]}}`+"\n", i, stamp(2*i+1), i, i, i, i)
		lines := fmt.Sprintf(`{"type":"user","uuid":"x%d","sessionId":"s","isSidechain":true,"agentId":"x%d","timestamp":%q,"message":{"role":"user","content":"go %d"}}
{"type":"assistant","uuid":"y%d","parentUuid":"x%d","sessionId":"s","isSidechain":true,"agentId":"x%d","timestamp":%q,"message":{"id":"n%d","role":"assistant","content":[{"type":"text","text":"done"}]}}
`, i, i, stamp(2*i+1), i, i, i, i, stamp(2*i+60), i)
		for name, data := range map[string]string{".jsonl": lines, ".meta.json": fmt.Sprintf(`{"agentType":"Explore","description":"task %d","toolUseId":"c%d"}`, i, i)} {
			if err := os.WriteFile(filepath.Join(agents, fmt.Sprintf("agent-x%d%s", i, name)), []byte(data), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "s.jsonl"), main.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// The strip is drawn in the colors of the current theme.
func TestTimelineTheme(t *testing.T) {
	t.Parallel()
	p := timeline(t, sampleDir)
	p.Dark(false)
	const drawn = `$deep("unspool-timeline >>> canvas").toDataURL()`
	p.Do(`for (let before = ""; before !== ` + drawn + `;) { before = ` + drawn + `; await new Promise(requestAnimationFrame); await new Promise(requestAnimationFrame) }; globalThis.light = ` + drawn)
	p.Dark(true)
	p.WaitFor(drawn+` !== light`, 0)
	p.Dark(false)
	p.WaitFor(drawn+` === light`, 0)

	p.ClickRole("button", "Usage")
	p.WaitFor(strip+` === null`, 0)
	p.Dark(true)
	p.ClickRole("button", "Timeline") // closes the usage
	p.WaitFor(drawn+` !== light`, 0)
}

// It is checked by axe-core as it is, with a tooltip, and narrow.
func TestTimelineAxe(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := timeline(t, sampleDir)
	passes(t, p, "wide")
	p.Do(steps + `.focus()`)
	p.Press("ArrowRight")
	p.WaitFor(walked+` !== ""`, 0)
	passes(t, p, "walked through")
	p.Size(360, 800)
	passes(t, p, "narrow")
}

// In a window without space for it, it is closed until it is opened by the user.
func TestTimelineNarrow(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(360, 800)
	p.Read(sampleDir)
	ready(p)
	if Eval[bool](p, strip+` !== null`) {
		t.Error("it is there")
	}
	fromMenu(p, "Show timeline")
	p.WaitFor(steps, 0)
	if Eval[bool](p, `document.documentElement.scrollWidth > innerWidth`) {
		t.Error("the page is wider than the window")
	}
}

// The wheel zooms if nothing else can be scrolled, and pans with Shift.
func TestTimelineWheel(t *testing.T) {
	t.Parallel()
	p := timeline(t, testutil.Extract(t, "parallel-tools"))
	const whole = `$role("button", "Fit")`
	turn := func(given string) bool {
		return Eval[bool](p, `(() => { const { left, top } = `+steps+`.getBoundingClientRect(); return !`+steps+`.dispatchEvent(new WheelEvent("wheel", { clientX: left + 100, clientY: top + 5, cancelable: true, `+given+` })); })()`)
	}
	if turn(`deltaX: 50`) || turn(`deltaY: 50, shiftKey: true`) {
		t.Error("a completely visible strip is panned")
	}
	if !turn(`deltaY: -100`) {
		t.Error("the page handles the wheel")
	}
	p.WaitFor(whole+`.ariaDisabled === "false"`, 0)
	if !turn(`deltaX: 50`) || !turn(`deltaY: 50, shiftKey: true`) {
		t.Error("a zoomed strip is not panned")
	}
	turn(`deltaY: 900`)
	turn(`deltaY: 900`)
	p.WaitFor(whole+`.ariaDisabled === "true"`, 0)
	p.ClickRole("button", "/^Legend/")
	p.WaitFor(`$text($role("group", /^Legend/)).includes("to zoom")`, 0)
}

package browser

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"unspool/parser/testutil"
)

// filterable creates a session with a known number of lines of each kind: 24 turns with a prompt, a
// thought, a reply, calls of Read, Bash and Edit with replies between them, of which Bash fails in
// every fourth turn, and a hook.
func filterable(t *testing.T) string {
	var said thread
	for i := range 24 {
		n := strconv.Itoa(i)
		call := func(name string, input m, failed bool) {
			id := name + n
			said.add(claudeSays("", "", []m{{"type": "tool_use", "id": id, "name": name, "input": input}}), "a-"+id)
			said.add(userSays("", "", []m{{"type": "tool_result", "tool_use_id": id, "content": "of " + id, "is_error": failed}}), "r-"+id)
		}
		said.add(userSays("", "", "prompt "+n), "u"+n)
		said.add(claudeSays("", "", []m{{"type": "thinking", "thinking": "thought " + n}, {"type": "text", "text": "reply " + n}}), "a"+n)
		call("Read", m{"file_path": "/w/" + n}, false)
		said.add(claudeSays("", "", []m{{"type": "text", "text": "then " + n}}), "b"+n)
		call("Bash", m{"command": "make " + n}, i%4 == 0)
		said.add(claudeSays("", "", []m{{"type": "text", "text": "so " + n}}), "c"+n)
		call("Edit", m{"file_path": "/w/" + n, "old_string": "a", "new_string": "b"}, false)
		said.add(m{"type": "system", "subtype": "informational", "content": "note " + n, "level": "info", "timestamp": "2026-05-01T10:00:00.000Z"}, "s"+n)
	}
	return transcript(t, said...)
}

const (
	filterBar   = `$deep("unspool-filters").shadowRoot`
	filterLine  = `$deep("unspool-filters").shadowRoot.querySelector(".controls")`
	shownCount  = `$text(` + filterBar + `.querySelector(".count"))`
	setSize     = `Number($role("article")?.getAttribute("aria-setsize") ?? 0)`
	filterChips = `[...` + filterBar + `.querySelectorAll(".chip")].map((chip) => $text(chip)).join("|")`
)

// filtering opens a session with the line of filters over it.
func filtering(t *testing.T, path string) *Page {
	t.Helper()
	p := open(t, "")
	p.Read(path)
	ready(p)
	p.WaitFor(`!!$role("button", "Filter")`, 0)
	p.ClickRole("button", "Filter")
	p.WaitFor(`!!$role("region", "Filters") && !!`+filterBar+`.querySelector(".presets")`, 0)
	return p
}

// menuItem clicks an item of one of the menus.
func menuItem(p *Page, menu, label string, only bool) {
	inside := `[...` + filterBar + `.querySelectorAll("#` + menu + ` :is(li, .all)")].find((li) => $text(li.querySelector("span")).startsWith("` + label + `"))`
	p.Do(filterBar + `.querySelector("[popovertarget=` + menu + `]").click()`)
	p.WaitFor(`!!`+inside, 0)
	if only {
		p.Do(inside + `.querySelector(".only").click()`)
	} else {
		p.Do(`(` + inside + `.querySelector("input, .choice") ?? ` + inside + `).click()`)
	}
	p.Do(filterBar + `.querySelector("#` + menu + `").hidePopover()`)
}

func pick(p *Page, preset string) {
	p.Do(`$role("button", "` + preset + `", ` + filterBar + `).click()`)
}

// leaves waits until this number of lines of this number of kinds remains.
func leaves(p *Page, lines int, chips string) {
	p.WaitFor(fmt.Sprintf(`%s === %d`, setSize, lines), 0)
	if chips == "" {
		return
	}
	p.WaitFor(fmt.Sprintf(`%s === "%d of 216 lines shown" && %s === %q`, shownCount, lines, filterChips, chips), 0)
}

func TestFilterKinds(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := filtering(t, filterable(t))
	all := Eval[int](p, setSize)
	for _, c := range []struct {
		name, menu, label string
		only              bool
		lines             int
		chips             string
	}{
		{"prompts alone", "lines", "Prompts", true, 24, "Only prompts"},
		{"and replies", "lines", "Replies", false, 96, "Only prompts, replies"},
		{"errors alone", "lines", "Errors", true, 6, "Only errors"},
		{"a tool alone", "tools", "Bash", true, 24, "Only Bash"},
		{"and another", "tools", "Read", false, 48, "Only Bash, Read"},
		{"no thinking", "lines", "Thinking", false, 48, "Only Bash, Read"},
	} {
		if c.name == "no thinking" {
			p.Press("Escape")
			p.Do(`[...` + filterBar + `.querySelectorAll(".plain")].at(-1).click()`)
			leaves(p, all, "")
			c.lines, c.chips = 192, "No thinking"
		}
		menuItem(p, c.menu, c.label, c.only)
		p.WaitFor(fmt.Sprintf(`%s === %d`, setSize, c.lines), 0)
		leaves(p, c.lines, c.chips)
	}
	if all != 216 {
		t.Errorf("there are %d lines", all)
	}
	menuItem(p, "tools", "Edit", false)
	leaves(p, 168, "No thinking|No Edit")
	menuItem(p, "tools", "All tools", false)
	leaves(p, 192, "No thinking")
	menuItem(p, "tools", "All tools", false)
	leaves(p, 120, "No thinking|No tool calls")
	menuItem(p, "tools", "Bash", false)
	leaves(p, 144, "No thinking|No Edit|No Read")
	menuItem(p, "lines", "Background", false)
	leaves(p, 120, "No thinking|No Edit|No Read|No background records")
	passes(t, p, "the filters")
	p.Do(filterBar + `.querySelector("[popovertarget=tools]").click()`)
	p.WaitFor(`$text(`+filterBar+`.querySelector("#tools")).includes("6 failed")`, 0)
	passes(t, p, "the menu of tools")
}

func TestFilterPresetsAndUndo(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := filtering(t, filterable(t))
	for _, c := range []struct {
		preset string
		lines  int
	}{{"Skim", 24}, {"Dialogue", 96}, {"Changes", 48}, {"Errors", 30}} {
		pick(p, c.preset)
		leaves(p, c.lines, "")
		p.WaitFor(`$text(`+filterBar+`.querySelector("[aria-pressed=true]")) === "`+c.preset+`"`, 0)
	}
	p.Do(`$role("article").focus()`)
	for _, lines := range []int{48, 96, 24, 216} {
		p.Press("z")
		leaves(p, lines, "")
	}
	p.Press("z")
	p.WaitFor(`$text().includes("No filter change to undo.")`, 0)
	pick(p, "Skim")
	leaves(p, 24, "Only prompts")
	// Chips are buttons; the focus moves to the next one when they are removed.
	p.Do(filterBar + `.querySelector(".chip").focus()`)
	p.Press("Delete")
	leaves(p, 216, "")
	p.WaitFor(filterBar+`.activeElement?.matches("button")`, 0)
	// The page reports that nothing remains, and offers to undo that.
	menuItem(p, "lines", "Prompts", true)
	menuItem(p, "lines", "Prompts", false)
	p.WaitFor(`$text(`+filterBar+`).includes("No lines match these filters")`, 0)
	passes(t, p, "nothing left")
	p.Do(`$$role("button", "Show everything", ` + filterBar + `).at(-1).click()`)
	leaves(p, 216, "")
	// Closing the line keeps the filter, and its button shows it.
	pick(p, "Errors")
	leaves(p, 30, "")
	p.ClickRole("button", "Filter, 1 active")
	p.WaitFor(filterLine+` === null && $role("button", "Filter, 1 active").ariaPressed === "false"`, 0)
	p.WaitFor(setSize+` === 30 && location.hash.includes("errors")`, 0)
	passes(t, p, "a filter whose line is closed")
	p.ClickRole("button", "Filter, 1 active")
	p.WaitFor(filterLine+` !== null && $text(`+filterBar+`).includes("Show everything")`, 0)
	// The same works without the line.
	menuItem(p, "lines", "Prompts", true)
	menuItem(p, "lines", "Prompts", false)
	p.WaitFor(`$text(`+filterBar+`).includes("No lines match these filters")`, 0)
	p.Do(`$role("button", /^Filter, /).click()`)
	p.WaitFor(filterLine+` === null && $text(`+filterBar+`).includes("No lines match these filters")`, 0)
	passes(t, p, "nothing left, and the line closed")
	// It does not appear over a view, since the filter does not apply there.
	p.ClickRole("button", "Usage")
	p.WaitFor(`$role("region", "Usage") !== null && !`+filterBar+`.querySelector(".empty").checkVisibility()`, 0)
	p.ClickRole("button", "Conversation")
	p.WaitFor(filterBar+`.querySelector(".empty").checkVisibility()`, 0)
	p.Do(`$$role("button", "Show everything", ` + filterBar + `).at(-1).click()`)
	p.WaitFor(setSize+` === 216 && $role("button", "Filter") !== null && !$role("region", "Filters")`, 0)
	// The command changes no filter, unless there is one of the kinds to show.
	p.Do(`$role("article").focus()`)
	p.Press("m")
	p.WaitFor(`$text().includes("Background records are shown.") && `+setSize+` === 216 && $role("button", "Filter") !== null`, 0)
}

// The names of active filters can be read on a phone.
func TestFilterNarrowScreen(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := filtering(t, filterable(t))
	p.Size(360, 800)
	menuItem(p, "tools", "Edit", true)
	p.WaitFor(filterBar+`.querySelector(".chip") !== null`, 0)
	p.WaitFor(script("filters.isChipReadable"), 0)
	passes(t, p, "filters on a narrow page")
}

// The current row stays in place, or the nearest remaining one replaces it.
func TestFilterKeepsPosition(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := filtering(t, filterable(t))
	p.Do(`const list = $deep("unspool-list"); list.scrollTop = list.scrollHeight * 0.6`)
	settled(p)
	p.Do(`const edge = $deep("unspool-list").getBoundingClientRect().top;
		const row = $$deep('unspool-row[data-kind="prompt"]').find((row) => row.getBoundingClientRect().top > edge);
		$deep("unspool-list").scrollTop += row.getBoundingClientRect().top - edge + 3`)
	row := hold(p)
	for _, preset := range []string{"Skim", "All", "Changes", "Dialogue", "All"} {
		pick(p, preset)
		p.WaitFor(`$text(`+filterBar+`.querySelector("[aria-pressed=true]")) === "`+preset+`"`, 0)
		if now := at(p, row.Name); math.Abs(now-row.At) > 1.5 {
			t.Errorf("%s: the current prompt moved from %.1f to %.1f", preset, row.At, now)
		}
	}
	pick(p, "Errors")
	leaves(p, 30, "")
	p.WaitFor(`$$role("article").some((row) => /^a-Bash(12|16)/.test(row.row?.key ?? "") && row.getBoundingClientRect().top >= $deep("unspool-list").getBoundingClientRect().top - 1)`, 0)
}

// Agents are listed in the order of their starts, not by ID.
func TestFilterAgentsInOrder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	agents := filepath.Join(dir, "s", "subagents")
	if err := os.MkdirAll(agents, 0o700); err != nil {
		t.Fatal(err)
	}
	move := func(from, to string) {
		t.Helper()
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	var said thread
	said.add(m{"type": "user", "sessionId": "s", "timestamp": "2026-05-01T10:00:00.000Z", "message": m{"role": "user", "content": "go"}}, "u")
	for i, name := range []string{"zed", "mid", "ann"} {
		at := func(record m, second int) m {
			record["timestamp"], record["sessionId"] = fmt.Sprintf("2026-05-01T10:%02d:%02d.000Z", 1+i, second), "s"
			return record
		}
		said.add(at(claudeSays("", "", []m{{"type": "tool_use", "id": "c" + name, "name": "Agent", "input": m{"description": "of " + name, "prompt": "go", "subagent_type": name}}}), 0), "a"+name)
		back := at(userSays("", "", []m{{"type": "tool_result", "tool_use_id": "c" + name, "content": "done"}}), 9)
		back["toolUseResult"] = m{"agentId": name}
		said.add(back, "r"+name)
		began := at(userSays("x"+name, "", "go"), 1)
		began["isSidechain"], began["agentId"], began["parentUuid"] = true, name, nil
		move(transcript(t, began), filepath.Join(agents, "agent-"+name+".jsonl"))
	}
	move(transcript(t, said...), filepath.Join(dir, "s.jsonl"))
	p := filtering(t, dir)
	p.Do(filterBar + `.querySelector("[popovertarget=agents]").click()`)
	p.WaitFor(`[...`+filterBar+`.querySelectorAll("#agents .choice .note")].map((note) => $text(note)).join() === "of zed,of mid,of ann"`, 0)
}

// One agent alone: its actions, below the call that started it.
func TestFilterAgent(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := filtering(t, sampleDir)
	all := Eval[int](p, setSize)
	p.Do(filterBar + `.querySelector("[popovertarget=agents]").click()`)
	p.WaitFor(filterBar+`.querySelectorAll("#agents .choice").length > 1`, 0)
	name := Eval[string](p, `$text(`+filterBar+`.querySelectorAll("#agents .choice")[1].querySelector(".name"))`)
	passes(t, p, "the menu of agents")
	p.Do(filterBar + `.querySelectorAll("#agents .choice")[1].click()`)
	p.WaitFor(`$$role("article").length > 1 && $$role("article").every((row, at) => Number(row.dataset.depth) > 0 || at === 0)`, 0)
	p.WaitFor(filterChips+` === "Only agent " + `+strconv.Quote(name), 0)
	p.Do(filterBar + `.querySelector(".chip").click()`)
	p.WaitFor(fmt.Sprintf(`%s >= %d`, setSize, all), 0) // the agent stays open
}

// A menu opens above its button if there is more room, and all of it is in the window.
func TestMenuInWindow(t *testing.T) {
	t.Parallel()
	p := finding(t, findable(t), "needle", 1400, 900)
	const button = `$role("button", "Kind", $deep("unspool-find"))`
	p.Size(1400, int(Eval[float64](p, button+`.getBoundingClientRect().bottom`))+40)
	p.Do(button + `.click()`)
	p.WaitFor(`((menu, button) => menu && menu.top >= 0 && menu.bottom <= button.top && menu.height > 80)(`+
		findPane+`.querySelector(":popover-open")?.getBoundingClientRect(), `+button+`.getBoundingClientRect())`, 0)
}

// A menu that fits nowhere is as high as the room below its button, and scrolls.
func TestMenuInLowWindow(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(1400, 480) // there is more room below the button than above
	p.Read(sampleFile(t))
	ready(p)
	p.ClickRole("button", "Filter")
	p.ClickRole("button", "Lines")
	p.WaitFor(`((menu, button, list) => menu && menu.top >= button.bottom && menu.bottom <= innerHeight && list.scrollHeight > list.clientHeight)(`+
		filterBar+`.querySelector(":popover-open")?.getBoundingClientRect(), $role("button", "Lines").getBoundingClientRect(), `+filterBar+`.querySelector(":popover-open .list"))`, 0)
}

// Arrow keys move between the items of a menu, and wrap around.
func TestMenuKeys(t *testing.T) {
	t.Parallel()
	p := finding(t, findable(t), "needle", 1400, 900)
	p.Do(findPane + `.querySelector("[popovertarget=kind]").click()`)
	const item = findPane + `.activeElement?.closest("#kind li")`
	p.WaitFor(`!!`+item, 0)
	for _, c := range []struct{ key, want string }{
		{"ArrowDown", "Prompts"}, {"End", "Tool output"}, {"ArrowDown", "All kinds"}, {"ArrowUp", "Tool output"}, {"Home", "All kinds"},
	} {
		p.Press(c.key)
		p.WaitFor(fmt.Sprintf(`$text(%s).startsWith(%q)`, item, c.want), 0)
	}
	p.Press("Tab")
	p.WaitFor(`$text(`+item+`).startsWith("Prompts")`, 0)
}

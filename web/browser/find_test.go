package browser

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"unspool/parser/testutil"
)

const (
	findPane   = `$deep("unspool-find").shadowRoot`
	foundWords = `$text(` + findPane + `.querySelector(".count")).replaceAll("\u00a0", " ")`
	matchLines = `$$deep("unspool-found >>> .match")`
)

// findable creates a session of four turns, with "needle" in prompts, in formatted replies, and in
// the input and output of tools.
func findable(t *testing.T) string {
	var said thread
	for i := range 4 {
		n := strconv.Itoa(i)
		said.add(userSays("", "", "Look for the needle "+n), "u"+n)
		said.add(claudeSays("", "", []m{{"type": "text", "text": "## It is\n\nThe **needle** is in `hay/" + n + "`, see [the needle page](https://example.org/" + n + ")."}}), "a"+n)
		said.add(claudeSays("", "", []m{{"type": "tool_use", "id": "c" + n, "name": "Bash", "input": m{"command": "grep needle hay"}}}), "b"+n)
		said.add(userSays("", "", []m{{"type": "tool_result", "tool_use_id": "c" + n, "content": "needle **needle** needle", "is_error": i == 3}}), "r"+n)
		said.add(claudeSays("", "", []m{{"type": "tool_use", "id": "d" + n, "name": "mcp__barn__turn_over", "input": m{"what": "needle"}}}), "d"+n)
		said.add(userSays("", "", []m{{"type": "tool_result", "tool_use_id": "d" + n, "content": "straw"}}), "s"+n)
	}
	return transcript(t, said...)
}

// letters are the keys that type a text, pressed one by one. A page that replaces a key must use
// its character.
func letters(text string) []string { return strings.Split(text, "") }

// finding opens a session in a page of this size, and searches for words.
func finding(t *testing.T, path, text string, width, height int) *Page {
	t.Helper()
	p := open(t, "")
	p.Size(width, height)
	p.Read(path)
	ready(p)
	p.WaitFor(`!!$role("navigation", "Views and panes")`, 0)
	p.Do(`$role("article").focus()`)
	p.WaitFor(`$focused("article")`, 0)
	p.Press("/")
	p.Press(letters(text)...)
	p.WaitFor(fmt.Sprintf(`$role("textbox", "Search the session")?.value === %q`, text), 0)
	p.WaitFor(matchLines+`.length > 0 && !`+findPane+`.querySelector('[aria-busy="true"]')`, 0)
	return p
}

// Before there are results, the list does not claim to be there.
func TestFindList(t *testing.T) {
	t.Parallel()
	p := finding(t, findable(t), "needle", 1400, 900)
	const list = `$role("button", "Match list")`
	p.WaitFor(list+`.ariaPressed === "true"`, 0)
	p.Do(`const field = $role("textbox", "Search the session"); field.value = ""; field.dispatchEvent(new Event("input"))`)
	p.WaitFor(matchLines+`.length === 0 && `+list+`.disabled && `+list+`.ariaPressed === "false"`, 0)
}

// The number of matches is announced in one sentence, which continues with the current match.
func TestFindCounts(t *testing.T) {
	t.Parallel()
	p := finding(t, findable(t), "needle", 1400, 900)
	p.WaitFor(foundWords+` === "20 matches in 4 prompts"`, 0)
	if said := Eval[string](p, `[...`+findPane+`.querySelectorAll(".found > :not(.facets, unspool-found, progress)")].map((e) => $text(e)).join()`); said != "" {
		t.Errorf("the list announces %q, too", said)
	}
	p.Press("Enter")
	p.WaitFor(foundWords+` === "1 of 20 in 4 prompts"`, 0)
	p.Press(".") // typed text is not a command in the field
	p.WaitFor(`$text(`+findPane+`.querySelector(".found .more")) === "No matches for “needle.”."`, 0)
	p.Press("Backspace")
	p.WaitFor(foundWords+` === "20 matches in 4 prompts"`, 0)
	p.Do(findPane + `.querySelector(".tool").click()`)
	p.WaitFor(foundWords+` === "20 of 20 in 4 prompts"`, 0)
	passes(t, p, "what was found")
	p.Press("Escape")
	p.WaitFor(`!$role("textbox", "Search the session") && $focused("article")`, 0)
}

// Matches have the same names as their rows, and no marks that rows do not show.
func TestFindWords(t *testing.T) {
	t.Parallel()
	p := finding(t, findable(t), "needle", 1400, 900)
	lines := Eval[[]string](p, matchLines+`.slice(0, 5).map((line) => [...line.querySelectorAll(".kind, .excerpt")].map((e) => e.textContent).join(": "))`)
	begins(t, lines,
		"Prompt: Look for the needle 0",
		"Reply: It is The needle is in hay/0, see the needle page.",
		"Run · input: grep needle hay",
		"Run · output: needle **needle** needle",
		"turn over · input: needle")
	if times := Eval[string](p, `$text(`+matchLines+`[3].querySelector(".times")).replace("\u00a0", " ")`); times != "3 times" {
		t.Errorf("the matches are %q", times)
	}
}

// Matches outside of prompts, replies and calls have names of their own.
func TestFindBackground(t *testing.T) {
	t.Parallel()
	p := finding(t, testutil.Extract(t, "compaction"), "continued", 1400, 900)
	p.WaitFor(matchLines+`.some((line) => $text(line.querySelector(".kind")).startsWith("Background"))`, 0)
}

// Results are filtered in one line of menus.
func TestFindFacets(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := finding(t, findable(t), "needle", 1400, 900)
	facets := findPane + `.querySelector(".facets")`
	if high := Eval[float64](p, facets+`.getBoundingClientRect().height`); high > 40 {
		t.Errorf("the line is %.0f px high", high)
	}
	pick := func(menu, name string) {
		p.Do(findPane + `.querySelector("[popovertarget=` + menu + `]").click()`)
		p.WaitFor(`[...`+findPane+`.querySelectorAll("#`+menu+` li")].some((li) => $text(li).startsWith("`+name+`"))`, 0)
		p.Do(`[...` + findPane + `.querySelectorAll("#` + menu + ` li")].find((li) => $text(li).startsWith("` + name + `")).querySelector("input, button").click()`)
	}
	pick("kind", "Tool input")
	p.WaitFor(foundWords+` === "8 matches in 4 prompts" && $text(`+facets+`).includes("Tool input")`, 0)
	passes(t, p, "the menu of kinds")
	p.Press("Escape") // closes only the menu
	p.WaitFor(`!`+findPane+`.querySelector(":popover-open")`, 0)
	pick("tool", "turn_over")
	p.WaitFor(foundWords+` === "4 matches in 4 prompts"`, 0)
	p.Press("Escape")
	pick("kind", "All kinds")
	p.WaitFor(foundWords+` === "4 matches in 4 prompts" && !`+findPane+`.querySelector(":popover-open")`, 0)
	pick("tool", "All tools")
	p.WaitFor(foundWords+` === "20 matches in 4 prompts"`, 0)
	p.Do(facets + `.querySelector(".chip").click()`)
	p.WaitFor(foundWords+` === "2 matches in 1 prompt"`, 0)
	p.Press("Escape")
	p.WaitFor(`!$role("textbox", "Search the session")`, 0)
}

// The results replace the outline, so the current row does not move.
func TestFindReplacesOutline(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(1400, 900)
	p.Read(findable(t))
	ready(p)
	p.WaitFor(`!!$role("navigation", "Views and panes") && $role("tree", "Prompts") !== null && $deep("unspool-timeline >>> canvas") !== null`, 0)
	type box struct{ Left, Width, Height float64 }
	boxOf := func(of string) box {
		return Eval[box](p, `(({ left, width, height }) => ({ Left: left, Width: width, Height: height }))(`+of+`.getBoundingClientRect())`)
	}
	before := boxOf(`$deep(".around > .main")`)
	if before.Height < 0.66*900 {
		t.Errorf("the conversation is %.0f px high", before.Height)
	}
	p.Do(`$role("article").focus()`)
	p.Press("/")
	p.Press(letters("needle")...)
	p.WaitFor(`$role("textbox", "Search the session") !== null && `+matchLines+`.length > 0`, 0)
	if after := boxOf(`$deep(".around > .main")`); after.Left != before.Left || after.Width != before.Width {
		t.Errorf("the conversation moved from %v to %v", before, after)
	}
	if list := boxOf(findPane + `.querySelector(".found")`); list.Left != 0 || list.Width != before.Left {
		t.Errorf("the results are at %v", list)
	}
	p.WaitFor(`getComputedStyle($deep(".around > .start")).visibility === "hidden"`, 0)
	// Below a view it is hidden and inert; the command for it returns to the conversation first.
	p.ClickRole("button", "Usage")
	p.WaitFor(`$role("region", "Usage") !== null && `+findPane+`.querySelector(".bar").checkVisibility() === false`, 0)
	p.WaitFor(`$deep(".around > .top").checkVisibility() === false && $deep(".around > .start").checkVisibility() === false`, 0)
	p.WaitFor(`$$deep('.viewbar .toggle[aria-pressed="true"]').length === 0`, 0)
	p.Press("/")
	p.Press(letters("straw")...)
	p.WaitFor(`$role("region", "Usage") === null && $role("textbox", "Search the session").value === "straw"`, 0)
	p.ClickRole("button", "Usage")
	p.WaitFor(`$role("region", "Usage") !== null`, 0)
	p.ClickRole("button", "Timeline")
	p.WaitFor(`$role("region", "Usage") === null && $deep(".around > .top").checkVisibility()`, 0)
}

// For a match far along a line the lines of its frame are wrapped, and those of no other.
func TestFindInLongLine(t *testing.T) {
	t.Parallel()
	var said thread
	said.add(userSays("", "", "Look into both barns"), "u")
	said.add(claudeSays("", "", []m{{"type": "text", "text": "I will."}}), "w")
	for n, what := range []string{"needle", "straw"} {
		id := strconv.Itoa(n)
		said.add(claudeSays("", "", []m{{"type": "tool_use", "id": "c" + id, "name": "mcp__barn__turn_over", "input": m{"barn": id}}}), "a"+id)
		said.add(userSays("", "", []m{{"type": "tool_result", "tool_use_id": "c" + id, "content": `{"barn": "` + id + `", "found": "` + strings.Repeat("hay ", 100) + what + `"}`}}), "r"+id)
	}
	p := finding(t, transcript(t, said...), "needle", 1400, 900)
	p.Press("Enter")
	const frames = `$$deep(".body .frame").filter((one) => one.querySelector(".wraps") !== null)`
	p.WaitFor(frames+`.length === 1 && `+frames+`[0].querySelector(".wraps").ariaPressed === "true"`, 0)
	p.WaitFor(frames+`[0].querySelector(".lines").scrollLeft === 0 && $text(`+frames+`[0]).includes('"barn"')`, 0)
	p.Do(`$role("article").focus()`)
	p.Press("e")
	p.WaitFor(frames+`.length === 2 && `+frames+`[1].querySelector(".wraps").ariaPressed === "false"`, 0)
	p.Do(frames + `[0].querySelector(".wraps").click()`)
	p.WaitFor(frames+`[0].querySelector(".lines.wrapped") === null`, 0)
}

// In an embedding page the search stays inside the viewer's box, and handles only keys pressed
// there.
func TestFindInEmbed(t *testing.T) {
	t.Parallel()
	p := openBlog(t, `<p><a id="before" href="#a">Before</a></p><unspool-session src="long.jsonl" height="400px"></unspool-session>
		<unspool-session preload src="long.jsonl" height="auto"></unspool-session><div style="height: 2000px"></div>`, 2)
	p.Do(`document.getElementById("before").focus()`)
	p.Press("/", "Control+k")
	viewers := `[...document.querySelectorAll("unspool-session")]`
	if Eval[bool](p, viewers+`.some((one) => one.shadowRoot.querySelector("unspool-find, unspool-palette"))`) {
		t.Error("keys outside open something inside")
	}
	for i, height := range []int{400, 960} {
		viewer := fmt.Sprintf(`%s[%d]`, viewers, i)
		p.Do(viewer + `.scrollIntoView({ block: "start", behavior: "instant" }); ` + viewer + `.shadowRoot.querySelector("unspool-row").focus({ preventScroll: true })`)
		scrolled := Eval[float64](p, `scrollY`)
		p.Press("/")
		p.Press(letters("count")...)
		pane := viewer + `.shadowRoot.querySelector("unspool-find")?.shadowRoot`
		p.WaitFor(`$text(`+pane+`?.querySelector(".count")).replaceAll("\u00a0", " ") === "60 matches in 60 prompts"`, 0)
		p.Press("Enter")
		p.WaitFor(`$text(`+pane+`.querySelector(".count")).startsWith("1 of 60")`, 0)
		within := Eval[bool](p, `((box, list) => list.top >= box.top && list.bottom <= box.bottom && list.height > 60 && list.height <= 320)(`+viewer+`.getBoundingClientRect(), `+pane+`.querySelector(".found").getBoundingClientRect())`)
		if now := Eval[int](p, viewer+`.offsetHeight`); now != height || !within {
			t.Errorf("viewer %d is %d px high; results within it: %v", i, now, within)
		}
		p.Press("Escape")
		p.WaitFor(`!`+viewer+`.shadowRoot.querySelector("unspool-find") && `+viewer+`.shadowRoot.querySelector("unspool-row:focus")`, 0)
		if now := Eval[float64](p, `scrollY`); now != scrolled {
			t.Errorf("the page scrolled from %g to %g", scrolled, now)
		}
	}
	if hash := Eval[string](p, `location.hash`); hash != "" {
		t.Errorf("the address is %s now", hash)
	}
}

// Enter goes from match to match, also within one row, and the field keeps the focus.
func TestFindEnter(t *testing.T) {
	t.Parallel()
	p := finding(t, findable(t), "needle", 1400, 900)
	const chosen = `CSS.highlights.get("unspool-find-current")?.values().next().value`
	stood := []string{}
	for range 7 {
		p.Do(`window.$before = ` + chosen)
		p.Press("Enter")
		p.WaitFor(chosen+` !== undefined && `+chosen+` !== $before`, 0)
		stood = append(stood, Eval[string](p, chosen+`.startContainer.parentElement.closest("unspool-row").row.key + " " + `+foundWords+`.split(" ")[0]`))
	}
	if got := strings.Join(stood, ", "); got != "u0 1, a0#0 2, a0#0 2, b0#0 3, b0#0 4, b0#0 4, b0#0 4" {
		t.Errorf("Enter goes to %s", got)
	}
	p.Press("Shift+Enter")
	p.WaitFor(chosen+` === $before`, 0)
	if !Eval[bool](p, `$focused("article") === null && $focused("textbox", "Search the session") !== null`) {
		t.Error("the field does not have the focus")
	}
}

// Enter that is pressed before there are results goes to the first one once there are.
func TestFindEnterBeforeResults(t *testing.T) {
	t.Parallel()
	p := finding(t, findable(t), "needle", 1400, 900)
	p.Run("find.enter", "straw")
	p.WaitFor(`(CSS.highlights.get("unspool-find-current")?.values().next().value + "") === "straw"`, 0)
}

// Navigating between matches creates one history entry, which leads back to the previous position.
func TestFindHistory(t *testing.T) {
	t.Parallel()
	p := finding(t, findable(t), "needle", 1400, 900)
	holds(p, `at === undefined`)
	steps := func() int { return Eval[int](p, `history.length`) }
	before := steps()
	at := func(nth int) {
		t.Helper()
		p.Do(fmt.Sprintf(`$deep("unspool-found >>> #match-%d").click()`, nth))
		p.WaitFor(fmt.Sprintf(`%s.startsWith("%d of 20")`, foundWords, nth+1), 0)
		holds(p, fmt.Sprintf(`at === "u%d"`, nth/5))
	}
	at(5)
	at(10)
	at(15)
	if now := steps(); now != before+1 {
		t.Errorf("three matches create %d history entries", now-before)
	}
	p.Do(`history.back()`)
	holds(p, `at === undefined`)
	p.WaitFor(`$deep("unspool-list").visibleCurrentIndex() === 0 && `+foundWords+`.includes("20")`, 0)
	at(10) // from the beginning again
	p.Do(`history.back()`)
	holds(p, `at === undefined`)
	p.Do(`history.forward()`)
	holds(p, `at === "u2"`)
	if now := steps(); now != before+1 {
		t.Errorf("a search that restarted created %d history entries", now-before)
	}
}

// findingEverywhere shows the first of two sessions and searches both for a word that they contain.
func findingEverywhere(t *testing.T) *Page {
	t.Helper()
	p := open(t, "")
	p.Size(1400, 900)
	p.Read(manySessions(t, 2))
	p.WaitFor(`$$role("listitem").length === 2`, 0)
	p.Do(`$role("button", undefined, $role("listitem")).click()`)
	p.WaitFor(`$focused("article") !== null && !!$role("navigation", "Views and panes")`, 0)
	p.Press("/")
	p.Press(letters("many")...)
	p.WaitFor(matchLines+`.length > 0`, 0)
	p.Do(findPane + `.querySelector("[popovertarget=where]").click()`)
	p.WaitFor(`!!`+findPane+`.querySelector("#where input")`, 0)
	p.Do(findPane + `.querySelector("#where input").click()`)
	return p
}

// A menu with many selected items takes no space from the names of the others.
func TestFindFacetNames(t *testing.T) {
	t.Parallel()
	p := findingEverywhere(t)
	p.WaitFor(`$text(`+findPane+`.querySelector("[popovertarget=where]")).includes("All sessions")`, 0)
	p.WaitFor(`[...`+findPane+`.querySelectorAll("[popovertarget=kind] > span, [popovertarget=tool] > span")].every((name) => name.scrollWidth <= name.clientWidth)`, 0)
}

// The menu of tools counts those that it does not offer.
func TestFindManyTools(t *testing.T) {
	t.Parallel()
	var said thread
	said.add(userSays("", "", "go"), "u")
	for i := range 230 {
		n := strconv.Itoa(i)
		said.add(claudeSays("", "", []m{{"type": "tool_use", "id": "c" + n, "name": "mcp__barn__tool" + n, "input": m{"what": "needle"}}}), "a"+n)
	}
	p := finding(t, transcript(t, said...), "needle", 1400, 900)
	p.WaitFor(foundWords+` === "230 matches in 1 prompt"`, 0)
	p.Do(`$role("button", "Tool", $deep("unspool-find")).click()`)
	p.WaitFor(`$text(`+findPane+`.querySelector("#tool")).includes("and 30 more")`, 0)
}

// A match in another session shows that session, with the search as it was.
func TestFindInOtherSession(t *testing.T) {
	t.Parallel()
	p := findingEverywhere(t)
	const session = `$deep("unspool-list").context.conversation.session`
	before := Eval[int](p, session)
	p.WaitFor(matchLines+`.length === 3`, 0)
	p.Do(matchLines + `.at(-1).click()`)
	p.WaitFor(fmt.Sprintf(`%s !== %d && CSS.highlights.get("unspool-find-current")?.size === 1`, session, before), 0)
	p.WaitFor(`$role("textbox", "Search the session")?.value === "many" && `+matchLines+`.length === 3`, 0)
}

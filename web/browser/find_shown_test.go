package browser

import "testing"

const currentMatch = `CSS.highlights.get("unspool-find-current")?.values().next().value`

// A text that no session has in its title can be searched for in all sessions.
func TestFindFromLibrary(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(1400, 900)
	p.Read(manySessions(t, 3))
	p.WaitFor(`$$role("listitem").length === 3`, 0)
	typeInto(p, "Done.")
	p.ClickRole("button", "Search in all sessions")
	p.WaitFor(`$role("textbox", "Search the session")?.value === "Done."`, 0)
	p.WaitFor(foundWords+` === "6 matches in 6 prompts"`, 0)
	p.WaitFor(`$$deep("unspool-found >>> .session").length === 3`, 0)
}

// Escape collapses the lines that were expanded for matches, and the close button does not. Lines that
// were expanded before stay expanded.
func TestFindEscape(t *testing.T) {
	t.Parallel()
	p := finding(t, findable(t), "needle", 1400, 900)
	const open = `$$deep("unspool-row .body").map((body) => body.closest("unspool-row").row.key).join(" ")`
	choose := func(text string) {
		p.Do(matchLines + `.find((line) => $text(line).includes("` + text + `")).click()`)
		p.WaitFor(currentMatch+`?.startContainer.parentElement.closest(".body") != null`, 0)
	}
	choose("Run · output")
	p.WaitFor(open+` === "b0#0"`, 0)
	p.Press("Escape")
	p.WaitFor(`!$role("textbox", "Search the session") && $focused("article") && `+open+` === ""`, 0)

	again := func() {
		p.Press("/")
		p.Press(letters("needle")...)
		p.WaitFor(foundWords+` === "20 matches in 4 prompts"`, 0)
		choose("Run · output")
	}
	again()
	p.ClickRole("button", "Close search")
	p.WaitFor(`!$role("textbox", "Search the session") && `+open+` === "b0#0"`, 0)
	again()
	p.Press("Escape")
	p.WaitFor(`!$role("textbox", "Search the session") && `+open+` === "b0#0"`, 0)
}

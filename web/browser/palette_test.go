package browser

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/testutil"
)

// The palette finds commands by name and runs them; the focus returns to where it was.
func TestPalette(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(sampleFile(t))
	ready(p)
	p.WaitFor(`!!$role("navigation", "Views and panes")`, 0)
	options := `$$role("option", undefined, $role("listbox", "Results")).map((o) => $text(o.querySelector(".name")))`
	p.Press("Control+k")
	p.WaitFor(options+`.length > 10`, 0)
	p.Type("hide think")
	p.WaitFor(options+`.join() === "Show or hide thinking"`, 0)
	if at := Eval[string](p, `$text($deep('li[aria-selected="true"] b'))`); at != "hide" {
		t.Errorf("%q is marked as typed", at)
	}
	passes(t, p, "the palette")
	before := Eval[int](p, `$$deep('unspool-row[data-kind="thinking"] [aria-expanded="true"]').length`)
	p.Press("Enter")
	p.WaitFor(`!$role("dialog", /^Search commands/)`, 0)
	p.WaitFor(`$text().includes("Thinking is shown.")`, 0)
	if before > 0 {
		t.Errorf("%d thoughts were open before", before)
	}
	p.Press("Control+k")
	p.WaitFor(options+`.length > 10`, 0)
	p.Type("format.ts")
	p.WaitFor(`$$deep('li[role="option"] .kind').some((k) => $text(k) === "File")`, 0)
	p.Press("Enter")
	p.WaitFor(`!$role("dialog", /^Search commands/) && $role("region", /^Files/) !== null && location.hash.includes("file=")`, 0)
	p.Press("Control+k")
	p.WaitFor(options+`.length > 10`, 0)
	p.Type("october table is drunk")
	p.WaitFor(options+`[0]?.includes("harbour master") === true`, 0)
	p.Press("Enter")
	p.WaitFor(`!$role("dialog", /^Search commands/) && $role("region", /^Files/) === null && $text($focused("article")).includes("harbour master")`, 0)
	p.Press("Control+k")
	p.WaitFor(options+`.length > 10`, 0)
	p.Type("zzqq")
	p.WaitFor(`$text($deep("dialog > .none")) === "No results"`, 0)
	p.Press("Escape")
	p.WaitFor(`!$role("dialog", /^Search commands/) && $focused("article") !== null`, 0)
}

// Text that is typed before a field is rendered goes into the field: no letter is handled as a
// command. After a view is opened by its name, keys still work.
func TestTypedAhead(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	p.Size(1400, 900)
	p.Read(sampleFile(t))
	ready(p)
	p.WaitFor(`!!$role("navigation", "Views and panes") && $role("tree", "Prompts") !== null`, 0)
	p.Press("Control+k")
	p.Type("usage")
	p.WaitFor(`$role("combobox", /^Search commands/)?.value === "usage" && $$role("option", undefined, $role("listbox", "Results")).length > 0`, 0)
	if !Eval[bool](p, `$role("tree", "Prompts") !== null`) {
		t.Error("a letter closed the outline")
	}
	p.Press("Enter")
	p.WaitFor(`$role("region", "Usage") !== null && $focused("button")?.ariaCurrent != null`, 0)
	p.Press("?")
	p.WaitFor(`$role("dialog", "Keyboard shortcuts")`, 0)
	p.Press("Escape")
	p.WaitFor(`!$role("dialog")`, 0)
	p.Do(`history.back()`)
	p.WaitFor(`$role("region", "Usage") === null`, 0)
	focusConversation(p)
	p.WaitFor(`$focused("article")`, 0)
	p.Press("/")
	p.Type("commit")
	p.WaitFor(`$role("textbox", "Search the session")?.value === "commit"`, 0)
	if !Eval[bool](p, `$deep("unspool-outline") !== null && !$text().includes("Thinking is shown.")`) {
		t.Error("a letter was handled as a command")
	}

	// From a view, the search returns to the conversation first.
	focusConversation(p)
	p.Press("Control+k")
	p.Type("usage")
	p.WaitFor(`$$role("option", undefined, $role("listbox", "Results")).length > 0`, 0)
	p.Press("Enter")
	p.WaitFor(`$role("region", "Usage") !== null && $focused("button")?.ariaCurrent != null`, 0)
	p.Press("/")
	p.Type("clock")
	p.WaitFor(`$role("region", "Usage") === null && $role("textbox", "Search the session")?.value === "clock"`, 0)
}

const offered = `$$role("option", undefined, $role("listbox", "Results")).map((o) => $text(o.querySelector(".name")))`

// The palette opens from the menu, at any width, which names its key. Some letters of a name find
// it, and each entry is listed once.
func TestPaletteFromMenu(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	p.Size(1400, 900)
	p.Read(sampleFile(t))
	ready(p)
	p.WaitFor(`!!$role("navigation", "Views and panes")`, 0)
	search := func() {
		t.Helper()
		fromMenu(p, "Search commands, prompts, agents and files")
	}
	choose := func(typed, name string) {
		t.Helper()
		search()
		p.WaitFor(offered+`.length > 10`, 0)
		p.Type(typed)
		p.WaitFor(fmt.Sprintf(offered+`[0] === %q`, name), 0)
		p.Press("Enter")
		p.WaitFor(`!$role("dialog", /^Search commands/)`, 0)
	}
	search()
	p.WaitFor(offered+`.length > 10`, 0)
	if hint := Eval[string](p, `$role("combobox", /^Search commands/).placeholder`); hint != "Search commands, prompts, agents, files…" {
		t.Errorf("its placeholder is %q", hint)
	}
	names := Eval[[]string](p, offered)
	for _, name := range []string{"Hide outline", "Show search", "Search", "Show or hide the outline", "Conversation"} {
		if want := name == "Hide outline" || name == "Search"; slices.Contains(names, name) != want {
			t.Errorf("%s is listed: %v", name, !want)
		}
	}
	p.Type("err")
	p.WaitFor(offered+`.slice(0, 3).join() === "Next error,Previous error,Only errors"`, 0)
	p.Press("Escape")
	p.WaitFor(`!$role("dialog", /^Search commands/)`, 0)

	choose("skim", "Skim: only prompts")
	p.WaitFor(`location.hash.includes("show=prompts") && $role("region", "Filters") !== null`, 0)
	choose("show everything", "Show everything")
	p.WaitFor(`!location.hash.includes("show=")`, 0)
	choose("hide outline", "Hide outline")
	p.WaitFor(`$role("tree", "Prompts") === null`, 0)
	prompt := Eval[string](p, `$deep("unspool-session").exportSource.api.query("outline", { session: 0, from: 0, count: 100 }).then(({ entries }) => entries.find(({ kind, prompt }) => kind === "turn" && prompt === 3).text)`)
	choose("3", prompt)
	p.WaitFor(fmt.Sprintf(`$text($focused("article")).includes(%q)`, prompt), 0)
	choose("theme dark", "Theme: dark")
	p.WaitFor(`document.documentElement.dataset.theme === "dark" && localStorage.getItem("unspool-theme") === "dark"`, 0)
	choose("theme", "Theme: system")
	p.WaitFor(`document.documentElement.dataset.theme === "auto" && localStorage.getItem("unspool-theme") === null`, 0)
	p.Do(`globalThis.copied = ""; navigator.clipboard.writeText = async (text) => void (globalThis.copied = text)`)
	choose("link", "Copy link to this message")
	p.WaitFor(`copied === location.href.replace(/&view=.*/, "") && copied.includes("at=") && $text().includes("Link copied.")`, 0)
	choose("save", "Save as HTML")
	p.WaitFor(`$role("dialog", "Share") !== null`, 0)
	p.Press("Escape")
	p.WaitFor(`!$role("dialog", "Share")`, 0)
	p.Size(360, 800)
	choose("open another", "Open another file or folder")
	p.WaitFor(`$deep("main.landing").checkVisibility()`, 0)
}

// The menu lists views without a tab, and on phones the panes without a button. Arrow keys move in it,
// and Escape returns to its button.
func TestMoreMenu(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(1400, 900)
	p.Read(sampleFile(t))
	ready(p)
	const items = `$$role("menuitem").map((item) => item.querySelector("span").textContent)`
	p.ClickRole("button", "More")
	p.WaitFor(`$focused("menuitem")?.textContent.includes("Records")`, 0)
	if names := Eval[[]string](p, items); slices.Contains(names, "Hide overview") || !slices.Contains(names, "Keyboard shortcuts") {
		t.Errorf("on a large screen it lists %q", names)
	}
	p.Press("ArrowUp")
	p.WaitFor(`$focused("menuitem")?.textContent.includes("About Unspool")`, 0)
	p.Press("Escape")
	p.WaitFor(`$$role("menuitem").length === 0 && $focused("button")?.ariaLabel === "More"`, 0)
	p.Size(390, 844)
	p.Press("Enter")
	p.WaitFor(items+`.includes("Hide overview") && $focused("menuitem")?.textContent.includes("Records")`, 0)
	p.Press("ArrowDown")
	p.Press("Enter")
	p.WaitFor(`$role("region", "Overview") === null && $$role("menuitem").length === 0`, 0)
}

// However often it is opened, there is one palette, and it offers what can be done with the current
// content of the screen.
func TestOnePalette(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	p.Read(manySessions(t, 3))
	p.WaitFor(`$$role("listitem").length === 3`, 0)
	p.Do(`$deep(".chooser .entry").focus(); $role("button", undefined, $role("listitem")).click()`)
	p.WaitFor(`!!$role("navigation", "Views and panes") && $focused("article")`, 0)
	const ask = `$deep("unspool-list").dispatchEvent(new KeyboardEvent("keydown", { key: "k", code: "KeyK", ctrlKey: true, bubbles: true, composed: true }))`
	p.Do(ask + `; $role("button", "All sessions").click()`)
	p.WaitFor(`$$role("listitem").length === 3 && `+offered+`.length > 3`, 0)
	p.Press("Control+k")
	if hints := Eval[[]string](p, `$$role("combobox", /^Search commands/).map((input) => input.placeholder)`); len(hints) != 1 || hints[0] != "Search commands, sessions…" {
		t.Errorf("palettes are open: %q", hints)
	}
	p.Read(sampleFile(t)) // reading again closes it
	p.WaitFor(`$role("feed") !== null && $role("dialog", /^Search commands/) === null`, 0)
	p.Do(ask + `; ` + ask)
	p.WaitFor(offered+`.length > 10`, 0)
	if n := Eval[int](p, `$$role("dialog", /^Search commands/).length`); n != 1 {
		t.Errorf("%d palettes are open", n)
	}
}

// Without a conversation, no commands for one are offered; without a files view, files are not
// mentioned.
func TestPaletteOffersAvailableCommands(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	p.Read(manySessions(t, 3))
	p.WaitFor(`$$role("listitem").length === 3 && $role("button", "Live")`, 0)
	p.Press("Control+k")
	p.WaitFor(offered+`.length > 3`, 0)
	names := Eval[[]string](p, offered)
	want := []string{"Pause or resume live updates", "Keyboard shortcuts", "Open another file or folder", "Save as HTML", "Theme: light", "Theme: dark", "About Unspool"}
	if len(names) < 3 || !strings.HasPrefix(names[0], "Task") || cmp.Diff(want, names[3:]) != "" {
		t.Errorf("for a list of sessions it contains %q", names)
	}
	if hint := Eval[string](p, `$role("combobox", /^Search commands/).placeholder`); hint != "Search commands, sessions…" {
		t.Errorf("its placeholder is %q", hint)
	}
	p.Press("Enter")
	p.WaitFor(`!$role("dialog", /^Search commands/) && $role("feed") !== null`, 0)

	p = openBlog(t, `<unspool-session src="long.jsonl" height="400px"></unspool-session>`, 1)
	p.Do(`$role("article").focus()`)
	p.Press("Control+k")
	p.WaitFor(`$role("combobox", /^Search commands/)?.placeholder === "Search commands, prompts, agents…"`, 0)
	p.WaitFor(offered+`.includes("Next line") && !`+offered+`.some((name) => name.startsWith("Theme") || name.startsWith("Save"))`, 0)
}

// Commands that have become available are added to an open palette, and the selection stays.
func TestPaletteUpdatesWhileOpen(t *testing.T) {
	t.Parallel()
	p := openLive(t)
	p.Do(`disk.given = new Promise((give) => (disk.give = give));
		for (const s of ["s1", "s2", "s3"]) await disk.write("proj/" + s + ".jsonl", disk.turns(1, 1, s)); await disk.drop(["proj"])`)
	p.WaitFor(`$told.length === 1 && $$role("listitem").length === 3`, 0)
	p.Press("Control+k")
	p.WaitFor(offered+`.length > 3`, 0)
	const selected = `$text($deep('li[aria-selected="true"] .name'))`
	p.Press("ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown")
	p.WaitFor(selected+` === "Open another file or folder"`, 0)
	if names := Eval[[]string](p, offered); slices.Contains(names, "Pause or resume live updates") {
		t.Errorf("without files to follow it contains %q", names)
	}
	p.Do(`disk.give()`)
	p.WaitFor(offered+`.includes("Pause or resume live updates")`, 0)
	if name := Eval[string](p, selected); name != "Open another file or folder" {
		t.Errorf("%q is selected", name)
	}
	p.Press("ArrowUp", "ArrowUp", "Enter")
	p.WaitFor(`!$role("dialog", /^Search commands/) && `+liveState+` === "Paused"`, 0)
}

// In a view the keys of the conversation below do nothing; those that return to it do.
func TestKeysInView(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	p.Size(1400, 900)
	p.Read(sampleFile(t))
	ready(p)
	p.WaitFor(`!!$role("navigation", "Views and panes") && $role("tree", "Prompts") !== null`, 0)
	focusConversation(p)
	p.Press("n", "n")
	p.WaitFor(`location.hash.includes("at=")`, 0)
	usage := func() {
		p.ClickRole("button", "Usage")
		p.WaitFor(`$role("region", "Usage") !== null && $focused("button")?.ariaCurrent != null && location.hash.includes("view=usage")`, 0)
	}
	usage()
	before := Eval[string](p, `location.hash`)
	open := Eval[bool](p, `$role("region", "Timeline") !== null`)
	p.Do(`globalThis.taken = []; addEventListener("keydown", (event) => taken.push(event.key + event.defaultPrevented))`)
	p.Press("j", "n", "]", "End", "m", "z")
	p.WaitFor(`taken.join() === "jfalse,nfalse,]false,Endfalse,mfalse,zfalse"`, 0)
	p.Press("Control+k")
	p.WaitFor(offered+`.length > 10`, 0)
	if names := Eval[[]string](p, offered); slices.Contains(names, "Next line") || slices.Contains(names, "Usage") || !slices.Contains(names, "Conversation") {
		t.Errorf("in a view it contains %q", names)
	}
	p.Press("Escape")
	p.WaitFor(`!$role("dialog", /^Search commands/)`, 0)
	if after := Eval[string](p, `location.hash`); after != before {
		t.Errorf("the conversation below moved from %s to %s", before, after)
	}
	p.Press("w")
	p.WaitFor(`$role("region", "Usage") === null && $deep(".around > .top").checkVisibility() && $role("region", "Timeline") !== null`, 0)
	if !open {
		p.Press("w")
		p.WaitFor(`$role("region", "Timeline") === null`, 0)
		usage()
		p.Press("w")
		p.WaitFor(`$role("region", "Usage") === null && $role("region", "Timeline") !== null`, 0)
	}
}

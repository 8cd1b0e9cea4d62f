package browser

import (
	"strconv"
	"testing"
)

const currentMatch = `CSS.highlights.get("unspool-find-current")?.values().next().value`

// attached is a file that Claude Code adds to the conversation.
func attached(path, content string) m {
	return m{"type": "attachment", "timestamp": "2026-05-01T10:02:00.000Z", "attachment": m{"type": "file", "filename": path, "displayPath": path,
		"content": m{"type": "text", "file": m{"filePath": path, "content": content, "numLines": 1, "startLine": 1, "totalLines": 1}}}}
}

// A match in a text that its row does not show otherwise opens the raw record with the words.
func TestFindOpensRawRecord(t *testing.T) {
	t.Parallel()
	var said thread
	said.add(userSays("", "", "Look into the barn"), "u")
	said.add(claudeSays("", "", []m{{"type": "text", "text": "I will."}}), "a")
	said.add(attached("hay.txt", "straw and a needle"), "x")
	said.add(userSays("", "", "Thanks"), "u2")
	said.add(claudeSays("", "", []m{{"type": "text", "text": "You are welcome."}}), "a2")
	p := finding(t, transcript(t, said...), "needle", 1400, 900)
	p.Press("Enter")
	p.WaitFor(currentMatch+`?.startContainer.parentElement.closest(".raw") != null`, 0)
}

// The files of one prompt are several matches, and each is reached.
func TestFindInEachFileOfPrompt(t *testing.T) {
	t.Parallel()
	var said thread
	said.add(userSays("", "", "Look into the barns"), "u")
	for i := range 3 {
		n := strconv.Itoa(i)
		said.add(attached("barn"+n+".txt", "a needle"), "x"+n)
	}
	said.add(claudeSays("", "", []m{{"type": "text", "text": "Here is the needle."}}), "a")
	said.add(userSays("", "", "Thanks"), "u2")
	said.add(claudeSays("", "", []m{{"type": "text", "text": "You are welcome."}}), "a2")
	p := finding(t, transcript(t, said...), "needle", 1400, 900)
	p.WaitFor(foundWords+` === "4 matches in 1 prompt"`, 0)
	for range 12 {
		p.Press("Enter")
		p.WaitFor(currentMatch+` !== undefined`, 0)
		if Eval[bool](p, foundWords+`.startsWith("4 of 4")`) {
			return
		}
	}
	t.Errorf("after 12 steps the field says %q", Eval[string](p, foundWords))
}

// The field of the library filters by what the list shows, and Enter searches the content of all
// sessions. A match opens its row and the search in its session. Escape ends the search, then the
// filter.
func TestFindFromLibrary(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(1400, 900)
	p.Read(manySessions(t, 3))
	p.WaitFor(`$$role("listitem").length === 3`, 0)
	const matches = `$$deep(".chooser .matches button").map($text)`
	typeInto(p, "Done.")
	p.WaitFor(`$$role("listitem").length === 0 && $role("button", "Search 3 sessions for “Done.”") !== null`, 0)
	p.Press("Enter")
	p.WaitFor(`$text($deep(".search-line")).startsWith("6 matches in 3 sessions") && $$role("listitem").length === 3 && `+matches+`.length === 6`, 0)
	passes(t, p, "the matches of all sessions")
	p.Do(`$deep(".chooser .matches button").click()`)
	p.WaitFor(`$role("textbox", "Search the session")?.value === "Done." && $focused("article")?.textContent.includes("Done.")`, 0)
	p.WaitFor(foundWords+` === "3 matches in 3 prompts"`, 0)
	p.ClickRole("button", "All sessions")
	p.WaitFor(matches+`.length === 6`, 0)
	p.FocusRole("searchbox", "Filter sessions")
	p.Press("Escape")
	p.WaitFor(matches+`.length === 0 && $deep(".library-tools input").value === "Done."`, 0)
	p.Press("Enter")
	p.WaitFor(matches+`.length === 6`, 0)
	p.Type("x")
	p.WaitFor(matches+`.length === 0`, 0)
	p.Press("Enter")
	p.WaitFor(`$text($deep(".search-line")).startsWith("No session contains “Done.x”.") && $$role("listitem").length === 0`, 0)
	p.Press("Escape")
	p.Press("Escape")
	p.WaitFor(`$$role("listitem").length === 3`, 0)
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

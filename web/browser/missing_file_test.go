package browser

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"unspool/parser/testutil"
)

// bodyFault returns the text of an opened row that has no body to show.
const bodyFault = `$text($deep("unspool-row .body .bad") ?? document.createElement("i"))`

// makes creates a session of sixty calls with this number of lines of output each: the parser
// caches hardly any of them.
func makes(t *testing.T, lines int) string {
	t.Helper()
	var said thread
	said.add(userSays("", "", []m{{"type": "text", "text": "look at this"}, enclosed("image", "image/png", "", picture(t, 300, 200))}), "u0")
	for i := range 60 {
		id := fmt.Sprint("t", i)
		said.add(claudeSays("", "", []m{{"type": "text", "text": fmt.Sprint("**answer** ", i)}, {"type": "tool_use", "id": id, "name": "Bash", "input": m{"command": fmt.Sprint("make ", i)}}}), fmt.Sprint("a", i))
		said[len(said)-1].(m)["message"].(m)["id"] = fmt.Sprint("m", i)
		said.add(userSays("", "", []m{{"type": "tool_result", "tool_use_id": id, "content": strings.Repeat(fmt.Sprint("line ", i, "\n"), lines)}}), fmt.Sprint("r", i))
		said.add(userSays("", "", fmt.Sprint("go on ", i)), fmt.Sprint("u", i+1))
	}
	return transcript(t, said...)
}

// callButton returns the button of one of these calls.
func callButton(nth int) string {
	return fmt.Sprintf(`$$deep("unspool-row[data-kind=tool]").find((row) => $text(row).split("\n").includes("make %d"))?.querySelector(".row-button")`, nth)
}

// If the bytes of a file can no longer be read, whatever the browser's error, the screen keeps its
// content; anything that needs them says which file, why, and what helps, and works again when they
// are back.
func TestFileGone(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	path := makes(t, 40_000) // 21 MB: up to 16 MB stay in memory
	p := openWaiting(t, 1<<30)
	p.Size(1280, 3000) // the calls that are opened stay visible
	p.Read(path)
	p.WaitFor(`$role("navigation", "Views and panes") && $deep(".gallery img") && `+settledRows, 0)
	p.Do(callButton(0) + `.click()`)
	p.WaitFor(`$deep("unspool-row .frame")`, 0)
	for nth, c := range []struct{ name, says string }{{"NotFoundError", "could not be found"}, {"NotReadableError", "permission problems"}, {"NotAllowedError", "not allowed"}} {
		t.Run(c.name, func(t *testing.T) {
			next := callButton(nth + 1) // the bodies of earlier ones are cached
			p.Do(`$deep("unspool-list").scrollTop = 0`)
			p.WaitFor(settledRows, 0)
			first := Call[string](p, "parser_death.position")
			inParser(p, fmt.Sprintf(`self.gone = %q, true`, c.name))
			// A body.
			p.Do(next + `.click()`)
			p.WaitFor(bodyFault+` !== ""`, 0)
			wants(t, Eval[string](p, bodyFault), "“s.jsonl” could not be read", c.says, "Drop it again")
			p.Do(next + `.click()`)
			p.WaitFor(`!$deep("unspool-row .body .bad")`, 0)
			// The exact bytes of a record.
			p.Do(`$deep("unspool-row .raw button").click()`)
			p.WaitFor(`$deep("unspool-row .raw .bad")`, 0)
			wants(t, Eval[string](p, `$text($deep("unspool-row .raw .bad"))`), "“s.jsonl” could not be read", c.says)
			p.Do(`$deep("unspool-row .raw button").click()`)
			// When it is requested again, it is unchanged.
			p.Do(`await $deep("unspool-list").context.conversation.refresh()`)
			p.WaitFor(settledRows, 0)
			if now := Call[string](p, "parser_death.position"); now != first {
				t.Errorf("before:\n%s\nafter:\n%s", first, now)
			}
			// Rows that were never visible say so, and the page scrolls.
			focusConversation(p)
			p.Press("End")
			p.WaitFor(`$$role("article").at(-1).row?.key.startsWith("u60") && `+settledRows, 0)
			// Text is searched for: unreadable parts are reported.
			p.Press("/")
			p.WaitFor(`$role("textbox", "Search the session")?.matches(":focus")`, 0)
			p.Do(`const field = $role("textbox", "Search the session"); field.value = "answer"; field.dispatchEvent(new Event("input"))`)
			p.WaitFor(foundWords+` === "The search stopped" && `+findPane+`.querySelector(".found .more")`, 0)
			wants(t, Eval[string](p, `$text(`+findPane+`.querySelector(".found .more"))`), "“s.jsonl” could not be read", c.says)
			p.FocusRole("textbox", "Search the session")
			p.Press("Escape")
			p.WaitFor(`!$role("textbox", "Search the session")`, 0)
			if alerts := Eval[string](p, alert); alerts != "" {
				t.Errorf("the page shows %q", alerts)
			}
			// Everything is back.
			inParser(p, `self.gone = "", true`)
			p.Do(`$deep("unspool-list").scrollTop = 0`)
			p.WaitFor(settledRows+` && `+next, 0)
			p.Do(next + `.click()`)
			p.WaitFor(next+`.closest("unspool-row").querySelector(".frame") && !$deep("unspool-row .body .bad")`, 0)
			p.Do(next + `.click()`)
		})
	}
}

// The same with files on disk that are too large to be copied while they are read.
func TestFileGoneFromDisk(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	data, err := os.ReadFile(makes(t, 80_000))
	if err != nil || len(data) <= 32<<20 {
		t.Fatalf("%d bytes: %v", len(data), err)
	}
	for name, change := range map[string]func(path string) error{
		"deleted":   os.Remove,
		"truncated": func(path string) error { return os.Truncate(path, 5_000_000) },
		"changed":   func(path string) error { return os.WriteFile(path, data[:len(data)-1000], 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			// No copy is made after reading, like for files above the size for copying.
			p := newPage(t)
			before(p, watched)
			before(p, `delete DataTransferItem.prototype.getAsFileSystemHandle`) // otherwise the file is followed, and read again
			enter(p, withScript(t, "parser-worker", `{ const { arrayBuffer } = Blob.prototype; Blob.prototype.arrayBuffer = function () { return this.size === 8 << 20 ? Promise.reject(new DOMException("no copy", "NotReadableError")) : arrayBuffer.call(this); } }`))
			path := write(t, "large.jsonl", data)
			p.Read(path)
			p.WaitFor(`$role("navigation", "Views and panes") && `+settledRows, 0)
			if err := change(path); err != nil {
				t.Fatal(err)
			}
			words := Eval[string](p, `$text($deep("unspool-row[data-turn]"))`)
			p.Do(callButton(1) + `.click()`)
			p.WaitFor(bodyFault+` !== ""`, 0)
			wants(t, Eval[string](p, bodyFault), "“large.jsonl” could not be read", "Browser error", "Drop it again")
			if now := Eval[string](p, `$text($deep("unspool-row[data-turn]"))`); now != words {
				t.Errorf("the first turn was %q, and is now %q", words, now)
			}
		})
	}
}

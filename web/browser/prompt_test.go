package browser

import (
	"strconv"
	"strings"
	"testing"
)

func queue(operation, at, content string) m {
	return m{"type": "queue-operation", "operation": operation, "timestamp": at, "sessionId": "s", "content": content}
}

func TestPrompts(t *testing.T) {
	t.Parallel()
	lines := make([]string, 120)
	for i := range lines {
		lines[i] = "line " + strconv.Itoa(i+1)
	}
	sent := userSays("u3", "a2", "see one of the log\ntwo of the log\nthree of the log now")
	sent["timestamp"] = "2026-05-01T10:05:00.000Z"
	expansion := userSays("c2", "c1", []m{{"type": "text", "text": "Look at the **diff** as a colleague would."}})
	expansion["isMeta"], expansion["promptId"] = true, "p9"
	command := userSays("c1", "a3", "<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>tide --fast</command-args>")
	command["promptId"] = "p9"
	p := open(t, "")
	p.Size(1400, 5000) // all of it is visible, also unfolded
	p.Read(transcript(t,
		userSays("u1", "", []m{{"type": "text", "text": "<ide_opened_file>The user opened the file /w/table.ts in the IDE.</ide_opened_file>"},
			{"type": "text", "text": "<ide_selection>The user selected the lines 3 to 4 from /w/clock.ts:\nconst late = 1;\n</ide_selection>"}, {"type": "text", "text": strings.Join(lines, "\n")}}),
		claudeSays("a1", "u1", []m{{"type": "text", "text": "One."}}),
		queue("enqueue", "2026-05-01T10:03:00.000Z", "see [Pasted text #1 +3 lines] now"),
		claudeSays("a2", "a1", []m{{"type": "text", "text": "Two."}}), sent, claudeSays("a3", "u3", []m{{"type": "text", "text": "Three."}}),
		command, expansion, claudeSays("a4", "c2", []m{{"type": "text", "text": "Four."}}),
		userSays("n1", "a4", "<task-notification><task-id>b1</task-id><status>killed</status><summary>Build of the docs</summary><result>It **hung**.</result></task-notification>"),
		claudeSays("a5", "n1", []m{{"type": "text", "text": "Five."}}),
	))
	p.WaitFor(`$$deep("unspool-row .asked").length === 4`, 0)
	say := func(at int) string {
		return Eval[string](p, `$text($$deep("unspool-row .asked")[`+strconv.Itoa(at)+`]).replace(/\s+/g, " ")`)
	}
	click := func(name string) {
		p.Do(`$$role("button", undefined, $deep("unspool-list")).find((b) => $name(b, "button").includes(` + strconv.Quote(name) + `)).focus()`)
		p.Press("Enter")
	}

	// Chips open the part that they name, and only that; long text is folded.
	wants(t, say(0), "File table.ts", "Selection clock.ts:3–4", "Show all 120 lines")
	click("Selection")
	p.WaitFor(`$$deep(".asked .part").length === 1 && $text($deep(".asked .part")).includes("const late = 1;")`, 0)
	click("Selection")
	p.WaitFor(`$$deep(".asked .part").length === 0`, 0)
	click("Show all 120")
	p.WaitFor(`$text($deep(".asked")).includes("Show less")`, 0)

	// Prompts that waited say when they were typed, and contain what was pasted.
	wants(t, say(1), "Typed while Claude was working, at ", "see Pasted text #1 +3 lines now")
	if at := Eval[string](p, `$deep(".asked .aside time").dateTime`); at != "2026-05-01T10:03:00.000Z" {
		t.Errorf("typed at %s", at)
	}
	click("Pasted text #1")
	p.WaitFor(`$text($deep(".asked .part") ?? document.createElement("i")).startsWith("one of the log\ntwo of the log\nthree")`, 0)

	// A slash command can show its expansion.
	wants(t, say(2), "Slash command", "/review tide --fast", "Instructions")
	click("Instructions")
	p.WaitFor(`$$deep(".asked .prose strong").some((s) => $text(s) === "diff")`, 0)

	// A notification describes the outcome of the work, without its tags.
	wants(t, say(3), "Task notification", "Build of the docs", "stopped")
	click("Build of the docs")
	p.WaitFor(`$$deep(".asked .prose strong").some((s) => $text(s) === "hung")`, 0)
	if text := Eval[string](p, `$text()`); strings.Contains(text, "<task-") || strings.Contains(text, "<ide_") || strings.Contains(text, "<command-") {
		t.Error("the page shows tags")
	}
}

// A prompt with Markdown is formatted, loses nothing that looks like HTML, and is shown as typed on request.
func TestPromptMarkdown(t *testing.T) {
	t.Parallel()
	typed := "Fix **both**:\n- the `login` form\n- <div>raw</div> in [Pasted text #1 +2 lines]\n\nsecond <UserTable>\nthird"
	p := open(t, "")
	p.Read(transcript(t, userSays("u1", "", typed), claudeSays("a1", "u1", []m{{"type": "text", "text": "Done."}}),
		userSays("u2", "a1", "plain\n  words")))
	p.WaitFor(`$text($deep(".asked .formatted strong") ?? document.createElement("i")) === "both"`, 0)
	wants(t, Eval[string](p, `$text($deep(".asked .formatted"))`), "login", "<div>raw</div>", "Pasted text #1 +2 lines", "second <UserTable>")
	if n := Eval[int](p, `$$deep(".asked .formatted :is(li, br, .placed)").length`); n != 4 {
		t.Errorf("%d list items, line breaks and placeholders, want 4", n)
	}
	if n := Eval[int](p, `$$role("button", "As typed").length`); n != 1 {
		t.Errorf("%d prompts can be shown as typed, want 1", n)
	}
	p.ClickRole("button", "As typed")
	p.WaitFor(`$deep(".asked .words").textContent.includes("**both**:\n- the `+"`login`"+` form")`, 0)
	if got := Eval[string](p, `$$deep(".asked .words")[1].textContent`); got != "plain\n  words" {
		t.Errorf("the plain prompt is %q", got)
	}
	p.ClickRole("button", "As typed")
	p.WaitFor(`$deep(".asked .formatted strong") !== null`, 0)
}

package damaged

import (
	"bytes"
	"fmt"
	"strings"
)

// Lines returns the lines of a whole session, without line ends. The n-th session has ids
// of its own; everything else is the same.
func Lines(n int) []string {
	id := func(name string) string { return fmt.Sprintf("%s-%d", name, n) }
	at := func(minute int) string { return fmt.Sprintf("2026-05-01T10:%02d:00.000Z", minute) }
	head := func(kind, name, parent string, minute int) string {
		up := "null"
		if parent != "" {
			up = `"` + id(parent) + `"`
		}
		return fmt.Sprintf(`{"parentUuid":%s,"isSidechain":false,"userType":"external","cwd":"/home/dev/harbour",`+
			`"sessionId":"s-%d","version":"2.1.45","gitBranch":"main","type":"%s","uuid":"%s","timestamp":"%s"`,
			up, n, kind, id(name), at(minute))
	}
	prompt := func(name, parent string, minute int, content string) string {
		return head("user", name, parent, minute) + `,"message":{"role":"user","content":` + content + `}}`
	}
	reply := func(name, parent string, minute int, content string) string {
		return head("assistant", name, parent, minute) + `,"message":{"id":"` + id("m"+name) +
			`","type":"message","role":"assistant","model":"claude-opus-4-6","content":[` + content +
			`],"stop_reason":"end_turn","usage":{"input_tokens":12,"cache_creation_input_tokens":800,` +
			`"cache_read_input_tokens":20000,"output_tokens":340}},"requestId":"` + id("q"+name) + `"}`
	}
	call := id("t")
	lines := []string{
		fmt.Sprintf(`{"type":"permission-mode","permissionMode":"default","sessionId":"s-%d"}`, n),
		prompt("u1", "", 1, `"Where do the ferries moor at low tide?"`),
		reply("a1", "u1", 2, `{"type":"thinking","thinking":"The berths are listed in a file.","signature":"c2lnbmVk"}`),
		reply("a2", "a1", 3, `{"type":"tool_use","id":"`+call+
			`","name":"Bash","input":{"command":"cat berths.txt","description":"Read the berths"}}`),
		head("user", "r1", "a2", 4) + `,"message":{"role":"user","content":[{"tool_use_id":"` + call +
			`","type":"tool_result","content":"north quay\nsouth quay","is_error":false}]},` +
			`"toolUseResult":{"stdout":"north quay\nsouth quay","stderr":"","interrupted":false},` +
			`"sourceToolAssistantUUID":"` + id("a2") + `"}`,
		reply("a3", "r1", 5, `{"type":"text","text":"At the south quay."}`),
		prompt("u2", "a3", 6, `[{"type":"text","text":"Größe, 潮 and 🚢, as \"\u00e9\" \ud83d\udea2 or C:\\new?"}]`),
		reply("a4", "u2", 7, `{"type":"text","text":"Both ways of writing are the same."}`),
		prompt("u3", "a4", 8, `"And at high tide?"`),
		reply("a5", "u3", 9, `{"type":"text","text":"Then the north quay."}`),
		head("system", "y1", "a5", 10) + `,"subtype":"turn_duration","durationMs":61000,"isMeta":false}`,
		prompt("u4", "y1", 11, `"Thank you."`),
		reply("a6", "u4", 12, `{"type":"text","text":"Safe journey."}`),
	}
	// The damaged lines are in the first half, so most of the session stays linked.
	for i, up := 5, "a6"; i < 12; i++ {
		asked, replyID := fmt.Sprint("u", i), fmt.Sprint("a", i+2)
		lines = append(lines, prompt(asked, up, 10+2*i, fmt.Sprintf(`"And the day after, %d?"`, i)),
			reply(replyID, asked, 11+2*i, `{"type":"text","text":"The same."}`))
		up = replyID
	}
	return lines
}

// Indexes of lines in a session.
const (
	mode     = 0
	prompt   = 1
	thought  = 2
	call     = 3
	result   = 4
	answer   = 5
	umlauts  = 6 // all kinds of characters and escapes
	third    = 8
	reply    = 9
	duration = 10
	fourth   = 11
)

// Session returns the undamaged file.
func Session(n int) []byte { return join(Lines(n)) }

func join(lines []string) []byte {
	return []byte(strings.Join(lines, "\n") + "\n")
}

// change returns a function that makes the session with its lines edited.
func change(edit func(lines []string) []string) func(n int) []byte {
	return func(n int) []byte { return join(edit(Lines(n))) }
}

// line returns a function that makes the session with one line edited.
func line(at int, edit func(line string) string) func(n int) []byte {
	return change(func(lines []string) []string {
		was := lines[at]
		if lines[at] = edit(was); lines[at] == was {
			panic("damaged: nothing is changed")
		}
		return lines
	})
}

// whole returns a function that makes the session with its bytes edited.
func whole(edit func(data []byte) []byte) func(n int) []byte {
	return func(n int) []byte { return edit(Session(n)) }
}

// replaced returns a function that makes the session with a text replaced once in one line.
func replaced(at int, old, new string) func(n int) []byte {
	return line(at, func(s string) string { return strings.Replace(s, old, new, 1) })
}

// fixed returns a function that makes a file unrelated to the session.
func fixed(data string) func(n int) []byte {
	return func(int) []byte { return []byte(data) }
}

// each returns a function that makes the session with every line edited.
func each(edit func(line string) string) func(n int) []byte {
	return change(func(lines []string) []string {
		for i := range lines {
			lines[i] = edit(lines[i])
		}
		return lines
	})
}

// ends returns a function that makes the session with other line ends.
func ends(with string) func(n int) []byte {
	return whole(func(data []byte) []byte { return bytes.ReplaceAll(data, []byte("\n"), []byte(with)) })
}

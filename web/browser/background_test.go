package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"unspool/parser/testutil"
)

const (
	foldLine = `$deep('unspool-row[data-kind="background-fold"]')`
	// background are the rows of background records without the two failures.
	background = `$$deep('unspool-row[data-kind="background"]').filter((row) => !/^x2[89]$/.test(row.row.key))`
)

// The background records of a turn are in one line at its end, which shows them below it, and hides
// them again.
func TestBackgroundFold(t *testing.T) {
	t.Parallel()
	p := openCase(t, "background", "background records")
	says(t, p, `$role("article").dataset.kind`, "prompt")
	count := Eval[int](p, foldLine+`.row.fold.count`)
	if n := Eval[int](p, background+`.length`); n > 0 || count < 30 {
		t.Fatalf("%d rows of background records, %d folded", n, count)
	}
	says(t, p, `$text(`+foldLine+`).trim()`, fmt.Sprintf("%d background records", count))
	says(t, p, foldLine+`.ariaLabel`, fmt.Sprintf("%d\u00a0background records", count))
	passes(t, p, "folded background records")
	isOpen := `(` + background + `.length > 0 && ` + background + `.every((row) => row.row.inside && row.dataset.index > ` + foldLine + `.dataset.index) && ` +
		foldLine + `.querySelector("button").ariaExpanded === "true")`
	isClosed := `(` + background + `.length === 0 && ` + foldLine + `.querySelector("button").ariaExpanded === "false")`
	p.Do(foldLine + `.querySelector("button").focus()`)
	p.Press("Enter")
	p.WaitFor(isOpen, 0)
	passes(t, p, "background records")
	p.Do(foldLine + `.querySelector("button").click()`)
	p.WaitFor(isClosed, 0)
	focusConversation(p)
	p.Press("e")
	p.WaitFor(isOpen, 0)
	p.Press("c")
	p.WaitFor(isClosed, 0)
}

// A link and the command reach background records that are folded.
func TestBackgroundFoldReached(t *testing.T) {
	t.Parallel()
	p := openCase(t, "background", "background records")
	goTo := func(record string) {
		p.r.Helper()
		p.WaitFor(`$deep("unspool-session").goTo(`+fmt.Sprintf("%q", record)+`)`, 0)
		p.WaitFor(`$focused("article")?.dataset.kind === "background" && $focused("article").row.inside`, 0)
	}
	goTo("x5")
	p.Do(foldLine + `.querySelector("button").click()`)
	p.WaitFor(background+`.length === 0`, 0)
	focusConversation(p)
	p.Press("m")
	p.WaitFor(`!`+foldLine+` && `+background+`.length > 0 && `+background+`.every((row) => !row.row.inside)`, 0)
	p.Press("m")
	p.WaitFor(foldLine+` && `+background+`.length === 0`, 0)
}

// A match in a background record that is folded opens its line.
func TestBackgroundFoldFound(t *testing.T) {
	t.Parallel()
	p := finding(t, testutil.Extract(t, "background"), "no such call", 1400, 900)
	p.WaitFor(matchLines+`.length === 1`, 0)
	p.Press("Enter")
	p.WaitFor(background+`.some((row) => row.row.key === "g10" && row.row.inside)`, 0)
}

// thinkingLines are two replies: thinking and a text, and only thinking.
const thinkingLines = `{"type":"user","uuid":"u1","timestamp":"2026-05-01T10:00:00.000Z","sessionId":"s","message":{"role":"user","content":"go"}}
{"type":"assistant","uuid":"t1","parentUuid":"u1","timestamp":"2026-05-01T10:00:59.000Z","sessionId":"s","message":{"id":"m1","role":"assistant","model":"claude-opus-4-6","content":[{"type":"thinking","thinking":"","signature":"x"}]}}
{"type":"assistant","uuid":"a1","parentUuid":"t1","timestamp":"2026-05-01T10:01:01.000Z","sessionId":"s","message":{"id":"m1","role":"assistant","model":"claude-opus-4-6","content":[{"type":"text","text":"so"}],"stop_reason":"end_turn"}}
{"type":"user","uuid":"u2","parentUuid":"a1","timestamp":"2026-05-01T10:02:00.000Z","sessionId":"s","message":{"role":"user","content":"go on"}}
{"type":"assistant","uuid":"t2","parentUuid":"u2","timestamp":"2026-05-01T10:02:04.000Z","sessionId":"s","message":{"id":"m2","role":"assistant","model":"claude-opus-4-6","content":[{"type":"thinking","thinking":"","signature":"x"}]}}
`

// The header of a reply says how long Claude thought if that is all that is recorded.
func TestUnrecordedThinking(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(path, []byte(thinkingLines), 0o600); err != nil {
		t.Fatal(err)
	}
	p := open(t, "")
	p.Read(path)
	p.WaitFor(`$$role("article").length === 4`, 0)
	wants(t, Eval[string](p, `$$role("article").map((row) => $text(row).replace(/\s+/g, " ")).join("\n")`), "opus 4.6 · thought 59 s", "Thought for 4.0 s")
	p.WaitFor(`$deep("unspool-session").goTo("t1")`, 0)
	p.WaitFor(`$focused("article")?.dataset.kind === "text"`, 0)
}

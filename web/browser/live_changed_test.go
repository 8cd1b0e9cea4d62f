package browser

import "testing"

// changedFile is the notice about a file that no longer continues what was read of it.
const changedFile = `$$role("alert").find((e) => /on disk|was deleted/.test($text(e)))`

// shownNow is what the conversation shows: its position, and the first rows in sight. A notice may cover
// the last ones.
var shownNow = script("live_changed.shown")

// reloadChanged waits for the notice about changed files, and has them read again.
func reloadChanged(p *Page) {
	p.r.Helper()
	p.WaitFor(changedFile, 0)
	p.Do(`globalThis.told = $told.length; ` + changedFile + `.querySelector("button").click()`)
	p.WaitFor(`$told.length === told + 1 && $told.at(-1) === "ready"`, 0)
}

// A file that was truncated or replaced stays on the screen as it was read until the user has it read
// again, in the same turn; then it is followed.
func TestLiveTruncatedAndReplaced(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ write, said string }{
		"cut":             {`disk.turns(1, 30)`, "“s1.jsonl” was truncated on disk."},
		"emptied":         {`""`, "“s1.jsonl” was emptied on disk: it has 0 bytes now."},
		"replaced":        {`disk.turns(1, 60).replaceAll("answer", "reply")`, "“s1.jsonl” was replaced on disk."},
		"same size":       {`disk.turns(1, 40).replaceAll("answer", "retort".slice(0, 6))`, "“s1.jsonl” was replaced on disk."},
		"another session": {`disk.turns(1, 60, "s7")`, "“s1.jsonl” was overwritten on disk by another session."},
	} {
		t.Run(name, func(t *testing.T) {
			p := openLive(t)
			dropLive(p, "40")
			p.Click(`unspool-row[data-kind="prompt"]`)
			for range 10 {
				p.Press("n")
			}
			p.WaitFor(inSight("question 11")+" && !"+inSight("question 1"), 0)
			p.Do(`globalThis.before = ` + shownNow)
			p.Do(`await disk.write("s1.jsonl", ` + c.write + `)`)
			p.WaitFor(changedFile, 0)
			says(t, p, `$text(`+changedFile+`.querySelector("p")).replace(/\s+/g, " ")`, c.said+" What was read stays here.")
			wants(t, Eval[string](p, liveState), "File changed")
			looked(p, 2)
			if !Eval[bool](p, `$told.length === 1 && `+changedFile+` && before === `+shownNow) {
				t.Error("what was read has changed")
			}
			if name == "emptied" {
				p.Do(`await disk.write("s1.jsonl", disk.turns(1, 41))`) // as before, and a turn more
				p.WaitFor(`!`+changedFile+` && `+liveState+` === "Live" && $role("button", /new line/)`, 0)
				return
			}
			passes(t, p, "a file that changed")
			p.Do(changedFile + `.querySelector("button").click()`)
			p.WaitFor(`$told.length === 2 && !`+changedFile+` && $text().includes("Reloaded.")`, 0)
			if name != "another session" {
				p.WaitFor(inSight("question 11")+" && !"+inSight("question 1"), 0)
			}
			wants(t, Eval[string](p, liveState), "Live")
			says(t, p, `$deep("unspool-session").exportSource.api.files(-1).then(([{ size }]) => disk.size("s1.jsonl").then((now) => String(size === now)))`, "true")
			p.Do(`await disk.append("s1.jsonl", disk.turns(90, 90))`)
			p.WaitFor(`$role("button", /new line/)`, 0)
		})
	}
}

// After "Keep", nothing happens to a file that changed: what was read stays, and the file is not
// followed until it is opened again.
func TestLiveKeep(t *testing.T) {
	t.Parallel()
	p := openLive(t)
	dropLive(p, "3")
	p.Do(`await disk.write("s1.jsonl", disk.turns(1, 2))`)
	p.WaitFor(changedFile, 0)
	p.Do(changedFile + `.querySelector("button:last-of-type").click()`)
	p.WaitFor(`!`+changedFile+` && $deep("unspool-list").contains($deep("unspool-session").shadowRoot.activeElement)`, 0)
	for _, write := range []string{`disk.turns(1, 5)`, `disk.turns(1, 1)`, `""`} {
		p.Do(`await disk.write("s1.jsonl", ` + write + `)`)
		looked(p, 3)
		if !Eval[bool](p, `$told.length === 1 && !`+changedFile+` && $text().includes("answer 3") && !$text().includes("answer 5") && `+liveState+` === "File changed"`) {
			t.Errorf("something happens after %s", write)
		}
	}
	p.Do(`await disk.write("s1.jsonl", disk.turns(1, 5)); await disk.drop(["s1.jsonl"])`)
	p.WaitFor(`$told.length === 2 && $text().includes("answer 5") && `+liveState+` === "Live"`, 0)
	p.Do(`await disk.append("s1.jsonl", disk.turns(6, 6))`)
	p.WaitFor(`$text().includes("answer 6")`, 0)
}

// A file that is replaced while it is being read again is reported again, and its current content can
// be read.
func TestLiveReplacedWhileReloading(t *testing.T) {
	t.Parallel()
	p := openLive(t)
	p.Run("live_changed.replaceDuringSecondLoad")
	dropLive(p, "3")
	p.Do(`await disk.write("s1.jsonl", disk.turns(1, 5, "s8"))`)
	reloadChanged(p)
	p.WaitFor(`disk.loads === 2 && $deep("unspool-session").sessions.map(({ turns }) => turns).join() === "5"`, 0)
	reloadChanged(p)
	p.WaitFor(`$deep("unspool-session").sessions.map(({ turns }) => turns).join() === "2" && `+liveState+` === "Live"`, 0)
	p.Do(`await disk.append("s1.jsonl", disk.turns(3, 3, "s9"))`)
	p.WaitFor(`$text().includes("answer 3")`, 0)
}

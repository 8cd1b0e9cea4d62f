package browser

import (
	_ "embed" // live.js
	"fmt"
	"testing"

	"unspool/parser/testutil"
)

//go:embed live.js
var liveFiles string

// openLive opens the site with `disk`, files that a test can write.
func openLive(t *testing.T) *Page {
	t.Helper()
	p := open(t, "")
	p.Do("await " + liveFiles)
	return p
}

// dropLive writes turns 1 to n of a session into one file and drops it.
func dropLive(p *Page, n string) {
	p.r.Helper()
	p.Do(`await disk.write("s1.jsonl", disk.turns(1, ` + n + `)); await disk.drop(["s1.jsonl"])`)
	p.WaitFor(`$told.length === 1`, 0)
	p.WaitFor(`$role("button", "Live")`, 0)
}

// looked waits until the page has polled the file this many times more.
func looked(p *Page, times int) {
	p.r.Helper()
	p.Do(`disk.looks = 0`)
	p.WaitFor(fmt.Sprintf(`disk.looks >= %d`, times), 0)
}

// inSight is the expression for whether a row with this text is visible.
func inSight(words string) string {
	return script("session.isRowInSight", words)
}

const (
	liveButton = `$role("button", /^(Live|Not live|Paused|File deleted|File changed|Reload)$/)`
	liveState  = `$text(` + liveButton + `)`
	atEnd      = `(() => { const l = $deep("unspool-list"); return l.scrollTop + l.clientHeight >= l.scrollHeight - 30 })()`
)

// New lines of a growing file are shown, and a user at the end stays at the end, for chunks of any
// size; the current turn and open body are kept.
func TestLiveGrows(t *testing.T) {
	t.Parallel()
	p := openLive(t)
	dropLive(p, "40")
	wants(t, Eval[string](p, liveState), "Live")
	p.Press("End")
	p.WaitFor(atEnd+` && $text().includes("answer 40")`, 0)
	p.Do(`await disk.append("s1.jsonl", disk.turns(41, 60))`)
	p.WaitFor(atEnd+` && $text().includes("answer 60")`, 0)
	if Eval[bool](p, `$role("button", /new line/) !== null`) {
		t.Error("a user at the end is notified of visible lines")
	}
	// Half a record does not count yet.
	p.Do(`const more = disk.turns(61, 61); globalThis.rest = more.slice(100); await disk.append("s1.jsonl", more.slice(0, 100))`)
	looked(p, 2)
	p.Do(`await disk.append("s1.jsonl", rest)`)
	p.WaitFor(atEnd+` && $text().includes("answer 61")`, 0)
	if n := Eval[int](p, `$told.filter((code) => code !== "ready").length`); n > 0 {
		t.Errorf("%d failures", n)
	}
}

// A narrow bar only has space for the dot; its text is still available to screen readers.
func TestLiveNarrow(t *testing.T) {
	t.Parallel()
	p := openLive(t)
	p.Size(360, 800)
	dropLive(p, "4")
	p.WaitFor(`$deep(".viewbar .live .dot")`, 0)
	got := Eval[struct {
		Name string
		Seen bool
		Dot  int
	}](p, `(() => { const live = $deep(".viewbar .live"); const [dot, words] = live.children; return { Name: live.ariaLabel, Seen: words.checkVisibility(), Dot: dot.offsetWidth } })()`)
	if got.Name != "Live" || got.Seen || got.Dot < 7 {
		t.Errorf("the mark is %+v", got)
	}
	passes(t, p, "following, narrow")
}

// A user who is elsewhere stays there, and sees how many lines were added.
func TestLiveScrolledAway(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openLive(t)
	dropLive(p, "40")
	p.Do(`$deep("unspool-list").scrollTop = 900`)
	p.WaitFor("!"+inSight("question 1"), 0)
	top := Eval[float64](p, `$deep("unspool-list").scrollTop`)
	p.Do(`await disk.append("s1.jsonl", disk.turns(41, 45))`)
	p.WaitFor(`$role("button", /new line/) && $text($role("button", /new line/)).includes("10 new lines")`, 0)
	p.Do(`await disk.append("s1.jsonl", disk.turns(46, 46))`)
	p.WaitFor(`$text($role("button", /new line/)).includes("12 new lines")`, 0)
	if now := Eval[float64](p, `$deep("unspool-list").scrollTop`); now != top {
		t.Errorf("it was scrolled from %v to %v", top, now)
	}
	passes(t, p, "a live session")
	p.ClickRole("button", "/new line/")
	p.WaitFor(`$text().includes("question 41") && !$role("button", /new line/)`, 0)
}

// Following can be paused; new lines are read when it resumes.
func TestLivePaused(t *testing.T) {
	t.Parallel()
	p := openLive(t)
	dropLive(p, "3")
	p.ClickRole("button", "/^(Live|Paused|File deleted)$/")
	p.WaitFor(liveState+` === "Paused" && $role("button", "Paused").ariaPressed === "false"`, 0)
	p.Do(`await disk.append("s1.jsonl", disk.turns(4, 4)); disk.looks = 0`)
	p.Click("unspool-list")
	p.Press("l") // resumes
	p.WaitFor(liveState+` === "Live" && $text().includes("answer 4")`, 0)
}

// However often following is turned off and on, there is one poll at a time: two would read on in
// the same file.
func TestLiveOnePollAtATime(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openLive(t)
	dropLive(p, "3")
	p.Do(`disk.looks = 0; disk.gate = new Promise((open) => { disk.open = open })`)
	p.WaitFor(`disk.looks === 1`, 0)
	p.Do(`for (let i = 0; i < 6; i++) {
		` + liveButton + `.click();
		await new Promise((done) => setTimeout(() => setTimeout(done))); // a poll that this starts has started by then
	}`)
	if n := Eval[int](p, `disk.looks`); n != 1 {
		t.Errorf("%d polls at a time", n)
	}
	p.Do(`disk.open(); await disk.append("s1.jsonl", disk.turns(4, 4))`)
	p.WaitFor(liveState+` === "Live" && $text().includes("answer 4")`, 0)
}

// A session from an address has no file to follow, whatever was open before.
func TestLiveAfterAddress(t *testing.T) {
	t.Parallel()
	p := openLive(t)
	dropLive(p, "3")
	p.Do(`$deep("unspool-session").src = "sample/files.json"`)
	p.WaitFor(`$told.length === 2 && $deep("unspool-row, .chooser .entry") && !`+liveButton, 0)
}

// A hidden page polls rarely, and at once when it becomes visible.
func TestLiveHidden(t *testing.T) {
	t.Parallel()
	p := openLive(t)
	dropLive(p, "3")
	p.Do(`globalThis.hide = (on) => { Object.defineProperty(document, "hidden", {value: on, configurable: true}); document.dispatchEvent(new Event("visibilitychange")) }`)
	looked(p, 1)
	p.Do(`hide(true); await disk.append("s1.jsonl", disk.turns(4, 4)); hide(false)`)
	p.WaitFor(`$text().includes("answer 4")`, 0)
}

// A table of prices that is dropped by itself joins the files on the screen, which are still followed.
func TestLiveAfterPrices(t *testing.T) {
	t.Parallel()
	p := openLive(t)
	dropLive(p, "4")
	p.Do(`await disk.write("prices.tsv", ` + quoted(myPrices) + `); await disk.drop(["prices.tsv"])`)
	p.WaitFor(`$told.length === 2 && $role("button", "Live")`, 0)
	looked(p, 2)
	p.Do(`await disk.append("s1.jsonl", disk.turns(5, 6))`)
	p.WaitFor(`$text().includes("answer 6")`, 0)
	wants(t, Eval[string](p, liveState), "Live")
	if Eval[bool](p, changedFile+` !== undefined`) {
		t.Error("a file is said to have changed")
	}
}

// What was read of a deleted file stays, including bodies, and the file is followed again when it
// is back.
func TestLiveDeleted(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openLive(t)
	dropLive(p, "3")
	p.Do(`await disk.remove("s1.jsonl")`)
	p.WaitFor(liveState+` === "File deleted" && `+changedFile, 0)
	says(t, p, `$text(`+changedFile+`).replace(/\s+/g, " ")`, "“s1.jsonl” was deleted. What was read stays here. Keep")
	wants(t, Eval[string](p, `$text()`), "answer 3")
	p.Do(`await disk.write("s1.jsonl", disk.turns(1, 4))`)
	p.WaitFor(liveState+` === "Live" && $text().includes("answer 4") && !`+changedFile, 0)
}

// One of several files that is deleted is reported only where its session is open: the list and other sessions
// are still followed.
func TestLiveDeletedOfSeveral(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openLive(t)
	p.Do(`for (const s of ["s1", "s2"]) await disk.write(s + ".jsonl", disk.turns(1, 3, s)); await disk.drop(["s1.jsonl", "s2.jsonl"])`)
	p.WaitFor(`$told.length === 1 && $$role("listitem").length === 2 && $role("button", "Live")`, 0)
	present := func(id string) {
		p.Do(`const { sessions } = $deep("unspool-session"); $deep("unspool-session").present(sessions.find(({ id }) => id === "` + id + `").index)`)
		p.WaitFor(`$text().includes("answer 3") && `+liveButton, 0)
		looked(p, 4)
	}
	p.Do(`await disk.remove("s2.jsonl")`)
	looked(p, 4)
	wants(t, Eval[string](p, liveState), "Live")
	present("s1")
	wants(t, Eval[string](p, liveState), "Live")
	present("s2")
	p.WaitFor(liveState+` === "File deleted"`, 0)
	p.Do(`$deep("unspool-session").present(undefined)`)
	p.WaitFor(liveState+` === "Live"`, 0)
	p.Do(`await disk.write("s2.jsonl", disk.turns(1, 4, "s2"))`)
	p.WaitFor(`$deep("unspool-session").sessions.some(({ typedPrompts }) => typedPrompts === 4)`, 0)
	if Eval[bool](p, `$text().includes("The file is back.")`) {
		t.Error("a file that was not said to be deleted is said to be back")
	}
}

// Sessions of a folder grow in the list, and new ones are added to it; the file of an agent is
// added to its session.
func TestLiveFolder(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openLive(t)
	p.Do(`for (const s of ["s1", "s2"]) await disk.write("proj/" + s + ".jsonl", disk.turns(1, 3, s)); await disk.drop(["proj"])`)
	p.WaitFor(`$told.length === 1 && $$role("listitem").length === 2 && $role("button", "Live")`, 0)
	p.Do(`await disk.append("proj/s2.jsonl", disk.turns(4, 5, "s2")); await disk.write("proj/s3.jsonl", disk.turns(1, 1, "s3"))`)
	p.WaitFor(`$$role("listitem").length === 3`, 0)
	p.WaitFor(`$$deep(".chooser .entry .facts").map((e) => $text(e).match(/\d+\sprompts?/)[0].replace(/\s/, " ")).sort().join() === "1 prompt,3 prompts,5 prompts"`, 0)
	p.Do(entries + `.find((e) => $text(e).includes("5")).click()`)
	p.WaitFor(`$text().includes("answer 5")`, 0)
	p.Do(`await disk.write("proj/s2/subagents/agent-abc.jsonl", disk.agent("s2"))`)
	p.WaitFor(`$deep("unspool-row[data-kind='tool'], unspool-row .run, unspool-row[data-agent]") !== null || /agent/i.test($text($role("feed")))`, 0)
}

// While the list of sessions is on the screen, the first agent of a session and the first session of a new folder
// are found, although no known file is in their folders.
func TestLiveNewFolders(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openLive(t)
	p.Do(`for (const s of ["s1", "s2"]) await disk.write("projects/a/" + s + ".jsonl", disk.turns(1, 3, s)); await disk.drop(["projects"])`)
	p.WaitFor(`$told.length === 1 && $$role("listitem").length === 2 && $role("button", "Live")`, 0)
	p.Do(`await disk.write("projects/a/s1/subagents/agent-abc.jsonl", disk.agent("s1"))`)
	p.WaitFor(`$deep("unspool-session").sessions.some(({ agents }) => agents === 1)`, 0)
	p.Do(`await disk.write("projects/b/s3.jsonl", disk.turns(1, 1, "s3"))`)
	p.WaitFor(`$$role("listitem").length === 3`, 0)
}

// For a session with more files than are polled each time, the others are polled in rotation.
func TestLiveManyFiles(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openLive(t)
	p.Run("live_files.dropAgents", 120)
	p.WaitFor(`$told.length === 1 && $role("button", "Live")`, 0)
	p.Run("live_files.growAgent")
	p.WaitFor(script("live_files.isGrowthRead"), 0)
}

// New bytes that could not be read are read later, even if the file has not grown again.
func TestLiveUnreadBytes(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	for name, answer := range map[string]string{
		"nothing of it": `undefined`,
		"a failure":     `Promise.reject({ code: "worker", detail: "", path: "" })`,
	} {
		t.Run(name, func(t *testing.T) {
			p := openLive(t)
			p.Do(`$deep("unspool-session").dispose(); disk.asked = 0; disk.answer({ follow: (ask, ...given) => (disk.asked++ === 0 ? ` + answer + ` : ask(...given)) })`)
			dropLive(p, "3")
			p.Do(`await disk.append("s1.jsonl", disk.turns(4, 4))`)
			p.WaitFor(`disk.asked === 2 && $text().includes("answer 4")`, 0)
		})
	}
}

// If two files have the same name, it is unknown which one grew: neither is followed, nor confused
// with the other, and other files are followed.
func TestLiveTwoFilesWithOneName(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openLive(t)
	p.Do(`for (const s of ["s1", "s2"]) await disk.write(s + "/log.jsonl", disk.turns(1, 3, s));
		await disk.write("s3.jsonl", disk.turns(1, 3, "s3")); await disk.drop(["s1/log.jsonl", "s2/log.jsonl", "s3.jsonl"])`)
	p.WaitFor(`$told.length === 1 && $$role("listitem").length === 3 && $role("button", "Live")`, 0)
	const turns = `$deep("unspool-session").sessions.map(({ id, turns }) => id + " " + turns).sort().join()`
	// All files are read again because another one changed.
	p.Do(`await disk.write("s3.jsonl", disk.turns(1, 2, "s3").replaceAll("answer", "reply"))`)
	reloadChanged(p)
	says(t, p, turns, "s1 3,s2 3,s3 2")
	p.Do(`await disk.append("s2/log.jsonl", disk.turns(4, 5, "s2")); await disk.append("s3.jsonl", disk.turns(3, 3, "s3"))`)
	p.WaitFor(turns+`.includes("s3 3")`, 0)
	looked(p, 3)
	says(t, p, turns, "s1 3,s2 3,s3 3")
	for id, want := range map[string]string{"s1": "Not live", "s3": "Live"} {
		p.Do(`const { sessions } = $deep("unspool-session"); $deep("unspool-session").present(sessions.find(({ id }) => id === "` + id + `").index)`)
		p.WaitFor(liveState+` === "`+want+`"`, 0)
	}
	if told := Eval[string](p, `$told.join()`); told != "ready,ready" {
		t.Errorf("reported %s", told)
	}
}

// A file of the session on the screen that can no longer be read is reported once, while others
// grow; when it can be read again, it is.
func TestLiveUnreadable(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	for name, failing := range map[string]string{
		"its new lines":       "live_files.ignore",
		"what was read of it": "live_files.failToRead",
	} {
		t.Run(name, func(t *testing.T) {
			p := openLive(t)
			p.Run(failing, "proj/s1.jsonl")
			p.Do(`for (const s of ["s1", "s2"]) await disk.write("proj/" + s + ".jsonl", disk.turns(1, 3, s)); await disk.drop(["proj"])`)
			p.WaitFor(`$told.length === 1 && $$role("listitem").length === 2 && $role("button", "Live")`, 0)
			p.Do(`const viewer = $deep("unspool-session"), { announce } = viewer;
				globalThis.said = []; viewer.announce = (words) => { said.push(words); announce.call(viewer, words); };
				viewer.present(viewer.sessions.find(({ id }) => id === "s1").index)`)
			p.WaitFor(`$text().includes("answer 3")`, 0)
			p.Do(`await disk.append("proj/s1.jsonl", disk.turns(4, 4, "s1")); await disk.append("proj/s2.jsonl", disk.turns(4, 4, "s2"))`)
			const turns = `$deep("unspool-session").sessions.map(({ id, turns }) => id + " " + turns).sort().join()`
			p.WaitFor(turns+` === "s1 3,s2 4"`, 0)
			p.WaitFor(`said.length > 0`, 0)
			for more := 5; more <= 8; more++ { // one poll each
				p.Do(fmt.Sprintf(`await disk.append("proj/s2.jsonl", disk.turns(%[1]d, %[1]d, "s2"))`, more))
				p.WaitFor(fmt.Sprintf(`%s === "s1 3,s2 %d"`, turns, more), 0)
			}
			says(t, p, `said.join("\n")`, "New lines of “s1.jsonl” could not be read. Retrying.")
			p.Do(`disk.mended = true`)
			p.WaitFor(turns+` === "s1 4,s2 8"`, 0)
		})
	}
}

// A file that was added later, and has grown when everything is read again, is read once, in its
// current state.
func TestLiveReadAllAgain(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openLive(t)
	p.Do(`for (const s of ["s1", "s2"]) await disk.write("proj/" + s + ".jsonl", disk.turns(1, 3, s)); await disk.drop(["proj"])`)
	p.WaitFor(`$told.length === 1 && $$role("listitem").length === 2 && $role("button", "Live")`, 0)
	p.Do(`await disk.write("proj/s3.jsonl", disk.turns(1, 1, "s3"))`)
	p.WaitFor(`$$role("listitem").length === 3`, 0)
	p.ClickRole("button", "/^(Live|Paused|File deleted)$/")
	p.WaitFor(liveState+` === "Paused"`, 0)
	p.Do(`await disk.append("proj/s3.jsonl", disk.turns(2, 5, "s3")); await disk.write("proj/s1.jsonl", disk.turns(1, 2, "s1").replaceAll("answer", "reply"))`)
	p.ClickRole("button", "/^(Live|Paused|File deleted)$/")
	reloadChanged(p)
	p.WaitFor(`$$deep(".chooser .entry .facts").map((e) => $text(e).match(/\d+\sprompts?/)[0].replace(/\s/, " ")).sort().join() === "2 prompts,3 prompts,5 prompts"`, 0)
	if got := Eval[string](p, `$deep("unspool-session").exportSource.api.files(-1).then((files) => files.map(({ path }) => path).sort().join())`); got != "proj/s1.jsonl,proj/s2.jsonl,proj/s3.jsonl" {
		t.Errorf("read %s", got)
	}
}

// New lines are found, and counted, whatever is shown or hidden above them.
func TestLiveNewRowsWhileRowsMove(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openLive(t)
	p.Do(`await disk.write("s1.jsonl", disk.calls(6) + disk.turns(2, 40)); await disk.drop(["s1.jsonl"])`)
	p.WaitFor(`$told.length === 1 && $role("button", "Live") && $deep("unspool-row .series")`, 0)
	p.Do(`await disk.append("s1.jsonl", disk.turns(41, 45))`)
	p.WaitFor(`$role("button", /new line/) && $text($role("button", /new line/)).includes("10 new lines")`, 0)
	before := Eval[int](p, `$deep("unspool-list").context.conversation.total`)
	p.Click("unspool-list")
	p.Press("e")
	p.WaitFor(fmt.Sprintf(`$deep("unspool-list").context.conversation.total > %d`, before), 0)
	p.Do(`await disk.append("s1.jsonl", disk.turns(46, 46))`)
	p.WaitFor(`$text($role("button", /new line/)).includes("12 new lines")`, 0)
	p.ClickRole("button", "/new line/")
	p.WaitFor(`!$role("button", /new line/) && $text($focused("article")).includes("question 41")`, 0)
}

// When files are read again, the list of sessions keeps its filter and scroll position.
func TestLiveKeepsTheLibrary(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openLive(t)
	p.Do(`for (let n = 1; n <= 40; n++) await disk.write("proj/s" + n + ".jsonl", disk.turns(1, 2, "s" + n)); await disk.drop(["proj"])`)
	p.WaitFor(`$told.length === 1 && $role("listitem") && $role("button", "Live")`, 0)
	p.Do(`const field = $role("searchbox", "Filter sessions"); field.value = "question"; field.dispatchEvent(new Event("input"))`)
	p.Do(`$deep(".chooser").scrollTop = 700`)
	p.WaitFor(`$deep(".chooser").scrollTop === 700`, 0)
	p.Do(`await disk.write("proj/s7.jsonl", disk.turns(1, 1, "s7"))`)
	reloadChanged(p)
	p.WaitFor(`$role("searchbox", "Filter sessions")?.value === "question" && $deep(".chooser").scrollTop === 700`, 0)
}

// If the browser provides no handles, files are read again on request, and the position is kept.
func TestReload(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openLive(t)
	p.Do(`await disk.write("s1.jsonl", disk.turns(1, 40)); await disk.drop(["s1.jsonl"], false)`)
	p.WaitFor(`$told.length === 1 && $role("button", "Reload")`, 0)
	p.Do(`$deep("unspool-list").scrollTop = 900`)
	p.WaitFor("!"+inSight("question 1"), 0)
	p.ClickRole("button", "Reload")
	p.WaitFor(`$told.length === 2 && $text().includes("Reloaded") && !`+inSight("question 1"), 0)
}

package browser

import (
	"fmt"
	"testing"

	"unspool/parser/testutil"
	"unspool/parser/testutil/testgen"
)

// openUnreadable opens the site with a parser that can read only this number of bytes of a file, as
// with a file that changed on disk.
func openUnreadable(t *testing.T, after int) *Page {
	t.Helper()
	url := withScript(t, "parser-worker", script("file_readers.failing", after)+";\n")
	p := newPage(t)
	before(p, watched)
	enter(p, url)
	return p
}

// If the rest of a file cannot be read, the part that was read stays, the page says so, and reads
// it on request.
func TestReadErrorWhileReading(t *testing.T) {
	t.Parallel()
	data, facts := testgen.Session(9_000_000)
	path := write(t, "large.jsonl", data)
	const turns = `$deep("unspool-session").summary().then((s) => s.turns)`
	p := openUnreadable(t, 3_000_000)
	if told := p.Read(path); told != "ready" {
		t.Fatalf("reported %q", told)
	}
	p.WaitFor(tryAgain, 0)
	wants(t, Eval[string](p, alert), "“large.jsonl” could not be read", "The requested file could not be read", "Everything read so far is still here")
	if n := Eval[int](p, turns); n == 0 || n >= facts.Turns {
		t.Errorf("%d turns are read of %d", n, facts.Turns)
	}
	// The parser is not dead: what was read can be opened.
	p.WaitFor(`$role("navigation", "Views and panes")`, 0)
	p.Do(`$$deep("unspool-row .row-button")[1].click()`)
	p.WaitFor(`$deep("unspool-row .body")`, 0)
	p.Do(`$told.length = 0; ` + tryAgain + `.click()`) // a new parser reads the same number of bytes
	p.WaitFor(`$told.length > 0`, patience)
	p.WaitFor(tryAgain, 0)
	if n := Eval[int](p, turns); n == 0 || n >= facts.Turns {
		t.Errorf("%d turns are read of %d", n, facts.Turns)
	}
	// A file that is small enough opens.
	if told := p.Read(sampleFile(t)); told != "ready" {
		t.Errorf("reported %q", told)
	}
	p.WaitFor(`!$role("alert")`, 0)
}

// A file that was cut short by a read error is read further when it is followed, and is then no
// longer reported.
func TestReadErrorThenFollowing(t *testing.T) {
	t.Parallel()
	p := openLive(t)
	p.Do(`const missed = { code: "unreadable", detail: "it changed", path: "s1.jsonl" };
		disk.answer({ load: (ask, ...given) => ask(...given).then((loaded) => ({ ...loaded, missed })) });
		$deep("unspool-session").dispose();`)
	dropLive(p, "3")
	wants(t, Eval[string](p, alert), "“s1.jsonl” could not be read", "it changed")
	p.Do(`await disk.append("s1.jsonl", disk.turns(4, 4))`)
	p.WaitFor(`$text().includes("answer 4") && !$role("alert")`, 0)
}

// If the parser died and the file has changed since, the content of the screen stays until the file
// is available: it is requested by its handle, or from the user.
func TestTryAgainWithAChangedFile(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	for _, handles := range []bool{true, false} {
		t.Run(fmt.Sprintf("handles %t", handles), func(t *testing.T) {
			p := watchedPage(t)
			p.Do("await " + liveFiles)
			p.Do(fmt.Sprintf(`await disk.write("s1.jsonl", disk.turns(1, 40)); await disk.drop(["s1.jsonl"], %t)`, handles))
			p.WaitFor(`$told.length === 1 && `+liveButton, 0)
			p.Allow("ERR_FILE_NOT_FOUND blob:") // the image of the worker
			p.Do(`$held.kill("parser-worker"); await disk.append("s1.jsonl", disk.turns(41, 42));
				globalThis.asked = 0; HTMLInputElement.prototype.click = function () { asked++; this.dispatchEvent(new Event("cancel")); };
				$deep("unspool-session").exportSource.api.query("body", { session: 0, key: "s1-u1" }).catch(() => undefined)`)
			p.WaitFor(tryAgain, patience)
			p.Do(tryAgain + `.click()`)
			if handles {
				p.WaitFor(`$told.at(-1) === "ready" && !$role("alert")`, patience)
				p.Press("End")
				p.WaitFor(`$text().includes("42 prompts")`, 0)
				return
			}
			p.WaitFor(`asked === 1`, 0)
			wants(t, Eval[string](p, `$text()`), "answer 1", "Try again")
		})
	}
}

package browser

import (
	"testing"

	"unspool/parser/testutil"
)

// others drops a folder of two sessions, and waits for their list.
func others(p *Page, told string) {
	p.r.Helper()
	p.Do(`for (const s of ["s8", "s9"]) await disk.write("others/" + s + ".jsonl", disk.turns(1, 3, s)); await disk.drop(["others"])`)
	p.WaitFor(`$told.length === `+told+` && $$role("listitem").length === 2 && $role("button", "Live")`, 0)
}

// othersGrow waits until growth of the sessions in that folder was noticed: by then the files are
// followed, and pending reads have ended.
func othersGrow(p *Page) {
	p.r.Helper()
	p.Do(`await disk.append("others/s9.jsonl", disk.turns(4, 5, "s9"))`)
	p.WaitFor(`$$deep(".chooser .entry .facts").some((e) => /5.prompts/.test($text(e)))`, 0)
}

// A session that was opened in place of one that was still being read is not affected by the files
// of that one.
func TestReplacedSessionIsNotFollowed(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openLive(t)
	dropLive(p, "3")
	p.Do(`disk.hold(); await disk.write("s2.jsonl", disk.turns(1, 3, "s2")); await disk.drop(["s2.jsonl"])`)
	p.WaitFor(`disk.loads === 1`, 0)
	p.Do(`$deep("unspool-session").src = "sample/files.json"`)
	p.WaitFor(`$told.length === 2 && $deep("unspool-row, .chooser .entry")`, 0)
	p.Do(`await disk.goOn()`)
	if Eval[bool](p, liveButton+` !== null`) {
		t.Error("a session from an address is shown as followed")
	}
}

// Other files were opened while files were read again: they are not affected.
func TestReplacedDuringReload(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openLive(t)
	p.Do(`await disk.write("s1.jsonl", disk.turns(1, 40)); await disk.drop(["s1.jsonl"], false)`)
	p.WaitFor(`$told.length === 1 && $role("button", "Reload")`, 0)
	p.Do(`disk.hold()`)
	p.ClickRole("button", "Reload")
	p.WaitFor(`disk.loads === 1`, 0)
	others(p, "2")
	p.Do(`await disk.goOn()`)
	othersGrow(p)
	if Eval[bool](p, `$text().includes("Reloaded") || $$role("listitem").length !== 2`) {
		t.Errorf("it continued with other files: %s", Eval[string](p, `$text()`))
	}
}

// Other files were opened while a replaced file was read again: they are not affected, and are
// followed.
func TestReplacedDuringReread(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openLive(t)
	dropLive(p, "40")
	p.Do(`disk.hold(); await disk.write("s1.jsonl", disk.turns(1, 60).replaceAll("answer", "reply"))`)
	p.ClickRole("button", "Reload")
	p.WaitFor(`disk.loads === 1`, 0)
	others(p, "2")
	p.Do(`await disk.goOn()`)
	othersGrow(p)
	if Eval[bool](p, `$text().includes("was replaced") || $$role("listitem").length !== 2`) {
		t.Errorf("it continued with other files: %s", Eval[string](p, `$text()`))
	}
}

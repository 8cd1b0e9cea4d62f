package browser

import (
	"fmt"
	"strings"
	"testing"

	"unspool/parser/testutil"
)

// level is the resources of a page, which must return to their previous amount.
type level struct {
	Listeners, Nodes, Heap float64
	Workers, URLs          int
}

func levelOf(p *Page) level {
	p.r.Helper()
	all := measured(p)
	return level{
		Listeners: all["JSEventListeners"], Nodes: all["Nodes"], Heap: all["JSHeapUsedSize"],
		Workers: Eval[int](p, `$held.workers.size`), URLs: Eval[int](p, `$held.urls.size`),
	}
}

// leavesNothing fails if the level grows each time that a round is repeated, with the page in the
// same state after it. Resources that are created once, such as late code, do not grow again.
func leavesNothing(t *testing.T, p *Page, what string, times int, round func(times int)) {
	t.Helper()
	at := levelOf(p)
	var grown []string
	for range 3 {
		round(times)
		now := levelOf(p)
		t.Logf("%s: %+v, after %d more times %+v", what, at, times, now)
		if grown = now.growth(at, float64(times)); len(grown) == 0 {
			return
		}
		at = now
	}
	t.Errorf("%s: %s", what, strings.Join(grown, ", "))
}

// growth returns what increased by at least one, or by its tolerance, per repetition.
func (l level) growth(before level, times float64) []string {
	var grown []string
	note := func(what string, now, before, each float64) {
		if now-before >= max(each*times, 1) {
			grown = append(grown, fmt.Sprintf("%.0f %s, %.0f before", now, what, before))
		}
	}
	note("workers", float64(l.Workers), float64(before.Workers), 0)
	note("addresses of blobs", float64(l.URLs), float64(before.URLs), 0)
	note("listeners", l.Listeners, before.Listeners, 1)
	note("nodes", l.Nodes, before.Nodes, 10)
	note("bytes of heap", l.Heap, before.Heap, 20_000)
	return grown
}

// watchedPage opens the site and tracks its resources.
func watchedPage(t *testing.T) *Page {
	t.Helper()
	p := newPage(t)
	before(p, watched)
	enter(p, siteURL(t))
	return p
}

// Sessions that are opened and left one after the other leave nothing behind.
func TestSessionsDoNotLeak(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := watchedPage(t)
	whole := picture(t, 300, 200)
	path := transcript(t, userSays("u", "", []m{{"type": "text", "text": "look"}, enclosed("image", "image/png", "", whole), enclosed("image", "image/png", "", whole)}),
		claudeSays("a", "u", []m{{"type": "text", "text": "I see `it` and **more**."}}))
	round := func(times int) {
		for range times {
			p.Read(path)
			p.WaitFor(`$deep(".gallery img") && $role("navigation", "Views and panes") && $deep("unspool-row code")`, 0)
			p.Do(`$deep("unspool-app").openLanding()`)
			p.WaitFor(`!$deep("unspool-row")`, 0)
		}
		p.WaitFor(`$held.workers.size === 1`, 0) // the next parser
	}
	round(15) // until the browser has compiled it
	if n := levelOf(p).URLs; n != 0 {
		t.Errorf("%d blob URLs remain", n)
	}
	leavesNothing(t, p, "sessions", 10, round)
	// One replaces another that is still open.
	replace := func(times int) {
		for range times {
			p.Read(path)
		}
		p.WaitFor(`$deep(".gallery img") && $role("navigation", "Views and panes") && $deep("unspool-row code")`, 0)
	}
	replace(3)
	leavesNothing(t, p, "sessions in place of others", 10, replace)
}

// Of many visited sessions of one folder, those that are not on the screen hold no worker and no
// image.
func TestSessionsOfAFolderReleaseMemory(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := watchedPage(t)
	p.Do("await " + liveFiles)
	const sessions = 8
	p.Do(fmt.Sprintf(`for (let i = 0; i < %d; i++) await disk.write("proj/s" + i + ".jsonl", disk.turns(1, 3, "s" + i).replaceAll("answer", "**answer**")); await disk.drop(["proj"])`, sessions))
	p.WaitFor(fmt.Sprintf(entries+`.length === %d`, sessions), 0)
	for i := range sessions {
		p.Do(fmt.Sprintf(entries+`[%d].click()`, i))
		p.WaitFor(`$deep("unspool-row strong")`, 0)
		p.WaitFor(`$held.workers.size === 2`, 0)
		p.Do(`$role("button", /All sessions/).click()`)
		p.WaitFor(`$deep(".chooser .entry")`, 0)
	}
	// One that was released is complete again.
	p.Do(entries + `[0].click()`)
	p.WaitFor(`$deep("unspool-row strong") && $$deep("unspool-row").every((row) => row.dataset.kind)`, 0)
}

// Neither do the lightbox, the panes and following, however often they open and close.
func TestOpeningAndClosingDoesNotLeak(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := watchedPage(t)
	p.Do("await " + liveFiles)
	dropLive(p, "40")
	for _, c := range []struct{ name, open, opened, shut, closed string }{
		{"inspector", "i", `$deep("unspool-inspector")`, "i", `!$deep("unspool-inspector")`},
		{"keys", "?", `$deep("dialog[open]")`, "Escape", `!$deep("dialog[open]")`},
		{"outline", "s", `!$deep("unspool-outline")`, "s", `$deep("unspool-outline")`},
		{"timeline", "w", `!$deep("unspool-timeline")`, "w", `$deep("unspool-timeline")`},
		{"following", "l", liveState + ` === "Paused"`, "l", liveState + ` === "Live"`},
	} {
		round := func(times int) {
			for range times {
				p.Press(c.open)
				p.WaitFor(c.opened, 0)
				p.Press(c.shut)
				p.WaitFor(c.closed, 0)
			}
		}
		p.Do(`$deep("unspool-row").focus()`)
		round(5)
		leavesNothing(t, p, c.name, 25, round)
	}
}

// The lightbox, too.
func TestLightboxDoesNotLeak(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := watchedPage(t)
	whole := picture(t, 300, 200)
	p.Read(transcript(t, userSays("u", "", []m{{"type": "text", "text": "look"}, enclosed("image", "image/png", "", whole), enclosed("image", "image/png", "", whole)}),
		claudeSays("a", "u", []m{{"type": "text", "text": "ok"}})))
	p.WaitFor(`$deep(".gallery img")`, 0)
	round := func(times int) {
		for range times {
			p.Do(`$deep(".thumb").click()`)
			p.WaitFor(`$role("img", undefined, $role("dialog"))`, 0)
			p.Press("Escape")
			p.WaitFor(`!$role("dialog")`, 0)
		}
	}
	round(5)
	leavesNothing(t, p, "lightbox", 25, round)
}

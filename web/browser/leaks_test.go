package browser

import (
	"fmt"
	"testing"

	"unspool/parser/testfiles"
)

// level is what a page holds that must come back to where it was.
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

// same fails where one of them has grown from one time to as many times again: what
// is kept once for the page is there after the first times.
func same(t *testing.T, what string, before, after level, times int) {
	t.Helper()
	t.Logf("%s: %+v, after %d times more %+v", what, before, times, after)
	if after.Workers > before.Workers || after.URLs > before.URLs {
		t.Errorf("%s: %d workers and %d addresses of blobs, %d and %d before", what, after.Workers, after.URLs, before.Workers, before.URLs)
	}
	each := float64(times)
	if after.Listeners-before.Listeners >= each {
		t.Errorf("%s: %.0f listeners, %.0f before", what, after.Listeners, before.Listeners)
	}
	if after.Nodes-before.Nodes >= 10*each {
		t.Errorf("%s: %.0f nodes, %.0f before", what, after.Nodes, before.Nodes)
	}
	if after.Heap-before.Heap >= 20_000*each {
		t.Errorf("%s: a heap of %.0f bytes, %.0f before", what, after.Heap, before.Heap)
	}
}

// watchedPage opens the site with an eye on what it holds.
func watchedPage(t *testing.T) *Page {
	t.Helper()
	p := newPage(t)
	before(p, watched)
	enter(p, siteURL(t))
	return p
}

// Sessions that are opened and left one after the other leave nothing behind.
func TestSessionsLeaveNothing(t *testing.T) {
	t.Parallel()
	testfiles.OneRunIn(t, 4)
	p := watchedPage(t)
	whole := picture(t, 300, 200)
	path := transcript(t, userSays("u", "", []m{{"type": "text", "text": "look"}, enclosed("image", "image/png", "", whole), enclosed("image", "image/png", "", whole)}),
		claudeSays("a", "u", []m{{"type": "text", "text": "I see `it` and **more**."}}))
	round := func(times int) {
		for range times {
			p.Read(path)
			p.WaitFor(`$deep(".gallery img") && $deep(".viewbar nav") && $deep("unspool-row code")`, 0)
			p.Do(`$deep("unspool-app").home()`)
			p.WaitFor(`!$deep("unspool-row")`, 0)
		}
		p.WaitFor(`$held.workers.size === 1`, 0) // the next parser
	}
	round(15) // until the browser has compiled it
	at := levelOf(p)
	if at.URLs != 0 {
		t.Errorf("%d addresses of blobs are left", at.URLs)
	}
	round(10)
	same(t, "sessions", at, levelOf(p), 10)
	// One in place of another, which is still there.
	for range 3 {
		p.Read(path)
	}
	const drawn = `$deep(".gallery img") && $deep(".viewbar nav") && $deep("unspool-row code")`
	p.WaitFor(drawn, 0)
	at = levelOf(p)
	for range 10 {
		p.Read(path)
	}
	p.WaitFor(drawn, 0)
	same(t, "sessions in place of others", at, levelOf(p), 10)
}

// Of many sessions of one folder that were looked at, those that are not on the screen
// hold no worker and no picture.
func TestSessionsOfAFolderRest(t *testing.T) {
	t.Parallel()
	p := watchedPage(t)
	p.Do("await " + liveFiles)
	const sessions = 8
	p.Do(fmt.Sprintf(`for (let i = 0; i < %d; i++) await disk.write("proj/s" + i + ".jsonl", disk.turns(1, 3, "s" + i).replaceAll("answer", "**answer**")); await disk.drop(["proj"])`, sessions))
	p.WaitFor(fmt.Sprintf(`$$deep(".chooser .entry").length === %d`, sessions), 0)
	for i := range sessions {
		p.Do(fmt.Sprintf(`$$deep(".chooser .entry")[%d].click()`, i))
		p.WaitFor(`$deep("unspool-row strong")`, 0)
		p.WaitFor(`$held.workers.size === 2`, 0)
		p.Do(`$$deep("button").find((b) => ($text(b) + b.title + b.ariaLabel).includes("All sessions")).click()`)
		p.WaitFor(`$deep(".chooser .entry")`, 0)
	}
	// One that rested is whole again.
	p.Do(`$$deep(".chooser .entry")[0].click()`)
	p.WaitFor(`$deep("unspool-row strong") && $$deep("unspool-row").every((row) => row.dataset.kind)`, 0)
}

// Neither do the lightbox, the panes and following, however often they open and close.
func TestOpeningAndClosingLeavesNothing(t *testing.T) {
	t.Parallel()
	testfiles.OneRunIn(t, 4)
	p := watchedPage(t)
	p.Do("await " + liveFiles)
	dropLive(p, "40")
	for _, c := range []struct{ name, open, opened, shut, closed string }{
		{"inspector", "i", `$deep("unspool-inspector")`, "i", `!$deep("unspool-inspector")`},
		{"keys", "?", `$deep("dialog[open]")`, "Escape", `!$deep("dialog[open]")`},
		{"outline", "s", `!$deep("unspool-outline")`, "s", `$deep("unspool-outline")`},
		{"timeline", "w", `!$deep("unspool-timeline")`, "w", `$deep("unspool-timeline")`},
		{"following", "l", liveState + ` === "Paused"`, "l", liveState + ` === "Following"`},
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
		at := levelOf(p)
		round(25)
		same(t, c.name, at, levelOf(p), 25)
	}
}

// The lightbox, too.
func TestLightboxLeavesNothing(t *testing.T) {
	t.Parallel()
	p := watchedPage(t)
	whole := picture(t, 300, 200)
	p.Read(transcript(t, userSays("u", "", []m{{"type": "text", "text": "look"}, enclosed("image", "image/png", "", whole), enclosed("image", "image/png", "", whole)}),
		claudeSays("a", "u", []m{{"type": "text", "text": "ok"}})))
	p.WaitFor(`$deep(".gallery img")`, 0)
	round := func(times int) {
		for range times {
			p.Do(`$deep(".thumb").click()`)
			p.WaitFor(`$deep("dialog.lightbox img")`, 0)
			p.Press("Escape")
			p.WaitFor(`!$deep("dialog.lightbox")`, 0)
		}
	}
	round(5)
	at := levelOf(p)
	round(25)
	same(t, "lightbox", at, levelOf(p), 25)
}

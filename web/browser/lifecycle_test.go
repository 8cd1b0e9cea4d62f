package browser

import (
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"

	"unspool/parser/testutil"
	"unspool/parser/testutil/testgen"
)

// asleep has the browser freeze the page as it does with background tabs, and resumes it after a
// moment.
func asleep(p *Page, meanwhile func()) {
	p.r.Helper()
	state := func(to page.SetWebLifecycleStateState) {
		p.r.Helper()
		if _, err := call(p, page.SetWebLifecycleState, page.SetWebLifecycleStateParams{State: to}); err != nil {
			p.r.Fatalf("set the lifecycle state %s: %v", to, err)
		}
	}
	focus := func(on bool) {
		p.r.Helper()
		if _, err := call(p, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: on}); err != nil {
			p.r.Fatalf("focus: %v", err)
		}
	}
	focus(false) // otherwise it is never frozen
	state(page.SetWebLifecycleStateStateFrozen)
	meanwhile()
	state(page.SetWebLifecycleStateStateActive)
	if _, err := call(p, page.BringToFront, cdp.Empty{}); err != nil {
		p.r.Fatalf("show the page: %v", err)
	}
	focus(true)
	p.WaitFor(`document.visibilityState === "visible"`, 0)
}

// watch lets the page's clock jump, as it does while a page is frozen, and counts how often the
// page checks whether a parser is alive.
var watch = script("lifecycle.watch") + ";\n"

// A tab that was frozen continues where it was, whether it was reading or not, and considers no
// parser dead, however long it was frozen.
func TestFrozenTab(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	data, facts := testgen.Session(9_000_000)
	p := openWaiting(t, 3_000_000, watch)
	p.Do(`globalThis.slept = []; for (const name of ["freeze", "resume"]) document.addEventListener(name, () => slept.push(name))`)
	midway(p, write(t, "large.jsonl", data))
	p.WaitFor(`$watch.looks >= 2`, 0) // everything that can be replied to has been
	asleep(p, func() { p.Do(`$watch.ahead += 3600_000; $watch.looks = 0`) })
	p.WaitFor(`$watch.looks >= 1`, 0) // it was waiting for its parser all the time
	asleep(p, func() {
		inParser(p, `self.goOn()`)
		letHappen(300 * time.Millisecond)
	})
	p.WaitFor(`$told.join() === "ready"`, patience)
	if turns := Eval[int](p, `$deep("unspool-session").summary().then((s) => s.turns)`); turns != facts.Turns {
		t.Errorf("%d turns are read of %d", turns, facts.Turns)
	}
	p.WaitFor(settledRows, 0)
	was := Call[string](p, "parser_death.position")
	asleep(p, func() { letHappen(300 * time.Millisecond) })
	if now := Call[string](p, "parser_death.position"); now != was {
		t.Errorf("before:\n%s\nafter:\n%s", was, now)
	}
	if slept := Eval[string](p, `slept.join()`); slept != "freeze,resume,freeze,resume,freeze,resume" {
		t.Errorf("it was frozen: %s", slept)
	}
	p.Do(`$deep("unspool-row .row-button").click()`)
	p.WaitFor(`$deep("unspool-row .body") && !$role("alert")`, 0)
}

// A user who leaves the page and returns finds it as it was, if the browser kept it, and otherwise
// on the landing page; a parser that did not survive is reported.
func TestLeaveAndReturn(t *testing.T) {
	t.Parallel()
	p := watchedPage(t)
	p.Read(sampleFile(t))
	p.WaitFor(`$role("navigation", "Views and panes") && `+settledRows, 0)
	p.Do(`addEventListener("pageshow", (e) => (globalThis.restored = e.persisted))`)
	was := Call[string](p, "parser_death.position")
	p.Do(`setTimeout(() => (location.href = "docs/"))`)
	p.WaitFor(`location.pathname.endsWith("docs/") && document.readyState === "complete"`, 0)
	p.Do(`setTimeout(() => history.back())`)
	p.WaitFor(`!location.pathname.endsWith("docs/") && document.readyState === "complete"`, 0)
	if !Eval[bool](p, `globalThis.restored === true`) {
		t.Logf("the browser did not keep the page: %s", Eval[string](p, `JSON.stringify(performance.getEntriesByType("navigation")[0].notRestoredReasons)`))
		p.WaitFor(`$deep(".zone .button")`, 0)
		if told := p.Read(sampleFile(t)); told != "ready" {
			t.Errorf("reported %q", told)
		}
		return
	}
	if now := Call[string](p, "parser_death.position"); now != was {
		t.Errorf("before:\n%s\nafter:\n%s", was, now)
	}
	openFirstCall(p)
	p.WaitFor(`$deep("unspool-row .body") && !$role("alert")`, 0)
}

package browser

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// If the network fails after the page has loaded, the loaded code reads files; missing code is
// reported when it is needed, and is loaded when the network is back.
func TestCodeFailsToLoad(t *testing.T) {
	t.Parallel()
	var down atomic.Bool
	url := ServeTest(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if down.Load() && strings.HasSuffix(r.URL.Path, ".js") {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		shared.handler.ServeHTTP(w, r)
	}))
	p := newPage(t)
	p.Allow("503")
	p.Allow("dynamically imported module")
	before(p, watched+`globalThis.requestIdleCallback = () => 0;`) // preloaded files
	enter(p, url)
	p.Do(`await $deep("unspool-session").prepare()`)
	p.WaitFor(`$deep("unspool-session").panes`, 0) // keys work
	down.Store(true)
	const notLoaded = "Part of the viewer could not be loaded. Reload the page."
	p.Read(answers(t, "**good** one\nand its second line"))
	p.WaitFor(`$text($deep("[role=status].notice-box")) === `+quote(notLoaded), 0)
	p.WaitFor(`$text($deep("unspool-row .prose.plain")) === "**good** one\nand its second line"`, 0)
	// A folder needs no additional code.
	folder := callOf(t, "Bash", values{"command": "make"}, values{"stdout": "fine", "stderr": ""}, "x", false, nil)
	p.DropFiles(folder)
	p.WaitFor(`$deep("unspool-row[data-kind=tool] .row-button")`, 0)
	p.Do(`$deep("unspool-row[data-kind=tool] .row-button").click()`)
	p.WaitFor(`$text($deep("unspool-row .body")) === `+quote(notLoaded), 0)
	p.Do(`$role("button", "Show details")?.click()`)
	p.ClickRole("button", "Share")
	p.WaitFor(`$text($deep("[role=status].notice-box")) === `+quote(notLoaded), 0)
	// The network is back: opening the content again works. A pending request may still fail, and
	// then it is opened once more.
	down.Store(false)
	p.WaitFor(script("unloaded.reopen", notLoaded), 0)
	if told := p.Read(answers(t, "**good** one")); told != "ready" {
		t.Errorf("reported %q", told)
	}
	p.WaitFor(prose("good one")+` === "strong|"`, 0)
	p.Press("?")
	p.WaitFor(`$role("dialog")`, 0)
}

// Keys work once their code has been loaded, at whichever attempt.
func TestKeysLoadLate(t *testing.T) {
	t.Parallel()
	var there atomic.Bool
	p := altered(t, func(w http.ResponseWriter, r *http.Request) bool {
		if there.Load() || !strings.Contains(r.URL.Path, "/pane-manager-") {
			return false
		}
		w.WriteHeader(http.StatusServiceUnavailable)
		return true
	})
	p.Allow("503")
	p.Allow("pane-manager-")
	if told := p.Read(sampleFile(t)); told != "ready" {
		t.Fatalf("reported %q", told)
	}
	p.WaitFor(`$focused("article")`, 0)
	if Eval[bool](p, `$deep("unspool-session").panes !== undefined`) {
		t.Fatal("the code was loaded")
	}
	there.Store(true)
	p.Do(`$role("button", "Keyboard shortcuts").click()`) // the focus stays in the conversation
	p.WaitFor(`$role("dialog")`, 0)
	p.Press("Escape")
	p.WaitFor(`!$role("dialog") && $focused("article")`, 0)
	const focused = `$focused("article")?.ariaPosInSet`
	p.Press("Home")
	p.WaitFor(focused+` === "1"`, 0)
	p.Press("j")
	p.WaitFor(focused+` === "2"`, 0)
	p.Do(`const { parentNode } = $deep("unspool-session"); parentNode.append($deep("unspool-session"))`) // as frameworks do
	p.WaitFor(settledRows, 0)
	focusConversation(p)
	p.WaitFor(`$focused("article")`, 0)
	p.Press("End")
	p.WaitFor(focused+` > 3`, 0)
	p.Press("Home")
	p.WaitFor(focused+` === "1"`, 0)
	p.Press("j", "j")
	p.WaitFor(focused+` === "3"`, 0)
	letHappen(100 * time.Millisecond) // a key that is bound twice still works
	says(t, p, focused, "3")
}

// A plot whose code is missing or fails says so; the figures and tables beside it are still shown.
func TestPlotFails(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{
		"missing":             "",
		"fails to load":       `throw new Error("no ink");`,
		"fails when it draws": `export default class { static paths = { stepped() {}, bars() {} }; constructor() { throw Error("no ink"); } }`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := altered(t, func(w http.ResponseWriter, r *http.Request) bool {
				if !strings.Contains(r.URL.Path, "/uPlot") {
					return false
				}
				if script == "" {
					http.NotFound(w, r)
					return true
				}
				w.Header().Set("Content-Type", "text/javascript")
				_, _ = w.Write([]byte(script))
				return true
			})
			p.Allow("uPlot")
			p.Allow("no ink")
			p.Read(sampleFile(t))
			ready(p)
			showView(p, "Usage")
			const noPlot = "The chart cannot be drawn in this browser, or its code could not be loaded."
			p.WaitFor(`$text($deep("unspool-plot >>> .readout")) === `+quote(noPlot), 0)
			wants(t, Eval[string](p, `$text($deep("unspool-usage"))`), "Recorded by Claude Code for the whole session")
			p.WaitFor(`$role("table")?.rows.length > 1`, 0)
			if Eval[bool](p, `$deep("unspool-plot >>> canvas") !== null`) {
				t.Error("there is a plot")
			}
		})
	}
}

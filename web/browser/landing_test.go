package browser

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

const (
	preview = `document.querySelector("unspool-sample-preview")`
	live    = `document.querySelector("unspool-sample-preview[data-live]")`
	frame   = `.preview button`
)

// landing opens the page as for a user who does not save data.
func landing(t *testing.T, url string) *Page {
	t.Helper()
	p := newPage(t)
	before(p, watched)
	p.ShowsSample()
	enter(p, url)
	p.WaitFor(live, 0)
	return p
}

// The landing page shows the sample in a viewer that has no effect on the page and its address. A
// dropped file replaces it, and its parser ends.
func TestLandingPreview(t *testing.T) {
	t.Parallel()
	p := landing(t, siteURL(t))
	p.WaitFor(parsers+` === 2`, 0)
	p.Press("j", "n", "/", "?", "w")
	if got := Eval[string](p, `[location.hash, document.title, document.activeElement.localName, document.querySelectorAll("dialog").length].join()`); got != ",Unspool,body,0" {
		t.Errorf("the page is at %q", got)
	}
	for range 16 {
		p.Press("Tab")
		if Eval[bool](p, preview+`.matches(":focus-within")`) {
			t.Fatal("the preview has the focus")
		}
	}
	p.Read(sampleFile(t))
	ready(p)
	p.WaitFor(preview+` === null && document.querySelector(".sample img") === null && `+parsers+` === 1`, 0)

	// It returns with the landing page.
	p.Do(`$deep("unspool-app").openLanding()`)
	p.WaitFor(live, 0)
	p.WaitFor(parsers+` === 2`, 0)
}

// One click on the preview, or on the button, opens the sample in full.
func TestLandingOpensSample(t *testing.T) {
	t.Parallel()
	p := landing(t, siteURL(t))
	for _, button := range []string{`$deep('` + frame + `')`, `$role("button", "Explore a sample session")`} {
		p.WaitFor(button+` !== null && `+live, 0)
		p.Do(`const { x, y } = ` + button + `.getBoundingClientRect(); globalThis.at = document.elementFromPoint(innerWidth * 0.7, innerHeight / 2)`)
		if !Eval[bool](p, `globalThis.at === $deep('`+frame+`')`) {
			t.Error("a click on the preview does not reach its button")
		}
		p.Do(button + `.click()`)
		ready(p)
		wants(t, Eval[string](p, `$text()`), "Tide times across the clock change", "Our harbour master in Skarrow")
		p.WaitFor(preview+` === null`, 0)
		p.Do(`$deep("unspool-app").openLanding()`)
	}
}

// A picture takes the place of the viewer for users who save data, and if the parser cannot start.
func TestLandingPicture(t *testing.T) {
	t.Parallel()
	const shown = `document.querySelector(".preview img")?.naturalWidth > 100`
	p := open(t, "")
	p.WaitFor(shown, 0)
	if Eval[bool](p, preview+` !== null`) {
		t.Error("a viewer starts although the user saves data")
	}
	q := newPage(t)
	q.ShowsSample()
	q.Allow("404")
	q.Allow("parser-worker")
	enter(q, ServeTest(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "parser-worker") {
			http.NotFound(w, r)
			return
		}
		shared.handler.ServeHTTP(w, r)
	})))
	q.WaitFor(preview+` !== null && `+shown, 0)
	q.Do(`await new Promise((done) => setTimeout(done, 1000))`)
	if Eval[bool](q, live+` !== null`) {
		t.Error("the preview is live without a parser")
	}
	q.Do(`document.querySelector(".preview button").click()`)
	q.WaitFor(`$role("alert")`, 0)
}

// Every picture has a text, follows the theme of the page, and is loaded when it comes near; nothing
// is wider than the window.
func TestLandingPictures(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(1400, 900)
	p.WaitFor(`document.querySelectorAll(".pictures img").length === 4`, 0)
	if got := Eval[string](p, `[...document.querySelectorAll("main.landing img")].filter((one) => one.alt.length < 30 || one.loading !== "lazy").map((one) => one.src).join()`); got != "" {
		t.Errorf("not lazy, or without a text: %s", got)
	}
	p.Do(`document.querySelector(".embedding").scrollIntoView()`)
	p.WaitFor(`[...document.querySelectorAll(".pictures img")].every((one) => one.naturalWidth > 100)`, 0)
	for range 3 {
		theme := Eval[string](p, `document.documentElement.dataset.theme`)
		want := map[string]string{"auto": "light", "light": "light", "dark": "dark"}[theme]
		p.WaitFor(fmt.Sprintf(`[...document.querySelectorAll("main.landing img")].every((one) => one.currentSrc.includes("-%s-"))`, want), 0)
		p.ClickRole("button", "/^Theme/")
	}
	for _, width := range []int{1400, 768, 360} {
		p.Size(width, 800)
		p.WaitFor(`document.documentElement.scrollWidth <= innerWidth`, 0)
	}
	passes(t, p, "the landing page")
	p.DropFiles(sampleFile(t)) // anywhere, also on a picture
	ready(p)
}

// The lines of code are copied as they are shown.
func TestLandingCopiesCode(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.WaitFor(`document.querySelector(".snippet")`, 0)
	stubClipboard(p)
	p.ClickRole("button", "Copy")
	p.WaitFor(`$text(document.querySelector(".copying [role=status]")) === "Copied"`, 0)
	if code, copied := Eval[string](p, `document.querySelector(".snippet code").textContent`), Eval[string](p, `copied`); code != copied || strings.Count(copied, "\n") != 1 {
		t.Errorf("%q is copied as %q", code, copied)
	}
}

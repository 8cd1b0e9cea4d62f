package browser

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// counted records which workers of a page are alive. It must run before the viewer's script.
var counted = "<script>" + script("embed.recordWorkers") + "</script>"

// blog serves an article that includes the viewer from a host of its own, and also "long.jsonl"
// with 60 turns and "short.jsonl" with 2.
func blog(t *testing.T, head, body string) (page, files *Host) {
	t.Helper()
	files = siteHost(t)
	page = newHost(t, docs(map[string]Doc{
		"/":            article(head+unspoolScript(files), body),
		"/long.jsonl":  {Text: string(longSession(60))},
		"/short.jsonl": {Text: string(longSession(2))},
	}))
	return page, files
}

// openBlog opens such an article and waits until its first viewers have read their sessions, or
// failed.
func openBlog(t *testing.T, body string, told int) *Page {
	t.Helper()
	page, files := blog(t, counted, body)
	p := openOn(t, page, "/", files)
	tellsOf(p, told)
	return p
}

// tellsOf waits until this number of viewers has reported success or failure.
func tellsOf(p *Page, told int) {
	p.r.Helper()
	p.WaitFor(fmt.Sprintf("$told.length >= %d", told), 0)
}

// Two lines embed a session in a page of another origin than the viewer's files.
func TestEmbedWithTwoLines(t *testing.T) {
	t.Parallel()
	p := openBlog(t, `<p>Before</p><unspool-session src="sample/files.json"></unspool-session><p>After</p>`, 1)
	wants(t, Eval[string](p, `$text()`), "Before", "Our harbour master in Skarrow", "Tide times across the clock change", "9 prompts · 1 event", "After")
	if label := Eval[string](p, `$deep("unspool-session").shadowRoot.querySelector("[role=group]").ariaLabel`); label != "Tide times across the clock change" {
		t.Errorf("the group is called %q", label)
	}
	passes(t, p, "an article")
	p.Size(320, 700)
	p.WaitFor(`document.documentElement.scrollWidth <= innerWidth && $deep("unspool-list").scrollWidth <= $deep("unspool-list").clientWidth`, 0)
	passes(t, p, "an article, narrow")
}

// The embedding page is unchanged except for the names that Lit sets: no IDs, styles, elements or
// history entries are added.
func TestEmbedAddsNothingToPage(t *testing.T) {
	t.Parallel()
	state := script("embed.state")
	page, files := blog(t, "", `<h1>Title</h1><unspool-session src="sample/files.json"></unspool-session><script>document.state = () => `+state+`; document.before = document.state();</script>`)
	p := openOn(t, page, "/", files)
	tellsOf(p, 1)
	focusConversation(p)
	p.Press("j", "n", "e", "?")
	p.WaitFor(`$text($role("dialog")).includes("Next prompt")`, 0)
	p.Press("Escape")
	p.WaitFor(`$role("dialog") === null`, 0)
	p.Do(`await $deep("unspool-session").goTo("8f22e76c-79bb-4b2b-829d-011e2ce48ff0")`)
	p.Do(`const { own: _, ...before } = JSON.parse(document.before); document.before = JSON.stringify(before); const now = JSON.parse(document.state()); delete now.own; document.now = JSON.stringify(now)`)
	if before, now := Eval[string](p, `document.before`), Eval[string](p, `document.now`); before != now {
		t.Errorf("before: %s\nnow: %s", before, now)
	}
}

// Several viewers of a page fetch and compile the parser once.
func TestEmbedSharesTheParser(t *testing.T) {
	t.Parallel()
	page, files := blog(t, counted, strings.Repeat(`<unspool-session src="short.jsonl" height="100px"></unspool-session>`, 3))
	p := openOn(t, page, "/", files)
	tellsOf(p, 3)
	if n := files.Asked(".wasm"); n != 1 {
		t.Errorf("the parser is fetched %d times", n)
	}
	if n := files.Asked("parser-worker"); n > 3 {
		t.Errorf("the worker is fetched %d times", n)
	}
}

// A viewer far from the viewport is not read, and none of its code is started, unless a method is
// called.
func TestEmbedReadsNearViewport(t *testing.T) {
	t.Parallel()
	const far = `<div style="height: 9000px"></div>`
	page, files := blog(t, counted, far+`<unspool-session src="long.jsonl"></unspool-session>`+far+`<unspool-session src="short.jsonl" preload></unspool-session>`)
	p := openOn(t, page, "/", files)
	tellsOf(p, 1)
	if page.Asked("long.jsonl") != 0 || page.Asked("short.jsonl") != 1 {
		t.Errorf("long.jsonl is requested %d times, short.jsonl %d times", page.Asked("long.jsonl"), page.Asked("short.jsonl"))
	}
	p.Do(`document.querySelector("unspool-session").scrollIntoView()`)
	tellsOf(p, 2)
	wants(t, Eval[string](p, `$text()`), "Question 0")
}

// A method loads what it needs, wherever the viewer is.
func TestEmbedReadsForAMethod(t *testing.T) {
	t.Parallel()
	p := openBlog(t, `<div style="height: 9000px"></div><unspool-session src="long.jsonl"></unspool-session>`, 0)
	p.WaitFor(`customElements.get("unspool-session")`, 0)
	if turns := Eval[int](p, `(async () => (await $deep("unspool-session").summary()).turns)()`); turns != 60 {
		t.Errorf("%d turns", turns)
	}
}

// Keys work in the viewer that has the focus, and nowhere else; Tab moves in and out.
func TestEmbedKeys(t *testing.T) {
	t.Parallel()
	p := openBlog(t, `<p><a id="before" href="#a">Before</a></p><unspool-session src="long.jsonl" height="300px"></unspool-session>
		<p><a id="after" href="#b">After</a></p><div style="height: 3000px"></div>`, 1)
	p.Do(`document.getElementById("before").focus(); document.keys = []; document.addEventListener("keydown", (e) => document.keys.push(e.key + e.defaultPrevented))`)
	top := `$deep("unspool-list").scrollTop`
	p.Press("j", "n", "End", "Home", "g", "?", "e", "Control+a")
	if Eval[bool](p, `$role("dialog") !== null || `+top+` !== 0 || document.keys.some((key) => key.endsWith("true"))`) {
		t.Errorf("keys outside act within: %s", Eval[string](p, `document.keys.join()`))
	}
	p.Press("Escape", "PageDown")
	p.WaitFor(`scrollY > 0`, 0)
	p.Do(`scrollTo(0, 0); getSelection().empty()`)
	inside := `document.activeElement.localName === "unspool-session"`
	p.Do(`document.getElementById("before").focus()`)
	p.Press("Tab", "Tab", "Tab") // details, keys, conversation
	p.WaitFor(inside+` && $deep("unspool-row:focus-visible")`, 0)
	row := `$focused("article")?.row.key`
	at := `$deep("unspool-list").currentIndex()`
	p.Press("j", "j", "j")
	p.WaitFor(at+` === 3 && `+row, 0)
	p.Press("n")
	p.WaitFor(at+` > 3 && `+row+` && `+top+` > 0`, 0)
	here := Eval[string](p, row)
	p.Press("i") // there is no pane around it
	told(p)
	p.Press("Escape")
	p.WaitFor(`!`+card+` && `+row+` === `+strconv.Quote(here), 0)
	stops := 0
	for ; stops < 6 && Eval[bool](p, inside); stops++ {
		p.Press("Tab")
	}
	if id := Eval[string](p, `document.activeElement.id`); id != "after" {
		t.Errorf("Tab goes to %q", id)
	}
	// Shift+Tab goes to the current row, and from there to before the viewer.
	p.Press("Shift+Tab")
	p.WaitFor(row+` === `+strconv.Quote(here), 0)
	p.Press("Shift+Tab")
	p.WaitFor(`$deep(".toolbar button:focus")`, 0)
	p.Press("Shift+Tab", "Shift+Tab")
	p.WaitFor(`document.activeElement.id === "before"`, 0)
	if hash := Eval[string](p, `location.hash`); hash != "" {
		t.Errorf("the address is %s now", hash)
	}
}

// The content between the tags is shown without JavaScript, while the session is loading, and if it
// cannot be shown.
func TestEmbedFallback(t *testing.T) {
	t.Parallel()
	const body = `<p>Before</p><unspool-session src="slow.jsonl"><p>The words of it</p></unspool-session><p>After</p>`
	give := make(chan struct{})
	files := siteHost(t)
	inner := docs(map[string]Doc{"/": article("", body), "/with": article(unspoolScript(files), body)})
	page := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/slow.jsonl" {
			inner.ServeHTTP(w, r)
			return
		}
		<-give
		w.Write(longSession(2))
	}))
	shows := `$text().includes("The words of it")`
	p := openOn(t, page, "/", files)
	p.WaitFor(shows, 0)
	p = openOn(t, page, "/with", files)
	p.WaitFor(`$deep("[role=progressbar]")`, 0)
	p.WaitFor(shows, 0)
	height := Eval[float64](p, `document.body.offsetHeight`)
	close(give)
	tellsOf(p, 1)
	p.WaitFor(`!`+shows, 0)
	if now := Eval[float64](p, `document.body.offsetHeight`); now != height {
		t.Errorf("the page is %g px high, and was %g", now, height)
	}
}

// The box shows a failure and reports it to the page, which is otherwise unaffected.
func TestEmbedFails(t *testing.T) {
	t.Parallel()
	page, files := blog(t, "", `<p>Before</p><unspool-session src="notes.jsonl"><p>The words of it</p></unspool-session><p>After</p>
		<unspool-session src="missing.jsonl"></unspool-session><script>document.errors = []; addEventListener("unspool-error", (e) => document.errors.push(e.detail))</script>`)
	p := openOn(t, page, "/", files)
	p.Allow("404")
	tellsOf(p, 2)
	p.WaitFor(`$$role("alert").length === 2`, 0)
	wants(t, Eval[string](p, `$text()`), "Before", "The words of it", "After")
	alerts := Eval[[]string](p, `$$role("alert").map((one) => $text(one))`)
	for i, alert := range alerts {
		if len(alert) < 20 || strings.Contains(alert, "Drop") {
			t.Errorf("alert %d says %q", i, alert)
		}
	}
	if bad := Eval[int](p, `document.errors.filter(({ code, detail, path }) => typeof code !== "string" || typeof detail !== "string" || typeof path !== "string").length`); bad != 0 {
		t.Errorf("%d errors without a code", bad)
	}
	passes(t, p, "an article with failures")
}

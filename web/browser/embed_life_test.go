package browser

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"

	"unspool/parser/testutil/machine"
)

// The element can be in the page before its script, with properties already set.
func TestEmbedLateUpgrade(t *testing.T) {
	t.Parallel()
	files := siteHost(t)
	page := newHost(t, docs(map[string]Doc{
		"/":            article("", `<unspool-session></unspool-session>`),
		"/short.jsonl": {Text: string(longSession(2))},
	}))
	p := openOn(t, page, "/", files)
	p.Run("embed_life.upgradeLate", files.URL+"unspool.js")
	tellsOf(p, 1)
	wants(t, Eval[string](p, `$text()`), "Question 0")
	if !Eval[bool](p, `(({ renderers, linkTo, shadowRoot }) => renderers === document.renderers && linkTo === document.linkTo && !shadowRoot.querySelector(".toolbar"))($deep("unspool-session"))`) {
		t.Error("properties set before the upgrade are lost")
	}
}

// A removed viewer releases its workers; when it is put back, it returns to its position.
func TestEmbedRemoval(t *testing.T) {
	t.Parallel()
	page, files := blog(t, counted, `<div id="one"><unspool-session src="long.jsonl"></unspool-session></div><div id="two"></div>`)
	p := openOn(t, page, "/", files)
	tellsOf(p, 1)
	p.Do(`document.viewer = document.querySelector("unspool-session"); $deep("unspool-list").scrollTop = 2345`)
	p.WaitFor(`$deep("unspool-list").scrollTop > 2000`, 0)
	before := hold(p)

	p.Do(`document.getElementById("two").append(document.viewer)`)
	p.WaitFor(`$deep("unspool-list")?.scrollTop > 2000`, 0)
	if after := hold(p); after.Name != before.Name || abs(after.At-before.At) > 2 {
		t.Errorf("the position was %v, and is %v after the move", before, after)
	}
	if n := page.Asked("long.jsonl"); n != 1 {
		t.Errorf("the file is fetched %d times", n)
	}

	p.Do(`document.viewer.remove()`)
	p.WaitFor(`document.workers.size === 0`, 0)
	p.WaitFor(`!document.viewer.shadowRoot.querySelector("unspool-row")`, 0)
	p.Do(`document.getElementById("one").append(document.viewer)`)
	p.WaitFor(`$deep("unspool-list")?.scrollTop > 2000 && $deep("unspool-list").checkVisibility({ visibilityProperty: true })`, 0)
	if after := hold(p); after.Name != before.Name || abs(after.At-before.At) > 2 {
		t.Errorf("the position was %v, and is %v after it was put back", before, after)
	}
	if n := page.Asked("long.jsonl"); n != 1 {
		t.Errorf("the file is fetched %d times", n)
	}
	if n := Eval[int](p, `$told.length`); n != 1 {
		t.Errorf("it reported ready %d times", n)
	}
}

// Other files are loaded while a suspended viewer reads again: it shows those, and not the user's
// position in the previous ones.
func TestEmbedReplacedWhileResuming(t *testing.T) {
	t.Parallel()
	p := loose(t)
	p.Do("await " + liveFiles)
	p.Do(`const { viewer } = document; document.body.append(viewer); await viewer.load(document.long); viewer.remove()`)
	p.WaitFor(`document.workers.size === 0`, 0)
	p.Do(`document.body.append(document.viewer); disk.hold(); document.viewer.summary().catch(() => undefined)`)
	p.WaitFor(`disk.loads === 1`, 0)
	p.Do(`await document.viewer.load(["s1", "s2"].map((s) => new File([disk.turns(1, 3, s)], s + ".jsonl")))`)
	p.WaitFor(`$$role("listitem").length === 2`, 0)
	p.Do(`await disk.goOn()`)
	if Eval[bool](p, `$deep(".chooser") === null`) {
		t.Errorf("it continued with other files: %s", Eval[string](p, `$text()`))
	}
}

func abs(x float64) float64 { return max(x, -x) }

// Viewers that are added and removed leave nothing behind, not even themselves.
func TestEmbedDoesNotLeak(t *testing.T) {
	t.Parallel()
	p := openBlog(t, ``, 0)
	p.WaitFor(`customElements.get("unspool-session")`, 0)
	p.Run("embed_life.comeAndGo")
	p.WaitFor(`document.workers.size === 0`, 0)
	collected(p, `document.gone.every((one) => one.deref() === undefined)`)
}

// The last address wins, whenever its response arrives.
func TestEmbedAddressChanges(t *testing.T) {
	t.Parallel()
	p := openBlog(t, `<unspool-session src="long.jsonl"></unspool-session>`, 0)
	p.WaitFor(`customElements.get("unspool-session")`, 0)
	p.Run("embed_life.visit", "short.jsonl", "long.jsonl", "sample/files.json", "short.jsonl")
	tellsOf(p, 1)
	p.WaitFor(`$deep("unspool-session").shadowRoot.querySelector(".toolbar").textContent.includes("2")`, 0)
	if turns := Eval[int](p, `(async () => (await $deep("unspool-session").summary()).turns)()`); turns != 2 {
		t.Errorf("%d turns are read", turns)
	}
	// Without an address nothing is shown.
	p.Do(`$deep("unspool-session").removeAttribute("src")`)
	p.WaitFor(`!$role("feed") && document.workers.size === 0`, 0)
}

// Ten viewers on one page keep only a few parsers, and each shows its session when it is scrolled
// into view, also for the second time.
func TestEmbedTenViewers(t *testing.T) {
	t.Parallel()
	var body strings.Builder
	files := siteHost(t)
	texts := map[string]Doc{}
	for i := range 10 {
		fmt.Fprintf(&body, `<unspool-session src="%d.jsonl" height="500px"></unspool-session><div style="height: 900px"></div>`, i)
		texts["/"+strconv.Itoa(i)+".jsonl"] = Doc{Text: strings.ReplaceAll(string(longSession(20)), "Question", "Session "+strconv.Itoa(i)+" asks")}
	}
	texts["/"] = article(counted+unspoolScript(files), body.String())
	page := newHost(t, docs(texts))
	p := openOn(t, page, "/", files)
	p.Do(`document.most = 0; setInterval(() => (document.most = Math.max(document.most, document.workers.size)), 10)`)
	viewer := func(i int) string { return fmt.Sprintf(`document.querySelectorAll("unspool-session")[%d]`, i) }
	shows := func(i int) {
		t.Helper()
		p.Do(viewer(i) + `.scrollIntoView({ block: "center" })`)
		p.WaitFor(fmt.Sprintf(`$text(%s).includes("Session %d asks")`, viewer(i), i), 0)
	}
	for i := range 10 {
		shows(i)
	}
	tellsOf(p, 10)
	// Three idle ones, and at most three in or near the viewport, each with a worker for parsing
	// and one for rendering.
	const most = 2 * (3 + 3)
	p.WaitFor(fmt.Sprintf(`document.workers.size <= %d`, most), 0)
	// Only their parsers take much memory: as many as may stay active, each with a short session.
	const each = 16 << 20
	p.WaitFor(script("embed_life.fewParsers", most/2, each), 0)
	t.Logf("parsers use %s bytes", Eval[string](p, `document.held.join()`))
	shows(0)
	shows(9)
	if n := Eval[int](p, `document.most`); n > most+4 {
		t.Errorf("there are %d workers", n)
	}
	if n := files.Asked(".wasm"); n != 1 {
		t.Errorf("the parser is fetched %d times", n)
	}
	for i := range 10 {
		if n := page.Asked("/" + strconv.Itoa(i) + ".jsonl"); n != 1 {
			t.Errorf("session %d is fetched %d times", i, n)
		}
	}
}

// Two versions of the script: the first one defines the element, the second has no effect.
func TestEmbedTwoVersions(t *testing.T) {
	t.Parallel()
	for _, older := range []bool{true, false} { // is first in the page
		plain, changed := siteHost(t), otherVersion(t)
		first, later := plain, changed
		if !older {
			first, later = changed, plain
		}
		page := newHost(t, docs(map[string]Doc{
			"/":            article(unspoolScript(first)+unspoolScript(later), `<unspool-session src="short.jsonl"></unspool-session>`),
			"/short.jsonl": {Text: string(longSession(2))},
		}))
		p := openOn(t, page, "/", first, later)
		tellsOf(p, 1)
		wants(t, Eval[string](p, `$text()`), "Question 0")
		p.WaitFor(fmt.Sprintf(`performance.getEntriesByType("resource").filter(({ name }) => name.startsWith(%q)).length > 1`, later.URL+"assets/"), 0)
		if other := Eval[bool](p, `customElements.get("unspool-session").version === "other"`); other == older {
			t.Errorf("the element is of the other version: %t, want %t", other, !older)
		}
		if n := later.Asked(".wasm"); n != 0 {
			t.Errorf("%d parsers of the second one are requested", n)
		}
	}
}

// otherVersion serves files of a viewer that differ: the element's script has another name, and its
// class another property.
func otherVersion(t *testing.T) *Host {
	t.Helper()
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(shared.dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	loader := read("unspool.js")
	script := regexp.MustCompile(`export \* from "\./(.*)"`).FindStringSubmatch(loader)
	if script == nil {
		t.Fatalf("no script in %q", loader)
	}
	const changed = "assets/unspool-SECOND22.js"
	end := regexp.MustCompile(`export\{(\w+) as UnspoolSession\}`)
	code := end.ReplaceAllString(read(script[1]), `$1.version="other";$0`)
	if !strings.Contains(code, `="other"`) {
		t.Fatalf("no class in %q", code)
	}
	files := docs(map[string]Doc{
		"/unspool.js": {Text: strings.ReplaceAll(loader, script[1], changed)},
		"/" + changed: {Text: code},
	})
	return newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/" + script[1]:
			http.NotFound(w, r) // the other one has it
		case "/unspool.js", "/" + changed:
			files.ServeHTTP(w, r)
		default:
			shared.handler.ServeHTTP(w, r)
		}
	}))
}

// collected waits until a JavaScript expression is true after a garbage collection.
func collected(p *Page, js string) {
	p.r.Helper()
	for end := time.Now().Add(machine.Scaled(Timeout)); ; {
		if _, err := call(p, heapprofiler.CollectGarbage, cdp.Empty{}); err != nil {
			p.r.Fatalf("collect garbage: %v", err)
		}
		if Eval[bool](p, js) {
			return
		}
		if time.Now().After(end) {
			p.r.Fatalf("it was not collected: %s", js)
		}
	}
}

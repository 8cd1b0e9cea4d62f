package browser

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const theViewer = `document.querySelector("unspool-session")`

// turnsShown returns the numbers of the prompts of a long session that have rows, from the top.
func turnsShown(p *Page) []int {
	p.r.Helper()
	settled(p)
	return Eval[[]int](p, `[...$text($role("feed")).matchAll(/Question (\d+)/g)].map((found) => Number(found[1]) + 1)`)
}

// A page can show a part of a session, and change the part.
func TestEmbedSlice(t *testing.T) {
	t.Parallel()
	p := openBlog(t, `<unspool-session src="long.jsonl" turns="12-14" hide="tools" preload></unspool-session>`, 1)
	if shown := turnsShown(p); !slices.Equal(shown, []int{12, 13, 14}) {
		t.Errorf("turns %v are shown", shown)
	}
	if calls := Eval[int](p, `$$deep('unspool-row[data-kind="tool"], unspool-row[data-kind="series"]').length`); calls > 0 {
		t.Errorf("%d calls are shown", calls)
	}
	p.Do(theViewer + `.setAttribute("turns", "20")`)
	p.WaitFor(`$text($role("feed")).includes("Question 19") && !$text($role("feed")).includes("Question 11")`, 0)
	p.Do(theViewer + `.hide = ""; ` + theViewer + `.turns = ""; ` + theViewer + `.show = "prompts"`)
	p.WaitFor(`$text($role("feed")).includes("Question 0") && !$text($role("feed")).includes("Answer 0")`, 0)
	// The box names an invalid attribute until it is corrected.
	p.Do(theViewer + `.turns = "some"`)
	p.WaitFor(`$told.at(-1) === "options" && $text($role("alert")).includes("some")`, 0)
	p.Do(theViewer + `.turns = "3"; ` + theViewer + `.show = ""`)
	p.WaitFor(`$role("feed") && $text($role("feed")).includes("Question 2")`, 0)
	p.WaitFor(`$told.at(-1) === "ready"`, 0)
	// One that is corrected before the parser has answered does not matter.
	before := Eval[string](p, `$told.join()`)
	p.Do(`const viewer = ` + theViewer + `; viewer.turns = "some"; await viewer.updateComplete; viewer.turns = "4"`)
	p.WaitFor(`$text($role("feed")).includes("Question 3")`, 0)
	if told := Eval[string](p, `$told.join()`); told != before {
		t.Errorf("told %s, and %s before", told, before)
	}
}

// An empty part is reported as such. Numbers are accepted as text, and missing values as unset,
// since frameworks set such values.
func TestEmbedEmptySlice(t *testing.T) {
	t.Parallel()
	p := openBlog(t, `<unspool-session src="long.jsonl" turns="9999" preload></unspool-session>`, 1)
	p.WaitFor(`$text().includes("Nothing in this part of the session, which has ")`, 0)
	p.Do(theViewer + `.turns = 2`)
	p.WaitFor(`$role("feed") && $text($role("feed")).includes("Question 1") && !$text().includes("Nothing in this part")`, 0)
	p.Do(theViewer + `.turns = undefined; ` + theViewer + `.show = null`)
	p.WaitFor(`$text($role("feed")).includes("Question 0")`, 0)
	p.Do(theViewer + `.src = undefined`)
	p.WaitFor(`!$role("feed")`, 0)
	if told := Eval[string](p, `$told.join()`); told != "ready" {
		t.Errorf("reported %s", told)
	}
}

// The page starts at a record and goes to others, and keeps the focus.
func TestEmbedAt(t *testing.T) {
	t.Parallel()
	p := openBlog(t, `<p><button id="mine">Mine</button></p><unspool-session src="long.jsonl" at="u40" height="400px"></unspool-session>
		<script>document.getElementById("mine").focus()</script>`, 1)
	shows := func(n int) {
		t.Helper()
		p.WaitFor(script("embed_show.isMarked", fmt.Sprintf("Question %d", n)), 0)
		if id := Eval[string](p, `document.activeElement.id`); id != "mine" {
			t.Errorf("at step %d the focus is in %q", n, id)
		}
	}
	shows(40)
	if found := Eval[bool](p, theViewer+`.goTo("u3")`); !found {
		t.Error("u3 is not found")
	}
	shows(3)
	p.Do(theViewer + `.at = "u50"`)
	shows(50)
	if Eval[bool](p, theViewer+`.goTo("nothing")`) {
		t.Error("a missing record is found")
	}
	if y := Eval[float64](p, `scrollY`); y != 0 {
		t.Errorf("the page is scrolled to %g", y)
	}
}

// The event reports actions of the user.
func TestEmbedSelect(t *testing.T) {
	t.Parallel()
	p := openBlog(t, `<unspool-session src="long.jsonl"></unspool-session><script>addEventListener("unspool-select", (e) => (document.selected = e.detail))</script>`, 1)
	focusConversation(p)
	p.Press("n")
	p.WaitFor(`document.selected?.uuid === "u1"`, 0)
	if detail := Eval[string](p, `JSON.stringify(document.selected)`); detail != `{"uuid":"u1","turn":2,"prompt":2,"kind":"prompt"}` {
		t.Errorf("the event contains %s", detail)
	}
}

func TestEmbedSearchAndSummary(t *testing.T) {
	t.Parallel()
	p := openBlog(t, `<unspool-session src="long.jsonl"></unspool-session>`, 1)
	type hits struct {
		Hits []struct {
			UUID string `json:"uuid"`
			Turn int    `json:"turn"`
			Text string `json:"text"`
		} `json:"hits"`
		More bool `json:"more"`
	}
	found := Eval[hits](p, theViewer+`.search("question 57")`)
	if len(found.Hits) != 1 || found.Hits[0].UUID != "u57" || found.Hits[0].Turn != 58 || found.More {
		t.Errorf("found %+v", found)
	}
	if turns := Eval[int](p, theViewer+`.summary().then((one) => one.turns)`); turns != 60 {
		t.Errorf("%d turns", turns)
	}
}

// The box has the height that the page sets; one that fits its content has a limit.
func TestEmbedHeight(t *testing.T) {
	t.Parallel()
	p := openBlog(t, `<style>.mine { height: 260px }</style>
		<unspool-session preload src="short.jsonl"></unspool-session>
		<unspool-session preload src="short.jsonl" height="200px"></unspool-session>
		<unspool-session preload src="short.jsonl" class="mine" height="200px"></unspool-session>
		<unspool-session preload src="short.jsonl" height="auto"></unspool-session>
		<unspool-session preload src="long.jsonl" height="auto"></unspool-session>
		<unspool-session preload src="short.jsonl" height="nonsense}"></unspool-session>`, 6)
	heights := `[...document.querySelectorAll("unspool-session")].map((one) => one.offsetHeight)`
	fits := `((list) => list.scrollHeight === list.clientHeight)($$deep("unspool-list")[3])`
	p.WaitFor(fits, 0)
	got := Eval[[]int](p, heights)
	if !slices.Equal(slices.Delete(slices.Clone(got), 3, 4), []int{512, 200, 260, 960, 512}) || got[3] < 150 || got[3] > 800 {
		t.Errorf("the heights are %v", got)
	}
	if rows := Eval[int](p, `$$deep("unspool-row", $$deep("unspool-list")[4]).length`); rows > 60 {
		t.Errorf("%d rows of a long session are rendered", rows)
	}
	p.Do(theViewer + `.height = "300px"`)
	p.WaitFor(theViewer+`.offsetHeight === 300`, 0)
	p.Do(theViewer + `.removeAttribute("height"); ` + theViewer + `.height = ""`)
	p.WaitFor(theViewer+`.offsetHeight === 512`, 0)
}

// The page decides what is open initially.
func TestEmbedExpand(t *testing.T) {
	t.Parallel()
	p := openBlog(t, `<unspool-session preload src="sample/files.json" expand="tools" turns="1"></unspool-session><unspool-session preload src="sample/files.json" expand="all" turns="1"></unspool-session>`, 2)
	open := func(viewer int, kind string) bool {
		return Eval[bool](p, fmt.Sprintf(`$$deep('unspool-row[data-kind=%q] [aria-expanded="true"]', document.querySelectorAll("unspool-session")[%d]).length > 0`, kind, viewer))
	}
	p.WaitFor(`[0, 1].every((at) => $deep('unspool-row[data-kind="tool"] [aria-expanded="true"]', document.querySelectorAll("unspool-session")[at]))`, 0)
	p.WaitFor(`$deep('unspool-row[data-kind="thinking"] [aria-expanded="true"]', document.querySelectorAll("unspool-session")[1])`, 0)
	if open(0, "thinking") {
		t.Error("thinking is open")
	}
	p.Do(theViewer + `.expand = "none"`)
	p.WaitFor(`!$deep('unspool-row [aria-expanded="true"]', `+theViewer+`)`, 0)
}

// The page decides between a list of sessions, one session, and its costs.
func TestEmbedViews(t *testing.T) {
	t.Parallel()
	p := openBlog(t, `<unspool-session src="short.jsonl sample/files.json" toolbar="none"></unspool-session>`, 1)
	p.WaitFor(`$$role("listitem").length === 2`, 0)
	if Eval[bool](p, `$deep(".toolbar") !== null`) {
		t.Error("there is a toolbar")
	}
	p.Do(theViewer + `.toolbar = "full"`)
	p.Click(".chooser .entry")
	p.WaitFor(`$role("feed") && $deep(".toolbar button")`, 0)
	p.Do(theViewer + `.view = "sessions"`)
	p.WaitFor(`$deep(".chooser")`, 0)
	p.Do(theViewer + `.view = "conversation"`)
	p.WaitFor(`$role("feed")`, 0)
	p.Do(theViewer + `.view = "details"`)
	p.WaitFor(`$deep(".ledger") && $text($deep(".ledger")).length > 40`, 0)
	passes(t, p, "an article with details")
	p = openBlog(t, `<unspool-session src="short.jsonl sample/files.json" view="conversation"></unspool-session>`, 1)
	p.WaitFor(`$role("feed") && !$deep(".chooser")`, 0)
}

// Every kind of input that can contain a transcript is read.
func TestEmbedLoad(t *testing.T) {
	t.Parallel()
	p := openBlog(t, `<unspool-session></unspool-session>`, 0)
	p.WaitFor(`customElements.get("unspool-session")`, 0)
	p.Do(`document.text = await (await fetch("short.jsonl")).text(); document.bytes = new TextEncoder().encode(document.text)`)
	packed := base64.StdEncoding.EncodeToString(zipOf(t, "one.jsonl", Eval[string](p, `document.text`)))
	p.Do(`document.zip = Uint8Array.from(atob("` + packed + `"), (c) => c.charCodeAt(0))`)
	for _, given := range []string{
		`new File([document.zip], "one.zip")`,
		`document.text`,
		`document.bytes`,
		`new Blob([document.bytes])`,
		`new File([document.bytes], "one.jsonl")`,
		`[document.text, document.bytes]`,
		`[new File([document.bytes], "one.jsonl")]`,
		`((transfer) => (transfer.items.add(new File([document.bytes], "one.jsonl")), transfer.files))(new DataTransfer())`,
	} {
		p.Do(theViewer + `.dispose(); await ` + theViewer + `.load(` + given + `)`)
		if turns := Eval[int](p, theViewer+`.summary().then((one) => one.turns)`); turns != 2 {
			t.Errorf("%s has %d turns", given, turns)
		}
	}
	if code := Eval[string](p, theViewer+`.load("no transcript").then(() => "", (why) => why.code)`); code != "not-a-transcript" {
		t.Errorf("a file that is not a transcript is rejected as %q", code)
	}
	p.Do(theViewer + `.dispose()`)
	if code := Eval[string](p, theViewer+`.summary().then(() => "", (why) => why.code)`); code != "empty" {
		t.Errorf("without a session the summary is rejected as %q", code)
	}
	if n := Eval[int](p, `document.workers.size`); n != 0 {
		t.Errorf("%d workers remain", n)
	}
}

// zipOf returns a zip archive of one file.
func zipOf(t *testing.T, name, text string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	w, err := z.Create(name)
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// The page's color scheme is followed, its colors are used, and parts can be styled.
func TestEmbedTheme(t *testing.T) {
	t.Parallel()
	p := openBlog(t, `<style>
			:root { color-scheme: light }
			.mine { --unspool-ground: rgb(250, 240, 220); --unspool-ink: rgb(40, 30, 20); --unspool-accent: rgb(120, 0, 120); --unspool-radius: 3px; --unspool-size: 18px; --unspool-font: monospace }
			.mine::part(toolbar) { background: rgb(1, 2, 3) }
			.mine::part(frame) { border-width: 4px }
			.mine::part(list) { outline: 2px solid rgb(4, 5, 6) }
			.mine::part(message) { color: rgb(7, 8, 9) }
		</style>
		<unspool-session preload src="short.jsonl"></unspool-session>
		<unspool-session preload src="short.jsonl" theme="dark"></unspool-session>
		<unspool-session preload src="short.jsonl" class="mine"></unspool-session>
		<unspool-session preload src="missing.jsonl" class="mine"></unspool-session>`, 4)
	p.Allow("404")
	style := func(viewer int, part, property string) string {
		return Eval[string](p, fmt.Sprintf(`getComputedStyle(document.querySelectorAll("unspool-session")[%d].shadowRoot.querySelector("[part=%s]")).%s`, viewer, part, property))
	}
	check := func(got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	p.Dark(true) // the page stays light
	check(style(0, "frame", "backgroundColor"), "rgb(253, 253, 252)")
	check(style(1, "frame", "backgroundColor"), "rgb(23, 24, 26)")
	check(style(2, "frame", "backgroundColor"), "rgb(250, 240, 220)")
	check(style(2, "frame", "color"), "rgb(40, 30, 20)")
	check(style(2, "frame", "borderRadius"), "3px")
	check(style(2, "frame", "borderTopWidth"), "4px")
	check(style(2, "toolbar", "backgroundColor"), "rgb(1, 2, 3)")
	check(style(2, "list", "outlineColor"), "rgb(4, 5, 6)")
	check(style(2, "list", "fontSize"), "18px")
	check(style(2, "list", "fontFamily"), "monospace")
	check(style(3, "message", "color"), "rgb(7, 8, 9)")
	p.Do(`document.documentElement.style.colorScheme = "dark"`)
	check(style(0, "frame", "backgroundColor"), "rgb(23, 24, 26)")
}

// Links go where the page wants, and dates are written in its language.
func TestEmbedLinksAndLanguage(t *testing.T) {
	t.Parallel()
	page, files := blog(t, "", `<unspool-session></unspool-session>`)
	p := openOn(t, page, "/", files)
	p.WaitFor(`customElements.get("unspool-session")`, 0)
	p.Do(theViewer + `.lang = "de";
		` + theViewer + `.linkFor = (url) => url.endsWith("/away") ? undefined : url.endsWith("/bad") ? "javascript:alert(1)" : url.endsWith("/here") ? "docs/here?from=" + new URL(url).host : url;
		await ` + theViewer + `.load(` + strconv.Quote(strings.Join([]string{
		`{"type":"user","uuid":"u","parentUuid":null,"sessionId":"s","timestamp":"2026-05-03T10:00:00.000Z","message":{"role":"user","content":"Links"}}`,
		`{"type":"assistant","uuid":"a","parentUuid":"u","sessionId":"s","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"[one](https://example.com/here) [two](https://example.com/away) [three](https://example.com/bad) [four](https://example.com/four)"}],"stop_reason":"end_turn"}}`,
	}, "\n")) + `)`)
	p.WaitFor(`$$deep("a[rel~=ugc]").length === 4`, 0)
	got := Eval[string](p, `$$deep("a[rel~=ugc]").map((link) => link.textContent + " " + (link.getAttribute("href") ?? "")).join("\n")`)
	want := "one " + page.URL + "docs/here?from=example.com\ntwo \nthree \nfour https://example.com/four"
	if got != want {
		t.Errorf("the links are\n%s\nwant\n%s", got, want)
	}
	wants(t, Eval[string](p, `$text()`), "3. Mai 2026")
	p.Do(theViewer + `.lang = "en-GB"; ` + theViewer + `.linkFor = undefined`)
	p.WaitFor(`$text().includes("3 May 2026") && $deep("a").href === "https://example.com/here"`, 0)
}

// A printed page contains the visible part of a viewer, not all of a session.
func TestEmbedPrinted(t *testing.T) {
	t.Parallel()
	p := openBlog(t, `<unspool-session src="long.jsonl"></unspool-session>`, 1)
	if n := pages(p); n != 1 {
		t.Errorf("the article has %d pages", n)
	}
}

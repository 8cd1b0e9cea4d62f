package browser

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unspool/parser/testutil"
)

const hashNow = `Object.fromEntries(new URLSearchParams(location.hash.slice(1)))`

func holds(p *Page, condition string) {
	p.WaitFor(`(({ v, at, show, hide, agent, session, view, src }) => `+condition+`)(`+hashNow+`)`, 0)
}

// The address contains the current position, which is restored after the page was reloaded and the
// same file dropped.
func TestAddressSurvivesReload(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	file := filterable(t)
	p := filtering(t, file)
	pick(p, "Dialogue")
	leaves(p, 96, "")
	holds(p, `v === "1" && show === "prompts replies" && at === undefined`)
	p.Do(`const list = $deep("unspool-list"); list.dispatchEvent(new Event("wheel")); list.scrollTop = list.scrollHeight / 2`)
	holds(p, `at !== undefined`)
	at := Eval[string](p, hashNow+`.at`)
	hash := Eval[string](p, `location.hash`)
	q := open(t, hash)
	if now := Eval[string](q, `location.hash`); now != hash {
		t.Errorf("before a file is dropped the address is %s, want %s", now, hash)
	}
	q.Read(file)
	leaves(q, 96, "Only prompts, replies")
	q.WaitFor(`$focused("article")?.row.key.startsWith(`+fmt.Sprintf("%q", strings.Split(at, "#")[0])+`)`, 0)
	holds(q, `show === "prompts replies" && at !== undefined`)
}

// Entries of the browser's history: filters, and jumps; scrolling is none.
func TestBackAndForward(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := filtering(t, filterable(t))
	pick(p, "Skim")
	leaves(p, 24, "")
	pick(p, "Errors")
	leaves(p, 30, "")
	p.Do(`history.back()`)
	leaves(p, 24, "Only prompts")
	p.Do(`history.back()`)
	leaves(p, 216, "")
	p.Do(`history.forward()`)
	leaves(p, 24, "Only prompts")
	steps := Eval[int](p, `history.length`)
	p.Do(`const list = $deep("unspool-list"); list.dispatchEvent(new Event("wheel")); list.scrollTop = 600`)
	holds(p, `at !== undefined && show === "prompts"`)
	if now := Eval[int](p, `history.length`); now != steps {
		t.Errorf("scrolling created %d history entries", now-steps)
	}
	pick(p, "All")
	leaves(p, 216, "")
	here := Eval[string](p, hashNow+`.at`)
	p.Do(`$role("article").focus()`)
	p.Press("g")
	p.WaitFor(`$deep("dialog input")`, 0)
	p.Type("20")
	p.Press("Enter")
	holds(p, `at === "u19"`)
	p.Do(`history.back()`)
	holds(p, fmt.Sprintf(`at === %q`, here))
	p.Do(`history.forward()`)
	holds(p, `at === "u19"`)
	p.WaitFor(`$focused("article")?.row.key === "u19"`, 0)
}

// A move of the user while an address is still being reached takes precedence.
func TestBackDuringJump(t *testing.T) {
	t.Parallel()
	file := filterable(t)
	p := open(t, "#v=1&at=u20")
	p.Do(`addEventListener("unspool-ready", () => { location.hash = "#v=1"; })`)
	p.Read(file)
	p.WaitFor(`$role("article") && !("at" in `+hashNow+`) && $deep("unspool-list").scrollTop === 0`, 0)
}

// With several sessions the address names the one that is shown, and Back goes to the list of them.
func TestAddressOfSeveral(t *testing.T) {
	t.Parallel()
	dir := twoSessions(t)
	p := open(t, "")
	p.Read(dir)
	entry := `$role("button", /prompt of two/)`
	p.WaitFor(`!!`+entry, 0)
	p.Do(entry + `.click()`)
	p.WaitFor(`$text().includes("reply of two")`, 0)
	holds(p, `session === "two"`)
	hash := Eval[string](p, `location.hash`)
	p.Do(`history.back()`)
	p.WaitFor(`!!`+entry, 0)
	holds(p, `session === undefined`)
	p.Do(`history.forward()`)
	p.WaitFor(`$text().includes("reply of two")`, 0)
	q := open(t, hash)
	q.Read(dir)
	q.WaitFor(`$text().includes("reply of two")`, 0)
}

// Whatever an address contains, the page opens; invalid parts are removed from it.
func TestHostileAddresses(t *testing.T) {
	t.Parallel()
	file := filterable(t)
	for _, hash := range []string{
		"v=1&view=%3Cscript%3E&at=%00%00&hide=" + strings.Repeat("tool:x%20", 1000),
		"v=1&hide=nothing%20background&show=%F0%9F%92%A9&agent=%E2%80%AE&unknown=1",
		"v=1&at=" + strings.Repeat("a", 50_000),
		"v=1&at=../../..&at=u3&session=__proto__&view=constructor",
		"v=2&view=usage&hide=background",
		"%25%25%25=&&&",
		"hide=tool:%2525%20tool:&show=toString",
	} {
		p := open(t, "#"+hash)
		if strings.HasPrefix(hash, "v=2") {
			p.WaitFor(`$text().includes("version 2")`, 0)
		}
		p.Read(file)
		p.WaitFor(`!!$role("navigation", "Views and panes")`, 0)
		now := Eval[string](p, `location.hash`)
		parts, err := url.ParseQuery(strings.TrimPrefix(now, "#"))
		if err != nil {
			t.Errorf("%.60q becomes %q: %v", hash, now, err)
		}
		for name := range parts {
			if name == "unknown" || len(now) > 20_100 {
				t.Errorf("%.60q becomes %.200q", hash, now)
			}
		}
	}
}

// Denied storage causes no error, and open panes are remembered if it is allowed.
func TestPanesAreStored(t *testing.T) {
	t.Parallel()
	p := filtering(t, filterable(t))
	if kept := Eval[string](p, `localStorage.getItem("unspool-panes")`); !strings.Contains(kept, "filters") {
		t.Errorf("stored %q", kept)
	}
	enter(p, siteURL(t))
	p.Read(filterable(t))
	p.WaitFor(`!!$role("region", "Filters")`, 0)
	p.Do(`Object.defineProperty(Storage.prototype, "setItem", { value() { throw new DOMException("no", "SecurityError") } });
		Object.defineProperty(Storage.prototype, "getItem", { value() { throw new DOMException("no", "SecurityError") } })`)
	p.ClickRole("button", "Filter")
	p.WaitFor(`!$role("region", "Filters")`, 0)
}

// An embedded viewer changes neither the address of its page nor its history.
func TestEmbedKeepsTheAddress(t *testing.T) {
	t.Parallel()
	p := openBlog(t, `<unspool-session src="long.jsonl" height="400px"></unspool-session>`, 1)
	p.WaitFor(`$$role("article").length > 3`, 0)
	before := Eval[string](p, `location.href + history.length`)
	total := Eval[int](p, setSize)
	p.Do(`$role("article").focus()`)
	p.Press("m")
	p.WaitFor(`$text().includes("Background records are shown.")`, 0)
	p.Press("m")
	p.WaitFor(fmt.Sprintf(`%s <= %d && $text().includes("Background records are hidden.")`, setSize, total), 0)
	p.Press("End")
	p.WaitFor(`$focused("article")?.getAttribute("aria-posinset") !== "1"`, 0)
	if now := Eval[string](p, `location.href + history.length`); now != before {
		t.Errorf("the address became %s, it was %s", now, before)
	}
}

// On a page with plain http a link is copied all the same.
func TestLinkWithoutClipboard(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(filterable(t))
	ready(p)
	p.Do(`Object.defineProperty(navigator, "clipboard", { value: undefined });
		globalThis.copied = ""; document.addEventListener("copy", (e) => (globalThis.copied = String(e.composedPath()[0].value)))`)
	focusConversation(p)
	p.WaitFor(`$focused("article")`, 0)
	p.Press("n")
	p.Do(`$role("button", "Show details", $focused("article")).click()`)
	link := `$role("button", "Copy link")`
	p.WaitFor(`!!`+link, 0)
	p.Do(link + `.focus()`)
	p.Press("Enter")
	p.WaitFor(`/#v=1&session=[^&]+&at=u/.test(globalThis.copied)`, 0)
	p.WaitFor(`$text($deep(".about-card")).includes("Copied")`, 0)
}

// A link to a record says so before its session is loaded, and reports once if none of the files
// contains the record.
func TestLinkToMissingRecord(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "#v=1&at=no-such-record")
	wants(t, Eval[string](p, `$text()`), "This link points to a message. Open its session file to see it.")
	p.Do(`globalThis.gone = 0; new MutationObserver(() => { if ($text().includes("That message is not in these files.")) globalThis.gone = 1 }).observe($deep("unspool-session").shadowRoot, { subtree: true, childList: true, characterData: true })`)
	p.Read(sampleFile(t))
	p.WaitFor(`globalThis.gone === 1 && $text().includes("That message is not in these files.")`, 0)
	p.WaitFor(`!$text().includes("That message is not in these files.")`, 0)
}

// twoSessions returns a folder with the sessions "one" and "two": a prompt u-ID and a reply a-ID each.
func twoSessions(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, id := range []string{"one", "two"} {
		said := userSays("u-"+id, "", "prompt of "+id)
		said["sessionId"] = id
		reply := claudeSays("a-"+id, "u-"+id, []m{{"type": "text", "text": "reply of " + id}})
		reply["sessionId"] = id
		data, err := os.ReadFile(transcript(t, said, reply))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, id+".jsonl"), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A link names its session also if that is the only one, so that it is reached in a folder of
// several. Without a session, the record is looked for in all of them.
func TestLinkIntoOneOfSeveral(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	dir := twoSessions(t)
	p := open(t, "")
	p.Read(filepath.Join(dir, "two.jsonl"))
	p.WaitFor(`$text().includes("reply of two")`, 0)
	holds(p, `session === "two"`)
	stubClipboard(p)
	p.Do(`$$role("button", "Show details").at(-1).click()`)
	p.WaitFor(`$role("button", "Copy link")`, 0)
	address := copies(p, "Copy link")
	_, fragment, _ := strings.Cut(address, "#")
	if fragment != "v=1&session=two&at=a-two" {
		t.Errorf("the link is %s", address)
	}
	for _, hash := range []string{fragment, "v=1&at=a-two", "v=1&session=gone&at=a-two"} {
		q := open(t, "#"+hash)
		q.Read(dir)
		q.WaitFor(`$focused("article")?.row.key.startsWith("a-two")`, 0)
		holds(q, `session === "two"`)
	}
}

// A link into a session that is not among the files says which one it needs, and is followed once
// that is opened.
func TestLinkIntoMissingSession(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	dir := twoSessions(t)
	p := open(t, "#v=1&session=two&at=a-two")
	p.Read(filepath.Join(dir, "one.jsonl"))
	p.WaitFor(`$text().includes("reply of one") && $text().includes("This link points into session two, which is not among the opened files. Open the file or folder that contains it.")`, 0)
	p.Read(dir)
	p.WaitFor(`$focused("article")?.row.key.startsWith("a-two")`, 0)
}

// A jump leaves some of the rows before its target visible, and highlights the target.
func TestJumpHighlightsTarget(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	file := filterable(t)
	q := open(t, "#v=1&at=a-Bash12")
	q.Read(file)
	q.WaitFor(`$deep("unspool-row[data-reached]")?.row.key.startsWith("a-Bash12")`, 0)
	within := `$focused("article").getBoundingClientRect().top - $deep("unspool-list").getBoundingClientRect().top`
	q.WaitFor(within+` >= 48 && `+within+` < $deep("unspool-list").clientHeight / 4`, 0)
	q.WaitFor(`$deep("unspool-row[data-reached]") === null && $focused("article").row.key.startsWith("a-Bash12")`, 0) // it fades
}

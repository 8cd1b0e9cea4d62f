package engines

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"unspool/web/browser"
)

// rows is whether the conversation is on the screen.
const rows = `$deep("unspool-list:not([busy]) unspool-row[data-kind]")`

// sampleAt is the part of an address that opens the sample of the site.
const sampleAt = "#v=1&src=sample/files.json"

// A file and a folder open from the landing page.
func TestFileAndFolder(t *testing.T) {
	t.Parallel()
	inEach(t, func(t *testing.T, p *Page, site string) {
		p.Open(site)
		p.WaitFor(`$text().includes("Choose files")`)
		p.WaitFor(`$text().includes("The files stay here")`) // their dialogs call it an upload
		p.Read(sampleFile(t))
		p.WaitFor(rows)
		p.Allow("Failed to read data from the ReadableStream: “AbortError") // Firefox, if a worker still downloads when it ends
		p.ClickRole("button", "Open another session")
		p.WaitFor(`$text().includes("Choose files")`)
		p.ReadFolder(sampleFolder)
		p.WaitFor(rows)
		p.WaitFor(`$deep("unspool-row .agent button.row-button")`) // the folder has the transcripts of agents
	})
}

// The sample of the site can be read with the mouse and with keys.
func TestSample(t *testing.T) {
	t.Parallel()
	inEach(t, func(t *testing.T, p *Page, site string) {
		p.Open(site + sampleAt)
		p.WaitFor(rows)
		for _, step := range []func(*Page){expandsAgent, expandsTools, movesByKey, searches, opensPanes, isDark} {
			step(p)
		}
	})
}

// expandsAgent opens the conversation of an agent.
func expandsAgent(p *Page) {
	p.t.Helper()
	const agent = `$deep("unspool-row .agent button.row-button")`
	p.WaitFor(agent)
	p.Click(agent)
	p.WaitFor(`$$deep('unspool-row[data-depth="1"]').length > 3`)
}

// expandsTools opens all tool calls with a key, and closes them again.
func expandsTools(p *Page) {
	p.t.Helper()
	p.Do(`$deep("unspool-list").focus()`)
	p.Press("e")
	p.WaitFor(`$$deep("unspool-row[data-kind=tool] pre").some((block) => $text(block).length > 10)`)
	p.Press("c")
	p.WaitFor(`$$deep("unspool-row[data-kind=tool] pre").length === 0`)
}

// movesByKey goes through the conversation with keys.
func movesByKey(p *Page) {
	p.t.Helper()
	p.Do(`$deep("unspool-list").focus()`)
	p.Press("End", "Home")
	const position = `$focused("article")?.getAttribute("aria-posinset")`
	p.WaitFor(position + ` === "1"`)
	p.Press("j", "j")
	p.WaitFor(position + ` === "3"`)
	p.Press("n")
	p.WaitFor(`$focused("article")?.dataset.kind === "prompt" && Number(` + position + `) > 3`)
	p.Press("?")
	p.WaitFor(`$text($role("dialog")).includes("Next prompt")`)
	p.Press("Escape")
	p.WaitFor(`$role("dialog") === null`)
}

// searches finds a word and goes to the record that has it.
func searches(p *Page) {
	p.t.Helper()
	p.Press("/")
	p.WaitFor(`$focused("textbox", "Search the session")`)
	p.Type("Lord_Howe")
	p.WaitFor(`$$deep("unspool-found >>> .match").length > 0 || $text($deep("unspool-find")).includes("1 ")`)
	p.Press("Enter")
	p.WaitFor(`CSS.highlights === undefined || [...CSS.highlights.values()].some((ranges) => ranges.size > 0)`)
	p.Press("Escape")
}

// opensPanes opens the views beside the conversation.
func opensPanes(p *Page) {
	p.t.Helper()
	p.Click(`$role("button", "Usage") ?? $role("tab", "Usage") ?? $role("link", "Usage")`)
	p.WaitFor(`$deep("unspool-usage >>> .figures")`)
	p.WaitFor(`$text($deep("unspool-usage")).includes("API list price")`)
	p.WaitFor(`$deep("unspool-plot >>> canvas")`)
	p.Click(`$role("button", "Files") ?? $role("tab", "Files") ?? $role("link", "Files")`)
	p.WaitFor(`$text($deep("unspool-files")).includes("zone.go")`)
	p.Click(`$role("button", "Conversation") ?? $role("tab", "Conversation") ?? $role("link", "Conversation")`)
	p.WaitFor(rows)
	p.WaitFor(`$deep("unspool-timeline >>> canvas")`)
}

// isDark checks the colors of a page for a reader who prefers dark ones.
func isDark(p *Page) {
	p.t.Helper()
	p.WaitFor(`matchMedia("(prefers-color-scheme: dark)").matches`)
	ink := Eval[string](p, `getComputedStyle($deep("unspool-list")).color`)
	var r, g, b int
	if _, err := fmt.Sscanf(ink, "rgb(%d, %d, %d)", &r, &g, &b); err != nil || r+g+b < 3*128 {
		p.t.Errorf("text is %s, not light (%v)", ink, err)
	}
}

// saved clicks on an element that saves a file, and returns the path of the file.
func saved(p *Page, js string) string {
	p.t.Helper()
	before, _ := filepath.Glob(p.saved + "/*") // the pattern is valid
	p.Click(js)
	var path string
	if err := poll(browser.Timeout, func() error {
		now, _ := filepath.Glob(p.saved + "/*")
		for _, name := range now {
			info, err := os.Stat(name)
			if err == nil && info.Size() > 0 && !slices.Contains(before, name) && strings.HasSuffix(name, ".html") {
				path = name
				return nil
			}
		}
		return fmt.Errorf("no new file among %q", now)
	}); err != nil {
		p.t.Fatalf("save: %v", err)
	}
	return path
}

// A session is saved as one page, which opens from the disk.
func TestSaveAndReopen(t *testing.T) {
	t.Parallel()
	inEach(t, func(t *testing.T, p *Page, site string) {
		p.Open(site)
		p.WaitFor(`$text().includes("Choose files")`)
		p.Read(sampleFile(t))
		p.WaitFor(rows)
		p.ClickRole("button", "Share")
		p.WaitFor(`$role("dialog") && $role("button", "Save HTML")?.ariaDisabled === "false"`)
		page := saved(p, `$role("button", "Save HTML")`)
		p.Open("file://" + page)
		p.WaitFor(rows)
		p.WaitFor(`$text().includes("Tide times across the clock change")`)
	})
}

// The viewer in one file opens from the disk and reads files.
func TestOneFile(t *testing.T) {
	t.Parallel()
	inEach(t, func(t *testing.T, p *Page, _ string) {
		p.Open("file://" + filepath.Join(shared.site.Dir, "unspool.html"))
		p.WaitFor(`$text().includes("Choose files")`)
		p.Read(sampleFile(t))
		p.WaitFor(rows)
		expandsTools(p)
	})
}

// articleWith serves a page of another origin than the viewer, perhaps under a policy.
func articleWith(t *testing.T, policy, body string) string {
	t.Helper()
	return browser.ServeTest(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if policy != "" {
			w.Header().Set("Content-Security-Policy", policy)
		}
		_, _ = fmt.Fprintf(w, `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,">
			<title>An article</title><body><h1>An article</h1>%s</body></html>`, body)
	}))
}

// Two lines embed a session in a page of another origin than the viewer's files.
func TestEmbed(t *testing.T) {
	t.Parallel()
	inEach(t, func(t *testing.T, p *Page, site string) {
		p.Open(articleWith(t, "", fmt.Sprintf(`<script type="module" src="%sunspool.js"></script>
			<unspool-session src="%ssample/files.json" height="500px"></unspool-session>`, site, site)))
		p.WaitFor(rows)
		p.WaitFor(`$text().includes("Tide times across the clock change")`)
		expandsTools(p)
	})
}

// A frame of another origin shows a session, in the sandbox of the docs too.
func TestFrame(t *testing.T) {
	t.Parallel()
	inEach(t, func(t *testing.T, p *Page, site string) {
		const frame = `<iframe src="%sembed.html%s" title="A session" style="width: 100%%; height: 400px" %s></iframe>`
		p.Open(articleWith(t, "", fmt.Sprintf(frame+frame, site, sampleAt, "", site, sampleAt,
			`sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"`)))
		for at := range 2 {
			f := p.Frame(at)
			f.WaitFor(rows)
			f.WaitFor(`$text().includes("Tide times across the clock change")`)
		}
	})
}

// In a sandbox without an origin, the frame shows a session in Firefox, as in Chromium. WebKit loads no file for it, since
// its policy allows those of its own origin only; there the frame says what it needs.
func TestFrameWithoutOrigin(t *testing.T) {
	t.Parallel()
	for _, e := range shared.engines {
		inOne(t, e, func(t *testing.T, p *Page, site string) {
			p.Open(articleWith(t, "", fmt.Sprintf(`<iframe src="%sembed.html%s" sandbox="allow-scripts" title="A session"
				style="width: 100%%; height: 400px"></iframe>`, site, sampleAt)))
			f := p.Frame(0)
			switch e.Name() {
			case "WebKit":
				f.WaitFor(browser.SaysNeedsOrigin)
				if !Eval[bool](f, rows+` === null && customElements.get("unspool-session") === undefined`) {
					t.Error("the viewer was loaded")
				}
			default:
				f.WaitFor(rows)
				f.WaitFor(`$text().includes("Tide times across the clock change")`)
				if Eval[bool](f, browser.SaysNeedsOrigin) {
					t.Error("the frame says that it needs an origin")
				}
			}
		})
	}
}

// The page for sessions of other hosts asks first, and then reads one.
func TestView(t *testing.T) {
	t.Parallel()
	inEach(t, func(t *testing.T, p *Page, site string) {
		data, err := os.ReadFile(sampleFile(t))
		if err != nil {
			t.Fatal(err)
		}
		host := browser.ServeTest(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Access-Control-Allow-Origin", "*")
			_, _ = w.Write(data) // the page reports what is missing
		}))
		p.Open(site + "view.html#v=1&src=" + url.QueryEscape(host+"s.jsonl"))
		p.WaitFor(`$deep("main:not([hidden]) .asking .primary")`)
		p.Click(`$deep(".asking .primary")`)
		p.WaitFor(rows)
		p.WaitFor(`$text().includes("Tide times across the clock change")`)
	})
}

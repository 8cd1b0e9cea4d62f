package browser

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	cdp "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"unspool/parser/testutil"
)

// fromDisk opens a file of this machine in a browser without a network. requests returns the page's
// requests, beginning with itself.
func fromDisk(t *testing.T, file string) (p *Page, requests func() []string) {
	t.Helper()
	p = newPage(t)
	var mu sync.Mutex
	var asked []string
	if err := chromedp.Listen(p.ctx, func(ev any) {
		if sent, ok := ev.(*network.EventRequestWillBeSent); ok {
			mu.Lock()
			defer mu.Unlock()
			asked = append(asked, sent.Request.URL)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := call(p, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*network.Conditions{{Offline: true, DownloadThroughput: -1, UploadThroughput: -1}},
	}); err != nil {
		t.Fatal(err)
	}
	enter(p, "file://"+file)
	return p, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.DeleteFunc(slices.Clone(asked), func(url string) bool {
			return strings.HasPrefix(url, "blob:") || strings.HasPrefix(url, "data:")
		})
	}
}

// saving is held while a file is saved: all tabs save into the folder that was named last.
var saving sync.Mutex

// saves clicks on an element that saves a file, and returns its path.
func saves(t *testing.T, p *Page, selector string) (path string) {
	t.Helper()
	saving.Lock()
	defer saving.Unlock()
	done := make(chan string, 1)
	dir, name := t.TempDir(), ""
	if err := chromedp.Listen(p.ctx, func(ev any) {
		switch ev := ev.(type) {
		case *cdp.EventDownloadWillBegin:
			name = ev.SuggestedFilename
		case *cdp.EventDownloadProgress:
			if ev.State == cdp.DownloadProgressStateCompleted {
				select {
				case done <- filepath.Join(dir, name):
				default: // a later file
				}
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := call(p, cdp.SetDownloadBehavior, cdp.SetDownloadBehaviorParams{
		Behavior: cdp.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir, EventsEnabled: new(true),
	}); err != nil {
		t.Fatal(err)
	}
	p.Click(selector)
	p.WaitUntil("a file to be saved", func() bool {
		select {
		case path = <-done:
			return true
		default:
			return false
		}
	})
	return path
}

// opened waits for the dialog until the page is built.
func opened(p *Page) {
	p.r.Helper()
	p.ClickRole("button", "Share")
	p.WaitFor(`$role("dialog") && $role("button", "Save HTML").ariaDisabled === "false"`, 0)
}

func summaryOf(t *testing.T, p *Page) map[string]any {
	t.Helper()
	var sum map[string]any
	if err := json.Unmarshal(Eval[json.RawMessage](p, `$deep("unspool-session").summary()`), &sum); err != nil {
		t.Fatal(err)
	}
	return sum
}

// breakingOut is a project whose texts, title and paths try to escape from the page.
func breakingOut(t *testing.T) string {
	t.Helper()
	const bad = `</script><script>pwned = alert(1)</script><!--<script>\u202e`
	lines := `{"type":"user","uuid":"11111111-1111-4111-8111-111111111111","parentUuid":null,"sessionId":"s","timestamp":"2026-01-01T10:00:00.000Z","message":{"role":"user","content":"` + bad + `"}}
{"type":"assistant","uuid":"22222222-2222-4222-8222-222222222222","parentUuid":"11111111-1111-4111-8111-111111111111","sessionId":"s","timestamp":"2026-01-01T10:00:01.000Z","message":{"id":"m","role":"assistant","model":"claude-opus-4-6","content":[{"type":"text","text":"` + bad + ` <img src=x onerror=\"pwned = 1\">"}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":1}}}
`
	// The folders make a path that ends a script element.
	dir := filepath.Join(t.TempDir(), "p<", "script><script>alert(1)<")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "script>.jsonl"), []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(dir)
}

func content(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// heldNow is the files that the viewer can save.
const heldNow = `$deep("unspool-session").exportSource`

// The standalone page opens from a disk and without a network, and reads folders like the site.
func TestOneFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(shared.dir, "unspool.html")
	p, requests := fromDisk(t, file)
	p.WaitFor(`$text().includes("Choose files")`, 0)
	if text := Eval[string](p, "$text()"); strings.Contains(text, "sample") || strings.Contains(text, "Download") {
		t.Errorf("it offers missing features:\n%s", text)
	}
	if n := Eval[int](p, `document.querySelectorAll(".landing :is(img, .sample)").length`); n > 0 {
		t.Errorf("it has %d pictures", n)
	}
	if text := string(content(t, saves(t, p, ".private a"))); !strings.Contains(text, "\nlit\n===") {
		t.Errorf("licenses:\n%.200s", text)
	}
	if told := p.Read(sampleDir); told != "ready" {
		t.Fatalf("the sample: %s", told)
	}
	ready(p)
	p.WaitFor(`$deep("unspool-row .prose :is(strong, code)")`, 0) // Markdown was read, in its worker
	there := open(t, "")
	there.Read(sampleDir)
	ready(there)
	if diff := cmp.Diff(summaryOf(t, there), summaryOf(t, p)); diff != "" {
		t.Errorf("-site +file summary:\n%s", diff)
	}
	p.ClickRole("button", "Open another session")
	p.WaitFor(`$text().includes("Choose files")`, 0)
	// From a disk nothing can be fetched, whatever the address is.
	p.Do(`location.hash = "#v=1&src=sample/files.json"`)
	p.WaitFor(`$role("alert") && $text().includes("one file")`, 0)
	if diff := cmp.Diff([]string{"file://" + file}, requests()); diff != "" {
		t.Errorf("it requested (-want +got):\n%s", diff)
	}
}

// It also works when it is served: the headers allow what its own policy allows.
func TestStandalonePageServed(t *testing.T) {
	t.Parallel()
	p := open(t, "unspool.html")
	p.WaitFor(`$text().includes("Choose files")`, 0)
	if told := p.Read(sampleFile(t)); told != "ready" {
		t.Errorf("the sample: %s", told)
	}
}

// A session is saved as one page, opens from it without a network at the position of the user, and
// is saved from there as the same page again.
func TestSaveAsOnePage(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	for name, project := range map[string]string{"sample": sampleDir, "hostile": breakingOut(t)} {
		t.Run(name, func(t *testing.T) {
			p := open(t, "")
			if told := p.Read(project); told != "ready" {
				t.Fatal(told)
			}
			p.WaitFor(`$deep("unspool-list:not([busy]) unspool-row[data-kind]")`, 0)
			last := Call[string](p, "session.focusLast")
			settled(p)
			want, place := summaryOf(t, p), Eval[string](p, heldNow+".at")
			opened(p)
			said := Eval[string](p, `$text($role("dialog"))`)
			for _, part := range []string{"Anyone with this file can read the entire session.", "1 conversation"} {
				if !strings.Contains(said, part) {
					t.Errorf("the dialog does not contain %q:\n%s", part, said)
				}
			}
			if strings.Contains(said, "agents") != (name == "sample") {
				t.Errorf("the notes on agents' conversations are:\n%s", said)
			}
			if !Eval[bool](p, `$focused("button", "Save HTML") !== null`) {
				t.Error("the focus is not on the button that saves")
			}
			passes(t, p, "dialog")
			keepAll(p)
			said = Eval[string](p, `$text($role("dialog"))`)
			first := saves(t, p, "dialog .primary")
			if size := fmt.Sprintf(".html, %.1f MB", float64(len(content(t, first)))/1e6); !strings.Contains(said, size) {
				t.Errorf("the dialog does not contain %q:\n%s", size, said)
			}
			p.WaitFor(`!$role("dialog")`, 0)

			q, requests := fromDisk(t, first)
			q.WaitFor(`$told.includes("ready")`, 0)
			if diff := cmp.Diff(want, summaryOf(t, q)); diff != "" {
				t.Errorf("-before +saved summary:\n%s", diff)
			}
			q.WaitFor(`$focused("article") && `+heldNow+`.at === `+strconv.Quote(place), 0)
			if kind := Eval[string](q, `$focused("article").dataset.kind`); kind != last {
				t.Errorf("it opens at a row of kind %s, not %s", kind, last)
			}
			if Eval[bool](q, `"pwned" in globalThis || document.scripts.length !== 8`) {
				t.Error("something of the session became a script")
			}
			if title := Eval[string](q, "document.title"); !strings.HasSuffix(title, " · Unspool") || strings.ContainsAny(title, "\u202e") {
				t.Errorf("its title is %q", title)
			}
			if !regexp.MustCompile(`^[\pL\pN._-]+\.html$`).MatchString(filepath.Base(first)) {
				t.Errorf("its name is %q", first)
			}
			if diff := cmp.Diff([]string{"file://" + first}, requests()); diff != "" {
				t.Errorf("it requested (-want +got):\n%s", diff)
			}

			opened(q)
			one, two := content(t, first), content(t, saves(t, q, "dialog .primary"))
			if string(one) != string(two) {
				t.Errorf("saved again it has %d bytes instead of %d, or different ones", len(two), len(one))
			}
		})
	}
}

// From a folder, the session on the screen is saved with its files only, or all sessions are.
func TestSaveOneOfMany(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	if told := p.Read("../../testdata"); told != "ready" {
		t.Fatal(told)
	}
	p.WaitFor(`$role("listitem")`, 0)
	opened(p)
	if said := Eval[string](p, `$text($role("dialog"))`); !strings.Contains(said, " conversations ") || strings.Contains(said, "This session") {
		t.Errorf("for the list of sessions the dialog shows:\n%s", said)
	}
	p.Press("Escape")
	p.WaitFor(`!$role("dialog")`, 0)
	p.Do(`$deep(".chooser").focus()`)
	p.Type("clock change")
	p.WaitFor(`$text($deep(".chooser .entry")).includes("clock change")`, 0)
	p.Do(`$role("button", undefined, $role("listitem")).click()`)
	p.WaitFor(`$deep("unspool-list:not([busy]) unspool-row[data-kind]")`, 0)
	opened(p)
	keepAll(p)
	p.Do(`$deep("dialog .names summary").click()`)
	for _, name := range Eval[[]string](p, `$$deep("dialog .names bdi").map((e) => e.textContent)`) {
		if !strings.Contains(name, "2.1.219/") {
			t.Errorf("%s is included", name)
		}
	}
	p.Click(`dialog input[value="all"]`)
	p.WaitFor(`$text($role("dialog")).includes("conversations") && $role("button", "Save HTML").ariaDisabled === "false"`, 0)
	p.Click(`dialog input[value="one"]`)
	p.WaitFor(`$text($role("dialog")).includes("1 conversation") && $text($role("dialog")).includes("not replaced") && $role("button", "Save HTML").ariaDisabled === "false"`, 0)
	q, _ := fromDisk(t, saves(t, p, "dialog .primary"))
	q.WaitFor(`$told.includes("ready")`, 0)
	got := summaryOf(t, q)
	// It is as if only its own files had been dropped, except for their paths.
	alone := open(t, "")
	alone.Read(sampleDir)
	want := summaryOf(t, alone)
	if want["file"] = "testdata/" + want["file"].(string); !cmp.Equal(want, got) {
		t.Errorf("-alone +saved summary:\n%s", cmp.Diff(want, got))
	}
}

// A truncated page says so, and can still be used.
func TestDamagedPage(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	if told := p.Read(sampleFile(t)); told != "ready" {
		t.Fatal(told)
	}
	opened(p)
	page := content(t, saves(t, p, "dialog .primary"))
	at := strings.Index(string(page), `id="session.gz"`)
	q, _ := fromDisk(t, write(t, "cut.html", page[:at+20_000]))
	q.Allow("Failed to fetch")
	q.WaitFor(`$role("alert") && $text().includes("Choose files")`, 0)
	if told := q.Read(sampleFile(t)); told != "ready" {
		t.Error(told)
	}
	early, _ := fromDisk(t, write(t, "earlier.html", page[:600_000]))
	early.Allow("page.html.gz")
	early.WaitFor(`$text().includes("could not unpack itself")`, 0)
}

package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/storage"
)

// If storage is forbidden, full or contains anything, the page opens, reads, and keeps the user's
// settings for as long as it is open.
func TestStorageDenied(t *testing.T) {
	t.Parallel()
	sample := sampleFile(t)
	for name, function := range map[string]string{
		"every access throws": "everyAccessThrows",
		"every call throws":   "everyCallThrows",
		"none at all":         "noneAtAll",
		"garbage":             "garbage",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage(t)
			before(p, script("storage."+function))
			enter(p, siteURL(t))
			rounds := 1
			if name == "garbage" {
				rounds = 7 // another kind each time
			}
			for range rounds {
				if told := p.Read(sample); told != "ready" {
					t.Fatalf("reported %q", told)
				}
				p.WaitFor(`$role("navigation", "Views and panes") && $role("article")`, 0)
				was := Eval[bool](p, `$role("tree", "Prompts") !== null`)
				focusConversation(p)
				p.Press("s")
				p.WaitFor(fmt.Sprintf(`($role("tree", "Prompts") === null) === %t`, was), 0)
				theme := Eval[string](p, `document.documentElement.dataset.theme`)
				p.Do(`$$deep("unspool-session .tools button").at(-1).click()`)
				p.WaitFor(`document.documentElement.dataset.theme !== `+quote(theme), 0)
				if rounds > 1 {
					says(t, p, `(localStorage.getItem("unspool-panes") ?? "").split(" ").filter((name) => !["", "outline", "timeline"].includes(name)).join()`, "") // stored values are valid then
					p.Do(`location.reload()`)
					p.WaitFor(`document.readyState === "complete" && !$role("article") && $deep(".zone .button")`, 0)
				}
			}
		})
	}
}

// With no space at all the browser stores nothing for visits without a network, and nothing else
// changes.
func TestStorageFull(t *testing.T) {
	t.Parallel()
	h := &host{}
	url := ServeTest(t, h)
	p := newPage(t)
	p.keep = true
	p.Allow("QuotaExceededError")
	p.Allow("quota")
	p.Open(url + "elsewhere/") // settings for a host without a page apply to none
	room := 1.0                // byte; a quota of 0 is ignored
	if _, err := call(p, storage.OverrideQuotaForOrigin, storage.OverrideQuotaForOriginParams{Origin: origin(url), QuotaSize: &room}); err != nil {
		t.Fatal(err)
	}
	enter(p, url+folder)
	p.Read(sampleFile(t))
	p.WaitFor(`$role("navigation", "Views and panes") && $role("article")`, 0)
	// It was tried and abandoned.
	p.WaitFor(`Promise.all([caches.keys(), navigator.serviceWorker.getRegistrations()]).then(([names, workers]) => names.length === 1 && workers.length === 0)`, 0)
	says(t, p, `caches.keys().then(([name]) => caches.open(name)).then((cache) => cache.keys()).then((kept) => String(kept.length))`, "0")
	p.Press("j", "j")
	p.WaitFor(`$focused("article")`, 0)
}

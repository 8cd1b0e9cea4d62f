package browser

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/google/go-cmp/cmp"

	"unspool/build/site"
	loopback "unspool/parser/serve"
	"unspool/parser/testutil"
)

// folder is where the host of these tests has the site: below its root, beside other files.
const folder = "some/folder/"

// host serves a site whose network can fail and whose files can change.
type host struct {
	mu    sync.Mutex
	state string            // "" or the failure: "down", "broken", "silent", or "eager", which returns its page for missing files
	other map[string]string // files that replace those of the site
	asked []string          // requested files, with their folder
}

func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	h.mu.Lock()
	state := h.state
	file := strings.TrimPrefix(name, folder)
	if strings.HasSuffix(name, "/") {
		file = "index.html"
	}
	text, other := h.other[file]
	h.asked = append(h.asked, name)
	h.mu.Unlock()
	switch state {
	case "down":
		panic(http.ErrAbortHandler)
	case "broken":
		http.Error(w, "it is broken", http.StatusBadGateway)
		return
	case "silent":
		<-r.Context().Done()
		return
	}
	if !strings.HasPrefix(name, folder) {
		_, _ = io.WriteString(w, "<!doctype html><html lang=en><link rel=icon href=data:,><title>elsewhere</title>")
		return
	}
	if !other {
		http.StripPrefix("/"+folder, shared.handler).ServeHTTP(w, r)
		return
	}
	if text == "" && state != "eager" {
		http.NotFound(w, r)
		return
	}
	for _, kv := range site.Headers(file) {
		w.Header().Set(kv.Name, kv.Value)
	}
	if text == "" {
		file, text = "index.html", "<!doctype html><title>This is the page</title>"
	}
	w.Header().Set("Content-Type", loopback.ContentType(file))
	_, _ = io.WriteString(w, text) // a page that is gone needs no answer
}

// set changes the failure, and forgets the requests.
func (h *host) set(state string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.state, h.asked = state, nil
}

// replace replaces files of the site.
func (h *host) replace(files map[string]string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.other = files
}

// requests returns the requests since the last change.
func (h *host) requests() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.asked)
}

// hosted opens the page of a host of its own and waits until it is stored.
func hosted(t *testing.T) (*host, *Page, string) {
	t.Helper()
	h := &host{}
	url := ServeTest(t, h) + folder
	p := keeping(t, url)
	p.WaitFor(`navigator.serviceWorker.controller?.state === "activated"`, 0)
	return h, p, url
}

// away makes the host fail in a way; then only stored files are available.
func away(h *host, p *Page, state string) {
	p.r.Helper()
	for _, words := range []string{"Failed to load resource", "network error response"} {
		p.Allow(words) // the browser's own error on each failure
	}
	if _, err := call(p, network.ClearBrowserCache, cdp.Empty{}); err != nil {
		p.r.Fatalf("clear the cache: %v", err)
	}
	h.set(state)
}

// leave goes from the site to another page of its host.
func leave(p *Page, url string) { p.Open(strings.TrimSuffix(url, folder) + "elsewhere") }

// namesOf returns the files of the built site of some kinds.
func namesOf(kinds ...site.Kind) (names []string) {
	for _, s := range shared.sizes {
		if slices.Contains(kinds, s.Kind) {
			names = append(names, s.Name)
		}
	}
	return names
}

// keptFiles returns the content of all caches, below the folder.
func keptFiles(p *Page) []string {
	p.r.Helper()
	kept := Call[[]string](p, "offline.keptAddresses")
	for i, url := range kept {
		_, kept[i], _ = strings.Cut(url, folder)
	}
	slices.Sort(kept)
	return kept
}

// The second visit needs no network: the page, its workers, the parser and late code are all
// stored. Opened files are not.
func TestOffline(t *testing.T) {
	t.Parallel()
	h, p, url := hosted(t)
	p.Do(`location.hash = "#v=1&src=sample/files.json"`)
	ready(p)
	p.Read(sampleFile(t))
	ready(p)
	want := append(namesOf(site.App, site.Lazy, site.Panes, site.Wasm, site.Grammar), "", "manifest.json", "icon.svg") // and the page
	slices.Sort(want)
	if diff := cmp.Diff(want, keptFiles(p)); diff != "" {
		t.Errorf("stored (-want +got):\n%s", diff)
	}

	for _, state := range []string{"down", "broken", "silent"} {
		t.Run(state, func(t *testing.T) {
			away(h, p, state)
			enter(p, url+"?"+state)
			p.WaitFor(`$deep("h1")`, 0)
			p.Read(sampleFile(t))
			ready(p)
			p.Press("e") // opens all lines, of languages that this browser has not loaded yet
			p.WaitFor(`$deep("[class^=hljs-]")`, 0)
			for _, asked := range h.requests() {
				if name := strings.TrimPrefix(asked, folder); name != "" && slices.Contains(want, name) {
					t.Errorf("requested %s from the network", name)
				}
			}
		})
	}
}

// A host may return its page as if it were the file, and have the browser cache it as such: that is
// not stored, and noticed when the file is back.
func TestOfflineStoresNoFallback(t *testing.T) {
	t.Parallel()
	late, grammar := "", namesOf(site.Grammar)[0]
	for _, name := range namesOf(site.Lazy) {
		if strings.HasPrefix(name, "assets/dialogs-") { // no visit begins with it
			late = name
		}
	}
	inside := func(p *Page, name string) string {
		return Eval[string](p, `caches.match("`+name+`").then((kept) => kept?.text() ?? "nothing")`)
	}
	h := &host{state: "eager", other: map[string]string{late: "", grammar: ""}}
	url := ServeTest(t, h) + folder
	p := keeping(t, url)
	p.Allow(late + " is not there")
	// Only the service worker requests it; its installation may be shorter than the interval
	// between two checks.
	asked := func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		return slices.Contains(h.asked, folder+late)
	}
	p.WaitUntil("a request for "+late, asked)
	p.WaitFor(`navigator.serviceWorker.getRegistrations().then((all) => all.length === 0)`, 0)
	if got := inside(p, late); got != "nothing" {
		t.Errorf("%s is stored as %q", late, got)
	}

	h.replace(map[string]string{grammar: ""})
	enter(p, url+"?again")
	p.WaitFor(`navigator.serviceWorker.controller?.state === "activated"`, 0)
	if got := inside(p, late); strings.HasPrefix(got, "<") || got == "nothing" {
		t.Errorf("%s is stored as %q", late, got)
	}
	if got := inside(p, grammar); got != "nothing" {
		t.Errorf("%s is stored as %q", grammar, got)
	}

	h.replace(nil)
	p.Do(`await fetch("` + grammar + `")`)
	p.WaitFor(`caches.match("`+grammar+`")`, 0)
	if got := inside(p, grammar); strings.HasPrefix(got, "<") {
		t.Errorf("%s is stored as %q", grammar, got)
	}
}

// Without a network, code of a language whose grammar is not stored is plain: the grammar is
// requested once, and nothing else fails.
func TestOfflineWithoutGrammar(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	h := &host{other: map[string]string{}}
	grammars := namesOf(site.Grammar)
	for _, name := range grammars {
		h.other[name] = ""
	}
	url := ServeTest(t, h) + folder
	p := keeping(t, url)
	p.WaitFor(`navigator.serviceWorker.controller?.state === "activated"`, 0)
	var b strings.Builder
	for i, language := range []string{"go", "go", "go", "go", "rust"} { // they arrive at the worker in this order
		fmt.Fprintf(&b, `{"type":"assistant","uuid":"a%d","parentUuid":null,"sessionId":"s","message":{"id":"m%d","role":"assistant","content":[{"type":"text","text":"Code:\n\n`+"```%s\\nfunc f%d() {}\\n```"+`"}]}}`+"\n", i, i, language, i)
	}
	for _, state := range []string{"down", "broken"} {
		away(h, p, state)
		enter(p, url+"?"+state)
		p.Read(write(t, "a.jsonl", []byte(b.String())))
		ready(p)
		asked := func(language string) (n int) {
			for _, name := range h.requests() {
				if strings.HasPrefix(name, folder+"assets/"+language+"-") {
					n++
				}
			}
			return n
		}
		p.WaitUntil(state+": a request for the grammar of Rust", func() bool { return asked("rust") > 0 })
		if n := asked("go"); n > 2 { // the second time bypasses the browser's cache
			t.Errorf("%s: a grammar is requested %d times", state, n)
		}
	}
}

// The service worker ignores everything that does not belong to the app: other pages of the folder,
// transcripts, files with names like those of the app.
func TestOfflineIgnoresOtherFiles(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	h, p, url := hosted(t)
	others := []string{
		"styleguide.html", "unspool.js", "licenses.txt", "sw.js", "sample/files.json", "servers/nginx.conf.txt", "?v=1", "sample/",
		"assets/parser-AAAAAAAA.wasm.gz", "assets/app-AAAAAAAA.js?x",
	}
	h.set("")
	p.Allow("Failed to load resource") // two of them do not exist
	for _, name := range others {
		p.Do(`await fetch("` + name + `", { cache: "no-store" })`)
	}
	asked, kept := h.requests(), keptFiles(p)
	for _, name := range others {
		path, _, _ := strings.Cut(name, "?")
		if !slices.Contains(asked, folder+path) {
			t.Errorf("did not request %s: %q", name, asked)
		}
		if slices.Contains(kept, name) {
			t.Errorf("stores %s", name)
		}
	}
	away(h, p, "broken")
	p.Open(url + "styleguide.html")
	if got := Eval[string](p, "document.body.innerText"); !strings.Contains(got, "it is broken") {
		t.Errorf("another page shows %q", got)
	}
	if !Eval[bool](p, `(async () => (await fetch("./")).status === 502)()`) {
		t.Error("a request that is not a visit gets the stored page")
	}
}

// A new version is shown at the next visit. An open page of the old one keeps its files, and only
// the new one is stored when that is closed.
func TestNewVersion(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	h, old, url := hosted(t)
	files, app := second(t)
	h.replace(files)

	next := newPage(t)
	next.used = true // nothing is cleared: the test is about what the old page keeps
	enter(next, url)
	if scripts := Eval[string](next, `[...document.querySelectorAll("script")].at(-1).src`); path.Base(scripts) != app {
		t.Errorf("the second visit runs %s, want %s", scripts, app)
	}
	next.WaitFor(`navigator.serviceWorker.getRegistration().then((r) => r.waiting?.state === "installed")`, 0)

	// The host no longer has the old files, but the page does.
	away(h, old, "down")
	old.Read(sampleFile(t))
	ready(old)
	h.set("")

	leave(old, url)
	leave(next, url)
	next.WaitFor(`navigator.serviceWorker.getRegistrations().then(([r]) => r.waiting === null && r.active?.state === "activated")`, 0)
	kept := keptFiles(next)
	if !slices.Contains(kept, "assets/"+app) || slices.ContainsFunc(kept, func(name string) bool { return name != "assets/"+app && strings.HasPrefix(name, "assets/app-") }) {
		t.Errorf("stored %q, want of the page's scripts only %s", kept, app)
	}
	away(h, next, "down")
	enter(next, url+"?again")
	next.Read(sampleFile(t))
	ready(next)
}

// During a deployment a host may deliver the service worker of one version and the page of another:
// then nothing is stored, rather than a page without its files.
func TestOfflineDuringDeployment(t *testing.T) {
	t.Parallel()
	files, app := second(t)
	h := &host{other: map[string]string{"sw.js": files["sw.js"], "assets/" + app: files["assets/"+app]}}
	p := keeping(t, ServeTest(t, h)+folder)
	p.Allow("the page is of another version")
	asked := func() (pages int) {
		for _, name := range h.requests() {
			if name == folder {
				pages++
			}
		}
		return pages
	}
	p.WaitUntil("the service worker to look at the page", func() bool { return asked() >= 2 })
	p.WaitFor(`navigator.serviceWorker.getRegistrations().then((all) => all.length === 0)`, 0)
	if kept := keptFiles(p); len(kept) > 0 {
		t.Errorf("stored %q", kept)
	}
}

// The operator can build a site that stores nothing: browsers then delete what they stored.
func TestOfflineTurnedOff(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	h, p, url := hosted(t)
	builder, err := site.NewBuilder(site.Options{Root: "../..", NotCached: true, Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	made, err := builder.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for name, data := range made.Files {
		files[name] = string(data)
	}
	h.replace(files)
	p.Do(`await (await navigator.serviceWorker.getRegistration()).update()`)
	leave(p, url)
	p.WaitFor(`navigator.serviceWorker.getRegistrations().then((all) => all.length === 0)`, 0)
	if kept := keptFiles(p); len(kept) > 0 {
		t.Errorf("stored %q", kept)
	}

	// A first visit does not request to store anything.
	h.set("")
	enter(p, url+"?again")
	p.Read(sampleFile(t))
	ready(p)
	if asked := h.requests(); slices.Contains(asked, folder+"sw.js") || !slices.Contains(asked, folder+"index.html") && !slices.Contains(asked, folder) {
		t.Errorf("requested %q", asked)
	}
	if kept := keptFiles(p); len(kept) > 0 {
		t.Errorf("stored %q", kept)
	}
}

// second returns the changed files of another version of the site, and the name of its script.
// Files that it does not have are empty.
func second(t *testing.T) (files map[string]string, app string) {
	t.Helper()
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(shared.dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	page, worker := read("index.html"), read("sw.js")
	old := regexp.MustCompile(`assets/app-[A-Z0-9]{8}\.js`).FindString(page)
	version := regexp.MustCompile(`"[A-Z0-9]{8}"`).FindString(worker)
	if old == "" || version == "" {
		t.Fatalf("no script in %q, or no version in %q", page, worker)
	}
	app = "app-SECOND22.js"
	files = map[string]string{
		old:             "",
		"assets/" + app: read(old),
		"index.html":    strings.ReplaceAll(page, old, "assets/"+app),
		"sw.js":         strings.ReplaceAll(strings.ReplaceAll(worker, old, "assets/"+app), version, `"SECOND22"`),
	}
	return files, app
}

package browser

import (
	"maps"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"unspool/parser/testutil"
)

// The page opens, shows something and does nothing forbidden.
func TestPageOpens(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.WaitFor(`$text().length > 0`, 0)
	if title := Eval[string](p, "document.title"); title == "" {
		t.Error("the page has no title")
	}
}

// Preloaded files are used by the page's code, without requesting them again.
func TestPreloads(t *testing.T) {
	t.Parallel()
	asked := map[string]int{}
	var mu sync.Mutex
	p := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked[r.URL.Path]++
		mu.Unlock()
		shared.handler.ServeHTTP(uncached{w}, r)
	}), "")
	p.Read(sampleFile(t)) // which needs all of it
	ready(p)
	mu.Lock()
	first := maps.Clone(asked)
	mu.Unlock()
	code := Eval[string](p, `Promise.all([...document.querySelectorAll("script[src], link[rel=modulepreload]")].map((e) => fetch(e.src ?? e.href).then((r) => r.text()))).then((texts) => texts.join())`)
	for rel, ending := range map[string]string{"modulepreload": ".js", "stylesheet": ".css"} {
		files := Eval[[]string](p, `[...document.querySelectorAll("link[rel=`+rel+`]")].map((link) => new URL(link.href).pathname)`)
		if len(files) == 0 {
			t.Errorf("the page loads nothing as %s", rel)
		}
		for _, file := range files {
			if !strings.HasSuffix(file, ending) || first[file] != 1 {
				t.Errorf("%s, a %s, was requested %d times", file, rel, first[file])
			}
			if rel == "modulepreload" && !strings.Contains(code, `"./`+path.Base(file)+`"`) {
				t.Errorf("nothing imports %s", file)
			}
		}
	}
	for file, times := range first {
		if strings.Contains(file, ".wasm") && (times != 1 || !strings.HasSuffix(file, ".wasm.gz")) {
			t.Errorf("%s was requested %d times, want the gzip once", file, times)
		}
	}
}

// A browser that decompresses Brotli loads only the smaller file of the parser.
func TestLoadsBrotli(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var asked []string
	url := ServeTest(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, ".wasm") {
			mu.Lock()
			asked = append(asked, path.Ext(r.URL.Path))
			mu.Unlock()
		}
		if strings.HasSuffix(r.URL.Path, ".br") {
			file, err := os.ReadFile(filepath.Join(shared.dir, strings.TrimSuffix(r.URL.Path, ".br")+".gz"))
			if err != nil {
				http.NotFound(w, r)
				return
			}
			_, _ = w.Write(append([]byte{0x0b}, file...))
			return
		}
		shared.handler.ServeHTTP(w, r)
	}))
	p := newPage(t)
	// Gzip stands in for Brotli here and on the server, since not every Chromium decompresses it.
	before(p, script("smoke.inflateAsGzip"))
	enter(p, url)
	p.Read(sampleFile(t))
	ready(p)
	mu.Lock()
	defer mu.Unlock()
	if len(asked) != 1 || asked[0] != ".br" {
		t.Errorf("requested %q, want the Brotli file once", asked)
	}
}

// uncached responds as if nothing may be cached, so that no request is hidden.
type uncached struct{ http.ResponseWriter }

func (w uncached) WriteHeader(status int) {
	w.Header().Set("Cache-Control", "no-store")
	w.ResponseWriter.WriteHeader(status)
}

// No list of requests is as reliable as the policy that forbids them.
func TestPolicyHolds(t *testing.T) {
	t.Parallel()
	_, before := shared.browser.sink.Since(0)
	p := open(t, "")
	p.Allow("example.invalid") // the attempts, and the errors that name it
	if got := Eval[string](p, `fetch("https://example.invalid/").then(() => "let out", () => "refused")`); got != "refused" {
		t.Errorf("a request to another host was %s", got)
	}
	if hosts, _ := shared.browser.sink.Since(before); len(hosts) > 0 {
		t.Errorf("something left the machine, for %q", hosts)
	}
}

// All addresses are relative: the site works below any path.
func TestSubfolder(t *testing.T) {
	t.Parallel()
	p := serve(t, http.StripPrefix("/deep/folder", shared.handler), "deep/folder/")
	p.WaitFor(`$text().length > 0`, 0)
}

// On a host that sends no headers, the page's own policy takes their place.
func TestPolicyWithoutHeaders(t *testing.T) {
	t.Parallel()
	p := serve(t, http.FileServer(http.Dir(shared.dir)), "")
	p.Allow("example.invalid")
	p.Allow("TrustedHTML") // the second attempt
	p.Allow("require-trusted-types-for")
	p.WaitFor(`$text().length > 0`, 0)
	if got := Eval[string](p, `fetch("https://example.invalid/").then(() => "let out", () => "refused")`); got != "refused" {
		t.Errorf("a request to another host was %s", got)
	}
	if !Eval[bool](p, `(() => { try { document.createElement("p").innerHTML = "<b>x</b>"; return false } catch { return true } })()`) {
		t.Error("a string became HTML")
	}
}

// The page's address names the session on the screen or none, and Back leaves a session that it
// opened.
func TestAddressNamesWhatIsShown(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	p.Do(`location.hash = "#v=1&src=sample/files.json"`)
	p.WaitFor(`$told.includes("ready")`, 0)
	p.Do(`history.back()`)
	p.WaitFor(`$text().includes("Choose files") && document.title === "Unspool"`, 0)
	p.Do(`location.hash = "#v=1&src=sample/files.json"`)
	p.WaitFor(`$told.length === 2`, 0)
	p.Read(sampleFile(t))
	p.WaitFor(`location.hash.startsWith("#v=1&session=") && !location.hash.includes("src=")`, 0)
}

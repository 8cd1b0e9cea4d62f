package browser

import (
	"net/http"
	"path"
	"strings"
	"sync"
	"testing"
)

// The page opens, shows something and does nothing that it must not.
func TestPageOpens(t *testing.T) {
	p := open(t, "")
	p.WaitFor(`$text().length > 0`, 0)
	if title := Eval[string](p, "document.title"); title == "" {
		t.Error("the page has no title")
	}
}

// What the page loads ahead its code then uses, without asking for it again.
func TestLoadsAhead(t *testing.T) {
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
	code := Eval[string](p, `fetch(document.querySelector("script").src).then((r) => r.text())`)
	mu.Lock()
	defer mu.Unlock()
	for rel, want := range map[string]string{"preload": ".wasm.gz", "modulepreload": ".js", "stylesheet": ".css"} {
		files := Eval[[]string](p, `[...document.querySelectorAll("link[rel=`+rel+`]")].map((link) => new URL(link.href).pathname)`)
		if len(files) != 1 || !strings.HasSuffix(files[0], want) {
			t.Fatalf("the page loads %q as %s, want one %s", files, rel, want)
		}
		if asked[files[0]] != 1 {
			t.Errorf("%s was asked for %d times", files[0], asked[files[0]])
		}
		if rel == "modulepreload" && !strings.Contains(code, path.Base(files[0])) {
			t.Errorf("%s is not what the page's script imports", files[0])
		}
	}
}

// uncached answers as if nothing might be kept, so that nothing is hidden by that.
type uncached struct{ http.ResponseWriter }

func (w uncached) WriteHeader(status int) {
	w.Header().Set("Cache-Control", "no-store")
	w.ResponseWriter.WriteHeader(status)
}

// No list of requests is as good as the policy that forbids them.
func TestPolicyHolds(t *testing.T) {
	_, before := shared.browser.sink.since(0)
	p := open(t, "")
	p.Allow("example.invalid") // the attempts, and the refusals that name it
	if got := Eval[string](p, `fetch("https://example.invalid/").then(() => "let out", () => "refused")`); got != "refused" {
		t.Errorf("a request to another host was %s", got)
	}
	if hosts, _ := shared.browser.sink.since(before); len(hosts) > 0 {
		t.Errorf("something left the machine, for %q", hosts)
	}
}

// All addresses are relative: the site works below any path.
func TestSubfolder(t *testing.T) {
	p := serve(t, http.StripPrefix("/deep/folder", shared.handler), "deep/folder/")
	p.WaitFor(`$text().length > 0`, 0)
}

// On a host that sends no headers, the page's own policy takes their place.
func TestPolicyWithoutHeaders(t *testing.T) {
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

// The page's address names the session on the screen or none, and Back leaves
// one that it led to.
func TestAddressNamesWhatIsShown(t *testing.T) {
	p := open(t, "")
	p.Do(`location.hash = "#v=1&src=sample/files.json"`)
	p.WaitFor(`$told.includes("ready")`, 0)
	p.Do(`history.back()`)
	p.WaitFor(`$text().includes("Choose files") && document.title === "Unspool"`, 0)
	p.Do(`location.hash = "#v=1&src=sample/files.json"`)
	p.WaitFor(`$told.length === 2`, 0)
	p.Read(sampleFile(t))
	if hash := Eval[string](p, `location.hash`); hash != "" {
		t.Errorf("over a dropped file the address has %s", hash)
	}
}

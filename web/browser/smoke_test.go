package browser

import (
	"net/http"
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

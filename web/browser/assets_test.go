package browser

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// trusting is what a page says that requires Trusted Types and shows sessions.
const trusting = "require-trusted-types-for 'script'; trusted-types unspool-html unspool-worker"

// embeds is a page with a viewer that has nothing to read yet.
func embeds(head string) Doc { return article(head, `<unspool-session preload></unspool-session>`) }

// A page that requires Trusted Types may use Lit itself, or hold a second version of the element.
func TestPolicyNames(t *testing.T) {
	read := `<unspool-session preload src="sample/files.json"></unspool-session>`
	t.Run("the page's own Lit", func(t *testing.T) {
		cdn := siteHost(t)
		own := `<script>trustedTypes.createPolicy("lit-html", { createHTML: (text) => text })</script>`
		blog := newHost(t, docs(map[string]Doc{"/": article(own+unspoolScript(cdn), read).under(trusting + " lit-html")}))
		p := openOn(t, blog, "/", cdn)
		p.WaitFor(`$told.length > 0`, 0)
		wants(t, Eval[string](p, `$told.join()`), "ready")
	})
	t.Run("two versions", func(t *testing.T) {
		first, second := siteHost(t), siteHost(t)
		blog := newHost(t, docs(map[string]Doc{"/": article(unspoolScript(first)+unspoolScript(second)+
			`<script type="module">document.loaded = await import("`+second.URL+`unspool.js").then(() => "both", String)</script>`, read).under(trusting)}))
		p := openOn(t, blog, "/", first, second)
		p.Allow("Content Security Policy") // the names are taken
		p.Allow("security policy: trusted-types blocked")
		p.Allow("issue: ContentSecurityPolicyIssue")
		p.WaitFor(`$told.length > 0 && document.loaded`, 0)
		wants(t, Eval[string](p, `$told.join() + " " + document.loaded`), "ready both")
	})
}

// The host of the parser is not told which page asks for it.
func TestParserWithoutReferrer(t *testing.T) {
	cdn := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, name := range []string{"Cookie", "Referer"} {
			if got := r.Header.Get(name); got != "" && strings.Contains(r.URL.Path, ".wasm") {
				t.Errorf("%s %q is sent", name, got)
			}
		}
		shared.handler.ServeHTTP(w, r)
	}))
	head := `<script>document.cookie = "secret=1"</script>` + unspoolScript(cdn) // the cookie is for all ports
	blog := newHost(t, docs(map[string]Doc{"/": article(head, `<unspool-session preload src="sample/files.json"></unspool-session>`)}))
	p := openOn(t, blog, "/", cdn)
	p.WaitFor(`$told.length > 0`, 0)
	wants(t, Eval[string](p, `$told.join()`), "ready")
	if cdn.Asked(".wasm") != 1 {
		t.Errorf("the parser is asked for %d times", cdn.Asked(".wasm"))
	}
}

// A policy that only reports forbids nothing, so it is not the reason.
func TestReportOnly(t *testing.T) {
	cdn := siteHost(t)
	closed := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "{}") }))
	page := article(unspoolScript(cdn), `<unspool-session preload src="`+closed.URL+`s.jsonl"></unspool-session>`)
	page.Header = map[string]string{"Content-Security-Policy-Report-Only": "connect-src 'self' " + strings.TrimSuffix(cdn.URL, "/")}
	p := openOn(t, newHost(t, docs(map[string]Doc{"/": page})), "/", cdn, closed)
	p.Allow("Content Security Policy")
	p.Allow("issue: C")
	p.Allow(closed.URL)
	p.WaitFor(`$told.length > 0`, 0)
	said := Eval[string](p, `$told.join() + " " + $text()`)
	wants(t, said, "blocked", "Access-Control-Allow-Origin")
	if strings.Contains(said, "Content-Security-Policy") {
		t.Errorf("the policy is blamed: %s", said)
	}
}

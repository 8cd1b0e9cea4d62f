package browser

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// trusting is what a page says that requires Trusted Types and shows sessions.
const trusting = "require-trusted-types-for 'script'; trusted-types unspool-html unspool-worker"

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

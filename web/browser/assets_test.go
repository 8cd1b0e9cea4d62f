package browser

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// trusting is the policy of a page that requires Trusted Types and shows sessions.
const trusting = "require-trusted-types-for 'script'; trusted-types lit-html unspool-worker"

// embeds is a page with a viewer that has nothing to read yet.
func embeds(head string) Doc { return article(head, `<unspool-session preload></unspool-session>`) }

// The name of a Trusted Types policy can be used once, unless the page allows duplicates: a page
// that requires Trusted Types must allow them to use Lit itself, or to load a second version of the
// element.
func TestTrustedTypesPolicyNames(t *testing.T) {
	t.Parallel()
	read := `<unspool-session preload src="sample/files.json"><p>What stands in for it</p></unspool-session>`
	for _, c := range []struct{ name, policy, want string }{
		{"twice", trusting + " 'allow-duplicates'", "ready"},
		{"once", trusting, ""},
	} {
		t.Run("the page's own Lit, "+c.name, func(t *testing.T) {
			cdn := siteHost(t)
			own := `<script>trustedTypes.createPolicy("lit-html", { createHTML: (text) => text })</script>`
			try := `<script type="module">document.loaded = await import("` + cdn.URL + `unspool.js").then(() => "loaded", String)</script>`
			blog := newHost(t, docs(map[string]Doc{"/": article(own+try, read).under(c.policy)}))
			p := openOn(t, blog, "/", cdn)
			if c.want == "" {
				allowTakenNames(p)
				p.WaitFor(`document.loaded?.startsWith("TypeError")`, 0)
				wants(t, Eval[string](p, `$text()`), "What stands in for it")
				return
			}
			p.WaitFor(`$told.length > 0`, 0)
			wants(t, Eval[string](p, `$told.join()`), c.want)
		})
	}
	for _, c := range []struct{ name, policy, want string }{
		{"twice", trusting + " 'allow-duplicates'", "both"},
		{"once", trusting, "TypeError"},
	} {
		t.Run("two versions, "+c.name, func(t *testing.T) {
			first, second := siteHost(t), siteHost(t)
			blog := newHost(t, docs(map[string]Doc{"/": article(unspoolScript(first)+
				`<script type="module">document.loaded = await import("`+second.URL+`unspool.js").then(() => "both", String)</script>`, read).under(c.policy)}))
			p := openOn(t, blog, "/", first, second)
			if c.want != "both" {
				allowTakenNames(p)
			}
			p.WaitFor(`$told.length > 0 && document.loaded`, 0)
			wants(t, Eval[string](p, `$told.join()`), "ready")
			wants(t, Eval[string](p, `document.loaded`), c.want)
		})
	}
}

// allowTakenNames allows the errors about a policy name that is already in use.
func allowTakenNames(p *Page) {
	p.Allow("Content Security Policy")
	p.Allow("security policy: trusted-types blocked")
	p.Allow("issue: ContentSecurityPolicyIssue")
}

// The attribute assets sets the location of the code. If a page trusts only what it created itself,
// the attribute cannot bypass that; and a script that threw in a worker is not run in the page.
func TestAssetsOfOtherHost(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, policy string }{
		{"trusted types", trusting},
		{"no policy", "object-src *"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cdn := siteHost(t)
			foreign := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Access-Control-Allow-Origin", "*")
				w.Header().Set("Content-Type", "text/javascript")
				fmt.Fprint(w, `if (typeof document === "undefined") throw new Error("not here"); document.title = "Taken";`)
			}))
			blog := newHost(t, docs(map[string]Doc{"/": embeds(unspoolScript(cdn)).under(c.policy)}))
			p := openOn(t, blog, "/", cdn, foreign)
			p.Allow("TrustedScriptURL")
			p.Allow("security policy: require-trusted-types-for")
			p.Allow("issue: ContentSecurityPolicyIssue")
			p.Allow("not here")
			p.Do(`const viewer = document.querySelector("unspool-session"); viewer.setAttribute("assets", "` + foreign.URL + `"); viewer.setAttribute("src", "sample/files.json")`)
			p.WaitFor(`$told.length > 0`, 0)
			if got := Eval[string](p, `$told.join() + " " + document.title`); got != "worker An article" {
				t.Errorf("reported, and the page's title: %s", got)
			}
		})
	}
}

// Copies of the viewer's files on the page's own host work like the originals.
func TestAssetsOfOwnHost(t *testing.T) {
	t.Parallel()
	cdn := siteHost(t)
	blog := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/assets/") {
			shared.handler.ServeHTTP(w, r)
			return
		}
		docs(map[string]Doc{"/": embeds(unspoolScript(cdn)).under(trusting)}).ServeHTTP(w, r)
	}))
	p := openOn(t, blog, "/", cdn)
	p.Do(`const viewer = document.querySelector("unspool-session"); viewer.setAttribute("assets", "assets/"); viewer.setAttribute("src", "sample/files.json")`)
	p.WaitFor(`$told.length > 0`, 0)
	wants(t, Eval[string](p, `$told.join()`), "ready")
	if blog.Asked("parser-worker") == 0 || cdn.Asked("parser-worker") != 0 {
		t.Errorf("the page's host was requested %d workers, the other one %d", blog.Asked("parser-worker"), cdn.Asked("parser-worker"))
	}
}

// The host of the parser does not learn which page requests it.
func TestParserWithoutReferrer(t *testing.T) {
	t.Parallel()
	setsCookies(t)
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
		t.Errorf("the parser is requested %d times", cdn.Asked(".wasm"))
	}
}

// A report-only policy blocks nothing, so it is not the reason.
func TestReportOnlyPolicy(t *testing.T) {
	t.Parallel()
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
		t.Errorf("the policy is named as the reason: %s", said)
	}
}

// If workers are refused, a viewer that releases its session stops reading in the page.
func TestParserInPageEnds(t *testing.T) {
	t.Parallel()
	cdn := siteHost(t)
	blog := newHost(t, docs(map[string]Doc{
		"/":           embeds(unspoolScript(cdn)).under("worker-src 'none'"),
		"/long.jsonl": {Text: string(longSession(1500))},
	}))
	p := openOn(t, blog, "/", cdn)
	p.Allow("worker-src")
	p.Allow("Content Security Policy")
	p.Allow("issue: ContentSecurityPolicyIssue")
	p.WaitFor(`customElements.get("unspool-session")`, 0)
	p.Run("assets.loadOnce")
	whole := Eval[int](p, `chunks`)
	both := Call[int](p, "assets.leaveAndLoad")
	if whole < 6 || both > whole*3/2 {
		t.Errorf("one load reads %d chunks; a canceled one and another one %d", whole, both)
	}
}

// A viewer that is removed before its worker has started leaves nothing behind.
func TestViewerRemovedBeforeWorkerStarts(t *testing.T) {
	t.Parallel()
	cdn := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "parser-worker") {
			<-r.Context().Done()
			return
		}
		shared.handler.ServeHTTP(w, r)
	}))
	count := "<script>" + script("assets.recordWrappers") + "</script>"
	p := openOn(t, newHost(t, docs(map[string]Doc{"/": embeds(count + unspoolScript(cdn))})), "/", cdn)
	p.Do(`document.querySelector("unspool-session").src = "sample/files.json"`)
	p.WaitFor(`wrappers.size > 0`, 0)
	p.Do(`document.querySelector("unspool-session").dispose()`)
	if n := Eval[int](p, `wrappers.size`); n != 0 {
		t.Errorf("%d wrappers remain", n)
	}
}

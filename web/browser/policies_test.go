package browser

import (
	"net/http"
	"strings"
	"testing"

	"unspool/parser/testutil"
)

// embedded is a page with one session and text around it.
func embedded(cdn *Host) Doc {
	return article(unspoolScript(cdn), `<p>Before</p><unspool-session preload src="sample/files.json"><p>What stands in for it</p></unspool-session><p>After</p>`)
}

// under sends a document with a policy.
func (d Doc) under(policy string) Doc {
	d.Header = map[string]string{"Content-Security-Policy": policy}
	return d
}

// If a page's policy allows what the recipes list, a session is read, wherever the viewer's files
// are.
func TestPolicies(t *testing.T) {
	t.Parallel()
	const strict = "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data: blob:; "
	for _, c := range []struct{ name, policy string }{
		{"CDN", "script-src CDN 'wasm-unsafe-eval'; connect-src 'self' CDN; worker-src blob:"},
		{"CDN and trusted types", "script-src CDN 'wasm-unsafe-eval'; connect-src 'self' CDN; worker-src blob:; require-trusted-types-for 'script'; trusted-types lit-html unspool-worker"},
		{"trusted types of any name", "script-src CDN 'wasm-unsafe-eval'; connect-src 'self' CDN; worker-src blob:; require-trusted-types-for 'script'"},
		{"no workers", "script-src CDN 'wasm-unsafe-eval'; connect-src 'self' CDN; worker-src 'none'"},
		{"no workers, trusted types", "script-src CDN 'wasm-unsafe-eval'; connect-src 'self' CDN; worker-src 'none'; require-trusted-types-for 'script'; trusted-types lit-html unspool-worker"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cdn := siteHost(t)
			policy := strict + strings.ReplaceAll(c.policy, "CDN", strings.TrimSuffix(cdn.URL, "/"))
			blog := newHost(t, docs(map[string]Doc{"/": embedded(cdn).under(policy)}))
			p := openOn(t, blog, "/", cdn)
			if strings.Contains(c.policy, "worker-src 'none'") {
				p.Allow("worker-src blocked")
				p.Allow("Content Security Policy")
				p.Allow("issue: ContentSecurityPolicyIssue")
			}
			p.WaitFor(`$told.length > 0`, 0)
			wants(t, Eval[string](p, `$told.join()`), "ready")
			wants(t, Eval[string](p, `$text()`), "Before", "Our harbour master in Skarrow", "After")
			hasWorkers(t, p, !strings.Contains(c.policy, "worker-src 'none'"))
		})
	}
}

// The strictest policy suffices if the page and the viewer have the same origin.
func TestPolicyOfOneOrigin(t *testing.T) {
	t.Parallel()
	const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; img-src blob: data:; " +
		"base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types lit-html unspool-worker"
	own := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/blog/" {
			shared.handler.ServeHTTP(w, r)
			return
		}
		page := article(`<script type="module" src="../unspool.js"></script>`, `<unspool-session preload src="../sample/files.json"></unspool-session>`)
		docs(map[string]Doc{"/blog/": page.under(policy)}).ServeHTTP(w, r)
	}))
	p := openOn(t, own, "/blog/")
	p.WaitFor(`$told.length > 0`, 0)
	wants(t, Eval[string](p, `$told.join()`), "ready")
	wants(t, Eval[string](p, `$text()`), "Our harbour master in Skarrow")
}

// If the page's policy forbids something, the directive is named in the element's own box.
func TestForbidden(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, policy, code, want string }{
		{"wasm", "script-src CDN; connect-src 'self' CDN; worker-src blob:", "wasm", "'wasm-unsafe-eval'"},
		{"wasm, no workers", "script-src CDN; connect-src 'self' CDN; worker-src 'none'", "wasm", "'wasm-unsafe-eval'"},
		{"parser's address", "script-src CDN 'wasm-unsafe-eval'; connect-src 'self'; worker-src blob:", "wasm", "connect-src"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cdn := siteHost(t)
			policy := strings.ReplaceAll(c.policy, "CDN", strings.TrimSuffix(cdn.URL, "/"))
			blog := newHost(t, docs(map[string]Doc{"/": embedded(cdn).under(policy)}))
			p := openOn(t, blog, "/", cdn)
			p.Allow("Content Security Policy")
			p.Allow("security policy: ")
			p.Allow("issue: ContentSecurityPolicyIssue")
			p.WaitFor(`$told.length > 0`, 0)
			if got := Eval[string](p, `$told.join()`); got != c.code {
				t.Errorf("reported %s, want %s", got, c.code)
			}
			wants(t, Eval[string](p, `$text()`), "Before", c.want, "After")
		})
	}
}

// A policy that allows no images of blobs is violated once by each parser: the page then stops probing it.
func TestProbeUnderPolicy(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		images string
		want   int
	}{{"'self'", 1}, {"blob:", 0}} {
		t.Run(c.images, func(t *testing.T) {
			policy := "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; style-src 'self'; img-src data: " + c.images
			page := article(`<script type="module" src="unspool.js"></script>`, `<unspool-session preload src="short.jsonl"></unspool-session>`)
			page.Header = map[string]string{"Content-Security-Policy": policy}
			own := docs(map[string]Doc{"/": page, "/short.jsonl": {Text: string(longSession(2))}})
			host := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/" || r.URL.Path == "/short.jsonl" {
					own.ServeHTTP(w, r)
				} else {
					shared.handler.ServeHTTP(w, r)
				}
			}))
			p := newPage(t)
			p.Allow("img-src blocked blob")
			p.Allow("Content Security Policy")
			p.Allow("issue: ContentSecurityPolicyIssue")
			p.Before(script("parser_death.unanswered"))
			p.Open(host.URL)
			p.WaitFor(`$told.join() === "ready"`, 0)
			// While a reply is pending, the parser is pinged, and probed if that is possible.
			p.Do(`unanswered.begin(); void document.querySelector("unspool-session").search("anything").catch(() => undefined)`)
			p.WaitFor(`unanswered.pings >= 3`, 0)
			if got := Eval[[]string](p, `unanswered.blocked`); len(got) != c.want {
				t.Errorf("the policy was violated by %q, want %d violations", got, c.want)
			}
		})
	}
}

// Servers of the viewer's files that deliver less than they should.
func TestFileHosts(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	for _, c := range []struct {
		name, file string
		header     map[string]string // "" removes
		want       string            // a part of the message; "" if the element is never defined
		text       string
	}{
		{"wasm as text", ".wasm.gz", map[string]string{"Content-Type": "text/html"}, "ready", "Our harbour master"},
		{"wasm of no type", ".wasm.gz", map[string]string{"Content-Type": ""}, "ready", "Our harbour master"},
		{"wasm inflated on its way", ".wasm.gz", map[string]string{"Content-Encoding": "gzip"}, "ready", "Our harbour master"},
		{"worker as text", "parser-worker", map[string]string{"Content-Type": "text/plain"}, "worker", "own files could not be loaded"},
		{"entry as text", "unspool.js", map[string]string{"Content-Type": "text/plain"}, "", "What stands in for it"},
		{"entry without CORS", "unspool.js", map[string]string{"Access-Control-Allow-Origin": ""}, "", "What stands in for it"},
		{"wasm without CORS", ".wasm.gz", map[string]string{"Access-Control-Allow-Origin": ""}, "wasm", "Access-Control-Allow-Origin"},
		{"worker without CORS", "parser-worker", map[string]string{"Access-Control-Allow-Origin": ""}, "worker", "assets/parser-worker-"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cdn := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if strings.Contains(r.URL.Path, c.file) {
					w = &amended{ResponseWriter: w, header: c.header}
				}
				shared.handler.ServeHTTP(w, r)
			}))
			page := embedded(cdn)
			page.Text = strings.Replace(page.Text, "></script>", ` onerror="document.refused = true"></script>`, 1)
			blog := newHost(t, docs(map[string]Doc{"/": page}))
			p := openOn(t, blog, "/", cdn)
			p.Allow(cdn.URL)
			p.Allow("issue: CorsIssue")
			if c.want == "" {
				p.WaitFor(`document.refused`, 0)
				if cdn.Asked(c.file) == 0 || Eval[bool](p, `customElements.get("unspool-session") !== undefined`) {
					t.Errorf("requested it %d times, and it still runs", cdn.Asked(c.file))
				}
				wants(t, Eval[string](p, `$text()`), "Before", c.text, "After")
				return
			}
			p.WaitFor(`$told.length > 0`, 0)
			if got := Eval[string](p, `$told.join()`); got != c.want {
				t.Errorf("reported %s, want %s", got, c.want)
			}
			wants(t, Eval[string](p, `$text()`), "Before", c.text, "After")
		})
	}
}

// amended sends other headers than those that were set.
type amended struct {
	http.ResponseWriter
	header map[string]string
}

func (a *amended) WriteHeader(status int) {
	for name, value := range a.header {
		if value == "" {
			a.Header().Del(name)
		} else {
			a.Header().Set(name, value)
		}
	}
	a.ResponseWriter.WriteHeader(status)
}

func (a *amended) Write(data []byte) (int, error) { return a.ResponseWriter.Write(data) }

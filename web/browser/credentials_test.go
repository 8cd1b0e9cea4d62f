package browser

import (
	"net/http"
	"strings"
	"sync"
	"testing"
)

// A session on the page's own host is also requested without the user's credentials: otherwise the
// host might return, and log, what belongs to the user's account.
func TestRequestsWithoutCredentials(t *testing.T) {
	t.Parallel()
	setsCookies(t)
	var mu sync.Mutex
	sent := map[string]http.Header{} // of the last request, by path
	own := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		sent[r.URL.Path] = r.Header.Clone()
		mu.Unlock()
		switch r.URL.Path {
		case "/session.jsonl":
			docs(map[string]Doc{"/session.jsonl": {Text: string(longSession(2))}}).ServeHTTP(w, r)
		case "/article":
			page := article(`<script type="module" src="unspool.js"></script>`, `<unspool-session preload src="session.jsonl"></unspool-session>`)
			page.Type = "text/html"
			docs(map[string]Doc{"/article": page}).ServeHTTP(w, r)
		default:
			// Hosts may not send the header that forbids all of these.
			shared.handler.ServeHTTP(&amended{ResponseWriter: w, header: map[string]string{"Referrer-Policy": ""}}, r)
		}
	}))
	headers := func(path string) http.Header {
		mu.Lock()
		defer mu.Unlock()
		return sent[path]
	}
	p := openOn(t, own, "/licenses.txt")
	p.Allow("favicon.ico") // a plain text page has no icon, and Chromium may request it
	p.Do(`document.cookie = "secret=1; path=/"`)
	p.Allow("PerformanceIssue") // of reading the cookie, which is only done here: it is set once it can be read
	p.WaitFor(`document.cookie.includes("secret=1")`, 0)
	for path, fragment := range map[string]string{
		"/article":    "",
		"/index.html": "#v=1&src=session.jsonl",
		"/view.html":  "#v=1&src=session.jsonl",
		"/embed.html": "#v=1&src=session.jsonl",
	} {
		before := own.Asked("/session.jsonl")
		p.Open(own.URL + strings.TrimPrefix(path, "/") + fragment)
		p.WaitFor(`$text().includes("Question 1")`, 0)
		if own.Asked("/session.jsonl") == before {
			t.Errorf("%s: the session is not requested", path)
		}
		if got := headers(path).Get("Cookie"); got != "secret=1" {
			t.Errorf("%s: the page itself is requested with the cookie %q: this tests nothing", path, got)
		}
		for _, name := range []string{"Cookie", "Referer", "Authorization"} {
			if got := headers("/session.jsonl").Get(name); got != "" {
				t.Errorf("%s: %s %q is sent", path, name, got)
			}
		}
	}
}

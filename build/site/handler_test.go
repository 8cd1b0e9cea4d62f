package site

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func get(h http.Handler, target string, edit ...func(*http.Request)) *http.Response {
	r := httptest.NewRequest("GET", "http://127.0.0.1:8080"+target, nil)
	for _, e := range edit {
		e(r)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func tinySite() fstest.MapFS {
	names := []string{"index.html", "view.html", "docs/index.html", "licenses.txt", "assets/app-X.js", "assets/page-X.css", "assets/parser-X.wasm.gz", "sample/files.json", "sample/-p/s.jsonl"}
	files := fstest.MapFS{}
	for _, n := range names {
		files[n] = &fstest.MapFile{Data: []byte("content of " + n)}
	}
	return files
}

func TestPolicy(t *testing.T) {
	const want = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; " +
		"font-src 'self'; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; " +
		"frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html unspool-worker"
	if diff := cmp.Diff(want, contentSecurityPolicy(powers{}, false)); diff != "" {
		t.Errorf("policy (-want +got):\n%s", diff)
	}
	// Where each page may connect to. The rest is as above, except that this one may be cached.
	for name, connect := range map[string]string{
		"": "'self'", "index.html": "'self'", "styleguide.html": "'self'", "assets/app-X.js": "'self'",
		"view.html": "'self' https: http://localhost:* http://127.0.0.1:*",
	} {
		want := strings.Replace(want, "connect-src 'self'", "connect-src "+connect, 1)
		if name == "index.html" {
			want += " unspool-offline; manifest-src 'self'"
		}
		got := Headers(name)[slices.IndexFunc(Headers(name), func(h Header) bool { return h.Name == "Content-Security-Policy" })].Value
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("policy of %q (-want +got):\n%s", name, diff)
		}
	}
}

// TestHeadersFileAgrees checks that a host that reads _headers sends what the local server sends.
func TestHeadersFileAgrees(t *testing.T) {
	files := tinySite()
	text, err := headersFile(sortedKeys(files))
	if err != nil {
		t.Fatal(err)
	}
	blocks := map[string]http.Header{}
	var current http.Header
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if name, value, isHeader := strings.Cut(line, ": "); isHeader && strings.HasPrefix(line, "  ") {
			current.Add(strings.TrimSpace(name), value)
			continue
		}
		current = http.Header{}
		blocks[line] = current
	}
	handler := Handler(files)
	// Some hosts send pages at shorter addresses.
	if diff := cmp.Diff(blocks["/view.html"], blocks["/view"]); diff != "" || blocks["/view"] == nil {
		t.Errorf("/view (-view.html +view):\n%s", diff)
	}
	for _, target := range append(sortedKeys(files), "") {
		target = "/" + target
		var matching []string
		for pattern := range blocks {
			if prefix, wild := strings.CutSuffix(pattern, "*"); pattern == target || wild && strings.HasPrefix(target, prefix) {
				matching = append(matching, pattern)
			}
		}
		if len(matching) != 1 {
			t.Errorf("%s: matched by %v, want exactly one block", target, matching)
			continue
		}
		res := get(handler, target)
		if res.StatusCode != http.StatusOK {
			t.Errorf("%s: status %d", target, res.StatusCode)
		}
		sent := res.Header.Clone()
		for _, own := range []string{"Content-Type", "Content-Length", "Accept-Ranges", "Last-Modified"} {
			sent.Del(own) // a host works these out by itself
		}
		if diff := cmp.Diff(blocks[matching[0]], sent); diff != "" {
			t.Errorf("%s (-_headers +handler):\n%s", target, diff)
		}
	}
}

func TestHandler(t *testing.T) {
	files := tinySite()
	files[headersName] = &fstest.MapFile{Data: []byte("secret")}
	h := Handler(files)
	for _, c := range []struct {
		target      string
		status      int
		contentType string
		cache       string
	}{
		{"/", 200, "text/html; charset=utf-8", "no-cache"},
		{"/index.html", 200, "text/html; charset=utf-8", "no-cache"},
		{"/assets/app-X.js", 200, "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"},
		{"/assets/page-X.css", 200, "text/css; charset=utf-8", "public, max-age=31536000, immutable"},
		{"/assets/parser-X.wasm.gz", 200, "application/gzip", "public, max-age=31536000, immutable"},
		{"/sample/files.json", 200, "application/json", "no-cache"},
		{"/sample/-p/s.jsonl", 200, "application/x-ndjson", "no-cache"},
		{"/docs/", 200, "text/html; charset=utf-8", "no-cache"},
		{"/docs/index.html", 200, "text/html; charset=utf-8", "no-cache"},
		{"/docs", 301, "text/html; charset=utf-8", "no-cache"},
		{"/assets/gone-X.js", 404, "text/plain; charset=utf-8", "no-cache"},
		{"/assets", 404, "text/plain; charset=utf-8", "no-cache"},
		{"/assets/", 404, "text/plain; charset=utf-8", "no-cache"},
		{"/_headers", 404, "text/plain; charset=utf-8", "no-cache"},
		{"/../handler_test.go", 404, "text/plain; charset=utf-8", "no-cache"},
		{"/assets/..%2findex.html", 404, "text/plain; charset=utf-8", "no-cache"},
	} {
		res := get(h, c.target)
		got := []any{res.StatusCode, res.Header.Get("Content-Type"), res.Header.Get("Cache-Control")}
		if diff := cmp.Diff([]any{c.status, c.contentType, c.cache}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.target, diff)
		}
		if res.Header.Get("Content-Security-Policy") == "" || res.Header.Get("X-Content-Type-Options") == "" {
			t.Errorf("%s: sent without its policy", c.target)
		}
		if res.Header.Get("Content-Encoding") != "" {
			t.Errorf("%s: the page inflates by itself", c.target)
		}
	}
	if res := get(h, "/", func(r *http.Request) { r.Method = "POST" }); res.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: status %d", res.StatusCode)
	}
	part := get(h, "/index.html", func(r *http.Request) { r.Header.Set("Range", "bytes=0-6") })
	if text := body(t, part); part.StatusCode != http.StatusPartialContent || text != "content" {
		t.Errorf("range: status %d, %q", part.StatusCode, text)
	}
}

func TestOnlyLoopback(t *testing.T) {
	h := Handler(tinySite())
	for host, want := range map[string]int{
		"127.0.0.1:8080": 200, "127.0.0.1": 200, "localhost:1": 200, "LOCALHOST": 200, "[::1]:8080": 200, "[::1]": 200,
		"evil.example": 403, "evil.example:8080": 403, "127.0.0.1.evil.example": 403, "192.168.1.2:8080": 403, "": 403,
		"localhost.evil.example": 403, "0.0.0.0:8080": 403,
	} {
		if res := get(h, "/", func(r *http.Request) { r.Host = host }); res.StatusCode != want {
			t.Errorf("host %q: status %d, want %d", host, res.StatusCode, want)
		}
	}
}

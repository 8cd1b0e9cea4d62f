package browser

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/build/site"
	loopback "unspool/parser/serve"
	"unspool/parser/testutil"
)

// ask requests an address of a server, and returns the raw response.
func ask(t *testing.T, url string, headers ...string) (*http.Response, []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "identity")
	for pair := range slices.Chunk(headers, 2) {
		r.Header.Set(pair[0], pair[1])
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	if err := errors.Join(err, res.Body.Close()); err != nil {
		t.Fatal(err)
	}
	return res, body
}

// siteFiles returns the names of all files of the built site.
func siteFiles(t *testing.T) []string {
	t.Helper()
	var names []string
	err := fs.WalkDir(os.DirFS(shared.dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// ownHeaders are the headers of a response that the site controls.
func ownHeaders(h http.Header) http.Header {
	own := http.Header{}
	for _, name := range []string{
		"Cache-Control", "Content-Security-Policy", "Permissions-Policy", "Referrer-Policy", "X-Content-Type-Options",
		"Access-Control-Allow-Origin", "Cross-Origin-Resource-Policy",
	} {
		if values := h.Values(name); values != nil {
			own[name] = values
		}
	}
	return own
}

func wantedHeaders(name string) http.Header {
	want := http.Header{}
	for _, kv := range site.Headers(name) {
		want.Add(kv.Name, kv.Value)
	}
	return want
}

// The servers of Debian, with the configurations that the site includes, send every file unchanged
// and with the same headers as elsewhere; and the site works in a folder of theirs and at the root.
func TestWebServers(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	for _, s := range webServers() {
		for _, at := range []string{"/unspool/", "/"} {
			t.Run(s.name+at, func(t *testing.T) { checkServer(t, s.start(t, at)) })
		}
	}
}

func checkServer(t *testing.T, url string) {
	t.Run("files", func(t *testing.T) { checkFiles(t, url) })
	t.Run("page", func(t *testing.T) {
		p := keeping(t, url)
		p.Read(sampleFile(t))
		ready(p)
		enter(p, url+"?again#v=1&src=sample/files.json")
		ready(p)
		p.WaitFor(`navigator.serviceWorker.getRegistration().then((r) => r?.active?.state === "activated")`, 0)
	})
}

func checkFiles(t *testing.T, url string) {
	var script, wasm string
	for _, name := range append(siteFiles(t), "") {
		file := name
		if name == "" {
			file = "index.html"
		}
		want, err := os.ReadFile(filepath.Join(shared.dir, filepath.FromSlash(file)))
		if err != nil {
			t.Fatal(err)
		}
		res, got := ask(t, url+name)
		if res.StatusCode != http.StatusOK || !bytes.Equal(want, got) {
			t.Errorf("%s: status %d, %d bytes of %d", name, res.StatusCode, len(got), len(want))
		}
		if diff := cmp.Diff(wantedHeaders(file), ownHeaders(res.Header)); diff != "" {
			t.Errorf("%s (-want +sent):\n%s", name, diff)
		}
		if got, want := res.Header.Get("Content-Type"), loopback.ContentType(file); got != want && name != "_headers" {
			t.Errorf("%s is sent as %q, want %q", name, got, want)
		}
		switch {
		case strings.HasSuffix(name, ".wasm.gz"):
			wasm = name
		case strings.HasPrefix(name, "assets/chunk-") && len(want) > 4096: // a small one is sent uncompressed
			script = name
		}
	}

	res, got := ask(t, url+script, "Accept-Encoding", "gzip")
	r, err := gzip.NewReader(bytes.NewReader(got))
	if err == nil {
		_, err = io.Copy(io.Discard, r)
	}
	if res.Header.Get("Content-Encoding") != "gzip" || err != nil {
		t.Errorf("a script is sent as %q: %v", res.Header.Get("Content-Encoding"), err)
	}
	if res, _ := ask(t, url+wasm, "Accept-Encoding", "gzip"); res.Header.Get("Content-Encoding") != "" {
		t.Errorf("an already compressed file is sent as %q", res.Header.Get("Content-Encoding"))
	}
	res, got = ask(t, url+wasm, "Accept-Encoding", "gzip, deflate, br, zstd")
	want, err := os.ReadFile(filepath.Join(shared.dir, filepath.FromSlash(strings.TrimSuffix(wasm, ".gz")+".br")))
	if err != nil {
		t.Fatal(err)
	}
	if res.Header.Get("Content-Encoding") != "br" || res.Header.Get("Vary") != "Accept-Encoding" || !bytes.Equal(want, got) {
		t.Errorf("to a browser that accepts Brotli, %d bytes of %d are sent with %q", len(got), len(want), res.Header)
	}
	if diff := cmp.Diff(wantedHeaders(wasm), ownHeaders(res.Header)); diff != "" {
		t.Errorf("the parser as Brotli (-want +sent):\n%s", diff)
	}
	res, got = ask(t, url+wasm, "Range", "bytes=0-1")
	if res.StatusCode != http.StatusPartialContent || string(got) != "\x1f\x8b" {
		t.Errorf("a range: status %d, %q", res.StatusCode, got)
	}
	res, _ = ask(t, url+"index.html", "If-None-Match", must(ask(t, url+"index.html")).Header.Get("Etag"))
	if res.StatusCode != http.StatusNotModified || res.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("an unchanged page: status %d, %q", res.StatusCode, res.Header.Get("Cache-Control"))
	}
	res, _ = ask(t, url+"assets/gone-AAAAAAAA.js")
	if res.StatusCode != http.StatusNotFound || strings.Contains(res.Header.Get("Cache-Control"), "immutable") {
		t.Errorf("a missing file: status %d, %q", res.StatusCode, res.Header.Get("Cache-Control"))
	}
	if !strings.HasSuffix(url, "/unspool/") {
		return // a host's own address always ends with a slash
	}
	res, _ = ask(t, strings.TrimSuffix(url, "/"))
	if to := res.Header.Get("Location"); !strings.HasSuffix(to, "/unspool/") {
		t.Errorf("without the trailing slash: status %d, to %q", res.StatusCode, to)
	}
}

func must(res *http.Response, _ []byte) *http.Response { return res }

// Netlify sends every file with the same headers as elsewhere, by the rules of its own parser
// (@netlify/headers-parser): paths are compared without regard to case, a star matches anything
// including the slash before it, and the values of several blocks are joined by commas.
func TestNetlifyHeaders(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(shared.dir, "_headers"))
	if err != nil {
		t.Fatal(err)
	}
	type block struct {
		path    *regexp.Regexp
		headers http.Header
	}
	var blocks []block
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if path, isPath := strings.CutPrefix(line, "/"); isPath {
			expression := strings.ReplaceAll(regexp.QuoteMeta("/"+strings.TrimSuffix(path, "/")), `/\*`, `/?(.*)`)
			blocks = append(blocks, block{regexp.MustCompile(`(?i)^` + expression + `/?$`), http.Header{}})
			continue
		}
		name, value, found := strings.Cut(line, ": ")
		if !found || len(blocks) == 0 {
			t.Fatalf("unknown argument %q", line)
		}
		blocks[len(blocks)-1].headers.Add(name, value)
	}
	for _, name := range siteFiles(t) {
		if name == "_headers" {
			continue
		}
		addresses := []string{name}
		if bare, isPage := strings.CutSuffix(name, ".html"); isPage {
			addresses = append(addresses, strings.TrimSuffix(bare, "index"))
		}
		for _, address := range addresses {
			sent := http.Header{}
			for _, b := range blocks {
				if !b.path.MatchString("/" + address) {
					continue
				}
				for header, values := range b.headers {
					sent.Set(header, strings.Join(append(sent.Values(header), values...), ", "))
				}
			}
			if diff := cmp.Diff(wantedHeaders(name), sent); diff != "" {
				t.Errorf("/%s (-want +sent):\n%s", address, diff)
			}
		}
	}
}

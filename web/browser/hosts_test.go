package browser

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"unspool/build/site"
	loopback "unspool/parser/serve"
)

// Host is a foreign server with its own origin: a blog with a page that includes the viewer, a host
// for its files, or one for transcripts. It records the requests that it receives.
type Host struct {
	URL string // ends with a slash

	mu    sync.Mutex
	asked []string // paths, in the order of the requests
}

// newHost serves handler until the test ends.
func newHost(t *testing.T, handler http.Handler) *Host {
	t.Helper()
	h := &Host{}
	h.URL = ServeTest(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		h.asked = append(h.asked, r.URL.Path)
		h.mu.Unlock()
		handler.ServeHTTP(w, r)
	}))
	return h
}

// Asked returns the number of requests for paths that contain part.
func (h *Host) Asked(part string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := 0
	for _, path := range h.asked {
		if strings.Contains(path, part) {
			n++
		}
	}
	return n
}

// siteHost hosts the viewer's files like a CDN: the built site with its headers.
func siteHost(t *testing.T) *Host {
	t.Helper()
	return newHost(t, site.Handler(os.DirFS(shared.dir)))
}

// Doc is a file of a host.
type Doc struct {
	Text   string
	Type   string            // media type, by default that of the name
	Header map[string]string // besides the media type
}

// docs serves files by their paths, where "/" is the page that visitors see, and below "/sample/"
// the sample session of the site. All can be read from any origin.
func docs(files map[string]Doc) http.Handler {
	sample := http.FileServerFS(os.DirFS(shared.dir))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		if doc, found := files[r.URL.Path]; found {
			w.Header().Set("Content-Type", loopback.ContentType(strings.TrimPrefix(r.URL.Path, "/")))
			if doc.Type != "" {
				w.Header().Set("Content-Type", doc.Type)
			}
			for name, value := range doc.Header {
				w.Header().Set(name, value)
			}
			fmt.Fprint(w, doc.Text)
			return
		}
		if strings.HasPrefix(r.URL.Path, "/sample/") {
			sample.ServeHTTP(w, r)
			return
		}
		http.NotFound(w, r)
	})
}

// article is a page as an author of docs or a blog would write it.
func article(head, body string) Doc {
	return Doc{Text: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>An article</title>
` + head + `
</head>
<body>
<main>
<h1>An article</h1>
` + body + `
</main>
</body>
</html>
`}
}

// unspoolScript is the line that defines the element in a page.
func unspoolScript(files *Host) string {
	return fmt.Sprintf(`<script type="module" src="%sunspool.js"></script>`, files.URL)
}

// openOn opens a page of a host, which may request files of the others as well.
func openOn(t *testing.T, host *Host, path string, others ...*Host) *Page {
	t.Helper()
	p := newPage(t)
	for _, other := range others {
		p.MayAsk(other.URL)
	}
	p.Open(host.URL + strings.TrimPrefix(path, "/"))
	return p
}

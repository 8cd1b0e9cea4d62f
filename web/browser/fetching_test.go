package browser

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evanw/esbuild/pkg/api"
)

// arrivals counts the bytes that a page has received of its downloads, by address.
type arrivals struct {
	mu    sync.Mutex
	bytes map[string]int
}

// ServeHTTP receives the page's reports.
func (a *arrivals) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.Atoi(r.FormValue("bytes"))
	if err != nil {
		http.Error(w, "no number", http.StatusBadRequest)
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.bytes == nil {
		a.bytes = map[string]int{}
	}
	path := r.FormValue("path")
	a.bytes[path] = max(a.bytes[path], n)
	w.WriteHeader(http.StatusNoContent)
}

// await waits until the page has received this number of bytes of a request, or is gone.
func (a *arrivals) await(r *http.Request, bytes int) {
	for r.Context().Err() == nil {
		a.mu.Lock()
		n := a.bytes[r.URL.Path]
		a.mu.Unlock()
		if n >= bytes {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// fetchPage is a page with only the code that fetches transcripts; the test sets the limits. It
// reports its progress.
func fetchPage(t *testing.T, came *arrivals) http.Handler {
	t.Helper()
	made := api.Build(api.BuildOptions{
		Stdin: &api.StdinOptions{
			Contents:   `export { fetchSources } from "./sources"; export { remoteFiles } from "./remote-files";`,
			ResolveDir: "../src/session/sources",
		},
		Bundle: true, Format: api.FormatESModule, Platform: api.PlatformBrowser, Write: false,
	})
	if len(made.Errors) > 0 {
		t.Fatal(made.Errors[0].Text)
	}
	page := article(`<script type="module">await `+script("fetching.defineFetchFrom")+`</script>`, "<p>Here</p>")
	mux := http.NewServeMux()
	mux.Handle("/", docs(map[string]Doc{"/": page, "/fetch.js": {Text: string(made.OutputFiles[0].Contents)}}))
	mux.Handle("/arrived", came)
	return mux
}

// fetched is the result for an address.
type fetched struct {
	Code, Detail, Path string
	Files              []struct {
		Path, Sum  string
		Size       int
		Incomplete *struct{ Code, Detail, Path string } // why the file ends early
	}
	Seen []struct{ Files, All, Bytes, Total int }
}

// limits are the limits of a fetch; none of them is the default.
type limits struct {
	Bytes          int      `json:"bytes,omitempty"`
	Silence        int      `json:"silence,omitempty"` // ms
	Pace           int      `json:"pace,omitempty"`    // ms
	Time           int      `json:"time,omitempty"`    // ms
	Origins        []string `json:"origins,omitempty"`
	AllowRedirects bool     `json:"allowRedirects,omitempty"`
}

func (l limits) fetch(p *Page, address string) fetched {
	p.r.Helper()
	given, err := json.Marshal(l)
	if err != nil {
		p.r.Fatalf("%v", err)
	}
	p.WaitFor(`globalThis.fetchFrom`, 0)
	return Eval[fetched](p, fmt.Sprintf(`fetchFrom(%q, %s)`, address, given))
}

func packed(data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(data) // a buffer holds everything
	w.Close()
	return b.Bytes()
}

func sum(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}

// cutting serves data, and breaks the connection after some bytes of each response, depending on
// the number of the request, which begins with 1.
type cutting struct {
	came    *arrivals
	data    []byte
	after   func(request int) int // bytes; negative for all
	version func(request int) string
	ranges  bool
	asked   []string // Range of each request
	other   []string // methods that are not GET
}

func (c *cutting) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Access-Control-Allow-Origin", "*")
	if r.Method != http.MethodGet {
		c.other = append(c.other, r.Method)
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	c.asked = append(c.asked, r.Header.Get("Range"))
	request := len(c.asked)
	data, status := c.data, http.StatusOK
	start := 0
	if from, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(r.Header.Get("Range"), "bytes="), "-")); err == nil && c.ranges {
		start, data, status = from, data[from:], http.StatusPartialContent
		w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(c.data)-1, len(c.data)))
	}
	if v := c.version(request); v != "" {
		w.Header().Set("Last-Modified", v)
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	w.WriteHeader(status)
	n := c.after(request)
	if n < 0 {
		w.Write(data)
		return
	}
	w.Write(data[:min(n, len(data))])
	http.NewResponseController(w).Flush()
	c.came.await(r, start+min(n, len(data))) // a browser drops data that arrives together with the end
	panic(http.ErrAbortHandler)              // breaks the connection
}

// openFetch opens a page that can fetch from these hosts, and can be expected to fail.
func openFetch(t *testing.T, came *arrivals, hosts ...*Host) *Page {
	t.Helper()
	p := openOn(t, newHost(t, fetchPage(t, came)), "/", hosts...)
	p.Allow("issue: CorsIssue")
	for _, host := range hosts {
		p.Allow(host.URL)
	}
	return p
}

package browser

import (
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
)

// A file of another host arrives completely, or the reason is reported; nothing of the user's is
// sent.
func TestFetch(t *testing.T) {
	t.Parallel()
	setsCookies(t)
	data, err := os.ReadFile(sampleFile(t))
	if err != nil {
		t.Fatal(err)
	}
	fine := func(w http.ResponseWriter) { w.Header().Set("Access-Control-Allow-Origin", "*") }
	send := func(body []byte, header ...string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			fine(w)
			for i := 0; i < len(header); i += 2 {
				w.Header().Set(header[i], header[i+1])
			}
			w.Write(body)
		}
	}
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			fine(w)
			http.Error(w, "no", code)
		}
	}
	wait := func(r *http.Request) { <-r.Context().Done() }
	came := &arrivals{}
	ok := func(int) string { return "Sat, 21 Nov 2026 10:00:00 GMT" }
	once := func(request int) int {
		if request == 1 {
			return 100_000
		}
		return -1
	}
	always := func(int) int { return 10_000 }

	cases := []struct {
		name, path string
		handler    http.Handler
		limits     limits
		code       string
		says       string // of the failure
		as         string // path of the file, if not the last part of the address
		content    []byte // if not the sample
		part       int    // bytes of the content that arrive before the reason; -1 for an unknown number
	}{
		{name: "whole", handler: send(data)},
		{name: "other type", handler: send(data, "Content-Type", "application/octet-stream")},
		{name: "no CORS", handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write(data) }), code: "blocked", says: "Access-Control-Allow-Origin"},
		{name: "no such file", handler: status(404), code: "missing", says: "404"},
		{name: "no such file any more", handler: status(410), code: "missing", says: "410"},
		{name: "login", handler: status(401), code: "refused", says: "401"},
		{name: "forbidden", handler: status(403), code: "refused", says: "403"},
		{name: "for legal reasons", handler: status(451), code: "refused", says: "451"},
		{name: "server error", handler: status(500), code: "refused", says: "500"},
		{name: "page", handler: send([]byte("<!DOCTYPE html>\n<title>Log in</title>")), code: "not-a-transcript", says: "html"},
		{name: "long page", handler: send([]byte("\n<html>" + strings.Repeat("<p>Log in</p>", 10_000))), code: "not-a-transcript", says: "html"},
		{name: "gzip", path: "s.jsonl.gz", handler: send(packed(data), "Content-Type", "application/gzip"), as: "s.jsonl"},
		{name: "gzip by another name", path: "raw", handler: send(packed(data), "Content-Type", "text/plain")},
		{name: "gzip on the way", handler: send(packed(data), "Content-Encoding", "gzip")},
		{name: "gzip twice", path: "s.jsonl.gz", handler: send(packed(packed(data)), "Content-Encoding", "gzip"), as: "s.jsonl"},
		{name: "damaged gzip", handler: send(packed(data)[:5000]), part: -1, says: "gzip"},
		{name: "gzip of two parts", handler: send(append(packed(data), packed(data)...)), part: -1, says: "several parts"},
		{name: "gzip bomb", handler: send(packed(make([]byte, 50_000_000))), limits: limits{Bytes: 2_000_000}, code: "too-large", says: "2.0 MB"},
		{name: "gzip bomb in small", handler: send(packed(make([]byte, 40_000_000))), code: "too-large", says: "200 times"},
		{name: "trickle", handler: dripping(data, fine), limits: limits{Pace: 1000}, part: -1, says: "without end"},
		{name: "trickle in time", handler: dripping(data, fine), limits: limits{Time: 1000}, part: -1, says: "without end"},
		{name: "empty", handler: send(nil), content: []byte{}},
		{name: "one byte", handler: send([]byte("{")), content: []byte("{")},
		{name: "silent", handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { wait(r) }), limits: limits{Silence: 300}, code: "slow", says: "nothing for 0.3 seconds"},
		{name: "stalled", handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			fine(w)
			w.Write(data[:1000])
			http.NewResponseController(w).Flush()
			wait(r)
		}), limits: limits{Silence: 300}, part: 1000},
		{name: "slow but alive", handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			fine(w)
			for from := 0; from < len(data); from += len(data)/5 + 1 {
				w.Write(data[from:min(len(data), from+len(data)/5+1)])
				http.NewResponseController(w).Flush()
				time.Sleep(time.Second) // more than the limit together, and much less than it each
			}
		}), limits: limits{Silence: 4000}},
		{name: "cut once, with ranges", handler: &cutting{came: came, data: data, after: once, version: ok, ranges: true}},
		{name: "cut once, no ranges", handler: &cutting{came: came, data: data, after: once, version: ok}},
		{name: "cut once, gzip", path: "s.jsonl.gz", handler: &cutting{came: came, data: packed(data), after: func(n int) int { return min(once(n), 10_000) }, version: ok, ranges: true}, as: "s.jsonl"},
		{name: "cut again and again", handler: &cutting{came: came, data: data, after: always, version: ok, ranges: true}, part: 40_000, says: "40.0 kB"},
		{name: "cut, then changed", handler: &cutting{came: came, data: data, after: once, version: strconv.Itoa, ranges: true}, part: 100_000, says: "100 kB"},
		{name: "cut, of no known version", handler: &cutting{came: came, data: data, after: once, version: func(int) string { return "" }, ranges: true}, part: 100_000, says: "100 kB"},
		{name: "gigantic", handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			fine(w)
			w.Header().Set("Content-Length", "100000000000")
			w.Write(data[:1000])
			http.NewResponseController(w).Flush()
			wait(r)
		}), code: "too-large", says: "1.1 GB"},
		{name: "endless", handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			fine(w)
			for r.Context().Err() == nil {
				w.Write(data)
			}
		}), limits: limits{Bytes: 3_000_000}, code: "too-large", says: "3.0 MB"},
		{name: "a length that is a lie", handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			fine(w)
			w.Header().Set("Content-Length", strconv.Itoa(len(data)+1))
			w.Write(data)
			http.NewResponseController(w).Flush()
			came.await(r, len(data)) // a browser drops data that arrives together with the end
		}), part: -1},
		{name: "cut list", path: "list.json", handler: &cutting{came: came, data: data, after: once, version: strconv.Itoa, ranges: true}, code: "cut", says: "100 kB"},
	}
	vault := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, name := range []string{"Cookie", "Referer", "Authorization"} {
			if got := r.Header.Get(name); got != "" {
				t.Errorf("%s %q is sent", name, got)
			}
		}
		n, err := strconv.Atoi(strings.Split(r.URL.Path, "/")[1])
		if err != nil {
			t.Errorf("requested %s", r.URL)
			return
		}
		cases[n].handler.ServeHTTP(w, r)
	}))
	p := openFetch(t, came, vault)
	p.Do(`document.cookie = "secret=1"`) // for all ports of the host
	for n, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if c.path == "" {
				c.path = "s.jsonl"
			}
			if c.as == "" {
				c.as = c.path
			}
			if c.content == nil {
				c.content = data
			}
			address := fmt.Sprintf("%s%d/%s", vault.URL, n, c.path)
			got := c.limits.fetch(p, address)
			got.Detail = strings.ReplaceAll(got.Detail, "\u00a0", " ")
			if c.part == 0 && (got.Code != c.code || !strings.Contains(got.Detail, c.says)) {
				t.Fatalf("%+v, want code %q that says %q", got, c.code, c.says)
			}
			if c.part != 0 {
				if got.Code != "" || len(got.Files) != 1 || got.Files[0].Incomplete == nil {
					t.Fatalf("%+v, want a part", got)
				}
				file := got.Files[0]
				if why := *file.Incomplete; why.Code != "incomplete" || why.Path != address || !strings.Contains(strings.ReplaceAll(why.Detail, "\u00a0", " "), c.says) {
					t.Errorf("%+v, want one that says %q", why, c.says)
				}
				if file.Size == 0 || c.part > 0 && file.Size != c.part || file.Size > len(c.content) || file.Sum != sum(c.content[:file.Size]) {
					t.Errorf("%d bytes, want the first %d", file.Size, c.part)
				}
				return
			}
			if c.code != "" {
				if got.Path != address {
					t.Errorf("reported for %s", got.Path)
				}
			} else if len(got.Files) != 1 || got.Files[0].Path != c.as || got.Files[0].Size != len(c.content) || got.Files[0].Sum != sum(c.content) {
				t.Errorf("%+v, want %s of %d bytes", got.Files, c.as, len(c.content))
			}
			if cut, is := c.handler.(*cutting); is {
				if len(cut.other) > 0 {
					t.Errorf("sent preflight requests: %v", cut.other)
				}
				if c.code == "" && (len(cut.asked) != 2 || !strings.HasPrefix(cut.asked[1], "bytes=")) || len(cut.asked) > 4 {
					t.Errorf("requested ranges %q", cut.asked)
				}
			}
		})
	}
}

// Redirects are followed if all hosts on the way are allowed; the host is reported if the user
// agreed to one.
func TestFetchRedirected(t *testing.T) {
	t.Parallel()
	other := newHost(t, docs(map[string]Doc{"/there.jsonl": {Text: "{}\n"}}))
	vault := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		switch r.URL.Path {
		case "/within":
			http.Redirect(w, r, "/here.jsonl", http.StatusFound)
		case "/away":
			http.Redirect(w, r, other.URL+"there.jsonl", http.StatusFound)
		default:
			fmt.Fprintln(w, "{}")
		}
	}))
	p := openFetch(t, &arrivals{}, vault, other)
	own := limits{Origins: []string{strings.TrimSuffix(vault.URL, "/")}}
	redirected := limits{Origins: own.Origins, AllowRedirects: true}
	for _, c := range []struct {
		path         string
		limits       limits
		code, detail string
	}{
		{"away", limits{}, "", ""},
		{"away", own, "moved", ""},
		{"within", own, "moved", ""}, // the target is unknown before
		{"within", redirected, "", ""},
		{"away", redirected, "moved", other.URL + "there.jsonl"},
		{"within", limits{Origins: []string{"https://example.com"}}, "moved", vault.URL + "within"},
	} {
		before, there := vault.Asked(""), other.Asked("")
		got := c.limits.fetch(p, vault.URL+c.path)
		if got.Code != c.code || got.Detail != c.detail {
			t.Errorf("%s with %v: %+v", c.path, c.limits.Origins, got)
		}
		if c.detail == vault.URL+"within" && vault.Asked("") != before || c.limits.Origins != nil && !c.limits.AllowRedirects && other.Asked("") != there {
			t.Error("a host without consent was requested")
		}
	}
}

// All files of a list are read, in its order, and none outside of its folder.
func TestFetchListing(t *testing.T) {
	t.Parallel()
	files := map[string]Doc{
		"/a/files.json":            {Text: `{"name":"project","files":["one.jsonl","one/sub agent#1.jsonl","x.jsonl.gz"]}`},
		"/a/one.jsonl":             {Text: "{\"n\":1}\n"},
		"/a/one/sub agent#1.jsonl": {Text: "{\"n\":2}\n"},
		"/a/x.jsonl.gz":            {Text: string(packed([]byte("{\"n\":3}\n")))},
		"/b.jsonl":                 {Text: "{\"n\":4}\n"},
		"/up.json":                 {Text: `{"files":["a/one.jsonl"]}`},
		"/a/up.json":               {Text: `{"files":["../b.jsonl"]}`},
		"/a/root.json":             {Text: `{"files":["/b.jsonl"]}`},
		"/a/host.json":             {Text: `{"files":["//127.0.0.1:1/b.jsonl"]}`},
		"/a/gone.json":             {Text: `{"files":["one.jsonl","gone.jsonl"]}`},
		"/a/export.json":           {Text: `[{"uuid":"1","name":"n","chat_messages":[]}]`},
		"/a/nothing.json":          {Text: `{"files":[]}`},
	}
	vault := newHost(t, docs(files))
	p := openFetch(t, &arrivals{}, vault)
	for _, c := range []struct {
		from, code, want string
	}{
		{"a/files.json", "", "project/one.jsonl project/one/sub agent#1.jsonl project/x.jsonl"},
		{"up.json", "", "session/a/one.jsonl"},
		{"b.jsonl", "", "b.jsonl"},
		{"a/up.json", "address", "../b.jsonl"},
		{"a/root.json", "address", "/b.jsonl"},
		{"a/host.json", "address", "//127.0.0.1"},
		{"a/gone.json", "missing", "404"},
		{"a/export.json", "", "export.json"},
		{"a/nothing.json", "", ""},
	} {
		got := limits{}.fetch(p, vault.URL+c.from)
		var paths []string
		for _, f := range got.Files {
			paths = append(paths, f.Path)
		}
		if said := strings.Join(paths, " ") + got.Detail; got.Code != c.code || !strings.Contains(said, c.want) {
			t.Errorf("%s: %+v, want code %q and %q", c.from, got, c.code, c.want)
		}
	}
}

// If the page's policy forbids a host, the policy is named; if the page is offline, that is said.
func TestFetchForbidden(t *testing.T) {
	t.Parallel()
	vault := newHost(t, docs(map[string]Doc{"/s.jsonl": {Text: "{}\n"}}))
	inner := fetchPage(t, &arrivals{})
	blog := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "connect-src 'self'")
		inner.ServeHTTP(w, r)
	}))
	p := openOn(t, blog, "/")
	p.Allow("connect-src blocked " + vault.URL)
	p.Allow("Content Security Policy")
	p.Allow("issue: ContentSecurityPolicyIssue")
	got := limits{}.fetch(p, vault.URL+"s.jsonl")
	if want := "add " + strings.TrimSuffix(vault.URL, "/") + " to connect-src"; got.Code != "blocked" || !strings.Contains(got.Detail, want) {
		t.Errorf("%+v, want %q", got, want)
	}
	if n := vault.Asked(""); n != 0 {
		t.Errorf("%d requests", n)
	}

	p = openFetch(t, &arrivals{})
	const nobody = "http://127.0.0.1:1/s.jsonl"
	p.MayAsk(nobody)
	p.Allow(nobody)
	for _, c := range []struct {
		offline bool
		want    string
	}{{false, "127.0.0.1:1 did not respond"}, {true, "offline"}} {
		if _, err := call(p, network.OverrideNetworkState, network.OverrideNetworkStateParams{Offline: c.offline, DownloadThroughput: -1, UploadThroughput: -1}); err != nil {
			t.Fatal(err)
		}
		if got := (limits{}).fetch(p, nobody); got.Code != "blocked" || !strings.Contains(got.Detail, c.want) {
			t.Errorf("%+v, want %q", got, c.want)
		}
	}
}

// Canceled downloads are not read on, and invalid addresses are never requested.
func TestFetchCanceled(t *testing.T) {
	t.Parallel()
	begun, ended := make(chan struct{}), make(chan struct{})
	vault := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		fmt.Fprintln(w, "{}")
		http.NewResponseController(w).Flush()
		close(begun)
		<-r.Context().Done()
		close(ended)
	}))
	p := openFetch(t, &arrivals{}, vault)
	p.WaitFor(`globalThis.fetchFrom`, 0)
	p.Do(fmt.Sprintf(`globalThis.came = fetchFrom(%q, {}, (end) => (globalThis.end = () => end.abort()))`, vault.URL+"s.jsonl"))
	<-begun
	if code := Eval[string](p, `(end(), came.then(({ code }) => code))`); code != "AbortError" {
		t.Errorf("reported %s", code)
	}
	<-ended
	for address, want := range map[string]string{
		"ftp://127.0.0.1/s.jsonl":                            "not the address",
		"http://[::1/s.jsonl":                                "not the address",
		"https://github.com/o/r/blob/main/s.jsonl":           "https://raw.githubusercontent.com/o/r/main/s.jsonl",
		"https://huggingface.co/datasets/o/n/blob/main/s.gz": "https://huggingface.co/datasets/o/n/resolve/main/s.gz",
	} {
		if got := (limits{}).fetch(p, address); got.Code != "address" || !strings.Contains(got.Detail, want) {
			t.Errorf("%s: %+v", address, got)
		}
	}
}

// dripping sends the lines of a file over and over, in small pieces, and never ends.
func dripping(data []byte, begin func(http.ResponseWriter)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begin(w)
		for at := 0; r.Context().Err() == nil; at = (at + 20) % (len(data) - 20) {
			w.Write(data[at : at+20])
			http.NewResponseController(w).Flush()
			time.Sleep(20 * time.Millisecond)
		}
	})
}

// breakingOff sends 95 kB of a file, and ends the connection when seen is closed.
func breakingOff(data []byte, seen <-chan struct{}) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Content-Length", strconv.Itoa(len(data)))
		w.Write(data[:95_000])
		http.NewResponseController(w).Flush()
		select {
		case <-seen: // a browser drops data that arrives together with the end
		case <-r.Context().Done():
		}
		panic(http.ErrAbortHandler)
	}
}

// partOfSkarrow is in the first 95 kB of the sample.
const partOfSkarrow = "Our harbour master in Skarrow"

// What arrived before a transfer broke off is shown, and marked as incomplete.
func TestFetchShowsPart(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(sampleFile(t))
	if err != nil {
		t.Fatal(err)
	}
	seen := make(chan struct{})
	host := newHost(t, breakingOff(data, seen))
	p := elsewhere(t, host.URL+"s.jsonl", host)
	p.Allow("net::ERR_")
	questioned(p)
	p.Click(readIt)
	p.WaitFor(`$text().includes("95")`, 0)
	close(seen)
	p.WaitFor(`$deep(".trouble") && $deep("unspool-row")`, 0)
	wants(t, strings.ReplaceAll(Eval[string](p, `$text($deep(".trouble"))`), "\u00a0", " "), "Not everything could be read", "was lost after 95.0 kB")
	wants(t, read(t, p), partOfSkarrow)
}

// The same holds for a file of the page's own host, also if it is one of a list.
func TestFetchShowsPartOfOwnHost(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(sampleFile(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, src := range []string{"cut/s.jsonl", "cut/files.json"} {
		t.Run(src, func(t *testing.T) {
			seen := make(chan struct{})
			url := ServeTest(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch r.URL.Path {
				case "/cut/s.jsonl":
					breakingOff(data, seen)(w, r)
				case "/cut/files.json":
					w.Write([]byte(`{"files":["s.jsonl"]}`))
				default:
					shared.handler.ServeHTTP(w, r)
				}
			}))
			p := newPage(t)
			p.Allow("net::ERR_")
			before(p, script("fetching.countArrived"))
			enter(p, url+"#v=1&src="+src)
			p.WaitFor(`arrived >= 95_000`, 0)
			close(seen)
			p.WaitFor(`$deep(".trouble") && $deep("unspool-row")`, 0)
			wants(t, strings.ReplaceAll(Eval[string](p, `$text($deep(".trouble"))`), "\u00a0", " "), "Not everything could be read", "was lost after 95.0 kB")
			wants(t, read(t, p), partOfSkarrow)
		})
	}
}

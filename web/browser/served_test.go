package browser

import (
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"unspool/parser"
	"unspool/parser/testutil"
)

// A served is a folder as `unspool serve` shows it.
type served struct {
	*Page
	*ServedFolder
}

// serveFolder opens a path with the handler of the command. Its server stops after the page is closed.
func serveFolder(t *testing.T, path string) served {
	t.Helper()
	folder := ServeFolder(t, shared.handler, path)
	s := served{newPage(t), folder}
	enter(s.Page, folder.URL)
	return s
}

// A recordedPage shows files of a server that records the requests for them.
type recordedPage struct {
	*Page
	mu   sync.Mutex
	read []string
}

// recordFiles opens a path, and records the requests for its files.
func recordFiles(t *testing.T, path string) *recordedPage {
	t.Helper()
	address, err := url.Parse(ServeFolder(t, shared.handler, path).URL)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: address.Scheme, Host: address.Host})
	s := &recordedPage{}
	recorder := ServeTest(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, file, found := strings.Cut(r.URL.Path, "/local/files/"); found {
			s.mu.Lock()
			s.read = append(s.read, file+" "+r.Header.Get("Range"))
			s.mu.Unlock()
		}
		proxy.ServeHTTP(w, r)
	}))
	address.Host = strings.TrimSuffix(strings.TrimPrefix(recorder, "http://"), "/")
	s.Page = newPage(t)
	enter(s.Page, address.String())
	return s
}

// The command shows all sessions of a folder, follows the open one and finds new ones, and the page says
// when the server has stopped.
func TestServe(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "projects")
	for _, name := range []string{"first", "second"} {
		path := filepath.Join(dir, "-home-ada-tides", name+".jsonl")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(TidesTurns(name, 1, 3)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := serveFolder(t, dir)
	p.WaitFor(`$told.length === 1 && $$role("listitem").length === 2`, 0)
	p.ClickRole("button", "/^question 1 of first/")
	p.WaitFor(`$text().includes("answer 3 of first")`, 0)
	p.WaitFor(liveState+` === "Live"`, 0)

	p.Append("-home-ada-tides/first.jsonl", TidesTurns("first", 4, 4))
	p.WaitFor(`$text().includes("answer 4 of first")`, 0)
	p.Append("-home-ada-tides/third.jsonl", TidesTurns("third", 1, 1))
	p.Append("-home-ada-other/fourth.jsonl", TidesTurns("fourth", 1, 1))
	p.WaitFor(`$deep("unspool-session").sessions.length === 4`, 0)
	if err := os.Remove(filepath.Join(dir, "-home-ada-tides", "first.jsonl")); err != nil {
		t.Fatal(err)
	}
	p.WaitFor(liveState+` === "File deleted"`, 0)

	p.Allow("ERR_CONNECTION_REFUSED")
	p.Allow("ERR_INCOMPLETE_CHUNKED_ENCODING")
	p.Stop()
	p.WaitFor(`$role("button", "Disconnected")`, 0)
	p.WaitFor(`$text().includes("unspool serve has stopped")`, 0)
	if !Eval[bool](p.Page, `$text().includes("answer 4 of first")`) {
		t.Error("what was read is gone")
	}
	passes(t, p.Page, "a session of a server that stopped")
}

// One session is shown at once, with its agents. Files are read by range, and each byte of a small one only
// once.
func TestServeOne(t *testing.T) {
	t.Parallel()
	dir := testutil.Extract(t, "agents")
	var main string
	for _, f := range testutil.Cases(t)["agents"] {
		if path := filepath.ToSlash(f.Name); parser.RoleOf(path) == parser.RoleMain && strings.HasSuffix(path, ".jsonl") {
			main = filepath.Join(dir, filepath.FromSlash(f.Name))
		}
	}
	p := recordFiles(t, main)
	ready(p.Page)
	wants(t, header(p.Page, "Look at a"), "Explore", "completed", "3.0 s", "opus 4.7 · 1 call · 230 tokens")
	unfold(p.Page, "Look at a")
	p.WaitFor(liveState+` === "Live"`, 0)
	p.mu.Lock()
	defer p.mu.Unlock()
	seen := map[string]bool{}
	for _, request := range p.read {
		if !strings.Contains(request, " bytes=") || seen[request] {
			t.Errorf("a second or a whole request: %s", request)
		}
		seen[request] = true
	}
	if len(seen) < 2 {
		t.Errorf("only %v were read", p.read)
	}
}

// Many sessions are listed from their ends, before they are read.
func TestServeMany(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := recordFiles(t, manySessions(t, 150))
	p.WaitFor(`$told.length === 1 && $deep("unspool-session").sessions.length === 150`, 0)
	p.WaitFor(`$role("button", "Live")`, 0)
}

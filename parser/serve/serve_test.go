package serve

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// secret is in every file that must not be served.
const secret = "secret"

// project writes a folder of sessions, with files in and beside it that must not be served.
func project(t testing.TB) string {
	t.Helper()
	top := t.TempDir()
	for name, text := range map[string]string{
		"project/a.jsonl":                        "session a",
		"project/a/subagents/agent-1.jsonl":      "agent",
		"project/a/subagents/agent-1.meta.json":  "{}",
		"project/a/tool-results/out.txt":         "output",
		"project/b.jsonl":                        "session b",
		"project/notes.md":                       secret,
		"project/.credentials.json":              secret,
		"project/.git/config.txt":                secret,
		"project/a/tool-results/image.png":       secret,
		"project/name with #hash & 100%25.jsonl": "odd",
		"secret.jsonl":                           secret,
		"secrets/deep.jsonl":                     secret,
		"project-2/x.jsonl":                      secret,
	} {
		path := filepath.Join(top, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	root := filepath.Join(top, "project")
	for link, target := range map[string]string{
		"inside.jsonl": "b.jsonl", "outside.jsonl": "../secret.jsonl", "absolute.jsonl": filepath.Join(top, "secret.jsonl"),
		"folder": "../secrets", "hidden.jsonl": "../secrets/../secret.jsonl", "loop.jsonl": "loop.jsonl",
	} {
		if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// all are the files of a project that are served.
var all = []string{
	"project/a.jsonl", "project/a/subagents/agent-1.jsonl", "project/a/subagents/agent-1.meta.json", "project/a/tool-results/out.txt",
	"project/b.jsonl", "project/inside.jsonl", "project/name with #hash & 100%25.jsonl",
}

func site() fstest.MapFS {
	return fstest.MapFS{
		"index.html":      {Data: []byte("page")},
		"assets/app-X.js": {Data: []byte("code")},
		"docs/index.html": {Data: []byte("docs")},
		"unlisted.html":   {Data: []byte("unlisted")},
		"_headers": {Data: []byte("/\n  Cache-Control: no-cache\n/index.html\n  Cache-Control: no-cache\n  Content-Security-Policy: default-src 'self'\n" +
			"/assets/*\n  Cache-Control: immutable\n/docs/*\n  Cache-Control: no-cache\n")},
	}
}

func newServer(t *testing.T, paths ...string) *Server {
	t.Helper()
	viewer, err := Viewer(site())
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(Options{Viewer: viewer, Paths: paths})
	if err != nil {
		t.Fatal(err)
	}
	s.poll.interval = time.Millisecond
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// get requests a path as it is.
func get(h http.Handler, target string, edit ...func(*http.Request)) *http.Response {
	r := httptest.NewRequest("GET", "http://127.0.0.1:8677"+target, nil)
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

func header(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

// TestManifest checks what is listed of a folder, of one session, and of several paths.
func TestManifest(t *testing.T) {
	root := project(t)
	a := []string{all[0], all[1], all[2], all[3]}
	for _, c := range []struct {
		name  string
		paths []string
		want  []string
	}{
		{"project", []string{root}, all},
		{"project", []string{filepath.Join(root, "a.jsonl")}, a},
		{"project", []string{filepath.Join(root, "b.jsonl")}, []string{"project/b.jsonl"}},
		{"sessions", []string{filepath.Join(root, "b.jsonl"), filepath.Join(root, "inside.jsonl")}, []string{"project-2/inside.jsonl", "project/b.jsonl"}},
		{"sessions", []string{root, filepath.Join(filepath.Dir(root), "secrets")}, append(slices.Clone(all), "secrets/deep.jsonl")},
		{"sessions", nil, []string{}},
	} {
		f, err := OpenFolder(c.paths)
		if err != nil {
			t.Fatal(err)
		}
		m := f.Manifest()
		got := []string{}
		for _, file := range m.Files {
			got = append(got, file.Path)
		}
		if diff := cmp.Diff(c.want, got); diff != "" || m.Name != c.name || m.Skipped != 0 {
			t.Errorf("%v: name %q, skipped %d (-want +got):\n%s", c.paths, m.Name, m.Skipped, diff)
		}
		for _, file := range m.Files {
			if file.Modified < 1e12 || strings.HasSuffix(file.Path, "a.jsonl") && file.Size != int64(len("session a")) {
				t.Errorf("entry %+v", file)
			}
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{"notes.md", "nothing", ".credentials.json"} {
		if f, err := OpenFolder([]string{root, filepath.Join(root, name)}); err == nil {
			t.Errorf("opened %s", name)
			f.Close()
		}
	}
}

// TestManifestSkips checks that what could not be listed is counted.
func TestManifestSkips(t *testing.T) {
	root := project(t)
	dir := filepath.Join(root, "closed")
	if err := os.Mkdir(dir, 0o000); err != nil {
		t.Fatal(err)
	}
	if _, err := os.ReadDir(dir); err == nil {
		t.Skip("this user may read every folder")
	}
	f, err := OpenFolder([]string{root})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if m := f.Manifest(); m.Skipped != 1 || len(m.Files) != len(all) {
		t.Errorf("%d files, %d skipped", len(m.Files), m.Skipped)
	}
}

// TestManifestArchives checks that archives in folders are found, and not those beside a single session.
func TestManifestArchives(t *testing.T) {
	root := project(t)
	for _, name := range []string{"old.zip", "a/more.TAR.GZ", ".hidden.zip", "notes.md"} {
		if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(name)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string][]string{
		root:                           {filepath.Join(root, "a", "more.TAR.GZ"), filepath.Join(root, "old.zip")},
		filepath.Join(root, "a.jsonl"): {filepath.Join(root, "a", "more.TAR.GZ")},
		filepath.Join(root, "b.jsonl"): nil,
	} {
		f, err := OpenFolder([]string{path})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, f.Manifest().archives); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestFiles checks that only listed files are served, whatever their addresses look like.
func TestFiles(t *testing.T) {
	root := project(t)
	folder, one := newServer(t, root), newServer(t, filepath.Join(root, "a.jsonl"))
	for _, c := range []struct {
		server *Server
		path   string
		want   string // "" if it must not be found
	}{
		{folder, "project/a.jsonl", "session a"},
		{folder, "project/a/tool-results/out.txt", "output"},
		{folder, "project/inside.jsonl", "session b"},
		{folder, "project/name%20with%20%23hash%20&%20100%2525.jsonl", "odd"},
		{folder, "project/outside.jsonl", ""},
		{folder, "project/absolute.jsonl", ""},
		{folder, "project/hidden.jsonl", ""},
		{folder, "project/loop.jsonl", ""},
		{folder, "project/folder/deep.jsonl", ""},
		{folder, "project/../secret.jsonl", ""},
		{folder, "project/%2e%2e/secret.jsonl", ""},
		{folder, "project/..%2fsecret.jsonl", ""},
		{folder, `project/..%5csecret.jsonl`, ""},
		{folder, "project/a/../../secret.jsonl", ""},
		{folder, "project//a.jsonl", ""},
		{folder, "project/./a.jsonl", ""},
		{folder, "../secret.jsonl", ""},
		{folder, "secret.jsonl", ""},
		{folder, "/etc/passwd.txt", ""},
		{folder, "project/%00a.jsonl", ""},
		{folder, "project/.credentials.json", ""},
		{folder, "project/.git/config.txt", ""},
		{folder, "project/notes.md", ""},
		{folder, "project/a/tool-results/image.png", ""},
		{folder, "project-2/x.jsonl", ""},
		{folder, "project", ""},
		{folder, "project/", ""},
		{folder, "project/a", ""},
		{folder, "", ""},
		{one, "project/a.jsonl", "session a"},
		{one, "project/a/subagents/agent-1.jsonl", "agent"},
		{one, "project/b.jsonl", ""},
		{one, "project/a/../b.jsonl", ""},
	} {
		res := get(c.server, "/"+c.server.token+"/"+filesPath+c.path)
		text := body(t, res)
		if c.want == "" && res.StatusCode != http.StatusNotFound || c.want != "" && text != c.want {
			t.Errorf("%s: status %d, %q, want %q", c.path, res.StatusCode, text, c.want)
		}
		if strings.Contains(text, secret) {
			t.Errorf("%s: got out", c.path)
		}
		if res.Header.Get("X-Content-Type-Options") != "nosniff" || res.Header.Get("Cross-Origin-Resource-Policy") != "same-origin" {
			t.Errorf("%s: headers %v", c.path, res.Header)
		}
	}
}

// TestGuards checks who is answered.
func TestGuards(t *testing.T) {
	s := newServer(t, project(t))
	base := "/" + s.token + "/"
	host := func(name string) func(*http.Request) { return func(r *http.Request) { r.Host = name } }
	method := func(name string) func(*http.Request) { return func(r *http.Request) { r.Method = name } }
	for _, c := range []struct {
		name, path string
		edit       func(*http.Request)
		want       int
	}{
		{"file", "local/files/project/a.jsonl", header("X", ""), 200},
		{"page", "", header("X", ""), 200},
		{"localhost", "", host("localhost:8677"), 200},
		{"LOCALHOST", "", host("LOCALHOST"), 200},
		{"IPv6", "", host("[::1]:8677"), 200},
		{"another host", "", host("evil.example:8677"), 403},
		{"a host that begins like this one", "", host("127.0.0.1.evil.example"), 403},
		{"a private host", "", host("192.168.1.2:8677"), 403},
		{"any address", "", host("0.0.0.0:8677"), 403},
		{"no host", "", host(""), 403},
		{"same origin", "local/served.json", header("Origin", "http://127.0.0.1:8677"), 200},
		{"another origin", "local/served.json", header("Origin", "https://evil.example"), 403},
		{"another port", "local/served.json", header("Origin", "http://127.0.0.1:9999"), 403},
		{"https", "local/served.json", header("Origin", "https://127.0.0.1:8677"), 403},
		{"opaque origin", "local/served.json", header("Origin", "null"), 403},
		{"two origins", "local/served.json", func(r *http.Request) {
			r.Header["Origin"] = []string{"http://127.0.0.1:8677", "https://evil.example"}
		}, 403},
		{"same site", "local/files/project/a.jsonl", header("Sec-Fetch-Site", "same-site"), 403},
		{"cross site", "local/events", header("Sec-Fetch-Site", "cross-site"), 403},
		{"typed", "local/files/project/a.jsonl", header("Sec-Fetch-Site", "none"), 200},
		{"same origin by the browser", "local/files/project/a.jsonl", header("Sec-Fetch-Site", "same-origin"), 200},
		{"HEAD", "local/files/project/a.jsonl", method("HEAD"), 200},
		{"HEAD of events", "local/events", method("HEAD"), 200},
		{"POST", "local/files/project/a.jsonl", method("POST"), 405},
		{"PUT", "local/served.json", method("PUT"), 405},
		{"DELETE", "local/files/project/a.jsonl", method("DELETE"), 405},
		{"POST to the page", "", method("POST"), 405},
		{"OPTIONS", "local/events", method("OPTIONS"), 405},
		{"nothing", "local/", header("X", ""), 404},
	} {
		if res := get(s, base+c.path, c.edit); res.StatusCode != c.want {
			t.Errorf("%s: status %d, want %d", c.name, res.StatusCode, c.want)
		}
	}
	for _, path := range []string{
		"/", "/index.html", "/local/served.json", "/favicon.ico", "//" + s.token + "/", "/" + s.token, "/" + s.token[1:] + "/",
		"/" + s.token + "x/", "/" + strings.ToLower(s.token) + "/local/served.json", "/x/../" + s.token + "/",
	} {
		if res := get(s, path); res.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d without the token", path, res.StatusCode)
		}
	}
	for _, addr := range []string{"0.0.0.0:0", "[::]:0", ":0", "192.0.2.1:0", "example.com:0"} {
		if l, err := Listen(addr); err == nil {
			t.Errorf("listens on %s", addr)
			l.Close()
		}
	}
}

// TestTokens checks that each server has addresses of its own, which cannot be guessed.
func TestTokens(t *testing.T) {
	seen := map[string]bool{}
	for range 100 {
		s := newServer(t)
		for _, token := range []string{s.token, s.ticket} {
			if len(token) < 26 || seen[token] {
				t.Fatalf("token %q", token)
			}
			seen[token] = true
		}
	}
}

// TestTicket checks that an address for the command line of a browser works once.
func TestTicket(t *testing.T) {
	s := newServer(t, project(t))
	target := strings.TrimPrefix(s.TicketURL("127.0.0.1:1"), "http://127.0.0.1:1")
	if strings.Contains(target, s.token) {
		t.Error("the ticket contains the token")
	}
	post := func(r *http.Request) { r.Method = "POST" }
	if res := get(s, target, post); res.StatusCode != http.StatusNotFound {
		t.Errorf("POST: status %d", res.StatusCode)
	}
	res := get(s, target)
	if want := "/" + s.token + "/#v=1&src=local/served.json"; res.StatusCode != http.StatusSeeOther || res.Header.Get("Location") != want {
		t.Errorf("status %d, to %q", res.StatusCode, res.Header.Get("Location"))
	}
	for _, again := range []string{target, "/"} {
		if res := get(s, again); res.StatusCode != http.StatusNotFound {
			t.Errorf("%s once more: status %d", again, res.StatusCode)
		}
	}
}

// TestRanges checks that parts of a file are served, and that its tag changes with it.
func TestRanges(t *testing.T) {
	root := project(t)
	s := newServer(t, root)
	target := "/" + s.token + "/local/files/project/a.jsonl"
	first := get(s, target)
	tag := first.Header.Get("ETag")
	for _, c := range []struct {
		edit   func(*http.Request)
		status int
		want   string
	}{
		{header("Range", "bytes=8-"), 206, "a"},
		{header("Range", "bytes=0-6"), 206, "session"},
		{header("Range", "bytes=-1"), 206, "a"},
		{header("Range", "bytes=100-"), 416, ""},
		{header("If-None-Match", tag), 304, ""},
		{header("If-Match", `"other"`), 412, ""},
	} {
		res := get(s, target, c.edit)
		if text := body(t, res); res.StatusCode != c.status || c.want != "" && text != c.want {
			t.Errorf("status %d, %q, want %d, %q", res.StatusCode, text, c.status, c.want)
		}
	}
	appendTo(t, filepath.Join(root, "a.jsonl"), "more")
	if next := get(s, target).Header.Get("ETag"); next == tag || tag == "" {
		t.Errorf("tag %s after %s", next, tag)
	}
}

func appendTo(t *testing.T, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestViewer checks that the site is served with its own headers, also from an archive, and that pages are not
// kept by a service worker.
func TestViewer(t *testing.T) {
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	if err := w.AddFS(site()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()))
	if err != nil {
		t.Fatal(err)
	}
	fromArchive, err := Viewer(archive)
	if err != nil {
		t.Fatal(err)
	}
	s := newServer(t)
	packedServer := newServer(t)
	packedServer.viewer = fromArchive
	for _, s := range []*Server{s, packedServer} {
		for _, c := range []struct {
			path   string
			status int
			want   string
			cache  string
		}{
			{"", 200, "page", "no-cache"},
			{"index.html", 200, "page", "no-cache"},
			{"assets/app-X.js", 200, "code", "immutable"},
			{"docs/", 200, "docs", "no-cache"},
			{"docs", 301, "", "no-store"},
			{"unlisted.html", 200, "unlisted", "no-store"},
			{"_headers", 404, "", "no-cache"},
			{"assets/", 404, "", "no-cache"},
			{"../secret", 404, "", "no-cache"},
			{"sw.js", 200, "self.registration.unregister();\n", "no-store"},
		} {
			res := get(s, "/"+s.token+"/"+c.path)
			text := body(t, res)
			if res.StatusCode != c.status || c.want != "" && text != c.want || res.Header.Get("Cache-Control") != c.cache {
				t.Errorf("%q: status %d, %q, %q", c.path, res.StatusCode, text, res.Header.Get("Cache-Control"))
			}
		}
		if policy := get(s, "/"+s.token+"/").Header.Get("Content-Security-Policy"); policy != "default-src 'self'" {
			t.Errorf("policy %q", policy)
		}
		if want := "http://h:1/" + s.token + "/"; s.URL("h:1") != want {
			t.Errorf("address %s without sessions", s.URL("h:1"))
		}
	}
	for name, change := range map[string]func(fstest.MapFS){
		"no page":       func(m fstest.MapFS) { delete(m, "index.html") },
		"no headers":    func(m fstest.MapFS) { delete(m, "_headers") },
		"wrong headers": func(m fstest.MapFS) { m["_headers"] = &fstest.MapFile{Data: []byte("  X: y\n")} },
	} {
		files := site()
		change(files)
		if _, err := Viewer(files); err == nil {
			t.Errorf("%s: served", name)
		}
	}
}

// An event is one of a stream.
type event struct{ name, data string }

// events returns the events of a server, until the stream ends.
func events(t *testing.T, url string) <-chan event {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if got := res.Header.Get("Content-Type"); got != "text/event-stream" {
		t.Fatalf("content type %q", got)
	}
	found := make(chan event)
	go func() {
		defer close(found)
		defer res.Body.Close() // nothing can be lost
		var e event
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			name, value, _ := strings.Cut(lines.Text(), ": ")
			switch name {
			case "event":
				e.name = value
			case "data":
				e.data = value
			case "":
				if e.name != "" {
					found <- e
				}
				e = event{}
			}
		}
	}()
	return found
}

// TestEvents checks that pages learn of new, grown and removed files, and of the end of the server.
func TestEvents(t *testing.T) {
	root := project(t)
	s := newServer(t, root)
	l, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan error, 1)
	go func() { stopped <- s.Serve(ctx, l) }()
	base, _, _ := strings.Cut(s.URL(l.Addr().String()), "#")
	stream := events(t, base+eventsPath)
	first := <-stream
	var m Manifest
	if err := json.Unmarshal([]byte(first.data), &m); err != nil || first.name != "files" || len(m.Files) != len(all) {
		t.Fatalf("first event %+v, %v", first, err)
	}
	next := func() (c change) {
		t.Helper()
		e := <-stream
		if err := json.Unmarshal([]byte(e.data), &c); err != nil || e.name != "change" {
			t.Fatalf("event %+v, %v", e, err)
		}
		return c
	}
	appendTo(t, filepath.Join(root, "b.jsonl"), "!!")
	c := next()
	grown := slices.ContainsFunc(c.Files, func(f File) bool { return f.Path == "project/b.jsonl" && f.Size == 11 })
	if !grown || len(c.Gone) != 0 {
		t.Errorf("after a file has grown: %+v", c)
	}
	if err := os.Rename(filepath.Join(root, "a.jsonl"), filepath.Join(root, "c.jsonl")); err != nil {
		t.Fatal(err)
	}
	for found := []string{}; len(found) < 2; {
		c := next()
		for _, f := range c.Files {
			if f.Path == "project/c.jsonl" {
				found = append(found, f.Path)
			}
		}
		found = append(found, c.Gone...)
	}
	cancel()
	if e, open := <-stream; !open || e.name != "end" {
		t.Errorf("last event %+v", e)
	}
	if _, open := <-stream; open {
		t.Error("the stream goes on")
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	if conn, err := net.Dial("tcp", l.Addr().String()); err == nil {
		conn.Close()
		t.Error("the server still listens")
	}
}

// TestShow checks that the printed address shows the sessions.
func TestShow(t *testing.T) {
	viewer, err := Viewer(site())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	root := project(t)
	if err := os.WriteFile(filepath.Join(root, "old.zip"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r, w := io.Pipe()
	stopped := make(chan error, 1)
	var progress bytes.Buffer
	opt := ShowOptions{Options: Options{Viewer: viewer, Paths: []string{root}}, Address: "127.0.0.1:0", Out: w, Progress: &progress}
	go func() { stopped <- Show(ctx, opt) }()
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	base, fragment, _ := strings.Cut(strings.TrimSpace(line), "#")
	if fragment != "v=1&src=local/served.json" {
		t.Errorf("address %q", line)
	}
	res, err := http.Get(base + "local/files/project/a.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if text := body(t, res); text != "session a" {
		t.Errorf("file %q", text)
	}
	res.Body.Close()
	cancel()
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	want := "unspool: " + filepath.Join(root, "old.zip") + ": archive in a folder, not read; give it as an argument\n"
	if progress.String() != want {
		t.Errorf("printed %q, want %q", progress.String(), want)
	}
	opt.Address = "0.0.0.0:0"
	if err := Show(t.Context(), opt); err == nil || !strings.Contains(err.Error(), "only a loopback address") {
		t.Errorf("on a public address: %v", err)
	}
}

func TestListenFallsOver(t *testing.T) {
	taken, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	other, err := Listen(taken.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	other.Close()
}

// FuzzPath checks that no path leads out of the folder, or to a file that is not listed.
func FuzzPath(f *testing.F) {
	for _, path := range []string{"project/a.jsonl", "project/../secret.jsonl", "project/folder/deep.jsonl", "project//./a.jsonl", "/"} {
		f.Add(path)
	}
	folder, err := OpenFolder([]string{project(f)})
	if err != nil {
		f.Fatal(err)
	}
	defer folder.Close()
	f.Fuzz(func(t *testing.T, path string) {
		in, _, err := folder.open(path)
		if err != nil {
			return
		}
		defer in.Close()
		if data, err := io.ReadAll(in); err != nil || strings.Contains(string(data), secret) || !slices.Contains(all, path) {
			t.Errorf("%q: opened %q, %v", path, data, err)
		}
	})
}

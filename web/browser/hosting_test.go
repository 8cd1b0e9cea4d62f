package browser

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unspool/build/site"
)

// webServer is a server that people host with, and what turns the configuration
// that the site brings along into one for a test: the lines that its comments tell
// to change, and an end that needs no rights.
type webServer struct {
	name    string
	config  string                               // below the site
	changes func(port, dir string) []string      // old and new, in turn
	around  string                               // %s is the configuration
	command func(binary, config string) []string // and its arguments
}

func webServers() []webServer {
	return []webServer{{
		name:   "nginx",
		config: "servers/nginx.conf.txt",
		changes: func(port, dir string) []string {
			return []string{"listen 80;", "listen 127.0.0.1:" + port + ";", "server_name example.org;", "server_name localhost;", "/var/www/unspool/", dir + "/"}
		},
		around: `daemon off;
master_process off;
pid nginx.pid;
events {}
http {
	access_log off;
	client_body_temp_path body;
	proxy_temp_path proxy;
	fastcgi_temp_path fastcgi;
	uwsgi_temp_path uwsgi;
	scgi_temp_path scgi;
%s}
`,
		command: func(binary, config string) []string {
			return []string{binary, "-p", filepath.Dir(config), "-e", "stderr", "-c", config}
		},
	}, {
		name:   "caddy",
		config: "servers/Caddyfile.txt",
		changes: func(port, dir string) []string {
			return []string{"\nexample.org {", "\nhttp://127.0.0.1:" + port + " {", "/var/www/unspool", dir}
		},
		around: "{\n\tadmin off\n\tauto_https off\n}\n%s",
		command: func(binary, config string) []string {
			return []string{binary, "run", "--adapter", "caddyfile", "--config", config}
		},
	}}
}

// start runs the server over the site and returns the address of the site's folder.
func (s webServer) start(t *testing.T) string {
	t.Helper()
	binary, err := exec.LookPath(s.name)
	if err != nil {
		binary, err = exec.LookPath("/usr/sbin/" + s.name) // not in everyone's path
	}
	if err != nil {
		t.Fatalf("no %s found: install it (Debian: apt-get install %s)", s.name, s.name)
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := taken.Addr().String()
	_, port, err := net.SplitHostPort(addr)
	if err := errors.Join(err, taken.Close()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(shared.dir, filepath.FromSlash(s.config)))
	if err != nil {
		t.Fatal(err)
	}
	config := string(text)
	for change := range slices.Chunk(s.changes(port, shared.dir), 2) {
		if strings.Count(config, change[0]) != 1 {
			t.Fatalf("%s has %q %d times, not once", s.config, change[0], strings.Count(config, change[0]))
		}
		config = strings.Replace(config, change[0], change[1], 1)
	}
	path := write(t, s.name+".conf", fmt.Appendf(nil, s.around, config))
	args := s.command(binary, path)
	cmd := exec.Command(args[0], args[1:]...)
	home := filepath.Dir(path)
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_DATA_HOME="+home, "XDG_CONFIG_HOME="+home)
	var said bytes.Buffer // to be read when it has ended
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Error(err)
		}
		select {
		case <-ended:
		case <-time.After(Timeout):
			t.Errorf("%s does not end: %v", s.name, cmd.Process.Kill())
			<-ended
		}
		if t.Failed() {
			t.Logf("%s said:\n%s", s.name, said.String())
		}
	})
	for end := time.Now().Add(Timeout); ; time.Sleep(20 * time.Millisecond) {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			if err := conn.Close(); err != nil {
				t.Error(err)
			}
			return "http://" + addr + "/unspool/"
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("%s ended: %v", s.name, err)
		default:
		}
		if time.Now().After(end) {
			t.Fatalf("%s does not answer: %v", s.name, err)
		}
	}
}

// ask gets what a server has at an address, as it is sent.
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

// ownHeaders are those of a response that the site has a say in.
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

// The servers of Debian, with the configurations that the site brings along, send
// every file as it is and with the headers that it has everywhere else; and the site
// works in a folder of theirs.
func TestWebServers(t *testing.T) {
	for _, s := range webServers() {
		t.Run(s.name, func(t *testing.T) {
			url := s.start(t)
			t.Run("files", func(t *testing.T) { checkFiles(t, url) })
			t.Run("page", func(t *testing.T) {
				p := keeping(t, url)
				p.Read(sampleFile(t))
				ready(p)
				enter(p, url+"?again#v=1&src=sample/files.json")
				ready(p)
				p.WaitFor(`navigator.serviceWorker.getRegistration().then((r) => r?.active?.state === "activated")`, 0)
			})
		})
	}
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
		if got, want := res.Header.Get("Content-Type"), site.ContentType(file); got != want && name != "_headers" {
			t.Errorf("%s is sent as %q, want %q", name, got, want)
		}
		switch {
		case strings.HasSuffix(name, ".wasm.gz"):
			wasm = name
		case strings.HasPrefix(name, "assets/chunk-"):
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
		t.Errorf("what is compressed already is sent as %q", res.Header.Get("Content-Encoding"))
	}
	res, got = ask(t, url+wasm, "Range", "bytes=0-1")
	if res.StatusCode != http.StatusPartialContent || string(got) != "\x1f\x8b" {
		t.Errorf("a range: status %d, %q", res.StatusCode, got)
	}
	res, _ = ask(t, url+"index.html", "If-None-Match", must(ask(t, url+"index.html")).Header.Get("Etag"))
	if res.StatusCode != http.StatusNotModified || res.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("a page that is the same: status %d, %q", res.StatusCode, res.Header.Get("Cache-Control"))
	}
	res, _ = ask(t, url+"assets/gone-AAAAAAAA.js")
	if res.StatusCode != http.StatusNotFound || strings.Contains(res.Header.Get("Cache-Control"), "immutable") {
		t.Errorf("what is not there: status %d, %q", res.StatusCode, res.Header.Get("Cache-Control"))
	}
	res, _ = ask(t, strings.TrimSuffix(url, "/"))
	if to := res.Header.Get("Location"); !strings.HasSuffix(to, "/unspool/") {
		t.Errorf("without the last slash: status %d, to %q", res.StatusCode, to)
	}
}

func must(res *http.Response, _ []byte) *http.Response { return res }

// Netlify sends every file with the headers that it has everywhere else, by the
// rules of its own reader (@netlify/headers-parser): a path is compared without
// regard to case, a star stands for anything and for the slash before it, and
// what several blocks say is joined by commas.
func TestNetlifyHeaders(t *testing.T) {
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
			t.Fatalf("what is %q?", line)
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

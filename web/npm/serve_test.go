package npm

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
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

	"unspool/parser/testutil/machine"
)

// A served is a running command of the package.
type served struct {
	t    *testing.T
	cmd  *exec.Cmd
	base string // the address with the token and a slash at its end
	errs *bytes.Buffer
}

// serveFiles runs the command of the installed package.
func serveFiles(t *testing.T, env []string, args ...string) *served {
	t.Helper()
	s := &served{t: t, errs: new(bytes.Buffer)}
	s.cmd = exec.Command(filepath.Join(shared.project, "node_modules/.bin/unspool"), append([]string{"--addr", "127.0.0.1:0"}, args...)...)
	s.cmd.Env = append(append(os.Environ(), "BROWSER=none"), env...)
	s.cmd.Stderr = s.errs
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.stop)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		s.stop()
		t.Fatalf("no address: %v, %s", err, s.errs)
	}
	found := regexp.MustCompile(`^(http://127\.0\.0\.1:\d+/[\w-]{22}/)#v=1&src=local/served\.json\n$`).FindStringSubmatch(line)
	if found == nil {
		t.Fatalf("the address is %q", line)
	}
	s.base = found[1]
	return s
}

// stop ends the command. What it printed to standard error may be read only then.
func (s *served) stop() {
	_ = s.cmd.Process.Kill() // it may have ended
	_ = s.cmd.Wait()
}

// A reply is what a request got.
type reply struct {
	status int
	header http.Header
	body   string
}

// ask sends a request for a path, which is not cleaned, below the host.
func (s *served) ask(method, path string, header map[string]string) reply {
	s.t.Helper()
	base, err := url.Parse(s.base)
	if err != nil {
		s.t.Fatal(err)
	}
	request := &http.Request{Method: method, URL: &url.URL{Scheme: "http", Host: base.Host, Opaque: path}, Host: base.Host, Header: http.Header{}}
	for name, value := range header {
		if name == "Host" {
			request.Host = value
		}
		request.Header.Set(name, value)
	}
	response, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(request)
	if err != nil {
		s.stop()
		s.t.Fatalf("%s %s: %v, %s", method, path, err, s.errs)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatalf("%s %s: %v", method, path, err)
	}
	return reply{response.StatusCode, response.Header, string(body)}
}

// token returns the path of the base address.
func (s *served) token() string {
	base, err := url.Parse(s.base)
	if err != nil {
		s.t.Fatal(err)
	}
	return base.Path
}

// archive makes a folder with sessions, and with files beside and in it that must not be served.
func archive(t *testing.T) (dir string) {
	t.Helper()
	above := t.TempDir()
	dir = filepath.Join(above, "projects")
	for name, text := range map[string]string{
		"projects/-p/a.jsonl":                    "0123456789",
		"projects/-p/a/subagents/agent-1.jsonl":  "{}\n",
		"projects/-p/b c%ü#.jsonl":               "{}\n",
		"projects/-p/a/tool-results/b1.txt":      "output",
		"projects/-p/picture.png":                "SECRET",
		"projects/.hidden/a.jsonl":               "SECRET",
		"projects/-p/.credentials.json":          "SECRET",
		"outside.jsonl":                          "SECRET",
		"outside/deep.jsonl":                     "SECRET",
		"projects-2/of-a-folder-with-this.jsonl": "SECRET",
	} {
		name = filepath.Join(above, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{
		"-p/link-out.jsonl":  filepath.Join(above, "outside.jsonl"),
		"-p/link-near.jsonl": filepath.Join(above, "projects-2", "of-a-folder-with-this.jsonl"),
		"-p/link-up.jsonl":   "../../outside.jsonl",
		"-p/link-in.jsonl":   "a.jsonl",
		"-p/link-none.jsonl": "none.jsonl",
		"folder-out":         filepath.Join(above, "outside"),
	} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "-p/pipe.jsonl"), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestServeGuards checks who may ask for what.
func TestServeGuards(t *testing.T) {
	dir := archive(t)
	s := serveFiles(t, nil, dir)
	token := s.token()
	host := strings.TrimSuffix(strings.TrimPrefix(s.base, "http://"), token)
	port := host[strings.LastIndex(host, ":"):]
	file := token + "local/files/projects/-p/a.jsonl"
	for _, c := range []struct {
		what, method, path string
		header             map[string]string
		status             int
	}{
		{"a file", "GET", file, nil, 200},
		{"another name of this machine", "GET", file, map[string]string{"Host": "localhost" + port}, 200},
		{"IPv6", "GET", file, map[string]string{"Host": "[::1]" + port}, 200},
		{"its own origin", "GET", file, map[string]string{"Origin": "http://" + host, "Sec-Fetch-Site": "same-origin"}, 200},
		{"the host of another", "GET", file, map[string]string{"Host": "evil.example"}, 403},
		{"a host that begins alike", "GET", file, map[string]string{"Host": "127.0.0.1.evil.example" + port}, 403},
		{"a host that contains a port", "GET", file, map[string]string{"Host": "evil.example:127.0.0.1:1"}, 403},
		{"a foreign origin", "GET", file, map[string]string{"Origin": "https://evil.example"}, 403},
		{"no origin", "GET", file, map[string]string{"Origin": "null"}, 403},
		{"another port", "GET", file, map[string]string{"Origin": "http://127.0.0.1:1"}, 403},
		{"the page from another origin", "GET", token, map[string]string{"Origin": "https://evil.example"}, 403},
		{"an element of another site", "GET", file, map[string]string{"Sec-Fetch-Site": "cross-site"}, 403},
		{"one of another server of this machine", "GET", file, map[string]string{"Sec-Fetch-Site": "same-site"}, 403},
		{"the page by a link", "GET", token, map[string]string{"Sec-Fetch-Site": "cross-site"}, 200},
		{"no token", "GET", "/local/files/projects/-p/a.jsonl", nil, 404},
		{"no token for the list", "GET", "/local/served.json", nil, 404},
		{"the root", "GET", "/", nil, 404},
		{"a wrong token", "GET", "/" + strings.Repeat("A", 22) + "/local/served.json", nil, 404},
		{"half of the token", "GET", token[:12] + "/local/served.json", nil, 404},
		{"writing", "POST", file, nil, 405},
		{"deleting", "DELETE", file, nil, 405},
		{"the list", "GET", token + "local/served.json", nil, 200},
		{"the list by HEAD", "HEAD", token + "local/served.json", nil, 200},
		{"a link inside", "GET", token + "local/files/projects/-p/link-in.jsonl", nil, 200},
		{"an encoded name", "GET", token + "local/files/projects/-p/b%20c%25%C3%BC%23.jsonl", nil, 200},
		{"a link out", "GET", token + "local/files/projects/-p/link-out.jsonl", nil, 404},
		{"a link to a folder whose name begins alike", "GET", token + "local/files/projects/-p/link-near.jsonl", nil, 404},
		{"a relative link out", "GET", token + "local/files/projects/-p/link-up.jsonl", nil, 404},
		{"a dead link", "GET", token + "local/files/projects/-p/link-none.jsonl", nil, 404},
		{"below a link to a folder", "GET", token + "local/files/projects/folder-out/deep.jsonl", nil, 404},
		{"a pipe", "GET", token + "local/files/projects/-p/pipe.jsonl", nil, 404},
		{"a hidden file", "GET", token + "local/files/projects/-p/.credentials.json", nil, 404},
		{"a hidden folder", "GET", token + "local/files/projects/.hidden/a.jsonl", nil, 404},
		{"another kind", "GET", token + "local/files/projects/-p/picture.png", nil, 404},
		{"a folder", "GET", token + "local/files/projects/-p", nil, 404},
		{"a root that is not served", "GET", token + "local/files/outside/deep.jsonl", nil, 404},
		{"the folder above", "GET", token + "local/files/projects/../outside.jsonl", nil, 404},
		{"the folder above, encoded", "GET", token + "local/files/projects/%2e%2e/outside.jsonl", nil, 404},
		{"the folder above, encoded with its slash", "GET", token + "local/files/projects%2f..%2foutside.jsonl", nil, 404},
		{"the folder above, with backslashes", "GET", token + `local/files/projects/..%5coutside.jsonl`, nil, 404},
		{"encoded twice", "GET", token + "local/files/projects/%252e%252e/outside.jsonl", nil, 404},
		{"an empty segment", "GET", token + "local/files/projects//-p/a.jsonl", nil, 404},
		{"NUL", "GET", token + "local/files/projects/-p/a.jsonl%00", nil, 404},
		{"broken encoding", "GET", token + "local/files/projects/%ff", nil, 404},
		{"a file of the package", "GET", token + "../package.json", nil, 404},
		{"one beside the viewer", "GET", token + "lib/unspool.js", nil, 404},
		{"the headers", "GET", token + "_headers", nil, 404},
	} {
		got := s.ask(c.method, c.path, c.header)
		if got.status != c.status || strings.Contains(got.body, "SECRET") {
			t.Errorf("%s: status %d, want %d, %q", c.what, got.status, c.status, got.body)
		}
		if got.header.Get("X-Content-Type-Options") != "nosniff" || got.header.Get("Referrer-Policy") != "no-referrer" ||
			got.header.Get("Content-Security-Policy") == "" || got.header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: headers %v", c.what, got.header)
		}
		if isData := strings.Contains(c.path, "local/"); isData && got.header.Get("Cross-Origin-Resource-Policy") != "same-origin" {
			t.Errorf("%s: headers %v", c.what, got.header)
		}
		if strings.Contains(got.body, strings.Trim(token, "/")) {
			t.Errorf("%s: the answer has the token", c.what)
		}
	}
	listed(t, s.ask("GET", token+"local/served.json", nil).body)
}

// listed checks the manifest of the archive.
func listed(t *testing.T, body string) {
	t.Helper()
	var m struct {
		Name  string
		Files []struct {
			Path           string
			Size, Modified int64
		}
	}
	if err := json.Unmarshal([]byte(body), &m); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range m.Files {
		got = append(got, fmt.Sprint(f.Path, " ", f.Size))
		if age := time.Since(time.UnixMilli(f.Modified)); age < -time.Minute || age > time.Hour {
			t.Errorf("%s was modified %v ago", f.Path, age)
		}
	}
	want := []string{
		"projects/-p/a.jsonl 10", "projects/-p/a/subagents/agent-1.jsonl 3", "projects/-p/a/tool-results/b1.txt 6",
		"projects/-p/b c%ü#.jsonl 3", "projects/-p/link-in.jsonl 10",
	}
	if diff := cmp.Diff(want, got); diff != "" || m.Name != "projects" {
		t.Errorf("%s (-want +got):\n%s", m.Name, diff)
	}
}

// TestServeRanges compares answers about parts of a file with those of the standard library of Go.
func TestServeRanges(t *testing.T) {
	s := serveFiles(t, nil, archive(t))
	path := s.token() + "local/files/projects/-p/a.jsonl"
	tag := s.ask("GET", path, nil).header.Get("ETag")
	if !regexp.MustCompile(`^"[^"]+"$`).MatchString(tag) {
		t.Fatalf("ETag %q", tag)
	}
	for _, header := range []map[string]string{
		{}, {"Range": "bytes=0-0"}, {"Range": "bytes=2-5"}, {"Range": "bytes=7-"}, {"Range": "bytes=-3"}, {"Range": "bytes=-30"},
		{"Range": "bytes=0-999"}, {"Range": "bytes=9-9"}, {"Range": "bytes=10-"}, {"Range": "bytes=10-20"},
		{"If-None-Match": tag}, {"If-None-Match": `"x", ` + tag}, {"If-None-Match": `"x"`}, {"If-None-Match": "*"},
		{"If-Match": tag, "Range": "bytes=1-2"}, {"If-Match": `"x"`, "Range": "bytes=1-2"}, {"If-Match": "*"},
		{"If-Range": tag, "Range": "bytes=1-2"}, {"If-Range": `"x"`, "Range": "bytes=1-2"}, {"If-Range": "W/" + tag, "Range": "bytes=1-2"},
	} {
		for _, method := range []string{"GET", "HEAD"} {
			want := reference(t, method, header, tag)
			got := s.ask(method, path, header)
			if got.status != want.status || want.status < 300 && got.body != want.body {
				t.Errorf("%s %v: %d %q, want %d %q", method, header, got.status, got.body, want.status, want.body)
			}
			for _, name := range []string{"Content-Range", "Content-Length"} {
				if (want.status == 206 || want.status == 200) && got.header.Get(name) != want.header.Get(name) {
					t.Errorf("%s %v: %s is %q, want %q", method, header, name, got.header.Get(name), want.header.Get(name))
				}
			}
		}
	}
	if got := s.ask("GET", path, map[string]string{"Range": "bytes=99-"}); got.status != 416 || got.header.Get("Content-Range") != "bytes */10" {
		t.Errorf("beyond the end: %d, %v", got.status, got.header)
	}
}

// reference returns what the standard library answers about the file.
func reference(t *testing.T, method string, header map[string]string, tag string) reply {
	t.Helper()
	request, err := http.NewRequest(method, "http://localhost/", nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range header {
		request.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	w.Header().Set("ETag", tag)
	http.ServeContent(w, request, "", time.Time{}, strings.NewReader("0123456789"))
	return reply{w.Code, w.Header(), w.Body.String()}
}

// TestServeViewer checks that the viewer is complete.
func TestServeViewer(t *testing.T) {
	s := serveFiles(t, nil, archive(t))
	page := s.ask("GET", s.token(), nil)
	if page.status != 200 || !strings.HasPrefix(page.header.Get("Content-Type"), "text/html") ||
		!strings.Contains(page.header.Get("Content-Security-Policy"), "connect-src 'self'") {
		t.Fatalf("the page: %d, %v", page.status, page.header)
	}
	count := 0
	for name, data := range shared.made.Files {
		below, isViewer := strings.CutPrefix(name, "viewer/")
		if !isViewer || below == "_headers" || below == "unspool.html" {
			continue
		}
		count++
		if got := s.ask("GET", s.token()+below, nil); got.status != 200 || got.body != string(data) {
			t.Errorf("%s: status %d, %d bytes of %d", below, got.status, len(got.body), len(data))
		}
	}
	if count < 15 {
		t.Errorf("the viewer has only %d files", count)
	}
	for _, name := range []string{
		"assets/parser.wasm.gz", "assets/parser-export.wasm.gz", "assets/parser-worker.js", "assets/render-worker.js", "licenses.txt",
	} {
		if got := s.ask("GET", s.token()+name, nil); got.body != string(shared.made.Files[name]) {
			t.Errorf("%s: status %d", name, got.status)
		}
	}
	// No file of the package is in it twice.
	sums := map[[32]byte]string{}
	for name, data := range shared.made.Files {
		sum := sha256.Sum256(data)
		if other := sums[sum]; other != "" && len(data) > 1000 {
			t.Errorf("%s is the same as %s", name, other)
		}
		sums[sum] = name
	}
	one := s.ask("GET", s.token()+"unspool.html", nil)
	parser := base64.StdEncoding.EncodeToString(shared.made.Files["assets/parser.wasm.gz"])
	if one.status != 200 || strings.Count(one.body, parser) != 1 || strings.Contains(one.body, "%WASM%") || !strings.HasSuffix(strings.TrimSpace(one.body), "</html>") {
		t.Errorf("unspool.html: status %d, %d bytes", one.status, len(one.body))
	}
	if worker := s.ask("GET", s.token()+"sw.js", nil); worker.body != "self.registration.unregister();\n" || worker.status != 200 {
		t.Errorf("sw.js: %d %q", worker.status, worker.body)
	}
}

// TestServeEvents checks what a page is told while sessions change, and that Ctrl C ends all.
func TestServeEvents(t *testing.T) {
	dir := archive(t)
	s := serveFiles(t, nil, dir)
	response, err := http.Get(s.base + "local/events")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if kind := response.Header.Get("Content-Type"); kind != "text/event-stream" {
		t.Fatalf("the events are %q", kind)
	}
	lines := bufio.NewScanner(response.Body)
	next := func() (event, data string) {
		for lines.Scan() {
			switch name, value, _ := strings.Cut(lines.Text(), ": "); name {
			case "event":
				event = value
			case "data":
				return event, value
			}
		}
		s.stop()
		t.Fatalf("the events end: %v, %s", lines.Err(), s.errs)
		return "", ""
	}
	event, data := next()
	if event != "files" {
		t.Fatalf("the first event is %s", event)
	}
	listed(t, data)

	name := filepath.Join(dir, "-p", "a.jsonl")
	if err := os.WriteFile(name, []byte("0123456789ab"), 0o600); err != nil {
		t.Fatal(err)
	}
	type change struct {
		Files []struct {
			Path string
			Size int64
		}
		Gone []string
	}
	// A file may be seen at the moment when it is empty.
	for size := int64(0); size != 12; {
		var c change
		event, data = next()
		if err := json.Unmarshal([]byte(data), &c); err != nil || event != "change" || len(c.Files) != 2 || c.Files[0].Path != "projects/-p/a.jsonl" {
			t.Fatalf("%s: %v, %s", event, err, data)
		}
		size = c.Files[0].Size
	}
	if err := os.Remove(filepath.Join(dir, "-p", "b c%ü#.jsonl")); err != nil {
		t.Fatal(err)
	}
	var c change
	event, data = next()
	if err := json.Unmarshal([]byte(data), &c); err != nil || event != "change" || len(c.Files) != 0 || !slices.Equal(c.Gone, []string{"projects/-p/b c%ü#.jsonl"}) {
		t.Fatalf("%s: %v, %s", event, err, data)
	}
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if event, _ := next(); event != "end" {
		t.Errorf("the last event is %s", event)
	}
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("%v, %s", err, s.errs)
	}
}

// TestServeOne checks that for one file only that file and its folder are served.
func TestServeOne(t *testing.T) {
	dir := archive(t)
	s := serveFiles(t, nil, filepath.Join(dir, "-p", "a.jsonl"))
	for path, status := range map[string]int{
		"-p/a.jsonl": 200, "p/a.jsonl": 404, "-p/a/subagents/agent-1.jsonl": 200, "-p/b%20c%25%C3%BC%23.jsonl": 404, "-p/link-in.jsonl": 404,
	} {
		if got := s.ask("GET", s.token()+"local/files/"+path, nil); got.status != status {
			t.Errorf("%s: %d, want %d", path, got.status, status)
		}
	}
	two := serveFiles(t, nil, dir, dir)
	for _, name := range []string{"projects", "projects-2"} {
		if got := two.ask("GET", two.token()+"local/files/"+name+"/-p/a.jsonl", nil); got.status != 200 {
			t.Errorf("%s: %d", name, got.status)
		}
	}
}

// TestServeBrowser checks that the browser gets an address that leads to the page once, and without it the
// default folders.
func TestServeBrowser(t *testing.T) {
	dir := archive(t)
	bin := t.TempDir()
	note := filepath.Join(bin, "opened")
	script := "#!/bin/sh\nprintf %s \"$1\" > " + note + ".part && mv " + note + ".part " + note + "\n"
	if err := os.WriteFile(filepath.Join(bin, "xdg-open"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	env := []string{"BROWSER=", "CI=", "DISPLAY=:0", "PATH=" + bin + ":" + os.Getenv("PATH"), "CLAUDE_CONFIG_DIR=" + filepath.Dir(dir)}
	s := serveFiles(t, env)
	var address []byte
	for deadline := time.Now().Add(machine.Scaled(30 * time.Second)); len(address) == 0 && time.Now().Before(deadline); {
		time.Sleep(20 * time.Millisecond)
		address, _ = os.ReadFile(note)
	}
	ticket, err := url.Parse(string(address))
	if err != nil || len(ticket.Path) != 23 || strings.Contains(string(address), strings.Trim(s.token(), "/")) {
		t.Fatalf("the browser got %q, %v", address, err)
	}
	if got := s.ask("GET", ticket.Path, map[string]string{"Host": "evil.example"}); got.status != 403 {
		t.Errorf("with another host: %d", got.status)
	}
	if got := s.ask("GET", ticket.Path, nil); got.status != 303 || got.header.Get("Location") != s.token()+"#v=1&src=local/served.json" {
		t.Errorf("%d, %v", got.status, got.header)
	}
	if got := s.ask("GET", ticket.Path, nil); got.status != 404 {
		t.Errorf("once more: %d", got.status)
	}
	listed(t, s.ask("GET", s.token()+"local/served.json", nil).body)
}

// TestServeUsage checks the exit codes.
func TestServeUsage(t *testing.T) {
	program := filepath.Join(shared.project, "node_modules/.bin/unspool")
	for _, c := range []struct {
		args      []string
		env       string
		code      int
		out, errs string
	}{
		{[]string{"--help"}, "", 0, "usage: unspool", ""},
		{[]string{"-h"}, "", 0, "exit codes:", ""},
		{[]string{"--version"}, "", 0, "unspool 0.", ""},
		{[]string{"--nosuch"}, "", 2, "", "--nosuch"},
		{[]string{"--addr", "0.0.0.0:80", "."}, "", 2, "", "only a loopback address"},
		{[]string{"--addr", "127.0.0.1.evil.example:80", "."}, "", 2, "", "only a loopback address"},
		{[]string{"nowhere"}, "", 1, "", "nowhere"},
		{[]string{"package.json", "node_modules/.bin/unspool"}, "", 1, "", "is not a .jsonl, .json or .txt file"},
		{nil, "CLAUDE_CONFIG_DIR=/nowhere", 1, "", "name a folder"},
	} {
		cmd := exec.Command(program, c.args...)
		cmd.Dir = shared.project
		cmd.Env = append(os.Environ(), "BROWSER=none", c.env)
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		_ = cmd.Run() // the exit code is below
		if cmd.ProcessState.ExitCode() != c.code || !strings.Contains(out.String(), c.out) || !strings.Contains(errs.String(), c.errs) ||
			(out.Len() > 0) != (c.out != "") || strings.Contains(errs.String(), "    at ") {
			t.Errorf("%q: %v, %q, %q", c.args, cmd.ProcessState, out.String(), errs.String())
		}
	}
}

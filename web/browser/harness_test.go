package browser

import (
	"embed"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/testutil/machine"
)

// scripts are the JavaScript files of tests. That of list_test.go is list.js: a comment in the
// first line, and an object with functions.
//
//go:embed *.js
var scripts embed.FS

// script returns the expression that calls a function of such a file with arguments:
// "list.scrollDown" is the function scrollDown of list.js.
func script(name string, args ...any) string {
	file, function, _ := strings.Cut(name, ".")
	source, err := scripts.ReadFile(file + ".js")
	if err != nil {
		panic(err)
	}
	list, err := json.Marshal(append([]any{}, args...))
	if err != nil {
		panic(err)
	}
	_, object, _ := strings.Cut(string(source), "\n") // after the comment
	return fmt.Sprintf("/* %s */ %s.%s(...%s)", name, strings.TrimSuffix(strings.TrimSpace(object), ";"), function, list)
}

// Call calls a function of a script beside the tests and returns its value, as Eval does.
func Call[T any](p *Page, name string, args ...any) T {
	p.r.Helper()
	return Eval[T](p, script(name, args...))
}

// Run calls a function of a script beside the tests for its effect.
func (p *Page) Run(name string, args ...any) {
	p.r.Helper()
	Call[any](p, name, args...)
}

// recorder is a Reporter that remembers failures instead of failing.
type recorder struct {
	testing.TB
	errors  []string
	cleanup []func()
}

func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

func (r *recorder) Cleanup(f func()) { r.cleanup = append(r.cleanup, f) }

func (r *recorder) finish() {
	for _, f := range slices.Backward(r.cleanup) {
		f()
	}
}

// serveText serves pages by path. Those below /policy have a policy that forbids what they do.
func serveText(t *testing.T, pages map[string]string) string {
	t.Helper()
	return ServeTest(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, found := pages[r.URL.Path]
		if !found {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		if strings.HasSuffix(r.URL.Path, ".js") {
			w.Header().Set("Content-Type", "text/javascript")
		}
		if strings.HasPrefix(r.URL.Path, "/policy") {
			w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'unsafe-inline'")
		}
		_, _ = w.Write([]byte("<!doctype html><html lang=en><link rel=icon href=data:,><title>t</title>" + text))
	}))
}

// A test that cannot fail proves nothing: each forbidden action is provoked, and must be recorded.
// It is not parallel: pages that are open at the same time would be blamed for its requests.
func TestForbiddenActionsAreRecorded(t *testing.T) {
	url := serveText(t, map[string]string{
		"/fine":       `<p>fine</p><script>console.log("fine")</script>`,
		"/error":      `<script>console.error("oh", {a: 1}, 7)</script>`,
		"/warning":    `<script>console.warn("careful")</script>`,
		"/exception":  `<script>throw new Error("thrown here")</script>`,
		"/rejection":  `<script>Promise.reject(new Error("rejected here"))</script>`,
		"/missing":    `<img alt="" src="/nothing.png">`,
		"/policy":     `<img alt="" src="/blocked.png">`,
		"/policyeval": `<script>try { eval("1") } catch {}</script>`,
		"/host":       `<script>fetch("http://stray.invalid/x").catch(() => {})</script>`,
		"/connect":    `<link rel="preconnect" href="https://preconnect.invalid">`,
		"/dialog":     `<script>alert("hello")</script>`,
		"/worker":     `<script>new Worker(URL.createObjectURL(new Blob(["console.error('in the worker')"])))</script>`,
		"/workerlate": `<script>new Worker(URL.createObjectURL(new Blob(["setTimeout(() => { throw new Error('late in the worker') }, 300)"])))</script>`,
		"/workernet":  `<script>new Worker(URL.createObjectURL(new Blob(["fetch('http://fromworker.invalid/').catch(() => {})"])))</script>`,
	})
	for _, c := range []struct{ path, want string }{
		{"fine", ""},
		{"error", "console.error: oh Object 7"},
		{"warning", "console.warning: careful"},
		{"exception", "uncaught: Uncaught Error: thrown here"},
		{"rejection", "rejected here"},
		{"missing", "/nothing.png"},
		{"policy", "security policy: img-src blocked"},
		{"policyeval", "security policy: script-src blocked eval"},
		{"host", "request to another origin: http://stray.invalid/x"},
		{"host", "left the machine: stray.invalid"},
		{"connect", "left the machine: preconnect.invalid"},
		{"dialog", "dialog: hello"},
		{"worker", "console.error: in the worker"},
		{"workerlate", "late in the worker"},
		{"workernet", "left the machine: fromworker.invalid"},
	} {
		t.Run(c.path, func(t *testing.T) {
			r := &recorder{TB: t}
			p := shared.browser.Page(r)
			p.Open(url + c.path)
			found := func() bool {
				return strings.Contains(strings.Join(p.Problems(), "\n"), c.want)
			}
			for deadline := time.Now().Add(machine.Scaled(5 * time.Second)); c.want != "" && !found() && time.Now().Before(deadline); {
				time.Sleep(pause)
			}
			r.finish()
			if c.want == "" && len(r.errors) > 0 {
				t.Errorf("recorded %q, want nothing", r.errors)
			}
			if !strings.Contains(strings.Join(r.errors, "\n"), c.want) {
				t.Errorf("recorded %q, want %q", r.errors, c.want)
			}
		})
	}
}

func TestAllow(t *testing.T) {
	t.Parallel()
	url := serveText(t, map[string]string{"/": `<script>console.error("expected"); console.error("other")</script>`})
	r := &recorder{TB: t}
	p := shared.browser.Page(r)
	p.Allow("expected")
	p.Open(url)
	r.finish()
	if len(r.errors) != 1 || !strings.Contains(r.errors[0], "other") {
		t.Errorf("recorded %q, want only the other", r.errors)
	}
}

// The tools work on a page with shadow trees that records events.
func TestTools(t *testing.T) {
	t.Parallel()
	url := serveText(t, map[string]string{"/": `
<body style="margin:0">
<x-host></x-host>
<input id=files type=file multiple><input id=folder type=file webkitdirectory>
<script>` + script("harness.recordEvents") + "</script>"})
	p := newPage(t)
	p.Open(url)

	dir := t.TempDir()
	for name, text := range map[string]string{"one.txt": "1", "folder/two.txt": "2", "folder/sub/three.txt": "3"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	step := func(name string, do func(), want ...string) {
		t.Helper()
		p.Do("seen.length = 0")
		do()
		p.WaitFor(fmt.Sprintf("seen.length >= %d", len(want)), 0)
		if diff := cmp.Diff(want, Eval[[]string](p, "seen")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	step("click", func() { p.Click("button") }, "click b") // the element at its middle
	step("click below", func() { p.Click("x-host >>> b") }, "click b")
	step("keys", func() { p.Press("j", "Control+a", "Shift+Tab", "Enter", "?", "+") },
		"j", "Control+a", "Shift+Tab", "Enter", "Shift+?", "Shift++")
	step("drop", func() { p.DropFiles(filepath.Join(dir, "one.txt"), filepath.Join(dir, "folder")) },
		"enter Files", "drop /folder/sub/three.txt=3,/folder/two.txt=2,/one.txt=1")
	step("choose", func() { p.SetFiles("#files", filepath.Join(dir, "one.txt"), filepath.Join(dir, "folder", "two.txt")) },
		"one.txt,two.txt")
	step("choose a folder", func() { p.SetFiles("#folder", filepath.Join(dir, "folder")) },
		"folder/sub/three.txt,folder/two.txt")
	p.Run("harness.addLate")
	step("click what comes late", func() { p.Click("u") }, "click u")
	p.Do("late.remove()")

	if got := Eval[string](p, "$text()"); got != "deep button" {
		t.Errorf("text %q", got)
	}
	p.Size(360, 640)
	p.Dark(true)
	if got := Eval[[]any](p, `[innerWidth, innerHeight, matchMedia("(prefers-color-scheme: dark)").matches]`); !cmp.Equal(got, []any{360.0, 640.0, true}) {
		t.Errorf("size and scheme %v", got)
	}
	shot := filepath.Join(dir, "shots", "page.png")
	p.Screenshot(shot)
	if data, err := os.ReadFile(shot); err != nil || !strings.HasPrefix(string(data), "\x89PNG") {
		t.Errorf("screenshot: %v", err)
	}
}

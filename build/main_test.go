package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"unspool/build/internal/buildtest"
	"unspool/build/site"
)

func TestArguments(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"", "missing command"},
		{"bake", `unknown command "bake"`},
		{"build now", `unexpected argument "now"`},
		{"test -run walk", `unknown part "walk": there are format, `},
		{"test -check -run browser", `unknown part "browser"`},
		{"test -check -all", "not both"},
	} {
		err := run(t.Context(), strings.Fields(c.args), io.Discard)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q", c.args, err, c.want)
		}
	}
}

// TestServe checks that the printed address opens the site, with the sessions if there are some.
func TestServe(t *testing.T) {
	userDir := t.TempDir()
	t.Setenv("HOME", userDir)
	if err := os.WriteFile(filepath.Join(userDir, "s.jsonl"), []byte("{}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ file, after string }{{"", ""}, {"~/s.jsonl", "v=1&src=local/served.json"}} {
		ctx, cancel := context.WithCancel(t.Context())
		r, w := io.Pipe()
		stopped := make(chan error, 1)
		s := showing{addr: "127.0.0.1:0", file: c.file, noBrowser: true}
		go func() { stopped <- s.show(ctx, site.Handler(fstest.MapFS{"index.html": {Data: []byte("page")}}), w) }()
		line, err := bufio.NewReader(r).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		base, after, _ := strings.Cut(strings.TrimSpace(line), "#")
		if after != c.after {
			t.Errorf("%q: address %q, want it to end in %q", c.file, line, c.after)
		}
		res, err := http.Get(base)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(res.Body)
		if err := res.Body.Close(); err != nil {
			t.Error(err)
		}
		if err != nil || string(got) != "page" {
			t.Errorf("%q: %q, %v", c.file, got, err)
		}
		cancel()
		if err := <-stopped; err != nil {
			t.Error(err)
		}
	}
}

// While the site is being built, serve prints the current step. The checkout has only what is needed before the parser is
// compiled, so that the build ends there.
func TestServePrintsProgress(t *testing.T) {
	t.Chdir(t.TempDir())
	buildtest.WriteFiles(t, ".", map[string]string{
		"web/src/parser/worker/parser-worker.ts":  "",
		"web/src/content/worker/render-worker.ts": "",
	})
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stderr := os.Stderr
	os.Stderr = w
	t.Cleanup(func() { os.Stderr = stderr })
	failed := run(t.Context(), []string{"serve", "-addr", "127.0.0.1:0", "-no-browser"}, io.Discard)
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	got, err := io.ReadAll(r)
	if err := errors.Join(err, r.Close()); err != nil {
		t.Error(err)
	}
	if failed == nil || string(got) != "compiling the parser …\n" {
		t.Errorf("printed %q, then %v", got, failed)
	}
}

func TestReload(t *testing.T) {
	dir := t.TempDir()
	before := fingerprint(dir)
	if err := os.WriteFile(filepath.Join(dir, "a.ts"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if fingerprint(dir) == before {
		t.Error("a new file was not noticed")
	}

	r := &reloader{changed: make(chan struct{})}
	server := httptest.NewServer(http.HandlerFunc(r.events))
	defer server.Close()
	res, err := http.Get(server.URL) // returns once the stream is open
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(10*time.Millisecond, r.broadcast)
	got, err := io.ReadAll(res.Body)
	if err := res.Body.Close(); err != nil {
		t.Error(err)
	}
	if err != nil || string(got) != "data: reload\n\n" {
		t.Errorf("stream %q, %v", got, err)
	}
}

package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

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

// The printed address opens the site, and the session if there is one.
func TestServe(t *testing.T) {
	userDir := t.TempDir()
	t.Setenv("HOME", userDir)
	if err := os.WriteFile(filepath.Join(userDir, "s.jsonl"), []byte("{}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	handler, fragment, done, err := withLocal(site.Handler(fstest.MapFS{"index.html": {Data: []byte("page")}}), "~/s.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	r, w := io.Pipe()
	stopped := make(chan error, 1)
	go func() { stopped <- listenAndServe(ctx, "127.0.0.1:0", fragment, handler, w) }()
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	base, after, _ := strings.Cut(strings.TrimSpace(line), "#")
	if after != "v=1&src=local/files.json" {
		t.Errorf("address %q", line)
	}
	for path, want := range map[string]string{"": "page", "local/files.json": `{"name":"s.jsonl","files":["s.jsonl"]}` + "\n", "local/s.jsonl": "{}\n"} {
		res, err := http.Get(base + path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(res.Body)
		if err := res.Body.Close(); err != nil {
			t.Error(err)
		}
		if err != nil || string(got) != want {
			t.Errorf("%q: %q, %v, want %q", path, got, err, want)
		}
	}
	cancel()
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	if err := done(); err != nil {
		t.Error(err)
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

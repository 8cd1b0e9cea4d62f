package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"unspool/build/site"
)

// dev serves a readable build, rebuilds it whenever a source file changes, and makes open
// pages reload. The sources are few enough to be polled several times a second, which works
// the same on every system. Each rebuild is a complete build, so a page is never partly
// outdated.
func dev(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("dev", flag.ContinueOnError)
	var s showing
	s.define(flags)
	if err := parse(flags, args); err != nil {
		return err
	}
	b, err := site.NewBuilder(site.Options{Root: ".", Dev: true})
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "unspool-dev-")
	if err != nil {
		return fmt.Errorf("make a folder for the site: %w", err)
	}
	reload := &reloader{changed: make(chan struct{})}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /"+site.ReloadScript, reload.script)
	mux.HandleFunc("GET /"+site.ReloadScript+"/events", reload.events)
	mux.Handle("/", site.Handler(os.DirFS(dir)))

	watching, stop := context.WithCancel(ctx)
	var wait sync.WaitGroup
	wait.Go(func() { watch(watching, b, dir, reload, out) })
	err = s.show(ctx, mux, out)
	stop()
	wait.Wait()
	return errors.Join(err, os.RemoveAll(dir))
}

// watch builds into dir at once and after each change, until ctx ends. A failed build is
// reported and leaves the last good one in place.
func watch(ctx context.Context, b *site.Builder, dir string, reload *reloader, out io.Writer) {
	tick := time.NewTicker(300 * time.Millisecond)
	defer tick.Stop()
	last := uint64(0)
	for {
		if now := fingerprint("web", "wasm", "parser", "testdata/sample", "testdata/cases", "go.mod"); now != last {
			last = now
			start := time.Now()
			made, err := b.Build(ctx)
			if err == nil {
				err = made.Write(dir)
			}
			switch {
			case ctx.Err() != nil:
			case err != nil:
				fmt.Fprintln(out, err)
			default:
				fmt.Fprintf(out, "built in %s\n", time.Since(start).Round(time.Millisecond))
				reload.broadcast()
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// fingerprint returns a value that changes when a file below one of the roots does. A file
// that disappears during the walk counts as a change.
func fingerprint(roots ...string) uint64 {
	h := fnv.New64a()
	for _, root := range roots {
		_ = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return nil
			}
			if d.IsDir() {
				if d.Name() == "node_modules" {
					return fs.SkipDir
				}
				return nil
			}
			if strings.HasSuffix(name, "_test.go") {
				return nil
			}
			if info, err := d.Info(); err == nil {
				fmt.Fprintln(h, name, info.Size(), info.ModTime().UnixNano())
			}
			return nil
		})
	}
	return h.Sum64()
}

// A reloader makes pages reload. It exists only in development: the script and its event
// stream are not part of the site.
type reloader struct {
	mu      sync.Mutex
	changed chan struct{} // closed at the next change
}

func (r *reloader) broadcast() {
	r.mu.Lock()
	defer r.mu.Unlock()
	close(r.changed)
	r.changed = make(chan struct{})
}

func (r *reloader) next() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.changed
}

func (r *reloader) script(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = io.WriteString(w, "new EventSource(import.meta.url + '/events').onmessage = () => location.reload();\n")
}

func (r *reloader) events(w http.ResponseWriter, req *http.Request) {
	changed := r.next()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	if err := http.NewResponseController(w).Flush(); err != nil {
		return
	}
	select {
	case <-req.Context().Done():
		return
	case <-changed:
	}
	// The stream ends here; the reloaded page opens its own.
	_, _ = io.WriteString(w, "data: reload\n\n")
}

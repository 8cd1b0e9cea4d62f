package main

import (
	"context"
	_ "embed" // the scripts
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"unspool/build/site"
	"unspool/parser/serve"
	"unspool/web/browser"
)

//go:embed engines.js
var enginesScript string

//go:embed load.js
var loadScript string

//go:embed use.js
var useScript string

// longTimeout is how long one action may take in a page.
const longTimeout = 10 * time.Minute

// answers is how long another way of reading may take: with text() of 2 GB the whole tab
// may hang, including its own timers.
const answers = 150 * time.Second

// A stage is the environment of all measurements: the built site and a page with other ways
// to read files, under the same headers, in one browser.
type stage struct {
	plan    plan
	machine string
	dir     string // for generated files
	built   *browser.Site
	browser *browser.Browser
	site    *browser.Server
	own     *browser.Server
	closers []func() error
}

// newStage builds the site of the checkout at root.
func newStage(ctx context.Context, root string, p plan) (_ *stage, err error) {
	s := &stage{plan: p}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.close())
		}
	}()
	if s.dir, err = os.MkdirTemp("", "unspool-bench-"); err != nil {
		return nil, err
	}
	s.closers = append(s.closers, func() error { return os.RemoveAll(s.dir) })
	if s.built, err = browser.BuildSite(ctx, site.Options{Root: root, Readable: p.traced, Fast: p.traced}); err != nil {
		return nil, err
	}
	s.closers = append(s.closers, s.built.Close)
	if s.site, err = browser.Serve(s.built.Handler); err != nil {
		return nil, err
	}
	s.closers = append(s.closers, s.site.Close)
	if s.own, err = browser.Serve(ownPage()); err != nil {
		return nil, err
	}
	s.closers = append(s.closers, s.own.Close)
	if s.browser, err = browser.Start(ctx, browser.Options{}); err != nil {
		return nil, err
	}
	s.closers = append(s.closers, s.browser.Close)
	version, err := s.browser.Version()
	if err != nil {
		return nil, err
	}
	s.machine = fmt.Sprintf("%s on %d cores", strings.ReplaceAll(version, "/", " "), runtime.NumCPU())
	return s, nil
}

func (s *stage) close() error {
	var err error
	for i := len(s.closers) - 1; i >= 0; i-- {
		err = errors.Join(err, s.closers[i]())
	}
	return err
}

// ownPage serves a page with the engines, under the headers of the site.
func ownPage() http.Handler {
	content := map[string]string{
		"": `<!doctype html><html lang=en><link rel=icon href=data:,><title>bench</title>` +
			`<input type=file><input type=file webkitdirectory><script type=module src=engines.js></script>`,
		"engines.js": enginesScript,
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		for _, h := range site.Headers(name) {
			w.Header().Set(h.Name, h.Value)
		}
		w.Header().Set("Content-Type", serve.ContentType(name))
		_, _ = io.WriteString(w, content[name]) // a page that has closed needs no response
	})
}

// visit opens the built site in a tab of its own, and prepares it for the scripts.
func (s *stage) visit(do func(r browser.Reporter, p *browser.Page)) error {
	return browser.Attempt("bench", func(r browser.Reporter) {
		p := s.browser.Page(r)
		p.Allow("NavigationEntryMarkedSkippable")
		p.Size(1400, 900)
		p.Open(s.site.URL)
		browser.EvalWithin[any](p, longTimeout, loadScript+useScript)
		do(r, p)
	})
}

// choose selects a file or a folder in the page.
func choose(p *browser.Page, path string) {
	selector := "input[type=file]:not([webkitdirectory])"
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		selector = "input[webkitdirectory]"
	}
	p.SetFiles(selector, path)
}

// found is the result of an engine.
type found struct {
	Bytes, Lines, Messages int
	MS                     float64
	Error                  string
	Stalled                bool // a stream stopped responding
}

type asking func(engine string, given any) found

// engines passes to use a function that runs other ways of reading a file or a folder.
func (s *stage) engines(path string, use func(r browser.Reporter, p *browser.Page, ask asking)) error {
	return browser.Attempt("bench", func(r browser.Reporter) {
		p := s.browser.Page(r)
		p.Open(s.own.URL)
		choose(p, path)
		p.WaitFor(`[...document.querySelectorAll("input")].some((input) => input.files.length > 0)`, 0) // a folder is enumerated
		use(r, p, func(engine string, given any) found {
			argument, err := json.Marshal(given)
			if err != nil {
				r.Fatalf("call %s: %v", engine, err)
			}
			return browser.EvalWithin[found](p, answers, fmt.Sprintf("engine(%q, %s)", engine, argument))
		})
	})
}

// read measures the time of merely reading a file or a folder, in several ways: with
// buffers of some sizes, or 0 for each file as a whole.
func (s *stage) read(into samples, path string, size int, buffers ...int) error {
	return s.engines(path, func(r browser.Reporter, _ *browser.Page, ask asking) {
		for _, buffer := range buffers {
			got := ask("read", buffer)
			for tries := 0; got.Stalled && tries < 3; tries++ {
				got = ask("read", buffer)
			}
			if got.Bytes != size || got.Error != "" {
				r.Fatalf("merely reading returned %d bytes of %d: %s", got.Bytes, size, got.Error)
			}
			into.add(fmt.Sprint("read ", buffer), got.MS)
		}
	})
}

// rotate calls all functions, starting with another one in each round.
func rotate(round int, all ...func() error) error {
	for i := range all {
		if err := all[(i+round)%len(all)](); err != nil {
			return err
		}
	}
	return nil
}

// peak returns the largest heap of a page while do runs.
func peak(p *browser.Page, do func()) float64 {
	end, most := make(chan struct{}), make(chan float64, 1)
	go func() {
		highest := 0.0
		for {
			if heap, err := p.Heap(); err == nil {
				highest = max(highest, heap)
			}
			select {
			case <-end:
				most <- highest
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	}()
	func() {
		defer close(end)
		do()
	}()
	return <-most
}

// idleHeap returns the size of a page's heap when it contains no more garbage.
func idleHeap(r browser.Reporter, p *browser.Page) float64 {
	if err := p.CollectGarbage(); err != nil {
		r.Fatalf("collect garbage: %v", err)
	}
	heap, err := p.Heap()
	if err != nil {
		r.Fatalf("measure the heap: %v", err)
	}
	return heap
}

// longest returns the longest of the blocks that load.js recorded: start and length.
func longest(blocks [][2]float64) float64 {
	most := 0.0
	for _, block := range blocks {
		most = max(most, block[1])
	}
	return most
}

// write writes a generated session into the folder of the stage.
func (s *stage) write(name string, data []byte) (string, error) {
	path := filepath.Join(s.dir, name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		return "", fmt.Errorf("write a generated session: %w", err)
	}
	return path, nil
}

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/google/go-cmp/cmp"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/testutil/testgen"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
	"unspool/web/browser"
)

// A subject is one generated file and the expected result of reading it.
type subject struct {
	path    string
	size    int
	facts   testgen.Facts
	summary protocol.Summary
	rows    int
}

// make generates a session of a number of MB.
func (s *stage) make(mb int) (t subject, err error) {
	t.path = filepath.Join(s.dir, fmt.Sprintf("made-%dMB.jsonl", mb))
	t.facts, t.size, err = writePlan(t.path, testgen.Plan{Size: mb * 1_000_000})
	return t, err
}

// native parses the file with the native parser on this machine, in pieces like the page
// does, and returns the time in ms.
func (t *subject) native() (ms float64, err error) {
	f, err := os.Open(t.path)
	if err != nil {
		return 0, fmt.Errorf("read natively: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	start := time.Now()
	store := parser.NewStore()
	file := store.Open(filepath.Base(t.path), int64(t.size))
	if _, err := io.CopyBuffer(struct{ io.Writer }{file}, struct{ io.Reader }{f}, make([]byte, 2<<20)); err != nil {
		return 0, fmt.Errorf("read natively: %w", err)
	}
	file.Close()
	store.Finish()
	ms = float64(time.Since(start).Microseconds()) / 1000
	viewer := view.New(store, price.Default(), func(int) io.ReaderAt { return f })
	t.summary, _ = viewer.Summary(0)
	t.rows = viewer.Rows(0, 0, 1).Total
	got := testgen.Facts{
		Lines: t.summary.Lines, Turns: t.summary.Turns, Messages: t.summary.Messages,
		Calls: t.summary.Paired, Compactions: t.summary.Compactions,
	}
	if got != t.facts {
		return 0, fmt.Errorf("the native parser reads %+v, generated %+v", got, t.facts)
	}
	return ms, nil
}

// open reads a generated session in Chromium in three ways, in turn: merely reading the
// file, the plain JavaScript implementation, and Unspool as the page uses it. Each has a
// fresh page and reads the file through a file input. The result must be right.
func (s *stage) open(mb int, grown *growth) (_ []Figure, err error) {
	t, err := s.make(mb)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.Remove(t.path)) }()
	got, cannot := samples{}, ""
	buffers := []int{256 << 10, 1 << 20, 2 << 20, 4 << 20}
	if mb >= large {
		buffers = buffers[1:3]
	}
	for round := range s.plan.roundsOf(mb) {
		ms, err := t.native()
		if err != nil {
			return nil, err
		}
		got.add("native", ms)
		if err := rotate(round,
			func() error { return s.read(got, t.path, t.size, buffers...) },
			func() error {
				if cannot == "" {
					cannot, err = s.plain(got, t)
				}
				return err
			},
			func() error { return s.unspool(got, t) },
		); err != nil {
			return nil, err
		}
	}

	name := fmt.Sprintf("open %s MB: ", grouped(mb))
	reading, plain := got.best("read "), runs(got["plain"])
	complete := figure(name+"complete", "ms", got["complete"]).withReferences(reading, plain, cannot)
	grown.add(mb, complete)
	firstRows := 80.0
	if mb < 10 {
		firstRows = 60
	}
	memory := figure(name+"wasm memory", "MB", got["wasm"]).atMost(48 + 0.1*float64(mb))
	heap := figure(name+"the page's own heap, at rest", "MB", got["heap"]).withReferences(nil, runs(got["plain heap"]), cannot).atMost(60)
	figures := []Figure{
		completeWithin(complete, mb),
		figure(name+"first rows", "ms", got["first"]).atMost(firstRows),
		figure(name+"longest block of the page", "ms", got["block"]).atMost(33),
		memory, heap,
		figure(name+"the page's own heap, at most", "MB", got["peak"]).atMost(60).detail(),
		figure(name+"parsed natively", "ms", got["native"]).detail(),
	}
	if mb < 100 {
		for i := range figures {
			figures[i].Detail = true
		}
	}
	return figures, nil
}

// completeWithin adds the goals for a size in MB to the time until a session is complete.
func completeWithin(complete Figure, mb int) Figure {
	switch {
	case mb < 10:
		return complete.atMost(80).fasterThanPlain(1)
	case mb < 100:
		return complete.atMost(130).fasterThanPlain(1)
	case mb < large:
		return complete.atMost(400).timesReading(2.5).fasterThanPlain(3)
	}
	return complete.timesReading(2).fasterThanPlain(3)
}

// plain reads the file with the plain JavaScript implementation, and returns the reason if
// that is not possible.
func (s *stage) plain(into samples, t subject) (cannot string, wrong error) {
	err := s.engines(t.path, func(r browser.Reporter, p *browser.Page, ask asking) {
		got := ask("plain", nil)
		if cannot = got.Error; cannot != "" {
			return
		}
		if want := (found{Bytes: t.size, Lines: t.facts.Lines, Messages: t.facts.Messages, MS: got.MS}); got != want {
			wrong = fmt.Errorf("plain JS read %+v, want %+v", got, want)
		}
		heap, err := p.WorkersHeap()
		if err != nil {
			r.Fatalf("measure the heap: %v", err)
		}
		into.add("plain", got.MS)
		into.add("plain heap", heap/1e6)
	})
	if err != nil { // a tab that crashed reports nothing itself
		cannot = short(err)
	}
	return cannot, wrong
}

// seen is what load.js observed of a session.
type seen struct {
	First, Complete, Memory float64
	Blocks                  [][2]float64
	Rows                    int
	Summary                 json.RawMessage
}

func (s *stage) unspool(into samples, t subject) error {
	return s.visit(func(r browser.Reporter, p *browser.Page) {
		browser.EvalWithin[any](p, longTimeout, "bench.watchSession()")
		var got seen
		most := peak(p, func() {
			choose(p, t.path)
			got = browser.EvalWithin[seen](p, longTimeout, "seen")
		})
		var summary protocol.Summary
		if err := json.Unmarshal(got.Summary, &summary); err != nil {
			r.Fatalf("read the summary: %v", err)
		}
		if diff := cmp.Diff(t.summary, summary); diff != "" {
			r.Fatalf("summary -native +browser:\n%s", diff)
		}
		if got.Rows != t.rows {
			r.Fatalf("%d rows, natively %d", got.Rows, t.rows)
		}
		if got.First == 0 || got.First > got.Complete {
			r.Fatalf("the first rows came after %.0f ms, all after %.0f ms", got.First, got.Complete)
		}
		into.add("first", got.First)
		into.add("complete", got.Complete)
		into.add("block", longest(got.Blocks))
		into.add("wasm", got.Memory/1e6)
		into.add("peak", most/1e6)
		into.add("heap", idleHeap(r, p)/1e6)
	})
}

// growth is how the time grows with the file.
type growth []grownStep

type grownStep struct {
	mb   int
	took Figure
}

func (g *growth) add(mb int, took Figure) { *g = append(*g, grownStep{mb, took}) }

// figures compares each size with the previous one: a file that is ten times as large may
// take eleven times as long.
func (g growth) figures() []Figure {
	var all []Figure
	for i := 1; i < len(g); i++ {
		small, big := g[i-1], g[i]
		f := Figure{
			Name: fmt.Sprintf("open: from %s to %s MB", grouped(small.mb), grouped(big.mb)), Unit: "×",
			Unspool: big.took.Unspool.over(small.took.Unspool), Reading: big.took.Reading.over(small.took.Reading),
			PlainError: big.took.PlainError,
		}
		if big.took.Plain != nil {
			f.Plain = big.took.Plain.over(small.took.Plain)
		}
		all = append(all, f.atMost(1.1*float64(big.mb)/float64(small.mb)))
	}
	return all
}

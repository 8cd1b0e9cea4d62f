package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"unspool/parser/testutil/testgen"
	"unspool/web/browser"
)

const projects = 25

// A library is a folder of generated sessions.
type library struct {
	path            string
	sessions, bytes int
	facts           testgen.Facts // of all sessions together
}

func (s *stage) makeFolder(p folderPlan) (library, error) {
	l := library{path: filepath.Join(s.dir, "folder"), sessions: p.sessions}
	for i := range l.sessions {
		project := fmt.Sprintf("project-%d", i%projects)
		id := fmt.Sprintf("%08d-0000-4000-8000-000000000000", i)
		path := filepath.Join(l.path, project, id+".jsonl")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return l, fmt.Errorf("generate a folder: %w", err)
		}
		facts, size, err := writePlan(path, testgen.Plan{Size: p.size, Seed: i, WorkDir: "/home/dev/work/" + project, ID: id})
		if err != nil {
			return l, err
		}
		l.bytes += size
		l.facts.Lines += facts.Lines
		l.facts.Turns += facts.Turns
		l.facts.Messages += facts.Messages
	}
	return l, nil
}

// writePlan generates a session, which may be larger than memory, and returns its size.
func writePlan(path string, plan testgen.Plan) (facts testgen.Facts, size int, err error) {
	f, err := os.Create(path)
	if err != nil {
		return facts, 0, fmt.Errorf("generate a session: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if facts, err = plan.Write(f); err != nil {
		return facts, 0, err
	}
	info, err := f.Stat()
	if err != nil {
		return facts, 0, fmt.Errorf("generate a session: %w", err)
	}
	return facts, int(info.Size()), nil
}

// folder opens a folder of many sessions. It measures when they are listed, when all are
// read, and how long it takes in between to open one.
func (s *stage) folder(p folderPlan) (_ []Figure, err error) {
	l, err := s.makeFolder(p)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(l.path)) }()
	got := samples{}
	for round := range min(s.plan.rounds, p.rounds) {
		if err := rotate(round,
			func() error { return s.read(got, l.path, l.bytes, 0) },
			func() error { return s.plainFolder(got, l) },
			func() error { return s.unspoolFolder(got, l, false) },
			func() error { return s.unspoolFolder(got, l, true) },
		); err != nil {
			return nil, err
		}
	}
	name := fmt.Sprintf("folder of %s sessions, %s MB: ", grouped(l.sessions), grouped(l.bytes/1_000_000))
	reading := got.best("read ")
	entered := figure(name+"rows of one that is opened as soon as it is listed", "ms", got["entered"])
	complete := figure(name+"complete", "ms", got["complete"])
	return []Figure{
		figure(name+"all are listed", "ms", got["listed"]).withReferences(reading, runs(got["list"]), "").atMost(1000),
		complete.withReferences(reading, runs(got["plain"]), "").timesReading(2).fasterThanPlain(1),
		entered.goal("before all is read", "", runs(got["shown"]).Median < complete.Unspool.Median),
		figure(name+"longest block of the page", "ms", got["block"]).atMost(33),
		figure(name+"wasm memory", "MB", got["wasm"]).atMost(48 + 0.1*float64(l.bytes)/1e6),
		figure(name+"the page's own heap, at rest", "MB", got["heap"]).atMost(60),
		figure(name+"the page's own heap, at most", "MB", got["peak"]).atMost(60).detail(),
	}, nil
}

// plainFolder does what a page without a parser does: for a list, and for all sessions.
func (s *stage) plainFolder(into samples, l library) error {
	return s.engines(l.path, func(r browser.Reporter, _ *browser.Page, ask asking) {
		list := ask("list", nil)
		if want := (found{Bytes: l.bytes, Lines: l.sessions, MS: list.MS}); list != want {
			r.Fatalf("plain JS lists %+v, want %+v", list, want)
		}
		plain := ask("plain", nil)
		if want := (found{Bytes: l.bytes, Lines: l.facts.Lines, Messages: l.facts.Messages, MS: plain.MS}); plain != want {
			r.Fatalf("plain JS read %+v, want %+v", plain, want)
		}
		into.add("list", list.MS)
		into.add("plain", plain.MS)
	})
}

// unspoolFolder opens the folder; with enter, also one of its sessions as soon as they are
// listed.
func (s *stage) unspoolFolder(into samples, l library, enter bool) error {
	type seen struct {
		Listed, Entered, Complete, Memory float64
		Blocks                            [][2]float64
		Sessions, Turns                   int
	}
	return s.visit(func(r browser.Reporter, p *browser.Page) {
		call := fmt.Sprintf("bench.watchFolder(%q, %d, %t)", grouped(l.sessions)+" sessions", l.facts.Turns, enter)
		browser.EvalWithin[any](p, longTimeout, call)
		var got seen
		most := peak(p, func() {
			choose(p, l.path)
			got = browser.EvalWithin[seen](p, longTimeout, "seen")
		})
		if got.Sessions != l.sessions || got.Turns != l.facts.Turns {
			r.Fatalf("%d sessions with %d turns, generated %d with %d", got.Sessions, got.Turns, l.sessions, l.facts.Turns)
		}
		if enter {
			into.add("entered", got.Entered)
			into.add("shown", got.Listed+got.Entered)
			return
		}
		into.add("listed", got.Listed)
		into.add("complete", got.Complete)
		into.add("block", longest(got.Blocks))
		into.add("wasm", got.Memory/1e6)
		into.add("peak", most/1e6)
		into.add("heap", idleHeap(r, p)/1e6)
	})
}

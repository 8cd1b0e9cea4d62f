package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"unspool/web/browser"
	"unspool/web/browser/bench/trace"
)

// tracedFunctions is how many functions of each thread a table has.
const tracedFunctions = 30

// A traced is something that is recorded between two marks.
type traced struct {
	name     string // in the title
	from, to string // marks of the page
	arm      string // called before the file is chosen
	ended    string // the promise that it settles
}

// tracedScenes returns what can be traced: a session or a folder that is opened, a search for each
// of the words, the views that are opened, or a check for secrets.
func tracedScenes(scene string) (all []traced, err error) {
	switch scene {
	case "":
		return []traced{{"Opening", "chosen", "complete and painted", "bench.watchSession()", "seen"}}, nil
	case "folder", "many files":
		return []traced{{"Opening a folder of", "chosen", "complete and painted", "bench.watchFolder", "seen"}}, nil
	case "search":
		for _, w := range searched {
			call := fmt.Sprintf("void (globalThis.finding = bench.find(%q))", w.words)
			all = append(all, traced{"Searching for " + w.name + " in", "typed", "found", call, "finding"})
		}
		return all, nil
	case "views":
		for _, name := range []string{"usage", "files", "records"} {
			call := fmt.Sprintf("void (globalThis.viewing = bench.view(%q))", name)
			all = append(all, traced{"Opening the view " + name + " of", "clicked", "shown", call, "viewing"})
		}
		return all, nil
	case "share":
		return []traced{{"Checking for secrets in", "shared", "checked", "void (globalThis.sharing = bench.share())", "sharing"}}, nil
	}
	return nil, fmt.Errorf("%q cannot be traced: only folder, many files, search, views and share can", scene)
}

// traceScene records a scene with a session or folder of a number of MB, and prints where the time
// went. With keep, the last recording is written to a file, which opens in DevTools and in Perfetto.
func traceScene(ctx context.Context, root, scene string, mb int, keep string, out io.Writer) (err error) {
	all, err := tracedScenes(scene)
	if err != nil {
		return err
	}
	p := quickPlan()
	p.traced = true
	s, err := newStage(ctx, root, p)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	var path string
	folder := library{}
	switch scene {
	case "folder":
		folder, err = s.makeFolder(folderPlan{max(2, mb*1_000_000/p.folder.size), p.folder.size, 1})
		path = folder.path
	case "many files":
		const briefBytes = 3000 // of the shortest sessions
		folder, err = s.makeFolder(folderPlan{max(2, mb*1_000_000/briefBytes), p.many.size, 1})
		path = folder.path
	default:
		var t subject
		t, err = s.make(mb)
		path = t.path
	}
	if err != nil {
		return err
	}
	for _, one := range all {
		if folder.sessions > 0 {
			one.arm = fmt.Sprintf("%s(%q, %d, false)", one.arm, grouped(folder.sessions)+" sessions", folder.facts.Turns)
		}
		recorded, err := s.record(one, path)
		if err != nil {
			return err
		}
		if keep != "" {
			if err := os.WriteFile(keep, recorded, 0o600); err != nil {
				return fmt.Errorf("keep the recording: %w", err)
			}
		}
		recording, err := trace.Parse(recorded)
		if err != nil {
			return err
		}
		summary, err := recording.Summarize(one.from, one.to)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s %s MB, in %s: ", one.name, grouped(mb), s.machine)
		if err := summary.Write(out, tracedFunctions); err != nil {
			return err
		}
	}
	return nil
}

// record records one scene.
func (s *stage) record(one traced, path string) (recorded []byte, err error) {
	visited := s.visit(func(r browser.Reporter, p *browser.Page) {
		browser.EvalWithin[any](p, longTimeout, one.arm)
		recorded, err = browser.Trace(p, func() {
			choose(p, path)
			browser.EvalWithin[any](p, longTimeout, one.ended)
		})
		if err != nil {
			r.Fatalf("record: %v", err)
		}
	})
	return recorded, errors.Join(visited, err)
}

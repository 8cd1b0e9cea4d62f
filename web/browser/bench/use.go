package main

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"unspool/parser/testutil/testgen"
	"unspool/web/browser"
)

// A step is one action of use.js in the page and its duration: until the result was
// painted, and until nothing changed any more.
type step struct {
	What        string
	MS, Settled float64
}

// use makes a fresh page of the site read a file, and returns the result of a function of
// use.js.
func use[T any](s *stage, path, call string) (found T, err error) {
	err = s.visit(func(_ browser.Reporter, p *browser.Page) {
		browser.EvalWithin[any](p, longTimeout, "void (globalThis.used = "+call+")")
		choose(p, path)
		found = browser.EvalWithin[T](p, longTimeout, "used")
	})
	return found, err
}

// addFrames records the longest frame of all, and of each kind. Those of "nothing" show the
// share of the machine.
func (s samples) addFrames(frames []step) {
	longest := map[string]float64{}
	var all []float64
	for _, f := range frames {
		if f.What != "nothing" {
			all = append(all, f.MS)
		}
		longest[f.What] = max(longest[f.What], f.MS)
	}
	slices.Sort(all)
	s.add("longest", all[len(all)-1])
	s.add("median", all[len(all)/2])
	if nothing, known := longest["nothing"]; known {
		s.add("nothing", nothing)
	}
}

// padding is the number of bytes that make a turn as long as four real records, which have 3 kB or
// more each.
const padding = 10_000

// scroll scrolls a long conversation by wheel, scroll bar and keys, collapsed and expanded,
// and jumps in it.
func (s *stage) scroll() (_ []Figure, err error) {
	path, err := s.write("long.jsonl", testgen.Turns(s.plan.turns, padding))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.Remove(path)) }()
	rows, frames, jumps := 3*s.plan.turns, 0, 0
	got := samples{}
	for range s.plan.rounds {
		seen, err := use[struct {
			Rows   int
			Frames []step
			Blank  []string
			Jumps  []struct {
				MS     float64
				Landed bool
			}
		}](s, path, fmt.Sprintf("bench.scroll(%d, %g)", s.plan.turns, s.plan.part))
		if err != nil {
			return nil, err
		}
		if seen.Rows < rows {
			return nil, fmt.Errorf("there are only %d rows", seen.Rows)
		}
		rows, frames, jumps = seen.Rows, len(seen.Frames), len(seen.Jumps)
		got.addFrames(seen.Frames)
		got.add("blank", float64(len(seen.Blank)))
		missed, took := 0.0, 0.0
		for _, jump := range seen.Jumps {
			if !jump.Landed {
				missed++
			}
			took = max(took, jump.MS)
		}
		got.add("missed", missed)
		got.add("jump", took)
	}
	name := fmt.Sprintf("scroll %s rows: ", grouped(rows/1000*1000))
	return []Figure{
		figure(name+fmt.Sprintf("frames with blank rows, of %d", frames), "frames", got["blank"]).atMost(0),
		figure(name+"longest frame", "ms", got["longest"]).atMost(50),
		figure(name+"middle frame", "ms", got["median"]).detail(),
		figure(name+fmt.Sprintf("jumps that miss their row, of %d", jumps), "jumps", got["missed"]).atMost(0),
		figure(name+"longest jump", "ms", got["jump"]).atMost(100),
	}, nil
}

// timeline zooms and pans a timeline of many entries.
func (s *stage) timeline() (_ []Figure, err error) {
	path, err := s.write("crowded.jsonl", testgen.Crowded(s.plan.crowded))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.Remove(path)) }()
	lowest := 8 * s.plan.crowded / 1000 * 1000
	got := samples{}
	for range s.plan.rounds {
		seen, err := use[struct {
			Entries int
			Frames  []step
		}](s, path, fmt.Sprintf("bench.timeline(%d, %g)", lowest, s.plan.part))
		if err != nil {
			return nil, err
		}
		got.addFrames(seen.Frames)
	}
	name := fmt.Sprintf("timeline of %s entries: ", grouped(lowest))
	return []Figure{
		figure(name+"longest frame", "ms", got["longest"]).atMost(33),
		figure(name+"middle frame", "ms", got["median"]).detail(),
		figure(name+"longest frame of doing nothing", "ms", got["nothing"]).detail(),
	}, nil
}

// views opens views and panes of a large session, and jumps to turns.
func (s *stage) views() (_ []Figure, err error) {
	t, err := s.make(s.plan.viewed)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.Remove(t.path)) }()
	got := samples{}
	for range s.plan.rounds {
		seen, err := use[struct{ Steps []step }](s, t.path, fmt.Sprintf("bench.views(%g)", s.plan.part))
		if err != nil {
			return nil, err
		}
		for _, one := range seen.Steps {
			got.add(one.What, one.MS)
			got.add(one.What+", settled", one.Settled)
		}
	}
	var figures []Figure
	for _, goal := range []struct {
		what string
		most float64
	}{
		{"usage", 50}, {"files", 50}, {"records", 50}, {"conversation", 50}, {"outline", 50}, {"inspector", 50}, {"filter", 50},
		{"jump to a turn", 50},
	} {
		name := fmt.Sprintf("%s of %s MB: ", goal.what, grouped(s.plan.viewed))
		if got[goal.what] == nil {
			return figures, fmt.Errorf("%s was not measured", goal.what)
		}
		figures = append(figures,
			figure(name+"there", "ms", got[goal.what]).atMost(goal.most),
			figure(name+"at rest", "ms", got[goal.what+", settled"]).detail())
	}
	return figures, nil
}

// share checks a session for secrets in the dialog that shares it.
func (s *stage) share() (_ []Figure, err error) {
	t, err := s.make(s.plan.shared)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.Remove(t.path)) }()
	got := samples{}
	for range s.plan.rounds {
		seen, err := use[struct{ Checked, Made float64 }](s, t.path, "bench.share()")
		if err != nil {
			return nil, err
		}
		got.add("checked", seen.Checked)
		got.add("made", seen.Made)
	}
	name := fmt.Sprintf("share %s MB: ", grouped(s.plan.shared))
	return []Figure{
		figure(name+"checked for secrets", "ms", got["checked"]).atMost(3000),
		figure(name+"ready to save", "ms", got["made"]).detail(),
	}, nil
}

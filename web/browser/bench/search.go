package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"unspool/web/browser"
)

// searched are the words that are searched for.
var searched = []struct{ name, words string }{
	{"a common word", "summary"}, {"words in a row", "before the worker is known"}, {"nothing to be found", "xyzzy"},
}

// search searches for words in a generated session, in the search field of the page and in
// plain JavaScript, which only finds the matching lines.
func (s *stage) search() (_ []Figure, err error) {
	t, err := s.make(s.plan.searched)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.Remove(t.path)) }()
	words := make([]string, len(searched))
	for i, w := range searched {
		words[i] = w.words
	}
	given, err := json.Marshal(words)
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	type seen struct {
		First, All float64
		Output     string
	}
	got := samples{}
	for round := range s.plan.rounds {
		var plain []int // lines
		var unspool []seen
		if err := rotate(round,
			func() error { return s.read(got, t.path, t.size, 1<<20, 2<<20) },
			func() error {
				return s.engines(t.path, func(r browser.Reporter, _ *browser.Page, ask asking) {
					for _, w := range searched {
						found := ask("find", w.words)
						if found.Bytes != t.size || found.Error != "" {
							r.Fatalf("plain JS read %d bytes of %d: %s", found.Bytes, t.size, found.Error)
						}
						plain = append(plain, found.Lines)
						got.add("plain "+w.name, found.MS)
					}
				})
			},
			func() error {
				return s.visit(func(_ browser.Reporter, p *browser.Page) {
					browser.EvalWithin[any](p, longTimeout, fmt.Sprintf("void (globalThis.finding = bench.find(...%s))", given))
					choose(p, t.path)
					unspool = browser.EvalWithin[[]seen](p, longTimeout, "finding")
				})
			},
		); err != nil {
			return nil, err
		}
		for i, w := range searched {
			if found := unspool[i]; (found.First > 0) != (plain[i] > 0) || found.All < found.First {
				return nil, fmt.Errorf("%q: Unspool shows %q, plain JS finds %d lines", w.words, found.Output, plain[i])
			}
			got.add("all "+w.name, unspool[i].All)
			if unspool[i].First > 0 {
				got.add("first "+w.name, unspool[i].First)
			}
		}
	}
	return s.searchFigures(got), nil
}

// searchFigures returns the figures of the times of search.
func (s *stage) searchFigures(got samples) []Figure {
	var figures []Figure
	reading := got.best("read ")
	for _, w := range searched {
		name, plain := fmt.Sprintf("search %s MB, %s: ", grouped(s.plan.searched), w.name), runs(got["plain "+w.name])
		if first := got["first "+w.name]; first != nil {
			figures = append(figures, figure(name+"first matches", "ms", first).atMost(60))
		}
		all := figure(name+"all", "ms", got["all "+w.name]).withReferences(reading, plain, "")
		figures = append(figures, all.timesReading(2).fasterThanPlain(1))
	}
	return figures
}

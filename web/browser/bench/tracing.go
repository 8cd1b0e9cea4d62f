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

// traceOpen opens a session of a number of MB, and prints where the time went. With keep, the
// recording is written to a file, which opens in DevTools and in Perfetto.
func traceOpen(ctx context.Context, root string, mb int, keep string, out io.Writer) (err error) {
	s, err := newStage(ctx, root, plan{traced: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	t, err := s.make(mb)
	if err != nil {
		return err
	}
	var recorded []byte
	if err := s.visit(func(r browser.Reporter, p *browser.Page) {
		browser.EvalWithin[any](p, longTimeout, "bench.watchSession()")
		recorded, err = browser.Trace(p, func() {
			choose(p, t.path)
			browser.EvalWithin[seen](p, longTimeout, "seen")
		})
		if err != nil {
			r.Fatalf("record: %v", err)
		}
	}); err != nil {
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
	summary, err := recording.Summarize("chosen", "complete and painted")
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Opening %s MB, in %s: ", grouped(mb), s.machine)
	return summary.Write(out, tracedFunctions)
}

// Package testrun runs the checks and tests of the project and reports on them.
//
// One table (parts.go) lists everything that can be run. Up to two parts run at a time, in
// the order of the table. A failure does not stop the other parts, so one run shows
// everything that is wrong. The output of passing parts is not shown. The report ends with
// the time that each part took, the slowest tests, and a line such as "812 passed, 1
// failed".
package testrun

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The variables that tests read; see the package testutil.
const (
	seedVariable       = "UNSPOOL_SEED"
	exhaustiveVariable = "UNSPOOL_EXHAUSTIVE"
)

// atOnce is how many parts run in parallel: most tools that are not tests keep one core
// busy, and the go command spreads its tests over all of them.
const atOnce = 2

// ErrFailed is returned by Run if something failed that the report names.
var ErrFailed = errors.New("tests failed")

// A Mode is the extent of a run.
type Mode int

const (
	// Check covers what can be checked in a minute: no browser, and only the unit tests of
	// packages that changed.
	Check Mode = 1 << iota
	// Test covers everything, with samples of the cases of expensive tests.
	Test
	// All covers everything with all cases.
	All
)

// Options select what to run.
type Options struct {
	Root string // of the checkout
	Mode Mode
	Only []string // names of parts; all parts of the mode if empty
}

// Run runs the parts and writes the report to out.
func Run(ctx context.Context, opt Options, out io.Writer) error {
	parts, err := choose(table(), opt)
	if err != nil {
		return err
	}
	return start(ctx, opt, parts, out)
}

// start runs parts in the environment that the mode requires.
func start(ctx context.Context, opt Options, parts []part, out io.Writer) error {
	env := os.Environ()
	if opt.Mode != Check {
		seed := os.Getenv(seedVariable)
		if seed == "" {
			seed = newSeed(ctx, opt.Root)
			env = append(env, seedVariable+"="+seed)
		}
		fmt.Fprintf(out, "%s=%s repeats this choice of samples\n", seedVariable, seed)
	}
	if opt.Mode == All {
		env = append(env, exhaustiveVariable+"=1")
	}
	r := &runner{root: opt.Root, mode: opt.Mode, env: env, grace: 10 * time.Second, screen: &screen{out: out}}
	return r.run(ctx, parts)
}

// newSeed returns the first digits of the checked-out commit as a number, so that runs of
// the same commit try the same cases and runs of another commit try others. Outside of a
// repository it returns a random number.
func newSeed(ctx context.Context, root string) string {
	head, err := output(ctx, root, command{args: []string{"git", "rev-parse", "--short=12", "HEAD"}})
	if err != nil {
		return fmt.Sprint(rand.Uint32())
	}
	number, err := strconv.ParseUint(strings.TrimSpace(head), 16, 64)
	if err != nil {
		return fmt.Sprint(rand.Uint32())
	}
	return fmt.Sprint(number)
}

// choose returns the requested parts of the mode.
func choose(parts []part, opt Options) ([]part, error) {
	parts = slices.DeleteFunc(parts, func(p part) bool { return p.in&opt.Mode == 0 })
	if len(opt.Only) == 0 {
		return parts, nil
	}
	var names []string
	for _, p := range parts {
		names = append(names, p.name)
	}
	for _, name := range opt.Only {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("unknown part %q: there are %s", name, strings.Join(names, ", "))
		}
	}
	return slices.DeleteFunc(parts, func(p part) bool { return !slices.Contains(opt.Only, p.name) }), nil
}

// A runner runs parts and collects their results.
type runner struct {
	root   string
	mode   Mode
	env    []string
	grace  time.Duration // time between interrupting a process and killing it
	screen *screen
}

// run runs all parts and writes the report.
func (r *runner) run(ctx context.Context, parts []part) error {
	start := time.Now()
	results := make([]*result, len(parts))
	for i, p := range parts {
		results[i] = &result{part: p.name}
	}
	var running sync.WaitGroup
	free := make(chan struct{}, atOnce)
	for i, p := range parts {
		if p.alone {
			running.Wait()
		}
		free <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		running.Go(func() {
			defer func() { <-free }()
			began := time.Now()
			r.part(ctx, p, results[i])
			results[i].took = time.Since(began)
			results[i].ran = true
		})
		if p.alone {
			running.Wait()
		}
	}
	running.Wait()
	if err := report(r.screen.out, results, time.Since(start)); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("stopped before the end: %w", err)
	}
	for _, res := range results {
		if res.counts.failed > 0 {
			return ErrFailed
		}
	}
	return nil
}

// part runs one part.
func (r *runner) part(ctx context.Context, p part, res *result) {
	for _, n := range p.needs {
		if !n.met(r.root) {
			r.screen.line("FAIL", p.name, "needs "+n.what+": "+n.how, "")
			res.fail("needs " + n.what)
			return
		}
	}
	for _, c := range p.checks {
		if ctx.Err() != nil {
			return
		}
		if c.in != 0 && c.in&r.mode == 0 {
			continue
		}
		r.check(ctx, p, c, res)
	}
	if p.tests == nil {
		return
	}
	tests, note, err := p.tests(ctx, r.root)
	if note != "" {
		r.screen.line("", p.name, note, "")
	}
	if err != nil {
		r.screen.block("FAIL", p.name, "cannot tell which tests to run", err.Error())
		res.fail("cannot tell which tests to run")
		return
	}
	for _, t := range tests {
		if ctx.Err() != nil {
			return
		}
		r.goTest(ctx, p, t, res)
	}
}

// check runs a command that passes or fails as a whole.
func (r *runner) check(ctx context.Context, p part, c check, res *result) {
	var output strings.Builder
	start := time.Now()
	err := r.command(ctx, c.command, &output, &output)
	took := seconds(time.Since(start))
	switch {
	case err != nil && output.Len() == 0:
		output.WriteString(err.Error())
	case err == nil && c.silent && output.Len() > 0:
		err = errors.New("it printed something")
	}
	if err != nil {
		r.screen.block("FAIL", p.name, c.name+" ("+took+"): "+c.command.String(), output.String())
		res.fail(c.name)
		return
	}
	r.screen.line("ok", p.name, c.name, took)
	res.counts.passed++
}

// goTest runs one go test command.
func (r *runner) goTest(ctx context.Context, p part, t goTest, res *result) {
	var complaints strings.Builder
	s := newStream(p.name, r.screen, res)
	c := t.command(r.mode)
	err := r.command(ctx, c, s, &complaints)
	failed := s.close()
	if err == nil || failed {
		return
	}
	// It failed before it reached a package.
	if complaints.Len() == 0 {
		complaints.WriteString(err.Error())
	}
	r.screen.block("FAIL", p.name, c.String(), complaints.String())
	res.fail("go test")
}

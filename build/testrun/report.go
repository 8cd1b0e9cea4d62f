package testrun

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"
)

// slowTests is how many of the slowest tests the report names.
const slowTests = 10

// A result is the outcome of a part.
type result struct {
	part     string
	ran      bool
	took     time.Duration
	counts   counts
	failures []string
	timed    []timedTest // without those whose result was cached
}

// fail adds a failure of something that is not a test.
func (r *result) fail(what string) {
	r.counts.failed++
	r.failures = append(r.failures, what)
}

// counts are the numbers of tests and checks by outcome. Subtests are not counted.
type counts struct{ passed, failed, skipped int }

func (c *counts) add(other counts) {
	c.passed += other.passed
	c.failed += other.failed
	c.skipped += other.skipped
}

// String returns a text such as "12 passed, 1 failed".
func (c counts) String() string {
	text := fmt.Sprintf("%d passed, %d failed", c.passed, c.failed)
	if c.skipped > 0 {
		text += fmt.Sprintf(", %d skipped", c.skipped)
	}
	return text
}

// A timedTest is a test that ran, without its subtests.
type timedTest struct {
	part, name string
	took       float64 // seconds
}

// slowest returns the slowest tests, the slowest first.
func slowest(tests []timedTest) []timedTest {
	sorted := slices.SortedStableFunc(slices.Values(tests), func(a, b timedTest) int {
		return cmp.Or(cmp.Compare(b.took, a.took), cmp.Compare(a.name, b.name))
	})
	return sorted[:min(len(sorted), slowTests)]
}

// report writes the tables at the end of a run.
func report(out io.Writer, results []*result, took time.Duration) error {
	var total counts
	var timed []timedTest
	var failures []string
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "\npart\ttime\tpassed\tfailed\tskipped\t\n")
	for _, r := range results {
		if !r.ran {
			fmt.Fprintf(table, "%s\tnot run\t\t\t\t\n", r.part)
			continue
		}
		c := r.counts
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%d\t\n", r.part, seconds(r.took), c.passed, c.failed, c.skipped)
		total.add(r.counts)
		timed = append(timed, r.timed...)
		for _, what := range r.failures {
			failures = append(failures, r.part+": "+what)
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if slow := slowest(timed); len(slow) > 0 {
		fmt.Fprintf(out, "\nslowest tests\n")
		for _, t := range slow {
			fmt.Fprintf(out, "%8.1f s  %s: %s\n", t.took, t.part, t.name)
		}
	}
	if len(failures) > 0 {
		fmt.Fprintf(out, "\nfailed\n  %s\n", strings.Join(failures, "\n  "))
	}
	_, err := fmt.Fprintf(out, "\ntotal %s (%s)\n%s\n", seconds(took), took.Round(time.Second), total)
	return err
}

// seconds formats a duration like "3.4 s".
func seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }

// A screen writes lines of parts that run in parallel.
type screen struct {
	mutex sync.Mutex
	out   io.Writer
}

// line writes the outcome and the time of a test, check or package.
func (s *screen) line(status, part, what, took string) { s.block(status, part, join(what, took), "") }

// block is like line, with text below it.
func (s *screen) block(status, part, what, text string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	fmt.Fprintf(s.out, "%-4s  %-8s  %s\n", status, part, what)
	if text != "" {
		fmt.Fprintln(s.out, strings.TrimRight(text, "\n"))
	}
}

// join appends the time that something took.
func join(what, took string) string {
	if took == "" {
		return what
	}
	return fmt.Sprintf("%-50s  %9s", what, took)
}

package testrun

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// An event is a line of the output of go test -json; see go doc test2json.
type event struct {
	Time        time.Time
	Action      string
	Package     string
	Test        string
	Elapsed     float64 // in seconds
	Output      string
	ImportPath  string // of a build
	FailedBuild string // the import path of the build that failed
}

// A stream reads the output of go test -json as it arrives, shows each package as it ends
// and each failed test, and adds them to the result of a part. It is an [io.Writer].
type stream struct {
	part     string
	screen   *screen
	result   *result
	partial  []byte // a line that has not ended
	packages map[string]*packageRun
	builds   map[string]string // output of builds, by import path
	failed   bool              // whether anything failed
}

// A packageRun is the state of a package so far.
type packageRun struct {
	name   string
	tests  map[string]*testRun // unfinished tests, by name
	output []string            // output that belongs to no test
	late   map[string][]string // output of tests after their end, by name
	cached bool
	counts counts
	timed  []timedTest
}

// A testRun is an unfinished test or subtest.
type testRun struct {
	output  []string // with that of subtests that did not pass, in order
	waiting bool     // for other tests that run in parallel
	began   time.Time
}

func newStream(part string, screen *screen, result *result) *stream {
	return &stream{
		part: part, screen: screen, result: result,
		packages: make(map[string]*packageRun), builds: make(map[string]string),
	}
}

// Write processes part of the output.
func (s *stream) Write(data []byte) (int, error) {
	s.partial = append(s.partial, data...)
	for {
		line, remainder, ended := bytes.Cut(s.partial, []byte("\n"))
		if !ended {
			return len(data), nil
		}
		s.line(line)
		s.partial = remainder
	}
}

// close ends the stream and reports whether anything failed. Unfinished packages were
// stopped with go test.
func (s *stream) close() bool {
	s.line(s.partial)
	s.partial = nil
	for _, name := range slices.Sorted(maps.Keys(s.packages)) {
		s.endPackage(event{Action: "fail", Package: name, Time: time.Now()})
	}
	return s.failed
}

// line processes a line.
func (s *stream) line(line []byte) {
	var e event
	if json.Unmarshal(line, &e) != nil {
		return // not from go test; failures are reported by an event too, or on stderr
	}
	if e.Package == "" {
		if e.Action == "build-output" {
			s.builds[e.ImportPath] += e.Output
		}
		return
	}
	p := s.packages[e.Package]
	if p == nil {
		p = &packageRun{name: e.Package, tests: make(map[string]*testRun), late: make(map[string][]string)}
		s.packages[e.Package] = p
	}
	if e.Test != "" {
		s.test(p, e)
		return
	}
	switch e.Action {
	case "output":
		p.output = append(p.output, e.Output)
		p.cached = p.cached || strings.HasSuffix(e.Output, "\t(cached)\n")
	case "pass", "fail", "skip":
		s.endPackage(e)
	}
}

// test processes an event of a test.
func (s *stream) test(p *packageRun, e event) {
	t := p.tests[e.Test]
	if t == nil && e.Action != "run" {
		if e.Action == "output" { // such as a panic that ends all of them
			p.late[e.Test] = append(p.late[e.Test], e.Output)
		}
		return
	}
	switch e.Action {
	case "run":
		p.tests[e.Test] = &testRun{began: e.Time}
	case "pause":
		t.waiting = true
	case "cont":
		t.waiting, t.began = false, e.Time
	case "output":
		if !strings.HasPrefix(e.Output, "=== ") {
			t.output = append(t.output, e.Output)
		}
	case "pass", "fail", "skip":
		delete(p.tests, e.Test)
		s.endTest(p, t, e)
	}
}

// endTest processes the end of a test.
func (s *stream) endTest(p *packageRun, t *testRun, e event) {
	if parent := p.parent(e.Test); parent != nil {
		if e.Action == "fail" {
			parent.output = append(parent.output, t.output...)
		}
		return
	}
	p.timed = append(p.timed, timedTest{part: s.part, name: shortName(p.name, e.Test), took: e.Elapsed})
	switch e.Action {
	case "pass":
		p.counts.passed++
	case "skip":
		p.counts.skipped++
	case "fail":
		s.failTest(p, e.Test, fmt.Sprintf("%.1f s", e.Elapsed), t.output)
	}
}

// parent returns the run that a subtest belongs to, or nil.
func (p *packageRun) parent(test string) *testRun {
	for {
		end := strings.LastIndexByte(test, '/')
		if end < 0 {
			return nil
		}
		test = test[:end]
		// The name of a subtest may itself contain slashes.
		if t := p.tests[test]; t != nil {
			return t
		}
	}
}

// failTest counts and shows a failed test.
func (s *stream) failTest(p *packageRun, test, how string, output []string) {
	name := shortName(p.name, test)
	s.screen.block("FAIL", s.part, name+" ("+how+")", strings.Join(output, ""))
	p.counts.failed++
	s.result.failures = append(s.result.failures, name)
	s.failed = true
}

// endPackage processes the end of a package.
func (s *stream) endPackage(e event) {
	p := s.packages[e.Package]
	delete(s.packages, e.Package)
	if e.Action == "fail" {
		s.failPackage(p, e)
	}
	if !p.cached {
		s.result.timed = append(s.result.timed, p.timed...)
	}
	s.result.counts.add(p.counts)
	took := fmt.Sprintf("%.1f s", e.Elapsed)
	if p.cached {
		took = "cached"
	}
	status, what := "ok", shortName(p.name, "")+": "+p.counts.String()
	switch {
	case e.Action == "fail":
		status = "FAIL"
	case e.Action == "skip" || p.counts == counts{}:
		return // it has no tests
	}
	s.screen.line(status, s.part, what, took)
}

// failPackage shows why a package failed, in addition to its failed tests.
func (s *stream) failPackage(p *packageRun, e event) {
	s.failed = true
	running, waiting := p.unended()
	if len(running) > 0 {
		var list strings.Builder
		for _, name := range running {
			fmt.Fprintf(&list, "  %s, for %.1f s\n", name, e.Time.Sub(p.tests[name].began).Seconds())
		}
		if waiting > 0 {
			fmt.Fprintf(&list, "%d more waited for their turn\n", waiting)
		}
		s.screen.block("FAIL", s.part, shortName(p.name, "")+" ended while these tests were running", list.String())
	}
	for _, name := range slices.Sorted(maps.Keys(p.tests)) {
		if t := p.tests[name]; !t.waiting && p.parent(name) == nil {
			took := e.Time.Sub(t.began).Seconds()
			p.timed = append(p.timed, timedTest{part: s.part, name: shortName(p.name, name), took: took})
			s.failTest(p, name, "did not end", p.withSubtests(name))
		}
	}
	var other strings.Builder
	for _, name := range slices.Sorted(maps.Keys(p.late)) {
		other.WriteString(strings.Join(p.late[name], ""))
	}
	other.WriteString(s.builds[e.FailedBuild])
	delete(s.builds, e.FailedBuild) // shown only once if several packages need the same build
	for _, line := range p.output {
		if line != "FAIL\n" && line != "PASS\n" && !strings.HasPrefix(line, "FAIL\t") {
			other.WriteString(line)
		}
	}
	if p.counts.failed == 0 {
		p.counts.failed++
		s.result.failures = append(s.result.failures, shortName(p.name, ""))
	}
	if other.Len() > 0 {
		s.screen.block("FAIL", s.part, shortName(p.name, ""), other.String())
	}
}

// unended returns the names of the tests that were running, without those that only waited
// for a subtest, and how many tests waited for their turn.
func (p *packageRun) unended() (running []string, waiting int) {
	for _, name := range slices.Sorted(maps.Keys(p.tests)) {
		hasSubtest := func(other string) bool { return strings.HasPrefix(other, name+"/") }
		switch {
		case p.tests[name].waiting:
			waiting++
		case !slices.ContainsFunc(slices.Collect(maps.Keys(p.tests)), hasSubtest):
			running = append(running, name)
		}
	}
	return running, waiting
}

// withSubtests returns the output of an unfinished test and of its subtests.
func (p *packageRun) withSubtests(test string) []string {
	var output []string
	for _, name := range slices.Sorted(maps.Keys(p.tests)) {
		if below(name, test) {
			output = append(output, p.tests[name].output...)
		}
	}
	return output
}

// shortName returns the path of a package below the root, with the name of a test of it.
func shortName(importPath, test string) string {
	name := strings.TrimPrefix(importPath, module)
	if test != "" {
		name += " " + test
	}
	return name
}

package testrun

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"unspool/build/internal/buildtest"
)

// testRunOf runs go test on a module made of files, and returns its report.
func testRunOf(t *testing.T, files string, run goTest) (string, error) {
	t.Helper()
	root := t.TempDir()
	archive := txtar.Parse([]byte("-- go.mod --\nmodule " + path.Clean(module) + "\n\ngo 1.26\n" + files))
	contents := map[string][]byte{}
	for _, f := range archive.Files {
		contents[f.Name] = f.Data
	}
	buildtest.WriteFiles(t, root, contents)
	return runParts(t.Context(), root, part{name: "go", tests: only(run)})
}

// runParts runs parts and returns the report.
func runParts(ctx context.Context, root string, parts ...part) (string, error) {
	var out strings.Builder
	r := &runner{root: root, mode: Test, env: os.Environ(), grace: 100 * time.Millisecond, screen: &screen{out: &out}}
	err := r.run(ctx, parts)
	return out.String(), err
}

// wantReport fails the test unless the report holds the texts and ends with the counts.
func wantReport(t *testing.T, report, counts string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(report, text) {
			t.Errorf("the report lacks %q", text)
		}
	}
	if !strings.HasSuffix(report, "\n"+counts+"\n") {
		t.Errorf("the report does not end with %q", counts)
	}
	if t.Failed() {
		t.Log(report)
	}
}

// TestOutput checks that the output of failed tests is shown, and none of those that passed.
func TestOutput(t *testing.T) {
	report, err := testRunOf(t, `-- fine/a_test.go --
package fine
import "testing"
func TestFine(t *testing.T) { t.Log("noise") }
func TestLeftOut(t *testing.T) { t.Skip("noise") }
-- wrong/a_test.go --
package wrong
import ("fmt"; "testing")
func TestOther(t *testing.T) { t.Log("noise") }
func TestWrong(t *testing.T) {
	fmt.Println("printed by the test")
	t.Run("good", func(t *testing.T) { t.Log("noise") })
	t.Run("a/b", func(t *testing.T) { t.Error("what is wrong") })
}
-- empty/a.go --
package empty
-- broken/a_test.go --
package broken
func TestBroken(t *testing.T) {}
-- exits/a_test.go --
package exits
import ("fmt"; "os"; "testing")
func TestMain(m *testing.M) { fmt.Fprintln(os.Stderr, "something is missing"); os.Exit(1) }
func TestNever(t *testing.T) {}
`, goTest{packages: []string{"./..."}, timeout: time.Minute})
	if !errors.Is(err, ErrFailed) {
		t.Errorf("error %v, want %v", err, ErrFailed)
	}
	wantReport(t, report, "2 passed, 3 failed, 1 skipped",
		"ok    go        fine: 1 passed, 0 failed, 1 skipped",
		"FAIL  go        wrong TestWrong (0.0 s)\nprinted by the test\n", "what is wrong", "--- FAIL: TestWrong/a/b",
		"FAIL  go        wrong: 1 passed, 1 failed",
		"undefined: testing", "FAIL  go        broken: 0 passed, 1 failed",
		"something is missing", "FAIL  go        exits: 0 passed, 1 failed",
		"\n  go: wrong TestWrong\n", "\n  go: broken\n", "\n  go: exits\n")
	for _, text := range []string{"noise", "=== RUN", "empty", "good"} {
		if strings.Contains(report, text) {
			t.Errorf("the report has %q", text)
		}
	}
}

func TestPassed(t *testing.T) {
	files := "-- fine/a_test.go --\npackage fine\nimport \"testing\"\nfunc TestFine(t *testing.T) {}\n"
	for _, want := range []struct{ packages, counts string }{
		{"./fine", "1 passed, 0 failed"},
		{"./fine -no-such-flag", "0 passed, 1 failed"},
		{"./absent", "0 passed, 1 failed"},
	} {
		report, err := testRunOf(t, files, goTest{packages: strings.Fields(want.packages), timeout: time.Minute})
		if failed := !strings.HasSuffix(want.counts, " 0 failed"); failed != errors.Is(err, ErrFailed) {
			t.Errorf("%s: error %v", want.packages, err)
		}
		wantReport(t, report, want.counts)
	}
}

// TestUnfinished checks that a test binary that ends early is reported with the tests that were
// running.
func TestUnfinished(t *testing.T) {
	files := `-- panics/a_test.go --
package panics
import "testing"
func TestBefore(t *testing.T) {}
func TestPanic(t *testing.T) { panic("out of order") }
func TestAfter(t *testing.T) {}
-- hangs/a_test.go --
package hangs
import ("testing"; "time")
func TestDone(t *testing.T) {}
func TestWaits(t *testing.T) { t.Parallel() }
func TestHangs(t *testing.T) {
	t.Run("good", func(t *testing.T) { t.Log("noise") })
	t.Run("below", func(t *testing.T) { t.Log("last words"); time.Sleep(time.Hour) })
}
-- both/a_test.go --
package both
import ("testing"; "time")
func TestOne(t *testing.T) { t.Parallel(); time.Sleep(time.Hour) }
func TestTwo(t *testing.T) { t.Parallel(); time.Sleep(time.Hour) }
`
	for _, c := range []struct {
		name, counts string
		texts        []string
	}{
		{"panics", "1 passed, 1 failed", []string{"panic: out of order", "\n  go: panics TestPanic\n"}},
		{"hangs", "1 passed, 1 failed", []string{
			"FAIL  go        hangs ended while these tests were running\n  TestHangs/below, for ",
			"\n1 more waited for their turn\n", "last words", "hangs TestHangs (did not end)",
		}},
		{"both", "0 passed, 2 failed", []string{
			"\n  TestOne, for ", "\n  TestTwo, for ", "panic: test timed out after 2s", "s  go: both TestTwo\n",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			report, err := testRunOf(t, files, goTest{packages: []string{"./" + c.name}, parallel: 2, timeout: 2 * time.Second})
			if !errors.Is(err, ErrFailed) {
				t.Errorf("error %v, want %v", err, ErrFailed)
			}
			wantReport(t, report, c.counts, c.texts...)
		})
	}
}

// TestCached checks that tests whose results come from Go's cache took no time in this run.
func TestCached(t *testing.T) {
	var out strings.Builder
	res := &result{}
	s := newStream("go", &screen{out: &out}, res)
	for _, line := range []string{
		`{"Action":"run","Package":"` + module + `a","Test":"TestA"}`,
		`{"Action":"pass","Package":"` + module + `a","Test":"TestA","Elapsed":7}`,
		`{"Action":"output","Package":"` + module + `a","Output":"ok  \t` + module + `a\t(cached)\n"}`,
		`{"Action":"pass","Package":"` + module + `a","Elapsed":0.01}`,
		`{"Action":"run","Package":"` + module + `b","Test":"TestB"}`,
		`{"Action":"pass","Package":"` + module + `b","Test":"TestB","Elapsed":3}`,
		`{"Action":"pass","Package":"` + module + `b","Elapsed":3.1}`,
	} {
		half := len(line) / 2
		fmt.Fprint(s, line[:half])
		fmt.Fprintln(s, line[half:])
	}
	if s.close() {
		t.Error("it failed")
	}
	if want := (counts{passed: 2}); res.counts != want {
		t.Errorf("%v, want %v", res.counts, want)
	}
	if len(res.timed) != 1 || res.timed[0].name != "b TestB" || res.timed[0].took != 3 {
		t.Errorf("times %v", res.timed)
	}
	if !strings.Contains(out.String(), "cached\n") {
		t.Errorf("output %q", out.String())
	}
}

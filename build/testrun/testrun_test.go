package testrun

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// shell returns a check that runs a script.
func shell(name, script string) check {
	return check{name: name, command: command{args: []string{"sh", "-c", script}}}
}

// TestChecks checks that a failure stops no other part.
func TestChecks(t *testing.T) {
	silent := shell("lists", "echo a.go")
	silent.silent = true
	report, err := runParts(t.Context(), t.TempDir(),
		part{name: "first", checks: []check{shell("good", "echo noise"), shell("bad", "echo complaint >&2; exit 3")}},
		part{name: "second", needs: []need{{what: "a loom", how: "buy one", programs: []string{"no-such-program"}}}},
		part{name: "third", alone: true, checks: []check{silent}},
		part{name: "fourth", checks: []check{{name: "gone", command: command{args: []string{"no-such-program"}}}}},
	)
	if !errors.Is(err, ErrFailed) {
		t.Errorf("error %v, want %v", err, ErrFailed)
	}
	wantReport(t, report, "1 passed, 4 failed",
		"ok    first     good ", "FAIL  first     bad (", "\ncomplaint\n",
		"FAIL  second    needs a loom: buy one\n", "\na.go\n", "executable file not found",
		"\n  first: bad\n", "\n  second: needs a loom\n", "\n  third: lists\n", "\n  fourth: gone\n")
	if strings.Contains(report, "noise") {
		t.Errorf("the report has output of what passed:\n%s", report)
	}
}

// TestParallelParts checks that parts run in parallel, except those that must run alone.
func TestParallelParts(t *testing.T) {
	root := t.TempDir()
	// Each of the first two ends only once the other has begun.
	meet := func(own, other string) string {
		return fmt.Sprintf("touch %s; while [ ! -e %s ]; do sleep 0.01; done; echo; touch %[1]s.ended", own, other)
	}
	report, err := runParts(t.Context(), root,
		part{name: "a", checks: []check{shell("a", meet("a", "b"))}},
		part{name: "b", checks: []check{shell("b", meet("b", "a"))}},
		part{name: "c", alone: true, checks: []check{
			shell("c", "[ -e a.ended ] && [ -e b.ended ] && sleep 0.1 && touch c.ended"),
		}},
		part{name: "d", checks: []check{shell("d", "[ -e c.ended ]")}},
	)
	if err != nil {
		t.Error(err)
	}
	wantReport(t, report, "4 passed, 0 failed")
}

func TestSlowest(t *testing.T) {
	var tests []timedTest
	for i := range 15 {
		tests = append(tests, timedTest{name: fmt.Sprint(i), took: float64(i * 7 % 15)})
	}
	got := slowest(tests)
	if len(got) != slowTests {
		t.Fatalf("%d tests", len(got))
	}
	for i, test := range got {
		if want := float64(14 - i); test.took != want {
			t.Errorf("%d: %v, want %v", i, test.took, want)
		}
	}
	if got := slowest(tests[:3]); len(got) != 3 || got[0].name != "2" {
		t.Errorf("of three: %v", got)
	}
}

// TestModes checks the parts of each mode, and that tests get the flags of the mode.
func TestModes(t *testing.T) {
	for _, c := range []struct {
		mode Mode
		want string
	}{
		{Check, "format types vet lint changed"},
		{Test, "format types vet lint size go wasm npm sites browser"},
		{All, "format types vet lint size go wasm modules npm sites browser"},
	} {
		parts, err := choose(table(), Options{Mode: c.mode})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, p := range parts {
			names = append(names, p.name)
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("mode %d: %s, want %s", c.mode, got, c.want)
		}
	}
	run := goTest{packages: []string{"./a"}, again: true, one: true, parallel: 4, timeout: time.Minute}
	for mode, want := range map[Mode]string{
		Check: "go test -json -vet=off -short -timeout 1m0s -count=1 -p 1 -parallel 4 ./a",
		Test:  "go test -json -vet=off -timeout 1m0s -count=1 -p 1 -parallel 4 ./a",
		All:   "go test -json -vet=off -timeout 4m0s -count=1 -p 1 -parallel 4 ./a",
	} {
		if got := run.command(mode).String(); got != want {
			t.Errorf("mode %d: %s, want %s", mode, got, want)
		}
	}
}

// TestSeed checks that a run prints the seed that it chose, and that tests get it.
func TestSeed(t *testing.T) {
	for _, given := range []string{"", "77"} {
		t.Setenv(seedVariable, given)
		t.Setenv(exhaustiveVariable, "")
		see := shell("sees", `echo "seed=$`+seedVariable+` all=$`+exhaustiveVariable+`"; exit 1`)
		for _, mode := range []Mode{Check, Test, All} {
			var out strings.Builder
			parts := []part{{name: "env", in: always, checks: []check{see}}}
			if err := start(t.Context(), Options{Root: t.TempDir(), Mode: mode}, parts, &out); !errors.Is(err, ErrFailed) {
				t.Errorf("mode %d: error %v, want %v", mode, err, ErrFailed)
			}
			printed, _, _ := strings.Cut(strings.TrimPrefix(out.String(), seedVariable+"="), " ")
			want := "seed=" + printed + " all="
			switch mode {
			case Check:
				want = "seed=" + given + " all="
			case All:
				want += "1"
			}
			if !strings.Contains(out.String(), want+"\n") || given != "" && mode != Check && printed != given {
				t.Errorf("mode %d: %q, want %q", mode, out.String(), want)
			}
		}
	}
}

// TestSeedOfCommit checks that all runs of a commit have one seed, and runs of another commit
// another.
func TestSeedOfCommit(t *testing.T) {
	dir := t.TempDir()
	commit := func() string {
		t.Helper()
		for _, args := range [][]string{
			{"init", "-q"},
			{"-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "--allow-empty", "-m", "a"},
		} {
			cmd := exec.CommandContext(t.Context(), "git", args...)
			cmd.Dir = dir
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%s: %v: %s", cmd, err, out)
			}
		}
		return newSeed(t.Context(), dir)
	}
	first := commit()
	if again := newSeed(t.Context(), dir); again != first {
		t.Errorf("the seed is %s, then %s", first, again)
	}
	if second := commit(); second == first {
		t.Errorf("two commits have the seed %s", second)
	}
}

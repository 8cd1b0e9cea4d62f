package engines

import (
	"bufio"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"unspool/parser/testutil"
	"unspool/parser/testutil/testgen"
)

// largeFile generates a session of 500 MB, or 20 MB if not all cases are tried.
func largeFile(t *testing.T) (path string, facts testgen.Facts) {
	t.Helper()
	size := 20_000_000
	if testutil.Exhaustive() {
		size = 500_000_000
	}
	path = filepath.Join(t.TempDir(), "large.jsonl")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriterSize(f, 1<<20)
	facts, err = testgen.Plan{Size: size}.Write(w)
	if err := errors.Join(err, w.Flush(), f.Close()); err != nil {
		t.Fatal(err)
	}
	return path, facts
}

// A large file shows its first rows, is read to its end, and its last turn can be reached. In the run
// of all cases, it is so large that the rows come before the end.
func TestLargeFile(t *testing.T) {
	t.Parallel()
	path, facts := largeFile(t)
	inEach(t, func(t *testing.T, p *Page, site string) {
		p.Open(site)
		p.WaitFor(`$text().includes("Choose files")`)
		began := time.Now()
		p.Choose("input[type=file]:not([webkitdirectory])", path)
		p.WaitFor(`$deep("unspool-list unspool-row[data-kind]")`)
		first, whole := time.Since(began), Eval[bool](p, `$reports.length > 0`)
		if testutil.Exhaustive() && whole {
			t.Error("the first rows came when everything was read")
		}
		p.WaitFor(`$focused("article") ?? $deep("unspool-list:focus")`)
		p.Press("j", "j", "j")
		p.WaitFor(`Number($focused("article")?.ariaPosInSet) > 1`)
		focused, late := time.Since(began), Eval[bool](p, `$reports.length > 0`)
		if testutil.Exhaustive() && late {
			t.Error("keys move through the conversation only when everything was read")
		}
		p.WaitLong(`$reports.length > 0`, 5*time.Minute)
		t.Logf("the first rows came after %v, keys worked after %v, everything after %v",
			first.Round(10*time.Millisecond), focused.Round(10*time.Millisecond), time.Since(began).Round(10*time.Millisecond))
		if code := Eval[string](p, `$reports.at(-1)`); code != "ready" {
			t.Fatalf("the page reported %s", code)
		}
		if turns := Eval[int](p, `$deep("unspool-session").summary().then(({ turns }) => turns)`); turns != facts.Turns {
			t.Errorf("%d turns were read of %d", turns, facts.Turns)
		}
		p.Do(`$deep("unspool-list").focus()`)
		p.Press("End")
		p.WaitFor(`(({ ariaPosInSet, ariaSetSize }) => ariaPosInSet === ariaSetSize)($focused("article") ?? { ariaSetSize: "" })`)
		p.Press("p")
		p.WaitFor(`$focused("article")?.dataset.kind === "prompt" && $text($focused("article")).length > 0`)
		if Eval[bool](p, `$role("alert") !== null`) {
			t.Errorf("the page shows %s", Eval[string](p, `$text($role("alert"))`))
		}
	})
}

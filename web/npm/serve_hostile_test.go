package npm

import (
	"maps"
	"os"
	"path/filepath"
	"testing"
	"time"

	"unspool/parser/testutil"
	"unspool/parser/testutil/hostile"
	"unspool/web/browser"
)

// TestServeHostile checks that no payload in any field of a session runs in the page from the package's command.
func TestServeHostile(t *testing.T) {
	testutil.OneRunIn(t, 4)
	corpus, err := hostile.Read(os.DirFS(filepath.Join(testutil.Dir(t), "hostile")))
	if err != nil {
		t.Fatal(err)
	}
	from, to, least := browser.FirstCopyInNPM+1, browser.FirstCopyInNPM+2, 2_000
	if testutil.Exhaustive() {
		from, to, least = browser.FirstCopyInNPM, browser.EndOfCopiesInNPM, browser.LeastInNPM
	}
	dir := filepath.Join(t.TempDir(), "projects")
	if err := hostile.Write(dir, corpus.Session("s1", from, to)); err != nil {
		t.Fatal(err)
	}
	prototype := browser.Eval[string](shared.chromium.Page(t), browser.OwnPrototype)
	s := serveFiles(t, nil, dir)
	p := shared.chromium.Page(t)
	p.Open(s.base + "#v=1&src=local/served.json")
	p.WaitFor(`$role("article")`, 2*browser.Timeout)
	p.Do(browser.HostileHelpers())
	p.Do(browser.InBackground(`() => $hostile.openAll(true)`))
	p.WaitFor(`goingOn !== "yes"`, 3*time.Minute)
	if failed := browser.Eval[string](p, `goingOn`); failed != "" {
		t.Fatal(failed)
	}
	p.Do(`$hostile.sight()`)
	for _, problem := range browser.Eval[browser.Judged](p, browser.StateOfHostile).Problems(prototype) {
		t.Error(problem)
	}
	marks, seen := corpus.Marks(from, to), map[string]bool{}
	for _, mark := range browser.Eval[[]string](p, `[...$hostile.marks]`) {
		seen[mark] = true
	}
	maps.DeleteFunc(seen, func(mark string, _ bool) bool { return marks[mark] == "" })
	t.Logf("of %d combinations %d were seen", len(marks), len(seen))
	if len(seen) < least {
		t.Errorf("%d combinations were seen, want %d", len(seen), least)
	}
}

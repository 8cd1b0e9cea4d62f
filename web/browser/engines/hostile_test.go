package engines

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"
	"time"

	"unspool/parser/testutil"
	"unspool/parser/testutil/hostile"
	"unspool/web/browser"
)

// hostileCopies returns the copies of each session to open, and the minimum number of combinations
// to be seen in them. Each third copy has one payload in a field, the others have six. In
// Chromium the page shows the copies before them.
func hostileCopies() (first, each, sessions, minSeen int) {
	if testutil.Exhaustive() {
		return 12, 2, 2, 5_000
	}
	return 12, 1, 1, 100
}

// No payload in any field runs, in rows that are all rendered and opened to their raw records. The
// run of all cases opens everything around them too.
func TestHostile(t *testing.T) {
	t.Parallel()
	corpus, err := hostile.Read(os.DirFS(filepath.Join(testutil.Dir(t), "hostile")))
	if err != nil {
		t.Fatal(err)
	}
	inEach(t, func(t *testing.T, p *Page, site string) {
		p.Open(site)
		p.WaitFor(`$text().includes("Choose files")`)
		p.Do(browser.HostileHelpers())
		prototype := Eval[string](p, browser.OwnPrototype)
		address := Eval[string](p, `location.href.split("#")[0]`)
		seen, marks := map[string]bool{}, map[string]string{}
		first, each, sessions, minSeen := hostileCopies()
		for n := range sessions {
			began := time.Now()
			from := first + n*each
			maps.Copy(marks, corpus.Marks(from, from+each))
			dir := filepath.Join(t.TempDir(), "project")
			if err := hostile.Write(dir, corpus.Session("s1", from, from+each)); err != nil {
				t.Fatal(err)
			}
			if n > 0 {
				p.ClickRole("button", "Open another session")
				p.WaitFor(`$text().includes("Choose files")`)
			}
			p.ReadFolder(dir)
			p.WaitFor(rows)
			during(p, fmt.Sprintf(`() => $hostile.openAll(%t)`, testutil.Exhaustive()))
			p.Do(`$hostile.sight()`)
			if testutil.Exhaustive() {
				during(p, `$hostile.views`)
				during(p, fmt.Sprintf(`() => $hostile.around(12, %d)`, n))
			}
			for _, mark := range Eval[[]string](p, `[...$hostile.marks]`) {
				seen[mark] = true
			}
			t.Logf("session %d took %v", n, time.Since(began).Round(time.Millisecond))
		}
		for _, problem := range Eval[browser.Judged](p, browser.StateOfHostile).Problems(prototype) {
			t.Error(problem)
		}
		if now := Eval[string](p, `location.href.split("#")[0]`); now != address {
			t.Errorf("the page navigated from %s to %s", address, now)
		}
		maps.DeleteFunc(seen, func(mark string, _ bool) bool { return marks[mark] == "" })
		t.Logf("of %d combinations %d were seen", len(marks), len(seen))
		if len(seen) < minSeen {
			t.Errorf("%d combinations were seen, want %d", len(seen), minSeen)
		}
	})
}

// during runs an asynchronous function in the page that takes long.
func during(p *Page, function string) {
	p.t.Helper()
	p.Do(browser.InBackground(function))
	p.WaitLong(`goingOn !== "yes"`, 5*time.Minute)
	if failed := Eval[string](p, `goingOn`); failed != "" {
		p.t.Fatalf("%s: %s", function, failed)
	}
}

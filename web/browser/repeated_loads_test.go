package browser

import (
	"testing"

	"unspool/parser/testutil"
	"unspool/parser/testutil/testgen"
)

// After fifty sessions that are opened in a row, some closed midway, there is one idle parser,
// nothing else, and the last session is intact.
func TestFiftyInARow(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	data, _ := testgen.Session(300_000)
	p := watchedPage(t)
	p.Read(write(t, "s.jsonl", data))
	p.WaitFor(`$role("navigation", "Views and panes") && $deep("unspool-row strong, unspool-row code")`, 0)
	p.Run("repeated_loads.load", 50)
	if told := Eval[string](p, `last + " " + $told.join()`); told != "true ready,ready,ready,ready,ready,ready,ready,ready,ready,ready,ready" {
		t.Errorf("reported %q", told)
	}
	p.WaitFor(`$deep("unspool-row strong, unspool-row code") && $role("navigation", "Views and panes")`, 0)
	if most := Eval[int](p, `most`); most > 3 {
		t.Errorf("%d workers at a time", most)
	}
	p.WaitFor(parsers+` === 1 && $held.workers.size === 2`, 0)
	if file := Eval[string](p, `$deep("unspool-session").summary().then((s) => s.file)`); file != "last.jsonl" {
		t.Errorf("the page shows %s", file)
	}
	// After closing, its memory is freed with its worker: the next one is there.
	p.Do(`globalThis.before = [...$held.workers]; $deep("unspool-app").openLanding()`)
	p.WaitFor(`$held.workers.size === 1 && $held.urls.size === 0 && !before.includes([...$held.workers][0])`, 0)
}

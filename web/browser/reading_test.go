package browser

import (
	"strings"
	"testing"

	"unspool/parser/testutil"
	"unspool/parser/testutil/testgen"
)

// openWaiting opens the site with parsers that first read this number of bytes of a file.
func openWaiting(t *testing.T, bytes int, scripts ...string) *Page {
	t.Helper()
	p := newPage(t)
	before(p, watched+strings.Join(scripts, ""))
	enter(p, withScript(t, "parser-worker", script("file_readers.waiting", bytes)+";\n"))
	return p
}

// midway drops a file and waits until some of it is read, and no more arrives.
func midway(p *Page, path string) {
	p.r.Helper()
	p.Do(`$told.length = 0`)
	p.DropFiles(path)
	p.WaitFor(`$deep(".progress") && $$deep("unspool-row[data-kind]").length > 3 && $deep("unspool-row[data-turn]") && $role("navigation", "Views and panes")`, 0)
}

// parsers returns the number of parsers.
const parsers = `[...$held.workers].filter((w) => w.address.includes("parser-worker")).length`

// While a file is read it can be closed, replaced, printed and searched, and the page stays
// responsive.
func TestInterruptedReading(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	data, facts := testgen.Session(9_000_000)
	large, sample := write(t, "large.jsonl", data), sampleFile(t)
	p := openWaiting(t, 3_000_000)

	// Closed: nothing of it is left or arrives later.
	midway(p, large)
	p.Do(`$deep("unspool-session .tools button").click()`)
	p.WaitFor(`!$deep("unspool-row") && !$deep(".progress") && $deep(".zone .button") && `+parsers+` === 1`, 0)
	if told := p.Read(sample); told != "ready" || Eval[int](p, `$told.length`) != 1 {
		t.Errorf("after one was closed, reported %q", Eval[string](p, `$told.join()`))
	}

	// Closed during a search in it.
	midway(p, large)
	p.Do(`$deep("unspool-list").focus()`)
	p.Press("/")
	p.WaitFor(`$deep("unspool-find >>> input:focus")`, 0)
	p.Press(letters("handler")...)
	p.Do(`$deep("unspool-app").openLanding()`)
	p.WaitFor(`!$deep("unspool-row") && `+parsers+` === 1`, 0)

	// Replaced by another one.
	midway(p, large)
	if told := p.Read(sample); told != "ready" || Eval[int](p, `$told.length`) != 1 {
		t.Errorf("after one was replaced, reported %q", Eval[string](p, `$told.join()`))
	}
	p.WaitFor(parsers+` === 1 && $text().includes("Our harbour master")`, 0)

	// Printed: the loaded part, once, and reading continues.
	midway(p, large)
	p.Do(`globalThis.printed = 0; globalThis.print = () => printed++; $deep("unspool-list").focus()`)
	p.Press("Control+p")
	p.WaitFor(`printed === 1`, 2*Timeout)
	if rows, total := Eval[int](p, `$$deep("unspool-row[data-kind]").length`), Eval[int](p, `$deep("unspool-list").context.conversation.total`); rows < 30 || rows != min(total, 3000) {
		t.Errorf("printed %d rows of %d", rows, total)
	}
	p.Do(`dispatchEvent(new Event("afterprint"))`)
	inParser(p, `self.goOn()`)
	p.WaitFor(`$told.join() === "ready"`, patience)
	if turns := Eval[int](p, `$deep("unspool-session").summary().then((s) => s.turns)`); turns != facts.Turns || Eval[int](p, `printed`) != 1 {
		t.Errorf("%d turns are read of %d", turns, facts.Turns)
	}

	// Closed during a search in all of it.
	p.Do(`$deep("unspool-list").focus()`)
	p.Press("/")
	p.WaitFor(`$deep("unspool-find >>> input:focus")`, 0)
	p.Press(letters("handler")...)
	p.WaitFor(foundWords+` !== ""`, 0)
	p.Do(`$deep("unspool-app").openLanding()`)
	p.WaitFor(`!$deep("unspool-row") && !$deep("unspool-find") && `+parsers+` === 1 && $held.workers.size === 1`, 0)

	// The parser that was started in advance works: the test does not end while its script is loading.
	if told := p.Read(sample); told != "ready" {
		t.Errorf("after all that, reported %q", told)
	}
}

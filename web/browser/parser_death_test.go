package browser

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"unspool/parser/testutil/machine"
	"unspool/parser/testutil/testgen"
)

// patience is the time to detect a parser that is stuck, which takes 20 s of the page's clock.
const patience = 40 * time.Second

// A death is a way in which a parser ends.
type death struct {
	kind string
	says []string
}

var deaths = []death{
	{"trap", []string{"The parser stopped", "unreachable"}},
	{"panic", []string{"The parser stopped", "panic: the harbour is closed"}},
	{"recursion", []string{"The parser stopped", "call stack"}},
	{"memory", []string{"Not enough memory", "out of memory at", "Close other tabs"}},
	{"exit", []string{"The parser stopped", "exit 3"}},
	{"loop", []string{"The parser stopped responding", "It is stuck"}},
	{"killed", []string{"The parser stopped", "The browser ended it"}},
	{"close", []string{"The parser stopped", "The browser ended it"}},
}

// die makes the parser end that way: at once, or at a later call of its program.
func (d death) die(p *Page, at string, after int) {
	p.r.Helper()
	switch {
	case d.kind == "killed":
		p.Do(`$held.kill("parser-worker")`)
	case d.kind == "close" && at == "":
		inParser(p, "setTimeout(close), true")
	default:
		inParser(p, fmt.Sprintf(`self.unspoolFault = {call: %q, after: %d, kind: %q, close: () => close()}, true`, at, after, d.kind))
	}
}

// inParser runs JavaScript that returns true in a worker that parses, once the tests have access to
// it.
func inParser(p *Page, js string) {
	p.r.Helper()
	p.WaitUntil("a parser that answers", func() bool {
		for _, w := range slices.Backward(workersOf(p)) { // the last one is in use
			if !strings.Contains(w.url, "parser-worker") {
				continue
			}
			ctx, cancel := context.WithTimeout(w.ctx, machine.Scaled(time.Second))
			answer, err := chromedp.Call(ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: js})
			cancel()
			if err == nil && string(answer.Result.Value) == "true" {
				return true
			}
		}
		return false
	})
}

// silent reports whether the parser sends nothing about it.
func (d death) silent() bool { return d.kind == "killed" || d.kind == "close" || d.kind == "loop" }

const (
	alert    = `$text($deep("[role=alert]") ?? document.createElement("i"))`
	tryAgain = `$role("button", "Try again", $role("alert"))`
)

// hurried shortens the time that the page waits for a ping: its clock runs ten times as fast until
// it has noticed, and has started another parser or reported it.
var hurried = script("parser_death.hurried") + ";\n"

// found waits until the page has noticed a death. Only a parser that is stuck takes a timeout.
func (d death) found(p *Page, js string) {
	p.r.Helper()
	p.Allow("ERR_FILE_NOT_FOUND blob:") // the image of the worker, which may be requested as it ends
	if d.kind == "loop" {
		p.Do(`$hurry(true)`)
	}
	p.WaitFor(js, patience)
	p.Do(`$hurry(false)`)
}

// told waits for the page's message about a death, and for a button.
func (d death) told(t *testing.T, p *Page) {
	t.Helper()
	d.found(p, tryAgain)
	wants(t, Eval[string](p, alert), d.says...)
}

// unformatted returns an expression for the letters and digits of an element's text, which are the same
// before and after Markdown is formatted.
func unformatted(element string) string {
	return `$text(` + element + `).replaceAll(/[^\p{L}\p{N}]+/gu, "")`
}

// mended drops a file, or without one clicks the button, and waits until everything is read.
func mended(t *testing.T, p *Page, path string) {
	t.Helper()
	p.Do(`$told.length = 0`)
	if path == "" {
		p.Do(tryAgain + `.click()`)
	} else {
		p.DropFiles(path)
	}
	p.WaitFor(`$told.length > 0 && $deep("unspool-row[data-kind]")`, patience)
	if told := Eval[string](p, `$told.join()`); told != "ready" {
		t.Errorf("reported %s", told)
	}
	p.WaitFor(`!$deep("[role=alert]")`, 0)
	// The dead worker is released.
	p.WaitFor(`[...$held.workers].filter((w) => w.address.includes("parser-worker")).length === 1`, 0)
}

// However and whenever the parser ends, the page says so, keeps its content, and continues on
// request.
func TestParserDies(t *testing.T) {
	t.Parallel()
	data, _ := testgen.Session(9_000_000)
	large, sample := write(t, "large.jsonl", data), sampleFile(t)
	for _, d := range deaths {
		t.Run(d.kind, func(t *testing.T) {
			t.Parallel()
			p := openFaulty(t, hurried)
			d.beforeAFile(t, p, sample)
			d.whileItReads(t, p, large, sample)
			d.afterIt(t, p, large)
			d.whileItSearches(t, p, sample)
		})
	}
}

func (d death) beforeAFile(t *testing.T, p *Page, sample string) {
	p.WaitFor(`$held.workers.size === 1`, 0)
	if d.kind == "killed" {
		inParser(p, "true") // a worker that never ran may be loading: the page waits a minute for it
	}
	d.die(p, "open", 0)
	p.DropFiles(sample)
	if d.silent() {
		// It was not noticed: another one replaces it.
		d.found(p, `$told.length > 0`)
		wants(t, Eval[string](p, `$told.join()`), "ready")
		p.WaitFor(`!$deep("[role=alert]")`, 0)
		return
	}
	d.told(t, p)
	mended(t, p, sample)
}

func (d death) whileItReads(t *testing.T, p *Page, large, sample string) {
	p.Do(`$deep("unspool-app").openLanding()`)
	p.WaitFor(`[...$held.workers].filter((w) => w.address.includes("parser-worker")).length === 1 && !$deep("unspool-row")`, 0)
	if d.kind == "killed" {
		// It has come so far by then.
		death{kind: "loop"}.die(p, "write", 3)
	} else {
		d.die(p, "write", 3)
	}
	p.DropFiles(large)
	p.WaitFor(`$$deep("unspool-row[data-kind]").length > 3 && $deep("unspool-row[data-turn]")`, 0)
	if d.kind == "killed" {
		d.die(p, "", 0)
	}
	const total = `$deep("unspool-list").context.conversation.total`
	first := unformatted(`$deep("unspool-row[data-turn]")`)
	rows, words := Eval[int](p, total), Eval[string](p, first)
	d.told(t, p)
	wants(t, Eval[string](p, alert), "Everything read so far is still here")
	if d.kind == "memory" {
		wants(t, Eval[string](p, alert), "MB of 10 MB")
	}
	if now := Eval[int](p, total); now < rows {
		t.Errorf("of %d rows there are %d", rows, now)
	}
	if now := Eval[string](p, first); now != words {
		t.Errorf("the first turn was %q, and is now %q", words, now)
	}
	mended(t, p, sample)
}

func (d death) afterIt(t *testing.T, p *Page, large string) {
	p.Read(large)
	p.WaitFor(`$role("navigation", "Views and panes") && $deep("unspool-row")`, 0)
	p.Do(`$deep("unspool-list").focus()`)
	for range 4 {
		p.Press("n")
	}
	p.WaitFor(`$text($deep("unspool-row:focus")).includes("Prompt 5")`, 0)
	p.WaitFor(settledRows, 0)
	p.WaitFor(inPlace, 0)
	was, key := Call[string](p, "parser_death.position"), Eval[string](p, `$deep("unspool-row:focus").row.key`)
	d.die(p, "query body", 0)
	p.Do(`const { api } = $deep("unspool-session").exportSource; api.query("body", { session: 0, key: $deep("unspool-row[data-kind]").row.key }).catch(() => undefined)`)
	d.told(t, p)
	if now := Call[string](p, "parser_death.position"); now != was {
		t.Errorf("before:\n%s\nafter:\n%s", was, now)
	}
	wants(t, Eval[string](p, alert), "Everything read so far is still here")
	mended(t, p, "")
	p.WaitFor(`$$deep("unspool-row").some((row) => row.row?.key === `+strconv.Quote(key)+` && row.getBoundingClientRect().top > 0 && row.getBoundingClientRect().top < innerHeight - 100)`, 0)
}

func (d death) whileItSearches(t *testing.T, p *Page, sample string) {
	p.WaitFor(settledRows, 0)
	p.Do(`$deep("unspool-list").focus()`)
	p.Press("/")
	p.WaitFor(`$deep("unspool-find >>> input")`, 0)
	d.die(p, "query matches", 0)
	p.Press(letters("handler")...)
	d.told(t, p)
	if rows := Eval[int](p, `$$deep("unspool-row[data-kind]").length`); rows < 4 {
		t.Errorf("%d rows remain", rows)
	}
	mended(t, p, sample)
}

// inPlace reports whether the list stays at the same place for a second: the panes above it grow until they have
// all data.
const inPlace = `(async () => {
	const top = () => $deep("unspool-list").getBoundingClientRect().top;
	const before = top();
	await new Promise((done) => setTimeout(done, 1000));
	return top() === before;
})()`

// settledRows reports whether all rows in the page are rendered, and nothing is loading.
const settledRows = `$$deep("unspool-row").length > 3 && $$deep("unspool-row").every((row) => row.dataset.kind) && $deep("unspool-list").context.conversation.pending === 0`

// A panic that the program recovers from costs one reply, and is reported.
func TestParserPanicsInACall(t *testing.T) {
	t.Parallel()
	p := openFaulty(t)
	p.Read(sampleFile(t))
	ready(p)
	death{kind: "panic in the call"}.die(p, "query body", 0)
	openFirstCall(p)
	p.Allow("this call only")
	p.WaitFor(`$text().includes("this call only")`, 0)
	wants(t, Eval[string](p, alert), "Something went wrong.", "Copy details")
	if told := p.Read(sampleFile(t)); told != "ready" {
		t.Errorf("reported %q", told)
	}
}

// A parser that runs out of memory is reported as such, with its progress, wherever that happens;
// smaller files open as before.
func TestMemoryRunsOut(t *testing.T) {
	t.Parallel()
	data, _ := testgen.Session(160_000_000)
	large := write(t, "large.jsonl", data)
	wasm := small(t, 18<<20)
	p := openWith(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(wasm) })
	if told := p.Read(large); told != "crashed" {
		t.Fatalf("reported %q", told)
	}
	p.WaitFor(alert+`.includes("Everything read so far is still here")`, 0)
	wants(t, Eval[string](p, alert), "Not enough memory", "out of memory at", "MB of 161 MB", "Close other tabs", "Everything read so far is still here")
	if rows := Eval[int](p, `$$deep("unspool-row[data-kind]").length`); rows < 4 {
		t.Errorf("%d rows remain", rows)
	}
	// Rows that were not fetched say so when they become visible.
	p.Do(`$deep("unspool-list").scrollTop = 1e9`)
	p.WaitFor(`$text($deep("unspool-list")).includes("Not loaded: the parser stopped.")`, 0)
	if told := p.Read(sampleFile(t)); told != "ready" {
		t.Errorf("the result of the next file is %q", told)
	}
	if strings.Contains(Eval[string](p, `$text()`), "Not enough memory") {
		t.Error("it is still reported")
	}
}

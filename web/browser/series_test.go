package browser

import (
	"strconv"
	"strings"
	"testing"

	"unspool/parser/testutil"
)

// lines returns the texts of the rows of some kinds, each on one line.
func lines(p *Page, kinds ...string) []string {
	var selectors []string
	for _, kind := range kinds {
		selectors = append(selectors, `unspool-row[data-kind="`+kind+`"]`)
	}
	return Eval[[]string](p, `$$deep(`+strconv.Quote(strings.Join(selectors, ", "))+`).map((row) => $text(row).replace(/\s+/g, " ").trim())`)
}

// openCase drops the files of a golden case.
func openCase(t *testing.T, name, said string) *Page {
	t.Helper()
	p := open(t, "")
	p.Size(1280, 1100) // all rows are in the page
	p.Read(testutil.Extract(t, name))
	p.WaitFor(`$text().includes(`+strconv.Quote(said)+`)`, 0)
	return p
}

func begins(t *testing.T, got []string, want ...string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d rows: %q", len(got), got)
	}
	for i := range want {
		if !strings.HasPrefix(strings.ReplaceAll(got[i], "\u00a0", " "), want[i]) {
			t.Errorf("row %d is %q, want %q", i, got[i], want[i])
		}
	}
}

// Similar calls are one line, which describes them and opens to the calls.
func TestSeries(t *testing.T) {
	t.Parallel()
	p := openCase(t, "series", "gave up")
	begins(t, lines(p, "series"),
		"Read 5 files, searched twice router.ts, app.ts, route\\(, **/*.test.ts, index.ts, +2",
		"Edited app.ts 3 times",
		"Ran 3 commands npm test, git status, npx tsc",
		"3 calls to weather get tides, get winds")
	names := Eval[[]string](p, `$$deep('unspool-row[data-kind="series"]').map((row) => row.getAttribute("aria-label"))`)
	begins(t, names, "Read 5 files, searched twice, router.ts", "Edited app.ts 3 times", "Ran 3 commands, npm test", "3 calls to weather")
	if stat := Eval[string](p, `$deep('unspool-row[data-kind="series"] .diffstat').getAttribute("aria-label")`); stat != "6\u00a0lines added, 3 removed" {
		t.Errorf("the edits are %q", stat)
	}
	p.Click(`unspool-row[data-kind="series"] .row-button`)
	p.WaitFor(`$$deep('unspool-row[data-inside]').length === 8`, 0)
	begins(t, Eval[[]string](p, `$$deep('unspool-row[data-inside][data-kind="tool"]').map((row) => row.getAttribute("aria-label"))`),
		"Read /w/src/router.ts", "Read /w/src/app.ts", "Search route", "Find **/*.test.ts", "Read /w/src/index.ts", "Read /w/web/index.ts", "Read /w/package.json")
	if Eval[string](p, `$deep('unspool-row[data-kind="series"] .row-button').getAttribute("aria-expanded")`) != "true" {
		t.Error("the line is not announced as open")
	}
	p.Click(`unspool-row[data-kind="series"] .row-button`)
	p.WaitFor(`$$deep('unspool-row[data-inside]').length === 0`, 0)
}

// The keys that open and close all lines also apply to series, and the one that goes to errors
// finds a failed call among them.
func TestSeriesByKeys(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openCase(t, "series", "gave up")
	p.Do(`$deep("unspool-session").focus()`)
	p.Press("e")
	p.WaitFor(`$$deep('unspool-row[data-inside][data-kind="tool"]').length > 6 && Number($role("article").getAttribute("aria-setsize")) > 30`, 0)
	p.Press("c")
	p.WaitFor(`$$deep('unspool-row[data-inside]').length === 0`, 0)
	p.Press("]")
	p.WaitFor(`$text($deep("unspool-list").getRootNode().activeElement ?? document.body).includes("npm run lint")`, 0)
}

// A record inside a series is found, and the series opens.
func TestRecordInSeries(t *testing.T) {
	t.Parallel()
	p := openCase(t, "series", "gave up")
	p.WaitFor(`$deep("unspool-session").goTo("r11")`, 0)
	p.WaitFor(`$text($deep("unspool-list").getRootNode().activeElement ?? document.body).trim().startsWith("Read")`, 0)
}

// Failures and changes are shown where they happened: modes, models, hooks, repeated requests.
func TestNotes(t *testing.T) {
	t.Parallel()
	p := openCase(t, "series", "gave up")
	begins(t, lines(p, "note"), "Permission mode: accept edits", "Model changed: opus 4.5 → sonnet 4.5")
	begins(t, lines(p, "error"), "API error 529: Overloaded 2 attempts · then succeeded", "API error 529: Overloaded 2 attempts · gave up")
	begins(t, lines(p, "background"), "failed hook")
	thoughts := strings.Join(lines(p, "thinking"), "\n")
	wants(t, thoughts, "Thought for 8.0 s not saved by Claude Code", "Thought for 12 s A fresh pair of eyes.")
	p.Do(`$$deep('unspool-row[data-kind="error"] .row-button').at(-1).click()`)
	p.WaitFor(`$deep("table.attempts") !== null`, 0)
	table := strings.ReplaceAll(Eval[string](p, `$text($deep("table.attempts")).replace(/\s+/g, " ")`), "\u00a0", " ")
	wants(t, table, "1 of 2", "Connection lost (ECONNRESET)", "retried after 1.0 s")
	p.Click(`unspool-row[data-kind="background"] .row-button`)
	p.WaitFor(`$text($deep(".items")).includes("notify.sh")`, 0)
	wants(t, strings.ReplaceAll(Eval[string](p, `$text($deep(".items"))`), "\u00a0", " "), "exit 3 · 120 ms", "no display")
}

// If output is not recorded completely, its number is left out and the cost is a lower bound.
func TestSpeakerLine(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openCase(t, "usage-placeholders", "One")
	if got := Eval[string](p, `$text($deep(".who.claude"))`); strings.Contains(got, "tokens") {
		t.Errorf("the line of a reply is %q", got)
	}
	p = openCase(t, "attempts", "Thank you.")
	wants(t, Eval[string](p, `$text($deep(".who.claude"))`), "10 tokens out")
	times := Eval[[]string](p, `$$deep(".who.you time").map((one) => one.textContent)`)
	if len(times) != 3 || !strings.HasPrefix(times[0], "May 1, 2026, 1") || strings.Contains(times[1]+times[2], "May") {
		t.Errorf("prompts have the times %q", times)
	}
}

// A compaction shows how much remained and how long it took; its summary is folded.
func TestCompaction(t *testing.T) {
	t.Parallel()
	p := openCase(t, "compaction", "Ready.")
	begins(t, lines(p, "compaction"), "Compacted automatically 151k → 9.1k tokens")
	if got := lines(p, "summary"); len(got) != 0 {
		t.Errorf("the summary has a row of its own: %q", got)
	}
	p.Click(`unspool-row[data-kind="compaction"] .divider`)
	p.WaitFor(`$text().includes("This session is being continued")`, 0)
	wants(t, Eval[string](p, `$text()`), "Summary of the conversation so far")
}

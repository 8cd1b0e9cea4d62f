package browser

import (
	"path/filepath"
	"strconv"
	"testing"

	"unspool/parser/testfiles"
)

// showChains shows the sessions that are folded under the one they go on from or copy.
func showChains(p *Page) {
	p.WaitFor(`$deep(".chooser .unfold")`, 0)
	p.Do(`$$deep(".chooser .unfold[aria-expanded=false]").forEach((fold) => fold.click())`)
}

// choose opens the first session of the list that says this, and waits for the panes around it.
func choose(p *Page, said string) {
	find := `$$deep(".chooser .entry").find((e) => $text(e).includes(` + strconv.Quote(said) + `))`
	p.WaitFor(find+" !== undefined", 0)
	p.Do(find + ".click()")
	p.WaitFor(`$deep(".viewbar nav") && $deep("unspool-timeline")`, 0)
}

// A fork shows what it shares with its original as one line, which opens, and
// from which one comes to the record where they part.
func TestFork(t *testing.T) {
	p := open(t, "")
	p.Read(testfiles.Extract(t, "copies-branch"))
	showChains(p)
	choose(p, "Forked from “write a poem”")
	p.WaitFor(`$text().includes("A sonnet it is.")`, 0)
	text := Eval[string](p, `$text()`)
	wants(t, text, "Forked from “write a poem”", "2 records · 1 prompt")
	p.Click(`unspool-row[data-kind="copied"] .deed`)
	p.WaitFor(`$$deep("unspool-row[data-copied]").length === 3 && $text().includes("Which kind?")`, 0)
	p.Click(`unspool-row[data-kind="copied"] .quiet`)
	p.WaitFor(`$text().includes("Short it is.")`, 0)
	p.WaitFor(`$text($deep("unspool-list").getRootNode().activeElement ?? document.body).includes("Which kind?")`, 0)
}

// A session that went on elsewhere leads there, and back.
func TestContinuation(t *testing.T) {
	p := open(t, "")
	p.Read(testfiles.Extract(t, "compaction-in-new-file"))
	showChains(p)
	choose(p, "Went on in “thanks”")
	p.WaitFor(`$text().includes("Printed.")`, 0)
	p.Do(`$$deep("button.link").find((b) => $text(b).includes("Went on in “thanks”")).click()`)
	p.WaitFor(`$text().includes("With pleasure.")`, 0)
	p.Do(`$$deep("button.link").find((b) => $text(b).includes("Goes on from “print it”")).click()`)
	p.WaitFor(`$text().includes("Printed.")`, 0)
}

// Sessions in which nothing was said wait behind a button.
func TestSilentSessions(t *testing.T) {
	p := open(t, "")
	p.Read(testfiles.Extract(t, "silent-sessions"))
	p.WaitFor(`$$deep(".chooser .entry").length === 1`, 0)
	p.Click(".chooser .quiet")
	showChains(p)
	p.WaitFor(`$$deep(".chooser .entry").length === 4 && $text().includes("Nothing was said")`, 0)
}

// history.jsonl alone is named for what it is.
func TestHistory(t *testing.T) {
	p := open(t, "")
	p.Read(filepath.Join(testfiles.Extract(t, "titles-beside"), "history.jsonl"))
	p.WaitFor(`$text().includes("list of your prompts")`, 0)
}

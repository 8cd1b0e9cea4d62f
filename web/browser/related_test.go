package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"unspool/parser/testutil"
)

// showChains shows the sessions that are folded under the one they continue or copy.
func showChains(p *Page) {
	p.WaitFor(`$deep(".chooser .unfold")`, 0)
	p.Do(`$$deep(".chooser .unfold[aria-expanded=false]").forEach((fold) => fold.click())`)
}

// choose opens the first session of the list with this text, and waits for the panes around it.
func choose(p *Page, said string) {
	find := entries + `.find((e) => $text(e).includes(` + strconv.Quote(said) + `))`
	p.WaitFor(find+" !== undefined", 0)
	p.Do(find + ".click()")
	p.WaitFor(`$role("navigation", "Views and panes") && $role("region", "Timeline")`, 0)
}

// A fork shows the records that it shares with its original as one line, which opens, and links to
// the record where they diverge.
func TestFork(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(testutil.Extract(t, "copies-branch"))
	showChains(p)
	choose(p, "Forked from “write a poem”")
	p.WaitFor(`$text().includes("A sonnet it is.")`, 0)
	text := Eval[string](p, `$text()`)
	wants(t, text, "Forked from “write a poem”", "2 records · 1 prompt")
	p.Click(`unspool-row[data-kind="copied"] .row-button`)
	p.WaitFor(`$$deep("unspool-row[data-copied]").length === 3 && $text().includes("Which kind?")`, 0)
	p.Click(`unspool-row[data-kind="copied"] .quiet`)
	p.WaitFor(`$text().includes("Short it is.")`, 0)
	p.WaitFor(`$text($deep("unspool-list").getRootNode().activeElement ?? document.body).includes("Which kind?")`, 0)
}

// A session that was continued in another one links to it, and back.
func TestContinuation(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(testutil.Extract(t, "compaction-in-new-file"))
	showChains(p)
	choose(p, "Continued in “thanks”")
	p.WaitFor(`$text().includes("Printed.")`, 0)
	p.Do(`$role("button", /Continued in “thanks”/).click()`)
	p.WaitFor(`$text().includes("With pleasure.")`, 0)
	p.Do(`$role("button", /Continues “print it” after/).click()`)
	p.WaitFor(`$text().includes("Printed.")`, 0)
}

// Sessions without messages are hidden behind a button.
func TestSessionsWithoutMessages(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(testutil.Extract(t, "silent-sessions"))
	p.WaitFor(`$$role("listitem").length === 1`, 0)
	p.Click(".chooser .quiet")
	showChains(p)
	p.WaitFor(`$$role("listitem").length === 4 && $text().includes("Empty session")`, 0)
}

// history.jsonl alone is identified as such.
func TestHistory(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(filepath.Join(testutil.Extract(t, "titles-beside"), "history.jsonl"))
	p.WaitFor(`$text().includes("list of your prompts")`, 0)
}

// A session with many related ones names three of them, and counts the others.
func TestManyRelatedSessions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var lines []string
	for i := range 6 {
		lines = append(lines, fmt.Sprintf(`{"type":"user","uuid":"u%d","sessionId":"s1","forkedFrom":{"sessionId":"x%[1]d","messageUuid":"m%[1]d"},"message":{"role":"user","content":"go"}}`, i))
	}
	for name, text := range map[string]string{
		"s1.jsonl": strings.Join(lines, "\n"),
		"s2.jsonl": `{"type":"user","uuid":"v1","sessionId":"s2","message":{"role":"user","content":"go"}}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := open(t, "")
	p.Read(filepath.Join(dir, "s1.jsonl"), filepath.Join(dir, "s2.jsonl"))
	p.WaitFor(`$$deep(".tie").length > 0`, 0)
	ties := Eval[string](p, `$$deep(".tie").map((tie) => $text(tie).trim()).join("\n")`)
	if strings.Count(ties, "\n") != 2 || !strings.HasSuffix(ties, "+3") {
		t.Errorf("it names %s", ties)
	}
}
